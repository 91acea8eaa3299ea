"""Reading CoNLL files: formats, encodings, and the defects that are tolerated."""

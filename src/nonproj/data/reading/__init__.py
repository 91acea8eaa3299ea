"""Reading CoNLL files: formats, encodings, and defects that are tolerated or refused."""

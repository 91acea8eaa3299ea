"""Reading CoNLL files as they are: formats, encodings, defects that are tolerated or refused."""

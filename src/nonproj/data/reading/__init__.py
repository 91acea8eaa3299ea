"""Reading of CoNLL files: formats, encodings, checks, and tolerance of harmless defects."""

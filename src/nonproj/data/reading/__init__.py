"""Reading CoNLL files: their formats, their encodings, and which defects are tolerated."""

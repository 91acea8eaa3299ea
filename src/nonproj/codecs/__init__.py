"""Codecs, which encode a dependency tree as one tag per word and decode any tags into a tree.

To add a codec, add a module with `encode` and `decode`, an entry in `table`, and a parser in the
table NEURAL_ROWS of `nonproj.parsers.neural.registry`."""

"""Codecs, which write a dependency tree as one tag per word and read a tree from any tags.

To add a codec, add a module with `encode` and `decode`, an entry in `table`, and a parser in the
table KINDS of `nonproj.parsers.neural.family`."""

"""Sentences and treebanks as columns: read, written, checked, fetched, split, generated."""

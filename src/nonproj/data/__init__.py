"""Treebanks as columns: reading, writing, checking, downloading and splitting into folds."""

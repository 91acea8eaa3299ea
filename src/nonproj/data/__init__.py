"""Treebanks as columns: how they are read, written, checked, downloaded and split into folds."""

"""Treebanks as columns: read, written, checked, downloaded, split into folds."""

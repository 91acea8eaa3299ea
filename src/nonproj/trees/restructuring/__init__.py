"""Restructuring transformations for treebanks, and their inverses (Nilsson 2009, chs. 6, 9)."""

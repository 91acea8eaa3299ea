"""Transformations of the trees in treebanks, and their inverses (Nilsson 2009, chs. 6, 9)."""

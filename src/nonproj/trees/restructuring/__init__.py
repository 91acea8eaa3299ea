"""Transformations of the tree structure in treebanks, and inverses (Nilsson 2009, chs. 6, 9)."""

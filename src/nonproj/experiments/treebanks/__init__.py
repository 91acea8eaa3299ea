"""The configuration, its treebanks, and the records kept about them."""

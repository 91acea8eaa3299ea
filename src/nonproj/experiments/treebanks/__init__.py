"""The configuration, its treebanks, and the records of them."""

"""The configuration, its treebanks, and records about the treebanks."""

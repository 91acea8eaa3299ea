"""The configuration of a run, its treebanks, and records about these treebanks."""

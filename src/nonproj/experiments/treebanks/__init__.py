"""The configuration, the treebanks that it names, and what is recorded of them."""

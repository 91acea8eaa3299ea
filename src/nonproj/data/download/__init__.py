"""Public treebanks: the manifest, and verified downloads."""

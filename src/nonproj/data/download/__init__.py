"""Public treebanks: their manifest, and verified downloads."""

"""Public treebanks: the manifest that lists them, and verified downloads."""

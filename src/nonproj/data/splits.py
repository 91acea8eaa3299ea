"""The splits of a treebank."""

SPLITS = ("train", "dev", "test")

"""Decoders, which find the tree with the best score in a class of trees.

Decoders have no access to gold trees."""

NPA_THRESHOLD = 0.3  # Björkelund & Kuhn 2012, footnote 3

"""Decoders, which search a class of trees for the tree with the best score.

Decoders have no access to gold trees."""

NPA_THRESHOLD = 0.3  # Björkelund & Kuhn 2012, footnote 3

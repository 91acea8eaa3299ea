"""Decoders, which search for the best tree in a class, given scores.

They have no access to gold trees."""

NPA_THRESHOLD = 0.3  # Björkelund & Kuhn 2012, footnote 3

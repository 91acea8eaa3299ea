"""Scores of parts of trees from the vectors of words, and the best trees by these scores."""

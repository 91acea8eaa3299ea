"""Scores for parts of trees, computed from word vectors, and the trees with the best scores."""

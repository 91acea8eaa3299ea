"""Scorers, which score parts of trees from word vectors and find the best-scoring trees."""

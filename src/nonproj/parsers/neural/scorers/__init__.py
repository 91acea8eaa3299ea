"""Scorers, which compute scores of tree parts from word vectors and find the best trees."""

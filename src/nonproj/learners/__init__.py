"""Classifiers: vectors in, scores of actions out."""

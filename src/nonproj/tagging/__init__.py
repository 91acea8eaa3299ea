"""A tagger, and jackknifing of training data."""

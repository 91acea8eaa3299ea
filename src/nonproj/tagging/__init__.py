"""A tagger, and the jackknifing of training data."""

"""A tagger, and jackknifing, which provides predicted tags for training data."""

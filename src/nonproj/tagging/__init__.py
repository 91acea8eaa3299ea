"""A tagger, and jackknifing, which gives training data predicted tags."""

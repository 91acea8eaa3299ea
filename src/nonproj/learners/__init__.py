"""Classifiers, which score actions given feature vectors."""

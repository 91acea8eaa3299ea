"""Parsers in which several classifiers vote on every transition."""

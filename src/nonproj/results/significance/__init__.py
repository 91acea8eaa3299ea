"""Significance tests: paired tests, resampling, and comparisons of parsers."""

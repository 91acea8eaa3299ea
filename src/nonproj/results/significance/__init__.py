"""Significance tests: paired tests, resampling, comparisons of parsers."""

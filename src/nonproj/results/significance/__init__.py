"""Tests of significance: paired tests, resampling, comparisons of parsers."""

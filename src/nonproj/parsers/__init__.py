"""Parsers: a system or decoder joined with a learner and a transformation."""

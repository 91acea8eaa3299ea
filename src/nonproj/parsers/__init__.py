"""Parsers, each of which combines a system or decoder with a learner and tree transformations."""

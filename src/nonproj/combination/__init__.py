"""Combining parsers: how to blend parses, how to weight votes, and which parsers to blend."""

"""Combination of parsers: blending of parses, the weights of votes, which parsers to blend."""

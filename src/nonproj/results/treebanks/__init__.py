"""Measurements of treebanks, made without trained parsers."""

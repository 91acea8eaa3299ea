"""Measurements of treebanks that need no trained parser."""

"""Restructuring of a treebank's constructions, and its inverse (Nilsson 2009, chs. 6 and 9)."""

"""Advice on the parser for a treebank: candidates, trials, tables of scores."""

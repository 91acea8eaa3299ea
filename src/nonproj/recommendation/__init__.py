"""Advice on choosing a parser for a treebank: candidates, trials, tables of scores."""

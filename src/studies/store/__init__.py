"""Experiments as data: studies, suites, treebank sources and the plan of a run."""

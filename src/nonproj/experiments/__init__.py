"""Experiments as data: studies, suites, sources of treebanks and the plan of a run."""

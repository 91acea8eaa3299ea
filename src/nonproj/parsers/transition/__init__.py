"""Transition-based parsers: a system, its feature model and a classifier that chooses actions."""

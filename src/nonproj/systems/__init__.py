"""Transition systems: configurations, moves, oracles."""

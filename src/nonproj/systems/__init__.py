"""Transition systems: their configurations, moves and oracles."""

"""Transition-based parsers: a transition system, a feature model, and a classifier of actions."""

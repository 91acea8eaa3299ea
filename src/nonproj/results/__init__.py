"""Scores, breakdowns, coverage and significance; counts, never percentages."""

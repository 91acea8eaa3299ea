"""Scores, breakdowns, coverage and significance, as counts and never as percentages."""

"""Findings of a report: tables with at most ten rows."""

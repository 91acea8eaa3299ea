"""Findings of a report: tables with at most ten rows, and a few sentences about each table."""

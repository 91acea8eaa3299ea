"""Findings of a report: tables of at most ten rows, and a few sentences about them."""

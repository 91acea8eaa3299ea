"""Verdicts on the papers' claims, from values and tests."""

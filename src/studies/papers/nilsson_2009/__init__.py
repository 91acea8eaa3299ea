"""Nilsson (2009)."""

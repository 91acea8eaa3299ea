"""Kuhlmann & Nivre (2010)."""

"""Predicted tags."""

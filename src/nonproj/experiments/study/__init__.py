"""Experiment files: what a study computes and shows, as types."""

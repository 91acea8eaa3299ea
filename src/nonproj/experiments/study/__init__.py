"""Experiment files as types: what a study computes and shows."""

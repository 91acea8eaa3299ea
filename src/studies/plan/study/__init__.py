"""Types for experiment files: what a study computes and shows."""

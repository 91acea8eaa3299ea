"""Types for `study.yaml`: what a study computes and shows."""

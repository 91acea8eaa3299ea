"""The papers' claims, and verdicts on them that are computed from values and tests."""

"""The papers' claims, and verdicts on the claims that are computed from values and tests."""

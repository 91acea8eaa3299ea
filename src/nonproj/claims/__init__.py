"""The papers' claims and their verdicts, computed from values and tests."""

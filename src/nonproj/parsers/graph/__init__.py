"""Graph-based parsers: a decoder over scores that a passive-aggressive learner trains."""

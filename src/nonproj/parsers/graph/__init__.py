"""Graph-based parsers: a decoder over scores from a passive-aggressive learner."""

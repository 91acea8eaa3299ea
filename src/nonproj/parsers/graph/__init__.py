"""Graph-based parsers, which run a decoder over scores from a passive-aggressive learner."""

"""Graph-based parsers: decoders with weights that are trained by passive-aggressive updates."""

"""Conversions between coordination styles, which attach conjuncts to different heads."""

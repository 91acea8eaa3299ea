"""Styles of coordination (chains, first conjuncts), and conversions between them."""

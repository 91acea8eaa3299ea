"""Fidelity to the papers: where this project departs from them, and what of them it covers."""

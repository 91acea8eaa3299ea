"""Fidelity to the papers: departures from them, and coverage of their tables and figures."""

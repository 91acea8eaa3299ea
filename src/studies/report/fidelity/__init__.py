"""Fidelity to the papers: departures from the papers, and coverage of their tables and figures."""

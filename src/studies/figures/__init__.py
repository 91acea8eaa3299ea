"""Figures of a study, as SVG."""

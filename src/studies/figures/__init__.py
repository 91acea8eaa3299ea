"""Figures of a study, and dependency trees, as SVG."""

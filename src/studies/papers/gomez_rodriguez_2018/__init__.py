"""Gómez-Rodríguez, Shi & Lee (2018)."""

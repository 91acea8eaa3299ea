"""Conversions between styles of coordination, which differ in the heads of conjuncts."""

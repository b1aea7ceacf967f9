"""Judges of statements of Greenberg and Guan (1997)."""

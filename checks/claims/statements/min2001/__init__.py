"""Judges of statements of Min, Ferguson and Ould-Khaoua (2001)."""

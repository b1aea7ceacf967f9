"""Judges of statements of Khonsari, Ould-Khaoua and Ferguson."""

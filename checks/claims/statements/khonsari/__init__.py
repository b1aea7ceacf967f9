"""Judges of what Khonsari, Ould-Khaoua and Ferguson print."""

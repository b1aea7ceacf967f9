"""Judges of what Min, Ferguson and Ould-Khaoua 2001 print."""

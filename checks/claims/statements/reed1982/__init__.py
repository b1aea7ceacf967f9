"""Judges of what Reed 1982 says in words."""

"""Deadlock of routings on channels, decided with certificates."""

"""Loads of directed channels of Cartesian products under traffic patterns, and worst cases."""

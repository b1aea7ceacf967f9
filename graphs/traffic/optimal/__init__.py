"""Routings with the least largest load, under every admissible traffic or one, as exact solutions of linear programs."""

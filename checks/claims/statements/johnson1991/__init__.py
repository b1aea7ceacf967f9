"""Judges of statements of Johnson and Goodman (1991), and of formulas without lemmas."""

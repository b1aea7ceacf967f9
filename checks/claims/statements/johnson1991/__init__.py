"""Judges of what Johnson and Goodman 1991 say in words, and of formulas that are about no lemma."""

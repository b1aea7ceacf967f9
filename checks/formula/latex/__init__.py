"""Formulas in LaTeX, read into the syntax trees of :mod:`netlemma.checks.formula.syntax`; nothing is evaluated or run."""

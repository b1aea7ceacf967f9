"""Formulas in LaTeX, read into the syntax trees of :mod:`netlemma.checks.formula.grammar`; nothing is evaluated or run."""

"""Judges of equations 1, 7 to 13 and 23 to 30 and of figure 1."""

from checks.judgement import Judge

JUDGES: dict[str, Judge] = {}

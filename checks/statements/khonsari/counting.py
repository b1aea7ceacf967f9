"""Judges of propositions 1 and 2 and of equations 2 to 6 and 14 to 22."""

from checks.judgement import Judge

JUDGES: dict[str, Judge] = {}

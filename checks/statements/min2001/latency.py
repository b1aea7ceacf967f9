"""Judges of equations 1, 4 to 6 and 19 to 29, and the figures: latency."""

from checks.judgement import Judge

JUDGES: dict[str, Judge] = {}

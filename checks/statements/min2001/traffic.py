"""Judges of equations 2, 3 and 7 to 18: distances, the sources, and the traffic on channels."""

from checks.judgement import Judge

JUDGES: dict[str, Judge] = {}

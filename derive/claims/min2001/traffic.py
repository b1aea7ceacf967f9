"""Equations 2, 3 and 7 to 18: distances, the sources, and the traffic on channels."""

from derive.lemma import Statement

STATEMENTS: tuple[Statement, ...] = ()

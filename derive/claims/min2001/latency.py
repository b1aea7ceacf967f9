"""Equations 1, 4 to 6 and 19 to 29, and the figures: latency."""

from derive.lemma import Statement

STATEMENTS: tuple[Statement, ...] = ()

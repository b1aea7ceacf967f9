"""Equations 1, 7 to 13 and 23 to 30, and figure 1: latency, blocking and multiplexing."""

from derive.lemma import Statement

STATEMENTS: tuple[Statement, ...] = ()

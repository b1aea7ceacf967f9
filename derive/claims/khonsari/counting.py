"""Propositions 1 and 2, equations 2 to 6 and 14 to 22: ways to distribute hops over dimensions."""

from derive.lemma import Statement

STATEMENTS: tuple[Statement, ...] = ()

"""Judges of what Reed 1982 says in words."""

from checks.statements.reed1982 import construction, counts, queueing

JUDGES = {**construction.JUDGES, **counts.JUDGES, **queueing.JUDGES}

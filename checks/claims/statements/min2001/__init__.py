"""Judges of what Min, Ferguson and Ould-Khaoua 2001 print."""

from checks.claims.statements.min2001 import channels, latency, moments, superposed

JUDGES = {**channels.JUDGES, **moments.JUDGES, **superposed.JUDGES, **latency.JUDGES}

"""Judges of what Min, Ferguson and Ould-Khaoua 2001 print."""

from checks.statements.min2001 import latency, traffic

JUDGES = {**traffic.JUDGES, **latency.JUDGES}

"""Judges of what Khonsari, Ould-Khaoua and Ferguson print."""

from checks.claims.statements.khonsari import counting, latency

JUDGES = {**counting.JUDGES, **latency.JUDGES}

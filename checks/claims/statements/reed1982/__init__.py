"""Judges of what Reed 1982 says in words."""

from checks.claims.statements.reed1982 import (
    changes,
    construction,
    counts,
    distances,
    growing,
    quanta,
    queueing,
    rankings,
)

JUDGES = {
    **construction.JUDGES,
    **counts.JUDGES,
    **changes.JUDGES,
    **distances.JUDGES,
    **quanta.JUDGES,
    **queueing.JUDGES,
    **growing.JUDGES,
    **rankings.JUDGES,
}

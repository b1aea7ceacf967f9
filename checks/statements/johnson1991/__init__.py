"""Judges of what Johnson and Goodman 1991 say in words, and of formulas that are about no lemma."""

from checks.statements.johnson1991 import appendix, deadlock, packets, rankings, ring_sizes, routes, structure

JUDGES = {
    **structure.JUDGES,
    **routes.JUDGES,
    **deadlock.JUDGES,
    **packets.JUDGES,
    **ring_sizes.JUDGES,
    **rankings.JUDGES,
    **appendix.JUDGES,
}

"""Judges of what Johnson and Goodman 1991 say in words, and of formulas that are about no lemma."""

from checks.claims.statements.johnson1991 import (
    appendix,
    appendix_deadfly,
    deadlock,
    line_crossings,
    packets,
    rankings,
    reach,
    relations,
    ring_sizes,
    routes,
    same_networks,
    structure,
    trends,
)

JUDGES = {
    **structure.JUDGES,
    **reach.JUDGES,
    **same_networks.JUDGES,
    **routes.JUDGES,
    **deadlock.JUDGES,
    **packets.JUDGES,
    **ring_sizes.JUDGES,
    **relations.JUDGES,
    **rankings.JUDGES,
    **line_crossings.JUDGES,
    **trends.JUDGES,
    **appendix.JUDGES,
    **appendix_deadfly.JUDGES,
}

"""Greenberg and Guan, "Modeling and Comparison of Wormhole Routed Mesh and Torus Networks" (1997)."""

from derive.claims.greenberg1997 import framework, networks, service
from derive.claims.greenberg1997.formulas import CLAIMS

SECTIONS = (
    "text, Section 1",
    "Eq. 1",
    "text, Section 2",
    "Eq. 2",
    "Eq. 4",
    "Eq. 6",
    "Eq. 7",
    "text, Section 3",
    "Eq. 8",
    "Eq. 9",
    "Eq. 10",
    "text, after Eq. 10",
    "text, Section 3.2",
    "Eq. 11",
    "Eq. 12",
    "Eq. 13",
    "Eq. 14",
    "Eq. 15",
    "text, Section 4",
    "Appendix A",
)

STATEMENTS = framework.STATEMENTS + service.STATEMENTS + networks.STATEMENTS

__all__ = ["CLAIMS", "SECTIONS", "STATEMENTS"]

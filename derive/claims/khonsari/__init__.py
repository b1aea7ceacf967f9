"""Khonsari, Ould-Khaoua and Ferguson, "A General Analytical Model of Adaptive Wormhole Routing in k-Ary n-Cube Interconnection
Networks"."""

from derive.claims.khonsari import counting, crossing, latency
from derive.claims.khonsari.formulas import CLAIMS

SECTIONS = (
    "text, Section 2",
    *(f"Eq. {number}" for number in range(1, 4)),
    "Proposition 1",
    *(f"Eq. {number}" for number in range(4, 7)),
    "text, before Eq. 7",
    *(f"Eq. {number}" for number in range(7, 10)),
    "text, before Eq. 10",
    *(f"Eq. {number}" for number in range(10, 14)),
    "Proposition 2",
    *(f"Eq. {number}" for number in range(14, 22)),
    "text, before Eq. 22",
    *(f"Eq. {number}" for number in range(22, 28)),
    "text, before Eq. 28",
    *(f"Eq. {number}" for number in range(28, 31)),
    "text, after Eq. 30",
    "Figure 1",
)

STATEMENTS = counting.STATEMENTS + crossing.STATEMENTS + latency.STATEMENTS

__all__ = ["CLAIMS", "SECTIONS", "STATEMENTS"]

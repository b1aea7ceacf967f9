"""Min, Ferguson and Ould-Khaoua, "Analysis of Adaptive Wormhole-Routed Torus Networks with IPP Input Traffic" (2001)."""

from derive.claims.min2001 import latency, traffic

SECTIONS = (
    "text, Section 2",
    "Eq. 1",
    "Eq. 2",
    "Eq. 3",
    "Eq. 4",
    "Eq. 5",
    "Eq. 6",
    "text, Section 2.1",
    "Eq. 7",
    "Eq. 8",
    "Eq. 9",
    "Eq. 10",
    "Eq. 11",
    "Eq. 12",
    "text, Section 2.1, before Eq. 13",
    "Eq. 13",
    "Eq. 14",
    "Eq. 15",
    "Eq. 16",
    "Eq. 17",
    "Eq. 18",
    "text, Section 2.2",
    "Eq. 19",
    "Eq. 20",
    "Eq. 21",
    "Eq. 22",
    "text, Section 2.3",
    "Eq. 23",
    "Eq. 24",
    "Eq. 25",
    "Eq. 26",
    "text, Section 2.4",
    "text, Section 2.5",
    "Eq. 27",
    "Eq. 28",
    "Eq. 29",
    "text, Section 3",
    "Figure 1",
    "Figure 2",
)

STATEMENTS = traffic.STATEMENTS + latency.STATEMENTS

__all__ = ["SECTIONS", "STATEMENTS"]

"""Reed, "Estimating the Performance of Multi-microcomputer Networks" (1982)."""

from derive.claims.reed1982 import construction, counts, distances, quanta, queueing, rankings
from derive.claims.reed1982.formulas import CLAIMS

SECTIONS = (
    "text, Introduction",
    "text, Definitions",
    "text, Ring",
    "text, Spanning Bus Hypercube",
    "text, Dual Bus Hypercube",
    "text, Toroid",
    "text, Cube-connected Cycles",
    "text, R-ary M-cube",
    "text, Comparing Interconnection Networks",
    "text, Feasible Computation Quanta",
    "text, Size Independent Performance Bounds",
    "text, Nodes with Limited Communication Bandwidth",
    "text, Bounds for Finite Workloads",
    "text, Summary",
    "Table I",
    "Table II",
    "Figure",
)


STATEMENTS = (
    construction.STATEMENTS
    + counts.STATEMENTS
    + distances.STATEMENTS
    + quanta.STATEMENTS
    + queueing.STATEMENTS
    + rankings.STATEMENTS
)

__all__ = ["CLAIMS", "SECTIONS", "STATEMENTS"]

"""Johnson and Goodman, "Interconnect Topologies with Point-to-Point Rings" (1991)."""

from derive.claims.johnson1991 import appendix, deadlock, packets, rankings, ring_sizes, structure
from derive.claims.johnson1991.formulas import CLAIMS

SECTIONS = (
    "Section 2.1",
    "Figure 1",
    "Figure 2",
    "Section 2.2.1",
    "Figure 3",
    "Figure 4",
    "Sections 2.2.2",
    "Section 2.2.2",
    "Figure 5",
    "Section 2.2.3",
    "Sections 2.2.1 and 3.1",
    "Section 3.1",
    "Figure 6",
    "Section 3.2",
    "Figure 7",
    "Section 3.3",
    "Figure 8",
    "Sections 3.3",
    "Section 3.4",
    "Section 3.5",
    "Figure 9",
    "Section 4.1",
    "Figure 10",
    "Section 4.2",
    "Figure 11",
    "Figure 12",
    "Section 5",
    "Figure 13",
    "Figure 14",
    "Figure 15",
    "Figure 16",
    "Figure 17",
    "Figure 18",
    "Section 6",
    "Section 9.1",
    "Sections 9.1",
    "Section 9.2.1",
    "Sections 9.2.1",
    "Section 9.2.2",
    "Section 9.2.3",
)

STATEMENTS = (
    *structure.STATEMENTS,
    *deadlock.STATEMENTS,
    *packets.STATEMENTS,
    *ring_sizes.STATEMENTS,
    *rankings.STATEMENTS,
    *appendix.STATEMENTS,
)

__all__ = ["CLAIMS", "SECTIONS", "STATEMENTS"]

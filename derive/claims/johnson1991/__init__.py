"""Johnson and Goodman, "Interconnect Topologies with Point-to-Point Rings" (1991)."""

from derive.claims.johnson1991.formulas import CLAIMS

__all__ = ["CLAIMS"]

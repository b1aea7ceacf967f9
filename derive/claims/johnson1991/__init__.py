"""Johnson and Goodman, "Interconnect Topologies with Point-to-Point Rings" (1991)."""

from derive.claims.johnson1991 import appendix
from derive.claims.johnson1991.formulas import CLAIMS

STATEMENTS = (*appendix.STATEMENTS,)

__all__ = ["CLAIMS", "STATEMENTS"]

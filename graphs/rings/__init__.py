"""Networks of point-to-point rings: which rings there are, how packets change between them, and what they load.

The model is that of R. E. Johnson and J. R. Goodman, "Interconnect Topologies with Point-to-Point Rings" (1991): a send
packet leaves each ring that it visits somewhere, and its echo covers the rest of that ring.
"""

from graphs.rings.measure import RingClass, RingMeasurement
from graphs.topology.ring_structure import RingNetwork

__all__ = ["RingClass", "RingMeasurement", "RingNetwork"]

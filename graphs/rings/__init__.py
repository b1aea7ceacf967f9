"""Networks of point-to-point rings: their rings, the routes of packets from ring to ring, and their loads.

The model is that of R. E. Johnson and J. R. Goodman, "Interconnect Topologies with Point-to-Point Rings" (1991): a send
packet leaves each ring that it visits somewhere, and its echo covers the rest of that ring."""

from netlemma.graphs.rings.measure import RingClass, RingMeasurement
from netlemma.graphs.topology.ring_structure import RingNetwork

__all__ = ["RingClass", "RingMeasurement", "RingNetwork"]

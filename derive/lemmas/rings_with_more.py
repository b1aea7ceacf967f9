"""Graphs around rings: cycle, wheel, prism, antiprism, Moebius ladder, crown, sunlet, helm, web, pan and tadpole.

All follow from their definitions.
"""

from netlemma.derive.definitions.families import IRREGULAR, REGULAR, defined

_RING = "nodes of a ring"
LEMMAS = {
    **defined("cycle", REGULAR, n=_RING),
    **defined("wheel", IRREGULAR, n="nodes, with the hub"),
    **defined("prism", REGULAR, n=_RING),
    **defined("antiprism", REGULAR, n=_RING),
    **defined("moebius-ladder", REGULAR, n="rungs"),
    **defined("crown", REGULAR, n="nodes of each set"),
    **defined("sunlet", IRREGULAR, n=_RING),
    **defined("helm", IRREGULAR, n=_RING),
    **defined("web", IRREGULAR, n=_RING),
    **defined("pan", IRREGULAR, n=_RING),
    **defined("tadpole", IRREGULAR, m="nodes of the ring", n="nodes of the path"),
}

"""Ranks that increase along every step of a routing, at all sizes; they exclude a cycle of waiting packets.

The number of steps along which the rank does not increase is a quantity like others: its closed form is 0, and its
plain loop follows packets one by one. A routing whose steps close a cycle has no such rank.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import pairwise

import sympy as sp

from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.networks.fly.brute_force_rings import livefly_queues
from netlemma.derive.networks.products import brute_force_products
from netlemma.derive.networks.ranks.rank_proofs import Followed, Ordered
from netlemma.derive.networks.ranks.routing_steps import (
    StepFormula,
    line_steps,
    livefly_steps,
    off_rings,
    oneway_ring_steps,
    ring_steps,
)


def _along(kind: str, k: str, n: str) -> Followed:
    return lambda size: brute_force_products.channels(kind, size[k], size[n])


_KINDS = {"secondary": 0, "primary": 1, "long": 2}


def _livefly_followed(size: Size) -> Iterable[Sequence[Mapping[str, int]]]:
    return ([{"m": _KINDS[m], "s": s} for m, s in way] for way in livefly_queues(size["f"], size["r"]))


_MESH = Domain((Parameter("k", 2, "nodes along a dimension"), Parameter("n", 1, "dimensions")))
_RING = Domain((Parameter("k", 2, "nodes of each ring"), Parameter("n", 1, "dimensions")))
_TOROID = Domain((Parameter("w", 2, "nodes of each ring"), Parameter("D", 1, "dimensions")))
_FLY = Domain((Parameter("f", 3, "links of a node"), Parameter("r", 1, "stages, and nodes of a short ring")))


def _nodes(side: str, dimensions: str) -> Callable[[Size], int]:
    return lambda size: size[side] ** size[dimensions]


_RISES = "rises on every legal step of dimension order"
_BARE = "Dimension order with one channel for each hop closes a cycle."
_ORDER = "dimension-order"
_PLAIN, _DATELINE = (
    f"dimension order by shortest ways, {lanes}" for lanes in ("no virtual channels", "2 dateline channels on rings")
)


def _both_ways(family: str, domain: Domain) -> tuple[Ordered, Ordered]:
    """Dimension order on a bidirectional torus, with two dateline channels and with one channel."""
    (side, dimensions), names = (p.symbol for p in domain.parameters), (domain.names[0], domain.names[1])
    steps, about = partial(ring_steps, side, dimensions), (_nodes(*names), _along("ring", *names))
    return (
        Ordered(
            family, "dateline", 2, domain, partial(steps, True), _by_lane,
            f"The rank of a channel by dimension, then virtual channel, then how far along its direction it leads, {_RISES} with two "
            "dateline channels on the bidirectional torus.",
            *about, _ORDER, _DATELINE,
        ),
        Ordered(family, "one-channel", 1, domain, partial(steps, False), None, _BARE, *about, _ORDER, _PLAIN),
    )  # fmt: skip


def _by_lane(at: Mapping[str, sp.Symbol]) -> tuple[sp.Expr, ...]:
    return at["d"], at["v"], at["x"]


def _of_livefly(at: Mapping[str, sp.Symbol]) -> tuple[sp.Expr, ...]:
    m, s = at["m"], at["s"]
    return (sp.Piecewise((s + 1, sp.Ne(m, 0)), (0, s >= 1), (_FLY.parameters[1].symbol + 1, True)),)


@cache
def _own() -> tuple[Ordered, ...]:
    """The routings of this module."""
    k, n = (p.symbol for p in _MESH.parameters)
    oneway = partial(oneway_ring_steps, k, n)
    around = _nodes("k", "n"), _along("oneway-ring", "k", "n")
    return (
        Ordered(
            "mesh", "dimension-order", 1, _MESH, partial(line_steps, k, n), lambda at: (at["d"], at["x"]),
            f"The rank of a channel by dimension, then by how far along its direction it leads, {_RISES} on the mesh.",
            _nodes("k", "n"), _along("line", "k", "n"), _ORDER, _PLAIN,
        ),
        Ordered(
            "oneway-torus", "dateline", 2, _RING, partial(oneway, True), _by_lane,
            f"The rank of a channel by dimension, then virtual channel, then the digit to which it leads, {_RISES} with two dateline "
            "channels on the unidirectional torus.",
            *around, _ORDER, _DATELINE,
        ),
        Ordered("oneway-torus", "one-channel", 1, _RING, partial(oneway, False), None, _BARE, *around, _ORDER, _PLAIN),
        *_both_ways("toroid", _TOROID), *_both_ways("torus", _RING),
        Ordered(
            "livefly", "three-phases", 0, _FLY, partial(livefly_steps, _FLY.parameters[1].symbol), _of_livefly,
            "The rank of an output queue of the livefly, 0 on secondary links at other stages than 0, s + 1 on the links of the round "
            "at stage s, and r + 1 on secondary links at stage 0, rises on every step of its three phases.",
            lambda size: size["r"] * (size["f"] - 1) ** size["r"], _livefly_followed,
            "concise", "output queues of point-to-point rings, concise routing",
        ),
    )  # fmt: skip


@cache
def ordered() -> tuple[Ordered, ...]:
    """All routings with a step formula."""
    from netlemma.derive.lemmas.fabric_ranks import ORDERED  # whose families take time to import

    return (*_own(), *ORDERED)


def escaped() -> tuple[Ordered, ...]:
    """Adaptive routings with a step formula of their escape channels."""
    from netlemma.derive.lemmas.fabric_ranks import ESCAPED  # whose families take time to import

    return ESCAPED


# Bubbles: a packet enters a ring only if it leaves a slot free, so no ring is ever full and packets inside one can always move. Then
# steps to the next channel of a ring need no rank; all others lead to a later dimension.


def _turns(kind: str, k: str, n: str) -> Followed:
    """The channels of each packet by twos, where it turns into another dimension."""

    def found(size: Size) -> Iterable[Sequence[Mapping[str, int]]]:
        ways = brute_force_products.channels(kind, size[k], size[n])
        return (pair for way in ways for pair in pairwise(way) if pair[0]["d"] != pair[1]["d"])

    return found


@cache
def bubbled() -> tuple[Ordered, ...]:
    """Dimension order with one virtual channel and bubbles in its rings: steps that do not go on inside a ring."""
    both, one = (ring_steps, "ring"), (oneway_ring_steps, "oneway-ring")
    tori = (("toroid", _TOROID, *both), ("torus", _RING, *both), ("oneway-torus", _RING, *one))
    return tuple(
        Ordered(
            family, "bubble", 1, domain, partial(_off_rings, domain, steps), lambda at: (at["d"],),
            "With one virtual channel, every step of dimension order on a torus leads to the next channel of the same ring or to a later "
            "dimension. So it is free of deadlock if packets enter a ring only where they leave a slot free (Carrion et al. 1997, "
            "Puente et al. 2001): no ring is ever full, and each waits for later ones alone.",
            _nodes(*domain.names), _turns(kind, *domain.names), _ORDER, _PLAIN,
        )
        for family, domain, steps, kind in tori
    )  # fmt: skip


def _off_rings(domain: Domain, steps: Callable[..., StepFormula]) -> StepFormula:
    side, dimensions = (p.symbol for p in domain.parameters)
    return off_rings(steps(side, dimensions, False), side)


LEMMAS: dict[str, Callable[[], Lemma]] = {
    each.key: partial(Ordered.lemma, each) for each in (*_own(), *bubbled()) if each.rank_of is not None
}

"""Livefly (Johnson and Goodman 1991): a butterfly fabric of radix g = f - 1, and a second ring along each row.

A packet from stage j to stage t in another row first goes along the secondary ring to stage 0, then sets digit s at
stage s for one round, and then goes along the secondary ring of its target's row to stage t. It stops in the round if
it reaches its target: after t hops if its row is correct by then (K <= t). In its own row it goes along the secondary
ring from j to t.
"""

from collections.abc import Callable
from functools import partial

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.largest_values import Dominated, LargestAt, LargestInRange
from netlemma.derive.algebra.notation import RangeMax
from netlemma.derive.core.derivation import COLLECTED, DerivationBuilder, Derived, factored
from netlemma.derive.core.domain import Parameter
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.networks.fly import livefly_routes as loads
from netlemma.derive.networks.fly.link_loads import STAGE as s
from netlemma.derive.networks.fly.link_loads import Abbreviation, Case, EquivalentLinks, Fly, RingVisits
from netlemma.derive.networks.fly.livefly_routes import FARTHEST, LENGTHS, NETWORK, ONE, ONE_STAGE, ZERO, g, j, r, t
from netlemma.derive.networks.fly.ring_lemmas import RingFamilyLemmas

f = at.parameter("f", 3)
x, y, z = sp.symbols("x y z", integer=True, nonnegative=True)
i = sp.Symbol("i", integer=True)
_PAIRS = "; pairs(...) counts pairs of words whose digits a, b satisfy the conditions at so many places, v being the digits of the node"
_OVER = (
    "hop s of the round meets the link at stage s if its digits are those of the link; it is made if rows differ and the packet did "
    "not stop at a stage t <= s; r stages to come from" + _PAIRS
)
_INTO = (
    "a packet of the round enters a ring at stage 0, or at stage s if the digit before came from another than p, from which the ring "
    "comes" + _PAIRS
)
_ALONG = (
    "along the secondary ring go packets within the row, packets to stage 0 before their round, and packets from stage 0 after it "
    "that did not stop in it" + _PAIRS
)
_ONTO = (
    "packets enter the secondary ring at their source, or at stage 0 after their round if they have not stopped"
    + _PAIRS
)


RINGS = RingFamilyLemmas(
    "livefly",
    (Parameter("f", 3, "links of a node"), Parameter("r", 1, "stages, and nodes of a short ring")),
    lambda size: size["r"] * (size["f"] - 1) ** size["r"],
    loads.followed,
)


_FLY = Fly(g, r, loads.ANY_STAGE, loads.certify_rule, loads.followed, loads.SMALL)
_VISITS = {
    "primary": (RingVisits((r >= 1,), r, r),),
    "long": (RingVisits((r >= 1,), r, 2 * r),),
    "secondary": (
        RingVisits((*loads.ENDS, t >= j), t - j, r),
        RingVisits((*loads.ENDS, t <= j - 1), t - j + r, r),
        RingVisits((*loads.ENDS, j >= 1), r - j, r),
        RingVisits(loads.ENDS, t, r),
    ),
}


def in_f(write: DerivationBuilder) -> DerivationBuilder:
    """Add the last step: g = f - 1."""
    write.step(write.now.xreplace({g: f - 1}), "g stands for f - 1", Abbreviation(g, f - 1, (g >= 2,)))
    return write


def _sent(name: str) -> DerivationBuilder:
    parts = tuple(EquivalentLinks(ONE, packets) for packets in loads.crossing(name))
    write = _FLY.sent(name, ((sp.true, parts),), _ALONG if name == "secondary" else _OVER)
    closed = {
        "primary": r * (r * g ** (r - 1) - (r - 1 - s) - (g ** (s + 1) - 1) / (g - 1)),
        "secondary": r * ((r - 1) / 2 - s + (r - 1) * g**r - (g**r - g ** (s + 1)) / (g - 1)),
        "long": r**2 * g ** (r - 1),
    }
    write.normal(closed[name], COLLECTED)
    return write


def _ring(name: str) -> tuple[EquivalentLinks, ...]:
    """The links of a ring: one at each stage, on a long ring two."""
    links = sp.Integer(2 if name == "long" else 1)
    start = tuple(EquivalentLinks(links, packets) for packets in loads.entering(name, ZERO))
    return start + tuple(EquivalentLinks(links, packets, (i, ONE, r - 1)) for packets in loads.entering(name, i))


def _echoed(name: str) -> DerivationBuilder:
    because = _ONTO if name == "secondary" else _INTO
    write = _FLY.echoed(
        name, ((sp.true, _ring(name)),), because, _VISITS[name], _sent(name).derivation(f"livefly.send.{name}")
    )
    closed = {
        "primary": r * (r * (r - 1) * (g - 1) * g ** (r - 2) - g ** (r - 1) - s + (g ** (s + 1) - 1) / (g - 1)),
        "secondary": r * ((r - 1) * g**r - (r - 1) / 2 + s - (g ** (s + 1) - g) / (g - 1)),
        "long": r**2 * g ** (r - 2) * (g + 2 * (r - 1) * (g - 1)),
    }
    write.normal(closed[name], COLLECTED)
    return write


def _queue(which: str) -> Lemma:
    def leaving(stage: sp.Expr) -> tuple[EquivalentLinks, ...]:
        names = ("primary", "long", "secondary")
        return tuple(
            EquivalentLinks(g - 1 if name == "long" else ONE, x) for name in names for x in loads.entering(name, stage)
        )

    cases: tuple[Case, ...] = ((s >= 1, leaving(s)), (sp.true, leaving(ZERO)))
    because = "a node has a primary and a secondary link, and g - 1 long ones; " + _INTO + "; " + _ONTO
    write = _FLY.queued(which, cases, because)
    later = r * (r * (g - 1) * g ** (r - 1) + g**r - (g - 1) * g ** (s - 1)) - 1
    first = r * ((2 * r - 1) * g**r - (r - 1) - (g**r - g) / (g - 1)) - 1
    by_stage = sp.Piecewise((later, s >= 1), (first, True))
    if which == "at stage":
        write.normal(by_stage, COLLECTED)
    elif which == "mean":
        changes = r * (r - 1) * (g - 1) * g ** (r - 1)
        write.normal((3 * r - 2) * g**r + changes - g ** (r - 1) - (r - 1) - (g**r - g) / (g - 1), COLLECTED)
    elif which == "hot":
        (over,) = write.now.args[1:]
        write.normal(RangeMax(by_stage, over), COLLECTED)
        write.step(first, "most packets enter rings at stage 0", LargestAt(g, loads.DOMAIN, ZERO, (_LATER,)))
    return RINGS.queue(which, in_f(write))


_LATER = Dominated((s >= 1,), ((g, 2 + x), (s, 1 + y), (r, 2 + y + z)), ((x, g - 2), (y, s - 1), (z, r - s - 1)))
_EARLIER = Dominated((s <= r - 2,), ((g, 2 + x), (s, y), (r, 2 + y + z)), ((x, g - 2), (y, s), (z, r - s - 2)))


def _hottest(what: str, name: str) -> Lemma:
    """The largest number over primary links is at stage 0, over secondary ones at the last stage; the echoes cover the rest of
    the rings.
    """
    one = (_sent(name) if what == "send" else _echoed(name)).derivation(f"livefly.{what}.{name}")
    at_first = (what == "send") == (name == "primary")
    write = DerivationBuilder(RangeMax(one.start, sp.Tuple(s, ZERO, r - 1)))
    write.step(RangeMax(one.result, write.now.args[1]), "they were derived before, for every stage s", Derived(one))
    stage, others = (ZERO, _LATER) if at_first else (r - 1, _EARLIER)
    value = one.result.xreplace({s: stage})
    because = "most are at the " + ("first stage" if at_first else "last stage")
    write.step(value, because, LargestAt(g, loads.DOMAIN, stage, (others,)))
    write.normal(factored(value) if name == "primary" and what == "send" else value, COLLECTED)
    packets = {"send": "packets", "echo": "echoes"}[what]
    where = "at stage 0" if at_first else "at stage r - 1"
    both = "; packets and echoes together are as many at every stage, so that with echoes shorter than packets "
    hot = f"the hot link of the class is {where}" if what == "send" else "it is not the hot link of the class"
    return RINGS.lemma(
        f"hot_{what}.{name}",
        f"{what[0].upper()}_max",
        f"The most {packets} that cross a {name} link, {where}{both}{hot}.",
        f"{packets} that cross a link of the class, the largest number over its stages s",
        lambda size: max(loads.followed(size).on_link(what, name, stage) for stage in range(size["r"])),
        in_f(write),
        f"ring.hot_{what}",
        name,
    )


def _distance() -> DerivationBuilder:
    write = NETWORK.distance(LENGTHS)
    because = "the farthest pairs are stages 1 and r - 1, in rows whose last digits differ"
    write.step(3 * r - 2, because, LargestInRange(loads.DOMAIN, (ONE_STAGE, FARTHEST)))
    return write


def _ring_hops() -> DerivationBuilder:
    write = NETWORK.ring_hops(
        "at most K rings in the first K hops of the round and one more if it goes on, and the secondary rings before and after it"
    )
    proof = LargestInRange(loads.DOMAIN, (ONE_STAGE, FARTHEST))
    write.step(sp.Piecewise((1, r <= 1), (r + 2, True)), "with one stage all packets are over after one hop", proof)
    return write


def _mean_distance() -> Lemma:
    write = NETWORK.mean_distance(r * g**r, "K <= h for the words that agree from place h on; " + LENGTHS)
    _FLY.count_pairs(write)
    write.normal(2 * r - 1 - (r - 1) / (2 * g**r) - (g**r - 1) / ((g - 1) * g**r), COLLECTED)
    return RINGS.whole("mean_distance", in_f(write))


def _link(what: str, name: str) -> Lemma:
    write = _sent(name) if what == "send" else _echoed(name)
    return RINGS.link(what, name, in_f(write), at_stage=name != "long")


_ROWS = (f - 1, r, tuple({f: size[g] + 1, r: size[r]} for size in loads.SMALL))
_LINKS = {"primary": (r, r), "secondary": (r, r), "long": ((f - 2) * r, 2 * r)}  # links for each row, and on a ring


LEMMAS: dict[str, Callable[[], Lemma]] = {
    f"livefly.{what}.{name}": partial(_link, what, name) for what in ("send", "echo") for name in _VISITS
}
LEMMAS |= {
    f"livefly.hot_{what}.{name}": partial(_hottest, what, name)
    for what in ("send", "echo")
    for name in ("primary", "secondary")
}
LEMMAS |= {
    f"livefly.ring_count.{name}": partial(RINGS.rings_counted, name, (links,), *_ROWS) for name, links in _LINKS.items()
}
LEMMAS |= {
    "livefly.nodes": lambda: RINGS.nodes_counted(r, *_ROWS),
    "livefly.rings": lambda: RINGS.rings_counted(None, tuple(_LINKS.values()), *_ROWS),
    "livefly.queue": lambda: _queue("at stage"),
    "livefly.hot_queue": lambda: _queue("hot"),
    "livefly.mean_queue": lambda: _queue("mean"),
    "livefly.distance": lambda: RINGS.whole("distance", _distance()),
    "livefly.ring_hops": lambda: RINGS.whole("ring_hops", _ring_hops()),
    "livefly.latency": lambda: RINGS.latency(_distance(), _ring_hops()),
    "livefly.mean_distance": _mean_distance,
}

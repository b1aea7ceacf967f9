"""Livefly (Johnson and Goodman 1991): a butterfly fabric of radix g = f - 1, and a second ring along each row.

A packet from stage j to stage t in another row first goes along the secondary ring to stage 0, then sets digit s at stage s for
one round, and then goes along the secondary ring of its target's row to stage t. It stops in the round if it meets its target:
after t hops if its row is right by then (K <= t). In its own row it goes along the secondary ring from j to t.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import sympy as sp

from derive import notation as at
from derive.derivation import COLLECTED, Derived, Writer, factored
from derive.digit_conditions import Places, v
from derive.dominance import Dominated, LargestAt
from derive.fabric import (
    Crossings,
    Hops,
    Leg,
    Option,
    Relations,
    aligned,
    at_hop,
    certify_along,
    certify_legs,
    certify_options,
    certify_rings,
    certify_row,
    certify_rows,
    k,
    options,
)
from derive.lemma import Lemma, Parameter, Size
from derive.literal_flies import fly
from derive.literal_rings import Measurements
from derive.notation import RangeMax, a, b
from derive.packets import STAGE as s
from derive.packets import Case, Fly, Part, Standing, Visit
from derive.ring_lemmas import RingFamily
from derive.ways import LargestInRange, Network, Way, certify_alternation, rings_of_leg

f, r = at.parameter("f", 3), at.parameter("r")
g = at.parameter("g", 2)
x, y, z = sp.symbols("x y z", integer=True, nonnegative=True)
i, j, t = sp.symbols("i j t", integer=True)
_ZERO, _ONE = sp.Integer(0), sp.Integer(1)
_DOMAIN = (g >= 2, r >= 1)
_ANY_STAGE = (*_DOMAIN, s >= 0, s <= r - 1)
_ENDS = (j >= 0, j <= r - 1, t >= 0, t <= r - 1, aligned >= 0, aligned <= r)
_SMALL = tuple({g: radix, r: stages} for radix, stages in ((2, 1), (3, 1), (2, 2), (3, 2), (2, 3)))

# The round, by the number of the hop, which is the stage: packets in the same row make none.
_SAME = Leg((aligned <= 0,), _ZERO, _ZERO - 1)
_STOPPED = Leg((aligned >= 1, aligned <= t), _ZERO, t - 1)
_WHOLE = Leg((aligned >= 1, aligned >= t + 1), _ZERO, r - 1)
_ROUND = (_SAME, _STOPPED, _WHOLE)
_ARRIVALS = ((k <= r - 1, sp.Eq(k, t), aligned <= k), (sp.Eq(k, r), sp.Eq(t, 0)))

# Secondary rings, by the stage: within a row, to stage 0 before the round, from stage 0 after it.
_WITHIN = (
    Leg((aligned <= 0, t >= j + 1), j, t - 1),
    Leg((aligned <= 0, t <= j - 1), j, r - 1),
    Leg((aligned <= 0, t <= j - 1), _ZERO, t - 1),
)
_BEFORE = Leg((aligned >= 1, j >= 1), j, r - 1)
_AFTER = Leg((aligned >= t + 1,), _ZERO, t - 1)
_SOURCE_ROW = (Places(_ZERO, r, sp.Eq(a, v)),)
_TARGET_ROW = (Places(_ZERO, r, sp.Eq(b, v)),)
_SAME_ROW = (Places(_ZERO, r, sp.And(sp.Eq(a, v), sp.Eq(b, v))),)

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


def _followed(size: Size) -> Measurements:
    return fly("livefly", size["f"] if "f" in size else size["g"] + 1, size["r"])


FAMILY = RingFamily(
    "livefly",
    (Parameter("f", 3, "links of a node"), Parameter("r", 1, "stages, and nodes of a short ring")),
    lambda size: size["r"] * (size["f"] - 1) ** size["r"],
    _followed,
)


def _rule() -> None:
    """Where a packet stops in the round, what it does before and after, and what a hop over a link needs of the digits."""
    certify_rows(r)
    certify_rings(r)
    certify_legs((_STOPPED, _WHOLE), _ARRIVALS, [*_DOMAIN, *_ENDS, aligned >= 1], end=r)
    for long in (False, True):
        for entering in (False, True):
            certify_options(options(r, long, entering), r, long, entering)
    certify_row(_SOURCE_ROW, _ZERO, r)
    certify_row(_TARGET_ROW, r, r)
    certify_row(_SAME_ROW, _ZERO, r, same=True)
    certify_along([leg.made for leg in _WITHIN], j, t, k, r, [*_DOMAIN, aligned <= 0])


def _at(stage: sp.Expr) -> Relations:
    """The stages of source, target and link, and K; hop k of the round leaves stage k, and so does a link at place k of its ring."""
    return (*_ENDS, stage >= 0, stage <= r - 1, sp.Eq(k, stage))


def crossing(name: str) -> tuple[Crossings, ...]:
    """Packets over a link at stage s."""
    if name == "secondary":
        within = (
            Hops(((t, s + 1, r - 1), (j, _ZERO, s)), s, _SAME_ROW),
            Hops(((t, _ZERO, j - 1), (j, _ONE, s)), s, _SAME_ROW),
            Hops(((j, t + 1, r - 1), (t, s + 1, r - 1)), s, _SAME_ROW),
        )
        before = Hops(((j, _ONE, s),), s, _SOURCE_ROW, differ=_ZERO, times=r)
        after = Hops(((t, s + 1, r - 1),), s, _TARGET_ROW, differ=t, times=r)
        return (
            _along(_ANY_STAGE, s, _SAME_ROW, _WITHIN, *within),
            _along(_ANY_STAGE, s, _SOURCE_ROW, (_BEFORE,), before),
            _along(_ANY_STAGE, s, _TARGET_ROW, (_AFTER,), after),
        )
    found = options(r, name == "long", entering=False)
    places = at_hop(found, 0, s)
    if name == "long":
        hops: tuple[Hops, ...] = (Hops(((t, _ZERO, r - 1),), s, places, times=r),)
    else:
        hops = (
            Hops(((t, s + 1, r - 1),), s, places, differ=_ZERO, times=r),
            Hops(((t, _ZERO, s),), s, places, differ=t, times=r),
        )
    return (Crossings(g, _ANY_STAGE, _at(s), found, _ROUND, hops, (j, t), r),)


def _along(domain: Relations, stage: sp.Expr, row: tuple[Places, ...], legs: tuple[Leg, ...], *hops: Hops) -> Crossings:
    return Crossings(g, domain, _at(stage), (Option((), row),), legs, hops, (j, t), r)


def entering(name: str, stage: sp.Expr) -> tuple[Crossings, ...]:
    """Packets that enter a ring by a link at stage 0, or at a later stage, given by a symbol."""
    first = stage == 0
    domain: Relations = _DOMAIN if first else (*_DOMAIN, stage >= 1, stage <= r - 1)
    if name == "secondary":
        return _onto_secondary(stage, domain)
    long = name == "long"
    found = options(r, long, entering=True)
    places = at_hop(found, 0 if first else 1, stage)
    if long:
        hops: tuple[Hops, ...] = (Hops(((t, _ZERO, r - 1),), stage, places, times=r),)
    elif first:
        hops = (Hops(((t, _ZERO, r - 1),), stage, places, differ=_ZERO, times=r),)
    else:
        hops = (
            Hops(((t, _ZERO, stage - 1),), stage, places, times=r),
            Hops((), stage, places, differ=stage, times=r, fixed=(sp.Eq(t, stage),)),
            Hops(((t, stage + 1, r - 1),), stage, places, times=r),
        )
    return (Crossings(g, domain, _at(stage), found, _ROUND, hops, (j, t), r),)


def _onto_secondary(stage: sp.Expr, domain: Relations) -> tuple[Crossings, ...]:
    """Packets enter a secondary ring at their source, whose stage is j, or at stage 0 after their round."""
    at_source = (Leg((aligned <= 0, t >= j + 1), j, j), Leg((aligned <= 0, t <= j - 1), j, j))
    here = (sp.Eq(j, stage),)
    within: tuple[Hops, ...] = (Hops(((t, stage + 1, r - 1),), stage, _SAME_ROW, fixed=here),)
    if stage == 0:
        after = Hops(((t, _ONE, r - 1),), stage, _TARGET_ROW, differ=t, times=r)
        leg = Leg((aligned >= t + 1, t >= 1), _ZERO, _ZERO)
        return (
            _along(domain, stage, _SAME_ROW, at_source, *within),
            _along(domain, stage, _TARGET_ROW, (leg,), after),
        )
    within = (*within, Hops(((t, _ZERO, stage - 1),), stage, _SAME_ROW, fixed=here))
    before = Hops((), stage, _SOURCE_ROW, differ=_ZERO, times=r, fixed=here)
    return (
        _along(domain, stage, _SAME_ROW, at_source, *within),
        _along(domain, stage, _SOURCE_ROW, (Leg((aligned >= 1, j >= 1), j, j),), before),
    )


_FLY = Fly(g, r, _ANY_STAGE, _rule, _followed, _SMALL)
_VISITS = {
    "primary": (Visit((r >= 1,), r, r),),
    "long": (Visit((r >= 1,), r, 2 * r),),
    "secondary": (
        Visit((*_ENDS, t >= j), t - j, r),
        Visit((*_ENDS, t <= j - 1), t - j + r, r),
        Visit((*_ENDS, j >= 1), r - j, r),
        Visit(_ENDS, t, r),
    ),
}


def in_f(write: Writer) -> Writer:
    """The last step: g = f - 1."""
    write.step(write.now.xreplace({g: f - 1}), "g stands for f - 1", Standing(g, f - 1, (g >= 2,)))
    return write


def _sent(name: str) -> Writer:
    parts = tuple(Part(_ONE, packets) for packets in crossing(name))
    write = _FLY.sent(name, ((sp.true, parts),), _ALONG if name == "secondary" else _OVER)
    closed = {
        "primary": r * (r * g ** (r - 1) - (r - 1 - s) - (g ** (s + 1) - 1) / (g - 1)),
        "secondary": r * ((r - 1) / 2 - s + (r - 1) * g**r - (g**r - g ** (s + 1)) / (g - 1)),
        "long": r**2 * g ** (r - 1),
    }
    write.normal(closed[name], COLLECTED)
    return write


def _ring(name: str) -> tuple[Part, ...]:
    """The links of a ring: one at each stage, on a long ring two."""
    links = sp.Integer(2 if name == "long" else 1)
    start = tuple(Part(links, packets) for packets in entering(name, _ZERO))
    return start + tuple(Part(links, packets, (i, _ONE, r - 1)) for packets in entering(name, i))


def _echoed(name: str) -> Writer:
    because = _ONTO if name == "secondary" else _INTO
    write = _FLY.echoed(name, ((sp.true, _ring(name)),), because, _VISITS[name], _sent(name).derivation())
    closed = {
        "primary": r * (r * (r - 1) * (g - 1) * g ** (r - 2) - g ** (r - 1) - s + (g ** (s + 1) - 1) / (g - 1)),
        "secondary": r * ((r - 1) * g**r - (r - 1) / 2 + s - (g ** (s + 1) - g) / (g - 1)),
        "long": r**2 * g ** (r - 2) * (g + 2 * (r - 1) * (g - 1)),
    }
    write.normal(closed[name], COLLECTED)
    return write


def _queue(which: str) -> Lemma:
    def leaving(stage: sp.Expr) -> tuple[Part, ...]:
        names = ("primary", "long", "secondary")
        return tuple(Part(g - 1 if name == "long" else _ONE, x) for name in names for x in entering(name, stage))

    cases: tuple[Case, ...] = ((s >= 1, leaving(s)), (sp.true, leaving(_ZERO)))
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
        write.step(first, "most packets enter rings at stage 0", LargestAt(g, _DOMAIN, _ZERO, (_LATER,)))
    return FAMILY.queue(which, in_f(write))


_LATER = Dominated((s >= 1,), ((g, 2 + x), (s, 1 + y), (r, 2 + y + z)), ((x, g - 2), (y, s - 1), (z, r - s - 1)))
_EARLIER = Dominated((s <= r - 2,), ((g, 2 + x), (s, y), (r, 2 + y + z)), ((x, g - 2), (y, s), (z, r - s - 2)))


def _hottest(what: str, name: str) -> Lemma:
    """Most packets over primary links at stage 0, over secondary ones at the last stage; the echoes are the rest of the rings."""
    one = (_sent(name) if what == "send" else _echoed(name)).derivation()
    at_first = (what == "send") == (name == "primary")
    write = Writer(RangeMax(one.start, sp.Tuple(s, _ZERO, r - 1)))
    write.step(RangeMax(one.result, write.now.args[1]), "they are derived before, for every stage s", Derived(one))
    stage, others = (_ZERO, _LATER) if at_first else (r - 1, _EARLIER)
    value = one.result.xreplace({s: stage})
    because = "most are at the " + ("first stage" if at_first else "last stage")
    write.step(value, because, LargestAt(g, _DOMAIN, stage, (others,)))
    write.normal(factored(value) if name == "primary" and what == "send" else value, COLLECTED)
    packets = {"send": "packets", "echo": "echoes"}[what]
    where = "at stage 0" if at_first else "at stage r - 1"
    both = "; packets and echoes together are as many at every stage, so that with echoes shorter than packets "
    hot = f"the hot link of the class is {where}" if what == "send" else "it is not the hot link of the class"
    return FAMILY.lemma(
        f"hot_{what}.{name}",
        f"{what[0].upper()}_max",
        f"The most {packets} that cross a {name} link, {where}{both}{hot}.",
        f"{packets} that cross a link of the class, the largest number over its stages s",
        lambda size: max(_followed(size).on_link(what, name, stage) for stage in range(size["r"])),
        in_f(write),
        f"ring.hot_{what}",
        name,
    )


def _ways_certified() -> None:
    _rule()
    certify_alternation((_STOPPED, _WHOLE), [*_DOMAIN, *_ENDS], r)


def _ring_cases() -> tuple[tuple[Relations, sp.Expr], ...]:
    """Most rings: those of the round, the secondary ring before it (from j >= 1), and after it (to t >= 1, if it did not stop)."""
    found: list[tuple[Relations, sp.Expr]] = [
        ((aligned <= 0, t >= j + 1), _ONE),
        ((aligned <= 0, t <= j - 1), _ONE),
        ((aligned <= 0, sp.Eq(t, j)), _ZERO),
    ]
    for leg in (_STOPPED, _WHOLE):
        for when, rings in rings_of_leg(leg):
            for source, before in ((j >= 1, 1), (j <= 0, 0)):
                for target, after in ((t >= 1, 1), (t <= 0, 0)):
                    found.append(((*when, source, target), rings + before + (after if leg is _WHOLE else 0)))
    return tuple(found)


_STAGES_J, _STAGES_T = (j, _ZERO, r - 1), (t, _ZERO, r - 1)
_NETWORK = Network(
    g,
    r,
    (_STAGES_T, _STAGES_J, (aligned, _ZERO, r)),
    _DOMAIN,
    (
        Way(((t, j, r - 1), _STAGES_J), _ZERO, _ZERO, t - j),
        Way(((t, _ZERO, j - 1), (j, _ONE, r - 1)), _ZERO, _ZERO, t - j + r),
        Way(((t, _ONE, r - 1), (j, _ONE, r - 1)), _ONE, t, r - j + t),
        Way((_STAGES_T, (j, _ONE, r - 1)), t + 1, r, 2 * r - j + t),
        Way(((t, _ONE, r - 1),), _ONE, t, t, fixed=(sp.Eq(j, 0),)),
        Way((_STAGES_T,), t + 1, r, r + t, fixed=(sp.Eq(j, 0),)),
    ),
    _ring_cases(),
    _ways_certified,
    _followed,
    _SMALL,
)
_ONE_STAGE = ((r <= 1,), ((j, _ZERO), (t, _ZERO), (aligned, r)))
_FARTHEST = ((r >= 2,), ((j, _ONE), (t, r - 1), (aligned, r)))
_LENGTHS = (
    "in its row a packet makes t - j hops modulo r; else r - j to stage 0 (none from there), then t hops of the round if K <= t, "
    "or the whole round and t more"
)


def _distance() -> Writer:
    write = _NETWORK.distance(_LENGTHS)
    because = "the farthest pairs are stages 1 and r - 1, in rows whose last digits differ"
    write.step(3 * r - 2, because, LargestInRange(_DOMAIN, (_ONE_STAGE, _FARTHEST)))
    return write


def _ring_hops() -> Writer:
    write = _NETWORK.ring_hops(
        "at most K rings in the first K hops of the round and one more if it goes on, and the secondary rings before and after it"
    )
    proof = LargestInRange(_DOMAIN, (_ONE_STAGE, _FARTHEST))
    write.step(sp.Piecewise((1, r <= 1), (r + 2, True)), "with one stage all packets are over after one hop", proof)
    return write


def _mean_distance() -> Lemma:
    write = _NETWORK.mean_distance(r * g**r, "K <= h for the words that agree from place h on; " + _LENGTHS)
    _FLY.count_pairs(write)
    write.normal(2 * r - 1 - (r - 1) / (2 * g**r) - (g**r - 1) / ((g - 1) * g**r), COLLECTED)
    return FAMILY.whole("mean_distance", in_f(write))


def _link(what: str, name: str) -> Lemma:
    write = _sent(name) if what == "send" else _echoed(name)
    return FAMILY.link(what, name, in_f(write), at_stage=name != "long")


_ROWS = (f - 1, r, tuple({f: size[g] + 1, r: size[r]} for size in _SMALL))
_LINKS = {"primary": (r, r), "secondary": (r, r), "long": ((f - 2) * r, 2 * r)}  # for each row, and on a ring


LEMMAS: dict[str, Callable[[], Lemma]] = {
    f"livefly.{what}.{name}": partial(_link, what, name) for what in ("send", "echo") for name in _VISITS
}
LEMMAS |= {
    f"livefly.hot_{what}.{name}": partial(_hottest, what, name)
    for what in ("send", "echo")
    for name in ("primary", "secondary")
}
LEMMAS |= {
    f"livefly.ring_count.{name}": partial(FAMILY.rings_counted, name, (links,), *_ROWS)
    for name, links in _LINKS.items()
}
LEMMAS |= {
    "livefly.nodes": lambda: FAMILY.nodes_counted(r, *_ROWS),
    "livefly.rings": lambda: FAMILY.rings_counted(None, tuple(_LINKS.values()), *_ROWS),
    "livefly.queue": lambda: _queue("at stage"),
    "livefly.hot_queue": lambda: _queue("hot"),
    "livefly.mean_queue": lambda: _queue("mean"),
    "livefly.distance": lambda: FAMILY.whole("distance", _distance()),
    "livefly.ring_hops": lambda: FAMILY.whole("ring_hops", _ring_hops()),
    "livefly.latency": lambda: FAMILY.latency(_distance().derivation(), _ring_hops().derivation()),
    "livefly.mean_distance": _mean_distance,
}

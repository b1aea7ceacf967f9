"""Steps of routings as first-order relations between the resource that a packet holds and the one that it requests
next: dimension order, fabrics, the livefly.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import sympy as sp

from netlemma.derive.algebra.evaluate import Place, Point, compiled, place_of, placed
from netlemma.derive.algebra.notation import Lexicographic, NotRising
from netlemma.derive.core.domain import Size

# Step formulas: first-order relations between the resource that a packet holds and the one that it requests next.
#
# Resources (channels, queues) have coordinates, integers that locate them in the network. A step formula contains the
# coordinates of two resources, the sizes of the network, and variables of a packet: the step is legal if the formula
# holds for some packet. Coordinates that do not matter, such as the digits in other dimensions, and adjacency of the
# resources in the network are left out.


Coordinates = tuple[int, ...]
Range = tuple[sp.Symbol, sp.Expr, sp.Expr]


def coordinates(letters: str) -> tuple[tuple[sp.Symbol, ...], tuple[sp.Symbol, ...]]:
    """The symbols of the coordinates of two resources, such as p_1 and p_2.

    >>> coordinates("d p")
    ((d_1, p_1), (d_2, p_2))
    """
    held, wanted = (tuple(sp.Symbol(f"{x}_{i}", integer=True) for x in letters.split()) for i in (1, 2))
    return held, wanted


@dataclass(frozen=True)
class StepFormula:
    """A step formula.

    words: Meaning of the coordinates and of the packet.
    sizes: Symbols of the sizes.
    held: Coordinates of the resource held.
    wanted: Coordinates of the resource requested.
    ranges: Coordinates and packet variables, with their lowest and highest values.
    formula: Condition of a legal step, for some values of the packet variables.
    between: Coordinates of the route from one resource to the other, such as the number of hops.
    """

    words: str
    sizes: tuple[sp.Symbol, ...]
    held: tuple[sp.Symbol, ...]
    wanted: tuple[sp.Symbol, ...]
    ranges: tuple[Range, ...]
    formula: sp.Basic
    between: tuple[sp.Symbol, ...] = ()

    @property
    def letters(self) -> tuple[str, ...]:
        """The names of the coordinates, without numbers."""
        return tuple(x.name.partition("_")[0] for x in self.held)

    def not_rising(self, rank: Sequence[sp.Expr]) -> NotRising:
        """The number of steps along which a rank does not rise; its parts are expressions in the coordinates held and the sizes."""
        later = [x.xreplace(dict(zip(self.held, self.wanted, strict=True))) for x in rank]
        first, second = (x[0] if len(x) == 1 else Lexicographic(*x) for x in (list(rank), later))
        return NotRising(first, second, self.formula, *(sp.Tuple(*x) for x in self.ranges))

    @property
    def packet(self) -> tuple[Range, ...]:
        """The packet variables: the ranges that belong to no coordinate."""
        return tuple(x for x in self.ranges if x[0] not in {*self.held, *self.wanted, *self.between})

    def at(self, size: Size) -> Callable[[Coordinates, Coordinates, Coordinates], bool]:
        """The relation at one size: a predicate of the coordinates held, wanted and between."""
        places = [place_of(x) for x in (*self.held, *self.wanted, *self.between)]
        values = placed({s: size[s.name] for s in self.sizes})
        limits = [(compiled(low)(values), compiled(high)(values)) for _, low, high in self.packet]
        packets = [range(int(low), int(high) + 1) for low, high in limits]
        known: dict[tuple[Coordinates, ...], bool] = {}

        def allows(held: Coordinates, wanted: Coordinates, between: Coordinates = ()) -> bool:
            key = (held, wanted, between)
            if key not in known:
                point = values | dict(zip(places, (*held, *wanted, *between), strict=True))
                known[key] = any(self._holds(point | packet) for packet in self._packets(packets))
            return known[key]

        return allows

    @cached_property
    def condition(self) -> sp.Basic:
        """The formula and all ranges."""
        return sp.And(*(sp.And(lower <= x, x <= upper) for x, lower, upper in self.ranges), self.formula)

    @cached_property
    def _holds(self) -> Callable[[Point], bool]:
        return compiled(self.condition)

    def _packets(self, ranges: Sequence[range]) -> Iterator[dict[Place, int]]:
        names = [place_of(x) for x, _, _ in self.packet]
        return (dict(zip(names, values, strict=True)) for values in product(*ranges))


def rank_at(rank: Sequence[sp.Expr], held: Sequence[sp.Symbol], size: Mapping[sp.Symbol, int]) -> Callable:
    """The rank at one size, as a function from coordinates to a tuple of numbers.

    >>> k, (p,) = sp.Symbol("k"), coordinates("p")[0]
    >>> rank_at((k - p,), (p,), {k: 5})((2,))
    (3,)
    """
    parts, places, sizes = [compiled(x) for x in rank], [place_of(x) for x in held], placed(size)
    known: dict[Coordinates, tuple[int, ...]] = {}

    def value(at: Coordinates) -> tuple[int, ...]:
        if at not in known:
            point = sizes | dict(zip(places, at, strict=True))
            known[at] = tuple(part(point) for part in parts)
        return known[at]

    return value


# Steps of dimension order on lines, rings and one-way rings, with dateline channels on rings.
#
# A channel belongs to a dimension d. Its place x is the digit to which it leads or, where digits fall (u = -1), that
# digit counted from the other end. So x grows by 1 along every route, except at the jump of a ring from its last place to
# place 0. The virtual channel v is 1 from the jump on, and 0 before it: a packet that makes its hop to place x after i
# others has jumped if x <= i.


made = sp.Symbol("i", integer=True)
_NO_CROSSING = sp.Integer(0)
_PLACE = "a channel of dimension d leads to digit x"
_BOTH = "a channel of dimension d leads to digit x, rising (u = 1), or to digit {last} - x, falling (u = -1)"
_PACKET = "; a packet has made i hops in dimension d_1 before c_1"
_LANE = "; v = 1 from the jump between digits {last} and 0 on, v = 0 before it"


def line_steps(k: sp.Symbol, n: sp.Symbol) -> StepFormula:
    """Dimension order on n lines of k nodes: a step on along the line, or to a later dimension, in any direction."""
    held, wanted = coordinates("d u x")
    (d, u, x), (later, up, y) = held, wanted
    along = sp.And(sp.Eq(d, later), sp.Eq(u, up), sp.Eq(y, x + 1))
    ranges = (
        (d, _NO_CROSSING, n - 1),
        (later, _NO_CROSSING, n - 1),
        (x, sp.Integer(1), k - 1),
        (y, sp.Integer(1), k - 1),
    )
    return StepFormula(_BOTH.format(last="k - 1"), (k, n), held, wanted, ranges, sp.Or(along, d < later))


def oneway_ring_steps(k: sp.Symbol, n: sp.Symbol, dateline: bool) -> StepFormula:
    """Dimension order on n one-way rings of k nodes; a route has up to k - 1 hops in a dimension."""
    held, wanted = coordinates("d v x" if dateline else "d x")
    one, two = _by_letter("d v x" if dateline else "d x", held, wanted)
    formula = _around(one, two, made + 2 <= k - 1, made + 1 <= k - 1, k, dateline)
    words = _PLACE + (_LANE.format(last="k - 1") if dateline else "") + _PACKET
    return StepFormula(words, (k, n), held, wanted, _ranges(one, two, k, n), formula)


def ring_steps(k: sp.Symbol, n: sp.Symbol, dateline: bool) -> StepFormula:
    """Dimension order on n rings of k nodes by shortest paths: up to k/2 hops if the digit rises, fewer if it falls."""
    letters = "d u v x" if dateline else "d u x"
    held, wanted = coordinates(letters)
    one, two = _by_letter(letters, held, wanted)

    def hops(x: dict[str, sp.Symbol], count: sp.Expr) -> sp.Basic:
        return sp.Or(sp.And(sp.Eq(x["u"], 1), 2 * count <= k), sp.And(sp.Eq(x["u"], -1), 2 * count < k))

    same = sp.And(sp.Eq(one["u"], two["u"]), hops(one, made + 2))
    formula = _around(one, two, same, sp.And(hops(one, made + 1), hops(two, sp.Integer(1))), k, dateline)
    words = _BOTH.format(last=k - 1) + (_LANE.format(last=k - 1) if dateline else "") + _PACKET
    return StepFormula(words, (k, n), held, wanted, _ranges(one, two, k, n), formula)


def off_rings(steps: StepFormula, k: sp.Symbol) -> StepFormula:
    """The steps on rings of k nodes that do not lead to the next channel of the same ring in the same direction."""
    letters = " ".join(steps.letters)
    one, two = _by_letter(letters, steps.held, steps.wanted)
    alike = [sp.Eq(one[letter], two[letter]) for letter in steps.letters if letter != "x"]
    formula = sp.And(steps.formula, sp.Not(sp.And(*alike, _next_place(one, two, k))))
    words = f"{steps.words}; steps to the next channel of the same ring are left out"
    return StepFormula(words, steps.sizes, steps.held, steps.wanted, steps.ranges, formula, steps.between)


def _by_letter(letters: str, *symbols: tuple[sp.Symbol, ...]) -> list[dict[str, sp.Symbol]]:
    return [dict(zip(letters.split(), x, strict=True)) for x in symbols]


def _ranges(one: dict, two: dict, k: sp.Symbol, n: sp.Symbol) -> tuple[tuple[sp.Symbol, sp.Expr, sp.Expr], ...]:
    return (
        (one["d"], _NO_CROSSING, n - 1),
        (two["d"], _NO_CROSSING, n - 1),
        (one["x"], _NO_CROSSING, k - 1),
        (two["x"], _NO_CROSSING, k - 1),
        (made, _NO_CROSSING, k - 1),
    )


def _around(one: dict, two: dict, on: sp.Basic, to: sp.Basic, k: sp.Symbol, dateline: bool) -> sp.Basic:
    """Along a ring if ``on``, or to a later dimension if ``to`` holds for the numbers of hops."""
    lanes = (_lane(one, made), _lane(two, made + 1), _lane(two, _NO_CROSSING)) if dateline else (sp.true,) * 3
    along = sp.And(sp.Eq(one["d"], two["d"]), _next_place(one, two, k), on, lanes[1])
    turn = sp.And(one["d"] < two["d"], to, lanes[2])
    return sp.And(lanes[0], sp.Or(along, turn))


def _next_place(one: dict, two: dict, k: sp.Symbol) -> sp.Basic:
    return sp.Or(sp.Eq(two["x"], one["x"] + 1), sp.And(sp.Eq(one["x"], k - 1), sp.Eq(two["x"], 0)))


def _lane(x: dict[str, sp.Symbol], before: sp.Expr) -> sp.Basic:
    """The virtual channel of a packet after a number of hops."""
    return sp.Or(sp.And(sp.Eq(x["v"], 0), x["x"] > before), sp.And(sp.Eq(x["v"], 1), x["x"] <= before))


# Steps of routings of fabrics: up and down trees, along grids of cliques, from group to group, and hop by hop.
#
# Hops lead on: the first node of a channel and the last node of the one behind it are r hops apart, and differ if r > 0.


apart = sp.Symbol("r", integer=True)
_ZERO, _ONE, _TWO = sp.Integer(0), sp.Integer(1), sp.Integer(2)
_KINDS = "a channel leaves a terminal (m = 0), is in dimension d (m = 1), or leads to a terminal (m = 2)"
_APART = "; the two ends of the way along c_1 and c_2 are r hops apart"


def tree_steps(height: sp.Expr) -> StepFormula:
    """Up to a common ancestor and down from there in a tree of any numbers of children and parents."""
    held, wanted = coordinates("u l")
    (u, level), (to, other) = held, wanted
    up = sp.And(
        sp.Eq(u, 0), sp.Or(sp.And(sp.Eq(to, 0), sp.Eq(other, level + 1)), sp.And(sp.Eq(to, 1), sp.Eq(other, level)))
    )
    down = sp.And(sp.Eq(u, 1), sp.Eq(to, 1), sp.Eq(other, level - 1))
    ways = tuple((x, _ZERO, _ONE) for x in (u, to))
    levels = tuple((x, _ZERO, height - 1) for x in (level, other))
    words = "a channel leads up (u = 0) or down (u = 1) between the levels l and l + 1" + _APART
    return StepFormula(
        words, _sizes(height), held, wanted, (*ways, *levels), sp.And(sp.Eq(apart, 2), sp.Or(up, down)), (apart,)
    )


def grid_steps(dimensions: sp.Expr) -> StepFormula:
    """Dimension order on a grid whose lines are cliques, between terminals: a hop in each dimension in which switches differ."""
    held, wanted = coordinates("m d")
    (kind, d), (then, later) = held, wanted
    on = sp.Or(kind < then, sp.And(sp.Eq(kind, 1), sp.Eq(then, 1), d < later))
    return StepFormula(
        f"{_KINDS}{_APART}",
        _sizes(dimensions),
        held,
        wanted,
        _grid_ranges(held, wanted, dimensions),
        sp.And(sp.Eq(apart, 2), on),
        (apart,),
    )


def clique_steps(dimensions: sp.Symbol) -> StepFormula:
    """Dimension order on a product of cliques: a hop in each dimension in which the digits differ."""
    held, wanted = coordinates("d")
    ranges = tuple((x, _ZERO, dimensions - 1) for x in (*held, *wanted))
    on = sp.And(sp.Eq(apart, 2), held[0] < wanted[0])
    return StepFormula(f"a channel is in dimension d{_APART}", (dimensions,), held, wanted, ranges, on, (apart,))


def aside_steps(dimensions: sp.Expr) -> StepFormula:
    """Dimension order with at most one hop aside in each dimension, on virtual channel 0, before the hop to its end, on 1."""
    held, wanted = coordinates("m d v")
    (kind, d, v), (then, later, w) = held, wanted
    back = sp.And(sp.Eq(kind, 1), sp.Eq(then, 1), sp.Eq(d, later), sp.Eq(v, 0), sp.Eq(w, 1), sp.Eq(apart, 1))
    settled = sp.Or(sp.Eq(kind, 0), sp.Eq(v, 1))
    on = sp.And(settled, sp.Or(kind < then, sp.And(sp.Eq(kind, 1), sp.Eq(then, 1), d < later)), sp.Eq(apart, 2))
    lanes = tuple((x, _ZERO, _ONE) for x in (v, w))
    return StepFormula(
        f"{_KINDS}, on virtual channel v{_APART}",
        _sizes(dimensions),
        held,
        wanted,
        (*_grid_ranges(held, wanted, dimensions), *lanes),
        sp.Or(back, on),
        (apart,),
    )


def group_steps() -> StepFormula:
    """At most one local hop, one global hop and one local hop; the virtual channel is 1 behind the global hop."""
    held, wanted = coordinates("v c")
    (v, kind), (w, then) = held, wanted
    rises = sp.And(sp.Eq(v, w), kind < then)
    beyond = sp.And(sp.Eq(kind, 2), sp.Eq(then, 1), sp.Eq(v, 0), sp.Eq(w, 1))
    once = sp.Or(sp.Ne(then, 2), sp.Eq(w, 0))
    kinds = tuple((x, _ZERO, sp.Integer(3)) for x in (kind, then))
    return StepFormula(
        "a channel leaves a terminal (c = 0), is local (1) or global (2), or leads to a terminal (3), on virtual channel v" + _APART,
        (), held, wanted, (*((x, _ZERO, _ONE) for x in (v, w)), *kinds), sp.And(sp.Eq(apart, 2), once, sp.Or(rises, beyond)), (apart,),
    )  # fmt: skip


def detour_steps(lanes: int, twice: int, through: int) -> StepFormula:
    """Local and global hops on virtual channels that rise with each local hop behind another hop between switches and each global
    one behind a global one; a local hop is followed by one on the channels below ``twice``, a global one on those below ``through``.
    """
    held, wanted = coordinates("v c")
    (v, kind), (w, then) = held, wanted
    rises = sp.And(sp.Eq(v, w), kind < then)
    beyond = sp.And(
        sp.Eq(kind, 2), sp.Or(sp.Eq(then, 1), sp.And(sp.Eq(then, 2), apart >= 1, v <= through - 1)), sp.Eq(w, v + 1)
    )
    aside = sp.And(sp.Eq(kind, 1), sp.Eq(then, 1), sp.Eq(w, v + 1), v <= twice - 1)
    last = sp.Or(sp.Ne(then, 2), w <= lanes - 2)
    kinds = tuple((x, _ZERO, sp.Integer(3)) for x in (kind, then))
    levels = tuple((x, _ZERO, sp.Integer(lanes - 1)) for x in (v, w))
    return StepFormula(
        "a channel leaves a terminal (c = 0), is local (1) or global (2), or leads to a terminal (3), on virtual channel v" + _APART,
        (), held, wanted, (*levels, *kinds), sp.And(last, sp.Or(rises, beyond, aside), sp.Or(sp.Eq(apart, 2), beyond, aside)), (apart,),
    )  # fmt: skip


def detour_hop_steps() -> StepFormula:
    """A hop aside on virtual channel 0, and one from there to another node than the first on channel 1."""
    held, wanted = coordinates("v")
    ranges = tuple((x, _ZERO, _ONE) for x in (*held, *wanted))
    on = sp.And(sp.Eq(apart, 1), sp.Eq(held[0], 0), sp.Eq(wanted[0], 1))
    return StepFormula(f"a channel is number v of its hop{_APART}", (), held, wanted, ranges, on, (apart,))


def path_steps(n: sp.Symbol) -> StepFormula:
    """Along a path through all nodes of a full mesh: to the next link in the same direction."""
    held, wanted = coordinates("u x")
    (u, x), (up, y) = held, wanted
    ranges = tuple((place, _ONE, n - 1) for place in (x, y))
    words = "a link of the path leads to node x, rising (u = 1), or to node n - 1 - x, falling (u = -1)"
    return StepFormula(words, (n,), held, wanted, ranges, sp.And(sp.Eq(u, up), sp.Eq(y, x + 1)))


def lane_steps() -> StepFormula:
    """Minimal routing of a dragonfly on lane 0 to groups of higher number and within one, on lane 1 to those of lower number."""
    held, wanted = coordinates("v x c")
    (v, group, kind), (w, to, then) = held, wanted
    inside = sp.And(sp.Eq(group, to), kind < then, sp.Ne(kind, 2))
    beyond = sp.And(
        sp.Eq(kind, 2),
        sp.Or(sp.Eq(then, 1), sp.Eq(then, 3)),
        sp.Or(sp.And(sp.Eq(v, 0), group < to), sp.And(sp.Eq(v, 1), group > to)),
    )
    kinds = tuple((x, _ZERO, sp.Integer(3)) for x in (kind, then))
    numbers = tuple((x, _ZERO, sp.oo) for x in (group, to))
    return StepFormula(
        "a channel leaves a terminal (c = 0), is local (1) or global (2), or leads to a terminal (3), on lane v, from group x" + _APART,
        (), held, wanted, (*((x, _ZERO, _ONE) for x in (v, w)), *numbers, *kinds),
        sp.And(sp.Eq(v, w), sp.Eq(apart, 2), sp.Or(inside, beyond)), (apart,),
    )  # fmt: skip


def hop_steps(hops: sp.Expr) -> StepFormula:
    """Shortest paths whose hop i, counted from 0, is made on virtual channel i."""
    held, wanted = coordinates("v")
    ranges = tuple((x, _ZERO, hops - 1) for x in (*held, *wanted))
    on = sp.And(sp.Eq(apart, 2), sp.Eq(wanted[0], held[0] + 1))
    return StepFormula(f"a channel is number v of its hop{_APART}", _sizes(hops), held, wanted, ranges, on, (apart,))


def _grid_ranges(
    held: tuple[sp.Symbol, ...], wanted: tuple[sp.Symbol, ...], dimensions: sp.Expr
) -> tuple[tuple[sp.Symbol, sp.Expr, sp.Expr], ...]:
    kinds = tuple((x[0], _ZERO, _TWO) for x in (held, wanted))
    return (*kinds, *((x[1], _ZERO, dimensions - 1) for x in (held, wanted)))


def _sizes(number: sp.Expr) -> tuple[sp.Symbol, ...]:
    return tuple(sorted(number.free_symbols, key=str))


# Steps of packets between the output queues of the livefly: along the secondary ring to stage 0, a round, the ring again.
#
# A queue has its kind m, 0 on secondary, 1 on primary and 2 on long links, and its stage s; h is the number of hops from
# it to the next queue, all along one ring.


j, t, aligned, h = sp.symbols("j t K h", integer=True)
WORDS = (
    "an output queue of stage s is on a secondary link (m = 0), a primary (m = 1) or a long one (m = 2); a packet goes from stage j "
    "to stage t of a row whose digits differ from its own at place K - 1 and at none behind it; h hops lead from c_1 to c_2"
)


def livefly_steps(r: sp.Symbol) -> StepFormula:
    """The step formula for r stages.

    The round ends after t hops if the row is correct by then (K <= t), otherwise after r. Its hop i is made at stage i,
    by a long link for i = K - 1 and by primary ones after it. A packet enters a ring, and its output queue, where it
    changes rings.
    """
    held, wanted = coordinates("m s")
    (m, s), (kind, stage) = held, wanted

    def hop(kind: sp.Symbol, place: sp.Symbol) -> sp.Basic:
        made = sp.Or(place <= t - 1, sp.And(aligned >= t + 1, place <= r - 1))
        return sp.And(
            made, sp.Or(sp.And(sp.Eq(kind, 1), sp.Ne(place, aligned - 1)), sp.And(sp.Eq(kind, 2), place <= aligned - 1))
        )

    before = sp.And(sp.Eq(m, 0), sp.Eq(s, j), s >= 1, sp.Eq(stage, 0), hop(kind, stage), sp.Eq(h, r - s))
    round_ = sp.And(
        s < stage,
        hop(m, s),
        hop(kind, stage),
        sp.Or(sp.And(sp.Eq(m, 1), sp.Eq(kind, 2)), sp.And(sp.Eq(m, 2), stage <= aligned)),
        sp.Eq(h, stage - s),
    )
    after = sp.And(
        hop(m, s),
        sp.Or(sp.And(sp.Eq(m, 1), sp.Eq(s, aligned)), sp.And(sp.Eq(m, 2), sp.Eq(aligned, r))),
        t >= 1,
        aligned >= t + 1,
        sp.Eq(kind, 0),
        sp.Eq(stage, 0),
        sp.Eq(h, r - s),
    )
    kinds = tuple((x, sp.Integer(0), sp.Integer(2)) for x in (m, kind))
    stages = tuple((x, sp.Integer(0), r - 1) for x in (s, stage, j, t))
    return StepFormula(
        WORDS,
        (r,),
        held,
        wanted,
        (*kinds, *stages, (aligned, sp.Integer(1), r)),
        sp.Or(before, round_, after),
        (h,),
    )

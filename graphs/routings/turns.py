"""Turn models on meshes: shortest paths by whichever hop is free, without the turns that would close cycles."""

from dataclasses import replace
from functools import cache
from itertools import product
from math import prod

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.routing.capabilities import KnownDependencies, Turns
from netlemma.graphs.routing.channel_routing import ADAPTIVE, ChannelRouting
from netlemma.graphs.routings.dimensions import Dimensions, dimensions
from netlemma.graphs.routings.hops import NOTHING, Marks, on_channels
from netlemma.graphs.routings.virtual import any_channel
from netlemma.graphs.topology.structure import Network

Direction = tuple[int, bool]  # dimension, whether its digit rises
Turn = tuple[Direction, Direction]
STATES = (None, (False, True), (True, True), (False, False), (True, False))  # whether to rise, whether one hop is left
MOST_STATES, UNKNOWN = 1 << 24, 0xFFFFFFFF
COMPASS = {"west": (0, False), "east": (0, True), "south": (1, False), "north": (1, True)}


def turn_model(net: Network, name: str, forbidden: set[Turn], vcs: int, description: str) -> ChannelRouting:
    """Shortest paths without forbidden turns.

    A hop is taken only if the directions that are still needed after it can follow one after the other without such a
    turn.
    """
    dims = mesh_dimensions(net, name)
    states = [STATES[: 3 if factor.size == 2 else 5] for factor in net.factors]
    if prod(map(len, states)) > MOST_STATES:
        raise RoutingError(f"{name} on {net.title}: {len(states)} dimensions are too many for a turn model")
    inside, degree = dims.inside, np.diff(net.indptr)
    direction = (2 * inside.dimension + inside.up).astype(np.uint8)[dims.inner]
    numbered = [(d, up) for d in range(len(states)) for up in (False, True)]
    after = [sum(2 << c for c, came in enumerate(numbered) if (came, d) not in forbidden) | 1 for d in numbered]
    # in two phases: who came by a late direction needs no early one
    by_node = forbidden == set(product({came for came, _ in forbidden}, {d for _, d in forbidden})) and not (
        {came for came, _ in forbidden} & {d for _, d in forbidden}
    )
    classes = np.array([1] * len(after) if by_node else after, dtype=np.uint32)[direction]
    known = np.full(prod(map(len, states)), UNKNOWN, dtype=np.uint32)

    @cache
    def passable(came: Direction | None, needed: frozenset[Direction]) -> bool:
        """Whether the directions needed can follow one after the other without a forbidden turn."""
        return not needed or any((came, d) not in forbidden and passable(d, needed - {d}) for d in needed)

    def allowed(code: int) -> int:
        """Directions that packets may take at their source, as bits, where their digits are in some states."""
        needed: dict[Direction, bool] = {}
        for d in reversed(range(len(states))):
            code, state = divmod(code, len(states[d]))
            if (found := states[d][state]) is not None:
                needed[d, found[0]] = found[1]
        rest = frozenset(needed)
        return sum(1 << numbered.index(d) for d, last in needed.items() if passable(d, rest - {d} if last else rest))

    def marks_to(destination: int) -> Marks:
        code = np.zeros(1, dtype=np.int32)
        for d, factor in enumerate(net.factors):
            left = dims.digit(destination, d) - np.arange(factor.size, dtype=np.int32)
            state = (left != 0) * (1 + (left > 0)) + 2 * (abs(left) > 1)
            code = (code[:, None] * len(states[d]) + state).ravel()
        bits = known[code]
        for new in np.unique(code[bits == UNKNOWN]).tolist():
            known[new] = allowed(new)
        marks = np.repeat(known[code], degree) >> direction & 1
        return Marks(marks if by_node else marks * classes)

    def turns() -> Turns:
        straight = [[(a, b) not in forbidden and a != (b[0], not b[1]) for b in numbered] for a in numbered]
        return Turns(np.repeat(direction.astype(np.int64), vcs), np.array(straight).reshape(len(after), len(after)))

    lanes = f"; any of {vcs} virtual channels" if vcs > 1 else ""
    behind = NOTHING if by_node else direction + np.uint8(1)
    found = on_channels(name, net, ADAPTIVE, marks_to, any_channel(net), vcs, description + lanes, behind)
    return replace(found, dependencies=KnownDependencies(turns=turns))


def mesh_dimensions(net: Network, name: str) -> Dimensions:
    """The dimensions of a mesh."""
    if not net.factors or any(f.name != "line" for f in net.factors):
        raise RoutingError(
            f"{name} is a routing of meshes (products of lines), {net.title} is none: name another one, such as up-down"
        )
    return dimensions(net)


def _between(dimension_count: int, early: set[Direction]) -> set[Turn]:
    """The turns from late directions to early ones."""
    directions = set(product(range(dimension_count), (False, True)))
    return set(product(directions - early, early))


def _turn(text: str) -> Turn:
    """A turn as users write it: "north-west" is from north to west."""
    names = text.split("-")
    if len(names) != 2 or any(name not in COMPASS for name in names):
        raise RoutingError(f"allow={text!r} is no turn: write two of {', '.join(COMPASS)}, e.g. north-west")
    return COMPASS[names[0]], COMPASS[names[1]]


def _two_phases(net: Network, name: str, early: set[Direction], vcs: int, allow: str, text: str) -> ChannelRouting:
    """A turn model that forbids the turns from late to early directions, but for those that are allowed nevertheless."""
    extra = {_turn(t) for t in allow.split(",") if t}
    forbidden = _between(len(mesh_dimensions(net, name).factors), early)
    if extra - forbidden:
        raise RoutingError(f"allow={allow!r}: {name} forbids no such turn")
    also = f", and turns {allow} though the model forbids them" if allow else ""
    return turn_model(net, name, forbidden - extra, vcs, f"shortest paths, {text}{also}")


def west_first(net: Network, vcs: int = 1, allow: str = "") -> ChannelRouting:
    """First west (dimension 0 falling; with n dimensions, all but the last one falling), then the rest (Glass and Ni 1992).

    ``allow`` names turns that are allowed nevertheless, e.g. "north-west": then packets can close a circle.

    C. J. Glass and L. M. Ni, The turn model for adaptive routing, 1992.

    >>> from netlemma.graphs import network
    >>> net = network("mesh", k=3, n=2)
    >>> [west_first(net).channel_name(c) for c, _ in west_first(net).next_channels(6, None, 1, None)]
    ['(2,0)->(1,0)']
    """
    early = {(d, False) for d in range(max(1, len(mesh_dimensions(net, "west-first").factors) - 1))}
    return _two_phases(net, "west-first", early, vcs, allow, "west first (all dimensions but the last one falling)")


def north_last(net: Network, vcs: int = 1, allow: str = "") -> ChannelRouting:
    """Last of all north (dimension 1 rising; with n dimensions, all but the first one rising) (Glass and Ni 1992).

    C. J. Glass and L. M. Ni, The turn model for adaptive routing, 1992.
    """
    n = len(mesh_dimensions(net, "north-last").factors)
    early = {(d, False) for d in range(n)} | {(0, True)}
    return _two_phases(net, "north-last", early, vcs, allow, "north last (all dimensions but the first one rising)")


def negative_first(net: Network, vcs: int = 1, allow: str = "") -> ChannelRouting:
    """First all falling dimensions, then the rising ones (Glass and Ni 1992).

    C. J. Glass and L. M. Ni, The turn model for adaptive routing, 1992.
    """
    early = {(d, False) for d in range(len(mesh_dimensions(net, "negative-first").factors))}
    return _two_phases(net, "negative-first", early, vcs, allow, "falling digits first")


def odd_even(net: Network, vcs: int = 1) -> ChannelRouting:
    """Chiu's odd-even turn model (2000): no turn from east to north or south in even columns, none to west in odd ones.

    G.-M. Chiu, The odd-even turn model for adaptive routing, 2000.
    """
    dims = mesh_dimensions(net, "odd-even")
    if len(dims.factors) != 2:
        raise RoutingError(f"odd-even is a routing of two-dimensional meshes, {net.title} has {len(dims.factors)}")

    width, column = net.factors[0].size, dims.digits(0)
    row, degree = np.arange(net.node_count) % net.factors[1].size, np.diff(net.indptr)
    sideways, behind = dims.dimension == 0, (dims.dimension == 0).astype(np.uint8)
    x = np.arange(width)
    crosswise_first = np.lexsort((np.arange(net.hop_count), sideways, net.origin)).astype(np.int32)
    numbers = np.arange(net.hop_count, dtype=np.int32)

    def marks_to(destination: int) -> Marks:
        goal, far = dims.digit(destination, 0), row != dims.digit(destination, 1)
        across = np.where(x == goal, 3, np.where(x > goal, 3 * (x % 2 == 0), 1 + 2 * (x % 2)))  # bit 1: came sideways
        along = np.where((x == goal - 1) & (goal % 2 == 0), 0, 3)
        marks = np.where(
            sideways, np.repeat(np.where(far, along[column], 3), degree), np.repeat(across[column], degree)
        )
        order = np.where(np.repeat(column < goal, degree), crosswise_first, numbers)
        return Marks((marks * dims.to(destination).nearer[dims.inner]).astype(np.uint32), order)

    def turns() -> Turns:
        direction, odd = 2 * dims.dimension.astype(np.int64) + dims.up, column[net.target] % 2
        kinds = list(product(product((0, 1), (False, True)), (0, 1)))  # direction, parity of the column where it ends
        straight = [
            [
                a != (b[0], not b[1])
                and not (a == COMPASS["east"] and b[0] == 1 and not parity)
                and not (a[0] == 1 and b == COMPASS["west"] and parity)
                for b, _ in kinds
            ]
            for a, parity in kinds
        ]
        return Turns(np.repeat(2 * direction + odd, vcs), np.array(straight))

    text = "shortest paths, no turn from east in even columns, none to west in odd ones"
    lanes = f"; any of {vcs} virtual channels" if vcs > 1 else ""
    routing = on_channels("odd-even", net, ADAPTIVE, marks_to, any_channel(net), vcs, text + lanes, behind)
    return replace(routing, dependencies=KnownDependencies(turns=turns))


ROUTINGS = {"west-first": west_first, "north-last": north_last, "negative-first": negative_first, "odd-even": odd_even}

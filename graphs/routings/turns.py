"""Turn models on meshes: shortest paths by whichever hop is free, without the turns that would close cycles."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product

import numpy as np

from graphs.base.errors import RoutingError
from graphs.routing.channel_routing import ALL, ChannelChoice, ChannelRouting, Label
from graphs.routing.turns import Turns
from graphs.routings.dimensions import Dimensions, dimensions
from graphs.topology.structure import Network

Direction = tuple[int, bool]  # dimension, whether its digit rises
Turn = tuple[Direction, Direction]
COMPASS = {"west": (0, False), "east": (0, True), "south": (1, False), "north": (1, True)}


def turn_model(net: Network, name: str, forbidden: set[Turn], vcs: int, description: str) -> ChannelRouting:
    """Shortest paths without forbidden turns.

    A hop is taken only if the directions that are still needed after it can follow one after the other without such a
    turn.

    Parameters
    ----------
    net : Network
        A mesh.
    name : str
        Name of the routing.
    forbidden : set of Turn
        Forbidden turns, pairs of directions (dimension, whether digits rise).
    vcs : int
        Virtual channels of each hop.
    description : str
        Description of the routing.

    Returns
    -------
    ChannelRouting
        The routing.
    """
    dims = mesh_dimensions(net, name)

    @cache
    def passable(came: Direction | None, needed: frozenset[Direction]) -> bool:
        """Whether the directions needed can follow one after the other without a forbidden turn."""
        return not needed or any((came, d) not in forbidden and passable(d, needed - {d}) for d in needed)

    def allowed(came: Direction | None, node: int, destination: int) -> list[int]:
        near = [h for hops in dims.nearer(node, destination) for h in hops]
        needed = {(dims.dimension[h], dims.up[h]): h for h in near}
        found = []
        for d, h in needed.items():
            last = dims.digits[int(net.target[h])][d[0]] == dims.digits[destination][d[0]]
            rest = frozenset(needed) - {d} if last else frozenset(needed)
            if (came, d) not in forbidden and passable(d, rest):
                found.append(h)
        return found

    def turns() -> Turns:
        kinds = list(product(range(len(dims.factors)), (False, True)))
        straight = [[(a, b) not in forbidden and a != (b[0], not b[1]) for b in kinds] for a in kinds]
        return Turns(_directions(dims, vcs), np.array(straight).reshape(len(kinds), len(kinds)))

    return _adaptive(net, name, dims, allowed, vcs, description, turns)


def _directions(dims: Dimensions, vcs: int) -> np.ndarray:
    """The direction of each channel, 2d where digit d falls and 2d + 1 where it rises."""
    return np.repeat(2 * np.array(dims.dimension, dtype=np.int64) + np.array(dims.up, dtype=np.int64), vcs)


def mesh_dimensions(net: Network, name: str) -> Dimensions:
    """The dimensions of a mesh.

    Parameters
    ----------
    net : Network
        The network.
    name : str
        Name of the routing, for messages.

    Returns
    -------
    Dimensions
        The dimensions.

    Raises
    ------
    RoutingError
        If the network is not a mesh.
    """
    dims = dimensions(net)
    if any(f.name != "line" for f in dims.factors):
        raise RoutingError(f"{name} is a routing of meshes (products of lines), {net.title} is none")
    return dims


def _adaptive(
    net: Network,
    name: str,
    dims: Dimensions,
    allowed: Callable[[Direction | None, int, int], list[int]],
    vcs: int,
    description: str,
    turns: Callable[[], Turns],
) -> ChannelRouting:
    """The adaptive routing from the hops that are allowed after the direction in which a packet came."""

    def next_channels(node: int, came_by: int | None, destination: int, label: Label) -> list[ChannelChoice]:
        hop = None if came_by is None else came_by // vcs
        came = None if hop is None else (dims.dimension[hop], dims.up[hop])
        return [(h * vcs + vc, ALL) for h in allowed(came, node, destination) for vc in range(vcs)]

    lanes = f"; any of {vcs} virtual channels" if vcs > 1 else ""
    return ChannelRouting(name, net, "adaptive", next_channels, vcs, description=description + lanes, turns=turns)


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

    Parameters
    ----------
    net : Network
        A mesh.
    vcs : int, default 1
        Virtual channels of each hop.
    allow : str, default ''
        Turns that are allowed nevertheless, such as "north-west": then packets can close a cycle.

    Returns
    -------
    ChannelRouting
        The routing.

    References
    ----------
    C. J. Glass and L. M. Ni, The turn model for adaptive routing, 1992.

    Examples
    --------
    >>> from graphs import network
    >>> net = network("mesh", k=3, n=2)
    >>> [west_first(net).channel_name(c) for c, _ in west_first(net).next_channels(6, None, 1, None)]
    ['(2,0)->(1,0)']
    """
    early = {(d, False) for d in range(max(1, len(mesh_dimensions(net, "west-first").factors) - 1))}
    return _two_phases(net, "west-first", early, vcs, allow, "west first (all dimensions but the last one falling)")


def north_last(net: Network, vcs: int = 1, allow: str = "") -> ChannelRouting:
    """Last of all north (dimension 1 rising; with n dimensions, all but the first one rising) (Glass and Ni 1992).

    Parameters
    ----------
    net : Network
        A mesh.
    vcs : int, default 1
        Virtual channels of each hop.
    allow : str, default ''
        Turns that are allowed nevertheless.

    Returns
    -------
    ChannelRouting
        The routing.

    References
    ----------
    C. J. Glass and L. M. Ni, The turn model for adaptive routing, 1992.
    """
    n = len(mesh_dimensions(net, "north-last").factors)
    early = {(d, False) for d in range(n)} | {(0, True)}
    return _two_phases(net, "north-last", early, vcs, allow, "north last (all dimensions but the first one rising)")


def negative_first(net: Network, vcs: int = 1, allow: str = "") -> ChannelRouting:
    """First all falling dimensions, then the rising ones (Glass and Ni 1992).

    Parameters
    ----------
    net : Network
        A mesh.
    vcs : int, default 1
        Virtual channels of each hop.
    allow : str, default ''
        Turns that are allowed nevertheless.

    Returns
    -------
    ChannelRouting
        The routing.

    References
    ----------
    C. J. Glass and L. M. Ni, The turn model for adaptive routing, 1992.
    """
    early = {(d, False) for d in range(len(mesh_dimensions(net, "negative-first").factors))}
    return _two_phases(net, "negative-first", early, vcs, allow, "falling digits first")


def odd_even(net: Network, vcs: int = 1) -> ChannelRouting:
    """Chiu's odd-even turn model (2000): no turn from east to north or south in even columns, none to west in odd ones.

    Parameters
    ----------
    net : Network
        A mesh of two dimensions.
    vcs : int, default 1
        Virtual channels of each hop.

    Returns
    -------
    ChannelRouting
        The routing.

    Raises
    ------
    RoutingError
        If the network is not a mesh of two dimensions.

    References
    ----------
    G.-M. Chiu, The odd-even turn model for adaptive routing, 2000.
    """
    dims = mesh_dimensions(net, "odd-even")
    if len(dims.factors) != 2:
        raise RoutingError(f"odd-even is a routing of two-dimensional meshes, {net.title} has {len(dims.factors)}")

    def allowed(came: Direction | None, node: int, destination: int) -> list[int]:
        along, across = dims.nearer(node, destination)
        column, goal = dims.digits[node][0], dims.digits[destination][0]
        if column == goal:
            return across
        if column > goal:
            return along + (across if column % 2 == 0 else [])
        if not across:
            return along
        turn = across if column % 2 or came is None or came[0] == 1 else []
        return turn + (along if goal % 2 or goal - column != 1 else [])

    def turns() -> Turns:
        odd = np.array([digits[0] % 2 for digits in dims.digits], dtype=np.int64)[net.target]
        kinds = list(product(product((0, 1), (False, True)), (0, 1)))  # direction, parity of the column where it ends
        straight = [
            [
                a != (b[0], not b[1])
                and not (a == COMPASS["east"] and b[0] == 1 and not column)
                and not (a[0] == 1 and b == COMPASS["west"] and column)
                for b, _ in kinds
            ]
            for a, column in kinds
        ]
        return Turns(2 * _directions(dims, vcs) + np.repeat(odd, vcs), np.array(straight))

    text = "shortest paths, no turn from east in even columns, none to west in odd ones"
    return _adaptive(net, "odd-even", dims, allowed, vcs, text, turns)


ROUTINGS = {"west-first": west_first, "north-last": north_last, "negative-first": negative_first, "odd-even": odd_even}

"""Which points a sweep has: all networks, lengths of messages, loads and seeds with each other, each checked before any runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from inspect import signature
from itertools import product
from typing import Any

from graphs.routing.channel_routing import ChannelRouting
from graphs.routings import channel_routings
from graphs.simulate.asked import Asked
from graphs.simulate.run import channels_of, measured_messages
from graphs.simulate.source_words import in_full, sources_in_words
from graphs.sweep.errors import SweepError
from graphs.sweep.point import Point

MOST_POINTS = 100_000
SURELY_SOME = 100  # expected messages, of which there are none with probability exp(-100)


def plan(
    subject: str,
    routing: str = "dimension-order",
    *,
    flits: int | Sequence[int],
    loads: float | Sequence[float],
    seeds: int | Sequence[int] = 1,
    vcs: int | None = None,
    order: str = "",
    **options: Any,
) -> list[Point]:
    """The points of a sweep: by network, length of messages, load and seed, in the order given, and none twice.

    Parameters
    ----------
    subject : a family, with its sizes among ``options``, each one number or several; or a product as text.
    flits, loads, seeds : one or several.
    routing, vcs, order, and all other options : as :func:`graphs.simulate.simulate` takes them.

    Raises
    ------
    SweepError, SimulationError, SizeError, RoutingError, UnknownFamily : nothing to do, too much to do, or a point that cannot be
        simulated.

    >>> points = plan("mesh", k=(4, 8), flits=16, loads=[0.001, 0.002], seeds=range(1, 6))
    >>> len(points), points[0].title, points[0].warmup, points[0].vcs
    (20, 'mesh k=4 n=2', 10000, 1)
    """
    many = {"flits": _several("flits", flits), "load": _several("load", loads), "seed": _several("seed", seeds)}
    asked, sizes = Asked.apart(options)
    grid = {name: _several(name, values) for name, values in sizes.items()}
    count = 1
    for values in [*many.values(), *grid.values()]:
        count *= len(values)
    if count > MOST_POINTS:
        raise SweepError(f"{count:,} points: a sweep has at most {MOST_POINTS:,}")
    points: dict[str, Point] = {}
    for chosen in product(*grid.values()):
        channels = channels_of(subject, routing, vcs, order, dict(zip(grid, chosen, strict=True)))
        lengths = [asked.settings(channels, length, seed=1) for length in many["flits"]]
        for load, seed in product(many["load"], many["seed"]):
            _check_messages(asked, len(channels.ends), float(load), seed)
        net = channels.network
        shared: dict[str, Any] = {
            "family": net.family, "sizes": tuple(net.parameters.items()), "routing": _in_words(channels, routing),
            "vcs": channels.vcs, "sources": in_full(asked.sources), "cycles": asked.cycles, "warmup": asked.discarded,
            "engine": asked.engine, "level": float(asked.level),
        }  # fmt: skip
        for settings, load, seed in product(lengths, many["load"], many["seed"]):
            chosen_settings = asdict(settings)
            del chosen_settings["draws"]  # the simulator takes the seed
            point = Point(**shared, **chosen_settings, load=float(load), seed=seed)
            points.setdefault(point.digest, point)
    return list(points.values())


def in_running_order(points: Sequence[Point]) -> list[Point]:
    """Network by network, so that workers seldom follow routes, and long runs before short ones, so that no long one is last.

    >>> [p.title for p in in_running_order(plan("mesh", k=(3, 9, 5), flits=16, loads=0.001))]
    ['mesh k=9 n=2', 'mesh k=5 n=2', 'mesh k=3 n=2']
    """
    nodes: dict[tuple, int] = {}
    for point in points:
        if point.network not in nodes:
            nodes[point.network] = len(routing_of(point).ends)

    def work(point: Point) -> float:
        """Flits that are sent."""
        return nodes[point.network] * point.load * point.cycles * point.flits

    most: dict[tuple, float] = {}
    for point in points:
        most[point.network] = max(work(point), most.get(point.network, 0))
    return sorted(points, key=lambda point: (-most[point.network], repr(point.network), -work(point)))


def routing_of(point: Point) -> ChannelRouting:
    """The network and routing of a point."""
    return channels_of(point.family, point.routing, point.vcs, "", dict(point.sizes))


def _several(name: str, values: object) -> tuple:
    found = tuple(values) if isinstance(values, Sequence) and not isinstance(values, str) else (values,)
    if not found:
        raise SweepError(f"no {name} is given: a sweep needs at least one")
    kinds = (int, float) if name == "load" else (int,)
    for value in found:
        if isinstance(value, bool) or not isinstance(value, kinds):
            raise SweepError(f"{name} {value!r} is no {'number' if name == 'load' else 'whole number'}")
    return found


def _in_words(channels: ChannelRouting, routing: str) -> str:
    """A routing by name, with its options in the order of the alphabet, usual ones and virtual channels left out."""
    name = routing.partition(" ")[0]
    usual = signature(channel_routings()[name]).parameters
    options = {option: value for option, value in sorted(channels.options.items()) if option != "vcs"}
    return " ".join([name, *(f"{o}={value}" for o, value in options.items() if value != usual[o].default)])


def _check_messages(asked: Asked, ends: int, load: float, seed: int) -> None:
    """Refuse a load, a seed, and a run with too many messages or none; few are generated to see."""
    sources = sources_in_words(asked.sources, ends, load, seed)
    sources.expected(0, asked.cycles)
    if sources.expected(asked.discarded, asked.cycles) < SURELY_SOME:
        measured_messages(sources.between(0, asked.cycles), load, asked.discarded, asked.cycles)

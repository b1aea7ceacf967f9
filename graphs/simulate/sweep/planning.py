"""The points of a sweep: all combinations of networks, message lengths, loads and seeds, each checked before
any runs.
"""

from collections.abc import Sequence
from dataclasses import asdict
from itertools import product
from math import prod
from typing import Any

from netlemma.errors import SweepError
from netlemma.graphs.base.limits import require
from netlemma.graphs.simulate.arrivals import sources_in_words
from netlemma.graphs.simulate.layouts.layout import check_routing
from netlemma.graphs.simulate.messages import UniformPairs, pairs_of
from netlemma.graphs.simulate.options import SimulationOptions, split_options, takes_options
from netlemma.graphs.simulate.simulation import channels_of, measured_messages, require_simulations
from netlemma.graphs.simulate.sweep.rows import SweepPoint
from netlemma.graphs.sources import source
from netlemma.graphs.sources.place import place_of, routing_of
from netlemma.graphs.traffic.named import traffic, with_digest

MOST_POINTS = 100_000
SURELY_SOME = 100  # expected messages, of which there are none with probability exp(-100)
SWEPT = ("flits", "load", "seed")  # options that may have several values


@takes_options(*SWEPT)
def plan(
    subject: Any,
    routing: Any = None,
    *,
    flits: int | Sequence[int],
    loads: float | Sequence[float],
    seeds: int | Sequence[int] = 1,
    vcs: int | None = None,
    routing_file: str | None = None,
    **keywords: Any,
) -> list[SweepPoint]:
    """The points of a sweep: by routing, traffic, network, length of messages, load and seed, in the order given, without
    repetition; routings and traffic patterns may be several.

    >>> points = plan("mesh", k=(4, 8), flits=16, loads=[0.001, 0.002], seeds=range(1, 6))
    >>> len(points), points[0].title, points[0].warmup, points[0].vcs
    (20, 'mesh k=4 n=2', 10000, 1)
    """
    patterns = keywords.get("traffic")
    if isinstance(routing, list | tuple) or isinstance(patterns, list | tuple):
        several: dict[str, SweepPoint] = {}
        for by in routing if isinstance(routing, list | tuple) else [routing]:
            for pattern in patterns if isinstance(patterns, list | tuple) else [patterns]:
                own = keywords if pattern is None else {**keywords, "traffic": pattern}
                for one in plan(
                    subject, by, flits=flits, loads=loads, seeds=seeds, vcs=vcs, routing_file=routing_file, **own
                ):
                    several.setdefault(one.digest, one)
        return list(several.values())
    for name, option in (("load", "`load`"), ("seed", "`seeds`")):
        if name in keywords:
            raise SweepError(f"{name} is an option of a sweep and no size: write {option}")
    shared, sizes = split_options(keywords, left_out=SWEPT)
    many = {"flits": flits, "loads": loads, "seeds": seeds, **sizes}
    named = source(subject)
    grid = {name: _several(name, values, name in named.lists) for name, values in many.items()}
    if (count := prod(map(len, grid.values()))) > MOST_POINTS:
        raise SweepError(f"{count:,} points: a sweep has at most {MOST_POINTS:,}")
    swept = product(*(grid.pop(name) for name in ("flits", "loads", "seeds")))
    if "traffic" in shared:
        shared["traffic"] = with_digest(str(shared["traffic"]))
    asked = [SimulationOptions(**shared, **dict(zip(SWEPT, each, strict=True))) for each in swept]
    points: dict[str, SweepPoint] = {}
    crossings = 0.0
    for chosen in product(*grid.values()):
        channels = channels_of(named, routing, vcs, dict(zip(grid, chosen, strict=True)), routing_file)
        check_routing(channels)
        pairs = pairs_of(traffic(channels.network, asked[0].traffic), channels.ends)
        for each in {(each.load, each.seed): each for each in asked}.values():
            _check_messages(each, pairs)
        crossings += require_simulations(channels, asked)
        place = asdict(place_of(named, channels, routing_file))
        usual = asked[0].under(channels)  # options that depend on the routing are the same for all points
        for each in asked:
            given = each.as_json() | {"injection_vcs": usual.injection_vcs, "reuse": usual.reuse}
            point = SweepPoint(**place, **given)
            points.setdefault(point.digest, point)
    require("sweep", f"the sweep of {len(points):,} points", crossings)
    return list(points.values())


def in_running_order(points: Sequence[SweepPoint]) -> list[SweepPoint]:
    """The points network by network, so that workers seldom follow routes, and long runs before short ones, so that no
    long one is last.

    >>> [p.title for p in in_running_order(plan("mesh", k=(3, 9, 5), flits=16, loads=0.001))]
    ['mesh k=9 n=2', 'mesh k=5 n=2', 'mesh k=3 n=2']
    """
    nodes: dict[tuple, int] = {}
    for point in points:
        if point.network not in nodes:
            nodes[point.network] = len(routing_of(point.network).ends)

    def work(point: SweepPoint) -> float:
        """Flits that are sent."""
        return nodes[point.network] * point.load * point.cycles * point.flits

    most: dict[tuple, float] = {}
    for point in points:
        most[point.network] = max(work(point), most.get(point.network, 0))
    return sorted(points, key=lambda point: (-most[point.network], repr(point.network), -work(point)))


def _several(name: str, values: object, is_list: bool = False) -> tuple:
    """Several values of an option or a size; of a size that is a list of numbers, each is such a list."""
    found = tuple(values) if isinstance(values, Sequence) and not isinstance(values, str) else (values,)
    if is_list:
        found = tuple(map(tuple, found)) if any(isinstance(each, Sequence) for each in found) else (found,)
    if not found:
        raise SweepError(f"no {name} given: a sweep needs at least one")
    for value in found:
        parts = value if is_list else (value,)
        if name not in ("flits", "loads", "seeds") and not all(type(each) in (int, str) for each in parts):
            raise SweepError(f"{name}={value!r}: give a whole number, or several")
    return found


def _check_messages(options: SimulationOptions, pairs: UniformPairs) -> None:
    """Refuse a run with too many messages or none; few are generated for the test."""
    sources = sources_in_words(options.sources, pairs.ends, options.load, options.seed, pairs)
    sources.expected(0, options.cycles)
    if sources.expected(options.warmup or 0, options.cycles) < SURELY_SOME:
        measured_messages(sources.between(0, options.cycles), options)

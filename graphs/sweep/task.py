"""What a worker does: one point by its key, with the network and routes of the last ones kept."""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from importlib.metadata import version
from time import perf_counter
from typing import Any

import numpy as np

from graphs.routing.channel_routing import ChannelRouting
from graphs.simulate import simulate
from graphs.simulate.layout import layout
from graphs.simulate.run import channels_of
from graphs.sweep.point import Point

TOLD = [field.name for field in fields(Point) if field.name not in ("family", "sizes", "routing", "vcs")]
KEPT = 4  # networks, as many as routes are kept


def program_version() -> str:
    """The versions on which the numbers depend: of netlemma, and of NumPy, whose generator makes the messages.

    >>> program_version().partition(" ")[0]
    'netlemma'
    """
    return f"netlemma {version('netlemma')}, numpy {np.__version__}"


def simulate_point(key: str) -> dict[str, Any]:
    """Simulate the point with this key: its digest, the result, the seconds it took and the version, as plain data.

    The seconds are those of the simulation itself; following the routes, once for each network and worker, is not counted.

    >>> from graphs.sweep.planning import plan
    >>> [point] = plan("mesh", k=4, flits=16, loads=0.002, cycles=20000)
    >>> found = simulate_point(point.key)
    >>> found["state"], found["digest"] == point.digest
    ('stable', True)
    """
    point = Point.from_key(key)
    routing = _routing(*point.network)
    layout(routing, point.injection_vcs)
    told = {name: getattr(point, name) for name in TOLD}
    begun = perf_counter()
    found = simulate(routing, **told)
    seconds = perf_counter() - begun
    return {
        "digest": point.digest, "state": found.state, "reason": found.reason, "latency": found.latency,
        "half_width": found.half_width, "network_latency": found.network_latency, "multiplexing": found.multiplexing,
        "messages": found.messages, "backlog": found.backlog[1], "growth": found.backlog[1] - found.backlog[0],
        "throughput": found.throughput, "seconds": seconds, "version": program_version(),
    }  # fmt: skip


@lru_cache(maxsize=KEPT)
def _routing(family: str, sizes: tuple[tuple[str, int], ...], routing: str, vcs: int) -> ChannelRouting:
    return channels_of(family, routing, vcs, "", dict(sizes))

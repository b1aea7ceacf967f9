"""The channels of a routing shared among workers; results do not depend on their number."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.base.worker_pool import fan_out
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.sources.place import Place, routing_of

PARTS = 2  # for each worker
AT_ONCE = 64  # channels of a part, of a cluster with an unknown number of workers


@dataclass(frozen=True)
class Sharing:
    """Workers, and the name by which they find the routing.

    place: Network and routing.
    workers: Number of processes.
    dask: Scheduler of a Dask cluster whose workers share the channels instead, "" for none.
    """

    place: Place
    workers: int = 1
    dask: str = ""


def over_channels(
    work: Callable[..., Any],
    routing: ChannelRouting,
    channels: Sequence[int],
    *arguments: Any,
    sharing: Sharing | None = None,
    progress: Progress = None,
) -> list[Any]:
    """Results of work on parts of the channels, in the order of the channels."""
    if sharing is None:
        return [work(routing, channels, *arguments, progress)]
    size = AT_ONCE if sharing.dask else max(1, -(-len(channels) // (PARTS * sharing.workers)))
    parts = [list(channels[first : first + size]) for first in range(0, len(channels), size)]
    keys = (json.dumps([i, sharing.place.network, part, arguments]) for i, part in enumerate(parts))
    results, done = dict[int, Any](), 0
    for number, result in fan_out(partial(_part, work), keys, min(sharing.workers, len(parts)), sharing.dask):
        results[number] = result
        done += len(parts[number])
        if progress:
            progress(done, len(channels))
    return [results[number] for number in range(len(parts))]


def _part(work: Callable[..., Any], key: str) -> tuple[int, Any]:
    """Number and result of one part, for a worker."""
    number, (family, sizes, *rest), channels, arguments = json.loads(key)
    named = tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in sizes)
    routing = routing_of((family, named, *rest))
    return number, work(routing, channels, *arguments, None)

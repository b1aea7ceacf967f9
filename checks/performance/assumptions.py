"""Assumptions of Khonsari's model of adaptive routing, beside the results of a simulation."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from checks.performance.comparisons.adaptive import KHONSARI, model_network, routing_of
from derive.performance.latency.model import models
from derive.performance.latency.virtual_channels import multiplexing, occupancy
from derive.performance.latency.waiting import mean_wait
from graphs.simulate.watching.blocking import blocking

QUANTITIES = (
    "latency", "network latency", "wait at the source", "times blocked", "wait when blocked", "channel held",
    "busy channels of a link", "multiplexing of a link", "network latency over that without load",
)  # fmt: skip


def assumptions(size: Mapping[str, int], share: float, cycles: int) -> dict[str, tuple[float, float]]:
    """The intermediate quantities of the corrected model and of the plain simulator, at a share of the model's
    saturation load.

    The model's network latency is S times the degree of multiplexing; in the model a channel is held for S.

    Parameters
    ----------
    size : mapping from str to int
        Parameters k, n, flits and vcs of the model.
    share : float
        Share of the saturation load, between 0 and 1.
    cycles : int
        Simulated cycles.

    Returns
    -------
    dict from str to tuple of (float, float)
        By quantity, the values of model and simulation, in cycles where they are times.

    Examples
    --------
    >>> found = assumptions({"k": 2, "n": 3, "flits": 32, "vcs": 3}, 0.3, 4000)
    >>> model, seen = found["multiplexing of a link"]
    >>> 1 < seen < model < 2
    True
    """

    curve = models()[KHONSARI].curve(dict(size))
    load = share * curve.saturation().load
    use, service = curve.solutions(load)[0]  # type: ignore[attr-defined]
    latency = float(curve.latency(np.array([load]))[0])
    shared = float(multiplexing(size["vcs"], use))
    busy = occupancy(size["vcs"], use)
    wait = mean_wait(use / service, service, size["flits"], 1 - use)
    family, sizes = model_network(KHONSARI, size)
    seen = blocking(routing_of(family, tuple(sizes.items()), size["vcs"]), size["flits"], load, cycles)
    zero = float(curve.zero_load())
    both = (
        (latency, seen.network_latency + seen.source_wait),
        (service * shared, seen.network_latency),
        (latency - service * shared, seen.source_wait),
        (float(curve.blocked(np.array([use]))[0]), seen.times_blocked),  # type: ignore[attr-defined]
        (float(wait), seen.wait),
        (service, seen.held),
        (sum(v * p for v, p in enumerate(busy)), sum(v * p for v, p in enumerate(seen.busy))),
        (shared, seen.multiplexing),
        (service * shared / zero, seen.network_latency / zero),
    )
    return dict(zip(QUANTITIES, both, strict=True))

"""A simulation from its parameters to its result: traffic, warm-up, the measured messages, and the verdict on stability."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any

import numpy as np

from graphs.channels import ChannelRouting
from graphs.network import device_network
from graphs.routings import channel_routing
from graphs.simulate.batches import mean_and_half_width
from graphs.simulate.flits import FlitSimulator
from graphs.simulate.layout import layout
from graphs.simulate.result import SimulationResult
from graphs.simulate.settings import Settings, SimulationError, one_of
from graphs.simulate.traffic import Messages, PoissonSources
from graphs.simulate.worms import WormSimulator
from graphs.structure import Network

ENGINES: dict[str, type[WormSimulator] | type[FlitSimulator]] = {"fast": WormSimulator, "flits": FlitSimulator}
DIMENSIONS = 2  # of a mesh or torus, if it is not said
LEVEL = 0.95
MOST_CYCLES = 10**12
FIRST_EXTENSION = 1024  # cycles, doubled as long as measured messages are on their way
Progress = Callable[[int, int], None]  # cycles done, cycles in all


def simulate(
    subject: str | Network | ChannelRouting,
    routing: str = "dimension-order",
    *,
    flits: int,
    load: float,
    cycles: int = 100_000,
    warmup: int | None = None,
    seed: int = 1,
    vcs: int | None = None,
    order: str = "",
    buffers: int = 2,
    ejection: str = "ideal",
    vc_rule: str = "shared",
    engine: str = "fast",
    level: float = LEVEL,
    progress: Progress | None = None,
    **parameters: Any,
) -> SimulationResult:
    """Simulate wormhole switching with Poisson sources; the model is in :mod:`graphs.simulate`.

    Parameters
    ----------
    subject : a family or product as text, with its sizes as ``parameters`` (mesh and torus: n=2 if not said); a network; or a
        deterministic routing on channels, which has its network and virtual channels.
    routing, vcs, order : a routing by name with its virtual channels and, for dimension order, "rising" or "falling"
        dimensions. If ``vcs`` is None, dimension order has 2 on networks of rings alone, which it needs against deadlock, and 1 elsewhere.
    flits, buffers, ejection, vc_rule : see :class:`graphs.simulate.settings.Settings`.
    load : messages per node and cycle.
    cycles, warmup : messages generated in cycles warmup + 1 to cycles are measured; the warm-up is a tenth if not said.
    engine : "fast" or "flits", which is slow; they give the same.
    level : of the confidence interval.

    Raises
    ------
    SimulationError, SizeError, RoutingError, UnknownFamily : one line that says what is wrong.

    >>> found = simulate("mesh", k=4, flits=16, load=0.002, cycles=20000)
    >>> found.state, 19 < found.latency < 22, found.messages
    ('stable', True, 586)
    """
    one_of("engine", engine, tuple(ENGINES))
    settings = Settings(flits, buffers, ejection, vc_rule)
    load = float(load)
    if not 1 <= cycles <= MOST_CYCLES:
        raise SimulationError(f"cycles={cycles}: 1 to {MOST_CYCLES:.0e} cycles are simulated")
    warmup = cycles // 10 if warmup is None else warmup
    if not 0 <= warmup < cycles:
        raise SimulationError(f"warmup={warmup}: it is 0 to {cycles - 1} of the {cycles} cycles")
    if not 0 < level < 1:
        raise SimulationError(f"level={level:g}: a confidence level lies between 0 and 1")
    where = layout(channels_of(subject, routing, vcs, order, parameters))
    sources = PoissonSources(where.ends, load, seed)
    messages = sources.between(0, cycles)
    measured = slice(*np.searchsorted(messages.cycle, [warmup, cycles], side="right").tolist())
    count = measured.stop - measured.start
    if not count:
        raise SimulationError(
            f"no message was generated in the {cycles - warmup} measured cycles at load {load:g}: simulate more cycles"
        )
    simulator = ENGINES[engine](where, settings)
    tell = (lambda done: progress(done, cycles)) if progress else None
    simulator.advance(messages, cycles, tell)
    backlog = _backlog(simulator.delivered, messages, warmup), _backlog(simulator.delivered, messages, cycles)
    growth, chance = backlog[1] - backlog[0], sqrt(where.ends * count) / 2
    state, reason = "stable", "the backlog of undelivered messages does not grow"
    if simulator.deadlock is None and growth > chance:
        state = "unstable"
        reason = f"the backlog of undelivered messages grew by {growth} while {count} were generated"
    stop, extension = cycles, FIRST_EXTENSION
    while state == "stable" and simulator.deadlock is None and (simulator.delivered[measured] < 0).any():
        if stop >= 2 * cycles + FIRST_EXTENSION + settings.flits * where.channels:
            state, reason = "unstable", f"measured messages are not delivered {stop - cycles} cycles later"
            break
        messages += sources.between(stop, stop + extension)
        stop += extension
        extension *= 2
        simulator.advance(messages, stop, tell)
    latency = half_width = None
    batches = 0
    if simulator.deadlock is not None:
        state, reason = "deadlock", f"{len(simulator.deadlock.worms)} worms wait for each other in a circle"
    elif state == "stable":
        times = (simulator.delivered - messages.cycle)[measured]
        latency, half_width, batches = mean_and_half_width(times, level)
    done = simulator.delivered
    throughput = float(((done > warmup) & (done <= cycles)).sum()) / (where.ends * (cycles - warmup))
    return SimulationResult(
        where, settings, load, cycles, warmup, seed, engine, state, reason, latency, half_width, level, batches,
        count, backlog, throughput, simulator.deadlock,
    )  # fmt: skip


def channels_of(
    subject: str | Network | ChannelRouting, routing: str, vcs: int | None, order: str, parameters: dict[str, Any]
) -> ChannelRouting:
    """The routing that is simulated.

    >>> channels_of("torus", "dimension-order", None, "", {"k": 4}).title
    'dimension-order with 2 virtual channels on torus k=4 n=2'
    """
    if isinstance(subject, ChannelRouting):
        if vcs is not None or order or parameters:
            raise SimulationError(
                "a routing on channels has its virtual channels, order and network: do not give them again"
            )
        return subject
    if isinstance(subject, str):
        if subject in ("mesh", "torus"):
            parameters = {"n": DIMENSIONS, **parameters}
        subject = device_network(subject, **parameters)
    elif parameters:
        raise SimulationError(f"{subject.title} has its sizes and takes no parameter {next(iter(parameters))}")
    if routing == "dimension-order" and vcs is None:
        vcs = 2 if subject.factors and all(f.name in ("ring", "oneway-ring") for f in subject.factors) else 1
    return channel_routing(subject, routing, vcs, **({"order": order} if order else {}))


def _backlog(delivered: np.ndarray, messages: Messages, time: int) -> int:
    """How many messages are generated and not delivered at a time."""
    count = int(np.searchsorted(messages.cycle, time, side="right"))
    return int(((delivered[:count] < 0) | (delivered[:count] > time)).sum())

"""A simulation from its parameters to its result: traffic, warm-up, the measured messages, and the verdict on stability."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphs.named import device_network
from graphs.routing.channel_routing import ChannelRouting
from graphs.routings import routing_in_words
from graphs.simulate.asked import ENGINES, Asked
from graphs.simulate.batches import mean_and_half_width
from graphs.simulate.layout import layout
from graphs.simulate.result import SimulationResult
from graphs.simulate.settings import SimulationError
from graphs.simulate.source_words import sources_in_words
from graphs.simulate.stability import backlogs, overflow
from graphs.simulate.traffic import Messages
from graphs.topology.structure import Network

TWO_DIMENSIONAL = ("mesh", "torus", "oneway-torus")  # unless n is given
FIRST_EXTENSION = 1024  # cycles, doubled as long as measured messages are on their way
Progress = Callable[[int, int], None]  # cycles done, cycles in all


def simulate(
    subject: str | Network | ChannelRouting,
    routing: str = "dimension-order",
    *,
    flits: int,
    load: float,
    seed: int = 1,
    vcs: int | None = None,
    order: str = "",
    progress: Progress | None = None,
    **options: Any,
) -> SimulationResult:
    """Simulate wormhole switching; the model is in :mod:`graphs.simulate`.

    Parameters
    ----------
    subject : a family or product as text, with its sizes among ``options`` (n=2 of mesh, torus and oneway-torus unless
        given); a network; or a deterministic or adaptive routing on channels, which has its network and virtual channels.
    routing, vcs, order : a routing by name, and its options as in "up-down root=3", with its virtual channels and, for
        dimension order, "rising" or "falling" dimensions. If ``vcs`` is None, dimension order has 2 on networks of rings
        alone, which it needs against deadlock, and 1 elsewhere.
    flits : length of every message.
    load : messages per node and cycle, on the mean, whatever the sources.
    seed : of the random numbers.
    progress : called with the cycles done and all cycles.
    options : sources, cycles and all else that :class:`graphs.simulate.asked.Asked` has; and the sizes of a network.

    Raises
    ------
    SimulationError, SizeError, RoutingError, UnknownFamily : one line that says what is wrong.

    >>> found = simulate("mesh", k=4, flits=16, load=0.002, cycles=20000)
    >>> found.state, 19 < found.latency < 22, found.messages
    ('stable', True, 586)
    """
    load = float(load)
    asked, sizes = Asked.apart(options)
    cycles, warmup, level = asked.cycles, asked.discarded, asked.level
    channels = channels_of(subject, routing, vcs, order, sizes)
    settings = asked.settings(channels, flits, seed)
    where = layout(channels, settings.injection_vcs)
    generated = sources_in_words(asked.sources, where.ends, load, seed)
    messages = generated.between(0, cycles)
    measured = measured_messages(messages, load, warmup, cycles)
    count = measured.stop - measured.start
    simulator = ENGINES[asked.engine](where, settings, (warmup, cycles))
    tell = (lambda done: progress(done, cycles)) if progress else None
    simulator.advance(messages, cycles, tell)
    state, reason = "stable", "no backlog of undelivered messages grows by more than chance explains"
    before, after = (backlogs(where.ends, messages, simulator.delivered, time) for time in (warmup, cycles))
    grown = overflow(where, after - before, count, generated.dispersion)
    if simulator.deadlock is None and grown:
        state, reason = "unstable", grown
    stop, extension = cycles, FIRST_EXTENSION
    while state == "stable" and simulator.deadlock is None and (simulator.delivered[measured] < 0).any():
        if stop >= 2 * cycles + FIRST_EXTENSION + settings.flits * where.channels:
            state, reason = "unstable", f"measured messages are not delivered {stop - cycles} cycles later"
            break
        messages += generated.between(stop, stop + extension)
        stop += extension
        extension *= 2
        simulator.advance(messages, stop, tell)
    latency = half_width = network_latency = None
    batches = 0
    if simulator.deadlock is not None:
        state, reason = "deadlock", f"{len(simulator.deadlock.worms)} worms wait for each other"
    elif state == "stable":
        times = (simulator.delivered - messages.cycle)[measured]
        latency, half_width, batches = mean_and_half_width(times, level)
        network_latency = float((simulator.delivered - simulator.started)[measured].mean())
    done = simulator.delivered
    throughput = float(((done > warmup) & (done <= cycles)).sum()) / (where.ends * (cycles - warmup))
    return SimulationResult(
        where, settings, generated.as_json(), load, cycles, warmup, seed, asked.engine, state, reason, latency, half_width, level, batches,
        count, (int(before.sum()), int(after.sum())), throughput, network_latency,
        None if asked.vc_rule == "private" else multiplexing(simulator.busy), simulator.deadlock,
    )  # fmt: skip


def measured_messages(messages: Messages, load: float, warmup: int, cycles: int) -> slice:
    """Which messages are measured, those generated after the warm-up; a SimulationError if there are none."""
    measured = slice(*np.searchsorted(messages.cycle, [warmup, cycles], side="right").tolist())
    if measured.stop == measured.start:
        raise SimulationError(
            f"no message was generated in the {cycles - warmup} measured cycles at load {load:g}: simulate more cycles"
        )
    return measured


def channels_of(
    subject: str | Network | ChannelRouting, routing: str, vcs: int | None, order: str, parameters: dict[str, Any]
) -> ChannelRouting:
    """The routing that is simulated.

    >>> channels_of("oneway-torus", "dimension-order", None, "", {"k": 4}).title
    'dimension-order with 2 virtual channels on oneway-torus k=4 n=2'
    """
    if isinstance(subject, ChannelRouting):
        if vcs is not None or order or parameters:
            raise SimulationError(
                "a routing on channels has its virtual channels, order and network: do not give them again"
            )
        return subject
    if isinstance(subject, str):
        if subject in TWO_DIMENSIONAL:
            parameters = {"n": 2, **parameters}
        subject = device_network(subject, **parameters)
    elif parameters:
        raise SimulationError(f"{subject.title} has its sizes and takes no parameter {next(iter(parameters))}")
    if routing.partition(" ")[0] == "dimension-order" and vcs is None:
        vcs = 2 if subject.factors and all(f.name in ("ring", "oneway-ring") for f in subject.factors) else 1
    return routing_in_words(subject, f"{routing} order={order}" if order else routing, vcs)


def multiplexing(busy: tuple[int, int] | None) -> float:
    """The mean number of virtual channels in use of a link, as one of them sees it: sum v^2 P(v) / sum v P(v).

    It is 1 where links have one virtual channel in use, or were never in use.

    >>> multiplexing((3 * 1 + 1 * 2, 3 * 1 + 1 * 4))  # three links have one in use, one has two
    1.4
    """
    return busy[1] / busy[0] if busy and busy[0] else 1.0

"""A simulation from its parameters to its result: traffic, warm-up, the measured messages, and the verdict on stability."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphs.channels import ChannelRouting
from graphs.network import device_network
from graphs.routings import routing_in_words
from graphs.simulate.batches import mean_and_half_width
from graphs.simulate.flits import FlitSimulator
from graphs.simulate.layout import checked_routing, layout, usual_injection_vcs
from graphs.simulate.result import SimulationResult
from graphs.simulate.settings import Settings, SimulationError, one_of
from graphs.simulate.source_words import sources_in_words
from graphs.simulate.stability import backlogs, overflow
from graphs.simulate.traffic import Messages
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
    sources: str = "poisson",
    vcs: int | None = None,
    order: str = "",
    buffers: int = 2,
    ejection: str = "ideal",
    vc_rule: str = "shared",
    injection_vcs: int | None = None,
    reuse: str | None = None,
    selection: str = "random",
    waiting: str = "any",
    engine: str = "fast",
    level: float = LEVEL,
    progress: Progress | None = None,
    **parameters: Any,
) -> SimulationResult:
    """Simulate wormhole switching; the model is in :mod:`graphs.simulate`.

    Parameters
    ----------
    subject : a family or product as text, with its sizes as ``parameters`` (mesh and torus: n=2 if not said); a network; or a
        deterministic or adaptive routing on channels, which has its network and virtual channels.
    routing, vcs, order : a routing by name, and its options as in "up-down root=3", with its virtual channels and, for
        dimension order, "rising" or "falling" dimensions. If ``vcs`` is None, dimension order has 2 on networks of rings
        alone, which it needs against deadlock, and 1 elsewhere.
    injection_vcs, reuse : by default as many as links have, and "empty", under adaptive routings; 1 and "tail" under others.
    flits, buffers, ejection, vc_rule, selection, waiting : see :class:`graphs.simulate.settings.Settings`.
    load : messages per node and cycle, on the mean, whatever the sources.
    sources : "poisson", or "mmpp sigma1=0.2 sigma2=0.8 ratio=0", see :class:`graphs.simulate.modulated.Modulation`.
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
    load = float(load)
    warmup = checked_run(cycles, warmup, engine, level)
    channels = channels_of(subject, routing, vcs, order, parameters)
    settings = settings_of(channels, flits, buffers, ejection, vc_rule, injection_vcs, reuse, selection, waiting, seed)
    where = layout(channels, settings.injection_vcs)
    generated = sources_in_words(sources, where.ends, load, seed)
    messages = generated.between(0, cycles)
    measured = measured_messages(messages, load, warmup, cycles)
    count = measured.stop - measured.start
    simulator = ENGINES[engine](where, settings, (warmup, cycles))
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
        where, settings, generated.as_json(), load, cycles, warmup, seed, engine, state, reason, latency, half_width, level, batches,
        count, (int(before.sum()), int(after.sum())), throughput, network_latency,
        None if vc_rule == "private" else multiplexing(simulator.busy), simulator.deadlock,
    )  # fmt: skip


def checked_run(cycles: int, warmup: int | None, engine: str, level: float) -> int:
    """The cycles of the warm-up; a SimulationError if the run cannot be made.

    >>> checked_run(1000, None, "fast", 0.95)
    100
    """
    one_of("engine", engine, tuple(ENGINES))
    if not 1 <= cycles <= MOST_CYCLES:
        raise SimulationError(f"cycles={cycles}: 1 to {MOST_CYCLES:.0e} cycles are simulated")
    warmup = cycles // 10 if warmup is None else warmup
    if not 0 <= warmup < cycles:
        raise SimulationError(f"warmup={warmup}: it is 0 to {cycles - 1} of the {cycles} cycles")
    if not 0 < level < 1:
        raise SimulationError(f"level={level:g}: a confidence level lies between 0 and 1")
    return warmup


def settings_of(
    channels: ChannelRouting, flits: int, buffers: int, ejection: str, vc_rule: str, injection_vcs: int | None,
    reuse: str | None, selection: str, waiting: str, seed: int,
) -> Settings:  # fmt: skip
    """The settings of a routing, with what is usual under it where nothing is said.

    >>> settings_of(channels_of("mesh", "duato", None, "", {"k": 3}), 8, 2, "ideal", "shared", None, None, "random", "any", 1).reuse
    'empty'
    """
    checked_routing(channels)
    if injection_vcs is None:
        injection_vcs = usual_injection_vcs(channels)
    reuse = reuse or ("empty" if channels.kind == "adaptive" else "tail")
    settings = Settings(flits, buffers, ejection, vc_rule, injection_vcs, reuse, selection, waiting, seed)
    if waiting == "escape" and channels.escape is None:
        raise SimulationError(f"waiting=escape: routing {channels.title} has no escape channels to wait for")
    return settings


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

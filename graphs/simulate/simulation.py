"""A simulation from its options to its result: traffic, warm-up, the measured messages, and the verdict on
stability.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from netlemma.errors import SimulationError
from netlemma.graphs.base.limits import require
from netlemma.graphs.deadlock.message_chains import MessageChains
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routing.choice_loops import distances, loop
from netlemma.graphs.routing.hop_routing import arrivals
from netlemma.graphs.routings import DIMENSION_ORDER
from netlemma.graphs.routings import routing as routing_of
from netlemma.graphs.simulate.arrivals import sources_in_words
from netlemma.graphs.simulate.engines.endpoints import EndpointSimulator
from netlemma.graphs.simulate.engines.flits import FlitSimulator
from netlemma.graphs.simulate.engines.worms import WormSimulator
from netlemma.graphs.simulate.layouts.endpoints import endpoint_numbering
from netlemma.graphs.simulate.layouts.layout import layout
from netlemma.graphs.simulate.layouts.long_links import in_stages
from netlemma.graphs.simulate.layouts.numbering import cycles_of_hops
from netlemma.graphs.simulate.messages import Messages, pairs_of
from netlemma.graphs.simulate.options import SimulationOptions, split_options, split_traffic, takes_options
from netlemma.graphs.simulate.result import OfKind, SimulationResult
from netlemma.graphs.simulate.saturation import saturation_limit
from netlemma.graphs.simulate.statistics import backlogs, mean_and_half_width, overflow
from netlemma.graphs.sources import device_network, source
from netlemma.graphs.sources.network_sources import Source
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.traffic.building import from_rates
from netlemma.graphs.traffic.named import traffic as traffic_of

ENGINES: dict[str, type[WormSimulator] | type[FlitSimulator]] = {"fast": WormSimulator, "reference": FlitSimulator}
TWO_DIMENSIONAL = ("mesh", "torus", "oneway-torus")  # unless n is given
DATELINES = "dimension order needs 2 virtual channels on rings: give vcs=2"
TWICE = "a routing on channels has its virtual channels and its network: do not give them again"
MESSAGE_BYTES = 100  # kept for each message while it is simulated
FIRST_EXTENSION = 1024  # cycles, doubled as long as measured messages are on their way
Progress = Callable[[int, int], None]  # cycles done, cycles in all


@takes_options()
def simulate(
    subject: str | Network | Source | ChannelRouting,
    routing: str | ChannelRouting | None = None,
    options: SimulationOptions | None = None,
    *,
    vcs: int | None = None,
    routing_file: str | None = None,
    progress: Progress | None = None,
    **keywords: Any,
) -> SimulationResult:
    """Simulate wormhole switching; the model is in :mod:`netlemma.graphs.simulate`.

    Parameters are those of :func:`netlemma.simulate`.

    >>> found = simulate("mesh", k=4, flits=16, load=0.002, cycles=20000)
    >>> found.state, 19 < found.latency < 22, found.messages
    ('stable', True, 586)
    """
    if options is None:
        given, sizes = split_options(keywords)
        given, traffic = split_traffic(given)
        options = SimulationOptions(**given)
    else:
        traffic = None
        given, sizes = split_options(keywords, left_out=SimulationOptions.__dataclass_fields__)
        if given:
            raise SimulationError(
                f"{next(iter(given))} is among the options that are given as one object: give it there"
            )
    channels = channels_of(subject, routing, vcs, sizes, routing_file)
    require_simulations(channels, [options])
    return run_simulation(channels, options, progress, traffic)


def run_simulation(
    routing: ChannelRouting,
    options: SimulationOptions,
    progress: Progress | None = None,
    traffic: Any = None,
    chains: MessageChains | None = None,
) -> SimulationResult:
    """Simulate a routing on the channels of its network, of messages in chains in the reference engine."""
    options = (options if chains is None else with_chains(options, chains)).under(routing)
    cycles, warmup = options.cycles, options.warmup or 0
    where = layout(in_stages(routing), options.injection_vcs)
    if chains is not None and chains.rows:
        rates = Counter((row.source, row.destination) for row in chains.rows if row.first)
        traffic = from_rates(routing.network, rates, "messages")
    loaded = traffic_of(routing.network, options.traffic if traffic is None else traffic)
    pairs = pairs_of(loaded, routing.ends)
    generated = sources_in_words(options.sources, where.ends, options.load, options.seed, pairs)
    messages = generated.between(0, cycles)
    measured = measured_messages(messages, options)
    count = measured.stop - measured.start
    simulator: WormSimulator | FlitSimulator
    if chains is None:
        simulator = ENGINES[options.engine](where, options, (warmup, cycles))
    else:
        simulator = EndpointSimulator(endpoint_numbering(in_stages(routing), chains), options, (warmup, cycles))
    tell = (lambda done: progress(done, cycles)) if progress else None
    simulator.advance(messages, cycles, tell)
    state, reason = "stable", "no backlog of undelivered messages grows by more than chance explains"
    limit = saturation_limit(layout(routing, options.injection_vcs), options, loaded)
    beyond = limit.exceeded(options.load)
    before, after = (backlogs(where.ends, messages, simulator.delivered, time) for time in (warmup, cycles))
    grown = overflow(where, after - before, pairs.moving / pairs.moving.sum(), count, generated.dispersion)
    if simulator.deadlock is None and (beyond or grown):
        state, reason = "unstable", beyond or grown or ""
    stop, extension = cycles, FIRST_EXTENSION
    while state == "stable" and simulator.deadlock is None and _unfinished(simulator, measured, warmup, cycles):
        if stop >= 2 * cycles + FIRST_EXTENSION + options.flits * where.channels:
            state, reason = "unstable", f"measured messages are not delivered {stop - cycles} cycles later"
            break
        messages += generated.between(stop, stop + extension)
        stop += extension
        extension *= 2
        simulator.advance(messages, stop, tell)
    latency = half_width = network_latency = None
    batches = 0
    if simulator.deadlock is not None:
        hint = f"; {DATELINES}" if routing.name == DIMENSION_ORDER and routing.vcs == 1 else ""
        state, reason = "deadlock", f"{len(simulator.deadlock.worms)} worms wait for each other{hint}"
        if chains is not None:
            count_of = Counter(worm.kind for worm in simulator.deadlock.worms)
            reason = "messages wait for each other: " + ", ".join(
                f"{count_of[k]} {k}" for k in chains.kinds if k in count_of
            )
    elif state == "stable":
        times = (simulator.delivered - messages.cycle)[measured]
        latency, half_width, batches = mean_and_half_width(times, options.confidence)
        network_latency = float((simulator.delivered - simulator.started)[measured].mean())
    done = simulator.delivered
    return SimulationResult(
        layout=simulator.where,
        options=options,
        sources=generated.as_json(),
        state=state,
        reason=reason,
        latency=latency,
        half_width=half_width,
        batches=batches,
        messages=count,
        backlog=(int(before.sum()), int(after.sum())),
        throughput=float(((done > warmup) & (done <= cycles)).sum()) / (where.ends * (cycles - warmup)),
        network_latency=network_latency,
        multiplexing=None if options.vc_rule == "private" else multiplexing(simulator.busy),
        deadlock=simulator.deadlock,
        saturation=limit,
        chains=chains,
        kinds=_of_kinds(simulator, warmup, cycles, state) if isinstance(simulator, EndpointSimulator) else (),
    )


def with_chains(options: SimulationOptions, chains: MessageChains) -> SimulationOptions:
    """Options of a simulation of messages in chains, which the reference engine simulates."""
    if options.injection_vcs is not None:
        raise SimulationError("`injection_vcs` does not go with `messages`: each place of an injection queue is one")
    if options.vc_rule == "private" and chains.network_count > 1:
        raise SimulationError(
            'virtual networks share the links: leave out vc_rule=private, or give `networks="shared"`'
        )
    if chains.rows and options.traffic != "uniform":
        raise SimulationError("`traffic` does not go with a file of `messages`: it says who sends to whom")
    return replace(options, engine="reference")


def _unfinished(simulator: WormSimulator | FlitSimulator, measured: slice, start: int, stop: int) -> bool:
    if isinstance(simulator, EndpointSimulator):
        return simulator.unfinished(start, stop)
    return bool((simulator.delivered[measured] < 0).any())


def _of_kinds(simulator: EndpointSimulator, start: int, stop: int, state: str) -> tuple[OfKind, ...]:
    """What the messages of each kind did."""
    found = []
    for kind, name in enumerate(simulator.chains.kinds):
        of_kind = [each for each in simulator.sent if each.message.kind == kind]
        measured = [each for each in of_kind if start < each.created <= stop]
        done = sum(start < each.delivered <= stop for each in of_kind)
        latency = half_width = None
        if state == "stable" and measured:
            times = np.array([each.delivered - each.created for each in measured])
            latency, half_width, _ = mean_and_half_width(times, simulator.options.confidence)
        rate = done / (simulator.where.ends * (stop - start))
        found.append(OfKind(name, simulator.chains.networks[kind], len(measured), rate, latency, half_width))
    return tuple(found)


def require_simulations(routing: ChannelRouting, several: Sequence[SimulationOptions], longest: int = 1) -> float:
    """Refuse simulations on one network if one of them takes too long or too much memory by an estimate.

    longest: Messages of a chain.
    """
    routing = in_stages(routing)
    net, ends = routing.network, list(routing.ends)
    if cycles_of_hops(net).max(initial=1) > 1 and any(each.vc_rule == "private" for each in several):
        raise SimulationError(
            f"{net.title} has links of unlike capacities, which their virtual channels share: leave out vc_rule=private"
        )
    into = arrivals(net)
    to_first = loop(distances, net, 1)(into.into, into.before, net.forwarding, ends[0])
    hops, every = float(np.asarray(to_first)[ends].mean()), 0.0
    for each in several:
        messages = len(ends) * each.load * each.cycles * longest
        about = f"{routing.title} in {each.cycles:,} cycles at load {each.load:g}"
        if each.engine == "reference":
            require("simulation by flits", about, messages * hops * each.flits)
        require("simulation", about, messages * hops, kept=MESSAGE_BYTES * messages)
        every += messages * hops
    return every


def measured_messages(messages: Messages, options: SimulationOptions) -> slice:
    """The measured messages, those generated after the warm-up."""
    start, stop = options.warmup or 0, options.cycles
    measured = slice(*np.searchsorted(messages.cycle, [start, stop], side="right").tolist())
    if measured.stop == measured.start:
        raise SimulationError(
            f"no message was generated in the {stop - start} measured cycles at load {options.load:g}: simulate more cycles"
        )
    return measured


def channels_of(
    subject: str | Network | Source | ChannelRouting,
    routing: str | ChannelRouting | None = None,
    vcs: int | None = None,
    sizes: Mapping[str, Any] | None = None,
    routing_file: str | None = None,
) -> ChannelRouting:
    """The routing of a simulation.

    >>> channels_of("oneway-torus", "dimension-order", 2, {"k": 4}).title
    'dimension-order with 2 virtual channels on oneway-torus k=4 n=2'
    """
    if isinstance(subject, ChannelRouting):
        if vcs is not None or sizes or routing_file:
            raise SimulationError(TWICE)
        return subject
    named = source(subject)
    dimensions = {"n": 2} if getattr(named, "whole", named).subject in TWO_DIMENSIONAL else {}
    net = device_network(named, **{**dimensions, **(sizes or {})})
    if isinstance(routing, ChannelRouting):
        if vcs is not None:
            raise SimulationError(TWICE)
        if routing.network is not net:
            raise SimulationError(f"routing {routing.title} is of another network than {net.title}")
        return routing
    return routing_of(net, routing, vcs=vcs, file=routing_file, source=named)


def multiplexing(busy: tuple[int, int] | None) -> float:
    """Mean number of virtual channels in use on a link, seen from one of them: sum v^2 P(v) / sum v P(v).

    It is 1 where links have one virtual channel in use, or were never in use.

    >>> multiplexing((3 * 1 + 1 * 2, 3 * 1 + 1 * 4))  # three links have one in use, one has two
    1.4
    """
    return busy[1] / busy[0] if busy and busy[0] else 1.0

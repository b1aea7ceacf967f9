"""Latency models by name, their parameters as users write them, and the framework of wormhole latency for any network
and deterministic routing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from netlemma.base.names import nearest
from netlemma.checks.base.inputs import assignment, grid, parse_parameters, parse_sizes, positive_number, quoted_text
from netlemma.checks.performance.predictions import LatencyPoint, LatencyPrediction
from netlemma.derive.performance.latency.latency_model import Keyword, Model, Parameter, Real, Value
from netlemma.errors import InputError

if TYPE_CHECKING:
    from netlemma.derive.performance.latency.channel_graphs import ChannelGraph, WormholeLatency
    from netlemma.derive.performance.latency.latency_model import Curve, Model
    from netlemma.graphs import Network, Source
    from netlemma.graphs.loads.flows import Flows
    from netlemma.graphs.routing.channel_routing import ChannelRouting


# Parameters of latency models as users write them: ``k=8``, ``sigma1=0.2``, ``lengths=fixed``.


def parse_model_parameters(arguments: Iterable[str], model: Model) -> dict[str, Value]:
    """Read parameters of a model from arguments ``name=value``. Real numbers are exact: 0.2 is 1/5.

    >>> from netlemma.derive.performance.latency.latency_model import models
    >>> parse_model_parameters(["k=8", "flits=20"], models()["mesh"])
    {'k': 8, 'flits': 20}
    """
    kinds = {kind.name: kind for kind in model.parameters}
    found: dict[str, Value] = {}
    for argument in arguments:
        name, text = assignment(argument.strip(), found, kinds, model.example.words[0])
        found[name] = _value(kinds[name], name, text)
    return found


def _value(kind: Parameter, name: str, text: str) -> Value:

    if isinstance(kind, Real):
        return positive_number(text, name, kind.meaning, zero=True)
    if isinstance(kind, Keyword):
        if text not in kind.options:
            raise InputError(
                f"{name}={quoted_text(text)[1:-1]}{nearest(text, kind.options)}: {name} ({kind.meaning}) is one of "
                f"{', '.join(kind.options)}"
            )
        return text
    return parse_parameters([f"{name}={text}"])[name]


def parse_model_sizes(text: str) -> list[dict[str, int | str]]:
    """Sizes for comparisons of models, as in :func:`netlemma.checks.base.inputs.grid`; values such as 1/5 or 0.2 are rates.

    A rate has one value, kept as the text of its fraction.

    >>> parse_model_sizes("k=8,16 flits=48 sigma1=0.2")
    [{'k': 8, 'flits': 48, 'sigma1': '1/5'}, {'k': 16, 'flits': 48, 'sigma1': '1/5'}]
    """
    rates: dict[str, str] = {}
    whole: dict[str, None] = {}
    order: list[str] = []
    for word in text.split():
        name, value = assignment(word, order, None, "k=8")
        if "/" in value or ("." in value and ".." not in value):
            rates[name] = str(positive_number(value, name, "a rate"))
        else:
            whole[word] = None
        order.append(name)
    sizes = grid(parse_sizes(" ".join(whole)))
    return [{name: rates[name] if name in rates else size[name] for name in order} for size in sizes]


# Latency models by name, and the framework of wormhole latency for any network and deterministic routing.


ROUTED = "routed"
VC_RULES = ("shared", "private")
STEADY, SATURATED = "steady", "saturated"


def channel_graph(found: Flows, share: bool = False) -> ChannelGraph:
    """The channel graph of counted flows.

    If virtual channels share their link, a flit needs 1 + u/2 cycles, where u is the mean number of flits that a used
    link carries in a cycle.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.loads.flows import flows
    >>> from netlemma.graphs.routings import channel_routing
    >>> channel_graph(flows(channel_routing(network("mesh", k=2, n=2), "dimension-order"))).hops
    Fraction(4, 3)
    """
    from netlemma.derive.performance.latency.channel_graphs import ChannelGraph

    links = list(found.link_rates.values())
    return ChannelGraph(
        names=found.names,
        rates=found.rates,
        branches=[list(row.items()) for row in found.branches],
        injections={i: Fraction(1, found.ends) for i in found.injections},
        hops=found.mean_distance,
        shared=sum(links, Fraction(0)) / len(links) / 2 if share else Fraction(0),
    )


def routed_curve(
    subject: str | Network | Source,
    parameters: Mapping[str, Any],
    flits: int,
    routing: str | ChannelRouting | None = None,
    vcs: int | None = None,
    vc_rule: str = "shared",
) -> tuple[WormholeLatency, tuple[str, ...]]:
    """The framework applied to a network, with notes on its readings.

    >>> routed_curve("line(8)^2", {}, 20)[0].zero_load()
    Fraction(79, 3)
    """
    from netlemma.derive.performance.latency.channel_graphs import WormholeLatency
    from netlemma.derive.performance.latency.latency_model import long_worms
    from netlemma.graphs import device_network
    from netlemma.graphs.loads.flows import flows
    from netlemma.graphs.routing.channel_routing import DETERMINISTIC
    from netlemma.graphs.routings import routing as routing_of
    from netlemma.graphs.routings.kinds import require_kind

    if vc_rule not in VC_RULES:
        raise InputError(
            f"no rule for virtual channels {vc_rule!r}{nearest(vc_rule, VC_RULES)}: rules are {', '.join(VC_RULES)}"
        )
    if flits < 1:
        raise InputError(f"flits={flits}: a message has at least 1 flit")
    net = device_network(subject, **parameters)
    chosen = routing_of(net, routing, vcs=vcs)
    require_kind(chosen, (DETERMINISTIC,), "model routed needs")
    found = flows(chosen)
    long_worms(flits, found.diameter, chosen.title)
    shared = vc_rule == "shared" and chosen.vcs > 1
    rule = "flit_xfer = 1 + u/2 cycles, u = flits of a link in a cycle, on average over links"
    notes = (
        f"equations 2 to 7 on the channels of {chosen.title}: {chosen.description}",
        *((f"virtual channels: {rule if shared else 'each moves a flit in every cycle'}",) if chosen.vcs > 1 else ()),
        "no waiting for ejection channels",
    )
    return WormholeLatency(channel_graph(found, shared), flits), notes


def _predicted(curve: Curve, loads: Sequence[float | Fraction], sensitivity: bool, **about: Any) -> LatencyPrediction:
    """Saturation and the points of a curve; a saturated point has no latency."""
    import numpy as np

    values = np.array([float(load) for load in loads])
    latencies = curve.latency(values).tolist()
    slopes = curve.sensitivity(values).tolist() if sensitivity else [None] * len(latencies)
    points = []
    for load, latency, slope in zip(values.tolist(), latencies, slopes, strict=True):
        steady = latency == latency  # NaN differs from itself
        points.append(LatencyPoint(load, latency, STEADY, slope) if steady else LatencyPoint(load, None, SATURATED))
    return LatencyPrediction(
        saturation=curve.saturation(),
        zero_load=curve.zero_load(),
        points=tuple(points),
        sensitivity=sensitivity,
        **about,
    )


def named_model(name: str) -> Model:
    """A model of a paper by its name."""
    from netlemma.derive.performance.latency.latency_model import models

    known = models()
    if name not in known:
        names = [*known, ROUTED]
        if f"oneway-{name}" in known:
            raise InputError(
                f"no model of the bidirectional {name}: the model is of oneway-{name}; routed takes any network"
            )
        raise InputError(f"no model {name!r}{nearest(name, names)}; models: {', '.join(names)}")
    return known[name]


def latency_model(
    name: str,
    parameters: Mapping[str, object],
    loads: Sequence[float | Fraction],
    reading: str = "corrected",
    sensitivity: bool = False,
) -> LatencyPrediction:
    """A model by its name at some loads.

    Parameters are those of :func:`netlemma.model`.

    >>> found = latency_model("mesh", {"k": 4, "flits": 16}, [Fraction(1, 1000), Fraction(1, 2)])
    >>> [point.state for point in found.points], found.zero_load
    (['steady', 'saturated'], Fraction(59, 3))
    """
    model = named_model(name)
    values, chosen = model.values(parameters), model.reading(reading)
    return _predicted(
        model.build(values, chosen),
        loads,
        sensitivity,
        model=name,
        parameters={key: str(value) if isinstance(value, Fraction) else value for key, value in values.items()},
        reading=chosen.name,
        options=dict(chosen.options),
        readings=tuple(chosen.notes),
        load_is=model.load,
    )


def compared_readings(
    name: str, parameters: Mapping[str, object], loads: Sequence[Fraction], sensitivity: bool = False
) -> LatencyPrediction:
    """The corrected reading of a model as in :func:`latency_model`, and under ``compared`` every reading.

    >>> found = compared_readings("mesh", {"k": 4, "flits": 16}, [Fraction(1, 1000)])
    >>> [each.reading for each in found.compared]
    ['corrected', 'printed']
    """
    prediction = latency_model(name, parameters, loads, sensitivity=sensitivity)
    every = (latency_model(name, parameters, loads, each, sensitivity) for each in named_model(name).compared())
    return replace(prediction, compared=tuple(every))


def routed_model(
    subject: str | Network | Source,
    parameters: Mapping[str, Any],
    loads: Sequence[float | Fraction],
    routing: str | ChannelRouting | None = None,
    vcs: int | None = None,
    vc_rule: str = "shared",
    sensitivity: bool = False,
    routing_file: str | None = None,
) -> LatencyPrediction:
    """The framework of Greenberg and Guan for any network and deterministic routing.

    Parameters
    ----------
    subject : str, Network or Source
        Network in any form, see :func:`graphs.network`.
    parameters : mapping from str to object
        Sizes of the network, and ``flits``, the length of a message, greater than the network's diameter.
    loads : sequence of float or Fraction
        Messages per node and cycle, one point for each.
    routing : str, default "dimension-order"
        Routing, as :func:`netlemma.graphs.routings.routing` takes it, such as ``dimension-order order=falling``.
    vcs : int or None, optional
        Virtual channels of each hop.
    vc_rule : str, default "shared"
        ``shared`` or ``private``: whether the virtual channels of a link share its bandwidth.
    sensitivity : bool, default False
        Whether each point also has the derivative of the latency by the load.
    routing_file : str or None, optional
        Python file with a routing of the user, instead of ``routing``.

    Returns
    -------
    LatencyPrediction
        Result in the format of the command line.

    Raises
    ------
    InputError
        For missing ``flits``, an unknown rule, an illegal size, or a routing that is not deterministic.

    References
    ----------
    R. I. Greenberg and L. Guan (1997): wormhole routing in meshes and tori, equations 2 to 7.

    Examples
    --------
    >>> found = routed_model("mesh", {"k": 4, "n": 2, "flits": 16}, [Fraction(1, 1000), Fraction(1, 10)])
    >>> [point.state for point in found.points], found.zero_load
    (['steady', 'saturated'], Fraction(59, 3))
    """
    from netlemma.derive.performance.latency.latency_model import PER_NODE
    from netlemma.graphs.routings import routing as routing_of
    from netlemma.graphs.sources import device_network, source
    from netlemma.graphs.topology.capacities import require_equal_links

    if "flits" not in parameters:
        raise InputError("model routed needs flits, the length of a message, such as flits=20")
    sizes = {name: value for name, value in parameters.items() if name != "flits"}
    named = source(subject)
    net = device_network(named, **sizes)
    require_equal_links(net)
    chosen = routing_of(net, routing, vcs=vcs, file=routing_file, source=named)
    curve, notes = routed_curve(net, {}, parameters["flits"], chosen, None, vc_rule)
    by = routing if isinstance(routing, str) else chosen.name
    return _predicted(
        curve,
        loads,
        sensitivity,
        model=ROUTED,
        parameters={"network": named.title, **parameters, "routing": by, "vcs": vcs},
        reading=vc_rule,
        readings=tuple(notes),
        load_is=PER_NODE,
    )

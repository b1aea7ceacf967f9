"""Predicted latencies, and bounds on the throughput."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from netlemma.api.arguments import Capacity, Without, check_keywords, configured, named_source
from netlemma.api.listed_sizes import with_own_sizes
from netlemma.checks.base.inputs import as_loads, parse_parameters
from netlemma.errors import InputError
from netlemma.graphs.sources import device_network
from netlemma.graphs.sources import source as source_of

if TYPE_CHECKING:
    from netlemma.checks.performance.predictions import BoundsReport, LatencyPrediction

Number = str | float | Fraction


def model(
    name: str,
    network: Any = None,
    /,
    *,
    load: Number | Iterable[float | Fraction] = "",
    reading: str = "",
    compare: bool = False,
    routing: str = "",
    routing_file: str | None = None,
    vcs: int | None = None,
    vc_rule: str = "",
    sensitivity: bool = False,
    read_as: str | None = None,
    scope: str | None = None,
    without: Without = (),
    capacity: Capacity = None,
    **parameters: Any,
) -> LatencyPrediction:
    """Predict the mean latency of wormhole messages over load, and the load at which the network saturates.

    Models of papers are about one kind of network each, under uniform traffic. ``routed`` predicts the latency of any network
    under any deterministic routing.

    Parameters
    ----------
    name : str
        Model of a paper, or ``routed`` for any network and deterministic routing.
    network : object, optional
        Network of ``routed``, see :func:`netlemma.measure`, with its sizes among the parameters.
    load : Number or iterable of float or Fraction, default ""
        Messages per node and cycle: a number, several, or text such as ``"0.001:0.009:9"``.
    reading : str, default ""
        Reading of the source, ``corrected`` or ``printed``, or "corrected CHOICE=printed".
    compare : bool, default False
        Whether all readings are compared.
    routing : str, default ""
        Routing of ``routed``.
    routing_file : str or None, optional
        Python file with the routing of ``routed``, which is run.
    vcs : int or None, optional
        Virtual channels of each hop for ``routed``; a parameter of other models.
    vc_rule : str, default ""
        ``shared`` or ``private``: use of the link by the virtual channels of ``routed``.
    sensitivity : bool, default False
        Whether points have the derivative of the latency by the load.
    read_as : str or None, optional
        Format of the files, where their contents do not tell it.
    scope : str or None, optional
        Ends of messages in a file or graph, ``terminals`` or ``all``; terminals if None.
    without : str or iterable of str, default ()
        Links, nodes, and files of their names, that are left out, see :func:`netlemma.network`.
    capacity : str, mapping or None, optional
        Capacities of classes of links, such as ``"local=2 global=1"``, see :func:`netlemma.network`.
    **parameters : object
        Parameters of the model, such as ``k=8, flits=20``; sizes and ``flits`` of ``routed``.

    Returns
    -------
    LatencyPrediction
        Saturation, latency without load, and a point for each load.

    Raises
    ------
    ModelError
        If a model has no value for these parameters.
    InputError
        For an unknown model, reading, network or routing, a missing or misspelt parameter, or arguments that do not fit together.

    See Also
    --------
    simulate : The latency in a simulation.
    verify : ``verify("wormhole")`` and ``verify("adaptive")`` compare models with simulations.

    Notes
    -----
    Channels are queues: the service time of a channel contains the waits at the channels that follow on the route, and is
    computed from the last channel back. The point of saturation is the load at which a channel is busy all the time. A model
    takes milliseconds a load; ``routed`` follows the routes first. Readings are ways to understand a source whose printed
    equations are wrong or ambiguous: ``corrected`` repairs them, ``printed`` takes them as they are.

    References
    ----------
    * R. I. Greenberg and L. Guan, Modeling and comparison of wormhole routed mesh and torus networks, 1997.

    Examples
    --------
    >>> found = model("mesh", k=8, flits=20, load=[0.003, 0.02])
    >>> [point.state for point in found.points]
    ['steady', 'saturated']
    """
    from netlemma.checks.performance.latency_models import (
        ROUTED,
        compared_readings,
        latency_model,
        named_model,
        parse_model_parameters,
        routed_model,
    )

    source = named = None
    if name != ROUTED:
        named = named_model(name)
        check_keywords(model, name, [each.name for each in named.parameters], parameters, "parameter")
    elif network is not None:
        source = source_of(network, read_as=read_as, scope=scope, without=without, capacity=capacity)
        check_keywords(model, source.title, [*source.parameters, "flits"], parameters)
    if load == "":
        raise InputError("say at which loads with `load`, such as `load=0.001:0.009:9`", code="missing-load")
    loads = as_loads(load)
    if named is None:
        if reading or compare:
            option = "reading" if reading else "compare"
            raise InputError(f"`{option}` applies only to the models of papers; routed has `vc_rule` shared or private")
        if source is None:
            raise InputError('name a network behind routed, such as netlemma model routed "line(8)^2" flits=20')
        return routed_model(
            source, parameters, loads, routing or None, vcs, vc_rule or "shared", sensitivity, routing_file or None
        )
    if vcs is not None:
        parameters["vcs"] = vcs
    given = {"`routing`": routing, "`routing_file`": routing_file, "`vc_rule`": vc_rule, "a network": network,
             "`read_as`": read_as, "`scope`": scope, "`without`": without, "`capacity`": capacity}  # fmt: skip
    for option, value in given.items():
        if value:
            raise InputError(f"{option} applies only to model routed; {name} has a routing of its own")
    if compare and reading:
        raise InputError("`compare` shows all readings, and `reading` is one; give one of the two")
    values = parse_model_parameters((f"{each}={value}" for each, value in parameters.items()), named)
    if compare:
        return compared_readings(name, values, loads, sensitivity)
    return latency_model(name, values, loads, reading or "corrected", sensitivity)


def bounds(
    network: Any,
    /,
    *,
    node_time: Number = 1,
    link_time: Number = 1,
    class_time: Mapping[str, Number] | Iterable[str] = (),
    population: int | None = None,
    versus: str = "",
    bandwidth: str = "full",
    routing: str = "",
    traffic: str = "",
    read_as: str | None = None,
    scope: str | None = None,
    without: Without = (),
    capacity: Capacity = None,
    **sizes: Any,
) -> BoundsReport:
    """Bound the throughput of a network by its most loaded devices.

    Messages circulate among processors and links; each is served at every device that it visits. From the visit ratios and
    the service times follow the bottleneck, the bound ``X0_bound`` of the throughput, the response time ``R0`` without waiting,
    the population ``N_star`` at which both bounds meet, and the least service time of a processor at which links are no
    bottleneck.

    Parameters
    ----------
    network : object
        Network in any form that :func:`netlemma.network` takes: a family or product by name with its sizes as keywords,
        names of files, a NetworkX graph, or a network.
    node_time : Number, default 1
        Service time of a processor.
    link_time : Number, default 1
        Service time of a link or bus.
    class_time : mapping from str to Number or iterable of str, default ()
        Service times of single classes of devices, by name, or as texts such as ``"ring=3/2"``.
    population : int or None, optional
        Messages in the network.
    versus : str, default ""
        Another network, such as ``"spanning-bus-hypercube w=4"``; omitted sizes are free.
    bandwidth : str, default "full"
        ``full``, or ``limited``: shared among a node's links.
    routing : str, default ""
        ``shortest``, if empty, or ``dimension-order``; under a traffic any routing in words.
    traffic : str, default ""
        Traffic in words, such as "hotspot nodes=0 share=1/4", see :func:`measure`; uniform if empty.
    read_as : str or None, optional
        Format of the files, where their contents do not tell it.
    scope : str or None, optional
        Ends of messages in a file or graph, ``terminals`` or ``all``; terminals if None.
    without : str or iterable of str, default ()
        Links, nodes, and files of their names, that are left out, see :func:`netlemma.network`.
    capacity : str, mapping or None, optional
        Capacities of classes of links, such as ``"local=2 global=1"``, see :func:`netlemma.network`.
    **sizes : int
        Sizes of the network.

    Returns
    -------
    BoundsReport
        Exact bounds.

    Raises
    ------
    SizeError
        For a missing, unknown or illegal size, or a network that is too large to build.
    UnknownFamily
        For an unknown family; the message suggests the nearest name.
    FormatError
        For a malformed file.
    RoutingError
        For an unknown routing, or one that the network does not have.
    InputError
        For an unknown class of devices, an illegal service time, or options that do not fit together.

    See Also
    --------
    measure : The visit ratios.
    model : The latency under wormhole switching.

    Notes
    -----
    With demands V S of the devices, visit ratio times service time, the throughput is at most 1 / max V S whatever the
    distributions and the scheduling. Visit ratios come from proved lemmas, in time that does not grow with the network;
    where there is no lemma, the network is built and measured. At a ``population`` the exact throughput of the product-form
    network is added, by mean value analysis.

    References
    ----------
    * D. A. Reed, Estimating the performance of multi-microcomputer networks, 1982.
    * M. Reiser and S. S. Lavenberg, Mean-value analysis of closed multichain queuing networks, 1980.

    Examples
    --------
    >>> found = bounds("spanning-bus-hypercube", w=4, D=3)
    >>> found.X0_bound, found.N_star
    ('21', '69')
    """
    from netlemma.checks.performance.bounds import read_service_times
    from netlemma.checks.performance.bounds_report import bounds_of_network, bounds_report

    if bandwidth not in ("full", "limited"):
        raise InputError(f"`bandwidth` is {bandwidth!r}; it is full or limited")
    limited = bandwidth == "limited"
    classes = [f"{name}={time}" for name, time in class_time.items()] if isinstance(class_time, Mapping) else class_time
    times = read_service_times(str(node_time), str(link_time), classes)
    source, own = named_source(bounds, network, read_as, scope, sizes, without, capacity)
    routing, traffic = configured(source, routing=routing, traffic=traffic)
    routing = routing or "shortest"
    if source.subject is not None:
        other, at = with_own_sizes(*_words(versus))
        against = (other, parse_parameters(at.split())) if other else None
        return bounds_report(source.subject, own, times, population, against, limited, routing, traffic)
    if versus:
        raise InputError(f"`versus` compares families and products as they grow, and {source.title} is neither")
    return bounds_of_network(device_network(source, **own), times, population, limited, routing, traffic)


def _words(text: str) -> tuple[str, str]:
    """A family or a product, whose text may have blanks in it, and the assignments after it."""
    words = text.split()
    first = next((i for i, word in enumerate(words) if "=" in word), len(words))
    return " ".join(words[:first]), " ".join(words[first:])

"""Deadlock of a routing, decided by a method that depends on the network and the routing.

Point-to-point rings are decided by their queues (:mod:`netlemma.graphs.deadlock.rings.ring_deadlock`), routes of files by the
dependency graph of their tables (:mod:`netlemma.graphs.deadlock.tables`), routings that correct one dimension after the other by
one line of each dimension (:mod:`netlemma.graphs.deadlock.lines`), and all others by their channels
(:mod:`netlemma.graphs.deadlock.channels`)."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from netlemma.graphs.base.errors import InputError
from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.deadlock.channels import MOST_CONFIGURATIONS, MOST_STATES, by_channels
from netlemma.graphs.deadlock.lines import by_lines
from netlemma.graphs.deadlock.rings.partitions import ring_partitions
from netlemma.graphs.deadlock.rings.queues import DEFAULT
from netlemma.graphs.deadlock.rings.ring_deadlock import ring_deadlock
from netlemma.graphs.deadlock.rings.routing_existence import exists as any_routing
from netlemma.graphs.deadlock.tables import by_tables
from netlemma.graphs.deadlock.verdict import SWITCHING, DeadlockVerdict
from netlemma.graphs.rings.routing import RingRouting
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routings import routing as routing_of
from netlemma.graphs.topology.ring_structure import RingNetwork
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.traffic.named import traffic as traffic_of
from netlemma.graphs.traffic.talking import talking

OF_RINGS, OF_CHANNELS = ("queues", "partitions", "exists", "routes"), ("vcs", "switching", "fewest", "traffic")


def deadlock(
    net: Network | RingNetwork,
    routing: str | ChannelRouting | RingRouting | None = None,
    *,
    vcs: int | None = None,
    routing_file: str | Path | None = None,
    source: Any = None,
    switching: str | None = None,
    fewest: bool = False,
    queues: str | None = None,
    partitions: bool = False,
    exists: bool = False,
    routes: str | None = None,
    traffic: Any = None,
    described: Mapping[str, Any] | None = None,
    progress: Progress = None,
) -> DeadlockVerdict:
    """Whether a routing of a network can deadlock.

    Parameters
    ----------
    net : Network or RingNetwork
        Network of channels, or of point-to-point rings.
    routing : str or ChannelRouting or RingRouting, optional
        The routing, see :func:`netlemma.graphs.routings.routing`.
    vcs : int, optional
        Virtual channels of each hop.
    routing_file : str or Path, optional
        Python file with a routing, instead of ``routing``.
    source : object, optional
        Source of the network, for the routes of its files.
    switching : str, optional
        Switching of a network of channels, see :func:`decide`.
    fewest : bool, default False
        Whether to show a deadlock of the fewest packets.
    queues : str, optional
        Queue model of rings.
    partitions : bool, default False
        Whether to compute, for rings, also the fewest classes of queues that free the routing of deadlock.
    exists : bool, default False
        Whether to ask, for rings, if any deadlock-free routing exists.
    routes : str, optional
        Kind of those routings: any, shortest, links=D or rings=H.
    traffic : object, optional
        Of a network of channels: traffic between whose pairs packets run, see :func:`netlemma.graphs.traffic.named.traffic`; by
        default all ends send to all others.
    described : Mapping of str to object, optional
        Description of the network in certificates; None for its family and sizes.
    progress : Progress, optional
        Function called now and then with (done, all).

    Returns
    -------
    DeadlockVerdict
        The verdict.

    Raises
    ------
    InputError
        If an option does not apply to the network, or contradicts another one.
    RoutingError
        If the routing is unknown or strands packets.
    Livelock
        If the routing lets packets go in circles.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> deadlock(network("oneway-torus", k=4, n=2)).verdict, deadlock(network("deadfly", f=2, r=2)).verdict
    ('deadlock', 'deadlock')
    """
    given = {"routing_file": routing_file, "vcs": vcs, "switching": switching, "fewest": fewest, "queues": queues,
             "partitions": partitions, "exists": exists, "routes": routes, "traffic": traffic}  # fmt: skip
    check_options(net, {**given, "routing": routing})
    if isinstance(net, RingNetwork) and exists:
        return _described(any_routing(net, routes or "any", queues or DEFAULT), described)
    by = routing_of(net, routing, vcs=vcs, file=routing_file, source=source)
    if traffic:
        by = talking(by, traffic_of(net, traffic))
    verdict = decide(by, switching, fewest=fewest, queues=queues, described=described, progress=progress)
    if not partitions:
        return verdict
    assert isinstance(net, RingNetwork)
    found, enough = ring_partitions(net, by, queues or DEFAULT)
    counted = {"least": found.lower, "enough": found.upper, "why": found.why, "by_hops": found.by_hops}
    return _described(replace(verdict, partitions=counted, certificate=enough), described)


def _described(verdict: DeadlockVerdict, described: Mapping[str, Any] | None) -> DeadlockVerdict:
    """The verdict with the description of its network in the certificate."""
    if described is None or verdict.certificate is None:
        return verdict
    return replace(verdict, certificate={**verdict.certificate, "network": dict(described)})


def check_options(net: Network | RingNetwork, given: Mapping[str, Any]) -> None:
    """Refuse options that do not apply to a network, or contradict one another.

    Parameters
    ----------
    net : Network or RingNetwork
        The network.
    given : Mapping of str to object
        Options by name; messages have their names on the command line, such as ``--routing-file``.

    Raises
    ------
    InputError
        If there is such an option; the message names the first.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> check_options(network("ring", K=5), {"queues": "node"})
    Traceback (most recent call last):
        ...
    netlemma.graphs.base.errors.InputError: --queues applies only to networks of point-to-point rings; ring K=5 has channels
    """
    set_ = {
        name: f"--{name.replace('_', '-')}"
        for name, value in given.items()
        if value is not None and value not in (False, "")
    }
    rings = isinstance(net, RingNetwork)
    for name, option in set_.items():
        if name in (OF_CHANNELS if rings else OF_RINGS):
            kind = "channels" if rings else "point-to-point rings"
            what = "is made of point-to-point rings" if rings else "has channels"
            raise InputError(f"{option} applies only to networks of {kind}; {net.title} {what}")
    if "exists" in set_:
        for name in ("routing", "routing_file", "partitions"):
            if name in set_:
                raise InputError(f"--exists asks for any routing, so {set_[name]} does not go with it")
    elif "routes" in set_:
        raise InputError("--routes selects the routings of --exists: add --exists")


def decide(
    by: ChannelRouting | RingRouting,
    switching: str | None = None,
    *,
    fewest: bool = False,
    queues: str | None = None,
    most_states: int = MOST_STATES,
    most_configurations: int = MOST_CONFIGURATIONS,
    described: Mapping[str, Any] | None = None,
    progress: Progress = None,
) -> DeadlockVerdict:
    """Whether packets of a routing can come to wait for one another forever.

    Buffers are the smallest ones, of one flit for each channel in wormhole routing and of one packet otherwise; packets
    may have any length, and wait anywhere as long as they like. They leave the network at their destination.

    Parameters
    ----------
    by : ChannelRouting or RingRouting
        A routing on channels, or one of point-to-point rings.
    switching : str, optional
        For channels: "wormhole" (default), "cut-through" or "store-and-forward".
    fewest : bool, default False
        For channels: whether to show a deadlock of the fewest packets, which takes a search of all configurations.
    queues : str, optional
        For rings: the queue model.
    most_states : int, default MOST_STATES
        Limit of the number of states of the search; beyond, the verdict may be "unknown".
    most_configurations : int, default MOST_CONFIGURATIONS
        Limit of the number of configurations; beyond, the verdict may be "unknown".
    described : Mapping of str to object, optional
        Description of the network in certificates; None for its family and sizes.
    progress : Progress, optional
        Function called now and then with (done, all).

    Returns
    -------
    DeadlockVerdict
        The verdict.

    Raises
    ------
    InputError
        If the switching is unknown, or an option does not apply to the network.
    RoutingError
        If the routing strands packets.
    Livelock
        If the routing lets packets go in circles.

    References
    ----------
    * W. J. Dally and C. L. Seitz, Deadlock-free message routing in multiprocessor interconnection networks, 1987.
    * J. Duato, A new theory of deadlock-free adaptive routing in wormhole networks, 1993.
    """
    net = by.network
    if net is not None:
        check_options(net, {"switching": switching, "fewest": fewest, "queues": queues})
    if isinstance(by, RingRouting):
        assert isinstance(net, RingNetwork)
        return _described(ring_deadlock(net, by, queues or DEFAULT, progress), described)
    switching = switching or SWITCHING[0]
    if switching not in SWITCHING:
        raise InputError(f"switching={switching!r}: it is one of {', '.join(SWITCHING)}")
    search = partial(by_channels, most_states=most_states, most_configurations=most_configurations)
    verdict = None
    if by.tables is not None and switching == SWITCHING[0] and not fewest:
        verdict = by_tables(*by.tables)
    verdict = verdict or by_lines(by, switching, None if fewest else search)
    return _described(verdict or search(by, switching, fewest=fewest, progress=progress), described)

"""Deadlock verdicts."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from netlemma.api.arguments import (
    Capacity,
    Progress,
    ResolvedNetwork,
    Without,
    choose,
    configured,
    counted,
    named_source,
    refuse_sample,
)
from netlemma.errors import InputError
from netlemma.graphs.deadlock.verdict import OPTIONS, DeadlockVerdict
from netlemma.graphs.rings.routing import RingRouting
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.topology.structure import Network

OF_FAILURES = ("routing_file", "vcs", "switching", "traffic", "messages", "networks", "injection", "buffers", "bubble", "progress", "flow",
               "paths", "priorities")  # fmt: skip


def deadlock(
    network: Any,
    /,
    routing: str | ChannelRouting | RingRouting | None = None,
    *,
    routing_file: str | Path | None = None,
    vcs: int | None = None,
    switching: str | None = None,
    traffic: Any = None,
    messages: Any = None,
    networks: str | None = None,
    injection: str | None = None,
    fewest_networks: bool = False,
    buffers: int | None = None,
    bubble: bool | str | None = None,
    flow: str | None = None,
    paths: str | Path | None = None,
    priorities: int | None = None,
    fewest_priorities: bool = False,
    modules: str | Path | None = None,
    smallest_deadlock: bool = False,
    fewest_vcs: bool = False,
    all_sizes: bool = False,
    queues: str | None = None,
    queue_classes: bool = False,
    any_routing: bool = False,
    routes: str | None = None,
    failures: int | None = None,
    of: str = "links",
    reroute: str | None = None,
    sample: int | None = None,
    seed: int = 1,
    read_as: str | None = None,
    scope: str | None = None,
    without: Without = (),
    capacity: Capacity = None,
    latency: Capacity = None,
    progress: Progress = None,
    **sizes: Any,
) -> DeadlockVerdict:
    """Decide whether a routing can deadlock, with a certificate either way.

    A deadlock is a set of packets each of which waits for a channel that another one of them holds, and which can come
    about. The answer is ``deadlock-free``, ``deadlock`` with such packets, or ``unknown`` if a search was cut short.

    Parameters
    ----------
    network : object
        Network in any form, see :func:`netlemma.network`, or a routing, which has its network.
    routing : str, ChannelRouting, RingRouting or None, optional
        Routing in words, such as "duato escape=1", or as an object, see :func:`netlemma.routing`; by default dimension
        order, the routes in a network's files, or on point-to-point rings their concise routing.
    routing_file : str, Path or None, optional
        Python file with a routing, which is run, instead of words.
    vcs : int or None, optional
        Virtual channels of each hop.
    switching : str or None, optional
        ``wormhole``, ``cut-through`` or ``store-and-forward``, of a network of channels.
    traffic : object, optional
        Traffic between whose pairs packets run, see :func:`netlemma.measure`; all ends send to all others if None.
    messages : str, Path or None, optional
        Messages that cause messages, such as "request > reply": a node takes a message off the network only once all that it
        causes is in its injection queues. Chains are separated by ``;``, and ``a > b + c`` causes two. A caused message goes to
        the sender of its cause; ``b:forward`` goes to any node, ``b:origin`` to the sender of the first message of its chain.
        Behind the chains may stand ``queue=4``, the messages that an injection queue holds, and ``order=fifo`` for nodes that
        take messages one by one. Or a file .csv with the columns kind, source, destination and causes, or .json with a list of
        such objects, for exact messages.
    networks : str or None, optional
        Virtual network of each kind, each with all virtual channels of the routing: ``shared`` (one for all), ``separate``, or
        such as "request=0 reply=1".
    injection : str or None, optional
        Injection queues of a node: one for each of the ``kinds``, or one ``shared`` by all kinds of a network.
    fewest_networks : bool, default False
        Whether to find the fewest virtual networks with which the messages are free of deadlock.
    buffers : int or None, optional
        Packets that a channel holds under cut-through and store-and-forward switching; 1 if None.
    bubble : bool, str or None, optional
        Whether packets enter a ring of channels, by injection or by a turn, only where they leave a slot free, so that no ring is
        ever full. The rings are found. True or ``local``: 2 slots of the channel must be free; channels hold 2 packets, or as many as
        ``buffers`` says. ``critical``: one slot of the channel, and another one anywhere in the ring; channels hold 1 packet, or as many as
        ``buffers`` says. ``worm``: under wormhole switching, as many channels of the ring as the worm will hold, and one more.
    flow : str or None, optional
        ``pfc``: lossless Ethernet, where a full buffer pauses one priority of its link. Packets take all paths of the routing
        (ecmp if none is named, and there are no ``paths``).
    paths : str, Path or None, optional
        With ``flow``, a file with a path in each line, the names of its nodes with spaces or ``>`` between them; of packets besides
        those of the routing, if one is named.
    priorities : int or None, optional
        With ``flow``, priorities: of several, a packet begins in priority 0 and rises by one where its path goes up again after it
        went down; beyond the last one it is lossy.
    fewest_priorities : bool, default False
        With ``flow``, whether to find the fewest priorities with which all packets are lossless and free of deadlock.
    modules : str, Path or None, optional
        File with a line node,module for each node, such as the chiplets on an interposer: each module is decided apart, and the whole from
        summaries of what may cross them.
    smallest_deadlock : bool, default False
        Whether to find a deadlock with the fewest packets.
    fewest_vcs : bool, default False
        Whether to find the minimum number of virtual channels with which the routing is free of deadlock.
    all_sizes : bool, default False
        Whether to give one verdict for all sizes of a family.
    queues : str or None, optional
        Of rings, the queues: input-output, output, input, node or transit.
    queue_classes : bool, default False
        Of rings, whether to compute the number of queue classes needed.
    any_routing : bool, default False
        Of rings, whether to decide if there is any deadlock-free routing.
    routes : str or None, optional
        Kind of those routings: any, shortest, links=D or rings=H.
    failures : int or None, optional
        Number of links or switches that fail together: the routing of this name is decided again after each such failure.
    reroute : str or None, optional
        With ``flow`` and ``failures``: paths are found ``again`` on the network that is left (default), or, before all switches know,
        from the switch before the failure on, ``local`` to it: there packets may bounce.
    of, sample, seed : object, optional
        What fails, and how many such failures are drawn, see :func:`measure`.
    read_as : str or None, optional
        Format of the files, where their contents do not tell it.
    scope : str or None, optional
        Ends of messages in a file or graph: ``terminals``, ``switches`` or ``all``; terminals if None.
    without : str or iterable of str, default ()
        Links, nodes, and files of their names, that are left out, see :func:`netlemma.network`.
    capacity : str, mapping or None, optional
        Capacities of classes of links, such as ``"local=2 global=1"``, see :func:`netlemma.network`.
    latency : str, mapping or None, optional
        Latencies of classes of links, such as ``"local=1 global=10"``, see :func:`netlemma.network`.
    progress : Progress, optional
        Called with a line on the progress.
    **sizes : object
        Sizes of the network.

    Returns
    -------
    DeadlockVerdict
        Verdict; its ``as_json`` is the output of ``netlemma deadlock --json``.

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
        For options that exclude one another or do not fit the network.
    Livelock
        If packets can travel forever.
    WorkError
        If the computation would take too long, or too much memory, by an estimate that is made first.

    See Also
    --------
    certify : Checks the certificate of a verdict, by code that did not find it.
    simulate : Runs into a deadlock, or does not.

    Notes
    -----
    If the channel dependency graph has no cycle, there is no deadlock (Dally and Seitz 1987): the certificate numbers the channels so that
    each packet only ascends. This decides deterministic and oblivious routings in time and memory that are linear in the
    dependencies. An adaptive routing may have cycles. It is free of deadlock if some escape channels, one of which each
    packet may always take, have no cycle of direct or indirect dependencies (Duato 1995). What that leaves open is decided by a search
    through sets of packets that wait for one another, backwards to an empty network. Such a search may take a number of steps
    that is exponential in the channels, so it is limited.

    With ``all_sizes`` one rank of the channels is proved to rise along every step at all sizes of a family.

    References
    ----------
    * W. J. Dally and C. L. Seitz, Deadlock-free message routing in multiprocessor interconnection networks, 1987.
    * J. Duato, A necessary and sufficient condition for deadlock-free adaptive routing in wormhole networks, 1995.

    Examples
    --------
    >>> deadlock("oneway-torus", k=4, n=2).verdict, deadlock("oneway-torus", k=4, n=2, vcs=2).verdict
    ('deadlock', 'deadlock-free')
    >>> deadlock("deadfly", f=2, r=2, queue_classes=True).partitions["least"]
    2
    >>> deadlock("oneway-torus", all_sizes=True, vcs=2).verdict
    'deadlock-free'
    >>> [deadlock("line(2)", messages="request > reply", networks=each).verdict for each in ("shared", "separate")]
    ['deadlock', 'deadlock-free']
    """
    asked = {name: value for name, value in locals().items() if name in (*OPTIONS, "fewest_vcs")}
    from netlemma.checks.lemmas.deadlock import deadlock as decided
    from netlemma.checks.lemmas.deadlock import network_description

    refuse_sample(failures, of, sample, seed, routing)
    if failures is not None and (all_sizes or isinstance(network, ChannelRouting | RingRouting)):
        raise InputError(
            "`failures` takes a network of one size and the name of a routing, which is made again after each of them"
        )
    if reroute is not None and (failures is None or flow is None):
        raise InputError(
            "`reroute` is about paths of lossless Ethernet after failures: give `flow` and `failures` with it"
        )
    asked["progress"] = None if all_sizes else counted(progress)
    given = {name: value for name, value in asked.items() if value is not None and value is not False}
    if isinstance(network, ChannelRouting | RingRouting):
        return replace(decided(network, routing, **given, **sizes), title=getattr(network.network, "title", ""))
    if all_sizes:
        source, own = named_source(deadlock, network, read_as, scope, sizes, without, capacity, latency)
        verdict = decided(source.subject or source.title, routing, all_sizes=True, **given, **own)
        return replace(verdict, title=f"{source.title}, all sizes")
    chosen = choose(deadlock, network, read_as, scope, sizes, without, capacity, latency)
    if not fewest_vcs and not routing_file and flow is None:
        routing, vcs, traffic = configured(chosen.source, routing=routing, vcs=vcs, traffic=traffic)
        given |= {n: value for n, value in (("vcs", vcs), ("traffic", traffic)) if value not in (None, "uniform")}
    described = network_description(chosen.source, dict(chosen.sizes))
    fabric = getattr(chosen.source, "fabric", None)
    verdict = decided(chosen.net, routing, source=chosen.source, described=described, **given)
    after = None if failures is None else _after_failures(chosen, routing, given, failures, of, sample, seed, reroute)
    return replace(verdict, title=(fabric or chosen.net).title, failures=after)


def _after_failures(
    chosen: ResolvedNetwork,
    routing: Any,
    given: dict[str, Any],
    together: int,
    of: str,
    sample: int | None,
    seed: int,
    reroute: str | None,
) -> Any:
    """Verdicts on the routing of a name after each failure."""
    from netlemma.checks.lemmas.failure_verdicts import failure_certificate
    from netlemma.graphs.deadlock import reroutes
    from netlemma.graphs.deadlock.after_failures import verdicts_after
    from netlemma.graphs.deadlock.decide import deadlock as of_network
    from netlemma.graphs.routings import routing as routing_of
    from netlemma.graphs.topology.failures import failures as failing

    if wrong := [name for name in given if name not in OF_FAILURES]:
        raise InputError(f"`failures` takes verdicts on one routing: leave out `{wrong[0]}`")
    net = chosen.net.require_channels(": failures are of networks of channels")
    options = {name: value for name, value in given.items() if name != "progress"}
    pauses = "flow" in options
    symmetric = not options.keys() - {"vcs", "switching", "flow", "priorities"} and (
        (pauses and routing in (None, "ecmp")) or routing_of(net, routing, vcs=given.get("vcs")).loads.by == "shortest"
    )
    failed = failing(net, together, of, sample, seed, symmetry=symmetric)
    if pauses:
        if routing is None and "routing_file" not in given and getattr(chosen.source, "routes", None):
            raise InputError(
                "tables of files are of the whole network: name the `routing` that finds paths again, such as ecmp or up-down"
            )
        how = reroute or reroutes.AGAIN
        names = ("paths", "priorities", "routing_file")
        after = reroutes.ReRoutes(failed, routing, how, **{name: options.get(name) for name in names})
        found = verdicts_after(failed, after.verdict, given.get("progress"), reroutes.WORDS[how])
        if (
            how == reroutes.LOCAL or "paths" in options
        ):  # whose certificates would have to show that paths are rerouted so
            return found
    else:
        found = verdicts_after(
            failed, lambda left, _: of_network(left, routing, **options).verdict, given.get("progress")
        )

    def decide(left: Network, described: Any) -> DeadlockVerdict:
        return of_network(left, routing, described=described, **options)

    def certified() -> dict[str, Any] | None:
        each = failing(net, together, of, sample, seed, symmetry=False)
        return failure_certificate(chosen.source, chosen.sizes, each, decide)

    return replace(found, certified=certified)

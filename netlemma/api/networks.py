"""Networks, which have the functions of the interface that begin with a network as methods."""

import os
from collections.abc import Mapping
from typing import Any

from netlemma.api.arguments import Capacity, Opened, Without, check_keywords
from netlemma.api.arguments import routing as routing_of
from netlemma.api.comparisons import compare
from netlemma.api.conversions import convert
from netlemma.api.deadlocks import deadlock
from netlemma.api.drawings import draw
from netlemma.api.measurements import measure
from netlemma.api.models import bounds
from netlemma.api.simulations import simulate, sweep
from netlemma.api.verdicts import check
from netlemma.api.worst_cases import worst_case
from netlemma.errors import InputError
from netlemma.graphs.sources import sized
from netlemma.graphs.sources import source as source_of
from netlemma.graphs.sources.in_service import changed
from netlemma.graphs.sources.network_sources import Source, file_source, fixed
from netlemma.graphs.topology import ring_structure, structure
from netlemma.graphs.topology.capacities import columns_of


class Methods(Opened):
    """The functions of ``nl`` that take a network first."""

    bounds = bounds
    check = check
    compare = compare
    convert = convert
    deadlock = deadlock
    draw = draw
    measure = measure
    routing = routing_of
    simulate = simulate
    sweep = sweep
    worst_case = worst_case


class Network(Methods, structure.Network):
    """A network of channels with the functions of ``nl`` as methods."""


class RingNetwork(Methods, ring_structure.RingNetwork):
    """A network of point-to-point rings with the functions of ``nl`` as methods."""


def opened(source: Source, sizes: Mapping[str, Any]) -> Network | RingNetwork:
    """The network of a source at some sizes, with methods."""
    net = source.build(**sizes)
    found: Any = object.__new__(RingNetwork if isinstance(net, ring_structure.RingNetwork) else Network)
    vars(found).update(vars(net), source=source, sizes=dict(sizes))
    return found  # type: ignore[no-any-return]


def network(
    subject: Any,
    /,
    *,
    read_as: str | None = None,
    scope: str | None = None,
    without: Without = (),
    capacity: Capacity = None,
    latency: Capacity = None,
    hosts: str | None = None,
    **sizes: Any,
) -> Network | RingNetwork:
    """The explicit network that a user names, with the functions of ``nl`` as methods.

    All nodes and links are built, so time and memory grow with them. ``net.measure(traffic="tornado")`` is
    ``nl.measure(net, traffic="tornado")``; likewise bounds, check, compare, convert, deadlock, draw, routing, simulate, sweep and
    worst_case.

    Parameters
    ----------
    subject : object
        A family's name, with its sizes as keywords; a product such as ``"line(4) x ring(5)^2"`` of the factors line,
        ring, oneway-ring, clique and bus; the name of a file, or ``"my.py:function"``; a NetworkX graph; or a network.
    read_as : str or None, optional
        Format of the files, where their contents do not tell it.
    scope : str or None, optional
        Ends of messages in a file or graph: ``terminals``, ``switches`` or ``all``; terminals if None.
    without : str or iterable of str, default ()
        Links and nodes that are left out, by the names that they have in tables, or files with one such name a line: ``"a-b"``
        or ``"(0,1)-(0,2)"`` is a link, ``"a->b"`` a one-way link, ``"a-b #2"`` the second in parallel, ``"local[3]"`` the device
        3 of class local, ``"#5"`` node 5. What hangs on these nodes alone goes, too. The network is called so, and is no
        longer one of its family: it has the routings of any graph.
    capacity : str, mapping or None, optional
        Messages per unit of time that each direction of a link, or a bus, can take, by class: ``"local=2 global=1/2"``, or a
        mapping; or the name of the column or edge attribute that has them, which is ``capacity`` if none is named. ``terminals``
        are the links at nodes that only send and receive. Links that no class names keep their capacity, or have 1. Utilisations are loads
        divided by capacities, and the throughput follows from the largest.
    latency : str, mapping or None, optional
        Time that a message takes on each link, by class: ``"local=1 global=10"``, or a mapping; or the name of the column or edge
        attribute that has it, which is ``latency`` if none is named. Links that no class names keep theirs, or have 1. The routing
        ``least-latency`` takes the paths on which it is least.
    hosts : str or None, optional
        Names of the ends of messages instead of a scope, such as ``"h*"`` or ``"gpu?,nic0"``; in a graph or file without types of
        nodes the others forward.
    **sizes : object
        Sizes of the family, or arguments of the Python function.

    Returns
    -------
    Network or RingNetwork
        The network; ``graph`` is a plain NetworkX graph of it.

    Raises
    ------
    SizeError
        If a size is missing, unknown, outside its domain or too large to build.
    UnknownFamily
        If there is no such family; the message suggests the nearest.
    FormatError
        If a file or graph is not a network.
    InputError
        For a product that cannot be read, or nodes that are not connected.

    See Also
    --------
    read : The network of files.

    Examples
    --------
    >>> net = network("toroid", w=4, D=3)
    >>> net
    <Network toroid w=4 D=3: 64 nodes, 192 devices>
    >>> net.measure().mean_distance, net.deadlock(vcs=2).verdict
    (Fraction(64, 21), 'deadlock-free')
    """
    scope = _ends(scope, hosts)
    if isinstance(subject, Network | RingNetwork) and not (read_as or scope):
        fixed(subject.title, sizes)
        source = source_of(subject.source, without=without, capacity=capacity, latency=latency)
        return subject if source is subject.source else opened(source, subject.sizes)
    subject, all_sizes = sized(subject, sizes)
    source = source_of(
        subject, read_as=read_as or None, scope=scope or None, without=without, capacity=capacity, latency=latency
    )
    check_keywords(network, source.title, source.parameters, all_sizes)
    return opened(source, all_sizes)


def read(
    *files: str | os.PathLike[str],
    read_as: str | None = None,
    scope: str | None = None,
    without: Without = (),
    capacity: Capacity = None,
    latency: Capacity = None,
    hosts: str | None = None,
    **options: Any,
) -> Network | RingNetwork:
    """The network of files, with the functions of ``nl`` as methods.

    Parameters
    ----------
    *files : str or PathLike of str
        Names of the files, in any order: one has the network, others add to it, such as routes.
    read_as : str or None, optional
        Format of the files, where their contents do not tell it.
    scope : str or None, optional
        Ends of messages: ``terminals``, ``switches`` or ``all``; terminals if None.
    without : str or iterable of str, default ()
        Links, nodes, and files of their names, that are left out, see :func:`netlemma.network`.
    capacity : str, mapping or None, optional
        Capacities of classes of links, such as ``"local=2 global=1"``, see :func:`netlemma.network`.
    latency : str, mapping or None, optional
        Latencies of classes of links, such as ``"local=1 global=10"``, see :func:`netlemma.network`.
    hosts : str or None, optional
        Names of the ends of messages instead of a scope, as in :func:`netlemma.network`.
    **options : object
        Settings that the content does not contain, such as ``lmc=1`` for an InfiniBand subnet.

    Returns
    -------
    Network or RingNetwork
        The network.

    Raises
    ------
    InputError
        For files that do not go together.
    FormatError
        If a file violates its format.

    See Also
    --------
    network : The network of a family, product, graph or file.
    """
    names = [os.fspath(file) for file in files]
    check_keywords(read, " ".join(names), (), options, "setting")
    source = file_source(names, read_as, _ends(scope, hosts), options, columns_of(capacity, latency))
    return opened(changed(source, without, capacity, latency), {})


def _ends(scope: str | None, hosts: str | None) -> str | None:
    if scope and hosts:
        raise InputError("`scope` and `hosts` both say which nodes send and receive: give one of them")
    return hosts or scope

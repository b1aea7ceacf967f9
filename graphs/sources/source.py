"""Base class of the sources of networks, and checks that they share."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np

from netlemma.graphs.base.errors import InputError, NetworkError, SizeError
from netlemma.graphs.formats.fabric.fabric import SCOPES
from netlemma.graphs.formats.fabric.topology import Routes
from netlemma.graphs.loads.paths import disconnected
from netlemma.graphs.topology.ring_structure import RingNetwork
from netlemma.graphs.topology.structure import Network

MANY_HOPS = 100_000  # from which on they are followed by compiled loops
AnyNetwork = Network | RingNetwork


class Source:
    """A network that is named but not necessarily built.

    Attributes
    ----------
    title : str
        The name of the network, without sizes.
    parameters : tuple of str, optional
        Names of the sizes that it takes; () for a fixed network.
    defaults : Mapping of str to int, optional
        Values of sizes that may be left out, as far as they are whole numbers.
    subject : str, optional
        The name of the family or the text of the product under which there are lemmas; None for files and graphs.
    scope : str, optional
        Between which nodes messages run, "adapters" (terminals), "switches" or "all"; None where no scope applies.
    words : tuple of str, optional
        The words of the command line that name the network, sizes apart; () for objects of Python.
    format : str, optional
        The formats of the files that words name, with commas; None if there are none.
    digest : str, default ''
        Of the files of the network; "" if there are none.
    lists : tuple of str, optional
        Names of the sizes that are lists of numbers.
    """

    title: str
    parameters: tuple[str, ...] = ()
    defaults: Mapping[str, int] = MappingProxyType({})
    subject: str | None = None
    scope: str | None = None
    words: tuple[str, ...] = ()
    format: str | None = None
    digest: str = ""
    lists: tuple[str, ...] = ()

    def build(self, **sizes: Any) -> AnyNetwork:
        """The network at these sizes.

        Parameters
        ----------
        **sizes : object
            Value of each size.

        Raises
        ------
        SizeError
            If a size is missing, unknown, outside its domain, or too large to build.
        FormatError
            If files or graphs are not a network; the message begins with the place.
        NotImplementedError
            If a kind of source does not define it.
        """
        raise NotImplementedError

    def description(self, **sizes: Any) -> dict[str, Any]:
        """Plain data that identify the network in a certificate, see :func:`netlemma.graphs.sources.from_description`.

        Raises
        ------
        NotImplementedError
            If a kind of source does not define it.
        """
        raise NotImplementedError

    @property
    def routes(self) -> Routes | None:
        """Routes that the files of the network contain, such as forwarding tables; None if they contain none."""
        return None

    def __repr__(self) -> str:
        sizes = f" with sizes {', '.join(self.parameters)}" if self.parameters else ""
        return f"<{type(self).__name__} {self.title}{sizes}>"


@dataclass(repr=False)
class BuiltSource(Source):
    """A network that already exists."""

    net: AnyNetwork
    scope: str | None = None

    def __post_init__(self) -> None:
        self.title = self.net.title
        self.net = within_scope(self.net, self.scope)

    def build(self, **sizes: Any) -> AnyNetwork:
        fixed(self.title, sizes)
        return self.net

    def description(self, **sizes: Any) -> dict[str, Any]:
        return {"family": self.net.family, "parameters": dict(self.net.parameters)}


def fixed(title: str, sizes: Mapping[str, Any]) -> None:
    """Refuse sizes for a network that takes none.

    Parameters
    ----------
    title : str
        Name of the network.
    sizes : Mapping of str to object
        Values given.

    Raises
    ------
    SizeError
        If there are any.
    """
    for name, value in sizes.items():
        raise SizeError(f"{title} is a network of one size: it takes no {name}={value}")


def within_scope(net: AnyNetwork, scope: str | None) -> AnyNetwork:
    """A network whose messages run between the nodes of a scope.

    Parameters
    ----------
    net : AnyNetwork
        The network.
    scope : str or None
        "adapters" for the terminals that the network names, "switches" for the other nodes, "all" for all nodes, None for
        no change.

    Returns
    -------
    AnyNetwork
        The network.

    Raises
    ------
    InputError
        If there is no such scope, or the network consists of rings and has no adapters.
    """
    if scope is None:
        return net
    if scope not in SCOPES:
        raise InputError(f"scope {scope!r} is unknown: it must be one of {', '.join(SCOPES)}")
    if isinstance(net, RingNetwork):
        raise InputError(f"{net.title} is made of point-to-point rings: it takes no scope")
    if scope == "all":
        return replace(net, terminals=None)
    if scope == "adapters" or net.terminals is None:
        return net
    return replace(net, terminals=tuple(np.flatnonzero(~net.is_end & net.forwarding).tolist()))


def connected(net: Network) -> Network:
    """The network itself, if messages get from its first terminal to all others and back.

    Raises
    ------
    NetworkError
        If there are fewer than two terminals, or a pair of nodes without a route.
    """
    if len(net.ends) < 2:
        raise NetworkError(f"{net.title} has {len(net.ends)} ends of messages: at least 2 are needed")
    first = net.ends[0]
    lost = _unreached(net, first, net.indptr, net.target)
    if lost is not None:
        raise disconnected(net, first, lost)
    if any(each.kind == "one-way link" for each in net.device_classes):
        order = net.target.argsort(kind="stable")
        starts = net.target[order].searchsorted(range(net.node_count + 1))
        lost = _unreached(net, first, starts, net.origin[order])
        if lost is not None:
            raise disconnected(net, lost, first)
    return net


def _unreached(net: Network, start: int, indptr: np.ndarray, target: np.ndarray) -> int | None:
    """The first terminal that cannot be reached from a node through forwarding nodes."""
    if net.hop_count > MANY_HOPS and net.forwarding.all():
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import breadth_first_order

        graph = csr_array((np.ones(len(target), dtype=np.int8), target, indptr), shape=2 * (net.node_count,))
        there = np.zeros(net.node_count, dtype=bool)
        there[breadth_first_order(graph, start, return_predecessors=False)] = True
        return next((end for end in net.ends if not there[end]), None)
    forwards, seen, order = net.forwarding.tolist(), [False] * net.node_count, [start]
    first, heads = indptr.tolist(), target.tolist()
    seen[start] = True
    for node in order:
        if forwards[node] or node == start:
            for other in heads[first[node] : first[node + 1]]:
                if not seen[other]:
                    seen[other] = True
                    order.append(other)
    return next((end for end in net.ends if not seen[end]), None)

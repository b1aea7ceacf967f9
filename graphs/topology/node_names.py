"""Nodes as users write them: by their numbers, or by their names."""

from collections.abc import Sequence

from netlemma.graphs.base.text_files import is_whole
from netlemma.graphs.topology.structure import Network


def named_by_numbers(net: Network, nodes: Sequence[int]) -> bool:
    """Whether a file or graph calls some of these nodes by a number, so that a number names the node that is called so.

    Parameters
    ----------
    net : Network
        The network.
    nodes : sequence of int
        Nodes that can be meant, such as its ends.

    Returns
    -------
    bool
        Whether it is so.

    Examples
    --------
    >>> import networkx
    >>> from netlemma.graphs import network
    >>> counted, line = network(networkx.path_graph([1, 2, 3])), network("line(3)")
    >>> named_by_numbers(counted, counted.ends), named_by_numbers(line, line.ends)
    (True, False)
    """
    if net.factors:
        return False
    return any(isinstance(name := net.labels(node)[0], str) and is_whole(name) for node in nodes)


def numbers_by_name(net: Network, nodes: Sequence[int]) -> dict[str, int]:
    """Nodes by their numbers and by their names; only by their names where these are numbers.

    Parameters
    ----------
    net : Network
        The network.
    nodes : sequence of int
        Nodes that can be meant, such as its ends.

    Returns
    -------
    dict from str to int
        The number of each by all that it may be called.

    Examples
    --------
    >>> import networkx
    >>> from netlemma.graphs import network
    >>> mesh, counted = network("mesh", k=3, n=2), network(networkx.path_graph([1, 2, 3]))
    >>> found = numbers_by_name(mesh, mesh.ends)
    >>> found["5"], found["1,2"], found["(1,2)"]
    (5, 5, 5)
    >>> numbers_by_name(counted, counted.ends)
    {'1': 0, '(1)': 0, '2': 1, '(2)': 1, '3': 2, '(3)': 2}
    """
    names = {} if named_by_numbers(net, nodes) else {str(node): node for node in nodes}
    for node in nodes:
        label = ",".join(map(str, net.labels(node)))
        for name in (label, f"({label})"):
            names.setdefault(name, node)
    return names

"""Numbers that follow from the definition of a family, and the networks built compared with them."""

from collections.abc import Mapping

from netlemma.graphs.base.errors import NetworkError
from netlemma.graphs.topology.devices import devices_at
from netlemma.graphs.topology.structure import Network


def counted(net: Network) -> dict[str, int]:
    """The numbers with which a definition is compared.

    Parameters
    ----------
    net : Network
        The network.

    Returns
    -------
    dict of str to int
        ``nodes``, ``links`` (devices), ``ends`` of messages, and ``least_degree`` and ``degree``, the least and the
        greatest number of links of a node; with one-way links these count the links that leave it.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> counted(network("mesh", k=3, n=2))
    {'nodes': 9, 'links': 12, 'ends': 9, 'least_degree': 2, 'degree': 4}
    """
    degrees = devices_at(net)
    return {
        "nodes": net.node_count,
        "links": net.device_count,
        "ends": len(net.ends),
        "least_degree": int(degrees.min()),
        "degree": int(degrees.max()),
    }


def require_facts(net: Network, facts: Mapping[str, int]) -> None:
    """Check a network against its definition.

    Parameters
    ----------
    net : Network
        The network.
    facts : Mapping of str to int
        Numbers of :func:`counted` by name; those that are missing are not compared.

    Raises
    ------
    NetworkError
        If one differs, which is a mistake of the construction and none of the user.
    """
    found = counted(net)
    wrong = [
        f"{found[name]} {name.replace('_', ' ')} instead of {value}"
        for name, value in facts.items()
        if found[name] != value
    ]
    if wrong:
        raise NetworkError(f"the construction of {net.title} is wrong, please report it: it has {', '.join(wrong)}")

"""Values of all pairs and channels: those that a certificate gives, and their images under its symmetries."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from netlemma.checks.certificates.schema import Refused
from netlemma.graphs.topology.structure import Network

Values = dict[int, int]  # of hops, channels or nodes
Pair = tuple[int, int]


class StatedSymmetry(NamedTuple):
    """A symmetry as the certificate gives it."""

    reversing: bool
    nodes: list[int]
    hops: list[int]
    channels: Values

    def pair(self, pair: Pair) -> Pair:
        """The image of a pair of nodes, turned around by a symmetry that reverses hops.

        Parameters
        ----------
        pair : tuple of (int, int)
            Source and destination.

        Returns
        -------
        tuple of (int, int)
            Source and destination.
        """
        source, destination = (self.nodes[node] for node in pair)
        return (destination, source) if self.reversing else (source, destination)


def by_place(given: Mapping[str, int], count: int) -> Values:
    """Values by the number of a hop, channel or node, as a certificate gives them.

    Parameters
    ----------
    given : Mapping of str to int
        Values by number.
    count : int
        Number of hops, channels or nodes.

    Returns
    -------
    dict of int to int
        The values.

    Raises
    ------
    Refused
        If there is no such number.
    """
    found = {int(place): value for place, value in given.items()}
    if max(found, default=0) >= count:
        raise Refused(f"there is no place {max(found)}: there are {count}")
    return found


def read_move(net: Network, channels: list[int], given: Mapping[str, Any]) -> StatedSymmetry:
    """A symmetry with the hops that it maps to one another, parallel ones in their order.

    Parameters
    ----------
    net : Network
        The network.
    channels : list of int
        Directed channel of each hop.
    given : Mapping of str to object
        ``image`` of each node, and ``reversing``.

    Returns
    -------
    StatedSymmetry
        The symmetry.

    Raises
    ------
    Refused
        If it is no symmetry of the network.
    """
    image, backwards = given["image"], given["reversing"]
    if sorted(image) != list(range(net.node_count)):
        raise Refused(f"symmetries has a list that is no permutation of {net.node_count} nodes")
    between: defaultdict[Pair, list[int]] = defaultdict(list)
    for hop, ends in enumerate(zip(net.origin.tolist(), net.target.tolist(), strict=True)):
        between[ends].append(hop)
    hops = [-1] * net.hop_count
    for (tail, head), own in between.items():
        ends = (image[head], image[tail]) if backwards else (image[tail], image[head])
        there = between.get(ends, [])
        if len(there) != len(own):
            raise Refused(f"symmetries has a list under which hops from node {tail} to node {head} have no images")
        for hop, other in zip(own, there, strict=True):
            hops[hop] = other
    return StatedSymmetry(backwards, image, hops, {channels[hop]: channels[other] for hop, other in enumerate(hops)})


def carried(values: Values, by: list[int] | Values) -> Values:
    """Values at the images of their places.

    Parameters
    ----------
    values : dict of int to int
        Values by place.
    by : list of int or dict of int to int
        Image of each place.

    Returns
    -------
    dict of int to int
        Values by place.
    """
    return {by[place]: value for place, value in values.items()}


def all_pairs(
    name: str,
    given: Iterable[Mapping[str, Any]],
    field: str,
    pairs: set[Pair],
    moves: list[StatedSymmetry],
    images: list[Any],
) -> dict[Pair, Values]:
    """Values of all pairs: those of the certificate, and those that symmetries make of them.

    Parameters
    ----------
    name : str
        Name of the list in the certificate.
    given : Iterable of Mapping
        The list: ``source``, ``destination`` and values.
    field : str
        Name of the values in it.
    pairs : set of tuple of (int, int)
        All pairs of ends of messages.
    moves : list of StatedSymmetry
        The symmetries.
    images : list
        Image of each place of a value under each symmetry.

    Returns
    -------
    dict of tuple of (int, int) to dict
        Values of each pair by place.

    Raises
    ------
    Refused
        If a pair is missing, given twice, or none of the network.
    """
    found: dict[Pair, Values] = {}
    for each in given:
        pair = each["source"], each["destination"]
        if pair in found or pair not in pairs:
            raise Refused(f"{name} has the pair {pair[0]}, {pair[1]} twice, or it is no pair of ends of messages")
        found[pair] = by_place(each[field], 1 << 62 if not moves else max(map(max, images)) + 1)
    todo = list(found)
    for pair in todo:  # grows
        for move, image in zip(moves, images, strict=True):
            moved = move.pair(pair)
            if moved not in found:
                found[moved] = carried(found[pair], image)
                todo.append(moved)
    if found.keys() != pairs:
        raise Refused(f"{name} has {len(found)} pairs: there are {len(pairs)}")
    return found


def all_potentials(
    given: Iterable[Mapping[str, Any]], count: int, moves: list[StatedSymmetry]
) -> dict[int, tuple[Values, Values]]:
    """Potentials of all channels; a symmetry that reverses hops exchanges those of sources and destinations.

    Parameters
    ----------
    given : Iterable of Mapping
        ``channel`` with the potentials ``sending`` and ``getting``.
    count : int
        Number of channels.
    moves : list of StatedSymmetry
        The symmetries.

    Returns
    -------
    dict of int to tuple of (dict, dict)
        Potentials of sources and of destinations by channel.

    Raises
    ------
    Refused
        If a channel is missing, given twice, or none of the network.
    """
    found: dict[int, tuple[Values, Values]] = {}
    for each in given:
        if each["channel"] in found or each["channel"] >= count:
            raise Refused(f"potentials has channel {each['channel']} twice, or there is none of this number")
        found[each["channel"]] = by_place(each["sending"], 1 << 62), by_place(each["getting"], 1 << 62)
    todo = list(found)
    for channel in todo:  # grows
        for move in moves:
            moved = move.channels[channel]
            if moved not in found:
                parts = [{move.nodes[n]: v for n, v in side.items() if n < len(move.nodes)} for side in found[channel]]
                found[moved] = (parts[1], parts[0]) if move.reversing else (parts[0], parts[1])
                todo.append(moved)
    if len(found) != count:
        raise Refused(f"there are potentials of {len(found)} channels, and {count} channels")
    return found

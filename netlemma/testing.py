"""What a family, a routing and a lemma of a plug-in have to keep, checked at small sizes."""

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any

import numpy as np

from netlemma.checks.lemmas.verify import verify_lemma
from netlemma.derive.core.lemma import Lemma, LemmaKey
from netlemma.errors import RoutingError, SizeError
from netlemma.graphs.families import family_called
from netlemma.graphs.routing.channel_routing import ADAPTIVE, ALL, DETERMINISTIC, ChannelRouting
from netlemma.graphs.sources import network
from netlemma.graphs.topology.family import Family
from netlemma.graphs.topology.structure import Network

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
INDEX = re.compile(r"-\d+$")  # of classes that a family names with "-i"
SIZES, MOST_NODES = 4, 1000  # default sizes that are built, and how large they may be
NETWORKS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("mesh", {"k": 3, "n": 2}), ("torus", {"k": 4, "n": 2}), ("oneway-torus", {"k": 3, "n": 2}), ("hypercube", {"n": 3}),
    ("ring", {"K": 5}), ("line(4)", {}), ("fat-tree", {"k": 4}), ("dragonfly", {"p": 1, "a": 2, "h": 1}),
)  # fmt: skip
Place = tuple[int, int | None]  # node, and the channel by which the packet came


class PluginFault(AssertionError):
    """What an object of a plug-in does not keep."""


def _keeps(kept: bool, fault: str) -> None:
    if not kept:
        raise PluginFault(fault)


def check_family(family: Family[Any]) -> None:
    """Check that a family keeps what the commands rely on, at its smallest default sizes.

    Its name is one of lower-case letters, digits and hyphens; it has default sizes, which are legal; a size outside the
    domain is refused; networks have the name, the sizes, the classes and the numbers of nodes and hops that the family says,
    and are the same whenever they are built.

    Parameters
    ----------
    family : Family
        Family, as in ``FAMILY`` of a module.

    Raises
    ------
    AssertionError
        If it does not keep one of these; the message says which.

    See Also
    --------
    check_routing, check_lemma

    Examples
    --------
    >>> from netlemma.graphs.families import families
    >>> check_family(families()["toroid"])
    """
    _keeps(isinstance(family, Family), f"FAMILY is {type(family).__name__}: it must be a Family or RingFamily")
    name = family.name
    _keeps(
        bool(NAME.fullmatch(name)),
        f"the name {name!r} must be lower-case letters and digits, with hyphens between words",
    )
    _keeps(bool(family.summary) and "\n" not in family.summary, f"{name} needs a summary in one line")
    _keeps(
        bool(family.default_sizes), f"{name} needs default_sizes: sizes that are measured by default, smallest first"
    )
    for size in family.default_sizes:
        try:
            family.check(size)
        except SizeError as error:
            raise PluginFault(f"{name}: the default size {dict(size)} is not legal: {error}") from None
    for parameter in family.parameters:
        if not parameter.words and not parameter.many:
            _refuses(family, {**family.default_sizes[0], parameter.name: parameter.minimum - 1})
    small = (size for size in family.default_sizes if 10 ** family.log_sizes(**family.check(size))[0] <= MOST_NODES)
    for size in islice(small, SIZES):
        _network_kept(family, family.check(size))


def _refuses(family: Family[Any], size: Mapping[str, Any]) -> None:
    try:
        family.check(size)
    except SizeError:
        return
    raise PluginFault(f"{family.name} takes {dict(size)}, which is outside its domain")


def _network_kept(family: Family[Any], size: Mapping[str, Any]) -> None:
    net, again = family.build(**size), family.build(**size)
    where = f"{family.name} at {dict(size)}"
    _keeps(net.family == family.name, f"{where}: the network says that its family is {net.family!r}")
    _keeps(dict(net.parameters) == dict(size), f"{where}: the network says that its sizes are {dict(net.parameters)}")
    nodes, hops = (round(10**each) for each in family.log_sizes(**size))
    _keeps(net.node_count == nodes, f"{where}: it has {net.node_count} nodes, and log_sizes says {nodes}")
    if isinstance(net, Network):
        _keeps(net.hop_count == hops, f"{where}: it has {net.hop_count} hops, and log_sizes says {hops}")
        other = {name for name, _ in net.classes if not {name, INDEX.sub("-i", name)} & set(family.classes)}
        _keeps(not other, f"{where}: classes {sorted(other)} are not among those of the family, {list(family.classes)}")
        same = np.array_equal(net.origin, again.origin) and np.array_equal(net.target, again.target)
        _keeps(same, f"{where}: it is another network when it is built again")


def check_routing(routing: Callable[..., ChannelRouting], networks: Iterable[Network] | None = None) -> None:
    """Check that a routing delivers every packet, and says truly of which kind it is, on small networks.

    Each channel starts where the packet is; weights add up to 1 where a choice is drawn; a deterministic routing has one
    choice; from every place that a packet can reach it can get to its destination.

    Parameters
    ----------
    routing : Callable
        Function from a network to its routing, as in ``ROUTINGS`` of a module.
    networks : iterable of Network, optional
        Networks; by default small ones of several families. The routing may refuse some of them by a RoutingError, not all.

    Raises
    ------
    AssertionError
        If it does not keep one of these; the message says which, with the network, the packet and the node.

    See Also
    --------
    check_family, check_lemma

    Examples
    --------
    >>> from netlemma.graphs.routings import channel_routings
    >>> check_routing(channel_routings()["up-down"])
    """
    refused = []
    every = [network(name, **size) for name, size in NETWORKS] if networks is None else list(networks)
    for net in every:
        try:
            made = routing(net)
        except RoutingError as error:
            refused.append(f"{net.title}: {error}")
            continue
        _keeps(
            isinstance(made, ChannelRouting),
            f"on {net.title} it returns {type(made).__name__}: it must be a ChannelRouting",
        )
        _keeps(made.network is net, f"on {net.title} it returns a routing of {made.network.title}")
        for source in made.ends:
            for destination in made.ends:
                if source != destination:
                    for label in made.labels(source, destination):
                        _packet_kept(made, source, destination, label)
    _keeps(len(refused) < len(every), f"it refuses every network: {'; '.join(refused)}")


def _packet_kept(routing: ChannelRouting, source: int, destination: int, label: Any) -> None:
    """Follow a packet by every choice, and back from where it arrives."""
    packet = f"{routing.title}: a packet from {routing.node_name(source)} to {routing.node_name(destination)}"
    before: dict[Place, set[Place]] = {(source, None): set()}
    waiting: list[Place] = [(source, None)]
    arrived: list[Place] = []
    while waiting:
        node, came_by = place = waiting.pop()
        if came_by is not None and routing.delivers(came_by, destination, label):
            arrived.append(place)
            continue
        choices = list(routing.next_channels(node, came_by, destination, label))
        at = f"{packet}, at {routing.node_name(node)}"
        _keeps(bool(choices), f"{at}, has no way on")
        wrong = [each for each, _ in choices if not 0 <= each < routing.channel_count or routing.start(each) != node]
        _keeps(not wrong, f"{at}, is sent by channel {wrong[:1]}, which does not start there")
        if routing.kind != ADAPTIVE:
            total = sum(weight for _, weight in choices)
            _keeps(total == ALL, f"{at}, has choices whose weights add up to {total}: they must add up to 1")
        if routing.kind == DETERMINISTIC:
            _keeps(len(choices) == 1, f"{at}, has {len(choices)} choices, and the routing is said to be deterministic")
        for channel, _ in choices:
            following = (routing.end(channel), channel)
            if following not in before:
                before[following] = set()
                waiting.append(following)
            before[following].add(place)
    delivered = set(arrived)
    while arrived:
        new = before[arrived.pop()] - delivered
        delivered |= new
        arrived += new
    if stuck := sorted(before.keys() - delivered, key=str):
        raise PluginFault(f"{packet}, never arrives once it is at {routing.node_name(stuck[0][0])}")


def check_lemma(lemma: Lemma | Callable[[], Lemma]) -> None:
    """Check a lemma: its steps are proved anew, and its closed form is compared with definition and measured networks.

    Parameters
    ----------
    lemma : Lemma or Callable
        Lemma, or the function that derives it, as in ``LEMMAS`` of a module.

    Raises
    ------
    AssertionError
        If a step is not proved, the closed form is wrong at a size, or there is no such family; the message says which.

    See Also
    --------
    check_family, check_routing

    Examples
    --------
    >>> import netlemma as nl
    >>> check_lemma(nl.lemma("ring.diameter"))
    """
    found = lemma if isinstance(lemma, Lemma) else lemma()
    _keeps(isinstance(found, Lemma), f"the function returns {type(found).__name__}: it must be a Lemma")
    parsed = LemmaKey.parse(found.key)
    known = parsed.of_product or family_called(parsed.subject) is not None
    _keeps(known, f"{found.key}: there is no family {parsed.subject} to measure")
    try:
        verdict = verify_lemma(found)
    except SizeError as error:
        raise PluginFault(f"{found.key}: the lemma has sizes that the family has not: {error}") from None
    if verdict.counterexample:
        values = ", ".join(f"{name} {value}" for name, value in verdict.counterexample.items())
        raise PluginFault(f"{found.key} is wrong: {values}")
    _keeps(verdict.verdict in ("holds", "agrees"), f"{found.key} is {verdict.verdict}: {verdict.remark}")

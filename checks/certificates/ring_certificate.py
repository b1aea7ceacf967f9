"""Certificates about queues of rings, checked again from the network and its routing alone, without the code of the
finders.

The kind "numbering" has a number (or one for each class) of every queue; "cycle" has the queues that packets hold and
want, and the order in which the queues are filled; "no-routing" has pairs of nodes whose packets close a cycle on any
routes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from checks.certificates.alike import sources
from checks.certificates.exhaustion import Refused, no_routing
from graphs.rings.routing import ring_routing, route, visits
from graphs.sources import from_description, ring_network
from graphs.topology.ring_structure import RingNetwork

Packet = tuple[int, int, list[str]]  # source, destination, names of what it takes in order


def check_rings(certificate: dict[str, Any]) -> str:
    """Check a certificate about rings; the result is the proved statement in one line.

    Raises
    ------
    Refused
        If the certificate does not prove it.
    """
    kind, about = certificate["kind"], certificate["network"]
    source, sizes = from_description(about)
    net = ring_network(source, **sizes)
    if kind == "no-routing":
        return no_routing(net, certificate)
    if kind == "numbering":
        return _numbering(net, certificate, certificate["numbers"])
    if kind == "cycle":
        cycle = certificate["cycle"]
        ends = {(c["source"], c["destination"]) for c in cycle}
        return _cycle(cycle, certificate["filling"], list(_packets(net, certificate, ends)))
    raise Refused(f"{kind!r} is no kind of certificate: kinds are numbering, cycle and no-routing")


def _numbering(net: RingNetwork, certificate: dict[str, Any], numbers: dict[str, Any]) -> str:
    """Numbers rise along every route; one for each queue must be the length of the longest chain that leads to it."""
    everyone, stands = net.processors.nonzero()[0].tolist(), dict[str, str]()
    few, plain = everyone, all(type(n) is int for n in numbers.values())
    if plain and "routes" not in certificate:
        few, stands = sources(net, ring_routing(net, certificate["routing"]["name"]), numbers)
    least, count = dict.fromkeys((stands.get(name, name) for name in numbers), 0), 0
    for packet in _packets(net, certificate, ((s, t) for s in few for t in everyone if s != t)):
        _rises(numbers, packet)
        count += 1
        for held, wanted in pairwise(packet[2]) if plain else ():
            name = stands.get(wanted, wanted)
            least[name] = max(least[name], numbers[held] + 1)
    wrong = [name for name, n in numbers.items() if plain and n != least[stands.get(name, name)]]
    if wrong:
        raise Refused(f"{wrong[0]} has {numbers[wrong[0]]}, which should be {least[stands.get(wrong[0], wrong[0])]}")
    images = f" and their images, {len(everyone) * (len(everyone) - 1)} in all" if len(few) < len(everyone) else ""
    return f"deadlock-free: numbers rise along {count} routes{images}"


def _rises(numbers: dict[str, Any], packet: Packet) -> None:
    """Whether a number of each resource (one of its classes, if it has several) can be chosen so that they rise."""
    last = float("-inf")
    for name in packet[2]:
        own = numbers[name] if isinstance(numbers[name], list) else [numbers[name]]
        higher = [n for n in own if type(n) is int and n > last]
        if not higher:
            raise Refused(f"the packet from node {packet[0]} to node {packet[1]} finds no higher number at {name}")
        last = min(higher)


def _cycle(cycle: list[dict[str, Any]], filling: list[int], ways: list[Packet]) -> str:
    if not cycle or sorted(filling) != list(range(len(cycle))) or len({c["holds"] for c in cycle}) < len(cycle):
        raise Refused("a cycle names different resources, and each of them once in the order of filling")
    full = set[str]()
    for i in filling:
        held, wanted, after = cycle[i]["holds"], cycle[i]["wants"], cycle[(i + 1) % len(cycle)]["holds"]
        own = [way for s, t, way in ways if (s, t) == (cycle[i]["source"], cycle[i]["destination"])]
        before = [way[:k] for way in own for k in range(len(way)) if way[k : k + 2] == [held, wanted]]
        if wanted != after or not any(full.isdisjoint(way) for way in before):
            raise Refused(f"packet {i} of the cycle does not come to {held} past empty places, or want {after} there")
        full.add(held)
    return f"deadlock: {len(cycle)} packets hold what others of them want, and can come there one after the other"


def _packets(net: RingNetwork, certificate: dict[str, Any], pairs: Iterable[tuple[int, int]]) -> Iterator[Packet]:
    """The queues of the packets of some pairs, by routes written in the certificate or by a routing's name."""
    written = {(s, t): [(u, link) for u, link in hops] for s, t, hops in certificate.get("routes", ())}
    by = ring_routing(net, "general" if written else certificate["routing"]["name"])
    rule, _, most = certificate.get("rule", "any").partition("=")
    for source, target in pairs:
        hops = written[source, target] if written else route(net, by, source, target)
        nodes = [source, *(int(net.successor[hop]) for hop in hops)]
        size = {"links": len(hops), "rings": len(visits(net, hops)), "shortest": len(hops)}.get(rule, 0)
        limit = len(route(net, by, source, target)) if rule == "shortest" else int(most or 0)
        if [*(u for u, _ in hops), target] != nodes or target in nodes[:-1] or size > limit:
            raise Refused(f"the route from {source} to {target} is broken, or not {certificate.get('rule')}")
        stops = [0, *(k for k in range(1, len(hops)) if hops[k][1] != hops[k - 1][1]), len(hops)]
        enters = [f"output {hops[a][1]} of node {nodes[a]}" for a in stops[:-1]]
        leaves = [f"input {hops[a][1]} of node {nodes[b]}" for a, b in pairwise(stops)]
        both = [name for pair in zip(enters, leaves, strict=True) for name in pair]
        at = [f"node {nodes[k]}" for k in stops]
        models = {"output": enters, "input": leaves, "input-output": both, "node": at, "transit": at[1:-1]}
        yield source, target, models[certificate["queues"]]

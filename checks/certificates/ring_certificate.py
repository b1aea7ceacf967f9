"""Certificates about queues of rings, checked again from the network and its routing alone: numberings, cycles,
routes alike under a symmetry, and exhaustive search.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from netlemma.checks.base.inputs import quoted_text
from netlemma.checks.certificates.certificate_subject import certified_source, network_words, no_file
from netlemma.errors import CertificateError, InputError
from netlemma.graphs.base.limits import require
from netlemma.graphs.rings.routing import CONCISE, GENERAL, RingRouting, ring_routing, route, visits
from netlemma.graphs.rings.symmetry import link_image
from netlemma.graphs.routings.rings import ring_file_routing
from netlemma.graphs.sources import ring_network
from netlemma.graphs.topology.ring_structure import RingNetwork
from netlemma.graphs.topology.symmetry import orbits_of

# Routes in a network of rings that are images of others under a symmetry, so that a certificate also holds for them.
#
# A symmetry maps rings to rings and routes to routes. If it leaves the numbers of a certificate unchanged, they rise
# along the image of a route whenever they rise along the route.


def names(net: RingNetwork) -> tuple[list[list[str]], list[str]]:
    """The names of the queues in certificates: output and input queue of each link, and the queue of each node."""
    links = [f"{{}} {link} of node {u}" for u in range(net.node_count) for link in range(net.fanout)]
    return [[name.format(side) for name in links] for side in ("output", "input")], [
        f"node {u}" for u in range(net.node_count)
    ]


def sources(net: RingNetwork, by: RingRouting, numbers: dict[str, Any]) -> tuple[list[int], dict[str, str]]:
    """Nodes whose routes represent all routes, and the queue that represents each queue.

    All nodes represent themselves if there are no symmetries, or if the routing or the numbers do not keep them.

    >>> from netlemma.graphs import ring_network
    >>> from netlemma.graphs.rings.routing import ring_routing
    >>> net = ring_network("livefly", f=3, r=2)
    >>> numbers = {name: 0 for side in names(net)[0] for name in side}
    >>> sources(net, ring_routing(net), numbers)[0], len(sources(net, ring_routing(net), numbers | {"output 1 of node 3": 1})[0])
    ([0, 4], 8)
    """
    everyone = net.processors.nonzero()[0].tolist()
    concise = net.concise if by.name == CONCISE else None
    if net.symmetries is None or concise is None:
        return everyone, {}
    images = [np.ascontiguousarray(image, dtype=np.int32) for image in net.symmetries()]
    moved = [link_image(net, image) for image in images]
    if not all(map(concise.kept_by, images)):
        return everyone, {}
    orbit_of_node, orbit_of_link = orbits_of(net.node_count, images), orbits_of(net.successor.size, moved)
    of_links, of_nodes = names(net)
    stands: dict[str, str] = {}
    for queues, orbit in (*((side, orbit_of_link) for side in of_links), (of_nodes, orbit_of_node)):
        first: dict[int, str] = {}
        for queue, number in zip(queues, orbit.tolist(), strict=True):
            stands[queue] = first.setdefault(number, queue)
    if any(numbers.get(queue) != numbers.get(first) for queue, first in stands.items()):
        return everyone, {}
    _, first_nodes = np.unique(orbit_of_node[everyone], return_index=True)
    return [everyone[i] for i in sorted(first_nodes)], stands


# Exhaustive search: no choice of routes for a few packets is free of cycles. It shares no code with the solver that
# found them.


MOST_CHOICES = 2_000_000
Edges = frozenset[tuple[str, str]]


def no_routing(net: RingNetwork, certificate: Mapping[str, Any]) -> str:
    """Check a certificate of kind no-routing: every choice of routes for its pairs closes a cycle of queues."""
    pairs = [(s, t) for s, t in certificate["pairs"]]
    ends = {u for u in range(net.node_count) if net.processors[u]}
    if any(s == t or not {s, t} <= ends for s, t in pairs):
        raise CertificateError("the pairs of a certificate are different nodes with processors")
    options = [_dependencies(net, s, t, certificate["rule"], certificate["queues"]) for s, t in pairs]
    options.sort(key=len)
    tried = 0

    def fits(chosen: int, edges: Edges) -> bool:
        """Whether routes for the pairs from ``chosen`` on can be added without a cycle."""
        nonlocal tried
        tried += 1
        if tried > MOST_CHOICES:
            raise CertificateError(f"more than {MOST_CHOICES:,} choices of routes: too many to try one by one")
        if chosen == len(options):
            return True
        return any(not _has_cycle(edges | new) and fits(chosen + 1, edges | new) for new in options[chosen])

    if fits(0, frozenset()):
        raise CertificateError("the pairs of the certificate have routes without a cycle of queues")
    return f"all choices of routes for {len(pairs)} pairs of nodes close a cycle of queues ({tried} tried)"


def _dependencies(net: RingNetwork, source: int, target: int, rule: str, model: str) -> list[Edges]:
    """The dependencies of each route that is allowed, each set once."""
    kind, _, most = rule.partition("=")
    routes: list[list[tuple[int, int]]] = []
    todo: deque[list[tuple[int, int]]] = deque([[]])
    while todo:
        hops = todo.popleft()  # short ones first
        if kind == "shortest" and routes and len(hops) > len(routes[0]):
            break
        node = int(net.successor[hops[-1]]) if hops else source
        if node == target:
            routes.append(hops)
            continue
        if len(todo) > MOST_CHOICES:
            raise CertificateError(f"too many routes from node {source} to node {target} to try one by one")
        rings = [int(net.ring[hop]) for hop in hops]
        for link in range(net.fanout):
            ring = int(net.ring[node, link])
            again = ring in rings and not (rings[-1] == ring and int(net.successor[node, link]) != _entry(hops, rings))
            if ring < 0 or int(net.successor[node, link]) == node or again:
                continue
            if kind == "links" and len(hops) == int(most):
                continue
            if kind == "rings" and ring not in rings and len(set(rings)) == int(most):
                continue
            todo.append([*hops, (node, link)])
    if not routes:
        raise CertificateError(f"no route from node {source} to node {target} is allowed")
    return sorted({_edges(hops, target, model) for hops in routes}, key=len)


def _entry(hops: list[tuple[int, int]], rings: list[int]) -> int:
    """Where the packet entered the ring on which it is."""
    return hops[rings.index(rings[-1])][0]


def _edges(hops: list[tuple[int, int]], target: int, model: str) -> Edges:
    """The dependencies between the queues of a route."""
    taken: list[str] = []
    last = None
    for node, link in [*hops, (target, None)]:
        if link == last:
            continue
        if last is not None and model in ("input", "input-output"):
            taken.append(f"in {node} {last}")
        if link is not None and model in ("output", "input-output"):
            taken.append(f"out {node} {link}")
        if model == "node" or (model == "transit" and None not in (last, link)):
            taken.append(f"{node}")
        last = link
    return frozenset(pairwise(taken))


def _has_cycle(edges: Edges) -> bool:
    """Take away what nothing depends on, until nothing or cycles are left."""
    left = set(edges)
    while left:
        tails = {a for a, _ in left}
        kept = {(a, b) for a, b in left if b in tails}
        if len(kept) == len(left):
            return True
        left = kept
    return False


# Certificates about queues of rings, checked again from the network and its routing alone, without the code of the
# finders.
#
# The kind "numbering" has a number (or one for each class) of every queue; "cycle" has the queues that packets hold and
# want, and the order in which the queues are filled; "no-routing" has pairs of nodes whose packets close a cycle on any
# routes. Routes are those of the routing that the certificate names; a numbering may instead have routes of its own, and
# then shows that some routing is free of deadlock.


Packet = tuple[int, int, list[str]]  # source, destination, names of what it takes in order
Find = Callable[[int, int], list[tuple[int, int]]]  # the hops of the packets of a pair


def check_rings(certificate: Mapping[str, Any], file: str | None = None, network: Any = None) -> str:
    """Check a certificate about rings; the result is its subject and the proof in words."""
    kind, queues, by = certificate["kind"], certificate["queues"], certificate["routing"]
    source, sizes = certified_source(certificate, network)
    net = ring_network(source, **sizes)
    ends = net.processors.nonzero()[0].tolist()
    _texts(certificate, "scope", f"all {len(ends) * (len(ends) - 1)} ordered pairs of different nodes with processors")
    about, model = network_words(source, net), f"queue model {queues}"
    if by is None or by["name"] in (CONCISE, GENERAL):
        no_file(file, "rings")
    if by is None:
        about = f"routing of {about}, rule {certificate['rule']} (routes that visit no ring twice), {model}"
        if kind == "no-routing":
            return f"every {about}: {no_routing(net, certificate)}"
        return f"some {about}: {_numbering(net, certificate, ends, None, _written(net, certificate))}"
    routing = _routing(net, by, file)
    _texts(by, "description", routing.words)
    find: Find = lambda s, t: route(net, routing, s, t)  # noqa: E731
    if kind == "numbering":
        shown = _numbering(net, certificate, ends, routing, find)
    else:
        pairs = [(c["source"], c["destination"]) for c in certificate["cycle"]]
        if any(s == t or not {s, t} <= set(ends) for s, t in pairs):
            raise CertificateError("packets of a cycle run between different nodes with processors")
        shown = _cycle(certificate["cycle"], certificate["filling"], list(_packets(net, queues, find, pairs)))
    return f"{about}, routing {by['name']}, {model}: {shown}"


def _texts(given: Mapping[str, Any], key: str, right: str) -> None:
    if given.get(key, right) != right:
        raise CertificateError(f"{key} is {quoted_text(given[key])}, which should be {quoted_text(right, 200)}")


def _routing(net: RingNetwork, by: Mapping[str, Any], file: str | None) -> RingRouting:
    if by["name"] in (CONCISE, GENERAL):
        return ring_routing(net, by["name"])
    name = quoted_text(by["name"])
    if file is None:
        raise InputError(f"the certificate is about the routing of a file {name}: name the file with `routing_file`")
    found = ring_file_routing(net, file)
    if found.words != by["description"]:
        raise InputError(
            f"{quoted_text(file)} is not the file {name} that the certificate is about: its contents differ"
        )
    return found


def _numbering(
    net: RingNetwork, certificate: Mapping[str, Any], ends: list[int], routing: RingRouting | None, find: Find
) -> str:
    """Numbers rise along every route; one for each queue must be the length of the longest chain that leads to it."""
    numbers, classes = certificate["numbers"], certificate.get("classes")
    few, plain, stands = ends, classes is None, dict[str, str]()
    _check_numbers(net, certificate["queues"], numbers, classes)
    if plain and routing is not None:
        few, stands = sources(net, routing, numbers)
    require("ring routes", net.title, float(len(few)) * len(ends), nodes=net.node_count)
    least, count = dict.fromkeys((stands.get(name, name) for name in numbers), 0), 0
    pairs = ((s, t) for s in few for t in ends if s != t)
    for packet in _packets(net, certificate["queues"], find, pairs):
        _rises(numbers, packet)
        count += 1
        for held, wanted in pairwise(packet[2]) if plain else ():
            name = stands.get(wanted, wanted)
            least[name] = max(least[name], numbers[held] + 1)
    wrong = [name for name, n in numbers.items() if plain and n != least[stands.get(name, name)]]
    if wrong:
        raise CertificateError(
            f"{wrong[0]} has {numbers[wrong[0]]}, which should be {least[stands.get(wrong[0], wrong[0])]}"
        )
    images = f" and their images, {len(ends) * (len(ends) - 1)} in all" if len(few) < len(ends) else ""
    parts = "" if classes is None else f"with at most {classes} partition{'s' * (classes > 1)} of each queue, "
    return f"{parts}numbers rise along {count} routes{images}"


def _check_numbers(net: RingNetwork, queues: str, numbers: Mapping[str, Any], classes: int | None) -> None:
    """Queues are those of the queue model; partitions are declared, and their numbers are 0, 1, 2, ..., each once."""
    (outputs, inputs), nodes = names(net)
    known = {"output": outputs, "input": inputs, "input-output": [*outputs, *inputs]}.get(queues, nodes)
    strange = [name for name in numbers if name not in set(known)]
    if strange:
        raise CertificateError(f"numbers has {quoted_text(strange[0])}, which is no queue of the model {queues}")
    several = [name for name, n in numbers.items() if not isinstance(n, int)]
    if classes is None:
        if several:
            raise CertificateError(f"{several[0]} has several numbers, but the certificate declares no classes")
        if len(numbers) < len(known):
            raise CertificateError(f"numbers lacks {len(known) - len(numbers)} queues of the model {queues}")
        return
    every = [n for name in several for n in numbers[name]]
    most = max((len(numbers[name]) for name in several), default=0)
    if len(several) < len(numbers) or most != classes or sorted(every) != list(range(len(every))):
        raise CertificateError(
            f"each queue must have a list of at most {classes} numbers, which are 0, 1, 2, ..., each once"
        )


def _rises(numbers: Mapping[str, Any], packet: Packet) -> None:
    """Whether a number of each resource (one of its classes, if it has several) can be chosen so that they rise."""
    last = -1
    for name in packet[2]:
        own = numbers.get(name, ())
        higher = [n for n in ([own] if isinstance(own, int) else own) if n > last]
        if not higher:
            raise CertificateError(
                f"the packet from node {packet[0]} to node {packet[1]} finds no higher number at {name}"
            )
        last = min(higher)


def _cycle(cycle: Sequence[Mapping[str, Any]], filling: Sequence[int], ways: list[Packet]) -> str:
    if not cycle or sorted(filling) != list(range(len(cycle))) or len({c["holds"] for c in cycle}) < len(cycle):
        raise CertificateError("a cycle names different resources, and each of them once in the order of filling")
    full = set[str]()
    for i in filling:
        held, wanted, after = cycle[i]["holds"], cycle[i]["wants"], cycle[(i + 1) % len(cycle)]["holds"]
        way = ways[i][2]
        before = [way[:k] for k in range(len(way)) if way[k : k + 2] == [held, wanted]]
        if wanted != after or not any(full.isdisjoint(passed) for passed in before):
            raise CertificateError(
                f"packet {i} of the cycle does not come to {held} past empty places, or want {after} there"
            )
        full.add(held)
    return f"{len(cycle)} packets hold what others of them want, and can come there one after the other"


def _written(net: RingNetwork, certificate: Mapping[str, Any]) -> Find:
    """The routes of a certificate that has its own; they keep the rule that it names."""
    written = {(s, t): [(u, link) for u, link in hops] for s, t, hops in certificate["routes"]}
    general, (rule, _, most) = ring_routing(net, "general"), certificate["rule"].partition("=")
    ends = net.processors.nonzero()[0].tolist()
    require("ring routes", net.title, float(len(ends)) ** 2, nodes=net.node_count)
    if len(written) != len(certificate["routes"]) or written.keys() != {(s, t) for s in ends for t in ends if s != t}:
        raise CertificateError("routes must have one route for each ordered pair of different nodes with processors")

    def find(source: int, target: int) -> list[tuple[int, int]]:
        hops = written[source, target]
        if any(u >= net.node_count or link >= net.fanout for u, link in hops):
            raise CertificateError(f"the route from {source} to {target} has a link that the network lacks")
        size = {"rings": len(visits(net, hops)), "any": 0}.get(rule, len(hops))
        if size > (len(route(net, general, source, target)) if rule == "shortest" else int(most or 0)):
            raise CertificateError(f"the route from {source} to {target} is not {certificate['rule']}")
        return hops

    return find


def _packets(net: RingNetwork, queues: str, find: Find, pairs: Iterable[tuple[int, int]]) -> Iterator[Packet]:
    """The queues of the packets of some pairs."""
    for source, target in pairs:
        hops = find(source, target)
        nodes = [source, *(int(net.successor[hop]) for hop in hops)]
        if [*(u for u, _ in hops), target] != nodes or target in nodes[:-1]:
            raise CertificateError(f"the route from {source} to {target} is broken")
        visits(net, hops)  # which refuses a ring that is visited twice
        stops = [0, *(k for k in range(1, len(hops)) if hops[k][1] != hops[k - 1][1]), len(hops)]
        enters = [f"output {hops[a][1]} of node {nodes[a]}" for a in stops[:-1]]
        leaves = [f"input {hops[a][1]} of node {nodes[b]}" for a, b in pairwise(stops)]
        both = [name for pair in zip(enters, leaves, strict=True) for name in pair]
        at = [f"node {nodes[k]}" for k in stops]
        models = {"output": enters, "input": leaves, "input-output": both, "node": at, "transit": at[1:-1]}
        yield source, target, models[queues]

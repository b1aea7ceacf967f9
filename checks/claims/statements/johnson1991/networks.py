"""The topologies of the paper, what is counted on their explicit networks, and judges of their rings, isomorphisms, reach and hot links."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import networkx as nx
import numpy as np
import sympy

from netlemma.checks.base.inputs import parse_parameters
from netlemma.checks.claims.judgement import ClaimedValue, Judgement, agrees, fails, holds
from netlemma.checks.claims.statements.formulas import by_cases
from netlemma.checks.formula.case_analysis import smallest
from netlemma.checks.formula.formula import parse_condition
from netlemma.checks.performance.ring_curves import (
    BUTTERFLY,
    LIVEFLY,
    MULTICUBE,
    measurement,
    nodes,
)
from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Domain, Size
from netlemma.derive.discovery import lemma
from netlemma.derive.performance.growth_limits import limits
from netlemma.graphs import RingMeasurement, RingNetwork, families, measure, ring_network
from netlemma.graphs.topology.ring_structure import ABSENT, from_rings

# The topologies of the paper: their lemmas, small sizes and explicit networks.


LARGEST = 130  # nodes of the networks that statements are compared with


def domain_of(family: str) -> Domain:
    """The legal sizes f and r of a family."""
    return Domain(lemma(f"{family}.mean_distance").domain.parameters)


def sizes_of(family: str, most: int = 12, largest: int = LARGEST) -> list[dict[str, int]]:
    """The smallest sizes of a family, in ascending order."""
    return list(domain_of(family).sizes(most, lambda size: nodes(family, size["f"], size["r"]) <= largest))


@cache
def _network(family: str, size: tuple[tuple[str, int], ...]) -> RingNetwork:
    return ring_network(family, **dict(size))


def explicit_rings(family: str, size: Size | None = None) -> RingNetwork:
    """The explicit network of a size; other names in the size are ignored."""
    return _network(family, tuple((name, n) for name, n in (size or {}).items() if name in ("f", "r", "k", "n")))


def closed_form(key: str) -> sympy.Expr:
    """The closed form of a lemma."""
    return lemma(key).closed_form


def by_lemmas(*keys: str) -> str:
    """The lemmas from which a value follows, with their strengths, in words.

    >>> by_lemmas("multicube.mean_distance")
    'from the lemmas multicube.mean_distance (proved)'
    """
    return "from the lemmas " + ", ".join(f"{key} ({lemma(key).strength})" for key in keys)


# Packets of the butterfly fabric followed for whole rounds, as in the paper's derivations.


SHORT = "short"


@dataclass(frozen=True)
class Rounds:
    """Counts with one packet for each ordered pair of processors.

    packets: Number of packets.
    first_send: Packets that cross a link of each class in the first round.
    first_rings: Rings of each class that packets enter in the first round.
    new_later: Links of each class that begin a ring, among those after the first link of the first round.
    later: Links after the first one in the first round.
    second_links: Links crossed after the first round.
    second_rings: Short rings begun after the first round.
    met: Targets of a source that are met before the first round ends.
    too_many: Number of short rings counted in excess.
    entries: Rings entered at each node, of shape (nodes,).
    links: Number of links of each class.
    """

    packets: int
    first_send: dict[str, Fraction]
    first_rings: Counter[str]
    new_later: Counter[str]
    later: int
    second_links: int
    second_rings: int
    met: Fraction
    too_many: Fraction
    entries: np.ndarray
    links: dict[str, int]


class Walk:
    """A packet on its route: its node, and its links with their classes."""

    def __init__(self, net: RingNetwork, node: int) -> None:
        self.net, self.node = net, node
        self.hops: list[tuple[int, int]] = []

    def turn(self, digit: int) -> None:
        """Take the link that sets the digit of the stage."""
        stage = self.net.labels(self.node)[0]
        links = range(self.net.fanout)
        (link,) = (x for x in links if self._row(int(self.net.successor[self.node, x]))[stage] == digit)
        self.hops.append((self.node, link))
        self.node = int(self.net.successor[self.node, link])

    def _row(self, node: int) -> list[int]:
        return row(self.net, node)

    def entered(self) -> list[tuple[int, int]]:
        """The hops that begin a ring."""
        ring = self.net.ring
        return [hop for i, hop in enumerate(self.hops) if i == 0 or ring[hop] != ring[self.hops[i - 1]]]


def row(net: RingNetwork, node: int) -> list[int]:
    """The digits of a node's row, that of stage 0 first."""
    f, r, number = net.parameters["f"], net.parameters["r"], int(node) % net.parameters["f"] ** net.parameters["r"]
    return [number // f ** (r - 1 - i) % f for i in range(r)]


@cache
def two_rounds(family: str, f: int, r: int) -> Rounds:
    """Follow every packet: one round in which it sets digit after digit, and then along its target's row.

    >>> found = two_rounds("deadfly", 2, 2)
    >>> found.first_send["long"], found.met, found.second_links
    (Fraction(8, 1), Fraction(3, 1), 32)
    """
    net = ring_network(family, f=f, r=r)
    names = net.class_names
    classes = {(u, x): names[net.link_class[u, x]] for u in range(net.node_count) for x in range(f)}
    crossed: Counter[tuple[int, int]] = Counter()
    first_rings: Counter[str] = Counter()
    new_later: Counter[str] = Counter()
    entries = np.zeros(net.node_count, dtype=np.int64)
    packets = later = second_links = second_rings = met = too_many = 0
    ends = np.flatnonzero(net.processors).tolist()
    for source in ends:
        for target in ends:
            weight = int(net.processors[source] * net.processors[target])
            walk, seen, digits = Walk(net, source), [source], row(net, target)
            for _ in range(r):
                walk.turn(digits[int(net.stage[walk.node])])
                seen.append(walk.node)
            first = list(walk.hops)
            entered = walk.entered()
            while walk.node != target:
                walk.turn(digits[int(net.stage[walk.node])])
            whole, meeting = walk.entered(), seen.index(target) if target in seen else None
            packets += weight
            later += weight * (r - 1)
            crossed.update(dict.fromkeys(first, weight))
            first_rings.update(dict.fromkeys(names, 0))
            for hop in entered:
                first_rings[classes[hop]] += weight
                new_later[classes[hop]] += weight * (hop != first[0])
            second_links += weight * (len(walk.hops) - r)
            went_on = len(whole) - len(entered)
            # on arrival a packet whose last link was long begins its target's short ring, even to go no further
            starts = went_on or classes[first[-1]] != SHORT
            second_rings += weight * bool(starts)
            if meeting is not None:
                met += weight * (meeting < r)
                walk.hops = first[:meeting]
                too_many += weight * (len(entered) + bool(starts) - len(walk.entered()))
            for u, _ in entered:
                entries[u] += weight
    every: dict[str, set[int]] = {}
    for hop, name in classes.items():
        every.setdefault(name, set()).add(crossed[hop])
    sources = int(net.processors.sum())
    return Rounds(
        packets,
        {name: Fraction(min(values)) for name, values in every.items() if len(values) == 1},
        first_rings,
        new_later,
        later,
        second_links,
        second_rings,
        Fraction(met, sources),
        Fraction(too_many, sources),
        entries,
        dict(net.classes),
    )


# Named numbers of the explicit networks of the paper: rings and nodes, packets, and packets followed for whole
# rounds.


Number = int | Fraction


def on_node(net: RingNetwork, needed: bool = False) -> list[int]:
    """The number of different rings at each node."""
    least = 2 if needed else 1
    return [len({x for x in row if x != ABSENT and net.ring_sizes[x] >= least}) for row in net.ring.tolist()]


def _alike(values: Iterable[int]) -> int:
    (found,) = set(values)
    return int(found)


def _center_on_one_ring(net: RingNetwork) -> int:
    """How many rings all nodes of the center are on, those that are on two rings."""
    center = [set(row) - {ABSENT} for row, count in zip(net.ring.tolist(), on_node(net), strict=True) if count == 2]
    return len(set.intersection(*center))


def _links_of_node(net: RingNetwork, stages: int) -> int:
    """How many links with rings of ``stages`` times r nodes each node has."""
    return _alike(sum(net.ring_sizes[x] == stages * net.parameters["r"] for x in row) for row in net.ring.tolist())


NETWORK: Mapping[str, Callable[[RingNetwork], Number]] = {
    "nodes": lambda net: net.node_count,
    "rings": lambda net: net.ring_count,
    "numbers": lambda net: net.fanout,
    "at_most": lambda net: max(on_node(net)),
    "on_node": lambda net: _alike(on_node(net)),
    "needed_on_node": lambda net: _alike(on_node(net, needed=True)),
    "least_needed": lambda net: min(on_node(net, needed=True)),
    "ring_nodes": lambda net: _alike(net.ring_sizes.tolist()),
    "rings_of_one": lambda net: net.ring_sizes.tolist().count(1),
    "rings_of_two": lambda net: net.ring_sizes.tolist().count(2),
    "greatest_ring": lambda net: int(net.ring_sizes.max()),
    "short_ring": lambda net: int(net.ring_sizes.min()),
    "long_ring": lambda net: int(net.ring_sizes.max()),
    "processors_per_node": lambda net: Fraction(net.processor_count, net.node_count),
    "center": lambda net: on_node(net).count(2),
    "center_on_one_ring": _center_on_one_ring,
    "short": lambda net: _links_of_node(net, 1),
    "long": lambda net: _links_of_node(net, 2),
}
PACKETS: Mapping[str, Callable[[RingMeasurement], Number]] = {
    "processors": lambda found: found.nodes,
    "links": lambda found: sum(c.devices for c in found.classes),
    "total_distance": lambda found: found.total_distance,
    "sends": lambda found: int(found.counts.send.sum()),
    "echoes": lambda found: int(found.counts.echo.sum()),
    "entries": lambda found: int(found.counts.entries.sum()),
    "mean_queue": lambda found: found.mean_queue,
}
ROUNDS: Mapping[str, Callable[[Rounds], Number]] = {
    "packets": lambda found: found.packets,
    "later": lambda found: found.later,
    "second_links": lambda found: found.second_links,
    "second_rings": lambda found: found.second_rings,
    "met": lambda found: found.met,
    "too_many": lambda found: found.too_many,
    "round_entries": lambda found: int(found.entries.sum()),
    "most_round_entries": lambda found: int(found.entries.max()),
}
ROUNDS_OF_CLASS: Mapping[str, Callable[[Rounds, str], Number]] = {
    "first_send": lambda found, name: found.first_send[name],
    "first_rings": lambda found, name: found.first_rings[name],
    "new": lambda found, name: found.new_later[name],
    "links": lambda found, name: found.links[name],
}


def counted_number(name: str, family: str, size: Size) -> Number:
    """A named number of a network at a size.

    >>> [counted_number(name, "multicube", {"f": 2, "r": 3}) for name in ("r", "nodes", "links", "send_ring", "echo_ring")]
    [3, 9, 18, 9, 9]
    """
    if name in size:
        return size[name]
    if name in NETWORK:
        return NETWORK[name](explicit_rings(family, size))
    if name in PACKETS:
        return PACKETS[name](measurement(family, size["f"], size["r"]))
    if name in ROUNDS:
        return ROUNDS[name](two_rounds(family, size["f"], size["r"]))
    quantity, _, of = name.rpartition("_")
    if quantity in ROUNDS_OF_CLASS:
        return ROUNDS_OF_CLASS[quantity](two_rounds(family, size["f"], size["r"]), of)
    if quantity == "entries":
        net, found = explicit_rings(family, size), measurement(family, size["f"], size["r"])
        return int(found.counts.entries[net.link_class == net.class_names.index(of)].sum())
    return load(family, of, size)[("send", "echo").index(quantity)]


def load(family: str, name: str, size: Size) -> tuple[int, int]:
    """The packets and echoes that all links of a class carry."""
    (found,) = next(c.loads for c in measurement(family, size["f"], size["r"]).classes if c.name == name)
    return found[0], found[1]


# Judges of the rings of the topologies: numbers in the paper, compared with counts on explicit networks.


UNEQUAL = ((2, 3), (3, 2), (2, 5), (2, 3, 4), (3, 3, 2), (4, 2, 3, 2))
COMBINED: dict[str, Callable[[Iterable[int]], int]] = {"product": math.prod, "sum": sum}
ONE_NETWORK = "counted on the one network that it speaks of"


@by_cases
def one_network(reading: Reading, family: str) -> Iterator[ClaimedValue]:
    """Numbers of one network of a family, whose size the statement gives."""
    size = parse_parameters(reading.says.get("size", "").split())
    net = ring_network(family, **size)
    for name, said in reading.says.items():
        if name != "size":
            true = NETWORK[name](net)
            yield ClaimedValue(size, f"{name.replace('_', ' ')} {said}", true, net.title, size, true == Fraction(said))


def link_numbers(reading: Reading, family: str) -> Judgement:
    """Judge the statement that one link number forms two different rings of two nodes each."""
    size = parse_parameters(reading.says["size"].split())
    net = ring_network(family, **size)
    (a, b), (c, d) = (map(int, reading.says[name].split()) for name in ("one", "other"))
    to = net.successor
    found = [x for x in range(net.fanout) if (to[a, x], to[b, x], to[c, x], to[d, x]) == (b, a, d, c)]
    if found and net.ring[a, found[0]] != net.ring[c, found[0]]:
        return holds(f"{ONE_NETWORK}: link {found[0]}", [size])
    shown = {f"{u} {v}": [x for x in range(net.fanout) if to[u, x] == v] for u, v in ((a, b), (c, d))}
    claimed = f"one link number joins {a} with {b} and {c} with {d}"
    return fails(size, claimed, f"links {shown}", None, (), net.title)


@by_cases
def unequal(reading: Reading) -> Iterator[ClaimedValue]:
    """The number of nodes of multicubes with different ring sizes."""
    for sizes in UNEQUAL:
        claimed = COMBINED[reading.says["nodes"]](sizes)
        yield ClaimedValue(
            {f"r_{i}": r for i, r in enumerate(sizes)}, claimed, ring_network(MULTICUBE, r=sizes).node_count
        )


# Judge of the number of nodes within k hops of a node, if every hop can be undone.


def reach(reading: Reading) -> Judgement:
    """The number of nodes within k hops of a node, if every hop can be undone: at most 1 + f (1 + (f-1) + ... ), over
    (f-1)^k.

    Two-way rings with f = 2 are lines and circles: a circle longer than 2k nodes attains the number.
    """
    k = parameter("k", 1)
    least, most = map(int, reading.says["fanouts"].split())
    bounds = {}
    for fanout in range(least, most + 1):
        nodes = 1 + 2 * k if fanout == 2 else 1 + sympy.Rational(fanout, fanout - 2) * ((fanout - 1) ** k - 1)
        (found,) = limits(nodes / sympy.Integer(fanout - 1) ** k, k)
        if not found.value.is_finite:
            circle = from_rings(
                "circle", [((i, (i + 1) % 9), i % 2 if i < 8 else 2) for i in range(9)], labels=[(i,) for i in range(9)]
            )
            within = {hops: _within(circle, hops) for hops in (1, 2, 3, 4)}
            shown = ", ".join(f"{count} nodes in {hops} hop{'s' if hops > 1 else ''}" for hops, count in within.items())
            return fails(
                {"f": fanout}, "a bound that does not depend on k", f"{shown} of a circle of nine", "O(k) for f = 2"
            )
        bounds[fanout] = found.value
    for size in ({"k": 5, "n": 2}, {"k": 3, "n": 3}):
        net = explicit_rings("ring-mesh", size)
        fanout = max(on_node(net))
        for hops in range(1, 5):
            limit = 1 + Fraction(fanout, fanout - 2) * ((fanout - 1) ** hops - 1)
            if _within(net, hops) > limit:
                raise ArithmeticError(f"{net.title}: more nodes than can be within {hops} hops")
    shown = ", ".join(f"{value} (f = {fanout})" for fanout, value in bounds.items())
    return holds(f"argued: at most f (f-1)^(i-1) nodes are i hops away; the sum over (f-1)^k tends to f/(f-2): {shown}")


def _within(net: RingNetwork, hops: int) -> int:
    """The most nodes that a node reaches in so many hops, itself among them."""
    graph = nx.DiGraph((u, v) for u, row in enumerate(net.successor.tolist()) for v in row if v not in (ABSENT, u))
    return max(len(nx.single_source_shortest_path_length(graph, u, hops)) for u in graph)


# Judges of isomorphic networks: the butterfly fabric and omega networks, the livefly of fanout 2 and one ring.


@by_cases
def omega(reading: Reading) -> Iterator[ClaimedValue]:
    """The butterfly fabric compared with omega networks: isomorphic by rotating the digits of each row by its stage."""
    place = {"last": -1, "first": 0}[reading.says["digit"]]
    for size in sizes_of(BUTTERFLY, 9, 30):
        f, r = size["f"], size["r"]
        net = explicit_rings(BUTTERFLY, size)
        fabric: nx.MultiDiGraph = nx.MultiDiGraph()
        for u, after in enumerate(net.successor.tolist()):
            fabric.add_edges_from((u, v) for v in after)
        stages: nx.MultiDiGraph = nx.MultiDiGraph()
        for u in range(net.node_count):
            digits, stage = row(net, u), int(net.stage[u])
            shuffled = digits[1:] + digits[:1]
            for d in range(f):
                shuffled[place] = d
                stages.add_edge((stage, *digits), ((stage + 1) % r, *shuffled))
        where = {u: (s := int(net.stage[u]), *(row(net, u)[s:] + row(net, u)[:s])) for u in fabric}
        same = sorted(nx.relabel_nodes(fabric, where).edges()) == sorted(stages.edges())
        otherwise = not same and nx.is_isomorphic(fabric, stages)
        open = "isomorphic, but not by rotating digits" if otherwise else ""
        yield ClaimedValue(size, "isomorphic", "not isomorphic", same=same, open=open)


@by_cases
def one_row(reading: Reading) -> Iterator[ClaimedValue]:
    """The livefly of fanout 2, written out, compared with one ring."""
    for stages in range(2, 9):
        size = {"f": 2, "r": stages}
        whole = measure(families()[LIVEFLY].make(2, stages))
        ring = measure(from_rings("ring", [(tuple(range(stages)), 0)], labels=[(i,) for i in range(stages)]))
        used = [c for c in whole.classes if c.devices and any(send for send, _, _ in c.loads)]
        yield ClaimedValue(size, f"{reading.says['rings_used']} rings used", f"{len(used)} rings used", of=size)
        yield ClaimedValue(size, ring.classes[0].loads, used[0].loads, of=size)
        for name in ("nodes", "diameter", "ring_hops", "total_distance", "hot_queue", "mean_queue"):
            yield ClaimedValue(size, getattr(ring, name), getattr(whole, name), of=size)


# Judges of the hot links of the butterfly, from the lemmas on their loads.


f, r = parameter("f", 2), parameter("r", 1)


def hot_links(reading: Reading) -> Judgement:
    """Which of two classes carries more echoes and more packets, from the differences of the lemmas and counted."""
    sizes = sizes_of(BUTTERFLY, 24)
    for what in ("send", "echo"):
        relation = parse_condition(reading.says[what])
        for size in sizes:
            values = {name: load(BUTTERFLY, name, size)[what == "echo"] for name in ("short", "long")}
            if not relation.holds(values):
                shown = ", ".join(f"{name} {number}" for name, number in values.items())
                return fails(size, f"{what} packets {reading.says[what]}", shown)
        sides = {name: closed_form(f"ring-butterfly.{what}.{name}") for name in ("short", "long")}
        found = relation.to_sympy(sides)
        if not always_positive(found.gts - found.lts):
            return agrees(f"true at the {len(sizes)} sizes compared; the sign of the difference was not shown", sizes)
    keys = [f"ring-butterfly.{what}.{name}" for what in ("send", "echo") for name in ("short", "long")]
    return holds(
        f"{by_lemmas(*keys)}: the factors of the differences have no negative terms in f - 2 and r - 1",
        sizes,
    )


def always_positive(difference: sympy.Expr) -> bool:
    """Whether all factors are seen to be positive at all f >= 2 and r >= 1.

    >>> always_positive(r**2 * f ** (r - 2) * (f * r - r + 1)), always_positive(f - r)
    (True, False)
    """
    shift = {f: sympy.Symbol("a", nonnegative=True) + 2, r: sympy.Symbol("b", nonnegative=True) + 1}
    for factor in sympy.Mul.make_args(sympy.factor(sympy.expand(difference))):
        if not (factor.is_Pow and factor.base in (f, r)):
            least = smallest(sympy.expand(factor.xreplace(shift)))
            if least is None or least <= 0:
                return False
    return True

"""Judges of statements on families of networks, in papers, encyclopedias and documentation."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations
from math import factorial, sqrt
from typing import Any

import networkx as nx
import numpy as np
import sympy

from netlemma.checks.claims.judgement import ClaimedValue, evaluated, stated_number
from netlemma.checks.claims.statements.formulas import by_cases, read
from netlemma.checks.formula.formula import parse_formula
from netlemma.checks.judging.reference_values import measured_quantity
from netlemma.derive.core.claim import Reading
from netlemma.graphs import Network, device_network, profile

# Judges of statements on families of networks; shared by the papers that introduce them and by documentation.


def _server_hops(net: Network) -> int:
    """The diameter between servers; a link between two of them is one hop, and so is the way over one switch."""
    graph = nx.Graph()
    for u, v in zip(net.origin.tolist(), net.target.tolist(), strict=True):
        graph.add_edge(u, v, hops=1 if net.is_end[u] and net.is_end[v] else Fraction(1, 2))
    lengths = nx.all_pairs_dijkstra_path_length(graph, weight="hops")
    return int(max(hops for u, to in lengths if net.is_end[u] for v, hops in to.items() if net.is_end[v]))


def _moore_share(net: Network) -> Fraction:
    """The number of nodes in that of a Moore graph with the same largest degree and diameter 2."""
    degree = int(np.diff(net.indptr).max())
    return Fraction(net.node_count, 1 + degree**2)


def _nodes_within_three(net: Network) -> Fraction:
    return Fraction(sum(profile(net).nodes_at_distance[:4]), net.node_count)


def _farthest_paths(net: Network) -> Fraction:
    """Shortest paths between two nodes at the largest distance, on average."""
    found = profile(net)
    return Fraction(found.shortest_paths_at_distance[-1], found.nodes_at_distance[-1])


def _uneven_meta_nodes(net: Network) -> int:
    """Links within the meta-nodes of an Xpander, and how far numbers of links and of switches differ among meta-nodes."""
    of = [net.labels(node)[0] for node in range(net.node_count)]
    between = Counter(frozenset(of[node] for node in device.nodes) for device in net.devices)
    within = sum(links for pair, links in between.items() if len(pair) == 1)
    return within + sum(max(counts) - min(counts) for counts in (Counter(of).values(), between.values()))


OWN: dict[str, Callable[[Network], int | Fraction]] = {
    "server_hops": _server_hops,
    "moore_share": _moore_share,
    "nodes_within_three": _nodes_within_three,
    "farthest_paths": _farthest_paths,
    "uneven_meta_nodes": _uneven_meta_nodes,
}


def _value(net: Network, quantity: str) -> Fraction:
    return Fraction(OWN[quantity](net)) if quantity in OWN else measured_quantity(net, quantity)


def _size(text: str) -> dict[str, Any]:
    """A size as a user writes it."""
    given = dict(part.split("=") for part in text.split())
    return {name: tuple(map(int, value.split(","))) if "," in value else int(value) for name, value in given.items()}


def networks_of(family: str, sizes: str) -> Iterator[tuple[dict[str, Any], Network]]:
    """The networks of sizes as a user writes them, with ``;`` between them."""
    for size in map(_size, sizes.split(";")):
        yield size, device_network(family, **size)


@by_cases
def measured(reading: Reading, family: str, quantity: str, sizes: str) -> Iterator[ClaimedValue]:
    """A measured value is equal to ``says.formula``, at least ``says.least`` or at most ``says.most``.

    In formulas, a size S that is a list stands for its least number, S_1 for its first one and so on, and L for their number;
    N is the number of ends of messages.
    """
    for size, net in networks_of(family, sizes):
        least = {name: min(value) if isinstance(value, tuple) else value for name, value in size.items()}
        for name, value in size.items():
            if isinstance(value, tuple):
                least |= {f"{name}_{place}": entry for place, entry in enumerate(value, 1)} | {"L": len(value)}
        true = _value(net, quantity)
        for relation, text in reading.says.items():
            claimed = evaluated(parse_formula(text), {**least, "N": len(net.ends)})
            agrees = {"formula": true == claimed, "least": true >= claimed, "most": true <= claimed}[relation]
            words = {"formula": "", "least": "at least ", "most": "at most "}[relation]
            yield ClaimedValue(size, f"{words}{claimed}", str(true), family, size, agrees)


@by_cases
def listed(
    reading: Reading, family: str, size: str, first: int, quantity: str, fixed: str = "", most: bool = False
) -> Iterator[ClaimedValue]:
    """A quantity at consecutive sizes has the values of ``says.values``, with ``;`` between them, or is at most these.

    ``fixed`` has the other sizes. The quantity ``distances`` is the number of nodes at each distance from a node of a
    vertex-transitive network.
    """
    for value, claimed in enumerate(reading.says["values"].split(";"), first):
        of = {**_size(fixed), size: value}
        net = device_network(family, **of)
        if quantity == "distances":
            true = " ".join(str(pairs // net.node_count) for pairs in profile(net).nodes_at_distance)
        else:
            true = str(_value(net, quantity))
        printed = " ".join(claimed.split())
        yield ClaimedValue(of, printed, true, family, same=Fraction(true) <= Fraction(printed) if most else None)


@by_cases
def rounded(
    reading: Reading, family: str, quantity: str, sizes: str, plus: int = 0, scale: int = 1
) -> Iterator[ClaimedValue]:
    """A quantity and ``plus`` together are ``says.factor``, or 1 less ``says.less``, times ``scale`` roots of N.

    The number is rounded as it is printed, so that the true one may differ by half a unit of its last digit.
    """
    ((kind, text),) = reading.says.items()
    half = Fraction(1, 2 * 10 ** len(text.partition(".")[2]))
    stated = stated_number(text)
    factor = stated if kind == "factor" else 1 - stated
    for size, net in networks_of(family, sizes):
        square = (_value(net, quantity) + plus) ** 2 / (scale**2 * len(net.ends))
        true = sqrt(square) if kind == "factor" else 1 - sqrt(square)
        same = (factor - half) ** 2 <= square <= (factor + half) ** 2
        yield ClaimedValue(size, text, f"about {true:.5f}", family, same=same)


@by_cases
def generalised_petersen_links(reading: Reading, largest: int, half: bool) -> Iterator[ClaimedValue]:
    """Links of generalised Petersen graphs by their definition, for k < n/2, and for k = n/2 too if ``half``."""
    for n in range(3, largest + 1):
        for k in range(1, (n + half + 1) // 2):
            links = {
                frozenset(pair) for i in range(n) for pair in ((i, (i + 1) % n), (i, n + i), (n + i, n + (i + k) % n))
            }
            claimed = evaluated(parse_formula(reading.says["formula"]), {"n": n, "k": k})
            yield ClaimedValue({"n": n, "k": k}, claimed, Fraction(len(links)))


# Judges of statements of encyclopedias and documentation: series of sequences, lists of permutations, names of graphs.


@by_cases
def series(
    reading: Reading, family: str, size: str, quantity: str, first: int, last: int, ahead: int
) -> Iterator[ClaimedValue]:
    """The coefficient of x^n in ``says.series`` is a quantity of the network of size n less ``ahead``, from ``first`` on."""
    x = sympy.Symbol("x", positive=True)
    printed = sympy.Poly(sympy.series(read(reading.says["series"]), x, 0, last + 1).removeO(), x)
    for n in range(first, last + 1):
        true = measured_quantity(device_network(family, **{size: n - ahead}), quantity)
        yield ClaimedValue({"n": n}, Fraction(str(printed.coeff_monomial(x**n))), true)


@by_cases
def products_of_transpositions(reading: Reading, letters: int) -> Iterator[ClaimedValue]:
    """``says.permutations`` lists all permutations of some letters, each as a product of exchanges of two of them."""
    found = set()
    for product in re.split(r",| and ", reading.says["permutations"]):
        order = list(range(letters + 1))
        for a, b in re.findall(r"\((\d)(\d)\)", product):
            order[int(a)], order[int(b)] = order[int(b)], order[int(a)]
        found.add(tuple(order))
    yield ClaimedValue({"n": letters}, f"{len(found)} permutations", f"{factorial(letters)} permutations")


@by_cases
def odd_graph(reading: Reading, largest: int) -> Iterator[ClaimedValue]:
    """The Kneser graph of the subsets of K out of ``says.N`` elements has the links of the odd graph of number ``says.odd``."""
    elements, odd = (parse_formula(reading.says[name]) for name in ("N", "odd"))
    for size in range(2, largest + 1):
        of = {"K": size, "N": int(evaluated(elements, {"K": size}))}
        pairs = combinations(combinations(range(of["N"]), size), 2)
        disjoint = sum(set(s).isdisjoint(t) for s, t in pairs)
        true = measured_quantity(device_network("odd-graph", n=int(evaluated(odd, {"K": size}))), "links")
        yield ClaimedValue(of, Fraction(disjoint), true)

"""How topologies are made of rings: the numbers that the paper says, counted on explicit networks."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from fractions import Fraction

import networkx as nx
import sympy

from checks.evidence import compare, together
from checks.judgement import Judge, Judgement, fails, holds, unknown
from checks.sizes import parse_parameters
from checks.statements.johnson1991.networks import BUTTERFLY, LIVEFLY, MULTICUBE, SHUFFLE, domain_of, explicit, sizes_of
from checks.statements.johnson1991.rounds import row
from derive.lemma import Domain, Parameter, Size, Statement
from derive.limits import limits
from derive.notation import parameter
from graphs import RingNetwork, families, measure, ring_network
from graphs.rings.structure import ABSENT
from graphs.rings.written import from_rings

f, r = parameter("f", 2), parameter("r", 1)
COMPLETE, MESH = "complete", "ring-mesh"
UNEQUAL = ((2, 3), (3, 2), (2, 5), (2, 3, 4), (3, 3, 2), (4, 2, 3, 2))
COMBINED: dict[str, Callable[[Iterable[int]], int]] = {"product": math.prod, "sum": sum}
ONE_NETWORK = "counted on the one network that it speaks of"


def on_node(net: RingNetwork, needed: bool = False) -> list[int]:
    """How many different rings each node is on; ``needed``: of more than one node."""
    least = 2 if needed else 1
    return [len({x for x in row if x != ABSENT and net.ring_sizes[x] >= least}) for row in net.ring.tolist()]


def _alike(values: Iterable[int]) -> int:
    (found,) = set(values)
    return int(found)


COUNTS: dict[str, Callable[[RingNetwork], int | Fraction]] = {
    "nodes": lambda net: net.node_count,
    "rings": lambda net: net.ring_count,
    "numbers": lambda net: net.fanout,
    "at_most": lambda net: max(on_node(net)),
    "on_node": lambda net: _alike(on_node(net)),
    "least_needed": lambda net: min(on_node(net, needed=True)),
    "ring_nodes": lambda net: _alike(net.ring_sizes.tolist()),
    "rings_of_two": lambda net: net.ring_sizes.tolist().count(2),
    "greatest_ring": lambda net: int(net.ring_sizes.max()),
    "short_ring": lambda net: int(net.ring_sizes.min()),
    "long_ring": lambda net: int(net.ring_sizes.max()),
    "processors_per_node": lambda net: Fraction(net.processor_count, net.node_count),
    "center": lambda net: on_node(net).count(2),
    "center_on_one_ring": lambda net: _center_on_one_ring(net),
}


def _center_on_one_ring(net: RingNetwork) -> int:
    """How many rings all nodes of the center are on, those that are on two rings."""
    center = [set(row) - {ABSENT} for row, count in zip(net.ring.tolist(), on_node(net), strict=True) if count == 2]
    return len(set.intersection(*center))


def one_network(family: str) -> Judge:
    """Judge numbers that are said of one network, whose size the statement gives."""

    def judge(statement: Statement) -> Judgement:
        size = parse_parameters(statement.says.get("size", "").split())
        net = ring_network(family, **size)
        for name, said in statement.says.items():
            if name != "size" and (true := COUNTS[name](net)) != Fraction(said):
                return fails(size, f"{name.replace('_', ' ')} {said}", true, None, (), net.title)
        return holds(ONE_NETWORK, [size])

    return judge


def link_numbers(family: str) -> Judge:
    """Judge that one link number makes two different rings of two nodes each."""

    def judge(statement: Statement) -> Judgement:
        size = parse_parameters(statement.says["size"].split())
        net = ring_network(family, **size)
        (a, b), (c, d) = (map(int, statement.says[name].split()) for name in ("one", "other"))
        to = net.successor
        found = [x for x in range(net.fanout) if (to[a, x], to[b, x], to[c, x], to[d, x]) == (b, a, d, c)]
        if not found or net.ring[a, found[0]] == net.ring[c, found[0]]:
            shown = {f"{u} {v}": [x for x in range(net.fanout) if to[u, x] == v] for u, v in ((a, b), (c, d))}
            return fails(
                size, f"one link number joins {a} with {b} and {c} with {d}", f"links {shown}", None, (), net.title
            )
        return holds(f"{ONE_NETWORK}: link {found[0]}", [size])

    return judge


Right = tuple[sympy.Expr, str]


def family_of(family: str, right: dict[str, Right], domain: Domain | None = None) -> Judge:
    """Judge formulas for numbers of a family: ``right`` has what is right at all sizes, and why."""

    def judge(statement: Statement) -> Judgement:
        fixed = {name: int(n) for name, n in statement.says.items() if name == "f"}
        own = domain or (Domain((Parameter("r", 2),)) if fixed else domain_of(family))
        sizes = [{"r": n} for n in range(2, 8)] if fixed else list(own.sizes(12)) if domain else sizes_of(family)

        def counted(name: str) -> Callable[[Size], int | Fraction]:
            return lambda size: COUNTS[name](explicit(family, {**fixed, **size}))

        formulas = {name: said for name, said in statement.says.items() if name != "f"}
        return together(*(compare(said, counted(name), sizes, own, *right[name]) for name, said in formulas.items()))

    return judge


def torus(dimensions: int) -> Judge:
    """The multicube of so many dimensions."""
    r = parameter("r", 2)
    count = sympy.Integer(dimensions)
    lines = "argued: one ring for each line of r nodes along a dimension, of which there are r^(f-1)"
    return family_of(
        MULTICUBE,
        {
            "nodes": (r**count, "argued: f coordinates of r values"),
            "rings": (count * r ** (count - 1), lines),
            "on_node": (count, "argued: one ring in each dimension"),
            "ring_nodes": (r, lines),
        },
    )


def _complete(name: str, value: sympy.Expr, because: str, counted: Callable[[RingNetwork], int] | None = None) -> Judge:
    own = Domain((Parameter("f", 2),))

    def judge(statement: Statement) -> Judgement:
        true = counted or COUNTS[name]
        sizes = [{"f": n} for n in range(2, 10)]
        return compare(statement.says[name], lambda size: true(explicit(COMPLETE, size)), sizes, own, value, because)

    return judge


def rings_of_two_on_node(net: RingNetwork) -> int:
    """Rings of two nodes that each node is on."""
    return _alike(on_node(net, needed=True))


def drawn_twice(net: RingNetwork) -> int:
    """Rings, those of one node counted twice."""
    return net.ring_count + net.ring_sizes.tolist().count(1)


def reach(statement: Statement) -> Judgement:
    """Nodes within k hops of a node where every hop can be undone: 1 + f (1 + (f-1) + ... ) at most, over (f-1)^k.

    Two-way rings with f = 2 are lines and circles: a circle longer than 2k nodes reaches that many.
    """
    k = parameter("k", 1)
    least, most = map(int, statement.says["fanouts"].split())
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
        net = explicit(MESH, size)
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


def unequal(statement: Statement) -> Judgement:
    """The number of nodes of multicubes with different ring sizes."""
    combine = COMBINED[statement.says["nodes"]]
    for sizes in UNEQUAL:
        net = ring_network(MULTICUBE, r=sizes)
        if combine(sizes) != net.node_count:
            return fails(dict(zip(("r_0", "r_1", "r_2", "r_3"), sizes, strict=False)), combine(sizes), net.node_count)
    return holds(f"argued: one node for each choice of coordinates; counted at {len(UNEQUAL)} sizes")


def omega(statement: Statement) -> Judgement:
    """The butterfly fabric against omega networks: isomorphic by rotating the digits of each row by its stage."""
    place = {"last": -1, "first": 0}[statement.says["digit"]]
    sizes: list[Size] = []
    for size in sizes_of(BUTTERFLY, 9, 30):
        f, r = size["f"], size["r"]
        net = explicit(BUTTERFLY, size)
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
        renamed = nx.relabel_nodes(fabric, where)
        if sorted(renamed.edges()) != sorted(stages.edges()):
            if nx.is_isomorphic(fabric, stages):
                return unknown("isomorphic, but not by rotating digits", sizes)
            return fails(size, "isomorphic", "not isomorphic", None, sizes)
        sizes.append(size)
    because = (
        "argued: rotating the digits of a row at stage s by s places takes the digit of that stage to the front, "
        "whence it is shuffled to the end"
    )
    return holds(f"{because}; all links compared at {len(sizes)} sizes", sizes)


def one_row(statement: Statement) -> Judgement:
    """The livefly of fanout 2, written out, against one ring."""
    claimed = int(statement.says["rings_used"])
    sizes: list[Size] = []
    for stages in range(2, 9):
        size = {"f": 2, "r": stages}
        whole = measure(families()[LIVEFLY].make(2, stages))
        ring = measure(from_rings("ring", [(tuple(range(stages)), 0)], labels=[(i,) for i in range(stages)]))
        used = [c for c in whole.classes if c.devices and any(send for send, _, _ in c.loads)]
        if len(used) != claimed:
            return fails(size, f"{claimed} rings used", f"{len(used)}", None, sizes)
        same = ("nodes", "distance", "ring_hops", "total_distance", "hot_queue", "mean_queue")
        if used[0].loads != ring.classes[0].loads or any(getattr(whole, x) != getattr(ring, x) for x in same):
            return fails(
                size, "the loads of one ring", f"{used[0].loads}, of one ring {ring.classes[0].loads}", None, sizes
            )
        sizes.append(size)
    return holds(
        f"argued: with one row, source and target are on one row, and packets take its secondary ring; loads compared at "
        f"{len(sizes)} sizes",
        sizes,
    )


G = f - 1
_FLY_RINGS = (
    "argued: f^r short rings, and one for each of the (f-1) f^r / 2 pairs of rows that differ by d in every digit"
)
_SHUFFLE_RING = "argued: the rotations of a word of r + 1 letters, which are all different for 0...01"

JUDGES: dict[str, Judge] = {
    "mesh.figure-1": one_network(MESH),
    "mesh.link-numbers": link_numbers(MESH),
    "complete.figure-2": one_network(COMPLETE),
    "complete.link-numbers": link_numbers(COMPLETE),
    "complete.rings": _complete(
        "rings", f * (f + 1) / 2, "argued: one ring for each of f (f-1)/2 pairs of nodes, and one for each node"
    ),
    "complete.rings.duplicated": _complete(
        "rings",
        f * (f + 3) / 2,
        "argued: one ring for each of f (f-1)/2 pairs of nodes, and two for each node",
        drawn_twice,
    ),
    "complete.rings-of-two": _complete(
        "on_node", f - 1, "argued: one ring with each of the f - 1 other nodes", rings_of_two_on_node
    ),
    "naive.reach": reach,
    "naive.reach.three": reach,
    "four-rings.figure-3": one_network("four-rings"),
    "torus.figure-4": torus(2),
    "clock.figure-5": one_network("clock"),
    "multicube.nodes": family_of(
        MULTICUBE,
        {"nodes": (r**f, "argued: f coordinates of r values"), "on_node": (f, "argued: one ring in each dimension")},
    ),
    "multicube.unequal": unequal,
    "torus.figure-6": torus(3),
    "shuffle.figure-7": family_of(
        SHUFFLE,
        {
            "nodes": (f**r, "argued: words of r digits"),
            "on_node": (f, "argued: links of one ring have one number, so that the f links of a node are on f rings"),
            "greatest_ring": (r + 1, _SHUFFLE_RING),
        },
    ),
    "shuffle.figure-7.needed": family_of(
        SHUFFLE,
        {"least_needed": (f - 1, "argued: a word of equal digits has one link to itself")},
    ),
    "butterfly.ratio": family_of(
        BUTTERFLY,
        {"processors_per_node": (sympy.Integer(1), "argued: r processors at each of the f^r nodes of the first stage")},
    ),
    "butterfly.ring-sizes": family_of(BUTTERFLY, {"greatest_ring": (2 * r, _FLY_RINGS)}),
    "butterfly.omega": omega,
    "butterfly.figure-8": family_of(
        BUTTERFLY,
        {
            "nodes": (r * f**r, "argued: f^r rows of r nodes"),
            "on_node": (f, "argued: links of one ring have one number, so that the f links of a node are on f rings"),
            "rings": ((f + 1) * f**r / 2, _FLY_RINGS),
            "short_ring": (r, _FLY_RINGS),
            "long_ring": (2 * r, _FLY_RINGS),
        },
    ),
    "livefly.figure-9": family_of(
        LIVEFLY,
        {
            "nodes": (r * G**r, "argued: (f-1)^r rows of r nodes"),
            "on_node": (f, "argued: links of one ring have one number, so that the f links of a node are on f rings"),
            "rings": (
                (G + 1) * G**r / 2 + G**r,
                "argued: those of the butterfly with f - 1 links, and one for each row",
            ),
            "short_ring": (r, _FLY_RINGS),
            "long_ring": (2 * r, _FLY_RINGS),
        },
    ),
    "livefly.fanout-2": one_row,
}

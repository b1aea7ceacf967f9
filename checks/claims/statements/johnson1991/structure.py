"""How topologies are made of rings: the numbers that the paper says, counted on explicit networks."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from fractions import Fraction

import sympy

from checks.base.sizes import parse_parameters
from checks.claims.evidence import compare, together
from checks.claims.judgement import Judge, Judgement, fails, holds
from checks.claims.statements.johnson1991.networks import (
    BUTTERFLY,
    LIVEFLY,
    MULTICUBE,
    SHUFFLE,
    domain_of,
    explicit,
    sizes_of,
)
from derive.algebra.expressions.notation import parameter
from derive.core.claim import Statement
from derive.core.domain import Domain, Parameter, Size
from graphs import RingNetwork, ring_network
from graphs.topology.ring_structure import ABSENT

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


def unequal(statement: Statement) -> Judgement:
    """The number of nodes of multicubes with different ring sizes."""
    combine = COMBINED[statement.says["nodes"]]
    for sizes in UNEQUAL:
        net = ring_network(MULTICUBE, r=sizes)
        if combine(sizes) != net.node_count:
            return fails(dict(zip(("r_0", "r_1", "r_2", "r_3"), sizes, strict=False)), combine(sizes), net.node_count)
    return holds(f"argued: one node for each choice of coordinates; counted at {len(UNEQUAL)} sizes")


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
}

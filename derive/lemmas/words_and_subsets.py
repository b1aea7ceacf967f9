"""Graphs of words and subsets, and Mycielski graphs: halved cubes, triangular and tetrahedral graphs, Hanoi graphs."""

from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations, permutations, product
from typing import Any, ClassVar

import sympy as sp

from netlemma.derive.algebra import smt
from netlemma.derive.algebra.notation import parameter
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.definitions.families import defined
from netlemma.derive.lemmas import word_recursions
from netlemma.derive.networks.brute_force_networks import Construction, Node, of_links
from netlemma.derive.networks.chosen_places import BinomialTheorem, ChosenFromBoth, ChosenPlaces, X, places_lemmas
from netlemma.derive.networks.distance_lemmas import (
    KINDS,
    Builder,
    in_one_step,
    lemmas,
    mean_by_wiener,
    two_hops,
    wiener_by_mean,
)
from netlemma.derive.networks.nested_networks import Nested
from netlemma.derive.networks.renamed_networks import Renamed

n, three, four, one = parameter("n", 2), parameter("n", 3), parameter("n", 4), parameter("n", 1)


def _linked(name: str, least: int, of: int, shared: int) -> Construction:
    """Subsets of some elements, linked by the number of those that they share."""
    side = parameter("n", least)
    return of_links(
        name,
        Domain((Parameter("n", least, "elements"),)),
        sp.prod([side - i for i in range(of)]) / sp.factorial(of),
        lambda size: [
            (s, t) for s, t in combinations(combinations(range(size["n"]), of), 2) if len({*s} & {*t}) == shared
        ],
        tuple({"n": size} for size in range(least, least + 5)),
    )


_COPIES = ((0, 0), (0, 1), (1, 0))  # what each link gives: between nodes 0, or a node and a copy 1


def _mycielski(size: Size) -> list[tuple[Node, Node]]:
    nodes, links = 2, [(0, 1)]
    for _ in range(size["n"] - 2):  # nodes have copies, linked to the neighbours of each, and to a new node
        copies = [(u + x * nodes, v + y * nodes) for u, v in links for x, y in _COPIES]
        links = [*copies, *((nodes + u, 2 * nodes) for u in range(nodes))]
        nodes = 2 * nodes + 1
    return links


def _hanoi(size: Size) -> list[tuple[Node, Node]]:
    """Positions are the peg of each disk, the smallest first; the smaller disks are on the peg that is left."""
    found = []
    for disk in range(size["n"]):
        for larger in product(range(3), repeat=size["n"] - disk - 1):
            for a, b in combinations(range(3), 2):
                smaller = (3 - a - b,) * disk
                found.append(((*smaller, a, *larger), (*smaller, b, *larger)))
    return found


_MYCIELSKI = of_links(
    "mycielski",
    Domain((Parameter("n", 2, "number"),)),
    3 * 2**n / 4 - 1,
    _mycielski,
    tuple({"n": size} for size in range(2, 7)),
)
_MYCIELSKIS = (7 * 3**n / 9 - 3 * 2**n / 2 + 1) / 2


@cache
def _certify_two_hops() -> None:
    """Check that a step keeps what two hops do, for any graph of which they lead between all nodes and in which each node has a link.

    The nodes u and their copies are linked where u and v are; a copy is linked to the new node as well, and not to other copies.
    """
    z3 = smt.z3()
    node = z3.DeclareSort("node")
    linked = z3.Function("linked", node, node, z3.BoolSort())
    between, near = z3.Function("between", node, node, node), z3.Function("near", node, node)
    u, v = z3.Consts("u v", node)

    def joined(one: Any, other: Any) -> Any:
        """That two nodes are linked; what it says of both orders, and of a node and itself, is known of these."""
        return z3.And(one != other, z3.Or(linked(one, other), linked(other, one)))

    middle = between(u, v)
    known = [
        z3.Or(u == v, joined(u, v), z3.And(joined(u, middle), joined(middle, v))),
        joined(u, near(u)),
        joined(v, near(v)),
    ]
    both = z3.Or(joined(u, v), z3.And(joined(u, middle), joined(middle, v)))
    claims = (
        z3.Or(u == v, both),  # two old nodes
        z3.Or(
            both, z3.And(joined(u, near(u)), joined(near(u), v))
        ),  # a node and the copy of v, the middle being an old node
        joined(u, near(u)),  # a node and the new one, by the copy of a neighbour
    )  # two copies, and a copy and the new node, are linked by the new node; no two copies are linked
    for claim in claims:
        require(smt.solution([*known, z3.Not(claim)]) is None, "two hops do not lead everywhere")


@dataclass(frozen=True)
class Doubled(Proof):
    """Two hops lead everywhere from the third graph, a ring of five nodes, on, for a step of Mycielski keeps that."""

    kind: ClassVar[str] = "doubling"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before == KINDS["diameter"].expression(_MYCIELSKI), "not the definition")
        _certify_two_hops()
        few = [max(_MYCIELSKI.network({"n": size}).all_distances()) for size in (2, 3)]
        require(
            few == [1, 2] and smt.always([n >= 2], sp.Eq(after, sp.Piecewise((1, n <= 2), (2, True)))),
            "another diameter",
        )

    def describe(self) -> list[str]:
        return ["z3: two hops that lead between all nodes of a graph lead between all of the next one"]


def _mycielskis() -> dict[str, Builder]:
    """Lemmas on Mycielski graphs."""
    because = (
        "copies have the new node in common, a node and a copy a neighbour or its copy, two nodes the way that they had"
    )
    diameter = partial(in_one_step, _MYCIELSKI, "diameter", sp.Min(n - 1, 2), because, Doubled())
    counts = Nested(
        _MYCIELSKI.domain,
        n,
        {"nodes": sp.Integer(2), "links": sp.S.One},
        lambda before, _: {
            "nodes": 2 * before["nodes"] + 1,
            "links": len(_COPIES) * before["links"] + before["nodes"],
        },
        {"nodes": _MYCIELSKI.ends, "links": _MYCIELSKIS},
        "each node has a copy, linked to the neighbours of the node, and copies are linked to one new node",
    )
    found = lemmas(_MYCIELSKI, fabric=counts, nodes=_MYCIELSKI.ends, links=_MYCIELSKIS)
    found["mycielski.diameter"] = diameter
    wiener = two_hops(_MYCIELSKI, found["mycielski.links"], diameter)["mycielski.wiener_index"]
    return {**found, "mycielski.wiener_index": wiener, **mean_by_wiener(_MYCIELSKI, wiener)}


_HALVED = ChosenPlaces(
    "halved-cube",
    Domain((Parameter("n", 2, "bits"),)),
    length=n - 1,  # the last bit is that of an even number of ones
    ones=None,
    changes=(sp.S.One, sp.Integer(2)),
    distance=sp.floor((X + 1) / 2),
    nearer=((1, 0), (2, 0)),
    small=tuple({"n": size} for size in range(2, 7)),
)
_HALVED_SUM = n * 2 ** (2 * n) / 32
_QUARTER = sp.Rational(1, 4)
_TRIANGULAR = _linked("triangular", 3, 2, 1)
_TETRAHEDRAL = ChosenPlaces(
    "tetrahedral",
    Domain((Parameter("n", 4, "elements"),)),
    length=four,
    ones=sp.Integer(3),
    changes=(sp.S.One,),
    distance=X,
    nearer=((1, 0, 1, 0),),
    small=tuple({"n": size} for size in range(4, 9)),
)
_HANOI = of_links(
    "hanoi", Domain((Parameter("n", 1, "disks"),)), 3**one, _hanoi, tuple({"n": size} for size in range(1, 5))
)


def _certify_pegs() -> None:
    """Copies of n - 1 disks, by the peg i of the largest one, are joined by one move each, from and to the corner of the third peg; with
    the other two pegs exchanged in copy i, which keeps the moves in it and its corner i, that is the corner k of i and the corner i of k.
    """
    z3 = smt.z3()
    v, w = (z3.Function(name, z3.IntSort(), z3.IntSort()) for name in "vw")
    disk, p, largest = z3.Ints("j p n")
    third = 3 - v(disk) - w(disk)
    move = [disk >= 1, disk <= largest, p >= 1, p < largest, z3.Implies(p < disk, v(p) == third)]
    move += [z3.Implies(x != disk, w(x) == v(x)) for x in (p, largest)]
    inside = z3.Implies(disk < largest, w(largest) == v(largest))
    between = z3.Implies(disk == largest, z3.And(v(p) == third, w(p) == third))
    require(smt.solution([*move, z3.Not(z3.And(inside, between))]) is None, "moves between copies from other corners")
    for pegs in permutations(range(3)):
        for one, two in permutations(range(3), 2):
            require(3 - pegs[one] - pegs[two] == pegs[3 - one - two], "moves with other names of the pegs are no moves")

    def exchanged(copy: int, peg: int) -> int:
        return peg if peg == copy else 3 - copy - peg

    for one, two in permutations(range(3), 2):
        require(sorted(exchanged(one, peg) for peg in range(3)) == [0, 1, 2], "pegs are not exchanged")
        require(
            exchanged(one, one) == one and exchanged(one, two) == 3 - one - two, "copies are joined at other corners"
        )
    for size in _HANOI.small:
        network, last = _HANOI.network(size), size["n"] - 1
        joined = [(one, two) for one, near in network.neighbours.items() for two in near if one[last] != two[last]]
        corners = [(one[last], two[last], *one[:last]) for one, two in joined]
        wanted = [(i, k, *(3 - i - k,) * last) for i, k in permutations(range(3), 2)]
        require(sorted(corners) == sorted(wanted), f"other copies at {dict(size)}")


_TRIANGLES = Renamed(
    _HANOI,
    (("d", sp.Integer(3)), ("L", one)),
    _certify_pegs,
    "this is the Sierpinski graph of words of n letters out of 3, by other names of the pegs in each copy",
)


def _moves() -> Lemma:
    """The lemma on the mean distance by that of the Sierpinski graph of three letters."""
    found = word_recursions.LEMMAS["sierpinski.mean_distance"]()
    return _TRIANGLES.lemma("mean_distance", lambda: found, sp.factor_terms(_TRIANGLES.of(found, found.closed_form)))


_PAIRS = defined("triangular", "nodes links degree diameter", n="elements")
LEMMAS = {
    **_mycielskis(),
    **defined("halved-cube", "nodes links degree", {"links": 2 ** (n - 1) * n * (n - 1) / 4}, n="bits"),
    **places_lemmas(
        _HALVED,
        "diameter mean_distance wiener_index",
        diameter=(sp.floor(n / 2), n - 1),
        mean=(
            sp.factor(2 * _HALVED_SUM / (_HALVED.nodes * (_HALVED.nodes - 1))),
            BinomialTheorem((sp.S.Half, _QUARTER, -_QUARTER), (*_HALVED.domain.assumptions(),)),
        ),
        wiener_index=_HALVED_SUM,
    ),
    **_PAIRS,
    **two_hops(_TRIANGULAR, _PAIRS["triangular.links"], _PAIRS["triangular.diameter"]),
    **defined("tetrahedral", "nodes links degree", n="elements"),
    **places_lemmas(
        _TETRAHEDRAL,
        "diameter mean_distance wiener_index",
        diameter=(sp.Min(four - 3, 3), sp.Min(four - 3, 3)),
        mean=(
            sp.factor(3 * (four - 3) * (1 + (four - 4) + (four - 4) * (four - 5) / 6) / (_TETRAHEDRAL.nodes - 1)),
            ChosenFromBoth(
                sp.Integer(2), four - 3, sp.S.One, four - 3, sp.Integer(3), (*_TETRAHEDRAL.domain.assumptions(),)
            ),
        ),
    ),
    **defined("hanoi", "nodes links", n="disks"),
    "hanoi.diameter": lambda: _TRIANGLES.lemma("diameter", word_recursions.LEMMAS["sierpinski.diameter"]),
    "hanoi.mean_distance": _moves,
    **wiener_by_mean(_HANOI, _moves),
}

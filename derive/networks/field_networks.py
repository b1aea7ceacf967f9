"""Networks whose nodes have elements of a field as coordinates, linked by equations between them, for every field at once.

That two nodes are at most two hops apart is shown case by case: an expression is 0 or is not, and in each case both are the same, or
linked, or a node is given that is linked to both. What each case asks for are identities of polynomials
(:mod:`netlemma.derive.algebra.field_identities`). Small networks are compared with their construction, link by link.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import sympy as sp

from netlemma.derive.algebra.field_identities import ElementFacts
from netlemma.derive.algebra.finite_fields import Element, Field, field
from netlemma.derive.algebra.proof import require
from netlemma.derive.core.domain import Size
from netlemma.derive.networks.brute_force_networks import Construction

Kind = int
Place = tuple[sp.Expr, ...]
Sets = Mapping[str, set[Element]]


class Link(NamedTuple):
    """What links two nodes: expressions that are 0, elements of sets, and expressions not all of which are 0, if there are any."""

    zero: tuple[sp.Expr, ...]
    members: tuple[tuple[str, sp.Expr], ...] = ()
    apart: tuple[sp.Expr, ...] = ()


class Zero(NamedTuple):
    """An expression is 0, or is not."""

    expr: sp.Expr
    zero: "Case"
    other: "Case"


class Member(NamedTuple):
    """An element that is not 0 is in one of the sets that have all of these."""

    expr: sp.Expr
    cases: Mapping[str, "Case"]


class Sum(NamedTuple):
    """An element is in a set, or two elements of the set have it as their sum, of which ``part`` is one."""

    of: str
    expr: sp.Expr
    part: sp.Symbol
    member: "Case"
    sum: "Case"


class Same(NamedTuple):
    """Both nodes are the same."""


class Linked(NamedTuple):
    """Both nodes are linked."""


class By(NamedTuple):
    """A node is linked to both."""

    kind: Kind
    place: Place


Case = Zero | Member | Sum | Same | Linked | By


@dataclass(frozen=True, eq=False)
class FieldNetwork:
    """A network over any field.

    kinds: The number of coordinates of the nodes of each kind.
    same: Function from a kind and the coordinates of two nodes to what is 0 if they are the same.
    link: Function from the kinds and coordinates of two nodes to what links them.
    some: Kinds of nodes not all of whose coordinates are 0.
    all_of: Sets that have all elements but 0 together.
    symmetric: Sets that have the negatives of their elements.
    sums: Sets of elements that with 0 are more than half of all.
    """

    kinds: tuple[int, ...]
    same: Callable[[Kind, Place, Place], tuple[sp.Expr, ...]]
    link: Callable[[Kind, Place, Kind, Place], Link]
    some: tuple[Kind, ...] = ()
    all_of: frozenset[str] = frozenset()
    symmetric: frozenset[str] = frozenset()
    sums: frozenset[str] = frozenset()

    def place(self, kind: Kind, name: str) -> tuple[sp.Symbol, ...]:
        """The coordinates of any node of a kind."""
        return sp.symbols([f"{name}_{number}" for number in range(self.kinds[kind])])  # type: ignore[no-any-return]

    def certify_two_hops(self, cases: Mapping[tuple[Kind, Kind], Callable[[Place, Place], Case]]) -> None:
        """Check that any two nodes are at most two hops apart, by the cases of each two kinds.

        Raises
        ------
        ProofError
            If it is not shown in some case.
        """
        for one, two in product(range(len(self.kinds)), repeat=2):
            if one <= two:
                u, v = self.place(one, "u"), self.place(two, "v")
                require((one, two) in cases, f"no cases for nodes of kinds {one} and {two}")
                self._certify(cases[one, two](u, v), ElementFacts(symmetric=self.symmetric), (one, u), (two, v))

    def _certify(self, case: Case, known: ElementFacts, u: tuple[Kind, Place], v: tuple[Kind, Place]) -> None:
        match case:
            case Zero(expr, zero, other):
                self._certify(zero, known.with_zero(expr), u, v)
                self._certify(other, known.with_nonzero(expr), u, v)
            case Member(expr, within):
                require(known.is_nonzero(expr), f"{expr} may be 0")
                require({*within} == self.all_of, "not the sets that have all elements")
                for name, inside in within.items():
                    self._certify(inside, known.with_member(name, expr), u, v)
            case Sum(of, expr, part, member, total):
                require(of in self.sums, f"{of} has half of the elements or fewer")
                require(part not in {*u[1], *v[1]} and not sp.S(expr).has(part), f"{part} is known")
                require(known.is_nonzero(expr), f"{expr} may be 0")
                self._certify(member, known.with_member(of, expr), u, v)
                both = known.with_member(of, part).with_member(of, expr - part)
                self._certify(total, both, u, v)
            case Same():
                alike = u[0] == v[0] and all(map(known.is_zero, self.same(u[0], u[1], v[1])))
                require(alike, "not the same node")
            case Linked():
                self._require_linked(known, u, v)
            case By(kind, place):
                there = kind, tuple(place)
                require(len(place) == self.kinds[kind], f"no node of kind {kind}")
                if kind in self.some:
                    require(known.has_nonzero(place), "a node with coordinates 0 alone")
                self._require_linked(known, u, there)
                self._require_linked(known, there, v)

    def _require_linked(self, known: ElementFacts, u: tuple[Kind, Place], v: tuple[Kind, Place]) -> None:
        link = self.link(*u, *v)
        require(all(map(known.is_zero, link.zero)), f"{u} and {v} may not be linked")
        require(all(known.is_member(name, expr) for name, expr in link.members), f"{u} and {v} may not be linked")
        require(not link.apart or known.has_nonzero(link.apart), f"{u} and {v} may be the same node")

    def compare(
        self, made: Construction, sizes: tuple[Size, ...], sets: Callable[[int], Sets], place: Callable
    ) -> None:
        """Compare the links with those of a construction at small sizes, and what is known of the sets.

        place: Function from a node of the construction to its kind and coordinates.

        Raises
        ------
        ProofError
            If they are others.
        """
        for size in sizes:
            elements, own = field(size["q"]), sets(size["q"])
            self._compare_sets(elements, own)
            nodes = list(made.listed(size))
            require(len({*map(place, nodes)}) == len(nodes), "nodes with the same coordinates")
            near = {u: {*made.near(size, u)} - {u} for u in nodes}
            for u, v in product(nodes, repeat=2):
                (one, here), (two, there) = place(u), place(v)
                at = dict(zip((*self.place(one, "u"), *self.place(two, "v")), (*here, *there), strict=True))
                alike = one == two and self._all_zero(
                    self.same(one, self.place(one, "u"), self.place(one, "v")), elements, at
                )
                require(alike == (u == v), f"other nodes are the same at {dict(size)}")
                link = self.link(one, self.place(one, "u"), two, self.place(two, "v"))
                linked = self._all_zero(link.zero, elements, at) and all(
                    value_in(expr, elements, at) in own[name] for name, expr in link.members
                )
                linked = linked and not (link.apart and self._all_zero(link.apart, elements, at))
                require(linked == (v in near[u]), f"{u} and {v} are linked otherwise at {dict(size)}")

    def _all_zero(self, exprs: tuple[sp.Expr, ...], elements: Field, at: Mapping[sp.Symbol, Element]) -> bool:
        return all(value_in(expr, elements, at) == elements.zero for expr in exprs)

    def _compare_sets(self, elements: Field, sets: Sets) -> None:
        every = {*elements.elements} - {elements.zero}
        require(all(elements.zero not in own for own in sets.values()), "0 is in a set")
        require(not self.all_of or every == set().union(*(sets[name] for name in self.all_of)), "elements of no set")
        for name in self.symmetric:
            require(sets[name] == {elements.minus(elements.zero, x) for x in sets[name]}, f"{name} is not symmetric")
        for name in self.sums:
            require(2 * (len(sets[name]) + 1) > len(elements.elements), f"{name} has half of the elements or fewer")


def value_in(expr: sp.Expr, elements: Field, at: Mapping[sp.Symbol, Element]) -> Element:
    """The value of a polynomial with whole coefficients in a field.

    >>> x = sp.Symbol("x")
    >>> value_in(x**2 - 2 * x, field(3), {x: (2,)})
    (0,)
    """
    if expr.is_Symbol:
        return at[expr]
    if expr.is_Integer:
        return _times(elements.one, int(expr), elements)
    parts = [value_in(each, elements, at) for each in expr.args if not expr.is_Pow]
    if expr.is_Pow:
        base, total = value_in(expr.base, elements, at), elements.one
        for _ in range(int(expr.exp)):
            total = elements.times(total, base)
        return total
    total = elements.one if expr.is_Mul else elements.zero
    for each in parts:
        total = (elements.times if expr.is_Mul else elements.plus)(total, each)
    return total


def _times(element: Element, number: int, elements: Field) -> Element:
    """An element added up so many times."""
    total = elements.zero
    for _ in range(number % elements.p):
        total = elements.plus(total, element)
    return total

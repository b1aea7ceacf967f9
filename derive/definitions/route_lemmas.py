"""Lemmas that the routings of a definition cannot deadlock: a rank of channels rises on every step, at all sizes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise, permutations
from typing import ClassVar

import sympy as sp

from netlemma.definitions import Definition as Text
from netlemma.derive.algebra.affine_conditions import shows
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.notation import PRIME, NotRising
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.core.derivation import DerivationBuilder
from netlemma.derive.core.domain import Domain, Size
from netlemma.derive.core.lemma import Definition, Lemma, Measured
from netlemma.derive.definitions import plain_loops
from netlemma.derive.definitions.route_proofs import RouteProof, route_proof
from netlemma.derive.networks.ranks.rank_proofs import QUANTITY
from netlemma.errors import NotDerived

_START = NotRising(*sp.symbols("r_1 r_2", integer=True), sp.Eq(sp.Symbol("h", integer=True), 1))


@dataclass(frozen=True)
class RouteRises(Proof):
    """``NotRising(...) = 0``: no sizes and packets take two channels one after the other whose rank does not rise."""

    text: Text
    routing: str
    found: RouteProof
    assumptions: tuple[sp.Basic, ...]
    kind: ClassVar[str] = "SMT"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before == _START and after == 0, "the statement is not that the rank rises on every step")
        again = route_proof(self.text, self.routing)
        require(again.rank is not None and again == self.found, again.missing or "the rank is another one")

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        for assumed in self.assumptions:
            require(shows(assumptions, assumed), f"{assumed} is assumed")

    def describe(self) -> list[str]:
        rank = "; ".join(part.words for part in self.found.rank or ()) or "none"
        return [
            "z3: every hop is a link, and a rule applies wherever packets come",
            *(f"z3: packets arrive: {each.replace(PRIME, 2 * PRIME)}" for each in self.found.arrives),
            "z3: the rank is the same for all packets on a channel",
            f"z3: it rises on every step; its parts are, in order: {rank}",
        ]


def route_lemma(text: Text, routing: str, domain: Domain, nodes: sp.Expr) -> Lemma:
    """The lemma on a routing of a definition.

    Raises
    ------
    NotDerived
        If it is not proved, with what was tried.

    >>> from netlemma.definitions import read_definition
    >>> from netlemma.derive.definitions.factors import domain_of
    >>> ring = "family r\\nsizes n >= 3\\nnode i: 0..n-1\\nlink ring: i -> (i+1) mod n\\nroute i -> (i+1) mod n vc [i < i']"
    >>> text = read_definition(ring)
    >>> route_lemma(text, "route", domain_of(text), sp.Symbol("n")).key
    'r.deadlock_rank.route'
    """
    found = route_proof(text, routing)
    if found.rank is None:
        raise NotDerived(found.missing)
    lines = ", ".join(str(rule.place.line) for rule in text.routings[routing])
    write = DerivationBuilder(_START)
    assumptions = tuple(domain.assumptions())
    write.step(sp.S.Zero, "the rank rises on every step", RouteRises(text, routing, found, assumptions))

    def count(size: Size) -> int:
        return int(evaluate(nodes, {p.symbol: size[p.name] for p in domain.parameters}))

    words = (
        "steps of packets from a channel c_1 to a channel c_2 (h = 1) whose rank r does not rise; "
        f"the hop is that of the first rule of the lines {lines} that applies"
    )
    return Lemma(
        key=f"{text.name}.{QUANTITY}.{routing}",
        symbol=sp.Symbol("F"),
        statement=f"No step of the routing {routing} goes to a channel of lower or equal rank, so packets never wait for one another.",
        definition=Definition(words, write.start, partial(not_rising, text, routing, found), count),
        domain=domain,
        derivation=write.derivation(),
        measured=Measured(text.name, QUANTITY, domain.names, routings=(routing,)),
    )


def not_rising(text: Text, routing: str, found: RouteProof, size: Size) -> Fraction:
    """The steps of packets on which the rank does not rise, one by one."""
    wrong = 0
    nodes = [plain_loops.node_of(text, names) for names in plain_loops.nodes(text, size)]
    ends = plain_loops.terminals(text, size)
    for source, goal in permutations(nodes, 2):
        if ends[goal]:
            ranks = _ranks(text, routing, found, size, source, goal)
            wrong += sum(not one < two for one, two in pairwise(ranks))
    return Fraction(wrong)


def _ranks(
    text: Text, routing: str, found: RouteProof, size: Size, source: tuple, goal: tuple
) -> Iterator[tuple[int, ...]]:
    """The ranks of the channels of a packet."""
    rules = text.routings[routing]
    node = source
    while node != goal:
        names = plain_loops.names_of(text, size, node, goal)
        number, taken = next(plain_loops.applying(rules, names))
        yield tuple(plain_loops.value(part.values[number], taken) for part in found.rank or ())
        node = tuple(plain_loops.value(each, taken) for each in rules[number].target)

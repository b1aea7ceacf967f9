"""Lemmas on the loads of the classes of links under a routing that gives one route to each pair of ends."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from typing import NamedTuple

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.notation import DeviceMax, DeviceSum, PairSum
from netlemma.derive.core.derivation import DerivationBuilder
from netlemma.derive.core.domain import Size
from netlemma.derive.core.lemma import Definition, Lemma, Measured
from netlemma.derive.networks.brute_force_networks import Construction, Node
from netlemma.derive.networks.coordinate_fabrics import Structure

Route = Callable[[Size, Node, Node], list[Node]]
ClassOf = Callable[[Node, Node], str]


class _Routes:
    """What plain loops count on the routes of all ordered pairs of ends."""

    def __init__(self, made: Construction, route: Route, class_of: ClassOf) -> None:
        self.made, self.class_of = made, class_of
        self.crossings = lru_cache(16)(
            lambda *values: self._crossings(dict(zip(made.domain.names, values, strict=True)), route)
        )

    def _crossings(self, size: Size, route: Route) -> Counter[tuple[Node, Node]]:
        found: Counter[tuple[Node, Node]] = Counter()
        net = self.made.network(size)
        for source in net.ends:
            for end in net.ends:
                if source != end:
                    nodes = route(size, source, end)
                    hops = list(pairwise(nodes))
                    assert nodes[0] == source and nodes[-1] == end and all(v in net.neighbours[u] for u, v in hops)
                    found.update(hops)
        return found

    def of(self, size: Size) -> Counter[tuple[Node, Node]]:
        return self.crossings(*(size[name] for name in self.made.domain.names))

    def mean(self, name: str, size: Size) -> Fraction:
        """Crossings of a link of a class by one message, on average over links and pairs."""
        net, crossings = self.made.network(size), self.of(size)
        channels = [(u, v) for u, near in net.neighbours.items() for v in near if self.class_of(u, v) == name]
        pairs = len(net.ends) * (len(net.ends) - 1)
        return Fraction(2 * sum(crossings[channel] for channel in channels), len(channels) * pairs)

    def largest(self, size: Size) -> Fraction:
        return Fraction(max(self.of(size).values()), len(self.made.network(size).ends) - 1)


def class_lemmas(
    made: Construction,
    fabric: Structure,
    routing: str,
    route: Route,
    class_of: ClassOf,
    largest: sp.Expr | None = None,
    **mean: tuple[sp.Expr, sp.Expr],
) -> dict[str, Callable[[], Lemma]]:
    """Lemmas on a routing: mean visit ratio of each class of links by a form and their number, largest load under uniform traffic."""
    routes = _Routes(made, route, class_of)
    pairs = made.ends * (made.ends - 1)
    found: dict[str, Callable[[], Lemma]] = {}
    for name, (form, links) in mean.items():
        about = _About(
            f"visit_ratio.{name}.{routing}",
            "V",
            f"The mean visit ratio of the {name} links under {routing} routing.",
            "crossings of the links of the class by messages between all ordered pairs of ends, divided by the numbers of both",
            DeviceSum(PairSum(at.crossings), sp.Symbol(name)) / (pairs * links),
            partial(routes.mean, name),
            Measured(made.name, "visit_ratio", made.domain.names, name, routings=(routing,)),
        )
        found[f"{made.name}.{about.quantity}"] = partial(_lemma, made, about, form, fabric)
    if largest is not None:
        about = _About(
            f"max_channel_load.{routing}",
            "gamma",
            f"The crossings of the busiest channel under {routing} routing, while every node sends one message to any other.",
            "the crossings of each direction of each link by messages between all ordered pairs, one from each node; the largest",
            DeviceMax(PairSum(at.crossings)) / (made.ends - 1),
            routes.largest,
            Measured(made.name, "max_channel_load.uniform", made.domain.names, routings=(routing,)),
        )
        found[f"{made.name}.{about.quantity}"] = partial(_lemma, made, about, largest, fabric)
    return found


def shortest_class_lemmas(
    made: Construction, fabric: Structure, class_of: ClassOf, mean: dict[str, tuple[sp.Expr, sp.Expr]]
) -> dict[str, Callable[[], Lemma]]:
    """Lemmas on the mean visit ratio of each class of links, every shortest path equally likely; links of a class carry the same."""

    def literal(name: str, size: Size) -> Fraction:
        net = made.network(size)
        found = {load for hop, load in net.loads().items() if class_of(*hop) == name}
        assert len(found) == 1
        return 2 * found.pop() / len(net.ends)

    def lemma(name: str, form: sp.Expr, links: sp.Expr) -> Lemma:
        about = _About(
            f"visit_ratio.{name}",
            "V",
            f"The mean visit ratio of the {name} links, every shortest path equally likely.",
            "crossings of the links of the class by messages between all ordered pairs of ends, divided by the numbers of both",
            DeviceSum(PairSum(at.crossings), sp.Symbol(name)) / (made.ends * (made.ends - 1) * links),
            partial(literal, name),
            Measured(made.name, "visit_ratio", made.domain.names, name),
        )
        return _lemma(made, about, form, fabric)

    return {f"{made.name}.visit_ratio.{name}": partial(lemma, name, *said) for name, said in mean.items()}


class _About(NamedTuple):
    """What a lemma is about: its quantity, symbol, statement, definition in words, as an expression and as a plain loop."""

    quantity: str
    symbol: str
    statement: str
    words: str
    start: sp.Expr
    literal: Callable[[Size], Fraction]
    measured: Measured


def _lemma(made: Construction, about: _About, form: sp.Expr, fabric: Structure) -> Lemma:
    write = DerivationBuilder(about.start)
    fabric.derive(write, form, about.literal, made.small)
    return Lemma(
        key=f"{made.name}.{about.quantity}",
        symbol=sp.Symbol(about.symbol),
        statement=about.statement,
        definition=Definition(about.words, write.start, about.literal, made.count, made.ends),
        domain=made.domain,
        derivation=write.derivation(),
        measured=about.measured,
    )

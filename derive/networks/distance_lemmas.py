"""Lemmas on networks by their definition: nodes, links, degree, diameter, distances, mean visit ratio, by written
arguments or by a potential decided for all sizes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar, NamedTuple

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.affine_conditions import AffineExpression, covers, impossible, negations, shows
from netlemma.derive.algebra.evaluate import evaluate, holds
from netlemma.derive.algebra.notation import DeviceMax, DeviceSum, LinkSum, PairMax, PairSum, greatest, parameter
from netlemma.derive.algebra.proof import ARGUED, ENUMERATED, Proof, require
from netlemma.derive.core.derivation import ByLemma, DerivationBuilder, quantity_of
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Definition, Lemma, Measured
from netlemma.derive.networks.brute_force_networks import OF_DISTANCES, Construction, Node
from netlemma.derive.networks.coordinate_fabrics import Structure

# The proof by a written argument, whose conclusion is compared with plain loops at small sizes.


@dataclass(frozen=True)
class Argued(Proof):
    """A written argument for all sizes; at small ones the conclusion is compared with the definition, node by node."""

    argument: str
    literal: Callable[[Size], Fraction]
    sizes: tuple[Size, ...]
    symbols: tuple[sp.Symbol, ...]
    kind: ClassVar[str] = "written argument"
    strength: ClassVar[str] = ARGUED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(len(self.sizes) > 1, "no sizes are compared")
        for size in self.sizes:
            value = evaluate(after, {s: size[s.name] for s in self.symbols})
            counted = self.literal(size)
            require(value == counted, f"{value} instead of {counted} at {dict(size)}")

    def describe(self) -> list[str]:
        return [f"compared with the definition, node by node, at {len(self.sizes)} small sizes"]


@dataclass(frozen=True)
class Conjectured(Argued):
    """A formula without an argument for all sizes; at small ones it is compared with the definition, node by node."""

    kind: ClassVar[str] = "comparison at small sizes"
    strength: ClassVar[str] = ENUMERATED


# Distances by a potential on the states in which a destination sees the nodes, decided for all sizes.


@dataclass(frozen=True)
class AffineHop:
    """A hop from the states in which some affine conditions hold: what becomes of the state."""

    conditions: tuple[AffineExpression, ...]
    to: tuple[sp.Expr, ...]


@dataclass(frozen=True)
class Potential:
    """The states of a network, its hops as changes of the state, and a distance that is certified by them.

    state: Integers that say how a destination sees a node.
    domain: Affine conditions on states and sizes.
    distance: Affine pieces of the distance, each with the conditions under which it applies.
    home: Expressions from 0 on that are all zero at the destination alone.
    moves: All changes that hops make.
    descents: A decision list: where the conditions hold there is a hop that makes one of these moves, whichever it is.
    sees: Function from a size and a node to its state, for the first of all ends as the destination.
    regions: Every state is in one of them.
    """

    state: tuple[sp.Symbol, ...]
    domain: tuple[AffineExpression, ...]
    distance: tuple[tuple[tuple[AffineExpression, ...], sp.Expr], ...]
    home: tuple[sp.Expr, ...]
    moves: tuple[AffineHop, ...]
    descents: tuple[tuple[tuple[AffineExpression, ...], tuple[AffineHop, ...]], ...]
    sees: Callable[[Size, Node], tuple[int, ...]]
    regions: tuple[tuple[AffineExpression, ...], ...] = ((),)

    def certify(self) -> None:
        """Check the potential for all sizes: it is 0 at the destination alone, no hop lowers it by more than one, and one
        hop lowers it by one from everywhere else.

        Raises
        ------
        ProofError
            If a condition is not shown.
        """
        pieces = [list(conditions) for conditions, _ in self.distance]
        for region in self.regions:
            require(covers([*self.domain, *region], pieces), "no piece of the distance applies")
            for conditions, value in self.distance:
                self._certify([*self.domain, *region, *conditions], value)

    def _certify(self, here: list[AffineExpression], value: sp.Expr) -> None:
        require(shows(here, value >= 0), "a negative distance")
        at_home = [*here, *(each <= 0 for each in self.home)]
        require(shows(at_home, value <= 0), "the distance is not 0 at the destination")
        for each in self.home:
            require(shows([*here, value <= 0], each <= 0), "distance 0 away from the destination")
        for move in self.moves:
            self._lowers(here, value, move, by_at_most_one=True)
        for away in self.home:
            self._descends([*here, away >= 1], value)

    def _after(self, move: AffineHop, expression: AffineExpression) -> AffineExpression:
        return sp.S(expression).xreplace(dict(zip(self.state, move.to, strict=True)))

    def _lowers(self, here: Sequence[AffineExpression], value: sp.Expr, move: AffineHop, by_at_most_one: bool) -> None:
        there = [*here, *move.conditions, *(self._after(move, c) for c in self.domain)]
        for conditions, further in self.distance:
            reached = [*there, *(self._after(move, c) for c in conditions)]
            after = self._after(move, further)
            if by_at_most_one:
                require(shows(reached, after >= value - 1), f"a hop to {move.to} lowers the distance by more than one")
            else:
                require(shows(reached, after <= value - 1), f"a hop to {move.to} does not lower the distance")

    def _descends(self, here: list[AffineExpression], value: sp.Expr) -> None:
        """Wherever the conditions hold some entry of the decision list applies, and all its moves lower the distance."""
        left = [here]
        for conditions, moves in self.descents:
            require(all(move in self.moves for move in moves), "a descent is no hop")
            for region in left:
                inside = [*region, *conditions]
                if not impossible(inside):
                    require(
                        covers(inside, [list(move.conditions) for move in moves]), "no move of a descent is possible"
                    )
                    for move in moves:
                        self._lowers(inside, value, move, by_at_most_one=False)
            left = [[*region, other] for region in left for c in conditions for other in negations(c)]
        require(all(impossible(region) for region in left), "no descent from some state")

    def compare(self, made: Construction, size: Size) -> None:
        """Compare states and hops with those of an explicit network.

        Parameters
        ----------
        made : Construction
            The family.
        size : Size
            A small size.

        Raises
        ------
        ProofError
            If a state is illegal, a hop makes another change than the moves, or none of the moves of a descent.
        """
        net = made.network(size)
        sizes = {p.symbol: size[p.name] for p in made.domain.parameters}
        seen = {node: self.sees(size, node) for node in net.neighbours}
        for node, near in net.neighbours.items():
            at = {**sizes, **dict(zip(self.state, seen[node], strict=True))}
            legal = all(holds(sp.S(c), at) for c in self.domain)
            legal = legal and any(all(holds(sp.S(c), at) for c in region) for region in self.regions)
            require(legal, f"{seen[node]} is no state at {dict(size)}")
            made_here = {seen[other] for other in near}
            possible = {self._reached(move, at) for move in self.moves}
            require(made_here <= possible, f"a hop from {seen[node]} at {dict(size)} is none of the moves")
            if any(evaluate(sp.S(each), at) for each in self.home):
                entry = next(
                    moves for conditions, moves in self.descents if all(holds(sp.S(c), at) for c in conditions)
                )
                require(any(self._reached(move, at) in made_here for move in entry), f"no descent from {seen[node]}")

    def _reached(self, move: AffineHop, at: dict[sp.Symbol, Any]) -> tuple[int, ...] | None:
        if not all(holds(sp.S(c), at) for c in move.conditions):
            return None
        return tuple(int(evaluate(sp.S(each), at)) for each in move.to)


@dataclass(frozen=True)
class ByPotential(Argued):
    """As :class:`Argued`, where a potential certifies the distances between states for all sizes."""

    made: Construction
    potential: Potential
    kind: ClassVar[str] = "potential on states"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        self.potential.certify()
        for size in self.made.small:
            self.potential.compare(self.made, size)
        super().check(before, after)

    def describe(self) -> list[str]:
        shown = [
            "the potential is 0 at the destination alone; no hop lowers it by more than one, and one lowers it by one: decided "
            "for all sizes",
            f"states and hops are compared with those of {len(self.made.small)} small networks",
        ]
        return [*shown, *super().describe()]


# Lemmas on networks by their definition: how many nodes and links, degree, diameter, distances, mean visit ratio.


NODES, LINKS, NEAR = sp.Symbol("V"), sp.Symbol("E"), sp.Symbol("E_s")
i = parameter("i", 0)
TWO_HOPS = "linked pairs are one hop apart and all others two, which is N (N - 1) less one for each link"
LOAD = "max_channel_load.uniform"


class ClosedForm(NamedTuple):
    """A closed form, or a function that computes it when it is wanted, and the argument for it in words; ``is_open`` if it is
    no argument for all sizes. The words may argue for another form, from which a ``proof`` leads to the closed one.
    ``rests_on`` are keys of lemmas whose closed forms are taken over.
    """

    closed_form: sp.Expr | Callable[[], sp.Expr]
    because: str
    is_open: bool = False
    argued: sp.Expr | None = None
    proof: Proof | None = None
    proved_by: str = ""
    rests_on: tuple[str, ...] = ()

    @property
    def form(self) -> sp.Expr:
        """The closed form."""
        return self.closed_form if isinstance(self.closed_form, sp.Basic) else self.closed_form()  # type: ignore[operator]


@dataclass(frozen=True)
class _Kind:
    """What a quantity is: its symbol, statement and definition in words, as an expression and as a plain loop."""

    symbol: str
    statement: str
    words: str
    expression: Callable[[Construction], sp.Expr]
    literal: Callable[[Construction, Size], Fraction | int]


def _at_distance(made: Construction, size: Size) -> Fraction:
    if not size["i"]:
        return Fraction(1)
    return Fraction(made.network(size).all_distances().count(size["i"]), len(made.network(size).ends))


KINDS: Mapping[str, _Kind] = {
    "nodes": _Kind(
        "N",
        "The number of nodes between which messages run.",
        "the ends of messages, counted one by one",
        lambda made: LinkSum(sp.S.One, NODES),
        lambda made, size: len(made.network(size).ends),
    ),
    "links": _Kind(
        "M",
        "The number of links, those of terminals included.",
        "the links, counted one by one",
        lambda made: LinkSum(sp.S.One, LINKS),
        lambda made, size: made.links(size),
    ),
    "degree": _Kind(
        "delta",
        "The number of links of every node; of links that leave it, if they are one-way.",
        "the links of a node, of which all have as many",
        lambda made: LinkSum(sp.S.One, NEAR),
        lambda made, size: made.degree(size),
    ),
    "max_degree": _Kind(
        "Delta",
        "The largest number of links of a node.",
        "the largest number of links of a node",
        lambda made: greatest(LinkSum(sp.S.One, NEAR), at.source, "V"),
        lambda made, size: max(made.network(size).degrees),
    ),
    "min_degree": _Kind(
        "delta_min",
        "The least number of links of a node.",
        "the least number of links of a node",
        lambda made: at.least(LinkSum(sp.S.One, NEAR), at.source, "V"),
        lambda made, size: min(made.network(size).degrees),
    ),
    "diameter": _Kind(
        "diam",
        "The largest distance between two nodes.",
        "the largest distance over all pairs of ends of messages",
        lambda made: PairMax(at.distance),
        lambda made, size: max(made.network(size).all_distances()),
    ),
    "mean_distance": _Kind(
        "L",
        "The mean distance between two different nodes, all ordered pairs equally likely.",
        "the sum of the distances over all ordered pairs, divided by the number of ordered pairs of different ends",
        lambda made: PairSum(at.distance) / (made.ends * (made.ends - 1)),
        lambda made, size: made.mean_distance(size),
    ),
    "wiener_index": _Kind(
        "W",
        "The Wiener index: the sum of the distances over all unordered pairs of nodes.",
        "the sum of the distances over all ordered pairs, which is twice that over the unordered ones, halved",
        lambda made: PairSum(at.distance) / 2,
        lambda made, size: Fraction(sum(made.network(size).all_distances()), 2),
    ),
    "nodes_at_distance": _Kind(
        "n_i",
        "The number of nodes at distance i from a node.",
        "the ordered pairs of nodes at distance i, divided by the number of nodes",
        lambda made: PairSum(sp.KroneckerDelta(at.distance, i)) / made.ends,
        _at_distance,
    ),
    LOAD: _Kind(
        "gamma",
        "The crossings of the busiest channel while every node sends one message to any other by any shortest path.",
        "the crossings of each direction of each link by messages between all ordered pairs, one from each node; the largest",
        lambda made: DeviceMax(PairSum(at.crossings)) / (made.ends - 1),
        lambda made, size: made.network(size).largest_load(),
    ),
}


def lemmas(
    made: Construction,
    link: str = "",
    potential: Potential | None = None,
    alike: str = "",
    load: tuple[sp.Expr, str] | sp.Expr | None = None,
    fabric: Structure | None = None,
    **given: ClosedForm | tuple[Any, str] | tuple[Any, str, bool] | sp.Basic,
) -> dict[str, Callable[[], Lemma]]:
    """The lemmas of a family. A plain expression is the closed form of a lemma that is derived elsewhere, or from a ``fabric``."""
    if fabric is not None:
        given = {name: said if isinstance(said, tuple) else ClosedForm(said, "") for name, said in given.items()}
    found = {name: said for name, said in given.items() if isinstance(said, tuple)}
    if load is not None:
        found[LOAD] = ClosedForm(load, "") if isinstance(load, sp.Basic) else ClosedForm(*load)
    if alike:
        mean = ClosedForm(*found["mean_distance"])
        channels = _form(given["links"]) * (1 if made.one_way else 2)
        because = f"{alike}, so that all channels carry the same; every hop crosses one channel; {mean.because}"
        found[LOAD] = ClosedForm(
            sp.powsimp(made.ends * mean.form / channels),
            because,
            mean.is_open,
            rests_on=_of(made, "mean_distance", "links"),
        )
    every: dict[str, Callable[[], Lemma]] = {
        made.key(name): partial(_lemma, made, name, ClosedForm(*said), potential, fabric)
        for name, said in found.items()
    }
    if "mean_distance" in found and "wiener_index" not in found and not made.one_way:
        every[made.key("wiener_index")] = partial(_lemma, made, "wiener_index", _total(made, found), potential, fabric)
    if link:
        mean, links = ClosedForm(*found["mean_distance"]), _form(given["links"])
        every[f"{made.name}.visit_ratio.{link}"] = partial(_visit_ratio, made, link, mean, links)
    return every


def _form(given: tuple | sp.Basic) -> sp.Expr:
    """A closed form, with an argument or without."""
    return given if isinstance(given, sp.Basic) else ClosedForm(*given).form


Builders = Mapping[str, Callable[[], Lemma]]


def terminal_lemmas(
    switches: Construction,
    terminals: Construction,
    each: sp.Expr,
    diameter: tuple[sp.Expr, str],
    mean_distance: tuple[sp.Expr, str],
) -> dict[str, Callable[[], Lemma]]:
    """The lemmas on distances of a network with as many terminals on each switch: between switches, and between terminals.

    switches, terminals: The family with either of them as ends.
    each: Number of terminals of a switch.
    diameter, mean_distance: Between two switches or more.
    """
    between = lemmas(replace(switches, domain=terminals.domain), diameter=diameter, mean_distance=mean_distance)
    return {
        **lemmas(switches, diameter=diameter, mean_distance=mean_distance),
        **between_terminals(terminals, switches.ends, each, between),
    }


def between_terminals(
    terminals: Construction, switches: sp.Expr, each: sp.Expr, between: Builders, mean: sp.Expr | None = None
) -> dict[str, Callable[[], Lemma]]:
    """The lemmas on distances between terminals, ``each`` on every switch, by those ``between`` the switches at the same sizes.

    switches: Number of switches, two or more.
    mean: The mean distance between these as the others are written by it, if not as its own lemma has it.
    """
    return {
        terminals.key(name): partial(_between_terminals, terminals, switches, each, between, mean, name)
        for name in ("diameter", "mean_distance", "wiener_index")
    }


@dataclass(frozen=True)
class HopAtEachEnd(Proof):
    """Terminals have one link each, to their switch: two of them are two hops farther apart than their switches.

    The distances between terminals are followed node by node at small sizes, too, and that each has one link.
    """

    made: Construction
    each: sp.Expr
    total: sp.Expr
    closed: sp.Expr
    literal: Callable[[Size], Fraction]
    kind: ClassVar[str] = "a hop at each end"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(after == self.total, "not the distances between switches with a hop at each end")
        require(len(self.made.small) > 1, "no sizes are compared")
        for size in self.made.small:
            sizes = {p.symbol: size[p.name] for p in self.made.domain.parameters}
            network = self.made.network(size)
            links = [{*network.neighbours[end]} for end in network.ends]
            require(all(len(near) == 1 for near in links), f"a terminal has several links at {dict(size)}")
            on = Counter(switch for near in links for switch in near)
            require({*on.values()} == {evaluate(self.each, sizes)}, f"other numbers of terminals at {dict(size)}")
            value, counted = evaluate(self.closed, sizes), self.literal(size)
            require(value == counted, f"{value} instead of {counted} at {dict(size)}")

    def describe(self) -> list[str]:
        return [f"compared with the definition, node by node, at {len(self.made.small)} small sizes"]


def graph_lemmas(
    made: Construction, diameter: tuple[sp.Expr, str], wiener: tuple[sp.Expr, str], **counts: tuple[sp.Expr, str]
) -> dict[str, Callable[[], Lemma]]:
    """The lemmas of a named graph: also on the mean distance by the Wiener index."""
    total, because = wiener

    def mean() -> sp.Expr:
        return sp.factor(2 * total / (made.ends * (made.ends - 1)))

    return lemmas(
        made,
        "",
        None,
        "",
        None,
        None,
        diameter=diameter,
        wiener_index=wiener,
        mean_distance=ClosedForm(
            mean,
            f"twice the sum over unordered pairs, by the number of ordered ones; {because}",
            rests_on=_of(made, "wiener_index"),
        ),
        **counts,
    )


def _total(made: Construction, found: Mapping[str, ClosedForm | tuple[Any, str] | tuple[Any, str, bool]]) -> ClosedForm:
    """The Wiener index by the mean distance."""
    mean = ClosedForm(*found["mean_distance"])

    def total() -> sp.Expr:
        pairs = made.ends * (made.ends - 1) / 2
        if mean.form.has(sp.Sum):
            return sp.Add(*(term * pairs for term in sp.Add.make_args(sp.expand_mul(mean.form, deep=False))))
        return sp.factor(mean.form * pairs)

    because = f"half of the mean distance times the number of ordered pairs; {mean.because}"
    return ClosedForm(total, because, mean.is_open, rests_on=_of(made, "mean_distance"))


def _of(made: Construction, *names: str) -> tuple[str, ...]:
    """Keys of lemmas of a family."""
    return tuple(made.key(name) for name in names)


def two_hops(made: Construction, links: sp.Expr) -> tuple[sp.Expr, str]:
    """The Wiener index of a graph whose nodes are at most two hops apart, with the argument."""
    return sp.factor(made.ends * (made.ends - 1) - links), TWO_HOPS


def _small(made: Construction, extra: bool) -> tuple[Size, ...]:
    if not extra:
        return made.small
    return tuple({**size, "i": distance} for size in made.small for distance in range(5))


def _lemma(
    made: Construction,
    name: str,
    found: ClosedForm,
    potential: Potential | None,
    fabric: Structure | None = None,
) -> Lemma:
    kind, extra = KINDS[name], name == "nodes_at_distance"
    parameters = (*made.domain.parameters, *([Parameter("i", 0, "distance in hops")] if extra else []))
    literal: Callable[[Size], Fraction] = lambda size: Fraction(kind.literal(made, size))  # noqa: E731
    write = DerivationBuilder(kind.expression(made))
    symbols = tuple(p.symbol for p in parameters)
    sizes = _small(made, extra)
    if fabric is not None:
        fabric.derive(write, found.form, literal, sizes)
        return _as_lemma(made, name, parameters, write, literal)
    if potential is not None and name in OF_DISTANCES:
        argued: Argued = ByPotential(found.because, literal, sizes, symbols, made, potential)
    else:
        argued = (Conjectured if found.is_open else Argued)(found.because, literal, sizes, symbols)
    write.step(found.form if found.argued is None else found.argued, found.because, argued)
    if found.proof is not None:
        write.step(found.form, found.proved_by, found.proof)
    return _as_lemma(made, name, parameters, write, literal, found.rests_on)


def _between_terminals(
    made: Construction, switches: sp.Expr, each: sp.Expr, between: Builders, mean: sp.Expr | None, name: str
) -> Lemma:
    kind = KINDS[name]
    source = "diameter" if name == "diameter" else "mean_distance"
    lemma = between[made.key(source).removesuffix(".terminals")]()
    share = each**2 * switches * (switches - 1)  # pairs of terminals of different switches
    pairs = made.ends * (made.ends - 1)

    def in_all(distance: sp.Expr) -> sp.Expr:
        if name == "diameter":
            return distance + 2
        return 2 + share * distance / pairs if name == "mean_distance" else pairs + share * distance / 2

    mean = 2 + sp.factor(share * (lemma.closed_form if mean is None else mean)) / pairs
    closed = {
        "diameter": in_all(lemma.closed_form),
        "mean_distance": mean,
        "wiener_index": sp.factor(mean * pairs / 2),
    }[name]
    literal: Callable[[Size], Fraction] = lambda size: Fraction(kind.literal(made, size))  # noqa: E731
    write = DerivationBuilder(kind.expression(made))
    total = in_all(quantity_of(lemma))
    because = "a hop at each end, and those between the switches; terminals of one switch are two hops apart"
    write.step(total, because, HopAtEachEnd(made, each, total, closed, literal))
    write.step(total.xreplace({quantity_of(lemma): lemma.closed_form}), "this was derived before", ByLemma((lemma,)))
    if write.now != closed:
        write.normal(closed, "terms are collected")
    return _as_lemma(made, name, made.domain.parameters, write, literal)


def _as_lemma(
    made: Construction,
    name: str,
    parameters: tuple[Parameter, ...],
    write: DerivationBuilder,
    literal: Callable[[Size], Fraction],
    rests_on: tuple[str, ...] = (),
) -> Lemma:
    """The lemma on a quantity with its derivation."""
    kind = KINDS[name]
    between = made.between if name in OF_DISTANCES else ""
    said = [kind.statement, f"Between {between}." if between else "", f"With {made.fixed}." if made.fixed else ""]
    return Lemma(
        key=made.key(name),
        symbol=sp.Symbol(at.free_name(kind.symbol, tuple(p.name for p in parameters))),
        statement=" ".join(filter(None, said)),
        definition=Definition(kind.words, write.start, literal, made.count, made.ends),
        domain=Domain(parameters, made.domain.relations, made.domain.legal),
        derivation=write.derivation(),
        measured=Measured(made.name, name, made.domain.names, ends="switches" if between == "switches" else ""),
        rests_on=rests_on,
    )


def _visit_ratio(made: Construction, link: str, mean: ClosedForm, links: sp.Expr) -> Lemma:
    def literal(size: Size) -> Fraction:
        return made.mean_distance(size) / made.links(size)

    crossings = DeviceSum(PairSum(at.crossings), sp.Symbol(link))
    write = DerivationBuilder(crossings / (made.ends * (made.ends - 1) * links))
    because = (
        "every hop of a message crosses one link, so all crossings together are the sum of the distances; "
        + mean.because
    )
    symbols = tuple(p.symbol for p in made.domain.parameters)
    write.step(mean.form / links, because, Argued(because, literal, made.small, symbols))
    return Lemma(
        key=f"{made.name}.visit_ratio.{link}",
        symbol=sp.Symbol("V"),
        statement="The mean visit ratio of the links, for every routing along shortest paths.",
        definition=Definition(
            "crossings of all links by messages between all ordered pairs of different nodes, divided by the number of pairs and of links",
            write.start,
            literal,
            made.count,
            made.ends,
        ),
        domain=made.domain,
        derivation=write.derivation(),
        measured=Measured(made.name, "visit_ratio", made.domain.names, link),
        rests_on=_of(made, "mean_distance", "links"),
    )

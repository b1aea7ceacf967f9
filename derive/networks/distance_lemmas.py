"""Lemmas on networks by their definition: nodes, links, degree, diameter, distances, mean visit ratio, by written arguments
or by other lemmas.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar, NamedTuple

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import DeviceMax, DeviceSum, LinkSum, PairMax, PairSum, greatest, parameter
from netlemma.derive.algebra.proof import ARGUED, ENUMERATED, Proof, require
from netlemma.derive.algebra.smt import always
from netlemma.derive.core.derivation import ByLemma, DerivationBuilder, quantity_of
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Definition, Lemma, Measured
from netlemma.derive.networks.brute_force_networks import OF_DISTANCES, Construction
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
    every: dict[str, Callable[[], Lemma]] = {
        made.key(name): partial(_lemma, made, name, ClosedForm(*said), fabric) for name, said in found.items()
    }
    if "mean_distance" in found and "wiener_index" not in found and not made.one_way:
        every |= wiener_by_mean(made, every[made.key("mean_distance")])
    if link:
        every |= visits_by_mean(made, link, every[made.key("mean_distance")], _form(given["links"]))
    return every


def _form(given: tuple | sp.Basic) -> sp.Expr:
    """A closed form, with an argument or without."""
    return given if isinstance(given, sp.Basic) else ClosedForm(*given).form


Builders = Mapping[str, Callable[[], Lemma]]


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


# Quantities that follow from others: the same sum over all pairs, or one that the numbers of links and nodes say.


@dataclass(frozen=True)
class Restated(Proof):
    """Quantities of other lemmas stand for what they are defined as; with these both sides are the same."""

    lemmas: tuple[Lemma, ...]
    kind: ClassVar[str] = "by definition"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        defined = {quantity_of(lemma): lemma.definition.expression for lemma in self.lemmas}
        require(equal(before, after.xreplace(defined)), "{} is not {} by definition", before, after)

    def describe(self) -> list[str]:
        return ["both sides have the same normal form with the definitions of the quantities"]


@dataclass(frozen=True)
class TwoHops(Proof):
    """With a diameter of at most 2, decided for all sizes, pairs that are linked are one hop apart and all others two."""

    nodes: sp.Expr
    links: Lemma
    diameter: Lemma
    kind: ClassVar[str] = "diameter two"
    about_whole: ClassVar[bool] = True

    @property
    def strength(self) -> str:  # type: ignore[override]
        return self.diameter.strength

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        self.diameter.check()
        most = sp.piecewise_fold(self.diameter.closed_form)
        known = [each for each in self.diameter.domain.assumptions() if each.free_symbols <= most.free_symbols]
        require(always(known, most <= 2), "the diameter is more than 2")
        every = 2 * (self.nodes * (self.nodes - 1) - quantity_of(self.links))
        require(
            equal(before.xreplace({PairSum(at.distance): every}), after), "not twice all pairs, less the linked ones"
        )

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        ByLemma((self.diameter,)).check_domain(assumptions, parameters)

    def describe(self) -> list[str]:
        return [f"{self.diameter.key}, re-checked here; z3: it is at most 2 at all sizes"]


@dataclass(frozen=True)
class HopsCross(Proof):
    """All links are of one class, and every hop crosses one of them: all crossings together are the sum of the distances."""

    mean: Lemma
    kind: ClassVar[str] = "each hop crosses a link"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        crossings = {x: PairSum(at.distance) for x in before.atoms(DeviceSum) if x.body == PairSum(at.crossings)}
        require(len(crossings) == 1, "not the crossings of all links")
        Restated((self.mean,)).check(before.xreplace(crossings), after)

    def describe(self) -> list[str]:
        return ["crossings are counted by messages, and by links"]


EARLIER, COLLECTED = "this was derived before", "terms are collected"


def _follows(
    made: Construction, name: str, lemmas: tuple[Lemma, ...], after: sp.Expr, because: str, proof: Proof, form: sp.Expr
) -> Lemma:
    """A lemma whose definition is first written by the quantities of others."""
    kind = KINDS[name]
    write = DerivationBuilder(kind.expression(made))
    write.step(after, because, proof)
    write.step(after.xreplace({quantity_of(x): x.closed_form for x in lemmas}), EARLIER, ByLemma(lemmas))
    if write.now != form:
        write.normal(form, COLLECTED)
    return as_lemma(made, name, made.domain.parameters, write, lambda size: Fraction(kind.literal(made, size)))


Builder = Callable[[], Lemma]


def wiener_by_mean(made: Construction, mean: Builder, form: sp.Expr | None = None) -> dict[str, Builder]:
    """The lemma on the Wiener index by that on the mean distance."""

    def derived() -> Lemma:
        lemma, pairs = mean(), made.ends * (made.ends - 1) / 2
        closed = form
        if closed is None and lemma.closed_form.has(sp.Sum):
            terms = sp.Add.make_args(sp.expand_mul(lemma.closed_form, deep=False))
            closed = sp.Add(*(term * pairs for term in terms))
        elif closed is None:
            closed = sp.factor(lemma.closed_form * pairs)
        because = "half of the mean distance times the number of ordered pairs"
        return _follows(made, "wiener_index", (lemma,), pairs * quantity_of(lemma), because, Restated((lemma,)), closed)

    return {made.key("wiener_index"): derived}


def mean_by_wiener(made: Construction, wiener: Builder) -> dict[str, Builder]:
    """The lemma on the mean distance by that on the Wiener index."""

    def derived() -> Lemma:
        lemma = wiener()
        after = 2 * quantity_of(lemma) / (made.ends * (made.ends - 1))
        closed = sp.factor(after.xreplace({quantity_of(lemma): lemma.closed_form}))
        because = "twice the sum over unordered pairs, by the number of ordered ones"
        return _follows(made, "mean_distance", (lemma,), after, because, Restated((lemma,)), closed)

    return {made.key("mean_distance"): derived}


def visits_by_mean(made: Construction, link: str, mean: Builder, links: sp.Expr) -> dict[str, Builder]:
    """The lemma on the mean visit ratio of the links, all of one class, by that on the mean distance."""

    def derived() -> Lemma:
        lemma, pairs = mean(), made.ends * (made.ends - 1)
        write = DerivationBuilder(DeviceSum(PairSum(at.crossings), sp.Symbol(link)) / (pairs * links))
        because = "every hop of a message crosses one link, so all crossings together are the sum of the distances"
        write.step(quantity_of(lemma) / links, because, HopsCross(lemma))
        write.step(lemma.closed_form / links, EARLIER, ByLemma((lemma,)))
        return Lemma(
            key=f"{made.name}.visit_ratio.{link}",
            symbol=sp.Symbol("V"),
            statement="The mean visit ratio of the links, for every routing along shortest paths.",
            definition=Definition(
                "crossings of all links by messages between all ordered pairs of different nodes, divided by the number of "
                "pairs and of links",
                write.start,
                lambda size: made.mean_distance(size) / made.links(size),
                made.count,
                made.ends,
            ),
            domain=made.domain,
            derivation=write.derivation(),
            measured=Measured(made.name, "visit_ratio", made.domain.names, link),
            rests_on=_of(made, "links"),
        )

    return {f"{made.name}.visit_ratio.{link}": derived}


def two_hops(
    made: Construction, links: Builder, diameter: Builder, wiener: sp.Expr | None = None, mean: sp.Expr | None = None
) -> dict[str, Builder]:
    """The lemmas on the Wiener index and the mean distance of a network whose nodes are at most two hops apart."""

    def derived(name: str, form: sp.Expr | None) -> Lemma:
        linked, pairs = links(), made.ends * (made.ends - 1)
        after = pairs - quantity_of(linked) if name == "wiener_index" else 2 - 2 * quantity_of(linked) / pairs
        if form is None:
            form = sp.factor(after.xreplace({quantity_of(linked): linked.closed_form}))
        proof = TwoHops(made.ends, linked, diameter())
        return _follows(made, name, (linked,), after, TWO_HOPS, proof, form)

    return {
        made.key(name): partial(derived, name, form)
        for name, form in (("wiener_index", wiener), ("mean_distance", mean))
    }


def _of(made: Construction, *names: str) -> tuple[str, ...]:
    """Keys of lemmas of a family."""
    return tuple(made.key(name) for name in names)


def _small(made: Construction, extra: bool) -> tuple[Size, ...]:
    if not extra:
        return made.small
    return tuple({**size, "i": distance} for size in made.small for distance in range(5))


def _lemma(made: Construction, name: str, found: ClosedForm, fabric: Structure | None = None) -> Lemma:
    kind, extra = KINDS[name], name == "nodes_at_distance"
    parameters = (*made.domain.parameters, *([Parameter("i", 0, "distance in hops")] if extra else []))
    literal: Callable[[Size], Fraction] = lambda size: Fraction(kind.literal(made, size))  # noqa: E731
    write = DerivationBuilder(kind.expression(made))
    symbols = tuple(p.symbol for p in parameters)
    sizes = _small(made, extra)
    if fabric is not None:
        fabric.derive(write, found.form, literal, sizes)
        return as_lemma(made, name, parameters, write, literal)
    argued = (Conjectured if found.is_open else Argued)(found.because, literal, sizes, symbols)
    write.step(found.form if found.argued is None else found.argued, found.because, argued)
    if found.proof is not None:
        write.step(found.form, found.proved_by, found.proof)
    return as_lemma(made, name, parameters, write, literal, found.rests_on)


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
    return as_lemma(made, name, made.domain.parameters, write, literal)


def in_one_step(
    made: Construction, name: str, form: sp.Expr, because: str, proof: Proof, extra: tuple[Parameter, ...] = ()
) -> Lemma:
    """A lemma whose derivation is one step from the definition to the closed form; ``extra`` parameters are not those of the family."""
    kind = KINDS[name]
    write = DerivationBuilder(kind.expression(made))
    write.step(form, because, proof)
    parameters = (*made.domain.parameters, *extra)
    return as_lemma(made, name, parameters, write, lambda size: Fraction(kind.literal(made, size)))


def compare_small(made: Construction, name: str, form: sp.Expr) -> None:
    """Compare a closed form with plain loops at the small sizes; it raises ProofError."""
    for size in made.small:
        value = evaluate(form, {p.symbol: size[p.name] for p in made.domain.parameters})
        counted = KINDS[name].literal(made, size)
        require(value == counted, f"{value} instead of {counted} at {dict(size)}")


def as_lemma(
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

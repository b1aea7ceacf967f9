"""Networks of words that are linked by how many letters differ: subsets of fixed size, or all words of two letters.

Seen from another node, a node is at some difference x: the number of places of its ones that are zeros there, and of as many
zeros that are ones (subsets), or the number of places that differ (all words). A hop changes letters at some places of each
kind, as many of each as there may be. So numbers of nodes are binomial coefficients, and a distance that depends on x is decided
for all sizes by conditions on whole numbers.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from itertools import combinations
from typing import Any, ClassVar

import sympy as sp

from netlemma.base.names import assignments
from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra import smt
from netlemma.derive.algebra.affine_conditions import shows
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import DeviceMax, PairSum
from netlemma.derive.algebra.proof import Proof, require, weakest
from netlemma.derive.algebra.smt import always, counterexample
from netlemma.derive.core.derivation import ByLemma, DerivationBuilder, quantity_of
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.networks.brute_force_networks import OF_DISTANCES, Construction
from netlemma.derive.networks.distance_lemmas import (
    COLLECTED,
    EARLIER,
    KINDS,
    LOAD,
    Builder,
    Restated,
    as_lemma,
    i,
    visits_by_mean,
    wiener_by_mean,
)

X = sp.Symbol("x'", integer=True)
_HOP = sp.symbols("a' b' c' d'", integer=True)  # places that a hop changes: of each kind, see ``ChosenPlaces.kinds``


@dataclass(frozen=True)
class ChosenPlaces:
    """A network of words of two letters; ``ones`` is the number of ones of every node, None if nodes are all words.

    length: Number of letters.
    changes: A hop takes away as many ones and sets as many others (subsets), or changes as many letters (all words).
    distance: The distance at difference X.
    nearer: For each of several ways to come nearer, the numbers of places of each kind that it changes.
    """

    name: str
    domain: Domain
    length: sp.Expr
    ones: sp.Expr | None
    changes: tuple[sp.Expr, ...]
    distance: sp.Expr
    nearer: tuple[tuple[sp.Expr, ...], ...]
    small: tuple[Size, ...] = field(compare=False)

    @cached_property
    def kinds(self) -> tuple[sp.Expr, ...]:
        """The numbers of places: of subsets 1 here and 0 there, 1 and 1, 0 and 1, 0 and 0; of words those that differ, and others."""
        if self.ones is None:
            return X, self.length - X
        return X, self.ones - X, X, self.length - self.ones - X

    def inside(self) -> list[sp.Basic]:
        """What is known of a difference."""
        return [*self.domain.assumptions(), *(each >= 0 for each in self.kinds)]

    def hop(self, changed: tuple[sp.Expr, ...]) -> tuple[sp.Basic, sp.Expr]:
        """Whether numbers of places of each kind are changed by a hop, and the difference behind it."""
        inside = [sp.And(each >= 0, each <= most) for each, most in zip(changed, self.kinds, strict=True)]
        taken = changed[0] + changed[1]
        if self.ones is None:
            after = X - changed[0] + changed[1]
        else:
            inside.append(sp.Eq(taken, changed[2] + changed[3]))
            after = X - changed[0] + changed[3]
        return sp.And(*inside, sp.Or(*(sp.Eq(taken, each) for each in self.changes))), after

    def at(self, difference: sp.Expr) -> sp.Expr:
        """The number of nodes at a difference from a node."""
        if self.ones is None:
            return sp.binomial(self.length, difference)
        return sp.binomial(self.ones, difference) * sp.binomial(self.length - self.ones, difference)

    @property
    def most(self) -> sp.Expr:
        """The largest difference."""
        return self.length if self.ones is None else sp.Min(self.ones, self.length - self.ones)

    @cached_property
    def nodes(self) -> sp.Expr:
        """The number of nodes."""
        if self.ones is None:
            return 2**self.length
        return (
            sp.factor(sp.expand_func(sp.binomial(self.length, self.ones)))
            if self.ones.is_Integer
            else sp.binomial(self.length, self.ones)
        )

    def certify(self) -> None:
        """Check the distance for all sizes: it is 0 at the destination alone, no hop lowers it by more than one, and one lowers it
        by one from everywhere else.

        Raises
        ------
        ProofError
            If a condition is not shown, with sizes and a difference.
        """
        known, far = self.inside(), self.distance
        self._require(
            known, sp.And(far >= 0, sp.Or(sp.Ne(far, 0), X <= 0)), "distance 0 away from the destination, or less"
        )
        self._require([*known, sp.Eq(X, 0)], sp.Eq(far, 0), "the distance is not 0 at the destination")
        hop, after = self.hop(_HOP[: len(self.kinds)])
        self._require([*known, hop], far.xreplace({X: after}) >= far - 1, "a hop lowers the distance by more than one")
        ways = []
        for changed in self.nearer:
            possible, after = self.hop(changed)
            ways.append(sp.And(possible, far.xreplace({X: after}) <= far - 1))
        self._require([*known, X >= 1], sp.Or(*ways), "no way is nearer")

    def certify_links(self) -> None:
        """Check that no two of the changes are the same, and none is 0; it raises ProofError."""
        for number, each in enumerate(self.changes):
            apart = [each >= 1, *(sp.Ne(each, other) for other in self.changes[:number])]
            self._require(
                self.domain.assumptions(), sp.And(*apart), "links that are given twice, or of a node to itself"
            )

    def _require(self, known: Any, claim: sp.Basic, complaint: str) -> None:
        found = None if claim is sp.true else counterexample(known, claim)
        require(found is None, f"{complaint}: {assignments(found or {})}")

    # Plain loops

    def _number(self, expr: sp.Expr, size: Size) -> int:
        return int(evaluate(expr, {p.symbol: size[p.name] for p in self.domain.parameters}))

    def _listed(self, size: Size) -> Iterator[frozenset[int]]:
        places = range(self._number(self.length, size))
        numbers = range(len(places) + 1) if self.ones is None else [self._number(self.ones, size)]
        return (frozenset(each) for number in numbers for each in combinations(places, number))

    def _near(self, size: Size, word: frozenset[int]) -> Iterator[frozenset[int]]:
        places = frozenset(range(self._number(self.length, size)))
        for change in {self._number(each, size) for each in self.changes}:
            if self.ones is None:
                yield from (word ^ {*each} for each in combinations(places, change))
            else:
                for away in combinations(word, change):
                    yield from (word - {*away} | {*more} for more in combinations(places - word, change))

    @cached_property
    def made(self) -> Construction:
        """The family as plain loops count it."""
        return Construction(self.name, self.domain, self.nodes, self._listed, self._near, self.small)

    def form(self, name: str) -> sp.Expr:
        """A quantity by the numbers of nodes at each difference."""
        degree = sp.Add(*map(self.at, self.changes))
        forms: dict[str, Callable[[], sp.Expr]] = {
            "nodes": lambda: self.nodes,
            "degree": lambda: degree,
            "links": lambda: self.nodes * degree / 2,
            "diameter": lambda: at.RangeMax(self.distance, sp.Tuple(X, 0, self.most)),
            "mean_distance": lambda: sp.Sum(self.at(X) * self.distance, (X, 0, self.most)) / (self.nodes - 1),
            "nodes_at_distance": lambda: sp.Sum(self.at(X) * sp.KroneckerDelta(self.distance, i), (X, 0, self.most)),
        }
        return forms[name]()


@dataclass(frozen=True)
class ByPlaces(Proof):
    """A quantity by the numbers of nodes at each difference; the closed form is compared with plain loops at small sizes."""

    about: ChosenPlaces
    name: str
    closed: sp.Expr
    kind: ClassVar[str] = "places that differ"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        about = self.about
        if self.name in OF_DISTANCES:
            about.certify()
        elif self.name != "nodes":
            about.certify_links()
        require(before == KINDS[self.name].expression(about.made), "not the definition")
        require(after == about.form(self.name), "not what the numbers of places say")
        require(len(about.small) > 1, "no sizes are compared")
        for size in about.small:
            for more in [{"i": far} for far in range(5)] if self.name == "nodes_at_distance" else [{}]:
                there = {p.symbol: size[p.name] for p in about.domain.parameters} | ({i: more["i"]} if more else {})
                value, counted = evaluate(self.closed, there), KINDS[self.name].literal(about.made, {**size, **more})
                require(value == counted, f"{value} instead of {counted} at {dict(size)}")

    def describe(self) -> list[str]:
        shown = (
            "z3: the formula is 0 at the destination alone, no hop lowers it by more than one, and one lowers it by one"
        )
        compared = f"compared with plain loops at the {len(self.about.small)} smallest sizes"
        return [*([shown] if self.name in OF_DISTANCES else []), compared]


@dataclass(frozen=True)
class LargestDistance(Proof):
    """A bound of the distance at all differences that one of them attains, decided for all sizes."""

    about: ChosenPlaces
    farthest: sp.Expr
    kind: ClassVar[str] = "bounds that meet"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        about = self.about
        require(before == about.form("diameter"), "not the largest distance")
        about._require(about.inside(), about.distance <= after, "a node is farther away")
        there = {X: self.farthest}
        legal = [each.xreplace(there) >= 0 for each in about.kinds]
        attained = sp.And(*legal, sp.Eq(about.distance.xreplace(there), after))
        about._require(about.domain.assumptions(), attained, "no node is as far away")

    def describe(self) -> list[str]:
        return ["z3: no distance is larger, and one is as large, at all sizes"]


@dataclass(frozen=True)
class AtOneDifference(Proof):
    """Which differences have a distance i, decided for all sizes: those of ``where``, each under its condition, and no others.

    What is to be the number of nodes there is the same by the factorials of the binomial coefficients, for each remainder of i.
    """

    about: ChosenPlaces
    where: tuple[tuple[sp.Expr, sp.Basic], ...]
    modulus: int = 1
    kind: ClassVar[str] = "one difference for each distance"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        about = self.about
        require(before == about.form("nodes_at_distance"), "not the number of nodes at a distance")
        here = [sp.And(when, sp.Eq(X, each)) for each, when in self.where]
        known = [*about.domain.assumptions(), i >= 0]
        is_far = sp.Eq(about.distance, i)
        both = sp.Or(sp.And(is_far, sp.Or(*here)), sp.And(sp.Not(is_far), sp.Not(sp.Or(*here))))
        about._require([*about.inside(), i >= 0], both, "other differences")
        for each, when in self.where:
            legal = [kind.xreplace({X: each}) >= 0 for kind in about.kinds]
            about._require([*known, when], sp.And(*legal), "no difference")
        for number, (each, when) in enumerate(self.where):
            for other, also in self.where[:number]:
                about._require([*known, when, also], sp.Ne(each, other), "one difference twice")
        self._counts(known, after)

    def _counts(self, known: list[sp.Basic], after: sp.Expr) -> None:
        """In each case of both sides that is possible for a remainder, the numbers are the same."""
        about = self.about
        cases = after.args if isinstance(after, sp.Piecewise) else ((after, sp.true),)
        e = sp.Symbol("e", integer=True, nonnegative=True)
        for remainder in range(self.modulus):
            turned = {i: self.modulus * e + remainder}
            said = [sp.S(each).xreplace(turned) for each in known]
            for truth in _truths(len(self.where)):
                held = [when if holds else sp.Not(when) for (_, when), holds in zip(self.where, truth, strict=True)]
                counted = sp.Add(*(about.at(x) for (x, _), holds in zip(self.where, truth, strict=True) if holds))
                before: list[sp.Basic] = []
                for value, when in cases:
                    here = [*said, *(sp.S(each).xreplace(turned) for each in (*held, *before, when))]
                    before.append(sp.Not(when))
                    none = counted == 0 and value != 0
                    if none:  # more places are chosen than there are
                        parts = value.xreplace(turned).atoms(sp.binomial)
                        about._require(
                            here, sp.Or(*(sp.And(a >= 0, b >= a + 1) for a, b in (x.args for x in parts))), "nodes"
                        )
                    elif counterexample(here, sp.false) is not None:
                        require(
                            same_by_factorials(counted.xreplace(turned), value.xreplace(turned), here),
                            f"{value} is not {counted}",
                        )

    def describe(self) -> list[str]:
        return ["z3: there is one difference with each distance, or none, at all sizes"]


def _in_range(counted: Lemma, most: Lemma) -> sp.Expr:
    """The number of nodes at a distance from 1 to the diameter, without cases that do not occur there."""
    form = counted.closed_form
    if not isinstance(form, sp.Piecewise):
        return form
    known, left = [*most.domain.assumptions(), i >= 1, i <= most.closed_form], []
    for value, when in form.args:
        left.append((value, when))
        if always(known, sp.Or(*(each for _, each in left))):
            break
    return sp.Piecewise(*left[:-1], (left[-1][0], True))


def _truths(number: int) -> Iterator[tuple[bool, ...]]:
    return iter([()]) if not number else ((first, *rest) for rest in _truths(number - 1) for first in (True, False))


def same_by_factorials(one: sp.Expr, two: sp.Expr, known: Sequence[sp.Basic] = ()) -> bool:
    """Whether two sums of products of binomial coefficients are the same, by their factorials."""
    pinned = {}
    for each in known:  # sizes that the conditions fix
        for equation in each.atoms(sp.Eq) if isinstance(each, sp.Eq) else ():
            symbol = max(equation.free_symbols, key=str)
            pinned[symbol] = sp.solve(equation, symbol)[0]
    one, two = (sp.S(each.xreplace(pinned)) for each in (one, two))
    if two == 0 or one == 0:
        return one == two
    return sp.S(sp.gammasimp((one / two).rewrite(sp.gamma))) == 1


@dataclass(frozen=True)
class ByDistances(Proof):
    """The sum of the distances of a node by how many are at each, up to the diameter."""

    at_distance: Lemma
    diameter: Lemma
    nodes: sp.Expr
    kind: ClassVar[str] = "distance by distance"
    about_whole: ClassVar[bool] = True

    @property
    def strength(self) -> str:  # type: ignore[override]
        return weakest((self.at_distance.strength, self.diameter.strength))

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        (total,) = after.atoms(sp.Sum)
        require(total.limits == (sp.Tuple(i, 1, self.diameter.closed_form),), "not up to the diameter")
        known = [*self.diameter.domain.assumptions(), i >= 1, i <= self.diameter.closed_form]
        counted, value = self.at_distance.closed_form, sp.piecewise_fold(total.function)
        cases = counted.args if isinstance(counted, sp.Piecewise) else ((counted, sp.true),)
        before_each: list[sp.Basic] = []
        for number, when in cases:
            here = [*known, *before_each, when]
            before_each.append(sp.Not(when))
            if counterexample(here, sp.false) is not None:
                possible = value.args if isinstance(value, sp.Piecewise) else ((value, sp.true),)
                found = next((each for each, also in possible if not always(here, sp.Not(also))), None)
                sure = next((each for each, also in possible if always(here, also)), None)
                require(found is not None and found == sure and equal(i * number, found), "not the numbers of nodes")
        Restated(()).check(before.xreplace({PairSum(at.distance): self.nodes * total}), after)
        self.at_distance.check()
        self.diameter.check()

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        ByLemma((self.diameter,)).check_domain(assumptions, parameters)

    def describe(self) -> list[str]:
        return [f"{self.at_distance.key} and {self.diameter.key}, re-checked here"]


@dataclass(frozen=True)
class ChosenFromBoth(Proof):
    """The sum of C(a, x - u) C(b, v - x) over all x is C(a + b, v - u): as many things are chosen from both of two sets.

    By Pascal's rule for a of both sides; that the summand is such a product, times a factor, by the factorials.
    """

    a: sp.Expr
    b: sp.Expr
    u: sp.Expr
    v: sp.Expr
    factor: sp.Expr
    assumptions: tuple[sp.Basic, ...]
    kind: ClassVar[str] = "Vandermonde's sum"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        (total,) = before.atoms(sp.Sum)
        ((x, low, high),) = total.limits
        require(
            same_by_factorials(
                total.function, self.factor * sp.binomial(self.a, x - self.u) * sp.binomial(self.b, self.v - x)
            ),
            "another summand",
        )
        outside = [total.function.xreplace({x: sp.Integer(number)}) for number in range(int(low), int(self.u))]
        require(int(low) <= int(self.u) and all(each == 0 for each in outside), "summands before the first one")
        ends = sp.And(sp.Eq(high, sp.Min(self.a + self.u, self.v)), self.v - self.b <= self.u, self.a >= 0, self.b >= 0)
        require(always(self.assumptions, ends), "not the sum over all x")
        a, b, c = sp.symbols("a b c", integer=True, positive=True)
        pascal = sp.binomial(a + b, c) + sp.binomial(a + b, c - 1)
        require(same_by_factorials(pascal, sp.binomial(a + 1 + b, c)), "Pascal's rule fails")
        closed = self.factor * sp.binomial(self.a + self.b, self.v - self.u)
        ratio = sp.simplify(before.xreplace({total: sp.S.One}) / after)
        require(same_by_factorials(closed * ratio, sp.S.One), "not the number of choices from both")

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        for assumed in self.assumptions:
            require(assumed in assumptions or shows(assumptions, assumed), f"{assumed} is assumed")

    def describe(self) -> list[str]:
        return [
            "Pascal's rule: a thing more is chosen or not; the summand is the product of two numbers of choices, by factorials"
        ]


@dataclass(frozen=True)
class BinomialTheorem(Proof):
    """The sum of C(L, x) (p x + q + s (-1)^x) over all x is p L 2^(L-1) + q 2^L, for L >= 1; the factor is decided for even and odd x."""

    parts: tuple[sp.Expr, sp.Expr, sp.Expr]
    assumptions: tuple[sp.Basic, ...]
    kind: ClassVar[str] = "binomial theorem"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        (total,) = before.atoms(sp.Sum)
        ((x, low, length),) = total.limits
        far = total.function / sp.binomial(length, x)
        (p, q, s), e = self.parts, sp.Symbol("e", integer=True, nonnegative=True)
        for remainder in (0, 1):
            there = {x: 2 * e + remainder}
            said = sp.Eq(far.xreplace(there), p * there[x] + q + s * (-1) ** remainder)
            require(low == 0 and always(self.assumptions, said), "another factor")
        require(always(self.assumptions, length >= 1), "an empty word")
        y = sp.Symbol("y", positive=True)
        row, derived = (1 + y) ** length, sp.diff((1 + y) ** length, y)
        closed = p * derived.xreplace({y: sp.S.One}) + q * row.xreplace({y: sp.S.One})
        require(equal(before.xreplace({total: closed}), after), "not the powers of two")

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        for assumed in self.assumptions:
            require(assumed in assumptions or shows(assumptions, assumed), f"{assumed} is assumed")

    def describe(self) -> list[str]:
        return ["the row of (1 + y)^L and its derivative at 1 and -1; z3: the factor for even and odd x"]


@dataclass(frozen=True)
class AllButFew(Proof):
    """The sum over all nodes of a distance that is ``usual`` at all differences but some, decided for all sizes."""

    about: ChosenPlaces
    usual: sp.Expr
    others: tuple[tuple[sp.Expr, sp.Expr], ...]
    kind: ClassVar[str] = "all but few differences"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        about = self.about
        (total,) = before.atoms(sp.Sum)
        require(before == about.form("mean_distance"), "not the sum of the distances")
        cases = sp.Piecewise(*((far, sp.Eq(X, each)) for each, far in self.others), (self.usual, True))
        about._require(about.inside(), sp.Eq(about.distance, cases), "another distance")
        places = [each for each, _ in self.others]
        unlike = [sp.Ne(each, other) for number, each in enumerate(places) for other in places[:number]]
        legal = [kind.xreplace({X: each}) >= 0 for each in places for kind in about.kinds]
        about._require(about.domain.assumptions(), sp.And(*unlike, *legal), "one difference twice, or none")
        fewer = (about.at(each) * (self.usual - far) for each, far in self.others)
        require(equal(before.xreplace({total: self.usual * about.nodes - sp.Add(*fewer)}), after), "not the sum")

    def describe(self) -> list[str]:
        return ["z3: which differences have which distance, at all sizes"]


@dataclass(frozen=True)
class AllAlike(Proof):
    """All hops make the same change, so that some renaming of places (and letters) leads from any hop to any other: all channels
    carry the same. So they do if a hop changes one letter or all of them, since a linear map exchanges these two.
    """

    about: ChosenPlaces
    mean: Lemma
    links: Lemma
    kind: ClassVar[str] = "all hops alike"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        if len(self.about.changes) > 1:
            require(
                self.about.ones is None and self.about.changes == (1, self.about.length), "hops make different changes"
            )
            _exchange_one_and_all()
        ends = self.about.nodes
        require(before == DeviceMax(PairSum(at.crossings)) / (ends - 1), "not the largest load")
        require(
            after == ends * quantity_of(self.mean) / (2 * quantity_of(self.links)), "not the mean over all channels"
        )

    def describe(self) -> list[str]:
        return ["all hops change as many places of each kind; every hop crosses one of as many channels"]


def _exchange_one_and_all() -> None:
    """Check that the map of words that adds the last letter to all others is its own inverse, keeps changes of one other letter,
    and turns a change of the last letter into one of all letters, for words of every length.
    """
    z3 = smt.z3()
    old = z3.Function("word", z3.IntSort(), z3.IntSort())
    n, p, j = z3.Ints("n p j")

    def mapped(word: Callable[[Any], Any], at: Any) -> Any:
        return z3.If(at < n, (word(at) + word(n)) % 2, word(n))

    def changed(word: Callable[[Any], Any], at: Any, there: Any) -> Any:
        return z3.If(there, 1 - word(at), word(at))

    bits = [z3.And(old(x) >= 0, old(x) <= 1) for x in (n, p)]
    claims = (
        mapped(lambda at: mapped(old, at), p) == old(p),
        z3.Implies(
            j < n, mapped(lambda at: changed(old, at, at == j), p) == changed(lambda at: mapped(old, at), p, p == j)
        ),
        mapped(lambda at: changed(old, at, at == n), p) == 1 - mapped(old, p),
    )
    for claim in claims:
        known = [n >= 2, p >= 1, p <= n, j >= 1, *bits]
        require(smt.solution([*known, z3.Not(claim)]) is None, "the map does not exchange the changes")


def places_lemmas(
    about: ChosenPlaces,
    quantities: str,
    diameter: tuple[sp.Expr, sp.Expr] | None = None,
    at_distance: tuple[sp.Expr, AtOneDifference] | None = None,
    mean: tuple[Any, ...] | None = None,
    link: str = "",
    **written: sp.Expr,
) -> dict[str, Builder]:
    """The lemmas of a network of words of two letters.

    quantities: Which lemmas, with blanks between.
    diameter: The closed form, and a difference with that distance.
    at_distance: The closed form, and the difference for each distance.
    mean: The closed form, and the proof of the sum over differences, or over distances if a third part is true; None if that is it.
    link: Class of the links, for the lemma on their visit ratio.
    written: How other quantities are written.
    """
    made = about.made
    found: dict[str, Builder] = {}

    def lemma(name: str) -> Lemma:
        kind = KINDS[name]
        write = DerivationBuilder(kind.expression(made))
        parameters = (
            *made.domain.parameters,
            *([Parameter("i", 0, "distance in hops")] if name == "nodes_at_distance" else []),
        )
        literal: Callable[[Size], Fraction] = lambda size: Fraction(kind.literal(made, size))  # noqa: E731
        forms = {
            "diameter": diameter and diameter[0],
            "nodes_at_distance": at_distance and at_distance[0],
            "mean_distance": mean and mean[0],
        }
        form = forms.get(name) or written.get(name) or about.form(name)
        assert isinstance(form, sp.Expr)
        by_distances = name == "mean_distance" and mean is not None and mean[2:] == (True,)
        if by_distances:
            counted, most = (found[made.key(each)]() for each in ("nodes_at_distance", "diameter"))
            total = sp.Sum(i * _in_range(counted, most), (i, 1, most.closed_form)) / (made.ends - 1)
            write.step(total, "the nodes at each distance are counted", ByDistances(counted, most, made.ends))
        else:
            write.step(about.form(name), _BECAUSE[name], ByPlaces(about, name, form))
        if name == "diameter":
            assert diameter is not None
            write.step(form, "the farthest difference", LargestDistance(about, diameter[1]))
        elif name == "nodes_at_distance":
            assert at_distance is not None
            write.step(form, "one difference is at each distance", at_distance[1])
        elif name == "mean_distance" and mean is not None and mean[1] is not None:
            write.step(form, mean[1].kind, mean[1])
        return as_lemma(made, name, parameters, write, literal)

    def load() -> Lemma:
        kind = KINDS[LOAD]
        by = tuple(found[made.key(each)]() for each in ("mean_distance", "links"))
        far, links = by
        write = DerivationBuilder(kind.expression(made))
        because = "every hop crosses one of the channels, which all carry the same"
        write.step(made.ends * quantity_of(far) / (2 * quantity_of(links)), because, AllAlike(about, far, links))
        write.step(write.now.xreplace({quantity_of(x): x.closed_form for x in by}), EARLIER, ByLemma(by))
        write.normal(sp.powsimp(made.ends * far.closed_form / (2 * links.closed_form)), COLLECTED)
        return as_lemma(made, LOAD, made.domain.parameters, write, lambda size: made.network(size).largest_load())

    for name in quantities.split():
        key = made.key(name)
        if name == "wiener_index":
            found |= wiener_by_mean(made, found[made.key("mean_distance")], written.get(name))
        else:
            found[key] = load if name == LOAD else partial(lemma, name)
    if link:
        found |= visits_by_mean(made, link, found[made.key("mean_distance")], about.form("links"))
    return found


_FAR = "the formula is the distance; nodes are counted by their difference"
_BECAUSE = {
    "nodes": "places of the ones are chosen",
    "links": "each node has as many links, and each link two nodes",
    "degree": "the places that a hop changes are chosen",
    "diameter": _FAR,
    "mean_distance": _FAR,
    "nodes_at_distance": _FAR,
}

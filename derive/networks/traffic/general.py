"""Results for a factor of n nodes, derived once for every n, and their use for the factors of a product."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.affine.implications import require_assumed, shows
from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.algebra.expressions.notation import Maximum, RangeMax
from netlemma.derive.algebra.expressions.proof import Proof, require, weakest
from netlemma.derive.core.derivation import Writer
from netlemma.derive.core.lemma import Derivation
from netlemma.derive.networks.traffic.largest import body_of, parts_of


@dataclass(frozen=True)
class General:
    """A derivation in the symbol of a size, under affine assumptions on it and on further symbols."""

    derivation: Derivation
    assumptions: tuple[sp.Basic, ...]

    def at(self, values: tuple[tuple[sp.Symbol, sp.Expr], ...]) -> tuple[sp.Expr, sp.Expr]:
        """Start and result for an expression in place of each symbol."""
        return _instance(self, values)


@cache
def _instance(general: General, values: tuple[tuple[sp.Symbol, sp.Expr], ...]) -> tuple[sp.Expr, sp.Expr]:
    table = dict(values)
    return general.derivation.start.xreplace(table), general.derivation.result.xreplace(table)


@cache
def _checked(general: General) -> None:
    """Re-run a derivation; one that holds is not run twice by the same process."""
    general.derivation.check()
    symbols = set().union(*(sp.S(x).free_symbols for x in general.assumptions))
    for step in general.derivation.steps:
        step.proof.check_domain(general.assumptions, symbols)


@dataclass(frozen=True)
class Instances(Proof):
    """Parts replaced by results that were derived for every size, each with expressions in place of its symbols."""

    items: tuple[tuple[General, tuple[tuple[sp.Symbol, sp.Expr], ...]], ...]
    ranges: tuple[sp.Basic, ...] = ()
    kind: ClassVar[str] = "earlier derivation"

    @property
    def strength(self) -> str:  # type: ignore[override]
        return weakest(general.derivation.strength for general, _ in self.items)

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        table = dict(general.at(values) for general, values in self.items)
        for (general, _), start in zip(self.items, table, strict=False):
            _checked(general)
            require(before.has(start), "{} does not occur", start)
        require(equal(before.xreplace(table), after), "the earlier derivations have another result")

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        for general, values in self.items:
            for assumed in general.assumptions:
                here = sp.S(assumed).xreplace(dict(values))
                require(shows([*assumptions, *self.ranges], here), f"{here} is assumed")
        require_assumed(self.ranges, assumptions, parameters, "{} is assumed")

    def describe(self) -> list[str]:
        lines = []
        for general, values in self.items:
            given = ", ".join(f"{symbol} = {value}" for symbol, value in values)
            lines.append(f"derived for every n', with {given}:")
            for step in general.derivation.steps:
                lines += [f"{step.because}:", *step.proof.describe()]
        return list(dict.fromkeys(lines))


@dataclass(frozen=True)
class InEachPart(Proof):
    """The same proof for each part of a maximum, inside its ranges."""

    inner: Proof

    @property
    def kind(self) -> str:  # type: ignore[override]
        return self.inner.kind

    @property
    def strength(self) -> str:  # type: ignore[override]
        return self.inner.strength

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        pairs = list(zip(parts_of(before), parts_of(after), strict=True))
        require(isinstance(before, Maximum) == isinstance(after, Maximum), "a maximum became another expression")
        for one, other in pairs:
            if isinstance(one, RangeMax):
                require(isinstance(other, RangeMax) and one.args[1:] == other.args[1:], "the ranges differ")
                one, other = one.args[0], other.args[0]
            self.inner.check(one, other)

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        self.inner.check_domain(assumptions, parameters)

    def describe(self) -> list[str]:
        return self.inner.describe()


@dataclass(frozen=True)
class TakenOut(Proof):
    """A positive factor that depends on no index is taken out of a maximum, and indices on which nothing depends are left out."""

    factor: sp.Expr
    inner: sp.Expr
    kind: ClassVar[str] = "normal form"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(_positive(self.factor), f"{self.factor} is not known to be positive")
        require(after == self.factor * self.inner, "another expression is left")
        for one, other in zip(parts_of(before), parts_of(self.inner), strict=True):
            (body, ranges), (left, kept) = body_of(one), body_of(other)
            require(set(kept) <= set(ranges), "another range")
            unused = {x for x, _, _ in ranges} - {x for x, _, _ in kept}
            require(not left.free_symbols & unused, "an index is left over")
            require(not self.factor.free_symbols & {x for x, _, _ in ranges}, "the factor depends on an index")
            sums = {x: sp.Dummy() for x in left.atoms(sp.Sum)}
            require(equal(body.xreplace(sums), (self.factor * left).xreplace(sums)), f"{self.factor} is no factor")

    def describe(self) -> list[str]:
        return ["no other index occurs, no range is empty, and the factor is positive"]


def _positive(factor: sp.Expr) -> bool:
    """Whether a product of powers of sizes, and of numbers of nodes less one, is positive."""
    bases = [x.as_base_exp()[0] for part in sp.fraction(factor) for x in sp.Mul.make_args(part)]
    above = [x + 1 for x in bases if not x.is_positive]
    return all(x.is_integer and x.is_positive and not x.is_Add for x in above)


@dataclass(frozen=True)
class EachDerived(Proof):
    """Each part of a maximum replaced by the result of a derivation."""

    derivations: tuple[Derivation, ...]
    kind: ClassVar[str] = "earlier derivation"

    @property
    def strength(self) -> str:  # type: ignore[override]
        return weakest(each.strength for each in self.derivations)

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before == Maximum(*(each.start for each in self.derivations)), "other parts")
        for each in self.derivations:
            each.check()
        require(after == sp.Max(*(each.result for each in self.derivations)), "another result")

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        for each in self.derivations:
            for step in each.steps:
                step.proof.check_domain(assumptions, parameters)

    def describe(self) -> list[str]:
        lines = [
            line for d in self.derivations for step in d.steps for line in (f"{step.because}:", *step.proof.describe())
        ]
        return list(dict.fromkeys(lines))


def largest_of_each(write: Writer, derivations: tuple[Derivation, ...]) -> None:
    """Write the largest of some results, or the steps of the only one.

    Parameters
    ----------
    write : Writer
        Derivation, whose last expression is the largest of the starts.
    derivations : tuple of Derivation
        Derivation of each part.
    """
    if len(derivations) > 1:
        write.step(
            sp.Max(*(each.result for each in derivations)),
            "the largest load in the dimensions of each factor",
            EachDerived(derivations),
        )
    for step in derivations[0].steps if len(derivations) == 1 else ():
        write.step(step.after, step.because, step.proof)

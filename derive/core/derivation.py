"""Construction of derivations: steps that many lemmas share, and proofs composed of other proofs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.affine_conditions import shows
from netlemma.derive.algebra.normal_form import conditions_of, resolve_cases, truth_of
from netlemma.derive.algebra.notation import Inert, Maximum, Quantity
from netlemma.derive.algebra.proof import NormalForm, Proof, require, weakest
from netlemma.derive.algebra.summation.sums import SumsClosed, close
from netlemma.derive.core.lemma import Derivation, Lemma, Step


@dataclass(frozen=True)
class Within(Proof):
    """A step inside an inert expression such as a coefficient or a maximum."""

    inner: Proof
    about_whole: ClassVar[bool] = True

    @property
    def kind(self) -> str:  # type: ignore[override]
        return self.inner.kind

    @property
    def strength(self) -> str:  # type: ignore[override]
        return self.inner.strength

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        same = isinstance(before, Inert) and type(before) is type(after) and before.args[1:] == after.args[1:]
        require(same, f"{before} and {after} differ outside their first part")
        self.inner.check(before.args[0], after.args[0])

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        self.inner.check_domain(assumptions, parameters)

    def describe(self) -> list[str]:
        return self.inner.describe()


@dataclass(frozen=True)
class ByCases(Proof):
    """A proof for each case of a distinction; the cases are exhaustive (the last is "otherwise")."""

    cases: tuple[tuple[sp.Basic, Proof], ...]
    about_whole: ClassVar[bool] = True

    @property
    def kind(self) -> str:  # type: ignore[override]
        return self.cases[0][1].kind

    @property
    def strength(self) -> str:  # type: ignore[override]
        return weakest(proof.strength for _, proof in self.cases)

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(bool(self.cases) and self.cases[-1][0] is sp.true, "the cases are not exhaustive")
        conditions = conditions_of(before, after)
        distinguished = conditions_of(sp.Piecewise(*((sp.Dummy(), c) for c, _ in self.cases)))
        require(set(distinguished) <= set(conditions), "the cases are not those of the step")
        for values in product((True, False), repeat=len(conditions)):
            truth = dict(zip(conditions, values, strict=True))
            proof = next(p for c, p in self.cases if c is sp.true or truth_of(c, truth))
            proof.check(resolve_cases(before, truth), resolve_cases(after, truth))

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        for _, proof in self.cases:
            proof.check_domain(assumptions, parameters)

    def describe(self) -> list[str]:
        return list(dict.fromkeys(line for _, proof in self.cases for line in proof.describe()))


@dataclass(frozen=True)
class Derived(Proof):
    """An expression inside the step replaced by the result of another derivation."""

    derivation: Derivation
    about_whole: ClassVar[bool] = True
    kind: ClassVar[str] = "earlier derivation"

    @property
    def strength(self) -> str:  # type: ignore[override]
        return self.derivation.strength

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        self.derivation.check()
        require(before.has(self.derivation.start), "the start of the earlier derivation does not occur")
        require(
            before.xreplace({self.derivation.start: self.derivation.result}) == after,
            "the earlier derivation has another result",
        )

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        for step in self.derivation.steps:
            step.proof.check_domain(assumptions, parameters)

    def describe(self) -> list[str]:
        return [f"{len(self.derivation.steps)} steps derived before, re-checked here"]


COLLECTED = "factors common to all terms are collected"


@dataclass(frozen=True)
class ByLemma(Proof):
    """Quantities replaced by the closed forms of their lemmas, each with its whole derivation re-checked."""

    lemmas: tuple[Lemma, ...]
    kind: ClassVar[str] = "earlier lemma"

    @property
    def strength(self) -> str:  # type: ignore[override]
        return weakest(lemma.strength for lemma in self.lemmas)

    def replaced(self, lemma: Lemma) -> tuple[Quantity, sp.Expr]:
        """The quantity of a lemma, and the expression that replaces it."""
        return quantity_of(lemma), lemma.closed_form

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        table = dict(map(self.replaced, self.lemmas))
        for lemma in self.lemmas:
            lemma.check()
            require(before.has(self.replaced(lemma)[0]), f"{lemma.key} does not occur")
        require(before.xreplace(table) == after, "the earlier derivation has another result")

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        for lemma in self.lemmas:
            for assumed in lemma.domain.assumptions():
                known = assumed in assumptions or shows(assumptions, assumed)
                require(known, f"{lemma.key} is derived for {lemma.domain.describe()} only")

    def describe(self) -> list[str]:
        return [f"{lemma.key}, re-checked here" for lemma in self.lemmas]


def quantity_of(lemma: Lemma) -> Quantity:
    """The quantity of a lemma, as an expression."""
    family, *rest = lemma.key.split(".")
    about = rest[1] if len(rest) > 1 else family
    name = f"{lemma.symbol.name.partition('_')[0]}_{''.join(filter(str.isalnum, about))}"
    return Quantity(sp.Symbol(lemma.key), sp.Symbol(name))


class DerivationBuilder:
    """Collects the steps of a derivation; ``now`` is the current expression."""

    def __init__(self, start: sp.Expr) -> None:
        self.start = self.now = start
        self._steps: list[Step] = []

    def step(self, after: sp.Expr, because: str, proof: Proof) -> None:
        """Add the step ``now = after``, unless both are the same."""
        if after != self.now:
            inside = isinstance(self.now, Inert) and isinstance(after, type(self.now))
            if inside and not isinstance(after, Maximum) and not proof.about_whole:
                proof = Within(proof)
            self._steps.append(Step(self.now, after, because, proof))
            self.now = after

    def normal(self, after: sp.Expr, because: str) -> None:
        """Add a step that is proved by the normal form."""
        self.step(after, because, NormalForm())

    def cases(self, after: sp.Expr, because: str, proofs: Sequence[tuple[sp.Basic, Proof]]) -> None:
        """Add a step with a proof for each case; the last condition is true."""
        self.step(after, because, proofs[0][1] if len(proofs) == 1 else ByCases(tuple(proofs)))

    def tidy(self, main: sp.Expr, share: sp.Expr) -> None:
        """Add the last step: ``share * main`` with common factors collected, each case in factored form."""
        self.normal(
            by_cases(lambda e: factored(share * e) if share != 1 else e, main) if not main.is_Add else share * main,
            COLLECTED,
        )

    def derivation(self, key: str = "") -> Derivation:
        """The derivation that consists of the collected steps; ``key`` names the lemma of these steps."""
        return Derivation(tuple(self._steps), key)


def factored(expr: sp.Expr) -> sp.Expr:
    """The expression in factored form, without roots beside powers of the same base."""
    result = sp.factor(expr)
    if any(power.exp.is_Rational and not power.exp.is_Integer for power in result.atoms(sp.Pow)):
        result = sp.powsimp(result)
    sign, rest = result.as_coeff_Mul()
    if sign < 0:
        first = next((f for f in sp.Mul.make_args(rest) if f.is_Add), None)
        if first is not None:
            result = sp.Mul(-sign, -first, *(f for f in sp.Mul.make_args(rest) if f is not first))
    return result


def by_cases(change: Callable[[sp.Expr], sp.Expr], expr: sp.Expr) -> sp.Expr:
    """Apply a function in every case of an expression.

    >>> w = sp.Symbol("w", integer=True)
    >>> by_cases(lambda e: e / w, w * sp.Piecewise((w, w > 3), (1, True)))
    Piecewise((w, w > 3), (1, True))
    """
    folded = sp.piecewise_fold(expr)
    if isinstance(folded, sp.Piecewise):
        return sp.Piecewise(*((change(value), condition) for value, condition in folded.args))
    return change(folded)


def close_sums(
    write: DerivationBuilder, assumptions: Sequence[sp.Basic] = (), smallest: int = 2
) -> dict[sp.Sum, sp.Expr]:
    """Close every sum in the current expression."""
    sums = sorted(write.now.atoms(sp.Sum), key=sp.default_sort_key)
    closed = []
    for total in sums:
        sizes = {s for limit in total.limits for s in limit[2].free_symbols} - set(total.variables)
        free = total.free_symbols  # SymPy rebuilds a sum to find its free symbols
        known = [c for c in assumptions if c.free_symbols <= free]
        closed.append(close(total, [*(s >= smallest for s in sizes), *known]))
    table = {c.sum: c.expression for c in closed}
    parity = any(e.has(sp.Mod) for e in table.values())
    write.step(
        write.now.xreplace(table),
        "the sums are closed, split where the summand changes" + (" and by parity" if parity else ""),
        SumsClosed(tuple(closed)),
    )
    return table

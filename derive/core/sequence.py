"""The closed form of a lemma as a sequence in one of its sizes, with generating function, recurrence and growth."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import sympy as sp

from netlemma.derive.algebra.c_finite import ClassGrowth, RationalSeries, growth, rational_series
from netlemma.derive.algebra.proof import ENUMERATED
from netlemma.derive.core.domain import Parameter
from netlemma.derive.core.lemma import Lemma
from netlemma.errors import NoIndex, NotCFinite


@dataclass(frozen=True)
class LemmaSequence:
    """The values of a lemma for all sizes of one parameter, the others fixed.

    lemma: Lemma, proved for all sizes.
    index: Size that is the index.
    fixed: The other sizes.
    form: Closed form in the symbol of the index.
    """

    lemma: Lemma
    index: Parameter
    fixed: Mapping[str, int]
    form: sp.Expr

    @cached_property
    def series(self) -> RationalSeries:
        """The generating function, checked."""
        return rational_series(self.form, self.index.symbol, self.index.minimum)

    @cached_property
    def growth(self) -> list[ClassGrowth]:
        """The growth in each residue class, checked."""
        return growth(self.series)


def lemma_sequence(lemma: Lemma, at: Mapping[str, int]) -> LemmaSequence:
    """A lemma as a sequence.

    >>> from netlemma.derive import lemma
    >>> lemma_sequence(lemma("toroid.diameter"), {"w": 4}).series.function
    2*x/(1 - x)**2
    """
    domain = lemma.domain
    require_put_in(lemma, at)
    free = [p for p in domain.parameters if p.name not in at]
    if not free:
        raise NoIndex(
            f"{lemma.key} is for {domain.words()}: a sequence needs one size that `at` leaves out, as its index"
        )
    if len(free) > 1:
        others = " ".join(f"{p.name}={p.minimum}" for p in free[:-1])
        names = " and ".join(p.name for p in free)
        raise NoIndex(
            f'{lemma.key} is for {domain.words()}: a sequence has one index, and {names} are free; give `at="{others}"`'
        )
    (index,) = free
    symbols = {p.symbol: sp.Integer(at[p.name]) for p in domain.parameters if p.name in at}
    if lemma.strength == ENUMERATED:
        raise NotCFinite(f"{lemma.key} is proved for no more than the sizes enumerated")
    if domain.legal is not None or any(relation.has(index.symbol) for relation in domain.relations):
        raise NotCFinite(f"{lemma.key} is not for all numbers from one on: {domain.describe()}")
    return LemmaSequence(lemma, index, dict(at), lemma.closed_form.xreplace(symbols))


def require_put_in(lemma: Lemma, at: Mapping[str, int]) -> None:
    """Check that sizes can be put into the closed form of a lemma."""
    domain = lemma.domain
    wrong = [name for name, value in at.items() if name not in domain.names or value < _minimum(lemma, name)]
    if wrong:
        raise NoIndex(f"`at` gives {wrong[0]}={at[wrong[0]]}, and {lemma.key} is for {domain.words()}")


def _minimum(lemma: Lemma, name: str) -> int:
    return next(p.minimum for p in lemma.domain.parameters if p.name == name)

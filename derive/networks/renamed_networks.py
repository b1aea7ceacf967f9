"""Quantities of a network that is another one with other names of the nodes, at some of its sizes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.affine_conditions import shows
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.core.derivation import COLLECTED, DerivationBuilder
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.networks.brute_force_networks import Construction
from netlemma.derive.networks.distance_lemmas import KINDS, Builder, as_lemma, compare_small


@dataclass(frozen=True)
class Renamed:
    """A family whose networks are those of another one.

    made: The family.
    sizes: The sizes of the other one, by name.
    certify: Check that some names of the nodes make the links the same, for all sizes.
    words: Which names, in words.
    """

    made: Construction
    sizes: tuple[tuple[str, sp.Expr], ...]
    certify: Callable[[], None]
    words: str

    def of(self, lemma: Lemma, form: sp.Basic) -> sp.Basic:
        """An expression of a lemma on the other family, at these sizes."""
        own = dict(self.sizes)
        return form.xreplace({p.symbol: own[p.name] for p in lemma.domain.parameters})

    def lemma(self, name: str, other: Builder, form: sp.Expr | None = None) -> Lemma:
        """The lemma on a quantity, by that of the other family."""
        kind, found = KINDS[name], other()
        write = DerivationBuilder(kind.expression(self.made))
        write.step(self.of(found, found.closed_form), self.words, SameNetwork(self, name, found))
        if form is not None and write.now != form:
            write.normal(form, COLLECTED)
        parameters = self.made.domain.parameters
        return as_lemma(
            self.made, name, parameters, write, lambda size: Fraction(kind.literal(self.made, size)), (found.key,)
        )


@dataclass(frozen=True)
class SameNetwork(Proof):
    """A quantity of a network by the lemma on another family, which has the same networks."""

    renamed: Renamed
    name: str
    lemma: Lemma
    kind: ClassVar[str] = "the same network"
    about_whole: ClassVar[bool] = True

    @property
    def strength(self) -> str:  # type: ignore[override]
        return self.lemma.strength

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        self.lemma.check()
        same = self.renamed.of(self.lemma, self.lemma.definition.expression)
        require(equal(before, same), f"{self.lemma.key} is another quantity")
        require(after == self.renamed.of(self.lemma, self.lemma.closed_form), f"not what {self.lemma.key} says")
        self.renamed.certify()
        compare_small(self.renamed.made, self.name, after)

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        for assumed in self.lemma.domain.assumptions():
            here = self.renamed.of(self.lemma, assumed)
            known = here == sp.true or here in assumptions or shows(assumptions, here)
            require(known, f"{self.lemma.key} is derived for {self.lemma.domain.describe()} only")

    def describe(self) -> list[str]:
        return [f"{self.lemma.key}, re-checked here; {' '.join((self.renamed.certify.__doc__ or '').split())}"]

"""Probability that given virtual channels are busy, for any numbers of adaptive and escape channels, as a derivation.

With a adaptive and b escape channels, V = a + b: all adaptive ones are busy if the free ones are among the b others;
all of these and the one escape channel of a message are busy if the free ones are among the b - 1 others.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.expressions.evaluate import evaluate
from netlemma.derive.algebra.expressions.notation import Inert
from netlemma.derive.algebra.expressions.proof import ARGUED, Proof, require
from netlemma.derive.core.derivation import Writer
from netlemma.derive.core.lemma import Derivation

V, e, j = (sp.Symbol(name, integer=True, nonnegative=True) for name in "Vej")
MOST = 7  # largest number of virtual channels whose sets are listed


class OthersBusy(Inert):
    """Probability that all but e given virtual channels are busy.

    In ``OthersBusy(V, e, j)``, j of V virtual channels are free, every set of them equally likely.
    """


@dataclass(frozen=True)
class FreeAmongTheGiven(Proof):
    """All others are busy if the j free channels are among the e given ones: binomial(e, j) of binomial(V, j) sets.

    Compared with all sets, listed one by one.
    """

    kind: ClassVar[str] = "counting of sets"
    strength: ClassVar[str] = ARGUED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before == OthersBusy(V, e, j), "the left-hand side is not the probability that the others are busy")
        for most in range(1, MOST + 1):
            for given in range(most + 1):
                for free in range(most + 1):
                    sets = list(combinations(range(most), free))
                    true = sp.Rational(sum(max(s, default=-1) < given for s in sets), len(sets))
                    found = evaluate(after, {V: most, e: given, j: free})
                    require(found == true, f"{true}, and not {found}, for {free} of {most} free and {given} given")

    def describe(self) -> list[str]:
        return [f"the written argument; all sets of up to {MOST} channels"]


@cache
def others_busy() -> Derivation:
    """The probability that all but e given channels are busy, if j of V are free.

    Examples
    --------
    >>> others_busy().result
    binomial(e, j)/binomial(V, j)
    """
    write = Writer(OthersBusy(V, e, j))
    found = sp.binomial(e, j) / sp.binomial(V, j)
    write.step(found, "the free ones are any j, and all of them must be among the e", FreeAmongTheGiven())
    return write.derivation()


def factors(given: int) -> tuple[sp.Expr, ...]:
    """The factors of P_V, P_V-1, ... in the probability that all channels but ``given`` ones are busy; the derivation is
    re-run.

    With two escape channels: all adaptive ones are busy.

    Examples
    --------
    >>> factors(2)
    (1, 2/V, 2/(V*(V - 1)))
    """
    derivation = others_busy()
    derivation.check()
    return tuple(sp.factor(derivation.result.subs({e: given, j: free}).expand(func=True)) for free in range(given + 1))

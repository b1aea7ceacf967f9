"""Judges of the hot links of the butterfly, from the lemmas on their loads."""

import sympy

from netlemma.checks.claims.judgement import Judgement, agrees, fails, holds
from netlemma.checks.claims.statements.johnson1991.counts import load
from netlemma.checks.claims.statements.johnson1991.networks import BUTTERFLY, by_lemmas, closed_form, sizes_of
from netlemma.checks.formula.condition import parse_condition
from netlemma.checks.formula.equality.signs import smallest
from netlemma.derive.algebra.expressions.notation import parameter
from netlemma.derive.core.claim import Reading

f, r = parameter("f", 2), parameter("r", 1)


def hot_links(reading: Reading) -> Judgement:
    """Which of two classes carries more echoes and more packets, from the differences of the lemmas and counted."""
    sizes = sizes_of(BUTTERFLY, 24)
    for what in ("send", "echo"):
        relation = parse_condition(reading.says[what])
        for size in sizes:
            values = {name: load(BUTTERFLY, name, size)[what == "echo"] for name in ("short", "long")}
            if not relation.holds(values):
                shown = ", ".join(f"{name} {number}" for name, number in values.items())
                return fails(size, f"{what} packets {reading.says[what]}", shown)
        sides = {name: closed_form(f"butterfly.{what}.{name}") for name in ("short", "long")}
        found = relation.to_sympy(sides)
        if not always_positive(found.gts - found.lts):
            return agrees(f"true at the {len(sizes)} sizes compared; the sign of the difference was not shown", sizes)
    keys = [f"butterfly.{what}.{name}" for what in ("send", "echo") for name in ("short", "long")]
    return holds(
        f"{by_lemmas(*keys)}: the factors of the differences have no negative terms in f - 2 and r - 1",
        sizes,
    )


def always_positive(difference: sympy.Expr) -> bool:
    """Whether all factors are seen to be positive at all f >= 2 and r >= 1.

    >>> always_positive(r**2 * f ** (r - 2) * (f * r - r + 1)), always_positive(f - r)
    (True, False)
    """
    shift = {f: sympy.Symbol("a", nonnegative=True) + 2, r: sympy.Symbol("b", nonnegative=True) + 1}
    for factor in sympy.Mul.make_args(sympy.factor(sympy.expand(difference))):
        if not (factor.is_Pow and factor.base in (f, r)):
            least = smallest(sympy.expand(factor.xreplace(shift)))
            if least is None or least <= 0:
                return False
    return True

"""Reindexing of sums over a cycle: the symmetry of vertex-transitive factors.

On Z_n a unimodular integer change of the digits only permutes the terms of a sum over all of them. So a summand that
depends on ``a`` and ``b`` through ``(b - a) mod n`` may be summed over the offset ``k`` alone, n times.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.algebra.expressions.proof import Proof, require


@dataclass(frozen=True)
class Reindexing:
    """``old`` summed over its two digits equals ``new`` summed over its own.

    ``changes`` gives each new index as an affine function of the old digits, modulo n. A digit that no longer occurs
    contributes a factor n.
    """

    old: sp.Sum
    new: sp.Expr
    body: sp.Expr
    changes: tuple[tuple[sp.Symbol, sp.Expr], ...]
    size: sp.Expr

    def check(self) -> None:
        """Check that the change permutes the indices and that the summands agree.

        Raises
        ------
        ProofError
            If not.
        """
        digits = [limit[0] for limit in self.old.limits]
        for _, lower, upper in self.old.limits:
            require(lower == 0 and equal(upper, self.size - 1), "the sum is not over the whole cycle")
        turns = {m: sp.Dummy() for m in self.old.function.atoms(sp.Mod) if m.args[1] == self.size}
        require(
            not self.old.function.xreplace(turns).has(*digits),
            "the summand depends on more than digits modulo the size",
        )
        matrix = sp.Matrix([[change.coeff(d) for d in digits] for _, change in self.changes])
        affine = all(c.is_Integer for c in matrix) and not any(
            sp.expand(change - sum(d * change.coeff(d) for d in digits)).has(*digits) for _, change in self.changes
        )
        require(affine and matrix.is_square and abs(matrix.det()) == 1, "the change of indices is not a permutation")
        unknown = {d: sp.Symbol(f"_{d}") for d in digits}
        equations = [sp.Eq(change.xreplace(unknown), index) for index, change in self.changes]
        solved = sp.solve(equations, list(unknown.values()), dict=True)[0]
        summand = self.old.function.xreplace({d: solved[s] for d, s in unknown.items()})
        indices = [index for index, _ in self.changes]
        self._compare(reduce_modulo(summand, self.size, indices), self.body, indices)
        spare = [i for i in indices if not self.body.has(i)]
        limits = [(i, 0, self.size - 1) for i in indices if i not in spare]
        require(self.new == self.size ** len(spare) * sp.Sum(self.body, *limits), "not the reindexed sum")

    def _compare(self, left: sp.Expr, right: sp.Expr, indices: list[sp.Symbol]) -> None:
        """Check that the summands agree, with the index k of each (-k) mod n taken as zero or not."""
        negated = {m: k for m in left.atoms(sp.Mod) if (k := negated_index(m, self.size)) in indices}
        cases = list(dict.fromkeys(negated.values())) if self.size != 2 else indices
        for zero in product((True, False), repeat=len(cases)):
            values = {
                k: sp.Integer(0) if z else sp.Integer(1)
                for k, z in zip(cases, zero, strict=True)
                if z or self.size == 2
            }
            rest = {m: self.size - k for m, k in negated.items() if k not in values}
            one, other = (_at(e.xreplace(rest), values) for e in (left, right))
            require(one == other or equal(one, other), "the summands differ: {} and {}", one, other)


def _at(expr: sp.Expr, values: Mapping[sp.Symbol, sp.Expr]) -> sp.Expr:
    return expr.subs(values) if values else expr


def negated_index(modulo: sp.Mod, n: sp.Expr) -> sp.Expr | None:
    """The index k if the expression is (-k) mod n, which SymPy writes as ((n - 1)*k) mod n for a number n.

    Parameters
    ----------
    modulo : Mod
        Remainder.
    n : Expr
        Modulus.

    Returns
    -------
    Expr or None
        Index, or None for other expressions.
    """
    inside, modulus = modulo.args
    coefficient, index = inside.as_coeff_Mul()
    if modulus == n and (coefficient == -1 or (n.is_Integer and (coefficient + 1) % n == 0)):
        return index
    return None


def reduce_modulo(expr: sp.Expr, n: sp.Expr, indices: list[sp.Symbol]) -> sp.Expr:
    """Simplify ``x mod n`` for x zero or an index in 0..n-1.

    Parameters
    ----------
    expr : Expr
        Expression with remainders.
    n : Expr
        Modulus.
    indices : list of Symbol
        Symbols in 0..n-1.

    Returns
    -------
    Expr
        Simplified expression.
    """

    def decide(inside: sp.Expr, modulus: sp.Expr) -> sp.Expr:
        inside = sp.expand(inside)
        if inside == 0:
            return sp.Integer(0)
        if modulus == n and inside in indices:
            return inside
        return sp.Mod(inside, modulus)

    return expr.replace(sp.Mod, decide)


@dataclass(frozen=True)
class CyclicShift(Proof):
    """Sums over the digits of vertex-transitive factors, replaced by sums over offsets."""

    reindexings: tuple[Reindexing, ...]
    kind: ClassVar[str] = "reindexing"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        table: Mapping[sp.Expr, sp.Expr] = {r.old: r.new for r in self.reindexings}
        for reindexing in self.reindexings:
            require(before.has(reindexing.old), "{} does not occur", reindexing.old)
            reindexing.check()
        require(equal(before.xreplace(dict(table)), after), "the reindexed sums do not give {}", after)

    def describe(self) -> list[str]:
        lines = []
        for r in self.reindexings:
            changes = ", ".join(f"{index} = ({change}) mod {r.size}" for index, change in r.changes)
            lines.append(f"{changes} permutes the terms (unimodular), and the summand depends on it alone")
        return lines

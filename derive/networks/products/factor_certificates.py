"""Certificates of the declared properties of factors, for every number of nodes; the symmetry of vertex-transitive
ones reindexes sums over a cycle.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

import sympy as sp
from sympy import Abs, Integer, Min

from netlemma.derive.algebra.affine_conditions import AffineExpression, impossible, shows
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import a, b, k, pair_sum
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.networks.products.factors import RING, AffineCase, FactorKind, free_digit

# Reindexing of sums over a cycle: the symmetry of vertex-transitive factors.
#
# On Z_n a unimodular integer change of the digits only permutes the terms of a sum over all of them. So a summand that
# depends on ``a`` and ``b`` through ``(b - a) mod n`` may be summed over the offset ``k`` alone, n times.


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
    """The index k if the expression is (-k) mod n, which SymPy writes as ((n - 1)*k) mod n for a number n."""
    inside, modulus = modulo.args
    coefficient, index = inside.as_coeff_Mul()
    if modulus == n and (coefficient == -1 or (n.is_Integer and (coefficient + 1) % n == 0)):
        return index
    return None


def reduce_modulo(expr: sp.Expr, n: sp.Expr, indices: list[sp.Symbol]) -> sp.Expr:
    """Simplify ``x mod n`` for x zero or an index in 0..n-1."""

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


# Certificates of the declared properties of factors, for every number of nodes.
#
# A potential argument certifies the distance from digit ``a`` to digit ``b``: it is zero exactly at the destination, no
# hop lowers it by more than one (so no path is shorter), and from everywhere else some hop lowers it by one (so a path of
# that length exists). All three are affine implications, decided by Fourier-Motzkin elimination
# (derive.algebra.affine_conditions).


_n, _h = sp.symbols("n h", integer=True)


def _moved(conditions: Sequence[AffineExpression], state: sp.Symbol, value: sp.Expr) -> list[AffineExpression]:
    return [c.xreplace({state: value}) for c in conditions]


def certify_distance(kind: FactorKind) -> None:
    """Check the three conditions of the potential argument for every n >= 2.

    >>> certify_distance(RING)
    """
    n, domain, pieces, (state,) = _n, kind.domain(_n), kind.pieces(_n), kind.state
    certify_pieces(kind)
    for piece in pieces:
        here = [*domain, *piece.conditions]
        for bound in (kind.home <= 0, kind.home >= 0):
            require(shows([*here, piece.value <= 0], bound), f"{kind.name}: distance zero away from the destination")
        require(shows([*here, kind.home <= 0, kind.home >= 0], piece.value <= 0), f"{kind.name}: not zero at the goal")
        require(shows(here, piece.value >= 0), f"{kind.name}: negative distance")
        for move in (region for regions in kind.moves(n) for region in regions):
            for target in pieces:
                there = [*here, *move.conditions, *_moved(target.conditions, state, move.value)]
                lowered = target.value.xreplace({state: move.value}) >= piece.value - 1
                require(shows(there, lowered), f"{kind.name}: a hop lowers the distance by more than one")
        for sign in (1, -1):
            passed: list[AffineExpression] = [sign * kind.home >= 1]
            for descent in kind.descents(n):
                for target in pieces:
                    there = [*here, *passed, *descent.conditions, *_moved(target.conditions, state, descent.value)]
                    nearer = target.value.xreplace({state: descent.value}) <= piece.value - 1
                    require(shows(there, nearer), f"{kind.name}: the chosen hop does not lower the distance")
                require(
                    _is_move(kind, n, [*here, *passed, *descent.conditions], descent.value), f"{kind.name}: no such hop"
                )
                passed += [sp.Not(c) for c in descent.conditions]


def _is_move(kind: FactorKind, n: sp.Expr, here: list[AffineExpression], value: sp.Expr) -> bool:
    """Whether the jump to ``value`` is one of the hops wherever ``here`` holds (under ``here`` one region must apply)."""
    if impossible(here):
        return True
    for region in (r for regions in kind.moves(n) for r in regions):
        conditions = _moved(region.conditions, free_digit, value)
        target = region.value.xreplace({free_digit: value})
        if all(shows(here, c) for c in conditions) and shows(here, target <= value) and shows(here, target >= value):
            return True
    return False


def certify_pieces(kind: FactorKind) -> None:
    """Check that the affine pieces equal the factor's distance formula (Min, Abs), as offset and between digits."""
    expression = kind.offset(_n) if kind.offset else kind.distance(_n)
    for piece in kind.pieces(_n):
        here = [*kind.domain(_n), *piece.conditions]
        terms = (expression.args[0], -expression.args[0]) if isinstance(expression, Abs) else (expression,)
        terms = expression.args if isinstance(expression, Min) else terms
        smallest = not isinstance(expression, Abs)
        met = False
        for term in terms:
            bound = term >= piece.value if smallest else term <= piece.value
            require(shows(here, bound), f"{kind.name}: a piece is not the distance")
            met = met or (shows(here, term <= piece.value) and shows(here, term >= piece.value))
        require(met, f"{kind.name}: a piece is not a value of the distance")
    if kind.offset is not None:
        size = sp.Symbol("n", integer=True, positive=True)
        old, offset = pair_sum(kind.distance(size), size), kind.offset(size)
        Reindexing(old, size * sp.Sum(offset, (k, 0, size - 1)), offset, ((a, a), (k, b - a)), size).check()


def certify_largest(kind: FactorKind) -> None:
    """Check that ``largest`` bounds the distance and is attained, for every n >= 2 (both parities)."""
    for parity in (0, 1):
        size = 2 * _h + parity
        smallest = [size >= 2]
        largest, farthest = (f(_n).subs(_n, size) for f in (kind.largest, kind.farthest))
        ends = {k: farthest} if kind.alike else {a: farthest, b: Integer(0)}
        attained = False
        for piece in kind.pieces(_n):
            here = [sp.S(c).subs(_n, size) for c in (*kind.domain(_n), *piece.conditions)]
            value = piece.value.subs(_n, size)
            require(shows(here, value <= largest), f"{kind.name}: a distance exceeds {kind.largest(_n)}")
            there = [*(sp.S(c).subs(ends) for c in here), value.subs(ends) >= largest]
            attained = attained or all(shows(smallest, c) for c in there)
        require(attained, f"{kind.name}: the largest distance is not attained")


def certify_ties(kind: FactorKind) -> None:
    """Check the number of shortest paths between two nodes at the largest distance, for every n >= 2.

    On each region (less than half way round, half way, beyond) every hop either always or never reduces the distance;
    where one hop reduces it the path is unique, and half way round a ring both do.
    """
    symbol = _n
    if kind is RING:
        regions = [
            ((k >= 1, 2 * k <= symbol - 1), 1),
            ((2 * k <= symbol, 2 * k >= symbol), 2),
            ((2 * k >= symbol + 1,), 1),
        ]
    elif kind.alike:
        regions = [((k >= 1,), 1)]
    else:
        regions = [((a <= b - 1,), 1), ((a >= b + 1,), 1)]
    for conditions, expected in regions:
        here = [*kind.domain(symbol), *conditions]
        found = sum(_comes_nearer(kind, symbol, here, move) for move in kind.moves(symbol))
        require(found == expected, f"{kind.name}: {found} hops lower the distance, not {expected}")
    for parity in (0, 1):
        size = 2 * _h + parity
        ends = {_n: size} | ({k: kind.farthest(size)} if kind.alike else {a: kind.farthest(size), b: Integer(0)})
        here = [found for met, found in regions if all(shows([_h >= 1], sp.S(c).xreplace(ends)) for c in met)]
        require(here == [kind.ties(size)], f"{kind.name}: the number of shortest paths between farthest nodes differs")


def _comes_nearer(kind: FactorKind, n: sp.Expr, here: list[AffineExpression], move: Sequence[AffineCase]) -> int:
    """1 if the move always lowers the distance by one, 0 if it never does; a free target counts as its one descent."""
    (state,) = kind.state
    verdicts = set()
    for region in move:
        target_value = Integer(0) if region.value == free_digit else region.value
        for piece in kind.pieces(n):
            for target in kind.pieces(n):
                there = [*here, *_moved(region.conditions, free_digit, target_value), *piece.conditions]
                there += _moved(target.conditions, state, target_value)
                if impossible(there):
                    continue
                value = target.value.xreplace({state: target_value})
                if shows(there, value <= piece.value - 1):
                    verdicts.add(1)
                else:
                    require(shows(there, value >= piece.value), f"{kind.name}: a hop is undecided")
                    verdicts.add(0)
    require(len(verdicts) <= 1, f"{kind.name}: a hop lowers the distance only sometimes")
    return verdicts.pop() if verdicts else 0

"""The worst case of dimension order on powers of a factor, by potentials and a matching for every size.

The share of the messages from s to t on a channel of dimension j is that of the digits s_j and t_j along its factor, if the digits
of t before j and those of s behind j are those of the channel's copy, otherwise 0. So A = n^j sources have each digit at j, and
B = n^(m-1-j) destinations. Potentials u of source digits and v of destination digits, u + v at least the share, show that no
admissible traffic loads the channel by more than A*sum(u) + B*sum(v); a matching of digits reaches this. If A < B, any map of the
digits is one, since all A*n sources find room at B destinations; if A = B, it is one to one. The largest of these values is that
of the middle dimension, or of the two beside the middle.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.affine.implications import covers, impossible, shows
from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.algebra.expressions.notation import AdmissibleMax, DeviceMax, PairSum, a, b, crossings, rate
from netlemma.derive.algebra.expressions.proof import Proof, require
from netlemma.derive.algebra.summation.sums import close
from netlemma.derive.networks.products.factors import KINDS
from netlemma.derive.networks.products.path_counting import Group
from netlemma.derive.networks.traffic.factor_loads import indicator, n
from netlemma.derive.networks.traffic.factor_worst import (
    FEWER,
    MORE,
    ONE,
    SAME,
    ZERO,
    Reached,
    factor_worst,
    largest_values,
)
from netlemma.derive.networks.traffic.largest import not_negative, pieces
from netlemma.derive.networks.traffic.patterns import directions

WORST = DeviceMax(AdmissibleMax(PairSum(rate * crossings)))
_h = sp.Symbol("h'", integer=True, nonnegative=True)
_other = sp.Symbol("a_2'", integer=True)
# sizes n with floor(n/2), every n from 2 on
CLASSES = ((sp.Integer(2), ONE), (2 * _h + 4, _h + 2), (2 * _h + 3, _h + 1))


def _equal_to(value: sp.Expr, other: sp.Expr, region: Sequence[sp.Basic]) -> bool:
    return all(not_negative(sign * x, r) for r, x in pieces(value - other, region) for sign in (1, -1))


def _total(body: sp.Expr, index: sp.Symbol, size: sp.Expr, known: Sequence[sp.Basic]) -> sp.Expr:
    """A sum over the digits of a factor, closed, with its proof checked."""
    if not body.has(sp.Piecewise):
        return body * size
    closed = close(sp.Sum(body, (index, 0, size - 1)), known)
    closed.check()
    return closed.expression


@cache
def check_factor(name: str, ties: str) -> None:
    """Check potentials and matchings of a factor for every size.

    Parameters
    ----------
    name : str
        Kind of the factor.
    ties : str
        Way half around a ring.

    Raises
    ------
    ProofError
        If a potential is too small, or a matching has another weight.
    """
    for size, half in CLASSES:
        unequal, same = (
            next(x for _, x in pieces(v.xreplace({n: size}), [_h >= 0])) for v in largest_values(name, ties)
        )
        found = factor_worst(name, ties, size, half)
        digits = [_h >= 0, *(bound for x in (a, b) for bound in (x >= 0, x <= size - 1))]
        for number, direction in enumerate(directions(KINDS[name], size, ties)):
            share = sp.Add(*(part * indicator(ways) for part, ways in direction.crossings)).xreplace(dict(found.at))
            free = [bound for x, low, high in direction.places if x not in found.at for bound in (x >= low, x <= high)]
            for case in (FEWER, MORE, SAME):
                most, bounds = same if case == SAME else unequal, found.bounds(number, case)
                require(covers([_h >= 0, *free], [where for where, _, _ in bounds]), "places are left out")
                for where, u, v in bounds:
                    if number and name == "clique":
                        continue  # the channel from 0 to n - 1 is one of the first direction
                    region = [*digits, *free, *where]
                    for here, value in (x for e in (u, v, u + v - share) for x in pieces(e, region)):
                        require(not_negative(value, here), f"{name}: a share above its potentials, or a negative one")
                    known = [_h >= 0, *free, *where]
                    if impossible(known):
                        continue
                    total = _total(u, a, size, known) + _total(v, b, size, known)
                    for here, value in pieces(most - total, known):
                        require(not_negative(value, here), f"{name}: potentials with a larger sum")
        for case, met in found.reached.items():
            _check_matching(name, ties, size, case, met, same if case == SAME else unequal)
        require(
            not_negative(sp.expand(size * same - unequal), [_h >= 0]) or _grows(size * same - unequal),
            "not in the middle",
        )


def _grows(polynomial: sp.Expr) -> bool:
    """Whether a polynomial in h has no negative coefficient."""
    return all(c >= 0 for c in sp.Poly(sp.expand(polynomial), _h).coeffs())


def _check_matching(name: str, ties: str, size: sp.Expr, case: str, met: Reached, most: sp.Expr) -> None:
    direction = directions(KINDS[name], size, ties)[met.direction]
    at = dict(met.at)
    inside = [_h >= 0, a >= 0, a <= size - 1, met.matched]
    for x, low, high in direction.places:
        require(shows([_h >= 0], at[x] >= low) and shows([_h >= 0], at[x] <= high), "no such channel")
    targets = list(pieces(met.to, inside))
    for here, to in targets:
        require(shows(here, to >= 0) and shows(here, to <= size - 1), "no such digit")
        for there, other in targets if case == SAME else ():
            moved = [sp.S(c).xreplace({a: _other}) for c in there]
            twice = sp.Eq(to, sp.S(other).xreplace({a: _other}))
            require(impossible([*here, *moved, a <= _other - 1, twice]), "two digits have the same destination")
    weight = ZERO
    for here, to in targets:
        conditions = [c for c in here if c not in inside[:3] and c is not sp.true]
        for part, ways in direction.crossings:
            cases = [tuple(sp.S(c).xreplace(at).xreplace({b: to}) for c in way) for way in ways]
            weight += part * _total(indicator([(*conditions, *each) for each in cases]), a, size, [_h >= 0])
    require(_equal_to(weight, most, [_h >= 0]), f"{name}: the matching has another weight")


def worst_value(group: Group, ties: str) -> sp.Expr:
    """The worst case on a power of a factor: A times the largest value in the middle dimension.

    Parameters
    ----------
    group : Group
        The dimensions of the product, all of one factor.
    ties : str
        Way half around a ring.

    Returns
    -------
    Expr
        Closed form.
    """
    unequal, same = (x.xreplace({n: group.size}) for x in largest_values(group.kind.name, ties))
    beside, middle = group.size ** (group.count / 2 - 1) * unequal, group.size ** ((group.count - 1) / 2) * same
    found = sp.Piecewise((beside, sp.Eq(sp.Mod(group.count, 2), 0)), (middle, True))
    return sp.piecewise_fold(found)


@dataclass(frozen=True)
class ByDuality(Proof):
    """The worst case, bounded by potentials for each channel and reached by a matching (see the module).

    References
    ----------
    B. Towles and W. J. Dally, Worst-case traffic for oblivious routing functions, 2002.
    """

    group: Group
    ties: str
    kind: ClassVar[str] = "duality"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before == WORST, "not a worst case")
        check_factor(self.group.kind.name, self.ties)
        require(equal(after, worst_value(self.group, self.ties)), f"the worst case is not {after}")

    def describe(self) -> list[str]:
        even, odd = (list(self._lines(half)) for half in (n / 2, (n - 1) / 2))
        return [
            f"a factor has {n} = {self.group.size} nodes",
            "a message crosses a channel of dimension j if its run there does, and its other digits are those of the channel",
            "potentials u + v of each channel are at least the share of each pair; their sums and the matchings' weights are closed",
            *(
                even
                if even == odd
                else [f"{n} {parity}: {x}" for parity, lines in (("even", even), ("odd", odd)) for x in lines]
            ),
        ]

    def _lines(self, half: sp.Expr) -> Iterator[str]:
        found = factor_worst(self.group.kind.name, self.ties, n, half)
        for case in (FEWER, MORE, SAME):
            for where, u, v in found.bounds(0, case):
                at = f" for {', '.join(map(str, where))}" if where else ""
                yield f"{case}{at}: u = {_shown(u)}, v = {_shown(v)}"
            if case in found.reached:
                met = found.reached[case]
                place_of = ", ".join(f"{x} = {value}" for x, value in met.at.items())
                only = "" if met.matched is sp.true else f" where {met.matched}"
                yield f"{case}: reached at {place_of or 'the bus'}, by messages from digit {a} to {met.to}{only}"


def _shown(potential: sp.Expr) -> str:
    """A potential in words: shares, each with its condition."""
    words = []
    for term in sp.Add.make_args(potential):
        share, rest = term.as_coeff_Mul()
        words.append(f"{share} where {rest.args[0][1]}" if isinstance(rest, sp.Piecewise) else str(term))
    return " + ".join(words)

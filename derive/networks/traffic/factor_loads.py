"""Loads of the channels of one factor: patterns as maps of digits, the largest load for every size, and results
derived once for all sizes and used in all products.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.affine_conditions import require_assumed, shows
from netlemma.derive.algebra.largest_values import body_of, largest, parts_of
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import Maximum, RangeMax, a, b, pair_sum, parameter
from netlemma.derive.algebra.proof import Proof, require, weakest
from netlemma.derive.algebra.summation.sums import SumsClosed, close
from netlemma.derive.core.derivation import DerivationBuilder
from netlemma.derive.core.lemma import Derivation
from netlemma.derive.networks.products.factors import KINDS, FactorKind
from netlemma.derive.networks.products.path_counting import Group

# Traffic patterns as maps of digits, and the directed channels that a run along one factor crosses.
#
# A pattern that acts digit by digit sends the digit a of a dimension to b; a dimension-ordered route is a run from a to b along
# each factor in turn. Both are affine conditions on a, b and the place of a channel, for every size of the factor.


Conditions = tuple[sp.Basic, ...]

SPLIT, PLUS, MINUS = "split", "plus", "minus"
TIES = (SPLIT, PLUS, MINUS)
place = sp.Symbol("e'", integer=True, nonnegative=True)
tail, head = sp.symbols("f' g'", integer=True, nonnegative=True)


@dataclass(frozen=True)
class Pattern:
    """A traffic pattern that acts on each digit alone.

    Parameters
    ----------
    name : str
        Name on the command line.
    words : callable
        What the digits of the destination of a node are, from the kind of a factor and its size.
    image : callable
        Disjoint conditions, for a kind of factor and its size, under which the digit b is the destination of the digit a.
    digit : callable
        Destination of one digit, from the kind of the factor, its size and the digit; not used by any proof.
    """

    name: str
    words: Callable[[str, sp.Expr], str]
    image: Callable[[FactorKind, sp.Expr], Conditions]
    digit: Callable[[str, int, int], int]

    def defined(self, groups: tuple[Group, ...]) -> bool:
        """Whether the pattern moves some message of a product."""
        return self.name != "tornado" or any(g.size != 2 for g in groups)


def _shifted(by: Callable[[sp.Expr], sp.Expr]) -> Callable[[FactorKind, sp.Expr], Conditions]:
    return lambda kind, n: (sp.Eq(b, a + by(n)), sp.Eq(b, a + by(n) - n))


def _mirrored(kind: FactorKind, n: sp.Expr) -> Conditions:
    return (sp.Eq(b, n - 1 - a),)


def _antipodal(kind: FactorKind, n: sp.Expr) -> Conditions:
    if kind.name == "line":
        return _mirrored(kind, n)
    return _shifted(lambda n: n - 1 if kind.name == "oneway-ring" else sp.floor(n / 2))(kind, n)


def _antipode(kind: str, n: int, x: int) -> int:
    if kind == "line":
        return n - 1 - x
    return (x - 1 if kind == "oneway-ring" else x + n // 2) % n


def _last(n: sp.Expr) -> str:
    return str(n - 1).replace(" ", "")


def _farthest(kind: str, n: sp.Expr) -> str:
    if kind == "line":
        return f"{_last(n)}-d for its digits d"
    if kind == "oneway-ring":
        return f"smaller by 1, modulo {n}"
    return f"larger by {'1' if n == 2 else f'floor({n}/2)'}, modulo {n}"


PATTERNS = (
    Pattern(
        "bit-complement",
        lambda kind, n: f"{_last(n)}-d for its digits d",
        _mirrored,
        lambda kind, n, x: n - 1 - x,
    ),
    Pattern(
        "tornado",
        lambda kind, n: f"larger by ceil({n}/2)-1, modulo {n}",
        _shifted(lambda n: sp.ceiling(n / 2) - 1),
        lambda kind, n, x: (x + (n + 1) // 2 - 1) % n,
    ),
    Pattern(
        "neighbor",
        lambda kind, n: f"larger by 1, modulo {n}",
        _shifted(lambda n: sp.Integer(1)),
        lambda kind, n, x: (x + 1) % n,
    ),
    Pattern(
        "antipodal",
        lambda kind, n: f"farthest: {_farthest(kind, n)}",
        _antipodal,
        _antipode,
    ),
)


@dataclass(frozen=True)
class Direction:
    """The channels of a factor in one direction.

    places: Symbols of the place of a channel with their least and greatest values.
    crossings: Shares of the messages, each with the disjoint conditions on their digits a and b under which it crosses
    the channel; shares are added.
    """

    places: tuple[sp.Tuple, ...]
    crossings: tuple[tuple[sp.Expr, tuple[Conditions, ...]], ...]


def directions(kind: FactorKind, n: sp.Expr, ties: str = SPLIT) -> tuple[Direction, ...]:
    """The directed channels of a factor, with the messages that cross them.

    Channel e of a line or ring joins the digits e and e + 1, upwards or downwards; the channel of a clique from f to g; a bus
    is one channel.
    """
    one, last = sp.Integer(1), n - 1
    around = (sp.Tuple(place, 0, last),)
    up = [(b >= a, a <= place, place <= b - 1), (b <= a - 1, place >= a), (b <= a - 1, place <= b - 1)]
    if kind.name == "line":
        line = (sp.Tuple(place, 0, n - 2),)
        return tuple(
            Direction(line, ((one, (c,)),)) for c in ((a <= place, b >= place + 1), (b <= place, a >= place + 1))
        )
    if kind.name == "oneway-ring":
        return (Direction(around, ((one, tuple(up)),)),)
    if kind.name == "ring":
        down = [(b <= a, b <= place, place <= a - 1), (b >= a + 1, place >= b), (b >= a + 1, place <= a - 1)]
        most = {PLUS: ((n,), (last,)), MINUS: ((last,), (n,)), SPLIT: ((n, last), (n, last))}[ties]
        lengths = ((b - a, b - a + n, b - a + n), (a - b, a - b + n, a - b + n))
        return tuple(
            Direction(around, tuple((one / len(limits), _shorter(ways, length, limit)) for limit in limits))
            for ways, length, limits in zip((up, down), lengths, most, strict=True)
        )
    if kind.name == "clique":
        ends = (sp.Tuple(tail, 0, last), sp.Tuple(head, 0, last))
        return tuple(
            Direction(ends, ((one, ((sp.Eq(a, tail), sp.Eq(b, head), c),)),)) for c in (a <= b - 1, a >= b + 1)
        )
    return (Direction((), ((one, ((a <= b - 1,), (a >= b + 1,))),)),)


def _shorter(ways: Sequence[Conditions], lengths: Sequence[sp.Expr], limit: sp.Expr) -> tuple[Conditions, ...]:
    """The runs of at most half of a number of hops."""
    return tuple((*way, 2 * length <= limit) for way, length in zip(ways, lengths, strict=True))


def suffix(ties: str) -> str:
    """End of the names of quantities that depend on the way half around a ring; none where messages split.

    >>> suffix("plus"), suffix(SPLIT)
    ('.plus', '')
    """
    return "" if ties == SPLIT else f".{ties}"


# The largest load of a channel of one factor under a pattern, for every size of the factor; derived once for all products.


n = parameter("n'")
BY_NAME = {pattern.name: pattern for pattern in PATTERNS}
UNIFORM = "uniform"


def images(pattern: str, kind: FactorKind, size: sp.Expr) -> tuple[Conditions, ...]:
    """The disjoint conditions under which b is the destination of a; none for uniform traffic, where any digit is."""
    return ((),) if pattern == UNIFORM else tuple((each,) for each in BY_NAME[pattern].image(kind, size))


def indicator(cases: Iterable[Conditions]) -> sp.Expr:
    """1 where all conditions of one of several disjoint cases hold, otherwise 0."""
    return sp.Piecewise((1, sp.Or(*(sp.And(*each) for each in cases))), (0, True))


Crossings = tuple[tuple[sp.Expr, sp.Expr], ...]  # shares of messages, each with its summand in the digits a and b


@cache
def crossings(
    pattern: str, kind: FactorKind, size: sp.Expr, ties: str
) -> tuple[tuple[Crossings, tuple[sp.Tuple, ...]], ...]:
    """Messages from digit a to digit b that cross a channel, for each direction, and the range of its places."""
    to = images(pattern, kind, size)
    return tuple(
        (
            tuple((share, indicator((*i, *c) for i in to for c in ways)) for share, ways in each.crossings),
            each.places,
        )
        for each in directions(kind, size, ties)
    )


def largest_of(found: Sequence[sp.Expr]) -> sp.Expr:
    """The largest of some expressions, unevaluated."""
    return found[0] if len(found) == 1 else Maximum(*found)


def over(body: sp.Expr, places: Sequence[sp.Tuple]) -> sp.Expr:
    """The largest value over the ranges of places; the expression itself without places."""
    return RangeMax(body, *places) if places else body


def factor_start(pattern: str, kind: FactorKind, size: sp.Expr, ties: str) -> sp.Expr:
    """The largest load of a channel of one factor: over directions and places, the messages that cross it."""
    return largest_of(
        [
            over(sp.Add(*(share * pair_sum(body, size) for share, body in shares)), places)
            for shares, places in crossings(pattern, kind, size, ties)
        ]
    )


@cache
def factor_load(pattern: str, name: str, ties: str, least: int = 2) -> Derivation:
    """The largest load of a channel of one factor of n nodes, derived for every n."""
    start = factor_start(pattern, KINDS[name], n, ties)
    write = DerivationBuilder(start)
    closed = []
    for part in parts_of(start):
        ranges = part.ranges if isinstance(part, RangeMax) else ()
        known = [n >= least, *(bound for x, low, high in ranges for bound in (x >= low, x <= high))]
        closed += [close(each, known) for each in sorted(part.atoms(sp.Sum), key=sp.default_sort_key)]
    write.step(
        start.xreplace({c.sum: c.expression for c in closed}),
        "the sums are closed, split where the summand changes",
        SumsClosed(tuple(dict.fromkeys(closed))),
    )
    value, proof = largest(write.now, n, least)
    write.step(value, "the largest value over the channels", proof)
    return write.derivation()


# Results for a factor of n nodes, derived once for every n, and their use for the factors of a product.


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


def largest_of_each(write: DerivationBuilder, derivations: tuple[Derivation, ...]) -> None:
    """Write the largest of some results, or the steps of the only one."""
    if len(derivations) > 1:
        write.step(
            sp.Max(*(each.result for each in derivations)),
            "the largest load in the dimensions of each factor",
            EachDerived(derivations),
        )
    for step in derivations[0].steps if len(derivations) == 1 else ():
        write.step(step.after, step.because, step.proof)

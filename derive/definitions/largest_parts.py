"""Largest values of expressions of coordinates, part by part where parts share no coordinates, for all sizes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.affine_conditions import shows
from netlemma.derive.algebra.evaluate import compiled, evaluate, holds, place_of, placed
from netlemma.derive.algebra.largest_values import largest, values_in
from netlemma.derive.algebra.notation import PRIME, RangeMax
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.algebra.smt import always
from netlemma.derive.core.derivation import by_cases
from netlemma.derive.core.domain import Domain
from netlemma.derive.definitions.factors import within
from netlemma.errors import EvaluationError, NotDerived

LARGEST_TRIED, MOST_SIZES, MOST_POINTS = 9, 30, 20_000  # sizes, how many of them, and places that are tried
Ranges = Sequence[tuple[sp.Symbol, sp.Expr, sp.Expr]]


@dataclass(frozen=True)
class LargestEverywhere(Proof):
    """The largest value of an expression over ranges, decided for all sizes: none exceeds it, and one of the points attains it.

    points: Values of the indices, each with the condition on the sizes under which they are whole numbers.
    """

    assumptions: tuple[sp.Basic, ...]
    points: tuple[tuple[sp.Basic, tuple[sp.Expr, ...]], ...]
    kind: ClassVar[str] = "SMT"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(isinstance(before, RangeMax), f"{before} is not a largest value")
        body, ranges = before.args[0], before.ranges
        require(always([*self.assumptions, *within(ranges)], sp.Le(body, after)), f"a value exceeds {after}")
        known = list(self.assumptions)
        for condition, point in self.points:
            place = dict(zip([x for x, _, _ in ranges], point, strict=True))
            inside = [each.xreplace(place) for each in within(ranges)]
            attained = sp.And(*inside, sp.Eq(body.xreplace(place), after))
            if always([*self.assumptions, condition], attained):
                known.append(sp.Not(condition))
            elif condition is sp.true:
                known.append(sp.Not(attained))
        require(always(known, sp.false), f"{after} is not attained")

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        require(all(shows(assumptions, each) for each in self.assumptions), "a largest value is shown for other sizes")

    def describe(self) -> list[str]:
        where = dict.fromkeys(f"({', '.join(str(x) for x in point)})" for _, point in self.points)
        return [
            f"z3: no value exceeds it, for all sizes, and it is attained at {' or '.join(where)}".replace(PRIME, "")
        ]


@dataclass(frozen=True)
class LargestByParts(Proof):
    """Largest values of summands and of arguments of maxima and minima that share no coordinates are attained together."""

    parts: tuple[tuple[sp.Expr, sp.Expr, LargestEverywhere], ...]
    assumptions: tuple[sp.Basic, ...]
    kind: ClassVar[str] = "largest values part by part"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        known = {part: value for part, value, _ in self.parts}
        for part, value, proof in self.parts:
            proof.check(part, value)
        table = {
            each: combined(each.args[0], each.ranges, self.assumptions, known.__getitem__)
            for each in before.atoms(RangeMax)
        }
        require(before.xreplace(table) == after, "the parts do not give the whole")

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        require(all(shows(assumptions, each) for each in self.assumptions), "a largest value is shown for other sizes")
        for part, _, proof in self.parts:
            if part.free_symbols & parameters:
                proof.check_domain(assumptions, parameters)

    def describe(self) -> list[str]:
        return list(dict.fromkeys(line for *_, proof in self.parts for line in proof.describe()))


def combined(
    body: sp.Expr, ranges: Ranges, assumptions: Sequence[sp.Basic], leaf: Callable[[sp.Expr], sp.Expr]
) -> sp.Expr:
    """The largest value of an expression by those of parts that share no coordinates."""
    number, rest = body.as_coeff_Mul()
    if number != 1 and number > 0:
        return number * combined(rest, ranges, assumptions, leaf)
    if isinstance(body, sp.Max):
        return sp.Max(*(combined(each, ranges, assumptions, leaf) for each in body.args))
    if isinstance(body, sp.Add | sp.Min):
        groups = _apart(body.args, ranges)
        if len(groups) > 1:
            return body.func(*(combined(body.func(*group), ranges, assumptions, leaf) for group in groups))
    own = _of(body, ranges)
    return leaf(RangeMax(body, *(sp.Tuple(*each) for each in own))) if own else body


def _of(body: sp.Expr, ranges: Ranges) -> list[tuple[sp.Symbol, sp.Expr, sp.Expr]]:
    """The ranges of the symbols of an expression, and of those on which they depend."""
    used = set(body.free_symbols)
    while True:
        more = {s for x, low, high in ranges if x in used for s in sp.Tuple(low, high).free_symbols}
        if more <= used:
            return [each for each in ranges if each[0] in used]
        used |= more


def _apart(args: Sequence[sp.Expr], ranges: Ranges) -> list[list[sp.Expr]]:
    """The arguments in groups that share no symbols of the ranges, not of the other node either."""
    groups: list[tuple[set[str], list[sp.Expr]]] = []
    for each in args:
        names = {x.name.rstrip(PRIME) for x, _, _ in _of(each, ranges)}
        joined = [group for group in groups if group[0] & names]
        groups = [group for group in groups if not group[0] & names]
        groups.append((names.union(*(n for n, _ in joined)), [x for _, members in joined for x in members] + [each]))
    return [members for _, members in groups]


def largest_by_parts(expr: sp.Expr, domain: Domain, form: sp.Expr | None = None) -> tuple[sp.Expr, LargestByParts]:
    """An expression with its largest values over ranges replaced by closed forms, with the proof; ``form`` is what all of it is said to be.

    Raises
    ------
    NotDerived
        If a part depends on several sizes, or has no pattern.
    """
    assumptions = tuple(domain.assumptions())
    parts: dict[sp.Expr, tuple[sp.Expr, LargestEverywhere]] = {}
    minima = {p.symbol: p.minimum for p in domain.parameters}

    def leaf(part: sp.Expr) -> sp.Expr:
        if part not in parts:
            sizes = sorted(part.free_symbols & minima.keys(), key=str)
            known = tuple(c for c in assumptions if c.free_symbols <= set(sizes))
            if len(sizes) > 1 and form is not None and (own := _share(expr, part, form)) is not None:
                parts[part] = own, LargestEverywhere(known, _attained(part, own, _grid(sizes, known), (1, 2)))
                return own
            try:
                parts[part] = (
                    _of_one_size(part, sizes, minima, known) if len(sizes) < 2 else _of_sizes(part, sizes, known)
                )
            except (ArithmeticError, EvaluationError) as error:
                raise NotDerived(str(error)) from None
        return parts[part][0]

    table = {each: combined(each.args[0], each.ranges, assumptions, leaf) for each in expr.atoms(RangeMax)}
    proof = LargestByParts(tuple((part, value, proof) for part, (value, proof) in parts.items()), assumptions)
    return expr.xreplace(table), proof


def _share(expr: sp.Expr, part: RangeMax, form: sp.Expr) -> sp.Expr | None:
    """What a part is if it alone depends on several sizes and all of the expression is of some form."""
    left = sp.Dummy()
    numbers: dict[sp.Expr, sp.Expr] = {part: left}
    table = {
        each: combined(each.args[0], each.ranges, (), lambda other: numbers.setdefault(other, sp.Dummy()))
        for each in expr.atoms(RangeMax)
    }
    whole = sp.expand(expr.xreplace(table))
    slope = sp.diff(whole, left)
    if len(numbers) > 1 or not slope or slope.has(left):
        return None
    return by_cases(sp.cancel, (form - whole.xreplace({left: sp.S.Zero})) / slope)


def _of_one_size(
    part: RangeMax, sizes: Sequence[sp.Symbol], minima: Mapping[sp.Symbol, int], known: tuple[sp.Basic, ...]
) -> tuple[sp.Expr, LargestEverywhere]:
    size = sizes[0] if sizes else sp.Symbol("any'", integer=True, positive=True)
    value, found = largest(part, size, minima.get(size, 1))
    points: list[tuple[sp.Basic, tuple[sp.Expr, ...]]] = []
    for number in range(minima.get(size, 1), found.first):
        points.append((sp.Eq(size, number), _place(part, {size: number})))
    for number, (_, point) in enumerate(found.points):
        residue = sp.Eq(sp.Mod(size, found.period), (found.first + number) % found.period)
        points.append((sp.And(size >= found.first, residue if found.period > 1 else sp.true), point))
    return floored(value, size, known), LargestEverywhere(known, tuple(points))


def _place(part: RangeMax, at: dict[sp.Symbol, int]) -> tuple[sp.Expr, ...]:
    """A place where an expression is largest, at one size."""
    return max(_values(part, at), key=lambda found: found[0])[1]


def _values(part: RangeMax, at: dict[sp.Symbol, int]) -> Iterator[tuple[Fraction, tuple[sp.Expr, ...]]]:
    program, places = compiled(part.args[0]), [place_of(x) for x, _, _ in part.ranges]
    for point in values_in(part.ranges, at):
        yield program({**placed(at), **dict(zip(places, point, strict=True))}), tuple(map(sp.Integer, point))


def _grid(sizes: Sequence[sp.Symbol], known: tuple[sp.Basic, ...]) -> list[dict[sp.Symbol, int]]:
    """Small sizes at which conditions hold."""
    grid = [dict(zip(sizes, numbers, strict=True)) for numbers in product(range(1, LARGEST_TRIED), repeat=len(sizes))]
    return [at for at in grid if all(holds(c, at) for c in known)][:MOST_SIZES]


def _of_sizes(
    part: RangeMax, sizes: Sequence[sp.Symbol], known: tuple[sp.Basic, ...]
) -> tuple[sp.Expr, LargestEverywhere]:
    """The largest value as a sum of multiples of the sizes, rounded down, that fits small sizes; proved or given up."""
    grid = _grid(sizes, known)
    values = {tuple(at.values()): max(value for value, _ in _values(part, at)) for at in grid}
    for slope in product((0, 1, sp.S.Half, 2), repeat=len(sizes)):
        plain = sum(c * s for c, s in zip(slope, sizes, strict=True))
        for shift in (0, sp.S.Half):
            constants = {value - floor_of(plain + shift, sizes, numbers) for numbers, value in values.items()}
            if len(constants) == 1:
                whole = sp.floor(plain + shift) + sp.Integer(int(constants.pop()))
                return whole, LargestEverywhere(known, _attained(part, whole, grid))
    raise NotDerived(
        f"the largest value of {part.args[0]}".replace(PRIME, "") + f", which depends on {len(sizes)} sizes"
    )


def floor_of(expr: sp.Expr, sizes: Sequence[sp.Symbol], numbers: Sequence[int]) -> int:
    """The value of an expression at some sizes, rounded down."""
    return Fraction(evaluate(sp.S(expr), dict(zip(sizes, numbers, strict=True)))).__floor__()


def _attained(
    part: RangeMax, value: sp.Expr, grid: Sequence[dict[sp.Symbol, int]], first: Sequence[int] = ()
) -> tuple[tuple[sp.Basic, tuple[sp.Expr, ...]], ...]:
    """Points that suffice on small networks: ends and middles of the ranges, ``first`` those so far from their beginnings."""
    halves = [
        sp.floor((s + shift) / 2) for s in (*grid[0], *(low + high for _, low, high in part.ranges)) for shift in (0, 1)
    ]
    likely = [
        dict.fromkeys(
            [low, *(low + step for step in first), high, *halves, low + 1, high - 1, *(s - 1 for s in grid[0])]
        )
        for _, low, high in part.ranges
    ]
    found: list[tuple[sp.Expr, ...]] = []
    points = list(islice(product(*likely), MOST_POINTS))
    for at in grid:
        most = evaluate(value, at)
        if not any(_at_place(part, point, at) == most for point in found):
            point = next((point for point in points if _at_place(part, point, at) == most), None)
            if point is None:
                raise NotDerived(f"no place at which {value} is attained")
            found.append(point)
    return tuple((sp.true, point) for point in dict.fromkeys(found))


def _at_place(part: RangeMax, point: tuple[sp.Expr, ...], at: dict[sp.Symbol, int]) -> Fraction:
    """The value of an expression with a maximum at a place."""
    numbers = {x: int(evaluate(sp.S(each), at)) for (x, _, _), each in zip(part.ranges, point, strict=True)}
    return evaluate(part.args[0], {**at, **numbers})


def floored(value: sp.Expr, size: sp.Symbol, known: Sequence[sp.Basic] = ()) -> sp.Expr:
    """A value by residue classes as one rounded down, where it is one at the sizes for which known conditions hold.

    >>> k = sp.Symbol("k", integer=True, positive=True)
    >>> floored(sp.Piecewise((k / 2, sp.Eq(sp.Mod(k, 2), 0)), ((k - 1) / 2, True)), k)
    floor(k/2)
    """
    if not isinstance(value, sp.Piecewise) or not all(
        isinstance(c, sp.Eq) and isinstance(c.lhs, sp.Mod) for _, c in value.args[:-1]
    ):
        return value
    period = int(value.args[0][1].lhs.args[1])
    tried = [n for n in range(2 * period, 4 * period) if all(holds(c, {size: n + 12 * period}) for c in known)]
    forms = {sp.expand(resolved(value, {size: n})) for n in tried}
    slopes = {sp.diff(each, size) for each in forms}
    if len(slopes) != 1 or any(sp.diff(each, size, 2) != 0 for each in forms):
        return value
    found = sp.floor(slopes.pop() * size + max(each.subs(size, 0) for each in forms))
    return found if all(evaluate(found, {size: n}) == evaluate(value, {size: n}) for n in tried) else value


def resolved(value: sp.Piecewise, at: Mapping[sp.Symbol, int]) -> sp.Expr:
    """The case of an expression at some sizes."""
    return next(each for each, condition in value.args if condition is sp.true or holds(condition, at))

"""Short formulas through values: sums, products, quotients, powers, halves rounded down or up, extremes, the shortest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from netlemma.checks.base.time_budget import TimeBudget
from netlemma.derive.core.domain import Size

Value = int | Fraction
Row = tuple[Size, Fraction]
Values = tuple[Value, ...]
Text = tuple[str, int]  # with how tightly it binds, as in the grammar: 1 sums, 2 products, 3 powers, 4 anything else

COMPARED = 8  # rows on which formulas are told apart while they are made
LONGEST = 6  # cost of a formula: its names and numbers, and the operations between them
MOST_MADE = 40_000
SECONDS = 10.0
LARGEST = 10**9
BEYOND = 3  # rows that are to agree beyond the cost of a formula
LEFT = 2  # largest values of each size, which a formula is sought without
LEAST_VALUES = 5  # of each size that varies


def shortest(rows: Sequence[Row], names: Sequence[str], budget: TimeBudget) -> str | None:
    """The shortest formula that agrees at all rows, as text; None if none is found in ten seconds.

    It is sought without the two largest values of each size, an even and an odd one as a rule, and is to agree at them, too.

    >>> rows = [({"c": c, "d": d}, Fraction(c * (d + 1) // 2)) for c in range(3, 8) for d in range(2, 7)]
    >>> shortest(rows, ["c", "d"], TimeBudget())
    'floor(c*(d + 1)/2)'
    """
    values = {name: sorted({size[name] for size, _ in rows}) for name in names}
    varied = [name for name in names if len(values[name]) > 1]
    if not varied or any(len(values[name]) < LEAST_VALUES for name in varied):
        return None
    used = [row for row in rows if all(row[0][name] not in values[name][-LEFT:] for name in varied)]
    if len(used) < BEYOND or len({value for _, value in used}) < 3:
        return None
    found = _searched(used, varied, budget)
    return found if found and _agrees(found, rows) else None


def _searched(rows: Sequence[Row], varied: Sequence[str], budget: TimeBudget) -> str | None:
    """The shortest formula that agrees at some rows."""
    step = max(1, len(rows) // COMPARED)
    picked = [*rows[::step][: COMPARED - 1], rows[-1]]
    wanted = tuple(_plain(value) for _, value in picked)
    made: dict[Values, tuple[Text, int]] = {}
    by_cost: dict[int, list[Values]] = {}
    budget = TimeBudget(min(SECONDS, budget.left))
    for cost in range(1, LONGEST + 1):
        by_cost[cost] = []
        for number, (values, text) in enumerate(_made_of(picked, varied, by_cost, made, cost)):
            if number % 1000 == 999 and budget.over:
                return _joined(made, wanted, rows)
            if values in made or not all(-LARGEST <= each <= LARGEST for each in values):
                continue
            made[values] = (text, cost)
            by_cost[cost].append(values)
            if values == wanted and len(rows) >= cost + BEYOND and _agrees(text[0], rows):
                return text[0]
            if len(made) > MOST_MADE:
                return _joined(made, wanted, rows)
    return _joined(made, wanted, rows)


def _joined(made: Mapping[Values, tuple[Text, int]], wanted: Values, rows: Sequence[Row]) -> str | None:
    """The shortest sum, difference, product or quotient of two formulas that agrees at all rows."""
    found: list[tuple[int, str]] = []
    for values, (text, cost) in made.items():
        for rest, join in (
            (_each(wanted, values, lambda x, y: x - y), lambda a, b: (f"{a[0]} + {_in(b, 1)}", 1)),
            (_each(wanted, values, lambda x, y: x + y), lambda a, b: (f"{b[0]} - {_in(a, 2)}", 1)),
            (_quotient(wanted, values), _product),
            (
                _each(wanted, values, lambda x, y: x * y) if all(values) else (),
                lambda a, b: (f"{_in(b, 2)}/{_in(a, 3)}", 2),
            ),
        ):
            if rest in made:
                other, more = made[rest]
                found.append((cost + more + 1, join(text, other)[0]))
    fitting = (text for cost, text in sorted(found) if len(rows) >= cost + BEYOND and _agrees(text, rows))
    return next(fitting, None)


def _quotient(a: Values, b: Values) -> Values:
    """Quotients; no values where a divisor is 0."""
    return tuple(_plain(Fraction(x) / y) for x, y in zip(a, b, strict=True)) if all(b) else ()


def _plain(value: Value) -> Value:
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def _agrees(text: str, rows: Sequence[Row]) -> bool:
    """Whether a formula has the true values at all rows."""
    from netlemma.checks.formula.formula import parse_formula
    from netlemma.errors import FormulaError

    formula = parse_formula(text)
    try:
        return all(formula.evaluate(size) == value for size, value in rows)
    except FormulaError:
        return False


def _made_of(
    picked: Sequence[Row],
    names: Sequence[str],
    by_cost: Mapping[int, Sequence[Values]],
    made: Mapping[Values, tuple[Text, int]],
    cost: int,
) -> Iterator[tuple[Values, Text]]:
    """Formulas of one cost: names, numbers and their neighbours, and what is made of shorter ones."""
    for name in names:
        values = tuple(size[name] for size, _ in picked)
        if cost == 1:
            yield values, (name, 4)
        elif cost == 2:
            yield tuple(each + 1 for each in values), (f"{name} + 1", 1)
            yield tuple(each - 1 for each in values), (f"{name} - 1", 1)
    for number in (1, 2, 3, 4) if cost == 1 else ():
        yield (number,) * len(picked), (str(number), 4)
    for a in by_cost.get(cost - 1, ()):
        yield from _unary(a, made[a][0])
    for left in range(1, cost - 1):
        right = cost - 1 - left
        for a in by_cost[left]:
            for b in by_cost[right]:
                yield from _binary(a, made[a][0], b, made[b][0], left <= right)


def _unary(a: Values, text: Text) -> Iterator[tuple[Values, Text]]:
    inner = _in(text, 2)
    whole = all(isinstance(each, int) for each in a)
    for by in (2, 3, 4) if whole else ():
        if any(each % by for each in a):
            yield tuple(each // by for each in a), (f"floor({inner}/{by})", 4)
            yield tuple(-(-each // by) for each in a), (f"ceil({inner}/{by})", 4)
    if whole and all(0 <= each < 30 for each in a):
        yield tuple(2 ** int(each) for each in a), (f"2^{_in(text, 4)}", 3)
    yield tuple(each * each for each in a), (f"{_in(text, 4)}^2", 3)


def _binary(a: Values, one: Text, b: Values, other: Text, ordered: bool) -> Iterator[tuple[Values, Text]]:
    if ordered:  # the operations with either order of their parts
        yield _each(a, b, lambda x, y: x * y), _product(one, other)
        first, second = (other, one) if one[0].isdigit() and not other[0].isdigit() else (one, other)
        yield _each(a, b, lambda x, y: x + y), (f"{first[0]} + {second[0]}", 1)
        yield _each(a, b, min), (f"min({one[0]}, {other[0]})", 4)
        yield _each(a, b, max), (f"max({one[0]}, {other[0]})", 4)
    yield _each(a, b, lambda x, y: x - y), (f"{one[0]} - {_in(other, 2)}", 1)
    if all(b):
        yield _quotient(a, b), (f"{_in(one, 2)}/{_in(other, 3)}", 2)
    if all(isinstance(y, int) and 0 <= y < 16 for y in b) and all(-1000 < x < 1000 for x in a):
        yield _each(a, b, lambda x, y: x ** int(y)), (f"{_in(one, 4)}^{_in(other, 4)}", 3)


def _product(one: Text, other: Text) -> Text:
    """A product, a number or another product in front."""
    turned = not one[0].isdigit() and (other[0].isdigit() or (other[1] == 2 and one[1] != 2))
    first, second = (other, one) if turned else (one, other)
    return f"{_in(first, 2)}*{_in(second, 3)}", 2


def _in(text: Text, least: int) -> str:
    return text[0] if text[1] >= least else f"({text[0]})"


def _each(a: Values, b: Values, of: Callable[[Value, Value], Value]) -> Values:
    return tuple(_plain(of(x, y)) for x, y in zip(a, b, strict=True))

"""Proposals of formulas: short ones, or quasi-polynomials and exponential polynomials over the number of nodes, through exact values.

A proposal of the second kind solves a linear system exactly; it needs further sizes, which were not needed to determine it, to agree. It is
no proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product

from netlemma.base.names import assignments
from netlemma.checks.base.time_budget import TimeBudget
from netlemma.checks.formula.formula import Formula, parse_formula
from netlemma.checks.judging.reference_values import ReferenceValues
from netlemma.derive.core.domain import Size
from netlemma.errors import FormatError, NetworkError, OutOfTime

Value = int | Fraction
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


LEAST_LEFT = 1  # values of each size, in each residue class, that the coefficients do not determine
LEAST_CHECKED = 3  # sizes that agree beyond those that determine the coefficients
MOST_DEGREE, MOST_DEGREE_OF_ONE = 4, 8  # in several sizes, in one
PERIODS = (1, 2, 3, 4)
MOST_UNKNOWN = 40
BASES = (2, 3)

Row = tuple[Size, Fraction]


@dataclass(frozen=True)
class Proposal:
    """A formula through measured values.

    formula: Formula in the sizes.
    through: Number of sizes that determine its coefficients; 0 if it has none, but was found among short formulas.
    checked: Number of further sizes at which it agrees.
    fixed: Sizes that have one value only, for which alone it is proposed.
    """

    formula: Formula
    through: int
    checked: int
    fixed: Mapping[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        fixed = ", for " + assignments(self.fixed) if self.fixed else ""
        if not self.through:
            return f"proposed, equal at all {self.checked} sizes: {self.formula}{fixed}"
        return f"proposed through {self.through} sizes, equal at {self.checked} others: {self.formula}{fixed}"


def propose(
    truth: ReferenceValues, sizes: Sequence[Size], budget: TimeBudget
) -> tuple[Proposal | None, list[Row], str]:
    """The shortest formula that agrees with the true values at sizes, the rows compared, and which sizes a longer one needs.

    >>> from netlemma.checks.judging.reference_values import reference_values_of
    >>> from netlemma.graphs.sources import source
    >>> ring = reference_values_of(source("ring"), "distance_sum")
    >>> print(propose(ring, [{"K": k} for k in range(2, 16)], TimeBudget())[0])
    proposed, equal at all 14 sizes: K*floor(K^2/4)
    """
    rows: list[Row] = []
    nodes: list[Row] = []
    for size in sizes:
        try:
            rows.append((size, truth.value(size)))
            nodes.append((size, Fraction(truth.node_count(size))))
        except (FormatError, NetworkError):  # of a user's builder, such as one node without a link
            continue
        except OutOfTime:
            break
    rows = rows[: len(nodes)]
    fixed = {name: v for name, v in rows[0][0].items() if all(s[name] == v for s, _ in rows)} if len(rows) > 1 else {}
    names = [name for name in truth.names if name not in fixed]
    count, _ = _fitted(nodes, names, [""], budget)
    n, less = (f"({count.formula})", f"({count.formula} - 1)") if count else ("", "")
    over = [n, less, f"{n}*{less}", *(f"{name}*{less}" for name in names)] if count else []
    proposal, needed = _fitted(rows, names, ["", *over], budget)
    if proposal is None or proposal.through > 1:
        short = shortest(rows, names, budget) if names and len(rows) > 1 else None
        if short and (proposal is None or len(short) < len(str(proposal.formula))):
            proposal = Proposal(parse_formula(short), 0, len(rows))
    return (replace(proposal, fixed=fixed) if proposal else None), rows, needed


def _fitted(
    rows: Sequence[Row], names: Sequence[str], divisors: Sequence[str], budget: TimeBudget
) -> tuple[Proposal | None, str]:
    """The first proposal over one of the divisors, in order of the number of its coefficients, and the sizes that the
    first forms need, without and with residues, that have too many coefficients for those given.
    """
    needed: dict[bool, str] = {}  # without and with residues
    for trial in sorted(_trials(names), key=lambda each: len(each.basis) * each.period):
        if missing := trial.missing(rows):
            if trial.degree and max(trial.along.values(), default=0) == trial.degree + 1:  # no exponential factor
                needed.setdefault(trial.period > 1, missing)
            continue
        for divisor in divisors:
            if budget.over:
                return None, ", or ".join(needed.values())
            proposal = _solved_by_class(rows, trial.basis, trial.name, trial.period, divisor)
            if proposal:
                return proposal, ""
    return None, ", or ".join(needed.values())


@dataclass(frozen=True)
class Trial:
    """A form of formulas: functions whose coefficients are sought, own ones for each residue of a size.

    basis: Functions as texts.
    name: Size with residues; empty if there is none.
    period: Number of residues.
    degree: Degree of the polynomials.
    along: Number of functions of each size alone.
    """

    basis: Sequence[str]
    name: str
    period: int
    degree: int
    along: Mapping[str, int]

    def missing(self, rows: Sequence[Row]) -> str:
        """Which sizes the coefficients need beyond the rows: values of each size, in each residue class, that they do not determine."""
        for residue in range(self.period):
            mine = [size for size, _ in rows if not self.name or size[self.name] % self.period == residue]
            for name, functions in self.along.items():
                values = {size[name] for size in mine}
                short = functions + LEAST_LEFT - len(values)
                if short > 0:
                    step = self.period if name == self.name else 1
                    last = max(values, default=max((size[name] for size, _ in rows), default=0)) + short * step
                    period = f"period {self.period}, " if self.name else ""
                    return f"{period}degree {self.degree} needs {name} up to {last}"
            if len(mine) < len(self.basis) + LEAST_CHECKED:
                return f"degree {self.degree} needs more sizes"
        return ""


def _trials(names: Sequence[str]) -> Iterator[Trial]:
    """Bases of functions as texts: polynomials, and with factors that grow exponentially."""
    growing: list[tuple[str, tuple[str, ...]]] = [(f"{base}^{name}", (name,)) for name in names for base in BASES]
    growing += [(f"{one}^{other}", (one, other)) for one, other in product(names, names) if one != other]
    for degree in range((MOST_DEGREE_OF_ONE if len(names) == 1 else MOST_DEGREE) + 1):
        powers = [each for each in product(range(degree + 1), repeat=len(names)) if sum(each) <= degree]
        terms = [_term(names, each) for each in powers]
        single: list[tuple[list[str], tuple[str, ...]]] = [([each], of) for each, of in growing]
        squared = [([each, f"({each})^2"], of * 2) for (each,), of in single]
        for factors, of in (([], ()), *single, *squared):
            basis = terms + [each if term == "1" else f"{each}*{term}" for each in factors for term in terms]
            along = {name: (degree + 1) * (1 + of.count(name)) for name in names}
            for name, period in [("", 1), *product(names, PERIODS[1:])]:
                if len(basis) <= MOST_UNKNOWN:
                    yield Trial(basis, name, period, degree, along)


def _term(names: Sequence[str], powers: Sequence[int]) -> str:
    parts = [name if power == 1 else f"{name}^{power}" for name, power in zip(names, powers, strict=True) if power]
    return "*".join(parts) or "1"


def _solved_by_class(
    rows: Sequence[Row], basis: Sequence[str], name: str, period: int, divisor: str
) -> Proposal | None:
    """A proposal with own coefficients for each residue of a size."""
    functions = [parse_formula(text) for text in basis]
    below = parse_formula(divisor or "1")
    cases, through, checked = [], 0, 0
    for residue in range(period):
        mine = [row for row in rows if not name or row[0][name] % period == residue]
        found = _solved(mine, functions, below)
        if found is None:
            return None
        coefficients, more = found
        through, checked = through + len(basis), checked + more
        cases.append(_sum(coefficients, basis) + f")/({divisor}" if divisor else _sum(coefficients, basis))
    texts = [f"({case})" for case in cases]
    if len(set(texts)) == 1:
        text = texts[0]
    else:
        conditions = (f"{case}, {name} mod {period} = {r}" for r, case in enumerate(texts[:-1]))
        text = f"piecewise({', '.join(conditions)}, {texts[-1]})"
    return Proposal(parse_formula(text), through, checked)


def _solved(rows: Sequence[Row], functions: Sequence[Formula], below: Formula) -> tuple[list[Fraction], int] | None:
    """The coefficients of functions, and the number of rows that follow from the others; None if there are none or many."""
    unknown = len(functions)
    if len(rows) < unknown + LEAST_CHECKED:
        return None
    pivots: dict[int, list[Fraction]] = {}
    checked = 0
    for size, value in rows:
        row = [_exact(function, size) for function in functions] + [value * _exact(below, size)]
        for at, pivot in pivots.items():
            if row[at]:
                row = [x - row[at] * y for x, y in zip(row, pivot, strict=True)]
        first = next((at for at in range(unknown) if row[at]), None)
        if first is None:
            if row[-1]:
                return None
            checked += 1
            continue
        row = [x / row[first] for x in row]
        for at, pivot in pivots.items():
            pivots[at] = [x - pivot[first] * y for x, y in zip(pivot, row, strict=True)]
        pivots[first] = row
    if len(pivots) < unknown or checked < LEAST_CHECKED:
        return None
    return [pivots[at][-1] for at in range(unknown)], checked


def _exact(formula: Formula, size: Size) -> Fraction:
    value = formula.evaluate(size)
    assert isinstance(value, Fraction)
    return value


def _sum(coefficients: Sequence[Fraction], basis: Sequence[str]) -> str:
    """A linear combination as text."""
    parts = []
    for coefficient, term in zip(coefficients, basis, strict=True):
        if coefficient:
            sign = "-" if coefficient < 0 else "+"
            above = abs(coefficient.numerator)
            text = str(above) if term == "1" else term if above == 1 else f"{above}*{term}"
            parts.append(f"{sign} {text}" + (f"/{coefficient.denominator}" if coefficient.denominator > 1 else ""))
    return (
        " ".join(parts).removeprefix("+ ").replace("- ", "-", 1)
        if parts and parts[0][0] == "-"
        else (" ".join(parts).removeprefix("+ ") or "0")
    )

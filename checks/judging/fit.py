"""Proposals of formulas: quasi-polynomials and exponential polynomials through exact values, over the number of nodes.

A proposal solves a linear system exactly; it needs further sizes, which were not needed to determine it, to agree. It is
no proof.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product

from netlemma.base.names import assignments
from netlemma.checks.base.time_budget import TimeBudget
from netlemma.checks.formula.formula import Formula, parse_formula
from netlemma.checks.judging.reference_values import ReferenceValues
from netlemma.derive.core.domain import Size
from netlemma.errors import OutOfTime

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
    through: Number of sizes that determine its coefficients.
    checked: Number of further sizes at which it agrees.
    fixed: Sizes that have one value only, for which alone it is proposed.
    """

    formula: Formula
    through: int
    checked: int
    fixed: Mapping[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        fixed = ", for " + assignments(self.fixed) if self.fixed else ""
        return f"proposed through {self.through} sizes, equal at {self.checked} others: {self.formula}{fixed}"


def propose(truth: ReferenceValues, sizes: Sequence[Size], budget: TimeBudget) -> tuple[Proposal | None, list[Row]]:
    """The formula with the fewest coefficients that agrees with the true values at sizes.

    >>> from netlemma.checks.judging.reference_values import reference_values_of
    >>> from netlemma.graphs.sources import source
    >>> ring = reference_values_of(source("ring"), "distance_sum")
    >>> print(propose(ring, [{"K": k} for k in range(2, 16)], TimeBudget())[0])
    proposed through 8 sizes, equal at 6 others: piecewise(K^3/4, mod(K, 2) = 0, -K/4 + K^3/4)
    """
    rows: list[Row] = []
    nodes: list[Row] = []
    for size in sizes:
        try:
            rows.append((size, truth.value(size)))
            nodes.append((size, Fraction(truth.node_count(size))))
        except OutOfTime:
            break
    rows = rows[: len(nodes)]
    fixed = {name: v for name, v in rows[0][0].items() if all(s[name] == v for s, _ in rows)} if len(rows) > 1 else {}
    names = [name for name in truth.names if name not in fixed]
    count = _fitted(nodes, names, [""], budget)
    n, less = (f"({count.formula})", f"({count.formula} - 1)") if count else ("", "")
    over = [n, less, f"{n}*{less}", *(f"{name}*{less}" for name in names)] if count else []
    proposal = _fitted(rows, names, ["", *over], budget)
    return (replace(proposal, fixed=fixed) if proposal else None), rows


def _fitted(rows: Sequence[Row], names: Sequence[str], divisors: Sequence[str], budget: TimeBudget) -> Proposal | None:
    """The first proposal over one of the divisors, in order of the number of its coefficients."""
    trials = sorted(_trials(names, len(rows)), key=lambda trial: trial[0])
    for _, basis, name, period in trials:
        for divisor in divisors:
            if budget.over:
                return None
            proposal = _solved_by_class(rows, basis, name, period, divisor)
            if proposal:
                return proposal
    return None


def _trials(names: Sequence[str], most: int) -> Iterator[tuple[int, list[str], str, int]]:
    """Bases of functions as texts, with a name and its period: (coefficients, basis, name, period)."""
    growing = [f"{base}^{name}" for name in names for base in BASES]
    growing += [f"{one}^{other}" for one, other in product(names, names) if one != other]
    for degree in range((MOST_DEGREE_OF_ONE if len(names) == 1 else MOST_DEGREE) + 1):
        powers = [each for each in product(range(degree + 1), repeat=len(names)) if sum(each) <= degree]
        terms = [_term(names, each) for each in powers]
        for factors in ([], *([each] for each in growing), *([each, f"({each})^2"] for each in growing)):
            basis = terms + [each if term == "1" else f"{each}*{term}" for each in factors for term in terms]
            for name, period in [("", 1), *product(names, PERIODS[1:])]:
                if len(basis) <= MOST_UNKNOWN and len(basis) * period + LEAST_CHECKED <= most:
                    yield len(basis) * period, basis, name, period


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

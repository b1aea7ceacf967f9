"""Proposals of formulas: short ones, or quasi-polynomials and exponential polynomials over the number of nodes, through exact values.

A proposal of the second kind solves a linear system exactly; it needs further sizes, which were not needed to determine it, to agree. It is
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
from netlemma.checks.judging.short_forms import shortest
from netlemma.derive.core.domain import Size
from netlemma.errors import FormatError, NetworkError, OutOfTime

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

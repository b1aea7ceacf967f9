"""Closed forms, with proofs, of sums with symbolic limits over affine guards, compared with plain sums at small sizes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from typing import ClassVar

import sympy as sp
from sympy import Basic, Expr, Piecewise, Sum, Symbol

from netlemma.derive.algebra.affine_conditions import implies, write_condition
from netlemma.derive.algebra.evaluate import evaluate, holds
from netlemma.derive.algebra.integer_regions import Condition, Number, Region, Sign
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.algebra.smt import always, monomials, products_of
from netlemma.derive.algebra.summation.chambers import Tree, decision_tree, leaves, merge
from netlemma.derive.algebra.summation.closing import AntidifferenceRecord, closed
from netlemma.derive.algebra.summation.exponential_polynomials import Term, denominators
from netlemma.derive.algebra.summation.sum_proof import Problem, SumProof
from netlemma.derive.algebra.summation.summands import Resolver
from netlemma.errors import CannotClose, EvaluationError, NotPolynomial, ProofError

# Small sizes for comparisons: a box at the corner of the domain, a point of every chamber, and points on every edge.


Point = dict[Symbol, Fraction | int]
_BOX = {1: 12, 2: 7, 3: 5, 4: 4}
WORK = 150_000
_FURTHEST = 12


def lower_end(region: Region, name: str) -> int:
    """The least value of a variable, or -3 if no bound is near.

    >>> lower_end(Region().assume_row(((("w", 1),), -2)), "w")
    2
    """
    start = (region.point() or {}).get(name, 0)
    for value in range(start, start - _FURTHEST, -1):
        if region.implies((((name, 1),), -value)):
            return value
    return -3


def _box(region: Region, symbols: Sequence[Symbol]) -> Iterator[Point]:
    """All points of a small box, the smallest first."""
    size = _BOX.get(len(symbols), 3)
    starts = [lower_end(region, symbol.name) if symbol.is_integer else 2 for symbol in symbols]
    for offsets in sorted(product(range(size), repeat=len(symbols)), key=lambda o: (max(o, default=0), o)):
        yield {s: start + offset for s, start, offset in zip(symbols, starts, offsets, strict=True)}


def _within(chamber: Region, symbols: Sequence[Symbol], fallback: Point) -> Iterator[Point]:
    """A point of a chamber and one on each of its edges, where such a point is found."""
    edges = [atom for atom, _ in chamber.conditions if isinstance(atom, Sign)]
    parts = [chamber]
    for edge in edges:
        coefficients, constant = edge.row
        opposite = tuple((name, -x) for name, x in coefficients), -constant
        parts += [chamber.assume_row(opposite), chamber.assume_row((coefficients, constant + 1))]
    for part in parts:
        found = part.point() if part.feasible else None
        if found is not None:
            yield {symbol: found.get(symbol.name, fallback[symbol]) for symbol in symbols}


def sample_points(
    region: Region, symbols: Sequence[Symbol], assumptions: Iterable[Basic], chambers: Iterable[Region], depth: int
) -> list[Point]:
    """Points of the domain for comparisons.

    Points whose loops would be long are left out once WORK steps are planned.
    """
    assumptions = list(assumptions)
    candidates = list(_box(region, symbols))
    corner = candidates[0]
    for chamber in chambers:
        candidates += _within(chamber, symbols, corner)
    chosen: dict[tuple[Fraction | int, ...], Point] = {}
    work = 0
    for point in candidates:
        key = tuple(point.values())
        inside = region.contains({symbol.name: value for symbol, value in point.items()})
        if key in chosen or not inside or not all(holds(condition, point) for condition in assumptions):
            continue
        cost = (max((abs(int(value)) for value in key), default=0) + 2) ** depth
        if work + cost <= WORK:
            work += cost
            chosen[key] = point
    return list(chosen.values())


# Conversion of terms and chambers to SymPy.


Cases = tuple[tuple[Basic, Expr], ...]


def write_number(value: Number) -> sp.Rational:
    """An int or Fraction as a SymPy number."""
    return sp.Rational(Fraction(value).numerator, Fraction(value).denominator)


def write_term(term: Term, symbols: Mapping[str, Symbol]) -> Expr:
    """A term as a SymPy expression, factored where that is shorter.

    >>> from sympy import symbols
    >>> from netlemma.derive.algebra.summation.exponential_polynomials import number, variable
    >>> n, = symbols("n,", integer=True)
    >>> write_term(variable("n") * (variable("n") - number(1)) * Fraction(1, 2), {"n": n})
    n*(n - 1)/2
    """
    expanded = _expanded(term, symbols)
    if len(term.parts) == 1 and not denominators(term):
        return _with_joined_powers(expanded, term)
    factored = _with_joined_powers(_without_minus(sp.factor(expanded)), term)
    expanded = _with_joined_powers(expanded, term)
    return factored if factored.count_ops() <= expanded.count_ops() + 2 else expanded


def _with_joined_powers(expression: Expr, term: Term) -> Expr:
    """Rewrite w * w**D as w**(D + 1)."""
    return sp.powsimp(expression, combine="exp") if any(powers for _, powers in term.parts) else expression


def _without_minus(product: Expr) -> Expr:
    """Rewrite -p*(p - n) as p*(n - p)."""
    coefficient, factors = product.as_coeff_mul()
    if not coefficient.is_negative:
        return product
    for place, factor in enumerate(factors):
        if factor.is_Add and any(part.could_extract_minus_sign() for part in factor.args):
            turned = sp.Add(*(-part for part in factor.args))
            return sp.Mul(-coefficient, *factors[:place], turned, *factors[place + 1 :])
    return product


def _expanded(term: Term, symbols: Mapping[str, Symbol]) -> Expr:
    atoms = {name: 1 / _expanded(below, symbols) for name, below in denominators(term).items()}
    summands = []
    for (monomial, powers), coefficient in term.parts.items():
        factors = [write_number(coefficient)]
        factors += [(atoms[name] if name in atoms else symbols[name]) ** exponent for name, exponent in monomial]
        for base, form in powers:
            exponent = sp.Add(*(write_number(x) * (symbols[name] if name else 1) for name, x in form))
            factors.append((sp.Integer(base) if base.isdigit() else symbols[base]) ** exponent)
        summands.append(sp.Mul(*factors))
    return sp.Add(*summands)


def write_cases(domain: Region, chambers: Iterable[tuple[Region, Term]], symbols: Mapping[str, Symbol]) -> Cases:
    """Conditions and formulas of the chambers of a domain; the conditions partition it."""
    formulas: dict[Term, Expr] = {}
    result = []
    for chamber, term in chambers:
        if term not in formulas:
            formulas[term] = write_term(term, symbols)
        conditions = _needed(domain, chamber.conditions[len(domain.conditions) :])
        result.append((sp.And(*(write_condition(*condition, symbols) for condition in conditions)), formulas[term]))
    return tuple(result)


def _needed(domain: Region, conditions: tuple[Condition, ...]) -> list[Condition]:
    """The conditions that are not implied by the domain and the other conditions."""
    kept = list(conditions)
    for condition in reversed(conditions):
        others = domain
        for other in kept:
            if other is not condition:
                others = others.assume(*other)
        atom, branch = condition
        if others.feasible and not others.assume(*_other_side(atom, branch)).feasible if atom.size == 2 else False:
            kept.remove(condition)
    return kept


def _other_side(atom: object, branch: int) -> Condition:
    return atom, 1 - branch  # type: ignore[return-value]


def write_expression(cases: Cases) -> Expr:
    """One expression for all cases; the most frequent formula is the last case, without a condition."""
    groups: dict[Expr, list[Basic]] = {}
    for condition, formula in cases:
        groups.setdefault(formula, []).append(condition)
    if len(groups) == 1:
        return next(iter(groups))
    most = max(len(conditions) for conditions in groups.values())
    default = [formula for formula, conditions in groups.items() if len(conditions) == most][-1]
    branches = [(formula, sp.Or(*conditions)) for formula, conditions in groups.items() if formula != default]
    return Piecewise(*branches, (default, True), evaluate=False)


# Closed forms, with proofs, of sums with symbolic limits over affine guards.
#
# `close` accepts nested sums whose summand is a polynomial times powers a^(affine), with Min, Max, Abs, floor, ceiling,
# Mod and Piecewise, and limits that are affine or made of these. An empty range (upper limit below the lower) gives 0.


@dataclass(frozen=True)
class ClosedSum:
    """A sum with its closed form and proof.

    `cases` are pairs (condition, expression) whose conditions partition the assumed domain; `expression` is the same as
    one SymPy expression; `sum` and `assumptions` are as given.
    """

    sum: Expr
    assumptions: tuple[Basic, ...]
    cases: Cases
    expression: Expr
    proof: SumProof

    def check(self) -> bool:
        """Check the proof and that it proves the cases, and compare the smallest sizes with a plain loop.

        Raises
        ------
        ProofError
            If a part does not hold.
        """
        return self._holds

    def describe(self) -> list[str]:
        """The lines of the proof."""
        return self.proof.describe()

    @cached_property
    def _holds(self) -> bool:
        """True if the check passes, which is run once: lemmas of many families share sums."""
        if (self.sum, self.assumptions) != (self.proof.sum, self.proof.assumptions):
            raise ProofError("the proof is of another sum")
        self.proof.check()
        if self.cases != cases_of(self._problem, self.proof.merged):
            raise ProofError("the cases are not those proved")
        if self.expression != write_expression(self.cases):
            raise ProofError("the expression is not made of the cases")
        for point in self.sizes():
            self._compare(point)
        return True

    @cached_property
    def _problem(self) -> Problem:
        return Problem.read(self.sum, self.assumptions)

    def sizes(self) -> list[Point]:
        """The sizes that `check` compares: a box at the lower corner, a point of every chamber and one on every edge."""
        problem = self._problem
        parts = [part for part, value in leaves(self.proof.chambers, problem.domain) if value is not None]
        return sample_points(problem.domain, problem.symbols, self.assumptions, parts, _depth(self.sum))

    def _compare(self, point: Point) -> None:
        try:
            true_value = evaluate(self.sum, point)
            values = [evaluate(formula, point) for condition, formula in self.cases if holds(condition, point)]
            values.append(evaluate(self.expression, point))
        except (EvaluationError, ZeroDivisionError) as reason:
            raise ProofError(f"at {point}: {reason}") from None
        if len(values) != 2:
            raise ProofError(f"{len(values) - 1} cases hold at {point}")
        if values != [true_value, true_value]:
            raise ProofError(f"at {point} the sum is {true_value}, the closed form {values[-1]}")


def _depth(expression: Basic) -> int:
    """Nesting depth of the sums."""
    inner = max((_depth(argument) for argument in expression.args), default=0)
    return inner + len(expression.limits) if isinstance(expression, Sum) else inner


def cases_of(problem: Problem, merged: Tree) -> Cases:
    """The chambers of a tree over the domain as SymPy conditions and expressions."""
    found: Iterator = ((part, value) for part, value in leaves(merged, problem.domain) if value is not None)
    return write_cases(problem.domain, found, {symbol.name: symbol for symbol in problem.symbols})


def close(expression: Expr, assumptions: Iterable[Basic] = ()) -> ClosedSum:
    """Close the sums in an expression.

    >>> from sympy import symbols
    >>> i, j, n = symbols("i j n", integer=True)
    >>> close(Sum(1, (j, i, i - 3))).expression             # an empty range
    0
    >>> close(Sum(i, (i, 0, n - 1)), [n >= 0]).expression
    n*(n - 1)/2
    """
    return _close(expression, tuple(assumptions))


@dataclass(frozen=True)
class ClosedForProducts(ClosedSum):
    """A sum in whose limits and conditions sizes are multiplied: closed for any number in place of each product.

    `of_any` is the sum with such numbers, `products` what they stand for, of which linear bounds are known.
    """

    of_any: ClosedSum
    products: tuple[tuple[Symbol, Expr], ...]

    @cached_property
    def _holds(self) -> bool:
        """True if the check passes."""
        meant = dict(self.products)
        self.of_any.check()
        own = self.of_any.sum.xreplace(meant)
        require(own == _expanded_products(self.sum), f"{own} is another sum")
        require(self.of_any.expression.xreplace(meant) == self.expression, f"{self.expression} is not closed")
        require(_at_sizes(self.of_any.cases, meant) == self.cases, "the cases are not those proved")
        for each in self.of_any.assumptions:
            known = each.xreplace(meant)
            require(known in self.assumptions or always(self.assumptions, known), f"{known} is not known")
        for point in self.sizes():
            self._compare(point)
        return True

    def describe(self) -> list[str]:
        """The lines of the proof, the first of which names the products."""
        names = " and ".join(str(each).replace("**", "^") for _, each in self.products)
        stand = "stands for any number" if len(self.products) == 1 else "stand for any numbers"
        return [f"{names} {stand} with the bounds that follow from those of the sizes", *super().describe()]

    def sizes(self) -> list[Point]:
        """The smallest sizes whose loops are not long."""
        symbols = sorted(self.sum.free_symbols, key=str)
        found, work = [], 0
        for values in sorted(product(range(_BOX.get(len(symbols), 3)), repeat=len(symbols)), key=sum):
            point = dict(zip(symbols, values, strict=True))
            work += (max(int(each.xreplace(point)) for _, each in self.products) + max(values) + 2) ** _depth(self.sum)
            if work <= WORK and all(holds(condition, point) for condition in self.assumptions):
                found.append(point)
        return found


def _expanded_products(part: Basic) -> Basic:
    """Products of several unknowns multiplied out."""
    return part.xreplace({each: sp.expand(each) for each in part.atoms(sp.Mul, sp.Pow) if monomials(each)})


def _closed_for_products(expression: Expr, assumptions: tuple[Basic, ...]) -> ClosedSum | None:
    """A sum closed for any numbers in place of products of sizes in its limits and conditions; None if there are none."""
    sizes = expression.free_symbols
    places: list[Basic] = [part for total in expression.atoms(Sum) for limit in total.limits for part in limit[1:]]
    places += [part for cases in expression.atoms(Piecewise) for _, part in cases.args] + list(assumptions)
    occurring = {each for part in places for each in monomials(part) if each.free_symbols <= sizes}
    if not occurring:
        return None
    numbers = {each: Symbol(str(each), integer=True) for each in sorted(occurring, key=str)}
    meant = {number: each for each, number in numbers.items()}

    def of_any(part: Basic) -> Basic:
        return _expanded_products(part).replace(
            lambda each: isinstance(each, sp.Mul | sp.Pow) and each.as_coeff_Mul()[1] in numbers,
            lambda each: each.as_coeff_Mul()[0] * numbers[each.as_coeff_Mul()[1]],
        )

    least = [sp.Ge(size, int(bool(size.is_positive)), evaluate=False) for size in sizes if size.is_nonnegative]
    known = [of_any(each) for each in assumptions]
    known += [
        sp.Ge(of_any(each), 0)
        for each in products_of([*least, *assumptions], sp.And(*(sp.Ge(each, 0, evaluate=False) for each in numbers)))
    ]
    found = _closed_anew(Problem.read(of_any(expression), tuple(known)))
    cases, closed_form = _at_sizes(found.cases, meant), found.expression.xreplace(meant)
    return ClosedForProducts(expression, assumptions, cases, closed_form, found.proof, found, tuple(meant.items()))


def _at_sizes(cases: Cases, meant: Mapping[Symbol, Expr]) -> Cases:
    """Cases with products of sizes in place of numbers."""
    return tuple((condition.xreplace(meant), formula.xreplace(meant)) for condition, formula in cases)


def summed(expression: Expr, assumptions: Iterable[Basic] = ()) -> Expr:
    """The closed form of the sums in an expression, whose proof is run; it raises ProofError.

    >>> from sympy import symbols
    >>> i, n = symbols("i n", integer=True)
    >>> summed(Sum(i, (i, 1, n)), [n >= 0])
    n*(n + 1)/2
    """
    found = close(expression, assumptions)
    found.check()
    return found.expression


@lru_cache(1024)
def _close(expression: Expr, assumptions: tuple[Basic, ...]) -> ClosedSum:
    """Close a sum; results are cached, because lemmas of many families share sums."""
    try:
        return _closed_for_products(expression, assumptions) or _closed_anew(Problem.read(expression, assumptions))
    except NotPolynomial as reason:
        raise CannotClose(str(reason)) from None


def _closed_anew(problem: Problem) -> ClosedSum:
    ledger = AntidifferenceRecord()
    closing = problem.closing(ledger)
    stages = closing.stages((problem.node,), problem.domain, {})
    resolver = Resolver(closed(stages), problem.integers)
    chambers = decision_tree(problem.domain, lambda part, _: resolver.value(problem.node, part), closing.budget)
    merged = merge(chambers, problem.domain)
    proof = SumProof(problem.sum, problem.assumptions, stages, tuple(ledger.found.values()), chambers, merged)
    cases = cases_of(problem, merged)
    return ClosedSum(problem.sum, problem.assumptions, cases, write_expression(cases), proof)


@dataclass(frozen=True)
class SumsClosed(Proof):
    """Sums replaced by their closed forms, each with its own telescoping proof (:class:`ClosedSum`)."""

    closed: tuple
    kind: ClassVar[str] = "telescoping"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        table = {}
        for each in self.closed:
            each.check()
            require(before.has(each.sum), "{} does not occur", each.sum)
            table[each.sum] = each.expression
        require(equal(before.xreplace(table), after), "closing the sums of {} does not give {}", before, after)

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        for assumed in {a for each in self.closed for a in each.assumptions}:
            if sp.S(assumed).free_symbols <= parameters:
                known = assumed in assumptions or implies(assumptions, assumed)
                require(known, f"a sum is closed for {assumed} only")

    def describe(self) -> list[str]:
        return [line for each in self.closed for line in each.describe()]

"""Closing of nested sums in stages, piece by piece."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm

from netlemma.derive.algebra.integer_regions import (
    AffineRow,
    Condition,
    Form,
    Region,
    Residues,
    Sign,
    Undecided,
    negation,
    row,
    solve,
)
from netlemma.derive.algebra.summation.chambers import (
    MOST_RESIDUES,
    CaseBudget,
    Leaf,
    Tree,
    decision_tree,
    leaves,
    merge,
    restrict,
)
from netlemma.derive.algebra.summation.exponential_polynomials import (
    Telescoping,
    Term,
    affine_parts,
    affine_term,
    antidifference,
    number,
    rates_of,
    substitute,
    text,
    variable,
)
from netlemma.derive.algebra.summation.summands import (
    MinOrMax,
    Plain,
    Quotient,
    Resolver,
    SummandNode,
    Total,
    constant_of,
    totals_in,
)
from netlemma.errors import CannotClose, NotPolynomial

# The sum of one piece: an exponential polynomial over the integers k that satisfy affine rows and congruences.
#
# Steps: (1) rows that the others imply are dropped; (2) if congruences bind k, it is written k = M k' + j and each
# residue class j is summed by itself; (3) the greatest lower bound and the least upper bound are found, and (4) rounded
# to integers L and U by the residues of their numerators; (5) the sum is F(U+1) - F(L) for an antidifference F when U >=
# L - 1, and 0 below. Whenever a step depends on the parameters, it raises Undecided and the region of the parameters is
# split.


@dataclass(frozen=True)
class SumPiece:
    """A term summed over the integers `index` that satisfy `conditions`."""

    index: str
    conditions: tuple[Condition, ...]
    term: Term

    @cached_property
    def rows(self) -> tuple[AffineRow, ...]:
        """The inequalities, without repetition."""
        found = [a.row if branch == 0 else negation(a.row) for a, branch in self.conditions if isinstance(a, Sign)]
        return tuple(dict.fromkeys(found))

    @cached_property
    def congruences(self) -> tuple[tuple[Residues, int], ...]:
        """The congruences."""
        return tuple((atom, branch) for atom, branch in self.conditions if isinstance(atom, Residues))

    @cached_property
    def names(self) -> set[str]:
        """The names in the conditions."""
        forms = [a.row[0] if isinstance(a, Sign) else a.form for a, _ in self.conditions]
        return {name for form in forms for name, _ in form}

    @cached_property
    def classes(self) -> tuple[tuple[Residues, int], ...]:
        """The congruences that bind the index."""
        return tuple((atom, branch) for atom, branch in self.congruences if _involves(atom.form, self.index))


@dataclass
class AntidifferenceRecord:
    """The antidifferences in use. While `open`, new ones are computed; once closed, only recorded ones are used."""

    found: dict[tuple[str, Term], Telescoping] = field(default_factory=dict)
    open: bool = True

    def antidifference(self, summand: Term, index: str) -> Term:
        """The antidifference of a summand."""
        key = (index, summand)
        if key not in self.found:
            if not self.open:
                raise KeyError(f"no antidifference recorded for {text(summand)}")
            try:
                self.found[key] = Telescoping(index, summand, antidifference(summand, index))
            except NotPolynomial as reason:
                raise CannotClose(f"{text(summand)} has no antidifference here: {reason}") from None
        return self.found[key].antidifference


def sum_piece(piece: SumPiece, region: Region, ledger: AntidifferenceRecord, above_one: frozenset[str]) -> Term:
    """The sum of a piece at every point of a region of the parameters."""
    base = region.meet(piece.congruences)
    local = {bound: base.local_row(bound) for bound in piece.rows}
    if not solve(base.rows.union(local.values())).feasible or not piece.term.parts:
        return number(0)
    for congruence in piece.congruences:
        if congruence not in piece.classes and region.answer(congruence[0]) != congruence[1]:
            return number(0)
    for bound in piece.rows:
        if not _involves(bound[0], piece.index) and not region.decide_sign(bound):
            return number(0)
    bounds = _essential({bound: r for bound, r in local.items() if _involves(bound[0], piece.index)}, base)
    classes = piece.classes
    modulus = lcm(1, *(atom.modulus // gcd(atom.modulus, dict(atom.form)[piece.index]) for atom, _ in classes))
    if modulus > MOST_RESIDUES:
        raise CannotClose(f"the summand depends on {piece.index} modulo {modulus} (at most {MOST_RESIDUES})")
    total = number(0)
    for residue in range(modulus):
        if all(_class_holds(atom, branch, piece.index, residue, region) for atom, branch in classes):
            total = total + _sum_class(piece, bounds, modulus, residue, region, ledger, above_one)
    return total


def _involves(form: Form, index: str) -> bool:
    return any(name == index for name, _ in form)


def _essential(bounds: dict[AffineRow, AffineRow], base: Region) -> list[AffineRow]:
    """The bounds (each with its row in lattice unknowns) that the others and the region do not imply."""
    kept = dict(bounds)
    for bound, local in bounds.items():
        others = base.rows.union(other for name, other in kept.items() if name != bound)
        if local in others or not solve(others | {negation(local)}).feasible:
            del kept[bound]
    return list(kept)


def _class_holds(atom: Residues, branch: int, index: str, residue: int, region: Region) -> bool:
    """Whether the congruence holds for the indices of the class; `residue` stands for the index."""
    rest = [(name, x) for name, x in atom.form if name != index]
    return region.residue(rest, dict(atom.form)[index] * residue, atom.modulus) == branch % atom.modulus


def _sum_class(
    piece: SumPiece,
    bounds: list[AffineRow],
    modulus: int,
    residue: int,
    region: Region,
    ledger: AntidifferenceRecord,
    above_one: frozenset[str],
) -> Term:
    lower: list[Term] = []
    upper: list[Term] = []
    for coefficients, constant in bounds:
        form = dict(coefficients)
        step = form.pop(piece.index)
        numerator = affine_term(form, constant + step * residue) * Fraction(-1, step * modulus)
        (lower if step > 0 else upper).append(numerator)
    if not lower or not upper:
        raise CannotClose(f"the sum over {piece.index} has no {'upper' if lower else 'lower'} bound")
    first = -_floor(-_greatest(lower, region), region)
    last = _floor(-_greatest([-bound for bound in upper], region), region)
    if not region.decide_sign(_sign_row(last - first + number(1))):
        return number(0)
    index = variable(piece.index)
    try:
        summand = piece.term
        if modulus > 1:
            summand = substitute(summand, piece.index, index * modulus + number(residue))
        summand = _settle_bases(summand, piece.index, region, above_one)
        total = ledger.antidifference(summand, piece.index)
        return substitute(total, piece.index, last + number(1)) - substitute(total, piece.index, first)
    except NotPolynomial as reason:
        raise CannotClose(f"{text(piece.term)} cannot be summed over {piece.index}: {reason}") from None


def _floor(term: Term, region: Region) -> Term:
    """The integer part of an affine term with rational coefficients."""
    coefficients, constant = affine_parts(term) or ({}, 0)
    scale = lcm(constant.denominator, *(x.denominator for x in coefficients.values()))
    residue = region.residue([(name, x * scale) for name, x in coefficients.items()], int(constant * scale), scale)
    return term - number(Fraction(residue, scale))


def _sign_row(term: Term) -> AffineRow:
    found = affine_parts(term)
    assert found is not None
    return row(*found)


def _greatest(terms: list[Term], region: Region) -> Term:
    best = terms[0]
    for other in terms[1:]:
        if region.decide_sign(_sign_row(other - best)):
            best = other
    return best


def _settle_bases(summand: Term, index: str, region: Region, above_one: frozenset[str]) -> Term:
    """Make sure that no symbolic ratio is 1: its base exceeds 1, or the base and its powers are 1."""
    for rate in rates_of(summand, index):
        symbolic = [base for base, _ in rate if not base.isdigit()]
        if symbolic and len({x > 0 for _, x in rate}) > 1:
            raise CannotClose(f"the ratio of {text(summand)} may be 1")
        for base in symbolic:
            if base in above_one or region.implies((((base, 1),), -2)):
                continue
            if not region.implies((((base, 1),), -1)):
                raise CannotClose(f"the base {base} may be 1 or less: assume {base} >= 2")
            if not region.implies((((base, -1),), 1)):
                raise Undecided(Sign((((base, 1),), -2)))
            summand = _without_base(summand, base)
    return summand


def _without_base(summand: Term, base: str) -> Term:
    """The summand where the base is 1."""
    result = number(0)
    for (monomial, powers), coefficient in summand.parts.items():
        kept = tuple(item for item in powers if item[0] != base)
        result = result + Term({(monomial, kept): coefficient})
    return result


# Closing of nested sums in stages.
#
# A stage closes one sum: its limits (cases), its summand (cases, each a piece), the sum of the pieces in every chamber of
# the parameters, and the merged chambers. Stages of inner sums belong to the part of the outer sum that contains them.


Bounds = tuple[AffineRow, ...]


@dataclass(frozen=True)
class LimitCase:
    """One case of the limits of a sum: bounds of the index, inner sums, cases of the summand, and its pieces."""

    bounds: Bounds
    inner: tuple[Stage, ...]
    cases: Tree | None
    pieces: tuple[SumPiece, ...]


@dataclass(frozen=True)
class Stage:
    """One sum closed in a region: `chambers` holds its value in every chamber, `merged` the same in fewer chambers."""

    total: Total
    region: Region
    inner: tuple[Stage, ...]
    limits: Tree
    parts: tuple[LimitCase, ...]
    chambers: Tree
    merged: Tree


def every_stage(stages: Collection[Stage]) -> Iterator[Stage]:
    """All stages, innermost first."""
    for stage in stages:
        yield from every_stage(stage.inner)
        for part in stage.parts:
            yield from every_stage(part.inner)
        yield stage


class Closing:
    """Closing of the sums of a problem.

    `integers` are the names of integers, `above_one` the names known to exceed 1, and the ledger keeps antidifferences.
    """

    def __init__(self, integers: Collection[str], above_one: frozenset[str], ledger: AntidifferenceRecord):
        self.integers = integers
        self.above_one = above_one
        self.ledger = ledger
        self.budget = CaseBudget()

    def stages(self, nodes: Collection[SummandNode], region: Region, known: Mapping[Total, Tree]) -> tuple[Stage, ...]:
        """A stage for every outermost sum in the nodes."""
        found = dict.fromkeys(total for node in nodes for total in totals_in(node))
        return tuple(self.stage(total, region, known) for total in found)

    def stage(self, total: Total, region: Region, known: Mapping[Total, Tree]) -> Stage:
        """Close one sum in a region."""
        inner = self.stages((total.lower, total.upper), region, known)
        known = {**known, **closed(inner)}
        limits = decision_tree(region, lambda part, _: self.bounds(total, part, known), self.budget)
        parts = tuple(self.part(total, case, bounds, known) for case, bounds in leaves(limits, region))
        chambers = decision_tree(region, lambda part, settled: self.value(limits, parts, part, settled), self.budget)
        return Stage(total, region, inner, limits, parts, chambers, merge(chambers, region))

    def part(self, total: Total, region: Region, bounds: Bounds | None, known: Mapping[Total, Tree]) -> LimitCase:
        """The summand within the bounds of one case of the limits."""
        if bounds is None or not (inside := within(region, bounds)).feasible:
            return LimitCase(bounds or (), (), None, ())
        inner = self.stages((total.body,), inside, known)
        resolver = Resolver({**known, **closed(inner)}, self.integers)
        cases = decision_tree(inside, lambda part, _: resolver.value(total.body, part), self.budget)
        return LimitCase(bounds, inner, cases, pieces_of(total.index, cases, inside, bounds))

    def value(self, limits: Tree, parts: tuple[LimitCase, ...], region: Region, settled: dict[SumPiece, Term]) -> Term:
        """The sum at every point of a region, as the sum of its pieces."""
        case = self.case(limits, region)
        result = number(0)
        for piece in parts[case].pieces:
            if piece not in settled:
                settled[piece] = sum_piece(piece, region, self.ledger, self.above_one)
            result = result + settled[piece]
        return result

    @staticmethod
    def case(limits: Tree, region: Region) -> int:
        """The case of the limits that contains a region, numbered as in `leaves`."""
        restrict(limits, region)
        place = 0
        while not isinstance(limits, Leaf):
            branch = region.answer(limits.atom)
            for earlier in limits.branches[:branch]:
                place += count(earlier)
            chosen = limits.branches[branch]
            assert chosen is not None
            limits = chosen
        return place

    def bounds(self, total: Total, region: Region, known: Mapping[Total, Tree]) -> Bounds:
        """The rows that bound the index.

        Parameters
        ----------
        total : Total
            Sum to close.
        region : Region
            Region of the parameters.
        known : mapping from Total to Tree
            Trees of values of inner sums that are closed already.

        Returns
        -------
        Bounds
            Rows without repetition.
        """
        resolver = Resolver(known, self.integers)
        index = variable(total.index)
        lower = self.limit(total.lower, True, region, resolver)
        upper = self.limit(total.upper, False, region, resolver)
        rows = [resolver.sign_row(index - term) for term in lower] + [resolver.sign_row(term - index) for term in upper]
        return tuple(dict.fromkeys(rows))

    def limit(self, node: SummandNode, lower: bool, region: Region, resolver: Resolver) -> list[Term]:
        """Terms that all bound the index; a Max of lower limits, a Min of upper ones and a floor need no cases."""
        if isinstance(node, MinOrMax) and node.largest is lower:
            return [term for a in node.arguments for term in self.limit(a, lower, region, resolver)]
        if isinstance(node, Quotient) and not lower and isinstance(node.dividend, Plain):
            divisor = constant_of(node.divisor)
            if divisor:
                return [node.dividend.term * (1 / divisor)]
        term = resolver.value(node, region)
        if resolver.floor(term, region) != term:
            raise CannotClose(f"the limit {text(term)} is not always a whole number")
        return [term]


def closed(stages: Collection[Stage]) -> dict[Total, Tree]:
    """The merged tree of each sum."""
    return {stage.total: stage.merged for stage in stages}


def count(tree: Tree | None) -> int:
    """Number of leaves, dropped ones included."""
    if tree is None or isinstance(tree, Leaf):
        return 1
    return sum(count(branch) for branch in tree.branches)


def within(region: Region, bounds: Bounds) -> Region:
    """The region restricted by the bounds of an index."""
    for bound in bounds:
        region = region.assume_row(bound)
    return region


def pieces_of(index: str, cases: Tree, inside: Region, bounds: Bounds) -> tuple[SumPiece, ...]:
    """The pieces of a summand: bounds and the answers that lead to each nonzero case."""
    start = len(inside.conditions)
    limits = tuple((Sign(bound), 0) for bound in bounds)
    return tuple(
        SumPiece(index, limits + chamber.conditions[start:], term)
        for chamber, term in leaves(cases, inside)
        if term is not None and term.parts
    )

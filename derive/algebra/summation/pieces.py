"""The sum of one piece: an exponential polynomial over the integers k that satisfy affine rows and congruences.

Steps: (1) rows that the others imply are dropped; (2) if congruences bind k, it is written k = M k' + j and each
residue class j is summed by itself; (3) the greatest lower bound and the least upper bound are found, and (4) rounded
to integers L and U by the residues of their numerators; (5) the sum is F(U+1) - F(L) for an antidifference F when U >=
L - 1, and 0 below. Whenever a step depends on the parameters, it raises Undecided and the region of the parameters is
split.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm

from netlemma.derive.algebra.affine.elimination import AffineRow, negation, row, solve
from netlemma.derive.algebra.affine.regions import Condition, Form, Region, Residues, Sign, Undecided
from netlemma.derive.algebra.summation.antidifference import Telescoping, antidifference, rates_of
from netlemma.derive.algebra.summation.chambers import MOST_RESIDUES, CannotClose
from netlemma.derive.algebra.summation.rewriting import substitute
from netlemma.derive.algebra.summation.terms import (
    NotPolynomial,
    Term,
    affine_parts,
    affine_term,
    number,
    text,
    variable,
)


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
        """The antidifference of a summand.

        Parameters
        ----------
        summand : Term
            Exponential polynomial in the index.
        index : str
            Name of the summation index.

        Returns
        -------
        Term
            The antidifference.

        Raises
        ------
        KeyError
            If the ledger is closed and has none recorded.
        CannotClose
            If none exists.
        """
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
    """The sum of a piece at every point of a region of the parameters.

    Parameters
    ----------
    piece : SumPiece
        Summand with the conditions on its index.
    region : Region
        Region of the parameters.
    ledger : AntidifferenceRecord
        Antidifferences in use.
    above_one : frozenset of str
        Names of symbols that exceed 1 though they need not be integers.

    Returns
    -------
    Term
        The sum.

    Raises
    ------
    Undecided
        If the sum depends on a question that the region leaves open.
    CannotClose
        If the sum is infinite or has no closed form.
    """
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

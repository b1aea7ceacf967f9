"""Decision trees over regions: chambers in which one formula holds, and their merging.

`decide` computes a value in a region; whenever the value depends on a question the region leaves open, the region is
split on it. The leaves therefore partition the region, and each can be computed again from its own conditions alone,
which is how the tree is checked. `merge` joins chambers on which one formula gives every value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from netlemma.derive.algebra.integer_regions import Atom, Region, Residues, Undecided, row
from netlemma.derive.algebra.summation.exponential_polynomials import (
    Term,
    affine_term,
    number,
    substitute,
    value,
    vanishes,
    variables,
)
from netlemma.errors import CannotClose, NotPolynomial

MOST_CASES = 400
MOST_RESIDUES = 120


class EmptyRegion(Exception):
    """A region has no points, though its inequalities alone did not show it."""


@dataclass(frozen=True)
class Leaf:
    """A chamber with its value."""

    value: Any


@dataclass(frozen=True)
class Split:
    """A question and one subtree for each answer; None where the answer is impossible."""

    atom: Atom
    branches: tuple[Tree | None, ...]


Tree = Leaf | Split


@dataclass
class CaseBudget:
    """Number of case distinctions left to a computation, so that a hopeless sum is given up within seconds."""

    left: int = MOST_CASES

    def spend(self) -> None:
        """Use one case distinction."""
        self.left -= 1
        if self.left < 0:
            raise CannotClose(f"the sum needs more than {MOST_CASES} case distinctions")


Compute = Callable[[Region, dict[Any, Any]], Any]


def decision_tree(region: Region, compute: Compute, budget: CaseBudget) -> Tree:
    """The decision tree of a computation over a region."""

    def grow(part: Region, settled: dict[Any, Any]) -> Tree | None:
        if not part.feasible:
            return None
        try:
            return Leaf(compute(part, settled))
        except EmptyRegion:
            return None
        except Undecided as open_question:
            atom = open_question.atom
        if atom.size > MOST_RESIDUES:
            raise CannotClose(f"the value depends on a residue modulo {atom.size} (at most {MOST_RESIDUES})")
        budget.spend()
        return Split(atom, tuple(grow(part_of, dict(settled)) for _, part_of in part.branches(atom)))

    return grow(region, {}) or Leaf(number(0))


def restrict(tree: Tree, region: Region) -> Any:
    """The value of the one leaf that contains the region."""
    while isinstance(tree, Split):
        branch = tree.branches[region.answer(tree.atom)]
        if branch is None:
            raise EmptyRegion
        tree = branch
    return tree.value


def leaves(tree: Tree | None, region: Region) -> Iterator[tuple[Region, Any]]:
    """Every chamber of a tree over a region, with its value."""
    if isinstance(tree, Split):
        for branch, part in region.branches(tree.atom):
            yield from leaves(tree.branches[branch], part)
    else:
        yield region, None if tree is None else tree.value


def agree(left: Term, right: Term, region: Region) -> bool:
    """Whether two terms certainly have the same values at every point of the region.

    Terms with equal normal forms agree. So do terms that become equal for each of the few values that some row of a
    thin region can take.
    """
    difference = left - right
    if vanishes(difference):
        return True
    point = region.point()
    if point is not None:
        try:
            if value(difference, {name: point.get(name, 7) for name in variables(difference)}):
                return False
        except (ZeroDivisionError, ValueError):
            return False
    return _vanishes_on_thin(difference, region, depth=2)


def _vanishes_on_thin(difference: Term, region: Region, depth: int) -> bool:
    """Try every row of the region: if it takes at most 3 values, the difference must vanish for each of them."""
    names = variables(difference)
    for coefficients, constant in sorted(region.rows):
        width = next((w for w in range(3) if _at_most(region, coefficients, constant, w)), None)
        if width is None:
            continue
        if all(_vanishes_at(difference, region, coefficients, constant - w, depth, names) for w in range(width + 1)):
            return True
    return False


def _at_most(region: Region, coefficients: Any, constant: int, width: int) -> bool:
    local = Region(region.rows)
    return local.implies(row({name: -x for name, x in coefficients}, width - constant))


def _vanishes_at(
    difference: Term, region: Region, coefficients: Any, constant: int, depth: int, names: set[str]
) -> bool:
    """Whether the difference vanishes where the lattice form `coefficients + constant` is 0."""
    fixed = Region(
        region.rows | {row(dict(coefficients), constant), row({n: -x for n, x in coefficients}, -constant)},
        region.lattice,
        region.conditions,
    )
    if not fixed.feasible:
        return True
    try:
        for name in sorted(names & set(region.lattice)):
            inner, shift = region.lattice[name]
            difference = substitute(difference, name, affine_term(inner, shift))
        pivot, factor = next(
            ((name, x) for name, x in coefficients if abs(x) == 1 and name in variables(difference)), (None, 0)
        )
        if pivot is None:
            return vanishes(difference)
        rest = {name: -x * factor for name, x in coefficients if name != pivot}
        difference = substitute(difference, pivot, affine_term(rest, -constant * factor))
    except NotPolynomial:
        return False
    if vanishes(difference):
        return True
    return depth > 1 and _vanishes_on_thin(difference, Region(fixed.rows), depth - 1)


def merge(tree: Tree, region: Region) -> Tree:
    """The same function with fewer chambers: a question is removed when one formula serves all its answers."""
    return _merge(tree, region) or Leaf(number(0))


def _merge(tree: Tree, region: Region) -> Tree | None:
    if isinstance(tree, Leaf):
        return tree
    parts = [part for _, part in region.branches(tree.atom)]
    branches = tuple(
        None if branch is None else _merge(branch, part) for branch, part in zip(tree.branches, parts, strict=True)
    )
    chambers = [
        chamber
        for branch, part in zip(branches, parts, strict=True)
        if branch is not None
        for chamber in leaves(branch, part)
        if chamber[1] is not None
    ]
    if not chambers:
        return None
    for formula in dict.fromkeys(term for _, term in chambers):
        if all(agree(formula, term, part) for part, term in chambers):
            return Leaf(formula)
    if isinstance(tree.atom, Residues):
        return _coarser(tree.atom, branches)
    alive = [branch for branch in branches if branch is not None]
    return alive[0] if len(alive) == 1 else Split(tree.atom, branches)


def _coarser(atom: Residues, branches: tuple[Tree | None, ...]) -> Tree:
    """Split on the residue modulo the least divisor that decides the subtree."""
    for divisor in range(1, atom.modulus):
        if atom.modulus % divisor:
            continue
        classes = [{b for b in branches[r::divisor] if b is not None} for r in range(divisor)]
        if all(len(group) <= 1 for group in classes):
            chosen = tuple(next(iter(group), None) for group in classes)
            if divisor == 1 and chosen[0] is not None:
                return chosen[0]
            return Split(Residues(tuple((n, x % divisor) for n, x in atom.form if x % divisor), divisor), chosen)
    return Split(atom, branches)

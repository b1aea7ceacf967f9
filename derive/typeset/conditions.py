"""Conditions of piecewise formulas, and the meaning of "otherwise" where residues determine it."""

from collections.abc import Callable, Sequence
from itertools import product

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

from netlemma.derive.typeset.tree import Congruent, Joined, Node, PlainWords, Relation

Write = Callable[[sp.Expr], Node]
_MOST_RESIDUES = 64


def written(condition: Boolean, write: Write) -> Node:
    """The condition as a node.

    >>> from netlemma.derive.typeset.tree import Name
    >>> w = sp.Symbol("w", integer=True, positive=True)
    >>> written(sp.Ne(sp.Mod(w + 1, 2), 0), lambda e: Name(str(e)))
    Congruent(value=Name(text='w'), residue=0, modulus=2)
    """
    if isinstance(condition, sp.And | sp.Or):
        word = "and" if isinstance(condition, sp.And) else "or"
        return Joined(word, tuple(written(part, write) for part in sorted(condition.args, key=sp.default_sort_key)))
    if isinstance(condition, sp.Not):
        (denied,) = condition.args
        whole = isinstance(denied, sp.And | sp.Or)
        return written(sp.to_nnf(condition, simplify=False) if whole else denied.negated, write)
    if condition in (sp.true, sp.false):
        return PlainWords("always" if condition == sp.true else "never")
    residue = as_residue(condition)
    if residue:
        value, rest, modulus = residue
        return Congruent(write(value), rest, modulus)
    operator = {"==": "="}.get(condition.rel_op, condition.rel_op)
    return Relation(write(condition.lhs), operator, write(condition.rhs))


def as_residue(condition: Boolean) -> tuple[sp.Expr, int, int] | None:
    """(x, r, m) if the condition states that x is r modulo m, the constant term of x being moved to the other side."""
    if not isinstance(condition, sp.Eq | sp.Ne):
        return None
    left, right = condition.args
    if isinstance(right, sp.Mod):
        left, right = right, left
    if not (isinstance(left, sp.Mod) and left.args[1].is_Integer and right.is_Integer):
        return None
    value, modulus, rest = left.args[0], int(left.args[1]), int(right)
    if isinstance(condition, sp.Ne):
        if modulus != 2:
            return None
        rest = 1 - rest
    shift, value = value.as_coeff_Add()
    if not shift.is_Integer:
        shift, value = 0, shift + value
    return value, (rest - int(shift)) % modulus, modulus


def complement(conditions: Sequence[Boolean]) -> Boolean | None:
    """The condition that none of the given ones holds, where residues determine it; False if that cannot happen.

    None if the complement is unknown or not a residue of each number.

    >>> w = sp.Symbol("w", integer=True, positive=True)
    >>> complement([sp.Eq(sp.Mod(w, 2), 0)]), complement([sp.Eq(sp.Mod(w, 2), 0), sp.Ne(sp.Mod(w, 2), 0)])
    (Eq(Mod(w, 2), 1), False)
    >>> complement([w > 3]) is None
    True
    """
    table: dict[Relational, tuple[sp.Expr, int, int]] = {}
    for relation in {r for c in conditions for r in c.atoms(Relational)}:
        residue = as_residue(relation)
        if residue is None:
            return None
        table[relation] = residue
    moduli = {(value, modulus): None for value, _, modulus in table.values()}
    if sp.prod(m for _, m in moduli) > _MOST_RESIDUES:
        return None
    left = []
    for residues in product(*(range(m) for _, m in moduli)):
        at = dict(zip(moduli, residues, strict=True))
        truth = {r: sp.true if at[value, m] == rest else sp.false for r, (value, rest, m) in table.items()}
        if not any(c.xreplace(truth) == sp.true for c in conditions):
            left.append(at)
    if len(left) > 1:
        return None
    return sp.Or(*(sp.And(*(sp.Eq(sp.Mod(value, m), rest) for (value, m), rest in at.items())) for at in left))

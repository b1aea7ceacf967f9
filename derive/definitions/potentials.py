"""Distances of a factor of a defined network, proved for all sizes: the claimed formula is a potential."""

from collections.abc import Iterable, Sequence
from itertools import product

import sympy as sp

from netlemma.base.names import assignments
from netlemma.derive.algebra.proof import require
from netlemma.derive.definitions.decisions import counterexample
from netlemma.derive.definitions.factors import Factor, FactorRule

MOST_CHOICES = 60  # values of the choices of a rule that are tried as the next hop


def certify(factor: Factor, assumptions: Sequence[sp.Basic]) -> None:
    """Check that the claimed distance is the distance, at all sizes.

    It is 0 at the destination alone and never negative; no link lowers it by more than one, in either direction if it has two; and
    from everywhere else some link lowers it by one. Of two-way links, those at the destination may do so as well.

    Raises
    ------
    ProofError
        If a condition does not hold, with sizes and nodes, or is not decided.
    """
    there = factor.elsewhere
    far = factor.distance
    require(far is not None, "there is no formula of the distance")
    assert far is not None
    known = [*assumptions, factor.inside(), factor.inside(there)]
    same = sp.And(*(sp.Eq(x, y) for x, y in there.items()))
    _require(known, sp.Ge(far, 0), "the distance is negative")
    _require([*known, same], sp.Eq(far, 0), "the distance of a node to itself is not 0")
    _require([*known, sp.Eq(far, 0)], same, "the distance to another node is 0")
    for rule in factor.rules:
        after = _after(far, factor, rule)
        here = [*known, *_conjuncts(rule.inside())]
        _require(here, sp.Ge(after, far - 1), f"a link {rule.class_name} lowers the distance by more than one")
        if not rule.one_way:
            _require(here, sp.Ge(far, after - 1), f"a link {rule.class_name} lowers the distance by more than one")
    _require(
        [*known, sp.Not(same)],
        sp.Or(*(descent for rule in factor.rules for descent in descents(factor, rule, far))),
        "no link lowers the distance",
    )


def _conjuncts(condition: sp.Basic) -> Iterable[sp.Basic]:
    return condition.args if isinstance(condition, sp.And) else (condition,)


def _after(far: sp.Expr, factor: Factor, rule: FactorRule) -> sp.Expr:
    """The distance behind a link."""
    return far.xreplace(dict(zip(factor.symbols, rule.target, strict=True)))


def _require(known: Sequence[sp.Basic], claim: sp.Basic, complaint: str) -> None:
    found = None if claim is sp.true else counterexample(known, claim)
    require(found is None, f"{complaint}: {assignments(found or {})}")


def descents(factor: Factor, rule: FactorRule, far: sp.Expr) -> Iterable[sp.Basic]:
    """Conditions under which a link of a rule lowers the distance by one, from the node, or from the destination of two-way links.

    A choice of the rule is tried as a coordinate of either node, or as the end of its range.
    """
    there = factor.elsewhere
    back = {y: x for x, y in there.items()}
    values = [[*there, *there.values(), low, high] for _, low, high in rule.ranges]
    for number, choice in enumerate(product(*values)):
        if number == MOST_CHOICES:
            return
        chosen = rule.at({x: value for (x, _, _), value in zip(rule.ranges, choice, strict=True)})
        inside = [
            c for (x, low, high), value in zip(rule.ranges, choice, strict=True) for c in (value >= low, value <= high)
        ]
        yield sp.And(chosen.where, *inside, sp.Le(_after(far, factor, chosen), far - 1))
        if not rule.one_way:
            behind = chosen.at({**there, **back})
            turned = [sp.S(c).xreplace({**there, **back}) for c in inside]
            after = far.xreplace(dict(zip(there.values(), behind.target, strict=True)))
            yield sp.And(behind.where, *turned, sp.Le(after, far - 1))

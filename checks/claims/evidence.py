"""What judges of statements share: printed formulas against counted values and against expressions, and findings put together."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

import sympy

from checks.claims.judgement import Judgement, fails, holds, unknown
from checks.formula.enclosure import Enclosure, order
from checks.formula.equality.equal import same_for_all_sizes
from checks.formula.formula import parse_formula
from derive.core.domain import Domain, Size


def compare(
    printed: str,
    true: Callable[[Size], int | Fraction],
    sizes: Iterable[Size],
    domain: Domain,
    closed: sympy.Expr | None = None,
    because: str = "",
    condition: sympy.Basic | bool = True,
    lemma: str = "",
) -> Judgement:
    """A printed formula against true values, smallest size first, and against an expression at all sizes.

    Parameters
    ----------
    printed : the formula, in the grammar of users' formulas.
    true : what is computed or counted at a size.
    sizes : the sizes to compare at, the smallest first.
    domain, condition : the sizes that the statement speaks of.
    closed, because : an expression that is right at all of them, and why; without it the verdict is at best unknown.
    lemma : the key of a lemma to look at where ``closed`` is long.

    >>> from derive.core.domain import Parameter
    >>> domain = Domain((Parameter("K", 2),))
    >>> K = domain.parameters[0].symbol
    >>> compare("K/2", lambda size: size["K"] // 2, [{"K": 2}, {"K": 3}], domain).counterexample
    {'size': {'K': 3}, 'claimed': '3/2', 'true': '1'}
    >>> compare("2*K/2", lambda size: size["K"], [{"K": 2}], domain, K, "one link after each node").proof
    'one link after each node; the same for all sizes, and compared at 1'
    """
    formula = parse_formula(printed, domain.names)
    tried: list[Size] = []
    for size in sizes:
        claimed, value = formula.evaluate(size), Fraction(true(size))
        agreement = order(claimed, value)
        if agreement is None:
            return unknown(f"{printed} is not rational at {dict(size)}", tried)
        if agreement:
            shown = claimed if isinstance(claimed, Fraction) else _middle(claimed)
            found = fails(size, shown, value, _text(closed), tried)
            return replace(found, evidence={"lemma": lemma}) if lemma else found
        tried.append(size)
    if closed is not None and same_for_all_sizes(
        formula.to_sympy({p.name: p.symbol for p in domain.parameters}),
        closed,
        {p.symbol: p.minimum for p in domain.parameters},
        sympy.And(*domain.relations, condition),
    ):
        return holds(f"{because}; the same for all sizes, and compared at {len(tried)}", tried)
    return unknown(f"agrees at the {len(tried)} sizes tried; not shown for the others", tried)


class Case(NamedTuple):
    """What is claimed and what is true at a size; ``network`` is named where the statement does not say which it is about."""

    size: Size
    claimed: object
    true: object
    network: str = ""


def agree(cases: Iterable[Case], proof: str, right: str | None = None) -> Judgement:
    """Claimed against true values, one case after the other.

    Parameters
    ----------
    cases : the smallest first; the first at which both differ is the counterexample.
    proof : why they are equal in all cases that the statement speaks of.
    right : what is right where they differ.

    >>> agree([Case({"k": 2}, 3, 3), Case({"k": 3}, 5, 6)], "counted", "k*(k + 1)/2").counterexample
    {'size': {'k': 3}, 'claimed': '5', 'true': '6'}
    """
    tried: list[Size] = []
    for size, claimed, true, network in cases:
        if claimed != true:
            return fails(size, claimed, true, right, tried, network)
        tried.append(size)
    return holds(proof, tried)


def together(*findings: Judgement) -> Judgement:
    """What several findings say of one statement: it fails if a part fails, and holds if every part holds.

    >>> together(holds("a reason"), holds("a reason"), holds("another")).proof
    'a reason; another'
    >>> together(holds("a reason"), fails({}, 1, 2)).verdict
    'fails'
    """
    for verdict in ("fails", "unknown"):
        for found in findings:
            if found.verdict == verdict:
                return found
    sizes = {tuple(sorted(size.items())): size for found in findings for size in found.sizes}
    proofs = dict.fromkeys(str(found.proof) for found in findings)
    evidence = {name: value for found in findings for name, value in found.evidence.items()}
    return holds("; ".join(proofs), sizes.values(), **evidence)


def number(text: str) -> Fraction:
    """A number that a statement says.

    :raises ValueError: for a text that has names in it or is not rational

    >>> number("4/3")
    Fraction(4, 3)
    """
    value = parse_formula(text, ()).evaluate({})
    if not isinstance(value, Fraction):
        raise ValueError(f"{text} is not rational")
    return value


def _middle(value: Enclosure) -> str:
    return f"about {float(value.lo):.12g}"


def _text(closed: sympy.Expr | None) -> str | None:
    from derive.typeset.expressions import formula_text

    return None if closed is None else formula_text(closed)

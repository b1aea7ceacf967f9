"""What a paper prints, a formula or a statement, and the verdict on it."""

from __future__ import annotations

from contextlib import suppress
from shlex import quote
from typing import Any

from checks.inputs import InputError

MARGIN = 30.0  # points of a line of a page, beside a formula


def claim_result(paper: str, number: int) -> dict[str, Any]:
    """The verdict on a formula, with the formula typeset as it is read.

    >>> found = claim_result("reed1982", 0)
    >>> found["key"], found["verdict"], found["formula"]["latex"]
    ('ring.mean_distance', 'holds', '\\\\frac{K^{2}}{4 (K-1)}')
    """
    from checks.claims import entry_of, judge
    from checks.papers import papers

    claim = papers()[paper].claims[number]
    found = _verdict(judge(entry_of(claim)))
    return {**found, "formula": typeset(claim.key, claim.formula), "where": claim.where, "words": ""}


def statement_result(paper: str, key: str) -> dict[str, Any]:
    """The verdict on a statement in words."""
    from checks.judgement import verdict_of
    from checks.papers import papers

    found = papers()[paper]
    statement = next(each for each in found.statements if each.key == key)
    verdict = _verdict(verdict_of(statement, found.judges[key]))
    return {**verdict, "formula": None, "where": "", "words": statement.words}


def _verdict(verdict: Any) -> dict[str, Any]:
    found = verdict.as_json()
    evidence = found.pop("evidence")
    family = found["key"].partition(".")[0]
    command = f"netlemma errata --all --paper {quote(found['source'])} --key {quote(found['key'])}"
    lemma = evidence.get("lemma", "")
    return {**found, "sizes": len(found["sizes"]), "family": family, "lemma": lemma, "command": command}


def typeset(key: str, formula: str) -> dict[str, str]:
    """The formula of a claim as text, MathML and LaTeX, the latter two empty where it has values but no symbolic form."""
    from checks.formula import parse_formula
    from checks.verify import find
    from derive.typeset import expression_latex, expression_mathml
    from derive.typeset.latex_page import TEXT_WIDTH

    found = find(*key.split(".", 1))[0]
    with suppress(InputError):
        expression = parse_formula(formula).to_sympy({p.name: p.symbol for p in found.domain.parameters})
        return {
            "text": formula,
            "mathml": expression_mathml(expression),
            "latex": expression_latex(expression),
            "broken": expression_latex(expression, TEXT_WIDTH - MARGIN),
        }
    return {"text": formula, "mathml": "", "latex": "", "broken": ""}

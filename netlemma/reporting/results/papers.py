"""Formulas and statements of papers with their verdicts."""

from __future__ import annotations

from shlex import quote
from typing import Any

from checks.claims.claim_latex import claim_latex, claim_mathml, formula_latex, formula_mathml, is_formula
from checks.claims.claimfile import entry_of
from checks.claims.claims import judge
from checks.claims.judgement import verdict_of
from checks.claims.papers import papers
from derive.core.claim import Claim, Statement
from derive.core.lemma_key import LemmaKey
from derive.typeset.pages.latex_page import TEXT_WIDTH

MARGIN = 30.0  # points of a line of a page, beside a formula


def claim_result(paper: str, number: int) -> dict[str, Any]:
    """The verdict on a formula.

    ``printed`` is the formula as the paper prints it; ``formula`` is its reading, if different; ``right`` is the
    correction, if that is a formula.

    Parameters
    ----------
    paper : str
        BibTeX key of the paper.
    number : int
        Number of the claim in the paper, from 0.

    Returns
    -------
    dict from str to object
        Plain data with its command.

    Examples
    --------
    >>> found = claim_result("reed1982", 0)
    >>> found["key"], found["verdict"], found["text"], found["printed"]["latex"]
    ('ring.mean_distance', 'holds', 'K^2/(4*(K - 1))', '\\\\frac{K^{2}}{4 (K-1)}')
    """

    claim = papers()[paper].claims[number]
    found = _verdict(judge(entry_of(claim)))
    read = formula(claim.formula) if claim.printed else None
    about = {"text": claim.formula, "where": claim.where, "words": ""}
    return {**found, **about, "printed": printed_equation(claim), "formula": read}


def statement_result(paper: str, key: str) -> dict[str, Any]:
    """The verdict on a statement in words.

    Parameters
    ----------
    paper : str
        BibTeX key of the paper.
    key : str
        Key of the statement.

    Returns
    -------
    dict from str to object
        Plain data with its command.
    """

    statement = next(each for each in papers()[paper].statements if each.key == key)
    verdict = _verdict(verdict_of(statement))
    about = {"text": "", "where": "", "words": statement.words}
    return {**verdict, **about, "printed": printed_equation(statement), "formula": None}


def _verdict(verdict: Any) -> dict[str, Any]:

    found = verdict.as_json()
    evidence = found.pop("evidence")
    family = LemmaKey.parse(found["key"]).subject
    command = f"netlemma errata --all --paper {quote(found['source'])} --key {quote(found['key'])}"
    lemma = evidence.get("lemma", "")
    right = formula(found["correction"]) if is_formula(found["correction"] or "") else None
    return {
        **found,
        "sizes": len(found["sizes"]),
        "family": family,
        "lemma": lemma,
        "command": command,
        "right": right,
    }


def printed_equation(stated: Claim | Statement) -> dict[str, str] | None:
    """The equation as the paper prints it, in LaTeX, MathML, and LaTeX broken into lines for a page; None for words."""

    latex = claim_latex(stated)
    if not latex:
        return None
    return {"mathml": claim_mathml(stated), "latex": latex, "broken": claim_latex(stated, TEXT_WIDTH - MARGIN)}


def formula(text: str) -> dict[str, str]:
    """A formula typeset as it is written, in the same three formats.

    >>> formula("w*D/4")["latex"]
    '\\\\frac{w D}{4}'
    """

    broken = formula_latex(text, TEXT_WIDTH - MARGIN)
    return {"mathml": formula_mathml(text), "latex": formula_latex(text), "broken": broken}

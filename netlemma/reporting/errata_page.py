r"""What papers print and how it is judged, as a LaTeX document: a numbered list for each paper.

Each item has the equation as the paper prints it, or the words; how it was read; the verdict; the smallest counterexample found,
and what is right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from checks.claims.claim_latex import claim_latex, condition_latex, formula_latex, is_formula
from checks.claims.claims import Judged
from derive.core.claim import Claim
from derive.typeset.pages.described import capital, sentence
from derive.typeset.pages.latex_page import TEXT_WIDTH, document_with
from derive.typeset.prose import latex_code, latex_prose, latex_words

if TYPE_CHECKING:
    from derive.core.claim import Statement, Verdict

ROOM = TEXT_WIDTH - 60.0  # points beside the number of an item


def errata_latex(judged: Iterable[Judged]) -> str:
    """The document, for plain pdflatex with amsmath and amssymb.

    >>> print(errata_latex([]).splitlines()[-2])
    Nothing fails.
    """
    body = []
    for paper, items in groupby(judged, key=lambda pair: pair[0].source):
        body += [rf"\section*{{{latex_words(paper)}}}", r"\begin{enumerate}"]
        for stated, verdict in items:
            body += _item(stated, verdict)
        body.append(r"\end{enumerate}")
    return document_with("Errata", body or ["Nothing fails."])


def _item(stated: Claim | Statement, verdict: Verdict) -> Iterator[str]:
    yield rf"\item \textbf{{{latex_prose(capital(stated.locator))}}} ({latex_code(stated.key)}): \emph{{{verdict.verdict}}}."
    shown = claim_latex(stated, ROOM)
    if shown:
        yield rf"\[ {shown} \]"
    else:
        yield f"``{latex_prose(stated.words)}''" if not isinstance(stated, Claim) else latex_code(stated.formula)
    if isinstance(stated, Claim) and stated.printed:
        yield rf"as read: \[ {formula_latex(stated.formula, ROOM)} \]"
    if isinstance(stated, Claim) and stated.where:
        yield f"where ${condition_latex(stated.where)}$"
    yield r"\par"
    if stated.reading:
        yield rf"Reading: {latex_prose(sentence(stated.reading))}\par"
    if verdict.counterexample:
        yield rf"{_counterexample(verdict.counterexample)}\par"
    if verdict.correction:
        yield rf"Right: {_right(stated, verdict.correction)}\par"


def _counterexample(example: dict) -> str:
    size = ", ".join(f"{name} = {value}" for name, value in example["size"].items())
    network = f" ({latex_prose(str(example['network']))})" if example.get("network") else ""
    at = f" at {latex_prose(size)}" if size else ""
    sides = f"Claimed: {latex_code(str(example['claimed']))}. In fact: {latex_code(str(example['true']))}."
    return f"Counterexample{at}{network}. {sides}"


def _right(stated: Claim | Statement, correction: str) -> str:
    """What is right: a formula, one that the grammar has no words for, or words."""
    if is_formula(correction):
        return rf"\[ {formula_latex(correction, ROOM)} \]"
    return latex_code(correction) if isinstance(stated, Claim) else latex_prose(sentence(correction))

r"""Printed statements of papers as a LaTeX document for their authors: a numbered list for each paper.

Each item has what the paper prints, the verdict, and of a statement that fails the counterexample worked by hand, the
correction and its derivation.
"""

import re
from collections.abc import Iterable
from itertools import groupby

from netlemma.checks.claims.errata import JudgedStatement
from netlemma.checks.claims.papers import coverage
from netlemma.checks.formula.formula_latex import claim_latex, formula_latex, is_formula
from netlemma.derive.core.claim import Claim, Verdict
from netlemma.derive.typeset.lemma_pages import TEXT_WIDTH, document_with
from netlemma.reporting.pdf.document import latex_environment, without_empty_lines
from netlemma.reporting.pdf.markup import prose

ROOM = TEXT_WIDTH - 60.0  # points beside the number of an item


def errata_latex(judged: Iterable[JudgedStatement]) -> str:
    """The document, for plain pdflatex with amsmath and amssymb.

    >>> print(errata_latex([]).splitlines()[-2])
    Nothing fails.
    """
    templates = latex_environment()
    templates.tests |= {"formula": is_formula, "claim": lambda reading: isinstance(reading, Claim)}
    templates.filters |= {
        "equation": lambda stated: claim_latex(stated, ROOM),
        "formula": lambda text: formula_latex(text, ROOM),
        "symbols": prose,
    }
    every = sorted(judged, key=lambda each: each.statement.source)
    papers = [(paper, list(items)) for paper, items in groupby(every, key=lambda each: each.statement.source)]
    pages = {(each.paper, each.key): each.page for each in coverage()}
    shown = templates.get_template("errata-list.tex").render(papers=papers, pages=pages, substituted=substituted)
    return document_with("Errata", without_empty_lines(shown))


def substituted(claim: Claim, verdict: Verdict) -> str:
    r"""The formula of a claim with the sizes of its counterexample, in LaTeX.

    >>> found = Verdict("a.b", "", "", "", "fails", None, (), {"size": {"k": 3}, "claimed": "9/2", "true": "4"})
    >>> substituted(Claim("a.b", "k^2/2", "notes", "Eq. 1"), found)
    '\\frac{3^{2}}{2}'
    """
    size = (verdict.counterexample or {}).get("size", {})
    text = re.sub(r"[A-Za-z_]\w*", lambda name: str(size.get(name[0], name[0])), claim.formula)
    return formula_latex(text, ROOM)

r"""Statements of papers and their verdicts as a LaTeX document: a numbered list for each paper.

Each item has the equation as the paper prints it, or the words; its reading; the verdict; the smallest counterexample
found, and the correction.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from checks.claims.claim_latex import claim_latex, formula_latex, is_formula
from checks.claims.claims import Judged
from derive.typeset.pages.latex_page import TEXT_WIDTH, document_with
from derive.typeset.prose import latex_prose
from netlemma.reporting.pdf.document import latex_environment, without_empty_lines

ROOM = TEXT_WIDTH - 60.0  # points beside the number of an item


def errata_latex(judged: Iterable[Judged]) -> str:
    """The document, for plain pdflatex with amsmath and amssymb.

    >>> print(errata_latex([]).splitlines()[-2])
    Nothing fails.
    """
    templates = latex_environment()
    templates.tests["formula"] = is_formula
    templates.filters |= {
        "equation": lambda stated: claim_latex(stated, ROOM),
        "formula": lambda text: formula_latex(text, ROOM),
        "symbols": latex_prose,
    }
    papers = [(paper, list(items)) for paper, items in groupby(judged, key=lambda pair: pair[0].source)]
    return document_with("Errata", without_empty_lines(templates.get_template("errata-list.tex").render(papers=papers)))

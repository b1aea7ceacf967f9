r"""The appendix of a judged paper in LaTeX: each place with its verdict, and the derivations of the lemmas behind them."""

from collections.abc import Iterable, Iterator

from netlemma.checks.base.verdicts import why
from netlemma.checks.formula.formula_latex import formula_latex, is_formula
from netlemma.checks.manuscript.judged_paper import Finding
from netlemma.derive.core.claim import Verdict
from netlemma.derive.discovery import lemma
from netlemma.derive.typeset.lemma_pages import TEXT_WIDTH, as_latex, document_with
from netlemma.derive.typeset.prose import latex_code, latex_words

ROOM = TEXT_WIDTH - 60.0
LONGEST = 400  # characters of the source that are shown


def appendix(findings: Iterable[Finding]) -> str:
    """A document for plain pdflatex with amsmath and amssymb.

    >>> print(appendix([]).splitlines()[-2])
    Nothing is marked.
    """
    found = list(findings)
    body = ["Nothing is marked."] if not found else [r"\begin{enumerate}", *_items(found), r"\end{enumerate}"]
    keys = dict.fromkeys(str(v.evidence["lemma"]) for each in found for v in each.verdicts if "lemma" in v.evidence)
    if keys:
        body.append(as_latex([lemma(key) for key in keys], steps=True, document=False))
    return document_with("Verdicts", body)


def _items(findings: Iterable[Finding]) -> Iterator[str]:
    for each in findings:
        text = " ".join(each.text.split())
        shown = text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."
        yield rf"\item \textbf{{{latex_words(f'{each.paper.name}, line {each.line}')}}}: \emph{{{each.verdict}}}. {latex_code(shown)}"
        for verdict in each.verdicts:
            yield from _verdict(verdict)


def _verdict(verdict: Verdict) -> Iterator[str]:
    reading = f" as {verdict.reading}" if verdict.reading else ""
    yield rf"\par {latex_code(verdict.key)}{latex_words(reading)} \emph{{{verdict.verdict}}}: {latex_words(why(verdict))}."
    if verdict.correction and is_formula(verdict.correction):
        yield rf"Right: \[ {formula_latex(verdict.correction, ROOM)} \]"

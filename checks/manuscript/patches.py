"""Patches with corrected formulas and numbers of a paper; nothing is changed in place."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from contextlib import suppress

from netlemma.checks.base.inputs import InputError
from netlemma.checks.claims.claim_latex import as_written
from netlemma.checks.formula import syntax
from netlemma.checks.formula.grammar import parse
from netlemma.checks.formula.latex.bindings import Binding, Bindings
from netlemma.checks.formula.syntax import free_names
from netlemma.checks.judging.readings import WrittenFormula, check_written
from netlemma.checks.manuscript.judged_paper import Finding
from netlemma.checks.manuscript.marks import Mark
from netlemma.checks.manuscript.source_text import Manuscript, Span
from netlemma.derive.core.claim import Verdict
from netlemma.derive.typeset.printers.latex import latex


def patch(findings: Iterable[Finding]) -> tuple[str, int]:
    """A unified patch that corrects what fails, where the correction is known, and the number of corrections.

    Parameters
    ----------
    findings : iterable of Finding
        Findings of a paper.

    Returns
    -------
    tuple of (str, int)
        Patch for ``patch -p0``, and how many places it corrects.
    """
    changes: dict[str, list[tuple[Span, str]]] = {}
    papers: dict[str, Manuscript] = {}
    for finding in findings:
        change = correction(finding)
        if change is not None:
            papers[finding.paper.name] = finding.paper
            changes.setdefault(finding.paper.name, []).append(change)
    parts = []
    for name, each in changes.items():
        before = papers[name].text
        after = before
        for span, text in sorted(each, key=lambda change: change[0].start, reverse=True):
            after = after[: span.start] + text + after[span.end :]
        lines = difflib.unified_diff(_lines(before), _lines(after), name, name)
        parts.append(
            "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
        )
    return "".join(parts), sum(map(len, changes.values()))


def _lines(text: str) -> list[str]:
    """Lines as patches count them: only a line feed ends one."""
    found = text.split("\n")
    return [f"{line}\n" for line in found[:-1]] + ([found[-1]] if found[-1] else [])


def correction(finding: Finding) -> tuple[Span, str] | None:
    """The place of a failing formula or number, and the LaTeX that is right there; None if it is not known.

    Parameters
    ----------
    finding : Finding
        Finding.

    Returns
    -------
    tuple of (Span, str) or None
        Place and text.
    """
    if finding.verdict != "fails":
        return None
    if finding.replacement:
        printed = str(finding.verdicts[0].evidence["printed"])
        text = finding.span.of(finding.paper.text)
        inner = printed.strip("$ ")
        at = text.find(inner)
        start = finding.span.start + max(at, 0)
        return Span(start, start + len(inner)), _number_latex(finding.replacement)
    for verdict in finding.verdicts:
        span = verdict.evidence.get("span")
        if (
            verdict.verdict != "fails"
            or not verdict.correction
            or verdict.evidence.get("relation")
            or finding.mark is None
        ):
            continue
        if not isinstance(span, tuple) or span[1] <= span[0]:
            continue
        found = _formula_latex(finding.mark, verdict)
        if found:
            start = finding.span.start
            return Span(start + span[0], start + span[1]), found
    return None


def _number_latex(text: str) -> str:
    above, slash, below = text.partition("/")
    return rf"\frac{{{above}}}{{{below}}}" if slash else text


def _formula_latex(mark: Mark, verdict: Verdict) -> str:
    """The correction in the letters of the paper; empty if it does not read back as one that holds."""
    with suppress(InputError, TypeError):
        root = parse(str(verdict.correction))
        letters: dict[str, Binding] = {}
        for each in (*mark.common, *mark.let):
            name, _, value = each.partition("=")
            if value.strip() in free_names(root) and name.strip().isidentifier():
                letters[value.strip()] = Binding((), syntax.Name(name.strip()))
        found = str(latex(as_written(Bindings(letters).applied(root, str(verdict.correction)))))
        where = str(verdict.evidence.get("where") or "")
        again = check_written(mark.family, mark.quantity, WrittenFormula(found, where, mark.let, latex=True))
        return found if again.verdict == "holds" else ""
    return ""

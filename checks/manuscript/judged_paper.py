"""A paper judged: every marked equation, number and table entry with its verdict and its line, and patches that correct them."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from netlemma.base.displays import Part, Words
from netlemma.base.names import assignments
from netlemma.checks.base.inputs import quoted_text
from netlemma.checks.base.time_budget import TimeBudget
from netlemma.checks.base.verdicts import VerdictList, Verdicts, as_verb, why
from netlemma.checks.formula import grammar
from netlemma.checks.formula.arithmetic import value_text
from netlemma.checks.formula.formula_latex import as_written
from netlemma.checks.formula.grammar import free_names, parse
from netlemma.checks.formula.latex.clauses import Binding, Bindings, read_bindings
from netlemma.checks.judging.claim_entry import tolerance_of
from netlemma.checks.judging.conventions import under
from netlemma.checks.judging.readings import WrittenFormula, check_written
from netlemma.checks.judging.reference_values import ReferenceValues, reference_values_of
from netlemma.checks.manuscript.marks import (
    BLANK,
    DISPLAYED,
    Manuscript,
    Mark,
    Span,
    environments,
    equations,
    labelled_marks,
    marks_of,
    placed,
    read_manuscript,
    target_of,
)
from netlemma.checks.manuscript.several_formulas import formulas_in, quantities_of
from netlemma.checks.manuscript.table_entries import ROWS, entries, read_number, topologies
from netlemma.derive.core.claim import Verdict
from netlemma.derive.typeset.latex_printer import latex
from netlemma.errors import FormulaError, InputError, OutOfTime
from netlemma.graphs.sources import source

# A paper judged: every marked equation, number and table entry with its verdict and its line.


LONGEST = 300  # of a message on one line
CONVENTIONS = ("pairs", "per", "length", "of", "direction", "links", "ends", "shift")
SECONDS = 60.0
HOW_TO_MARK = "% netlemma: hypercube diameter, or <!-- netlemma: hypercube diameter --> in Markdown"
_MARKED = re.compile(r"\\netlemma\s*(?:\[[^\]]*\](?=\s*\{)|\{[^{}]*\})")


@dataclass(frozen=True)
class Finding:
    """A verdict on a place of a paper.

    paper: File.
    span: Place of the formula or number.
    verdicts: Verdicts, one for each reading.
    replacement: Text that would be right there, for a number.
    mark: Mark that it belongs to.
    """

    paper: Manuscript
    span: Span
    verdicts: Verdicts
    replacement: str = ""
    mark: Mark | None = None

    @property
    def line(self) -> int:
        """Line of the place."""
        blank = BLANK.match(self.paper.text, self.span.start, self.span.end)
        return self.paper.line(blank.end() if blank else self.span.start)

    @property
    def text(self) -> str:
        """The formula or number."""
        return self.span.of(self.paper.text).strip()

    @property
    def verdict(self) -> str:
        """Verdict on the place."""
        return self.verdicts.verdict

    @property
    def sentence(self) -> str:
        """What is found, in one line."""
        several = len({each.verdict for each in self.verdicts}) > 1
        words = [f"{each.verdict}: {why(each)}" if several else why(each) for each in self.verdicts]
        return f"{self.verdicts[0].key}: {' | '.join(dict.fromkeys(words))}"

    @property
    def message(self) -> str:
        """The verdict and what is found, not too long for one line."""
        words = f"{self.verdict}: {' '.join(self.sentence.split())}"
        return words if len(words) <= LONGEST else f"{words[: LONGEST - 4]} ..."

    def as_json(self) -> list[dict[str, Any]]:
        """Rows as those of ``netlemma check``, with the file, the line and the text."""
        place = {"file": self.paper.name, "line": self.line, "text": self.text}
        return [{**place, **each.as_json()} for each in self.verdicts]


class JudgedPaper(VerdictList[Finding]):
    """Findings in the order of the paper."""

    @property
    def verdict(self) -> str:
        """That of all together; unknown if nothing is marked."""
        return super().verdict if self else "unknown"

    def _parts(self) -> list[Part]:
        lines = [Words(f"{each.paper.name}:{each.line}: {each.message}", hanging=2) for each in self]
        return [*lines, Words(self.summary)]

    @property
    def summary(self) -> str:
        """How many places have each verdict."""
        kinds = Counter(each.verdict for each in self)
        counts = [
            f"{kinds[kind]} {as_verb(kind, kinds[kind])}"
            for kind in ("holds", "fails", "agrees", "unknown")
            if kinds[kind]
        ]
        return (
            f"{len(self)} place{'s' * (len(self) > 1)}: {', '.join(counts)}"
            if self
            else f"no marked formulas, tables or numbers; a mark is written before one: {HOW_TO_MARK}"
        )

    def as_json(self) -> list[dict[str, Any]]:
        """Rows of all findings."""
        return [row for each in self for row in each.as_json()]


def judge_paper(
    paths: Sequence[str | Path],
    claims: str | Path | None = None,
    seconds: float = SECONDS,
    progress: Callable[[str], None] | None = None,
) -> JudgedPaper:
    """Judge what is marked in papers; of papers without marks list the equations, each with a mark to copy."""
    found, unmarked = JudgedPaper(), JudgedPaper()
    labelled = labelled_marks(claims) if claims else []
    seen: set[str] = set()
    for path in paths:
        for paper in read_manuscript(path):
            if paper.name in seen:
                continue
            seen.add(paper.name)
            here, labelled = placed(labelled, paper.plain)
            unmarked += list(_unmarked(paper))
            for mark in sorted([*marks_of(paper), *here], key=lambda each: each.place):
                if progress:
                    progress(f"{paper.name}:{paper.line(mark.place)}")
                found.extend(_judged(mark, paper, seconds))
    if labelled:
        raise InputError(f"{claims}: no \\label{{{labelled[0].label}}} in {', '.join(sorted(seen))}")
    return found or unmarked


def _unmarked(paper: Manuscript) -> Iterator[Finding]:
    """The equations of a paper, each with the mark that would have it judged."""
    for name, _, inside in environments(paper.plain, DISPLAYED):
        for span in equations(name, paper.plain, inside):
            try:
                named = [each for symbol, _ in formulas_in(paper.plain, span) for each in quantities_of(symbol)]
            except FormulaError:
                named = []
            quantity = next(iter(named), "QUANTITY")
            remark = f"no mark; write before it, with its family: % netlemma: FAMILY {quantity}"
            yield _unreadable(Mark(span.start), paper, span, remark)


def _judged(mark: Mark, paper: Manuscript, seconds: float) -> list[Finding]:
    place = Span(mark.place, mark.place)
    try:
        if mark.error:
            raise InputError(f"this mark cannot be read: {mark.error}")
        return list(_findings(mark, paper, seconds))
    except FormulaError as error:
        shown = " ".join(str(error).split())
        return [_unreadable(mark, paper, place, shown)]
    except (ValueError, OutOfTime) as error:  # of families, sizes and networks
        return [_unreadable(mark, paper, place, str(error))]


def _unreadable(mark: Mark, paper: Manuscript, span: Span, remark: str) -> Finding:
    key = f"{mark.family}.{mark.quantity}" if mark.family else "mark" if mark.error else "equation"
    verdict = Verdict(
        key=key, source=paper.name, locator=str(paper.line(span.start)), reading="", verdict="unknown", proof=None,
        sizes=(), remark=remark,
    )  # fmt: skip
    return Finding(paper, span, Verdicts([verdict]), mark=mark)


def _findings(mark: Mark, paper: Manuscript, seconds: float) -> Iterator[Finding]:
    if mark.family == ROWS:
        for row in topologies(mark, paper.plain):
            own = replace(mark, family=row.family, content=row.cell, options={**mark.options, "column": ""})
            if row.why:
                yield _unreadable(own, paper, row.cell, row.why)
            else:
                yield from _judged(own, paper, seconds)
        return
    options = {name: value for name, value in mark.options.items() if name in CONVENTIONS}
    named, budget = source(mark.family), TimeBudget(seconds)
    truth = under(reference_values_of(named, mark.quantity, budget), options)
    for name in mark.sizes:
        if name not in truth.names:
            raise InputError(f"{named.title} has no size {name!r}; it has {', '.join(truth.names)}")
    mark = replace(mark, let=_bindings(mark, truth.names))
    target = target_of(mark, paper.plain, truth.names)
    if target.why:
        yield _unreadable(mark, paper, target.span, target.why)
    elif target.kind == "number":
        yield _number(mark, paper, target.span, truth, {**target.sizes, **mark.sizes})
    elif target.kind == "table":
        for entry in entries(mark, paper.plain, target.span, truth.names):
            if entry.why:
                yield _unreadable(mark, paper, entry.span, entry.why)
            else:
                yield _number(mark, paper, entry.span, truth, entry.sizes)
    else:
        span, why = _named(mark, paper.plain, target.span)
        if why:
            yield _unreadable(mark, paper, span, why)
        else:
            yield _formula(mark, paper, span, truth, seconds, options)


def _named(mark: Mark, text: str, span: Span) -> tuple[Span, str]:
    """The one of several formulas in a display that the quantity of a mark names, or why there is not one."""
    if mark.content is not None:
        return span, ""
    try:
        several = formulas_in(text, span)
    except FormulaError:
        return span, ""
    if len(several) < 2:
        return span, ""
    quantity = mark.quantity.partition(".")[0]
    fitting = [part for symbol, part in several if quantity in quantities_of(symbol)]
    if len(fitting) == 1:
        return fitting[0], ""
    symbols = ", ".join(symbol for symbol, _ in several)
    how = "several" if fitting else "none"
    return (
        span,
        f"several formulas, of {symbols}, and {how} named as {quantity}: mark the one by \\netlemma[...]{{...}}",
    )


def _bindings(mark: Mark, names: Sequence[str]) -> tuple[str, ...]:
    """The bindings of a mark, and earlier ones that can be read with the sizes of its network."""
    own = {each.partition("=")[0] for each in mark.let}
    kept: tuple[str, ...] = ()
    for each in mark.common:
        name = each.partition("=")[0]
        with suppress(InputError):
            read_bindings((*kept, each), names)
            kept += (each,) if name not in own and name not in names else ()
    return (*kept, *mark.let)


def _formula(
    mark: Mark, paper: Manuscript, span: Span, truth: ReferenceValues, seconds: float, options: dict[str, str]
) -> Finding:
    text = _MARKED.sub(lambda found: " " * len(found.group()), span.of(paper.plain))
    written = WrittenFormula(
        text,
        mark.options.get("where", ""),
        mark.let,
        latex=True,
        macros=paper.macros,
        source=paper.name,
        locator=str(paper.line(span.start)),
        tolerance=tolerance_of(mark.options.get("tolerance", "")),
    )
    sizes, at = mark.options.get("sizes", ""), assignments(mark.sizes)
    try:
        found = check_written(mark.family, mark.quantity, written, sizes, seconds, at, **options)
    except FormulaError as error:
        place = span.start + (error.column or 0)
        marked = " | ".join(error.marked())
        return _unreadable(
            mark, paper, Span(min(place, span.end), span.end), f"{error} | {marked}" if marked else str(error)
        )
    except InputError as error:
        return _unreadable(mark, paper, span, str(error))
    finding = Finding(paper, span, found, mark=mark)
    placed_verdicts = [replace(each, locator=str(finding.line)) for each in found]
    for index, each in enumerate(placed_verdicts):
        found[index] = each
    return finding


def _number(mark: Mark, paper: Manuscript, span: Span, truth: ReferenceValues, sizes: dict[str, int]) -> Finding:
    text = span.of(paper.plain)
    printed = read_number(text)
    missing = [name for name in truth.names if name not in sizes]
    if printed is None:
        return _unreadable(mark, paper, span, f"{quoted_text(text.strip())} is no number")
    if missing:
        return _unreadable(
            mark, paper, span, f"the size {missing[0]} is not said; give it in the mark, as {missing[0]}=4"
        )
    size = {name: sizes[name] for name in truth.names}
    if not truth.domain.contains(size):
        return _unreadable(mark, paper, span, f"{truth.key} is defined for {truth.domain.describe()}")
    true = Fraction(truth.value(size))
    about: dict[str, Any] = {"key": f"{mark.family}.{mark.quantity}", "source": paper.name, "reading": ""}
    about["evidence"] = {"printed": text.strip(), **({"lemma": truth.lemma.key} if truth.lemma else {})}
    start = span.start + len(text) - len(text.lstrip())
    about["locator"] = str(paper.line(start))
    shown = assignments(size)
    span = Span(start, span.end)
    if printed.agrees(true):
        exact = "equal to" if printed.value == true else f"{value_text(true)} as rounded, by"
        proof = f"{exact} {truth.cited} at {shown}"
        verdict = Verdict(**about, verdict="holds", proof=proof, sizes=(size,), domain=shown)
        return Finding(paper, span, Verdicts([verdict]), mark=mark)
    right = printed.like(true)
    wrong = {"size": size, "claimed": text.strip().strip("$"), "true": value_text(true)}
    verdict = Verdict(
        **about, verdict="fails", proof=None, sizes=(), counterexample=wrong, correction=right, domain=shown
    )
    return Finding(paper, span, Verdicts([verdict]), right, mark)


# Patches with corrected formulas and numbers of a paper; nothing is changed in place.


def patch(findings: Iterable[Finding]) -> tuple[str, int]:
    """A unified patch that corrects what fails, where the correction is known, and the number of corrections."""
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
    """The place of a failing formula or number, and the LaTeX that is right there; None if it is not known."""
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
                letters[value.strip()] = Binding((), grammar.Name(name.strip()))
        found = str(latex(as_written(Bindings(letters).applied(root, str(verdict.correction)))))
        where = str(verdict.evidence.get("where") or "")
        again = check_written(mark.family, mark.quantity, WrittenFormula(found, where, mark.let, latex=True))
        return found if again.verdict == "holds" else ""
    return ""

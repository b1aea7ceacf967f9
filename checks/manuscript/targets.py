"""What a mark is about: an equation, a row of an alignment, a table, a cell, a formula or a number in the text."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from netlemma.checks.manuscript.marks import Mark
from netlemma.checks.manuscript.source_text import DISPLAYED, TABLES, Span, environments, rows

_INLINE = re.compile(r"(?<!\\)\$((?:[^$\\]|\\.)+)\$|\\\((.+?)\\\)", re.DOTALL)
_ASSIGNED = re.compile(r"([A-Za-z][A-Za-z_]*)\s*(?:=|\\?equals?|is)\s*\$?\s*([0-9]+)(?![0-9.]*[0-9])")
_NUMBER = re.compile(
    r"(?<![\w.\\{}])(\\frac\{[0-9]+\}\{[0-9]+\}|[0-9]+/[0-9]+|[0-9]+(?:(?:,|\{,\})[0-9]{3})*(?:\.[0-9]+)?)(?!-?[A-Za-z_0-9])"
)
_SENTENCE = re.compile(r"(?<=[^\s.])\.(?=\s|\})|\n\s*\n")
BLANK = re.compile(r"(?:\s|%[^\n]*(?:\n|\Z)|\\noindent|\\par\b|\\centering|\\netlemma\{[^}]*\})*")


@dataclass(frozen=True)
class Target:
    """What a mark is about.

    Parameters
    ----------
    kind : str
        ``formula``, ``number``, ``table``, ``unclear`` or ``missing``.
    span : Span
        Part of the text.
    sizes : Mapping from str to int
        Sizes that the text states, for a number.
    why : str, default ""
        Why there is nothing.
    """

    kind: str
    span: Span
    sizes: Mapping[str, int]
    why: str = ""


def target_of(mark: Mark, text: str, names: Collection[str]) -> Target:
    """What a mark is about.

    Parameters
    ----------
    mark : Mark
        Mark.
    text : str
        Text of the file, verbatim parts blanked.
    names : collection of str
        Sizes of the network.

    Returns
    -------
    Target
        What it is about, of the kind ``missing`` if there is nothing.
    """
    if mark.content is not None:
        known = set(names) <= set(mark.sizes)
        return Target("number" if known and _only_number(mark.content.of(text)) else "formula", mark.content, {})
    around = _around(mark, text)
    if around is not None:
        return around
    blank = BLANK.match(text, mark.place)
    start = blank.end() if blank else mark.place
    paragraph = re.compile(r"\n[ \t]*\n").search(text, start)
    end = paragraph.start() if paragraph else len(text)
    displays = [each for each in environments(text, DISPLAYED) if start <= each[1].start]
    tables = [each for each in environments(text, TABLES) if start <= each[1].start]
    display = displays[0] if displays else None
    table = tables[0] if tables else None
    if table and text.startswith(r"\begin{", start) and not (display and display[1].start < table[1].start):
        return Target("table", table[2], {})
    if display and display[1].start == start:
        return Target("formula", _first_row(display[0], text, display[2]), {})
    said = _in_text(mark, text, Span(start, end), names)
    if display and display[1].start <= end:
        ends = _SENTENCE.search(text, start, display[1].start)
        if said.kind == "missing" or (said.kind == "formula" and not ends):
            return Target("formula", _first_row(display[0], text, display[2]), {})
    return said


def _only_number(words: str) -> bool:
    match = _NUMBER.search(words)
    return match is not None and not re.search(r"[A-Za-z]", words.replace(match.group(), "", 1).replace("\\,", ""))


def _around(mark: Mark, text: str) -> Target | None:
    """The row or the cell around a mark, or the environment that has its label."""
    for _, whole, inside in environments(text, TABLES):
        if inside.start <= mark.place <= whole.end:
            if mark.label:
                return Target("table", inside, {})
            return _cell(mark, text, inside)
        if mark.label and whole.start <= mark.place <= whole.end:
            return Target("table", inside, {})
    for name, _, inside in environments(text, DISPLAYED):
        if inside.start <= mark.place <= inside.end:
            each = [row for row in rows(text, inside) if row[-1].end >= mark.place]
            if name in ("equation", "displaymath", "math", "dmath", "multline"):
                return Target("formula", inside, {})
            return Target("formula", _continued(each, text), {})
    if mark.label:
        for _, whole, inside in environments(text, ("table",)):
            if whole.start <= mark.place <= whole.end:
                held = [each for each in environments(text, TABLES) if whole.start <= each[1].start <= whole.end]
                if held:
                    return Target("table", held[0][2], {})
                return Target("missing", inside, {}, "this table has no rows")
    return None


def _first_row(name: str, text: str, inside: Span) -> Span:
    if name in ("equation", "displaymath", "math", "dmath", "multline"):
        return inside
    return _continued(rows(text, inside), text)


def _continued(each: list[list[Span]], text: str) -> Span:
    """The first row, and those behind it that begin with an empty column."""
    first, *others = each
    end = first[-1].end
    for row in others:
        begins = re.sub(r"%[^\n]*", "", row[0].of(text)).strip()
        if begins or len(row) < 2 or "netlemma:" in row[0].of(text):
            break
        end = row[-1].end
    return Span(first[0].start, end)


def _cell(mark: Mark, text: str, inside: Span) -> Target:
    """The cell of the row behind a mark: that of the column that it names, or the last one."""
    for row in rows(text, inside):
        if row[-1].end < mark.place:
            continue
        column = mark.options.get("column", str(len(row)))
        if column.isdecimal() and 0 < int(column) <= len(row):
            cell = row[int(column) - 1]
            start = max(cell.start, mark.place) if cell.start <= mark.place <= cell.end else cell.start
            span = Span(start, cell.end)
            return Target("number" if _only_number(span.of(text)) and mark.sizes else "formula", span, {})
    return Target("missing", inside, {}, "there is no such cell")


def _in_text(mark: Mark, text: str, paragraph: Span, names: Collection[str]) -> Target:
    """A number at sizes that the mark and the sentence give, or the first formula of the sentence that assigns no size."""
    sentence_end = _SENTENCE.search(text, paragraph.start, paragraph.end)
    sentence = Span(paragraph.start, sentence_end.start() if sentence_end else paragraph.end)
    words = re.sub(r"%[^\n]*", lambda found: " " * len(found.group()), sentence.of(text))
    assigned = [each for each in _ASSIGNED.finditer(words) if each.group(1) in names]
    sizes = {each.group(1): int(each.group(2)) for each in assigned}
    if set(names) <= {*mark.sizes, *sizes}:
        taken = [each.span() for each in assigned]
        numbers = [each for each in _NUMBER.finditer(words) if not any(a <= each.start() < b for a, b in taken)]
        if len(numbers) == 1:
            start, end = numbers[0].span(1)
            return Target("number", Span(sentence.start + start, sentence.start + end), sizes)
        why = "several numbers" if numbers else "no number"
        return Target("unclear", sentence, {}, f"{why} in this sentence; mark the number by \\netlemma[...]{{...}}")
    for each in _INLINE.finditer(words):
        if not _ASSIGNED.fullmatch(each.group().strip("$ ")):
            return Target("formula", Span(sentence.start + each.start(), sentence.start + each.end()), {})
    return Target("missing", sentence, {}, "nothing that can be judged follows this mark")

"""The text of a paper with its places, the marks that say of which quantity it speaks, and what each mark is about."""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from netlemma.base.names import nearest
from netlemma.checks.base.inputs import quoted_text
from netlemma.checks.claims.papers import claim_text, toml_tables
from netlemma.checks.formula.latex.tex_tokens import Macro, definitions, group, tex_tokens
from netlemma.checks.judging.conventions import OPTIONS
from netlemma.errors import FormulaError, InputError
from netlemma.graphs.base.text_files import open_file

# The text of a paper with its places: lines, environments, rows of alignments and cells of tables.


LARGEST = 5_000_000  # bytes of a file
DEEPEST = 8  # files within files
DISPLAYED = (
    "equation",
    "align",
    "gather",
    "multline",
    "displaymath",
    "eqnarray",
    "flalign",
    "alignat",
    "math",
    "dmath",
)
TABLES = ("tabular", "tabularx", "tabulary", "longtable", "tabu")
_ARGUMENTS = re.compile(
    r"(?:\s*\[[^\]]*\])?(?:\s*\{(?:[^{}]|\{[^{}]*\})*\})?(?:\s*\{[lcrpXLCR|@>][^\n]*\}[ \t]*(?=\n))?"
)
_ASIDE = re.compile(
    r"\\begin\{(verbatim|lstlisting|minted|comment|Verbatim)\*?\}.*?\\end\{\1\*?\}|\\verb\*?([^A-Za-z\s]).*?\2",
    re.DOTALL,
)
_INPUT = re.compile(r"^[^%\n]*?\\(?:input|include)\s*\{([^}]+)\}", re.MULTILINE)


@dataclass(frozen=True)
class Span:
    """A part of a text from ``start`` to ``end``."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """The part of the text."""
        return text[self.start : self.end]


@dataclass(frozen=True)
class Manuscript:
    """One file of a paper.

    name: Path of the file as it is shown.
    text: Contents.
    macros: Macros of the whole paper.

    >>> Manuscript("a.tex", "one\\ntwo", {}).line(4)
    2
    """

    name: str
    text: str
    macros: dict[str, Macro]

    @property
    def plain(self) -> str:
        """The text with blanks instead of verbatim parts, each character at its place."""
        return _ASIDE.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), self.text)

    def line(self, place: int) -> int:
        """The number of the line of a place, counted from 1."""
        return self.text.count("\n", 0, place) + 1


def read_manuscript(path: str | Path) -> list[Manuscript]:
    r"""A paper: its file, and the files that it has by ``\input`` and ``\include``, each once."""
    texts: dict[Path, str] = {}
    _collect(Path(path), Path(path).parent, texts, 0)
    macros: dict[str, Macro] = {}
    for text in texts.values():
        macros |= definitions(text)
    return [Manuscript(str(each), text, macros) for each, text in texts.items()]


def _collect(path: Path, folder: Path, texts: dict[Path, str], depth: int) -> None:
    try:
        with open_file(path) as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise InputError(f"{path} is larger than {LARGEST // 1_000_000} MB")
        text = data.decode()
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8: byte {error.start + 1} cannot be decoded") from None
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    texts[path] = text
    for found in _INPUT.finditer(text):
        other = folder / found.group(1).strip()
        other = other if other.suffix else other.with_suffix(".tex")
        if depth < DEEPEST and other not in texts and other.is_file():
            _collect(other, folder, texts, depth + 1)


def environments(text: str, kinds: tuple[str, ...]) -> Iterator[tuple[str, Span, Span]]:
    r"""Environments of some kinds, the outer ones, and ``\[...\]``, ``$$...$$``: name, whole, inside."""
    names = "|".join(kinds)
    opening = re.compile(rf"(?<!\\)(?:%[^\n]*|\\begin\{{({names})\*?\}}|(\\\[)|(\$\$))")
    place = 0
    while found := opening.search(text, place):
        place = found.end()
        name = found.group(1) or ("displaymath" if found.group(2) or found.group(3) else "")
        if not name or (not found.group(1) and "displaymath" not in kinds):
            continue
        closing = rf"\\end\{{{name}\*?\}}" if found.group(1) else r"\\\]" if found.group(2) else r"\$\$"
        ended = re.compile(closing).search(text, place)
        if ended is None:
            continue
        given = _ARGUMENTS.match(text, place) if name in (*TABLES, "alignat") else None
        yield name, Span(found.start(), ended.end()), Span(given.end() if given else place, ended.start())
        place = ended.end()


_SEPARATOR = re.compile(r"\\\\(?:\s*\[[^\]]*\])?|\\tabularnewline|\\begin\{|\\end\{|%[^\n]*|\\.|[{}&]", re.DOTALL)


def rows(text: str, inside: Span) -> list[list[Span]]:
    r"""The rows of an alignment or a table, each with its cells; ``\\`` and ``&`` in braces or environments do not count.

    >>> text = r"a & {b & c} \\ d"
    >>> [[cell.of(text).strip() for cell in row] for row in rows(text, Span(0, len(text)))]
    [['a', '{b & c}'], ['d']]
    """
    found: list[list[Span]] = [[]]
    start, depth = inside.start, 0
    for mark in _SEPARATOR.finditer(text, inside.start, inside.end):
        word = mark.group()
        if word in ("{", "\\begin{"):
            depth += 1 + (word != "{")  # the brace of \begin{...} closes, the environment stays open
        elif word in ("}", "\\end{"):
            depth -= 1 if word == "}" else 0
        ends = word.startswith("\\\\") or word == "\\tabularnewline"
        if depth == 0 and (word == "&" or ends):
            found[-1].append(Span(start, mark.start()))
            start = mark.end()
            if ends:
                found.append([])
    found[-1].append(Span(start, inside.end))
    return found


# Marks of a paper that say of which quantity an equation, a column or a number speaks.
#
# A mark has the words of ``netlemma check`` without the formula: ``% netlemma: toroid mean_distance --where "w even"`` before
# or beside an equation, ``\netlemma{...}`` with the same words, ``\netlemma[...]{...}`` around a formula or a number, or an
# entry of a TOML file for a label.


LISTS = ("let",)
OWN = ("where", "sizes", "tolerance", "column", "shift", "let")
_COMMENT = re.compile(r"(?<!\\)(?:%+|<!--)[ \t]*netlemma:[ \t]*([^\n]*?)[ \t]*(?:-->|$)", re.MULTILINE)
_MACRO = re.compile(r"\\netlemma(?![A-Za-z])[ \t]*(?:\[([^\]]*)\])?")
_LINE_COMMENT = re.compile(r"(?<!\\)%[^\n]*")


@dataclass(frozen=True)
class Mark:
    """What a mark says.

    place: Where what it marks begins to be looked for.
    family: Family or product; empty if the mark only binds names for those behind it.
    quantity: Quantity.
    sizes: Sizes of the network that are given.
    options: Options of ``netlemma check``, and ``column`` of a table.
    let: Bindings of names.
    content: What is marked, if the mark is around it.
    label: Label of what is marked.
    error: Why the mark cannot be read.
    common: Bindings of earlier marks, used where they can be read.
    """

    place: int
    family: str = ""
    quantity: str = ""
    sizes: Mapping[str, int] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    let: tuple[str, ...] = ()
    content: Span | None = None
    label: str = ""
    error: str = ""
    common: tuple[str, ...] = ()


def marks_of(paper: Manuscript) -> list[Mark]:
    """The marks in a text, in order; bindings of a mark without a family hold for all behind it."""
    text = paper.plain
    found: list[tuple[int, str, Span | None]] = []
    for each in _COMMENT.finditer(text):
        line = text.rfind("\n", 0, each.start()) + 1
        beside = text[line : each.start()].strip()  # what stands on the line of the comment is what it marks
        found.append((line if beside else each.end(), each.group(1), None))
    quiet = _LINE_COMMENT.sub(lambda comment: " " * len(comment.group()), text)
    defined = [
        each.end() for each in re.finditer(r"\\(?:re)?newcommand\*?\s*\{?|\\def\s*|\\NewDocumentCommand\s*\{?", quiet)
    ]
    for each in _MACRO.finditer(quiet):
        if each.start() in defined:
            continue
        argument = _argument(text, each.end())
        if argument is not None and each.group(1) is None:
            found.append((argument.end + 1, argument.of(text), None))
        elif argument is not None:
            found.append((argument.start, each.group(1), argument))
    common: tuple[str, ...] = ()
    marks = []
    for place, words, content in sorted(found, key=lambda each: each[0]):
        mark = read_mark(words, place, content)
        if mark.family or mark.error:
            marks.append(replace(mark, common=common))
        else:
            common = (*common, *mark.let)
    return marks


def _argument(text: str, start: int) -> Span | None:
    """What is in the braces that begin here."""
    rest = text[start : start + 20_000]
    try:
        tokens = tex_tokens(rest[:8000])
        end = group(tokens, 0, rest)[1]
    except FormulaError:
        return None
    if not rest.lstrip().startswith("{"):
        return None
    close = tokens[end - 1].column
    opening = rest.index("{")
    return Span(start + opening + 1, start + close)


def read_mark(words: str, place: int = 0, content: Span | None = None) -> Mark:
    """A mark from its words.

    >>> mark = read_mark('toroid mean_distance D=2 --where "w even" let d=D')
    >>> mark.family, mark.quantity, mark.sizes, mark.options, mark.let
    ('toroid', 'mean_distance', {'D': 2}, {'where': 'w even'}, ('d=D',))
    >>> read_mark("toroid mean_distance --wher x").error
    "there is no option '--wher' (did you mean 'where'?)"
    """
    try:
        parts = shlex.split(words.replace("\\_", "_"), posix=True)
        return _read(parts, place, content)
    except ValueError as error:
        return Mark(place, content=content, error=str(error))


def _read(parts: list[str], place: int, content: Span | None) -> Mark:
    legal = (*OWN, *OPTIONS)
    options: dict[str, str] = {}
    sizes: dict[str, int] = {}
    let: list[str] = []
    named: list[str] = []
    waiting = ""
    for part in parts:
        name, sign, value = part.removeprefix("--").partition("=")
        if part.startswith("--") and name not in legal:
            raise InputError(f"there is no option {quoted_text(part)}{nearest(name, legal)}")
        ends_where = waiting == "where" and "where" in options and name in legal and (sign or part in OWN)
        if waiting and not ends_where and not part.startswith("--") and (waiting != "let" or sign):
            _set(waiting, part, options, let)
            open_where = waiting == "where" and len(named) == 2  # where w even, without quotes
            waiting = waiting if waiting == "let" or open_where else ""
        elif name in legal and (part.startswith("--") or sign or part in OWN):
            waiting = "" if sign else name
            if sign:
                _set(name, value, options, let)
        elif sign and value.isdecimal():
            sizes[name] = int(value)
        elif sign:
            raise InputError(f"{quoted_text(part)} is no size; a size is a whole number, and names are bound by let")
        else:
            waiting = ""
            named.append(part)
    if waiting and waiting != "let" and waiting not in options:
        raise InputError(f"`{waiting}` needs a value")
    if len(named) == 0 and let:
        return Mark(place, let=tuple(let), content=content)
    if len(named) != 2:
        raise InputError("a mark is a family and a quantity, as in: netlemma: toroid mean_distance")
    return Mark(place, named[0], named[1], sizes, options, tuple(let), content)


def _set(name: str, value: str, options: dict[str, str], let: list[str]) -> None:
    if name == "let":
        let.append(value)
    elif name == "where" and name in options:
        options[name] += f" {value}"
    else:
        options[name] = value


def labelled_marks(path: str | Path) -> list[Mark]:
    """The marks of a TOML file: tables ``[[claim]]`` with ``label``, ``family``, ``quantity`` and options."""
    entries = toml_tables(claim_text(path), str(path)).get("claim")
    if not isinstance(entries, list) or not entries:
        raise InputError(f"{path}: no claims; each begins with [[claim]]")
    return [_labelled(entry, f"{path}: claim {number}") for number, entry in enumerate(entries, 1)]


def _labelled(entry: Any, place: str) -> Mark:
    legal = ("label", "family", "quantity", *OWN, *OPTIONS)
    if not isinstance(entry, dict):
        raise InputError(f"{place} is no table")
    for name in ("label", "family", "quantity"):
        if not isinstance(entry.get(name), str):
            raise InputError(f"{place}: {name} is missing; it is a text")
    let = entry.get("let", [])
    sizes = {name: value for name, value in entry.items() if name not in legal and isinstance(value, int)}
    for name, value in entry.items():
        if name not in legal and name not in sizes:
            raise InputError(f"{place}: unknown field {quoted_text(name)}{nearest(name, legal)}")
        if name in legal and name != "let" and not isinstance(value, str | int):
            raise InputError(f"{place}: {name} is a text")
    options = {name: str(entry[name]) for name in (*OWN, *OPTIONS) if name in entry and name != "let"}
    bound = tuple([let] if isinstance(let, str) else map(str, let))
    return Mark(0, entry["family"], entry["quantity"], sizes, options, bound, label=entry["label"])


def placed(marks: Iterable[Mark], text: str) -> tuple[list[Mark], list[Mark]]:
    """Marks of labels, at the places of their labels in a text; and those whose labels it does not have."""
    found, missing = [], []
    for mark in marks:
        at = re.search(rf"\\label\s*\{{\s*{re.escape(mark.label)}\s*\}}", text)
        if at is None:
            missing.append(mark)
        else:
            found.append(replace(mark, place=at.start()))
    return found, missing


# What a mark is about: an equation, a row of an alignment, a table, a cell, a formula or a number in the text.


_INLINE = re.compile(r"(?<!\\)\$((?:[^$\\]|\\.)+)\$|\\\((.+?)\\\)", re.DOTALL)
_ASSIGNED = re.compile(r"([A-Za-z][A-Za-z_]*)\s*(?:=|\\?equals?|is)\s*\$?\s*([0-9]+)(?![0-9.]*[0-9])")
_NUMBER = re.compile(
    r"(?<![\w.\\{}])(\\frac\{[0-9]+\}\{[0-9]+\}|[0-9]+/[0-9]+|[0-9]+(?:(?:,|\{,\})[0-9]{3})*(?:\.[0-9]+)?)(?!-?[A-Za-z_0-9])"
)
_SENTENCE = re.compile(r"(?<=[^\s.])\.(?=\s|\})|\n\s*\n")
BLANK = re.compile(r"(?:\s|<!--.*?-->|%[^\n]*(?:\n|\Z)|\\noindent|\\par\b|\\centering|\\netlemma\{[^}]*\})*")


@dataclass(frozen=True)
class Target:
    """What a mark is about.

    kind: ``formula``, ``number``, ``table``, ``unclear`` or ``missing``.
    span: Part of the text.
    sizes: Sizes that the text states, for a number.
    why: Why there is nothing.
    """

    kind: str
    span: Span
    sizes: Mapping[str, int]
    why: str = ""


def target_of(mark: Mark, text: str, names: Collection[str]) -> Target:
    """What a mark is about."""
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
            if name in SINGLE:
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


SINGLE = ("equation", "displaymath", "math", "dmath", "multline")  # environments of one formula


def equations(name: str, text: str, inside: Span) -> list[Span]:
    """The equations of an environment: its rows, each with those that continue it."""
    if name in SINGLE:
        return [inside] if inside.of(text).strip() else []
    every, found = rows(text, inside), []
    while every:
        span = _continued(every, text)
        found += [span] if span.of(text).strip() else []
        every = [row for row in every if row[0].start >= span.end]
    return found


def _first_row(name: str, text: str, inside: Span) -> Span:
    if name in SINGLE:
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

"""The document for plain pdflatex, from the templates beside this module: its tables, whose widths fit the page, and its pictures."""

import re
from base64 import b64decode
from collections.abc import Iterable, Sequence
from datetime import date
from math import inf
from typing import Any, NamedTuple

from jinja2 import Environment

from netlemma.checks.formula.formula_latex import condition_latex
from netlemma.derive.typeset.lemma_pages import TEXT_WIDTH, sentence
from netlemma.derive.typeset.prose import latex_code, latex_words
from netlemma.glossary.explanations import glossary
from netlemma.reporting.gather import Data, Report, references
from netlemma.reporting.lookup import groups
from netlemma.reporting.pdf.markup import as_sentence, plain, prose, rows_of, value
from netlemma.reporting.template_filters import byline, decimal, environment, published

LETTER, HEAD_LETTER, CODE_LETTER, GAP = 4.6, 5.9, 4.8, 8.0  # points: letters in tables, between columns
NARROW = 0.9  # of the width of headings, where room is short
LETTERS = {"small": 1.0, "footnotesize": 0.91, "scriptsize": 0.84}  # of tables, the largest first: their width
SHORT_SIZE = 9 * CODE_LETTER  # points, up to which a name with its value is not broken
LONG_RATIO = 14  # characters, from which on a fraction is set with its numerator above its denominator
_BREAK = r"\s|(?<=[-._(/*+=,:;^)>])(?=\S)|(?<=\d{9})(?=\d{4})"  # where cells may be broken


class Cell(NamedTuple):
    """A table cell: LaTeX, its approximate width on one line, and that of its longest part without a break, in points."""

    latex: str
    width: float
    part: float = 0.0


def text_cell(text: object, most: float = inf) -> Cell:
    """A cell with text, which is broken into lines if it is wider than a limit.

    >>> text_cell("f >= 3, r >= 1, s >= 0", 50).width, text_cell("r", 50).width
    (50, 4.6)
    """
    return Cell(prose(str(text)), min(most, LETTER * len(str(text))), LETTER * _longest_part(str(text)))


def code_cell(text: object) -> Cell:
    """A cell with code.

    >>> code_cell("a=1 terminals=2").part == CODE_LETTER * len("terminals=")
    True
    """
    return Cell(latex_code(str(text)), CODE_LETTER * len(str(text)), CODE_LETTER * _longest_part(str(text)))


def size_cell(text: object) -> Cell:
    r"""A cell with a size, which is broken between its names with values; inside only long ones.

    >>> size_cell("q=3 p=0").latex
    '\\mbox{\\texttt{q=\\allowbreak{}3}} \\mbox{\\texttt{p=\\allowbreak{}0}}'
    >>> size_cell("arrangement=palmtree").latex
    '\\texttt{arrangement=\\allowbreak{}palmtree}'
    """
    words = [code_cell(word) for word in str(text).split(" ")]
    whole = [
        word._replace(latex=rf"\mbox{{{word.latex}}}", part=word.width) if word.width <= SHORT_SIZE else word
        for word in words
    ]
    return Cell(" ".join(word.latex for word in whole), CODE_LETTER * len(str(text)), max(word.part for word in whole))


def _longest_part(text: str) -> int:
    return max(map(len, re.split(_BREAK, text)))


def value_cell(text: object) -> Cell:
    r"""A cell with a value as code; a long fraction with its numerator above its denominator.

    >>> value_cell("1/3").latex, value_cell("14291434909/255938859000")
    ('\\texttt{1/\\allowbreak{}3}', Cell(latex='\\ratio{14291434909}{255938859000}', width=57.6, part=57.6))
    """
    above, _, below = str(text).partition("/")
    if len(str(text)) < LONG_RATIO or not (above.isdecimal() and below.isdecimal()):
        return code_cell(text)
    width = round(CODE_LETTER * max(len(above), len(below)), 1)
    return Cell(rf"\ratio{{{above}}}{{{below}}}", width, width)


def column_widths(headings: Sequence[str], rows: Sequence[Sequence[Cell]]) -> list[float]:
    """The width of each column of a table: its required width, or a share of the line.

    >>> column_widths(["size", "value"], [(code_cell("K=2"), code_cell(1))])
    [27.6, 33.5]
    >>> column_widths(["size", "a", "b"], [(code_cell("terminals=2"), *[code_cell("3 " * 50)] * 2)])[0] > code_cell("terminals=").width
    True
    """
    least = [max(map(len, words.split()), default=0) * HEAD_LETTER for words in headings]
    inside = [max(row[column].width for row in rows) for column in range(len(headings))]
    needed = [max(pair) + 4 for pair in zip(inside, least, strict=True)]
    wished = [max(cell, len(words) * HEAD_LETTER) + 4 for cell, words in zip(inside, headings, strict=True)]
    room = _room(headings)
    if sum(needed) > room:
        scale = LETTERS[letters(headings, rows)]
        return shared([scale * part for part in _parts(headings, rows)], [scale * need for need in needed], room)
    return shared(needed, wished, room)


def letters(headings: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    """The letters of a table, as LaTeX calls their size: the largest in which no part without a break is too wide.

    >>> letters(["size", "value"], [(code_cell("K=2"), code_cell(1))]), letters(["a", "b"], [[code_cell("a" * 48)] * 2])
    ('small', 'footnotesize')
    """
    parts = sum(_parts(headings, rows))
    fitting = [name for name, scale in LETTERS.items() if scale * parts <= _room(headings)]
    return next(iter(fitting), min(LETTERS, key=LETTERS.__getitem__))


def _room(headings: Sequence[str]) -> float:
    return TEXT_WIDTH - GAP * len(headings) - 2


def _parts(headings: Sequence[str], rows: Sequence[Sequence[Cell]]) -> list[float]:
    """The width of the longest part without a break of each column."""
    narrow = [NARROW * HEAD_LETTER * max(map(len, words.split()), default=0) for words in headings]
    return [max(low, *(row[column].part for row in rows)) + 1 for column, low in enumerate(narrow)]


def shared(needed: Sequence[float], wished: Sequence[float], room: float) -> list[float]:
    """The width of each column: its desired width if there is room, otherwise at least its required width, if that
    fits.

    >>> shared([50, 60], [50, 90], 200), shared([50, 60], [80, 120], 120), shared([50, 500], [50, 500], 250)
    ([50, 90], [55.0, 65.0], [50, 200.0])
    """
    spare = room - sum(needed)
    if spare < 0:
        return widths(needed, room)
    more = widths([wish - need for wish, need in zip(wished, needed, strict=True)], spare)
    return [need + each for need, each in zip(needed, more, strict=True)]


def widths(needed: Sequence[float], room: float) -> list[float]:
    """The width of each column: its required width if all fit.

    Otherwise wide columns share the room left by narrow ones.

    >>> widths([50, 60], 200), widths([50, 500, 300], 250)
    ([50, 60], [50, 100.0, 100.0])
    """
    found, left = list(needed), room
    narrowest_first = sorted(range(len(found)), key=lambda column: found[column])
    for position, column in enumerate(narrowest_first):
        found[column] = min(found[column], left / (len(found) - position))
        left -= found[column]
    return found


LOOKS = {"holds": "good", "deadlock-free": "good", "fails": "bad", "deadlock": "bad"}  # of verdicts; others are open


def latex_environment() -> Environment:
    """The environment of the templates. It escapes nothing automatically: each text passes a filter that converts it to
    LaTeX.
    """
    found = environment(
        "pdf/templates",
        autoescape=False,
        keep_trailing_newline=True,
        extensions=["jinja2.ext.do"],
        block_start_string="<%",
        block_end_string="%>",
        variable_start_string="<<",
        variable_end_string=">>",
        comment_start_string="<%#",
        comment_end_string="#%>",
    )
    found.filters |= {
        "code": latex_code,
        "code_cell": code_cell,
        "condition": condition_latex,
        "groups": groups,
        "plain": plain,
        "prose": prose,
        "published": published,
        "rows_of": rows_of,
        "as_sentence": as_sentence,
        "byline": byline,
        "decimal": decimal,
        "sentence": sentence,
        "shortened": shortened,
        "size_cell": size_cell,
        "text_cell": text_cell,
        "value_cell": value_cell,
        "value": value,
        "words": latex_words,
    }
    found.globals |= {
        "cell": Cell,
        "column_widths": column_widths,
        "letters": letters,
        "looks": LOOKS,
        "text_width": TEXT_WIDTH,
    }
    return found


def preamble() -> str:
    """The preamble: packages, sizes, and formats of drawings, tables and statements."""
    return latex_environment().get_template("preamble.tex").render()


def document(report: Report, template: str, papers: Iterable[Data] | None = None, **about: Any) -> str:
    """The document, with the papers of the report or these in its bibliography; the same report gives the same text on the same day."""
    text = (
        latex_environment()
        .get_template(f"{template}.tex")
        .render(
            report=report,
            date=date.today().strftime("%-d %B %Y"),
            glossary=glossary(),
            books=_of(report.papers if papers is None else papers),
            **about,
        )
    )
    return "\n".join([*without_empty_lines(text), ""])


def _of(papers: Iterable[Data]) -> dict[str, Any]:
    """The entries of the bibliography."""
    cited = {paper["key"] for paper in papers}
    return {key: book for key, book in references().items() if key in cited}


def shortened(size: str) -> str:
    """A size without words that are as usual.

    >>> shortened("p=2 a=4 h=2 arrangement=consecutive")
    'p=2 a=4 h=2'
    """
    return re.sub(r" (arrangement=consecutive|sample=0)\b", "", size)


def without_empty_lines(text: str) -> list[str]:
    """The lines of a text without empty ones, because LaTeX begins a paragraph at an empty line."""
    return [line for line in text.splitlines() if line.strip()]


def pictures(report: Report) -> dict[str, bytes]:
    """The pictures of the document, by path."""
    drawn = {f"drawings/{each['name']}.pdf": each["drawing"]["pdf"] for each in report.families if each["drawing"]}
    if report.comparison:
        drawn["compare.pdf"] = report.comparison["pdf"]
    return {name: b64decode(code) for name, code in drawn.items()}

"""Displays of results in a terminal, a notebook and LaTeX: their words, facts and tables, and one description in several formats."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any, Protocol

from netlemma.base import text_layout

# Parts of displays: words, lists of facts and tables.
#
# The HTML is readable without a style sheet, on light and on dark pages. The LaTeX needs longtable. All text is escaped.


MOST_ROWS = 60  # of a list in a notebook
LINE, GAP = 90, 2  # characters of a line of LaTeX that fit, and between columns
NARROW, BETWEEN = 4, 0.03  # characters that every column has besides, and the share of a line between two columns
WIDE = 40  # characters of a cell that count for the width of a column
SHORT = 12  # characters of a rational number that a table shows exactly
_LEFT = ' style="text-align:left;vertical-align:top"'
_LATEX = {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}",
          ">": r"\textgreater{}", "|": r"\textbar{}", "\n": " ", **{sign: f"\\{sign}" for sign in "{}$&#_%"}}  # fmt: skip
_ESCAPED = str.maketrans(_LATEX)


@dataclass(frozen=True)
class Words:
    """Words on lines of their own, of which ``hanging`` is the indentation of what continues a line in a terminal.

    >>> Words("a<b").html(), Words("a<b").text()
    ('<p>a&lt;b</p>', 'a<b')
    """

    words: str
    hanging: int = 0

    def html(self) -> str:
        """The words as HTML."""
        return f"<p>{escape(self.words)}</p>"

    def latex(self) -> str:
        """The words as LaTeX."""
        return _paragraph(self.words)

    def text(self) -> str:
        """The words as plain text."""
        return self.words


class Facts:
    """Names with their values, one a row; those without a value are left out.

    >>> shown = Facts([("nodes", 64), ("why", None), ("network", "a<b")])
    >>> print(shown.text())
    nodes    64
    network  a<b
    >>> shown.html().count("<tr>")
    2
    """

    def __init__(self, rows: Iterable[tuple[str, object]]) -> None:
        self.rows = [(name, str(value)) for name, value in rows if value not in (None, "")]

    def html(self) -> str:
        """The rows as an HTML table."""
        shown = (
            f'<tr><th scope="row"{_LEFT}>{escape(name)}</th><td{_LEFT}>{escape(value)}</td></tr>'
            for name, value in self.rows
        )
        return f"<table>{''.join(shown)}</table>"

    def latex(self) -> str:
        """The rows as a LaTeX table."""
        return _latex_table([(rf"\textbf{{{latex_words(n)}}}", latex_words(v)) for n, v in self.rows], self.rows)

    def text(self) -> str:
        """The rows as plain text."""
        return laid_out([self])


@dataclass(frozen=True)
class Table:
    r"""A table with a header line; of more than ``most`` rows the first ones, and the number of the others.

    >>> shown = Table(["load", "state"], [(0.1, "<b>"), (None, "x_1")], "two rows")
    >>> print(shown.text())
    two rows
    load  state
    ───────────
    0.1   <b>
          x_1
    >>> r"0.1 & \textless{}b\textgreater{} \\" in shown.latex(), "<td>&lt;b&gt;" in shown.html().replace(_LEFT, "")
    (True, True)
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    caption: str = ""
    most: int = MOST_ROWS

    @property
    def cells(self) -> list[list[str]]:
        return [["" if value is None else str(value) for value in row] for row in self.rows[: self.most]]

    @property
    def rest(self) -> str:
        """Note about rows that are left out."""
        return f"The first {self.most} of {len(self.rows):,} rows." if len(self.rows) > self.most else ""

    def html(self) -> str:
        """The table as HTML."""
        title = f'<caption style="text-align:left">{escape(self.caption)}</caption>' if self.caption else ""
        head = "".join(f'<th scope="col"{_LEFT}>{escape(column)}</th>' for column in self.columns)
        rows = ("".join(f"<td{_LEFT}>{escape(cell)}</td>" for cell in row) for row in self.cells)
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        rest = f"<p>{self.rest}</p>" if self.rest else ""
        return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{rest}"

    def latex(self) -> str:
        """The table as LaTeX."""
        head = [rf"\textbf{{{latex_words(column)}}}" for column in self.columns]
        rows = [list(map(latex_words, row)) for row in self.cells]
        shown = _latex_table(rows, [self.columns, *self.cells], head)
        return "\n".join(filter(None, [_paragraph(self.caption), shown, _paragraph(self.rest)]))

    def text(self) -> str:
        """The table as plain text."""
        return laid_out([self])


def latex_words(words: str) -> str:
    r"""Text with the special characters of LaTeX escaped.

    >>> latex_words(r"a_b \input{x} 5%")
    'a\\_b \\textbackslash{}input\\{x\\} 5\\%'
    """
    return words.translate(_ESCAPED)


def _paragraph(words: str) -> str:
    return rf"\par\noindent {latex_words(words)}\par" if words else ""


def _latex_table(rows: Sequence[Sequence[str]], plain: Sequence[Sequence[str]], head: Sequence[str] = ()) -> str:
    """A table as wide as its text, or columns that share the width of a line in proportion to their text."""
    widths = [max(map(len, column), default=0) for column in zip(*plain, strict=True)]
    form = "l" * len(widths)
    if sum(widths) + GAP * len(widths) > LINE:
        shares = [min(width, WIDE) + NARROW for width in widths]
        room = (1 - BETWEEN * (len(widths) - 1)) / sum(shares)
        form = "".join(rf"p{{{room * share:.3f}\linewidth}}" for share in shares)
    lines = [" & ".join(row) + r" \\" for row in rows]
    if head:
        lines = [" & ".join(head) + r" \\ \hline \endhead", *lines]
    body = [rf"\begin{{longtable}}[l]{{@{{}}{form}@{{}}}}", *lines, r"\end{longtable}"]
    return "\n".join([r"\begingroup\small\sloppy", *body, r"\endgroup"])


def laid_out(parts: Iterable["Part"], worded: Callable[[str], str] = str, paint: text_layout.Paint = str) -> str:
    """The parts as wide as standard output, of tables all rows; names with values that follow each other stand in one column."""
    columns, prose = text_layout.width(), text_layout.width(text_layout.UNBROKEN)
    lines: list[str] = []
    above, waiting = "", list(parts)
    while waiting:
        part = waiting.pop(0)
        while isinstance(part, Facts) and waiting and isinstance(after := waiting[0], Facts):
            part = Facts([*part.rows, *after.rows])
            del waiting[0]
        if isinstance(part, Table):
            cells = [["" if cell is None else worded(str(cell)) for cell in row] for row in part.rows]
            title = text_layout.wrapped(worded(part.caption), columns) if part.caption else []
            here = [*title, *text_layout.table(part.columns, cells, columns, paint)]
        elif isinstance(part, Facts):
            here = text_layout.facts([(name, worded(value)) for name, value in part.rows], prose)
        else:
            text, hanging = worded(part.text()), part.hanging if isinstance(part, Words) else 0
            here = text_layout.wrapped(text, prose, hanging) if text else []
        if here:
            kind = "table" if isinstance(part, Table) else "text"
            lines += ["", *here] if above and "table" in (kind, above) else here
            above = kind
    return "\n".join(lines)


def exact(value: object) -> str:
    """A rational number, or its text, followed by six digits if it is not an integer.

    >>> exact(Fraction(64, 21)), exact("6")
    ('64/21 = 3.04762', '6')
    """
    text = str(value)
    return f"{text} = {float(Fraction(text)):.6g}" if "/" in text else text


def exact_or_short(value: Fraction) -> str:
    """A rational number for a cell of a table: with its decimals, and without long digits.

    >>> exact_or_short(Fraction(99, 125)), exact_or_short(Fraction(10**20 + 1, 10**20)), exact_or_short(Fraction(3))
    ('99/125 = 0.792', '1', '3')
    """
    return exact(value) if len(str(value)) <= SHORT else f"{float(value):.6g}"


def two_decimals(value: float | None) -> str:
    """A measured number with two decimals; an empty text for None."""
    return "" if value is None else f"{value:.2f}"


def four_decimals(value: float | None) -> str:
    """A measured number with four decimals; an empty text for None."""
    return "" if value is None else f"{value:.4f}"


def rounded(value: float | None, digits: int = 6) -> str:
    """A floating-point number with the given number of significant digits; the empty text for None.

    >>> rounded(1 / 3), rounded(None)
    ('0.333333', '')
    """
    return "" if value is None else f"{value:.{digits}g}"


# Notebook displays of networks, measurements, simulations and sweeps: one description in several formats.
#
# Notebooks request all formats of an object at once (``_repr_mimebundle_``) and use the best that they support: HTML on a
# screen, LaTeX in a PDF, plain text in a terminal. All three are written from the same parts (netlemma.base.displays).


class Part(Protocol):
    """A piece of a display that can be written in every form."""

    def html(self) -> str:
        """The part as HTML."""

    def latex(self) -> str:
        """The part as LaTeX."""

    def text(self) -> str:
        """The part as plain text."""


class Shown:
    """A result that displays itself: ``str`` gives what its command prints, a notebook shows the same as HTML or LaTeX.

    All are written from its ``_parts``; ``as_json()`` of a result is what its command prints with ``--json``.

    >>> from netlemma.graphs import network
    >>> print(network("ring", K=5))
    network        ring K=5
    nodes          5
    devices: link  5
    >>> sorted(network("ring", K=5)._repr_mimebundle_())
    ['text/html', 'text/latex', 'text/plain']
    """

    def _parts(self) -> Iterable[Part]:
        raise NotImplementedError(f"{type(self).__name__} has no display")

    def __str__(self) -> str:
        return laid_out(self._parts())

    def _repr_html_(self) -> str:
        return self._repr_mimebundle_()["text/html"]

    def _repr_latex_(self) -> str:
        return self._repr_mimebundle_()["text/latex"]

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        parts = list(self._parts())
        return {
            "text/plain": str(self),
            "text/html": f"<div>{''.join(part.html() for part in parts)}</div>",
            "text/latex": "\n".join(part.latex() for part in parts),
        }


class Result(Shown):
    """A result of several kinds: what was asked for decides which attributes it has."""

    def as_json(self) -> Any:
        """The result as data for JSON: rationals are strings."""
        raise NotImplementedError(f"{type(self).__name__} has no JSON")

    def __getattr__(self, name: str) -> Any:
        known = ", ".join(each for each in dir(self) if not each.startswith("_"))
        raise AttributeError(f"no {name} in this {type(self).__name__}, which has {known}", name=name, obj=self)

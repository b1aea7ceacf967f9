"""Tables for notebooks: plain HTML that reads without any style sheet, on light and on dark pages, all words escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape

MOST_ROWS = 60  # of a list in a notebook
_LEFT = ' style="text-align:left;vertical-align:top"'


def facts(rows: Iterable[tuple[str, object]]) -> str:
    """A table of names with their values, one a row; rows without a value are left out.

    >>> facts([("nodes", 64), ("why", None), ("network", "a<b")]).count("<tr>")
    2
    """
    shown = (
        f'<tr><th scope="row"{_LEFT}>{escape(name)}</th><td{_LEFT}>{escape(str(value))}</td></tr>'
        for name, value in rows
        if value not in (None, "")
    )
    return f"<table>{''.join(shown)}</table>"


def table(columns: Sequence[str], rows: Sequence[Sequence[object]], caption: str = "", most: int = MOST_ROWS) -> str:
    """A table with a line of headings; of more than ``most`` rows the first ones, and how many there are.

    >>> table(["load", "state"], [(0.1, "<b>")])[-35:]
    '&lt;b&gt;</td></tr></tbody></table>'
    """
    title = f'<caption style="text-align:left">{escape(caption)}</caption>' if caption else ""
    head = "".join(f'<th scope="col"{_LEFT}>{escape(column)}</th>' for column in columns)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows[:most])
    rest = f"<p>The first {most} of {len(rows):,} rows.</p>" if len(rows) > most else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{rest}"


def _cell(value: object) -> str:
    return f"<td{_LEFT}>{'' if value is None else escape(str(value))}</td>"


def exact(value: object) -> str:
    """A rational, or its text, as it is, and with six digits where it is no whole number.

    >>> exact(Fraction(64, 21)), exact("6")
    ('64/21 = 3.04762', '6')
    """
    text = str(value)
    return f"{text} = {float(Fraction(text)):.6g}" if "/" in text else text


def rounded(value: float | None, digits: int = 6) -> str:
    """A floating-point number with so many digits; nothing for None.

    >>> rounded(1 / 3), rounded(None)
    ('0.333333', '')
    """
    return "" if value is None else f"{value:.{digits}g}"

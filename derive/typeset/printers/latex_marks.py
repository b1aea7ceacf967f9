r"""Elements of LaTeX formulas: pieces with estimated widths, parentheses, broken lines.

Widths are estimates in points at 10 pt, too wide rather than too narrow; they only decide line breaks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from netlemma.derive.typeset.prose import GREEK, latex_words
from netlemma.derive.typeset.tree import Name

ANY_WIDTH = 10**6
LETTER, SIGN, SCRIPT = 5.6, 13.0, 0.75
_FENCE, _INDENT = 6.0, 20.0
_SMALLER = 0.25  # share of its width that a fraction loses inside another one
_FENCES = {
    "floor": (r"\left\lfloor ", r" \right\rfloor"),
    "ceil": (r"\left\lceil ", r" \right\rceil"),
    "abs": (r"\left| ", r" \right|"),
    "{}": (r"\left\{", r"\right\}"),
    "[]": (r"\left[ ", r" \right]"),
}
SIGNS = {"sum": r"\sum", "product": r"\prod", "max": r"\max", "min": r"\min"}
OPERATORS = {"in": r"\in ", "!=": r"\ne ", "<=": r"\le ", ">=": r"\ge "}
WORDS = {"∞": r"\infty", "π": r"\pi"}
_TALL = (r"\frac", r"\sum", r"\prod", r"\binom", r"\begin", r"\left", r"\max")


class LatexPiece(NamedTuple):
    """LaTeX code and its width in points, of which ``stacked`` is in fractions."""

    code: str
    width: float
    stacked: float = 0.0

    def __add__(self, other: LatexPiece) -> LatexPiece:  # type: ignore[override]
        return LatexPiece(self.code + other.code, self.width + other.width, self.stacked + other.stacked)

    @property
    def is_tall(self) -> bool:
        return any(mark in self.code for mark in _TALL)


def word(code: str, width: float | None = None) -> LatexPiece:
    """A piece of code whose width is given, or estimated from its number of letters.

    Parameters
    ----------
    code : str
        LaTeX code.
    width : float or None, optional
        Width in points.

    Returns
    -------
    LatexPiece
        Code and width.

    Examples
    --------
    >>> word("12")
    LatexPiece(code='12', width=11.2, stacked=0.0)
    """
    return LatexPiece(code, LETTER * len(code) if width is None else width)


def concatenated(pieces: Sequence[LatexPiece], between: str = "", gap: float = 2.0) -> LatexPiece:
    """The pieces in a row.

    Parameters
    ----------
    pieces : sequence of LatexPiece
        Pieces from left to right.
    between : str, default ""
        LaTeX code between two pieces.
    gap : float, default 2.0
        Width of the code between two pieces, in points.

    Returns
    -------
    LatexPiece
        Code and width.
    """
    wide = sum(p.width + gap for p in pieces)
    return LatexPiece(between.join(p.code for p in pieces), wide, sum(p.stacked for p in pieces))


def symbol(node: Name) -> LatexPiece:
    """A letter or a name with its subscript."""
    head, subscript = node.parts
    shown = "\\" + head if head in GREEK else head if len(head) == 1 else rf"\mathit{{{latex_words(head)}}}"
    wide = LETTER * (1 if head in GREEK else len(head))
    if not subscript:
        return LatexPiece(shown, wide)
    below = subscript if len(subscript) == 1 or subscript.isdigit() else rf"\mathrm{{{latex_words(subscript)}}}"
    return LatexPiece(f"{shown}_{{{below}}}", wide + SCRIPT * LETTER * len(subscript))


def fenced(inside: LatexPiece, kind: str = "()") -> LatexPiece:
    """A piece in parentheses, which grow only around tall content.

    Parameters
    ----------
    inside : LatexPiece
        Content.
    kind : str, default "()"
        Opening and closing sign.

    Returns
    -------
    LatexPiece
        Code and width.
    """
    opening, closing = _FENCES.get(kind, (r"\left(", r"\right)"))
    if kind == "()" and not inside.is_tall:
        opening, closing = "(", ")"
    centred = inside.code.replace(r"\begin{aligned}[t]", r"\begin{aligned}")
    return LatexPiece(opening + centred + closing, inside.width + 2 * _FENCE, inside.stacked)


def stacked(command: str, top: LatexPiece, bottom: LatexPiece) -> LatexPiece:
    """A fraction or a binomial.

    Parameters
    ----------
    command : str
        LaTeX command with two arguments.
    top : LatexPiece
        Upper part.
    bottom : LatexPiece
        Lower part.

    Returns
    -------
    LatexPiece
        Code and width.

    Examples
    --------
    >>> stacked(r"\\binom", word("n"), word("k")).code
    '\\\\binom{n}{k}'
    """
    wide = max(part.width - _SMALLER * part.stacked for part in (top, bottom)) + 2 * _FENCE
    return LatexPiece(f"{command}{{{top.code}}}{{{bottom.code}}}", wide, wide)


def case_table(values: Sequence[LatexPiece], tests: Sequence[LatexPiece]) -> LatexPiece:
    """Values with their conditions behind a brace; tall values get extra space.

    Parameters
    ----------
    values : sequence of LatexPiece
        Values of the cases.
    tests : sequence of LatexPiece
        Conditions of the cases.

    Returns
    -------
    LatexPiece
        Code and width.
    """
    codes = [rf"\displaystyle {p.code}" if p.is_tall else p.code for p in values]
    gap = r" \\[1.5ex] " if any(p.is_tall for p in values) else r" \\ "
    rows = gap.join(f"{code} & {test.code}" for code, test in zip(codes, tests, strict=True))
    wide = 30 + max(p.width for p in values) + max(p.width for p in tests)
    return LatexPiece(rf"\begin{{cases}} {rows} \end{{cases}}", wide)


def lines(pieces: Sequence[LatexPiece], room: float, sign: str = "") -> LatexPiece:
    """The pieces one after another, on as many lines as needed.

    Parameters
    ----------
    pieces : sequence of LatexPiece
        Pieces that are not broken themselves.
    room : float
        Line width in points.
    sign : str, default ""
        Sign with which each further line begins, for products.

    Returns
    -------
    LatexPiece
        Code and width.

    Examples
    --------
    >>> lines([word("a"), word("+b"), word("+c")], 25).code
    '\\\\begin{aligned}[t] & a+b \\\\\\\\ & \\\\quad {}+c \\\\end{aligned}'
    """
    rows = [pieces[0]]
    for piece in pieces[1:]:
        indent = _INDENT if len(rows) > 1 else 0.0
        if rows[-1].width + indent + piece.width <= room:
            rows[-1] = rows[-1] + piece
        else:
            rows.append(piece)
    if len(rows) == 1:
        return rows[0]
    code = rf" \\ & \quad {{}}{sign}".join(row.code.removeprefix(sign) for row in rows)
    wide = max(rows[0].width, _INDENT + max(row.width for row in rows[1:]))
    return LatexPiece(rf"\begin{{aligned}}[t] & {code} \end{{aligned}}", wide)

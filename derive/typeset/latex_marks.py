r"""What LaTeX formulas are put together from: names, parentheses that grow when they must, broken lines."""

from __future__ import annotations

from derive.typeset.tree import Name
from derive.typeset.words import GREEK, latex_words

ANY_WIDTH = 10**6
FENCES = {
    "floor": (r"\left\lfloor ", r" \right\rfloor"),
    "ceil": (r"\left\lceil ", r" \right\rceil"),
    "abs": (r"\left| ", r" \right|"),
    "min": (r"\min\left\{", r"\right\}"),
    "max": (r"\max\left\{", r"\right\}"),
    "log": (r"\log\left(", r"\right)"),
}
_TALL = (r"\frac", r"\sum", r"\prod", r"\binom", r"\begin", r"\left", r"\max")
SIGNS = {"sum": r"\sum", "product": r"\prod", "max": r"\max"}
OPERATORS = {"in": r"\in ", "!=": r"\ne", "<=": r"\le", ">=": r"\ge"}


def symbol(node: Name) -> str:
    head, subscript = node.parts
    shown = "\\" + head if head in GREEK else head if len(head) == 1 else rf"\mathit{{{latex_words(head)}}}"
    if not subscript:
        return shown
    below = subscript if len(subscript) == 1 or subscript.isdigit() else rf"\mathrm{{{latex_words(subscript)}}}"
    return f"{shown}_{{{below}}}"


def fenced(inside: str) -> str:
    """In parentheses, tall ones only around what is tall."""
    tall = any(mark in inside for mark in _TALL)
    return rf"\left({inside}\right)" if tall else f"({inside})"


def lines(pieces: list[tuple[str, float]], room: float) -> str:
    """The pieces one after another, on as many lines as they need."""
    rows: list[str] = []
    used = room
    for piece, wide in pieces:
        if used + wide > room and (not rows or used > 30):
            rows.append(piece)
            used = 20 + wide
        else:
            rows[-1] += piece
            used += wide
    if len(rows) == 1:
        return rows[0]
    return r"\begin{aligned}[t] & " + r" \\ & \quad {} ".join(rows) + r" \end{aligned}"

"""Several formulas in one display: the one that a quantity names by its usual symbols."""

from __future__ import annotations

import re
from collections.abc import Iterator

from netlemma.checks.formula.latex.reading import CLOSING, OPENING, is_symbol
from netlemma.checks.formula.latex.tex_tokens import GREEK, Modes, tex_tokens, written
from netlemma.checks.manuscript.marks import Span
from netlemma.errors import FormulaError

# letters of a symbol without decoration, and whether it has a bar, an index such as avg, or brackets, by quantity
SYMBOLS: dict[str, str] = {
    "diameter": r"D|diam|diameter|d_?\{?max\}?|D_?\{?max\}?|dmax|h_?\{?max\}?|Dia",
    "mean_distance": r"(?:bar|overline|hat|tilde|langle)\w*|\w+_?\{?(?:avg|av|ave|mean|average)\}?|ell|L|mu|apl|aspl|APL|ASPL|E",
    "links": r"E|m|e|L|links",
    "nodes": r"N|V|n|P|nodes",
    "degree": r"Delta|delta|deg|degree|r",
    "bisection": r"B|BW|b|W|beta|bw|B_?\{?\w+\}?",
    "wiener_index": r"W",
    "max_channel_load": r"gamma\w*|Gamma\w*|lambda\w*",
}
_SPACED = re.compile(r"\\q?quad(?![A-Za-z])|[,;]")
_WORDS = re.compile(r"\\(?:text|mbox|textrm|hbox|mathrm)\s*\{")


def quantities_of(symbol: str) -> list[str]:
    r"""The quantities that a symbol usually stands for.

    >>> quantities_of(r"\bar h"), quantities_of("D"), quantities_of(r"\ell_c")
    (['mean_distance'], ['diameter'], [])
    """
    bare = re.sub(r"\(.*\)|[\\{}|\s$&]", "", symbol)
    return [name for name, pattern in SYMBOLS.items() if re.fullmatch(pattern, bare)]


def formulas_in(text: str, span: Span) -> list[tuple[str, Span]]:
    r"""The formulas of a display, each with the symbol before its first sign of equality; one that is not several is one.

    A part that binds a letter of the first one, or has words, belongs to it.

    >>> text = r"d = 2n,\qquad D = n(k-1),\qquad \bar h = \frac{n}{3}"
    >>> [symbol for symbol, _ in formulas_in(text, Span(0, len(text)))]
    ['d', 'D', '\\bar h']
    """
    parts = [each for each in _parts(text, span) if each.of(text).strip(" .\n\t&\\")]
    found: list[tuple[str, Span]] = []
    for part in parts:
        symbol = _symbol(part.of(text))
        if found and (not symbol or _WORDS.search(part.of(text)) or _letters(symbol) & _used(text, found)):
            found[-1] = (found[-1][0], Span(found[-1][1].start, part.end))
        else:
            found.append((symbol, part))
    return found if all(symbol for symbol, _ in found) else [("", span)]


def _used(text: str, found: list[tuple[str, Span]]) -> set[str]:
    """The letters on the right of the formulas so far."""
    return set().union(*(_letters(part.of(text).partition("=")[2]) for _, part in found))


def _letters(text: str) -> set[str]:
    try:
        tokens = Modes(text, ()).math(tex_tokens(text))
    except FormulaError:
        return set()
    return {each.text for each in tokens if each.text.isalpha() or each.text[1:] in GREEK}


def _symbol(text: str) -> str:
    """What stands before the sign of equality, if it is a symbol."""
    left, sign, _ = text.replace("&", " ").partition("=")
    if not sign or re.search(r"[<>]|\\(?:le|ge|lt|gt|leq|geq|ne|neq|sim|approx)(?![A-Za-z])", left):
        return ""
    try:
        tokens = Modes(left, ()).math(tex_tokens(left))
    except FormulaError:
        return ""
    return left.strip() if tokens and written(tokens).strip() and is_symbol(tokens) else ""


def _parts(text: str, span: Span) -> Iterator[Span]:
    """The text between commas and wide spaces that are in no brackets or environment."""
    depth, start, place = 0, span.start, span.start
    for token in tex_tokens(span.of(text)):
        depth += (token.text in {*OPENING, "\\{"}) - (token.text in {*CLOSING, "\\}"})
        at = span.start + token.column
        if depth == 0 and at >= place and (match := _SPACED.match(text, at, span.end)):
            if text[start:at].strip():
                yield Span(start, at)
            start = place = match.end()
    if text[start : span.end].strip():
        yield Span(start, span.end)

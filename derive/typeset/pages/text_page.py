"""Lemmas as plain text for a terminal."""

import re
import textwrap
from functools import partial

from netlemma.derive.core.lemma import Lemma
from netlemma.derive.typeset.pages.described import Lemmas, formulas, listed, measured, sentence, strength
from netlemma.derive.typeset.printers.text import case_rows, text
from netlemma.derive.typeset.tree import Cases, Node

COLUMNS = 100
_INDENT = " " * 4
_JOINED = "\u00a0"  # a space at which no line is broken
_WHOLE = re.compile(r"\{[^{}]{1,20}\}|\b(?:if )?\w+ [=≠<>≤≥] \d+\b")


def as_text(lemmas: Lemmas, steps: bool = False, columns: int = COLUMNS) -> str:
    """Key, statement, domain, definition, result, strength and measurement of each lemma.

    Parameters
    ----------
    lemmas : Lemmas
        One lemma or several.
    steps : bool, default False
        True to print the steps of the derivations.
    columns : int, default 100
        Columns of the terminal.

    Returns
    -------
    str
        Text.
    """
    return "\n\n".join(_lemma(lemma, steps, columns) for lemma in listed(lemmas))


def _lemma(lemma: Lemma, steps: bool, columns: int) -> str:
    shown = formulas(lemma, steps)
    _prose, _formula = partial(_prose_lines, columns), partial(_formula_lines, columns)
    symbol = text(shown.symbol)
    lines = [lemma.key, *_prose(sentence(lemma.statement), "  "), ""]
    lines += _prose(f"Domain: {lemma.domain.words()}", "  ")
    lines += _prose(f"Definition: {sentence(lemma.definition.words)}", "  ")
    lines += _formula(f"{symbol} = ", shown.definition)
    if shown.changes:
        lines += ["", "  Derivation:"]
        for number, step in enumerate(shown.changes, 1):
            lines += _prose(f"{number}. because {sentence(step.because)} [{step.kind}]", "  ", "     ")
            lines += _formula(" " * len(symbol) + " = ", step.after)
            for line in dict.fromkeys(step.proof):
                lines += _prose(f"proof: {line}", "     ", "       ")
    lines += ["", "  Result:", *_formula(f"{symbol} = ", shown.closed_form)]
    lines += _prose(f"Strength: {strength(lemma)}", "  ")
    lines += _prose(f"Measured: {measured(lemma.measured)}", "  ")
    return "\n".join(lines)


def _prose_lines(columns: int, words: str, indent: str, following: str = "") -> list[str]:
    following = following or indent + "  "
    return textwrap.wrap(
        words,
        columns,
        initial_indent=indent,
        subsequent_indent=following,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _formula_lines(columns: int, head: str, node: Node) -> list[str]:
    """A formula after ``head``; cases are printed one below the other."""
    margin = _INDENT + " " * len(head)
    if not isinstance(node, Cases):
        return _wrapped(columns, _INDENT + head, text(node), margin)
    rows = case_rows(node)
    widest = max(len(value) for value, _ in rows)
    lines = []
    for number, (value, test) in enumerate(rows):
        start = (_INDENT + head if number == 0 else margin) + "{ "
        test = test if test == "otherwise" else f"if {test}"
        row = f"{value:<{widest}}   {test}"
        short = len(start + row) <= columns
        lines += [start + row] if short else _wrapped(columns, start, f"{value}  {test}", margin + "    ")
    return lines


def _wrapped(columns: int, start: str, words: str, margin: str) -> list[str]:
    """Break after spaces, not within ``{t ∈ V}`` or ``r = 6``; a product too long for a line is also broken after a ``*``."""
    words = _WHOLE.sub(lambda part: part[0].replace(" ", _JOINED), words)
    if any(len(word) > columns - len(margin) for word in words.split(" ")):
        words = words.replace("*", "* ")
    lines = textwrap.wrap(
        words, columns, initial_indent=start, subsequent_indent=margin, break_long_words=False, break_on_hyphens=False
    )
    return [line.replace(_JOINED, " ") for line in lines]

"""Words of users' formulas: numbers, names and operators, each with its column."""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass

from netlemma.checks.base.inputs import InputError, quoted_text

LONGEST_TEXT = 4000
MARKED_AROUND = 60  # characters shown before the place of an error

_WORD = re.compile(
    r"(?P<number>[0-9]+(?:\.[0-9]+)?|\.[0-9]+)"
    r"|(?P<name>[A-Za-z_][A-Za-z_0-9]*)"
    r"|(?P<operator>\*\*|<=|>=|==|!=|[-+*/^()<>=,])"
)
_SPELLINGS = {"**": "^", "==": "=", "−": "-", "·": "*", "×": "*", "≤": "<=", "≥": ">=", "≠": "!="}
_BLANK = " \t"


class FormulaError(InputError):
    """A formula or condition that cannot be read or evaluated, with the position of the error.

    Its ``str`` is one line that names the column, counted from 1.

    Attributes
    ----------
    text : str
        Formula as it was given.
    column : int or None
        Index in ``text`` of the wrong character, or None for an error of the whole text.
    """

    def __init__(self, message: str, text: str = "", column: int | None = None) -> None:
        self.text = text
        self.column = column
        super().__init__(message if column is None else f"column {column + 1}: {message}")

    def marked(self) -> list[str]:
        r"""The line of the text with the error, and a caret under the place; nothing for an error of the whole text.

        >>> FormulaError("unknown name 'x'", r"\frac{n}{x}", 9).marked()
        ['\\frac{n}{x}', '         ^']
        """
        if self.column is None or not self.text:
            return []
        column = min(self.column, len(self.text))
        start = self.text.rfind("\n", 0, column) + 1
        line = self.text[start:].partition("\n")[0]
        first = max(0, column - start - MARKED_AROUND)
        shown = line[first : first + 2 * MARKED_AROUND]
        return ["".join(c if c.isprintable() else " " for c in shown).rstrip(), " " * (column - start - first) + "^"]

    def at(self, size: Mapping[str, int]) -> FormulaError:
        """The same error with the size at which it occurs."""
        where = " ".join(f"{name}={value}" for name, value in size.items())
        formula_error = copy(self)
        formula_error.args = (f"{self} at {where}" if where else str(self),)
        return formula_error


@dataclass(frozen=True, slots=True)
class Token:
    """One word: its kind (``number``, ``name``, ``operator`` or ``end``), spelling and starting column."""

    kind: str
    text: str
    column: int

    def __str__(self) -> str:
        return "the end of the formula" if self.kind == "end" else quoted_text(self.text)


def tokens(text: str) -> list[Token]:
    """The words of a text, the last one of kind ``end``; ``**`` is read as ``^`` and ``==`` as ``=``.

    Raises
    ------
    FormulaError
        For a text of more than 4000 characters, or a character that no formula has.

    Examples
    --------
    >>> [token.text for token in tokens("2*w ** D")]
    ['2', '*', 'w', '^', 'D', '']
    """
    if not isinstance(text, str):
        raise FormulaError(f"a formula is a text, not {type(text).__name__}")
    if len(text) > LONGEST_TEXT:
        raise FormulaError(f"{len(text)} characters are too many; a formula has at most {LONGEST_TEXT}", text)
    found = []
    column = 0
    while column < len(text):
        character = text[column]
        match = _WORD.match(text, column)
        if match:
            word = match.group()
            found.append(Token(str(match.lastgroup), _SPELLINGS.get(word, word), column))
            column = match.end()
        elif character in _SPELLINGS:
            found.append(Token("operator", _SPELLINGS[character], column))
            column += 1
        elif character in _BLANK:
            column += 1
        else:
            raise FormulaError(_strange(character), text, column)
    return [*found, Token("end", "", len(text))]


def _strange(character: str) -> str:
    if character in "\r\n":
        return "a line break; write the formula on one line"
    if character == "[":
        return "'[' is not used in a formula; group with parentheses"
    if character == "!":
        return "'!' is not used in a formula; write factorial(n)"
    return f"the character {quoted_text(character)} is not used in a formula"

"""Terms of a sequence: read from a text such as ``1, 4, 9, 16``, or from a b-file of the OEIS."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from netlemma.checks.base.inputs import InputError, quoted_text
from netlemma.graphs.base.text_files import printable, read_text

MOST_TERMS = 100_000
MOST_DIGITS = 4000  # of a term
MOST_BYTES = 64 << 20  # of a b-file
MOST_INDEX = 10**9
_TERM = re.compile(r"-?[0-9]+(/0*[1-9][0-9]*)?")
_INDEX = re.compile(r"-?[0-9]{1,10}")


@dataclass(frozen=True)
class Terms:
    """A finite sequence.

    Parameters
    ----------
    first : int
        Index of the first term.
    values : sequence of Fraction
        Terms, one for each index.
    place : str, default ""
        File that they are from.
    """

    first: int
    values: Sequence[Fraction]
    place: str = ""

    @property
    def indices(self) -> range:
        """The indices."""
        return range(self.first, self.first + len(self.values))

    def at(self, index: int) -> Fraction:
        """The term of an index."""
        return self.values[index - self.first]


@dataclass(frozen=True)
class Listed:
    """Terms in the place of a formula: they have values at the sizes that are listed.

    Parameters
    ----------
    terms : Terms
        Terms.
    name : str
        Size that is the index.
    """

    terms: Terms
    name: str
    names: frozenset[str] = field(default=frozenset())

    def evaluate(self, size: Any, budget: Any = None) -> Fraction:
        """The term at a size.

        Parameters
        ----------
        size : mapping from str to int
            Size, with the index among its values.
        budget : TimeBudget or None, optional
            Not needed: a term is known.

        Returns
        -------
        Fraction
            Term.
        """
        return self.terms.at(size[self.name])


def parse_terms(text: str) -> list[Fraction]:
    """Terms with commas, semicolons or blanks between them: whole numbers, or fractions.

    Parameters
    ----------
    text : str
        Text of a user.

    Returns
    -------
    list of Fraction
        Terms.

    Raises
    ------
    InputError
        If one cannot be read, or there are none, or too many.

    Examples
    --------
    >>> parse_terms("1, 4/3, 9")
    [Fraction(1, 1), Fraction(4, 3), Fraction(9, 1)]
    >>> parse_terms("1, 4, x")
    Traceback (most recent call last):
        ...
    netlemma.graphs.base.errors.InputError: term 3 is 'x': a sequence is whole numbers or fractions with commas, such as "1, 4, 9, 16"
    """
    words = [word for word in re.split(r"\s*[,;]\s*|\s+", text.strip()) if word]
    if not words or len(words) > MOST_TERMS:
        raise InputError(
            f'a sequence has from 1 to {MOST_TERMS} terms, such as "1, 4, 9, 16"; this one has {len(words)}'
        )
    for number, word in enumerate(words, 1):
        if not _TERM.fullmatch(word) or len(word) > MOST_DIGITS:
            raise InputError(
                f"term {number} is {quoted_text(word)}: a sequence is whole numbers or fractions with commas, "
                'such as "1, 4, 9, 16"'
            )
    return list(map(Fraction, words))


def read_bfile(path: str | Path) -> Terms:
    """The terms of a b-file: lines ``index value``, the indices one after the other, and comments behind ``#``.

    Parameters
    ----------
    path : str or Path
        Name of the file.

    Returns
    -------
    Terms
        Terms.

    Raises
    ------
    FormatError
        If the file cannot be read, is too large, or a line has another form; the message names the line.

    References
    ----------
    OEIS Foundation, Format of b-files, https://oeis.org/SubmitB.html.
    """
    source = read_text(path, MOST_BYTES)
    first, values = 0, list[Fraction]()
    for number, line in source.lines():
        words = line.removeprefix("\ufeff").partition("#")[0].split()
        if not words:
            continue
        if len(words) != 2 or not _INDEX.fullmatch(words[0]) or not _TERM.fullmatch(words[1]):
            source.refuse(number, f"{printable(line)} is no line of a b-file: an index and a value, such as 4 16")
        if len(words[1]) > MOST_DIGITS or len(values) == MOST_TERMS:
            source.refuse(number, f"at most {MOST_TERMS:,} terms of {MOST_DIGITS:,} digits are read")
        first = first if values else int(words[0])
        if int(words[0]) != first + len(values):
            source.refuse(
                number, f"the index is {words[0]}, and {first + len(values)} is next: a b-file leaves none out"
            )
        values.append(Fraction(words[1]))
    if not values:
        source.refuse(None, "the b-file has no terms")
    return Terms(first, values, source.name)

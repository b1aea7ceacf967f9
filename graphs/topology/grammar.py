"""Parser of the text of a product with numbers, such as ``line(4) x ring(5)^2``."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from itertools import pairwise
from types import MappingProxyType

from netlemma.graphs.base.errors import ProductError, SizeError
from netlemma.graphs.topology.factors import FACTOR_KINDS
from netlemma.graphs.topology.product import Part

TOKEN = re.compile(r"\s*(?:([A-Za-z][A-Za-z0-9_-]*)|([0-9]+)|(.))", re.S)
MAX_LENGTH, MAX_DIGITS = 1000, 18


def looks_like_product(text: str) -> bool:
    """Whether the text is meant as a product rather than as the name of a family."""
    return any(c in text for c in "(^)")


def size_names(text: str) -> tuple[str, ...]:
    """Names that stand for sizes or exponents in a product text, in the order of their first use.

    >>> size_names("ring(w)^D x line(4) x bus(w)")
    ('w', 'D')
    """
    words = [match.group(0).strip() for match in TOKEN.finditer(text.rstrip())]
    named = (word for before, word in pairwise(words) if before in "(^" and word[0].isalpha() and word.isascii())
    return tuple(dict.fromkeys(named))


def parse_product(text: str, sizes: Mapping[str, int] = MappingProxyType({})) -> list[Part]:
    """(factor, size, exponent) of every factor of a product text.

    Parameters
    ----------
    text : str
        The text.
    sizes : Mapping of str to int, optional
        Values of the names in the text.

    Returns
    -------
    list of Part
        The factors.

    Raises
    ------
    ProductError
        If the text is not a product; the message names the character.
    SizeError
        If a size is below 2, an exponent below 1, or a number has too many digits.

    Examples
    --------
    >>> parse_product("line(4) x ring(5)^2"), parse_product("line(p)", {"p": 3})
    ([('line', 4, 1), ('ring', 5, 2)], [('line', 3, 1)])
    """
    if len(text) > MAX_LENGTH:
        raise ProductError(f"the product has {len(text)} characters: at most {MAX_LENGTH} are read")
    tokens = [
        (m.group(1) or m.group(2) or m.group(3), m.start(m.lastindex or 0)) for m in TOKEN.finditer(text.rstrip())
    ]
    tokens.append(("end of text", len(text.rstrip())))
    at = 0

    def fail(expected: str) -> ProductError:
        word, where = tokens[at]
        found = word if word == "end of text" else repr(word)
        return ProductError(f"at character {where + 1} of {text!r}: expected {expected}, found {found}")

    def take(expected: str) -> None:
        nonlocal at
        if tokens[at][0] != expected:
            raise fail(repr(expected))
        at += 1

    def number(what: str, minimum: int) -> int:
        nonlocal at
        word, where = tokens[at]
        given = f"{what} {word}"
        if word in sizes:
            word, given = str(sizes[word]), f"{given}={sizes[word]}"
        elif word.isascii() and word[0].isalpha() and at < len(tokens) - 1:
            raise SizeError(f"{text}: {what} {word} is a name, give its value: {word}={minimum}")
        elif not word.isdecimal() or not word.isascii():
            raise fail(f"{what} (a number)")
        if len(word) > MAX_DIGITS:
            raise SizeError(
                f"at character {where + 1} of the product: {what} has {len(word)} digits, at most {MAX_DIGITS} are read"
            )
        if int(word) < minimum:
            raise SizeError(
                f"at character {where + 1} of {text!r}: {given} is too small, it must be at least {minimum}"
            )
        at += 1
        return int(word)

    parts: list[Part] = []
    while True:
        name = tokens[at][0]
        if name not in FACTOR_KINDS:
            near = get_close_matches(name, FACTOR_KINDS, 1)
            raise fail("a factor (" + ", ".join(FACTOR_KINDS) + ")" + (f", perhaps {near[0]}" if near else ""))
        at += 1
        take("(")
        size = number("the size", 2)
        take(")")
        exponent = 1
        if tokens[at][0] == "^":
            at += 1
            exponent = number("the exponent", 1)
        parts.append((name, size, exponent))
        if at == len(tokens) - 1:
            return parts
        if tokens[at][0] not in ("x", "×"):
            raise fail("'x' or the end")
        at += 1

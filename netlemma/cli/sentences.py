"""Statements in a sentence or an equation, as words of a command."""

import re
from collections.abc import Sequence

_OF = r"(?:the\s+)?(?P<quantity>[a-z][\w -]*?)\s+of\s+(?:an?\s+|the\s+)?(?P<network>[\w -]+?)"
_QUANTITY = re.compile(_OF, re.I)
_SENTENCE = re.compile(rf"{_OF}\s*(?:\bis\b|\bequals\b|=)\s*(?P<formula>.+)", re.I)
_EQUATION = re.compile(r"(?P<left>[A-Za-z][\w -]*?)\s*=\s*(?P<right>.+)")


def in_words(words: Sequence[str]) -> list[str]:
    """Network, quantity and formula of a statement; other words as they are.

    >>> in_words(["the mean distance of Q_n is n/2"]), in_words(["mesh diameter = n*(k-1)"])
    (['Q_n', 'mean', 'distance', 'n/2'], ['mesh', 'diameter', 'n*(k-1)'])
    >>> in_words(["bisection of torus", "2*k"]), in_words(["mesh", "diameter", "k"])
    (['torus', 'bisection', '2*k'], ['mesh', 'diameter', 'k'])
    """
    first = words[0] if words else ""
    if len(words) == 1 and (match := _SENTENCE.fullmatch(first)):
        return [*match["network"].split(), *match["quantity"].split(), match["formula"]]
    if len(words) == 1 and (match := _EQUATION.fullmatch(first)):
        return [*match["left"].split(), match["right"]]
    if len(words) > 1 and (match := _QUANTITY.fullmatch(first)):
        return [*match["network"].split(), *match["quantity"].split(), *words[1:]]
    return [*words]

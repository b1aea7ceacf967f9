"""Input errors: texts of users on one line, the nearest legal name, and positive numbers."""

import re
from collections.abc import Iterable
from fractions import Fraction

from netlemma.graphs.base.errors import InputError, one_line

LONGEST_SHOWN = 40
LONGEST_NUMBER = 40
_NUMBER = re.compile(r"-?[0-9]+(/[0-9]+|\.[0-9]+)?|-?\.[0-9]+")


def quoted_text(text: str, longest: int = LONGEST_SHOWN) -> str:
    """The text in quotes on one line, shortened in the middle if it is long.

    Parameters
    ----------
    text : str
        Text of a user.
    longest : int, default LONGEST_SHOWN
        Largest number of characters shown.

    Returns
    -------
    str
        Quoted text.

    Examples
    --------
    >>> quoted_text("w"), quoted_text("x" * 100, longest=11)
    ("'w'", "'xxxx...xxxx'")
    """
    if len(text) > longest:
        half = (longest - 3) // 2
        text = f"{text[:half]}...{text[-half:]}"
    return f"'{one_line(text)}'"


def nearest(name: str, candidates: Iterable[str], most: int = 1) -> str:
    """A suggestion to append to an error: the candidates spelled most like a name.

    Parameters
    ----------
    name : str
        Unknown name.
    candidates : iterable of str
        Legal names.
    most : int, default 1
        Largest number of candidates named.

    Returns
    -------
    str
        Suggestion in parentheses, or an empty text if no candidate is close.

    Examples
    --------
    >>> nearest("torid", ["mesh", "toroid"])
    " (did you mean 'toroid'?)"
    >>> nearest("W", ["w", "D"])
    " (did you mean 'w'?)"
    >>> nearest("tora", ["toroid", "mesh", "torus"], 2)
    " (did you mean 'torus' or 'toroid'?)"
    >>> nearest("xyzzy", ["mesh", "toroid"])
    ''
    """
    import difflib

    spelled = {candidate.casefold(): candidate for candidate in sorted(candidates, reverse=True)}
    close = difflib.get_close_matches(name[:200].casefold(), spelled, n=most)
    return f" (did you mean {' or '.join(repr(spelled[each]) for each in close)}?)" if close else ""


def positive_number(text: str, what: str, kind: str, zero: bool = False) -> Fraction:
    """Read a positive rational number exactly.

    Parameters
    ----------
    text : str
        Number as 2, 3/2 or 0.5.
    what : str
        Name of the option or parameter, for the error text.
    kind : str
        Kind of number, for the error text.
    zero : bool, default False
        Whether 0 is legal, too.

    Returns
    -------
    Fraction
        The number.

    Raises
    ------
    InputError
        For any other text.

    Examples
    --------
    >>> positive_number("1/5", "--size-ratio", "a ratio"), positive_number("0.1", "--s-pe", "a service time")
    (Fraction(1, 5), Fraction(1, 10))
    """
    text = text.strip()
    if not _NUMBER.fullmatch(text) or len(text) > LONGEST_NUMBER or re.search(r"/0+\Z", text):
        raise InputError(f"{what} is {quoted_text(text)}; {kind} is a number such as 2, 3/2 or 0.5")
    value = Fraction(text)
    if value < 0 or not (value or zero):
        raise InputError(f"{what} is {quoted_text(text)}; {kind} must {'not be negative' if zero else 'be positive'}")
    return value

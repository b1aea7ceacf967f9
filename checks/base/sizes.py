"""Sizes of networks as users write them: ``w=4``, ``w=2..9 D=1..3``, ``w=2,4,8``, ``w=2..16..2``."""

import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from netlemma.checks.base.inputs import InputError, nearest, quoted_text

MOST_VALUES = 100_000
MOST_SIZES = 1_000_000
MOST_DIGITS = 18
LONGEST_TEXT = 100_000

_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
_WORD = re.compile(r"[a-z]{2,}(-[a-z]+)*")
_WHOLE = re.compile(r"-?[0-9]+")


class SizeTextError(InputError):
    """Sizes or parameters that cannot be read."""


def parse_swept(text: str, lists: Collection[str] = ()) -> dict[str, Sequence[Any]]:
    """Values of parameters as in :func:`parse_sizes`, some of which may be lists of numbers, and words.

    Parameters
    ----------
    text : str
        Assignments separated by blanks.
    lists : collection of str, default ()
        Names of parameters whose values are lists, with semicolons between several.

    Returns
    -------
    dict from str to sequence
        Values by parameter name.

    Raises
    ------
    SizeTextError
        For a text that :func:`parse_sizes` or :func:`parse_network` would refuse.

    Examples
    --------
    >>> parse_swept("S=3,4;2,2 T=1,2 arrangement=palmtree", ["S"])
    {'S': ((3, 4), (2, 2)), 'T': (1, 2), 'arrangement': ('palmtree',)}
    """
    found: dict[str, Sequence[Any]] = {}
    for word in text.split():
        name, values = assignment(word, found, None, "w=2..9 D=1..3")
        if name in lists:
            every = [parse_network([f"{name}={piece}"])[name] for piece in values.split(";")]
            found[name] = tuple(each if isinstance(each, tuple) else (each,) for each in every)
        elif all(map(_WORD.fullmatch, values.split(","))):
            found[name] = tuple(values.split(","))
        else:
            found |= parse_sizes(word)
    return found


def parse_sizes(text: str, known: Collection[str] | None = None) -> dict[str, Sequence[int]]:
    """Read the values of each parameter, in the given order.

    Parameters
    ----------
    text : str
        Assignments separated by blanks. Each value is a whole number, a range ``first..last`` (both included), a range
        with a step ``first..last..step``, or a list of these with commas and no blanks.
    known : collection of str or None, optional
        Legal names; any if None.

    Returns
    -------
    dict from str to sequence of int
        Values by parameter name.

    Raises
    ------
    SizeTextError
        For a name that is unknown or given twice, a value that is not whole, an empty range, or more than 100000
        values.

    Examples
    --------
    >>> parse_sizes("w=2..9 D=1..3")
    {'w': range(2, 10), 'D': range(1, 4)}
    >>> parse_sizes("w=2,4,8 D=2..16..2 K=3")
    {'w': (2, 4, 8), 'D': range(2, 17, 2), 'K': (3,)}
    """
    if len(text) > LONGEST_TEXT:
        raise SizeTextError(f"sizes are at most {LONGEST_TEXT} characters long; these are {len(text)}")
    sizes: dict[str, Sequence[int]] = {}
    for word in text.split():
        name, values = assignment(word, sizes, known, "w=2..9 D=1..3")
        pieces = [_piece(name, piece) for piece in values.split(",")]
        if sum(map(len, pieces)) > MOST_VALUES:
            raise SizeTextError(f"{name} has more than {MOST_VALUES} values")
        sizes[name] = pieces[0] if len(pieces) == 1 else tuple(value for piece in pieces for value in piece)
        if len(pieces) > 1 and len(set(sizes[name])) < len(sizes[name]):
            raise SizeTextError(f"{quoted_text(word)} gives a value of {name} twice")
    if not sizes:
        raise SizeTextError("no sizes given; write for instance w=2..9 D=1..3")
    return sizes


def parse_parameters(arguments: Iterable[str], known: Collection[str] | None = None) -> dict[str, int]:
    """Read parameters from arguments ``name=value``, each with one whole number.

    Parameters
    ----------
    arguments : iterable of str
        Arguments such as ``["w=4", "D=3"]``.
    known : collection of str or None, optional
        Legal names; any if None.

    Returns
    -------
    dict from str to int
        Value by parameter name.

    Raises
    ------
    SizeTextError
        For a name that is unknown or given twice, and a value that is not whole.

    Examples
    --------
    >>> parse_parameters(["w=4", "D=3"])
    {'w': 4, 'D': 3}
    >>> parse_parameters(["w=x"])
    Traceback (most recent call last):
        ...
    netlemma.checks.base.sizes.SizeTextError: w=x: 'x' is not a whole number; write w=4
    """
    parameters: dict[str, int] = {}
    for argument in arguments:
        name, value = assignment(argument.strip(), parameters, known, "w=4")
        parameters[name] = _whole(name, value, value, f"{name}=4")
    return parameters


def parse_network(arguments: Iterable[str]) -> dict[str, int | str | tuple[int, ...]]:
    """Parameters of one network, each of them a whole number, a list of whole numbers with commas, or a word.

    Raises
    ------
    SizeTextError
        For a text that :func:`parse_parameters` would refuse, or a list that is too long.

    Examples
    --------
    >>> parse_network(["f=3", "r=3,4,5", "arrangement=palmtree"])
    {'f': 3, 'r': (3, 4, 5), 'arrangement': 'palmtree'}
    """
    parameters: dict[str, int | str | tuple[int, ...]] = {}
    for argument in arguments:
        name, text = assignment(argument.strip(), parameters, None, "w=4")
        if len(text) > LONGEST_TEXT:
            raise SizeTextError(f"{name} is {len(text)} characters long; at most {LONGEST_TEXT} are read")
        if _WORD.fullmatch(text):
            parameters[name] = text
            continue
        values = tuple(_whole(name, value, text, f"{name}=4") for value in text.split(","))
        parameters[name] = values if len(values) > 1 else values[0]
    return parameters


def grid(sizes: Mapping[str, Sequence[int]]) -> Iterator[dict[str, int]]:
    """All sizes with the given values, in order of their sum, so that the first to fail is a small one.

    Raises
    ------
    SizeTextError
        If there are more than a million.

    Examples
    --------
    >>> list(grid(parse_sizes("w=2..3 D=1..2")))
    [{'w': 2, 'D': 1}, {'w': 2, 'D': 2}, {'w': 3, 'D': 1}, {'w': 3, 'D': 2}]
    """
    if math.prod(map(len, sizes.values())) > MOST_SIZES:
        raise SizeTextError(f"more than {MOST_SIZES} sizes; give fewer values")
    every = sorted(product(*sizes.values()), key=lambda size: (sum(size), size))
    return (dict(zip(sizes, size, strict=True)) for size in every)


def assignment(word: str, before: Collection[str], known: Collection[str] | None, example: str) -> tuple[str, str]:
    """Name and text of a value from ``name=value``.

    Parameters
    ----------
    word : str
        One word of a user.
    before : collection of str
        Names that were given before.
    known : collection of str or None
        Legal names; any if None.
    example : str
        Correct assignment, for the error text.

    Returns
    -------
    tuple of (str, str)
        Name, and text of the value.

    Raises
    ------
    SizeTextError
        For another form, a name that is not ``known`` or was given ``before``, or no value.

    Examples
    --------
    >>> assignment("w=4", (), ("w", "D"), "w=4")
    ('w', '4')
    """
    name, equals, value = word.partition("=")
    if not equals or not _NAME.fullmatch(name):
        raise SizeTextError(f"{quoted_text(word)} is not of the form name=value; write for instance {example}")
    if known is not None and name not in known:
        hint = nearest(name, known) or f"; expected {', '.join(known) or 'none'}"
        raise SizeTextError(f"unknown parameter {quoted_text(name)}{hint}")
    if name in before:
        raise SizeTextError(f"{quoted_text(name)} is given twice")
    if not value:
        example = next((each for each in example.split() if each.startswith(f"{name}=")), f"{name}=4")
        raise SizeTextError(f"{quoted_text(word)} has no value; write for instance {example}")
    return name, value


def _piece(name: str, text: str) -> Sequence[int]:
    bounds = text.split("..")
    if len(bounds) > 3 or "..." in text:
        raise SizeTextError(f"{name}={quoted_text(text)[1:-1]}: a range is first..last or first..last..step")
    example = f"{name}=2..9" if len(bounds) > 1 else f"{name}=4, {name}=2..9 or {name}=2,4,8"
    first, *rest = (_whole(name, bound, text, example) for bound in bounds)
    if not rest:
        return (first,)
    step = rest[1] if len(rest) > 1 else 1
    if step < 1:
        raise SizeTextError(f"{name}={quoted_text(text)[1:-1]}: the step is at least 1")
    if rest[0] < first:
        raise SizeTextError(
            f"{name}={quoted_text(text)[1:-1]} is empty; a range runs upwards, write {name}={rest[0]}..{first}"
        )
    return range(first, rest[0] + 1, step)


def _whole(name: str, value: str, given: str, example: str) -> int:
    if _WORD.fullmatch(value):
        raise SizeTextError(
            f"{name}={quoted_text(given)[1:-1]}: {quoted_text(value)} is a word, and sizes are whole numbers here; write "
            f"{example}, or leave {name} out if it takes words"
        )
    if not _WHOLE.fullmatch(value):
        raise SizeTextError(
            f"{name}={quoted_text(given)[1:-1]}: {quoted_text(value)} is not a whole number; write {example}"
        )
    if len(value) > MOST_DIGITS:
        raise SizeTextError(f"{name}={quoted_text(given)[1:-1]}: a number has at most {MOST_DIGITS} digits")
    return int(value)

"""Texts of users on one line: positive numbers, sizes of networks (``w=2..9 D=1..3``) and
loads (``0.001:0.009:9``).
"""

import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from netlemma.base.names import nearest
from netlemma.errors import InputError, SizeTextError, one_line

# Input errors: texts of users on one line, and positive numbers.


LONGEST_SHOWN = 40
LONGEST_NUMBER = 40
_NUMBER = re.compile(r"-?[0-9]+(/[0-9]+|\.[0-9]+)?|-?\.[0-9]+")


def quoted_text(text: str, longest: int = LONGEST_SHOWN) -> str:
    """The text in quotes on one line, shortened in the middle if it is long.

    >>> quoted_text("w"), quoted_text("x" * 100, longest=11)
    ("'w'", "'xxxx...xxxx'")
    """
    if len(text) > longest:
        half = (longest - 3) // 2
        text = f"{text[:half]}...{text[-half:]}"
    return f"'{one_line(text)}'"


def positive_number(text: str, what: str, kind: str, zero: bool = False) -> Fraction:
    """Read a positive rational number exactly.

    >>> positive_number("1/5", "`size_ratio`", "a ratio"), positive_number("0.1", "`node_time`", "a service time")
    (Fraction(1, 5), Fraction(1, 10))
    """
    text = text.strip()
    if not _NUMBER.fullmatch(text) or len(text) > LONGEST_NUMBER or re.search(r"/0+\Z", text):
        raise InputError(f"{what} is {quoted_text(text)}; {kind} is a number such as 2, 3/2 or 0.5")
    value = Fraction(text)
    if value < 0 or not (value or zero):
        raise InputError(f"{what} is {quoted_text(text)}; {kind} must {'not be negative' if zero else 'be positive'}")
    return value


# Sizes of networks as users write them: ``w=4``, ``w=2..9 D=1..3``, ``w=2,4,8``, ``w=2..16..2``.


MOST_VALUES = 100_000
MOST_SIZES = 1_000_000
MOST_DIGITS = 18
LONGEST_TEXT = 100_000

_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
_WORD = re.compile(r"[a-z]{2,}(-[a-z]+)*")
_WHOLE = re.compile(r"-?[0-9]+")


def parse_swept(text: str, lists: Collection[str] = ()) -> dict[str, Sequence[Any]]:
    """Values of parameters as in :func:`parse_sizes`, some of which may be lists of numbers, and words.

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

    >>> parse_parameters(["w=4", "D=3"])
    {'w': 4, 'D': 3}
    >>> parse_parameters(["w=x"])
    Traceback (most recent call last):
        ...
    netlemma.errors.SizeTextError: w=x: 'x' is not a whole number; write w=4
    """
    parameters: dict[str, int] = {}
    for argument in arguments:
        name, value = assignment(argument.strip(), parameters, known, "w=4")
        parameters[name] = _whole(name, value, value, f"{name}=4")
    return parameters


def parse_network(arguments: Iterable[str]) -> dict[str, int | str | tuple[int, ...]]:
    """Parameters of one network, each of them a whole number, a list of whole numbers with commas, or a word.

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

    >>> list(grid(parse_sizes("w=2..3 D=1..2")))
    [{'w': 2, 'D': 1}, {'w': 2, 'D': 2}, {'w': 3, 'D': 1}, {'w': 3, 'D': 2}]
    """
    if math.prod(map(len, sizes.values())) > MOST_SIZES:
        raise SizeTextError(f"more than {MOST_SIZES} sizes; give fewer values")
    every = sorted(product(*sizes.values()), key=lambda size: (sum(size), size))
    return (dict(zip(sizes, size, strict=True)) for size in every)


def assignment(word: str, before: Collection[str], known: Collection[str] | None, example: str) -> tuple[str, str]:
    """Name and text of a value from ``name=value``.

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
    if "=" in value:
        apart = " ".join(part.strip() for part in given.split(","))
        raise SizeTextError(
            f"{name}={quoted_text(given)[1:-1]}: sizes stand apart; write {name}={quoted_text(apart)[1:-1]}"
        )
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


# Loads as users write them: ``0.005``, ``0.001,0.002`` or ``0.001:0.009:9``.


MOST_LOADS = 100_000
LONGEST_LOADS = 100_000
_DECIMAL = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)(e[+-]?[0-9]{1,2})?|[0-9]{1,18}/[0-9]{1,18}", re.IGNORECASE)
_LONG_EXPONENT = re.compile(r"[+-]?[0-9.]+e[+-]?[0-9]{3,}", re.IGNORECASE)
_COUNT = re.compile(r"[0-9]{1,6}")
_FORMS = "write one value (0.005), a list (0.001,0.002) or start:stop:count (0.001:0.009:9)"


def parse_loads(text: str) -> tuple[Fraction, ...]:
    """The loads in a text, exact and in its order.

    >>> [str(load) for load in parse_loads("0.001:0.003:3")]
    ['1/1000', '1/500', '3/1000']
    >>> parse_loads("0.5, 1e-1")
    (Fraction(1, 2), Fraction(1, 10))
    """
    if len(text) > LONGEST_LOADS:
        raise InputError(f"`load` is {len(text)} characters long; at most {LONGEST_LOADS} are read")
    if ":" not in text:
        found = [_load(word) for word in text.split(",")]
        if len(found) > MOST_LOADS:
            raise InputError(f"`load` has {len(found)} loads; at most {MOST_LOADS} are taken")
        return tuple(found)
    words = text.split(":")
    if len(words) != 3:
        raise InputError(f"`load` is {quoted_text(text)}; {_FORMS}")
    first, last = _load(words[0]), _load(words[1])
    if not _COUNT.fullmatch(words[2].strip()):
        raise InputError(f"`load` is {quoted_text(text)}: {quoted_text(words[2])} is no count of loads; {_FORMS}")
    count = int(words[2])
    if not 1 <= count <= MOST_LOADS:
        raise InputError(f"`load` is {quoted_text(text)}: the count is 1 to {MOST_LOADS}")
    if last < first or (count == 1) != (first == last):
        raise InputError(
            f"`load` is {quoted_text(text)}: a range runs upwards, with a count of 1 only where both ends agree"
        )
    return tuple(first + (last - first) * Fraction(i, max(count - 1, 1)) for i in range(count))


def as_loads(load: str | float | Fraction | Iterable[float | Fraction]) -> tuple[Fraction, ...]:
    """Loads given as text, as a number or as several numbers; a float is read as the decimal number that it prints as.

    >>> as_loads("0.001:0.003:3") == as_loads([0.001, 0.002, 0.003])
    True

    :raises InputError: as :func:`parse_loads`
    """
    if isinstance(load, str):
        return parse_loads(load)
    return tuple(_load(str(each)) for each in (load if isinstance(load, Iterable) else [load]))


def _load(word: str) -> Fraction:
    word = word.strip()
    if _LONG_EXPONENT.fullmatch(word):
        raise InputError(f"`load` has {quoted_text(word)}, whose exponent has more than two digits; write such as 1e-5")
    if not _DECIMAL.fullmatch(word) or len(word) > 40 or re.search(r"/0+\Z", word):
        raise InputError(f"`load` has {quoted_text(word)}, which is no number; {_FORMS}")
    value = Fraction(word)
    if value <= 0:
        raise InputError(f"`load` has {quoted_text(word)}: a load is messages per node and cycle, and more than 0")
    return value

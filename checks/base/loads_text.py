"""Loads as users write them: ``0.005``, ``0.001,0.002`` or ``0.001:0.009:9``."""

import re
from collections.abc import Iterable
from fractions import Fraction

from netlemma.checks.base.inputs import InputError, quoted_text

MOST_LOADS = 100_000
LONGEST_TEXT = 100_000
_DECIMAL = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)(e[+-]?[0-9]{1,2})?|[0-9]{1,18}/[0-9]{1,18}", re.IGNORECASE)
_LONG_EXPONENT = re.compile(r"[+-]?[0-9.]+e[+-]?[0-9]{3,}", re.IGNORECASE)
_COUNT = re.compile(r"[0-9]{1,6}")
_FORMS = "write one value (0.005), a list (0.001,0.002) or start:stop:count (0.001:0.009:9)"


def parse_loads(text: str) -> tuple[Fraction, ...]:
    """The loads in a text, exact and in its order.

    Parameters
    ----------
    text : str
        Loads in messages per node and cycle: one number, several with commas, or ``start:stop:count``, which is
        ``count`` loads at equal distances from ``start`` to ``stop``, both included.

    Returns
    -------
    tuple of Fraction
        Loads in messages per node and cycle.

    Raises
    ------
    InputError
        For any other text, a load that is not positive, or more than 100000 loads.

    Examples
    --------
    >>> [str(load) for load in parse_loads("0.001:0.003:3")]
    ['1/1000', '1/500', '3/1000']
    >>> parse_loads("0.5, 1e-1")
    (Fraction(1, 2), Fraction(1, 10))
    """
    if len(text) > LONGEST_TEXT:
        raise InputError(f"--load is {len(text)} characters long; at most {LONGEST_TEXT} are read")
    if ":" not in text:
        found = [_load(word) for word in text.split(",")]
        if len(found) > MOST_LOADS:
            raise InputError(f"--load has {len(found)} loads; at most {MOST_LOADS} are taken")
        return tuple(found)
    words = text.split(":")
    if len(words) != 3:
        raise InputError(f"--load is {quoted_text(text)}; {_FORMS}")
    first, last = _load(words[0]), _load(words[1])
    if not _COUNT.fullmatch(words[2].strip()):
        raise InputError(f"--load is {quoted_text(text)}: {quoted_text(words[2])} is no count of loads; {_FORMS}")
    count = int(words[2])
    if not 1 <= count <= MOST_LOADS:
        raise InputError(f"--load is {quoted_text(text)}: the count is 1 to {MOST_LOADS}")
    if last < first or (count == 1) != (first == last):
        raise InputError(
            f"--load is {quoted_text(text)}: a range runs upwards, with a count of 1 only where both ends agree"
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
        raise InputError(f"--load has {quoted_text(word)}, whose exponent has more than two digits; write such as 1e-5")
    if not _DECIMAL.fullmatch(word) or len(word) > 40 or re.search(r"/0+\Z", word):
        raise InputError(f"--load has {quoted_text(word)}, which is no number; {_FORMS}")
    value = Fraction(word)
    if value <= 0:
        raise InputError(f"--load has {quoted_text(word)}: a load is messages per node and cycle, and more than 0")
    return value

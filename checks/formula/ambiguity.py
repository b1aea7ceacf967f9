"""Ambiguous notation of formulas: the ways to read it, and the one that a reader takes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Protocol, TypeVar

MOST_READINGS = 8

# kind of ambiguity: the two ways to read it, the more usual one first
KINDS = {
    "slash": ("1/2n is 1/(2n)", "1/2n is (1/2)n"),
    "raised": ("2^2n is (2^2)n", "2^2n is 2^(2n)"),
    "power": ("2^n^2 is 2^(n^2)", "2^n^2 is (2^n)^2"),
    "digits": ("2^10 is 2^(10)", "2^10 is (2^1)*0, as TeX sets it"),
    "log": ("log to base 2", "natural logarithm"),
    "mod": ("a + b mod m is a + (b mod m)", "a + b mod m is (a + b) mod m"),
    "call": ("{0}(...) is a product", "{0}(...) is a function"),
}


@dataclass
class ReadingChoices:
    """Choices of one reading: the way taken for each kind that is met; ``open`` are kinds that were not chosen.

    >>> choices = ReadingChoices({"log": 1})
    >>> choices.second("log"), choices.second("slash"), list(choices.open)
    (True, False, ['slash'])
    """

    taken: Mapping[str, int] = field(default_factory=dict)
    met: dict[str, str] = field(default_factory=dict)

    def second(self, kind: str, example: str = "") -> bool:
        """Whether the second way to read is taken; the first one where nothing was chosen."""
        name = f"{kind} {example}".strip()
        self.met[name] = KINDS[kind][self.taken.get(name, 0)].format(example)
        return bool(self.taken.get(name, 0))

    @property
    def open(self) -> list[str]:
        """Kinds that were met and not chosen."""
        return [kind for kind in self.met if kind not in self.taken]

    @property
    def words(self) -> str:
        """The reading in words."""
        return "; ".join(self.met.values())


class _Read(Protocol):
    @property
    def choices(self) -> ReadingChoices: ...


R = TypeVar("R", bound=_Read)


def every_reading(read: Callable[[ReadingChoices], R]) -> list[R]:
    """What a reader gives for each combination of choices, the usual ones first."""
    kinds: list[str] = []
    while True:
        ways = list(product((0, 1), repeat=len(kinds)))[:MOST_READINGS]
        found = [read(ReadingChoices(dict(zip(kinds, way, strict=True)))) for way in ways]
        more = list(dict.fromkeys(kind for each in found for kind in each.choices.open))
        if not more or 2 ** len(kinds) >= MOST_READINGS:
            return found
        kinds += more

"""Parameters of latency models: integers, real numbers given exactly, and words."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from netlemma.derive.performance.latency.example import Example

Value = int | Fraction | str


class ModelError(ValueError):
    """Parameters or a reading to which a model does not apply; the message is one line."""


def _outside(name: str, value: object, meaning: str, legal: str) -> ModelError:
    return ModelError(f"{name}={str(value)[:40]}: {name} ({meaning}) is {legal}")


@dataclass(frozen=True)
class Need:
    """An integer parameter: its name, least and greatest legal values, meaning, and default.

    >>> Need("k", 2, 128, "nodes along a dimension").legal(8)
    8
    """

    name: str
    least: int
    most: int
    meaning: str
    default: int | None = None

    def legal(self, value: object) -> int:
        """The value as an integer.

        It raises ModelError if the value is not an integer, or out of range.

        Raises
        ------
        ModelError
            If it is none, or out of range.
        """
        if not isinstance(value, int | Fraction) or value != int(value) or not self.least <= value <= self.most:
            raise _outside(self.name, value, self.meaning, f"a whole number from {self.least} to {self.most}")
        return int(value)


@dataclass(frozen=True)
class Real:
    """A real number, kept as the fraction of its decimal text; ``above`` excludes the least value itself.

    >>> Real("sigma1", Fraction(0), Fraction(1), "rate from state 1 to state 2").legal(0.2)
    Fraction(1, 5)
    """

    name: str
    least: Fraction
    most: Fraction
    meaning: str
    default: Fraction | None = None
    above: bool = False

    def legal(self, value: object) -> Fraction:
        """The value as a fraction; a float means its shortest decimal text.

        It raises ModelError if the value is not a number, or out of range.

        Raises
        ------
        ModelError
            If it is no number, or out of range.
        """
        if isinstance(value, float) and math.isfinite(value):
            value = Fraction(repr(value))
        if isinstance(value, int | Fraction):
            number = Fraction(value)
            if self.least <= number <= self.most and not (self.above and number == self.least):
                return number
        begin = f"above {self.least}, at most {self.most}" if self.above else f"from {self.least} to {self.most}"
        raise _outside(self.name, value, self.meaning, f"a number {begin}")


@dataclass(frozen=True)
class Keyword:
    """One of several words, each with its meaning.

    >>> Keyword("lengths", {"fixed": "all alike", "exponential": "memoryless"}, "of messages", "fixed").legal("fixed")
    'fixed'
    """

    name: str
    options: Mapping[str, str]
    meaning: str
    default: str | None = None

    def legal(self, value: object) -> str:
        """The value, which must be one of the words; others raise ModelError.

        Raises
        ------
        ModelError
            If it is none of the words.
        """
        if value not in self.options:
            raise _outside(self.name, value, self.meaning, f"one of {', '.join(self.options)}")
        return str(value)


Parameter = Need | Real | Keyword


def complete(model: str, kinds: tuple[Parameter, ...], given: Mapping[str, object], such: Example) -> dict[str, Value]:
    """The value of every parameter, given or default, in the order of ``kinds``.

    Parameters
    ----------
    model : str
        Name of the model.
    kinds : tuple of Parameter
        Parameters of the model.
    given : mapping from str to object
        Given values by name.
    such : Example
        Example of legal parameters, for error messages.

    Returns
    -------
    dict from str to Value
        Value of each parameter.

    Raises
    ------
    ModelError
        If a parameter is missing, unknown or out of its range.
    """
    names = [kind.name for kind in kinds]
    for name in given:
        if name not in names:
            raise ModelError(f"model {model} has no parameter {name!r}: it takes {', '.join(names)}")
    found: dict[str, Value] = {}
    for kind in kinds:
        if kind.name in given:
            found[kind.name] = kind.legal(given[kind.name])
        elif kind.default is not None:
            found[kind.name] = kind.default
        else:
            raise ModelError(f"model {model} needs {kind.name} ({kind.meaning}), such as {such.word(kind.name)}")
    return found

"""Latency models: parameters, examples, readings, and a curve of latency over load up to saturation; models are found by name."""

import math
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from netlemma.errors import ModelError
from netlemma.plugins import by_name, offering, registry

# Example parameters of a model: those of a figure of its paper.


@dataclass(frozen=True)
class Example:
    """Parameter values in command-line notation, and their source.

    source: Key of the paper in derive/references.bib.
    locator: Place in the source.
    values: Values by name, in order of the parameters; defaults may be among them.
    guessed: For each value that the source leaves open, what the source says instead.
    """

    source: str
    locator: str
    values: Mapping[str, str]
    guessed: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if strange := set(self.guessed) - set(self.values):
            raise ValueError(f"{', '.join(sorted(strange))}: guessed without a value")

    def word(self, name: str) -> str:
        """One parameter as an argument of the command line.

        >>> Example("x1999", "Figure 1", {"k": "8"}).word("k")
        'k=8'
        """
        return f"{name}={self.values[name]}"

    @property
    def words(self) -> tuple[str, ...]:
        """All parameters as arguments of the command line.

        >>> Example("x1999", "Figure 1", {"k": "8", "flits": "20"}).words
        ('k=8', 'flits=20')
        """
        return tuple(map(self.word, self.values))


# Parameters of latency models: integers, real numbers given exactly, and words.


Value = int | Fraction | str


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
        """The value, which must be one of the words; others raise ModelError."""
        if value not in self.options:
            raise _outside(self.name, value, self.meaning, f"one of {', '.join(self.options)}")
        return str(value)


Parameter = Need | Real | Keyword


def complete(model: str, kinds: tuple[Parameter, ...], given: Mapping[str, object], such: Example) -> dict[str, Value]:
    """The value of every parameter, given or default, in the order of ``kinds``."""
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


# Readings of a source: named sets of choices, and switches of single choices.


CORRECTED, PRINTED = "corrected", "printed"
LONGEST_TEXT = 1000


@dataclass(frozen=True)
class OpenPoint:
    """One point that a source leaves open, or gets wrong.

    ``options`` maps each possible decision to its description. ``corrected`` and ``printed`` are the options of these
    two sets.
    """

    name: str
    options: Mapping[str, str]
    corrected: str
    printed: str

    def option(self, word: str) -> str:
        """The option with a given name; ``corrected`` and ``printed`` give that of the set.

        >>> OpenPoint("blocking", {"once": "at one hop", "twice": "summed again"}, "once", "twice").option("printed")
        'twice'
        """
        found = {CORRECTED: self.corrected, PRINTED: self.printed}.get(word, word)
        if found not in self.options:
            raise ModelError(
                f"no option {word[:40]!r} of {self.name}: options are {', '.join(self.options)}, or corrected, printed"
            )
        return found


@dataclass(frozen=True)
class ModelReading:
    """A reading: its name, the option of each choice, and the decisions, line by line."""

    name: str
    options: Mapping[str, str]
    notes: tuple[str, ...]


def make_reading(choices: Sequence[OpenPoint], text: str) -> ModelReading:
    """A reading from text: ``corrected`` or ``printed``, and switches ``choice=option`` of single choices.

    >>> hop = OpenPoint("blocking", {"once": "at one hop", "twice": "summed again"}, "once", "twice")
    >>> make_reading([hop], "corrected blocking=twice").notes
    ('blocking=twice: summed again',)
    """
    if len(text) > LONGEST_TEXT:
        raise ModelError(f"a reading is at most {LONGEST_TEXT} characters long; this one is {len(text)}")
    words = text.split()
    base = words.pop(0) if words and "=" not in words[0] else CORRECTED
    if base not in (CORRECTED, PRINTED):
        raise ModelError(
            f"no reading {base[:40]!r}: readings are corrected or printed, with switches of "
            f"{', '.join(choice.name for choice in choices)}"
        )
    known = {choice.name: choice for choice in choices}
    options = {choice.name: choice.option(base) for choice in choices}
    switched: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise ModelError(f"{word[:40]!r} is not a switch: write choice=option after {base}")
        if name not in known:
            raise ModelError(f"no choice {name[:40]!r} in readings: choices are {', '.join(known)}")
        if name in switched:
            raise ModelError(f"choice {name} is given twice")
        switched[name] = options[name] = known[name].option(value)
    notes = tuple(f"{name}={option}: {known[name].options[option]}" for name, option in options.items())
    return ModelReading(" ".join([base, *(f"{name}={option}" for name, option in switched.items())]), options, notes)


def single_switches(choices: Sequence[OpenPoint]) -> tuple[str, ...]:
    """``printed``, ``corrected``, and ``corrected`` with each single choice switched to each of its other options.

    >>> single_switches([OpenPoint("blocking", {"once": "at one hop", "twice": "summed again"}, "once", "twice")])
    ('printed', 'corrected', 'corrected blocking=twice')
    """
    others = [
        f"{CORRECTED} {choice.name}={option}"
        for choice in choices
        for option in choice.options
        if option != choice.corrected
    ]
    return (PRINTED, CORRECTED, *others)


# The load from which on a model has no steady state, to the last digit.


TRIED_AT_ONCE = 64  # loads in each round of the search
TIE = 1e-9  # utilisations that differ by less are equal
State = Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]


@dataclass(frozen=True)
class Saturation:
    """The load from which on there is no steady state.

    load: Messages per cycle and node: the least floating-point number at which the model has no steady state.
    channel: Channel that saturates.
    alike: Number of channels that saturate together.
    busiest: Channel between nodes with the largest utilisation just below that load.
    utilisation: Its utilisation there.
    why: Event at the channel.
    """

    load: float
    channel: str
    alike: int
    busiest: str
    utilisation: float
    why: str = "reaches utilisation 1"


def steady_up_to(steady: Callable[[np.ndarray], np.ndarray], above: float) -> float:
    """The least floating-point number up to ``above`` at which a condition fails that holds for all smaller numbers.

    steady: Condition of an array of numbers; it holds near 0.

    >>> steady_up_to(lambda x: x * x < 2, 10.0) ** 2
    2.0000000000000004
    """
    low, high = 0.0, float(above)
    while np.nextafter(low, high) < high:
        tried = np.unique(np.linspace(low, high, TRIED_AT_ONCE + 2)[1:-1])
        tried = tried[(tried > low) & (tried < high)]
        if not len(tried):
            tried = np.array([np.nextafter(low, high)])
        failing = np.flatnonzero(~steady(tried))
        if len(failing):
            high = float(tried[failing[0]])
            low = float(tried[failing[0] - 1]) if failing[0] else low
        else:
            low = float(tried[-1])
    return high


def found_saturation(state: State, above: float, names: Sequence[str], between: Sequence[int]) -> Saturation:
    """The load at which the first channel reaches utilisation 1."""
    load = steady_up_to(lambda loads: state(loads)[1], above)
    use = state(np.array([np.nextafter(load, 0)]))[0][:, 0]
    alike = [i for i, u in enumerate(use) if u > use.max() - TIE]
    busiest = max(between, key=lambda i: (round(float(use[i]), 9), -i))
    return Saturation(load, names[alike[0]], len(alike), names[busiest], float(use[busiest]))


# Latency models: parameters, readings, and a curve of latency over load; models are found by name.


PER_NODE = "messages per node and cycle"


class Curve(Protocol):
    """Latency over load, at one size."""

    def latency(self, loads: np.ndarray) -> np.ndarray:
        """Mean latency in cycles at loads in the model's unit; NaN where the network is saturated."""

    def sensitivity(self, loads: np.ndarray) -> np.ndarray:
        """Derivative of the latency by the load."""

    def zero_load(self) -> Fraction:
        """The limit of the latency as the load goes to 0."""

    def saturation(self) -> Saturation:
        """The load at which the model ceases to have a steady state."""


@dataclass(frozen=True)
class Model:
    """A model of latency.

    Where a source leaves something open, a model has either ``readings`` (complete ones by name, each with its
    decisions) or ``choices``, which are decided one by one (:func:`netlemma.derive.performance.latency.latency_model.make_reading`).
    ``build`` makes the curve from the reading and the parameters that :meth:`curve` has checked and completed. ``load``
    is the unit of the load, and ``example`` has the parameters of a figure of the source, used in examples.
    """

    name: str
    summary: str
    parameters: tuple[Parameter, ...]
    build: Callable[[Mapping[str, Any], ModelReading], Curve]
    example: Example
    readings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    choices: tuple[OpenPoint, ...] = ()
    load: str = PER_NODE

    def values(self, parameters: Mapping[str, object]) -> dict[str, Value]:
        """All parameters, with defaults for those not given; illegal ones raise ModelError.

        Raises
        ------
        ModelError
            For a parameter that is missing, unknown or out of its range.
        """
        return complete(self.name, self.parameters, parameters, self.example)

    def reading(self, text: str = "corrected") -> ModelReading:
        """The reading with a given name.

        Raises
        ------
        ModelError
            If the reading is unknown.

        Examples
        --------
        >>> models()["mesh"].reading("printed").name
        'printed'
        """
        if self.choices:
            return make_reading(self.choices, text)
        if text not in self.readings:
            raise ModelError(f"no reading {text[:40]!r} of model {self.name}: readings are {', '.join(self.readings)}")
        return ModelReading(text, {}, self.readings[text])

    def compared(self) -> tuple[str, ...]:
        """The readings of a comparison: all named ones, and each single switch."""
        return single_switches(self.choices) if self.choices else tuple(self.readings)

    def curve(self, parameters: Mapping[str, object], reading: str = "corrected") -> Curve:
        """The latency over load at given parameters.

        Parameters
        ----------
        parameters : mapping from str to object
            Values by name.
        reading : str, default "corrected"
            Name of the reading.

        Returns
        -------
        Curve
            Curve of latency over load.

        Raises
        ------
        ModelError
            If the reading is unknown, or a parameter is missing, unknown or out of its range.

        Examples
        --------
        >>> models()["mesh"].curve({"k": 8, "flits": 20}).zero_load()
        Fraction(79, 3)
        """
        return self.build(self.values(parameters), self.reading(reading))


def model_with_data(
    module: str, parameters: tuple[Parameter, ...], build: Callable[[Mapping[str, Any], ModelReading], Curve]
) -> Model:
    """A model whose name, summary, example, and readings or choices are data beside its module.

    >>> models()["mesh"].example.words
    ('k=8', 'flits=20')
    """
    data = tomllib.loads(Path(module).with_suffix(".toml").read_text(encoding="utf-8"))
    data["example"] = Example(**data["example"])
    data["readings"] = {reading: tuple(notes) for reading, notes in data.get("readings", {}).items()}
    data["choices"] = tuple(OpenPoint(**choice) for choice in data.get("choices", ()))
    return Model(parameters=parameters, build=build, **data)


@registry
def models() -> Mapping[str, Model]:
    """Every model by name: ``MODEL`` of each module in derive/performance/latency/models."""
    modules = offering("netlemma.derive.performance.latency.models", "MODEL")
    return by_name("latency model", ((module.MODEL.name, module.MODEL, module) for module in modules))


def long_worms(flits: int, diameter: int, where: str) -> None:
    """Check that messages are longer than the diameter of the network, as the models of wormhole routing assume."""
    if flits <= diameter:
        raise ModelError(
            f"flits={flits}: the model assumes that messages are longer than the diameter of the network, which is {diameter} "
            f"in {where}; take flits={diameter + 1} or more"
        )

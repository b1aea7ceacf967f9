"""Readings of a source: named sets of choices, and switches of single choices."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from netlemma.derive.performance.latency.parameters import ModelError

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

        Raises
        ------
        ModelError
            If the option is unknown.

        Examples
        --------
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

    Parameters
    ----------
    choices : sequence of OpenPoint
        Choices of the source.
    text : str
        Text of the reading.

    Returns
    -------
    ModelReading
        The reading.

    Raises
    ------
    ModelError
        If a set, choice or option is unknown, or a choice is given twice.

    Examples
    --------
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

    Examples
    --------
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

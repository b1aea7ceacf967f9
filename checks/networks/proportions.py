"""Sizes of networks that are as large as asked: given in part, or in proportion to one another, as in ``p=h a=2h``."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count, islice
from math import ceil, exp, inf, log
from typing import Any

from netlemma.checks.base.inputs import InputError, quoted_text
from netlemma.checks.base.sizes import assignment, parse_network
from netlemma.graphs import Family, families
from netlemma.graphs.base.errors import SizeError
from netlemma.graphs.families import family_called
from netlemma.graphs.sources.named import named_source

LOG_MOST = 7.0  # of nodes that are counted; larger networks count as so many
REFUSED = 64  # values in a row without a network, after which no larger ones are tried
SPREAD = 0.1
REACHES = (1, 4, 16, inf)  # largest value through the smallest
STEPS = 8  # values of the other names that are tried for a network
PART = re.compile(r"([0-9]{1,6})?\*?([A-Za-z_]\w*)(?:/([1-9][0-9]{0,5}))?")
Value = tuple[int, str, int]  # a factor, a name, a divisor; the name is empty for a number


@dataclass(frozen=True)
class Proportions:
    """Networks of one family whose sizes are given in part; the others are free, or a multiple of one that is free.

    Parameters
    ----------
    words : str
        What a user writes: a family, and sizes such as ``n=3``, ``p=h``, ``a=2h`` or ``S=s,s``.
    family : Family
        The family.
    fixed : mapping from str to object
        Sizes that are numbers, lists or words.
    tied : mapping from str to sequence of Value
        Sizes in proportion to names.
    """

    words: str
    family: Family[Any]
    fixed: Mapping[str, Any]
    tied: Mapping[str, Sequence[Value]]

    @property
    def free(self) -> tuple[str, ...]:
        """Names whose values are sought."""
        rest = [
            p.name for p in self.family.parameters if p.name not in {**self.fixed, **self.tied} and p.default is None
        ]
        said = [name for parts in self.tied.values() for _, name, _ in parts if name]
        return tuple(dict.fromkeys([*rest, *said]))

    def sizes(self, values: Mapping[str, int]) -> dict[str, Any]:
        """All sizes, from values of the free names.

        Raises
        ------
        SizeError
            If the family has no network of these sizes.
        """
        found = {**self.fixed, **{name: value for name, value in values.items() if self._is_size(name)}}
        for name, parts in self.tied.items():
            numbers = tuple(factor * (values[of] if of else 1) // by for factor, of, by in parts)
            found[name] = numbers if len(numbers) > 1 else numbers[0]
        return self.family.check(found)

    def _is_size(self, name: str) -> bool:
        return name not in self.tied and any(p.name == name for p in self.family.parameters)

    def ends(self, values: Mapping[str, int]) -> int | None:
        """Number of ends of messages, None if there is no such network."""
        try:
            sizes = self.sizes(values)
        except SizeError:
            return None
        nodes = self.family.log_sizes(**sizes)[0]
        if nodes > LOG_MOST:
            return int(10**LOG_MOST)
        facts = self.family.facts(**sizes) if self.family.facts else {}
        return int(facts.get("ends", round(10**nodes)))

    def nearest(self, wanted: Sequence[int]) -> list[dict[str, Any]]:
        """For each number of ends the sizes whose number is nearest, in proportion; each of them once.

        Of several free values those that are near each other are preferred: a tenth of the logarithm of the largest through
        the smallest counts like that of the number of ends through the wanted one.

        Parameters
        ----------
        wanted : sequence of int
            Numbers of ends.

        Returns
        -------
        list of dict from str to object
            Sizes by number of ends.

        Raises
        ------
        InputError
            If there is no network with at most four times the largest number.
        """
        if not self.free:
            return [self.sizes({})]
        most = 4 * max(wanted)

        def farness(target: int, network: tuple[int, float, dict[str, int]]) -> float:
            return abs(log(network[0] / target)) + network[1]

        for reach in REACHES:  # networks of a larger spread than those found are none of the nearest
            every = list(self._within(most, reach))
            if every and exp(max(min(farness(target, each) for each in every) for target in wanted) / SPREAD) <= reach:
                break
        if not every:
            raise InputError(f"{self.words} has no network with at most {most:,} ends of messages")
        found: dict[int, dict[str, Any]] = {}
        for target in wanted:
            ends, _, values = min(every, key=partial(farness, target))
            found.setdefault(ends, self.sizes(values))
        return list(found.values())

    def _within(self, most: int, reach: float) -> Iterator[tuple[int, float, dict[str, int]]]:
        """Ends, spread and values of all networks with two or more ends and at most so many, whose largest value is at most
        ``reach`` times the smallest; values that do not change the number of ends do not count for that.
        """
        least = {p.name: max(1, p.minimum) for p in self.family.parameters}

        def from_here(chosen: dict[str, int], names: Sequence[str]) -> Iterator[dict[str, int]]:
            if not names:
                yield chosen
                return
            first, *rest = names
            others = {name: least.get(name, 1) for name in rest}
            start = least.get(first, 1)
            small = (
                (value, self._smallest({**chosen, first: value}, others)) for value in range(start, start + REFUSED)
            )
            legal = [*islice((each for each in small if each[1] is not None), 2)]
            if len(legal) == 2 and legal[0][1] == legal[1][1]:
                yield from from_here({**chosen, first: legal[0][0]}, rest)
                return
            before, refused = None, 0
            low, high = max(chosen.values(), default=0) / reach, min(chosen.values(), default=inf) * reach
            for value in count(max(start, ceil(low))):
                smallest = self._smallest({**chosen, first: value}, others)
                refused = refused + 1 if smallest is None else 0
                if value > high or refused > REFUSED or (smallest or 0) > most or (smallest == before and smallest):
                    return  # no larger network of interest, or a size that does not change the number of ends
                if smallest is not None:
                    before = smallest
                    yield from from_here({**chosen, first: value}, rest)

        for values in from_here({}, self.free):
            ends = self.ends(values)
            if ends is not None and 2 <= ends <= most:
                yield ends, SPREAD * log(max(values.values()) / min(values.values())), values

    def _smallest(self, chosen: dict[str, int], others: dict[str, int]) -> int | None:
        """Ends of a small network with the chosen values: the first legal one of the others, counted up together."""
        for more in range(STEPS if others else 1):
            found = self.ends({**chosen, **{name: value + more for name, value in others.items()}})
            if found is not None:
                return found
        return None


def proportions(words: str) -> Proportions:
    """Read a family and sizes that are given in part.

    Parameters
    ----------
    words : str
        Such as ``torus n=3``, ``dragonfly p=h a=2h`` or ``hyperx S=s,s T=s``.

    Returns
    -------
    Proportions
        The networks.

    Raises
    ------
    InputError
        For an unknown family or size, or a value that cannot be read.

    Examples
    --------
    >>> proportions("dragonfly p=h a=2h").nearest([1000])
    [{'p': 4, 'a': 8, 'h': 4, 'arrangement': 'consecutive'}]
    """
    name, *rest = words.split() or [""]
    family = family_called(name)
    if family is None:
        named_source(name)  # says what is near
        raise InputError(
            f"{quoted_text(words)} begins with no family: compare takes families, {', '.join(list(families())[:3])}, ..."
        )
    fixed: dict[str, Any] = {}
    tied: dict[str, list[Value]] = {}
    for word in rest:
        key, text = assignment(word, {**fixed, **tied}, [p.name for p in family.parameters], "n=3")
        parameter = next(p for p in family.parameters if p.name == key)
        parts = [PART.fullmatch(part) for part in text.split(",")]
        if parameter.words or not any(parts):
            fixed |= parse_network([word])
            continue
        tied[key] = [_value(key, part) for part in text.split(",")]
    found = Proportions(words, family, fixed, tied)
    if not found.free:
        found.sizes({})  # refuses illegal ones
    return found


def _value(key: str, text: str) -> Value:
    if re.fullmatch(r"[0-9]{1,6}", text):
        return int(text), "", 1
    if (part := PART.fullmatch(text)) is None:
        raise InputError(
            f"{key}={quoted_text(text)[1:-1]}: a size is a number, or in proportion to a name: {key}=h, {key}=2h, {key}=3q/4"
        )
    factor, name, by = part.groups()
    return int(factor or 1), name, int(by or 1)

"""What a fabric was built as: switches with labels from which it follows which of them are joined, and the cables that deviate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any, NamedTuple

from netlemma.graphs.fabrics.wiring import Cable, Wiring

Partners = Callable[[Hashable], Mapping[Hashable, int]]
MOST_TRIED = 4000  # exchanges of labels in a search
MOST_EXPLANATIONS = 8
MOST_IMPROVED = 60  # deviations
SWAP, MOST_TURNED = 4, 12  # deviations of two exchanged cables; switches at deviations among which three are tried
MIXED = 4  # cables of a rate, and share of them, from which on it is one of several rates in use


class Deviation(NamedTuple):
    """A deviation of a fabric from what it was built as.

    kind: "missing", "doubled", "extra", "swapped", "rate", "switches", "hosts" or "contradiction"; "kind" in an explanation by
        another kind.
    words: Description with the names of switches and ports.
    cables: Cables that deviate, by names and ports; of a doubled one, those of which one is too many.
    between: Pairs of switches that miss a cable, or have one too many.
    """

    kind: str
    words: str
    cables: tuple[str, ...] = ()
    between: tuple[tuple[str, str], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The deviation as data for JSON."""
        pairs = [list(each) for each in self.between]
        return {"kind": self.kind, "words": self.words, "cables": list(self.cables), "between": pairs}


@dataclass(frozen=True)
class Difference:
    """Pairs of switches with cables that should not be there, and without those that should, each as often as it is so."""

    extra: tuple[tuple[int, int], ...] = ()
    missing: tuple[tuple[int, int], ...] = ()

    @property
    def size(self) -> int:
        """Number of cables."""
        return len(self.extra) + len(self.missing)


@dataclass(frozen=True)
class Shape:
    """A kind of network that a fabric is, or nearly is.

    kind: Name, such as "fat tree".
    sizes: Its sizes.
    levels: Number of switches of each level, from the hosts upwards; () where there are no levels.
    difference: What deviates.
    explanations: Other differences of the same size that explain the cables as well.
    notes: Deviations that are no cables.
    level_of: Level of each switch.
    freedom: Choices that the kind leaves open, such as the ends of global cables, as a number of deviations among which there
        are as many choices.
    rivals: Shapes of other kinds or sizes that explain the cables as well.
    """

    kind: str
    sizes: Mapping[str, Any]
    levels: tuple[int, ...] = ()
    difference: Difference = Difference()
    explanations: tuple[Difference, ...] = ()
    notes: tuple[Deviation, ...] = ()
    level_of: Mapping[int, int] = field(default_factory=dict)
    freedom: float = 0
    rivals: tuple[Shape, ...] = ()


class Labelling:
    """Switches with labels; those with labels that are partners should be joined.

    wiring: The cables.
    labels: Label of each switch.
    partners: Function from a label to the labels whose switches it is joined to, with the number of cables.
    room: Number of switches that each label should have, where labels are not only exchanged.
    """

    def __init__(
        self,
        wiring: Wiring,
        labels: Mapping[int, Hashable],
        partners: Partners,
        room: Mapping[Hashable, int] | None = None,
    ) -> None:
        self.wiring, self.labels, self.partners, self.room = wiring, dict(labels), partners, room or {}
        self.members: dict[Hashable, set[int]] = {}
        for node, label in self.labels.items():
            self.members.setdefault(label, set()).add(node)

    def expected(self, node: int) -> dict[int, int]:
        """The switches that a switch should be joined to, with the number of cables."""
        return {
            other: count
            for label, count in self.partners(self.labels[node]).items()
            for other in self.members.get(label, ())
            if other != node
        }

    def _cost(self, node: int) -> int:
        there, wanted = self.wiring.beside[node], self.expected(node)
        return sum(abs(there.get(o, 0) - wanted.get(o, 0)) for o in {*there, *wanted})

    def difference(self) -> Difference:
        """The cables that deviate."""
        extra: list[tuple[int, int]] = []
        missing: list[tuple[int, int]] = []
        for node in sorted(self.labels):
            there, wanted = self.wiring.beside[node], self.expected(node)
            for other in sorted({*there, *wanted}):
                if other > node:
                    more = there.get(other, 0) - wanted.get(other, 0)
                    (extra if more > 0 else missing).extend([(node, other)] * abs(more))
        return Difference(tuple(extra), tuple(missing))

    def exchange(self, one: int, other: int) -> None:
        """Exchange the labels of two switches."""
        a, b = self.labels[one], self.labels[other]
        self.members[a].remove(one)
        self.members[b].remove(other)
        self.members[a].add(other)
        self.members[b].add(one)
        self.labels[one], self.labels[other] = b, a

    def _gain(self, one: int, other: int) -> int:
        """How many deviations an exchange takes away; labels are exchanged after it."""
        before = self._cost(one) + self._cost(other) - self._shared(one, other)
        self.exchange(one, other)
        return before - (self._cost(one) + self._cost(other) - self._shared(one, other))

    def _shared(self, one: int, other: int) -> int:
        return abs(self.wiring.beside[one].get(other, 0) - self.expected(one).get(other, 0))

    def _moves(self, difference: Difference) -> Iterable[tuple[int, int]]:
        """Exchanges of a switch at a deviation with another one of the same kind of label."""
        near = {node for pair in (*difference.extra, *difference.missing) for node in pair}
        for one in sorted(near):
            a = self.labels[one]
            for other in sorted(self.labels):
                b = self.labels[other]
                if a != b and (not self.room or _alike(a, b)) and (other not in near or one < other):
                    yield one, other

    def settle(self) -> tuple[Difference, tuple[Difference, ...]]:
        """Exchange labels until no exchange takes deviations away, also behind others that take none away.

        Returns: The smallest difference, and other ones of this size. Labels that fit nowhere are left as they are, unless a
        smaller difference follows if each label gets the switches that it should have.
        """
        best = self.difference()
        if not 0 < best.size <= MOST_IMPROVED:
            return best, ()
        self._fill(1)
        found = self._improved()
        labels, uneven = dict(self.labels), self._uneven
        if uneven and self._fill(MOST_IMPROVED):
            again = self._improved()
            if again[0].size + self._uneven < found[0].size + uneven:
                return again
            self._take(labels)
        return found

    def _improved(self) -> tuple[Difference, tuple[Difference, ...]]:
        best = self.difference()
        tried, states, others = 0, [dict(self.labels)], list[Difference]()
        least = states[0]
        while states and tried < MOST_TRIED:
            self._take(states.pop(0))
            for one, other in self._moves(self.difference()):
                tried += 1
                gain = self._gain(one, other)
                if gain > 0:
                    best, least, others = self.difference(), dict(self.labels), []
                    states = [least]
                    break
                if (
                    gain == 0
                    and len(others) < MOST_EXPLANATIONS
                    and (second := self.difference()) not in (best, *others)
                ):
                    others.append(second)
                    states.append(dict(self.labels))
                self.exchange(one, other)
                if tried >= MOST_TRIED:
                    break
            if not states and best.size > SWAP:
                self._take(least)
                if self._turn(best):
                    best, least, others = self.difference(), dict(self.labels), []
                    states = [least]
        self._take(least)
        return best, tuple(others)

    def _turn(self, difference: Difference) -> bool:
        """Pass labels on among three switches at deviations, if that takes deviations away."""
        near = {node for pair in (*difference.extra, *difference.missing) for node in pair}
        for one, two, three in permutations(sorted(near), 3) if len(near) <= MOST_TURNED else ():
            a, b, c = self.labels[one], self.labels[two], self.labels[three]
            if len({a, b, c}) == 3 and (not self.room or (_alike(a, b) and _alike(b, c))):
                if self._gain(one, two) + self._gain(two, three) > 0:
                    return True
                self.exchange(two, three)
                self.exchange(one, two)
        return False

    @property
    def _uneven(self) -> int:
        """Number of labels that have more or fewer switches than they should."""
        return sum(len(self.members.get(label, ())) != most for label, most in self.room.items())

    def _fill(self, most_more: int) -> bool:
        """Give labels that have too few switches to those of labels with too many, if few cables more deviate by each.

        Returns: Whether any was given.
        """
        given = False
        while True:
            moves = []
            for label, most in self.room.items():
                for node in sorted(self.members.get(label, ())) if len(self.members.get(label, ())) > most else ():
                    before = self._cost(node)
                    for other, wanted in self.room.items():
                        if _alike(label, other) and len(self.members.setdefault(other, set())) < wanted:
                            self._relabel(node, other)
                            moves.append((self._cost(node) - before, node, other))
                            self._relabel(node, label)
            more, node, label = min(moves, key=lambda each: each[:2], default=(most_more + 1, 0, None))
            if more > most_more:
                return given
            self._relabel(node, label)
            given = True

    def _relabel(self, node: int, label: Hashable) -> None:
        self.members[self.labels[node]].remove(node)
        self.members[label].add(node)
        self.labels[node] = label

    def _take(self, labels: Mapping[int, Hashable]) -> None:
        for node, label in labels.items():
            if self.labels[node] != label:
                self.members[self.labels[node]].remove(node)
                self.members.setdefault(label, set()).add(node)
                self.labels[node] = label


def _alike(label: Any, other: Any) -> bool:
    """Whether a switch may have one label or another one: their first parts, the levels, are both 0, that of the hosts, or not."""
    return bool(label != other and (label[0] == 0) == (other[0] == 0))


def mode(values: Iterable[Any], default: Any = 0) -> Any:
    """The value that occurs most often; of several the largest.

    >>> mode([1, 2, 2, 3]), mode([1, 2]), mode([])
    (2, 2, 0)
    """
    count = Counter(values)
    return max(count, key=lambda value: (count[value], value)) if count else default


def clusters(sets: Mapping[int, frozenset[int]]) -> list[frozenset[int]]:
    """The sets that are mostly apart, the most frequent first; sets that deviate a little belong to one of these.

    >>> [sorted(each) for each in clusters({0: frozenset({1, 2}), 1: frozenset({1, 2}), 2: frozenset({3, 4}), 3: frozenset({2})})]
    [[1, 2], [3, 4]]
    """
    count = Counter(each for each in sets.values() if each)
    usual = mode(map(len, count.elements()))
    found: list[frozenset[int]] = []
    for each, _ in sorted(count.items(), key=lambda item: (-item[1], abs(len(item[0]) - usual), sorted(item[0]))):
        if all(2 * len(each & other) < min(len(each), len(other)) for other in found):
            found.append(each)
    return found


def nearest(
    beside: Mapping[int, Mapping[int, int]], nodes: Iterable[int], groups: list[frozenset[int]]
) -> dict[int, int]:
    """The group with the most cables from each switch; of equal ones the first.

    >>> nearest({0: {2: 1, 3: 2}}, [0], [frozenset({2}), frozenset({3})])
    {0: 1}
    """
    owners: dict[int, list[int]] = {}
    for number, members in enumerate(groups):
        for node in members:
            owners.setdefault(node, []).append(number)
    found = {}
    for node in nodes:
        votes: dict[int, int] = {}
        for other, count in beside[node].items():
            for group in owners.get(other, ()):
                votes[group] = votes.get(group, 0) + count
        found[node] = max(votes, key=lambda group: (votes[group], -group), default=0)
    return found


def deviations(wiring: Wiring, difference: Difference) -> list[Deviation]:
    """A difference in words, cable by cable; two cables that were exchanged at one end are one deviation."""
    extra, missing = list(difference.extra), list(difference.missing)
    found: list[Deviation] = []
    for swapped in _exchanged(extra, missing):
        (a, b), (c, d), first, second = swapped
        cables = tuple(_one_of(wiring, pair) for pair in ((a, b), (c, d)))
        wanted = " and ".join(_pair(wiring, pair) for pair in (first, second))
        words = f"swapped: {cables[0]} and {cables[1]}, instead of {wanted}"
        found.append(
            Deviation(
                "swapped", words, _cables(wiring, [(a, b), (c, d)]), _names(wiring, [(a, b), (c, d), first, second])
            )
        )
        for pair in ((a, b), (c, d)):
            extra.remove(pair)
        for pair in (first, second):
            missing.remove(pair)
    for pair in extra:
        kind = "doubled" if len(wiring.between[pair]) > extra.count(pair) else "extra"
        words = f"{kind}: {_one_of(wiring, pair)}" + (" is one cable too many" if kind == "extra" else "")
        found.append(Deviation(kind, words, _cables(wiring, [pair]), _names(wiring, [pair])))
    for pair in missing:
        found.append(Deviation("missing", f"missing: a cable {_pair(wiring, pair)}", (), _names(wiring, [pair])))
    return found


def _exchanged(
    extra: list[tuple[int, int]], missing: list[tuple[int, int]]
) -> list[tuple[tuple[int, int], tuple[int, int], tuple[int, int], tuple[int, int]]]:
    """Two extra cables with two missing ones between the same four ends."""
    left, absent = list(extra), list(missing)
    found = []
    for i, one in enumerate(extra):
        for other in extra[i + 1 :]:
            if one not in left or other not in left or (one == other and left.count(one) < 2):
                continue
            for c, d in (other, other[::-1]):
                wanted = [(min(pair), max(pair)) for pair in ((one[0], c), (one[1], d))]
                if all(absent.count(pair) >= wanted.count(pair) for pair in wanted):
                    found.append((one, other, wanted[0], wanted[1]))
                    for pair in (one, other):
                        left.remove(pair)
                    for pair in wanted:
                        absent.remove(pair)
                    break
    return found


def _pair(wiring: Wiring, pair: tuple[int, int]) -> str:
    """Two switches that miss a cable, with the ports where it should be, if those of other cables tell them."""
    one, other = pair
    return f"{wiring.names[one]}{_port_to(wiring, one, other)}-{wiring.names[other]}{_port_to(wiring, other, one)}"


def _port_to(wiring: Wiring, here: int, there: int) -> str:
    """The port by which other switches are joined to a switch, if one of these is free here."""
    ports = wiring.ports
    known = {
        port for other in wiring.beside[there] if other != here for port, far in ports[other].items() if far == there
    }
    free = known - ports[here].keys()
    return f"[{next(iter(free))}]" if len(free) == 1 else ""


def _one_of(wiring: Wiring, pair: tuple[int, int]) -> str:
    names = [wiring.cable_name(each) for each in wiring.between[pair]]
    return names[0] if len(names) == 1 else f"one of {', '.join(names)}"


def _cables(wiring: Wiring, pairs: list[tuple[int, int]]) -> tuple[str, ...]:
    return tuple(wiring.cable_name(each) for pair in dict.fromkeys(pairs) for each in wiring.between[pair])


def _names(wiring: Wiring, pairs: Iterable[tuple[int, int]]) -> tuple[tuple[str, str], ...]:
    return tuple((wiring.names[a], wiring.names[b]) for a, b in pairs)


def wrong_rates(wiring: Wiring, group: Callable[[Cable], Hashable]) -> list[Deviation]:
    """Cables whose rate is not that of most cables of their group, or of many; where a group has few, of all such cables."""
    groups: dict[Hashable, Counter[str]] = {}
    for cable in wiring.cables:
        if cable.rate:
            for mine in (group(cable), _inside(wiring, cable)):
                groups.setdefault(mine, Counter())[cable.rate] += " and " not in cable.rate
    found = []
    for each in wiring.cables:
        if not each.rate:
            continue
        rates = groups[group(each)]
        if rates.total() < MIXED:
            rates = groups[_inside(wiring, each)]
        usual = max(rates, key=lambda rate: (rates[rate], rate))
        if each.rate != usual and rates[each.rate] < max(MIXED, rates.total() / MIXED):
            name = wiring.cable_name(each)
            pair = (wiring.names[each.one], wiring.names[each.other])
            ends = " at its ends" if " and " in each.rate else ""
            words = f"rate: {name} runs at {each.rate}{ends}, other such cables at {usual}"
            found.append(Deviation("rate", words, (name,), (pair,)))
    return found


def _inside(wiring: Wiring, cable: Cable) -> bool:
    return wiring.switch[cable.one] and wiring.switch[cable.other]

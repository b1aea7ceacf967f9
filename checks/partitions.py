"""The fewest partitions of queues that free a given routing of deadlock: the n of deadlock-n.

Every queue is split into at most n classes, each with room of its own. Which class a packet uses in a queue may depend on its
source, its destination and how far it has come, that is, on everything that is fixed when its route is; no packet may change
its mind when a class is full. With these classes the dependencies must not form a cycle.

Put the classes in the order of a numbering that rises along all dependencies: a sequence in which each queue occurs at most n
times, and in which every packet finds its queues in order. The other way round, such a sequence numbers classes. So the fewest
partitions are the fewest repetitions in a common supersequence of the queues of all routes, and a packet's class may as well be
the first one that is still ahead of it. n = 1 is decided by the dependency graph, larger n by SAT; an upper bound is the number
of places that a queue has in routes (partition by hop count, Tanenbaum 1981), or whatever a greedy supersequence shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from checks.acyclic import AcyclicChoice
from checks.deadlock import described, scope
from checks.deadlock_verdict import FREE
from graphs.dependency import from_sequences
from graphs.queues import DEFAULT, queue_model, queue_name
from graphs.ring_dependencies import pairs, queues_of_route
from graphs.rings.routing import routing
from graphs.rings.structure import RingNetwork

Word = tuple[int, ...]
MOST_LETTERS = 40_000  # places in all words that a SAT problem may have


@dataclass(frozen=True)
class Partitions:
    """How many classes some queue needs: at least ``lower``, and at most ``upper`` by the classes of ``order``.

    Parameters
    ----------
    lower, upper : bounds; equal where the number is known.
    why : what shows the lower bound.
    order : a sequence of queues, each at most ``upper`` times, in which every route finds its queues in order.
    by_hops : the number of classes of the partition by hop count, for comparison.
    """

    lower: int
    upper: int
    why: str
    order: list[int]
    by_hops: int

    def numbers(self) -> dict[int, list[int]]:
        """The numbers of the classes of each queue."""
        found: dict[int, list[int]] = {}
        for number, queue in enumerate(self.order):
            found.setdefault(queue, []).append(number)
        return found


def partitions(count: int, sequences: Iterable[Sequence[int]]) -> Partitions:
    """The fewest partitions for packets that use these sequences of queues, of ``count`` in all.

    :raises InputError: SAT is needed, and python-sat is not installed

    >>> found = partitions(3, [(0, 1), (1, 2), (2, 0)])
    >>> found.lower, found.upper, len(found.order)
    (2, 2, 4)
    """
    words = longest_words(sequences)
    places: dict[int, set[int]] = {}
    for word in words:
        for place, queue in enumerate(word):
            places.setdefault(queue, set()).add(place)
    by_hops = max(map(len, places.values()), default=1)
    best = min((greedy(words), _by_hops(places)), key=_repetitions)
    graph = from_sequences(count, ((0, 0, word) for word in words))
    numbers = graph.numbering()
    if numbers is not None:
        order = sorted(range(count), key=numbers.__getitem__)
        return Partitions(1, 1, "the dependencies have no cycle", order, by_hops)
    lower, why = 2, "the dependencies have a cycle"
    if sum(map(len, words)) <= MOST_LETTERS:
        while lower < _repetitions(best):
            found = _sequence_by_sat(words, lower)
            if found is not None:
                best = found
                break
            lower, why = lower + 1, f"SAT: {lower} classes are too few"
    return Partitions(lower, _repetitions(best), why, best, by_hops)


def longest_words(sequences: Iterable[Sequence[int]]) -> list[Word]:
    """The sequences without those that are parts of others, each once."""
    found: list[Word] = []
    parts: set[Word] = set()
    for word in sorted({tuple(s) for s in sequences}, key=len, reverse=True):
        if word not in parts:
            found.append(word)
            parts |= {word[i:j] for i in range(len(word)) for j in range(i + 1, len(word) + 1)}
    return found


def greedy(words: Sequence[Word]) -> list[int]:
    """A common supersequence: again and again the queue that fewest words still need later, or most need now."""
    at = [0] * len(words)
    waiting: dict[int, set[int]] = {}  # queue wanted next: the words
    later: Counter[int] = Counter(q for word in words for q in word[1:])
    for i, word in enumerate(words):
        if word:
            waiting.setdefault(word[0], set()).add(i)
    order: list[int] = []
    while waiting:
        queue = min(waiting, key=lambda q: (later[q], -len(waiting[q]), q))
        order.append(queue)
        for i in waiting.pop(queue):
            at[i] += 1
            if at[i] < len(words[i]):
                after = words[i][at[i]]
                later[after] -= 1
                waiting.setdefault(after, set()).add(i)
    return order


def _by_hops(places: dict[int, set[int]]) -> list[int]:
    """The supersequence of the partition by hop count: all queues that are first, then all that are second, and so on."""
    last = max((place for there in places.values() for place in there), default=-1)
    return [queue for place in range(last + 1) for queue, there in sorted(places.items()) if place in there]


def _repetitions(order: Sequence[int]) -> int:
    return max(Counter(order).values(), default=1)


def _sequence_by_sat(words: Sequence[Word], classes: int) -> list[int] | None:
    """A common supersequence in which each queue occurs at most so many times; None if there is none."""
    choice = AcyclicChoice()
    try:
        for word in words:
            chosen = [[choice.variable() for _ in range(classes)] for _ in word]
            for options in chosen:
                choice.add(options)
            for (a, b), (before, after) in zip(pairwise(word), pairwise(chosen), strict=True):
                for j, first in enumerate(before):
                    for k, second in enumerate(after):
                        choice.add([-first, -second, choice.dependency((a, j), (b, k))])
        if not choice.solve():
            return None
        return _classes_in_order(words, choice.dependencies_chosen())
    finally:
        choice.close()


def _classes_in_order(words: Sequence[Word], edges: list[tuple[tuple[int, int], tuple[int, int]]]) -> list[int]:
    """The queues of all classes in the order of a numbering."""
    classes = list(dict.fromkeys([c for edge in edges for c in edge] + [(q, 0) for word in words for q in word]))
    number = {each: i for i, each in enumerate(classes)}
    ranks = from_sequences(len(classes), ((0, 0, (number[a], number[b])) for a, b in edges)).numbering()
    assert ranks is not None  # the solver has excluded cycles
    return [classes[i][0] for i in sorted(range(len(classes)), key=ranks.__getitem__)]


def ring_partitions(
    net: RingNetwork, by: str | None = None, queues: str = DEFAULT
) -> tuple[Partitions, dict[str, Any]]:
    """The fewest partitions for a routing of rings, and a certificate that so many are enough.

    :raises RoutingError: no such routing or queue model

    >>> from graphs import ring_network
    >>> found, certificate = ring_partitions(ring_network("deadfly", f=2, r=2))
    >>> found.lower, found.upper, found.by_hops
    (2, 2, 3)
    """
    model, rule = queue_model(queues), routing(net, by)
    count = model.queues(net.node_count, net.fanout)
    found = partitions(count, (queues_of_route(net, rule, model, pair) for pair in pairs(net)))
    numbers = {queue_name(net, model, q): own for q, own in found.numbers().items()}
    about = {"network": described(net), "routing": {"name": rule.name, "description": rule.words}, "queues": model.name}
    return found, {
        "verdict": FREE,
        **about,
        "classes": found.upper,
        "scope": scope(net),
        "kind": "numbering",
        "numbers": numbers,
    }

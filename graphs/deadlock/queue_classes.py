"""The fewest partitions of queues that free a given routing of deadlock: the n of deadlock-n."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from netlemma.errors import InputError
from netlemma.graphs.deadlock.acyclic_choice import AcyclicChoice, SolverLimit
from netlemma.graphs.deadlock.ring_queues import (
    DEFAULT,
    certificate_network,
    pairs,
    queue_dependencies,
    queue_model,
    queue_name,
    queues_of_route,
    scope,
)
from netlemma.graphs.deadlock.verdict import FREE
from netlemma.graphs.rings.routing import RingRouting, ring_routing
from netlemma.graphs.routing.dependency_graph import from_sequences
from netlemma.graphs.topology.ring_structure import RingNetwork

Word = tuple[int, ...]
MOST_LETTERS = 10_000  # places in all words that a SAT problem may have
MOST_ROUNDS = 100
MOST_PAIRS = 300_000


@dataclass(frozen=True)
class Partitions:
    """Number of classes that some queue needs: at least ``lower``, and at most ``upper`` by the classes of ``order``.

    lower, upper: Bounds; equal where the number is known.
    why: Reason of the lower bound.
    order: Sequence of queues, each at most ``upper`` times, in which every route finds its queues in order.
    by_hops: Number of classes of the partition by hop count, for comparison; None where it was not counted.
    """

    lower: int
    upper: int
    why: str
    order: list[int]
    by_hops: int | None

    def numbers(self) -> dict[int, list[int]]:
        """The numbers of the classes of each queue."""
        found: dict[int, list[int]] = {}
        for number, queue in enumerate(self.order):
            found.setdefault(queue, []).append(number)
        return found


def partitions(count: int, sequences: Iterable[Sequence[int]]) -> Partitions:
    """The fewest partitions for packets that use these sequences of queues.

    >>> found = partitions(3, [(0, 1), (1, 2), (2, 0)])
    >>> found.lower, found.upper, len(found.order)
    (2, 2, 6)
    """
    every = {tuple(sequence) for sequence in sequences}
    words = longest_words(every)
    by_hops = _by_hops(every)
    graph = from_sequences(count, ((0, 0, word) for word in words))
    numbers = graph.numbering()
    if numbers is not None:
        order = sorted(range(count), key=numbers.__getitem__)
        return Partitions(1, 1, "the dependencies have no cycle", order, _most(by_hops))
    lower, why, best = 2, "the dependencies have a cycle", min(by_hops, repeated_order(words), key=_most)
    try:
        while lower < _most(best):
            found = _sequence_by_sat(words, lower)
            if found is not None:
                best = found
                break
            lower, why = lower + 1, f"SAT: {lower} classes are too few"
    except SolverLimit:
        why += f"; whether {lower} classes are enough is open"
    return Partitions(lower, _most(best), why, best, _most(by_hops))


def longest_words(sequences: Iterable[Sequence[int]]) -> list[Word]:
    """The distinct sequences that are not parts of others."""
    found: list[Word] = []
    parts: set[Word] = set()
    for word in sorted({tuple(s) for s in sequences}, key=len, reverse=True):
        if word not in parts:
            found.append(word)
            parts |= {word[i:j] for i in range(len(word)) for j in range(i + 1, len(word) + 1)}
    return found


def repeated_order(words: Sequence[Word]) -> list[int]:
    """A common supersequence: one order of the queues, repeated, without the parts that no word needs.

    The order turns few dependencies back (Eades, Lin and Smyth 1993). A word begins the next repetition where it goes
    back.
    """
    order = _few_turned_back(Counter(pair for word in words for pair in pairwise(word)))
    order += [q for q in dict.fromkeys(q for word in words for q in word) if q not in set(order)]
    place = {queue: i for i, queue in enumerate(order)}
    needed: set[tuple[int, int]] = set()
    for word in words:
        turn, last = 0, -1
        for queue in word:
            turn += place[queue] < last
            last = place[queue]
            needed.add((turn, last))
    return [order[i] for _, i in sorted(needed)]


def _few_turned_back(weights: Counter[tuple[int, int]]) -> list[int]:
    """An order in which few dependencies lead back: sources first, sinks last, then queues with the largest surplus of
    leaving over entering dependencies.
    """
    after: dict[int, dict[int, int]] = {}
    before: dict[int, dict[int, int]] = {}
    for (tail, head), weight in weights.items():
        after.setdefault(tail, {})[head] = weight
        before.setdefault(head, {})[tail] = weight
        after.setdefault(head, {})
        before.setdefault(tail, {})
    front: list[int] = []
    back: list[int] = []
    left = dict.fromkeys(sorted(after))
    while left:
        sink = next((q for q in left if not after[q]), None)
        queue = sink if sink is not None else next((q for q in left if not before[q]), None)
        if queue is None:
            queue = max(left, key=lambda q: sum(after[q].values()) - sum(before[q].values()))
        (back if sink is not None else front).append(queue)
        for head in after.pop(queue):
            before[head].pop(queue, None)
        for tail in before.pop(queue):
            after[tail].pop(queue, None)
        del left[queue]
    return front + back[::-1]


def _by_hops(words: Iterable[Word]) -> list[int]:
    """The supersequence of the partition by hop count: all queues that are first, then all that are second, and so on."""
    return [queue for _, queue in sorted({each for word in words for each in enumerate(word)})]


def _most(order: Sequence[int]) -> int:
    return max(Counter(order).values(), default=1)


def _sequence_by_sat(words: Sequence[Word], classes: int) -> list[int] | None:
    """A common supersequence in which each queue occurs at most the given number of times; None if there is none."""
    if sum(map(len, words)) > MOST_LETTERS:
        raise SolverLimit
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
        if not choice.solve(most_rounds=MOST_ROUNDS):
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
    net: RingNetwork, by: str | RingRouting | None = None, queues: str = DEFAULT
) -> tuple[Partitions, dict[str, Any]]:
    """The fewest partitions for a routing of rings, and a certificate that they are enough.

    >>> from netlemma.graphs import ring_network
    >>> found, certificate = ring_partitions(ring_network("deadfly", f=2, r=2))
    >>> found.lower, found.upper, found.by_hops
    (2, 2, 3)
    """
    model, rule = queue_model(queues), by if isinstance(by, RingRouting) else ring_routing(net, by)
    graph = queue_dependencies(net, rule, model)
    numbers = graph.numbering()
    if numbers is not None:
        order = sorted(range(graph.count), key=numbers.__getitem__)
        found = Partitions(1, 1, "the dependencies have no cycle", order, None)
    else:
        every = pairs(net)
        if len(every) > MOST_PAIRS:
            raise InputError(
                f"{net.title} has {len(every):,} packets: partitions are counted for at most {MOST_PAIRS:,}"
            )
        found = partitions(graph.count, (queues_of_route(net, rule, model, pair) for pair in every))
    named = {queue_name(net, model, q): own for q, own in found.numbers().items()}
    about = {
        "network": certificate_network(net),
        "routing": {"name": rule.name, "description": rule.words},
        "queues": model.name,
    }
    return found, {
        "verdict": FREE,
        **about,
        "classes": found.upper,
        "scope": scope(net),
        "kind": "numbering",
        "numbers": named,
    }

"""Messages through nodes, message by message: under dimension order, and the fewest through layers in the middle of a line."""

from collections.abc import Iterator
from fractions import Fraction
from heapq import heappop, heappush

from netlemma.derive.networks.products import brute_force


def most_passed(dimensions: brute_force.Dimensions) -> Fraction:
    """Most messages through a node under dimension order, ties split, message by message."""
    every = brute_force.nodes(dimensions)
    passed = dict.fromkeys(every, Fraction(0))
    for s in every:
        for t in every:
            for share, route in _routes(dimensions, s, t):
                for node in route[1:-1]:
                    passed[node] += share
    return max(passed.values())


def _routes(
    dimensions: brute_force.Dimensions, s: brute_force.Node, t: brute_force.Node
) -> Iterator[tuple[Fraction, list[brute_force.Node]]]:
    """The routes of dimension order from s to t, each with its probability."""
    j = next((j for j, (x, y) in enumerate(zip(s, t, strict=True)) if x != y), None)
    if j is None:
        yield Fraction(1), [s]
        return
    kind, n = dimensions[j]
    near = [d for d in dict.fromkeys(brute_force.hops(kind, n, s[j]))
            if brute_force.digit_distance(kind, n, d, t[j]) < brute_force.digit_distance(kind, n, s[j], t[j])]  # fmt: skip
    for digit in near:
        for share, route in _routes(dimensions, (*s[:j], digit, *s[j + 1 :]), t):
            yield share / len(near), [s, *route]


def fewest_in_middle(dimensions: brute_force.Dimensions) -> Fraction:
    """Fewest messages through a node on the mean of layers in the middle of the line, for the layers that have most.

    No routing has fewer through all nodes of these layers together, and so none has fewer through each of them.
    """
    every = brute_force.nodes(dimensions)
    ((j, n),) = [(j, n) for j, (kind, n) in enumerate(dimensions) if kind == "line"]
    blocks = [{node for node in every if out <= node[j] < n - out} for out in range((n + 1) // 2)]
    return max(Fraction(sum(_least_passed(dimensions, block, s) for s in every), len(block)) for block in blocks)


def _least_passed(dimensions: brute_force.Dimensions, block: set[brute_force.Node], source: brute_force.Node) -> int:
    """Sum over all destinations of the fewest nodes of a block that a route from the source passes."""
    passed: dict[brute_force.Node, int] = {}
    todo = [(0, source)]
    while todo:
        count, node = heappop(todo)
        if node in passed:
            continue
        passed[node] = count
        beyond = count + (node != source and node in block)
        for j, (kind, n) in enumerate(dimensions):
            for digit in brute_force.hops(kind, n, node[j]):
                heappush(todo, (beyond, (*node[:j], digit, *node[j + 1 :])))
    return sum(passed.values())

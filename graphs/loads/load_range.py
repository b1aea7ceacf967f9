"""Range of the largest load of a device over all ways in which packets of a routing may choose.

The least largest load is the value of a linear program: flows to each goal that keep to the routing's choices, and a
bound on the loads of all devices. It is solved in floating point and then proved in rational numbers, from both sides.
Shares of the flows at each place, rounded to fractions, are a way to choose, whose largest load is computed exactly.
Prices of the devices, rounded to fractions that add up to 1, bound every way to choose from below by the cost of the
cheapest routes (duality of linear programs). The greatest largest load is that of the device that most packets can
cross."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from netlemma.errors import SizeError
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routing.goal_graph import goal_graphs

MOST_CHOICES = 20_000  # of all goals together
DENOMINATORS = (12, 120, 2520, 27720, 720720)


class LoadRange(NamedTuple):
    """Least and greatest possible largest load of a device, in visit ratios.

    ``least`` is a lower bound and a value that can be reached. They are the same number unless rounding left a gap.
    """

    least: tuple[Fraction, Fraction]
    greatest: Fraction

    def as_json(self) -> dict[str, Any]:
        """The range in the shape of ``netlemma measure --json``; ``least`` is null where it is known only by bounds."""
        bounds = [str(bound) for bound in self.least]
        least = bounds[0] if self.least[0] == self.least[1] else None
        return {"least": least, "least_bounds": bounds, "greatest": str(self.greatest)}

    def __str__(self) -> str:
        bounds = dict.fromkeys(map(str, self.least))
        least = " to ".join(bounds) if len(bounds) > 1 else bounds.popitem()[0]
        return f"least {least}, greatest {self.greatest}"


class _Goal(NamedTuple):
    """Rows that packets to one goal reach in order, their choices as (slot, next row or None), and messages that start
    at each row.
    """

    rows: list[int]
    choices: dict[int, list[tuple[int, int | None]]]
    messages: dict[int, Fraction]


def load_range(routing: ChannelRouting) -> LoadRange:
    """Least and greatest possible largest visit ratio of a device.

    Packets run between all ordered pairs of different ends, all equally likely, and may choose at every place as they
    like, whatever their source; the labels that they start with are equally likely.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> found = load_range(channel_routing(network("mesh", k=3, n=2), "west-first"))
    >>> [str(bound) for bound in found.least], str(found.greatest)
    (['1/6', '1/6'], '5/18')
    """
    goals = _goals(routing)
    slots, pairs = routing.network.device_count, routing.network.pair_count
    shares, prices = _solve(goals, slots)
    bounds, reached = [], []
    for denominator in DENOMINATORS:
        bounds.append(_cheapest(goals, _prices(prices, denominator)))
        reached.append(max(_loads(goals, _rounded(shares, denominator), slots)))
        if max(bounds) == min(reached):
            break
    return LoadRange((max(bounds) / pairs, min(reached) / pairs), max(_most(goals, slots)) / pairs)


def _goals(routing: ChannelRouting) -> list[_Goal]:
    found: list[_Goal] = []
    count = 0
    device = routing.network.device.tolist()
    nodes, rough = routing.network.node_count, len(routing.ends) * routing.channel_count
    for graph in goal_graphs(routing, fast=False) if rough < 10 * MOST_CHOICES else ():
        choices: dict[int, list[tuple[int, int | None]]] = {}
        for row in graph.rows:
            if row >= nodes and graph.head[row - nodes] == graph.end:
                continue
            there = choices[row] = []
            for c in graph.channel[graph.start[row] : graph.start[row + 1]]:
                end = graph.head[c]
                behind = None if end == graph.end else end if graph.by_node else nodes + c
                there.append((device[c // routing.vcs], behind))
            count += len(there)
        messages = {s: Fraction(1, n) for s, n in zip(graph.sources, graph.alternatives.tolist(), strict=True)}
        found.append(_Goal(list(choices), choices, messages))
        if count > MOST_CHOICES:
            break
    if count > MOST_CHOICES or rough >= 10 * MOST_CHOICES:
        raise SizeError(
            f"the range of loads over all choices is computed for at most {MOST_CHOICES:,} choices of packets; "
            f"{routing.title} has more"
        )
    return found


def _solve(goals: Sequence[_Goal], slots: int) -> tuple[list[dict[int, list[float]]], np.ndarray]:
    """Shares of the choices of each row in an optimal flow, and prices of the devices, in floating point."""
    from scipy.optimize import linprog
    from scipy.sparse import coo_array

    entries: list[tuple[int, int, float]] = []  # rows of flow conservation: what leaves minus what enters
    loads: list[tuple[int, int, float]] = []
    right: list[float] = []
    first: list[dict[int, int]] = []
    variables = 0
    for goal in goals:
        number = {row: len(right) + i for i, row in enumerate(goal.rows)}
        right += [float(goal.messages.get(row, 0)) for row in goal.rows]
        first.append({})
        for row in goal.rows:
            first[-1][row] = variables
            for slot, behind in goal.choices[row]:
                entries.append((number[row], variables, 1.0))
                if behind is not None:
                    entries.append((number[behind], variables, -1.0))
                loads.append((slot, variables, 1.0))
                variables += 1
    loads += [(slot, variables, -1.0) for slot in range(slots)]

    def matrix(cells: list[tuple[int, int, float]], rows: int) -> Any:
        row, column, value = zip(*cells, strict=True)
        return coo_array((value, (row, column)), shape=(rows, variables + 1)).tocsr()

    cost = np.zeros(variables + 1)
    cost[-1] = 1
    solved = linprog(cost, matrix(loads, slots), np.zeros(slots), matrix(entries, len(right)), right, method="highs-ds")
    if solved.status:
        raise SizeError(f"the linear program of the loads was not solved: {solved.message}")
    shares = [
        {row: solved.x[at : at + len(goal.choices[row])].tolist() for row, at in where.items()}
        for goal, where in zip(goals, first, strict=True)
    ]
    return shares, -solved.ineqlin.marginals


def _rounded(shares: Sequence[dict[int, list[float]]], denominator: int) -> list[dict[int, list[Fraction]]]:
    """Shares rounded to multiples of 1 / denominator that add up to 1."""
    found: list[dict[int, list[Fraction]]] = []
    for goal in shares:
        found.append({})
        for row, parts in goal.items():
            whole = sum(parts)
            counts = [round(denominator * part / whole) if whole > 1e-9 else 0 for part in parts]
            counts[parts.index(max(parts))] += denominator - sum(counts)
            found[-1][row] = [Fraction(count, denominator) for count in counts]
    return found


def _prices(prices: np.ndarray, denominator: int) -> list[Fraction]:
    """Prices rounded to fractions that add up to 1."""
    rounded = [Fraction(max(price, 0.0)).limit_denominator(denominator) for price in prices.tolist()]
    total = sum(rounded)
    return [price / total for price in rounded] if total else [Fraction(1, len(rounded))] * len(rounded)


def _loads(goals: Sequence[_Goal], shares: Sequence[dict[int, list[Fraction]]], slots: int) -> list[Fraction]:
    """Loads of the devices if packets choose with these shares."""
    found = [Fraction(0)] * slots
    for goal, share in zip(goals, shares, strict=True):
        flow = {row: goal.messages.get(row, Fraction(0)) for row in goal.rows}
        for row in goal.rows:
            for (slot, behind), part in zip(goal.choices[row], share[row], strict=True):
                if part and flow[row]:
                    found[slot] += flow[row] * part
                    if behind is not None:
                        flow[behind] += flow[row] * part
    return found


def _cheapest(goals: Sequence[_Goal], price: Sequence[Fraction]) -> Fraction:
    """Cost of the cheapest routes of all messages."""
    total = Fraction(0)
    for goal in goals:
        cost: dict[int | None, Fraction] = {None: Fraction(0)}
        for row in reversed(goal.rows):
            cost[row] = min(price[slot] + cost[behind] for slot, behind in goal.choices[row])
        total += sum(messages * cost[row] for row, messages in goal.messages.items())
    return total


def _most(goals: Sequence[_Goal], slots: int) -> list[Fraction]:
    """Most crossings of each device: every message takes a route that crosses it as often as possible."""
    found = np.zeros(slots, dtype=object)
    for goal in goals:
        most: dict[int | None, np.ndarray] = {None: np.zeros(slots, dtype=np.int64)}
        for row in reversed(goal.rows):
            ways = [most[behind].copy() for _, behind in goal.choices[row]]
            for way, (slot, _) in zip(ways, goal.choices[row], strict=True):
                way[slot] += 1
            most[row] = np.max(ways, axis=0)
        for share in set(goal.messages.values()):
            crossed = np.sum([most[row] for row, messages in goal.messages.items() if messages == share], axis=0)
            found = found + share * crossed.astype(object)
    return [Fraction(value) for value in found]

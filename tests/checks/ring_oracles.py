"""Slow oracles about queues of rings: every state, every choice of routes, every order of partitions."""

from functools import cache
from itertools import pairwise

import networkx as nx

from netlemma.graphs.deadlock.ring_queues import MODELS, legs, queues_of


def deadlock_reachable(sequences):
    """Whether queues with room for one packet can come to wait in a circle: all states, by brute force.

    A state has the packets that are in queues, one in each; packets that wait for none of the circle need never start, so a
    circle is looked for in every state.
    """
    sequences = sorted({tuple(way) for way in sequences})
    start = frozenset()
    seen, todo = {start}, [start]
    while todo:
        state = todo.pop()
        held = {sequences[i][k]: (i, k) for i, k in state}
        wants = {q: sequences[i][k + 1] for q, (i, k) in held.items() if k + 1 < len(sequences[i])}
        waits = nx.DiGraph((q, w) for q, w in wants.items() if w in held)
        if not nx.is_directed_acyclic_graph(waits):
            return True
        after = [state | {(i, 0)} for i, taken in enumerate(sequences) if taken[0] not in held]
        for i, k in state:
            rest = state - {(i, k)}
            if k + 1 == len(sequences[i]):
                after.append(rest)
            elif sequences[i][k + 1] not in held:
                after.append(rest | {(i, k + 1)})
        todo += [s for s in after if s not in seen]
        seen.update(after)
    return False


def plain_routes(net, s, t):
    """All routes from one node to another that visit no ring twice."""
    found, todo = [], [()]
    while todo:
        hops = todo.pop()
        node = int(net.successor[hops[-1]]) if hops else s
        if node == t:
            found.append(hops)
            continue
        for link in range(net.fanout):
            after = int(net.successor[node, link])
            if after not in (-1, node) and not (hops and hops[-1][1] == link and after == legs(net, hops)[-1].enter):
                rings = [int(net.ring[v.enter, v.link]) for v in legs(net, (*hops, (node, link)))]
                if len(set(rings)) == len(rings):
                    todo.append((*hops, (node, link)))
    return found


def plain_queues(net, queues, hops):
    """The queues of a route, in order."""
    return queues_of(net, MODELS[queues], legs(net, hops))


def kept(net, routes, rule):
    """The routes that keep a rule: any, shortest, links=D or rings=H."""
    kind, _, most = rule.partition("=")
    fewest = min(map(len, routes), default=0)
    size = {
        "any": lambda _: 0, "shortest": lambda h: len(h) - fewest, "links": lambda h: max(0, len(h) - int(most)),
        "rings": lambda h: max(0, len(legs(net, h)) - int(most)),
    }[kind]  # fmt: skip
    return [h for h in routes if not size(h)]


def some_routing(net, queues, ends, rule):
    """Whether routes for these pairs close no cycle: all choices are tried, pair after pair."""
    options = [
        sorted(
            {frozenset(pairwise(plain_queues(net, queues, h))) for h in kept(net, plain_routes(net, s, t), rule)},
            key=sorted,
        )
        for s, t in ends
    ]

    @cache
    def fits(chosen, edges):
        if not nx.is_directed_acyclic_graph(nx.DiGraph(edges)):
            return False
        return chosen == len(options) or any(fits(chosen + 1, edges | new) for new in options[chosen])

    return fits(0, frozenset())


def partitions_enough(sequences, most):
    """Whether queues split into at most so many classes can be put in an order in which every packet finds its queues."""
    words = sorted({tuple(way) for way in sequences if way})
    letters = sorted({q for word in words for q in word})

    @cache
    def fits(places, used):
        if all(place == len(word) for place, word in zip(places, words, strict=True)):
            return True
        for i, q in enumerate(letters):
            if used[i] < most and any(p < len(w) and w[p] == q for p, w in zip(places, words, strict=True)):
                after = tuple(p + (p < len(w) and w[p] == q) for p, w in zip(places, words, strict=True))
                if fits(after, (*used[:i], used[i] + 1, *used[i + 1 :])):
                    return True
        return False

    return fits((0,) * len(words), (0,) * len(letters))

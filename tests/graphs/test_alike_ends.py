"""Dependencies of packets to one end of each switch, exchanged, against those of all packets."""

from dataclasses import replace

import numpy as np
import pytest

from netlemma.graphs import network
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.deadlock.phase_dependencies import channel_dependencies
from netlemma.graphs.routing.capabilities import RoutingSymmetry
from netlemma.graphs.routing.goal_graph import RoutingArrays
from netlemma.graphs.routing.symmetric_packets import alike_ends
from netlemma.graphs.routings import routing

DRAGONFLY, GRID = network("dragonfly", p=3, a=2, h=1), network("hyperx", S=(2, 3), T=3)
CASES = [
    (DRAGONFLY, words)
    for words in (
        "minimal",
        "ugal",
        "valiant-groups vcs=2",
        "ascending of=ugal vcs=3",
        "shortest",
        "ecmp vcs=2",
        "par",
        "ascending of=par vcs=4",
        "valiant-switches",
        "d3r",
        "dla",
        "olm",
    )
]
CASES += [
    (GRID, words)
    for words in ("hyperx-order", "dimwar", "dal", "shortest-first", "ascending of=shortest by=tree vcs=2")
]
CASES += [
    (network("hyperx", S=(4,), T=3), words) for words in ("tera", "tera service=tree", "one-detour", "one-detour vcs=1")
]
CASES += [(network("xgft", m=(3, 2), w=(1, 2)), "shortest"), (network("megafly", p=2, s=2, h=1), "shortest-adaptive")]


def on_the_way(by, source, destination):
    """The dependencies of the packets of a pair, place by place."""
    found = set()
    for label in by.labels(source, destination):
        places, seen = [(source, None)], set()
        while places:
            node, came = places.pop()
            for channel, _ in by.next_channels(node, came, destination, label):
                found.add((came, channel))
                if not by.delivers(channel, destination, label) and channel not in seen:
                    seen.add(channel)
                    places.append((by.end(channel), channel))
    return found


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("net", "words"), CASES, ids=str)
def test_exchanged_ends_have_the_dependencies_of_all(net, words):
    by = routing(net, words)
    assert by.symmetry.alike_ends and len(alike_ends(by).classes) < len(by.ends)
    fast = net is DRAGONFLY
    some, every = (
        channel_dependencies(RoutingArrays(each, fast))
        for each in (by, replace(by, symmetry=replace(by.symmetry, alike_ends=False)))
    )
    assert np.array_equal(some.graph.tail, every.graph.tail) and np.array_equal(some.graph.head, every.graph.head)
    assert np.array_equal(some.used, every.used) and some.packets == every.packets
    ways = {}
    for tail, head, *pair in zip(
        *(getattr(some.graph, name).tolist() for name in ("tail", "head", "source", "destination")), strict=True
    ):
        if tuple(pair) not in ways:
            ways[tuple(pair)] = on_the_way(by, *pair)
        assert (tail, head) in ways[tuple(pair)]


def test_ends_that_are_not_alike_are_followed_apart():
    by = routing(network("k-ary-n-tree", k=3, n=2), "d-mod-k")  # the way depends on the end of the switch
    assert not by.symmetry.alike_ends and len(alike_ends(by).classes) == len(by.ends)
    wrong = replace(by, symmetry=RoutingSymmetry(alike_ends=True))
    some, every = (channel_dependencies(RoutingArrays(each)).graph for each in (wrong, by))
    assert set(zip(some.tail.tolist(), some.head.tolist(), strict=True)) != set(
        zip(every.tail.tolist(), every.head.tolist(), strict=True)
    )


@pytest.mark.parametrize(("family", "sizes"), [("butterfly", {"k": 2, "n": 2}), ("omega", {"k": 2, "n": 3})])
def test_terminals_that_send_to_one_switch_and_hear_from_another_are_not_alike(family, sizes):
    """Those of one first switch have different last ones: every packet is followed."""
    net = network(family, **sizes)
    by, behind = routing(net, "shortest"), set()
    for source in net.ends:
        for to in net.ends:
            todo = [(source, None)] if source != to else []
            while todo:
                node, came = todo.pop()
                for channel, _ in by.next_channels(node, came, to, None):
                    behind |= set() if came is None else {(came, channel)}
                    if by.end(channel) != to:
                        todo.append((by.end(channel), channel))
    assert decide(by).dependencies == len(behind)

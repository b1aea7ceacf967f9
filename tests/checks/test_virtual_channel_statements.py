"""Judges of statements on numbers of virtual channels, and BookSim's routing of a dragonfly by phases."""

from dataclasses import replace
from itertools import pairwise

import pytest

from netlemma.checks.claims.papers import papers
from netlemma.checks.claims.statements.virtual_channels import by_phases, fewest
from netlemma.graphs import network
from netlemma.graphs.deadlock.decide import decide

READINGS = {
    (paper, reading.key): reading
    for paper in ("booksim2013", "sstelements", "fogsim")
    for statement in papers()[paper].statements
    for reading in getattr(statement, "readings", ())
}


@pytest.mark.parametrize(
    ("paper", "key", "options", "vcs", "true"),
    [
        ("sstelements", "dragonfly.virtual_channels.minimal", {"routing": "ascending of=minimal by=classes"}, "1", "2"),
        ("sstelements", "dragonfly.virtual_channels.valiant", {"routing": "ascending of=valiant-groups by=classes"}, "2", "3"),
        ("fogsim", "dragonfly.virtual_channels.olm", {"routing": "olm"}, "2", "3"),
        ("booksim2013", "dragonfly.virtual_channels.ugal.order", {"routing": "ugal", "order": "any"}, "3", "2"),
    ],
)  # fmt: skip
def test_other_numbers_are_refuted(paper, key, options, vcs, true):
    reading = replace(READINGS[paper, key], says={"vcs": vcs})
    found = fewest(reading, family="dragonfly", sizes="p=1 a=3 h=1", **options)
    assert found.verdict == "fails" and found.counterexample["true"] == true
    assert (
        fewest(replace(reading, says={"vcs": true}), family="dragonfly", sizes="p=1 a=3 h=1", **options).verdict
        == "agrees"
    )


def test_phases_are_those_of_the_source():
    """Followed by the rules of the function: phase 0 to the router, 1 from there, and 2 from a link between groups on."""
    net = network("dragonfly", p=1, a=2, h=1)
    made, place = by_phases(net, nonminimal=True), [net.labels(u) for u in range(net.node_count)]
    lengths = set()
    for source, destination in [(s, d) for s in net.ends for d in net.ends if s != d]:
        for label in made.labels(source, destination):
            ((channel, _),) = made.next_channels(source, None, destination, label)
            way = [channel]
            while made.end(way[-1]) != destination:
                ((channel, _),) = made.next_channels(made.end(way[-1]), way[-1], destination, label)
                way.append(channel)
            nodes, phases = [made.end(c) for c in way[:-1]], [c % 3 for c in way[1:-1]]
            at = nodes.index(label) if label is not None else 0
            across = [place[u][0] != place[v][0] for u, v in pairwise(nodes)]
            if place[source][0] == place[destination][0]:
                assert phases == [2] * len(phases)
            else:
                assert phases == [0 if i < at else 1 + any(across[at : i + 1]) for i in range(len(phases))]
            lengths.add(len(phases))
    assert lengths == {1, 2, 3, 4, 5}


def test_three_phases_deadlock_and_two_do_not():
    """The minimal way on its two phases is free; towards a router, channel 0 of two groups is not."""
    net = network("dragonfly", p=1, a=2, h=1)
    assert decide(by_phases(net, nonminimal=False)).verdict == "deadlock-free"
    found = decide(by_phases(net, nonminimal=True))
    assert found.verdict == "deadlock" and {each["holds"][-4:] for each in found.cycle} == {"vc 0"}

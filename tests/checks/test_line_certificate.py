"""Numbers checked on one line of each dimension: accepted and refused as when all packets are followed."""

from dataclasses import replace

import pytest

from netlemma.checks.certificates import channel_numbering
from netlemma.checks.certificates.certification import check_certificate
from netlemma.checks.certificates.channel_numbering import on_lines
from netlemma.errors import CertificateError
from netlemma.graphs import network
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.routings import channel_routing

CASES = [
    ("mesh", {"k": 3, "n": 2}, "dimension-order", 1, "wormhole"), ("oneway-torus", {"k": 4, "n": 2}, "dimension-order", 2, "wormhole"),
    ("toroid", {"w": 5, "D": 2}, "dimension-order", 2, "cut-through"), ("toroid", {"w": 3, "D": 3}, "dimension-order", 3, "wormhole"),
    ("line(3) x oneway-ring(4) x clique(2)", {}, "dimension-order", 2, "wormhole"), ("toroid", {"w": 4, "D": 2}, "duato", 3, "cut-through"),
    ("spanning-bus-hypercube", {"w": 3, "D": 2}, "dimension-order", 1, "wormhole"), ("ring(2) x line(3)", {}, "dimension-order", 2, "wormhole"),
]  # fmt: skip


@pytest.fixture
def by_lines_only(monkeypatch):
    """Small networks are checked like large ones, and nothing is followed after that."""
    monkeypatch.setattr(channel_numbering, "FEW_NODES", 0)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("family, sizes, name, vcs, switching", CASES)
def test_each_number_is_checked(by_lines_only, family, sizes, name, vcs, switching, monkeypatch):
    routing = channel_routing(network(family, **sizes), name, vcs)
    given = decide(routing, switching).certificate["numbers"]
    wormhole = switching == "wormhole"
    monkeypatch.setattr(channel_numbering, "TRIED", 3)
    assert on_lines(routing, given, wormhole).startswith("numbers rise in ")
    for c, v in enumerate(given):
        for wrong in [1] if v is None else [v + 1, v - 1, 1000] + [None] * (v > 0):
            with pytest.raises(CertificateError):
                on_lines(routing, [*given[:c], wrong, *given[c + 1 :]], wormhole)


@pytest.mark.parametrize(
    "family, sizes, name, options",
    [
        ("mesh", {"k": 3, "n": 2}, "up-down", {}), ("toroid", {"w": 3, "D": 2}, "duato", {}),
        ("oneway-ring(3) x oneway-ring(2)", {}, "dimension-order", {"vcs": 2, "rule": "dateline-kept"}),
    ],
)  # fmt: skip
def test_other_routings_are_followed(by_lines_only, family, sizes, name, options):
    """A rule by which packets remember an earlier dimension does not go line by line, whatever it says."""
    routing = channel_routing(network(family, **sizes), name, **options)
    certificate = decide(routing).certificate
    assert on_lines(routing, certificate["numbers"], True) is None
    assert "waiting states can advance" in check_certificate(certificate)


def test_a_routing_that_leaves_a_line_is_followed(by_lines_only, monkeypatch):
    """Even if no packet is tried afterwards."""
    net = network("mesh", k=3, n=2)
    known = channel_routing(net, "dimension-order")

    def around(node, came_by, destination, label):  # from 0 to 3 by 1 and 4
        return known.next_channels(node, came_by, 1 if (node, destination) == (0, 3) else destination, label)

    given = decide(known).certificate["numbers"]
    monkeypatch.setattr(channel_numbering, "TRIED", 0)
    assert on_lines(known, given, True)
    assert on_lines(replace(known, next_channels=around), given, True) is None


def test_a_routing_that_goes_line_by_line_on_few_lines_only(by_lines_only):
    """On the lines through node 0 it does; packets followed through the network show that elsewhere it does not."""
    net = network("mesh", k=4, n=2)
    known, other = channel_routing(net, "dimension-order"), channel_routing(net, "shortest-adaptive")

    def sometimes(node, came_by, destination, label):
        a, b = net.labels(node), net.labels(destination)
        if a[0] and a[1] != b[1]:  # along dimension 1 first
            return other.next_channels(node, came_by, destination, label)[-1:]
        return known.next_channels(node, came_by, destination, label)

    given = decide(known).certificate["numbers"]
    with pytest.raises(CertificateError):
        on_lines(replace(known, next_channels=sometimes), given, True)


def test_a_way_out_that_is_no_choice_everywhere_is_none(by_lines_only):
    routing = channel_routing(network("toroid", w=4, D=2), "duato", 3)
    given = decide(routing, "cut-through").certificate["numbers"]
    assert on_lines(routing, given, False)

    def seldom(node, came_by, destination, label):
        found = routing.next_channels(node, came_by, destination, label)
        free = [each for each in found if each[0] % routing.vcs >= routing.escape.escape_routing.vcs]
        return free if free and (node + destination) % 3 == 0 else found

    assert on_lines(replace(routing, next_channels=seldom), given, False) is None


@pytest.mark.in_turn
def test_large_networks_are_checked_at_once():
    routing = channel_routing(network("toroid", w=12, D=3), "dimension-order", 2)
    certificate = decide(routing).certificate
    assert "of one line for each dimension, and on all lines" in check_certificate(certificate)
    certificate["numbers"][5000] += 1
    with pytest.raises(CertificateError, match="which is not the longest chain"):
        check_certificate(certificate)

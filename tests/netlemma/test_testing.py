"""Checks for plug-ins pass what the repository has, and refuse what is broken, with a message that says what."""

from dataclasses import replace
from fractions import Fraction

import pytest

import netlemma as nl
from netlemma.graphs.families import families
from netlemma.graphs.routing.channel_routing import ALL, ChannelRouting
from netlemma.graphs.routings import channel_routing, channel_routings

TOROID = families()["toroid"]


@pytest.mark.parametrize("name", ["mycielski", "xgft", "dragonfly", "multicube", "generalised-petersen"])
def test_families_of_the_repository_keep_what_is_checked(name):
    nl.testing.check_family(families()[name])


@pytest.mark.parametrize(
    "broken, message",
    [
        ({"name": "Toroid 2"}, "lower-case"),
        ({"summary": ""}, "summary"),
        ({"default_sizes": ()}, "default_sizes"),
        ({"default_sizes": ({"w": 0, "D": 1},)}, "not legal"),
        ({"log_sizes": lambda w, D: (1.0, 1.0)}, "log_sizes says"),
        ({"classes": ("bus",)}, "classes"),
        ({"make": lambda w, D: nl.network("ring", K=4)}, "says that its family"),
    ],
)
def test_a_broken_family_is_refused(broken, message):
    with pytest.raises(AssertionError, match=message):
        nl.testing.check_family(replace(TOROID, **broken))


@pytest.mark.parametrize("name", ["up-down", "shortest", "valiant", "dimension-order", "shortest-adaptive", "ecmp"])
def test_routings_of_the_repository_keep_what_is_checked(name):
    nl.testing.check_routing(channel_routings()[name], [nl.network("mesh", k=2, n=2), nl.network("ring", K=4)])


def around(choices, kind="deterministic"):
    """A routing of rings by a function of the number of nodes, the node and the goal."""
    return lambda net: ChannelRouting("around", net, kind, lambda node, came, goal, label: choices(net, node, goal))


def hop(net, node, there):
    return next(h for h in range(net.hop_count) if net.origin[h] == node and net.target[h] == there)


@pytest.mark.parametrize(
    "routing, message",
    [
        (around(lambda net, node, goal: []), "no way on"),
        (around(lambda net, node, goal: [(hop(net, (node + 1) % 4, node), ALL)]), "does not start there"),
        (around(lambda net, node, goal: [(hop(net, node, (node + 1) % 4), Fraction(1, 2))]), "add up to 1/2"),
        (around(lambda net, node, goal: [(hop(net, node, (node + i) % 4), ALL / 2) for i in (1, 3)]), "2 choices"),
        (around(lambda net, node, goal: [(hop(net, node, node ^ 1), ALL)]), "never arrives"),
        (lambda net: channel_routing(net, "xy"), "refuses every network"),
        (lambda net: "shortest", "must be a ChannelRouting"),
    ],
)
def test_a_broken_routing_is_refused(routing, message):
    with pytest.raises(AssertionError, match=message):
        nl.testing.check_routing(routing, [nl.network("ring", K=4)])


def test_a_lemma_of_the_repository_keeps_what_is_checked():
    nl.testing.check_lemma(nl.lemma("ring.mean_distance"))


@pytest.mark.parametrize(
    "broken, message",
    [
        (lambda: replace(nl.lemma("ring.mean_distance"), key="no-such-family.mean_distance"), "no family"),
        (lambda: replace(nl.lemma("ring.nodes"), derivation=nl.lemma("ring.mean_distance").derivation), "ring.nodes is"),
        (lambda: "K", "must be a Lemma"),
    ],
)  # fmt: skip
def test_a_broken_lemma_is_refused(broken, message):
    with pytest.raises(AssertionError, match=message):
        nl.testing.check_lemma(broken)

"""Circles of channels at all sizes: against explicit networks at other sizes, and wrong ones."""

from dataclasses import replace

import pytest

from netlemma.checks.certificates.certification import certify
from netlemma.checks.lemmas.deadlock_ranks import all_sizes, broken, circle_of
from netlemma.derive.networks.ranks.channel_circles import CIRCLES, a, h
from netlemma.errors import ProofError
from netlemma.graphs import network
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.routings import channel_routing

OTHERS = [
    ("dragonfly", {"p": 2, "a": 2, "h": 3}),
    ("dragonfly", {"p": 1, "a": 5, "h": 1}),
    ("dragonfly", {"p": 1, "a": 4, "h": 2}),
    ("flattened-butterfly", {"k": 5, "n": 3}),
    ("slim-fly", {"q": 11, "p": 1}),
]


@pytest.mark.parametrize("circle", CIRCLES, ids=lambda each: f"{each.family} {each.routing}")
def test_each_circle_is_a_deadlock_at_all_sizes(circle):
    found = all_sizes(circle.family, 1, circle.routing)
    assert found.verdict == "deadlock" and f"all sizes with {circle.where}" in found.scope
    assert certify(found.certificate).accepted


@pytest.mark.parametrize(("family", "size"), OTHERS, ids=str)
def test_circles_are_those_of_other_sizes(family, size):
    circle = circle_of(family, 1, None)
    by = channel_routing(network(family, **size), circle.routing, 1)
    nodes = circle.nodes(size)
    assert broken(by, nodes) == ""
    assert broken(by, nodes[::-1][1:]) != ""
    assert broken(by, [*nodes, *nodes]) == "a channel is there twice"


@pytest.mark.in_turn
def test_cases_have_all_sizes_of_the_circle_and_no_other_size_deadlocks():
    dragonfly = circle_of("dragonfly", 1, "minimal")
    for switches in range(2, 9):
        for links in range(1, 9):
            size = {"p": 1, "a": switches, "h": links}
            assert sum(case.covers(size) for case in dragonfly.cases) == 1
    alone = [("dragonfly", {"p": 2, "a": 1, "h": 3}), ("flattened-butterfly", {"k": 2, "n": 3})]
    for family, size in alone:
        routing = circle_of(family, 1, None).routing
        assert decide(channel_routing(network(family, **size), routing, 1)).verdict == "deadlock-free"
    for q in (4, 8):  # elements of the field are no numbers modulo q
        assert decide(channel_routing(network("slim-fly", q=q, p=0), "shortest", 1)).verdict == "deadlock"


def test_circles_of_fewer_sizes_or_other_fields_do_not_follow():
    dragonfly, slim = circle_of("dragonfly", 1, None), circle_of("slim-fly", 1, None)
    first, second, third = dragonfly.cases
    for wrong in (
        replace(first, least={a: 1, h: 2}),
        replace(first, least={a: 2, h: 1}),
        replace(second, least={a: 2}),
    ):
        with pytest.raises(ProofError, match="does not follow"):
            replace(dragonfly, cases=(wrong, third)).check()
    for i, fact in enumerate(slim.cases[0].facts):
        changed = [*slim.cases[0].facts]
        changed[i] = replace(fact, value=fact.value + 5)
        with pytest.raises(ProofError, match="does not follow"):
            replace(slim, cases=(replace(slim.cases[0], facts=tuple(changed)),)).check()
    with pytest.raises(ProofError, match="does not follow"):
        replace(slim, cases=(replace(slim.cases[0], units=()),)).check()

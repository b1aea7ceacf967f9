"""Deadlock of routings of definitions at all sizes: verdicts, and what is refused."""

import pytest

import netlemma as nl
from netlemma import plugins
from netlemma.errors import DefinitionError, InputError

CUBES = """family ring-of-cubes
sizes n >= 3, d >= 1
node i: 0..n-1, b: words(2, d)
link ring: (i, b) - ((i+1) mod n, b)
link cube: (i, b) - (i, b with [j] = 1 - b[j]) for j: 1..d where b[j] = 0
route (i, b) -> ((i+1) mod n, b) vc [i <= i'] where i != i'
route (i, b) -> (i, b with [j] = b'[j]) for j: 1..d where b[j] != b'[j]
route single: (i, b) -> ((i+1) mod n, b) where i != i'
route single: (i, b) -> (i, b with [j] = b'[j]) for j: 1..d where b[j] != b'[j]
"""
LATE = """family late
sizes n >= 3
node i: 0..n-1
link ring: i -> (i+1) mod n
route i -> (i+1) mod n vc [2*i >= n]
"""


@pytest.fixture(autouse=True)
def plugged(monkeypatch):
    """Definitions that end with the test."""
    monkeypatch.setattr(plugins._PLUGINS, "modules", [])
    monkeypatch.setattr(plugins._PLUGINS, "definitions", {})
    plugins._forget()
    yield
    plugins._forget()


@pytest.mark.in_turn
def test_a_rank_frees_all_sizes(tmp_path):
    file = tmp_path / "cubes.net"
    file.write_text(CUBES)
    found = nl.deadlock(str(file), all_sizes=True)  # the routing without a name
    assert found.verdict == "deadlock-free"
    assert "line 6, then line 7; the virtual channel (line 6), the place in b (line 7); i (line 6)" in found.criterion
    assert "(i' - i) mod n falls by line 6" in found.criterion
    assert found.scope.startswith("all sizes with n >= 3, d >= 1")
    assert nl.deadlock(str(file), routing="route", all_sizes=True) == found


def test_the_smallest_size_that_waits_is_shown_with_its_certificate():
    nl.define(CUBES)
    found = nl.deadlock("ring-of-cubes", routing="single", all_sizes=True)
    assert found.verdict == "deadlock"
    assert "at n=3 d=1" in found.criterion
    assert found.certificate["network"]["parameters"] == {"n": 3, "d": 1}
    assert len(found.cycle) == 3


def test_what_is_not_proved_is_unknown_with_what_was_tried():
    nl.define(LATE.replace("n >= 3", "n >= 3, n <= 4").replace("[2*i >= n]", "[i*i > 2*i']"))
    with_products = nl.deadlock("late", all_sizes=True)
    assert with_products.verdict == "unknown"
    assert "i*i is not linear" in with_products.criterion
    assert "deadlock-free at n=3, n=4" in with_products.criterion
    assert with_products.certificate is None


def test_routes_that_lead_astray_are_refused_with_the_smallest_size():
    nl.define(CUBES.replace("where i != i'\nroute (i", "where i < i'\nroute (i"))
    with pytest.raises(
        DefinitionError,
        match=r"6:1: the route to \(0,0\) from \(1,0\) ends at \(1,0\), where no rule applies, at n=3 d=1$",
    ):
        nl.deadlock("ring-of-cubes", routing="route", all_sizes=True)


@pytest.mark.parametrize(
    ("text", "options", "said"),
    [
        (CUBES.partition("route")[0], {}, "has no routing of its own to decide for all sizes: write its rules as lines of route"),
        (CUBES.replace("route (i", "route two: (i"), {}, "has several routings: for all sizes of ring-of-cubes `routing` is two or single"),
        (CUBES, {"routing": "xy"}, "routing xy: for all sizes of ring-of-cubes `routing` is route or single"),
        (CUBES, {"vcs": 2}, "`vcs=2`: the rules of routing route say the virtual channels of packets"),
    ],
)  # fmt: skip
def test_what_is_asked_of_no_route_is_refused(text, options, said):
    nl.define(text)
    with pytest.raises(InputError, match=said):
        nl.deadlock("ring-of-cubes", all_sizes=True, **options)

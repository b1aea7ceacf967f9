"""Families that texts define: their networks node by node and link by link, and what is wrong with a text."""

from fractions import Fraction
from pathlib import Path

import pytest

import netlemma as nl
from netlemma import plugins
from netlemma.errors import DefinitionError, SizeError
from netlemma.graphs.families import families

FILES = Path(__file__).resolve().parents[1] / "data" / "net"
CUBES = """family ring-of-cubes
sizes  n >= 3, d >= 1
node   i: 0..n-1, b: words(2, d)
link   ring: (i, b) - ((i+1) mod n, b)
link   cube: (i, b) - (i, b with [j] = 1 - b[j]) for j: 1..d where b[j] = 0
distance min(mod(i'-i, n), mod(i-i', n)) + sum(j: 1..d, [b[j] != b'[j]])
"""


@pytest.fixture(autouse=True)
def plugged(monkeypatch):
    """Definitions that end with the test."""
    monkeypatch.setattr(plugins._PLUGINS, "modules", [])
    monkeypatch.setattr(plugins._PLUGINS, "definitions", {})
    plugins._forget()
    yield
    plugins._forget()


BRUTE_FORCE = {  # of the definitions, by another program
    "cylinder-king": ({"k": 11, "n": 3}, 33, 99, 5, "47/16", (8, 5)),
    "cube-ring": ({"k": 3, "n": 6}, 192, 768, 7, "704/191", (8, 8)),
    "clique-ring": ({"k": 11, "m": 3}, 33, 132, 5, "23/8", (8, 8)),
    "lee-words": ({"k": 8, "n": 2}, 64, 128, 8, "256/63", (4, 4)),
    "manhattan-streets": ({"k": 4, "n": 10}, 40, 80, 7, "172/39", (2, 2)),
}


@pytest.mark.parametrize("name", BRUTE_FORCE)
def test_a_file_has_the_network_that_brute_force_finds(name):
    sizes, nodes, links, diameter, mean, degrees = BRUTE_FORCE[name]
    net = nl.network(str(FILES / f"{name}.net"), **sizes)
    measured = net.measure()
    assert (net.family, net.node_count, net.device_count) == (name, nodes, links)
    assert (measured.diameter, measured.mean_distance) == (diameter, Fraction(mean))
    graph = net.graph
    out = [each for _, each in (graph.out_degree() if graph.is_directed() else graph.degree())]
    assert (max(out), min(out)) == degrees


def test_a_text_defines_a_family_that_every_function_takes():
    rings = nl.define(CUBES)
    assert (rings, rings.sizes) == ("ring-of-cubes", ("n", "d"))
    net = rings.network(n=5, d=2)
    assert net.classes == [("ring", 20), ("cube", 20)] and net.measure().diameter == 4
    assert nl.measure("ring-of-cubes", n=5, d=2).mean_distance == net.measure().mean_distance
    assert [each.verdict for each in nl.check(rings, "diameter", "floor(n/2) + d")] == ["holds"]
    assert families()["ring-of-cubes"].default_sizes[:3] == (
        {"n": 3, "d": 1},
        {"n": 4, "d": 1},
        {"n": 3, "d": 2},
    )
    with pytest.raises(SizeError, match=r"ring-of-cubes has no size n=2: n \(a size\) must be at least 3"):
        rings.network(n=2, d=1)


def test_the_coordinates_of_nodes_are_their_labels():
    rings = nl.define(CUBES)
    assert (2, 0, 1) in rings.network(n=3, d=2).graph


def test_a_family_is_defined_again():
    assert nl.define(CUBES).network(n=3, d=1).device_count == 9
    letters = (
        CUBES.replace("words(2, d)", "words(3, d)")
        .replace("= 1 - b[j]", "= (b[j]+1) mod 3")
        .replace(" where b[j] = 0", "")
    )
    assert nl.define(letters).network(n=3, d=1).device_count == 18
    assert len(plugins.plugin_definitions()) == 1
    with pytest.raises(DefinitionError):
        nl.define(CUBES.replace("mod n, b)", "mod (n+1), b)"))
    assert nl.network("ring-of-cubes", n=3, d=1).device_count == 18


def test_the_name_of_a_family_of_netlemma_is_taken():
    with pytest.raises(DefinitionError, match=r"^definition:1:8: there is a family ring already: give yours another"):
        nl.define(CUBES.replace("ring-of-cubes", "ring"))


LINES = CUBES.splitlines()


@pytest.mark.parametrize(
    ("line", "text", "said"),
    [
        (4, "link ring: (i, b) - (i+1, b)", "definition:4:22: a link ring leads to (3,0), which is no node, at n=3 d=1 and i=2 b=(0)"),
        (4, "link ring: (i, b) - ((2*i) mod n, b)", "definition:4:23: a link ring leads from a node to itself at n=3 d=1 and i=0 b=(0)"),
        (4, "link ring: (i, b) - (i, b with [1] = 1-b[1])", "definition:4:1: the network falls apart at n=3 d=1: no path leads from (0,0) to (1,0)"),
        (3, "node i: 0..n-1, b: words(2, d-2)", "definition:3:29: b is a word of fewer than 0 letters at n=3 d=1"),
        (3, "node i: 0..n-1, b: words(d-1, d)", "definition:3:26: b has no letter to choose from at n=3 d=1"),
        (3, "node i: n..n-1, b: words(2, d)", "definition:3:9: there are no nodes at n=3 d=1"),
        (5, "link cube: (i, b) - (i, b with [j] = 1 - b[j]) for j: 1..d+1", "there is no letter 2 in a word of 1"),
        (5, "link cube: (i, b) - (i/2, b)", "definition:5:22: i/2 is no whole number at n=3 d=1 and i=1 b=(0)"),
    ],
)  # fmt: skip
def test_errors_name_the_place_the_size_and_the_node(line, text, said):
    with pytest.raises(DefinitionError) as error:
        nl.define("\n".join([*LINES[: line - 1], text, *LINES[line:5]]))
    assert said in str(error.value)

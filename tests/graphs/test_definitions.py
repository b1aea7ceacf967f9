"""Families that texts define: their networks node by node and link by link, and what is wrong with a text."""

import pickle
from fractions import Fraction
from pathlib import Path

import pytest

import netlemma as nl
from netlemma import plugins
from netlemma.definitions import read_definition
from netlemma.errors import DefinitionError, SizeError
from netlemma.graphs.families import families
from netlemma.graphs.topology.defined_family import enumerated
from netlemma.testing import check_family

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


@pytest.mark.in_turn
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
        (4, "link ring: (0, b) - (i, b) where i > 0", "definition:4:1: the network falls apart at n=3 d=1: no path leads from (0,0) to (1,0); there is no link ring: what its line says holds for no node"),
        (3, "node i: 0..n-1, b: words(2, d-2)", "definition:3:29: b is a word of fewer than 0 letters at n=3 d=1"),
        (3, "node i: 0..n-1, b: words(d-1, d)", "definition:3:26: b has no letter to choose from at n=3 d=1"),
        (3, "node i: n..n-1, b: words(2, d)", "definition:3:9: there are no nodes at n=3 d=1"),
        (4, "link ring: (i, b) - (ceiling(i), b)", "definition:4:22: there is no function ceiling: there are min, max, abs, floor, ceil, mod, sum and count"),
        (5, "link cube: (i, b) - (i, b with [j] = 1 - b[j]) for j: 1..d+1", "there is no letter 2 in a word of 1"),
        (5, "link cube: (i, b) - (i/2, b)", "definition:5:22: i/2 is no whole number at n=3 d=1 and i=1 b=(0)"),
    ],
)  # fmt: skip
def test_errors_name_the_place_the_size_and_the_node(line, text, said):
    with pytest.raises(DefinitionError) as error:
        nl.define("\n".join([*LINES[: line - 1], text, *LINES[line:5]]))
    assert said in str(error.value)


def test_ceil_rounds_up():
    text = "family halves\nsizes n >= 5\nnode i: 0..n-1\nlink one: i - (i+1) mod n\nlink two: i - (i+2) mod n\n"
    found = nl.define(text + "distance ceil(min(mod(i'-i, n), mod(i-i', n)) / 2)")
    assert [found.network(n=n).measure().diameter for n in (5, 6, 9, 10)] == [1, 2, 2, 3]
    assert nl.derive("halves", "diameter")[0].at(n=10) == 3
    with pytest.raises(DefinitionError, match="the distance is wrong at n=5"):
        nl.define(text + "distance floor(min(mod(i'-i, n), mod(i-i', n)) / 2)")
        nl.derive("halves", "diameter")


def test_a_condition_on_sizes_gives_the_least_of_each():
    path = "family my-path\nsizes {}\nnode i: 0..n+d\nlink link: i - i+1 where i < n+d"
    for text, least in {
        "n, d": (1, 1),
        "n >= 3, d > 1": (3, 2),
        "3 <= n, 0 <= d": (3, 0),
        "n >= 2 and d >= -1": (2, -1),
        "n >= d, d != 2": (1, 1),
        "d >= 0, n > 4": (0, 5),
    }.items():
        name = nl.define(path.format(text))
        family = families()[name]
        assert tuple(p.minimum for p in family.parameters) == least, text
    with pytest.raises(SizeError, match=r"^my-path has no size n=4: n \(a size\) must be at least 5$"):
        nl.network("my-path", d=0, n=4)


def test_sizes_that_break_a_condition_are_refused_with_it():
    nl.define((FILES / "manhattan-streets.net").read_text())
    with pytest.raises(SizeError, match=r"^manhattan-streets has no size k=3 n=2: k mod 2 = 0 does not hold$"):
        nl.network("manhattan-streets", k=3, n=2)


STREETS = "family streets\nsizes n >= 2\nnode x: 0..n-1\nlink a: x -> (x+1) mod n\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (STREETS + "link b: x -> (x+n+1) mod n", r"definition:5:6: the link \(0\)->\(1\) is written twice \(first in line 4\) at n=2"),
        (STREETS + "link b: x -> (x+2*c) mod n for c: 1..2 where n > 2", r"definition:5:6: the link \(0\)->\(2\) .* at n=3|written twice"),
        (STREETS.replace("(x+1) mod n", "x+1 where x+1 < n"), r"definition:4:6: the network falls apart at n=2: no path leads from \(1\) to \(0\)"),
        (STREETS.replace("(x+1) mod n", "x-1 where x > 0"), r"definition:4:6: the network falls apart at n=2: no path leads from \(0\) to \(1\)"),
        (STREETS + "terminals n-2", "definition:5:11: a node has at least 1 end, or none by where, not fewer at n=2 and x=0"),
        (STREETS.replace("link a", "link terminal") + "terminals 1", "definition:4:1: terminal is the class of the links to ends"),
        (STREETS + "terminals x+1", "definition:5:11: all nodes with ends have the same number of them at n=2 and x=1"),
        (STREETS + "terminals 1 where x = 0", "definition:5:11: messages run between at least 2 ends, not 1, at n=2 and x=0"),
    ],
)  # fmt: skip
def test_what_is_wrong_at_a_size_is_found_when_the_text_is_read(text, said):
    with pytest.raises(DefinitionError, match=said.replace("5:6", "5:1").replace("4:6", "4:1")):
        nl.define(text)


def test_a_later_size_that_is_wrong_is_refused_when_it_is_built():
    text = "family late\nsizes n >= 3\nnode x: 0..n-1\nlink a: x - (x+1) mod n\nlink b: x - x where n > 100"
    late = nl.define(text)
    assert late.network(n=100).device_count == 100
    with pytest.raises(DefinitionError, match="definition:5:13: a link b leads from a node to itself at n=101 and x=0"):
        late.network(n=101)


def test_a_single_node_is_no_network_and_no_size_that_is_measured():
    cube = nl.define("family my-cube\nsizes d >= 0\nnode b: words(2, d)\nlink e: b - b with [j] = 1 - b[j] for j: 1..d")
    with pytest.raises(SizeError, match="my-cube d=0 has a single node: a network has at least two"):
        cube.network(d=0)
    assert cube.network(d=3).device_count == 12
    assert families()["my-cube"].default_sizes[0] == {"d": 1}


def test_terminals_are_the_ends_of_messages():
    net = nl.define(STREETS + "terminals 3 where x > 0").network(n=3)
    assert (net.node_count, len(net.ends), net.classes) == (9, 6, [("a", 3), ("terminal", 6)])
    assert [net.labels(end) for end in net.ends[2:4]] == [(1, 2), (2, 0)]


@pytest.mark.in_turn
def test_networks_that_are_too_large_are_refused_before_they_are_built():
    nl.define(CUBES)
    with pytest.raises(SizeError, match=r"ring-of-cubes n=3 d=10\^40 has about 10\^.* nodes"):
        nl.network("ring-of-cubes", n=3, d=10**40)
    nl.define("family all\nsizes n >= 2\nnode x: 0..n-1\nlink a: x - y for y: x+1..n-1")
    with pytest.raises(
        SizeError, match=r"all n=1000000 has 1,000,000 nodes and about .* links that the rules of a definition may"
    ):
        nl.network("all", n=10**6)
    words = nl.define(
        "family orders\nsizes n >= 2\nnode v: words(n, n) where distinct(v)\nlink a: v - v with [1] = v[j], [j] = v[1] for j: 2..n"
    )
    assert words.network(n=7).node_count == 5040
    with pytest.raises(
        SizeError, match=r"orders n=13 has about .* nodes before the conditions on them: at most 20,000,000"
    ):
        words.network(n=13)


def test_numbers_beyond_64_bits_are_exact():
    text = "family large\nsizes n >= 3\nnode x: 0..n-1\nlink a: x - (x + 1 + 0*({})) mod n"
    for term in ("7^(30*x)", "2^(62+x) - 2^(62+x)"):
        assert nl.define(text.format(term)).network(n=5).device_count == 5
    step = "mod(3^(50*x+1) + 1, n) - mod(3^(50*x+1), n)"  # 1, up to multiples of n
    assert nl.define(text.replace("1 + 0*({})", step)).network(n=7).device_count == 7
    with pytest.raises(DefinitionError, match=r"9\^9\^9 is a number of more than 4096 bits"):
        nl.define(text.format("9^9^9"))


def test_files_are_recognised_by_what_is_in_them(tmp_path):
    for name in ("rings.net", "rings.txt"):
        (tmp_path / name).write_text("# rings of cubes\n\n" + CUBES)
        assert nl.network(str(tmp_path / name), n=3, d=1).device_count == 9
    pajek = tmp_path / "pajek.net"
    pajek.write_text('*Vertices 2\n1 "a"\n2 "b"\n*Edges\n1 2\n')
    assert nl.network(str(pajek)).node_count == 2
    unnamed = tmp_path / "unnamed.net"
    unnamed.write_text(CUBES.partition("\n")[2])
    with pytest.raises(DefinitionError, match=r"unnamed.net:1:1: there is no line of family, such as: family NAME"):
        nl.measure(str(unnamed), n=3, d=1)
    with pytest.raises(nl.FormatError, match=r"nowhere.net: the file cannot be read"):
        nl.define("nowhere.net")
    with pytest.raises(nl.InputError, match="int is no definition"):
        nl.define(3)


def test_a_file_is_a_plug_in(tmp_path):
    path = tmp_path / "rings.net"
    path.write_text(CUBES)
    nl.plugin(path)
    assert nl.network("ring-of-cubes", n=3, d=1).device_count == 9
    path.write_text(CUBES.replace("n >= 3", "n >= 4"))
    assert nl.network(str(path), n=4, d=1).device_count == 12
    with pytest.raises(SizeError):
        nl.network("ring-of-cubes", n=3, d=1)


def test_a_plug_in_of_python_offers_a_definition(tmp_path):
    path = tmp_path / "rings.py"
    path.write_text(f"from netlemma.definitions import read_definition\nDEFINITION = read_definition('''{CUBES}''')\n")
    nl.plugin(path)
    assert nl.network("ring-of-cubes", n=3, d=1).device_count == 9


def test_definitions_are_given_to_other_processes():
    rings = nl.define(CUBES)
    given = pickle.loads(pickle.dumps(plugins.plugin_definitions()))
    plugins.remove_definition(rings)
    with pytest.raises(nl.UnknownFamily):
        nl.network("ring-of-cubes", n=3, d=1)
    plugins.add_plugins(given)
    assert nl.network("ring-of-cubes", n=3, d=1).device_count == 9


@pytest.mark.parametrize("name", BRUTE_FORCE)
def test_a_defined_family_is_a_family(name):
    nl.define(FILES / f"{name}.net")
    check_family(families()[name])


def test_a_plug_in_that_defines_no_network_says_so_once(tmp_path):
    path = tmp_path / "wrong.net"
    path.write_text(CUBES.replace("(i+1) mod n", "i"))
    nl.plugin(path)
    with pytest.raises(DefinitionError, match=r"wrong.net:4:24: a link ring leads from a node to itself at n=3 d=1"):
        nl.network("mesh", k=3, n=2)
    assert nl.network("mesh", k=3, n=2).node_count == 9


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("sum(j: 1..n, v[j]) = 3", 4060),
        ("3 = sum(j: 1..n, [v[j] = 1])", 4060),
        ("sum(j: 1..n, v[j]) <= 2", 1 + 30 + 435),
        ("2 > sum(i: 2..n, v[i])", 2 * (1 + 29)),
        ("count(j: 1..n, v[j] = 0) = n - 1", 30),
    ],
)
def test_words_with_few_ones_are_found_without_all_words(where, words):
    """Of 2^30 words, that is."""
    definition = read_definition(
        f"family few\nsizes n >= 2\nnode v: words(2, n) where {where}\nlink a: v - v with [j] = 1 - v[j] for j: 1..n"
    )
    assert enumerated(definition, {"n": 30}).count == words

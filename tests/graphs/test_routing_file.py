"""Routing files asked state by state, on arrays and compiled by Numba: the same choices, and answers that must not change."""

import networkx
import numpy as np
import pytest

from netlemma.errors import FormatError
from netlemma.graphs import network
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.routing import routing_file
from netlemma.graphs.routing.choices import choices_to, goals
from netlemma.graphs.routing.routing_file import file_routing, reads

DATELINE = """\
vcs = 2
def next_channels(node, came_by, destination):
    after = (node[0] + 1) % 5
    return (after,), after < node[0] or (came_by is not None and came_by.vc == 1)
"""
ON_ARRAYS = """\
import numpy as np
vcs = 2
def next_channels_array(came, nodes, destination):
    return 2 * nodes + ((nodes == 4) | (came % 2 == 1) & (came >= 0))
"""
BY_NUMBA = """\
from numba import njit
vcs = 2
@njit
def next_channels(node, came_by, destination):
    return 2 * node + (node == 4 or (came_by >= 0 and came_by % 2 == 1))
"""
SEVERAL = """\
kind = "oblivious"
def next_channels(node, came_by, to):
    (x, y), (a, b) = node, to
    return {(x + (a > x) - (a < x), y): abs(a - x), (x, y + (b > y) - (b < y)): abs(b - y)}
"""


def made(tmp_path, text, net):
    file = tmp_path / "my.py"
    file.write_text(text)
    return file_routing(net, file)


def written(routing):
    """The choices of all goals, row by row."""
    found = {}
    for destination in routing.ends:
        for label, sources in goals(routing, destination):
            each = choices_to(routing, destination, label, sources)
            for row in np.flatnonzero(np.diff(each.start)).tolist():
                here = slice(each.start[row], each.start[row + 1])
                weights = None if each.weight is None else tuple(each.weight[here].tolist())
                found[destination, label, row] = tuple(each.channel[here].tolist()), weights
    return found


@pytest.mark.in_turn
@pytest.mark.parametrize("other", [ON_ARRAYS, BY_NUMBA])
def test_arrays_and_compiled_files_give_the_same_choices(tmp_path, other):
    net = network("oneway-torus", k=5, n=1)
    plain = made(tmp_path, DATELINE, net)
    expected = written(plain)
    routing = made(tmp_path, other, net)
    assert written(routing) == expected
    for destination, label, row in expected:
        place = (row, None) if row < 5 else (routing.end(row - 5), row - 5)
        assert routing.next_channels(*place, destination, label) == plain.next_channels(*place, destination, label)
    assert written(made(tmp_path, other.replace("node == 4", "node == 3").replace("s == 4", "s == 3"), net)) != expected


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [("", "", ""), ("nodes == 4", "nodes == 3", "(3,)"), ("2 * nodes + (", "2 * nodes + 0 * (", "(4,)")],
)
def test_two_forms_of_a_relation_are_one_routing(tmp_path, monkeypatch, old, new, place):
    both = DATELINE + ON_ARRAYS.replace(old, new)
    net = network("oneway-torus", k=5, n=1)
    for most in (100_000, 0):  # at all places, and at two of each goal
        monkeypatch.setattr(routing_file, "MOST_COMPARED", most)
        if not place:
            assert written(made(tmp_path, both, net)) == written(made(tmp_path, DATELINE, net))
            continue
        with pytest.raises(FormatError, match=r"next_channels_array gives channels .* where next_channels gives"):
            written(made(tmp_path, both, net))


@pytest.mark.parametrize(
    ("labels", "legal"), [("[0, False]", False), ("[(1, 'a'), (True, 'a')]", False), ("[0, 1]", True)]
)
def test_equal_labels_of_unlike_type_are_refused(tmp_path, labels, legal):
    text = f"def labels(source, to):\n    return {labels}\ndef next_channels(node, came_by, to, label):\n    return ((node[0] + 1) % 5,)\n"
    net = network("ring", K=5)
    if legal:
        assert written(made(tmp_path, text, net))
        return
    with pytest.raises(FormatError, match=r"my\.py:1: labels gives .* equal in Python"):
        written(made(tmp_path, text, net))


def test_states_are_nodes_if_the_channel_is_not_read(tmp_path):
    text = "def next_channels(node, came_by, to):\n    return ((node[0] + 1) % 5,){}\n"
    net = network("ring", K=5)
    assert len(made(tmp_path, text.format(""), net).arrays.choices_to(0, None).start) == 6
    assert (
        len(made(tmp_path, text.format(" if came_by else ((node[0] + 1) % 5,)"), net).arrays.choices_to(0, None).start)
        == 16
    )
    assert not reads(lambda node, came_by, to: node, 1)
    assert reads(lambda *all_of_it: all_of_it, 1) and reads(lambda node, came_by, to: locals(), 1)
    assert reads(lambda node, came_by, to: [came_by for _ in node], 1) and reads(lambda a, came: lambda: came, 1)


def test_weights_are_read_once_and_shares_stay(tmp_path):
    text = SEVERAL.replace("abs(a - x)", "F(abs(a - x), n)").replace("abs(b - y)", "F(abs(b - y), n)")
    text = "from fractions import Fraction as F\n" + text.replace(
        "    return", "    n = abs(a - x) + abs(b - y)\n    return"
    )
    text = text.replace("{(x +", "{c: w for c, w in {(x +").replace(", n)}", ", n)}.items() if w}")
    routing = made(tmp_path, text, network("mesh", k=4, n=2))
    found = choices_to(routing, 15, None, np.arange(15, dtype=np.int32))
    here = slice(found.start[4], found.start[5])
    assert found.weights == "given" and found.weight[here].tolist() == [2, 3]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("import random\ndef next_channels(node, came_by, to):\n    return ((node[0] + random.choice((1, -1))) % 5,)\n", "first and"),
        ("n = 0\ndef next_channels(node, came_by, to):\n    global n\n    n += 1\n    return ((node[0] + (1 if n < 9 else -1)) % 5,)\n", "first and"),
        ("n = 0\ndef next_channels(node, came_by, to):\n    global n\n    n += 1\n    1 // (n - 3)\n    return ((node[0] + 1) % 5,)\n", "first and"),
        ("import numpy\ndef next_channels_array(came, nodes, to):\n    return numpy.random.choice([0, 1], len(nodes)) + 2 * nodes\n", "first and"),
        ("def next_channels_array(came, nodes, to):\n    return nodes[:0]\n", "gives int64 of shape (0,) for 4 places: it gives a channel"),
        ("def next_channels_array(came, nodes, to):\n    return 1.5 * nodes\n", "gives float64 of shape (4,) for 4 places"),
        ("def next_channels_array(came, nodes, to):\n    return nodes\n", "gives channel 1 at node 1 to 0: its channels are 2 to 3"),
        ("import numpy as np\ndef next_channels_array(came, nodes, to):\n    return np.stack([2 * nodes, 2 * nodes + 1], 1)\n", "has one choice"),
        ("kind = 'oblivious'\ndef next_channels_array(came, nodes, to):\n    return 2 * nodes, 0 * nodes\n", "weights below 1"),
        ("def next_channels_array(came, nodes, to):\n    return undefined\n", "my.py:2: next_channels_array("),
    ],
)  # fmt: skip
def test_mistakes_are_refused(tmp_path, text, complaint):
    with pytest.raises(FormatError, match=r"my\.py:\d") as raised:
        routing = made(tmp_path, text, network("ring", K=5))
        for _ in range(40):
            written(routing)
    assert complaint in str(raised.value) and "\n" not in str(raised.value)


OWN = [
    (networkx.grid_2d_graph(3, 3), "x, y = node\n    a, b = destination\n    return (x + (a > x) - (a < x), y) if x != a else (x, y + (b > y) - (b < y))"),
    (networkx.cycle_graph(5, create_using=networkx.DiGraph), "after = (node + 1) % 5\n    return after, int(after == 0 or (came_by is not None and came_by.vc == 1))"),
    (networkx.star_graph(3), "return destination if node == 0 else (0, 1)"),
    (networkx.relabel_nodes(networkx.star_graph(3), {0: "S", 1: "R0", 2: "R1", 3: "R2"}), "return 'S' if node != 'S' else ('R0',) if destination == 'R0' else destination"),
]  # fmt: skip


@pytest.mark.parametrize(("graph", "body"), OWN)
def test_nodes_are_those_of_the_users_graph(graph, body, tmp_path):
    (tmp_path / "own.py").write_text(f"vcs = 2\ndef next_channels(node, came_by, destination):\n    {body}\n")
    assert decide(file_routing(network(graph), tmp_path / "own.py")).verdict == "deadlock-free"


def test_nodes_of_a_file_are_their_names(tmp_path):
    (tmp_path / "links.csv").write_text("from,to\nS,R0\nS,R1\nS,R2\n")
    (tmp_path / "own.py").write_text(
        "def next_channels(node, came_by, destination):\n    return 'S' if node != 'S' else destination\n"
    )
    assert decide(file_routing(network(tmp_path / "links.csv"), tmp_path / "own.py")).verdict == "deadlock-free"
    (tmp_path / "own.py").write_text("def next_channels(node, came_by, destination):\n    return 'R9'\n")
    with pytest.raises(FormatError, match=r"next_channels\('R0', None, 'S'\) gives 'R9': .*; neighbours are S"):
        decide(file_routing(network(tmp_path / "links.csv"), tmp_path / "own.py"))

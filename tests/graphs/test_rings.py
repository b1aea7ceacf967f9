"""Networks of rings: which rings there are, mappings of users, what is refused."""

import json
from dataclasses import replace

import numpy as np
import pytest
from typer.testing import CliRunner

from netlemma.cli import app
from netlemma.errors import FormatError, NetworkError, SizeError, SymmetryError
from netlemma.graphs import RingFamily, families, measure, network, ring_network
from netlemma.graphs.formats.ring_mapping import parse_mapping
from netlemma.graphs.rings.symmetry import link_image
from netlemma.graphs.topology.ring_structure import ABSENT

from . import rings_in_words as in_words
from .fabric_files import read_mapping

RINGS = {name: family for name, family in families().items() if isinstance(family, RingFamily)}


def rings_of(net):
    """The rings of an explicit network, as in the oracle."""
    found = []
    for link in range(net.fanout):
        left = {u for u in range(net.node_count) if net.successor[u, link] != ABSENT}
        while left:
            start = u = min(left)
            nodes, classes = [], set()
            while True:
                left.remove(u)
                label = net.labels(u)
                nodes.append(label if not fly(net) else word_label(net, label))
                classes.add(net.class_names[net.link_class[u, link]])
                u = int(net.successor[u, link])
                if u == start:
                    break
            (name,) = classes
            found.append((name, in_words.turned(nodes)))
    return found


def fly(net):
    return net.family in ("ring-butterfly", "deadfly", "livefly")


def word_label(net, label):
    """(stage, row) with the row as a word."""
    stage, row = label
    g = net.parameters["f"] - (net.family == "livefly")
    r = net.parameters["r"]
    return (stage, tuple(row // g ** (r - 1 - i) % g for i in range(r)))


def expected_rings(net):
    f, r = net.parameters.get("f"), net.parameters.get("r")
    if net.family == "multicube":
        return in_words.cube_rings(r if isinstance(r, tuple) else (r,) * f)
    if net.family == "livefly":
        return in_words.livefly_rings(f - 1, r)
    if net.family == "ring-shuffle":
        return in_words.shuffle_rings(f, r)
    return in_words.fabric_rings(f, r, "short")


SIZES = [
    *(("multicube", {"f": f, "r": r}) for f, r in ((2, 2), (2, 3), (3, 2), (2, 7), (3, 4), (5, 2))),
    *(("multicube", {"r": r}) for r in ((2, 3), (3, 2, 4), (5, 1 + 1, 2, 3))),
    *(
        ("ring-butterfly", {"f": f, "r": r})
        for f, r in ((2, 1), (2, 2), (3, 1), (3, 3), (4, 2), (5, 2), (2, 5), (6, 2))
    ),
    *(("deadfly", {"f": f, "r": r}) for f, r in ((2, 1), (2, 4), (3, 2), (4, 3), (5, 2), (7, 1), (8, 1), (3, 4))),
    *(("livefly", {"f": f, "r": r}) for f, r in ((3, 1), (3, 4), (4, 2), (4, 3), (5, 2), (6, 2), (8, 1), (7, 2))),
    *(("ring-shuffle", {"f": f, "r": r}) for f, r in ((2, 1), (2, 4), (3, 2), (3, 3), (4, 2), (5, 1), (2, 7), (4, 3))),
]


@pytest.mark.parametrize(("name", "size"), SIZES, ids=str)
def test_rings_are_those_that_the_paper_describes(name, size):
    net = network(name, **size)
    found = rings_of(net)
    assert sorted(found) == sorted(expected_rings(net))
    assert net.ring_count == len(found) and sorted(net.ring_sizes) == sorted(len(nodes) for _, nodes in found)
    assert all(len(set(net.ring[u])) == net.fanout for u in range(net.node_count)), "a node is twice on a ring"


@pytest.mark.parametrize("f", [2, 3, 4, 5, 6, 7])
@pytest.mark.parametrize("r", [1, 2, 3])
def test_long_rings_close_in_two_cycles_and_straight_ones_in_one(f, r):
    for name, per_row, straight in (("deadfly", f + 1, 1), ("livefly", f + 2, 2)):
        radix = f if name == "deadfly" else f - 1
        if radix < 2:
            continue
        net = network(name, f=f, r=r)
        rows = radix**r
        assert 2 * net.ring_count == per_row * rows
        short = int(np.count_nonzero(net.ring_sizes == r))
        assert short == straight * rows and set(net.ring_sizes.tolist()) == {r, 2 * r}
        for ring, size in enumerate(net.ring_sizes):
            u, link = (int(i[0]) for i in np.nonzero(net.ring == ring))
            stages, at = [], u
            for _ in range(size):
                stages.append(int(net.stage[at]))
                at = int(net.successor[at, link])
            assert at == u and sorted(stages) == sorted(list(range(r)) * (size // r))
            assert (net.class_names[net.link_class[u, link]] == "long") == (size == 2 * r)


def test_rings_of_the_figures():
    mesh = network("ring-mesh", k=4, n=2)
    assert (mesh.ring_count, set(mesh.ring_sizes.tolist()), mesh.node_count) == (24, {2}, 16)
    assert sorted(np.count_nonzero(mesh.successor != ABSENT, axis=1)) == [2] * 4 + [3] * 8 + [4] * 4
    for k, n in ((2, 1), (5, 1), (3, 3)):
        net = network("ring-mesh", k=k, n=n)
        pairs = {frozenset(nodes) for _, nodes in rings_of(net)}
        assert pairs == {
            frozenset((x, y))
            for x in in_words.words(k, n)
            for y in in_words.words(k, n)
            if sum(abs(a - b) for a, b in zip(x, y, strict=True)) == 1
        }
    for f in range(2, 9):
        net = network("ring-complete", f=f)
        pairs = sorted(sorted(nodes) for _, nodes in rings_of(net) if len(nodes) == 2)
        assert pairs == [[(a,), (b,)] for a in range(f) for b in range(a + 1, f)]
        assert int(np.count_nonzero(net.ring_sizes == 1)) == f and set(net.ring_sizes) == {1, 2}
        same = network("ring-shuffle", f=f, r=1)
        assert sorted(nodes for _, nodes in rings_of(same)) == sorted(nodes for _, nodes in rings_of(net))
    clock = rings_of(network("clock"))
    assert sorted(tuple(n for (n,) in nodes) for _, nodes in clock) == [tuple(range(12)), (0, 3, 6, 9)]
    four = network("four-rings")
    on = np.count_nonzero(four.successor != ABSENT, axis=1)
    assert four.ring_sizes.tolist() == [4] * 4 and sorted(on) == [1] * 8 + [2] * 4
    middle = set(np.flatnonzero(on == 2).tolist())
    inner = {u: int(v) for u in middle for v in four.successor[u] if int(v) in middle}
    start = u = min(middle)
    for _ in range(4):
        assert four.ring[u, list(four.successor[u]).index(inner[u])] != ABSENT
        u = inner[u]
    assert u == start and len(set(inner.values())) == 4  # the cycle in the middle, which is no ring


@pytest.mark.parametrize(
    ("name", "size"),
    [("deadfly", {"f": 3, "r": 2}), ("ring-shuffle", {"f": 2, "r": 4}), ("multicube", {"f": 2, "r": 3})],
)
def test_a_swapped_link_is_seen(name, size):
    """Two nodes that exchange what their links of one number lead to: another mapping, whose rings are not those."""
    net = network(name, **size)
    wrong = net.successor.copy()
    wrong[[0, 1], 0] = wrong[[1, 0], 0]
    other = replace(net, successor=wrong)
    try:
        assert sorted(rings_of(other)) != sorted(expected_rings(net))
    except ValueError as error:  # links of two classes on one ring
        assert "unpack" in str(error)
    with pytest.raises(SymmetryError, match="does not go over to a ring"):
        for image in net.symmetries():
            link_image(other, image)
    wrong[0, 0] = wrong[1, 0]
    with pytest.raises(NetworkError, match=r"link 0 of node \d+ .* does not close"):
        replace(net, successor=wrong)


def test_a_turn_that_takes_links_to_links_but_not_rings_to_rings_is_refused():
    """Stage s to stage s + 1 and each digit with it: the links of a ring change their sign elsewhere then, unless f is 2."""
    for f in (2, 3, 4):
        net = network("deadfly", f=f, r=2)
        labels = [word_label(net, net.labels(u)) for u in range(net.node_count)]
        image = np.array([labels.index(((s + 1) % 2, (x[1], x[0]))) for s, x in labels], dtype=np.int32)
        links = {(u, int(v)) for u in range(net.node_count) for v in net.successor[u]}
        assert {(int(image[u]), int(image[v])) for u, v in links} == links
        if f == 2:
            link_image(net, image)
        else:
            with pytest.raises(SymmetryError, match="does not go over to a ring"):
                link_image(net, image)


def test_wrong_symmetries_are_refused():
    net = network("deadfly", f=3, r=2)
    good = np.arange(net.node_count, dtype=np.int32)
    for image, message in (
        (np.roll(good, 1), "ring by link"),
        (good[:-1], "permutation of its 18 nodes"),
        (np.zeros_like(good), "permutation of its 18 nodes"),
    ):
        with pytest.raises(SymmetryError, match=message):
            link_image(net, image.astype(np.int32))
    fly = network("ring-butterfly", f=3, r=2)
    turn = network("deadfly", f=3, r=2).symmetries()[1]
    with pytest.raises(SymmetryError, match="number of processors"):
        link_image(fly, turn)


@pytest.mark.parametrize(
    ("name", "size", "message"),
    [
        *(
            (name, {"f": 1, "r": 3}, "f .* must be at least 2")
            for name in ("multicube", "ring-butterfly", "deadfly", "ring-shuffle")
        ),
        ("ring-complete", {"f": 1}, "at least 2"),
        ("livefly", {"f": 2, "r": 3}, "f .* must be at least 3"),
        *(
            (name, {"f": 3, "r": 0}, "r .* must be at least")
            for name in ("ring-butterfly", "deadfly", "livefly", "ring-shuffle")
        ),
        ("deadfly", {"f": 4, "r": 30}, r"nodes and .* hops: at most .* e.g. f<=\d+ at r=30|r<=9 at f=4"),
        ("ring-shuffle", {"f": 10**30, "r": 10**30}, "at most"),
        ("multicube", {"f": 2, "r": (3, 4, 5)}, "leave f out"),
        ("multicube", {"r": (3,)}, "at least 2 dimensions"),
        ("multicube", {"r": (3, 1)}, "at least 2"),
        ("multicube", {"r": (3, "x")}, "no integer"),
        ("multicube", {"r": (10**9, 10**9)}, "at most"),
        ("multicube", {"r": 3}, "needs f"),
        ("clock", {"f": 3}, "no parameter"),
    ],
    ids=str,
)
def test_bad_sizes_give_one_line(name, size, message):
    with pytest.raises(SizeError, match=message) as raised:
        network(name, **size)
    assert "\n" not in str(raised.value) and len(str(raised.value)) < 600


MAPPINGS = [
    ("{", "not JSON"),
    ("[" * 100_000, "not JSON"),
    ("[1, 2]", "no list of nodes called successor"),
    ('{"successor": []}', "no list of nodes"),
    ('{"successor": 3}', "no list of nodes"),
    ('{"successor": [[0]], "rings": 1}', "'rings' is not known"),
    ('{"successor": [[1], [0, 1]]}', "node 1 is no list of 1 links"),
    ('{"successor": [[], []]}', "node 0 is no list of one or more links"),
    ('{"successor": [[1], [2]]}', "link 0 of node 1 leads to 2; nodes are 0 to 1"),
    ('{"successor": [[true], [0]]}', "leads to True"),
    ('{"successor": [["1"], [0]]}', "leads to 1; nodes"),
    ('{"successor": [[1.0], [0]]}', "1.0 is no whole number"),
    ('{"successor": [[NaN], [0]]}', "NaN is no whole number"),
    ('{"successor": [[-1], [0]]}', "leads to -1"),
    ('{"successor": [[null], [null]]}', "no node has a link"),
    ('{"successor": [[1], [1]]}', "does not close"),
    ('{"successor": [[1], [null]]}', "does not close"),
    ('{"successor": [[1], [0]], "name": "a\\nb"}', "name of a mapping"),
    ('{"successor": [[1], [0]], "name": ""}', "name of a mapping"),
    ('{"successor": [[' + "9" * 5000 + "], [0]]}", "leads to 9|not JSON"),
]


@pytest.mark.parametrize(("text", "message"), MAPPINGS, ids=[message for _, message in MAPPINGS])
def test_mappings_that_are_none(text, message, tmp_path):
    with pytest.raises(NetworkError, match=message) as raised:
        parse_mapping(text)
    assert "\n" not in str(raised.value) and len(str(raised.value)) < 400
    path = tmp_path / "rings.json"
    path.write_text(text)
    result = CliRunner().invoke(app, ["measure", str(path)])
    assert isinstance(result.exception, FormatError)


def test_mappings_are_read(tmp_path):
    path = tmp_path / "rings.json"
    net = network("four-rings")
    rows = [[None if v == ABSENT else int(v) for v in row] for row in net.successor]
    path.write_text(json.dumps({"name": "mine", "successor": rows}))
    found = read_mapping(path)
    assert np.array_equal(found.successor, net.successor) and found.family == "mine"
    assert measure(found).classes == measure(net).classes
    result = CliRunner().invoke(app, ["measure", str(path), "--json"])
    assert json.loads(result.stdout)["classes"] == measure(net).as_json()["classes"]
    path.write_bytes(b'{"successor": [[0]], "name": "\xff"}')
    with pytest.raises(FormatError, match="no text in UTF-8"):
        read_mapping(path)


@pytest.mark.in_turn
def test_the_contract_of_every_family():
    for name, family in RINGS.items():
        found = measure(ring_network(name, **family.default_sizes[-1])).as_json()
        assert {
            "family",
            "parameters",
            "routing",
            "counting",
            "nodes",
            "distance",
            "ring_hops",
            "hot_queue",
            "classes",
        } <= set(found)
        assert [c["name"] for c in found["classes"]] == list(family.classes)
        for c in found["classes"]:
            assert sum(n for _, _, n in c["loads"]) == c["devices"]
            assert c["loads"] == sorted(c["loads"], reverse=True)
        assert json.loads(json.dumps(found)) == found


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["toroid", "w=3", "D=2", "--hop-penalty", "3"],
            "`hop_penalty` applies only to networks of point-to-point rings; toroid",
        ),
        (["clock", "--size-ratio", "x"], "`size_ratio` is 'x'; a ratio of sizes is a number"),
        (["clock", "--size-ratio", "1/0"], "a ratio of sizes is a number"),
        (["clock", "--size-ratio", "-1"], "must not be negative"),
        (["clock", "--hop-penalty", "1/2"], "less than 1"),
        (["clock", "--send-bytes", "2"], "more than `idle_bytes`"),
        (["clock", "--routing", "concise"], "clock has no routing called 'concise'; routings: general, shortest"),
        (["deadfly", "f=3", "r=2", "--routing", "longest"], "routings: concise, general, shortest"),
        (["clock", "x.json"], "two networks: give one"),
        ([], "no network is named"),
        (["multicube", "r=3,x"], "not a whole number"),
        (["multicube", "r=3,"], "not a whole number"),
    ],
    ids=str,
)
def test_bad_options_give_one_line(words, message):
    result = CliRunner().invoke(app, ["measure", *words])
    assert isinstance(result.exception, ValueError) and message in str(result.exception)
    assert "\n" not in str(result.exception)

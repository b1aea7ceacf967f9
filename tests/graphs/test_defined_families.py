"""Families of netlemma written as definitions have the same networks, link by link."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from netlemma.definitions import read_definition
from netlemma.graphs import network
from netlemma.graphs.topology.defined_family import defined_family


class Written(NamedTuple):
    """A family as a definition: conditions on its sizes, coordinates, links, sizes to compare, and the label of a node there."""

    sizes: str
    node: str
    links: list[str]
    at: list[dict[str, int]]
    label: Callable[[tuple[int, ...]], tuple[Any, ...]] = tuple


def binary(letters):
    """The number whose bits are the letters of a word, the last of them the most significant."""
    return sum(bit << place for place, bit in enumerate(letters))


def from_one(word):
    """Letters numbered from 1 on."""
    return tuple(letter + 1 for letter in word)


WRITTEN = {
    "mesh": Written(
        "k >= 2, n >= 1",
        "v: words(k, n)",
        ["line: v - v with [j] = v[j]+1 for j: 1..n where v[j]+1 < k"],
        [{"k": 3, "n": 2}, {"k": 2, "n": 3}, {"k": 5, "n": 1}],
    ),
    "torus": Written(
        "k >= 3, n >= 1",
        "v: words(k, n)",
        ["link: v - v with [j] = (v[j]+1) mod k for j: 1..n"],
        [{"k": 3, "n": 2}, {"k": 5, "n": 2}],
    ),
    "oneway-torus": Written(
        "k >= 2, n >= 1",
        "v: words(k, n)",
        ["link: v -> v with [j] = (v[j]+1) mod k for j: 1..n"],
        [{"k": 2, "n": 2}, {"k": 4, "n": 2}],
    ),
    "hypercube": Written(
        "n >= 1", "v: words(2, n)", ["link: v - v with [j] = 1 - v[j] for j: 1..n where v[j] = 0"], [{"n": 1}, {"n": 4}]
    ),
    "cube-connected-cycles": Written(
        "D >= 3",
        "p: 0..D-1, b: words(2, D)",
        ["cube: (p, b) - (p, b with [p+1] = 1 - b[p+1])", "ring: (p, b) - ((p+1) mod D, b)"],
        [{"D": 3}, {"D": 4}],
        lambda x: (x[0], binary(x[1:])),
    ),
    "kautz": Written(
        "d >= 2, D >= 1",
        "v: words(d+1, D) where v[j] != v[j+1] for j: 1..D-1",
        ["link: v -> (v with [j] = v[j+1] (for j: 1..D-1)) with [D] = c for c: 0..d where c != v[D]"],
        [{"d": 2, "D": 1}, {"d": 2, "D": 3}, {"d": 3, "D": 2}],
    ),
    "undirected-kautz": Written(
        "d >= 2, D >= 1",
        "v: words(d+1, D) where v[j] != v[j+1] for j: 1..D-1",
        ["link: v - (v with ([j] = v[j+1] for j: 1..D-1)) with [D] = c for c: 0..d where c != v[D]"],
        [{"d": 2, "D": 1}, {"d": 2, "D": 3}, {"d": 3, "D": 2}],
    ),
    "de-bruijn": Written(
        "d >= 2, D >= 1",
        "v: words(d, D)",
        [
            "link: v -> (v with [j] = v[j+1] (for j: 1..D-1)) with [D] = c for c: 0..d-1 where not all(j: 1..D, v[j] = c)"
        ],
        [{"d": 2, "D": 1}, {"d": 2, "D": 4}, {"d": 3, "D": 2}],
    ),
    "undirected-de-bruijn": Written(
        "d >= 2, D >= 1",
        "v: words(d, D)",
        ["link: v - (v with [j] = v[j+1] (for j: 1..D-1)) with [D] = c for c: 0..d-1 where not all(j: 1..D, v[j] = c)"],
        [{"d": 2, "D": 1}, {"d": 2, "D": 4}, {"d": 3, "D": 2}],
    ),
    "permutation-star": Written(
        "n >= 2",
        "v: words(n, n) where distinct(v)",
        ["link: v - v with [1] = v[j], [j] = v[1] for j: 2..n"],
        [{"n": 2}, {"n": 4}, {"n": 5}],
        from_one,
    ),
    "pancake": Written(
        "n >= 2",
        "v: words(n, n) where v[i] != v[j] for i: 1..n, j: i+1..n",
        ["flip: v - v with [i] = v[j+1-i] (for i: 1..j) for j: 2..n"],
        [{"n": 2}, {"n": 4}],
        from_one,
    ),
    "bubble-sort": Written(
        "n >= 2",
        "v: words(n, n) where distinct(v)",
        ["link: v - v with [j] = v[j+1], [j+1] = v[j] for j: 1..n-1"],
        [{"n": 2}, {"n": 4}],
        from_one,
    ),
    "transposition-graph": Written(
        "n >= 2",
        "v: words(n, n) where distinct(v)",
        ["link: v - v with [j] = v[i], [i] = v[j] for i: 1..n-1, j: i+1..n"],
        [{"n": 2}, {"n": 4}],
        from_one,
    ),
    "johnson-graph": Written(
        "n >= 2, k >= 1, k < n",
        "v: words(2, n) where sum(j: 1..n, v[j]) = k",
        ["link: v - v with [i] = 0, [j] = 1 for i: 1..n, j: 1..n where v[i] = 1 and v[j] = 0"],
        [{"n": 4, "k": 2}, {"n": 6, "k": 3}],
        lambda x: tuple(i + 1 for i, each in enumerate(x) if each),
    ),
    "generalised-petersen": Written(
        "n >= 3, k >= 1, 2k < n",
        "s: 0..1, i: 0..n-1",
        ["outer: (0, i) - (0, (i+1) mod n)", "spoke: (0, i) - (1, i)", "inner: (1, i) - (1, (i+k) mod n)"],
        [{"n": 5, "k": 2}, {"n": 4, "k": 1}, {"n": 9, "k": 3}],
    ),
    "circulant": Written(
        "n >= 5, c >= 2, 2c < n",
        "i: 0..n-1",
        ["rim: i - (i+1) mod n", "chord: i - (i+c) mod n"],
        [{"n": 7, "c": 3}, {"n": 8, "c": 2}],
    ),
    "fibonacci-cube": Written(
        "n >= 1",
        "v: words(2, n) where v[j] + v[j+1] < 2 for j: 1..n-1",
        ["link: v - v with [j] = 0 for j: 1..n where v[j] = 1"],
        [{"n": 1}, {"n": 6}],
    ),
    "lucas-cube": Written(
        "n >= 2",
        "v: words(2, n) where v[j] = 0 or v[j mod n + 1] = 0 for j: 1..n",
        ["link: v - v with [j] = 0 for j: 1..n where v[j] = 1"],
        [{"n": 2}, {"n": 6}],
    ),
    "hamming": Written(
        "d >= 1, q >= 2",
        "v: words(q, d)",
        ["link: v - v with [j] = c for j: 1..d, c: 0..q-1 where c > v[j]"],
        [{"d": 1, "q": 3}, {"d": 2, "q": 4}, {"d": 4, "q": 2}],
    ),
    "king": Written(
        "n >= 2",
        "x: 0..n-1, y: 0..n-1",
        [
            "row: (x, y) - (x, y+1) where y+1 < n",
            "column: (x, y) - (x+1, y) where x+1 < n",
            "diagonal: (x, y) - (x+1, y+1) where x+1 < n and y+1 < n",
            "antidiagonal: (x, y) - (x+1, y-1) where x+1 < n and y > 0",
        ],
        [{"n": 2}, {"n": 4}],
    ),
    "knight": Written(
        "n >= 4",
        "x: 0..n-1, y: 0..n-1",
        ["link: (x, y) - (x+a, y+b) for a: -2..2, b: -2..2 where abs(a*b) = 2 and 0 <= x+a < n and 0 <= y+b < n"],
        [{"n": 4}, {"n": 6}],
    ),
    "queen": Written(
        "n >= 2",
        "x: 0..n-1, y: 0..n-1",
        [
            "row: (x, y) - (x, y+a) for a: 1..n-1-y",
            "column: (x, y) - (x+a, y) for a: 1..n-1-x",
            "diagonal: (x, y) - (x+a, y+a) for a: 1..n-1 where max(x, y)+a < n",
            "antidiagonal: (x, y) - (x+a, y-a) for a: 1..min(n-1-x, y)",
        ],
        [{"n": 2}, {"n": 4}],
    ),
    "rook": Written(
        "n >= 2",
        "x: 0..n-1, y: 0..n-1",
        ["link: (x, y) - (x, b) for b: y+1..n-1", "link: (x, y) - (a, y) for a: x+1..n-1"],
        [{"n": 2}, {"n": 4}],
    ),
    "bishop": Written(
        "n >= 2",
        "x: 0..n-1, y: 0..n-1 where (x+y) mod 2 = 0",
        [
            "diagonal: (x, y) - (x+a, y+a) for a: 1..n-1 where max(x, y)+a < n",
            "antidiagonal: (x, y) - (x+a, y-a) for a: 1..min(n-1-x, y)",
        ],
        [{"n": 3}, {"n": 5}],
    ),
    "folded-hypercube": Written(
        "n >= 2",
        "v: words(2, n)",
        ["cube: v - v with [j] = 1 - v[j] for j: 1..n", "complement: v - v with [j] = 1 - v[j] (for j: 1..n)"],
        [{"n": 3}, {"n": 5}],
    ),
    "augmented-cube": Written(
        "n >= 1",
        "v: words(2, n)",
        [
            "cube: v - v with [j] = 1 - v[j] for j: 1..n",
            "complement: v - v with [j] = 1 - v[j] (for j: i..n) for i: 1..n-1",
        ],
        [{"n": 1}, {"n": 4}],
    ),
    "shuffle-exchange": Written(
        "n >= 1",
        "v: words(2, n)",
        [
            "exchange: v - v with [n] = 1 - v[n]",
            "shuffle: v - v with [j] = v[j mod n + 1] (for j: 1..n) where not all(j: 1..n, v[j] = v[1])",
        ],
        [{"n": 1}, {"n": 5}],
    ),
    "wrapped-butterfly": Written(
        "d >= 3",
        "l: 0..d-1, r: words(2, d)",
        ["straight: (l, r) - ((l+1) mod d, r)", "cross: (l, r) - ((l+1) mod d, r with [l+1] = 1 - r[l+1])"],
        [{"d": 3}, {"d": 4}],
        lambda x: (x[0], binary(x[1:])),
    ),
    "crown": Written(
        "n >= 3", "s: 0..1, i: 0..n-1", ["link: (0, i) - (1, j) for j: 0..n-1 where j != i"], [{"n": 3}, {"n": 6}]
    ),
    "prism": Written(
        "n >= 3",
        "s: 0..1, i: 0..n-1",
        ["ring: (s, i) - (s, (i+1) mod n)", "rung: (0, i) - (1, i)"],
        [{"n": 3}, {"n": 6}],
    ),
    "antiprism": Written(
        "n >= 3",
        "s: 0..1, i: 0..n-1",
        ["ring: (s, i) - (s, (i+1) mod n)", "zigzag: (0, i) - (1, i)", "zigzag: (0, i) - (1, (i-1) mod n)"],
        [{"n": 4}, {"n": 6}],
    ),
    "moebius-ladder": Written(
        "n >= 3", "i: 0..2n-1", ["rim: i - (i+1) mod (2n)", "rung: i - i+n where i < n"], [{"n": 3}, {"n": 6}]
    ),
    "halved-cube": Written(
        "n >= 2",
        "v: words(2, n) where sum(j: 1..n, v[j]) even",
        ["link: v - v with [i] = 1 - v[i], [j] = 1 - v[j] for i: 1..n-1, j: i+1..n"],
        [{"n": 2}, {"n": 5}],
    ),
    "hanoi": Written(
        "n >= 1",
        "v: words(3, n)",
        ["disk: v - v with [j] = c for j: 1..n, c: 0..2 where c > v[j] and all(i: j+1..n, v[i] != v[j] and v[i] != c)"],
        [{"n": 1}, {"n": 4}],
    ),
    "sierpinski": Written(
        "d >= 2, L >= 1",
        "v: words(d, L)",
        [
            "level: v - (v with [i] = v[j] (for i: j+1..L)) with [j] = c for j: 1..L, c: 0..d-1 where c != v[j] and all(i: j+1..L, v[i] = c)"
        ],
        [{"d": 3, "L": 1}, {"d": 3, "L": 3}, {"d": 4, "L": 2}],
    ),
    "wheel": Written(
        "n >= 4",
        "i: 0..n-1",
        ["rim: i - (i+1) mod (n-1) where i < n-1", "spoke: i - n-1 where i < n-1"],
        [{"n": 4}, {"n": 7}],
    ),
    "complete": Written("n >= 2", "i: 0..n-1", ["link: i - j for j: 0..n-1 where i < j"], [{"n": 2}, {"n": 7}]),
    "sunlet": Written(
        "n >= 3", "s: 0..1, i: 0..n-1", ["ring: (0, i) - (0, (i+1) mod n)", "leaf: (0, i) - (1, i)"], [{"n": 4}]
    ),
    "twisted-torus-2d": Written(
        "a >= 3, b >= 3, s >= 0",
        "x: 0..a-1, y: 0..b-1",
        [
            "dimension-0: (x, y) - (x+1, y) where x < a-1",
            "dimension-0: (a-1, y) - (0, (y+s) mod b)",
            "dimension-1: (x, y) - (x, (y+1) mod b)",
        ],
        [{"a": 3, "b": 5, "s": 2}, {"a": 4, "b": 4, "s": 0}],
    ),
    "concentrated-mesh": Written(
        "k >= 2, c >= 1",
        "x: 0..k-1, y: 0..k-1\nterminals c",
        ["dimension-0: (x, y) - (x+1, y) where x+1 < k", "dimension-1: (x, y) - (x, y+1) where y+1 < k"],
        [{"k": 2, "c": 2}, {"k": 3, "c": 1}],
    ),
    "flattened-butterfly": Written(
        "k >= 2, n >= 2",
        "v: words(k, n-1)\nterminals k",
        ["dimension: v - v with [j] = c for j: 1..n-1, c: 0..k-1 where c > v[j]"],
        [{"k": 3, "n": 2}, {"k": 2, "n": 4}],
    ),
}


def text(name):
    written = WRITTEN[name]
    lines = [
        f"family my-{name}",
        f"sizes {written.sizes}",
        f"node {written.node}",
        *(f"link {each}" for each in written.links),
    ]
    return "\n".join(lines)


def edges(net, label=tuple):
    """All links by the labels of their ends, in order."""
    found = []
    for device in net.devices:
        ends = [label(net.labels(node)) for node in device.nodes]
        found.append(tuple(ends if device.kind == "one-way link" else sorted(ends)))
    return sorted(found)


@pytest.mark.parametrize("name", WRITTEN)
def test_a_family_written_as_a_definition_has_the_same_links(name):
    written = WRITTEN[name]
    family = defined_family(read_definition(text(name)))
    for size in written.at:
        net = family.build(**size)
        other = network(name, **({"n": size["n"], "jumps": (1, size["c"])} if name == "circulant" else size))
        assert (net.node_count, net.device_count, net.ends) == (other.node_count, other.device_count, other.ends)
        assert edges(net, written.label) == edges(other)


def test_another_rule_has_other_links():
    """So that the comparison above can fail."""
    wrong = text("prism").replace("(s, (i+1) mod n)", "(s, (i+2) mod n)").replace("n >= 3", "n >= 3, n odd")
    net, other = defined_family(read_definition(wrong)).build(n=5), network("prism", n=5)
    assert net.device_count == other.device_count and edges(net) != edges(other)

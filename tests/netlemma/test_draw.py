"""``netlemma draw``: every device is drawn once, and what is marked is what was measured."""

import json
import re
import xml.etree.ElementTree as tree
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import log10
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.text import Text

import netlemma as nl
from netlemma.drawing import notes
from netlemma.drawing.curves import _arc, shapes
from netlemma.drawing.drawn import compose, draw, links_and_look, node_number, svg
from netlemma.drawing.files import as_svg
from netlemma.drawing.layout import DrawingLayout
from netlemma.drawing.layouts import layout
from netlemma.drawing.links import channels, links
from netlemma.drawing.look import FAINT, HOT, INK, PALE, Look
from netlemma.errors import InputError
from netlemma.graphs import families, measure, network
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.deadlock.ring_queues import ring_deadlock
from netlemma.graphs.loads.channel_loads import pair_flow
from netlemma.graphs.rings.routing import ring_routing, route
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.topology.ring_structure import RingNetwork
from netlemma.graphs.traffic.measurement import measure_traffic
from netlemma.graphs.traffic.named import traffic
from netlemma.reporting.shown_sizes import shown_size
from tests.family_names import marked

from .text_places import misplaced

ROOT = Path(__file__).resolve().parents[2]
PICTURES = {
    "mesh-loads.svg": "draw mesh k=4 n=2 --loads",
    "oneway-torus-deadlock.svg": "draw oneway-torus k=4 n=2 --deadlock",
    "torus.svg": "draw torus k=4 n=2",
    "fat-tree.svg": "draw fat-tree k=4",
    "cycles.svg": "draw cube-connected-cycles D=3",
    "rings.svg": "draw four-rings --rings",
    "dragonfly-loads.svg": "draw dragonfly p=1 a=4 h=2 --loads",
    "torus-matrix.svg": "draw torus k=4 n=2 --matrix --traffic transpose --routing dimension-order",
    "mesh-route.svg": "draw mesh k=4 n=2 --route 0,0 2,3",
}
TYPICAL = 24  # nodes


def sizes():
    """Every family at its smallest legal size, and at its largest usual one of at most 24 nodes."""
    for name, family in families().items():
        usual = [size for size in family.default_sizes[:25] if family.log_sizes(**size)[0] < log10(TYPICAL + 0.5)]
        yield from dict.fromkeys((name, tuple(size.items())) for size in (usual[0], usual[-1]))


CASES = [
    *sizes(),
    ("multicube", (("r", (2, 3, 4)),)),
    ("line(4) x ring(5)", ()),
    ("clique(4)^2", ()),
    ("ring(2)^2 x bus(3)", ()),
    ("toroid", (("w", 2), ("D", 5))),
    ("mesh", (("k", 3), ("n", 4))),
]
each_network = pytest.mark.parametrize(
    "name, size", marked(CASES), ids=lambda part: part if isinstance(part, str) else str(dict(part))
)


@cache
def drawing(name, size):
    net = network(name, **dict(size))
    return net, links(net), draw(net, matrix=False)


def part(axes, name):
    found = [each for each in axes.collections if each.get_gid() == name]
    return found[0] if found else None


@pytest.fixture
def run(run, monkeypatch, tmp_path):
    """In an empty folder."""
    monkeypatch.chdir(tmp_path)
    return run


@pytest.mark.sampled(13)
@each_network
def test_every_node_has_a_place_of_its_own_and_every_device_is_drawn_once(name, size):
    net, every, axes = drawing(name, size)
    places = layout(net, every).everywhere
    apart = min((np.hypot(*(p - q)) for i, p in enumerate(places) for q in places[:i]), default=1)
    assert apart > 0.1
    wanted = int((net.successor >= 0).sum()) if isinstance(net, RingNetwork) else net.device_count
    assert len(every) == wanted
    pairs = {frozenset(link.nodes) for link in every if link.kind == "one-way link"}
    ways = Counter(link.nodes for link in every if link.kind == "one-way link" and len(set(link.nodes)) == 2)
    both = sum(min(ways[u, v], ways[v, u]) for u, v in map(tuple, filter(lambda pair: len(pair) == 2, pairs)))
    assert len(part(axes, "links").get_paths()) == wanted - both
    names = [text.get_text() for text in axes.texts if str(text.get_gid()).startswith("node-")]
    dots = sum(len(each.get_offsets()) for each in (part(axes, "nodes"), part(axes, "switches")) if each)
    assert len(set(names)) == net.node_count or dots == len(places)


@pytest.mark.sampled(13)
@each_network
def test_lines_end_at_their_nodes_pass_no_other_and_are_not_on_top_of_each_other(name, size):
    net, every, _ = drawing(name, size)
    where = layout(net, every)
    drawn = shapes(every, where)
    at = {
        u: [where.places[u], *([np.array(where.copies[u])] if u in where.copies else [])] for u in range(net.node_count)
    }
    near = lambda point, u: any(np.allclose(point, place) for place in at[u])  # noqa: E731
    for link, shape in zip(every, drawn, strict=True):
        if link.kind == "bus":
            assert len(shape.stubs) == len(link.nodes)
            assert all(near(stub[0], u) for stub, u in zip(shape.stubs, link.nodes, strict=True))
        else:
            assert near(shape.line[0], link.nodes[0]) and near(shape.line[-1], link.nodes[1])
    middles = [tuple(np.round(shape.arrow, 4).tolist()) for shape in drawn]
    crossing = len(middles) - len(set(middles))
    assert crossing <= len(middles) / 4  # lines may cross there, parallel ones may not be one
    beside = Counter(tuple(np.round(shape.line, 4).ravel().tolist()) for shape in drawn)
    assert max(beside.values()) == 1


@pytest.mark.sampled(25)
@each_network
def test_one_way_links_have_arrows_and_others_none(name, size):
    """Links in both directions are one line without, as are links back to their node, which lead nowhere."""
    _, every, axes = drawing(name, size)
    ways = Counter(link.nodes for link in every if link.kind == "one-way link" and len(set(link.nodes)) == 2)
    alone = sum((ways - Counter({pair[::-1]: count for pair, count in ways.items()})).values())
    heads = part(axes, "arrows")
    assert (len(heads.get_paths()) if heads else 0) == alone


def test_layouts_are_those_of_the_papers():
    def at(name, **size):
        net = network(name, **size)
        found = layout(net, links(net))
        return lambda *label: found.places[[net.labels(u) for u in range(net.node_count)].index(label)], found

    mesh, _ = at("mesh", k=4, n=2)
    assert mesh(2, 1).tolist() == [2, 1]
    ring, _ = at("ring", K=7)
    assert len({round(float(np.hypot(*ring(i))), 9) for i in range(7)}) == 1
    fly, found = at("deadfly", f=2, r=3)
    assert [fly(s, 5)[1] for s in range(3)] == [-5] * 3 and fly(0, 0)[0] < fly(1, 0)[0] < fly(2, 0)[0]
    assert sorted(found.copies) == list(range(8)) and found.copies[3][0] > fly(2, 3)[0]
    rows, _ = at("r-ary-m-cube", R=2, M=3)
    assert rows(0, 4)[1] > rows(1, 4)[1] > rows(2, 4)[1] and rows(1, 4)[0] == rows(2, 4)[0]


@pytest.mark.parametrize(
    "name, size",
    [
        ("dragonfly", {"p": 2, "a": 4, "h": 2}),
        ("megafly", {"p": 2, "s": 3, "h": 2}),
        ("hyperx", {"S": (3, 3), "T": 6}),
        ("slim-fly", {"q": 5, "p": 3}),
        ("benes", {"d": 3, "p": 2}),
        ("concentrated-mesh", {"k": 3, "c": 4}),
    ],
)
def test_terminals_stand_nearest_to_their_switch(name, size):
    net = network(name, **size)
    places = layout(net, links(net)).places
    switches = np.flatnonzero(net.forwarding)
    for end in net.ends:
        apart = np.hypot(*(places[switches] - places[end]).T)
        assert switches[np.argmin(apart)] == net.target[net.indptr[end]]


@pytest.mark.parametrize("name, q", [("slim-fly", 3), ("slim-fly", 5), ("polarfly", 3), ("polarfly", 5)])
def test_groups_on_a_circle_turn_into_each_other(name, q):
    net = network(name, q=q)
    every = links(net)
    drawn = layout(net, every)
    turn = 2 * np.pi / q
    turned = drawn.places @ [(np.cos(turn), -np.sin(turn)), (np.sin(turn), np.cos(turn))]
    apart = np.hypot(*np.moveaxis(turned[:, None] - drawn.places, -1, 0))
    image = apart.argmin(axis=1).tolist()
    assert apart.min(axis=1).max() < 1e-9
    joined = {frozenset(link.nodes) for link in every}
    assert {frozenset(image[u] for u in pair) for pair in joined} == joined
    assert all(drawn.behind(*pair) == drawn.behind(*(image[u] for u in pair)) for pair in map(tuple, joined))


@pytest.mark.parametrize("name, q, count", [("slim-fly", 5, 5 * 5 * 2), ("polarfly", 7, 7 + 7 * 7 + 7 * 3)])
def test_links_between_groups_are_pale_behind_the_others(name, q, count):
    net = network(name, q=q)
    axes = draw(net)
    (body,) = (each for each in axes.collections if each.get_gid() == "links")
    colours = [to_hex(each) for each in body.get_edgecolors()]
    assert colours == sorted(colours, key=[FAINT, INK].index) and colours.count(INK) == count
    assert body.get_linewidths()[0] < body.get_linewidths()[-1]


def test_levels_of_trees_are_rows_with_the_roots_on_top():
    net = network("fat-tree", k=4)
    rows = {}
    for u, place in enumerate(layout(net, links(net)).places):
        rows.setdefault(float(place[1]), set()).add(net.labels(u)[0])
    assert [rows[y] for y in sorted(rows)] == [{0}, {1}, {2}, {3}]


@pytest.mark.parametrize("R, M", [(2, 1), (3, 1), (2, 2), (3, 2), (2, 3)])
def test_each_row_of_an_r_ary_m_cube_has_its_links_to_the_next(R, M):
    net = network("r-ary-m-cube", R=R, M=M)
    every = links(net)
    rows = Counter(
        tuple(sorted(np.round(shape.line[[0, 3], 1], 6).tolist())) for shape in shapes(every, layout(net, every))
    )
    assert len(rows) == M and set(rows.values()) == {R * R**M}


@pytest.mark.parametrize("R, M", [(2, 1), (3, 1), (2, 2), (2, 3)])
def test_channels_run_along_their_links_from_tail_to_head(R, M):
    """Where nodes are drawn twice, channels of both directions are at the same copy as their link."""
    net = network("r-ary-m-cube", R=R, M=M)
    where, every = layout(net, links(net)), channels(net, [0] * 2 * net.hop_count, 2)
    ends = lambda shape: frozenset(tuple(np.round(point, 6)) for point in shape.line[[0, -1]])  # noqa: E731
    of_link = [ends(shape) for shape in shapes(links(net), where)]
    for channel, shape in zip(every, shapes(every, where), strict=True):
        assert ends(shape) == of_link[channel.device]
        for u, point in zip(channel.nodes, shape.line[[0, -1]], strict=True):
            assert any(np.allclose(point, place) for place in (where.places[u], where.copies.get(u, where.places[u])))


def test_wrap_around_links_are_arcs_and_neighbours_are_straight():
    net = network("toroid", w=4, D=2)
    every = links(net)
    for link, shape in zip(every, shapes(every, layout(net, every)), strict=True):
        (a, b), (c, d) = (net.labels(u) for u in link.nodes)
        chord = shape.line[3] - shape.line[0]
        off = abs(float(np.cross(np.append(chord, 0), np.append(shape.line[1] - shape.line[0], 0))[2]))
        assert (off > 0.1) == (abs(a - c) + abs(b - d) == 3)


@pytest.mark.sampled(25)
@each_network
def test_the_hot_link_is_that_of_the_measurement(name, size):
    net, every, _ = drawing(name, size)
    measured = measure(net)
    _, look = links_and_look(net, measured, None, None, "")
    if isinstance(net, RingNetwork):
        load = (measured.counts.send + Fraction(1, 5) * measured.counts.echo.astype(object)).ravel()
        loads = [load[link.number] for link in every]
        assert max(loads) == measured.hot_link()
    else:
        loads = [measured.visit_ratio(d) for d in range(net.device_count)]
        assert max(loads) == max(each.max for each in measured.classes)
    passes = getattr(
        net, "forwarding", None
    )  # links of ends of messages are not among the hot ones, if there are others
    inside = {i for i, link in enumerate(every) if passes is None or all(passes[u] for u in link.nodes)} or set(
        range(len(loads))
    )
    hot = {i for i in inside if loads[i] == max(loads[j] for j in inside)}
    assert set(look.hot) == (hot if min(loads) < max(loads) else set())
    assert not look.scale or look.values == tuple(map(float, loads))


def test_hot_links_in_the_picture():
    net = network("mesh", k=4, n=2)
    axes = draw(net, loads=True)
    middle = {(1, 1), (1, 2), (2, 1), (2, 2)}
    ends = {tuple(tuple(int(x) for x in path.vertices[i]) for i in (0, -1)) for path in part(axes, "hot").get_paths()}
    assert ends == {(a, b) for a in middle for b in middle if a < b and abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1}
    widths, colours = part(axes, "links").get_linewidths(), part(axes, "links").get_edgecolors()
    assert widths[-1] == max(widths) > widths[0] and colours[-1][:3].sum() < colours[0][:3].sum()  # darker
    assert axes.figure.axes[1].get_ylabel() == "visit ratio"
    loads = np.array(sorted(float(measure(net).visit_ratio(d)) for d in range(net.device_count)))
    share = lambda values: (values - min(values)) / (max(values) - min(values))  # noqa: E731
    assert share(np.sort(widths)) == pytest.approx(share(loads))


@pytest.mark.in_turn
@settings(max_examples=25)
@given(
    st.sampled_from(["mesh", "oneway-torus", "toroid", "r-ary-m-cube", "hypercube", "spanning-bus-hypercube"]),
    st.data(),
)
def test_shares_of_a_route_are_those_of_all_shortest_paths(name, data):
    size = {"mesh": {"k": 3, "n": 2}, "oneway-torus": {"k": 3, "n": 2}, "toroid": {"w": 4, "D": 2}, "r-ary-m-cube": {"R": 2, "M": 2},
            "hypercube": {"n": 3}, "spanning-bus-hypercube": {"w": 3, "D": 2}}[name]  # fmt: skip
    net = network(name, **size)
    s, t = data.draw(st.lists(st.integers(0, net.node_count - 1), min_size=2, max_size=2, unique=True))
    graph = nx.MultiDiGraph()
    graph.add_edges_from(zip(net.origin.tolist(), net.target.tolist(), map(int, net.device), strict=True))
    far = nx.shortest_path_length(graph, s, t)
    paths = [[d for *_, d in path] for path in nx.all_simple_edge_paths(graph, s, t, cutoff=far)]
    crossed = Counter(d for path in paths for d in path)
    _, look = links_and_look(net, None, (s, t), None, "")
    assert set(look.ways) == set(crossed)
    assert {i: look.texts.get(i, "1") for i in look.ways} == {
        d: str(Fraction(n, len(paths))) for d, n in crossed.items()
    }


@pytest.mark.in_turn
@pytest.mark.parametrize("rule", ["shortest", "dimension-order", "valiant"])
def test_shares_of_all_pairs_add_up_to_the_visit_ratios(rule):
    net = network("line(3) x ring(4)")
    by = channel_routing(net, rule)
    total: Counter = Counter()
    for s in range(net.node_count):
        for t in set(range(net.node_count)) - {s}:
            for hop, share in pair_flow(by, s, t).items():
                total[int(net.device[hop])] += share
    measured, pairs = measure(net, rule), net.node_count * (net.node_count - 1)
    assert [Fraction(total[d], pairs) for d in range(net.device_count)] == [
        measured.visit_ratio(d) for d in range(net.device_count)
    ]


@pytest.mark.parametrize(
    "name, size", [("livefly", {"f": 3, "r": 2}), ("clock", {}), ("ring-butterfly", {"f": 2, "r": 2})]
)
def test_a_route_on_rings_is_the_one_that_is_followed(name, size):
    net = network(name, **size)
    ends = np.flatnonzero(net.processors).tolist()
    for s, t in pairwise(ends):
        _, look = links_and_look(net, None, (s, t), None, "")
        every = links(net)
        way = {divmod(every[i].number, net.fanout) for i in look.ways}
        assert way == set(route(net, ring_routing(net), s, t)) and set(look.ways.values()) == {1}


def test_the_directions_of_a_route_are_drawn():
    net = network("mesh", k=3, n=1)
    for ends, way in (((0, 2), 1), ((2, 0), -1)):
        axes = draw(net, route=ends)
        heads = part(axes, "arrows").get_paths()
        assert len(heads) == 2
        for head in heads:
            tip, back = head.vertices[0], (head.vertices[1] + head.vertices[2]) / 2
            assert np.sign(tip[0] - back[0]) == way


@pytest.mark.parametrize("ends", [((0, 1), (1, 0)), ((1, 0), (0, 1)), ((1, 3), (0, 0))])
def test_the_arrows_of_a_route_lead_from_node_to_node_where_nodes_are_drawn_twice(ends):
    net = network("r-ary-m-cube", R=2, M=2)
    axes = draw(net, route=ends)
    where = layout(net, links(net))
    at = {tuple(np.round(where.places[u], 6)): u for u in range(net.node_count)}
    at |= {tuple(np.round(place, 6)): u for u, place in where.copies.items()}
    every, look = links_and_look(net, None, ends, None, "")
    graph = nx.MultiDiGraph(zip(net.origin.tolist(), net.target.tolist(), strict=True))
    far = nx.single_source_shortest_path_length(graph, node_number(net, ends[0]))
    drawn = shapes(every, where)
    heads = [head.vertices for head in part(axes, "arrows").get_paths()]
    for i, way in look.ways.items():
        begin, end = drawn[i].line[[0, -1]] if way == 1 else drawn[i].line[[-1, 0]]
        assert far[at[tuple(np.round(end, 6))]] == far[at[tuple(np.round(begin, 6))]] + 1
        (head,) = [h for h in heads if np.hypot(*(h[:3].mean(axis=0) - drawn[i].arrow)) < 0.1]
        assert (head[0] - (head[1] + head[2]) / 2) @ (end - begin) > 0


def test_shares_that_are_many_or_long_are_colours():
    net = network("mesh", k=9, n=2)
    every, look = links_and_look(net, None, (0, 60), None, "")
    flow = pair_flow(channel_routing(net, "shortest"), 0, 60)
    shares = {int(net.device[hop]): share for hop, share in flow.items()}
    assert not look.texts and look.scale.label == "share of messages" and "colour and width" in look.caption[0]
    assert look.values == tuple(float(shares.get(link.number, 0)) for link in every)
    axes = draw(net, route=(0, 60))
    pale = [colour for i, colour in enumerate(look.colours(len(every))) if i not in look.ways]
    assert set(pale) == {PALE} and axes.figure.axes[1].get_ylabel() == "share of messages"
    named = [text.get_text() for text in draw(net, route=(0, 60), labels=False).texts]
    assert {text for text in named if text.startswith("(")} == {"(0,0)", "(6,6)"}


def test_few_different_loads_are_written_beside_the_colour_bar_as_they_are():
    measured = measure(network("mesh", k=4, n=2))
    loads = {measured.visit_ratio(d) for d in range(24)}
    bar = draw(network("mesh", k=4, n=2), loads=measured).figure.axes[1]
    assert [Fraction(text.get_text()) for text in bar.get_yticklabels()] == sorted(loads)
    assert [float(tick) for tick in bar.get_yticks()] == [float(load) for load in sorted(loads)]
    many = draw(network("mesh", k=9, n=2), loads=True).figure.axes[1]
    assert all("/" not in text.get_text() for text in many.get_yticklabels())


@pytest.mark.parametrize("name, size", [("ring-mesh", {"k": 4, "n": 2}), ("ring-complete", {"f": 4}), ("ring-shuffle", {"f": 3, "r": 2}),
                                        ("livefly", {"f": 3, "r": 2}), ("clock", {})])  # fmt: skip
def test_links_of_rings_have_their_numbers(name, size):
    net = network(name, **size)
    every, look = links_and_look(net, None, None, None, "", rings=True)
    for i, link in enumerate(every):
        assert net.successor[link.nodes[0], int(look.texts[i])] == link.nodes[1]
        assert link.name.startswith(f"link {look.texts[i]} ")
    assert [look.paints[i] == look.paints[0] for i in look.texts] == [text == "0" for text in look.texts.values()]
    counted = Counter(int(size) for size in net.ring_sizes if size > 1)
    assert all(f"{n} ring{'s' if n > 1 else ''} of {size} node" in look.caption[0] for size, n in counted.items())
    dotted = [style[1] is not None for style in part(draw(net, rings=True), "links").get_linestyle()]
    assert sum(dotted) == sum(u == v for u, v in (link.nodes for link in every))
    assert ("dotted" in look.caption[0]) == any(dotted)
    assert ("dotted" in " ".join(compose(net, None, None, None, None, "", None, "")[1])) == any(dotted)


def covered(net, **what):
    """How many texts at links cover a node, another text or the middle of the head of an arrow, and how many there are."""
    axes = draw(net, **what)
    axes.figure.draw_without_rendering()
    heads = [
        path.vertices[:3].mean(axis=0)
        for each in axes.collections
        if each.get_gid() == "arrows"
        for path in each.get_paths()
    ]
    points = axes.transData.transform(heads)
    boxes = {
        kind: [text.get_window_extent() for text in axes.texts if str(text.get_gid()).startswith(kind)]
        for kind in ("text-", "node-")
    }
    others = lambda i: [*boxes["text-"][:i], *boxes["node-"]]  # noqa: E731
    hidden = lambda i, box: any(box.overlaps(o) for o in others(i)) or any(box.contains(*point) for point in points)  # noqa: E731
    return sum(hidden(i, box) for i, box in enumerate(boxes["text-"])), len(boxes["text-"])


@pytest.mark.parametrize(
    "name, size", [("toroid", {"w": 4, "D": 2}), ("torus", {"k": 4, "n": 2}), ("hypercube", {"n": 3})]
)
def test_texts_at_links_do_not_cover_each_other_nor_nodes_nor_arrows(name, size, monkeypatch):
    net = network(name, **size)
    ends = (0, 10) if net.node_count > 10 else (0, 7)
    found, count = covered(net, route=ends)
    assert found == 0 and count > 10
    monkeypatch.setattr(notes, "ALONG", (0.05,))
    monkeypatch.setattr(notes, "NEAR", 0.05)
    assert covered(net, route=ends)[0] > 5  # where nothing is heeded


def test_texts_of_crossing_lines_stand_apart():
    line = lambda a, b: _arc(np.array(a, float), np.array(b, float), 0.0)  # noqa: E731
    drawn = [line((0, 0), (1, 1)), line((0, 1), (1, 0))]
    corners = np.array([(0, 0), (1, 1), (0, 1), (1, 0)], float)
    found = notes.places({0: "1/2", 1: "1/2"}, drawn, 0.05, 1.0, corners, np.full((4, 2), 0.1), False)
    assert np.abs(found[0] - found[1]).max() > 0.1


def test_a_number_that_all_channels_have_needs_no_colour_bar():
    net = network("ring", K=2)
    assert len(draw(net, deadlock=decide(channel_routing(net, "dimension-order", 2))).figure.axes) == 1


def test_an_order_of_channels_is_written_at_them():
    net = network("mesh", k=3, n=2)
    verdict = decide(channel_routing(net, "dimension-order"))
    axes = draw(net, deadlock=verdict)
    numbers = [n for n in verdict.certificate["numbers"] if n is not None]
    written = [int(text.get_text()) for text in axes.texts if (text.get_gid() or "").startswith("text-")]
    assert Counter(written) == Counter(numbers) and len(part(axes, "arrows").get_paths()) == len(numbers)


def test_deadlocks_and_orders_of_queues_are_at_their_links():
    net = network("deadfly", f=2, r=2)
    verdict = ring_deadlock(net)
    every, look = links_and_look(net, None, None, verdict, "")
    held = Counter(each["holds"] for each in verdict.cycle)
    found: Counter = Counter()
    for i, text in look.texts.items():
        side, (u, v) = every[i].number % net.fanout, every[i].nodes
        both = [f"output {side} of node {u}", f"input {side} of node {v}"]
        for number in text.split(", "):
            assert verdict.cycle[int(number) - 1]["holds"] in both
            found[verdict.cycle[int(number) - 1]["holds"]] += 1
    assert found == held
    free = ring_deadlock(network("livefly", f=3, r=1))
    every, look = links_and_look(network("livefly", f=3, r=1), None, None, free, "")
    assert len(look.texts) == len(every) and look.texts[0] == "0/0"


def test_draw_goes_onto_given_axes_and_keeps_no_state():
    import matplotlib.pyplot as plt

    mine = plt.figure()
    before, settings = plt.get_fignums(), dict(plt.rcParams)
    axes = Figure().subplots(1, 2)
    net = network("ring", K=5)
    assert draw(net, ax=axes[1]) is axes[1] and not axes[0].collections
    assert draw(net).figure is not draw(net).figure
    as_svg(draw(net, loads=True), "a ring")
    assert plt.get_fignums() == before and plt.gcf() is mine and dict(plt.rcParams) == settings
    plt.close(mine)


def test_svg_is_valid_accessible_and_the_same_each_time():
    for name, size in [("oneway-torus", {"k": 3, "n": 2}), ("ring-shuffle", {"f": 2, "r": 2})]:
        text = svg(name, size)
        root = tree.fromstring(text)
        assert text == svg(name, size) and text.startswith("<svg ") and "http://purl" not in text
        space = "{http://www.w3.org/2000/svg}"
        title, about = root.findall(f"{space}title"), root.findall(f"{space}desc")
        assert [each.text for each in title] == [network(name, **size).title]
        assert root.get("aria-labelledby") == f"{title[0].get('id')} {about[0].get('id')}" and root.get("role") == "img"
        assert f"Nodes: {network(name, **size).node_count}." in about[0].text


def test_names_from_files_are_text_and_nothing_else():
    from netlemma.graphs import from_devices

    labels = [("<b>&$x$",), ("$\\frac{1}$",)]
    net = from_devices(labels, [("cable", "link", labels)], family='"<script>')
    text = as_svg(draw(net), net.title)
    assert tree.fromstring(text) is not None and "<script>" not in text and "&lt;b&gt;&amp;$x$" in text


@pytest.mark.parametrize("file", PICTURES)
def test_pictures_of_the_pages_are_what_the_commands_draw_today(file, run, tmp_path):
    """By what is drawn, in whole points, since versions of matplotlib round differently."""

    def drawn(path):
        root = tree.parse(path).getroot()
        said = [(e.text or "").strip() for e in root.iter() if e.tag.endswith(("}text", "}desc", "}title"))]
        paths = [e.get("d") for e in root.iter() if e.tag.endswith("}path")]
        points = [[round(float(x)) for x in d.split() if x.replace(".", "").replace("-", "").isdigit()] for d in paths]
        return said, sorted(points)

    assert run(*PICTURES[file].split(), "-o", file)[0] == 0
    assert drawn(tmp_path / file) == drawn(ROOT / "docs" / "pictures" / file)


@pytest.mark.in_turn
def test_the_command(run, tmp_path):
    code, said = run("draw", "mesh", "k=3", "n=2", "--route", "(0,0)", "1,1", "--json", "-o", "a.svg")
    found = json.loads(said.out)
    assert code == 0 and found["drawing"] == "a.svg" and found["nodes"] == 9 and "2 hops" in found["caption"][0]
    first = (tmp_path / "a.svg").read_bytes()
    assert run("draw", "mesh", "k=3", "n=2", "--route", "(0,0)", "1,1", "-o", "a.svg")[0] == 0
    assert (tmp_path / "a.svg").read_bytes() == first
    assert run("draw", "clock", "--no-labels", "--title", "A clock", "-o", "b.png")[0] == 0
    assert (tmp_path / "b.png").read_bytes()[1:4] == b"PNG"
    fabric = ROOT / "tests" / "data" / "infiniband" / "fat-tree-ftree"
    assert run("draw", f"{fabric}/opensm-subnet.lst", f"{fabric}/opensm.fdbs", "-o", "c.svg")[0] == 0


@pytest.mark.parametrize(
    "line, complaint",
    [
        ("toroyd w=3 -o a.svg", "did you mean toroid?"),
        ("ring K=1 -o a.svg", "must be at least 2"),
        ("ring K=3 -o a.gif", "must end in .svg, .png or .pdf"),
        ("ring K=3 -o no/a.svg", "cannot be written"),
        ("mesh k=50 n=2 -o a.svg", "at most 2,000 nodes"),
        ("ring-complete f=100 -o a.svg", "10,000 links"),
        ("ring K=2000 --deadlock -o a.svg", "at most 400 nodes"),
        ("ring-butterfly f=2 r=7 --rings -o a.svg", "numbers of rings"),
        ("mesh k=3 n=2 --route 0,0 9,9 -o a.svg", "nodes are called (0,0) to (2,2)"),
        ("mesh k=3 n=2 --route 0,0 0,0 -o a.svg", "to itself"),
        ("ring-butterfly f=2 r=2 --route 0,0 1,0 -o a.svg", "no processor"),
        ("mesh k=3 n=2 --loads --route 0,0 1,1 -o a.svg", "cannot share one drawing"),
        ("mesh k=3 n=2 --rings -o a.svg", "no rings of numbered links"),
        ("clock --rings --loads -o a.svg", "loads and rings cannot share one drawing"),
        ("mesh k=3 n=2 --routing shortest -o a.svg", "--routing applies only to"),
        ("mesh k=3 n=2 --vcs 2 -o a.svg", "--vcs applies only to --loads, --route and --deadlock"),
        ("clock --deadlock --vcs 2 -o a.svg", "vcs=2 applies only to networks of channels"),
        (
            "mesh k=3 n=2 --loads --routing best -o a.svg",
            "has no routing called 'best'; netlemma list routings names them",
        ),
        ("-o a.svg", "no network is named"),
        ("ring K=3 x.anynet -o a.svg", "two networks: give one"),
        ("ring K=3", "Missing option"),
    ],
)
def test_bad_input_is_one_line_and_nothing_is_written(line, complaint, run, tmp_path):
    code, said = run("draw", *line.split())
    assert code == 2 and complaint in said.err and said.err.count("\n") == 1, said.err
    assert not list(tmp_path.iterdir())


def test_nodes_by_name():
    net = network("mesh", k=3, n=2)
    assert [node_number(net, name) for name in ("(1,2)", "1,2", "1, 2", (1, 2), 5)] == [5] * 5


def test_a_line_through_a_node_is_seen():
    """Negative control of the layouts: three nodes in a row, joined at the ends; without the bend the line meets the middle."""
    net = network("clique(3) x line(2)")
    every = links(net)
    bent = {link.nodes: shape for link, shape in zip(every, shapes(every, layout(net, every)), strict=True)}
    free = DrawingLayout(
        layout(net, every).places * np.array([1, 1]) + np.array([[0, 0], [0, 0], [0, 0.6], [0, 0.6], [0, 0], [0, 0]])
    )
    straight = {link.nodes: shape for link, shape in zip(every, shapes(every, free), strict=True)}
    aside = lambda shape: abs(float(shape.line[1][1] - shape.line[0][1]))  # noqa: E731
    assert aside(bent[0, 4]) > 0.2 and aside(straight[0, 4]) < 1e-9


def test_looks():
    look = Look(ways={1: 1})
    assert look.colours(2)[1] == HOT and look.width(1, 1.0) > look.width(0, 1.0)


def cells(axes):
    """The coloured cells of a matrix, by row and column."""
    values = axes.images[0].get_array()
    return {(u, v): float(values[u, v]) for u, v in np.argwhere(~np.ma.getmaskarray(values)).tolist()}


def test_a_matrix_has_the_load_of_each_channel_or_the_rate_of_each_pair():
    net = network("mesh", k=3, n=2)
    found = measure_traffic(channel_routing(net, "dimension-order"), traffic(net, "transpose"))
    hops = zip(net.origin.tolist(), net.target.tolist(), found.loads, strict=True)
    assert cells(draw(net, found, matrix=True)) == {(u, v): float(load) for u, v, load in hops}
    heights = {(box.y0, box.y1) for box in (each.get_position() for each in draw(net, found, matrix=True).figure.axes)}
    assert len(heights) == 1, "the bar of colours is as high as the matrix"
    rates = cells(draw(net, found.traffic, matrix=True))
    assert rates == {(3 * x + y, 3 * y + x): 1.0 for x in range(3) for y in range(3) if x != y}
    one_way = network("oneway-torus", k=3, n=1)
    assert set(cells(draw(one_way, matrix=True))) == {(0, 1), (1, 2), (2, 0)}
    buses = network("spanning-bus-hypercube", w=3, D=1)
    assert len(cells(draw(buses, matrix=True))) == 6


@pytest.mark.in_turn
def test_a_layout_is_chosen_by_name():
    net = network("hypercube", n=8)
    nodes = part(axes := draw(net, arrangement="circular"), "nodes").get_offsets()
    assert not axes.images and len(axes.lines) == 0
    assert np.ptp(np.hypot(*(nodes - nodes.mean(axis=0)).T)) < 1e-6 and len(np.unique(nodes.round(6), axis=0)) == 256
    by_springs, usual = (draw(network("mesh", k=3, n=2), arrangement=name, labels=False) for name in ("springs", ""))
    assert not np.allclose(part(by_springs, "nodes").get_offsets(), part(usual, "nodes").get_offsets())


def test_layouts_that_do_not_fit_are_refused():
    net = network("mesh", k=3, n=2)
    with pytest.raises(
        ValueError, match=r"^the layout tiers does not fit mesh k=3 n=2; grid, springs and circular do$"
    ):
        draw(net, arrangement="tiers")
    with pytest.raises(ValueError, match=r"^the layout stages does not fit polarfly q=17 p=0; circular does$"):
        draw(network("polarfly", q=17), arrangement="stages")
    with pytest.raises(ValueError, match="did you mean 'circular'"):
        draw(net, arrangement="circel")


@pytest.mark.in_turn
def test_a_drawing_of_too_many_lines_is_a_matrix_unless_it_is_not_wanted():
    net = network("hypercube", n=8)
    assert len(cells(draw(net))) == 2 * net.device_count
    assert not draw(net, matrix=False).images and not draw(network("hypercube", n=5)).images


@pytest.mark.parametrize(
    "words, more",
    [("mesh k=4 n=2", {"loads": True}), ("fat-tree k=4", {}), ("torus k=4 n=2", {"matrix": True}),
     ("mesh k=4 n=2", {"route": ("0,0", "2,3")}), ("oneway-torus k=4 n=1", {"deadlock": True})],
)  # fmt: skip
def test_a_drawing_is_as_wide_as_a_column_with_letters_of_8_points(words: str, more: dict[str, Any]) -> None:
    sizes = {name: int(value) for name, _, value in (word.partition("=") for word in words.split()[1:])}
    for bare in (False, True):
        drawn: Any = nl.draw(words.split()[0], width="column", bare=bare, **sizes, **more).axes.figure
        texts = [each for each in drawn.findobj(Text) if each.get_text().strip() and each.get_visible()]
        assert drawn.get_size_inches()[0] == pytest.approx(3.5) and misplaced(drawn) == []
        assert {each.get_fontsize() for each in texts} <= {8.0}
        assert bool([each for each in drawn.texts if each.get_text()]) != bare
    assert nl.draw(words.split()[0], width="page", **sizes, **more).axes.figure.get_size_inches()[0] == pytest.approx(
        7.16
    )


@pytest.mark.parametrize(
    "given, said",
    [({"width": "colum"}, "no width 'colum' (did you mean 'column'?)"), ({"bare": True, "title": "T"}, "choose one"),
     ({"width": "column", "labels": True}, "need .* inches at 8 points, and there are 3.3: draw a smaller size, or `width=page`")],
)  # fmt: skip
def test_what_does_not_fit_a_journal_is_said_in_one_line(given: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said if ".*" in said else re.escape(said)):
        nl.draw("mesh", k=12, n=2, **given)


def test_hot_links_are_those_between_switches_which_look_unlike_terminals() -> None:
    drawing = nl.draw("k-ary-n-tree", k=2, n=2, loads=True)
    assert "between switches" in drawing.caption[0] or "every link" in drawing.caption[0]
    net = nl.network("hyperx", S=(2, 2), T=3)
    drawing = nl.draw(net, loads=True)
    hot = next(each for each in drawing.axes.collections if each.get_gid() == "hot")
    assert len(hot.get_paths()) == 4 and drawing.caption[0].endswith("between switches")
    dots = {
        each.get_gid(): len(each.get_offsets())
        for each in drawing.axes.collections
        if each.get_gid() in ("nodes", "switches")
    }
    assert dots == {"nodes": 12, "switches": 4} or not dots


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name, each in families().items() if each.default_sizes])
def test_no_text_of_any_drawing_is_cut_or_covered(name: str) -> None:
    net = nl.network(name, **(shown_size(name) or {}))
    for width in ("", "column", "page"):
        assert misplaced(nl.draw(net, width=width).axes.figure) == []

"""Fabrics read from files: what is read is right, and what is wrong is refused in one line with file and line number."""

import re
import shutil
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from netlemma.errors import FormatError, InputError
from netlemma.graphs.base.text_files import read_text
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.formats.fabric.ports import Lanes
from netlemma.graphs.sources import from_description

from .fabric_files import read_anynet_tables, read_cray, read_graphml, read_infiniband, read_routes
from .followed import follow

DATA = Path(__file__).parents[1] / "data" / "infiniband"
RING, TORUS, TREE, TWO = (DATA / n for n in ("ring5-lash", "torus4x4-minhop", "fat-tree-ftree", "two-ports-lmc1"))
LEVELS = {"levels": RING / "paths.txt", "lanes": RING / "opensm-sl2vl.dump"}


def fabric_deadlock(description):
    source, _ = from_description(description)
    return decide(source.routes.routing(source.scope), described={"fabric": description})


def opensm(directory, **more):
    return read_infiniband(directory / "opensm-subnet.lst", directory / "opensm.fdbs", **more)


# The same dependencies, found slowly: every message of the routing on channels, hop by hop.


def slow_dependencies(fabric, scope):
    routes = follow(fabric.routing(scope))
    return {
        (channel, after)
        for by_channel in routes.after.values()
        for channel, all_ in by_channel.items()
        for after in all_
    }


FABRICS = {
    "ring, one level": lambda: opensm(RING),
    "ring, LASH": lambda: opensm(RING, **LEVELS),
    "torus": lambda: opensm(TORUS),
    "tree": lambda: opensm(TREE),
    "two ports": lambda: opensm(TWO, lmc=1, lanes=TWO / "opensm-sl2vl.dump"),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", FABRICS)
@pytest.mark.parametrize("scope", ["terminals", "all"])
@pytest.mark.in_turn
def test_dependencies_are_those_of_messages_followed_hop_by_hop(name, scope):
    fabric = FABRICS[name]()
    if name == "ring, LASH" and scope == "all":
        with pytest.raises(FormatError, match="have no service level"):
            fabric.dependencies(scope)
        return
    graph, witness = fabric.dependencies(scope)
    assert set(zip(graph.tail.tolist(), graph.head.tolist(), strict=True)) == slow_dependencies(fabric, scope)
    ways = [fabric.way(s, c) for s in fabric.fabric.ends(scope) for c in fabric.columns(scope) if fabric._sends(s, c)]
    soonest = {}
    for way in ways:
        for before, pair in enumerate(pairwise(way)):
            soonest[pair] = min(before, soonest.get(pair, before))
    for e in range(graph.dependencies):  # each witness makes its dependency, after as few hops as any
        way = list(pairwise(fabric.way(int(graph.source[e]), int(witness[e]))))
        pair = (int(graph.tail[e]), int(graph.head[e]))
        assert way.index(pair) == soonest[pair]


@settings(max_examples=60)
@given(st.integers(0, 2**32 - 1), st.integers(1, 4), st.sampled_from(["ring, one level", "tree", "torus"]))
def test_dependencies_with_any_levels_and_lanes(seed, vcs, name):
    """Lanes that depend on input, output and level, several levels on one lane."""
    random = np.random.default_rng(seed)
    fabric = FABRICS[name]()
    degree = np.diff(fabric.fabric.network.indptr)
    size = (degree + 1) * degree
    first = np.where(random.random(len(size)) < 0.1, -1, np.cumsum(size) - size) if vcs > 2 else np.cumsum(size) - size
    lanes = Lanes(
        first, random.integers(0, 5, size.sum()).astype(np.int32), random.integers(0, vcs, (5, 16)).astype(np.uint8)
    )
    highest = 16 if (first >= 0).all() else vcs
    levels = random.integers(0, highest, (len(fabric.goal), len(degree))).astype(np.uint8)
    fabric = replace(fabric, levels=levels, lanes=lanes, vcs=vcs)
    graph, witness = fabric.dependencies("terminals")
    found = set(zip(graph.tail.tolist(), graph.head.tolist(), strict=True))
    assert found == slow_dependencies(fabric, "terminals") and len(found) == graph.dependencies
    for e in range(graph.dependencies):
        way = fabric.way(int(graph.source[e]), int(witness[e]))
        assert (int(graph.tail[e]), int(graph.head[e])) in pairwise(way)


def test_all_ways_to_write_a_fabric_down_give_the_same():
    first, _ = opensm(RING, **LEVELS).dependencies("terminals")
    for subnet, tables in (("opensm-subnet.lst", "opensm-lfts.dump"), ("discovered.txt", "fts.txt")):
        graph, _ = read_infiniband(RING / subnet, RING / tables, **LEVELS).dependencies("terminals")
        names = [
            {(g.name(t), g.name(h)) for t, h in zip(g.tail.tolist(), g.head.tolist(), strict=True)}
            for g in (first, graph)
        ]
        assert names[0] == names[1]


def test_ports_of_one_adapter_are_ends_of_their_own():
    fabric = opensm(TWO, lmc=1).fabric
    names = sorted(fabric.name(v) for v in fabric.ends("terminals"))
    assert names == ["G", "H 0x0000000000100000 port 1", "H 0x0000000000100000 port 2"]
    assert len(read_infiniband(TWO / "discovered.txt", TWO / "fts.txt").goal) == 8  # 2 switches, 3 ports with 2 LIDs


def test_the_scope_can_flip_the_verdict(tmp_path):
    """One-way ring of 3 switches with one adapter: only messages between switches go round."""

    def node(name, kind):
        return f'<node id="{name}"><data key="t">{kind}</data></node>'

    nodes = [*(node(f"s{i}", "switch") for i in range(3)), node("a", "host"), node("b", "host")]
    edges = [f'<edge source="s{i}" target="s{(i + 1) % 3}"/>' for i in range(3)]
    edges += [f'<edge directed="false" source="{h}" target="{s}"/>' for h, s in (("a", "s0"), ("b", "s1"))]
    head = '<graphml><key id="t" for="node" attr.name="type"/><graph edgedefault="directed">'
    (tmp_path / "n").write_text(head + "".join(nodes + edges) + "</graph></graphml>")
    home = {"a": "s0", "b": "s1"}
    rows = ["node,destination,next"]
    for to in ("s0", "s1", "s2", "a", "b"):
        for at in ("s0", "s1", "s2", "a", "b"):
            if at != to:
                goes = to if home.get(to) == at else home[at] if at in home else f"s{(int(at[1]) + 1) % 3}"
                rows.append(f"{at},{to},{goes}")
    (tmp_path / "r.csv").write_text("\n".join(rows))
    description = {"format": "graphml", "files": {"network": str(tmp_path / "n"), "routes": str(tmp_path / "r.csv")}}
    assert fabric_deadlock({**description, "scope": "terminals"}).verdict == "deadlock-free"
    assert fabric_deadlock({**description, "scope": "all"}).verdict == "deadlock"


# Verdicts.


def test_service_levels_take_the_ring_of_lash_out_of_danger():
    files = {"subnet": str(RING / "opensm-subnet.lst"), "tables": str(RING / "opensm.fdbs")}
    found = fabric_deadlock({"format": "infiniband", "files": files})
    assert found.verdict == "deadlock" and [c["holds"] for c in found.cycle] == [
        f"S{i}[1]->S{(i + 1) % 5}[2]" for i in range(5)
    ]
    more = {name: str(path) for name, path in LEVELS.items()}
    assert fabric_deadlock({"format": "infiniband", "files": {**files, **more}}).verdict == "deadlock-free"


def test_a_deadlock_certificate_moves_packets_past_empty_channels_only():
    files = {"subnet": str(TORUS / "opensm-subnet.lst"), "tables": str(TORUS / "opensm.fdbs")}
    evidence = fabric_deadlock({"format": "infiniband", "files": files}).certificate
    full, at = set(), {}
    for packet, channel in evidence["moves"]:
        assert channel not in full
        full.discard(at.get(packet))
        at[packet] = channel
        full.add(channel)
    packets = evidence["packets"]
    assert [p["holds"] for p in packets] == [[at[i]] for i in range(len(packets))]
    assert all(p["waits"][0] in full for p in packets)


# BookSim's paths, found as BookSim does: the whole list is searched for the nearest router again and again.


def booksim_paths(links, start):
    count = len(links)
    distance, previous, left = {start: 0}, {}, set(range(count))
    while left:
        near = min(left, key=lambda r: (distance.get(r, 10**9), r))
        left.discard(near)
        for other in sorted(links[near]):
            if near in distance and distance[near] + links[near][other] < distance.get(other, 10**9):
                distance[other], previous[other] = distance[near] + links[near][other], near
    first = {}
    for router in previous:
        at = router
        while previous[at] != start:
            at = previous[at]
        first[router] = at
    return first


@settings(max_examples=40)
@given(st.data())
def test_anynet_takes_the_paths_of_booksim(tmp_path_factory, data):
    count = data.draw(st.integers(2, 7))
    pairs = [(a, b) for a in range(count) for b in range(count) if a != b]
    listed = {(i, i + 1): 1 for i in range(count - 1)} | data.draw(
        st.dictionaries(st.sampled_from(pairs), st.integers(1, 3), max_size=8)
    )
    links = {r: {} for r in range(count)}
    for (a, b), latency in listed.items():
        links[a][b] = latency
    for a, b in listed:
        links[b].setdefault(a, 1)
    path = tmp_path_factory.mktemp("anynet") / "net"
    lines = [
        f"router {r} node {r} " + " ".join(f"router {b} {w}" for (a, b), w in listed.items() if a == r) for r in links
    ]
    path.write_text("\n".join(lines))
    tables = read_anynet_tables(path)
    for start in range(count):
        first = booksim_paths(links, start)
        for to in range(count):
            hop = tables.hop(start, to)
            assert int(tables.fabric.network.target[hop]) == (count + to if to == start else first[to])


def test_cray_links_and_routes(tmp_path):
    tile = "c0-0c0s{}g0l0{}[(0,0,{})]"
    lines = [
        f"{tile.format(i, 0, i)} Z+ -> {tile.format((i + 1) % 4, 1, (i + 1) % 4)} LinkType: backplane" for i in range(4)
    ]
    (tmp_path / "links").write_text("\n".join(lines) + "\nc0-0c0s0g0l07[(0,0,0)] host -> processor\n")
    (tmp_path / "links").write_text("\n".join(lines) + "\n")
    net = read_cray(tmp_path / "links")
    assert net.fabric.name(0) == "c0-0c0s0g0" and net.fabric.network.hop_count == 8
    name = "c0-0c0s{}g0"
    rows = [f"{name.format(i)},{name.format(j)},l00" for i in range(4) for j in range(4) if i != j]
    (tmp_path / "csv").write_text("\n".join(["node,destination,by", *rows]))
    graph, _ = read_routes(tmp_path / "csv", net).dependencies("all")
    assert len(graph.cycle()) == 4
    routes = [[name.format((i + k) % 4) for k in range(3)] for i in range(4)]
    rows = [
        f"{r[0]},{r[2]},{';'.join(r)},{lanes}" for r, lanes in zip(routes, ("0;0", "0;0", "0;1", "1;1"), strict=True)
    ]
    (tmp_path / "csv").write_text("\n".join(["source,destination,route,vcs", *rows]))
    graph, _ = read_routes(tmp_path / "csv", net).dependencies("all")
    assert graph.dependencies == 4 and graph.cycle() == []


# Bad input.


def edited(tmp_path, directory, file, change):
    """A copy of a directory of real files with one of them changed, and the files as a description names them."""
    for each in directory.iterdir():
        shutil.copy(each, tmp_path / each.name)
    text = (tmp_path / file).read_text()
    (tmp_path / file).write_text(change(text))
    assert change(text) != text
    return tmp_path


BAD = {
    "subnet cut inside a line": ("opensm-subnet.lst", lambda t: t[:-100], "line of opensm-subnet.lst"),
    "subnet cut between lines": ("opensm-subnet.lst", lambda t: t[: t.rindex("\n{ ") + 1], "listed from both its ends"),
    "subnet is another file": ("opensm-subnet.lst", lambda t: "LID : Port\n", "line of opensm-subnet.lst"),
    "subnet without lines": ("opensm-subnet.lst", lambda t: " \n", "empty"),
    "two cables in one port": ("opensm-subnet.lst", lambda t: t.replace("PN:02 }", "PN:01 }", 1), "cable"),
    "an unknown port": ("opensm-subnet.lst", lambda t: t.replace("PN:01", "PN:09", 1), "only ports 1 to"),
    "two nodes with one LID": ("opensm-subnet.lst", lambda t: t.replace("LID:0002", "LID:0003", 1), "LID"),
    "no bytes of text": ("opensm-subnet.lst", lambda t: t[:50] + "\0" + t[50:], "NUL"),
    "tables cut inside a line": ("opensm.fdbs", lambda t: t[:-12], "cut short"),
    "tables cut inside a switch": ("opensm.fdbs", lambda t: t[: t.rindex("0x0002")], "has no entry for it"),
    "a table missing": ("opensm.fdbs", lambda t: t[: t.rindex("dump_")], "has no table"),
    "tables with an unknown switch": ("opensm.fdbs", lambda t: t.replace("Switch 0x00000000002", "Switch 0x00000000009", 1), "one fabric"),
    "tables with a switch twice": ("opensm.fdbs", lambda t: t + t, "has a table before, in line 1"),
    "tables with an unknown LID": ("opensm.fdbs", lambda t: t.replace("0x0002 :", "0x0022 :", 1), "no node"),
    "tables with a LID twice": ("opensm.fdbs", lambda t: t.replace("0x0002 :", "0x0003 :", 1), "before"),
    "tables with a port that is too high": ("opensm.fdbs", lambda t: t.replace(": 001  :", ": 031  :", 1), "has 3 ports"),
    "tables with an impossible port": ("opensm.fdbs", lambda t: t.replace(": 001  :", ": 999  :", 1), "from 000 to 254"),
    "tables with words": ("opensm.fdbs", lambda t: t.replace(": 001  :", ": one  :", 1), "expected"),
    "messages to a wrong node": ("opensm.fdbs", lambda t: t.replace("0x0005 : 001", "0x0005 : 003", 1), "does not pass them on"),
    "messages to nowhere": ("opensm.fdbs", lambda t: t.replace("0x0005 : 001", "0x0005 : 000", 1), "end nowhere"),
}  # fmt: skip


def one_line(error, directory, file=None):
    text = str(error)
    where = rf"{re.escape(str(directory))}/[\w.-]+"  # a line, unless it is the file as a whole that is wrong
    assert "\n" not in text and re.match(rf"{where}(:[1-9]\d*: \S|: the file )", text), text
    assert file is None or text.startswith(f"{directory}/{file}:"), text


@pytest.mark.parametrize("what", BAD)
def test_bad_files_are_refused_in_one_line(what, tmp_path):
    file, change, message = BAD[what]
    directory = edited(tmp_path, RING, file, change)
    with pytest.raises(FormatError, match=re.escape(message)) as caught:
        opensm(directory).dependencies("terminals")
    one_line(caught.value, directory, file)


def test_messages_that_go_in_circles_are_a_livelock(tmp_path):
    """S1 sends to its left what S0 sends to its right."""
    lid = 8

    def back(text):
        parts = text.split("dump_")
        parts[2] = re.sub(rf"(0x{lid:04X} : )\d+", r"\g<1>002", parts[2])
        return "dump_".join(parts)

    directory = edited(tmp_path, RING, "opensm.fdbs", back)
    with pytest.raises(
        FormatError, match=r"livelock: messages from .* go in circles for ever: S. -> S. -> S."
    ) as caught:
        opensm(directory).dependencies("terminals")
    one_line(caught.value, directory, "opensm.fdbs")
    number = int(str(caught.value).partition(":")[2].partition(":")[0])
    assert f"0x{lid:04X}" in (directory / "opensm.fdbs").read_text().splitlines()[number - 1]


def test_files_over_the_limit_are_refused(tmp_path):
    (tmp_path / "f").write_bytes(b"x" * 101)
    assert len(read_text(tmp_path / "f", 101).data) == 101
    with pytest.raises(FormatError, match="larger than the limit of 100 bytes"):
        read_text(tmp_path / "f", 100)
    for path in (tmp_path, tmp_path / "none", "a\0b"):
        with pytest.raises(FormatError, match="cannot"):
            read_text(path)


GRAPH = '<graphml><graph edgedefault="undirected"><node id="a"/><node id="b"/>{}</graph></graphml>'
BAD_GRAPHS = {
    "entities": ('<!DOCTYPE g [<!ENTITY a "b">]>\n' + GRAPH.format("<edge source='a' target='b'/>"), "document types"),
    "an outer document type": ('<!DOCTYPE g SYSTEM "file:///etc/passwd">' + GRAPH.format(""), "document types"),
    "an undefined entity": (GRAPH.format("&b;"), "well-formed"),
    "an unknown node": (GRAPH.format("<edge source='a' target='c'/>"), "'c', which is no node"),
    "no links": (GRAPH.format(""), "holds no links"),
    "a loop alone": (GRAPH.format("<edge source='a' target='a'/>"), "holds no links"),
    "half a file": (GRAPH.format("<edge source='a' target='b'/>")[:-20], "well-formed"),
    "a second graph": (GRAPH.format("").replace("</graphml>", "<graph/></graphml>"), "more than one <graph>"),
    "another tree": ("<svg/>", "no GraphML"),
    "a node twice": (GRAPH.format("<node id='a'/>"), "there before, in line 1"),
    "deep nesting": ("<graphml>" + "<a>" * 200_000, "nested deeper"),
}


@pytest.mark.parametrize("what", BAD_GRAPHS)
def test_bad_graphml_is_refused_in_one_line(what, tmp_path):
    text, message = BAD_GRAPHS[what]
    (tmp_path / "g").write_text(text)
    with pytest.raises(FormatError, match=re.escape(message)) as caught:
        read_graphml(tmp_path / "g")
    one_line(caught.value, tmp_path, "g")


BAD_ROUTES = {
    "other columns": ("from,to\na,b\n", "'node,destination,next'"),
    "too many cells": ("node,destination,next\na,b,b,b\n", "4 cells"),
    "an unknown node": ("node,destination,next\na,z,b\n", "'z' is no node"),
    "no link": ("node,destination,next\na,c,c\n", "no link leads from a to c"),
    "an unknown output": ("node,destination,by\na,c,e9\n", "no output 'e9'"),
    "an entry twice": ("node,destination,next\na,c,b\na,c,b\n", "in line 2"),
    "nowhere": ("node,destination,next\na,b,b\na,c,b\nb,a,a\nc,b,b\nc,a,b\n", "end nowhere: b has no entry"),
    "circles": ("node,destination,next\na,b,b\na,c,b\nb,a,a\nb,c,a\nc,b,b\nc,a,b\n", "livelock"),
    "a route that jumps": ("source,destination,route\na,c,a;c\n", "no link leads from a to c"),
    "a route to elsewhere": ("source,destination,route\na,c,a;b\n", "must lead from a to c"),
    "a route in circles": ("source,destination,route\na,c,a;b;a;b;c\n", "livelock"),
    "half a row": ('source,destination,route\na,c,"a;b\n', "no CSV"),
    "a strange channel": ("source,destination,route,vcs\na,c,a;b;c,0;9999\n", "from 0 to 255"),
    "no rows": ("source,destination,route\n", "no rows"),
}


@pytest.mark.parametrize("what", BAD_ROUTES)
def test_bad_routes_are_refused_in_one_line(what, tmp_path):
    text, message = BAD_ROUTES[what]
    (tmp_path / "g").write_text(
        GRAPH.format("<node id='c'/><edge id='e1' source='a' target='b'/><edge source='b' target='c'/>")
    )
    (tmp_path / "csv").write_text(text)
    with pytest.raises(FormatError, match=re.escape(message)) as caught:
        read_routes(tmp_path / "csv", read_graphml(tmp_path / "g")).dependencies("all")
    one_line(caught.value, tmp_path, "csv")


@pytest.mark.parametrize(
    "text, message",
    [
        ("router 0 router", "is expected, not 'router'"),
        ("router 0 node 0 router 2", "router 1 is missing"),
        ("node 0 node 1", "nodes are joined to routers"),
        ("router 0 node 0\nrouter 1 node 0", "a node has one router"),
        ("router 0 node 0 -3", "is expected"),
        ("router x node 0", "from 0 to"),
        ("switch 0 node 0", "'router NUMBER'"),
        ("router 0 router 1", "no nodes"),
    ],
)
def test_bad_anynet_is_refused_in_one_line(text, message, tmp_path):
    (tmp_path / "net").write_text(text)
    with pytest.raises(FormatError, match=re.escape(message)) as caught:
        read_anynet_tables(tmp_path / "net").dependencies("terminals")
    one_line(caught.value, tmp_path, "net")


@pytest.mark.in_turn
def test_a_long_chain_does_not_overflow_the_stack(tmp_path):
    count = 1_100
    (tmp_path / "net").write_text(
        "\n".join(f"router {i} router {i + 1}" for i in range(count - 1))
        + f"\nrouter 0 node 0\nrouter {count - 1} node 1\n"
    )
    description = {"format": "anynet", "files": {"network": str(tmp_path / "net")}}
    assert fabric_deadlock(description).verdict == "deadlock-free"


MUTABLE = (
    "opensm-subnet.lst",
    "opensm.fdbs",
    "opensm-lfts.dump",
    "discovered.txt",
    "fts.txt",
    "paths.txt",
    "opensm-sl2vl.dump",
)
TEXTS = {name: (RING / name).read_bytes() for name in MUTABLE}


@st.composite
def mutations(draw):
    """A real file with a few bytes changed, a piece removed, doubled or moved, or its end cut off."""
    name = draw(st.sampled_from(MUTABLE))
    data = TEXTS[name]
    for _ in range(draw(st.integers(1, 3))):
        a, b = sorted(draw(st.tuples(*[st.integers(0, len(data))] * 2)))
        b = min(b, a + draw(st.integers(0, 60)))
        piece = draw(
            st.sampled_from(
                [b"", data[a:b] * 2, data[b : b + 20], b"\n", b"9", b"f", b'"', b"0x0000", b"-1", b"\xff", b"1e9"]
            )
        )
        data = data[:a] + piece + (b"" if draw(st.booleans()) and len(piece) > 9 else data[b:])
    return name, data


@pytest.mark.in_turn
@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(mutations())
def test_mutated_files_give_a_verdict_or_one_line(tmp_path, mutation):
    name, data = mutation
    for other, text in TEXTS.items():
        (tmp_path / other).write_bytes(data if other == name else text)
    pair = (
        ("discovered.txt", "fts.txt") if name in ("discovered.txt", "fts.txt") else ("opensm-subnet.lst", "opensm.fdbs")
    )
    if name == "opensm-lfts.dump":
        pair = ("opensm-subnet.lst", name)
    files = {"subnet": pair[0], "tables": pair[1]}
    if name in ("paths.txt", "opensm-sl2vl.dump"):
        files |= {"levels": "paths.txt", "lanes": "opensm-sl2vl.dump"}
    description = {"format": "infiniband", "files": {key: str(tmp_path / file) for key, file in files.items()}}
    try:
        assert fabric_deadlock(description).verdict in ("deadlock", "deadlock-free")
    except FormatError as error:
        one_line(error, tmp_path)
    except InputError as error:  # what is left of a file is a file of another kind
        assert "\n" not in str(error) and "is no network that takes them" in str(error)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.binary(max_size=60),
    st.sampled_from(["anynet", "graphml", "cray", "csv"]),
    st.integers(0, 200),
    st.integers(0, 20),
)
def test_mutated_texts_of_other_formats_give_a_verdict_or_one_line(tmp_path, piece, kind, at, less):
    texts = {
        "anynet": b"router 0 node 0 router 1 5\nrouter 1 node 1\n",
        "graphml": GRAPH.format("<edge id='e' source='a' target='b'/>").encode(),
        "cray": b"c0-0c0s0g0l00[(0,0,0)] Z+ -> c0-0c0s1g0l32[(0,0,1)] LinkType: backplane\n",
        "csv": b"node,destination,next\na,b,b\nb,a,a\n",
    }
    texts[kind] = texts[kind][:at] + piece + texts[kind][at + less :]
    for name, text in texts.items():
        (tmp_path / name).write_bytes(text)
    form = "graphml" if kind == "csv" else kind
    files = {"network": str(tmp_path / form)} | ({} if form == "anynet" else {"routes": str(tmp_path / "csv")})
    try:
        from_description({"format": form, "files": files})[0].routes.dependencies("all")
    except FormatError as error:
        one_line(error, tmp_path)


def test_every_node_is_an_end_of_scope_all():
    assert np.array_equal(opensm(RING).fabric.ends("all"), np.arange(10))

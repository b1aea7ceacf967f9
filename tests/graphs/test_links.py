"""Tables of links: what is read is what was written, and measured like every route by itself."""

import csv
import io
import re
import warnings
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from netlemma.base.remarks import Remark
from netlemma.errors import FormatError
from netlemma.graphs import measure, read
from netlemma.graphs.formats import links as links_module
from netlemma.graphs.formats.fabric.text_tables import COMMENTS

from .fabric_files import read_links

NAMES = st.text("abAB019 ,;\"'.-_é()#", min_size=1, max_size=4).map(str.strip).filter(bool)
CLASSES = st.sampled_from(["", "rim", "chord", "long, red"])


@st.composite
def tables(draw):
    """Rows (from, to, class) of a connected multigraph: a tree and any links on top, in any order."""
    names = draw(st.lists(NAMES, min_size=2, max_size=7, unique=True))
    rows = [(names[draw(st.integers(0, i - 1))], names[i], draw(CLASSES)) for i in range(1, len(names))]
    for _ in range(draw(st.integers(0, 8))):
        a, b = draw(st.lists(st.sampled_from(names), min_size=2, max_size=2, unique=True))
        rows.append((a, b, draw(CLASSES)))
    return draw(st.permutations(rows))


def written(rows, classes=True):
    text = io.StringIO()
    quoting = csv.QUOTE_ALL if any(row[0].startswith(COMMENTS) for row in rows) else csv.QUOTE_MINIMAL
    csv.writer(text, lineterminator="\n", quoting=quoting).writerows(
        [("from", "to", "class"), *rows] if classes else [("from", "to"), *(r[:2] for r in rows)]
    )
    return text.getvalue()


def every_path(rows):
    """Visits of each row by one message, and all distances, from all shortest paths written down one by one."""
    nodes = {end for row in rows for end in row[:2]}
    visits, distances = Counter(), []
    for source in nodes:
        paths, border = {source: [[]]}, [source]
        while border:
            found = {}
            for here in border:
                for number, (a, b, _) in enumerate(rows):
                    for there in [b] * (here == a) + [a] * (here == b):
                        if there not in paths:
                            found.setdefault(there, []).extend([*path, number] for path in paths[here])
            paths |= found
            border = list(found)
        for ways in paths.values():
            distances.append(len(ways[0]))
            for number in (number for way in ways for number in way):
                visits[number] += Fraction(1, len(ways))
    pairs = len(nodes) * (len(nodes) - 1)
    return (
        {number: Fraction(count) / pairs for number, count in visits.items()},
        Fraction(sum(distances), pairs),
        max(distances),
    )


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(tables(), st.sampled_from(["", "\ufeff"]))
def test_a_table_is_measured_as_all_its_paths(tmp_path, rows, mark):
    (tmp_path / "links.csv").write_text(mark + written(rows), encoding="utf-8")
    net = read_links(tmp_path / "links.csv").fabric.between("terminals")
    expected, mean, diameter = every_path(rows)
    found = measure(net)
    assert (found.mean_distance, found.diameter, found.nodes) == (mean, diameter, len({e for r in rows for e in r[:2]}))
    right, mine = Counter(), Counter()
    for number, (a, b, group) in enumerate(rows):
        right[frozenset((a, b)), group or "link", expected.get(number, Fraction(0))] += 1
    for number, device in enumerate(net.devices):
        ends = frozenset(net.labels(node)[0] for node in device.nodes)
        mine[ends, device.class_name, found.visit_ratio(number)] += 1
    assert mine == right
    for each in found.classes:
        ratios = [ratio for (_, group, ratio), count in right.items() for _ in range(count) if group == each.name]
        assert (each.devices, each.visit_ratio * each.devices) == (len(ratios), sum(ratios))
        assert (each.min, each.max) == (min(ratios), max(ratios))


def test_columns_come_in_any_order_and_class_may_be_left_out(tmp_path):
    (tmp_path / "a").write_text("class,to,from\nx,b,a\n\n,c,b\r\n")
    (tmp_path / "b").write_text("source,target\na,b\nb,c\n")
    one, other = (read_links(tmp_path / name).fabric.network for name in "ab")
    assert one.classes == [("x", 1), ("link", 1)] and other.classes == [("link", 2)]
    assert [d.nodes for d in one.devices] == [d.nodes for d in other.devices]
    assert [one.labels(v) for v in range(3)] == [("a",), ("b",), ("c",)]


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        ("from,to\na,b\nb,c\nc,a\n", ""),
        ("a,b\nb,c\nc,a\n", ""),
        ("from;to\na;b\nb;c\nc;a\n", ""),
        ("# cables\nsrc\tdst\na\tb\nb\tc\nc\ta\n", ""),
        ("u v\na b\nb c\nc a\n", ""),
        ("u,v\nv,w\nw,u\n", ""),  # a link between u and v
        ("a b\nb c\nc a\n", ""),
        ("  a   b\n\n  b   c\n% comment\nc  a\n", ""),
        ("a b {}\nb c {}\nc a {}\n", ""),
        ("a b {'weight': 1, 'x': 2}\nb c {'weight': 3}\nc a {}\n", ""),
        ("a,b,{'weight': 1}\nb,c,{}\nc,a,{}\n", ""),
        ("a b 1\nb c 5\nc a 2.5\n", "the column weight (the third)"),
        ("a;b;1,5\nb;c;2,5\nc;a;1\n", "the column weight (the third)"),
        ('"Source";"Target";"Weight"\n"a";"b";"1"\n"b";"c";"1"\n"c";"a";"1"\n', "the column Weight (every link"),
        ("Source,Target,Type,Id\na,b,Undirected,0\nb,c,Undirected,1\nc,a,Undirected,2\n", "the column Id"),
        ("id,from,to,speed,colour\n1,a,b,9,red\n2,b,c,9,red\n3,c,a,9,red\n", "the columns id, speed, colour"),
        ("left,right\na,b\nb,c\nc,a\n", "it is read as names of the columns"),
        ("from|to\na|b\nb|c\nc|a\n", ""),
        ("from,to\na,b\nb,c\nc,a\na,a\n", "1 self-loop is left out"),
        ("from,to,type\na,b,copper\nb,c,fibre\nc,a,fibre\n", "the column type"),
        ("Node A,Node B\na,b\nb,c\nc,a\n", ""),
        ("\ufefffrom,to\r\na,b\r\nb,c\r\nc,a\r\n", ""),
        ("source,destination\na,b\nb,c\nc,a\n", ""),
        ("a\nb a\nc a b\n", ""),
        ("#adjacency\na b c\nb c\nc\n", ""),
        ("0 1 2\n1 2 0\n2 0 1\n", ""),
        ("a: b c\nb: a c\nc: a b\n", ""),
        ("a -- b\nb -- c\nc -- a\n", ""),
        ("(0, 1)\n(1, 2)\n(2, 0)\n", ""),
        ("[0, 1],\n[1, 2],\n[2, 0]\n", ""),
        ("(0, 0) (0, 1) {}\n(0, 1) (1, 1) {}\n(1, 1) (0, 0) {'weight': 1, 'x': 2}\n", ""),
        ("0,1,1\n1,0,1\n1,1,0\n", ""),
        ("0 1 1\n1 0 1\n1 1 0\n", ""),
        (",a,b,c\na,0,1,1\nb,1,0,1\nc,1,1,0\n", ""),
        ("[[0 1 1]\n [1 0 1]\n [1 1 0]]\n", ""),
        ("0-1\n1-2\n2-0\n", ""),
        ("a--b\nb--c\nc--a\n", ""),
        ("a b 10Gbps\nb c 10Gbps\nc a 40Gbps\n", "the column weight (the third)"),
        ("# switch port peer peer_port\na 1 b 1\nb 2 c 1\nc 2 a 2\n", "the columns port, peer_port"),
        ("A end,Z end,cable\na,b,c1\nb,c,c2\nc,a,c3\n", "the column cable"),
    ],
)
def test_tables_of_a_triangle(text, remark, tmp_path):
    (tmp_path / "t.csv").write_text(text, encoding="utf-8", newline="")
    for name in ("t.csv", "t.dat"):
        (tmp_path / "t.dat").write_text(text, encoding="utf-8", newline="")
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            found = measure(read(tmp_path / name))
        assert (found.nodes, found.mean_distance, len(found.classes), found.classes[0].devices) == (3, 1, 1, 3)
        assert len(caught) == bool(remark) and all(remark in str(each.message) for each in caught)


def test_links_that_are_listed_from_both_ends_are_said_to_be_parallel(tmp_path):
    (tmp_path / "t.csv").write_text("from,to\na,b\nb,c\nb,a\nc,b\n")
    with pytest.warns(Remark, match="every link is listed from both its ends, and counts as two parallel links"):
        assert read(tmp_path / "t.csv").classes == [("link", 4)]


def test_an_adjacency_matrix_that_is_not_symmetric_has_one_way_links(tmp_path):
    (tmp_path / "m").write_text("0 1 0\n0 0 1\n1 0 0\n")
    assert measure(read(tmp_path / "m")).mean_distance == Fraction(3, 2)
    (tmp_path / "m").write_text("0 1 0\n0 0 1\n1 0 0 1\n")
    with pytest.raises(FormatError, match=r"m: the file is of no known format|cells: 3 are expected"):
        read(tmp_path / "m")


def test_a_directed_table_has_one_way_links(tmp_path):
    (tmp_path / "t.csv").write_text("Source,Target,Type\na,b,Directed\nb,c,Directed\nc,a,Directed\n")
    assert measure(read(tmp_path / "t.csv")).mean_distance == Fraction(3, 2)


@pytest.mark.parametrize(
    "text", ["a -> b\nb -> c\nc -> a\n", "a->b\nb->c;\nc ->a ;\n", "# arcs\nsw-1 -> sw-2\nsw-2 -> x\nx -> sw-1\n"]
)
def test_arrows_are_one_way_links(text, tmp_path):
    (tmp_path / "arcs").write_text(text)
    assert measure(read(tmp_path / "arcs")).mean_distance == Fraction(3, 2)


def test_types_of_the_ends_say_which_are_hosts(tmp_path):
    (tmp_path / "t.csv").write_text("from,to,from_type,to_type\nh1,s,host,leaf\nh2,s,Server,leaf\n")
    assert (measure(read(tmp_path / "t.csv")).mean_distance, read(tmp_path / "t.csv").end_count) == (2, 2)
    (tmp_path / "t.csv").write_text("from,to,from_type,to_type\nh1,s,host,leaf\ns,h1,host,\n")
    with pytest.raises(FormatError, match="t\\.csv:3: node 's' is of type 'host', but 'leaf' in line 2"):
        read(tmp_path / "t.csv")


BAD = {
    "other columns": ("one,two,three\na,b,c\n", ":1: the columns are 'one,two,three': two columns such as from,to"),
    "one column": ("from\na\n", ":1: the columns are 'from'"),
    "a column twice": ("from,to,to\na,b,c\n", ":1: the columns are"),
    "too few cells": ("from,to\na\n", ":2: the row has 1 cells: 2 are expected, from,to"),
    "too many cells": ("from,to\na,b,c\n", ":2: the row has 3 cells"),
    "no end": ("from,to\na,b\n,b\n", ":3: the link has no node in column from"),
    "a blank end": ("from,to\na, \n", ":2: the link has no node in column to"),
    "a loop alone": ("from,to\nb,b\n", ": the file holds no links"),
    "half a quote": ('from,to\n"a,b\n', ":2: the line is no CSV"),
    "no rows": ("from,to\n", ": the file has no rows below the names of the columns"),
    "nothing": ("", ": the file is empty"),
    "a long name": (
        "from,to\na," + "b" * 1001 + "\n",
        ":2: the link has no node in column to, or one of more than 1,000 characters",
    ),
    "a long class": ("from,to,class\na,b," + "c" * 1001 + "\n", "one of more than 1,000 characters"),
    "binary": ("from,to\na,b\0\n", ":2: the file is no text"),
}


@pytest.mark.parametrize("what", BAD)
def test_bad_tables_are_refused_in_one_line(what, tmp_path):
    text, message = BAD[what]
    (tmp_path / "t.csv").write_text(text)
    with pytest.raises(FormatError, match=re.escape(message)) as caught:
        read_links(tmp_path / "t.csv")
    assert str(caught.value).startswith(f"{tmp_path}/t.csv") and "\n" not in str(caught.value)


def test_so_many_links_and_classes_are_read_and_no_more(tmp_path, monkeypatch):
    monkeypatch.setattr(links_module, "MAX_LINKS", 3)
    monkeypatch.setattr(links_module, "MAX_CLASSES", 2)
    (tmp_path / "t").write_text("from,to,class\na,b,x\nb,c,y\nc,d,x\n")
    assert read_links(tmp_path / "t").fabric.network.device_count == 3
    (tmp_path / "t").write_text("from,to,class\na,b,x\nb,c,y\nc,d,z\n")
    with pytest.raises(FormatError, match="t:4: links have more than 2 classes"):
        read_links(tmp_path / "t")
    (tmp_path / "t").write_text("from,to\n" + "a,b\n" * 4)
    with pytest.raises(FormatError, match="t:5: the table has more than 3 links, the most that are read"):
        read_links(tmp_path / "t")


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=30), st.integers(0, 30), st.integers(0, 9))
def test_mutated_tables_are_read_or_refused_in_one_line(tmp_path, piece, at, less):
    text = b"from,to,class\na,b,x\nb,c,x\nc,a,y\n"
    (tmp_path / "t").write_bytes(text[:at] + piece + text[at + less :])
    try:
        assert read_links(tmp_path / "t").fabric.network.device_count > 0
    except FormatError as error:
        assert str(error).startswith(f"{tmp_path}/t:") and str(error).isprintable()

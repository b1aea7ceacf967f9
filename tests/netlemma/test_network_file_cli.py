"""Networks of users' own files on the command line: measured as the same network with a name, or refused in one line."""

import csv
import json
from pathlib import Path

import networkx
import pytest

from graphs import network

FABRIC = Path(__file__).parents[1] / "data" / "infiniband" / "fat-tree-ftree"
SUBNET = f"--infiniband {FABRIC}/opensm-subnet.lst {FABRIC}/opensm.fdbs"
SIZES = [("toroid", {"w": 4, "D": 2}), ("toroid", {"w": 2, "D": 2}), ("mesh", {"k": 3, "n": 2}), ("cube-connected-cycles", {"D": 3}),
         ("torus", {"k": 4, "n": 2})]  # fmt: skip


@pytest.fixture
def run(run, monkeypatch, tmp_path):
    """In an empty folder."""
    monkeypatch.chdir(tmp_path)
    return run


def write_links(net):
    """A table of the links of a network, ``links.csv``."""
    with open("links.csv", "w", newline="") as file:
        rows = [(net.labels(d.nodes[0]), net.labels(d.nodes[1]), d.class_name) for d in net.devices]
        csv.writer(file).writerows([("from", "to", "class"), *rows])


def write_anynet(net):
    """A router with a node for each node of a network, ``net.anynet``."""
    hops = [f"router {u} router {v}" for u, v in zip(net.origin.tolist(), net.target.tolist(), strict=True)]
    Path("net.anynet").write_text("\n".join([f"router {u} node {u}" for u in range(net.node_count)] + hops) + "\n")


@pytest.mark.parametrize(("name", "size"), SIZES, ids=str)
def test_a_family_written_to_a_file_is_measured_as_itself(name, size, run):
    net = network(name, **size)
    own = json.loads(run("measure", name, *(f"{n}={v}" for n, v in size.items()), "--json").out)
    networkx.write_graphml(net.graph, "net.graphml")
    found = json.loads(run("measure", "--graphml", "net.graphml", "--json").out)
    one_way = name == "torus"
    assert found["classes"] == [{**found["classes"][0], "name": "one-way link" if one_way else "link"}]
    if len(own["classes"]) == 1:
        assert found == {
            **own,
            "family": "net.graphml",
            "parameters": {},
            "classes": [{**own["classes"][0], "name": found["classes"][0]["name"]}],
        }
    for key in ("routing", "counting", "nodes", "mean_distance", "diameter"):
        assert found[key] == own[key]
    if not one_way:
        write_links(net)
        found = json.loads(run("measure", "--links", "links.csv", "--json").out)
        assert found == {**own, "family": "links.csv", "parameters": {}}


def test_adapters_of_booksim_count_as_the_nodes_do(run):
    """With a node at each router, messages cross the links between routers as if the routers sent them, and two more."""
    net = network("toroid", w=4, D=2)
    own = json.loads(run("measure", "toroid", "w=4", "D=2", "--json").out)
    write_anynet(net)
    found = json.loads(run("measure", "--anynet", "net.anynet", "--json").out)
    ends, links = found["classes"]
    assert links == {**own["classes"][0], "name": "link"}
    assert ends == {"name": "adapter link", "devices": 16, "visit_ratio": "1/8", "min": "1/8", "max": "1/8"}
    assert found["nodes"] == 32 and found["mean_distance"] == "62/15" and own["mean_distance"] == "32/15"
    assert found["counting"].startswith(
        "ordered pairs of different ends of messages, 16 of the 32 nodes, all equally likely"
    )


def test_the_scope_is_said(run):
    write_anynet(network("ring", K=5))
    said = run("measure", "--anynet", "net.anynet").out
    assert (
        "scope adapters: messages between the 5 adapters, through the 5 switches\nmean distance 7/2 = 3.5, diameter 4\n"
        in said
    )
    said = run("measure", "--anynet", "net.anynet", "--scope", "all").out
    assert (
        "scope all: messages between all 10 nodes, switches too, through the 5 switches\nmean distance 7/3 = " in said
    )
    assert "ordered pairs of different nodes, all equally likely" in said
    assert "scope" not in run("measure", "ring", "K=5").out


def test_a_fabric_of_infiniband(run):
    """Two levels of switches, two hosts at each of four leaves: by hand, of 56 pairs 8 stay at their leaf."""
    found = json.loads(run("measure", *SUBNET.split(), "--json").out)
    assert found["family"] == "opensm-subnet.lst" and found["nodes"] == 14
    assert found["mean_distance"] == "26/7"  # (48 * 4 + 8 * 2) / 56
    assert [(c["name"], c["devices"], c["visit_ratio"]) for c in found["classes"]] == [
        ("adapter link", 8, "1/4"), ("link", 8, "3/14"),
    ]  # fmt: skip


TABLE, LOOP, PIECES = "from,to\na,b\n", "from,to\na,a\n", "from,to\na,b\nc,d\n"
GRAPH = '<graphml><graph edgedefault="{}"><node id="a"/><node id="b"/><edge source="a" target="b"/></graph></graphml>'
BAD = [
    ("--links none.csv", "none.csv: the file cannot be read: No such file or directory"),
    ("--graphml none", "none: the file cannot be read"),
    ("--cray none", "none: the file cannot be read"),
    ("--infiniband none none", "none: the file cannot be read"),
    ("--links .", ".: the file cannot be read: Is a directory"),
    ("--links empty", "empty: the file is empty"),
    ("--links loop", "loop:2: the link joins 'a' to itself"),
    ("--links graph", "graph:1: the columns are"),
    ("--graphml table", "table:1: the file is no well-formed XML"),
    ("--anynet table", "table:1: 'router NUMBER' or 'node NUMBER' is expected"),
    ("--links pieces", "pieces is not connected: no route leads from a to c"),
    ("--graphml oneway", "oneway is not connected: no route leads from b to a"),
    ("--links table --anynet x", "--anynet and --links are two networks: give one"),
    ("--links table --mapping x", "--links are two networks: give one"),
    ("toroid --links table", "'toroid' and --links are two networks: give one"),
    ("toroid w=4 D=2 --links table", "'toroid' and --links are two networks"),
    ("--links table w=4", "'w=4': sizes go with a family, and --links names a network"),
    ("w=4", "name a family or a product, or give one file with --mapping"),
    ("", "name a family or a product, or give one file with --mapping"),
    ("toroid w=4 D=2 --scope all", "--scope goes with the files of a fabric: --infiniband, --anynet"),
    ("--links table --scope some", "scope 'some' is unknown: it must be one of adapters, all"),
    ("--links table --routing dimension-order", "needs a Cartesian product, table is none: use routing shortest"),
    ("--links table --routing best", "no routing is called 'best'"),
    ("--links table --hop-penalty 3", "--hop-penalty goes with networks of rings, and table is none"),
    ("--links huge", "huge: the file is larger than the limit of"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "message"), BAD, ids=[line or "nothing" for line, _ in BAD])
def test_bad_input_is_one_line(line, message, run):
    files = {
        "empty": "",
        "table": TABLE,
        "loop": LOOP,
        "pieces": PIECES,
        "graph": GRAPH.format("undirected"),
        "oneway": GRAPH.format("directed"),
    }
    for name, text in files.items():
        Path(name).write_text(text)
    with open("huge", "wb") as file:  # a file with nothing in it but its size
        file.truncate(300 << 20)
    ended = run("measure", *line.split())
    assert ended.status == 2 and ended.out == "" and ended.err.count("\n") == 1 and message in ended.err, ended.err

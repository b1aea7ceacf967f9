"""Networks of users' own files on the command line: measured as the same network with a name, or refused in one line."""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import networkx
import pytest

from netlemma.graphs import network

FABRIC = Path(__file__).parents[1] / "data" / "infiniband" / "fat-tree-ftree"
SUBNET = f"{FABRIC}/opensm-subnet.lst {FABRIC}/opensm.fdbs"
SIZES = [("toroid", {"w": 4, "D": 2}), ("toroid", {"w": 2, "D": 2}), ("mesh", {"k": 3, "n": 2}), ("cube-connected-cycles", {"D": 3}),
         ("oneway-torus", {"k": 4, "n": 2})]  # fmt: skip


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
    found = json.loads(run("measure", "net.graphml", "--json").out)
    assert found == {**own, "family": "net.graphml", "parameters": {}}
    if name != "oneway-torus":
        write_links(net)
        found = json.loads(run("measure", "links.csv", "--json").out)
        assert found == {**own, "family": "links.csv", "parameters": {}}


def test_adapters_of_booksim_count_as_the_nodes_do(run):
    """With a node at each router, messages cross the links between routers as if the routers sent them, and two more."""
    net = network("toroid", w=4, D=2)
    own = json.loads(run("measure", "toroid", "w=4", "D=2", "--json").out)
    write_anynet(net)
    found = json.loads(run("measure", "net.anynet", "--json").out)
    ends, links = found["classes"]
    assert links == {**own["classes"][0], "name": "link"}
    assert ends == {"name": "adapter link", "devices": 16, "visit_ratio": "1/8", "min": "1/8", "max": "1/8"}
    assert found["nodes"] == 32 and found["mean_distance"] == "62/15" and own["mean_distance"] == "32/15"
    assert found["counting"].startswith(
        "ordered pairs of different ends of messages, 16 of the 32 nodes, all equally likely"
    )


def test_the_scope_is_said(run):
    write_anynet(network("ring", K=5))
    said = run("measure", "net.anynet").out
    assert (
        "scope terminals: messages between the 5 terminals, through the 5 switches\nmean distance 7/2 = 3.5, diameter 4\n"
        in said
    )
    said = run("measure", "net.anynet", "--scope", "all").out
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


def same(run, command, name, sizes, file, *words):
    """What a command says of a family, and of the same network in a file; sizes and names apart."""
    first = run(*command, name, *sizes, *words, "--json")
    other = run(*command, *file, *words, "--json")
    assert first.status == other.status and not other.err, other.err
    return json.loads(first.out), json.loads(other.out)


FILE = ("links.csv",)


def test_bounds_of_a_file_are_those_of_the_family(run):
    write_links(network("ring", K=5))
    words = ("--node-time", "2", "--class-time", "link=3/2", "--population", "5", "--bandwidth", "limited")
    own, found = same(run, ["bounds"], "ring", ["K=5"], FILE, *words)
    assert own.pop("source") == "lemmas" and found.pop("source") == "measured" and own.pop("limits")
    assert found == {**own, "family": "links.csv", "parameters": {}}


def test_processors_of_a_fabric_are_its_adapters(run):
    write_anynet(network("ring", K=5))
    found = json.loads(run("bounds", "net.anynet", "--json").out)
    assert found["nodes"] == 5 and found["R0"] == "9/2"  # a visit of a processor, and 7/2 links
    assert [row["visit_ratio"] for row in found["demands"]] == ["1/5", "2/5", "3/10"]
    assert "scope terminals: messages between the 5 terminals" in run("bounds", "net.anynet").out


def test_a_file_is_simulated_as_the_family(run):
    """Nodes are numbered in the order in which the table names them, and so are hops of a complete graph."""
    net = network("clique(4)")
    write_links(net)
    words = ("flits=8", "--load", "0.01", "--routing", "up-down", "--cycles", "5000")
    own, found = same(run, ["simulate"], "clique(4)", [], FILE, *words)
    assert found["messages"] == own["messages"] > 0 and found["latency"] == own["latency"]
    own, found = same(run, ["model", "routed"], "clique(4)", [], FILE, *words[:5])
    assert found["points"] == own["points"] and found["zero_load"] == own["zero_load"]
    assert found["parameters"]["network"] == "links.csv"


def test_messages_of_a_simulated_fabric_run_between_its_adapters(run):
    """By up-down 2 of the 20 pairs take three links between routers instead of two; the shortest mean is 3/2."""
    write_anynet(network("ring", K=5))
    words = ("net.anynet", "flits=8", "--load", "0.002", "--routing", "up-down", "--json")
    found = json.loads(run("simulate", *words, "--cycles", "20000").out)
    assert found["state"] == "stable" and 150 < found["messages"] < 210  # 5 nodes, 18000 measured cycles
    assert (
        json.loads(run("model", "routed", *words).out)["zero_load"] == "63/5"
    )  # 3/2 + 2/20 and 2 links, ejection, 8 flits


@pytest.mark.parametrize(
    ("file", "routing", "status"),
    [
        ("links.csv", "up-down", 0), ("links.csv", "shortest-first", 1), ("links.csv", "shortest-adaptive", 1),
        ("net.graphml", "up-down root=3", 0), ("net.anynet", "shortest-first", 1), ("net.anynet --scope all", "up-down", 0),
        (SUBNET, "up-down", 0),
    ],
)  # fmt: skip
def test_deadlock_of_a_routing_with_a_name(file, routing, status, run):
    net = network("toroid", w=5, D=1)
    write_links(net)
    write_anynet(net)
    networkx.write_graphml(net.graph, "net.graphml")
    ended = run("deadlock", *file.split(), "--routing", routing, "--certificate", "c.json", "--json")
    assert (
        ended.status == status
        and ended.err == ""
        and json.loads(ended.out)["verdict"] == ("deadlock" if status else "deadlock-free")
    )
    whose = {"net.anynet": "5 end nodes; ", SUBNET: "8 end nodes; "}.get(file, "all ordered pairs of different nodes; ")
    assert json.loads(ended.out)["scope"].startswith(whose)
    if file == "links.csv":
        assert run("deadlock", "toroid", "w=5", "D=1", "--routing", routing).status == status
    assert run("certify", "c.json").status == 0


def test_a_certificate_is_about_its_file(run):
    """With a number too high, and with a link less in the file, it is refused."""
    write_links(network("ring", K=5))
    assert run("deadlock", *FILE, "--routing", "up-down root=0", "--certificate", "c.json").status == 0
    right = Path("c.json").read_text()
    about = json.loads(right)
    assert about["network"] == {"fabric": {"files": {"links": "links.csv"}, "scope": "terminals"}}
    assert (about["routing"]["name"], about["routing"]["vcs"]) == ("up-down", 1)
    about["numbers"][0] += 1
    Path("c.json").write_text(json.dumps(about))
    refused = run("certify", "c.json")
    assert refused.status == 1 and refused.out.startswith("refused: ")
    Path("c.json").write_text(right)
    rows = Path("links.csv").read_text().splitlines()
    Path("links.csv").write_text("\n".join(rows[:-1]))
    refused = run("certify", "c.json")
    assert refused.status == 1 and refused.out.startswith(
        "refused: there must be a number from 0 on, or null, for each of 8 channels"
    )


@pytest.mark.in_turn
def test_a_table_of_links_with_routes(run):
    Path("links.csv").write_text("from,to\na,b\nb,c\nc,a\na,b\n")
    Path("routes.csv").write_text("node,destination,next,by\na,b,b,3\na,c,c,\nb,a,a,1\nb,c,c,\nc,a,a,\nc,b,b,\n")
    ended = run("deadlock", "routes.csv", "links.csv", "--certificate", "c.json")
    assert ended.status == 0 and ended.out.startswith("links: 3 nodes, 4 links: deadlock-free\n")
    assert run("certify", "c.json").status == 0


def test_what_is_drawn_of_a_file(run):
    write_anynet(network("ring", K=5))
    said = run("draw", "net.anynet", "--loads", "--routing", "tables", "-o", "a.svg").out
    assert "visit ratio 3/10 = 0.3; tables routing; between switches" in said and Path("a.svg").exists()
    assert "net.anynet, scope terminals" in Path("a.svg").read_text()
    said = run("draw", "net.anynet", "--deadlock", "--routing", "shortest-first", "-o", "b.svg").out
    assert "holds" in said and Path("b.svg").exists()


def test_measured_by_the_routes_of_the_files(run):
    """The spines of this fabric share the messages alike; by up-down all take the first one."""
    found = json.loads(run("measure", *SUBNET.split(), "--routing", "tables", "--json").out)
    ends, links = found["classes"]
    assert found["routing"] == "tables" and f"forwarding tables of {FABRIC}/opensm.fdbs" in found["counting"]
    assert ends["visit_ratio"] == "1/4" and links["visit_ratio"] == "3/14"  # 48 of 56 pairs by two of the eight links
    found = json.loads(run("measure", *SUBNET.split(), "--routing", "up-down", "--json").out)
    assert (found["classes"][1]["min"], found["classes"][1]["max"]) == ("0", "3/7")
    write_anynet(network("ring", K=5))
    by = {
        name: json.loads(run("measure", "net.anynet", "--routing", name, "--json").out)
        for name in ("tables", "shortest")
    }
    assert by["tables"]["classes"] == by["shortest"]["classes"]


TABLE, LOOP, PIECES = "from,to\na,b\n", "from,to\na,a\n", "from,to\na,b\nc,d\n"
GRAPH = '<graphml><graph edgedefault="{}"><node id="a"/><node id="b"/><edge source="a" target="b"/></graph></graphml>'
BAD = [
    ("none.csv", "none.csv: the file cannot be read: No such file or directory"),
    ("./none", "./none: the file cannot be read"),
    ("none", "no family is called 'none'"),
    ("none.lst none.fdbs", "none.lst: the file cannot be read"),
    (".", ".: the file cannot be read: Is a directory"),
    ("empty", "empty: the file is empty"),
    ("graph --read-as links", "graph:1: the columns are"),
    ("table --read-as graphml", "table:1: the file is no well-formed XML"),
    ("table --read-as anynet", "table:1: 'router NUMBER' or 'node NUMBER' is expected"),
    ("pieces", "pieces is not connected: no route leads from a to c"),
    ("oneway", "oneway is not connected: no route leads from b to a"),
    ("table graph", "'table' and 'graph' are two networks: give one"),
    ("toroid table", "'toroid' and 'table' are two networks: give one"),
    ("table toroid w=4 D=2", "'table' and 'toroid' are two networks"),
    ("toroid ring", "'toroid' and 'ring' are two networks"),
    ("my.py:star table", "'my.py:star' and 'table' are two networks"),
    ("table w=4", "table is a network of one size: it takes no w=4"),
    ("table lmc=1", "'table' is a network of one size: it takes no lmc=1"),
    ("w=4", "no network is named: give a family with its sizes"),
    ("", "no network is named: give a family with its sizes"),
    ("toroid w=4 D=2 x=1", "toroid has no parameter x: it takes w>=2, D>=1"),
    ("ring(4)^2 --scope all", "scope applies to networks with terminals: every node of ring(4)^2 is an end of messages"),
    ("toroid w=4 D=2 --read-as links", "toroid: the file cannot be read"),
    ("table --read-as best", "no format is called 'best': formats are adjacency-list, adjacency-matrix, anynet, booksim, cables, cray"),
    ("table --read-as links,links", "2 formats are given for 1 files"),
    ("tor.oid w=4 D=2", "there is no such file, and no family is called 'tor.oid': did you mean toroid?"),
    ("words", "words: the file is of no known format: name its format with --read-as, one of adjacency-list, adjacency-matrix, anynet"),
    ("binary", "binary:1: the file is no text: it holds a NUL byte"),
    ("routes", "'routes' holds routes as CSV"),
    ("routes words", "words: the file is of no known format"),
    ("table --scope some", "scope 'some' is unknown: it must be one of terminals, all"),
    ("table --routing dimension-order", "table is no Cartesian product, so it has no dimensions: name a routing that needs none, such as up-down or valiant-groups"),
    ("table --routing best", "table has no routing called 'best'; netlemma list routings names them"),
    ("table --routing tables", "has no routing called 'tables': it brings no routes of its own"),
    ("toroid w=4 D=2 --routing tables", "has no routing called 'tables': it brings no routes of its own"),
    ("table --routing up-down choice=uniform", "choice=uniform applies only to adaptive routings; up-down on table is deterministic"),
    ("table --routing up-down-adaptive choice=best", "choice=best: the choices of an adaptive routing are drawn by choice=uniform"),
    ("table --routing duato", "table is no Cartesian product"),
    ("table --hop-penalty 3", "--hop-penalty applies only to networks of point-to-point rings; table has channels"),
    ("huge", "huge:1: the file is no text: it holds a NUL byte"),
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
        "words": "some words\n",
        "binary": "\0\1\2",
        "routes": "source,destination,route\na,b,a;b\n",
    }
    for name, text in files.items():
        Path(name).write_text(text)
    if "huge" in line:
        with open("huge", "wb") as file:  # a file with nothing in it but its size
            file.truncate(300 << 20)
    ended = run("measure", *line.split())
    assert ended.status == 2 and ended.out == "" and ended.err.count("\n") == 1 and message in ended.err, ended.err


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("deadlock table", "name a routing such as up-down, or give a file of its routes, too"),
        ("deadlock table --routing best", "table has no routing called 'best'; netlemma list routings names them"),
        ("deadlock table --routing duato", "table is no Cartesian product"),
        ("deadlock table --routing up-down --routes x", "--routes applies only to networks of point-to-point rings"),
        ("deadlock table --routing up-down --queues node", "--queues applies only to networks of point-to-point rings"),
        ("deadlock table --routing up-down --all-sizes", "has its steps stated for all sizes"),
        ("deadlock table --routing up-down w=4", "table is a network of one size: it takes no w=4"),
        ("deadlock oneway --routing up-down", "oneway has one-way links"),
        ("bounds table --versus toroid w=4", "--versus compares families and products"),
        ("bounds table --class-time rim=2", "no class 'rim'; classes: link"),
        ("bounds", "no network is named"),
        ("simulate table flits=8 --load 0.01", "table has no usual routing"),
        ("simulate table --load 0.01 --routing up-down", "the length of messages is missing"),
        ("simulate table flits=8 w=4 --load 0.01 --routing up-down", "table is a network of one size: it takes no w=4"),
        ("simulate toroid table flits=8 --load 0.01", "'toroid' and 'table' are two networks"),
        ("simulate flits=8 --load 0.01", "no network is named"),
        ("model routed table flits=8 w=2 --load 0.01 --routing up-down", "table is a network of one size: it takes no w=2"),
        ("model routed --load 0.01 flits=8", "no network is named"),
        ("model mesh --read-as links k=8 flits=20 --load 0.01", "--read-as applies only to model routed"),
        ("model mesh --scope all k=8 flits=20 --load 0.01", "--scope applies only to model routed"),
        ("draw table --deadlock -o a.svg", "table has no usual routing"),
    ],
)  # fmt: skip
def test_bad_input_of_other_commands_is_one_line(line, message, run):
    Path("table").write_text(TABLE)
    edges = '<node id="c"/><edge source="b" target="c"/><edge source="c" target="a"/></graph>'
    Path("oneway").write_text(GRAPH.replace("</graph>", edges).format("directed"))
    ended = run(*line.split())
    assert ended.status == 2 and ended.out == "" and ended.err.count("\n") == 1 and message in ended.err, ended.err


@pytest.mark.parametrize(
    "line",
    [
        "measure {}", "draw {} -o a.svg", "deadlock links.csv {}", "deadlock {} --routing up-down", "deadlock ring K=3 --routing-file {}",
        "bounds {}", "certify {}", "verify --claims {}", "check {} diameter 1", "paper {}", "paper links.csv --claims {}",
    ],
)  # fmt: skip
@pytest.mark.parametrize("kind", ["pipe without a writer", "device without an end"])
def test_only_files_are_read(run, kind, line):
    os.mkfifo("pipe")
    Path("links.csv").write_text(TABLE)
    ended = run(*line.format("pipe" if kind.startswith("pipe") else "/dev/zero").split())
    assert ended.status == 2 and ended.err.count("\n") == 1 and "it is a pipe or a device" in ended.err


@pytest.mark.in_turn
def test_a_pipe_is_read_as_the_standard_input():
    command = [sys.executable, "-m", "netlemma", "measure", "-"]
    ended = subprocess.run(command, input=TABLE, capture_output=True, text=True, check=False, timeout=60)
    assert ended.returncode == 0 and ended.stdout.startswith("-: 2 nodes")


def test_the_files_of_a_network_have_one_limit(run, monkeypatch):
    write_links(network("ring", K=40))
    monkeypatch.setattr("netlemma.graphs.sources.network_sources.MAX_TABLES", len(Path("links.csv").read_bytes()) + 10)
    Path("routes.csv").write_text("node,destination,next,by\n" + "(0),(1),(1),\n" * 20)
    ended = run("deadlock", "routes.csv", "links.csv")
    assert ended.status == 2 and "links.csv: the file is larger than the limit of" in ended.err

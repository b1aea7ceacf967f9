"""Sources of networks: all ways to give the same network agree, and what is no network is refused in one line."""

import csv
import json
from pathlib import Path

import networkx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from netlemma.checks import check, deadlock
from netlemma.errors import FormatError, InputError, NetworkError, SizeError, UnknownFamily
from netlemma.graphs import from_devices, measure, network, read, resolve
from netlemma.graphs.formats import formats
from netlemma.graphs.simulate import simulate
from netlemma.graphs.sources import from_description, source

RING = Path(__file__).parents[1] / "data" / "infiniband" / "ring5-lash"


@pytest.fixture(autouse=True)
def in_an_empty_folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)


@st.composite
def multigraphs(draw):
    """Links (from, to, class) of a connected multigraph of nodes 0, 1, ...: a tree and any links on top."""
    count = draw(st.integers(2, 6))
    group = st.sampled_from(["rim", "chord"])
    links = [(draw(st.integers(0, i - 1)), i, draw(group)) for i in range(1, count)]
    for _ in range(draw(st.integers(0, 5))):
        a, b = draw(st.lists(st.integers(0, count - 1), min_size=2, max_size=2, unique=True))
        links.append((a, b, draw(group)))
    return links


def seen(net):
    """What is measured, without the name of the network."""
    found = measure(net).as_json()
    return {
        **found,
        "family": "",
        "parameters": {},
        "classes": sorted(found["classes"], key=lambda each: each["name"]),
    }


def as_graph(links):
    graph = networkx.MultiGraph()
    graph.add_nodes_from(sorted({end for link in links for end in link[:2]}))
    for a, b, group in links:
        graph.add_edge(a, b, **{"class": group})
    return graph


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(multigraphs())
def test_all_ways_to_give_a_network_agree(links):
    """A NetworkX graph, a table of links, GraphML, and a Python file that makes a graph or a Network."""
    graph = as_graph(links)
    with open("links.csv", "w", newline="") as file:
        csv.writer(file).writerows([("from", "to", "class"), *links])
    networkx.write_graphml(graph, "net.graphml")
    Path("my.py").write_text(
        f"import networkx\nfrom netlemma.graphs import from_devices\nLINKS = {links!r}\n"
        "def graph():\n    made = networkx.MultiGraph()\n    made.add_nodes_from(sorted({e for link in LINKS for e in link[:2]}))\n"
        "    for a, b, group in LINKS:\n        made.add_edge(a, b, **{'class': group})\n    return made\n"
        "def devices():\n    nodes = sorted({(e,) for link in LINKS for e in link[:2]})\n"
        "    return from_devices(nodes, [(group, 'link', [(a,), (b,)]) for a, b, group in LINKS])\n"
    )
    ways = [graph, "links.csv", "net.graphml", "my.py:graph", "my.py:devices"]
    nets = [network(way) for way in ways]
    first = seen(nets[0])
    assert all(seen(net) == first for net in nets[1:])
    assert all(sorted(net.classes) == sorted(nets[0].classes) for net in nets)
    names = [{str(net.labels(v)[0]) for v in range(net.node_count)} for net in nets]
    assert all(found == names[0] for found in names)
    verdicts = [deadlock(net, "up-down") for net in nets]
    assert {found.verdict for found in verdicts} == {"deadlock-free"}
    assert len({(found.channels) for found in verdicts}) == 1
    alike = [nets[0], nets[2], nets[3]]  # they number their nodes alike
    assert len({deadlock(net, "shortest-first").verdict for net in alike}) == 1


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(multigraphs())
def test_anynet_is_the_same_but_for_its_adapters(links):
    simple = list({(min(a, b), max(a, b)): (a, b, "link") for a, b, _ in links}.values())
    count = 1 + max(max(link[:2]) for link in simple)
    lines = [f"router {i} node {i}" for i in range(count)] + [f"router {a} router {b}" for a, b, _ in simple]
    Path("net.anynet").write_text("\n".join(lines))
    graph = networkx.Graph([(f"router {a}", f"router {b}") for a, b, _ in simple])
    networkx.set_node_attributes(graph, "router", "type")
    for i in range(count):
        graph.add_node(f"node {i}", type="node")
        graph.add_edge(f"router {i}", f"node {i}")
    for scope in ("terminals", "all"):
        assert seen(network("net.anynet", scope=scope)) == seen(network(graph, scope=scope))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(multigraphs())
def test_one_way_links(links):
    """A directed graph is the same as GraphML of it; both directions of a pair are two one-way links."""
    graph = networkx.MultiDiGraph()
    for a, b, group in links:
        graph.add_edge(a, b, **{"class": group})
        graph.add_edge(b, a, **{"class": group})
    networkx.write_graphml(graph, "net.graphml")
    own, other = network(graph), network("net.graphml")
    assert seen(own) == seen(other) and own.hop_count == own.device_count == 2 * len(links)
    assert {each.kind for each in own.device_classes} == {"one-way link"}


def test_nodes_are_named_by_their_text():
    lattice = networkx.grid_2d_graph(2, 3)
    net = network(lattice)
    assert [net.labels(v) for v in range(2)] == [("(0, 0)",), ("(0, 1)",)]
    assert net.title == "grid_2d_graph" or net.title == "graph"
    one = simulate(network("mesh", k=3, n=2), "up-down", flits=4, load=0.001, cycles=3000)
    assert one.state == simulate(networkx.grid_2d_graph(3, 3), "up-down", flits=4, load=0.001, cycles=3000).state


STAR = """
import networkx

def star(n, leaves=1):
    print("making a star")
    graph = networkx.star_graph(n - 1)
    return graph

def pair(*, w=2):
    from netlemma.graphs import network
    return network("ring", K=w)

def _helper():
    pass
"""


def test_functions_of_python_files(capsys):
    Path("my.py").write_text(STAR)
    net = network("my.py:star", n=5)
    assert (net.title, net.node_count, str(measure(net).mean_distance)) == ("my.py:star n=5", 5, "8/5")
    assert network("my.py:pair").title == "my.py:pair" and network("my.py:pair", w=5).node_count == 5
    said = capsys.readouterr()
    assert said.out == "" and "making a star" in said.err
    found, rest = resolve(["my.py:star", "n=5", "flits=3"])
    assert (found.title, found.parameters, dict(found.defaults), rest) == (
        "my.py:star", ("n", "leaves"), {"leaves": 1}, ["n=5", "flits=3"],
    )  # fmt: skip
    Path("one.py").write_text("import networkx\ndef ring(k):\n    return networkx.cycle_graph(k)\n")
    assert network("one.py", k=4).title == "one.py k=4"


def test_a_formula_is_compared_with_measurements():
    Path("my.py").write_text(STAR)
    right = check("my.py:star", "mean_distance", "2*(n-1)/n", sizes="n=2..9")
    assert (right.verdict, len(right.sizes), right.proof) == ("agrees", 8, None)
    assert right.remark == "equal at the 8 sizes tried; not proved for the others"
    wrong = check("my.py:star", "mean_distance", "2 - 1/n - 1/n^2", sizes="n=2..9")
    assert wrong.verdict == "fails" and wrong.counterexample["size"]["n"] == 2
    assert wrong.counterexample["claimed"] == "5/4" and wrong.counterexample["true"] == "1"
    assert check("my.py:star", "visit_ratio", "2/n", "n >= 3", sizes="n=2..5").sizes[0]["n"] == 3
    ring = networkx.cycle_graph(5)
    assert check(ring, "diameter", "2").verdict == "holds" and check(ring, "diameter", "3").verdict == "fails"
    for quantity, formula, sizes, message in [
        ("mean_distance", "m", "n=2", "unknown name 'm'"),
        ("mean_distance", "n", "", "needs values of n: give them, such as `sizes=n=2..9`"),
        ("mean_distance", "n", "m=2", "has no size 'm'"),
        ("mean_distanc", "n", "n=2", "did you mean 'mean_distance'"),
        ("visit_ratio.rim", "n", "n=2", "it is one of visit_ratio.link"),
    ]:
        with pytest.raises(InputError, match=message):
            check("my.py:star", quantity, formula, sizes=sizes)
    with pytest.raises(InputError, match="none of the sizes given fulfils n >= 9"):
        check("my.py:star", "diameter", "n", "n >= 9", sizes="n=2..5")


BAD_FILES = [
    ("def f(*sizes):\n    pass\n", ":1: f takes \\*sizes: sizes are arguments with names"),
    ("x = 1\n", ": one function is expected: it has no function"),
    ("def f():\n    pass\ndef g():\n    pass\n", "its functions are f, g; name one, as in my.py:f"),
    ("def f(:\n", ":1: this is no Python"),
    ("1 / 0\n", ":1: the file raised ZeroDivisionError"),
    ("def f():\n    return 3\n", ":1: f\\(\\) gives 3: a NetworkX graph or a Network is expected"),
    ("\ndef f():\n    raise KeyError('x')\n", ":3: f\\(\\) raised KeyError"),
    ("def f():\n    import networkx\n    return networkx.Graph([(1, 1)])\n", "holds no links"),
    ("def f():\n    import networkx\n    return networkx.Graph([(1, 2), ('1', 2)])\n", ":1: two nodes are called '1'"),
    ("def f():\n    import networkx\n    return networkx.empty_graph(3)\n", "holds no links"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), BAD_FILES, ids=[message for _, message in BAD_FILES])
def test_bad_python_files(text, message):
    Path("my.py").write_text(text)
    with pytest.raises(FormatError, match="^my.py" + message if message[0] == ":" else message) as error:
        network("my.py")
    assert "\n" not in str(error.value)


def test_bad_sizes():
    Path("my.py").write_text(STAR)
    Path("links.csv").write_text("from,to\na,b\n")
    for subject, sizes, message in [
        ("my.py:star", {}, "my.py:star needs n: star takes n, leaves=1"),
        ("my.py:star", {"n": 3, "k": 4}, "my.py:star has no size k: star takes n, leaves=1"),
        ("links.csv", {"w": 4}, "links.csv is a network of one size: it takes no w=4"),
        (networkx.cycle_graph(3), {"w": 4}, "takes no w=4"),
        (network("ring", K=5), {"K": 4}, "takes no K=4"),
    ]:
        with pytest.raises(SizeError, match=message):
            network(subject, **sizes)


BAD_GRAPHS = [
    (networkx.Graph(), FormatError, "graph: the file holds no links|graph: .*holds no links"),
    (networkx.Graph([(0, 1), (2, 3)]), NetworkError, "graph is not connected: no route leads from 0 to 2"),
    (networkx.DiGraph([(0, 1), (1, 2)]), NetworkError, "graph is not connected: no route leads from 1 to 0"),
    (3, InputError, "int is no network: give a family"),
    ("toriod", UnknownFamily, "did you mean toroid"),
    (["toroid", "w=3"], InputError, "sizes are arguments"),
    ("none.csv", FormatError, "none.csv: the file cannot be read"),
]


@pytest.mark.parametrize(("subject", "kind", "message"), BAD_GRAPHS, ids=[message for *_, message in BAD_GRAPHS])
def test_bad_networks(subject, kind, message):
    with pytest.raises(kind, match=message) as error:
        network(subject)
    assert "\n" not in str(error.value)


def test_types_of_nodes_and_scope():
    """A switch between two hosts: messages run between the hosts, or between all nodes."""
    graph = networkx.star_graph(2)
    graph.nodes[0]["type"] = "switch"
    graph.nodes[1]["type"] = graph.nodes[2]["type"] = "host"
    assert (network(graph).pair_count, network(graph, scope="all").pair_count) == (2, 6)
    assert network(graph).classes == [("adapter link", 2)]
    with pytest.raises(InputError, match="scope 'some' is unknown"):
        network(network("ring", K=4), scope="some")
    graph.nodes[2]["type"] = "printer"
    with pytest.raises(FormatError, match="node '2' is of type 'printer'"):
        network(graph)


def test_a_class_has_links_of_one_kind():
    text = (
        '<graphml><key id="c" for="edge" attr.name="class"/><graph edgedefault="undirected"><node id="a"/><node id="b"/>'
        '<edge source="a" target="b"><data key="c">x</data></edge>'
        '<edge source="a" target="b" directed="true"><data key="c">x</data></edge></graph></graphml>'
    )
    Path("g").write_text(text)
    with pytest.raises(FormatError, match="g:1: class 'x' has links and one-way links"):
        network("g")


def test_files_in_any_order():
    names = [str(RING / name) for name in ("paths.txt", "opensm.fdbs", "opensm-subnet.lst", "opensm-sl2vl.dump")]
    first = source(names)
    assert first.routes.vcs == source(names[::-1]).routes.vcs == 2
    assert first.description() == source(names[::-1]).description() | {"files": first.description()["files"]}
    assert read(*names).title == "opensm-subnet.lst"
    found = resolve([*names, "lmc=0", "flits=3"])
    assert found[1] == ["flits=3"] and found[0].description()["lmc"] == 0


def test_every_format_recognises_its_own_files():
    """A description names the format of each file, and none of the formats takes a file for its own that another one reads."""
    texts = {
        "anynet": "router 0 node 0",
        "cray": "c0-0c0s0g0l00[(0,0,0)] Z+ -> unused",
        "graphml": '<?xml version="1.0"?><graphml/>',
        "links": "from,to\na,b",
        "ring-mapping": '{"successor": [[0]]}',
        "routes": "node,destination,next\na,b,b",
    }
    for file, form in [("opensm-subnet.lst", "opensm-subnet"), ("discovered.txt", "ibnetdiscover"), ("opensm.fdbs", "forwarding-tables"),
                       ("fts.txt", "forwarding-tables"), ("opensm-lfts.dump", "forwarding-tables"), ("paths.txt", "service-levels"),
                       ("opensm-sl2vl.dump", "virtual-lanes")]:  # fmt: skip
        texts[form] = (RING / file).read_text()
        assert [each.name for each in formats().values() if each.recognises(texts[form])] == [form]
    assert set(texts) <= set(formats())
    for form, text in texts.items():
        assert [each.name for each in formats().values() if each.recognises(text)] == [form]


def test_descriptions_name_the_network_again():
    Path("links.csv").write_text("from,to\na,b\nb,c\n")
    Path("my.py").write_text(STAR)
    Path("rings.json").write_text('{"successor": [[1], [0]]}')
    for words in (["toroid", "w=3", "D=2"], ["line(3) x ring(4)"], ["links.csv"], ["rings.json"]):
        found, rest = resolve(words)
        sizes = {word.partition("=")[0]: int(word.partition("=")[2]) for word in rest}
        data = json.loads(json.dumps(found.description(**sizes)))
        again, values = from_description(data)
        assert again.build(**values).title == found.build(**sizes).title
    data = resolve(["my.py:star"])[0].description(n=4)
    with pytest.raises(InputError, match=r"that of a Python file, 'my.py:star': name the file"):
        from_description(data)
    again, values = from_description(data, "my.py:star")
    assert again.build(**values).title == "my.py:star n=4"
    Path("my.py").write_text(STAR + "\n# changed\n")
    with pytest.raises(InputError, match=r"is not the file 'my.py:star' that is meant"):
        from_description(data, "my.py:star")


def test_a_description_runs_no_file():
    Path("my.py").write_text("raise SystemExit('run')\n")
    with pytest.raises(UnknownFamily):
        from_description({"family": "my.py", "parameters": {}})


def test_descriptions_of_earlier_versions():
    Path("links.csv").write_text("from,to\na,b\n")
    old = {
        "format": "links",
        "files": {"network": "links.csv"},
        "scope": "terminals",
        "routing": {"name": "up-down", "vcs": None},
    }
    assert from_description(old)[0].build().title == "links.csv"
    files = {"subnet": str(RING / "opensm-subnet.lst"), "tables": str(RING / "opensm.fdbs")}
    found = from_description({"format": "infiniband", "files": files, "scope": "all"})[0]
    assert found.routes is not None and found.scope == "all"


def test_networks_made_by_hand_are_sources():
    net = from_devices([(0,), (1,)], [("cable", "link", [(0,), (1,)])], family="mine")
    assert (
        source(net).build() is source(net).net and network(net).title == "mine" and source(source(net)).title == "mine"
    )

"""Files as other tools write them: the network that the tool means, and a remark on what is not used."""

import warnings
from fractions import Fraction
from pathlib import Path

import networkx
import pytest

import netlemma as nl
from netlemma.base.remarks import Remark
from netlemma.errors import FormatError, NetworkError
from netlemma.graphs import families, measure, network
from netlemma.graphs.topology.family import RingFamily

from ..family_names import marked

DATA = Path(__file__).parents[1] / "data/networks"


def read(*files, **options):
    """The network of files, and the remarks on them."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        net = nl.read(*files, **options)
    return net, [str(each.message) for each in caught if issubclass(each.category, Remark)]


def names(net):
    return [net.labels(node)[0] for node in range(net.node_count)]


GRAPHML = '<graphml>{keys}<graph edgedefault="{kind}">{nodes}{edges}</graph></graphml>'


def graphml(path, edges, kind="undirected", keys="", nodes=None, data=None):
    """A GraphML file; ``edges`` are (source, target, inner text), ``nodes`` (id, inner text)."""
    ends = dict.fromkeys(end for edge in edges for end in edge[:2])
    nodes = nodes or [(end, "") for end in ends]
    path.write_text(
        GRAPHML.format(
            kind=kind,
            keys=keys,
            nodes="".join(f'<node id="{name}">{inner}</node>' for name, inner in nodes),
            edges="".join(f'<edge source="{u}" target="{v}">{"".join(inner)}</edge>' for u, v, *inner in edges),
        )
    )
    return path


def test_yed_draws_links_without_arrows():
    net, remarks = read(DATA / "yed-undirected.graphml")
    assert (measure(net).mean_distance, names(net), remarks) == (1, ["R0", "R1", "R2"], [])


@pytest.mark.parametrize(
    ("arrows", "mean"), [("none none", Fraction(4, 3)), ("standard standard", Fraction(4, 3)), ("none standard", None)]
)
def test_arrows_say_where_a_link_leads(tmp_path, arrows, mean):
    source, target = arrows.split()
    drawn = f'<data key="d"><y:L xmlns:y="y"><y:Arrows source="{source}" target="{target}"/></y:L></data>'
    path = graphml(tmp_path / "g", [("a", "b", drawn), ("b", "c", drawn)], "directed", '<key id="d" for="edge"/>')
    if mean is None:
        with pytest.raises(NetworkError, match="not connected"):
            nl.read(path)
    else:
        assert measure(nl.read(path)).mean_distance == mean


def test_arrows_backwards_close_a_ring(tmp_path):
    drawn = '<data key="d"><Arrows source="standard" target="none"/></data>'
    edges = [("a", "b"), ("b", "c"), ("a", "c", drawn)]
    path = graphml(tmp_path / "g", edges, "directed", '<key id="d" for="edge"/>')
    assert measure(nl.read(path)).mean_distance == Fraction(3, 2)


def test_nodes_in_groups_of_yed(tmp_path):
    inner = '<graph id="n0:" edgedefault="directed"><node id="a"/><node id="b"/></graph>'
    path = graphml(tmp_path / "g", [("a", "b"), ("b", "c")], nodes=[("n0", inner), ("c", "")])
    assert names(nl.read(path)) == ["a", "b", "c"]


def test_igraph_names_nodes_and_weights_are_said_to_be_unused():
    net, remarks = read(DATA / "graphml-igraph-names-weights.graphml")
    assert (measure(net).mean_distance, names(net)) == (Fraction(4, 3), ["core", "edge1", "edge2"])
    assert remarks == [f"{DATA}/graphml-igraph-names-weights.graphml: not used: the edge attribute weight (every link counts as one hop)"]  # fmt: skip


def test_self_loops_are_left_out_and_counted():
    net, remarks = read(DATA / "graphml-self-loop.graphml")
    assert measure(net).mean_distance == Fraction(4, 3) and "1 self-loop is left out" in remarks[0]


def test_defaults_of_attributes(tmp_path):
    """Nodes are hosts unless they say otherwise; a star of a switch and three hosts."""
    keys = '<key id="t" for="node" attr.name="type"><default>host</default></key>'
    nodes = [("s", '<data key="t">switch</data>'), *((name, "") for name in "abc")]
    path = graphml(tmp_path / "g", [("s", name) for name in "abc"], keys=keys, nodes=nodes)
    assert (measure(nl.read(path)).mean_distance, nl.read(path).end_count) == (2, 3)
    path.write_text(path.read_text().replace("<default>host</default>", ""))
    assert nl.read(path).forwarding.all()  # without it all but the switch do both


@pytest.mark.parametrize(
    ("keys", "inner", "expected"),
    [
        ('<key id="l" for="node" attr.name="label"/>', '<data key="l">{}</data>', ["x", "y", "z"]),
        ('<key id="l" for="node" attr.name="name"/>', '<data key="l">{}</data>', ["x", "y", "z"]),
        ('<key id="l" for="all" attr.name="Label"/>', '<data key="l">{}</data>', ["x", "y", "z"]),
        ('<key id="l" for="node" attr.name="colour"/>', '<data key="l">{}</data>', ["n0", "n1", "n2"]),
        ('<key id="l" for="node" attr.name="label"/>', '<data key="l"></data>', ["n0", "n1", "n2"]),
        ('<key id="l" for="node" attr.name="label"/>', '<data key="l">R</data>', ["R n0", "R n1", "R n2"]),
    ],
)
def test_names_of_nodes(tmp_path, keys, inner, expected):
    nodes = [(f"n{i}", inner.format(name)) for i, name in enumerate("xyz")]
    path = graphml(tmp_path / "g", [("n0", "n1"), ("n1", "n2")], keys=keys, nodes=nodes)
    assert names(nl.read(path)) == expected


def test_types_that_are_no_roles_are_left_unused_and_said(tmp_path):
    graph = networkx.path_graph(3)
    networkx.set_node_attributes(graph, {0: "transit", 1: "stub", 2: "stub"}, "type")
    networkx.write_graphml(graph, tmp_path / "g.graphml")
    net, remarks = read(tmp_path / "g.graphml")
    assert measure(net).mean_distance == Fraction(4, 3) and "'transit', 'stub' are no roles" in remarks[0]


SMALL = {
    name: dict(family.default_sizes[0]) for name, family in families().items() if not isinstance(family, RingFamily)
}


def contents(net):
    """The ends of messages, the forwarding nodes, and the links by their ends and classes."""
    labels = (net.labels(node) for node in range(net.node_count))
    named = [label[0] if isinstance(label[0], str) else str(label) for label in labels]
    links = []
    for device in net.devices:
        ends = [named[node] for node in device.nodes]
        if len({*ends}) > 1:  # rings of one node in some of the smallest networks
            links.append((device.kind, device.class_name, ends if device.kind == "one-way link" else sorted(ends)))
    links.sort()
    return sorted(zip(named, net.is_end.tolist(), net.forwarding.tolist(), strict=True)), links


@pytest.mark.filterwarnings("ignore:.*self-loops are left out")
@pytest.mark.parametrize(("name",), marked((name,) for name in SMALL))
def test_the_graph_of_a_family_is_the_family_and_a_copy_without_its_title_is_the_same_network(name):
    net = network(name, **SMALL[name])
    back = network(net.graph)
    assert (back.title, back.factors, contents(back)) == (net.title, net.factors, contents(net))
    copy = net.graph.copy()
    del copy.graph["netlemma"]
    assert contents(network(copy)) == contents(net)


@pytest.mark.parametrize(("name", "sizes", "mean"), [("fat-tree", {"k": 4}, Fraction(82, 15)), ("mesh", {"k": 4, "n": 2}, Fraction(8, 3))])  # fmt: skip
def test_a_graph_of_a_family_is_measured_as_the_family(name, sizes, mean):
    assert nl.measure(nl.network(name, **sizes).graph).mean_distance == mean


def test_a_changed_graph_is_called_so():
    graph = network("mesh", k=4, n=2).graph.copy()
    renamed = networkx.convert_node_labels_to_integers(graph)
    graph.remove_edge((0, 0), (0, 1))
    assert network(graph).title == "graph, from mesh k=4 n=2, 1 link fewer"
    graph.add_edge((0, 0), "new", device_class="dimension-0")
    assert network(graph).title == "graph, from mesh k=4 n=2, 1 node more, 1 link more, 1 link fewer"
    assert network(renamed).title == "graph, from mesh k=4 n=2, nodes renamed"
    graph = network("fat-tree", k=4).graph.copy()
    graph.nodes[next(node for node, role in graph.nodes(data="type") if role == "host")]["type"] = "switch"
    assert network(graph).title == "graph, from fat-tree k=4, other types of nodes"


@pytest.mark.parametrize(
    "name", ["fat-tree", "mesh", "oneway-torus", "spanning-bus-hypercube", "dragonfly", "fat-tree"]
)
def test_a_graph_written_by_networkx_is_read_back(name, tmp_path):
    net = network(name, **SMALL[name])
    networkx.write_graphml(net.graph, tmp_path / "g.graphml")
    assert contents(nl.read(tmp_path / "g.graphml")) == contents(net)


@pytest.mark.parametrize(
    ("name", "ends", "mean", "diameter"),
    [
        ("ibnetdiscover-grouped.topo", 5, Fraction(13, 5), 3),
        ("ibnetdiscover-warning-first.topo", 2, 3, 3),
        ("ibnetdiscover-two-switches.topo", 2, 3, 3),
        ("ibnetdiscover-back-to-back.topo", 2, 1, 1),
        ("slurm-topology.conf", 4, Fraction(10, 3), 4),
        ("edges-whitespace.edges", 16, Fraction(49, 20), 5),
        ("links-gephi.csv", 3, 1, 1),
        ("links-no-header.csv", 3, 1, 1),
        ("links-semicolon.csv", 3, 1, 1),
        ("leaf-spine.csv", 8, Fraction(15, 7), 4),
    ],
)
def test_files_and_what_is_right(name, ends, mean, diameter):
    net, remarks = read(DATA / name)
    found = measure(net)
    assert (net.end_count, found.mean_distance, found.diameter) == (ends, mean, diameter)
    expected = {
        "ibnetdiscover-warning-first.topo": "line 1",
        "links-gephi.csv": "Id, Label, Weight",
        "ibnetdiscover-grouped.topo": "1xSDR = 2, 4xSDR = 8",
    }.get(name)
    assert [expected in remark for remark in remarks] == [True] * bool(expected)


def test_a_grouped_fabric_is_free_of_deadlock():
    assert nl.deadlock(str(DATA / "ibnetdiscover-grouped.topo"), "up-down").verdict == "deadlock-free"


@pytest.mark.parametrize(
    "before",
    ["ibwarn: [1] mad_rpc_open_port: can't open\n", "some program 1.2\nstarted\n\n", "\n\n# a comment\n", "\ufeff"],
)
def test_lines_in_front_of_the_data_are_left_out(before, tmp_path):
    text = (DATA / "ibnetdiscover-two-switches.topo").read_text()
    (tmp_path / "net").write_text(before + text, encoding="utf-8")
    assert measure(nl.read(tmp_path / "net")).mean_distance == 3
    (tmp_path / "net").write_text(text.replace("[1]  ", "ibwarn: [9] _do_madrpc: timed out\n[1]  ", 2))
    net, remarks = read(tmp_path / "net")
    assert measure(net).mean_distance == 3 and len(remarks) == 1 and "lines 11, 20" in remarks[0]
    (tmp_path / "net").write_text(text.replace("[1]  ", "[1]x ", 1))
    with pytest.raises(nl.FormatError, match="net:11: this is no line of ibnetdiscover"):
        nl.read(tmp_path / "net")


SLURM = [
    ("SwitchName=s Nodes=a,b,c\n", 3, 2),
    ("# tree\n\nSwitchName=s0 Nodes=n[0-1]\nSwitchName=s1 Nodes=n[2-3]\nSwitchName=top Switches=s[0-1]\n", 4, Fraction(10, 3)),
    ("switchname=s nodes=n[001-003] LinkSpeed=100\n", 3, 2),
    ("SwitchName=s Nodes=r[0-1]n[0-1]\n", 4, 2),
    ("SwitchName=s \\\n  Nodes=a,b\n", 2, 2),
    ("SwitchName=s[1-2] Nodes=a,b\n", None, "'a' is below 's1' and 's2'"),
    ("SwitchName=s Nodes=n[3-1]\n", None, "the last number of a range is '1'"),
    ("SwitchName=s Nodes=n[1-2\n", None, "is no line of topology.conf|is no list of hosts"),
    ("SwitchName=s Switches=t\n", None, "switch 't' has no line of its own"),
    ("SwitchName=s Nodes=a,b\nSwitchName=s Nodes=c\n", None, "switch 's' is there before, in line 1"),
    ("SwitchName=s Nodes=n[1-9999999]\n", None, "the last number of a range"),
    ("SwitchName=s Nodes=a,b\nBlockName=b Nodes=a\n", None, "blocks of nodes say nothing of switches"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "ends", "right"), SLURM)
def test_topologies_of_slurm(text, ends, right, tmp_path):
    (tmp_path / "topology.conf").write_text(text)
    if ends is None:
        with pytest.raises(nl.FormatError, match=right):
            nl.read(tmp_path / "topology.conf")
    else:
        net, remarks = read(tmp_path / "topology.conf")
        assert (net.end_count, measure(net).mean_distance) == (ends, right)
        assert len(remarks) == ("LinkSpeed" in text)


def test_hosts_by_name():
    between = {text: nl.measure(str(DATA / "leaf-spine.csv"), scope=text) for text in ("h*", "h1,h2,h3,h4", "h?")}
    assert {found.mean_distance for found in between.values()} == {Fraction(10, 3)}
    assert nl.network("mesh", k=3, n=2, scope="(0,*").end_count == 3
    with pytest.raises(nl.InputError, match=r"no node of .*leaf-spine.csv is called 'x\*', they are h1, leaf1"):
        nl.read(DATA / "leaf-spine.csv", scope="x*")


def test_a_scope_that_changes_nothing_is_said():
    for scope in ("terminals", "all"):
        net, remarks = read(DATA / "leaf-spine.csv", scope=scope)
        assert measure(net).mean_distance == Fraction(15, 7) and f"`scope={scope}` changes nothing" in remarks[0]
    with pytest.raises(nl.FormatError, match="no switches: no node is said to be one"):
        nl.read(DATA / "leaf-spine.csv", scope="switches")
    assert read(DATA / "slurm-topology.conf", scope="terminals")[1] == []


def test_routes_that_are_not_used_are_said():
    files = [str(DATA.parent / "infiniband/two-ports-lmc1" / name) for name in ("opensm-subnet.lst", "opensm.fdbs")]
    with pytest.warns(Remark, match=r"the routes in .*opensm\.fdbs are not used"):
        nl.measure(nl.read(*files, lmc=1))
    with warnings.catch_warnings():
        warnings.simplefilter("error", Remark)
        nl.measure(nl.read(*files, lmc=1), "tables")


def test_a_table_without_its_router():
    with pytest.raises(nl.FormatError, match="the router of the table is missing"):
        nl.read(DATA / "irregular.graphml", DATA / "router-table.csv")


def test_types_of_nodes_in_a_table_of_their_own(tmp_path):
    rows = [*((f"h{i}", kind) for i, kind in enumerate(("server", "GPU", "nic", "host"), 1)), ("spine1", "spine")]
    text = "id,type\n" + "".join(f"{name},{kind}\n" for name, kind in [*rows, *((s, "leaf") for s in ("leaf1", "leaf2", "spine2"))])  # fmt: skip
    (tmp_path / "nodes.csv").write_text(text)
    net, remarks = read(DATA / "leaf-spine.csv", tmp_path / "nodes.csv")
    assert (net.end_count, measure(net).mean_distance, remarks) == (4, Fraction(10, 3), [])
    (tmp_path / "nodes.csv").write_text("name;role;rack\nh1;host;7\nx;host;8\n")
    with pytest.raises(nl.FormatError, match=r"nodes\.csv:3: 'x' is no node of"):
        nl.read(DATA / "leaf-spine.csv", tmp_path / "nodes.csv")


UP = "==( 4X       14.0625 Gbps Active/  LinkUp)==>"
SWITCH_PORTS = f"""Switch: 0x00000002c90300a0 MF0;sw1:SX6036/U1:
           1    1[  ] {UP}       2    1[  ] "node1 HCA-1" ( )
           1    2[  ] {UP}       3    1[  ] "node2 HCA-1" ( Could be 56.0 Gbps )
           1    3[  ] ==(                Down/ Polling)==>             [  ] "" ( )
           1   36[  ] {UP}       4   36[  ] "MF0;sw2:SX6036/U1" ( )
Switch: 0x00000002c90300b0 MF0;sw2:SX6036/U1:
           4    1[  ] {UP}       5    1[  ] "node3 HCA-1" ( )
           4   36[  ] {UP}       1   36[  ] "MF0;sw1:SX6036/U1" ( )
"""
ADAPTER_PORTS = "".join(
    f'CA: {name}:\n      0x0002c903000000{lid}b      {lid}    1[  ] {UP}       {far}    {port}[  ] "MF0;sw{1 if far == 1 else 2}:SX6036/U1" ( )\n'
    for name, lid, far, port in (("node1 HCA-1", 2, 1, 1), ("node2 HCA-1", 3, 1, 2), ("node3 HCA-1", 5, 4, 1))
)
IN_LINES = "".join(
    f'0x00000002c90300{guid} "MF0;sw{switch}:SX6036/U1"  {lid}  {port}[  ] {UP} 0x00000002c90300{far_guid}  {far} {far_port}[  ] "{name}" ( )\n'
    for guid, switch, lid, port, far_guid, far, far_port, name in (
        ("a0", 1, 1, 1, "02", 2, 1, "node1 HCA-1"), ("a0", 1, 1, 2, "03", 3, 1, "node2 HCA-1"),
        ("a0", 1, 1, 36, "b0", 4, 36, "MF0;sw2:SX6036/U1"), ("b0", 2, 4, 1, "05", 5, 1, "node3 HCA-1"),
        ("b0", 2, 4, 36, "a0", 1, 36, "MF0;sw1:SX6036/U1"),
    )
)  # fmt: skip


@pytest.mark.parametrize("text", [ADAPTER_PORTS + SWITCH_PORTS, SWITCH_PORTS, IN_LINES])
def test_iblinkinfo_with_adapters_or_switches_only_or_in_lines_is_one_subnet(text, tmp_path):
    (tmp_path / "links").write_text(text)
    net, remarks = read(tmp_path / "links")
    assert (net.node_count, net.end_count, measure(net).mean_distance, remarks) == (5, 3, Fraction(8, 3), [])
    assert sorted(names(net)) == ["MF0;sw1:SX6036/U1", "MF0;sw2:SX6036/U1", *(f"node{i} HCA-1" for i in (1, 2, 3))]


def test_iblinkinfo_refuses_a_line_that_is_none_and_a_port_with_two_cables(tmp_path):
    (tmp_path / "links").write_text(SWITCH_PORTS + "hello\n")
    with pytest.raises(FormatError, match="links:9: this is no line of iblinkinfo"):
        nl.read(tmp_path / "links")
    (tmp_path / "links").write_text(SWITCH_PORTS.replace("4    1[", "4   36["))
    with pytest.raises(FormatError, match="a port has one cable"):
        nl.read(tmp_path / "links")

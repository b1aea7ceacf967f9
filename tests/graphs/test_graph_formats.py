"""Formats of graphs: what NetworkX writes of random graphs is read back as it was, and what people write by hand."""

import json
import warnings
from collections import Counter
from fractions import Fraction

import networkx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from netlemma.base.remarks import Remark
from netlemma.errors import FormatError, NetlemmaError
from netlemma.graphs import measure, read


def written_dot(graph, path):
    """DOT by hand, with every name in quotes."""
    arrow = "->" if graph.is_directed() else "--"
    lines = [f'  "{u}" {arrow} "{v}" [class="x"];' for u, v in graph.edges()]
    path.write_text("\n".join(["digraph {" if graph.is_directed() else "graph {", *lines, "}"]))


def written_json(graph, path):
    path.write_text(json.dumps(networkx.node_link_data(graph, edges="links")))


def written_adjacency(graph, path):
    path.write_text(json.dumps(networkx.adjacency_data(graph)))


def written_metis(graph, path):
    """Nodes of METIS have numbers from 1."""
    lines = (" ".join(str(v + 1) for v in graph[u]) for u in range(len(graph)))
    path.write_text("\n".join([f"{len(graph)} {graph.size()}", *lines]) + "\n")


WRITERS = {
    "gml": networkx.write_gml,
    "pajek": networkx.write_pajek,
    "gexf": networkx.write_gexf,
    "graph": written_metis,
    "graph6": networkx.write_graph6,
    "sparse6": networkx.write_sparse6,
    "dot": written_dot,
    "json": written_json,
    "adjacency.json": written_adjacency,
    "graphml": networkx.write_graphml,
    "edgelist": networkx.write_edgelist,
    "weighted": lambda graph, path: networkx.write_weighted_edgelist(graph, path),
    "adjlist": networkx.write_adjlist,
}


@pytest.mark.parametrize("form", WRITERS)
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.integers(3, 30), st.integers(0, 10**6))
def test_what_networkx_writes_is_read_back(tmp_path, form, nodes, seed):
    graph = networkx.gnm_random_graph(nodes, 2 * nodes, seed=seed)
    graph.add_edges_from(networkx.path_graph(nodes).edges())
    path = tmp_path / f"net.{form}"
    WRITERS[form](graph, path)
    net = read(path)
    found = Counter(tuple(sorted(int(net.labels(node)[0]) for node in device.nodes)) for device in net.devices)
    shift = form == "graph"
    assert found == Counter(tuple(sorted(end + shift for end in edge)) for edge in graph.edges())
    assert measure(net).mean_distance == Fraction(networkx.average_shortest_path_length(graph)).limit_denominator(10**4)


TRIANGLES = {
    "dot": 'graph { a -- b -- c -- a }',
    "dot in one line": "strict graph G{a--b;b--c;c--a;a--b}",
    "dot with comments": "// a\n/* b\n c */\n# d\ngraph \"my net\" {\n rankdir=LR;\n node [shape=box, color=\"red\"]\n a [label=\"A|B\"]; a -- b [weight=3, color=red] b -- c\n c:p -- a:w:n\n}\n",
    "dot with a subgraph": "graph { subgraph cluster_0 { label = x; a; b } a -- {b c} b -- c }",
    "dot with directed edges without arrows": "digraph { edge [dir=none] a -> b -> c -> a }",
    "dot in both directions": "digraph { a -> b [dir=both] b -> c [dir=both] c -> a [dir=both] }",
    "dot with html": "graph { a [label=<<b>bold</b>>]; a -- b -- c -- a }",
    "gml": 'graph [ node [ id 0 label "a" ] node [ id 1 label "b" ] node [ id 2 label "c" ] edge [ source 0 target 1 ] edge [ source 1 target 2 ] edge [ source 2 target 0 ] ]',
    "gml of yEd": 'Creator "yFiles"\nVersion "2.1"\ngraph\n[\n\thierarchic\t1\n\tlabel ""\n\tdirected\t0\n\tnode\n\t[\n\t\tid\t0\n\t\tlabel "a"\n\t\tgraphics\n\t\t[\n\t\t\tx\t1.5\n\t\t]\n\t]\n\tnode [ id 1 label "b" ]\n\tnode [ id 2 label "c" ]\n\tedge [ source 0 target 1 graphics [ fill "#000" ] ]\n\tedge [ source 1 target 2 ]\n\tedge [ source 2 target 0 ]\n]\n',
    "pajek": '*Vertices 3\n1 "a" 0.1 0.2\n2 "b"\n3 "c"\n*Edges\n1 2 1\n2 3 1\n1 3\n',
    "pajek of lists": "*Network x\r\n*Vertices 3\r\n1 a\r\n2 b\r\n3 c\r\n*Edgeslist\r\n1 2 3\r\n2 3\r\n",
    "graph6": ">>graph6<<Bw\n",
    "graph6 without a header": "Bw\n",
    "sparse6": ":BcN\n",
    "node-link": '{"nodes": [{"id": "a"}, {"id": "b"}, {"id": "c"}], "links": [{"source": "a", "target": "b"}, {"source": "b", "target": "c"}, {"source": "c", "target": "a"}]}',
    "node-link by numbers": '{"nodes": [{"name": "a", "group": 1}, {"name": "b"}, {"name": "c"}], "links": [{"source": 0, "target": 1}, {"source": 1, "target": 2}, {"source": 2, "target": 0}]}',
    "edges": '{"directed": false, "nodes": ["a", "b", "c"], "edges": [["a", "b"], ["b", "c"], ["c", "a"]]}',
    "pairs": '[["a", "b"], ["b", "c"], ["c", "a"]]',
    "from and to": '[{"from": "a", "to": "b"}, {"from": "b", "to": "c"}, {"from": "c", "to": "a"}]',
    "neighbours": '{"a": ["b", "c"], "b": ["c", "a"], "c": ["a", "b"]}',
    "cytoscape": '{"elements": {"nodes": [{"data": {"id": "a"}}, {"data": {"id": "b"}}, {"data": {"id": "c"}}], "edges": [{"data": {"source": "a", "target": "b"}}, {"data": {"source": "b", "target": "c"}}, {"data": {"source": "c", "target": "a"}}]}}',
    "gexf": '<?xml version="1.0"?><gexf xmlns="http://gexf.net/1.3" xmlns:viz="http://gexf.net/1.3/viz" version="1.3"><graph defaultedgetype="undirected"><nodes><node id="0" label="a"><viz:color r="1"/></node><node id="1" label="b"/><node id="2" label="c"/></nodes><edges><edge id="0" source="0" target="1"/><edge source="1" target="2"/><edge source="2" target="0" type="mutual"/></edges></graph></gexf>',
    "dimacs": "c a triangle\np edge 3 3\ne 1 2\ne 2 3\ne 3 1\n",
    "dimacs of arcs": "p sp 3 6\na 1 2\na 2 1\na 2 3\na 3 2\na 3 1\na 1 3\n",
    "metis": "% a triangle\n3 3\n2 3\n1 3\n1 2\n",
    "matrix market": "%%MatrixMarket matrix coordinate pattern symmetric\n% a triangle\n3 3 3\n2 1\n3 2\n3 1\n",
    "matrix market in full": "%%MatrixMarket matrix coordinate integer general\n3 3 6\n1 2 1\n2 1 1\n2 3 1\n3 2 1\n1 3 1\n3 1 1\n",
}  # fmt: skip


@pytest.mark.parametrize("what", TRIANGLES)
@pytest.mark.filterwarnings("ignore::netlemma.base.remarks.Remark")
def test_triangles_written_by_hand(what, tmp_path):
    (tmp_path / "net").write_text(TRIANGLES[what], newline="")
    net = read(tmp_path / "net")
    assert (measure(net).nodes, measure(net).mean_distance, net.device_count) == (3, 1, 3)
    if not {"6", "dimacs", "metis", "market"} & {*what.split(), *what}:
        assert sorted(net.labels(node)[0] for node in range(3)) == ["a", "b", "c"]


HOSTS = {
    "gexf": '<gexf><graph><attributes class="node"><attribute id="r" title="role"/></attributes><nodes><node id="s"><attvalues><attvalue for="r" value="switch"/></attvalues></node><node id="t"><attvalues><attvalue for="r" value="switch"/></attvalues></node><node id="a"><attvalues><attvalue for="r" value="host"/></attvalues></node><node id="b"><attvalues><attvalue for="r" value="host"/></attvalues></node><node id="c"><attvalues><attvalue for="r" value="host"/></attvalues></node></nodes><edges><edge source="s" target="a"/><edge source="s" target="b"/><edge source="t" target="c"/><edge source="s" target="t"/></edges></graph></gexf>',
    "dot": "graph { node [type=switch]; s; t; node [type=host]; s -- {a b}; t -- c; s -- t }",
    "gml": 'graph [ node [ id 0 label "s" role "leaf" ] node [ id 1 label "t" role "Spine" ] node [ id 2 label "a" role "host" ] node [ id 3 label "b" role "GPU" ] node [ id 4 label "c" role "nic" ] edge [ source 0 target 2 ] edge [ source 0 target 3 ] edge [ source 1 target 4 ] edge [ source 0 target 1 ] ]',
    "json": '{"nodes": [{"id": "s", "type": "switch"}, {"id": "t", "type": "ToR"}, {"id": "a", "type": "server"}, {"id": "b", "type": "compute node"}, {"id": "c", "type": "host"}], "links": [{"source": "s", "target": "a"}, {"source": "s", "target": "b"}, {"source": "t", "target": "c"}, {"source": "s", "target": "t"}]}',
}  # fmt: skip


@pytest.mark.parametrize("form", HOSTS)
def test_roles_of_nodes(form, tmp_path):
    (tmp_path / "net").write_text(HOSTS[form])
    net = read(tmp_path / "net")
    assert (net.end_count, measure(net).mean_distance) == (3, Fraction(8, 3))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("graph { a -> b }", "net:1: '->' in a digraph, '--' in a graph is expected, not '->'"),
        ("graph {\n a -- b\n", "'}' is expected|is expected, not the end of the file"),
        ("graph { a -- ! }", "net:1: '! }' is no DOT"),
        ("graph { a } graph { b }", "one graph, and the end of the file is expected"),
        ("graph {" * 3, "is expected"),
        ("graph {" + "{" * 200, "nested deeper"),
        ("graph [ node [ id 0 ]", "ends inside a list"),
        ("graph [ node [ id 0 ] node [ id 0 ] ]", "node '0' is there before"),
        ("graph [ node [ id 0 ] edge [ source 0 ] ]", "the edge has no source, or no target"),
        ("*Vertices 2\n1 a\n*Edges\n1 3\n", "net:4: the number of a vertex is '3': a number from 1 to 2"),
        ("*Vertices 9999999999\n", "the number of vertices"),
        ("*Vertices 2\n*Matrix\n0 1\n1 0\n", "net:2: '.Matrix' is not read"),
        (">>graph6<<D", "is no graph in graph6"),
        (">>graph6<<Bw\nBw\n", "the file has 2 graphs"),
        (">>sparse6<<:~~~~~~~~@?\n", "at most|is no graph|cannot be read"),
        ('<gexf><graph><nodes><node id="0"/><node id="0"/>', "node '0' is there before, in line 1"),
        ('<gexf><graph defaultedgetype="both">', "defaultedgetype is 'both': it must be 'directed' or"),
        ("<gexf><graph>", "no well-formed XML"),
        ("<!DOCTYPE x><gexf/>", "document types and entities are not read"),
        ("p edge 2 1\ne 1 3\n", "net:2: the number of a node is '3': a number from 1 to 2"),
        ("p edge 2 1\nf 1 2\n", "net:2: 'f 1 2' is no line of DIMACS"),
        ("%%MatrixMarket matrix array real general\n2 2\n", "net:1: .* is not read"),
        ("%%MatrixMarket matrix coordinate pattern symmetric\n2 3 1\n2 1\n", "net:2: 'NODES NODES ENTRIES'"),
        ("%%MatrixMarket matrix coordinate pattern symmetric\n2 2 2\n2 1\n", "2 entries are announced"),
        ('{"nodes": [], "links": 3}', "no list of links"),
        ('{"nodes": [{"id": 1}, {"id": 1}], "links": []}', "two nodes are called '1'"),
        ('{"links": [{"source": 1}]}', "link 0 has no target"),
        ('{"nodes": [{"id": 1}], "links": [{"source": 1, "target": 2}]}', "the edge ends at '2', which is no node"),
        ('{"links": [' + "[" * 100_000, "not JSON that can be read"),
    ],
)
def test_bad_graphs_are_refused_in_one_line(text, message, tmp_path):
    (tmp_path / "net").write_text(text)
    with pytest.raises(FormatError, match=message) as caught:
        read(tmp_path / "net")
    assert "\n" not in str(caught.value)


def test_attributes_that_are_not_used_are_named_once(tmp_path):
    (tmp_path / "net").write_text(TRIANGLES["dot with comments"])
    with pytest.warns(Remark, match=r"not used: the edge attribute weight \(every link counts as one hop\)$") as caught:
        read(tmp_path / "net")
    assert len(caught) == 1


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.sampled_from(sorted(TRIANGLES)), st.binary(max_size=6), st.integers(0, 200), st.integers(0, 9))
def test_mutated_files_are_read_or_refused_in_one_line(tmp_path, what, piece, at, less):
    text = TRIANGLES[what].encode()
    (tmp_path / "net").write_bytes(text[:at] + piece + text[at + less :])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Remark)
        try:
            assert read(tmp_path / "net").device_count > 0
        except ValueError as error:
            assert "\n" not in str(error) and str(error).isprintable()


@pytest.mark.parametrize(
    "text", ["*\n1 2\n", "*Vertices 2\n*\n1 2\n", "0 1 {'weight': 2}\n1 2\n {'weight': 3}\n0xf 3 {'weight': 1}\n"]
)
def test_rows_without_words_are_refused_in_one_line(tmp_path, text):
    (tmp_path / "net").write_text(text)
    for form in (None, "pajek"):
        with pytest.raises(NetlemmaError) as caught:
            read(tmp_path / "net", form) if form else read(tmp_path / "net")
        assert "\n" not in str(caught.value)

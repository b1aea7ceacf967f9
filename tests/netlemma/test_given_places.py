"""Places of nodes that a graph or a file gives are those of the drawing."""

import json
import warnings

import networkx as nx
import numpy as np
import pytest

import netlemma as nl
from netlemma.drawing.layouts import layout
from netlemma.drawing.links import links

PLACES = {"a": (0.0, 0.0), "b": (4.0, 0.0), "c": (4.0, 2.0), "d": (0.0, 2.0)}


def graph(as_pos=True):
    found = nx.cycle_graph(list(PLACES))
    for node, (x, y) in PLACES.items():
        found.nodes[node].update({"pos": (x, y)} if as_pos else {"x": x, "y": y})
    return found


def drawn(net):
    """Places by name, with the distance of the nearest nodes as unit."""
    found = layout(net, links(net)).places
    return {str(net.own_node(u)): tuple(found[u].tolist()) for u in range(net.node_count)}


SCALED = {name: (x / 2, y / 2) for name, (x, y) in PLACES.items()}


def write_json(path):
    path.write_text(json.dumps(nx.node_link_data(graph(), edges="links")))


@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("net.graphml", lambda path: nx.write_graphml(graph(False), path)),
        ("net.gml", lambda path: nx.write_gml(graph(), path)),
        ("xy.gml", lambda path: nx.write_gml(graph(False), path)),
        ("net.json", write_json),
        (
            "net.dot",
            lambda path: path.write_text(
                'graph { a [pos="0,0"]; b [pos="4,0!"]; c [pos="4,2"]; d [pos="0,2"]; a--b--c--d--a }'
            ),
        ),
        (
            "drawn.gml",
            lambda path: path.write_text(
                "graph [ "
                + " ".join(
                    f'node [ id {i} label "{n}" graphics [ x {x} y {y} ] ]'
                    for i, (n, (x, y)) in enumerate(PLACES.items())
                )
                + " edge [ source 0 target 1 ] edge [ source 1 target 2 ] edge [ source 2 target 3 ] ]"
            ),
        ),
    ],
)
def test_files_place_their_nodes(name, write, tmp_path):
    write(tmp_path / name)
    assert drawn(nl.network(str(tmp_path / name))) == SCALED


def test_a_graph_places_its_nodes():
    assert drawn(nl.network(graph())) == drawn(nl.network(graph(False))) == SCALED
    arrays = graph()
    nx.set_node_attributes(arrays, {node: np.array(place) for node, place in PLACES.items()}, "pos")
    assert drawn(nl.network(arrays)) == SCALED
    mesh = nl.network("mesh", k=2, n=2).graph
    nx.set_node_attributes(mesh, {node: (3.0 * node[1], float(node[0])) for node in mesh}, "pos")
    placed = nl.network(mesh)
    assert placed.title == "mesh k=2 n=2" and drawn(placed)["(0, 1)"] == (3.0, 0.0)
    assert drawn(nl.network("mesh", k=2, n=2))["(0, 1)"] != (3.0, 0.0)


def test_another_layout_can_be_asked_for():
    net = nl.network(graph())
    assert not np.allclose(layout(net, links(net), "circular").places, layout(net, links(net)).places)
    assert layout(net, links(net), "given").places.tolist() == layout(net, links(net)).places.tolist()
    with pytest.raises(ValueError, match="the layout given does not fit"):
        plain = nl.network("mesh", k=2, n=2)
        layout(plain, links(plain), "given")


@pytest.mark.parametrize(
    ("place", "said"),
    [((4.0, 2.0), "c and d have the same|d and c have the same"), (None, "d has none"), ("far away", "d has none")],
)
def test_places_that_cannot_be_used_are_told(place, said):
    found = graph()
    found.nodes["d"]["pos"] = place
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        net = nl.network(found)
    assert net.places is None and len(caught) == 1
    text = str(caught[0].message).replace("'", "")
    assert "the places of nodes are not used" in text and any(each in text for each in said.split("|"))


def test_a_far_node_does_not_make_the_others_too_small_to_see():
    found = nx.path_graph(12)
    for node in found:
        found.nodes[node]["pos"] = (1e6 if node == 11 else node, 0)
    net = nl.network(found)
    assert layout(net, links(net)).places.max() == pytest.approx(12)

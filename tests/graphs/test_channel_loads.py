"""Loads of deterministic routings on channels, against every message followed by itself."""

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from netlemma.errors import RoutingError
from netlemma.graphs import from_devices, measure, network
from netlemma.graphs.loads.channel_loads import pair_flow
from netlemma.graphs.routings import channel_routing

from .fabric_files import read_anynet_tables, read_graphml, read_infiniband, read_routes

DATA = Path(__file__).parents[1] / "data" / "infiniband"
RING = DATA / "ring5-lash"
TABLES = {
    "ring": lambda: read_infiniband(RING / "opensm-subnet.lst", RING / "opensm.fdbs"),
    "ring, LASH": lambda: read_infiniband(
        RING / "opensm-subnet.lst", RING / "opensm.fdbs", levels=RING / "paths.txt", lanes=RING / "opensm-sl2vl.dump"
    ),
    "torus": lambda: read_infiniband(
        DATA / "torus4x4-minhop" / "opensm-subnet.lst", DATA / "torus4x4-minhop" / "opensm.fdbs"
    ),
    "two LIDs": lambda: read_infiniband(
        DATA / "two-ports-lmc1" / "opensm-subnet.lst", DATA / "two-ports-lmc1" / "opensm.fdbs", lmc=1
    ),
}


def followed(routing):
    """Crossings of every device by one message, each message led from channel to channel."""
    net, crossed, pairs = routing.network, Counter(), 0
    for source in routing.ends:
        for destination in routing.ends:
            if source == destination:
                continue
            pairs += 1
            labels = routing.labels(source, destination)
            for label in labels:
                node, came_by = source, None
                while node != destination:
                    ((came_by, _),) = routing.next_channels(node, came_by, destination, label)
                    node = routing.end(came_by)
                    crossed[int(net.device[came_by // routing.vcs])] += Fraction(1, len(labels))
    return {device: count / pairs for device, count in crossed.items()}


def agree(net, routing):
    found, expected = measure(net, routing), followed(routing)
    for device in range(net.device_count):
        assert found.visit_ratio(device) == expected.get(device, 0)
    return found


@pytest.mark.sampled(4)
@pytest.mark.parametrize("scope", ["terminals", "all"])
@pytest.mark.parametrize("name", TABLES)
def test_forwarding_tables(name, scope):
    tables = TABLES[name]()
    if (name, scope) == ("ring, LASH", "all"):
        return  # no service levels of switches
    net = tables.fabric.between(scope)
    found = agree(net, tables.routing(scope))
    shortest = measure(net)
    assert (found.mean_distance, found.diameter) == (shortest.mean_distance, shortest.diameter)
    assert sum(c.visit_ratio * c.devices for c in found.classes) >= found.mean_distance


def test_paths_of_booksim_are_shortest_where_there_is_one(tmp_path):
    """In a ring of five every shortest path is the only one."""
    (tmp_path / "net").write_text("".join(f"router {i} node {i} router {(i + 1) % 5}\n" for i in range(5)))
    tables = read_anynet_tables(tmp_path / "net")
    net = tables.fabric.between("terminals")
    assert agree(net, tables.routing("terminals")).classes == measure(net).classes


@pytest.mark.parametrize("name", ["up-down", "shortest-first"])
@pytest.mark.parametrize(
    ("family", "size"), [("toroid", {"w": 2, "D": 2}), ("mesh", {"k": 3, "n": 2}), ("ring", {"K": 2})], ids=str
)
def test_routings_by_name(name, family, size):
    net = network(family, **size)
    found = agree(net, channel_routing(net, name))
    assert found.routing == name and "all equally likely" in found.counting


def test_ways_longer_than_the_shortest_show_in_the_visit_ratios():
    """Up-down in a ring of five: two of twenty pairs take one link more."""
    net = network("ring", K=5)
    found = agree(net, channel_routing(net, "up-down"))
    assert found.mean_distance == Fraction(3, 2) and found.classes[0].visit_ratio * 5 == Fraction(3, 2) + Fraction(
        2, 20
    )


def test_what_cannot_be_counted_is_refused(tmp_path):
    net = network("ring", K=4)
    with pytest.raises(RoutingError, match=r"shortest-adaptive on ring K=4 is adaptive; shares of messages need"):
        pair_flow(channel_routing(net, "shortest-adaptive"), 0, 2)
    other = from_devices([(i,) for i in range(5)], [("link", "link", [(i,), ((i + 1) % 5,)]) for i in range(5)])
    with pytest.raises(RoutingError, match="do not have the same ends of messages"):
        measure(net, channel_routing(other, "up-down"))
    edges = "".join(f'<edge source="{a}" target="{b}"/>' for a, b in ("ab", "bc"))
    (tmp_path / "net").write_text(
        f'<graphml><graph><node id="a"/><node id="b"/><node id="c"/>{edges}</graph></graphml>'
    )
    (tmp_path / "routes").write_text("source,destination,route\na,c,a;b;c\n")
    read = read_routes(tmp_path / "routes", read_graphml(tmp_path / "net"))
    with pytest.raises(RoutingError, match="5 of 6 pairs have no route, so there is nothing to count"):
        measure(read.fabric.between("all"), read.routing("all"))

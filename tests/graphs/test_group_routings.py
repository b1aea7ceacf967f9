"""Routings by way of groups, aside in HyperX, around twisted tori, and by the children of fat trees."""

from collections import Counter

import pytest

from netlemma.errors import RoutingError
from netlemma.graphs import measure, network
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.deadlock.fewest_channels import fewest_channels
from netlemma.graphs.routing.choices import goals
from netlemma.graphs.routings import channel_routing

from .slow_routings import minimal_slow
from .test_routing_arrays import difference


@pytest.mark.parametrize("name", ["valiant-groups", "ugal"])
@pytest.mark.parametrize(
    "size", [{"p": 1, "a": 2, "h": 1}, {"p": 2, "a": 2, "h": 2}, {"p": 1, "a": 1, "h": 1}], ids=str
)
def test_labels_are_those_of_the_goals(name, size):
    net = network("dragonfly", **size)
    made = channel_routing(net, name)
    for destination in net.ends:
        given = {(int(source), label) for label, sources in goals(made, destination) for source in sources}
        assert given == {(s, label) for s in net.ends if s != destination for label in made.labels(s, destination)}


def test_valiant_over_groups_takes_three_virtual_channels_and_minimal_two():
    """Rising with each link between groups; in another order fewer may do."""
    net = network("dragonfly", p=1, a=3, h=1)

    def verdicts(name):
        return [decide(channel_routing(net, "ascending", vcs, of=name, by="classes")).verdict for vcs in (1, 2, 3)]

    assert verdicts("minimal") == ["deadlock", "deadlock-free", "deadlock-free"]
    assert verdicts("valiant-groups") == verdicts("ugal") == ["deadlock", "deadlock", "deadlock-free"]
    assert fewest_channels(net, "ugal").fewest_vcs["necessary"] == 2


def test_routes_by_way_of_a_group_cross_two_links_between_groups():
    net = network("dragonfly", p=1, a=2, h=2)
    made = channel_routing(net, "valiant-groups")
    group = [net.labels(node)[0] for node in range(net.node_count)]
    source, destination = net.ends[0], net.ends[-1]
    seen = set()
    for label in made.labels(source, destination):
        node, came, visited = source, None, [group[source]]
        while node != destination:
            ((came, _),) = made.next_channels(node, came, destination, label)
            node = int(net.target[came])
            visited += [group[node]] if group[node] != visited[-1] else []
        assert visited == [group[source], label, group[destination]]
        seen.add(label)
    assert seen == set(group) - {group[source], group[destination]}


@pytest.mark.parametrize("size", [{"S": (3, 3), "T": 1}, {"S": (2, 3, 2), "T": 0}], ids=str)
def test_hyperx_needs_no_second_channel_in_order_and_two_with_hops_aside(size):
    net = network("hyperx", **size)
    assert decide(channel_routing(net, "hyperx-order")).verdict == "deadlock-free"
    assert measure(net, "hyperx-order").mean_distance == measure(net).mean_distance
    assert decide(channel_routing(net, "dimwar")).verdict == "deadlock-free"
    assert decide(channel_routing(network("hyperx", S=(4,), T=0), "dimwar", 1)).verdict == "deadlock"


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("hyperx", {"S": (3, 4), "T": 1}),
        ("hyperx", {"S": (2, 3, 3), "T": 0}),
        ("hamming", {"d": 2, "q": 4}),
        ("flattened-butterfly", {"k": 3, "n": 3}),
    ],
    ids=str,
)
def test_dal_goes_aside_once_in_each_dimension_that_is_not_aligned(name, size):
    """Packets that carry the set of dimensions in which they went aside have the choices of those that carry their source."""
    net = network(name, **size)
    made = channel_routing(net, "dal", 1)
    place = [net.labels(node) for node in range(net.node_count)]
    destination = net.ends[-1]
    for source in net.ends[:4]:
        todo, seen = [(source, frozenset(), None)], set()
        (label,) = made.labels(source, destination)
        while todo:
            node, aside, came = state = todo.pop()
            if state in seen or node == destination:
                continue
            seen.add(state)
            allowed = {}
            for hop in range(int(net.indptr[node]), int(net.indptr[node + 1])):
                head = int(net.target[hop])
                if not (net.forwarding[node] and net.forwarding[head]):
                    if not net.forwarding[node] or head == destination:
                        allowed[hop] = aside
                    continue
                (d,) = (d for d, (x, y) in enumerate(zip(place[node], place[head], strict=False)) if x != y)
                goal = place[destination][d]
                if place[node][d] != goal and (place[head][d] == goal or d not in aside):
                    allowed[hop] = aside if place[head][d] == goal else aside | {d}
            assert {hop for hop, _ in made.next_channels(node, came, destination, label)} == set(allowed)
            todo += [(int(net.target[hop]), went, hop) for hop, went in allowed.items()]
        assert any(len(aside) > 1 for _, aside, _ in seen) or source % 4


@pytest.mark.parametrize(("name", "size"), [("hyperx", {"S": (2, 3), "T": 2}), ("hamming", {"d": 2, "q": 3})], ids=str)
@pytest.mark.parametrize("switching", ["wormhole", "cut-through"])
def test_dal_needs_its_escape_channel(name, size, switching):
    net = network(name, **size)
    verdicts = [decide(channel_routing(net, "dal", vcs), switching).verdict for vcs in (1, 2, 3)]
    assert verdicts == ["deadlock", "deadlock-free", "deadlock-free"]
    with pytest.raises(RoutingError, match="is none: shortest fits it"):
        channel_routing(network("hypercube", n=3), "dal")


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("twisted-torus-2d", {"a": 4, "b": 4, "s": 2}),
        ("twisted-torus-2d", {"a": 5, "b": 3, "s": 1}),
        ("twisted-torus-3d", {"k": 3}),
    ],
    ids=str,
)
def test_twisted_tori_need_their_dateline(name, size):
    net = network(name, **size)
    assert measure(net, "twisted-order").mean_distance == measure(net).mean_distance
    assert [decide(channel_routing(net, "twisted-order", vcs)).verdict for vcs in (1, 2)] == [
        "deadlock",
        "deadlock-free",
    ]
    with pytest.raises(RoutingError, match="different neighbours"):
        channel_routing(network("twisted-torus-2d", a=2, b=2, s=0), "twisted-order")


@pytest.mark.parametrize(
    ("name", "size"),
    [("k-ary-n-tree", {"k": 3, "n": 2}), ("fat-tree", {"k": 4}), ("k-ary-n-tree", {"k": 2, "n": 3})],
    ids=str,
)
def test_sources_that_send_to_one_end_meet_as_late_as_they_can(name, size):
    """From one source all messages climb the same way, so that each channel up carries those of one terminal."""
    net = network(name, **size)
    made = channel_routing(net, "s-mod-k")
    assert decide(made).verdict == "deadlock-free"
    owners = Counter()
    for source in net.ends:
        climbed = set()
        for destination in net.ends:
            node, came, before = source, None, 0
            while node != destination:
                ((channel, _),) = made.next_channels(node, came, destination, None)
                climbed |= {channel} if before * 2 < measured_hops(net, source, destination) else set()
                node, came, before = int(net.target[channel]), channel, before + 1
        owners.update(climbed)
    assert max(owners.values()) == 1


def measured_hops(net, source, destination):
    """Hops between two ends, by breadth-first search."""
    border, hops = {source}, 0
    while destination not in border:
        border = {int(net.target[h]) for u in border for h in range(int(net.indptr[u]), int(net.indptr[u + 1]))}
        hops += 1
    return hops


@pytest.mark.parametrize(
    "size", [{"a": 2, "h": 2, "groups": 3}, {"a": 3, "h": 2, "groups": 4}, {"a": 1, "h": 3, "groups": 2}], ids=str
)
def test_minimal_takes_the_shortest_ways_over_several_links(size):
    net = network("dragonfly", p=1, **size)
    assert all(difference(channel_routing(net, "minimal", vcs), minimal_slow(net, vcs)) is None for vcs in (1, 2))
    assert decide(channel_routing(net, "ascending", 2, of="minimal")).verdict == "deadlock-free"
    for name in ("valiant-groups", "ugal"):
        with pytest.raises(RoutingError, match="several: minimal fits it"):
            channel_routing(net, name)

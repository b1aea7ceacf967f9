"""Deadlock of the routings on channels: what is known of each, its negative controls, and certificates checked by hand."""

import json
from dataclasses import replace
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest

from netlemma.checks.certificates.certification import certify, check_certificate
from netlemma.checks.lemmas.deadlock import deadlock
from netlemma.errors import InputError
from netlemma.graphs import from_devices, network
from netlemma.graphs.deadlock import decide as channels
from netlemma.graphs.deadlock import reachable_deadlocks
from netlemma.graphs.deadlock.configurations import Packet, PositionLimit, schedule, shrink
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.deadlock.phase_dependencies import channel_dependencies
from netlemma.graphs.deadlock.states import one_of_each, states
from netlemma.graphs.deadlock.verdict import SWITCHING
from netlemma.graphs.routing.channel_routing import ALL, ChannelRouting
from netlemma.graphs.routing.goal_graph import RoutingArrays
from netlemma.graphs.routings import channel_routing, routing
from netlemma.graphs.routings.tables import from_routes

from .deadlock_rules import broken_rule, is_deadlock, naive_ranks
from .exhaustive import can_deadlock

MESH = ("mesh", {"k": 4, "n": 2})
TORUS = ("oneway-torus", {"k": 4, "n": 2})  # one-way rings
TOROID = ("toroid", {"w": 5, "D": 2})
CUBE = ("hypercube", {"n": 3})
CYCLES = ("cube-connected-cycles", {"D": 3})

FREE = [
    (MESH, "dimension-order", {}),
    (MESH, "dimension-order", {"vcs": 2}),
    (CUBE, "dimension-order", {}),
    (TORUS, "dimension-order", {"vcs": 2}),
    (TORUS, "dimension-order", {"vcs": 2, "rule": "dally-seitz"}),
    (TORUS, "dimension-order", {"vcs": 3}),
    (TOROID, "dimension-order", {"vcs": 2}),
    (TOROID, "dimension-order", {"vcs": 4, "rule": "dally-seitz"}),
    (TOROID, "dimension-order", {"vcs": 2, "ties": "split"}),
    (TOROID, "duato", {}),
    (TOROID, "duato", {"escape": 2, "adaptive": 2}),
    (TOROID, "duato", {"escape": 3, "adaptive": 1}),
    (TORUS, "duato", {}),
    (CUBE, "duato", {}),
    (MESH, "west-first", {}),
    (MESH, "west-first", {"vcs": 2}),
    (MESH, "north-last", {}),
    (MESH, "negative-first", {}),
    (MESH, "odd-even", {}),
    (("mesh", {"k": 3, "n": 3}), "west-first", {}),
    (("mesh", {"k": 3, "n": 3}), "north-last", {}),
    (("mesh", {"k": 3, "n": 3}), "negative-first", {}),
    (CYCLES, "up-down", {}),
    (CYCLES, "up-down-adaptive", {"root": 7}),
    (TOROID, "up-down-adaptive", {"vcs": 2}),
    (("oneway-torus", {"k": 3, "n": 2}), "valiant", {}),
    (("mesh", {"k": 3, "n": 2}), "valiant", {}),
    (("mesh", {"k": 3, "n": 2}), "o1turn", {}),
    (("toroid", {"w": 4, "D": 2}), "o1turn", {"ties": "split"}),
    (("mesh", {"k": 3, "n": 2}), "romm", {}),
    (("oneway-torus", {"k": 3, "n": 2}), "romm", {}),
    (("ring", {"K": 2}), "valiant-2phase", {}),
    (MESH, "yx", {}),
]
STUCK = [  # what is missing in each
    (TORUS, "dimension-order", {}),  # virtual channels
    (TOROID, "dimension-order", {}),
    (TORUS, "dimension-order", {"vcs": 2, "rule": "none"}),  # a rule
    (TORUS, "dimension-order", {"vcs": 2, "rule": "dateline-kept"}),  # a new beginning in the second dimension
    (TORUS, "duato", {"escape": 1}),  # escape channels
    (TOROID, "duato", {"escape": 1, "adaptive": 2}),
    (MESH, "west-first", {"allow": "north-west"}),  # a forbidden turn
    (MESH, "north-last", {"allow": "north-east"}),
    (MESH, "negative-first", {"allow": "east-south"}),
    (CUBE, "shortest-adaptive", {}),  # any order at all
    (MESH, "shortest", {}),
    (MESH, "ecmp", {}),
    (("mesh", {"k": 3, "n": 2}), "valiant-2phase", {}),
    (("toroid", {"w": 4, "D": 2}), "o1turn", {"vcs": 2}),  # channels for both orders
    (CYCLES, "shortest-first", {}),
    (("oneway-torus", {"k": 3, "n": 2}), "valiant", {"vcs": 2}),  # channels for both phases
]


def routing_of(where, name, options):
    return channel_routing(network(where[0], **where[1]), name, **options)


def case_id(case):
    where, name, options = case
    return " ".join([where[0], name, *(f"{k}={v}" for k, v in options.items())])


def packets_and_choices(routing):
    """All (source, destination, label) with a function to the choices."""
    for s in routing.ends:
        for d in routing.ends:
            for label in routing.labels(s, d) if s != d else ():
                yield (
                    s,
                    d,
                    label,
                    lambda node, came, d=d, label=label: [c for c, _ in routing.next_channels(node, came, d, label)],
                )


def places(routing, source, destination, label, choices):
    """(channel, choices behind it) of all places on the ways of a packet; arrived packets have none."""
    seen, todo = {}, list(choices(source, None))
    while todo:
        c = todo.pop()
        if c not in seen:
            arrived = routing.delivers(c, destination, label)
            seen[c] = [] if arrived else choices(routing.end(c), c)
            todo += seen[c]
    return seen


def check_free(routing, certificate, switching):
    """The numbers or ranks show that packets can go on: by following every packet, and by the plain rule."""
    assert certificate["kind"] in ("numbers", "ranks")
    for s, d, label, choices in packets_and_choices(routing):
        after = places(routing, s, d, label, choices)
        if certificate["kind"] == "ranks":
            rank = certificate["ranks"]
            for c in after:
                heads, todo = set(), [c]
                while todo:
                    h = todo.pop()
                    if h not in heads:
                        heads.add(h)
                        todo += after[h] if switching == "wormhole" else []
                assert all(min(rank[x] for x in after[h]) < rank[c] for h in heads if after[h])
        elif routing.kind != "adaptive" or routing.escape is None:
            assert all(certificate["numbers"][c] < certificate["numbers"][x] for c in after for x in after[c])
        else:
            number = certificate["numbers"]
            assert any(map(routing.escape, choices(s, None)))
            for c in filter(routing.escape, after):
                passed, todo = set(), [c]
                while todo:
                    h = todo.pop()
                    for x in after[h]:
                        if routing.escape(x):
                            assert number[c] < number[x]
                        elif x not in passed:
                            passed.add(x)
                            todo.append(x)
            assert all(any(map(routing.escape, after[c])) for c in after if after[c])


def check_deadlock(routing, certificate):
    """The moves are played: every head enters a free channel that it may take; at the end nobody can move."""
    packets, ways = certificate["packets"], [[] for _ in certificate["packets"]]
    node = {routing.node_name(n): n for n in range(routing.network.node_count)}
    choices = {}
    for i, p in enumerate(packets):
        s, d, label = node[p["source"]], node[p["destination"]], p["label"]
        assert s != d and label in routing.labels(s, d)
        choices[i] = lambda at, came, d=d, label=label: [c for c, _ in routing.next_channels(at, came, d, label)]
    held = lambda i: ways[i][-packets[i]["flits"] :]  # noqa: E731
    for i, c in certificate["moves"]:
        at, came = (routing.end(ways[i][-1]), ways[i][-1]) if ways[i] else (node[packets[i]["source"]], None)
        assert c in choices[i](at, came)
        assert all(c not in held(j) for j in range(len(packets)))
        ways[i].append(c)
    taken = {c for i in range(len(packets)) for c in held(i)}
    for i, p in enumerate(packets):
        assert held(i) == p["holds"] and len(p["holds"]) == p["flits"]
        end = routing.end(ways[i][-1])
        assert not routing.delivers(ways[i][-1], node[p["destination"]], p["label"])
        allowed = choices[i](end, ways[i][-1])
        waits = p["waits"]
        assert (
            sorted(waits) == sorted(allowed) if routing.kind == "adaptive" else len(waits) == 1 and waits[0] in allowed
        )
        assert set(waits) <= taken
    assert sum(p["flits"] for p in packets) == len(taken)


@pytest.mark.sampled(15)
@pytest.mark.parametrize("switching", SWITCHING)
@pytest.mark.parametrize("case", FREE, ids=case_id)
def test_routings_that_are_free(case, switching):
    routing = routing_of(*case)
    found = decide(routing, switching)
    assert found.verdict == "deadlock-free" and found.cycle == []
    check_free(routing, json.loads(json.dumps(found.certificate)), switching)


@pytest.mark.parametrize("switching", SWITCHING[:2])
@pytest.mark.parametrize("case", STUCK, ids=case_id)
def test_negative_controls(case, switching):
    routing = routing_of(*case)
    found = decide(routing, switching)
    assert found.verdict == "deadlock"
    check_deadlock(routing, json.loads(json.dumps(found.certificate)))
    names = [(step["holds"], step["wants"]) for step in found.cycle]
    assert all(wants == after for (_, wants), (after, _) in zip(names, [*names[1:], names[0]], strict=True))


@pytest.mark.parametrize("where", [TORUS, ("toroid", {"w": 4, "D": 2})], ids=lambda where: where[0])
def test_an_escape_channel_that_forgets_the_dateline(where):
    """Packets that left the escape channels behind the dateline come back before it: fatal to worms, and only to them."""
    routing = routing_of(where, "duato", {"rule": "dateline"})
    found = decide(routing, "wormhole")
    assert found.verdict == "deadlock" and found.criterion.startswith("search")
    assert max(p["flits"] for p in found.certificate["packets"]) > 1
    check_deadlock(routing, found.certificate)
    assert decide(routing, "cut-through").verdict == "deadlock-free"


def test_the_cycle_of_a_torus_is_a_ring():
    found = decide(routing_of(TORUS, "dimension-order", {}))
    assert (len(found.cycle), found.channels, found.dependencies) == (4, 32, 48)
    held = {(p["holds"][0], p["waits"][0]) for p in found.certificate["packets"]}
    assert {wants for _, wants in held} == {holds for holds, _ in held} and len(held) == 4


def test_the_fewest_packets_hold_as_much_as_they_can():
    found = decide(routing_of(TORUS, "dimension-order", {}), smallest_deadlock=True)
    assert [p["flits"] for p in found.certificate["packets"]] == [2, 2] and "none of fewer" in found.criterion
    check_deadlock(routing_of(TORUS, "dimension-order", {}), found.certificate)


@pytest.mark.parametrize(
    "where, name",
    [
        (("toroid", {"w": 4, "D": 2}), "shortest-adaptive"), (("oneway-torus", {"k": 4, "n": 2}), "shortest-adaptive"),
        (("mesh", {"k": 3, "n": 2}), "shortest-adaptive"), (CUBE, "shortest-adaptive"), (("ring", {"K": 6}), "dimension-order"),
        (CYCLES, "shortest"),
    ],
)  # fmt: skip
def test_the_fewest_packets_with_and_without_symmetry(where, name, monkeypatch):
    routing = routing_of(where, name, {})
    found = decide(routing, smallest_deadlock=True)
    assert "none of fewer" in found.criterion
    check_deadlock(routing, json.loads(json.dumps(found.certificate)))
    there = states(routing)
    kinds = one_of_each(there)
    assert len(kinds) < len(there.channels)
    monkeypatch.setattr("netlemma.graphs.deadlock.reachable_deadlocks.one_of_each", lambda there: there.channels)
    plainly = decide(routing, smallest_deadlock=True)
    assert len(plainly.certificate["packets"]) == len(found.certificate["packets"])


def test_symmetries_that_do_not_keep_the_routing_are_not_used():
    """A symmetry of the network is none of a routing that treats places differently: dateline, one wrong turn."""
    for where, name, options in (
        (("oneway-torus", {"k": 4, "n": 1}), "dimension-order", {"vcs": 2}),
        (TOROID, "up-down", {}),
    ):
        there = states(routing_of(where, name, options))
        kinds = one_of_each(there)
        assert len(kinds) > len(there.channels) // 4
    net = network("ring", K=6)
    known = routing_of(("ring", {"K": 6}), "dimension-order", {})

    def wrong_once(node, came_by, destination, label):
        if (node, destination) == (0, 3):
            return [(c, ALL) for c in range(2) if net.target[c] == 5]
        return known.next_channels(node, came_by, destination, label)

    assert len(one_of_each(states(known))) == 2
    assert len(one_of_each(states(ChannelRouting("w", net, "deterministic", wrong_once)))) == 12


def tight_ring():
    """Packet i enters channel i-1 of a ring of four, where it may leave or go on to channel i; there it must go on."""
    links = [(i, (i + 1) % 4) for i in range(4)] + [(i, 4) for i in range(4)]
    net = from_devices([(i,) for i in range(5)], [("link", "one-way link", ((a,), (b,))) for a, b in links])
    hop = {(int(u), int(v)): h for h, (u, v) in enumerate(zip(net.origin, net.target, strict=True))}
    around = [hop[i, (i + 1) % 4] for i in range(4)]
    out = [hop[i, 4] for i in range(4)]

    def choose(node, came_by, to, i):
        if came_by is None:
            return [(around[(i - 1) % 4], ALL)]
        at = around.index(came_by)
        allowed = {(i - 1) % 4: [around[i], out[i]], i: [around[(i + 1) % 4]], (i + 1) % 4: [out[(i + 2) % 4]]}[at]
        return [(c, ALL) for c in allowed]

    return ChannelRouting("tight", net, "adaptive", choose, labels=lambda s, d: [(s + 1) % 4] if d == 4 else [])


def test_channels_that_wait_for_one_another_but_never_come_to_it():
    """All four channels could wait for one another, but the last packet to come would have come by a full channel.

    So the greatest set of channels whose packets wait for one another is not the whole truth. Worms of two flits do deadlock.
    """
    routing = tight_ring()
    there = states(routing)
    left = naive_ranks(there, wormhole=False)
    assert {routing.channel_name(c) for c in left.held} == {"(0)->(1)", "(1)->(2)", "(2)->(3)", "(3)->(0)"}
    found = decide(routing, "cut-through")
    assert found.verdict == "deadlock-free" and found.certificate is None  # nothing to check but the search again
    assert found.criterion == "search of all configurations of packets: there are 1, and none can be reached"
    assert not can_deadlock(routing, wormhole=False)
    worms = decide(routing, "wormhole")
    assert worms.verdict == "deadlock"
    check_deadlock(routing, worms.certificate)


def shared_way_in():
    """Three packets of one source take one channel one after the other, and then each its third of a ring of six, and one channel more.

    They come one after the other, as in the cyclic dependencies of Schwiebert (1997). Whether they can close the circle depends on
    how long packets may wait where nothing holds them up.
    """
    ring = [(i, (i + 1) % 6) for i in range(6)]
    links = [("S", "H"), *(("H", i) for i in (0, 2, 4)), *ring]
    net = from_devices(
        [("S",), ("H",), *((i,) for i in range(6))], [("link", "one-way link", ((a,), (b,))) for a, b in links]
    )
    at = {net.labels(u)[0]: u for u in range(net.node_count)}
    hop = {(int(u), int(v)): h for h, (u, v) in enumerate(zip(net.origin, net.target, strict=True))}
    nodes = [["S", "H", i, i + 1, (i + 2) % 6, (i + 3) % 6] for i in (0, 2, 4)]
    ways = [[hop[at[a], at[b]] for a, b in pairwise(way)] for way in nodes]
    return from_routes(net, [(at[way[0]], at[way[-1]], hops) for way, hops in zip(nodes, ways, strict=True)])


def test_a_circle_of_packets_that_share_their_way_in():
    """Packets may wait anywhere here, and the scope says so; then the circle can be closed, and the oracle comes to it, too."""
    routing = shared_way_in()
    for switching in SWITCHING[:2]:
        found = decide(routing, switching)
        assert found.verdict == "deadlock" and "may wait anywhere" in found.scope
        check_deadlock(routing, found.certificate)
        assert can_deadlock(routing, wormhole=switching == "wormhole")


def crossing():
    """Two routes that each pass the place where the other one ends: a c b d and b e a d'."""
    links = [(0, 1), (1, 2), (2, 3), (3, 4), (3, 5), (5, 0), (1, 6)]
    net = from_devices([(i,) for i in range(7)], [("link", "one-way link", ((a,), (b,))) for a, b in links])
    hop = {(int(u), int(v)): h for h, (u, v) in enumerate(zip(net.origin, net.target, strict=True))}
    a, x, b, out, y1, y2, out2 = (hop[pair] for pair in links)
    return from_routes(net, [(0, 4, [a, x, b, out]), (2, 6, [b, y1, y2, a, out2])]), a, b, (x, y1, y2)


def test_packets_that_must_pass_each_other_move_in_turns():
    """Neither can go to its place first; both step aside between."""
    routing, a, b, _ = crossing()
    there = states(routing)
    goal = {
        there.goal[s].label: s for s in range(len(there)) if (there.goal[s].label, there.channel[s]) in ((0, b), (1, a))
    }
    moves = schedule(there, [[goal[0]], [goal[1]]])
    assert [step.packet for step in moves] != sorted(step.packet for step in moves)
    assert {step.state for step in moves} >= set(goal.values())
    position = {}
    for step in moves:
        assert there.channel[step.state] not in position.values()
        position[step.packet] = there.channel[step.state]
    assert position == {0: b, 1: a}
    with pytest.raises(PositionLimit):
        schedule(there, [[goal[0]], [goal[1]]], most=1)


def test_worms_too_long_to_step_aside_cannot_pass():
    routing, a, b, (x, y1, y2) = crossing()
    there = states(routing)
    at = {(there.goal[s].label, there.channel[s]): s for s in range(len(there))}
    assert schedule(there, [[at[0, x], at[0, b]], [at[1, y2], at[1, a]]]) is not None
    assert schedule(there, [[at[0, x], at[0, b]], [at[1, y1], at[1, y2], at[1, a]]]) is None


def test_limits_end_in_unknown():
    routing = routing_of(TORUS, "duato", {"rule": "dateline"})
    few_states = decide(routing, most_states=10)
    assert few_states.verdict == "unknown" and "more than 10" in few_states.criterion and few_states.certificate is None
    none_tried = decide(tight_ring(), "cut-through", most_configurations=0)
    assert none_tried.verdict == "unknown"


def test_unknown_switching_is_refused():
    with pytest.raises(InputError, match="wormhole, cut-through, store-and-forward"):
        decide(tight_ring(), "circuit")


def test_the_scope_names_packets_switching_and_rule():
    scope = decide(routing_of(TORUS, "dimension-order", {"vcs": 2})).scope
    for part in (
        "all ordered pairs",
        "wormhole",
        "one flit",
        "deterministic routing dimension-order",
        "vc 0, then vc 1",
    ):
        assert part in scope
    net = network("oneway-torus", k=4, n=1)
    assert "2 packets of given routes" in decide(from_routes(net, [(0, 2, [0, 1]), (2, 0, [2, 3])])).scope


def test_shrinking_leaves_nothing_that_is_not_needed():
    routing = routing_of(("oneway-torus", {"k": 3, "n": 2}), "shortest-adaptive", {})
    there = states(routing)
    held = naive_ranks(there, wormhole=False).held
    packets = []
    for c in held:
        s = next(s for s in there.at[c] if there.after[s] and all(there.channel[t] in held for t in there.after[s]))
        packets.append(Packet((s,), there.after[s]))
    assert is_deadlock(there, packets)
    small = shrink(there, packets)
    assert is_deadlock(there, small) and len(small) <= len(packets)
    for left_out in range(len(small)):
        rest = small[:left_out] + small[left_out + 1 :]
        while rest and not is_deadlock(there, rest):
            taken = {there.channel[p.held[0]] for p in rest}
            rest = [p for p in rest if all(there.channel[t] in taken for t in p.waits)] if rest else []
            if len({there.channel[p.held[0]] for p in rest}) == len(taken):
                break
        assert not rest


def test_ranks_with_one_changed_break_the_rule():
    there = states(routing_of(MESH, "west-first", {}))
    for wormhole in (False, True):
        rank = naive_ranks(there, wormhole).rank
        assert broken_rule(there, rank, wormhole) is None
        highest = max(rank.values())
        spoilt = [c for c in rank if broken_rule(there, {**rank, c: highest - rank[c]}, wormhole) is not None]
        assert len(spoilt) > len(rank) // 2


@pytest.mark.in_turn
def test_a_cycle_of_first_channels_is_a_deadlock_without_a_search(monkeypatch):
    def search(*_, **__):
        raise AssertionError("a search")

    for module in (channels, reachable_deadlocks):
        monkeypatch.setattr(module, "place", search)
    for words, packets in (({"K": 5}, 5), ({"K": 300}, 300)):
        found = decide(channel_routing(network("ring", **words), "dimension-order"))
        assert found.verdict == "deadlock" and len(found.cycle) == packets
        check_certificate(found.certificate)
    found = decide(channel_routing(network("oneway-torus", k=4, n=2), "dimension-order"), "cut-through")
    check_certificate(found.certificate)
    routing = channel_routing(network("oneway-torus", k=5, n=1), "dimension-order")
    graph = channel_dependencies(RoutingArrays(routing)).graph
    assert reachable_deadlocks.injected(routing, graph, graph.cycle())
    earlier = replace(graph, source=np.roll(graph.source, 1))  # packets that take another channel first
    assert reachable_deadlocks.injected(routing, earlier, earlier.cycle()) is None


def test_a_graph_with_names_as_nodes_is_given_again():
    """It is a network, and no list of words."""
    graph = nx.relabel_nodes(nx.path_graph(3), {0: "a", 1: "b", 2: "c"})
    certificate = deadlock(graph, routing="up-down").certificate
    assert certify(certificate, network=graph).accepted


GRID = ("hyperx", {"S": (2, 3), "T": 3})
LEAVES = [
    (GRID, "dal"),
    (GRID, "dal vcs=1"),
    (GRID, "dimwar"),
    (GRID, "dimwar vcs=1"),
    (GRID, "ascending of=shortest-adaptive by=hops vcs=4"),
    (("megafly", {"p": 2, "s": 2, "h": 1}), "shortest-adaptive vcs=2"),
    (("hyperx", {"S": (2,), "T": 3}), "shortest-adaptive"),
]


@pytest.mark.parametrize("switching", ["wormhole", "cut-through"])
@pytest.mark.parametrize(("about", "words"), LEAVES, ids=str)
def test_adaptive_packets_to_exchanged_ends_are_not_followed(about, words, switching):
    """Verdicts, and the numbers and ranks of certificates, are those of the packets to all ends."""
    by = routing(network(about[0], **about[1]), words)
    assert by.symmetry.alike_ends
    some, every = (
        decide(each, switching) for each in (by, replace(by, symmetry=replace(by.symmetry, alike_ends=False)))
    )
    assert (some.verdict, some.criterion) == (every.verdict, every.criterion)
    kept = [{k: v for k, v in each.certificate.items() if k in ("numbers", "ranks")} for each in (some, every)]
    assert kept[0] == kept[1]
    assert check_certificate(some.certificate)

"""Simulations of messages that cause messages, against the verdicts on the same messages."""

import json
import random
from collections import Counter
from dataclasses import replace

import pytest

import netlemma as nl
from netlemma.errors import InputError, SimulationError
from netlemma.graphs.deadlock.message_chains import every_message, message_chains
from netlemma.graphs.simulate import SimulationOptions
from netlemma.graphs.simulate.engines.endpoints import Arrived, EndpointSimulator, Sent
from netlemma.graphs.simulate.layouts.endpoints import endpoint_numbering
from netlemma.graphs.simulate.messages import written

from .test_message_deadlock import DEADLOCK, FREE, random_case, verdict


def heavy(routing, chains, seed, switching, cycles=400):
    """A run in which nodes send as much as they can, and its deadlock, if any."""
    rng = random.Random(seed)
    buffers = rng.choice([1, 2, 3])
    flits = rng.randint(1, 8) if switching == "wormhole" else rng.randint(1, buffers)
    pairs = [(r.source, r.destination) for r in chains.rows if r.first] or [
        (s, d) for s in routing.ends for d in routing.ends if s != d
    ]
    rate = rng.choice([0.1, 0.5, 2.0])
    rows = [(cycle, *rng.choice(pairs)) for cycle in range(1, cycles) for _ in range(int(rate + rng.random()))]
    more = {} if switching == "wormhole" else {"reuse": "empty"}
    options = SimulationOptions(flits=flits, load=1.0, buffers=buffers, ejection=rng.choice(["ideal", "single"]), seed=seed,
                                engine="reference", **more)  # fmt: skip
    simulator = EndpointSimulator(endpoint_numbering(routing, chains), options.under(routing))
    simulator.advance(written(rows), cycles)
    return simulator


def against_verdicts(seeds):
    """How often messages hang in heavy runs by verdict; none may where the verdict says that they cannot."""
    found = Counter()
    for seed in seeds:
        routing, chains, switching = random_case(seed)
        given = verdict(routing, chains, switching).verdict
        hangs = heavy(routing, chains, seed, switching).deadlock is not None
        assert not (hangs and given == FREE), (seed, chains, switching)
        found[given, hangs] += 1
    return found


def resumed(routing, chains, certificate):
    """The simulator in the state to which the moves of a certificate lead, for messages of one flit."""
    where = endpoint_numbering(routing, chains)
    options = SimulationOptions(flits=1, load=1.0, buffers=1, reuse="empty", engine="reference")
    simulator = EndpointSimulator(where, options.under(routing))
    node = {routing.node_name(u): u for u in routing.ends}
    state = {}
    for message, resource in certificate["moves"]:  # replayed: a message of one flit is where it went last
        if resource is None:
            del state[message]
        elif resource[0] == "turn":
            state[message].append(resource)
        else:
            state[message] = [resource]
    for number, places in state.items():
        sent = certificate["sent"][number]
        kind, ends = chains.kinds.index(sent["kind"]), (node[sent["source"]], node[sent["destination"]])
        alike = [m for m in every_message(chains, routing, routing.ends) if m[:3] == (kind, *ends)]
        one = next(m for m in alike if m.row == sent.get("row", -1))
        what, which, at = places[0]
        worm = len(simulator.sent)
        simulator.sent.append(Sent(one, 0))
        if what == "queue":
            end = where.routing.ends.index(at)
            place = next(c for c in where.places(kind, end) if simulator.owner[c] is None)
            simulator.put(worm, place)
            simulator.crossed[worm] = [1]
        else:
            place = which * routing.channel_count + at
            simulator.ends[worm] = simulator.number[ends[0]], simulator.number[ends[1]]
            simulator.way[worm], simulator.crossed[worm] = [where.injections(simulator.ends[worm][0])[0], place], [1, 1]
            if routing.delivers(at, ends[1], sent["label"]):
                puts = sum(other["cause"] == number for other in certificate["sent"])
                has_turn = chains.order == "any" or len(places) > 1
                simulator.arrived[worm] = Arrived(0, list(simulator._puts(worm)[puts:]), has_turn)
                if len(places) > 1:
                    simulator.turns[simulator.ends[worm][1]] = worm
        assert simulator.owner[place] in (None, worm)
        simulator.owner[place] = worm
        simulator.buffer[place].append((worm, 0))
    return simulator, len(state)


def against_certificates(seeds):
    """Start the simulator where the moves of certificates end: not one message moves."""
    replayed = 0
    for seed in seeds:
        routing, chains, switching = random_case(seed)
        given = verdict(routing, chains, switching)
        if (
            given.verdict != DEADLOCK
            or routing.kind == "oblivious"
            or any(s["flits"] > 1 for s in given.certificate["sent"])
        ):
            continue
        simulator, waiting = resumed(routing, chains, json.loads(json.dumps(given.certificate)))
        simulator.advance(written([]), 1)
        assert simulator.deadlock is not None, (seed, chains)
        assert len(simulator.way) == waiting and not any(simulator._ready(worm) for worm in simulator.way)
        replayed += 1
    return replayed


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("words", "injection"), [("a > b", "kinds"), ("a > b:forward > c:origin", "shared"), ("a > b + c", "kinds")]
)
def test_separate_networks_full_of_messages_do_not_hang(words, injection):
    """In one network, one injection queue, or with nodes that take one message after the other, each of these hangs."""
    routing = nl.routing("line(3)")
    chains = message_chains(words, routing, injection).in_networks("separate")
    assert verdict(routing, chains).verdict == FREE
    assert not any(heavy(routing, chains, seed, "wormhole").deadlock for seed in range(3))
    for worse in (chains.in_networks("shared"), replace(chains, order="fifo")):
        assert any(heavy(routing, worse, seed, "wormhole").deadlock for seed in range(6))


@pytest.mark.in_turn
def test_nothing_hangs_where_the_verdict_is_free():
    found = against_verdicts(range(24))
    assert found[FREE, False] > 10 and found[DEADLOCK, True] > 2


@pytest.mark.long
def test_many_messages_do_not_hang_where_the_verdict_is_free():
    found = against_verdicts(range(500))
    assert found[FREE, False] > 250 and found[DEADLOCK, True] > 50


@pytest.mark.in_turn
def test_no_message_moves_where_the_moves_of_a_certificate_end():
    assert against_certificates(range(30)) > 4


@pytest.mark.long
def test_no_message_moves_where_the_moves_of_many_certificates_end():
    assert against_certificates(range(500)) > 80


def test_a_hang_names_messages_kinds_and_endpoints():
    found = nl.simulate("line(3)", flits=4, load=0.1, cycles=2000, messages="request > reply")
    worms = found.as_json()["deadlock"]["worms"]
    assert found.state == "deadlock" and Counter(worm["kind"] for worm in worms) == {"request": 2, "reply": 2}
    assert all(w["waits_for"] == [f"reply queue of {w['destination']}"] for w in worms if w["kind"] == "request")
    assert all(w["holds"][0] == f"reply queue of {w['source']}" for w in worms if w["kind"] == "reply")
    assert "(request) from" in str(found) and "; waits for reply queue of (" in str(found)


def test_separate_networks_deliver_all_requests_and_replies():
    found = nl.simulate("line(3)", flits=4, load=0.05, cycles=2000, messages="a > b", networks="separate")
    a, b = found.kinds
    assert found.state == "stable" and (a.network, b.network) == (0, 1)
    assert abs(a.messages - b.messages) <= 5 and min(a.latency, b.latency) >= 4 + 3 - 1
    assert [each["kind"] for each in found.as_json()["kinds"]] == ["a", "b"]


def test_a_request_waits_until_the_reply_has_its_place():
    """Line of 2, one flit each: 3 cycles on the way; the reply begins when the request has arrived."""
    routing = nl.routing("line(2)")
    simulator = EndpointSimulator(
        endpoint_numbering(routing, message_chains("a > b")),
        SimulationOptions(flits=1, load=1.0, engine="reference").under(routing),
    )
    simulator.advance(written([(1, 0, 1)]), 20)
    first, second = simulator.sent
    assert (first.created, first.delivered) == (1, 4)
    assert (second.message[:3], second.created, second.delivered) == ((1, 1, 0), 3, 6)


def test_without_causes_messages_move_as_without_chains():
    plain, kinds = (
        nl.simulate("mesh", k=3, n=2, flits=4, load=0.02, cycles=2000, engine="reference", **more)
        for more in ({}, {"messages": "a queue=40"})
    )
    assert (plain.messages, plain.state) == (kinds.messages, "stable")
    assert abs(plain.latency - kinds.latency) < 0.1 * plain.latency


def test_messages_of_a_file(tmp_path):
    file = tmp_path / "pipeline.csv"
    file.write_text("kind,source,destination,causes\na,0,1,b\nb,1,2,c\nc,2,3,\n")
    found = nl.simulate("line(4)", flits=3, load=0.05, cycles=4000, messages=file)
    assert found.state == "stable" and len({each.messages for each in found.kinds}) <= 2
    with pytest.raises(SimulationError, match="traffic"):
        nl.simulate("line(4)", flits=3, load=0.05, messages=file, traffic="tornado")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"networks": "separate"}, "about `messages`"),
        ({"messages": "a > b", "networks": "a=0"}, "no network to b"),
        ({"messages": "a > b", "injection": "none"}, "kinds, shared"),
        ({"messages": "a > b", "injection_vcs": 2}, "place of an injection queue"),
        ({"messages": "a > b", "networks": "separate", "vc_rule": "private"}, "share the links"),
    ],
)
def test_what_does_not_go_with_messages_is_refused_in_one_line(given, words):
    with pytest.raises((InputError, SimulationError), match=words):
        nl.simulate("line(2)", flits=2, load=0.01, cycles=200, **given)


def test_messages_of_a_file_between_nodes_named_by_numbers(tmp_path):
    links, file = tmp_path / "links.csv", tmp_path / "messages.csv"
    links.write_text("3,2\n2,1\n1,7\n7,3\n")
    file.write_text("kind,source,destination,causes\nget,3,1,data\ndata,1,3,\nget,7,2,data@7\ndata,2,7,\n")
    found = nl.simulate(str(links), "up-down", flits=4, load=0.02, cycles=2000, messages=file)
    get, data = found.kinds
    assert found.state == "stable" and get.messages > 40 and abs(get.messages - data.messages) <= 2

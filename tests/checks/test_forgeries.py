"""Forged certificates: none whose claim is false is accepted, and none is answered by a traceback."""

import json
from collections import Counter
from dataclasses import replace
from itertools import islice, pairwise, permutations
from pathlib import Path

import pytest
import sympy as sp

from netlemma.checks import deadlock
from netlemma.checks.certificates import channel_certificate
from netlemma.checks.certificates.certification import certify, check_certificate
from netlemma.checks.certificates.channel_numbering import _from_another
from netlemma.checks.certificates.ring_certificate import _dependencies, _edges
from netlemma.checks.certificates.schema import LABEL, NUMBER, TEXT, WHOLE
from netlemma.derive import lemma
from netlemma.errors import CertificateError, InputError, ProofError, WorkError
from netlemma.graphs import network
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.formats.ring_mapping import parse_mapping
from netlemma.graphs.routing.channel_routing import Escape
from netlemma.graphs.routings import channel_routing, channel_routings

from .forgeries import RINGS, certificates, is_true, random_forgeries, written
from .mutants import mutants
from .ring_oracles import kept, plain_routes

KINDS = {"numbers", "turns", "ranks", "configuration", "numbering", "cycle", "no-routing"}


@pytest.fixture(scope="module")
def every(tmp_path_factory):
    return certificates(written(tmp_path_factory.mktemp("forged")))


def accepted(data, file=None):
    """Whether a certificate is accepted; otherwise it is refused in one line, by no other error than those of bad input."""
    try:
        line = check_certificate(data, file)
    except ValueError as error:  # what the command line prints in one line
        assert type(error) is not ValueError, "an error that nobody meant to raise"
        assert str(error) and not isinstance(error, UnicodeError)
        return False
    assert line.startswith(f"{data['verdict']}: ") and "\n" not in line
    return True


@pytest.mark.in_turn
def test_real_certificates_are_accepted_and_true(every):
    assert {data["kind"] for data, _ in every.values()} == KINDS
    assert {(data["kind"], data["verdict"]) for data, _ in every.values()} >= {
        ("numbers", "deadlock-free"),
        ("configuration", "deadlock"),
    }
    for name, (data, file) in every.items():
        assert accepted(data, file) and is_true(data, file), name


@pytest.mark.long
def test_the_oracle_refuses_the_opposite(every):
    other = {"deadlock": "deadlock-free", "deadlock-free": "deadlock"}
    for name, (data, file) in every.items():
        assert not is_true({**data, "verdict": other[data["verdict"]]}, file), name


def judged(count, every, seed):
    """How many forgeries of each kind were refused or accepted; those accepted have true claims."""
    found = Counter()
    for name, data, file in random_forgeries(count, every, seed):
        kind = every[name][0]["kind"]
        if accepted(data, file):
            assert is_true(data, file), (name, data)
            found[kind, "accepted"] += 1
        else:
            found[kind, "refused"] += 1
    return found


def test_random_forgeries(every):
    found = judged(600, every, 1)
    assert {kind for kind, word in found if word == "refused"} == KINDS


@pytest.mark.in_turn
def test_random_forgeries_followed_through_arrays(every, monkeypatch):
    """Small networks are checked like large ones: by arrays of choices."""
    monkeypatch.setattr(channel_certificate, "MANY", -1)
    channels = {name: each for name, each in every.items() if "switching" in each[0]}
    for name, (data, file) in channels.items():
        assert accepted(data, file), name
        for kind, mutant in mutants_of(data):
            assert not accepted(mutant, file), (name, kind, mutant)
    judged(200, channels, 3)


@pytest.mark.long
def test_twenty_thousand_random_forgeries(every):
    found = judged(20_000, every, 2)
    print(sorted(found.items()))
    assert sum(found.values()) == 20_000 and sum(n for (_, word), n in found.items() if word == "accepted") < 2_000


# --- forgeries made by hand: a certificate, the place that is changed, and what stands there instead

GONE = object()
BY_HAND = [
    *[(name, "extra", 1) for name in ("ring free", "ring dead", "west-first", "one.json node", "one.json shortest")],
    *[("ring dead", part, GONE) for part in ("verdict", "kind", "network", "routing", "switching", "packets", "moves")],
    *[("one.json output", part, GONE) for part in ("verdict", "kind", "network", "routing", "queues", "numbers")],
    *[("ring free", "verdict", value) for value in (7, None, "deadlock", "unknown", "Deadlock-free", ["deadlock-free"], True)],
    *[("ring free", "switching", value) for value in ("virtual cut-through", "", 1, None, "Wormhole", ["wormhole"], {})],
    *[("ring dead", "packets", value) for value in ([], {}, None, "packets", [[]], [{}])],
    *[("ring dead", "packets.0.label", value) for value in (0, "", "None", [], [None], False, float("inf"), {}, "SL 0")],
    *[("ring dead", "packets.0.flits", value) for value in (0, 2, -1, 1.0, True, "1", None, 10**30)],
    *[("ring dead", "packets.0.source", value) for value in ("(1)", "(9)", 0, None, "", ["(0)"])],
    *[("ring dead", "packets.0.holds", value) for value in ([], [1], [0, 0], 0, [None], [10**30], [-1])],
    *[("ring dead", "packets.0.waits", value) for value in ([], [0], [1, 1], [0, 1, 2], None, [True])],
    *[("ring dead", "moves", value) for value in ([], [[0, 0]], [[9, 0]], [[0]], [[0, 0, 0]], [["0", 0]], [[True, 0]], None)],
    *[("ring free", "routing.vcs", value) for value in (1, 3, 0, -2, "2", 2.0, True, None, 10**30)],
    *[("ring free", "routing.name", value) for value in ("shortest", "tables", "", "x", None, "concise", "dimension-order ")],
    *[("ring free", "routing.options", value) for value in ({"rule": "none"}, {"vcs": 2}, {"net": 1}, {"sha256": "0"}, [], {"x": 1})],
    *[("ring free", "routing.description", value) for value in ("cannot deadlock", "", None, 1)],
    *[("ring free", "network.parameters.k", value) for value in (4, 2, 0, -3, "3", 3.0, True, None, [3], 10**9, 10**30)],
    *[("ring free", "network", value) for value in ({}, {"family": "ring"}, {"files": {}}, {"files": {"links": "/dev/null"}}, "ring", 1)],
    *[("ring free", "numbers", value) for value in ([], [0] * 6, [None] * 6, {}, [0] * 5, [10**30] * 6, [float("inf")] * 6)],
    *[("ring free", "rule", value) for value in ("rise", "", 1, None)],
    *[("one.json node", "cycle", value) for value in ([], {}, None, [{}])],
    *[("one.json node", "filling", value) for value in ([], [0], [0, 0], [1, 2], [0, 1, 2], None, [False, True])],
    *[("one.json node", "cycle.0.source", value) for value in (1, 9, -1, "0", True, None)],
    *[("one.json node", "cycle.0.holds", value) for value in ("node 9", "output 0 of node 0", "", None, 0)],
    *[("one.json node", "queues", value) for value in ("output", "input", "transit", "input-output", "boxes", "", None, 1)],
    *[("one.json output", "numbers", value) for value in ({}, [], None, {"output 0 of node 0": 0}, {"x": 0})],
    *[("one.json output", "classes", value) for value in (1, 2, 0, None, "1")],
    *[("one.json output", "routes", value) for value in ([], [[0, 1, [[0, 0]]]])],
    *[("one.json output", "scope", value) for value in ("all pairs", "", None)],
    *[("crossed.json exists", "routing", value) for value in ({"name": "general"}, {"name": "concise"}, "general")],
    *[("crossed.json exists", "rule", value) for value in ("best", "", "links=0", "links=1", "rings=x", "links", None, 1, "any ")],
    *[("crossed.json exists", "routes", value) for value in ([], {}, None, GONE)],
    *[("crossed.json shortest", "pairs", value) for value in ([], [[0, 0]], [[0, 9]], [[0, 1]], [[0]], None, [[-1, 0]], [["0", 1]])],
    *[("crossed.json shortest", "rule", value) for value in ("any", "rings=2", "links=9", "best", GONE)],
    *[("crossed.json partitions", "classes", value) for value in (GONE, 0, 1, 3, "2", None, 10**9)],
    *[("routes free", "network.fabric.files.routes", value) for value in ("nowhere", "", None, 1)],
    *[("routes dead", "packets.0.label", value) for value in (1, "0", None, [0], 0.0, False, 10**30, -1)],
    *[("file", "packets.0.label", value) for value in ("down", ["down", "1"], ["down"], None, "upp", ["up"], {"up": 1})],
    *[("file", "routing.options.sha256", value) for value in ("0" * 64, "", None, 1)],
    *[("turns west-first", "numbers", value) for value in ([0] * 4, [None] * 4, [], [10**30] * 4)],
    *[("turns west-first", "kind", value) for value in ("ranks", "configuration", "search", "numbering", None, 1, ["turns"])],
]  # fmt: skip


def put(data, place, value):
    """A certificate with another value at a place, or without what is there."""
    first, _, rest = place.partition(".")
    key = int(first) if first.isdigit() else first
    copy = list(data) if isinstance(data, list) else dict(data)
    if rest:
        copy[key] = put(copy[key], rest, value)
    elif value is GONE:
        del copy[key]
    else:
        copy[key] = value
    return copy


def test_forgeries_made_by_hand(every):
    refused = 0
    for name, place, value in BY_HAND:
        data, file = every[name]
        changed = put(data, place, value)
        if json.dumps(changed) != json.dumps(data):
            if accepted(changed, file):
                assert is_true(changed, file), (name, place, value)
            else:
                refused += 1
    assert refused >= 200


def test_numbers_and_labels_have_a_largest_size():
    label = 0
    for _ in range(9):
        label = [label]
    for shape, largest, beyond in [
        (TEXT, "x" * 4096, "x" * 4097),
        (NUMBER, 2**62, 2**62 + 1), (WHOLE, 10**1000 - 1, 10**1000), (LABEL, 1 - 10**1000, -(10**1000)), (LABEL, label, [label]),
    ]:  # fmt: skip
        assert shape.fits(largest) and not shape.fits(beyond)


@pytest.mark.parametrize("hops", [[[9, 0]], [[0, 0], [1, 0], [2, 0], [0, 0]]], ids=["no node", "past its target"])
def test_a_written_route_is_in_the_network_and_ends_at_its_target(every, hops):
    data, _ = every["one.json exists"]
    assert data["routes"][0][:2] == [0, 1]
    with pytest.raises(CertificateError):
        check_certificate(put(data, "routes.0.2", hops))


def test_files_that_are_given_again_are_those_of_the_certificate(every):
    data, _ = every["routes free"]
    words = list(data["network"]["fabric"]["files"].values())
    assert certify(data, network=words).accepted
    with pytest.raises(InputError, match="is about the network"):
        certify(every["ring free"][0], network=words)


def test_escape_channels_are_those_of_adaptive_routings(every):
    routing = channel_routing(network("mesh", k=3, n=1), "dimension-order")
    numbers = decide(routing).certificate["numbers"]
    assert channel_certificate._beyond(replace(routing, escape=Escape(lambda c: False)), numbers, True, True)


def test_deadlocks_that_cannot_occur(every):
    """One for each way by which a false claim was once accepted; the oracle says that it is false."""
    free, _ = every["west-first"]
    none = {key: free[key] for key in ("network", "routing", "switching")}
    none |= {"kind": "configuration", "verdict": "deadlock", "packets": [], "moves": []}
    assert not is_true(none, None) and not accepted(none)
    exists, _ = every["cycle.json exists"]
    named = {**exists, "queues": "node", "routing": every["cycle.json node"][0]["routing"]}
    assert not is_true(named, None) and not accepted(named)
    parts, _ = every["crossed.json partitions"]
    undeclared = {key: value for key, value in parts.items() if key != "classes"}
    assert not is_true(undeclared, None) and not accepted(undeclared)


def test_a_deadlock_of_another_routing_names_its_options():
    """West-first with a forbidden turn allowed can deadlock; the line must not say so of west-first itself."""
    dead = deadlock("mesh", "west-first allow=north-west", k=3, n=2).certificate
    alone = deadlock("mesh", "west-first", k=3, n=2).certificate
    both = json.loads(json.dumps({**alone, "deadlock": {key: dead[key] for key in ("routing", "packets", "moves")}}))
    assert "; west-first allow=north-west with one virtual channel: 4 packets" in check_certificate(both)


def test_an_order_is_followed_only_if_it_does_not_take_too_long():
    net = network("hypercube", n=13)
    order = {
        "kind": "order", "verdict": "deadlock-free", "switching": "wormhole", "vcs": 1, "order": [*range(net.hop_count)],
        "network": {"family": "hypercube", "parameters": {"n": 13}}, "routing": {"name": "dimension-order", "vcs": 1},
    }  # fmt: skip
    with pytest.raises(WorkError, match="the limit is"):
        check_certificate(order)


def test_a_service_level_that_the_fabric_does_not_give(tmp_path):
    """With its service levels the ring of five switches is free; all packets on level 0 would wait for one another."""
    ring = Path(__file__).parents[1] / "data" / "infiniband" / "ring5-lash"
    files = [str(ring / each) for each in ("opensm-subnet.lst", "opensm.fdbs")]
    levels = [str(ring / each) for each in ("paths.txt", "opensm-sl2vl.dump")]
    dead, free = deadlock(files).certificate, deadlock([*files, *levels]).certificate
    assert accepted(json.loads(json.dumps(dead))) and accepted(json.loads(json.dumps(free)))
    assert not accepted(json.loads(json.dumps({**dead, "network": free["network"]})))


# --- mutants of certificates and of proofs


ALIKE = {"dimension-order": "xy"}  # another name of the same routing in two dimensions


def mutants_of(data):
    """Mutants of a certificate whose numbers its routing determines: a number, the routing, or the size of the network."""
    for key in ("numbers", "ranks"):
        values = data.get(key, ())
        for place in values if isinstance(values, dict) else range(len(values)):
            for number in [values[place]] if type(values[place]) is int else []:
                for other in (
                    number + 1,
                    number - 1,
                    number + 5,
                    None if number else -2,
                ):  # 0 and null are alike if unused
                    yield (
                        key,
                        put(
                            data,
                            key,
                            put(values, str(place), other) if isinstance(values, list) else {**values, place: other},
                        ),
                    )
    for name, value in data["network"].get("parameters", {}).items():
        for other in (value + 1, value + 2, value * 3):
            yield "size", put(data, f"network.parameters.{name}", other)
    if "vcs" in (data.get("routing") or {}):
        for name in channel_routings():
            if name not in (data["routing"]["name"], ALIKE.get(data["routing"]["name"])):
                yield "routing", put(data, "routing.name", name)
        yield "routing", put(data, "routing.vcs", data["routing"]["vcs"] + 1)
    for i, _ in enumerate(data.get("moves", ())):
        yield "move", put(data, "moves", data["moves"][:i] + data["moves"][i + 1 :])
    for i, packet in enumerate(data.get("packets", ())):
        yield "packet", put(data, "packets", data["packets"][:i] + data["packets"][i + 1 :])
        for key in ("holds", "waits"):
            yield "packet", put(data, f"packets.{i}.{key}", [packet[key][0] + 1])


@pytest.mark.in_turn
def test_every_mutant_of_a_certificate_is_refused(every):
    found = Counter()
    for name, (data, file) in every.items():
        for kind, mutant in mutants_of(data):
            assert not accepted(mutant, file), (name, kind, mutant)
            found[kind] += 1
    print(dict(found))
    assert sum(found.values()) >= 600 and set(found) == {"numbers", "ranks", "size", "routing", "move", "packet"}


PROVED = ("ring.mean_distance", "hypercube.mean_distance", "mesh.diameter", "spanning-bus-hypercube.mean_distance", "oneway-torus.mean_distance")  # fmt: skip


@pytest.mark.sampled(1)
@pytest.mark.parametrize("key", PROVED)
@pytest.mark.in_turn
def test_every_mutant_of_a_step_is_refused(key):
    """A term of one step changed, in the step alone: its proof shows the change to be wrong, or both sides are equal."""
    refused = 0
    for step in lemma(key).derivation.steps:
        for _, mutant in islice(mutants(step.after), 0, 120, 4):
            try:
                step.proof.check(step.before, mutant)
            except (ProofError, ArithmeticError, ValueError, TypeError):
                refused += 1
            else:
                assert sp.simplify(mutant - step.after) == 0, (key, step.because, mutant)
    assert refused >= 10


# --- what mutants of the checkers showed to be untested


def test_packets_that_are_stored_whole_hold_one_channel():
    """Two packets of two flits wait for one another around a ring of four; a buffer that takes them whole holds one."""
    packet = {"label": None, "flits": 2}
    dead = {
        "kind": "configuration",
        "verdict": "deadlock",
        "network": {"family": "oneway-torus", "parameters": {"k": 4, "n": 1}},
        "routing": {"name": "dimension-order", "vcs": 1},
        "switching": "wormhole",
        "packets": [
            {**packet, "source": "(0)", "destination": "(3)", "holds": [0, 1], "waits": [2]},
            {**packet, "source": "(2)", "destination": "(1)", "holds": [2, 3], "waits": [0]},
        ],
        "moves": [[0, 0], [1, 2], [0, 1], [1, 3]],
    }
    assert check_certificate(dead).endswith("2 packets come to wait for one another for ever, by 4 moves")
    for switching in ("cut-through", "store-and-forward"):
        with pytest.raises(CertificateError, match="takes the buffer of one channel"):
            check_certificate({**dead, "switching": switching})


def test_the_answer_names_the_scope_of_files(every):
    data, _ = every["routes free"]
    assert " scope terminals, messages between 3 ends of 3 nodes, routing tables" in check_certificate(data)


@pytest.mark.parametrize("rule", ["any", "shortest", "links=3", "rings=1"])
def test_exhaustion_tries_all_routes_that_a_rule_allows(rule):
    for rows in RINGS.values():
        net = parse_mapping(json.dumps({"successor": rows}))
        for s, t in permutations(range(net.node_count), 2):
            for model in ("output", "input-output", "node", "transit"):
                right = {_edges(list(hops), t, model) for hops in kept(net, plain_routes(net, s, t), rule)}
                if right:
                    assert set(_dependencies(net, s, t, rule, model)) == right


def test_dependencies_of_a_route_in_each_queue_model():
    hops = [(0, 0), (1, 0), (2, 1), (3, 2)]  # nodes and links
    ways = {
        "output": ["out 0 0", "out 2 1", "out 3 2"], "input": ["in 2 0", "in 3 1", "in 4 2"], "node": ["0", "2", "3", "4"],
        "input-output": ["out 0 0", "in 2 0", "out 2 1", "in 3 1", "out 3 2", "in 4 2"], "transit": ["2", "3"],
    }  # fmt: skip
    for model, way in ways.items():
        assert _edges(hops, 4, model) == frozenset(pairwise(way))


def test_packets_of_a_phase_that_come_from_another_node():
    """Against packets followed one by one: datelines make the choices depend on the channel by which they came."""
    part, _ = channel_routing(network("oneway-torus", k=4, n=1), "valiant").phases.parts[0]
    for goal, node in permutations(range(4), 2):
        last = set()
        for source in {0, 1, 2, 3} - {goal, node}:
            at, came = source, None
            while at != goal:
                [(came, _)] = part.next_channels(at, came, goal, None)
                at = part.end(came)
            last.add(came)
        into = [c for c in range(part.channel_count) if part.end(c) == goal]
        assert {c for c in into if _from_another(part, goal, c, node)} == last

"""Forged certificates of worst cases, of the best routings, of routings in phases and of packets of a traffic.

The oracle knows neither potentials, nor lengths, nor dependencies: it compares all permutations of a few nodes, solves
the whole linear program over all pairs and permutations, and visits every state of a network with the packets of a
traffic alone.
"""

import json
import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import permutations

import networkx as nx
import numpy as np
import pytest
from scipy.optimize import linprog

from netlemma.checks import deadlock
from netlemma.checks.certificates.certification import certify, check_certificate
from netlemma.errors import CertificateError, InputError
from netlemma.graphs import network
from netlemma.graphs.loads.bisection import bisection
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.traffic.named import traffic
from netlemma.graphs.traffic.optimal.routing import optimal_routing
from netlemma.graphs.traffic.worst.worst_case import worst_case

from . import test_optimal_certificate, test_worst_case_certificate
from .exhaustive import TooMany, can_deadlock
from .forgeries import places, put_at, random_forgeries

BEST = {
    "one-way ring": ("oneway-torus", {"k": 3, "n": 1}, None),
    "ring": ("ring", {"K": 4}, None),
    "square": ("mesh", {"k": 2, "n": 2}, None),
    "line": ("mesh", {"k": 4, "n": 1}, None),
    "bus": ("spanning-bus-hypercube", {"w": 3, "D": 1}, None),
    "tornado": ("ring", {"K": 5}, "tornado"),
    "transpose": ("mesh", {"k": 2, "n": 2}, "transpose"),
    "rates": ("ring", {"K": 4}, {(0, 1): Fraction(1, 2), (0, 2): Fraction(1, 3), (3, 1): 1}),
}
WORST = {
    "worst ring": ("ring", {"K": 5}, "dimension-order", {"ties": "split"}),
    "worst tie": ("ring", {"K": 4}, "dimension-order", {"ties": "minus"}),
    "worst square": ("mesh", {"k": 2, "n": 2}, "o1turn", {}),
    "worst phases": ("mesh", {"k": 2, "n": 2}, "valiant", {}),
    "worst phases of a ring": ("oneway-torus", {"k": 4, "n": 1}, "valiant", {}),
    "worst bus": ("spanning-bus-hypercube", {"w": 4, "D": 1}, "shortest", {}),
}
WHOLE = {"switching": "store-and-forward"}
DEADLOCK = {
    "phases": ("mesh", {"k": 3, "n": 1, "routing": "valiant", **WHOLE}),
    "phases of a ring": ("oneway-torus", {"k": 3, "n": 1, "routing": "valiant", **WHOLE}),
    "phases without datelines": ("oneway-torus", {"k": 3, "n": 1, "routing": "valiant rule=none", "vcs": 2, **WHOLE}),
    "phases of neighbors": ("oneway-torus", {"k": 3, "n": 1, "routing": "valiant", "traffic": "neighbor", **WHOLE}),
    "neighbors": ("oneway-torus", {"k": 4, "n": 1, "traffic": "neighbor"}),
    "tornado dead": ("oneway-torus", {"k": 5, "n": 1, "traffic": "tornado"}),
    "few pairs": ("oneway-torus", {"k": 3, "n": 1, "traffic": {(0, 2): 1, (1, 0): 1}}),
    "three pairs": ("oneway-torus", {"k": 3, "n": 1, "traffic": {(0, 2): 1, (1, 0): 1, (2, 1): 1}}),
    "square pairs": ("mesh", {"k": 2, "n": 2, "routing": "shortest-adaptive", "traffic": {(0, 3): 1, (3, 0): 1}, **WHOLE}),
}  # fmt: skip
MOST_ENDS = 5


def plain(data):
    return json.loads(json.dumps(data))


@pytest.fixture(scope="module")
def every():
    found = {}
    for name, (family, sizes, words) in BEST.items():
        net = network(family, **sizes)
        found[name] = optimal_routing(net, traffic(net, words) if words else None).certificate
    for name, (family, sizes, routing, options) in WORST.items():
        found[name] = worst_case(channel_routing(network(family, **sizes), routing, **options)).certificate
    for name, (family, options) in DEADLOCK.items():
        found[name] = deadlock(family, **options).certificate
    return {name: (plain(data), None) for name, data in found.items()}


# --- the oracle


def is_true(data):
    """Whether the claim of a certificate is true."""
    right = truth(json.dumps({key: data.get(key) for key in ("kind", "network", "routing", "switching", "traffic")}))
    if data["kind"] == "optimal-routing":
        return float(Fraction(data["lower"])) <= right + 1e-7 and float(Fraction(data["upper"])) >= right - 1e-7
    return right == (Fraction(data["gamma"]) if data["kind"] == "worst-case" else data["verdict"] == "deadlock")


@cache
def truth(text):
    """The least largest load, the greatest load, or whether packets can deadlock."""
    about = json.loads(text)
    net = network(about["network"]["family"], **about["network"]["parameters"])
    assert len(net.ends) <= MOST_ENDS, "too large for the oracle"
    if about["kind"] == "optimal-routing":
        return least_load(net, rates(net, about["traffic"]))
    by = about["routing"]
    rule = channel_routing(net, by["name"], by["vcs"], **by.get("options", {}))
    if about["kind"] == "worst-case":
        return greatest_load(net, rule)
    if about["traffic"]:
        pairs, every = set(rates(net, about["traffic"])), rule.labels
        rule = replace(rule, labels=lambda s, t: every(s, t) if (s, t) in pairs else ())
    try:
        return can_deadlock(rule, about["switching"] == "wormhole", 40_000, 2)
    except TooMany:
        assert is_acyclic(rule), "too many states for the oracle"
        return False


def is_acyclic(rule):
    """Whether no channel leads to itself along packets of some routes (Dally and Seitz 1987): then none can deadlock."""
    between = nx.DiGraph()
    for s, t in permutations(rule.ends, 2):
        todo = [(s, None, label) for label in rule.labels(s, t)]
        while todo:
            node, came, label = todo.pop()
            for c, weight in rule.next_channels(node, came, t, label):
                if weight:
                    between.add_edge("source" if came is None else came, c)
                    if not rule.delivers(c, t, label):
                        todo.append((rule.end(c), c, label))
    return nx.is_directed_acyclic_graph(between)


def rates(net, about):
    """Rates of a traffic by the definition of its pattern, or those of the certificate; None for all traffics."""
    if about is None:
        return None
    if "rates" in about:
        return {(s, t): Fraction(rate) for s, t, rate in about["rates"]}
    if "pairs" in about:
        return dict.fromkeys(map(tuple, about["pairs"]), 1)
    name, n, side = about["name"].strip(), net.node_count, round(net.node_count**0.5)
    goes = {
        "neighbor": lambda i: (i + 1) % n,
        "tornado": lambda i: (i + (n + 1) // 2 - 1) % n,
        "transpose": lambda i: i % side * side + i // side,
    }
    if name in goes and (len(net.factors) == 1) == (name != "transpose"):
        return {(i, goes[name](i)): 1 for i in range(n) if goes[name](i) != i}
    assert name == "uniform", "a pattern that the oracle does not know"
    return {(s, t): Fraction(1, n - 1) for s in range(n) for t in range(n) if s != t}


def hops_of(net):
    """Ends and channel of each hop: a direction of a link, or a bus."""
    buses = [net.device_classes[net.device_class[d]].kind == "bus" for d in net.device.tolist()]
    names = [
        ("bus", d) if bus else ("hop", h) for h, (d, bus) in enumerate(zip(net.device.tolist(), buses, strict=True))
    ]
    return list(zip(net.origin.tolist(), net.target.tolist(), map(sorted(set(names)).index, names), strict=True))


def least_load(net, sent):
    """The least largest load of any routing: under a traffic, or under every permutation."""
    hops, pairs = hops_of(net), [(s, t) for s in net.ends for t in net.ends if s != t]
    if sent is not None:
        pairs = [pair for pair in pairs if sent.get(pair)]
    size, count = len(hops), 1 + max(c for *_, c in hops)
    equal, right = [], []
    for i, (s, t) in enumerate(pairs):
        for node in set(range(net.node_count)) - {t}:
            row = np.zeros(size * len(pairs) + 1)
            for h, (tail, head, _) in enumerate(hops):
                row[i * size + h] = (tail == node) - (head == node)
            equal.append(row)
            right.append(node == s)
    below = []
    for goes in permutations(net.ends) if sent is None else [None]:
        for channel in range(count):
            row = np.zeros(size * len(pairs) + 1)
            row[-1] = -1
            for i, (s, t) in enumerate(pairs):
                rate = float(sent[s, t]) if goes is None else goes[net.ends.index(s)] == t
                for h, (*_, c) in enumerate(hops):
                    row[i * size + h] += rate * (c == channel)
            below.append(row)
    found = linprog(np.eye(size * len(pairs) + 1)[-1], np.array(below), np.zeros(len(below)), np.array(equal), right)
    return found.fun


def greatest_load(net, rule):
    """The largest load of a channel over all permutations, by the shares of each pair, followed from its source."""
    channel, share = [c for *_, c in hops_of(net)], {}
    for s in net.ends:
        for t in net.ends:
            crossed = Counter()
            labels = rule.labels(s, t) if s != t else ()
            todo = [(s, None, label, Fraction(1, len(labels))) for label in labels]
            while todo:
                node, came, label, part = todo.pop()
                for c, weight in rule.next_channels(node, came, t, label):
                    crossed[channel[c // rule.vcs]] += part * weight
                    if weight and not rule.delivers(c, t, label):
                        todo.append((rule.end(c), c, label, part * weight))
            share[s, t] = crossed
    orders = permutations(net.ends)
    return max(
        sum(share[s, t][c] for s, t in zip(net.ends, goes, strict=True)) for goes in orders for c in set(channel)
    )


# --- forgeries


def accepted(data):
    try:
        line = check_certificate(data)
    except ValueError as error:
        assert type(error) is not ValueError and str(error) and "\n" not in str(error)
        return False
    assert "\n" not in line and network(data["network"]["family"], **data["network"]["parameters"]).title in line
    if "traffic" in data and data["traffic"]["name"] != "uniform":
        assert repr(data["traffic"]["name"]) in line
    return True


@pytest.mark.in_turn
def test_real_certificates_are_accepted_and_true(every):
    for name, (data, _) in every.items():
        assert accepted(data) and is_true(data), name
    assert {data["verdict"] for data, _ in every.values() if "verdict" in data} == {"deadlock", "deadlock-free"}


@pytest.mark.in_turn
def test_the_oracle_refuses_other_claims(every):
    other = {"deadlock": "deadlock-free", "deadlock-free": "deadlock"}
    for name, (data, _) in every.items():
        for key in {"gamma", "lower", "upper", "verdict"} & data.keys():
            by = Fraction(-1, 60) if key == "upper" else Fraction(1, 60)
            claim = other[data[key]] if key == "verdict" else str(Fraction(data[key]) + by)
            assert not is_true({**data, key: claim}), (name, key)
            assert not accepted({**data, key: claim}), (name, key)


def changed(draw, data, every):
    """A certificate with a change that is meant for its kind."""
    if data["kind"] == "optimal-routing":
        return test_optimal_certificate.changed(data, draw)[1]
    if data["kind"] == "worst-case":
        return test_worst_case_certificate.changed(data, draw)[1]
    copy = plain(data)
    kind = draw.choice(("traffic", "pairs", "other", "vcs", "routing", "switching", "label", "numbers", "packet"))
    nodes = range(network(copy["network"]["family"], **copy["network"]["parameters"]).node_count)
    if kind == "traffic":
        copy["traffic"] = {"name": draw.choice(("neighbor", "tornado", "uniform", "rates"))}
    elif kind == "pairs":
        about = copy.setdefault("traffic", {"name": "rates"})
        pairs = [*about.get("pairs", ()), [draw.choice(nodes), draw.choice(nodes)]]
        about["pairs"] = draw.sample(pairs, draw.randint(0, len(pairs)))
    elif kind == "other":
        other = plain(draw.choice([d for d, _ in every.values() if "verdict" in d]))
        for key in draw.sample(sorted(other), draw.randint(1, 3)):
            copy[key] = other[key]
    elif kind == "vcs":
        copy["routing"]["vcs"] = draw.choice((1, 2, 3, 4))
    elif kind == "routing":
        copy["routing"] = {
            "name": draw.choice(("dimension-order", "valiant", "shortest")),
            "vcs": draw.choice((1, 2, 4)),
        }
    elif kind == "switching":
        copy["switching"] = draw.choice(("wormhole", "cut-through", "store-and-forward"))
    elif copy.get("packets"):
        packet = draw.choice(copy["packets"])
        key = draw.choice(("source", "destination", "label", "holds", "waits", "flits"))
        packet[key] = draw.choice([p[key] for p in copy["packets"]] + [draw.choice(nodes)])
    elif copy.get("numbers"):
        copy["numbers"][draw.randrange(len(copy["numbers"]))] = draw.choice((None, 0, 1, 2, 3))
    return copy


def judged(count, every, seed):
    """How many forgeries of each kind are refused or accepted: every claim that is accepted is true."""
    draw, found = random.Random(seed), Counter()
    for name, data, _ in random_forgeries(count // 2, every, seed):
        found[every[name][0]["kind"], accepted_truly(name, data)] += 1
    while found.total() < count:
        name = draw.choice(sorted(every))
        data = changed(draw, every[name][0], every)
        if data != every[name][0]:
            found[data["kind"], accepted_truly(name, data)] += 1
    return found


def accepted_truly(name, data):
    right = accepted(data)
    assert not right or is_true(data), (name, json.dumps(data))
    return "accepted" if right else "refused"


@pytest.mark.in_turn
def test_forgeries(every):
    found = judged(120, every, 1)
    kinds = {data["kind"] for data, _ in every.values()}
    assert {kind for kind, word in found if word == "refused"} >= kinds
    assert sum(n for (_, word), n in found.items() if word == "refused") > 60


IN_PLACE = (None, "", -1, 10**40, 10**5000, 2**62, "x", "two\nlines", 0.5, True, [], {}, [[]], {"a": {}}, b"x")


def replaced(draw, data):
    """A certificate with a field or an element left out or replaced, or a list repeated, shortened or in another order."""
    place = draw.choice([place for place in places(data) if place])
    value = data
    for key in place:
        value = value[key]
    made = [*IN_PLACE, [value], {"x": value}]
    if isinstance(value, list):
        made += [value + value, value[:-1], value[1:] + value[:1], value[::-1]]
    elif type(value) is int:
        made += [value + 1, value - 1, str(value)]
    made.append(left_out := object())
    other = draw.choice(made)
    if other is not left_out:
        return put_at(data, place, lambda _: other)
    gone = place[-1]
    return put_at(
        data,
        place[:-1],
        lambda of: [*of[:gone], *of[gone + 1 :]] if isinstance(of, list) else {k: of[k] for k in of if k != gone},
    )


@pytest.mark.in_turn
def test_fields_replaced_or_left_out(every):
    """What a certificate says itself is refused, and raises no error; nothing false is accepted."""
    draw, proofs, found = random.Random(3), dict(every), Counter()
    for family, sizes in ("ring", {"K": 5}), ("mesh", {"k": 3, "n": 2}):
        proofs[f"halves of {family}"] = plain(bisection(network(family, **sizes)).certificate), None
    for name in draw.choices(sorted(proofs), k=2000):
        data, _ = proofs[name]
        mutant = replaced(draw, data)
        answer = certify(mutant)
        assert answer.words and "\n" not in answer.words
        found[data["kind"], answer.accepted] += 1
        if answer.accepted and data["kind"] == "bisection":
            assert all(mutant[key] == data[key] for key in ("channels", "least", "network")), (name, mutant)
        elif answer.accepted:
            assert is_true(mutant), (name, mutant)
    assert all(found[data["kind"], False] > 20 for data, _ in proofs.values()), found


@pytest.mark.parametrize("what", [None, 1, [], b"x", 0.5])
def test_what_is_no_certificate_is_bad_input(what):
    with pytest.raises(InputError, match="is no certificate: a file, its data or a result with a certificate"):
        certify(what)


@pytest.mark.long
def test_ten_thousand_forgeries(every):
    found = judged(10_000, every, 2)
    print(sorted((str(kind), word, n) for (kind, word), n in found.items()))
    assert found.total() == 10_000


def by_hand(every):
    """Forgeries that a person would try; each claims something false, or proves nothing."""
    best, worst = every["ring"][0], every["worst ring"][0]
    rated, named = every["rates"][0], every["tornado"][0]
    free, dead, phases = every["few pairs"][0], every["three pairs"][0], every["phases without datelines"][0]
    yield "rates of its own under the name of a pattern", {**rated, "traffic": {**rated["traffic"], "name": "uniform"}}
    more = {key: str(Fraction(rated[key]) * 3 / 2) for key in ("lower", "upper")}
    more["traffic"] = {
        "name": "rates",
        "rates": [[i, j, str(Fraction(r) * 3 / 2)] for i, j, r in rated["traffic"]["rates"]],
    }
    tripled = [{**each, "flow": {hop: 3 * n for hop, n in each["flow"].items()}} for each in rated["flows"]]
    yield "a node that sends more than one message", {**rated, **more, "flows": tripled, "scale": 2 * rated["scale"]}
    yield "a pattern with options and rates", {**rated, "traffic": {**rated["traffic"], "name": "hotspot nodes=0"}}
    yield "a file without rates", {**named, "traffic": {"name": "matrix /dev/stdin"}}
    yield "no flows", {**best, "flows": [], "upper": "0", "lower": "0"}
    yield "flows of nothing", {**best, "flows": [{**each, "flow": {}} for each in best["flows"]]}
    yield "another scale", {**best, "scale": 2 * best["scale"]}
    yield (
        "lengths of channels that are not there",
        {**best, "lengths": [{**e, "lengths": {"1000": 5}} for e in best["lengths"]]},
    )
    yield "a bound without lengths", {**best, "lengths": []}
    yield "potentials of nothing", {**best, "potentials": []}
    yield "everybody to one node", {**best, "permutation": [0] * len(best["permutation"])}
    yield "everybody to itself", {**best, "permutation": sorted(best["permutation"])}
    yield "a load of nothing", {**worst, "gamma": "0", "permutation": sorted(worst["permutation"]), "potentials": []}
    yield (
        "a channel before itself",
        {**worst, "potentials": worst["potentials"][1:], "moved": [[worst["potentials"][0]["channel"]] * 3]},
    )
    first, *others = worst["potentials"]
    node, value = next(iter(first["sending"].items()))
    twice = {**first, "sending": {**first["sending"], f"0{node}": value}}
    yield "a node with a leading zero", {**worst, "potentials": [twice, *others]}
    yield "an adaptive routing", {**worst, "routing": {"name": "shortest-adaptive", "vcs": 1}}
    yield (
        "one direction of ties",
        {**every["worst tie"][0], "routing": {**every["worst tie"][0]["routing"], "options": {"ties": "split"}}},
    )
    yield "one phase of two", {**every["worst phases"][0], "routing": every["worst square"][0]["routing"]}
    yield "packets of all pairs", {key: value for key, value in free.items() if key != "traffic"}
    yield "no pairs", {**free, "traffic": {"name": "rates", "pairs": []}}
    yield "a node to itself", {**free, "traffic": {"name": "rates", "pairs": [[0, 0]]}}
    yield "more pairs", {**free, "traffic": dead["traffic"]}
    yield "fewer pairs", {**dead, "traffic": free["traffic"]}
    yield "pairs under the name of a pattern", {**dead, "traffic": {**dead["traffic"], "name": "neighbor"}}
    yield "datelines", {**phases, "routing": {**phases["routing"], "options": {}, "vcs": 4}}
    for label in (None, 9, -1, "0", [0], True):
        yield f"label {label}", {**phases, "packets": [{**p, "label": label} for p in phases["packets"]]}
    for count in (1, 3, 4):
        yield f"{count} virtual channels", {**phases, "routing": {**phases["routing"], "vcs": count}}
    for flits in (2, 3):
        yield f"{flits} flits", {**phases, "packets": [{**p, "flits": flits} for p in phases["packets"]]}
    ring = every["phases of a ring"][0]
    yield "numbers of one phase", {**ring, "numbers": [n if i % 4 < 2 else None for i, n in enumerate(ring["numbers"])]}
    yield (
        "phases exchanged",
        {**ring, "numbers": [ring["numbers"][i // 4 * 4 + (i + 2) % 4] for i in range(len(ring["numbers"]))]},
    )


def test_forgeries_made_by_hand(every):
    names = []
    for name, data in by_hand(every):
        with pytest.raises(ValueError) as refused:
            check_certificate(plain(data))
        assert isinstance(refused.value, CertificateError) or type(refused.value) is not ValueError, name
        names.append(name)
    assert len(set(names)) == len(names) >= 30

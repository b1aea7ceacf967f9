"""Buffers of several packets and bubbles: verdicts against walks through all states, and certificates."""

import copy
import json
import random
from collections import Counter, deque
from fractions import Fraction

import pytest

import netlemma as nl
from netlemma.checks.certificates.certification import check_certificate
from netlemma.checks.certificates.channel_certificate import reached
from netlemma.errors import CertificateError, InputError
from netlemma.graphs import from_devices, network
from netlemma.graphs.deadlock.bubbles import bubble_deadlock, rings_of
from netlemma.graphs.deadlock.phase_dependencies import channel_dependencies
from netlemma.graphs.routing.goal_graph import RoutingArrays
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.traffic.active_pairs import talking
from netlemma.graphs.traffic.named import traffic

FREE, DEADLOCK, UNKNOWN = "deadlock-free", "deadlock", "unknown"


def can_deadlock(routing, buffers, rings, most=30_000, critical=False):
    """Whether packets in channels, first in first out, can come to wait for ever; None if there are too many states."""
    before = {x: c for ring in rings for c, x in zip(ring, [*ring[1:], ring[0]], strict=True)}
    ring_of = {c: ring for ring in rings for c in ring}
    packets = [(s, d, l) for s in routing.ends for d in routing.ends if s != d for l in routing.labels(s, d)]

    def onward(node, came_by, d, label):
        return [int(c) for c, weight in routing.next_channels(node, came_by, d, label) if weight]

    def room(counts, channel, came_by):
        free, enters = buffers - counts.get(channel, 0), channel in before and before[channel] != came_by
        if enters and critical:
            return free > 0 and sum(buffers - counts.get(c, 0) for c in ring_of[channel]) > 1
        return free - enters > 0

    def stuck(state):
        """Fronts that wait for channels which fronts of this kind keep full: packets behind one of them wait, too."""
        held = {c: queue for c, queue in state.items() if not routing.delivers(c, *queue[0][:2])}
        while True:
            counts = {c: len(queue) for c, queue in held.items()}
            free = [c for c, queue in held.items() if any(room(counts, x, c) for x in queue[0][2])]
            if not free:
                return bool(held)
            for c in free:
                del held[c]

    def entered(d, label, channel):
        if routing.delivers(channel, d, label):
            return [(d, label, ())]
        choices = onward(routing.end(channel), channel, d, label)
        sets = [tuple(choices)] if routing.kind == "adaptive" else [(c,) for c in choices]
        return [(d, label, each) for each in sets]

    def after(state):
        counts = {c: len(queue) for c, queue in state.items()}
        for s, d, label in packets:
            for c in onward(s, None, d, label):
                if room(counts, c, None):
                    for packet in entered(d, label, c):
                        yield {**state, c: (*state.get(c, ()), packet)}
        for c, ((d, label, wants), *rest) in state.items():
            left = {x: queue for x, queue in state.items() if x != c} | ({c: tuple(rest)} if rest else {})
            if routing.delivers(c, d, label):
                yield left
            for x in wants:
                if room(counts, x, c):
                    for packet in entered(d, label, x):
                        yield {**left, x: (*left.get(x, ()), packet)}

    seen, todo = {()}, deque([{}])
    while todo:
        state = todo.popleft()
        if state and stuck(state):
            return True
        for later in after(state):
            key = tuple(sorted(later.items()))
            if key not in seen:
                if len(seen) >= most:
                    return None
                seen.add(key)
                todo.append(later)
    return False


def worms_can_deadlock(routing, rings, longest, most=30_000):
    """Whether worms of up to so many flits can come to wait for ever; None if there are too many states.

    A worm is its destination, label, length, and all channels that its head has entered.
    """
    before = {x: c for ring in rings for c, x in zip(ring, [*ring[1:], ring[0]], strict=True)}
    ring_of = {c: ring for ring in rings for c in ring}

    def onward(way, d, label, start=None):
        node, came_by = (routing.end(way[-1]), way[-1]) if way else (start, None)
        return [int(c) for c, weight in routing.next_channels(node, came_by, d, label) if weight]

    def hops(way, d, label):
        """The most channels that a worm may take in the ring of its last channel, that one counted."""
        if routing.delivers(way[-1], d, label):
            return 1
        return 1 + max(
            (hops((*way, c), d, label) for c in onward(way, d, label) if before.get(c) == way[-1]), default=0
        )

    def held(worm):
        return set(worm[3][-worm[2] :])

    def kept(worm):
        """The ring that a worm is entering, and the channels kept for it there, besides those that it has taken."""
        d, label, length, way, _ = worm
        ring = ring_of.get(way[-1])
        if ring is None:
            return None, 0
        first = len(way) - 1
        while first and before.get(way[first]) == way[first - 1]:
            first -= 1
        taken = len(way) - first
        return ring, max(0, min(length - taken, hops(way, d, label) - 1))

    def room(worms, way, d, label, length, c):
        if any(c in held(worm) for worm in worms):
            return False
        if c not in before or (way and before[c] == way[-1]):
            return True
        ring = ring_of[c]
        busy = len(set(ring) & set().union(*map(held, worms), ())) if worms else 0
        busy += sum(many for entered, many in map(kept, worms) if entered is ring)
        return len(ring) - busy >= min(length, hops((*way, c), d, label)) + 1

    def entered(d, label, length, way):
        if routing.delivers(way[-1], d, label):
            return [(d, label, length, way, None)]
        return [(d, label, length, way, c) for c in onward(way, d, label)]

    def stuck(state):
        left = [worm for worm in state if worm[4] is not None]
        while True:
            still = [w for w in left if not room([v for v in left if v is not w] + [w], w[3], *w[:3], w[4])]
            if len(still) == len(left):
                return bool(left)
            left = still

    packets = [(s, d, l) for s in routing.ends for d in routing.ends if s != d for l in routing.labels(s, d)]
    seen, todo = {()}, deque([()])
    while todo:
        state = todo.popleft()
        if state and stuck(state):
            return True
        later = []
        for s, d, label in packets:
            for c in onward((), d, label, s):
                for length in range(1, longest + 1):
                    if room(state, (), d, label, length, c):
                        later += [(*state, worm) for worm in entered(d, label, length, (c,))]
        for i, (d, label, length, way, wants) in enumerate(state):
            rest = state[:i] + state[i + 1 :]
            if wants is None:
                later.append(rest)
            elif room(state, way, d, label, length, wants):
                later += [(*rest, worm) for worm in entered(d, label, length, (*way, wants))]
        for each in later:
            key = tuple(sorted(each, key=repr))
            if key not in seen:
                if len(seen) >= most:
                    return None
                seen.add(key)
                todo.append(key)
    return False


def two_rings():
    """Two one-way rings of three nodes that share one."""
    links = [(0, 1), (1, 2), (2, 0), (0, 3), (3, 4), (4, 0)]
    return from_devices([(i,) for i in range(5)], [("link", "one-way link", [(a,), (b,)]) for a, b in links])


SUBJECTS = [
    (lambda: network("oneway-torus", k=3, n=1), "dimension-order"),
    (lambda: network("ring(3)"), "dimension-order"),
    (lambda: network("ring(4)"), "dimension-order"),
    (lambda: network("ring(4)"), "shortest"),
    (lambda: network("mesh", k=2, n=2), "shortest"),
    (two_rings, "shortest-first"),
    (lambda: network("oneway-torus", k=2, n=2), "dimension-order"),
]


def random_case(seed):
    """A routing between a few random pairs, and packets that a channel holds."""
    rng = random.Random(seed)
    build, name = rng.choice(SUBJECTS)
    net = build()
    pairs = [(s, d) for s in range(net.node_count) for d in range(net.node_count) if s != d]
    some = rng.sample(pairs, rng.randint(2, min(6, len(pairs))))
    rates = dict.fromkeys(some, Fraction(1, 9))
    routing = channel_routing(net, name)
    return talking(routing, traffic(net, rates)), rng.choice([2, 2, 3])


def rings(routing):
    return rings_of(routing, channel_dependencies(RoutingArrays(routing)).graph)


def against_all_states(seeds, most, kind="local"):
    found = Counter()
    for seed in seeds:
        routing, buffers = random_case(seed)
        if kind == "worm":
            verdict = bubble_deadlock(routing, None, None, kind="worm")
            truth = worms_can_deadlock(routing, rings(routing), 3, most)
        else:
            buffers -= kind == "critical"
            verdict = bubble_deadlock(routing, "cut-through", buffers, kind=kind)
            truth = can_deadlock(routing, buffers, rings(routing), most, kind == "critical")
        if truth is None:
            continue
        options = {} if kind == "worm" else {"switching": "cut-through", "buffers": buffers}
        given = (verdict or nl.deadlock(routing, **options)).verdict
        assert given in (DEADLOCK if truth else FREE, UNKNOWN), (seed, routing.title)
        found[given, verdict is not None] += 1
    return found


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("kind", "seeds", "most"), [("local", 20, 4_000), ("critical", 40, 2_000), ("worm", 20, 1_500)]
)
def test_bubbles_against_all_states(kind, seeds, most):
    found = against_all_states(range(seeds), most, kind)
    assert found[FREE, True] >= 1


@pytest.mark.long
@pytest.mark.parametrize("kind", ["local", "critical", "worm"])
def test_bubbles_against_all_states_of_many(kind):
    found = against_all_states(range(2_000), 30_000, kind)
    assert found[FREE, True] > 50 and found[DEADLOCK, True] > 5 and found[UNKNOWN, True] < 0.1 * sum(found.values())


def test_a_ring_needs_a_bubble():
    plain = nl.deadlock("ring", K=4, vcs=1, switching="cut-through")
    more = nl.deadlock("ring", K=4, vcs=1, switching="cut-through", buffers=3)
    bubble = nl.deadlock("ring", K=4, vcs=1, switching="cut-through", buffers=2, bubble=True)
    assert [each.verdict for each in (plain, more, bubble)] == [DEADLOCK, DEADLOCK, FREE]
    assert len(more.certificate["packets"]) == 3 * len(plain.certificate["packets"])
    assert all(nl.certify(each).accepted for each in (plain, more, bubble))


@pytest.mark.parametrize("kind", ["local", "critical"])
def test_one_escape_channel_of_duato_suffices(kind):
    found = nl.deadlock("torus", k=4, n=2, routing="duato escape=1", switching="cut-through", bubble=kind)
    assert found.verdict == FREE and nl.certify(found).accepted


def test_one_slot_of_a_ring_is_enough():
    critical = nl.deadlock("ring", K=4, vcs=1, switching="cut-through", bubble="critical")
    worms = nl.deadlock("torus", k=5, n=2, vcs=1, bubble="worm")
    for found in (critical, worms):
        assert found.verdict == FREE and nl.certify(found).accepted
        local = json.loads(json.dumps(found.certificate))
        del local["bubble"]
        with pytest.raises(CertificateError, match="two whole packets"):
            check_certificate(local)
    worm = nl.deadlock("torus", k=4, n=2, routing="shortest", bubble="worm").certificate
    packets = [{**packet, "flits": 2} for packet in worm["packets"]]
    with pytest.raises(CertificateError, match="one flit"):
        check_certificate({**worm, "packets": packets})


@pytest.mark.parametrize("sizes", [{"k": 4, "n": 1}, {"k": 5, "n": 2}, {"k": 4, "n": 3}])
def test_one_virtual_channel_suffices_on_tori(sizes):
    found = nl.deadlock("torus", routing="dimension-order", switching="store-and-forward", bubble=True, **sizes)
    assert found.verdict == FREE and nl.certify(found).accepted


def test_rings_that_turn_into_one_another_are_refused_with_their_packets():
    found = nl.deadlock("torus", k=4, n=2, routing="shortest", switching="cut-through", bubble=True)
    assert found.verdict == DEADLOCK and "rings that wait for one another" in found.criterion
    assert nl.certify(found).accepted


@pytest.mark.parametrize("kind", ["local", "critical", "worm"])
def test_two_rings_that_meet_are_not_covered(kind):
    net = two_rings()
    options = {} if kind == "worm" else {"switching": "cut-through"}
    every = channel_routing(net, "shortest-first")
    found = nl.deadlock(every, bubble=kind, **options)
    shown = [found.certificate.get(name) for name in ("packets", "moves", "buffers", "rings", "bubble")]
    assert "for ever" in reached(every, *shown[:2], kind == "worm", *shown[2:])
    assert found.verdict == DEADLOCK and "turn from one into another and back" in found.criterion
    packets = found.certificate["packets"]
    names = {str(net.labels(u)): u for u in range(net.node_count)} | {f"({u})": u for u in range(net.node_count)}
    pairs = {(names[each["source"]], names[each["destination"]]) for each in packets}
    routing = talking(channel_routing(net, "shortest-first"), traffic(net, dict.fromkeys(pairs, Fraction(1, 9))))
    circles = found.certificate["rings"]
    if kind == "worm":
        assert worms_can_deadlock(routing, circles, 1, 100_000)
    else:
        assert can_deadlock(routing, found.certificate["buffers"], circles, 100_000, kind == "critical")


def test_changed_certificates_are_refused():
    found = json.loads(json.dumps(nl.deadlock("torus", k=4, n=2, switching="cut-through", bubble=True).certificate))
    check_certificate(found)
    no_ring, no_room, flat = (copy.deepcopy(found) for _ in range(3))
    del no_ring["rings"][0]
    no_room["buffers"] = 1
    flat["ranks"] = [None if rank is None else 0 for rank in flat["ranks"]]
    for changed in (no_ring, no_room, flat):
        with pytest.raises(CertificateError):
            check_certificate(changed)
    full = nl.deadlock("ring", K=4, vcs=1, switching="cut-through", buffers=2).certificate
    with pytest.raises(CertificateError, match="can go on"):
        check_certificate({**full, "buffers": 3})


def test_what_a_bubble_needs_is_said():
    for options, words in (
        ({"bubble": True}, "whole packets"),
        ({"bubble": "gray"}, "local, critical, worm"),
        ({"bubble": "worm", "switching": "cut-through"}, "wormhole"),
        ({"bubble": "worm", "routing": "duato"}, "adaptive"),
        ({"buffers": 2}, "whole packets"),
        ({"buffers": 1, "bubble": True, "switching": "cut-through"}, "2 slots"),
        ({"buffers": 0, "switching": "cut-through"}, "1 to"),
        ({"bubble": True, "switching": "cut-through", "messages": "a > b"}, "cannot be combined"),
    ):
        with pytest.raises(InputError, match=words):
            nl.deadlock("ring", K=4, **options)
    with pytest.raises(InputError, match="escape"):
        nl.deadlock("torus", k=4, n=2, routing="shortest-adaptive", switching="cut-through", bubble=True)


def test_a_routing_without_rings_needs_no_bubble():
    found = nl.deadlock("mesh", k=3, n=2, switching="cut-through", bubble=True)
    assert found.verdict == FREE and "bubbles change nothing" in found.scope


def test_bubbles_after_failures_have_one_certificate():
    options = {"vcs": 1, "switching": "cut-through", "bubble": "critical", "failures": 1}
    found = nl.deadlock("ring", K=4, routing="shortest", **options)
    certificate = json.loads(json.dumps(found.failures.certificate))
    assert "deadlock-free after 4" in check_certificate(certificate)  # lines, which need no bubble
    certificate["after"][0]["certificate"]["switching"] = "store-and-forward"
    with pytest.raises(CertificateError, match="another routing, switching"):
        check_certificate(certificate)

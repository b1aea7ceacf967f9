"""How many virtual channels are enough, and the proofs that fewer are not."""

from copy import deepcopy
from itertools import pairwise, permutations
from random import Random

import networkx as nx
import pytest

from netlemma.checks import deadlock
from netlemma.checks.certificates.certificate_subject import choices
from netlemma.checks.certificates.certification import certify
from netlemma.checks.certificates.channel_certificate import in_no_order, refutes, rises
from netlemma.errors import CertificateError, RoutingError
from netlemma.graphs import network
from netlemma.graphs.deadlock.fewest_channels import channel_order, fewest_channels
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.routings import routing as named


def all_ways(letters):
    """A complete network in which packets from node 0 to node 1 cross the same hops in every order that is possible.

    Letter i is the hop from node 2 + 2i to the node after it. A sequence in which each order of three letters can be
    found has at least seven letters, so one of them three times.
    """
    net = network(nx.complete_graph(2 + 2 * letters))
    hop = {(int(a), int(b)): i for i, (a, b) in enumerate(zip(net.origin, net.target, strict=True))}
    orders = list(permutations(range(letters)))

    def after(node, came_by, destination, label):
        if (node, destination) != (0, 1) and came_by is None:
            return [(hop[node, destination], 1)]
        stops = [0, *(2 + 2 * i + half for i in orders[label] for half in (0, 1)), 1]
        return [(hop[node, stops[stops.index(node) + 1]], 1)]

    def labels(source, destination):
        return range(len(orders)) if (source, destination) == (0, 1) else (0,)

    return ChannelRouting("all-ways", net, "oblivious", after, 1, description="every order", labels=labels)


def test_two_virtual_channels_are_too_few_for_all_orders_of_three_hops_and_three_are_not():
    routing = all_ways(3)
    for vcs in (1, 2):
        found = channel_order(routing, vcs)
        assert not found.order
        assert f"order of {vcs} virtual channel" in in_no_order(routing, found.proof)
    assert len(found.proof["routes"]) >= 6 and len(found.proof["proof"]) > 1
    enough = channel_order(routing, 3)
    assert enough.proof is None
    assert rises(routing, 3, enough.order)


def test_two_virtual_channels_are_enough_for_both_orders_of_two_hops():
    routing = all_ways(2)
    assert channel_order(routing, 1).proof and rises(routing, 2, channel_order(routing, 2).order)


def changed(shown, choice):
    """The proof with one change."""
    shown, what = deepcopy(shown), choice.choice(["vcs", "route", "hop", "cycle", "no proof", "source"])
    route = choice.choice(shown["routes"])
    if what == "vcs":
        shown["vcs"] = 3
    elif what == "route":
        shown["routes"].remove(route)
    elif what == "hop":
        route["hops"][choice.randrange(len(route["hops"]))] += 1
    elif what == "cycle":
        cycle = choice.choice(shown["cycles"])
        cycle.pop(choice.randrange(len(cycle)))
    elif what == "no proof":
        shown["proof"] = []
    else:
        route["source"] = "node 3"
    return shown


def test_a_changed_proof_is_refused():
    routing, choice = all_ways(3), Random(4)
    shown = channel_order(routing, 2).proof
    for _ in range(40):
        with pytest.raises(CertificateError):
            in_no_order(routing, changed(shown, choice))


def test_a_cycle_without_channels_refutes_nothing():
    routing = all_ways(2)
    shown = channel_order(routing, 1).proof | {"vcs": 2, "proof": [[]]}
    with pytest.raises(CertificateError, match="has no channels"):
        in_no_order(routing, shown | {"cycles": [[]]})


def test_another_order_or_one_without_a_channel_is_refused():
    routing, choice = all_ways(2), Random(5)
    order = channel_order(routing, 2).order
    others = [choice.sample(order, len(order)) for _ in range(20)]
    assert all(
        _refused(routing, other) for other in [*others, order[1:], list(reversed(order)), [*order[1:], order[1]]]
    )
    assert not _refused(routing, order)


def _refused(routing, order):
    try:
        rises(routing, 2, order)
    except CertificateError:
        return True
    return False


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("name", "size", "routing", "kind"),
    [
        ("pancake", {"n": 4}, "shortest", "order"),
        ("generalised-petersen", {"n": 12, "k": 5}, "shortest", "order"),
        ("permutation-star", {"n": 4}, "star-cycles", "numbers"),
        ("dragonfly", {"p": 1, "a": 2, "h": 1}, "valiant-groups", "numbers"),
    ],
)
def test_certificates_show_both_numbers(name, size, routing, kind):
    found = deadlock(name, routing=routing, fewest_vcs=True, **size)
    assert found.verdict == "deadlock-free" and found.certificate["kind"] == kind
    assert found.fewest_vcs["suffices"] == found.fewest_vcs["necessary"] == 2
    checked = certify(found.certificate)
    assert checked.accepted and "cannot all rise in an order of 1 virtual channel on each hop" in checked.words
    assert (f"{routing}, wormhole switching, 2 virtual channels on each hop:" in checked.words) == (kind == "order")
    other = deepcopy(found.certificate)
    other["fewer"]["vcs"] = 2
    assert not certify(other).accepted


@pytest.mark.parametrize(
    ("name", "size", "routing", "own"),
    [
        ("hyperx", {"S": (3, 3), "T": 1}, "dal", "dal vcs=2"),
        ("flattened-butterfly", {"k": 3, "n": 2}, "dimwar", "dimwar vcs=2"),
        ("twisted-torus-2d", {"a": 4, "b": 4, "s": 2}, "twisted-order", "twisted-order vcs=2"),
        ("torus", {"k": 4, "n": 2}, "dimension-order", "dimension-order vcs=2"),
        ("torus", {"k": 4, "n": 2}, "shortest-adaptive", None),
        ("ring", {"K": 6}, "dimension-order ties=split", "dimension-order ties=split vcs=2"),
    ],
)
def test_a_routing_has_its_own_rule_and_adaptive_ones_deadlock_without(name, size, routing, own):
    found = deadlock(name, routing=routing, fewest_vcs=True, **size)
    assert found.verdict == "deadlock-free" and found.fewest_vcs["necessary"] == 2
    assert own is None or (found.fewest_vcs["routing"], found.fewest_vcs["suffices"]) == (own, 2)
    assert ("deadlock" in found.certificate) == (named(network(name, **size), routing, vcs=1).kind == "adaptive")
    assert certify(found.certificate).accepted
    less = "deadlock" if "deadlock" in found.certificate else "fewer"
    for change in ("vcs", "packets"):
        other = deepcopy(found.certificate)
        if change == "vcs":
            other[less]["routing"]["vcs"] = 2
            other[less]["routing"].pop("description", None)
            words = "virtual channels: it needs one" if less == "deadlock" else "a routing with one chooses hops"
        else:
            other[less]["packets" if less == "deadlock" else "routes"].pop()
            words = ""
        refused = certify(other)
        assert not refused.accepted and words in refused.words


@pytest.mark.parametrize(("name", "routing", "necessary"), [("torus", "duato", 3), ("mesh", "valiant", 2)])
def test_routings_of_several_layers_need_them(name, routing, necessary):
    found = fewest_channels(network(name, k=3, n=2), routing)
    assert found.fewest_vcs["necessary"] == found.fewest_vcs["suffices"] == necessary
    with pytest.raises(RoutingError, match="no routing called 'nothing'"):
        fewest_channels(network(name, k=3, n=2), "nothing")
    with pytest.raises(RoutingError, match="is a routing of"):
        fewest_channels(network(name, k=3, n=2), "dal")
    with pytest.raises(RoutingError, match="leave out vcs="):
        fewest_channels(network(name, k=3, n=2), f"{routing} vcs=4")


def test_an_order_of_one_routing_is_none_of_another():
    order = channel_order(channel_routing(network("toroid", w=4, D=2), "up-down"), 1).order
    with pytest.raises(CertificateError, match="no virtual channel behind"):
        rises(channel_routing(network("toroid", w=4, D=2), "shortest"), 1, order)


def test_routes_of_an_adaptive_routing_prove_nothing():
    """Its packets may wait in cycles of channels, so that no order is needed."""
    shown = {"vcs": 1, "routes": [], "cycles": [], "proof": []}
    with pytest.raises(CertificateError, match="may wait in cycles"):
        in_no_order(channel_routing(network("torus", k=3, n=2), "shortest-adaptive"), shown)


def brute_force(clauses, variables):
    """Whether some values of the variables make all clauses true."""
    for values in range(2**variables):
        if all(any((values >> (abs(each) - 1)) & 1 == (each > 0) for each in clause) for clause in clauses):
            return True
    return False


def test_proofs_of_a_solver_are_accepted_and_only_clauses_without_a_solution_are_refuted():
    from pysat.solvers import Solver

    choice = Random(7)
    refuted = 0
    for _ in range(150):
        clauses = [
            [choice.choice((1, -1)) * v for v in choice.sample(range(1, 7), 3)] for _ in range(choice.randint(20, 45))
        ]
        with Solver(name="g4", bootstrap_with=clauses, with_proof=True) as solver:
            solved = solver.solve()
            proof = (
                [] if solved else [[int(x) for x in line.split()[:-1]] for line in solver.get_proof() if line[0] != "d"]
            )
        assert solved == brute_force(clauses, 6)
        assert refutes(clauses, proof) is not solved
        refuted += not solved
        forged = [[choice.choice((1, -1)) * v for v in choice.sample(range(1, 7), 2)] for _ in range(4)]
        assert not (refutes(clauses, [*forged, []]) and solved)
    assert 20 < refuted < 130


@pytest.mark.parametrize(("letters", "vcs"), [(2, 2), (3, 3), (2, 5), (2, 6), (2, 7)])
def test_where_an_order_exists_it_satisfies_all_clauses(letters, vcs, monkeypatch):
    """So no proof can refute them: a clause too many would let a false one through."""
    routing, choice = all_ways(letters), Random(vcs)
    shown = channel_order(routing, letters - 1).proof | {"vcs": vcs, "cycles": []}
    routes = [[(route["destination"], route["label"], hop) for hop in route["hops"]] for route in shown["routes"]]
    order = list(range(vcs * routing.network.hop_count)) if vcs > letters else channel_order(routing, vcs).order
    taken = None
    while taken is None:
        if vcs > letters:
            choice.shuffle(order)
        rank = {(channel // vcs, 0): [] for channel in order}
        for place, channel in enumerate(order):
            rank[channel // vcs, 0].append(place)
        rank = {(hop, v): place for (hop, _), places in rank.items() for v, place in enumerate(places)}
        taken = first_channels(routes, rank, vcs)
    true = {i * (vcs - 1) + v: last >= v for i, last in enumerate(taken.values()) for v in range(1, vcs)}
    pairs = {}
    for route in routes:
        for here, there in pairwise(route):
            pairs |= dict.fromkeys((here[-1], v, there[-1], w) for v in range(vcs) for w in range(vcs))
    true |= {len(taken) * (vcs - 1) + 1 + i: rank[a, v] < rank[b, w] for i, (a, v, b, w) in enumerate(pairs)}
    clauses = []
    monkeypatch.setattr(
        "netlemma.checks.certificates.channel_certificate.refutes", lambda given, _: clauses.extend(given)
    )
    with pytest.raises(CertificateError):
        in_no_order(routing, shown)
    assert len(clauses) == len(taken) * (vcs - 2) + vcs**2 * sum(len(route) - 1 for route in routes)
    assert all(any(true[abs(x)] == (x > 0) for x in clause) for clause in clauses)


def first_channels(routes, rank, vcs):
    """The last virtual channel that a packet takes on each place, the first one behind that before; None if there is none."""
    taken = {}
    for route in routes:
        held = taken.setdefault(route[0], 0)
        for here, there in pairwise(route):
            held = next((v for v in range(vcs) if rank[there[-1], v] > rank[here[-1], held]), None)
            if held is None:
                return None
            taken[there] = max(held, taken.get(there, 0))
    return taken


def refuted_by_units(clauses, proof):
    """The same by looking at all clauses again and again."""
    known = list(clauses)

    def contradict(*assumed):
        true = set(assumed)
        while not any(-each in true for each in true):
            open_ones = [{x for x in clause if -x not in true} for clause in known if not true.intersection(clause)]
            if set() in open_ones:
                return True
            units = set().union(*(each for each in open_ones if len(each) == 1))
            if not units:
                return False
            true |= units
        return True

    for clause in proof:
        if contradict():
            break
        if not contradict(*(-x for x in clause)):
            return False
        known.append(clause)
    return contradict()


@pytest.mark.in_turn
@pytest.mark.parametrize("seed", range(4))
def test_what_follows_is_what_a_search_of_all_clauses_finds(seed):
    """Also of clauses that say a thing twice, or nothing, and of proofs with steps that do not follow."""
    choice, refuted, proved = Random(seed), 0, 0

    def some(number, variables, sizes):
        literals = [each for variable in range(1, variables + 1) for each in (variable, -variable)]
        return [choice.choices(literals, k=choice.choice(sizes)) for _ in range(number)]

    for _ in range(2000):
        variables = choice.randint(2, 4)
        clauses = some(choice.randint(2, 20), variables, (1, *(2, 3) * 4, *(3, 4, 5) * 3))
        proof = some(choice.randint(0, 4), variables, (0, 1, 1, 1, 1, 2, 2))
        expected = refuted_by_units(clauses, proof)
        assert refutes(clauses, proof) == expected, (clauses, proof)
        refuted += expected
        proved += expected and not refuted_by_units(clauses, [])
    assert 200 < refuted < 1800 and proved > 10
    assert refutes([*clauses, []], []) and not refutes([], [[]])


@pytest.mark.in_turn
def test_routes_and_cycles_of_ones_own_are_refused():
    """Every other hop, one more hop behind the destination, and every pair of channels that depend on each other in no way."""
    routing, vcs = all_ways(2), 2
    shown = channel_order(routing, 1).proof | {"vcs": vcs, "cycles": [], "proof": []}
    hops, route = range(routing.network.hop_count), shown["routes"][0]
    for place, taken in enumerate(route["hops"]):
        for hop in hops:
            other = {**route, "hops": [*route["hops"][:place], hop, *route["hops"][place + 1 :]]}
            with pytest.raises(CertificateError, match="proof" if hop == taken else "does not"):
                in_no_order(routing, shown | {"routes": [other]})
    whole = {**route, "hops": [*route["hops"]]}
    while routing.end(last := whole["hops"][-1]) != 1:
        whole["hops"] += choices(routing, routing.end(last), last, 1, route["label"])
    for hop in hops:
        with pytest.raises(CertificateError, match="does not"):
            in_no_order(routing, shown | {"routes": [{**whole, "hops": [*whole["hops"], hop]}]})
    after = {pair for each in shown["routes"] for pair in pairwise(each["hops"])}
    for tail in range(vcs * len(hops)):
        for head in range(vcs * len(hops)):
            found = (tail // vcs, head // vcs) in after or (tail // vcs == head // vcs and tail < head)
            with pytest.raises(CertificateError, match="dependency") as error:
                in_no_order(routing, shown | {"cycles": [[tail, head]]})
            assert (f"from channel {tail} to {head}" in str(error.value)) == (not found)

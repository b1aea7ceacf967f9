"""Routings of definitions proved for all sizes: against packets followed by plain loops, and wrong ones."""

import dataclasses
import itertools
import random
import re
from pathlib import Path

import pytest

from netlemma.definitions import read_definition
from netlemma.derive.definitions import plain_loops
from netlemma.derive.definitions.route_lemmas import not_rising
from netlemma.derive.definitions.route_proofs import Route, route_proof
from netlemma.derive.definitions.theorems import theorems
from netlemma.errors import ProofError

RING = "family own-ring\nsizes n >= 3\nnode i: 0..n-1\nlink ring: i - (i+1) mod n\n"
MESH = """family own-mesh
sizes k >= 2, n >= 2
node x: 0..k-1, y: 0..n-1
link row: (x, y) - (x+1, y) where x+1 < k
link column: (x, y) - (x, y+1) where y+1 < n
route (x, y) -> (x+1, y) where x' > x
route (x, y) -> (x-1, y) where x' < x
route (x, y) -> (x, y+1) where y' > y
route (x, y) -> (x, y-1) where y' < y
"""
TORUS = """family own-torus
sizes k >= 3, n >= 3
node x: 0..k-1, y: 0..n-1
link row: (x, y) - ((x+1) mod k, y)
link column: (x, y) - (x, (y+1) mod n)
route (x, y) -> ((x+1) mod k, y) vc [x <= x'] where x != x', 2*mod(x'-x, k) <= k
route (x, y) -> ((x-1) mod k, y) vc [x >= x'] where x != x'
route (x, y) -> (x, (y+1) mod n) vc [y <= y'] where y != y', 2*mod(y'-y, n) <= n
route (x, y) -> (x, (y-1) mod n) vc [y >= y'] where y != y'
"""
CUBES = """family ring-of-cubes
sizes n >= 3, d >= 1
node i: 0..n-1, b: words(2, d)
link ring: (i, b) - ((i+1) mod n, b)
link cube: (i, b) - (i, b with [j] = 1 - b[j]) for j: 1..d where b[j] = 0
route (i, b) -> ((i+1) mod n, b) vc [i <= i'] where i != i'
route (i, b) -> (i, b with [j] = b'[j]) for j: 1..d where b[j] != b'[j]
"""
LEE = """family lee
sizes k >= 3, d >= 1
node v: words(k, d)
link letter: v - v with [j] = (v[j]+1) mod k for j: 1..d
route v -> v with [j] = (v[j]+1) mod k for j: 1..d where v[j] != v'[j] vc [v[j] <= v'[j]]
"""
TERMINALS = MESH.replace("route (x, y) -> (x+1", "terminals 1 where y = 0\nroute (x, y) -> (x+1", 1)
DRAGONFLY = """family small-dragonfly
sizes a >= 2
node g: 0..a, r: 0..a-1
link local: (g, r) - (g, s) for s: 0..a-1 where r < s
link global: (g, r) - ((g+r+1) mod (a+1), a-1-r)
route (g, r) -> ((g+r+1) mod (a+1), a-1-r) where g' = (g+r+1) mod (a+1)
route (g, r) -> (g, mod(g'-g, a+1)-1) where g != g'
route (g, r) -> (g, r') vc 1
"""
NET = Path("tests/data/net")
OF_PAPERS = {
    "spidergon": """route i -> (i + n/2) mod n where mod(i'-i, n) > n/4, mod(i-i', n) > n/4
route i -> (i+1) mod n where mod(i'-i, n) <= n/2 vc [i <= i']
route i -> (i-1) mod n vc [i >= i']""",
    "hexamesh": """route (x, y) -> (x+1, y-1) where x < x', y > y'
route (x, y) -> (x-1, y+1) where x > x', y < y'
route (x, y) -> (x+1, y) where x < x'
route (x, y) -> (x-1, y) where x > x'
route (x, y) -> (x, y+1) where y < y'
route (x, y) -> (x, y-1)""",
    "half-ruche": """route (x, y) -> (x+3, y) where x' >= x+3
route (x, y) -> (x-3, y) where x' <= x-3
route (x, y) -> (x+1, y) where x' > x
route (x, y) -> (x-1, y) where x' < x
route (x, y) -> (x, y+1) where y < y'
route (x, y) -> (x, y-1)""",
    "rack-ring": """route (i, v) -> (i, v with [j] = v'[j]) for j: 1..n where v[j] != v'[j]
route (i, v) -> ((i+1) mod r, v) where 2*mod(i'-i, r) <= r vc [i <= i']
route (i, v) -> ((i-1) mod r, v) vc [i >= i']""",
}
LARGEST = 30


def hops(text, name, size, source, destination):
    """Channels of a packet, each with the number of its rule and the names at its begin, by plain loops; None if it never arrives."""
    there = dict(zip(((each.name, True) for each in text.coordinates), destination, strict=True))
    node, found = source, []
    while node != destination:
        here = dict(zip(((each.name, False) for each in text.coordinates), node, strict=True))
        names = {**{(key, False): value for key, value in size.items()}, **here, **there}
        for number, rule in enumerate(text.routings[name]):  # noqa: B007
            taken = (
                bound
                for bound in plain_loops._bound(rule.ranges, names)
                if rule.where is None or plain_loops.value(rule.where, bound)
            )
            if bound := next(taken, None):
                break
        else:
            return None
        end = tuple(plain_loops.value(each, bound) for each in rule.target)
        vc = 0 if rule.vc is None else plain_loops.value(rule.vc, bound)
        found.append(((node, end, vc), number, bound))
        node = end
        if len(found) > 3 * LARGEST:
            return None
    return found


def all_packets(text, name, size):
    """The channels of each packet; None if a hop is no link, or a packet does not arrive."""
    nodes = [plain_loops.node_of(text, names) for names in plain_loops.nodes(text, size)]
    links = set()
    for names in plain_loops.nodes(text, size):
        for rule in text.rules:
            for other in plain_loops.targets(text, rule, names):
                here = plain_loops.node_of(text, names)
                links |= {(here, other)} if rule.one_way else {(here, other), (other, here)}
    ends = plain_loops.terminals(text, size)
    ways = []
    for u, v in itertools.permutations(nodes, 2):
        if ends[v]:
            ways.append(hops(text, name, size, u, v))
            if ways[-1] is None or any(channel[:2] not in links for channel, _, _ in ways[-1]):
                return None
    return ways


def waits(ways):
    """Whether channels wait for one another in a circle."""
    after = {}
    for way in ways:
        for (one, *_), (two, *_) in itertools.pairwise(way):
            after.setdefault(one, set()).add(two)
            after.setdefault(two, set())
    while free := {one for one, behind in after.items() if not behind}:
        after = {one: behind - free for one, behind in after.items() if one not in free}
    return bool(after)


def sizes(text):
    least = text.least
    found = []
    for more in sorted(itertools.product(range(4), repeat=len(least)), key=sum):
        size = {name: low + each for (name, low), each in zip(least.items(), more, strict=True)}
        if plain_loops.holds(text.conditions, size) and plain_loops.work(text, size) <= LARGEST:
            found.append(size)
    return found


PROVED = {
    "ring up": RING + "route i -> (i+1) mod n vc [i < i']",
    "ring by distance": RING + "route i -> (i+1) mod n vc n - mod(i'-i, n)",
    "mesh": MESH,
    "torus": TORUS,
    "cubes": CUBES,
    "highest bit first": CUBES.replace("[j] = b'[j]", "[d+1-j] = b'[d+1-j]").replace("b[j] != b'[j]", "b[d+1-j] != b'[d+1-j]"),
    "lee": LEE,
    "terminals": TERMINALS,
    "either way, letters": LEE.partition("route")[0] + "route v -> v with [j] = (v[j]+1) mod k for j: 1..d where v[j] != v'[j], 2*mod(v'[j]-v[j], k) <= k vc [v[j] <= v'[j]]\nroute v -> v with [j] = (v[j]-1) mod k for j: 1..d where v[j] != v'[j] vc [v[j] >= v'[j]]",
    "local, global, local": DRAGONFLY,
    "cliques": "family own-hyperx\nsizes k >= 2, d >= 1\nnode v: words(k, d)\nlink any: v - v with [j] = c for j: 1..d, c: 0..k-1 where v[j] < c\nroute v -> v with [j] = v'[j] for j: 1..d where v[j] != v'[j]",
}  # fmt: skip

PROVED |= {name: f"{(NET / f'{name}.net').read_text()}\n{rules}" for name, rules in OF_PAPERS.items()}


@pytest.mark.in_turn
@pytest.mark.parametrize("name", PROVED)
def test_ranks_rise_along_packets_and_belong_to_channels(name):
    text = read_definition(PROVED[name])
    proof = route_proof(text, "route")
    assert not proof.missing
    for size in sizes(text)[:5]:
        ranks = {}
        for way in all_packets(text, "route", size):
            along = []
            for channel, rule, names in way:
                along.append(tuple(plain_loops.value(part.values[rule], names) for part in proof.rank))
                assert ranks.setdefault(channel, along[-1]) == along[-1]
            assert all(one < two for one, two in itertools.pairwise(along))


REFUSED = {
    "one channel on a ring": (RING + "route i -> (i+1) mod n", "no rank of channels is found"),
    "dateline too late": (RING + "route i -> (i+1) mod n vc [i < i'-1]", "no rank of channels is found"),
    "cubes without channels": (CUBES.replace("vc [i <= i'] ", ""), "no rank of channels is found"),
    "torus without channels in y": (TORUS.replace("vc [y <= y'] ", ""), "no rank of channels is found"),
    "local hops on one channel": (DRAGONFLY.replace(" vc 1", ""), "no rank of channels is found"),
    "a rule is missing": (MESH.rpartition("route")[0], "a rule applies wherever packets come"),
    "off the mesh": (MESH.replace("x' > x", "x' >= x"), "the hop of line 6 is a link"),
    "letters of another word": (CUBES.replace("b: words(2, d)", "b: words(2, d), c: words(2, d)").replace("(i, b)", "(i, b, c)").replace("((i+1) mod n, b)", "((i+1) mod n, b, c)").replace("(i, b with", "(i, c with").replace("b[j])", "b[j], c)").replace("b'[j])", "b'[j], c)"), "changes several letters"),
    "too many rules": (RING + "".join(f"route i -> (i+1) mod n where i' = {x}\n" for x in range(25)), "a routing of 25 rules: at most 24"),
    "a jump": (MESH.replace("route (x, y) -> (x+1, y)", "route (x, y) -> (x+2, y) where x' > x+1\nroute (x, y) -> (x+1, y)"), "the hop of line 6 is a link"),
    "no link": (MESH.replace("(x, y+1) where y'", "(x, y+2) where y'"), "the hop of line 8 is a link"),
    "away from the destination": (RING + "route i -> (i+1) mod n where i < i'\nroute i -> (i+1) mod n where i = i'+1\nroute i -> (i-1) mod n where i > i'+2\nroute i -> (i+1) mod n", "packets arrive"),
    "all letters change": ("family shuffle\nsizes d >= 1\nnode v: words(2, d)\nlink out: v -> v with [j] = v[j] + 1 - 2*v[j] (for j: 1..d)\nroute v -> v with [j] = 1 - v[j] (for j: 1..d)", "words all of whose letters change"),
    "a letter by the others": (CUBES.replace("sizes n >= 3, d >= 1", "sizes n >= 3, d >= 2").replace("where b[j] != b'[j]", "where sum(t: 1..d, b[t]) > 0, b[j] != b'[j]"), "sum over t in a rule of a route"),
}  # fmt: skip


@pytest.mark.in_turn
@pytest.mark.parametrize("name", REFUSED)
def test_what_does_not_hold_is_not_proved(name):
    text, why = REFUSED[name]
    proof = route_proof(read_definition(text), "route")
    assert proof.rank is None
    assert why in proof.missing


def drawn(chance):
    """A routing of a ring or a mesh that may be wrong, by rules that are drawn."""
    if chance.random() < 0.5:
        compared = ["i < i'", "i > i'", "i <= i'", "2*mod(i'-i, n) <= n", "2*mod(i'-i, n) < n", "i = 0", "i' = i+1"]
        lanes = ["", " vc [i < i']", " vc [i <= i']", " vc [i > i']", " vc [i = 0]", " vc 1", " vc [i' = 0]"]
        rules = [
            f"route i -> (i{chance.choice('++-')}1) mod n{chance.choice(lanes)}" + (f" where {chance.choice(compared)}" if last else "")
            for last in reversed(range(chance.choice([1, 2, 2, 3])))
        ]  # fmt: skip
        return RING + "\n".join(dict.fromkeys(rules))
    moves = ["(x+1, y) where x < x'", "(x-1, y) where x > x'", "(x, y+1) where y < y'", "(x, y-1) where y > y'"]
    moves += ["(x+1, y) where x < x', y = y'", "(x, y+1) where y < y', x >= x'", "(x-1, y) where x > x', y >= y'"]
    chance.shuffle(moves)
    return MESH.partition("route")[0] + "\n".join(
        f"route (x, y) -> {move}" for move in moves[: chance.choice([4, 5, 7])]
    )


@pytest.mark.in_turn
def test_no_routing_that_waits_or_gets_lost_is_proved():
    chance = random.Random(41)
    proved = refused = 0
    for _ in range(14):
        try:
            text = read_definition(drawn(chance))
        except ValueError:  # a rule that never applies
            continue
        proof = route_proof(text, "route")
        proved += proof.rank is not None
        ways = [all_packets(text, "route", size) for size in sizes(text)[:5]]
        right = all(way is not None and not waits(way) for way in ways)
        refused += not right
        assert right or proof.rank is None, text.text
    assert proved >= 3
    assert refused >= 5


@pytest.mark.in_turn
def test_a_routing_is_a_lemma_whose_steps_are_checked_again():
    text = read_definition(RING + "route i -> (i+1) mod n vc [i < i']\nroute single: i -> (i+1) mod n")
    found = theorems(text)
    lemma = found.lemmas["own-ring.deadlock_rank.route"]()
    lemma.check()
    assert lemma.closed_form == 0
    assert lemma.definition.literal({"n": 5}) == 0
    assert "no rank of channels" in found.reasons["own-ring.deadlock_rank.single"]
    [step] = lemma.derivation.steps
    proof = step.proof
    assert "z3: packets arrive: (i'' - i) mod n falls by line 5" in proof.describe()
    turned = dataclasses.replace(proof.found, rank=proof.found.rank[::-1])
    assert not_rising(text, "route", turned, {"n": 5}) > 0  # the channel before the place is what rises
    with pytest.raises(ProofError, match="the rank is another one"):
        dataclasses.replace(proof, found=turned).check(lemma.derivation.start, lemma.closed_form)
    with pytest.raises(ProofError, match="no rank of channels"):
        dataclasses.replace(proof, routing="single").check(lemma.derivation.start, lemma.closed_form)


def test_a_rank_that_depends_on_the_packet_is_none_of_channels():
    text = read_definition(
        RING + "route i -> (i+1) mod n where i < i'\nroute i -> (1+i) mod n"
    )  # which take the same links
    route = Route(text, text.routings["route"])
    assert route.shared == {(0, 1)}
    parts = {part.words: part for part in route.rank_parts(frozenset({0, 1}))}
    assert route._of_channels(parts["i"], frozenset({0, 1}))
    assert not route._of_channels(parts["i in the direction of the hop"], frozenset({0, 1}))


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("text", "shortest"),
    [
        (MESH + "distance abs(x-x') + abs(y-y')", True),
        (MESH + "distance 1", False),
        (CUBES + "distance mod(i'-i, n) + sum(j: 1..d, i*[b[j] != b'[j]])", False),  # it changes with i as well
        (MESH, False),
        (TORUS + "distance min(mod(x'-x, k), mod(x-x', k)) + min(mod(y'-y, n), mod(y-y', n))", True),
        (CUBES + "distance mod(i'-i, n) + sum(j: 1..d, [b[j] != b'[j]])", True),
        (CUBES + "distance min(mod(i'-i, n), mod(i-i', n)) + sum(j: 1..d, [b[j] != b'[j]])", False),
    ],
)
def test_routes_along_which_the_claimed_distance_falls_are_shortest(text, shortest):
    proof = route_proof(read_definition(text), "route")
    assert ("so that routes are shortest" in proof.arrives[-1]) == shortest


def mutants(text):
    """Definitions with one rule left out, turned round, without its virtual channel, or with another comparison."""
    lines = text.splitlines()
    for at, line in enumerate(lines):
        if not line.startswith("route"):
            continue
        changed = {""}
        changed |= {
            line[: found.start()] + new + line[found.end() :]
            for old, new in (
                (r"\+1", "-1"),
                (r"-1", "+1"),
                (r" vc \[[^]]*\](?=]| where| for|$)", ""),
                ("<=", "<"),
                (" < ", " <= "),
                ("!=", "="),
            )
            for found in re.finditer(old, line)
        }
        for each in changed - {line}:
            yield "\n".join([*lines[:at], each, *lines[at + 1 :]])


@pytest.mark.in_turn
@pytest.mark.parametrize("text", [RING + "route i -> (i+1) mod n vc [i < i']", MESH, CUBES, DRAGONFLY])
def test_mutants_are_proved_only_where_they_are_right(text):
    refused = 0
    for each in mutants(text):
        try:
            mutant = read_definition(each)
        except ValueError:  # a rule that never applies, or no rule
            continue
        if not mutant.routes:
            continue
        ways = [all_packets(mutant, "route", size) for size in sizes(mutant)[:4]]
        right = all(way is not None and not waits(way) for way in ways)
        refused += not right
        assert right or route_proof(mutant, "route").rank is None, each
    assert refused

"""What follows from definitions of families in text, against plain loops; wrong distances are refused."""

import itertools
import random
import re
from fractions import Fraction
from pathlib import Path

import pytest

from netlemma.definitions import read_definition
from netlemma.derive.definitions import plain_loops
from netlemma.derive.definitions.theorems import DefinedFamily, theorems
from netlemma.errors import DefinitionError

FILES = sorted(Path("tests/data/net").glob("*.net"))
RINGS_OF_CUBES = """
family ring-of-cubes
sizes  n >= 3, d >= 1
node   i: 0..n-1, b: words(2, d)
link   ring: (i, b) - ((i+1) mod n, b)
link   cube: (i, b) - (i, b with [j] = 1 - b[j]) for j: 1..d where b[j] = 0
distance min(mod(i'-i, n), mod(i-i', n)) + sum(j: 1..d, [b[j] != b'[j]])
"""
OF_DISTANCE = ("diameter", "mean_distance", "wiener_index")
LARGEST = 90  # nodes of networks that are counted by plain loops


def counted(text, size):
    """Numbers of nodes and links, degrees and distances of a network, by plain loops of this test."""
    every = [plain_loops.node_of(text, names) for names in plain_loops.nodes(text, size)]
    near = {node: set() for node in every}
    links = set()
    for names in plain_loops.nodes(text, size):
        here = plain_loops.node_of(text, names)
        for rule in text.rules:
            for there in plain_loops.targets(text, rule, names):
                links.add((here, there) if rule.one_way else frozenset((here, there)))
                near[here].add(there)
                if not rule.one_way:
                    near[there].add(here)
    on = dict.fromkeys(every, 0) if text.terminals is None else plain_loops.terminals(text, size)
    degrees = {len(each) + on[node] for node, each in near.items()}
    ends = sum(on.values())
    found = {
        "nodes": ends or len(every),
        "links": len(links) + ends,
        "max_degree": max(degrees),
        "min_degree": min(degrees),
    }
    if len(degrees) == 1:
        found["degree"] = max(degrees)
    total = most = 0
    for source in every:
        far = {source: 0}
        border = [source]
        for u in border:
            for v in near[u]:
                if v not in far:
                    far[v] = far[u] + 1
                    border.append(v)
        if len(far) < len(every):
            return found
        total, most = total + sum(far.values()), max(most, *far.values())
    if len(every) > 1:
        found |= {
            "diameter": most,
            "wiener_index": Fraction(total, 2),
            "mean_distance": Fraction(total, len(every) * (len(every) - 1)),
        }
    return found


def sizes_of(text, most, least=0):
    """Sizes of networks that are small enough, the largest of them last."""
    family = DefinedFamily(text)
    near = [size for size in family.domain.sizes(60) if plain_loops.work(text, size) <= LARGEST]
    return near[least : least + most]


def require_true(text, sizes):
    """Compare all that follows from a definition with plain loops."""
    found = theorems(text)
    for size in sizes:
        true = counted(text, size)
        for key, build in found.lemmas.items():
            name = key.partition(".")[2]
            lemma = build()
            assert lemma.strength == "proved"
            if name in true and lemma.domain.contains(size):
                assert lemma.value(size) == true[name], (key, size)
    return found


@pytest.mark.in_turn
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_follows_is_true_at_further_sizes(file):
    text = read_definition(file.read_text(), file.name)
    found = require_true(text, sizes_of(text, 8, 4))
    for build in found.lemmas.values():
        build().check()
    assert {f"{text.name}.nodes", f"{text.name}.links"} <= set(found.lemmas)
    lost = {key.partition(".")[2] for key in found.reasons}
    assert lost <= ({"max_degree"} if text.distance is not None else {"diameter", "mean_distance", "wiener_index"})


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("name", "quantity", "closed"),
    [
        ("cube-ring", "links", lambda k, n: k * 2**n + k * n * 2 ** (n - 1)),
        ("cube-ring", "diameter", lambda k, n: k // 2 + n),
        ("clique-ring", "links", lambda k, m: k * m * (m - 1) // 2 + k * m * m),
        ("clique-ring", "wiener_index", lambda k, m: (k * m * (m - 1) + m * m * k * (k * k // 4)) / 2),
        ("cylinder-king", "links", lambda k, n: k * n + 3 * k * (n - 1)),
        ("cylinder-king", "diameter", lambda k, n: max(k // 2, n - 1)),
        ("lee-words", "wiener_index", lambda k, n: k**n * n * (k * k // 4) * k ** (n - 1) / 2),
        ("lee-words", "diameter", lambda k, n: n * (k // 2)),
        ("manhattan-streets", "links", lambda k, n: 2 * k * n),
    ],
)
def test_closed_forms_found_on_paper(name, quantity, closed):
    text = read_definition(Path(f"tests/data/net/{name}.net").read_text())
    lemma = theorems(text).lemmas[f"{name}.{quantity}"]()
    for size in itertools.islice(lemma.domain.sizes(30), 20):
        assert lemma.value(size) == closed(**size), size


MUTANTS = {
    "+": "-",
    "max(": "min(",
    "min(": "max(",
    "abs(y-y')": "abs(y-y')+[y != y']",
    "x'-x": "x'-x+1",
    "y-y'": "y-y'-1",
    "b'-b": "b'-b-1",
    "[i != i']": "2*[i != i']",
    "sum(j: 1..n": "sum(j: 2..n",
    "v[j] != v'[j]": "v[j] = v'[j]",
    "mod(v'[j]-v[j], k)": "mod(v'[j]-v[j], 2)",
}


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "file", [file for file in FILES if "\ndistance" in file.read_text()], ids=lambda file: file.stem
)
def test_a_wrong_distance_is_refused_or_not_proved(file):
    """Each change of the formula that is possible; what is refused names the place, a size and a pair of nodes."""
    before, _, formula = file.read_text().rpartition("distance ")
    tried = 0
    for old, new in MUTANTS.items():
        for place in re.finditer(re.escape(old), formula):
            changed = formula[: place.start()] + new + formula[place.end() :]
            try:
                text = read_definition(f"{before}distance {changed}", file.name)
                require_true(text, sizes_of(text, 3, 3))
            except DefinitionError as error:
                tried += 1
                assert re.match(rf"{file.name}:\d+:\d+: ", str(error))
    assert tried > 1


DRAGONFLY = """
family own-dragonfly
sizes a >= 1, h >= 1
node g: 0..a*h, r: 0..a-1
link local: (g, r) - (g, s) for s: r+1..a-1
link global: (g, r) - ((g + r*h + q) mod (a*h+1), a - 1 - r) for q: 1..h
"""
TREE = """
family two-levels
sizes k >= 2, k even
node level: 0..1, i: 0..k-1 where level = 0 or i < k/2
link up: (0, i) - (1, j) for j: 0..k/2-1
"""
TRIANGLE = """
family own-triangle
sizes n >= 3
node x: 0..n-1, y: 0..n-1 where x + y < n
link row: (x, y) - (z, y) for z: 0..n-1 where z > x and z + y < n
link column: (x, y) - (x, z) for z: 0..n-1 where z > y and z + x < n
"""
ARRANGEMENT = """
family own-arrangement
sizes n >= 3, k >= 1, k < n
node p: words(n, k) where distinct(p)
link change: p - p with [j] = x for j: 1..k, x: 0..n-1 where x != p[j] and all(i: 1..k, p[i] != x)
"""
DE_BRUIJN = """
family own-de-bruijn
sizes n >= 2
node i: 0..2^n-1
link shift: i -> (2*i + b) mod 2^n for b: 0..1 where (2*i + b) mod 2^n != i
"""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (DRAGONFLY, {"nodes", "links", "links.local", "links.global", "degree"}),
        (DE_BRUIJN, {"nodes", "links", "max_degree", "min_degree"}),
        (ARRANGEMENT, {"nodes"}),
        (TREE, {"nodes", "links", "max_degree", "min_degree"}),
        (TRIANGLE, {"nodes", "links", "links.row", "links.column", "max_degree", "min_degree", *OF_DISTANCE}),
    ],
)
def test_sizes_may_be_multiplied_and_exponents_and_choices_have_conditions(text, found):
    definition = read_definition(text)
    assert {key.partition(".")[2] for key in require_true(definition, sizes_of(definition, 12)).lemmas} == found


def test_a_link_less_in_a_group_is_no_regular_network():
    definition = read_definition(DRAGONFLY.replace("q: 1..h", "q: 1..h where g + q < a*h"))
    assert "own-dragonfly.degree" not in theorems(definition).lemmas


def test_a_rule_left_out_is_refused():
    for rule in ("rising", "falling"):
        text = Path("tests/data/net/cylinder-king.net").read_text()
        less = re.sub(rf"link {rule}.*\n", "", text)
        with pytest.raises(DefinitionError, match="the distance is wrong at k=3 n=2 from"):
            theorems(read_definition(less))


@pytest.mark.in_turn
def test_the_example_is_derived_whole():
    text = read_definition(RINGS_OF_CUBES)
    found = require_true(text, sizes_of(text, 6))
    assert not found.reasons
    assert str(found.lemmas["ring-of-cubes.diameter"]().closed_form) == "d + floor(n/2)"


RULES = [
    "({x}, y) - (({x}+1) mod k, y)",
    "(x, y) - (x, (y+1) mod m)",
    "(x, y) - (x+1, y) where x < k-1",
    "(x, y) - (x, y+1) where y < m-1",
    "(x, y) - ((x+1) mod k, (y+1) mod m)",
    "(x, y) - (x+1, y+1) where x < k-1 and y < m-1",
    "(x, y) - ((x+2) mod k, y) where k >= 5",
    "(x, y) - ((x + k - 1) mod k, y+1) where y < m-1",
    "(x, y) - (k-1-x, y) where 2*x != k-1",
    "(x, y) - (x, z) for z: 0..m-1 where z > y",
    "(x, y) - (z, y) for z: 0..k-1 where z != x",
    "(x, y) - (x, y+1) where y < m-1 and x mod 2 = 0",
    "(0, y) - (k-1, y) where k >= 3",
    "(x, y) - ((x+1) mod k, m-1-y)",
]
PARTS = {
    "x": ["abs(x-x')", "min(mod(x-x', k), mod(x'-x, k))", "[x != x']"],
    "y": ["abs(y-y')", "min(mod(y-y', m), mod(y'-y, m))", "[y != y']"],
}


def drawn(number):
    """A definition of two coordinates with rules and, mostly wrong, distances drawn at random."""
    draw = random.Random(number)
    arrow = draw.choice([" - ", " - ", " - ", " -> "])
    products = [draw.choice([RULES[0], RULES[2], RULES[10]]), draw.choice([RULES[1], RULES[3], RULES[9]])]
    rules = products if draw.random() < 0.5 else draw.sample(RULES, draw.randint(1, 3))
    lines = [f"link c{i}: {rule.format(x='x').replace(' - ', arrow, 1)}" for i, rule in enumerate(rules)]
    claim = []
    if draw.random() < 0.4:
        x, y = (draw.choice(PARTS[name]) for name in "xy")
        claim = [f"distance {draw.choice([f'{x} + {y}', f'max({x}, {y})'])}"]
    head = ["family drawn", "sizes k >= 3, m >= 2", "node x: 0..k-1, y: 0..m-1"]
    return "\n".join([*head, *lines, *claim])


def judged(number):
    """What follows from a drawn definition: what is proved is true; "refused" if its distance is wrong."""
    source = drawn(number)
    try:
        text = read_definition(source)
        found = require_true(text, sizes_of(text, 6))
    except DefinitionError as error:
        assert "distance is wrong" in str(error), source
        return "refused"
    return "whole" if any(key.endswith("diameter") for key in found.lemmas) else "counts"


@pytest.mark.in_turn
@pytest.mark.parametrize("number", range(8))
def test_no_theorem_of_a_drawn_definition_is_false(number):
    judged(number)


@pytest.mark.long
def test_no_theorem_of_many_drawn_definitions_is_false():
    found = [judged(number) for number in range(8, 208)]
    assert {"refused", "whole", "counts"} == set(found)

"""Fabrics by coordinates: what their proofs refuse, and random ones against plain loops."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest
import sympy as sp

from netlemma.definitions import read_definition
from netlemma.derive import lemma
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.notation import DeviceMax, PairSum, crossings, parameter
from netlemma.derive.core.domain import Domain, Parameter
from netlemma.derive.definitions.clique_loads import CliqueLoads
from netlemma.derive.definitions.theorems import DefinedFamily
from netlemma.derive.lemmas.cycles import DUAL
from netlemma.derive.lemmas.fabrics import BCUBE, TREE_SWITCHES
from netlemma.derive.lemmas.hierarchies import _DRAGONFLY, SWITCHES
from netlemma.derive.lemmas.of_length import of_length, tree
from netlemma.derive.networks import group_ports
from netlemma.derive.networks.coordinate_fabrics import CoordinateFabric, Joined, LargestOfAll
from netlemma.derive.networks.distance_lemmas import LOAD, lemmas
from netlemma.derive.networks.level_fabrics import LevelFabric, WordsByLevel, level
from netlemma.derive.networks.nested_networks import BusesAtPlaces, Lines, Nested
from netlemma.errors import NotDerived, ProofError

m_1, m_2, w_1, w_2 = (parameter(name) for name in ("m_1", "m_2", "w_1", "w_2"))
MADE, FABRIC = tree("xgft", 2)
WRONG = {
    "nodes": m_1 * m_2 + 1,
    "links": m_1 * m_2 * w_1 + m_2 * w_1,
    "max_degree": sp.Max(m_2, w_1, m_1 + w_2, m_1 + w_1),
    "diameter": sp.Integer(5),
    "mean_distance": 4 - 2 * m_1 / (m_1 * m_2 - 1),
}


@pytest.mark.parametrize("quantity", WRONG)
def test_another_closed_form_is_refused(quantity):
    found = lemmas(MADE, fabric=FABRIC, **{quantity: WRONG[quantity]})
    with pytest.raises(ProofError):
        found[MADE.key(quantity)]().check()


def test_a_larger_load_is_refused():
    form = sp.Max(1, m_1 / w_2) / w_1
    with pytest.raises(ProofError):
        lemmas(MADE, fabric=FABRIC, load=form)[MADE.key(LOAD)]().check()


def test_a_sum_that_is_right_at_the_sizes_compared_alone_is_refused():
    """Two small sizes do not decide: the proof compares the closed form with the sum for all sizes."""
    made = replace(MADE, small=tuple(size for size in MADE.small if size["w_1"] == 1))
    with pytest.raises(ProofError):
        lemmas(made, fabric=FABRIC, links=m_1 * m_2 * w_1 + m_2 * w_2)["xgft.links"]().check()


def test_a_step_without_its_fabric_is_refused():
    proved = lemma("xgft.mean_distance.terminals")
    step = proved.derivation.steps[0]
    other = tree("xgft", 3)[1]
    with pytest.raises(ProofError):
        replace(step.proof, structure=other).check(step.before, step.after)
    with pytest.raises(ProofError):
        step.proof.check_domain([w_1 >= 1], {w_1})


def test_ways_that_need_a_second_value_are_not_derived():
    """Two nodes of one side are joined by way of the other side, whose nodes they tell apart where there are two alone."""
    n = parameter("n")
    domain = Domain((Parameter("n", 1),))
    parts = ({"x": n}, {"u": ("x",), "v": ("x",)}, (Joined("u", "v"),), ("u",))
    with pytest.raises(NotDerived, match="not reached"):
        CoordinateFabric(domain, *parts).seen("u")
    star = CoordinateFabric(domain, {"x": n}, {"u": ("x",), "hub": ()}, (Joined("u", "hub"),), ("u",))
    with pytest.raises(NotDerived, match="2 hops apart"):  # there is one end at n = 1
        star.diameter()


def test_the_largest_expression_is_shown_at_all_sizes():
    x, y = parameter("x"), parameter("y")
    largest = LargestOfAll(((x, 2), (y, 1)))
    assert largest.not_negative(x * y - 2 * y)
    assert largest.not_negative((x - x * y) / (1 - x * y - y))
    assert not largest.not_negative(x * y - 3 * y)
    assert not largest.not_negative(sp.sqrt(x))


def _drawn(seed: int) -> CoordinateFabric:
    """Three kinds with random coordinates, in a row or a triangle."""
    draw = random.Random(seed)
    names = "abc"
    domain = Domain(tuple(Parameter(name, 2) for name in names))
    while True:
        kinds = {kind: tuple(c for c in names if draw.random() < 0.6) for kind in "PQR"}
        if kinds["P"]:
            break
    pairs = [("P", "Q"), ("Q", "R"), *([("P", "R")] if draw.random() < 0.4 else [])]
    joined = tuple(Joined(*pair, "".join(pair)) for pair in pairs)
    return CoordinateFabric(domain, {c: parameter(c) for c in names}, kinds, joined, ("P",))


@pytest.mark.parametrize("seed", range(24))
def test_random_fabrics_are_as_plain_loops_count_them(seed):
    fabric = _drawn(seed)
    made = fabric.construction("drawn", ())
    for size in ({"a": 2, "b": 2, "c": 2}, {"a": 3, "b": 2, "c": 4}):
        sizes = {p.symbol: size[p.name] for p in fabric.domain.parameters}
        try:
            total = fabric.total(lambda each: each.distance)
        except NotDerived:
            with pytest.raises(KeyError):
                made.network(size).all_distances()
            continue
        every = made.network(size).all_distances()
        assert evaluate(total, sizes) == sum(every)
        assert evaluate(fabric.diameter(), sizes) == max(every)
        try:
            crossings = {
                (h.tail, h.head): fabric.crossings(h) / fabric.cables(h.over) for k in "PQR" for h in fabric.hops(k)
            }
        except NotDerived:
            continue
        ends = len(made.network(size).ends)
        for (one, other), load in made.network(size).loads().items():
            assert evaluate(crossings[one[0], other[0]], sizes) == load * (ends - 1)


def test_trees_of_four_levels_are_proved():
    assert {build().strength for build in of_length("xgft", 4).values()} == {"proved"}
    assert of_length("xgft", 4)["xgft-4.diameter.terminals"]().value(
        {**{f"m_{j}": 2 for j in range(1, 5)}, **{f"w_{j}": 1 for j in range(1, 5)}}
    ) == Fraction(8)


def _megafly(**within: object) -> CoordinateFabric:
    from netlemma.derive.lemmas.hierarchies import _MEGAFLY

    *others, wires = _MEGAFLY.joined
    return replace(_MEGAFLY, joined=(*others, wires._replace(within=wires.within._replace(**within))))


def test_ports_that_are_not_joined_in_pairs_are_refused(monkeypatch):
    monkeypatch.setattr(group_ports, "partner", lambda group, port, at_least: port + 1)
    with pytest.raises(ProofError, match="pairs"):
        group_ports.certify_pairs()


def test_ways_over_links_of_which_nothing_is_said_are_not_derived():
    with pytest.raises(NotDerived, match="within one kind"):
        _megafly(groups=("", "")).seen("terminal")


def test_distances_by_third_groups_are_not_derived():
    """Two links between groups may be shorter than the direct way; which nodes they join is known of those of groups alone."""
    with pytest.raises(NotDerived, match="third groups"):
        replace(_DRAGONFLY, direct=False).seen("terminal")
    switches = replace(_DRAGONFLY, ends=("switch",), direct=False)
    switches.seen("switch")
    (between,) = (hop for hop in switches.hops("switch") if hop.over.within and hop.over.within.groups[0])
    with pytest.raises(NotDerived, match="different links"):
        switches.load(between)


@pytest.mark.parametrize(("a", "h"), [(1, 3), (2, 2), (3, 2), (2, 4), (4, 3)])
def test_pairs_joined_by_third_groups_are_counted(a, h):
    groups = range(a * h + 1)
    found = set()
    for i, j, k in permutations(groups, 3):
        if group_ports.port_to(k, i) // h == group_ports.port_to(k, j) // h:
            s, t = group_ports.port_to(i, k) // h, group_ports.port_to(j, k) // h
            if s != group_ports.port_to(i, j) // h and t != group_ports.port_to(j, i) // h:
                found.add((i, s, j, t))
    assert len(found) == group_ports.joined_by_third_groups(sp.Integer(a), sp.Integer(h))


def test_other_orders_of_ports_are_refused(monkeypatch):
    backwards = lambda group, other, at_least: 100 - other - at_least(other, group)  # noqa: E731
    monkeypatch.setattr(group_ports, "port_to", backwards)
    with pytest.raises(ProofError, match="third group"):
        group_ports.certify_third_groups.__wrapped__()
    monkeypatch.setattr(group_ports, "port_to", lambda group, other, at_least: other)
    with pytest.raises(ProofError, match="third group"):
        group_ports.certify_third_groups.__wrapped__()


@pytest.mark.parametrize("size", [{"p": 0, "a": 4, "h": 2}, {"p": 0, "a": 3, "h": 4}, {"p": 1, "a": 1, "h": 5}])
def test_dragonflies_beyond_the_sizes_compared(size):
    for name in ("diameter", "mean_distance", "wiener_index"):
        found = lemma(f"dragonfly.{name}")
        assert found.strength == "proved" and found.value(size) == found.definition.literal(size)
    step = lemma("dragonfly.mean_distance").derivation.steps[-1]
    fabric = lemma("dragonfly.mean_distance").derivation.steps[0].proof.structure
    fewer = step.before + fabric.shorter() / SWITCHES.ends / (SWITCHES.ends - 1)  # as if no third group joined any
    with pytest.raises(ProofError):
        step.proof.check(fewer, step.after)


def test_largest_distances_that_one_value_of_a_size_changes():
    fabric = lemma("dragonfly.diameter").derivation.steps[0].proof.structure
    a = parameter("a", 1)
    assert fabric.diameter() == sp.Piecewise((1, sp.Eq(a, 1)), (3, True))
    for form in (sp.Integer(3), sp.Piecewise((2, sp.Eq(a, 1)), (3, True)), sp.Piecewise((1, sp.Eq(a, 2)), (3, True))):
        with pytest.raises(ProofError):
            lemmas(SWITCHES, fabric=fabric, diameter=form)["dragonfly.diameter"]().check()


@pytest.mark.parametrize("size", [{"p": 1, "s": 1, "h": 1}, {"p": 2, "s": 3, "h": 1}, {"p": 3, "s": 2, "h": 3}])
def test_megaflies_are_seen_as_they_are(size):
    fabric = _megafly()
    made = fabric.construction("megafly", ())
    sizes = {p.symbol: size[p.name] for p in fabric.domain.parameters}
    counted = sorted(made.network(size).distances(made.network(size).ends[0]))
    assert counted == sorted(
        each.distance for each in fabric.seen("terminal") for _ in range(int(evaluate(fabric.size(each), sizes)))
    )


k, n = parameter("k"), parameter("n")
LEVELS = Domain((Parameter("k", 2), Parameter("n", 1)))
SIZES = ({"k": 2, "n": 1}, {"k": 3, "n": 2}, {"k": 2, "n": 3})
TREE = LevelFabric(LEVELS, k, n, {"up": (sp.Integer(2), level), "down": (level + 1, n)})
FLY = LevelFabric(LEVELS, k, n + 1, {"in": (level + 1, n), "out": (sp.S.One, level - 1)}, one_way=True)


@pytest.mark.parametrize(
    ("fabric", "given"),
    [
        (TREE, {"mean_distance": 2 * n - 2 / (k - 1)}),
        (TREE, {"diameter": 2 * n - 1}),
        (TREE, {"max_degree": 2 * k}),
        (TREE, {"max_degree": k * sp.Min(n, 3)}),
        (TREE, {"load": 2 - 1 / n}),
        (FLY, {"links": n * k**n + k}),
        (FLY, {"diameter": n + 2}),
        (FLY, {"load": k ** (n - 1)}),
    ],
)
def test_other_closed_forms_of_levels_are_refused(fabric, given):
    (build,) = (
        v for q, v in lemmas(fabric.construction("f", SIZES), fabric=fabric, **given).items() if "wiener" not in q
    )
    with pytest.raises(ProofError):
        build().check()


@pytest.mark.parametrize(
    "runs",
    [
        {"in": (sp.S.One, n), "out": (sp.S.One, level - 1)},  # the source's coordinates stay
        {"in": (level + 1, n), "out": (sp.S.One, level)},  # one comes in at the terminals
        {"in": (level + 1, n + 1), "out": (sp.S.One, level - 1)},
    ],
)
def test_stages_without_one_way_to_each_end_are_refused(runs):
    with pytest.raises(ProofError):
        replace(FLY, runs=runs).certify_multistage()


@pytest.mark.parametrize(
    "runs",
    [
        {"up": (sp.S.One, level), "down": (level + 2, n + 1)},
        {"up": (sp.S.Zero, level), "down": (level + 1, n)},
        {"down": (level + 1, n), "more": (level + 1, n)},
    ],
)
def test_trees_whose_coordinates_do_not_leave_one_by_one_are_refused(runs):
    with pytest.raises(ProofError):
        replace(TREE, runs=runs).certify_tree()


def test_links_of_unlike_numbers_of_pairs_with_themselves_carry_unlike_loads():
    baseline = replace(FLY, runs={"in": (sp.S.One, n - level), "out": (sp.S.One, level - 1)})
    with pytest.raises(NotDerived, match="itself"):
        lemmas(baseline.construction("f", SIZES), fabric=baseline, load=sp.S.One)[f"f.{LOAD}"]()
    assert len(set(baseline.construction("f", ()).network({"k": 2, "n": 3}).loads().values())) > 1


@pytest.mark.parametrize("size", [{"k": 2, "n": 3}, {"k": 3, "n": 2}])
def test_nodes_of_trees_are_as_far_as_the_last_coordinate_says(size):
    network = TREE.construction("f", ()).network(size)
    found = dict(zip(network.neighbours, [0] * len(network.neighbours), strict=True))
    border = [network.ends[0]]
    for u in border:
        for v in network.neighbours[u]:
            if v not in found or (found[v] == 0 and v != network.ends[0]):
                found[v] = found[u] + 1
                border.append(v)
    for (at, *place), far in found.items():
        down = place[max(at - 1, 0) :]
        last = max((at + j for j, digit in enumerate(down, 1) if digit), default=0)
        assert far == (2 * last - at if last else at)


def _nested(**changes: object) -> Nested:
    from netlemma.derive.lemmas.dcell import _NESTED

    return replace(_NESTED, **changes)


def test_forms_that_no_induction_shows_are_refused():
    _nested().certify()
    servers, count = _nested().forms["nodes"], _nested().size
    for forms in ({"links": servers * (count + 3) / 2}, {"ports": count + 2}, {"nodes": servers + 1}):
        with pytest.raises(ProofError):
            _nested(forms={**_nested().forms, **forms}).certify()
    with pytest.raises(ProofError):  # right at first, and at no other size
        _nested(forms={**_nested().forms, "ports": 2 * count + 1}).certify()


@pytest.mark.parametrize(
    "given",
    [
        {"diameter": 2 * n - 1},
        {"mean_distance": 2 * n * (k - 1) / k},
        {"links": n * k ** (n - 1)},
        {"max_degree": sp.Max(n, k + 1)},
    ],
)
def test_other_forms_of_words_and_their_lines_are_refused(given):
    made = BCUBE
    digits, level_ = parameter("n", 2), parameter("k", 0)
    given = {q: v.xreplace({n: level_ + 1, k: digits}) for q, v in given.items()}
    (build,) = (
        v for q, v in lemmas(made, fabric=Lines(made.domain, digits, level_ + 1), **given).items() if "wiener" not in q
    )
    with pytest.raises(ProofError):
        build().check()


@pytest.mark.parametrize(
    ("at", "second", "match"),
    [
        (0, lambda h, D: sp.Mod(h, D - 1), "other places"),
        (0, lambda h, D: 1 + sp.Mod(h, D), "no place"),
        (1, lambda h, D: 1 + sp.Mod(h, D - 1), "other places"),
        (0, lambda h, D: 1 + 0 * h, ""),
        (0, lambda h, D: 0 * h, "the same place"),
    ],
)
def test_places_of_buses_that_differ_along_a_bus_or_are_the_same_are_refused(at, second, match):
    h, D = sp.Symbol("h'", integer=True), DUAL.domain.parameters[1].symbol
    buses = BusesAtPlaces(
        DUAL.domain, DUAL.domain.parameters[0].symbol, D, {h: sp.Integer(at)}, (sp.S.Zero, second(h, D))
    )
    if not match:
        buses.certify()  # two dimensions alone have buses
        return
    with pytest.raises(ProofError, match=match):
        buses.certify()


@pytest.mark.parametrize("quantity", ["nodes", "links", "degree"])
def test_buses_beyond_the_sizes_compared(quantity):
    found = lemma(f"dual-bus-hypercube.{quantity}")
    assert found.strength == "proved"
    for w, D in ((7, 2), (6, 3), (5, 4), (4, 5)):
        assert found.at(w=w, D=D) == found.definition.literal({"w": w, "D": D})


CLIQUES = """family f
sizes a >= 2, b >= {least}, t >= 1
node x: 0..a-1, y: 0..b-1
link row: (x, y) - ({row}, y) {choices}
link column: (x, y) - (x, z) for z: y+1..b-1
terminals t
distance {distance} + [y != y']
"""


@pytest.mark.parametrize(
    ("row", "choices", "distance", "refused"),
    [
        ("z", "for z: x+1..a-1", "[x != x']", False),
        ("(x+1) mod a", "", "min((x'-x) mod a, (x-x') mod a)", True),
        ("(x+1) mod a", "", "[x != x']", True),
    ],
)
def test_loads_of_factors_that_are_no_complete_graphs_are_refused(row, choices, distance, refused):
    text = CLIQUES.format(least=1, row=row, choices=choices, distance=distance)
    loads = CliqueLoads(DefinedFamily(read_definition(text)))
    if refused:
        with pytest.raises(ProofError):
            loads.certify()
        return
    loads.certify()
    a, b, t = (p.symbol for p in loads.domain.parameters)
    value = loads.value(DeviceMax(PairSum(crossings)))
    assert {*value.args} == {a * b * t - 1, t**2 * b, t**2 * a * sp.Min(1, b - 1)}
    sure = CliqueLoads(DefinedFamily(read_definition(text.replace("b >= 1", "b >= 2"))))
    assert not sure.value(DeviceMax(PairSum(crossings))).has(sp.Min)


@pytest.mark.parametrize(
    ("key", "sizes"),
    [
        ("flattened-butterfly", ({"k": 5, "n": 2}, {"k": 4, "n": 3}, {"k": 3, "n": 4})),
        ("hyperx", ({"S_1": 4, "S_2": 3, "S_3": 1, "T": 3}, {"S_1": 2, "S_2": 5, "S_3": 2, "T": 4})),
    ],
)
def test_loads_of_cliques_beyond_the_sizes_compared(key, sizes):
    found = lemma(f"{key}.max_channel_load.uniform")
    assert found.strength == "proved"
    for size in sizes:
        assert found.value(size) == found.definition.literal(size)
    step = found.derivation.steps[-1]
    for factor in (sp.Rational(1, 2), sp.Rational(9, 8)):
        with pytest.raises(ProofError):
            step.proof.check(step.before, factor * step.after)


def test_powers_of_sizes_are_compared():
    k, n = parameter("k", 2), parameter("n", 1)
    proof = LargestOfAll(((k, 2), (n, 1)))
    assert proof.not_negative(k ** (n + 1) - k) and proof.not_negative(k**n - 1)
    assert not proof.not_negative(k**n - k) and not proof.not_negative(1 - k**n)
    assert not LargestOfAll(((k, 0), (n, 1))).not_negative(k**n - 1)


@pytest.mark.parametrize(
    ("key", "sizes"),
    [
        (
            "megafly.max_channel_load.uniform",
            ({"p": 2, "s": 3, "h": 2}, {"p": 3, "s": 2, "h": 3}, {"p": 1, "s": 4, "h": 1}),
        ),
        (
            "dragonfly.max_channel_load.minimal",
            ({"p": 2, "a": 3, "h": 2}, {"p": 1, "a": 4, "h": 2}, {"p": 4, "a": 1, "h": 3}),
        ),
    ],
)
def test_loads_with_gates_beyond_the_sizes_compared(key, sizes):
    found = lemma(key)
    assert found.strength == "proved"
    for size in sizes:
        assert found.value(size) == found.definition.literal(size)
    (first, last) = found.derivation.steps
    for wrong in (last.after + 1, last.after.xreplace({parameter("h", 1): parameter("h", 1) + 1})):
        with pytest.raises(ProofError):
            last.proof.check(last.before, wrong)
    fabric = first.proof.structure
    joined = tuple(each for each in fabric.joined if each.within is None or not each.within.groups[0])
    with pytest.raises(NotDerived):  # without the links between groups
        replace(fabric, joined=joined).load(next(fabric.hops("terminal")))


def test_gates_to_unlike_numbers_of_groups_are_refused():
    fabric = lemma("megafly.max_channel_load.uniform").derivation.steps[0].proof.structure
    more = replace(fabric, ranges={**fabric.ranges, "group": fabric.ranges["group"] + 1})
    (between,) = (hop for hop in more.hops("spine") if hop.over.within)
    with pytest.raises(ProofError, match="unlike numbers"):
        more.load(between)


def _state(node, goal, n):
    """Level, first letter that differs, and that behind the last one."""
    (at, *word), (_, *other) = node, goal
    unlike = [j for j, (one, two) in enumerate(zip(word, other, strict=True), 1) if one != two]
    return (at, min(unlike), max(unlike) + 1) if unlike else (at, n, 1)


@pytest.mark.parametrize("size", [{"k": 2, "n": 2}, {"k": 2, "n": 4}, {"k": 3, "n": 3}])
def test_switches_of_trees_are_as_far_as_their_letters_say(size):
    """The distance of each two switches, and that each hop is one of the moves of the proof."""
    n = size["n"]
    structure = WordsByLevel(TREE_SWITCHES.domain, parameter("n", 2))
    potential, net = structure.potential(), TREE_SWITCHES.network(size)
    for goal in net.ends[:: max(1, len(net.ends) // 6)]:
        far, border = {goal: 0}, [goal]
        for u in border:
            for v in net.neighbours[u]:
                if v not in far:
                    far[v] = far[u] + 1
                    border.append(v)
        for u in net.ends:
            here = dict(zip(potential.state, _state(u, goal, n), strict=True))
            at = {**here, sp.Symbol("m'", integer=True): goal[0], parameter("n", 2): n}
            said = [
                value for conditions, value in potential.distance if all(c.xreplace(at) is sp.true for c in conditions)
            ]
            assert {value.xreplace(at) for value in said} == {far[u]}
            for v in (v for v in net.neighbours[u] if v[0]):  # a terminal has one link
                after = _state(v, goal, n)
                new = [{**at, sp.Symbol("z'", integer=True): z} for z in range(1, n + 1)]
                assert any(
                    all(sp.S(c).xreplace(there) is sp.true for c in (*move.conditions, *move.results))
                    and tuple(sp.S(x).xreplace(there) for x in move.to) == after
                    for move in potential.moves
                    for there in new
                )


def test_other_distances_of_words_by_level_are_refused():
    potential = WordsByLevel(TREE_SWITCHES.domain, parameter("n", 2)).potential()
    for number in (0, 3, 6):
        changed = list(potential.distance)
        changed[number] = (changed[number][0], changed[number][1] + 2)
        with pytest.raises(ProofError):
            replace(potential, distance=tuple(changed)).certify()
    with pytest.raises(ProofError):
        replace(potential, descents=potential.descents[1:]).certify()
    with pytest.raises(ProofError):
        lemmas(
            TREE_SWITCHES, fabric=WordsByLevel(TREE_SWITCHES.domain, parameter("n", 2)), diameter=2 * parameter("n", 2)
        )["k-ary-n-tree.diameter"]().check()

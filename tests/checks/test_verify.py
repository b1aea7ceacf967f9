"""Where the two sides meet: which sizes are compared, what a disagreement says, what each verdict means."""

from dataclasses import replace
from fractions import Fraction
from math import inf

import pytest
import sympy as sp

from netlemma.checks.lemmas.lemma_lookup import find, subject_keys
from netlemma.checks.lemmas.lemma_sizes import (
    LARGEST_AT_EDGE,
    LARGEST_USUAL,
    SIZES,
    case_sizes,
    chosen_sizes,
    default_sizes,
    further_sizes,
    sizes_separating_cases,
)
from netlemma.checks.lemmas.measured_quantities import TRAFFIC_QUANTITIES, measured_value, network_of
from netlemma.checks.lemmas.verify import compare_sides, values_by_side, verify, verify_lemma
from netlemma.derive import keys, lemma
from netlemma.derive.algebra.evaluate import holds
from netlemma.derive.core.domain import Parameter
from netlemma.derive.core.lemma import Derivation, Lemma
from netlemma.derive.networks.product_lemmas import product_builders
from netlemma.errors import Disagreement, InputError, NotDecided, SizeError, WorkerError
from netlemma.graphs import families
from tests.lemma_keys import families_of, marked, usual

PRODUCTS = ("ring", "toroid", "spanning-bus-hypercube", "mesh", "torus", "oneway-torus", "hypercube")
SMALL = [key for key in keys() if not key.startswith("hypercube")]


def ending_in(found: Lemma, formula: sp.Expr) -> Lemma:
    *steps, last = found.derivation.steps
    return replace(found, derivation=Derivation((*steps, replace(last, after=formula))))


@pytest.mark.sampled(10)
@pytest.mark.parametrize("key", marked(keys()))
def test_default_sizes_are_many_small_and_begin_with_the_smallest(key):
    found = lemma(key)
    sizes = default_sizes(found)
    few = found.measured.quantity in TRAFFIC_QUANTITIES
    few |= found.measured.quantity == "bisection" and "hypercube" in key
    assert len(sizes) >= (20 if key.partition(".")[0] in PRODUCTS and not few else 4)
    smallest = {p.name: p.minimum for p in found.domain.parameters}
    assert sizes[0] == smallest or not found.domain.contains(smallest)
    assert all(map(found.domain.contains, sizes))
    assert len({tuple(size.items()) for size in sizes}) == len(sizes)
    if found.fast is not None:
        sizes = [size for size in sizes if found.definition.nodes(size) <= LARGEST_USUAL or len(size) == 1]
    own = getattr(families().get(found.measured.subject), "default_sizes", ())
    apart = sizes_separating_cases(found.closed_form, found.domain, [], lambda size: True)
    further = [
        {name: size.get(name) for name in found.measured.network}
        for size in (*own, *further_sizes(found, [], inf), *apart)
    ]
    networks = list(dict.fromkeys(tuple(size[name] for name in found.measured.network) for size in sizes))
    usual, beyond = networks[:SIZES], {tuple(size.values()) for size in further}
    if [sum(network) for network in usual] != sorted(sum(network) for network in usual):  # further ones among them
        networks = [network for network in networks if network not in beyond]
    usual, edges = networks[:SIZES], networks[SIZES:]  # edges: next to the first size in each case of the closed form
    assert [sum(network) for network in usual] == sorted(sum(network) for network in usual)
    assert found.fast is not None or beyond.issuperset(edges) or found.closed_form.has(sp.Piecewise)
    if len(found.domain.parameters) > 1:
        sizes = [size for size in sizes if {name: size[name] for name in found.measured.network} not in further]
        large = [size for size in sizes if found.definition.nodes(size) > LARGEST_USUAL]
        assert all(tuple(size[name] for name in found.measured.network) in edges for size in large)
        assert all(found.definition.nodes(size) <= LARGEST_AT_EDGE for size in large)


def cases(found: Lemma, size: dict) -> list[tuple[sp.Piecewise, sp.Basic]]:
    """The cases of the closed form that a size is in."""
    point = {p.symbol: size[p.name] for p in found.domain.parameters}
    choices = found.closed_form.atoms(sp.Piecewise)
    return [(c, next(value for value, when in c.args if holds(when, point))) for c in choices]


@pytest.mark.long
def test_each_case_of_a_short_closed_form_is_measured():
    """And so are the sizes next to the first one in each case, as far as their networks can be."""
    found = [lemma(key) for key in SMALL if usual(key)]
    short = [each for each in found if each.fast is None and not each.key.endswith(".harary_index")]
    chosen = [each for each in short if each.closed_form.has(sp.Piecewise)]
    assert len(chosen) >= 30
    for each in chosen:
        each_case_is_measured(each)


def each_case_is_measured(found: Lemma) -> None:
    names, sizes = found.measured.network, default_sizes(found)
    networks = [{name: size[name] for name in names} for size in sizes]
    everywhere = {(c, value) for c in found.closed_form.atoms(sp.Piecewise) for value, _ in c.args}
    assert {case for size in sizes for case in cases(found, size)} == everywhere, found.key
    for case in everywhere:
        first = next(size for size in found.domain.sizes(400) if case in cases(found, size))
        for name in names:
            for value in (first[name] - 1, first[name] + 1):
                size = first | {name: value}
                if found.domain.contains(size) and found.definition.nodes(size) <= LARGEST_AT_EDGE:
                    assert {n: size[n] for n in names} in networks, found.key


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("quantity", "size"),
    [
        ("hot_echo", {"f": 5, "r": 5}),
        ("hot_total", {"f": 5, "r": 5}),
        ("hot_send", {"f": 4, "r": 5}),
        ("latency", {"f": 3, "r": 6, "c": 2}),
    ],
)
def test_a_late_exception_that_is_left_out_fails(quantity, size):
    """Planted: the largest sizes with values of their own, treated like those beyond them."""
    found = lemma(f"ring-shuffle.{quantity}")
    *early, late, last = found.closed_form.args
    left = late[0] if quantity == "latency" else last[0]
    verdict = verify_lemma(ending_in(found, sp.Piecewise(*early, (left, True))))
    assert verdict.verdict == "fails"
    assert verdict.counterexample["size"] == size


def test_a_late_exception_that_is_too_wide_fails():
    """Planted: the value at f = r = 5 for every larger f too."""
    found = lemma("ring-shuffle.hot_echo")
    *early, (value, _), last = found.closed_form.args
    r = found.domain.parameters[1].symbol
    verdict = verify_lemma(ending_in(found, sp.Piecewise(*early, (value, sp.Eq(r, 5)), last)))
    assert verdict.verdict == "fails"
    assert verdict.counterexample["size"] == {"f": 6, "r": 5}


def test_long_sums_are_compared_at_more_values_of_each_parameter():
    """M = 8 is the first size where the factor M/2 - 2 of the two ways home is neither 0 nor 1."""
    sizes = default_sizes(lemma("r-ary-m-cube.visit_ratio.column"))
    assert {size["M"] for size in sizes} == set(range(1, 9))
    assert {size["R"] for size in sizes} == set(range(2, 10))
    assert {"R": 2, "M": 8} in sizes and {"R": 3, "M": 8} not in sizes
    assert default_sizes(lemma("r-ary-m-cube.visit_ratio.column"), 3) == sizes[:3]


@pytest.mark.in_turn
def test_each_case_of_a_closed_form_is_reached():
    """Ring links are the bottleneck from D = 22 on, far beyond the networks that are measured."""
    found = lemma("cube-connected-cycles.bottleneck")
    sizes = default_sizes(found)
    assert max(size["D"] for size in sizes) < 21
    assert case_sizes(found, sizes) == [{"D": 21}, {"D": 22}]
    assert case_sizes(found, [{"D": 21}, {"D": 22}]) == [{"D": 21}, {"D": 22}]  # too large to be compared as networks
    assert not case_sizes(lemma("cube-connected-cycles.mean_distance"), sizes)
    verdict = verify_lemma(found)
    assert verdict.verdict == "holds"
    assert verdict.sizes == (*sizes, {"D": 21}, {"D": 22})
    assert (verdict.evidence["measured (shortest)"], verdict.evidence["closed form term by term"]) == (16, 10)


@pytest.mark.long
def test_the_cases_of_all_other_closed_forms_are_measured():
    others = [key for key in keys() if key != "cube-connected-cycles.bottleneck" and usual(key)]
    assert not any(case_sizes(lemma(key), default_sizes(lemma(key))) for key in others)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("first", [20, 21, 23, 24, 40])
@pytest.mark.in_turn
def test_a_case_that_begins_elsewhere_fails(first):
    """Planted: the choice of class moved; the tables take the larger of both and know no such number."""
    found = lemma("cube-connected-cycles.bottleneck")
    (cube, _), (ring, _) = found.closed_form.args
    (D,) = (p.symbol for p in found.domain.parameters)
    verdict = verify_lemma(ending_in(found, sp.Piecewise((cube, first > D), (ring, True))))
    assert verdict.verdict == "fails"
    assert verdict.counterexample["size"] == {"D": first if first < 22 else first - 1}


@pytest.mark.in_turn
def test_a_fault_in_a_case_beyond_the_networks_fails():
    found = lemma("cube-connected-cycles.bottleneck")
    (cube, when), (ring, _) = found.closed_form.args
    verdict = verify_lemma(ending_in(found, sp.Piecewise((cube, when), (ring * (1 + ring), True))))
    assert verdict.verdict == "fails"
    assert verdict.counterexample["size"] == {"D": 22}
    assert set(verdict.counterexample) == {"size", "closed form", "closed form term by term"}


def test_default_sizes_of_what_is_not_a_size_of_the_network():
    """A distance, a position, a variable: for each network a few values, zero and the largest among them."""
    sizes = default_sizes(lemma("toroid.nodes_at_distance"))
    assert {size["i"] for size in sizes if (size["w"], size["D"]) == (2, 1)} == set(range(10))
    positions = default_sizes(lemma("mesh.visit_ratio.dimension.position"))
    assert {size["p"] for size in positions if (size["k"], size["n"]) == (5, 1)} == {1, 2, 3, 4}
    assert {size["z"] for size in default_sizes(lemma("ring.distance_polynomial"))} == set(range(2, 12))


def test_each_of_several_values_is_varied():
    """Where two positions are left beside the network, neither stays at its smallest values."""
    found = lemma("toroid.nodes_at_distance")
    i, j = Parameter("i", 0), Parameter("j", 0)
    domain = replace(found.domain, parameters=(*found.domain.parameters[:2], i, j), relations=())
    sizes = [s for s in default_sizes(replace(found, domain=domain)) if (s["w"], s["D"]) == (3, 2)]
    values = [(size["i"], size["j"]) for size in sizes]
    assert values[:10] == [(0, 0), (0, 1), (1, 0), (0, 2), (1, 1), (2, 0), (0, 3), (1, 2), (2, 1), (3, 0)]
    assert len(set(values)) == len(values) > 15  # and some in which both are larger
    assert any(min(each) >= 5 for each in values)


@pytest.mark.in_turn
def test_products_without_parameters_have_one_size():
    assert default_sizes(lemma("line(4) x ring(5).mean_distance")) == [{}]
    (verdict,) = verify(["line(4) x ring(5).mean_distance"])
    assert (verdict.verdict, verdict.sizes) == ("holds", ({},))


@pytest.mark.sampled(6)
@pytest.mark.parametrize("family", families_of(SMALL))
@pytest.mark.in_turn
def test_every_side_is_compared(family):
    """Definition at small sizes, measurement at all, each routing of the lemma."""
    for found in map(lemma, families_of(SMALL)[family]):
        size = default_sizes(found)[0]
        sides = [*["closed form term by term"] * (found.fast is not None), "definition"]
        assert list(compare_sides(found, size)) == [
            *sides,
            *(f"measured ({routing})" for routing in found.measured.routings),
        ], found.key


def broken_definition(found: Lemma, size: dict) -> Lemma:
    literal = found.definition.literal
    return replace(found, definition=replace(found.definition, literal=lambda s: literal(s) + (dict(s) == size)))


def test_a_definition_that_differs_is_told():
    found = lemma("toroid.mean_distance")
    verdict = verify_lemma(broken_definition(found, {"w": 2, "D": 2}))
    assert verdict.verdict == "fails"
    assert verdict.counterexample == {"size": {"w": 2, "D": 2}, "closed form": "4/3", "definition": "7/3"}
    assert verdict.sizes == ({"w": 2, "D": 1}, {"w": 3, "D": 1})


def test_a_measurement_that_differs_is_told():
    """The closed form and the definition of one lemma, measured as another class of devices or another quantity."""
    found = lemma("toroid.diameter")
    measured = replace(found.measured, quantity="mean_distance")
    verdict = verify_lemma(replace(found, measured=measured))
    assert verdict.verdict == "fails"
    assert verdict.counterexample == {"size": {"w": 2, "D": 2}, "closed form": "2", "measured (shortest)": "4/3"}
    torus = replace(found, measured=replace(found.measured, subject="oneway-ring(w)^D"))
    assert verify_lemma(torus).counterexample == {
        "size": {"w": 3, "D": 1},
        "closed form": "1",
        "measured (shortest)": "2",
    }


def test_a_measurement_that_decides_bounds_only_compares_them(monkeypatch):
    """A closed form between the bounds is neither confirmed nor refuted; one beyond them fails."""

    def between(found, size, routing):
        raise NotDecided("the bisection", 4, 6)

    monkeypatch.setattr("netlemma.checks.lemmas.verify.measured_value", between)
    found = replace(
        lemma("ring.bisection"), definition=replace(lemma("ring.bisection").definition, nodes=lambda _: 10**9)
    )
    verdict = verify_lemma(found, [{"K": 5}])
    assert (verdict.verdict, verdict.evidence) == ("holds", {})
    wrong = verify_lemma(ending_in(found, found.closed_form + 3), [{"K": 5}])
    said = "the bisection is not decided: at least 4, at most 6"
    assert wrong.counterexample == {"size": {"K": 5}, "closed form": "7", "measured (shortest)": said}


def test_the_second_routing_is_compared_too():
    found = lemma("mesh.max_visit_ratio.dimension")
    changed = replace(found, measured=replace(found.measured, routings=("dimension-order", "shortest")))
    with pytest.raises(Disagreement, match="measured \\(shortest\\)"):
        for size in default_sizes(changed):
            list(compare_sides(changed, size))


def test_the_smallest_counterexample():
    found = lemma("toroid.mean_distance")
    w, D = (p.symbol for p in found.domain.parameters)
    verdict = verify_lemma(ending_in(found, D * w ** (D + 1) / (4 * (w**D - 1))))
    assert verdict.verdict == "fails"
    assert verdict.counterexample == {"size": {"w": 3, "D": 1}, "closed form": "9/8", "definition": "1"}
    assert (verdict.proof, verdict.remark[:28]) == (None, "the proof does not re-check:")


def test_values_without_a_proof_are_unknown():
    """A formula with the right value at every size, whose last step does not re-check, is not a pass."""
    found = lemma("toroid.mean_distance")
    w, _ = (p.symbol for p in found.domain.parameters)
    hidden = sp.Piecewise((found.closed_form, w < 10**6), (sp.Integer(0), True))
    verdict = verify_lemma(ending_in(found, hidden))
    assert (verdict.verdict, verdict.proof, verdict.counterexample) == ("unknown", None, None)
    assert len(verdict.sizes) == 24


def test_a_verdict_has_its_evidence():
    verdict = verify_lemma(lemma("toroid.mean_distance"))
    assert (verdict.verdict, verdict.counterexample, verdict.remark) == ("holds", None, "")
    assert verdict.proof.startswith("proved for all sizes: distance certificate")
    assert verdict.evidence == {"definition": 16, "measured (shortest)": 24, "measured (dimension-order)": 24}
    assert verdict.reading == "w >= 2, D >= 1"
    assert len(verdict.sizes) == 24


def test_measured_knows_the_class_of_each_dimension():
    """In a mixed product the class is the dimension's; numbers of the classes follow the exponents."""
    size = {"a": 3, "n": 2, "b": 4}
    for quantity, true in (("visit_ratio.line(a)", None), ("visit_ratio.ring(b)", None)):
        found = lemma(f"line(a)^n x ring(b).{quantity}")
        assert measured_value(found, size, "shortest") == found.value(size) == found.definition.literal(size) != true
    assert network_of("line(a)^n x ring(b)", tuple(size.items())).graph.number_of_nodes() >= 36


def test_measured_positions():
    """Links of a mesh by position, against hand counts on a line of 4: 3, 4, 3 of 6 unordered pairs cross."""
    found = lemma("mesh.visit_ratio.dimension.position")
    values = [measured_value(found, {"k": 4, "n": 1, "p": p}, "dimension-order") for p in (1, 2, 3)]
    assert values == [Fraction(1, 2), Fraction(2, 3), Fraction(1, 2)]


def test_chosen_sizes():
    found = lemma("toroid.mean_distance")
    assert chosen_sizes(found, None) == default_sizes(found)
    assert chosen_sizes(found, {"w": range(2, 4), "D": [2], "other": [1]}) == [{"w": 2, "D": 2}, {"w": 3, "D": 2}]
    assert chosen_sizes(found, {"w": [5]}) == [{"w": 5, "D": D} for D in (1, 2, 3, 4)]
    assert chosen_sizes(found, {"w": [0, 1, 2], "D": [1]}) == [{"w": 2, "D": 1}]
    with pytest.raises(InputError, match="none of the sizes is in the domain w >= 2, D >= 1"):
        chosen_sizes(found, {"w": [1]})
    position = lemma("mesh.visit_ratio.dimension.position")
    assert chosen_sizes(position, {"k": [3], "n": [1]}) == [{"k": 3, "n": 1, "p": 1}, {"k": 3, "n": 1, "p": 2}]


def test_verify_chosen_sizes():
    seen = []
    verdicts = verify(["toroid.diameter", "ring(w).mean_distance"], {"w": [3, 4], "D": [2]}, seen.append)
    assert seen == ["1 of 2: toroid.diameter", "2 of 2: ring(w).mean_distance"]
    assert [v.verdict for v in verdicts] == ["holds", "holds"]
    assert [v.sizes for v in verdicts] == [({"w": 3, "D": 2}, {"w": 4, "D": 2}), ({"w": 3}, {"w": 4})]


def test_subjects():
    assert [str(key) for key in subject_keys("toroid")] == keys("toroid")
    assert [key.quantity for key in subject_keys("line(4) x ring(5)")] == list(product_builders("line(4) x ring(5)"))
    assert [found.key for found in find("toroid", "visit_ratio")] == ["toroid.visit_ratio.link"]
    assert [found.key for found in find("toroid", "mean_distance")] == ["toroid.mean_distance"]
    assert len(find("permutation-star")) == len(keys("permutation-star")) > 3


@pytest.mark.parametrize(
    "subject, message",
    [
        ("my claims.toml", "looks like a file.*verify `claims='my claims.toml'`"),
        ("nets/a.graphml", "the network of .* has no lemmas: netlemma check nets/a.graphml QUANTITY FORMULA"),
        ("torid", "no family 'torid' has lemmas.*did you mean.*toroid"),
        ("0", "no family '0' has lemmas; netlemma list families names them"),
        ("xgft-9", "xgft are for lists of 1 to 8 numbers, xgft-1 to xgft-8, and xgft itself for 2$"),
        ("hyperx-0", "hyperx are for lists of 1 to 8 numbers"),
        ("toroid.mean_distanc", "toroid has no quantity 'mean_distanc'.*mean_distance"),
        ("ring(w).mean", "has no quantity 'mean'.*; netlemma derive \"ring.w.\" names them$"),
    ],
)
def test_unknown_subjects(subject, message):
    with pytest.raises(InputError, match=message):
        verify([subject])


@pytest.mark.parametrize("ask", [verify, values_by_side])
def test_sizes_of_parameters_that_no_lemma_has_are_refused(ask):
    """They were left out in silence, so that a slip of the pen compared other sizes than those asked for."""
    with pytest.raises(InputError, match=r"no lemma asked for has a parameter 'w'.*they have K, i$"):
        ask(["ring.diameter", "ring.nodes_at_distance"], {"K": [5], "w": [3]})


def test_sizes_of_lemmas_with_fewer_sizes_than_their_network():
    """Rates of channels are those of two dimensions, and have no n."""
    asked = verify(["mesh.rate.x", "mesh.diameter"], {"k": [2, 3], "n": [2]})
    assert [each.verdict for each in asked] == ["holds", "holds"]
    with pytest.raises(SizeError, match="n=2"):
        verify("mesh.rate.x", {"k": [10**9]})


def test_a_closed_form_without_a_value_fails():
    found = lemma("ring.mean_distance")
    (K,) = (p.symbol for p in found.domain.parameters)
    verdict = verify_lemma(
        ending_in(found, found.closed_form + 1 / (K - 3) - 1 / (K - 3) + (K - 3) / (K - 3) - 1 + 1 / (K - 3))
    )
    assert verdict.verdict == "fails"
    assert verdict.counterexample["size"] == {"K": 2}
    at_three = sp.Piecewise((1 / (K - 3), sp.Eq(K, 3)), (found.closed_form, True))
    verdict = verify_lemma(ending_in(found, at_three))
    assert verdict.verdict == "fails"
    assert verdict.counterexample["size"] == {"K": 3}


def test_products_with_long_factors_are_verified_with_names():
    (found,) = verify("ring(5000).diameter")
    assert (found.key, found.verdict, found.sizes) == ("ring(a).diameter", "holds", ({"a": 5000},))
    (found,) = verify("ring(5000) x line(k).diameter", {"k": [3]})
    assert (found.key, found.sizes) == ("ring(a) x line(k).diameter", ({"a": 5000, "k": 3},))
    for texts, sizes in ((["ring(5000)", "line(3)"], None), ("ring(5000)", {"a": [3]})):
        with pytest.raises(InputError, match="write names instead of long sizes"):
            verify(texts, sizes)


def test_polynomials_of_long_factors_are_refused():
    with pytest.raises(ValueError, match=r"more than 200 terms: write names for sizes, as in ring\(a\) with a=5000"):
        lemma("ring(5000).distance_polynomial")
    assert lemma("ring(200).diameter").closed_form == 100


@pytest.mark.in_turn
def test_several_workers_give_the_verdicts_of_one():
    sizes = {"K": (3, 4, 5)}
    told = []
    alone = verify(["ring.diameter", "ring.mean_distance"], sizes)
    shared = verify(["ring.diameter", "ring.mean_distance"], sizes, told.append, workers=2)
    assert [v.as_json() for v in shared] == [v.as_json() for v in alone] and len(shared) == 2
    assert sorted(each.partition(": ")[2] for each in told) == ["ring.diameter", "ring.mean_distance"]
    assert [each[:6] for each in told] == ["1 of 2", "2 of 2"]
    for workers, dask in ((0, ""), (2, "tcp://127.0.0.1:1"), (None, "nowhere")):
        with pytest.raises(WorkerError):
            verify("ring.diameter", sizes, workers=workers, dask=dask)


def test_a_size_that_is_too_large_is_refused_at_the_first_lemma(monkeypatch):
    derived = []
    monkeypatch.setattr("netlemma.checks.lemmas.verify.lemma", lambda key: derived.append(key) or lemma(key))
    with pytest.raises(SizeError, match=r"ring K=1000000000 has about"):
        verify("ring", {"K": [10**9]})
    assert len(set(derived)) == 1

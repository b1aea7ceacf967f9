"""Products of factors: every lemma of random products has a proof and the value of definition and measurement; bad texts."""

import re
import string
import time
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import islice, product

import pytest
import sympy as sp
from hypothesis import given, seed, settings
from hypothesis import strategies as st

from netlemma.checks.lemmas.verify import LARGEST_LITERAL, compare_sides
from netlemma.derive import lemma
from netlemma.derive.networks.product_lemmas import lemma_builders, product_lemma
from netlemma.derive.networks.products import brute_force_products
from netlemma.derive.networks.products.bisection_widths import by_crossings, rows_and_columns
from netlemma.derive.networks.products.cartesian_products import MOST_FACTORS, parse
from netlemma.derive.networks.products.factors import KINDS
from netlemma.derive.typeset.lemma_pages import formulas
from netlemma.derive.typeset.text_printer import text as render
from netlemma.errors import ProductError, UnknownLemma

NAMES = ["w", "n", "c", "a", "b", "k", "s", "t", "x", "d", "l", "h", "m1", *"efgipqz", "r_0", "z_1", "V"]
NODES = 40
SIZES = 4

sizes = st.sampled_from(NAMES) | st.integers(2, 5).map(str)
exponents = st.sampled_from(["", "", "", "^2"]) | st.sampled_from(NAMES).map(lambda name: f"^{name}")
groups = st.builds("{}({}){}".format, st.sampled_from(list(KINDS)), sizes, exponents)


@st.composite
def products(draw):
    parts = draw(st.lists(groups, min_size=1, max_size=3))
    if draw(st.integers(0, 3)) == 0:
        parts.append(parts[0])
    return " x ".join(parts[:3])


def small_sizes(found, most=SIZES):
    """Legal sizes of networks small enough for loops: the two smallest, and some spread over the others."""
    candidates = [size for size in found.domain.sizes(80) if found.definition.nodes(size) <= NODES]
    return candidates[:2] + candidates[2 :: max(1, len(candidates) // (most - 1))][: most - 2]


ARGUED = re.compile(r"bisection|(mean_hops|max_channel_load|throughput)\.transpose")


def agree_everywhere(text, first=0, step=1):
    for quantity, build in islice(lemma_builders(parse(text)).items(), first, None, step):
        found = build()
        found.check()
        of_layers = quantity == "vertex_forwarding_index" and "line" in text
        groups = parse(text).groups
        met = quantity == "bisection" and (by_crossings(groups) or rows_and_columns(groups))
        argued = (
            of_layers
            or (ARGUED.match(quantity) and not met)
            or ("worst_case.dimension-order" in quantity and " x " in text)
        )
        assert found.strength == ("argued" if argued else "proved"), quantity
        for size in small_sizes(found):
            sides = list(compare_sides(found, size))
            by_definition = found.definition.work(size) <= LARGEST_LITERAL  # not over all permutations of many nodes
            assert (sides[0] == "definition") is by_definition and len(sides) >= 1 + by_definition, (
                quantity,
                size,
                sides,
            )


@pytest.mark.in_turn
@settings(max_examples=2, derandomize=True)
@given(products(), st.integers(0, 15))
def test_random_products(text, first):
    """Every sixteenth lemma; in the full batch, each of them of some products."""
    agree_everywhere(text, first, 16)


@pytest.mark.long
@pytest.mark.parametrize("first", range(4))
def test_many_random_products(first):
    @settings(max_examples=30, derandomize=True)
    @given(products())
    @seed(first)
    def agrees(text):
        agree_everywhere(text, first, 4)

    agrees()


def identifiers(shown):
    """Occurrences of every identifier in a formula; the numbers alone, since terms are sorted by name.

    Those of "sum" are left out: a sum over i beside a size n_i is written with a sign, as one over dimensions.
    """
    return sorted(Counter(each for each in re.findall(r"[A-Za-z]\w*", shown) if each != "sum").values())


CLASHES = [("line({0})^{1}", "z", "i"), ("clique({0}) x bus({1})", "f", "e")]
EVERY = [*string.ascii_letters, "r_0", "z_0", "r_1", "z_1", "V_max", "n_i", "s_j", "j_0", "pi"]
RENAMED = [("ring({0}) x line({1})", "k", "p"), ("line({0}) x ring({1})", "r_0", "q")]
RENAMED += [("ring({0})^2 x clique({1})", *pair) for pair in zip(EVERY[::2], [*EVERY[1::2], "yy"], strict=True)]
RENAMED += [("line({1}) x bus({0})", *names) for _, *names in RENAMED[2:]]


def some_builders(text, step):
    """Every so many of a product's lemmas, without those that are written as those of split ties are."""
    every = [build for name, build in lemma_builders(parse(text)).items() if not name.endswith((".plus", ".minus"))]
    return every[::step]


@cache
def with_usual_names(text, step):
    """Lemmas of a product whose sizes have the name of no symbol, with their steps as they are shown."""
    built = [build() for build in some_builders(text.format("ww", "xx"), step)]
    return [(found, formulas(found, steps=True)) for found in built]


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("text", "first", "second", "step"),
    [(*CLASHES[0], 4), *(pytest.param(*each, 1, marks=pytest.mark.long) for each in CLASHES + RENAMED)],
)
def test_a_size_may_have_the_name_of_a_symbol_of_formulas(text, first, second, step):
    others = some_builders(text.format(first, second), step)
    for (expected, usual), build in zip(with_usual_names(text, step), others, strict=True):
        found = build()
        pairs = zip(expected.domain.parameters, found.domain.parameters, strict=True)
        table = {old.symbol: new.symbol for old, new in pairs}
        if expected.closed_form.has(sp.Sum, sp.Max):  # long to simplify
            sizes = zip(expected.domain.sizes(8), found.domain.sizes(8), strict=True)
            assert all(expected.value(size) == found.value(same) for size, same in sizes)
        else:
            assert sp.simplify(expected.closed_form.xreplace(table) - found.closed_form) == 0
        found.check()
        shown = formulas(found, steps=True)
        for step, alike in zip(shown.steps, usual.steps, strict=True):
            assert identifiers(render(step.after)) == identifiers(render(alike.after))
            assert not re.search(r"(?<!\w)\w(_\d)?'(?!s\b)", " ".join([step.because, *step.proof]))
        assert identifiers(render(shown.definition)) == identifiers(render(usual.definition))


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "text",
    [
        pytest.param("ring(w) x ring(w)", marks=pytest.mark.long),
        pytest.param("ring(n)^n", marks=pytest.mark.long),
        pytest.param("bus(n)^n", marks=pytest.mark.long),
        pytest.param("line(w)^2 x ring(w)", marks=pytest.mark.long),
        "clique(2)^n x clique(2)",
        pytest.param("bus(w) x line(3) x bus(w)", marks=pytest.mark.long),
        pytest.param("ring(2) x line(2) x oneway-ring(2)", marks=pytest.mark.long),
        pytest.param("line(k)^3", marks=pytest.mark.long),
        pytest.param("ring(k)^l", marks=pytest.mark.long),
        pytest.param("line(4) x ring(5)", marks=pytest.mark.long),
        pytest.param("clique(3)^2 x bus(4)", marks=pytest.mark.long),
        pytest.param("line(5)^d", marks=pytest.mark.long),
    ],
)
def test_products_that_repeat_names_or_factors(text):
    agree_everywhere(text)


@pytest.mark.in_turn
@pytest.mark.parametrize("kind", KINDS)
def test_parts_of_a_product_do_not_matter_in_which_order(kind):
    """What does not depend on the order of the dimensions is the same for both orders."""
    one, other = f"{kind}(a) x ring(b)^2", f"ring(b)^2 x {kind}(a)"
    for quantity in (
        "mean_distance",
        "diameter",
        "distance_polynomial",
        "shortest_paths.farthest",
        f"max_visit_ratio.{kind}(a)",
    ):
        first, second = product_lemma(one, quantity), product_lemma(other, quantity)
        for size in islice(first.domain.sizes(12), 12):
            assert first.value(size) == second.value(size)


@pytest.mark.in_turn
def test_families_are_products():
    """A family's lemmas have the values of the product that it is."""
    for family, text in {
        "toroid": "ring(w)^D",
        "torus": "ring(k)^n",
        "oneway-torus": "oneway-ring(k)^n",
        "mesh": "line(k)^n",
        "hypercube": "clique(2)^n",
    }.items():
        for quantity in ("mean_distance", "diameter", "distance_polynomial", "shortest_paths.farthest"):
            found = lemma(f"{family}.{quantity}")
            assert found.closed_form == lemma(f"{text}.{quantity}").closed_form


@pytest.mark.in_turn
def test_numbers_are_symbols_put_in():
    """A product with numbers has the values of the product with names."""
    for kind, quantity in product(
        KINDS, ("mean_distance", "diameter", "distance_polynomial", "shortest_paths.farthest")
    ):
        named = product_lemma(f"{kind}(w)^D x line(n)", quantity)
        for w, D, n in ((2, 1, 2), (3, 2, 2), (4, 2, 3), (5, 1, 7)):
            numbered = product_lemma(f"{kind}({w})^{D} x line({n})", quantity)
            size = {"z": 3} if quantity == "distance_polynomial" else {}
            assert named.value({"w": w, "D": D, "n": n} | size) == numbered.value(size)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", range(2, 8))
def test_distance_functions_are_those_of_the_graph(kind, n):
    """Each factor's symbolic distance, ties and largest value against a search from every digit."""
    import sympy as sp

    from netlemma.derive.algebra.evaluate import evaluate
    from netlemma.derive.algebra.notation import a, b, parameter

    factor, size = KINDS[kind], parameter("n")
    distance = factor.distance(size)
    true = {(x, y): brute_force_products.digit_distance(kind, n, x, y) for x in range(n) for y in range(n)}
    assert all(evaluate(distance, {a: x, b: y, size: n}) == d for (x, y), d in true.items())
    assert evaluate(sp.S(factor.largest(size)), {size: n}) == max(true.values())
    assert evaluate(sp.S(factor.ties(size)), {size: n}) == brute_force_products.farthest_paths([(kind, n)])


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "character 1: expected a factor"),
        (" ", "character 1: expected a factor"),
        ("w", "character 1: expected a factor"),
        ("ring", "character 1: expected a factor"),
        ("ring()", "character 1: expected a factor"),
        ("ring(w", "character 1: expected a factor"),
        ("ring(-3)", "character 1: expected a factor"),
        ("ring(2.5)", "character 1: expected a factor"),
        ("ring(w)(w)", "character 8: expected ' x '"),
        ("ring(w) x", "character 10: expected a factor"),
        ("ring(w) x x ring(w)", "character 10: expected a factor"),
        ("ring(w) * ring(b)", "character 9: expected ' x '"),
        ("ring(w)^", "character 8: expected ' x '"),
        ("ring(w)^-1", "character 8: expected ' x '"),
        ("ring(w)^D^2", "character 10: expected ' x '"),
        ("ring(w)\x00", "character 8: expected ' x '"),
        ("disk(3)", "character 1: no factor 'disk' (factors: line, ring, oneway-ring, clique, bus)"),
        ("line(2) x rnig(w)", "character 10: no factor 'rnig' (did you mean ring?)"),
        ("ring(1)", "character 6: nodes of a ring is 1, it must be at least 2"),
        ("ring(0)", "character 6: nodes of a ring is 0, it must be at least 2"),
        ("line(2) x ring(w)^0", "character 19: number of ring dimensions is 0, it must be at least 1"),
        (
            "ring(2)^999999999",
            "character 9: number of ring dimensions is 999999999, the largest legal number is 100",
        ),
        ("clique(12345678)", "character 8: nodes of a clique is 12345678, the largest legal number is 1000000"),
        ("ring(99999999999999999999)", "character 6: '99999999999999999999' is a whole number of too many digits"),
        ("ring(٣)", "character 6: '٣' is neither a whole number nor a name"),
        ("ring(ω)", "character 6: 'ω' is neither a whole number nor a name"),
        ("ring(3w)", "character 6: '3w' is neither a whole number nor a name"),
        ("ring(_w)", "character 6: '_w' is neither a whole number nor a name"),
        ("ring(" + "w" * 40 + ")", "character 6: "),
        ("𝐫𝐢𝐧𝐠(w)", "character 1: expected a factor"),
        ("RING(w)", "character 1: expected a factor"),
        ("ring(w)×ring(w)", "character 8: expected ' x '"),
        ("__import__('os')", "character 1: expected a factor"),
        (" x ".join(["bus(2)"] * (MOST_FACTORS + 1)), "character 107: expected ' x ' and a factor, or the end"),
    ],
)
def test_errors_point_at_the_character(text, message):
    begun = time.process_time()
    with pytest.raises(ProductError, match=re.escape(message)) as caught:
        parse(text)
    assert "\n" not in str(caught.value)
    assert time.process_time() - begun < 1


@pytest.mark.parametrize(
    "text",
    ["ring(w)" * 100, "(" * 10_000, "x" * 1_000_000, "ring(w) x " * 50, "ring(" + "9" * 5000 + ")", " " * 100_000],
)
def test_long_texts(text):
    begun = time.process_time()
    with pytest.raises(ProductError, match="at most 200 are read") as caught:
        parse(text)
    assert len(str(caught.value)) < 200
    assert time.process_time() - begun < 1


@pytest.mark.in_turn
@settings(max_examples=300, derandomize=True)
@given(
    st.text(max_size=30)
    | st.lists(
        st.sampled_from(["ring", "line", "(", ")", "^", " ", "x", "w", "0", "2", "-", "bus(w)", "²"]), max_size=9
    ).map("".join)
)
def test_any_text_is_read_or_refused(text):
    try:
        found = parse(text)
    except ProductError as error:
        assert str(error).startswith(repr(text)[:1])
    else:
        assert parse(found.subject) == found
        assert found.node_count_at({p.name: p.minimum for p in found.parameters}) >= 2


@pytest.mark.parametrize("text", ["ring(w)^D", " ring ( w ) ^ D ", "ring(w)^D\t"])
def test_blanks_do_not_matter(text):
    assert parse(text).subject == "ring(w)^D"
    assert parse("ring(w)x line(3)").subject == "ring(w) x line(3)"


def test_names_and_classes():
    found = parse("ring(w)^2 x line(4) x ring(w)^n x bus(n)")
    assert found.names == ("w", "n")
    assert [c.name for c in found.classes] == ["ring(w)#0", "line(4)", "ring(w)#2", "bus(n)"]
    assert [p.minimum for p in found.parameters] == [2, 2]
    assert [p.minimum for p in parse("ring(w)^n").parameters] == [2, 1]
    assert found.dimensions({"w": 3, "n": 2}) == [
        ("ring", 3),
        ("ring", 3),
        ("line", 4),
        ("ring", 3),
        ("ring", 3),
        ("bus", 2),
    ]
    assert found.dimensions_of(2, {"w": 3, "n": 2}) == [3, 4]
    assert not found.alike and parse("ring(w) x bus(3)").alike


def test_unknown_quantities():
    with pytest.raises(UnknownLemma, match="did you mean 'mean_distance'"):
        lemma("ring(w)^D.mean_distanc")
    with pytest.raises(UnknownLemma, match="has no 'zzz'; it has nodes, links, degree, mean_distance, diameter"):
        product_lemma("ring(w)^D", "zzz")
    with pytest.raises(ProductError, match="did you mean ring"):
        lemma("rng(w).mean_distance")
    with pytest.raises(UnknownLemma, match="has no ''"):
        lemma("ring(w)")


def test_a_large_power_is_derived_in_time():
    begun = time.process_time()
    assert product_lemma("clique(2)^100", "mean_distance").at() == Fraction(100 * 2**99, 2**100 - 1)
    assert product_lemma("line(1000)", "diameter").at() == 999
    assert time.process_time() - begun < 3

"""Families that a definition defines have the networks of graphs/, link by link."""

from importlib.resources import files

import networkx as nx
import pytest
import sympy as sp

import netlemma as nl
from netlemma.definitions import read_definition
from netlemma.derive.definitions import plain_loops
from netlemma.derive.definitions.texts import definition
from netlemma.derive.definitions.theorems import DefinedFamily, InBlocks, derived
from netlemma.derive.lemmas.lists import CIRCULANT
from netlemma.derive.lemmas.of_length import hyperx_definition
from netlemma.errors import NotDerived, ProofError
from netlemma.graphs.families import families

NAMES = sorted(
    each.name.removesuffix(".net")
    for each in files("netlemma.derive.definitions").iterdir()
    if each.name.endswith(".net")
)
COMPARED = 3


def graph_of(text, size):
    """The network of a definition by plain loops, with the ends of messages on its nodes."""
    loops = DefinedFamily(text).made.network(size).neighbours
    graph = nx.DiGraph() if text.one_way else nx.Graph()
    graph.add_nodes_from(loops)
    graph.add_edges_from((node, other) for node, near in loops.items() for other in near)
    if text.terminals is not None:
        for node, many in plain_loops.terminals(text, size).items():
            graph.add_edges_from((node, ("end", node, each)) for each in range(many))
    return graph


def smallest_sizes(text):
    """The smallest default sizes of the family, with the default of every option that the definition has not."""
    found = []
    for size in families()[text.name].default_sizes:
        options = {p.name: p.default for p in families()[text.name].parameters if p.name not in text.sizes}
        if all(size[name] == default for name, default in options.items()):
            found.append(({name: size[name] for name in text.sizes}, size))
    return sorted(found, key=lambda each: plain_loops.work(text, each[0]))[:COMPARED]


@pytest.mark.in_turn
@pytest.mark.parametrize("name", NAMES)
def test_definition_has_the_links_of_the_family(name):
    text = definition(name)
    sizes = smallest_sizes(text)
    assert sizes
    assert text.sizes == tuple(p.name for p in families()[name].parameters if p.name in text.sizes)
    for own, size in sizes:
        assert DefinedFamily(text).domain.contains(own)
        other = nl.network(name, **size).graph
        other = nx.DiGraph(other) if text.one_way else nx.Graph(other)
        other.remove_edges_from([*nx.selfloop_edges(other)])  # of smallest sizes; definitions have no such links
        assert nx.is_isomorphic(graph_of(text, own), other), size


@pytest.mark.parametrize(
    ("text", "size", "options"),
    [
        (hyperx_definition(1), {"S_1": 3, "T": 2}, {"S": [3], "T": 2}),
        (hyperx_definition(3), {"S_1": 2, "S_2": 2, "S_3": 3, "T": 1}, {"S": [2, 2, 3], "T": 1}),
        (CIRCULANT, {"n": 8, "jumps_1": 1, "jumps_2": 4}, {"n": 8, "jumps": [1, 4]}),
        (CIRCULANT, {"n": 9, "jumps_1": 2, "jumps_2": 3}, {"n": 9, "jumps": [2, 3]}),
    ],
)
def test_definition_of_lists_has_the_links_of_the_family(text, size, options):
    text = read_definition(text)
    assert nx.is_isomorphic(graph_of(text, size), nx.Graph(nl.network(text.name.partition("-")[0], **options).graph))


WORDS = "family f\nsizes n >= 2\nnode v: words(2, n)\n"
PERMUTATIONS = "family f\nsizes n >= 2\nnode v: words(n, n) where distinct(v)\n"
EXCHANGED = (
    "family f\nsizes n >= 1, m >= 1\nnode a: words(2, n), b: words(3, m), c: 0..1\nlink swap: (a, b, 0) - (a, b, 1)\n"
    "link zero: (a, b, c) - (a with [j] = 1 - a[j], b, c) for j: 1..n where {zero} and c = 0\n"
    "link one: (a, b, c) - (a, b with [j] = b[j] + 1, c) for j: 1..m where {one} and c = 1\n"
)
TREE = "family f\nsizes n >= 2\nnode l: 0..n, v: words(2, n) where v[j] = 0 for j: l+1..n\n"


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        (f"{WORDS}link a: v - v with [i] = 1 - v[i] (for i: j..n) for j: 1..n", ""),
        (f"{WORDS}link a: v - v with [i] = v[n+1-i] (for i: 1..n)", "lead back"),  # a palindrome
        (f"{WORDS}link a: v - v with [j] = 1 - v[j] for j: 1..n\nlink b: v - v with [1] = 1 - v[1]", "both give"),
        (f"{WORDS}link a: v - v with [1] = 1 - v[1] for j: 1..n", "twice"),
        (f"{WORDS}link a: v - v with [i] = 2 - v[i] (for i: 1..n)", "no node"),
        (f"{WORDS}link a: v - v with [1] = v[j], [j] = v[1] for j: 2..n where v[1] != v[j]", ""),
        (
            f"{WORDS}link a: v - v with [1] = v[j], [j] = v[1] for j: 2..n where v[1] != v[j] and v[j] != v[n]",
            "several conditions",
        ),
        (f"{PERMUTATIONS}link a: v - v with [i] = v[j+1-i] (for i: 1..j) for j: 1..n", "lead back"),
        (f"{PERMUTATIONS}link a: v - v with [i] = v[i mod n + 1] (for i: 1..n)", "both ends"),
        (f"{PERMUTATIONS}link a: v - v with [1] = v[2]", "no node"),
        (f"{WORDS}link a: v - v with [i] = 1 - v[i] (for i: 0..n)", "no node"),  # there is no letter 0
        (
            f"{WORDS}link a: v -> v with [i] = v[i mod n + 1] (for i: 1..n) where not all(i: 1..n, v[i] = v[1])",
            "several",
        ),
        (f"{TREE}link a: (l, v) - (l+1, v with [l+1] = x) for x: 0..1 where l < n", ""),
        (f"{TREE}link a: (l, v) - (l+1, v with [n] = x) for x: 0..1 where l < n", "no node"),
        (EXCHANGED.format(zero="a[j] = 0", one="b[j] = 1"), ""),
        (EXCHANGED.format(zero="a[j] = 0 and b[1] = 2", one="b[j] = 1 and a[n] != 0"), ""),
        (EXCHANGED.format(zero="a[j] = 0 and a[1] = 1", one="b[j] = 1"), "several conditions"),
    ],
)
def test_links_of_words_are_counted_only_as_shown(text, refused):
    """A rule that is changed a little is refused, or counted right."""
    family = DefinedFamily(read_definition(text))
    if refused:
        with pytest.raises(NotDerived, match=refused):
            derived(family, "links")
    else:
        derived(family, "links").check()


EXPRESS = """family f
sizes k >= 6, e >= 2, 3e <= k, k mod e = 0
node i: 0..k-1
link ring: i - (i+1) mod k
link express: i - {to} where i mod e = {at}
"""


@pytest.mark.parametrize(
    ("to", "at"), [("(i+e) mod k", 0), ("(i+2e) mod k", 1), ("(i-e) mod k", 0), ("(i+3) mod k", 1)]
)
def test_links_at_remainders_by_a_size_are_counted(to, at):
    """Counts and degrees by the remainders of coordinates, at sizes beyond those compared."""
    family = DefinedFamily(read_definition(EXPRESS.format(to=to, at=at)))
    if to == "(i+3) mod k":  # with e = 3 these are the nodes that are linked on, at no smaller size
        with pytest.raises(ProofError, match="instead of 4"):
            derived(family, "max_degree").check()
        return
    k, e = (p.symbol for p in family.domain.parameters)
    form = 4 - sp.Piecewise((1, sp.Eq(k, 4 * e)), (0, True)) if "2e" in to else sp.Integer(4)
    links, most = derived(family, "links"), derived(family, "max_degree", form=form)
    links.check()
    most.check()
    for size in ({"k": 12, "e": 4}, {"k": 14, "e": 2}, {"k": 16, "e": 4}, {"k": 18, "e": 6}, {"k": 20, "e": 5}):
        assert links.value(size) == links.definition.literal(size)
        assert most.value(size) == most.definition.literal(size)
    with pytest.raises((NotDerived, ProofError)):
        derived(family, "max_degree", form=form + 1).check()


def test_sums_over_remainders_need_a_divisor():
    x, n, e = sp.symbols("x n e", integer=True, positive=True)
    total, divisor = sp.Sum(sp.Mod(x, e), (x, 0, n - 1)), sp.Eq(sp.Mod(n, e), 0)
    after = n / e * sp.Sum(x, (x, 0, e - 1))
    InBlocks((divisor,)).check(total, after)
    InBlocks((divisor,)).check_domain([divisor], {n, e})
    for proof, before, then in (
        (InBlocks(()), total, after),
        (InBlocks((divisor,)), sp.Sum(x * sp.Mod(x, e), (x, 0, n - 1)), n / e * sp.Sum(x**2, (x, 0, e - 1))),
        (InBlocks((divisor,)), sp.Sum(sp.Mod(x, e), (x, 0, n)), (n + 1) / e * sp.Sum(x, (x, 0, e - 1))),
    ):
        with pytest.raises(ProofError):
            proof.check(before, then)
    with pytest.raises(ProofError):
        InBlocks((divisor,)).check_domain([sp.Eq(sp.Mod(n, 2), 0)], {n, e})


NESTED = """family f
sizes d >= {least}, L >= 1
node v: words(d, L)
link copy: v - v with [L] = (v[L] + x) mod d for x: 1..d-1
link between: v - v with [i] = [i = L-j]*v[L] + [i > L-j]*v[L-j] (for i: L-j..L) for j: 1..L-1 where {where}
"""
WHERE = "v[L-j] != v[L] and all(i: L-j+1..L-1, v[i] = v[L])"


def test_most_and_fewest_links_at_a_word():
    """Rules that apply at some words: both numbers, at sizes beyond those compared."""
    family = DefinedFamily(read_definition(NESTED.format(least=2, where=WHERE)))
    for quantity in ("max_degree", "min_degree"):
        found = derived(family, quantity)
        found.check()
        for d, levels in ((2, 5), (3, 4), (4, 3), (6, 1), (7, 2)):
            size = {"d": d, "L": levels}
            assert found.value(size) == found.definition.literal(size), (quantity, size)
        step = found.derivation.steps[0]
        with pytest.raises(ProofError):
            step.proof.check(step.before, step.after + 1)


@pytest.mark.parametrize(
    ("least", "where", "match"),
    [
        (1, WHERE, "of a single letter"),  # all words are corners
        (2, "v[L-j] != v[L]", "links between"),  # a word has a link for each letter before the last that is another one
        (2, "v[L-j] != v[L] and all(i: L-j+1..L-1, v[i] = v[L-j])", "letters that several"),
    ],
)
def test_most_links_at_a_word_are_shown_or_refused(least, where, match):
    with pytest.raises(NotDerived, match=match):
        derived(DefinedFamily(read_definition(NESTED.format(least=least, where=where))), "max_degree").check()

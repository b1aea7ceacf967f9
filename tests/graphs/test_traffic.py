"""Traffic patterns against definitions written with digits and strings of bits, node by node."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from netlemma.errors import FormatError, TrafficError
from netlemma.graphs import network
from netlemma.graphs.traffic.building import from_rates
from netlemma.graphs.traffic.named import traffic
from netlemma.graphs.traffic.patterns import patterns

SMALL = [("mesh", {"k": 4, "n": 2}), ("toroid", {"w": 4, "D": 2}), ("hypercube", {"n": 4}), ("toroid", {"w": 8, "D": 1}),
         ("line(2) x ring(4) x line(2) x ring(4)", {})]  # fmt: skip


def goes(net, words):
    """Destination of each node under a permutation."""
    found = traffic(net, words)
    assert found.uniform == 0 and set(found.rate) == {found.denominator}
    return dict(zip(found.source.tolist(), found.destination.tolist(), strict=True))


def by_digits(net, rule):
    """Destination of each node when a rule gives the new digits."""
    number = {net.labels(node): node for node in range(net.node_count)}
    sizes = [factor.size for factor in net.factors]
    return {node: number[tuple(rule(list(net.labels(node)), sizes))] for node in range(net.node_count)}


def by_bits(net, rule):
    """Destination of each node when a rule gives the new string of bits, the most significant one first."""
    sizes = [factor.size for factor in net.factors]
    count = net.node_count.bit_length() - 1

    def address(label):
        total, weight = 0, 1
        for digit, size in zip(label, sizes, strict=True):  # digit 0 is the least significant one
            total, weight = total + digit * weight, weight * size
        return total

    at = {address(net.labels(node)): node for node in range(net.node_count)}
    return {at[a]: at[int(rule(format(a, f"0{count}b")), 2)] for a in at}


DIGITS = {
    "bit-complement": lambda digits, sizes: [k - 1 - d for d, k in zip(digits, sizes, strict=True)],
    "tornado": lambda digits, sizes: [(d + -(-k // 2) - 1) % k for d, k in zip(digits, sizes, strict=True)],
    "neighbor": lambda digits, sizes: [(d + 1) % k for d, k in zip(digits, sizes, strict=True)],
    "transpose": lambda digits, sizes: digits[len(digits) // 2 :] + digits[: len(digits) // 2],
}
BITS = {
    "bit-reverse": lambda word: word[::-1],
    "bit-rotation": lambda word: word[-1] + word[:-1],
    "shuffle": lambda word: word[1:] + word[0],
}


@pytest.mark.parametrize(("family", "sizes"), SMALL)
@pytest.mark.parametrize("pattern", [*DIGITS, *BITS])
def test_permutations(family, sizes, pattern):
    net = network(family, **sizes)
    if (pattern == "transpose" and len(net.factors) % 2) or (pattern == "tornado" and family == "hypercube"):
        with pytest.raises(TrafficError):
            traffic(net, pattern)
        return
    expected = by_digits(net, DIGITS[pattern]) if pattern in DIGITS else by_bits(net, BITS[pattern])
    assert goes(net, pattern) == expected


def test_a_wrong_definition_is_seen():
    net = network("hypercube", n=4)
    assert goes(net, "shuffle") != by_bits(net, BITS["bit-rotation"])


@pytest.mark.parametrize(
    ("family", "sizes"),
    [
        ("toroid", {"w": 5, "D": 2}),
        ("mesh", {"k": 4, "n": 2}),
        ("hypercube", {"n": 3}),
        ("oneway-torus", {"k": 4, "n": 2}),
        ("clique(5) x oneway-ring(3)", {}),
        ("spanning-bus-hypercube", {"w": 3, "D": 2}),
    ],
)
def test_antipodal_is_farthest(family, sizes):
    from networkx import single_source_shortest_path_length

    net = network(family, **sizes)
    if family == "mesh":  # only corners are farthest from their images; every image is farthest for its mirror image
        assert goes(net, "antipodal") == goes(net, "bit-complement")
        return
    for node, there in goes(net, "antipodal").items():
        far = single_source_shortest_path_length(net.graph, net.labels(node))
        assert far[net.labels(there)] == max(far.values())


@given(st.sampled_from(["uniform", "all-to-all", "stencil", "ring-allreduce", "local radius=2", "permutation seed=5",
                        "hotspot nodes=0,3 share=2/5", "mix 1/2*uniform+1/4*tornado+1/8*transpose"]),
       st.sampled_from([("mesh", {"k": 3, "n": 2}), ("toroid", {"w": 4, "D": 2})]),
       st.sampled_from(["others", "all"]))  # fmt: skip
def test_rates_add_up(words, subject, pairs):
    net = network(subject[0], **subject[1])
    found = traffic(net, words, pairs)
    rates = {(s, t): found.between(s, t) for s, t in product(range(net.node_count), repeat=2)}
    assert sum(rates.values()) == found.moved
    assert found.sent == net.node_count * (Fraction(7, 8) if words.startswith("mix") else 1)
    for t in range(net.node_count):
        sources, weights = found.to(t)
        there = dict(zip(sources.tolist(), weights.tolist(), strict=True))
        assert {s: Fraction(w, found.scale) for s, w in there.items()} == {
            s: rates[s, t] for s in range(net.node_count) if rates[s, t]
        }


def test_uniform_with_itself():
    net = network("ring", K=4)
    assert traffic(net, pairs="all").moved == 3 and traffic(net).moved == 4


def test_files(tmp_path):
    net = network("ring", K=4)
    rows, square = tmp_path / "rows.csv", tmp_path / "square.csv"
    rows.write_text("source,destination,rate\n0,1,1/3\n0,2,0.25\n# nothing\n3,0,1\n")
    square.write_text("0,1/3,0.25,0\n0,0,0,0\n0,0,0,0\n1,0,0,0\n")
    found = [traffic(net, f"matrix {path}") for path in (rows, square)]
    for s, t in product(range(4), repeat=2):
        assert found[0].between(s, t) == found[1].between(s, t)
    assert found[0].between(0, 2) == Fraction(1, 4)
    turned = tmp_path / "permutation.csv"
    turned.write_text("0,1\n1,0\n")
    assert goes(net, f"permutation {turned}") == {0: 1, 1: 0, 2: 2, 3: 3}


@pytest.mark.parametrize(
    ("text", "pattern", "why"),
    [("0,1,-1", "matrix", "rate '-1'"), ("0,1,x", "matrix", "rate 'x'"), ("0,9,1", "matrix", "'9' is no node"),
     ("0,1,2", "matrix", "sends 2 messages"), ("0,1,2/3\n0,2,1/2", "matrix", "sends 7/6"), ("0,1,1/0", "matrix", "rate '1/0'"),
     ("0,1,1e5", "matrix", r"node \(0\) sends 100000 messages"),
     ("0,1,1e-99\n1,2,1/3", "matrix", "denominator of 100 digits"), ("0,1,1e-100", "matrix", "rate '1e-100'"), ("", "matrix", "is empty"), ("# x", "matrix", "no rates"), ("0", "matrix", "1 value: a line"),
     ("1\n0", "permutation", "a permutation has none"), ("0,0,1", "matrix", "no message"),
     ("0,1\n0,2", "permutation", "sends twice"), ("0,1", "permutation", "destination of two"),
     ("0,1,1/2", "permutation", "without rates")],
)  # fmt: skip
def test_damaged_files(tmp_path, text, pattern, why):
    file = tmp_path / "rates.csv"
    file.write_text(text)
    with pytest.raises((FormatError, TrafficError), match=why):
        traffic(network("ring", K=4), f"{pattern} {file}")


def test_rates_may_have_exponents(tmp_path):
    file = tmp_path / "rates.csv"
    file.write_text("0,1,2.50e-01\n1,2,5E-1\n2,3,1e0")
    found = traffic(network("ring", K=4), f"matrix {file}")
    assert [found.between(0, 1), found.between(1, 2), found.between(2, 3)] == [Fraction(1, 4), Fraction(1, 2), 1]


@pytest.mark.parametrize(
    ("words", "why"),
    [("tornadoo", "did you mean tornado"), ("transpose", "even number of dimensions"), ("shuffle", "power of two"),
     ("hotspot", "needs nodes="), ("hotspot nodes=7", "no node"), ("hotspot nodes=0,", "'' is no node"), ("hotspot nodes=1,(1)", "given twice"),
     ("hotspot nodes=(1", "names such as .0."), ("hotspot nodes=0,0", "given twice"),
     ("hotspot nodes=0 share=2", "above 0"), ("uniform x=1", "takes none"), ("local radius=0", "at least 1"),
     ("local radius=x", "whole number"), ("mix 1/2*uniform+1/1*neighbor", "add up to 3/2"), ("mix uniform", "a sum of terms"),
     ("matrix", "name of a file"), ("mix 1/0*uniform", "a sum of terms"), ("mix 1/2*mix", "no term of another"), ("mix 0*uniform", "above 0")],
)  # fmt: skip
def test_refusals(words, why):
    with pytest.raises(TrafficError, match=why):
        traffic(network("ring", K=5), words)


def test_hot_nodes_by_number_and_by_name():
    net = network("mesh", k=3, n=2)
    for words in ("1,8", "(0,1),8", "(0,1),(2,2)"):
        found = traffic(net, f"hotspot nodes={words} share=1/2")
        assert found.between(0, 1) == found.between(4, 8) == Fraction(1, 4) + Fraction(1, 16)
        assert found.between(1, 8) == Fraction(5, 16) and found.between(0, 3) == Fraction(1, 16)


def test_patterns_of_digits_need_a_product():
    net = network("cube-connected-cycles", D=3)
    for pattern in "tornado", "neighbor", "antipodal":
        with pytest.raises(TrafficError, match="Cartesian product"):
            traffic(net, pattern)
    with pytest.raises(TrafficError, match="has 24 ends: it needs a power of two"):
        traffic(net, "transpose")
    with pytest.raises(TrafficError, match="hyperx S=2 T=4 has 3 bits"):
        traffic(network("hyperx", S=(2,), T=4), "transpose")
    assert goes(net, "bit-complement")[0] == net.node_count - 1


def test_bits_of_terminals_are_those_of_their_numbers():
    net = network("hyperx", S=(4,), T=4)
    for name, rule in (BITS | {"transpose": lambda word: word[2:] + word[:2]}).items():
        there = goes(net, name)
        for number, end in enumerate(net.ends):
            assert there[end] == net.ends[int(rule(format(number, "04b")), 2)]


def by_labels(net, rule):
    """Rate of each pair of ends when a rule gives the labels to which a label sends, each alike."""
    number = {net.labels(end): end for end in net.ends}
    rates = {}
    for label, end in number.items():
        there = [number[other] for other in number if rule(label, other)]
        rates |= {(end, other): Fraction(1, len(there)) for other in there}
    return rates


@pytest.mark.parametrize(
    ("name", "size", "pattern", "rule"),
    [
        ("dragonfly", {"p": 2, "a": 2, "h": 2}, "group+1", lambda u, v: v[0] == (u[0] + 1) % 5),
        ("megafly", {"p": 1, "s": 2, "h": 1}, "group+1", lambda u, v: v[0] == (u[0] + 1) % 3),
        ("fat-tree", {"k": 4}, "group+1", lambda u, v: v[1] == (u[1] + 1) % 4),
        ("hyperx", {"S": (2, 3), "T": 2}, "switch+1", lambda u, v: v[0] * 3 + v[1] == (u[0] * 3 + u[1] + 1) % 6),
        ("hyperx", {"S": (2, 3, 2), "T": 2}, "complement-reverse",
         lambda u, v: v == (1 - u[2], 2 - u[1], 1 - u[0], u[3])),
    ],
)  # fmt: skip
def test_patterns_of_groups_and_switches(name, size, pattern, rule):
    net = network(name, **size)
    found, expected = traffic(net, pattern), by_labels(net, rule)
    assert {(u, v): found.between(u, v) for u in net.ends for v in net.ends if found.between(u, v)} == {
        pair: rate for pair, rate in expected.items() if pair[0] != pair[1]
    }


@pytest.mark.parametrize(("name", "size"), [("slim-fly", {"q": 5, "p": 2}), ("polarfly", {"q": 5, "p": 1})])
def test_shared_links_carry_the_messages_of_two_switches(name, size):
    """Of each path r, s, t, u the middle link carries the messages of r and s one way and of t and u the other."""
    net = network(name, **size)
    there, graph, loads = goes(net, "shared-link"), net.graph, Counter()
    pairs = 0
    for source, target in there.items():
        assert there[target] == source
        ways = list(nx.all_shortest_paths(graph, net.labels(source), net.labels(target)))
        assert len(ways) == 1 and (source == target or len(ways[0]) == 5)
        loads.update(zip(ways[0], ways[0][1:], strict=False))
        pairs += source != target
    between = {link: load for link, load in loads.items() if all(len(end) == 3 for end in link)}
    assert max(between.values()) >= 2 * size["p"] and pairs > len(net.ends) / 2


def test_patterns_of_groups_are_refused_without_them():
    for name, words, why in (
        (("ring", {"K": 5}), "group+1", "sends from group to group, and ring K=5 has none"),
        (("hyperx", {"S": (2, 3), "T": 1}), "complement-reverse", "of the same sizes from both sides"),
        (("hyperx", {"S": (3, 3), "T": 1}), "shared-link", "paths of four switches without short cuts"),
    ):
        with pytest.raises(TrafficError, match=why):
            traffic(network(name[0], **name[1]), words)


def test_patterns_with_options_in_a_mixture():
    net = network("ring", K=6)
    mixed = traffic(net, "mix 1/2 * hotspot nodes=0,3 share=1/4 + 1/2*permutation seed=2")
    for s, t in permutations(range(6), 2):
        parts = [traffic(net, words).between(s, t) for words in ("hotspot nodes=0,3 share=1/4", "permutation seed=2")]
        assert mixed.between(s, t) == sum(parts) / 2
    with pytest.raises(TrafficError, match="and no files"):
        traffic(net, "mix 1/2*uniform+1/2*matrix rates.csv")


def test_names_with_a_plus_are_mixed():
    net = network("dragonfly", p=1, a=2, h=1)
    mixed = traffic(net, "mix 1/4*group+1+1/2*uniform+1/4*switch+1")
    for u in net.ends:
        for v in net.ends:
            parts = [traffic(net, name).between(u, v) for name in ("group+1", "uniform", "switch+1")]
            assert mixed.between(u, v) == parts[0] / 4 + parts[1] / 2 + parts[2] / 4


def test_rates_of_pairs_are_exact():
    net = network("ring", K=4)
    with pytest.raises(TrafficError, match="whole numbers or Fractions"):
        from_rates(net, {(0, 1): 0.5}, "mine")
    with pytest.raises(TrafficError, match="at least 0"):
        from_rates(net, {(0, 1): Fraction(-1, 2)}, "mine")
    with pytest.raises(TrafficError, match="node 4"):
        from_rates(net, {(0, 4): 1}, "mine")


def test_every_pattern_has_a_definition():
    for name, make in patterns().items():
        assert make.__doc__, name


@pytest.mark.parametrize(
    "text, same",
    [("0,1\n1,2\n2,0\n", True), ("2,0\r\n0,2", True), ("0,1\n1,0", True), ("", False), ("0,1\n\n1,0", False), ("0,3\n3,0\n", False),
     ("0,1\n0,2\n", False), ("0,1\n", False), ("0,1,1\n1,0,1\n", False), ("0,\n1,0\n", False), ("Source,destination\n0,1\n1,0\n", True), ("source,destination\n", False),
     ("0,99999999999999999999999\n1,0\n", False)],
)  # fmt: skip
def test_files_of_numbers_alone_are_read_at_once(tmp_path, text, same):
    """The same permutation as line by line; what is anything else, or none, is left to be read line by line."""
    from netlemma.graphs.traffic.files import numbered_permutation, rows_of

    net, path = network("ring", K=3), tmp_path / "p.csv"
    path.write_bytes(text.encode() or b"#\n")
    found = numbered_permutation(net, str(path))
    assert (found is not None) == same
    if same:
        rows = {source: destination for _, source, destination, _ in rows_of(net, str(path))[1]}
        assert found.tolist() == [rows.get(node, node) for node in range(3)]


def test_numbers_that_are_names_of_a_file_or_graph_name_their_nodes(tmp_path):
    """Nodes 1, 2, 3 of a file have the numbers 0, 1, 2: a number in rates, permutations and options is their name."""
    import networkx

    (tmp_path / "links.csv").write_text("from,to\n10,9\n9,1\n")
    (tmp_path / "rates.csv").write_text("source,destination,rate\n1,10,1/2\n9,1,1/3\n")
    (tmp_path / "square.csv").write_text("0,0,1/2\n1/3,0,0\n0,0,0\n")
    (tmp_path / "turn.csv").write_text("1,9\n9,10\n10,1\n")
    by_file, by_graph = network(str(tmp_path / "links.csv")), network(networkx.path_graph([10, 9, 1]))
    for net in (by_file, by_graph):
        assert [net.labels(node) for node in range(3)] == [("1",), ("9",), ("10",)]
        wanted = {(0, 2): Fraction(1, 2), (1, 0): Fraction(1, 3)}
        for words in (
            f"matrix {tmp_path}/rates.csv",
            f"matrix {tmp_path}/square.csv",
            {(1, 10): Fraction(1, 2), (9, 1): Fraction(1, 3)},
            {("1", "10"): Fraction(1, 2), ("9", 1): Fraction(1, 3)},
        ):
            found = traffic(net, words)
            assert {pair: rate for pair in permutations(range(3), 2) if (rate := found.between(*pair))} == wanted, words
        assert traffic(net, f"permutation {tmp_path}/turn.csv").destination.tolist() == [0, 1, 2]
        assert traffic(net, f"permutation {tmp_path}/turn.csv").source.tolist() == [2, 0, 1]
        assert traffic(net, "hotspot nodes=9 share=1").destination.tolist() == [1, 1, 1]
        for words in ({(1, 0): 1}, "hotspot nodes=2"):
            with pytest.raises(TrafficError, match="name"):
                traffic(net, words)

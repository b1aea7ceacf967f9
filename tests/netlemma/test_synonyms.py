"""The field's other names: they find what they mean, everywhere, or the answer says what to write."""

from typing import Any

import networkx as nx
import pytest

import netlemma as nl
from netlemma.api.lemmas import exported
from netlemma.base.synonyms import ADVICE, SYNONYMS, squeezed
from netlemma.checks.base.inputs import parse_network
from netlemma.checks.judging.quantity_list import QUANTITIES
from netlemma.checks.side_by_side import side_by_side
from netlemma.errors import InputError, RoutingError, TrafficError
from netlemma.glossary.explanations import explain
from netlemma.graphs.families import families, family_called
from netlemma.graphs.routings import channel_routings
from netlemma.graphs.sources import resolve
from netlemma.graphs.traffic.patterns import patterns

EXTRA = {"routing": {"nca", "minhop", "updn"}}  # names that mean a routing on some networks only


@pytest.mark.parametrize("kind", SYNONYMS)
def test_every_synonym_stands_for_one_thing_that_exists(kind: str) -> None:
    known = {"family": families(), "routing": channel_routings(), "quantity": QUANTITIES, "pattern": patterns()}[kind]
    assert set(SYNONYMS[kind]) <= set(known) | EXTRA.get(kind, set())
    spelled = [squeezed(also) for every in SYNONYMS[kind].values() for also in every]
    others = {squeezed(name) for name in (*known, *ADVICE[kind])}
    assert len(spelled) == len(set(spelled))
    assert not others & set(spelled)


@pytest.mark.parametrize(
    ("name", "graph"),
    [
        ("petersen", nx.petersen_graph()),
        ("moebius-kantor", nx.moebius_kantor_graph()),
        ("desargues", nx.desargues_graph()),
        ("nauru", nx.LCF_graph(24, [5, -9, 7, -7, 9, -5], 4)),
        ("dodecahedron", nx.dodecahedral_graph()),
        ("octahedron", nx.octahedral_graph()),
        ("hoffman-singleton", nx.hoffman_singleton_graph()),
    ],
)
def test_the_advice_for_a_named_graph_is_that_graph(name: str, graph: Any) -> None:
    source, sizes = resolve(ADVICE["family"][name].partition(", which")[0].split())
    assert nx.is_isomorphic(nx.Graph(nl.network(source, **parse_network(sizes)).graph), graph)


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("linear-array n=8", "path n=8"),
        ("line n=3", "path n=3"),
        ("k-ary-n-cube k=4 n=2", "torus k=4 n=2"),
        ("ccc D=3", "cube-connected-cycles D=3"),
        ("2d mesh k=4", "mesh k=4 n=2"),
        ("3D-torus k=3", "torus k=3 n=3"),
        ("mesh-2d k=4", "mesh k=4 n=2"),
        ("mesh 8x8", "mesh k=8 n=2"),
        ("8x8 mesh", "mesh k=8 n=2"),
        ("torus 4x4x4", "torus k=4 n=3"),
        ("mesh 4x6", "rectangular-mesh S=4,6"),
        ("torus 4x6", "rectangular-torus S=4,6"),
        ("Slim Fly q=5 p=0", "slim-fly q=5 p=0"),
        ("Hypercube n=3", "hypercube n=3"),
        ("8-ary 2-cube", "torus k=8 n=2"),
        ("4-ary-3-cube", "torus k=4 n=3"),
        ("2-ary 3-cube", "hypercube n=3"),
        ("3-ary 2-mesh", "mesh k=3 n=2"),
        ("4-ary 2-tree", "k-ary-n-tree k=4 n=2"),
        ("2-ary 3-fly", "butterfly k=2 n=3"),
        ("k-ary n-fly k=2 n=2", "butterfly k=2 n=2"),
        ("omega network k=2 n=3", "omega k=2 n=3"),
        ("k-ary fat tree k=4", "fat-tree k=4"),
        ("Kautz graph d=2 D=2", "kautz d=2 D=2"),
        ("torus network k=3 n=2", "torus k=3 n=2"),
        ("star graph n=3", "permutation-star n=3"),
        ("Clos network m=2 n=2 r=3", "clos m=2 n=2 r=3"),
        ("three-stage Clos m=2 n=2 r=3", "clos m=2 n=2 r=3"),
        ("PGFT m=2,2 w=1,1 p=1,2", "pgft m=2,2 w=1,1 p=1,2"),
    ],
)
def test_names_of_networks(words: str, title: str) -> None:
    source, rest = resolve(words.split())
    sizes = dict(word.split("=") for word in rest)
    built = source.build(**{k: tuple(map(int, v.split(","))) if "," in v else int(v) for k, v in sizes.items()})
    assert built.title == title


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("leaf-spine", "did you mean xgft m=HOSTS,LEAVES"),
        ("spidergon", "did you mean moebius-ladder"),
        ("express cube", "did you mean express-torus"),
        ("liner-array", "did you mean path?"),
        ("folded Clos", "did you mean xgft m=HOSTS,LEAVES"),
        ("butterfly graph", "did you mean wrapped-butterfly"),
        ("2d mesh", "2d mesh' has n=2: n=4 is given besides"),
    ],
)
def test_names_of_several_meanings_are_refused_with_what_to_write(name: str, hint: str) -> None:
    with pytest.raises(InputError, match=hint):
        nl.network(name, n=4)


def test_numbers_behind_a_family_are_told_how_sizes_are_written() -> None:
    with pytest.raises(InputError, match="'4' behind 'torus' is no network: a size is written name=value"):
        resolve(["torus", "4", "2"])


@pytest.mark.in_turn
def test_functions_know_grids_by_their_sides() -> None:
    assert nl.network("8x8 mesh").title == "mesh k=8 n=2"
    assert nl.measure("2d mesh", k=4).mean_distance == nl.measure("mesh", k=4, n=2).mean_distance
    found = nl.check("2d mesh", "diameter", "2*(k-1)")
    assert found.verdict == "holds" and found[0].key == "mesh.diameter"
    assert nl.check("2d mesh", "diameter", "n*(k-1)+1").verdict == "fails"
    assert nl.check("8x8 mesh", "diameter", "14").verdict == "holds"
    assert str(nl.derive("2d mesh", "mean_distance")[0].special) == "2*k/3"
    assert nl.derive("torus 4x6", "diameter")[0].special == 5
    with pytest.raises(InputError, match="'n' is given twice"):
        nl.derive("2d mesh", "diameter", at="n=3")
    verified = nl.verify("2d mesh k=2..3")
    assert verified.verdict == "holds" and {size["n"] for each in verified for size in each.sizes if "n" in size} == {2}
    versus = nl.bounds("spanning-bus-hypercube", w=4, D=2, versus="2d torus k=4").versus
    assert versus == nl.bounds("spanning-bus-hypercube", w=4, D=2, versus="torus k=4 n=2").versus
    assert nl.explain("2d mesh").name == "mesh"
    assert nl.catalog("lemmas", "k-ary n-cube").rows == nl.catalog("lemmas", "torus").rows
    with pytest.raises(ValueError, match="n=2 cannot be combined"):
        nl.deadlock("2d mesh", all_sizes=True)
    with pytest.raises(InputError, match="theorems are about all sizes: name mesh"):
        exported("2d mesh", "diameter")


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("words", "heading"),
    [
        (["2d", "mesh", "diameter"], "mesh.diameter"),
        (["k-ary", "n-cube", "diameter"], "torus.diameter"),
        (["2d", "mesh"], "mesh."),
    ],
)
def test_derive_takes_names_of_several_words(words: list[str], heading: str, run: Any) -> None:
    assert run("derive", *words).out.startswith(heading)
    assert "derive takes a subject and a quantity" in run("derive", "mesh", "diameter", "nodes").err


def test_a_name_in_two_dimensions_of_what_is_no_grid_is_refused() -> None:
    with pytest.raises(InputError):
        nl.network("2d ring", K=4)


@pytest.mark.parametrize(
    ("network", "quantity", "formula", "where", "verdict"),
    [
        ("k-ary-n-cube", "diameter", "n*floor(k/2)", "", "holds"),
        ("k-ary-n-cube", "diameter", "n*floor(k/3)", "", "fails"),
        ("torus", "bisection-bandwidth", "4*k^(n-1)", "k even", "holds"),
        ("hypercube", "average_distance", "n*2^(n-1)/(2^n-1)", "", "holds"),
        ("hypercube", "aspl", "n*2^(n-1)/(2^n-1)", "", "holds"),
        ("hypercube", "edges", "n*2^(n-1)", "", "holds"),
        ("hypercube", "vertices", "2^n", "", "holds"),
        ("hypercube", "diam", "n", "", "holds"),
        ("mesh", "throughput", "4*(k^n-1)/k^(n+1)", "k even", "holds"),
        ("mesh", "max_channel_load", "k^(n+1)/(4*(k^n-1))", "k even", "holds"),
    ],
)
def test_names_of_quantities(network: str, quantity: str, formula: str, where: str, verdict: str) -> None:
    assert nl.check(network, quantity, formula, where=where).verdict == verdict


@pytest.mark.parametrize(
    ("quantity", "hint"), [("channels", "did you mean links, each"), ("hop count", "did you mean mean_distance or")]
)
def test_quantities_of_several_meanings_are_refused_with_what_to_write(quantity: str, hint: str) -> None:
    with pytest.raises(InputError, match=hint):
        nl.check("hypercube", quantity, "n")
    with pytest.raises(InputError, match=hint):
        nl.derive("hypercube", quantity)


def test_the_key_of_a_verdict_says_which_quantity_was_meant() -> None:
    assert nl.check("k-ary-n-cube", "aspl", "1", at="k=3 n=1")[0].key == "torus.mean_distance"
    assert nl.derive("ccc", "average-distance")[0].key == "cube-connected-cycles.mean_distance"


@pytest.mark.parametrize(
    ("network", "sizes", "routing", "made"),
    [
        ("hyperx", {"S": (3, 3), "T": 1}, "dimension-order", "hyperx-order"),
        ("hyperx", {"S": (3, 3), "T": 1}, "XY", "hyperx-order"),
        ("flattened-butterfly", {"k": 2, "n": 3}, "e-cube", "hyperx-order"),
        ("hamming", {"d": 2, "q": 3}, "DOR", "dimension-order"),
        ("mesh", {"k": 3, "n": 2}, "dor", "dimension-order"),
        ("mesh", {"k": 3, "n": 2}, "West first", "west-first"),
        ("mesh", {"k": 3, "n": 2}, "up*/down* root=3", "up-down"),
        ("mesh", {"k": 3, "n": 2}, "minimal", "shortest"),
        ("dragonfly", {"p": 1, "a": 2, "h": 1}, "minimal", "minimal"),
        ("k-ary-n-tree", {"k": 2, "n": 2}, "nca", "shortest"),
    ],
)
def test_names_of_routings(network: str, sizes: dict[str, Any], routing: str, made: str) -> None:
    from netlemma.graphs.routings import routing as routing_of

    assert routing_of(nl.network(network, **sizes), routing).name == made


@pytest.mark.parametrize(
    ("engine", "made"), [("minhop", "shortest-first"), ("updn", "up-down"), ("ftree", "d-mod-k"), ("dfsssp", "lash")]
)
def test_an_engine_of_opensm_is_said_to_be_read_as_ours(engine: str, made: str) -> None:
    from netlemma.graphs.routings import routing as routing_of

    with pytest.warns(UserWarning, match=f"routing {engine} is read as {made}"):
        assert routing_of(nl.network("fat-tree", k=4), engine).name == made


@pytest.mark.parametrize("net", [("mesh", {"k": 3, "n": 2}), ("dragonfly", {"p": 1, "a": 2, "h": 1})])
def test_nearest_common_ancestors_are_those_of_trees(net: tuple[str, dict[str, int]]) -> None:
    from netlemma.graphs.routings import routing as routing_of

    with pytest.raises(RoutingError, match="nca climbs"):
        routing_of(nl.network(net[0], **net[1]), "nca")


def test_a_turn_model_is_one_of_three() -> None:
    with pytest.raises(RoutingError, match="did you mean west-first, north-last or negative-first"):
        nl.deadlock("mesh", k=3, n=2, routing="turn model")


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("asked", "rows"),
    [("mesh 2x3", ["rectangular-mesh S=2,3"]), ("2d torus", ["torus k=4 n=2"]), ("2d mesh k=3", ["mesh k=3 n=2"])],
)
def test_comparisons_know_grids_by_their_sides(asked: str, rows: list[str]) -> None:
    assert [row.network for _, row in side_by_side([asked], "16").rows] == rows


def test_names_of_patterns() -> None:
    from netlemma.graphs.traffic.named import traffic

    net = nl.network("mesh", k=4, n=2)
    assert traffic(net, "bit-reversal").name == traffic(net, "bit-reverse").name == "bit-reverse"
    assert traffic(net, "Random").name == "uniform"
    assert traffic(net, "uniform random").name == "uniform"
    assert traffic(net, "Bit complement").name == "bit-complement"
    assert traffic(net, "Hot Spot nodes=0 share=1/4").name == "hotspot nodes=0 share=1/4"
    with pytest.raises(TrafficError, match="no traffic pattern ''"):
        traffic(net, "")


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("ccc", "cube-connected-cycles"),
        ("aspl", "mean_distance"),
        ("bitcomp", "bit-complement"),
        ("up-dn", "updn"),
        ("nearest common ancestor", "nca"),
    ],
)
def test_explanations_know_them(word: str, name: str) -> None:
    assert explain(word).name == name


def test_what_is_read_as_a_routing_is_explained_by_it() -> None:
    assert "up-down" in explain("updn").meaning and "shortest" in explain("nca").meaning


def test_no_explanation_of_a_name_of_several_meanings_but_what_to_write() -> None:
    with pytest.raises(InputError, match="did you mean moebius-ladder n=HALF"):
        explain("spidergon")


def test_completion_offers_them_where_no_usual_name_begins_so() -> None:
    from netlemma.cli.completion import families as completed
    from netlemma.cli.completion import routing as routings

    assert completed("linear") == ["linear-array"] and completed("me") == ["megafly", "mesh"]
    assert routings("do") == ["dor"]


def test_lemmas_are_found_by_them() -> None:
    family = family_called("linear-array")
    assert family and [each.key for each in nl.derive("linear-array", "diameter")] == ["path.diameter"]

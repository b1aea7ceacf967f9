"""Rocq's kernel: theorems that it accepts, wrong ones that it refuses, and definitions that mean what networks are."""

import re
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import networkx as nx
import pytest
import sympy as sp

from netlemma import measure
from netlemma.api.catalogue import catalog, undecided
from netlemma.checks import deadlock
from netlemma.checks.formula.formula import parse_condition, parse_formula
from netlemma.checks.kernel.accepted_lemmas import entries, recorded, shown_strength
from netlemma.checks.kernel.rocq_certificates import theorem as deadlock_theorem
from netlemma.checks.kernel.rocq_compiler import answers
from netlemma.checks.kernel.rocq_theorems import formula_statement
from netlemma.derive.core.derivation import ByLemma, quantity_of
from netlemma.derive.core.lemma import Derivation, Step
from netlemma.derive.discovery import lemma
from netlemma.derive.formal.rocq_theorems import devices, network, routes, theorem, theory_files, traffic
from netlemma.derive.formal.statements import PRODUCTS, SWITCHES, statement_of
from netlemma.derive.networks.products.cartesian_products import parse
from netlemma.errors import InputError, NotExported, NotInRocq
from netlemma.graphs import network as source
from netlemma.graphs.loads.distance_indices import distances
from netlemma.graphs.loads.graph_indices import edge_forwarding_index, vertex_forwarding_index
from tests.checks import kernel_worst

needs_rocq = pytest.mark.skipif(
    shutil.which("coqc") is None, reason="Rocq is not installed (Debian: apt-get install coq)"
)

ROOT = Path(__file__).parents[2]
ACCEPTED = (
    "toroid.mean_distance",
    "mesh.links",
    "ring(12)^in x line(n)^m x clique(q).mean_distance",
    "ring(3).wiener_index",
    "toroid.mean_hops.bit-complement",
    "prism.wiener_index",
    "mesh.distance_polynomial",
    "line(a) x oneway-ring(b)^2.hyper_wiener_index",
    "mesh.max_channel_load.uniform",
    "torus.max_channel_load.antipodal.minus",
    "spanning-bus-hypercube.capacity",
    "hamming.throughput.tornado",
    "line(k) x ring(l).capacity",
    "toroid.throughput.bit-complement",
    "ring(a)^p x clique(b).max_channel_load.bit-complement.minus",
    "oneway-ring(a)^p x clique(b).throughput.tornado",
    "ring(a) x bus(3).max_channel_load.neighbor",
    "torus.worst_case.valiant.plus",
    "line(a) x clique(b).max_channel_load.valiant",
    "torus.vertex_forwarding_index",
    "oneway-torus.mean_hops.transpose",
    "rectangular-mesh.edge_forwarding_index",
    "oneway-ring(a)^p x clique(b) x bus(3).edge_forwarding_index",
    "toroid.max_channel_load.transpose.plus",
    "bus(n)^4.throughput.transpose",
    *kernel_worst.ACCEPTED,
)
SENT = (
    "line(3) x ring(4).mean_hops.tornado",
    "ring(3)^2 x clique(2).mean_hops.bit-complement",
    "oneway-ring(4) x bus(2).mean_hops.neighbor",
    "line(4) x ring(5).mean_hops.antipodal",
    "clique(2) x oneway-ring(4).mean_hops.antipodal",
    "line(2) x oneway-ring(3).mean_hops.uniform",
    "line(3)^2.mean_hops.transpose",
    "oneway-ring(2)^4.mean_hops.transpose",
)
LOADED = (
    "line(3) x ring(4).max_channel_load.tornado",
    "ring(4) x clique(3).max_channel_load.uniform.plus",
    "oneway-ring(4) x bus(2).max_channel_load.neighbor",
    "ring(6).max_channel_load.bit-complement",
    "ring(4)^2.max_channel_load.antipodal.minus",
    "bus(3) x line(4).max_channel_load.uniform",
    "ring(4).max_channel_load.valiant.minus",
    "ring(5) x line(3).max_channel_load.bit-complement.plus",
    "line(3) x clique(2).max_channel_load.valiant",
    "line(3)^2.max_channel_load.transpose",
    "ring(4)^2.max_channel_load.transpose.minus",
    "clique(2)^4.max_channel_load.transpose",
)
PASSED = ("ring(5)", "clique(2)^3", "oneway-ring(3) x clique(2)", "line(4)")
SPREAD = ("ring(4)", "clique(2)^3", "oneway-ring(3) x line(2)", "line(5)", "bus(2) x clique(3)", "ring(2) x line(2)")
COUNTED = ("ring(2)", "ring(3)^2", "line(3) x oneway-ring(4)", "clique(3) x ring(2)", "bus(2)^3")


def mutated(key, change):
    found = lemma(key)
    *steps, last = found.derivation.steps
    wrong = replace(last, after=change(last.after))
    assert wrong != last
    return replace(found, derivation=replace(found.derivation, steps=(*steps, wrong)))


MUTANTS = (
    ("toroid.mean_distance", lambda e: e.xreplace({sp.Rational(1, 4): sp.Rational(1, 5)})),
    ("mesh.radius", lambda e: e + 1),
    ("ring(3).wiener_index", lambda e: e * 2),
    ("ring.mean_hops.bit-complement", lambda e: e * 2),
    ("mesh.mean_hops.transpose", lambda e: e * 2),
    ("torus.max_channel_load.transpose", lambda e: e + 1),
    ("hamming.throughput.transpose", lambda e: e / 2),
    ("oneway-torus.distance_polynomial", lambda e: e * 2),
    ("ring.hyper_wiener_index", lambda e: e + sp.Rational(1, 2)),
    ("mesh.max_channel_load.uniform", lambda e: e * 2),
    ("ring.max_channel_load.antipodal.plus", lambda e: e + 1),
    ("oneway-torus.throughput.bit-complement", lambda e: e / 2),
    ("line(k) x ring(l).max_channel_load.uniform", lambda e: e.args[0]),
    ("line(k) x ring(l).throughput.tornado", lambda e: e * 2),
    ("mesh.worst_case.valiant", lambda e: e / 2),
    ("torus.max_channel_load.bit-complement.plus", lambda e: e + 1),
    ("toroid.max_channel_load.valiant.minus", lambda e: e + 1),
    ("hamming.vertex_forwarding_index", lambda e: e + 1),
    ("ring(4)^2 x clique(n).vertex_forwarding_index", lambda e: e - 1),
    ("mesh.edge_forwarding_index", lambda e: e - 1),
    ("rectangular-torus.edge_forwarding_index", lambda e: e.args[0]),
    ("spanning-bus-hypercube.edge_forwarding_index", lambda e: e / 2),
    *kernel_worst.MUTANTS,
)


RIGHT = (
    ("toroid.mean_distance", "D*w/4*(1 + 1/(w^D - 1))", "w mod 4 = 2 and D > 1"),
    ("ring.diameter", "piecewise(K/2, K even, (K - 1)/2)", "K >= 3"),
)
WRONG = (
    ("toroid.mean_distance", "D*w/4", "w mod 4 = 2 and D > 1"),
    ("toroid.mean_distance", "D*w/4*(1 + 1/(w^D - 1))", "D > 1"),
    ("ring.diameter", "K/2", "K odd"),
)


def stated(key, formula, where):
    return formula_statement(lemma(key), parse_formula(formula), parse_condition(where))


def computed(name, term, value):
    return f"""Theorem {name} : {term} = {value}.
Proof. vm_compute. reflexivity. Qed.
Print Assumptions {name}.
"""


def counted(text):
    """Theorems that a network, as it is exported, has the sums over pairs of nodes that are measured."""
    found, term, number = measure(text), network(parse(text).groups), COUNTED.index(text)
    pairs = found.nodes * (found.nodes - 1)
    by_distance = list(enumerate(distances(source(text)).pairs))
    squares = sum(many * i * (i + 1) for i, many in by_distance)
    powers = found.nodes + sum(many * 3**i for i, many in by_distance)
    return (
        computed(f"total{number}", f"computed_total ({term})", f"Some {found.mean_distance * pairs}%nat")
        + computed(f"hyper{number}", f"computed_hyper ({term})", f"{squares}%nat")
        + computed(f"powers{number}", f"computed_powers ({term}) 3", f"{powers}%nat")
    )


def sent(key):
    """Theorems that messages under a pattern, as it is exported, have the mean hops that are measured."""
    text, _, pattern = key.split(".")
    statement = statement_of(lemma(key))
    found = measure(text, routing="dimension-order", traffic=pattern).mean_hops
    term = f"computed_hops ({network(statement.network)}) {traffic(statement)}"
    return computed(f"hops{SENT.index(key)}", term, f"{found.numerator} # {found.denominator}")


LARGEST = """From Coq Require Import List QArith.
From Netlemma Require Import Definitions Loads.
Definition largest {g} (r : routes g) (rate : node g -> node g -> Q) : Q :=
  fold_right (fun c most => let l := Qred (load r rate c) in if Qle_bool l most then most else l) 0 (all_channels r).
"""


def loaded(key):
    """Theorem that the largest load, over the routes as they are exported, is the one that is measured."""
    text, _, pattern = key.split(".", 2)
    pattern, _, ties = pattern.partition(".")
    statement = statement_of(lemma(key))
    routing, sent_by = ("valiant", "uniform") if statement.by_way else ("dimension-order", pattern)
    most = measure(text, routing=f"{routing} ties={ties or 'split'}", traffic=sent_by).largest
    term = f"largest ({routes(statement)}) {traffic(statement)}"
    return computed(f"largest{LOADED.index(key)}", term, f"{most.numerator} # {most.denominator}")


SHORTEST = """From Coq Require Import List QArith Qminmax.
From Netlemma Require Import Definitions Forwarding.
Import ListNotations.
Fixpoint ways_of {g} (hops : nat) (x y : node g) : list (list (node g)) :=
  match hops with
  | O => if same g x y then [[]] else []
  | S less => flat_map (fun z => if (0 <? channels g x z)%nat then map (cons z) (ways_of less z y) else []) (nodes g)
  end.
Fixpoint shortest {g} (more hops : nat) (x y : node g) : list (list (node g)) :=
  match more with
  | O => []
  | S less => match ways_of hops x y with [] => shortest less (S hops) x y | found => found end
  end.
Definition split g : forwarding g :=
  fun x y => let found := shortest (size g) 0 x y in map (fun way => (1 # Pos.of_nat (length found), way)) found.
Definition most_passing g : Q := fold_right (fun z most => Qred (Qmax most (passing g (split g) z))) 0 (nodes g).
Fixpoint ways_over {g} (d : devices g) (hops : nat) (x y : node g) : list (list (device d)) :=
  match hops with
  | O => if same g x y then [[]] else []
  | S less => flat_map (fun e => flat_map (fun z => if joins d e x z then map (cons e) (ways_over d less z y) else []) (nodes g))
      (all_devices d)
  end.
Fixpoint shortest_over {g} (d : devices g) (more hops : nat) (x y : node g) : list (list (device d)) :=
  match more with
  | O => []
  | S less => match ways_over d hops x y with [] => shortest_over d less (S hops) x y | found => found end
  end.
Definition split_over {g} (d : devices g) : forwarding_over d := fun x y =>
  let found := shortest_over d (size g) 0 x y in map (fun way => (1 # Pos.of_nat (length found), way)) found.
Definition most_crossing {g} (d : devices g) : Q :=
  fold_right (fun e most => Qred (Qmax most (crossing d (split_over d) e))) 0 (all_devices d).
Definition fit {g} (d : devices g) : bool := forallb (fun x => forallb (fun y =>
  (sum (all_devices d) (fun e => one_if (joins d e x y)) =? channels g x y)%nat) (nodes g)) (nodes g).
"""


def passed(text):
    """Theorem that all shortest paths alike pass nodes as often as the measured index: where all nodes are alike, or in a line."""
    least = vertex_forwarding_index(source(text)).value(text)
    term = f"most_passing ({network(parse(text).groups)})"
    return computed(f"passed{PASSED.index(text)}", term, f"{least.numerator} # {least.denominator}")


def spread(text):
    """Theorem that as many devices as channels join each two nodes, and that all shortest paths alike have the measured index."""
    least, term = edge_forwarding_index(source(text)).value(text), devices(parse(text).groups)
    found = f"(fit ({term}), length (all_devices ({term})), most_crossing ({term}))"
    many = source(text).device_count
    return computed(
        f"spread{SPREAD.index(text)}", found, f"(true, {many}%nat, {least.numerator} # {least.denominator})"
    )


def wrong_number(certificate):
    """The certificate with a number that does not rise along a dependency."""
    numbers = list(certificate["numbers"])
    numbers[numbers.index(max(n for n in numbers if n is not None))] = 0
    return {**certificate, "numbers": numbers}


@pytest.mark.parametrize(("family", "sizes"), [("concentrated-mesh", "k c"), ("flattened-butterfly", "k n")])
def test_switches_of_families_are_products(family, sizes):
    product, less = SWITCHES[family]
    for k, other in ((2, 2), (3, 2), (3, 3)):
        built = source(family, **dict(zip(sizes.split(), (k, other), strict=True)))
        switches = built.graph.subgraph(x for x in built.graph if built.graph.degree(x) > 1)
        alike = product.replace("(k)", f"({k})").replace("^n", f"^{other - less}")
        assert nx.is_isomorphic(nx.Graph(switches), nx.Graph(source(alike).graph))


@pytest.mark.parametrize("family", PRODUCTS)
def test_families_under_another_name_are_their_products(family):
    for size in range(3, 8):
        product = PRODUCTS[family].replace("(n)", f"({size})")
        assert nx.is_isomorphic(source(family, n=size).graph, source(product).graph)


def test_only_the_statement_that_was_accepted_is_kernel_checked():
    for key in Random(31).sample(sorted(recorded()), 4):
        assert shown_strength(lemma(key)) == "kernel-checked", key
    assert shown_strength(mutated("mesh.radius", lambda e: e + 1)) == "proved"
    assert shown_strength(lemma("ring.bisection")) == lemma("ring.bisection").strength


DEFINED = (
    "star.mean_distance",
    "wheel.links",
    "star.diameter",
    "comb.wiener_index",
    "antiprism.degree",
    "honeycomb-torus.degree",
    "king.max_degree",
    "crown.degree",
    "concentrated-mesh.links",
    "k-ary-n-tree.nodes",
    "flattened-butterfly.mean_distance",
    "oneway-torus.visit_ratio.link",
    "spanning-bus-hypercube.visit_ratio.bus",
    "crossed-cube.nodes",
    "hexagonal-mesh.nodes",
    "cube-connected-cycles.nodes",
    "gaussian-network.nodes",
    "generalised-petersen.links",
    "lollipop.links",
    "tetrahedral.links",
)
SMALL = {
    "wheel.links": {"n": 6},
    "crossed-cube.nodes": {"n": 4},
    "gaussian-network.nodes": {"a": 2, "b": 3},
    "hexagonal-mesh.nodes": {"n": 2},
    "wk-recursive.nodes": {"d": 3, "L": 2},
    "hanoi.nodes": {"n": 2},
    "cube-connected-cycles.nodes": {"D": 3},
    "benes.nodes": {"d": 2},
    "banana-tree.nodes": {"n": 2, "k": 3},
    "wrapped-hexagonal-mesh.nodes": {"n": 2},
}


@needs_rocq
@pytest.mark.parametrize(
    "most", [pytest.param(2, marks=pytest.mark.in_turn), pytest.param(100, marks=pytest.mark.long)]
)
def test_counts_of_definitions_are_accepted_and_wrong_ones_are_refused(most, rocq_folder):
    right = [theorem(lemma(key)) for key in DEFINED[:most]]
    wrong = [theorem(mutated(key, lambda form: form + 1)) for key in DEFINED[:most]]
    found = answers([*right, *wrong], rocq_folder)
    assert [each.accepted for each in found] == [True] * len(right) + [False] * len(wrong)


@needs_rocq
@pytest.mark.long
def test_networks_of_definitions_have_the_distances_that_are_measured(rocq_folder):
    text = "From Coq Require Import List ZArith Bool.\nFrom Netlemma Require Import Definitions Defined Brute.\n"
    text += "Import ListNotations.\nOpen Scope Z_scope.\n"
    for key, sizes in SMALL.items():
        defined = re.search(r"^Definition (\w+).*?\n\n", theorem(lemma(key)), re.S | re.M)
        found = measure(key.partition(".")[0], **sizes)
        total = found.mean_distance * found.nodes * (found.nodes - 1)
        term = f"({' '.join([defined[1], *(f'{number}%nat' for number in sizes.values())])})"
        text += defined[0] + computed(f"{defined[1]}_total", f"computed_total {term}", f"Some {total}%nat")
    assert [each.message for each in answers([text], rocq_folder)] == [""]


def test_what_the_kernel_cannot_be_given_is_said():
    for key, why in (
        ("fat-tree.nodes", "ends of messages whose number is rounded"),
        ("kautz.nodes", "all letters"),
        ("slim-fly.nodes", "domain"),
        ("express-torus.links", "change letters of words"),
        ("queen.links", "both their ends"),
        ("benes.links", "change letters of words"),
        ("crown.diameter", "no choices"),
        ("pan.diameter", "put in order"),
        ("binomial-tree.max_degree", "words read by automata"),
        ("torus.deadlock_rank.bubble", "routing or rank"),
        ("rectangular-mesh.visit_ratio.dimension-0", "visit_ratio"),
        ("bishop.nodes", "not closed"),
    ):
        with pytest.raises(NotExported, match=why):
            theorem(lemma(key))


def test_a_strength_filters_lemmas_and_argued_ones_say_what_would_decide_them():
    every = catalog("lemmas", "hamming", status=True).rows
    assert all(row["status"].split(",")[0] in ("argued", "kernel-checked", "proved") for row in every)
    for strength in ("argued", "kernel-checked"):
        found = catalog("lemmas", f"hamming {strength.upper()}").rows
        expected = [row["key"] for row in every if row["status"].startswith(strength)]
        assert [row["key"] for row in found] == expected
        assert all(("undecided" in row) is (strength == "argued") for row in found)
    argued = lemma("mesh.bisection")
    (row,) = catalog("lemmas", "mesh.bisection argued").rows
    assert row["undecided"].startswith("step 1 of 1: even sizes: each message") and "odd sizes" in row["undecided"]
    step = Step(quantity_of(argued), argued.closed_form, "this was derived before", ByLemma((argued,)))
    assert undecided(replace(argued, derivation=Derivation((step,)))) == "step 1 of 1: rests on mesh.bisection"
    assert "none of these lemmas is argued" in str(catalog("lemmas", "prism argued"))
    with pytest.raises(InputError, match="one strength"):
        catalog("lemmas", "argued proved")
    with pytest.raises(InputError, match="none of the lemmas has 'zzz'"):
        catalog("lemmas", "zzz argued")


def test_lemmas_recorded_as_proved_are_not_argued():
    noted = sorted(key for key, digest in entries().items() if digest == "proved")
    for key in Random(7).sample(noted, 4):
        assert lemma(key).strength == "proved", key
    assert {row["key"] for row in catalog("lemmas", "ring argued").rows}.isdisjoint(noted)


@pytest.mark.long
def test_every_lemma_recorded_as_proved_is_so():
    for key, digest in entries().items():
        assert digest != "proved" or lemma(key).strength == "proved", key


def test_other_definitions_of_what_a_statement_uses_are_another_statement(monkeypatch):
    assert shown_strength(lemma("ring.diameter")) == "kernel-checked"
    definitions = theory_files()["Definitions.v"]
    for old, new, strength in (
        ("    (forall x y, In x (nodes g) -> In y (nodes g) -> d x y <= m)", "    (exists x y, d x y <= m)", "proved"),
        ("0 < channels g x y", "0 < channels g y x", "proved"),
        ("Coercion inject_Z", "Coercion another", "proved"),
        ("Definition deadlocked", "Definition waiting", "kernel-checked"),
    ):
        assert old in definitions
        changed = {**theory_files(), "Definitions.v": definitions.replace(old, new)}
        monkeypatch.setattr("netlemma.checks.kernel.accepted_lemmas.theory_files", lambda files=changed: files)
        assert shown_strength(lemma("ring.diameter")) == strength, new


def test_tables_of_strengths_have_the_recorded_lemmas():
    families = Counter(key.partition(".")[0] for key in recorded())
    page = (ROOT / "docs" / "kernel.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| ([a-z0-9-]+) \| (\d+) \|", page, re.M))
    assert rows == {**{name: str(count) for name, count in families.items()}, "all": str(len(recorded()))}
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    total, *parts = map(int, re.search(r"^\| lemmas \|.*\n.*\n\|(.*)\|$", readme, re.M)[1].split("|"))
    assert parts[0] == len(recorded()) >= 120 and sum(parts) == total


def test_exponents_are_halves_of_sizes_that_are_even():
    said = stated("mesh.max_channel_load.transpose", "(k - 1)*k^(n/2 - 1)", "k >= 3")
    assert "k ^ (n / 2 - 1)" in theorem(said) and "(n mod 2 =? 0)%Z = true" in theorem(said)
    with pytest.raises(NotInRocq, match="exponents"):
        theorem(stated("mesh.max_channel_load.transpose", "(k - 1)*k^((n - 1)/2)", "k >= 3"))
    with pytest.raises(NotExported, match="powers of one factor"):
        theorem(lemma("line(3) x ring(3).mean_hops.transpose"))
    worst = theorem(lemma("oneway-torus.worst_case.dimension-order"))
    assert "(if (n mod 2 =? 0)%Z then k ^ (n / 2 - 1) * (k - 1) else k ^ (n / 2) * (k - 1))" in worst


@pytest.mark.parametrize(("key", "reason"), kernel_worst.MISSING)
def test_what_is_not_exported_says_why(key, reason):
    with pytest.raises(NotExported, match=reason):
        theorem(lemma(key))


@needs_rocq
@pytest.mark.parametrize("most", [pytest.param(2, marks=pytest.mark.ci), pytest.param(100, marks=pytest.mark.long)])
def test_the_kernel_accepts_right_formulas_and_refuses_wrong_ones(most, rocq_folder):
    right, wrong = RIGHT[:most], WRONG[:most]
    found = answers([theorem(stated(*formula)) for formula in (*right, *wrong)], rocq_folder)
    assert [answer.message for answer in found[: len(right)]] == [""] * len(right)
    assert [answer.accepted for answer in found] == [True] * len(right) + [False] * len(wrong)


@needs_rocq
@pytest.mark.parametrize("most", [pytest.param(2, marks=pytest.mark.ci), pytest.param(100, marks=pytest.mark.long)])
def test_the_kernel_accepts_right_theorems_and_refuses_wrong_ones(most, rocq_folder):
    """Two of each kind, or all of them."""
    networks, messages, crossed, worst, between, joined, keys, mutants = (
        Random(8).sample(each, min(most, len(each)))
        for each in (COUNTED, SENT, LOADED, kernel_worst.SMALL, PASSED, SPREAD, ACCEPTED, MUTANTS)
    )
    small = "From Coq Require Import QArith.\nFrom Netlemma Require Import Definitions Brute.\n"
    measured = small + "".join([*map(counted, networks), *map(sent, messages)])
    loads = LARGEST + "".join(map(loaded, crossed)) + kernel_worst.WORST + "".join(map(kernel_worst.permuted, worst))
    through = SHORTEST + "".join([*map(passed, between), *map(spread, joined)])
    miscounted = [
        small + re.sub(r" = (.*?)(\d+)", lambda found: f" = {found[1]}{int(found[2]) + 1}", text, count=1)
        for text in (counted(networks[0]), sent(messages[0]))
    ]
    miscounted.append(
        LARGEST + re.sub(r" = (\d+)", lambda found: f" = {int(found[1]) + 1}", loaded(crossed[0]), count=1)
    )
    miscounted.append(
        SHORTEST + re.sub(r" = (\d+)", lambda found: f" = {int(found[1]) + 1}", passed(between[0]), count=1)
    )
    miscounted.append(SHORTEST + re.sub(r"(\d+) #", lambda found: f"{int(found[1]) + 1} #", spread(joined[0]), count=1))
    axiomatic = "Axiom easy : 0 = 1.\nTheorem wrong : 0 = 1.\nProof. exact easy. Qed.\nPrint Assumptions wrong.\n"
    free = deadlock("oneway-torus", k=3, n=2, routing="dimension-order", vcs=2).certificate
    right = [measured, loads, through, deadlock_theorem(free), *(theorem(lemma(key)) for key in keys)]
    wrong = [
        axiomatic,
        *miscounted,
        deadlock_theorem(wrong_number(free)),
        *(theorem(mutated(*mutant)) for mutant in mutants),
    ]
    found = answers([*right, *wrong], rocq_folder)
    assert [answer.message for answer in found[: len(right)]] == [""] * len(right)
    assert [answer.accepted for answer in found] == [True] * len(right) + [False] * len(wrong)
    assert "depends on axioms" in found[len(right)].message
    assert answers(right[:1], rocq_folder) == found[:1]

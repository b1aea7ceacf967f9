"""Fabrics in Rocq's theory: packets go on as in explicit networks, ranks that rise are accepted, others refused."""

import re
import shutil
from dataclasses import replace
from math import prod
from random import Random

import networkx as nx
import pytest
import sympy as sp

from netlemma.checks.kernel.accepted_lemmas import statement_digest
from netlemma.checks.kernel.rocq_compiler import answers
from netlemma.checks.lemmas.deadlock_ranks import routing_of
from netlemma.derive.algebra.notation import parameter
from netlemma.derive.discovery import lemma
from netlemma.derive.formal.rocq_ranks import ROUTINGS, onward_and_ends
from netlemma.derive.formal.rocq_theorems import theorem
from netlemma.derive.lemmas.deadlock_ranks import ordered
from netlemma.derive.typeset.rocq_printer import name
from netlemma.graphs import network, ring_network
from netlemma.graphs.deadlock.ring_queues import MODELS, pairs, queues_of_route
from netlemma.graphs.rings.routing import ring_routing
from netlemma.graphs.routings.dimensions import dimensions

needs_rocq = pytest.mark.skipif(
    shutil.which("coqc") is None, reason="Rocq is not installed (Debian: apt-get install coq)"
)
ABOUT = {key: next(x for x in ordered() if x.key.replace(".deadlock_rank.", ".") == key) for key in ROUTINGS}
SIZES = (
    ("fat-tree.shortest", {"k": 4}),
    ("k-ary-n-tree.shortest", {"k": 2, "n": 3}),
    ("k-ary-n-tree.shortest", {"k": 3, "n": 1}),
    ("xgft.shortest", {"m_1": 2, "m_2": 3, "w_1": 2, "w_2": 2}),
    ("hyperx.hyperx-order", {"S_1": 2, "S_2": 3, "S_3": 2, "T": 1}),
    ("hyperx.dimwar", {"S_1": 3, "S_2": 2, "S_3": 2, "T": 1}),
    ("flattened-butterfly.hyperx-order", {"k": 3, "n": 2}),
    ("flattened-butterfly.dimwar", {"k": 2, "n": 3}),
    ("hamming.dimension-order", {"d": 2, "q": 3}),
    ("dragonfly.minimal", {"p": 1, "a": 2, "h": 2}),
    ("dragonfly.minimal", {"p": 2, "a": 1, "h": 3}),
    ("slim-fly.by-hops", {"q": 3}),
    ("polarfly.by-hops", {"q": 3}),
    ("livefly.deadlock_rank", {"f": 3, "r": 2}),
    ("livefly.deadlock_rank", {"f": 3, "r": 3}),
    ("livefly.deadlock_rank", {"f": 5, "r": 1}),
)


def listed(items):
    return f"[{'; '.join(items)}]"


def node_terms(key, routing):
    """Nodes as they are in the theory, from labels of the explicit network."""
    kind, net = ROUTINGS[key].kind, routing.network
    if kind == "hops":
        return list(map(str, range(net.node_count)))
    if kind == "up-then-down":
        sizes = tree_sizes(key, net.parameters)
        labels = map(network("xgft", m=sizes[0], w=sizes[1]).labels, range(net.node_count))
        return [f"({level}, {listed(map(str, word[::-1]))})" for level, *word in labels]
    if net.factors:
        dims = dimensions(net)
        words = [[dims.digit(x, i) for i in range(len(dims.shape))] for x in range(net.node_count)]
    else:
        words = list(map(net.labels, range(net.node_count)))
    terms = []
    for x, word in enumerate(words):
        *switch, last = word if not net.forwarding[x] else (*word, None)
        terms.append(f"({listed(map(str, switch))}, {'None' if last is None else f'Some {last}'})")
    return terms


def numbers(term):
    return [int(x) for x in re.findall(r"\d+", term)]


def tree_sizes(key, size):
    """Children and parents, as the definitions of the families say."""
    if key.startswith("xgft"):
        return size["m"], size["w"]
    half = size["k"] // 2
    if key.startswith("fat"):
        return (half, half, size["k"]), (1, half, half)
    return (size["k"],) * size["n"], (1, *(size["k"],) * (size["n"] - 1))


def asked(routing):
    """Destination, node, channel before, and all next channels, wherever packets come."""
    for goal in routing.ends:
        todo = [(source, None) for source in routing.ends if source != goal]
        seen = set(todo)
        while todo:
            node, before = todo.pop()
            later = [] if node == goal else [c for c, _ in routing.next_channels(node, before, goal, None)]
            yield goal, node, before, later
            new = {(routing.end(c), c) for c in later} - seen
            seen |= new
            todo += new


def ways(key, size):
    """Theorems that packets go on in the theory as in the explicit network, between the same ends."""
    if ROUTINGS[key].kind == "livefly":
        return queues(**size)
    routing = routing_of(ABOUT[key], size)
    terms, net = node_terms(key, routing), routing.network

    def channel(c):
        hop, vc = divmod(c, routing.vcs)
        return f"Passage {terms[net.origin[hop]]} {terms[net.target[hop]]} {vc}"

    def before(c):
        return "None" if c is None else f"Some ({channel(c)})"

    rows = list(asked(routing))
    questions = [f"({terms[goal]}, {terms[node]}, {before(c)})" for goal, node, c, _ in rows]
    replies = [listed(sorted(map(channel, later), key=numbers)) for *_, later in rows]
    onward, ends, given = onward_and_ends(ROUTINGS[key])
    head = ""
    if ROUTINGS[key].kind == "hops":
        hops = [*zip(net.origin.tolist(), net.target.tolist(), strict=True)]
        far = dict(nx.all_pairs_shortest_path_length(nx.DiGraph(hops)))
        links, table = (
            listed(listed(str(value(x, y)) for y in sorted(far)) for x in sorted(far))
            for value in (lambda x, y: hops.count((x, y)), lambda x, y: far[x][y])
        )
        head = f"""Definition at_ (rows : list (list nat)) (x y : nat) := nth y (nth x rows []) 0.
Definition g : graph := numbered {len(far)} (at_ {links}).
Definition d : nat -> nat -> nat := at_ {table}.
"""
        ends = f"fun x => x < {len(far)}"
    sizes = "".join(f"Definition {name(each)} := {value}.\n" for each, value in size.items() if each in given)
    found = listed(terms[x] for x in routing.ends)
    return f"""From Coq Require Import List Arith Lia.
From Netlemma Require Import Definitions Routes Fabrics.
Import ListNotations.
{head}{sizes}
Theorem ways : map (fun q => {onward} (fst (fst q)) (snd (fst q)) (snd q)) {listed(questions)} =
  {listed(replies)}.
Proof. vm_compute. reflexivity. Qed.
Theorem ends : Forall ({ends}) {found}.
Proof.
  repeat constructor; unfold leaf, station, within; vm_compute; try lia; intros [|[|[|[|i]]]] I; try lia.
Qed.
Print Assumptions ways.
Print Assumptions ends.
"""


def queues(f, r):
    """A theorem that packets of a livefly wait in the theory in the same queues as in the explicit network."""
    net = ring_network("livefly", f=f, r=r)
    rows, places = (f - 1) ** r, [(f - 1) ** (r - 1 - i) for i in range(r)]
    nodes = [
        f"({x // rows}, {listed(str(x % rows // place % (f - 1)) for place in places)})" for x in range(net.node_count)
    ]
    every = [*pairs(net)]
    asked_for = listed(f"({nodes[x]}, {nodes[y]})" for x, y in every)
    found = (queues_of_route(net, ring_routing(net), MODELS["output"], pair) for pair in every)
    replies = listed(listed(f"({nodes[each // f]}, {each % f})" for each in way) for way in found)
    return f"""From Coq Require Import List Arith Lia.
From Netlemma Require Import Definitions Routes Fabrics.
Import ListNotations.
Fixpoint visited (many : nat) (source t : vertex) (c : queue) : list queue :=
  c :: match many, next_queue {2 * r} {f - 1} {r} source t c with S many, Some d => visited many source t d | _, _ => [] end.
Definition way (to : vertex * vertex) : list queue :=
  match next_link {f - 1} {r} (fst to) (snd to) (fst to) None with
  | Some link => visited {4 * r} (fst to) (snd to) (fst to, link)
  | None => []
  end.
Theorem ways : map way {asked_for} =
  {replies}.
Proof. vm_compute. reflexivity. Qed.
Theorem ends : Forall (fly_node {f - 1} {r}) {listed(nodes)}.
Proof. repeat constructor; unfold within; vm_compute; try lia; intros [|[|[|i]]] I; try lia. Qed.
Print Assumptions ways.
Print Assumptions ends.
"""


def one_higher(text):
    """The theorem with another number in the first reply."""
    before, after = text.split(" =\n")
    return f"{before} =\n" + re.sub(r"(\d+)\]", lambda x: f"{int(x[1]) + 1}]", after, count=1)


def misranked(key, change):
    """A lemma with another rank, which does not rise everywhere."""
    wrong = replace(ABOUT[key], rank_of=change)
    assert wrong.rank != ABOUT[key].rank
    return wrong.lemma()


WRONG_RANKS = (
    ("k-ary-n-tree.shortest", lambda z: (z["l"],)),
    ("fat-tree.shortest", lambda z: (sp.Piecewise((z["l"], sp.Eq(z["u"], 0)), (4 - z["l"], True)),)),
    ("xgft.shortest", lambda z: (z["u"],)),
    ("hyperx.hyperx-order", lambda z: (z["d"], z["m"])),
    ("flattened-butterfly.hyperx-order", lambda z: (z["m"],)),
    ("hyperx.dimwar", lambda z: (z["m"], z["v"], z["d"])),
    ("flattened-butterfly.dimwar", lambda z: (z["m"], z["d"])),
    ("dragonfly.minimal", lambda z: (z["c"], z["v"])),
    ("dragonfly.minimal", lambda z: (z["v"],)),
    ("polarfly.by-hops", lambda z: (2 - z["v"],)),
    ("livefly.deadlock_rank", lambda z: (sp.Piecewise((z["s"] + 1, sp.Ne(z["m"], 0)), (0, True)),)),
    (
        "livefly.deadlock_rank",
        lambda z: (sp.Piecewise((z["s"], sp.Ne(z["m"], 0)), (0, z["s"] >= 1), (parameter("r"), True)),),
    ),
)
CHANGED = (  # statements that are wrong for other reasons than their rank
    ("slim-fly.by-hops", "d x y <= 2", "d x y <= 3"),
    ("slim-fly.by-hops", "counting_hops g d 2", "counting_hops g d 1"),
    ("hamming.dimension-order", "(repeat q d) 0", "(repeat q d) 1"),
    ("hyperx.dimwar", "* 2 + vc c", "* 2 + (1 - vc c)"),
)


def changed(key, old, new):
    text = theorem(lemma(ABOUT[key].key))
    assert old in text
    return text.replace(old, new)


def test_ends_are_all_words_below_the_sizes():
    for key, size in SIZES:
        if ROUTINGS[key].kind == "livefly":
            assert ring_network("livefly", **size).node_count == ABOUT[key].nodes(size)
            continue
        routing = routing_of(ABOUT[key], size)
        if ROUTINGS[key].kind == "up-then-down":
            assert len(routing.ends) == prod(tree_sizes(key, routing.network.parameters)[0])
        else:
            assert len(routing.ends) == ABOUT[key].nodes(size)


def test_definitions_of_fabrics_belong_to_statements(monkeypatch):
    one = lemma("dragonfly.deadlock_rank.minimal")
    digest = statement_digest(one)
    from netlemma.checks.kernel import accepted_lemmas

    files = accepted_lemmas.theory_files()
    for old, new, same in (
        ("(h g other : nat)", "(h other g : nat)", False),
        ("Definition downward", "Definition down", True),
    ):
        assert old in files["Fabrics.v"]
        other = {**files, "Fabrics.v": files["Fabrics.v"].replace(old, new)}
        monkeypatch.setattr(accepted_lemmas, "theory_files", lambda other=other: other)
        assert (statement_digest(one) == digest) is same


@pytest.mark.in_turn
@needs_rocq
@pytest.mark.parametrize("most", [pytest.param(3, marks=pytest.mark.ci), pytest.param(100, marks=pytest.mark.long)])
def test_packets_go_on_as_in_networks_and_ranks_that_rise_are_accepted(most, rocq_folder):
    """Some of each, or all of them."""
    sizes, keys, ranks, changes = (
        Random(4).sample(each, min(most, len(each))) for each in (SIZES, list(ROUTINGS), WRONG_RANKS, CHANGED)
    )
    measured = [ways(*each) for each in sizes]
    otherwise = [one_higher(text) for text in measured]
    right = [*measured, *(theorem(lemma(ABOUT[key].key)) for key in keys)]
    wrong = [*otherwise, *(theorem(misranked(*each)) for each in ranks), *(changed(*each) for each in changes)]
    found = answers([*right, *wrong], rocq_folder)
    assert [answer.message for answer in found[: len(right)]] == [""] * len(right)
    assert [answer.accepted for answer in found] == [True] * len(right) + [False] * len(wrong)

"""Dimension order in Rocq's theory: its routes are those of explicit networks, ranks that rise are accepted, others refused."""

import shutil
from dataclasses import replace

import pytest

from netlemma.checks.kernel.rocq_compiler import answers
from netlemma.checks.lemmas.deadlock_ranks import routing_of
from netlemma.derive.discovery import lemma
from netlemma.derive.formal.rocq_theorems import theorem
from netlemma.derive.formal.statements import rank_statement_of
from netlemma.derive.lemmas.deadlock_ranks import ordered
from netlemma.errors import NotExported
from netlemma.graphs.routings.dimensions import dimensions

needs_rocq = pytest.mark.skipif(
    shutil.which("coqc") is None, reason="Rocq is not installed (Debian: apt-get install coq)"
)
HOPS = {"mesh": "line_hops", "oneway-torus": "(oneway_ring_hops {k})", "torus": "(ring_hops {k})"}
KEYS = [each.key for each in ordered() if each.rank and each.family in (*HOPS, "toroid")]
SIZES = {"mesh": ((4, 1), (3, 2)), "oneway-torus": ((2, 1), (5, 1), (3, 2)), "torus": ((2, 2), (3, 2), (5, 1), (6, 1))}


def route(routing, node, goal):
    """The channels of a packet, followed hop by hop, as terms of Rocq."""
    dims = dimensions(routing.network)
    way: list[tuple[int, str]] = []
    while node != goal:
        ((channel, _),) = routing.next_channels(node, way[-1][0] if way else None, goal, None)
        hop, virtual = divmod(channel, routing.vcs)
        up = str(bool(dims.up[hop])).lower()
        way.append((channel, f"Lane {digits(dims, node)} {int(dims.dimension[hop])} {up} {virtual}"))
        node = routing.end(channel)
    return f"[{'; '.join(lane for _, lane in way)}]"


def digits(dims, node):
    return f"[{'; '.join(str(dims.digit(node, d)) for d in range(len(dims.shape)))}]"


def routes(family, k, n):
    """A theorem that the routes of the theory are those of the explicit network."""
    about = next(each for each in ordered() if each.family == family and each.rank)
    routing = routing_of(about, {"k": k, "n": n})
    dims = dimensions(routing.network)
    pairs = [(a, b) for a in routing.ends for b in routing.ends]
    given = "; ".join(f"({digits(dims, a)}, {digits(dims, b)})" for a, b in pairs)
    hops = HOPS[family].format(k=k)
    return f"""From Coq Require Import List.
From Netlemma Require Import Definitions Routes.
Import ListNotations.
Theorem routes : map (fun g => digit_by_digit {hops} [] (fst g) (snd g)) [{given}] =
  [{"; ".join(route(routing, a, b) for a, b in pairs)}].
Proof. vm_compute. reflexivity. Qed.
Print Assumptions routes.
"""


def misranked(key, *letters):
    """A lemma with another rank, which does not rise everywhere."""
    about = next(each for each in ordered() if each.key == key)
    return replace(about, rank_of=lambda at: tuple(at[letter] for letter in letters)).lemma()


def test_routings_that_the_theory_lacks_are_not_exported():
    assert rank_statement_of(lemma("mesh.diameter")) is None
    with pytest.raises(NotExported, match="does not define this routing"):
        theorem(misranked("mesh.deadlock_rank.dimension-order", "x", "d"))


@pytest.mark.in_turn
@needs_rocq
@pytest.mark.ci
def test_routes_are_those_of_networks_and_ranks_that_rise_are_accepted(rocq_folder):
    right = [routes(family, *size) for family, sizes in SIZES.items() for size in sizes]
    right += [theorem(lemma(key)) for key in KEYS]
    one = routes("torus", 5, 1)
    wrong = [
        one.replace(*change, 1)
        for change in ((" true ", " false "), (" 0 true 1", " 0 true 0"), ("[Lane [0]", "[Lane [1]"))
    ]
    assert one not in wrong
    for key in KEYS:
        dateline = key.endswith("dateline")
        wrong += [theorem(misranked(key, *letters)) for letters in (["d", "dx", "dxv"] if dateline else ["d"])]
    text = theorem(lemma("torus.deadlock_rank.dateline"))
    wrong += [
        text.replace("2 <= k", "0 <= k").replace("ring_hops k)", "ring_hops (k + 1))"),
        text.replace("virtual c", "(1 - virtual c)"),
    ]
    found = answers([*right, *wrong], rocq_folder)
    assert [answer.message for answer in found[: len(right)]] == [""] * len(right)
    assert [answer.accepted for answer in found] == [True] * len(right) + [False] * len(wrong)

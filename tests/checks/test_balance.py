"""Capacities in balance: with those of the lemmas all links of the network have the same utilisation."""

from fractions import Fraction

import pytest

import netlemma as nl
from netlemma.derive import lemma


@pytest.mark.parametrize(
    "sizes",
    [{"p": 2, "a": 4, "h": 2}, {"p": 1, "a": 3, "h": 1}, {"p": 3, "a": 2, "h": 2, "arrangement": "palmtree"}],
    ids=str,
)
def test_all_links_of_a_balanced_dragonfly_saturate_together(sizes):
    at = {name: sizes[name] for name in "pah"}
    ratio = {name: lemma(f"dragonfly.balance.{name}").at(**at) for name in ("global", "terminal")}
    found = nl.measure("dragonfly", "minimal", traffic="uniform", capacity=ratio, **sizes)
    assert len(found.utilisations.distinct) == 1
    ends = at["p"] * at["a"] * (at["a"] * at["h"] + 1)
    assert found.throughput == Fraction(ends - 1, at["p"] ** 2 * (2 * at["a"] * at["h"] + 1))
    faster = nl.measure(
        "dragonfly", "minimal", traffic="uniform", capacity={**ratio, "global": 2 * ratio["global"]}, **sizes
    )
    assert faster.throughput == found.throughput and len(faster.utilisations.distinct) == 2  # which does not help


@pytest.mark.parametrize(
    ("family", "m", "w", "p"),
    [("xgft", (4, 3), (1, 2), None), ("xgft", (3, 2, 4), (2, 1, 2), None), ("pgft", (4, 3), (1, 1), (1, 2))],
    ids=str,
)
def test_all_links_of_a_tapered_tree_saturate_together(family, m, w, p):
    name = family if len(m) == 2 else f"{family}-{len(m)}"
    lists = {"m": m, "w": w, **({} if p is None else {"p": p})}
    at = {f"{letter}_{j}": each for letter, entries in lists.items() for j, each in enumerate(entries, 1)}
    levels = [f"level-{level}" for level in range(1, len(m))]
    ratio = {level: lemma(f"{name}.balance.{level}").at(**at) for level in levels}
    found = nl.measure(family, traffic="uniform", capacity=ratio, **lists)
    assert len(found.utilisations.distinct) == 1 < len(found.loads.distinct)


@pytest.mark.parametrize("k", [4, 6])
def test_all_links_of_a_balanced_fat_tree_saturate_together(k):
    ratio = {level: lemma(f"fat-tree.balance.{level}").at(k=k) for level in ("level-1", "level-2")}
    found = nl.measure("fat-tree", traffic="uniform", capacity=ratio, k=k)
    assert len(found.utilisations.distinct) == 1 < len(found.loads.distinct)


@pytest.mark.in_turn
def test_balance_is_derived_judged_and_written():
    assert nl.check("dragonfly", "balance.global", "a^2/(2*a*h + 1)")[0].verdict == "holds"
    assert nl.check("dragonfly", "balance.global", "a/(2*h)")[0].verdict == "fails"
    assert nl.check("xgft", "balance", "m_1^2*(m_2 - 1)/(w_2*(m_1*m_2 - 1))")[0].verdict == "holds"
    assert nl.check("fat-tree", "balance.level-2", "k^2*(k - 1)/(k^3 - 4)")[0].verdict == "holds"
    assert nl.check("fat-tree", "balance.level-2", "1")[0].verdict == "fails"
    assert (
        lemma("dragonfly.balance.global").strength == lemma("dragonfly.visit_ratio.local.minimal").strength == "proved"
    )

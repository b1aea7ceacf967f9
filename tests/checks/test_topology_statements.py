"""Judges of statements on families of networks refute what is false."""

from dataclasses import replace

import pytest

from netlemma.checks.claims.judgement import verdict_of
from netlemma.checks.claims.papers import papers

READINGS = {(paper.key, each.key): each for paper in papers().values() for each in paper.readings}


@pytest.mark.parametrize(
    "paper, key, says, counterexample",
    [
        ("kim2008", "dragonfly.degree", {"formula": "p + a + h"}, {"size": {"p": 1, "a": 1, "h": 1}, "claimed": "3", "true": "2"}),
        ("kim2008", "dragonfly.diameter.routers", {"most": "2"}, {"size": {"p": 0, "a": 2, "h": 1}, "claimed": "at most 2", "true": "3"}),
        ("guo2008", "dcell.server_hops", {"most": "2^(k + 1) - 2"}, {"size": {"n": 2, "k": 0}, "true": "1"}),
        ("guo2008", "dcell.servers", {"least": "(n + 1/2)^(2^k)"}, {"size": {"n": 2, "k": 1}, "claimed": "at least 25/4", "true": "6"}),
        ("lakhotia2022", "polarfly.moore_share", {"least": "97/100"}, {"size": {"q": 31}, "true": "993/1025"}),
        ("petrini1997", "k-ary-n-tree.paths", {"formula": "k^n"}, {"size": {"k": 2, "n": 1}, "claimed": "2", "true": "1"}),
        ("ahn2009", "hyperx.bisection", {"formula": "N*S/4"}, {"claimed": "2", "true": "4"}),
        ("camara2010", "twisted-torus-2d.mean_distance.torus", {"most": "2*a/3"}, {"claimed": "at most 4/3", "true": "10/7"}),
        ("chang2000", "crossed-cube.bisection", {"formula": "2^(n - 1)"}, {"size": {"n": 1}, "claimed": "1", "true": "2"}),
        ("dally1991", "express-torus.diameter.torus", {"most": "n*floor(k/2) - 2"}, {"claimed": "at most 1", "true": "2"}),
        ("oeis2025", "pancake.diameter", {"values": "1; 3; 5"}, {"size": {"n": 4}, "claimed": "5", "true": "4"}),
        ("oeis2025", "pancake.nodes_at_distance", {"values": "1 1; 1 2 3"}, {"size": {"n": 3}, "true": "1 2 2 1"}),
        ("oeis2025", "pancake.diameter.step", {"values": "3; 5; 4"}, {"size": {"n": 5}, "claimed": "4", "true": "5"}),
        ("oeis2025", "de-bruijn.distance_sum", {"values": "2; 19"}, {"size": {"d": 2, "D": 2}, "claimed": "19", "true": "18"}),
        ("oeis2025", "kneser.hyper_wiener_index", {"formula": "n*(n - 1)*(n - 2)*(n + 8)/8"}, {"size": {"n": 5, "k": 2}, "true": "105"}),
        ("circulantgraphs", "midimew.mean_distance.listed", {"most": "23333/10000"}, {"size": {"n": 25}, "true": "7/3"}),
        ("booksim2013", "hyperx.nodes.concentrated", {"formula": "S_1*S_2*T"}, {"claimed": "8", "true": "16"}),
        ("valadarsky2016", "xpander.meta_nodes", {"formula": "1"}, {"size": {"d": 3, "lift": 1}, "true": "0"}),
        ("oeis2025", "bubble-sort.nodes_at_distance.listed", {"values": "1 1; 1 2 3"}, {"size": {"n": 3}, "true": "1 2 2 1"}),
        ("guo2008", "dcell.servers.recursive", {"values": "2; 4"}, {"size": {"n": 2, "k": 1}, "claimed": "4", "true": "6"}),
        ("edinburgh", "benes.switches", {"formula": "2*(d + 1)*2^d"}, {"size": {"d": 1, "p": 2}, "claimed": "8", "true": "6"}),
        ("stojmenovic1997", "honeycomb-mesh.diameter", {"factor": "1.64"}, {"size": {"t": 1}, "true": "about 1.63299"}),
        ("networkx2025", "generalised-petersen.links", {"formula": "3*n + k - 1"}, {"size": {"n": 5, "k": 2}, "true": "15"}),
    ],
)  # fmt: skip
def test_false_statements_are_refuted(paper, key, says, counterexample):
    said = READINGS[paper, key]
    found = verdict_of(replace(said, says={**said.says, **says}))
    assert found.verdict == "fails" and counterexample.items() <= found.counterexample.items()


def test_the_share_saved_is_right_if_it_is_rounded_once():
    said = READINGS["stojmenovic1997", "honeycomb-mesh.diameter.saved"]
    assert verdict_of(said).verdict == "fails"
    assert verdict_of(replace(said, says={"less": "0.184"})).verdict == "agrees"


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "paper, key, says, verdict",
    [
        ("oeis2025", "folded-hypercube.wiener_index.series", {"series": "x*(1 + 4*x - (1 - 16*x^2)^(1/2))/(4*(1 - 4*x)^2*(1 + 4*x))"}, "agrees"),
        ("oeis2025", "transposition-graph.permutations", {"permutations": "1, (12), (13), (23), (12)(13) and (13)(12)"}, "agrees"),
        ("graphmaker2017", "kneser.links.odd", {"N": "2*K + 1", "odd": "K + 1"}, "agrees"),
        ("edinburgh", "benes.switches", {"formula": "(2*(d + 1) - 1)*2^d"}, "agrees"),
        ("igraph", "circulant.links.complete", {"formula": "n*floor((n - 1)/2) - n*(n mod 2)"}, "agrees"),
    ],
)  # fmt: skip
def test_false_statements_are_right_once_they_are_corrected(paper, key, says, verdict):
    said = READINGS[paper, key]
    assert verdict_of(said).verdict == "fails"
    assert verdict_of(replace(said, says={**said.says, **says})).verdict == verdict

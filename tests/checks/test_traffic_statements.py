"""Judges of statements on routings and their worst cases refute what is false."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from netlemma.checks.claims.judgement import verdict_of
from netlemma.checks.claims.papers import papers
from netlemma.checks.claims.statements import traffic

READINGS = {(paper.key, each.key): each for paper in papers().values() for each in paper.readings}


@pytest.mark.parametrize(
    "paper, key, says, parameters, counterexample",
    [
        ("ramakanth2026", "torus.optimal", {"formula": "k/5"}, {}, {"size": {"k": 2, "n": 2}, "claimed": "2/5", "true": "1/2"}),
        ("towles2003", "torus.valiant.optimal", {}, {"routing": "dimension-order"}, {"size": {"k": 3, "n": 2}, "claimed": "1", "true": "2/3"}),
        pytest.param("towles2002", "romm.overestimated", {"formula": "3/5"}, {}, {"size": {"k": 8, "n": 2}, "claimed": "at least 3/5", "true": "7/12"}, marks=pytest.mark.long),
    ],
)  # fmt: skip
def test_false_statements_are_refuted(paper, key, says, parameters, counterexample):
    said = READINGS[paper, key]
    changed = replace(said, says={**said.says, **says}, parameters={**said.parameters, **parameters})
    found = verdict_of(changed)
    assert found.verdict == "fails" and counterexample.items() <= found.counterexample.items()


def test_a_best_routing_without_a_bound_that_it_meets_is_refuted(monkeypatch):
    monkeypatch.setattr(traffic, "optimal_routing", lambda net: SimpleNamespace(gamma=1, lower=0))
    assert verdict_of(READINGS["applegate2003", "optimal.bounded_rates"]).verdict == "fails"

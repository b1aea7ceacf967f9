"""Propositions 1 and 2 and equations 2 to 6 and 14 to 22 of Khonsari et al.: each has a verdict, and planted faults are refuted."""

from dataclasses import replace
from fractions import Fraction

import pytest

from netlemma.checks.claims.claims import entry_of
from netlemma.checks.claims.papers import papers
from netlemma.checks.claims.statements.khonsari.counting import polynomial, ways
from netlemma.checks.claims.statements.khonsari.messages import messages
from netlemma.checks.judging.judge import judge

from .stated import Stated, numbered

PAPER = papers()["khonsari"]
COUNTING = tuple(f"khonsari.{name}" for name in ("counting", "messages"))
CLAIMS, STATEMENTS = PAPER.claims, [each for each in PAPER.readings if each.judge.startswith(COUNTING)]
STATED = Stated(STATEMENTS)
BY_KEY = STATED.statements
CAPACITY, MOST = (
    ("crossed.17.capacity", "crossed.18.capacity", "crossed.19.capacity"),
    ("crossed.17.most", "crossed.18.most", "crossed.19.most"),
)


@pytest.fixture(scope="module")
def verdicts():
    return {v.key: v for v in STATED.verdicts()}


@pytest.mark.in_turn
def test_every_equation_is_judged(verdicts) -> None:
    printed = " ".join(each.locator for each in (*CLAIMS, *STATEMENTS))
    assert numbered((*CLAIMS, *STATEMENTS)) == {*range(2, 7), *range(14, 23)}
    assert "Proposition 1" in printed and "Proposition 2" in printed
    for v in verdicts.values():
        assert v.verdict in ("holds", "fails") and v.reading
        assert (v.verdict == "fails") == (v.counterexample is not None) and (v.verdict == "holds") == bool(v.proof)
        assert v.verdict == "holds" or v.correction


def test_what_fails(verdicts) -> None:
    assert {key for key, v in verdicts.items() if v.verdict == "fails"} == {
        "cells.equal.sum.polynomial",
        "hops.nodes.polynomial",
        "cells.unequal.sum.polynomial",
        "spread.capacity",
        *CAPACITY,
        *MOST,
        "crossed.paths",
        "crossed.walk",
        "crossed.elements",
        "crossed.all-messages",
        "channels.crossed",
        "select.crossed",
        "select.printed",
        "select.needed",
    }


@pytest.mark.parametrize(
    "key, size, claimed, true",
    [
        ("hops.nodes.polynomial", {"k": 2, "n": 1, "i": 1}, "0", "1"),
        ("spread.capacity", {"k": 2, "n": 1, "i": 1, "h": 1}, "0", "1"),
        ("crossed.17.most", {"k": 2, "n": 1, "i": 1, "h": 1, "y": 1}, "0", "1"),
        ("crossed.18.most", {"k": 2, "n": 2, "i": 2, "h": 2, "y": 2}, "0", "1"),
        ("crossed.paths", {"k": 3, "n": 2, "i": 3, "h": 1, "y": 0}, "1/2", "2/3"),
        ("crossed.all-messages", {"k": 2, "n": 2, "i": 1, "h": 1, "y": 1}, "2", "1"),
        ("channels.crossed", {"k": 2, "n": 1, "i": 1}, "[]", "[1]"),
        ("select.printed", {"k": 2, "n": 1, "i": 1, "h": 1}, "0", "1"),
        ("select.needed", {"k": 2, "n": 2, "i": 1, "h": 1}, "2", "1"),
    ],
)
def test_smallest_counterexamples(verdicts, key, size, claimed, true) -> None:
    """Each is worked out by hand: one hop in one dimension of two nodes, and the like."""
    found = verdicts[key].counterexample
    assert (found["size"], found["claimed"], found["true"]) == (size, claimed, true)


FAULTS = [
    ("hops.mean", "term", "i*p", "i^2*p"),
    ("hops.mean", "last", "n*(k - 1)", "k - 1"),
    ("cells.equal", "most", "k - 1", "k"),
    ("cells.equal", "index", "q*m", "q"),
    ("cells.equal.sum", "term", "(-1)^l", "1"),
    ("cells.equal.sum", "term", "m*q", "q"),
    ("cells.equal.sum", "last", "m", "m - 1"),
    ("cells.equal.sum", "first", "0", "1"),
    ("hops.nodes", "term", "n - 1, n", "n, n"),
    ("hops.nodes", "term", "l*k", "l*(k - 1)"),
    ("hops.probability", "p", "N - 1", "N"),
    ("cells.unequal", "most", "k - 1", "k"),
    ("cells.unequal", "least", "q", "q + 1"),
    ("cells.unequal.product", "highest", "k - 1", "k - 2"),
    ("cells.unequal.product", "index", "r", "r - 1"),
    ("cells.unequal.sum", "term", "- 1 - K", "- K"),
    ("cells.unequal.sum", "term", "(-1)^J", "1"),
    ("cells.unequal.sum", "term", "r - Q", "r"),
    ("cells.unequal.sum", "last", "2^m - 1", "m"),
    ("spread.most", "element", "z", "z + 1"),
    ("select.all", "made", "h - 1", "h"),
    ("select.all", "choices", "n - y", "n - y + 1"),
    ("select.all", "crossed", "n - m", "m"),
]


@pytest.mark.parametrize("key, name, right, wrong", FAULTS)
def test_a_planted_fault_is_refuted(key, name, right, wrong) -> None:
    STATED.refuted(key, name, right, wrong)


REPAIRS = [
    ("spread.capacity", {"element": "z + 1"}),
    *((key, {"last": "m", "most": "k"}) for key in CAPACITY),
    *((key, {"last": "m"}) for key in MOST),
    ("crossed.paths", {"likely": "distributions"}),
    ("crossed.elements", {"otherwise": "max(I - 1, 0)"}),
    ("crossed.all-messages", {"probability": "total/nodes"}),
    ("channels.crossed", {"most": "i"}),
    ("select.crossed", {"least": "0", "most": "n - 1"}),
    ("select.printed", {"made": "h - 1", "crossed": "y + n - m"}),
    ("select.needed", {"crossed": "y + n - m"}),
]


@pytest.mark.in_turn
@pytest.mark.parametrize("key, repaired", REPAIRS, ids=[key for key, _ in REPAIRS])
def test_what_a_judge_refutes_it_accepts_once_it_is_right(key, repaired) -> None:
    assert STATED.judged(key, **repaired).verdict == "holds"


@pytest.mark.parametrize("key", [*CAPACITY, *MOST])
def test_half_a_repair_is_refuted(key) -> None:
    """Neither the limits of the sums alone nor the sets alone, with elements of Z' too large or hops left over."""
    right = {"last": "m", "most": "k"}
    for wrong in ({"last": "m - y"}, {"others": "z"}, {"hops": "h"}, {"element": "z + 1"}, {"most": "k - 1"}):
        assert STATED.judged(key, **{**right, **wrong}).verdict == "fails"


@pytest.mark.parametrize("key, objects", [("hops.nodes", "i"), ("cells.equal.sum", "r"), ("cells.unequal.sum", "r")])
def test_a_sum_with_other_terms_that_agree_is_not_called_proved(key, objects) -> None:
    """The judge of sums shows nothing by the sizes tried alone."""
    same = BY_KEY[key].says["term"] + f" + floor({objects}/1000)"
    assert STATED.judged(key, term=same).verdict == "agrees"


def test_the_diameter() -> None:
    (claim,) = [claim for claim in CLAIMS if claim.locator == "Eq. 3"]
    assert judge(entry_of(claim)).verdict == "holds"
    assert judge(entry_of(replace(claim, formula="n*k - 1"))).verdict == "fails"


def test_messages_know_their_hops() -> None:
    assert [message.hops for message in messages(3, 2)] == [
        (0, 1),
        (1, 0),
        (0, 2),
        (1, 1),
        (2, 0),
        (1, 2),
        (2, 1),
        (2, 2),
    ]
    (message,) = messages(2, 1)
    assert message.crossed() == [{0: Fraction(1)}, {1: Fraction(1)}] == message.crossed("paths")


def test_meanings_of_binomials_agree_where_there_is_something_to_choose() -> None:
    assert all(ways(n, k) == polynomial(n, k) for n in range(8) for k in range(8))
    assert ways(-3, 2) == 0 and polynomial(-3, 2) == 6

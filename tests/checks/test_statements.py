"""Statements of papers: each has a judge, and each judge can refute."""

import pytest

from checks.judgement import Judgement, fails, holds, unknown, verdict_of
from checks.papers import Paper, papers
from derive.lemma import Claim, Statement, Verdict

PAPERS = papers()
SAID = [
    pytest.param(paper, statement, id=f"{key}:{statement.key}")
    for key, paper in PAPERS.items()
    for statement in paper.statements
]


def test_every_statement_has_a_judge_and_every_judge_a_statement():
    assert [line for paper in PAPERS.values() for line in paper.unmatched()] == []


def test_what_does_not_match_is_named():
    said = Statement("a.b", "words", "x", "")
    paper = Paper("x", (), (said, said), {"c.d": lambda statement: holds("why")}, ())
    assert paper.unmatched() == [
        "x: the statement a.b has no judge",
        "x: the statement a.b has no judge",
        "x: the judge of c.d has no statement",
        "x: two statements have the key a.b",
    ]


@pytest.mark.parametrize("paper, statement", SAID)
def test_a_statement_says_where_it_stands(paper, statement):
    assert statement.source == paper.key
    assert statement.words and statement.locator
    assert any(statement.locator.startswith(section) for section in paper.sections) or not paper.sections


@pytest.mark.parametrize(
    "parts, message",
    [
        ({"verdict": "perhaps"}, "no verdict"),
        ({"verdict": "holds"}, "a proof belongs"),
        ({"verdict": "unknown", "proof": "p", "remark": "r"}, "a proof belongs"),
        ({"verdict": "fails"}, "a counterexample belongs"),
        (
            {"verdict": "holds", "proof": "p", "counterexample": {"size": {}, "claimed": 1, "true": 2}},
            "a counterexample belongs",
        ),
        ({"verdict": "fails", "counterexample": {"size": {}}}, "says the size"),
        ({"verdict": "unknown"}, "says what was tried"),
    ],
)
def test_no_verdict_without_its_evidence(parts, message):
    with pytest.raises(ValueError, match=message):
        Judgement(**parts)


@pytest.mark.parametrize("found", [holds("why", [{"w": 2}]), fails({"w": 3}, 1, 2, "w"), unknown("tried")])
def test_a_judgement_becomes_a_verdict_of_the_usual_shape(found):
    said = Statement("a.b", "the words", "x", "Sect. 1", "a reading")
    shown = verdict_of(said, lambda statement: found).as_json()
    assert list(shown) == list(Verdict("", "", "", "", "", None, ()).as_json())
    assert (shown["key"], shown["locator"], shown["reading"]) == ("a.b", "Sect. 1", "a reading")
    assert (shown["verdict"], shown["proof"]) == (found.verdict, found.proof)
    assert shown["evidence"]["words"] == "the words"


def test_the_order_is_that_of_the_paper():
    paper = Paper("x", (Claim("k", "1", "x", "Table II"),), (), {}, ("Table I", "Sect. 2", "Table II"))
    places = ["Table II, row 1", "elsewhere", "Sect. 2", "Table I", "Table II"]
    verdicts = [Verdict(str(i), "x", place, "", "holds", "p", ()) for i, place in enumerate(places)]
    assert [v.locator for v in paper.in_order(verdicts)] == [
        "Table I",
        "Sect. 2",
        "Table II, row 1",
        "Table II",
        "elsewhere",
    ]

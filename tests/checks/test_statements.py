"""Statements of papers: each has a judge, and each judge can refute."""

import ast
import re
from fractions import Fraction
from pathlib import Path

import pytest

from netlemma.checks.claims import statements
from netlemma.checks.claims.errata import errata
from netlemma.checks.claims.judgement import (
    Judgement,
    compare_formula,
    fails,
    holds,
    judge_of,
    together,
    unknown,
    verdict_of,
)
from netlemma.checks.claims.papers import Paper, papers
from netlemma.checks.claims.statements.reed1982.networks import Sample, Theorem, follows, judge_relation, symbols
from netlemma.checks.formula.formula import parse_condition
from netlemma.derive.core.claim import Claim, Reading, Statement, Verdict
from netlemma.derive.core.domain import Domain, Parameter
from netlemma.errors import InputError

PAPERS = papers()
SAID = [(paper, statement) for paper in PAPERS.values() for statement in paper.readings]


def signature(node):
    return f"{ast.unparse(node.args)} -> {ast.unparse(node.returns) if node.returns else ''}"


def functions_of_judges():
    """All functions that judge a statement, by the names that statements give, and whether a module calls them."""
    folder = Path(statements.__path__[0])
    sources = {path: path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py"))}
    for path, source in sources.items():
        place = ".".join(path.relative_to(folder).with_suffix("").parts)
        for node in ast.parse(source).body:
            if not isinstance(node, ast.FunctionDef):
                continue
            decorated = {"at_samples", "by_cases"} & set(map(ast.unparse, node.decorator_list))
            if decorated or re.match(r"reading\b.*Judgement$", signature(node)):
                called = any(
                    f"{node.name}(reading" in text.replace(f"def {node.name}(", "") for text in sources.values()
                )
                yield f"{place}.{node.name}", called


def test_every_statement_has_a_judge_with_the_parameters_that_it_is_given():
    assert len(SAID) > 300 and all(callable(judge_of(statement)) for _, statement in SAID)


def test_every_judge_has_a_statement():
    appointed = {statement.judge for paper in PAPERS.values() for statement in paper.readings}
    functions = dict(functions_of_judges())
    assert len(functions) > 100
    assert [name for name, called in functions.items() if name not in appointed and not called] == []


@pytest.mark.parametrize(
    "judge, parameters, message",
    [
        (
            "reed1982.construction.device",
            {},
            "x: a.b: there is no judge 'reed1982.construction.device' in netlemma.checks.claims.statements",
        ),
        ("reed1982.count.devices", {}, "there is no judge 'reed1982.count.devices'"),
        ("reed.counts.devices", {}, "there is no judge 'reed.counts.devices'"),
        ("counts", {}, "there is no judge 'counts'"),
        ("reed1982.construction.Counter", {}, "there is no judge 'reed1982.construction.Counter'"),
        ("reed1982.construction.devices", {}, "has other parameters: missing a required argument: 'family'"),
        (
            "reed1982.construction.drawn",
            {"family": "ring"},
            "has other parameters: got an unexpected keyword argument 'family'",
        ),
    ],
)
def test_what_is_no_judge_is_named(judge, parameters, message):
    with pytest.raises(InputError, match=re.escape(message)):
        judge_of(Reading("a.b", "words", "x", "", judge=judge, parameters=parameters))


def test_a_statement_says_where_it_stands():
    for paper, said in SAID:
        assert said.source == paper.key and said.words and said.locator, said.key
        assert not paper.sections or said.locator.startswith(tuple(paper.sections)), said.key


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
        ({"verdict": "agrees", "remark": "equal at the sizes tried"}, "says the sizes tried"),
        ({"verdict": "agrees", "sizes": ({"w": 2},), "proof": "p"}, "a proof belongs"),
    ],
)
def test_no_verdict_without_its_evidence(parts, message):
    with pytest.raises(ValueError, match=message):
        Judgement(**parts)


@pytest.mark.parametrize("found", [holds("why", [{"w": 2}]), fails({"w": 3}, 1, 2, "w"), unknown("tried")])
def test_a_judgement_becomes_a_verdict_of_the_usual_shape(found):
    said = Reading("a.b", "the words", "x", "Sect. 1", "a reading")
    shown = verdict_of(said, lambda statement: found).as_json()
    assert list(shown) == list(Verdict("", "", "", "", "holds", "p", ()).as_json())
    assert (shown["key"], shown["locator"], shown["reading"]) == ("a.b", "Sect. 1", "a reading")
    assert (shown["verdict"], shown["proof"]) == (found.verdict, found.proof)
    assert shown["evidence"]["words"] == "the words"


def test_the_order_is_that_of_the_paper():
    paper = Paper("x", (Statement((Claim("k", "1", "x", "Table II"),)),), ("Table I", "Sect. 2", "Table II"))
    places = ["Table II, row 1", "elsewhere", "Sect. 2", "Table I", "Table II"]
    verdicts = [Verdict(str(i), "x", place, "", "holds", "p", ()) for i, place in enumerate(places)]
    assert [v.locator for v in paper.in_order(verdicts)] == [
        "Table I",
        "Sect. 2",
        "Table II, row 1",
        "Table II",
        "elsewhere",
    ]


def small_paper():
    claim = Claim("ring.diameter", "K", "x", "Table I")
    says, judge = {"k": "2", "text": "41", "caption": "42"}, "khonsari.latency.text_and_caption"
    words = "the answer is given by words " * 9
    said = Reading("ring.answer", words, "x", "Sect. 1", says=says, judge=judge, parameters={"name": "n"})
    return Paper("x", (Statement((claim,)), Statement((said,))), ("Sect. 1", "Table I"))


def test_errata_has_formulas_and_words(monkeypatch):
    monkeypatch.setattr("netlemma.checks.claims.errata.chosen_papers", lambda paper: [small_paper()])
    seen = []
    found = errata("x", every=True, progress=seen.append)
    assert [each.deciding.key for each in found] == ["ring.answer", "ring.diameter"]
    assert seen == ["1 of 2: ring.answer", "2 of 2: ring.diameter"]
    assert [each.verdict for each in errata("x")] == ["fails", "fails"]
    assert found[0].deciding.counterexample == {
        "size": {"k": 2},
        "claimed": "n = 41 (text)",
        "true": "n = 42 (caption)",
    }


def test_an_unknown_paper_is_named():
    with pytest.raises(InputError, match=r"no claims of a paper 'reed1892' are recorded \(did you mean 'reed1982'"):
        errata("reed1892")


def test_a_theorem_that_a_sample_contradicts_is_an_error():
    x, y = symbols("x", "y")
    with pytest.raises(ArithmeticError):
        judge_relation("x < y", Theorem(x < y, ""), [Sample({}, {"x": Fraction(2), "y": Fraction(1)})])


@pytest.mark.parametrize(
    "printed, known, follows_from_it",
    [
        ("x <= y", "x < y", True),
        ("x < y", "x <= y", False),
        ("y >= x", "x <= y", True),
        ("2*y - 2*x > 0", "x < y", False),  # another slack: not recognized, so no proof
        ("x = y", "y = x", True),
        ("x <= y", "x = y", False),
        ("x*y/y < y", "x < y", True),
    ],
)
def test_what_follows_from_what(printed, known, follows_from_it):
    by_name = {symbol.name: symbol for symbol in symbols("x", "y")}
    one, other = (parse_condition(text).to_sympy(by_name) for text in (printed, known))
    assert follows(one, other) is follows_from_it


def test_a_formula_without_an_expression_for_all_sizes_is_not_known_to_hold():
    domain = Domain((Parameter("K", 2),))
    K = domain.parameters[0].symbol
    sizes = [{"K": n} for n in range(2, 6)]
    assert compare_formula("K", lambda size: size["K"], sizes, domain).verdict == "agrees"
    assert compare_formula("K", lambda size: size["K"], sizes, domain, K, "why").verdict == "holds"
    assert compare_formula("K*(K-9)/(K-9)", lambda size: size["K"], sizes, domain, K, "why").verdict == "agrees"
    assert compare_formula("K + 0*2^K", lambda size: size["K"], sizes, domain, K + 1, "wrong").verdict == "agrees"
    assert compare_formula("K^(1/2)", lambda size: size["K"], sizes, domain, K, "why").verdict == "fails"


def test_findings_together():
    good, bad, open_ = holds("a", [{"w": 2}]), fails({"w": 3}, 1, 2), unknown("tried")
    assert together(good, open_).verdict == "unknown" and together(open_, bad, good).verdict == "fails"
    assert together(good, holds("b", [{"w": 2}, {"w": 4}])).sizes == ({"w": 2}, {"w": 4})

r"""Published formulas: LaTeX is read as a person reads it, and each verdict is what the file says of it."""

import pytest

from netlemma.checks.formula.formula import Formula, parse_formula
from netlemma.checks.formula.latex.clauses import read_bindings
from netlemma.checks.formula.latex.reading import read_latex
from netlemma.checks.judging.reference_values import reference_values_of
from netlemma.checks.manuscript.published_formulas import published_formulas
from netlemma.graphs.sources import source
from tests.turns import drawn

EVERY = published_formulas()
FAILING = [each for each in EVERY if each.disagrees]


def sizes_of(each):
    return reference_values_of(source(each.family), each.quantity).names


@pytest.mark.sampled(60)
@pytest.mark.parametrize("each", EVERY, ids=lambda each: f"{each.source}-{each.latex[:20]}")
def test_latex_is_read_as_a_person_reads_it(each):
    names = sizes_of(each)
    bound = read_bindings(each.let, names)
    plain = parse_formula(each.reads)
    wanted = Formula(bound.applied(plain.root, plain.text), plain.text)
    (found,) = read_latex(each.latex, names, bound)
    assert found.formula.names == wanted.names <= set(names)
    compared = 0
    for first in range(3, 9):
        size = {name: first + 9 * place for place, name in enumerate(reversed(names))}
        ours, theirs = found.formula.evaluate(size), wanted.evaluate(size)
        assert ours == theirs
        compared += 1
    assert compared == 6


def test_sources_are_named():
    assert len(EVERY) >= 300 and len({(each.family, each.quantity, each.latex) for each in EVERY}) == len(EVERY)
    for each in EVERY:
        assert each.source and each.url.startswith("http")
        assert not each.disagrees or each.disagrees.startswith(("convention: ", "error: "))


def check(each):
    found = each.judged()
    assert (found.verdict == "fails") == bool(each.disagrees), (each, found)
    assert found.verdict != "unknown"


@pytest.mark.parametrize("each", [*drawn("published", EVERY, 4), *FAILING[:2]], ids=lambda each: each.source)
def test_some_published_formulas_have_the_verdict_that_is_said(each):
    check(each)


@pytest.mark.in_turn
@pytest.mark.ci
@pytest.mark.parametrize("each", EVERY, ids=lambda each: f"{each.source}-{each.latex[:20]}")
def test_every_published_formula_has_the_verdict_that_is_said(each):
    check(each)

"""A formula set as it was written: a reader of the LaTeX and of the MathML finds the same tree again, order, signs and all."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from netlemma.checks.claims.papers import papers
from netlemma.checks.formula import formula_latex, grammar
from netlemma.checks.formula.grammar import parse, unparse

from .latex_reader import Unreadable, read, read_mathml

NAMES = st.sampled_from(["w", "D", "k", "x1", "S_PE", "lambda_c", "rate", "beta"]).map(grammar.Name)
NUMBERS = st.sampled_from(["0", "1", "2", "10", "0.25"]).map(parse)


def _chain(smaller, operators):
    chains = st.lists(st.tuples(st.sampled_from(operators), smaller), min_size=1, max_size=3)
    return st.tuples(smaller, chains).map(
        lambda x: grammar.Chain((x[0], *(operand for _, operand in x[1])), tuple(operator for operator, _ in x[1]))
    )


def _tests(smaller):
    simple = st.one_of(
        st.builds(grammar.Comparison, smaller, st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), smaller),
        st.builds(grammar.Parity, smaller, st.sampled_from(["even", "odd"])),
    )
    joined = st.builds(
        grammar.Junction, st.sampled_from(["and", "or"]), st.lists(simple, min_size=2, max_size=2).map(tuple)
    )
    return st.one_of(simple, joined, st.one_of(simple, joined).map(grammar.Not))


def _grow(smaller):
    one = st.sampled_from(["abs", "ceil", "floor", "factorial", "log"])
    two = st.sampled_from(["binomial", "mod", "log", "min", "max"])
    return st.one_of(
        _chain(smaller, "+-"),
        _chain(smaller, "*/"),
        _chain(smaller, "*/"),
        st.builds(grammar.Negative, smaller),
        st.builds(grammar.Power, smaller, smaller),
        st.builds(lambda f, x: grammar.Call(f, (x,)), one, smaller),
        st.builds(lambda f, x, y: grammar.Call(f, (x, y)), two, smaller, smaller),
        st.builds(grammar.Sum, smaller, st.sampled_from("ij"), smaller, smaller),
        st.builds(lambda v, c, d: grammar.Piecewise(((v, c),), d), smaller, _tests(smaller), smaller),
    )


# parse(written(tree)) is how the parser groups it: (a*b)/c and a*b/c are one tree
formulas = st.recursive(NAMES | NUMBERS, _grow, max_leaves=7).map(lambda node: parse(unparse(node)))


@given(formulas)
@example(parse("w*abs(w - 1)*abs(abs(w) - 2)^2"))
@example(parse("w/w*(w*w)/w"))
@settings(max_examples=100)
def test_reads_back_as_the_same_tree(node):
    assert read(formula_latex.formula_latex(unparse(node))) == node


@given(formulas)
@example(parse("w*abs(w - 1)*abs(abs(w) - 2)^2"))
@settings(max_examples=60)
def test_mathml_shows_the_same(node):
    assert read_mathml(formula_latex.formula_mathml(unparse(node))) == node


def test_claims_of_papers_read_back():
    printed = [claim for paper in papers().values() for claim in paper.claims]
    assert len(printed) > 90
    for claim in printed:
        shown = parse(re.sub(r"\b([A-Za-z])_(\d)", r"\1\2", claim.formula))  # S_1 is set as S1 is
        assert read(formula_latex.formula_latex(claim.formula)) == shown, claim.formula
        assert read_mathml(formula_latex.formula_mathml(claim.formula)) == shown, claim.formula


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("p*(k - p)*k/(k^2 - 1)", r"\frac{p (k-p) k}{k^{2}-1}"),
        ("(k - 1)/2*k^2/(k^2 - 1)", r"\frac{k-1}{2} \frac{k^{2}}{k^{2}-1}"),
        ("b - a + 0*w", r"b-a+0 w"),
        ("a*(b*c)", "a (b c)"),
        ("-(a*b)", "-(a b)"),
        ("-a/b - -c", r"-\frac{a}{b}-(-c)"),
        ("2*(1/3)", r"2 \left(\frac{1}{3}\right)"),
        ("2*(1/k)", r"2 \frac{1}{k}"),
        ("2^(a/(b/c))", r"2^{a/(b/c)}"),
        ("(a mod b)^2", r"(a \bmod b)^{2}"),
        ("log(w, 2)*log(w)", r"\log_{2}(w) \log(w)"),
        ("sum(i, i, 0, n) + 1", r"\left(\sum_{i=0}^{n} i\right)+1"),
        ("piecewise(1, w even, 0)", r"\begin{cases} 1 & w \text{ even} \\ 0 & \text{otherwise} \end{cases}"),
        ("x^(1/2)", r"\sqrt{x}"),
    ],
)
def test_notation(text, latex):
    assert formula_latex.formula_latex(text) == latex


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("p*(k - p)", "-p*(p - k)"),
        ("a*b/c", "a*(b/c)"),
        ("a - (b - c)", "a - b - c"),
        ("a/b*c/d", "a/b*(c/d)"),
        ("-w^2", "(-w)^2"),
        ("-(a*b)", "-a*b"),
        ("2*k/3", "k*2/3"),
        ("sum(i, i, 0, n)*w", "sum(i*w, i, 0, n)"),
        ("a/(b*c)", "a/b/c"),
        ("floor(w)/2", "ceil(w)/2"),
    ],
)
def test_what_is_written_otherwise_looks_otherwise(right, wrong):
    assert formula_latex.formula_latex(right) != formula_latex.formula_latex(wrong)
    assert formula_latex.formula_mathml(right) != formula_latex.formula_mathml(wrong)
    assert read(formula_latex.formula_latex(right)) != parse(wrong)


def test_the_reader_refuses_what_it_does_not_know():
    for latex in (r"\frac{a}", r"a \unknown", "(a+b", r"\sum_{i} i"):
        with pytest.raises(Unreadable):
            read(latex)


def test_sums_without_brackets_would_be_seen(monkeypatch):
    """A writer that forgets the brackets of a nested sum."""
    monkeypatch.setattr(
        formula_latex,
        "_sum",
        lambda node: formula_latex.tree.Times(tuple(map(formula_latex.as_written, node.operands))),
    )
    assert read(formula_latex.formula_latex("a - (b - c)")) != parse("a - (b - c)")

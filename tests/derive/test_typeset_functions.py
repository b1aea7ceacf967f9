"""Counts have a notation of their own, in text, LaTeX and MathML; no name of a class of the program is shown."""

import re
from xml.etree import ElementTree

import pytest
import sympy as sp

from netlemma.derive.discovery import keys, lemma
from netlemma.derive.networks.bounded_compositions import Ways
from netlemma.derive.performance.latency.model_derivations import others_busy
from netlemma.derive.typeset.expressions import expression_latex, expression_text
from netlemma.errors import NotInGrammar

from .mathml_of import expression_mathml

i, m, q, p = sp.symbols("i m q p", integer=True, nonnegative=True)
COUNTS = (
    "oneway-torus.compositions.equal",
    "oneway-torus.compositions.unequal",
    "oneway-torus.compositions.full",
    "oneway-torus.dimensions_left",
    "hypercube.dimensions_left",
)
PROGRAM_NAME = re.compile(
    r"[a-z][A-Z]|\b[A-Z][a-z]{3,}"
)  # DimensionsLeft, Ways; words of a formula are not capitalised


def shown(expression):
    mathml = "".join(ElementTree.fromstring(expression_mathml(expression)).itertext())
    return expression_latex(expression), expression_text(expression), mathml


def of_lemma(key):
    found = lemma(key)
    return [found.definition.expression, *(step.after for step in found.derivation.steps)]


@pytest.mark.parametrize("key", COUNTS)
def test_no_name_of_a_class_is_shown(key):
    assert [
        x for each in of_lemma(key) for x in shown(each) if PROGRAM_NAME.search(x.replace("operatorname", ""))
    ] == []


@pytest.mark.long
def test_no_lemma_shows_the_name_of_a_class():
    found = {key for key in keys() for each in of_lemma(key) if PROGRAM_NAME.search(expression_text(each))}
    assert found == set()


def test_what_is_looked_for_would_be_found():
    other = sp.Function("FullCells2")(i)
    assert PROGRAM_NAME.search(expression_text(other)) and PROGRAM_NAME.search("Ways(i)")


def test_ways_are_written_as_khonsari_et_al_do():
    assert shown(Ways(i, m, q, q + p - 1)) == (r"N_{q}^{p+q-1}(i,\, m)", "N_q^(p + q - 1)(i, m)", "Nqp+q−1\u2061(i,m)")


def test_several_kinds_of_cells():
    two = Ways(i, m, sp.Integer(0), p, m - 1, q, p)
    assert shown(two)[:2] == (r"N_{0,q}^{p,p}(i,\, m,\, m-1)", "N_(0, q)^(p, p)(i, m, m - 1)")


def test_words_keep_their_blanks():
    latex, text, mathml = shown(others_busy().start)
    assert latex == r"P(\text{all but }e\text{ busy if }j\text{ of }V\text{ are free})"
    assert text == "P(all but e busy if j of V are free)"
    assert mathml.replace("\u00a0", " ") == "P\u2061(all but e busy if j of V are free)"


def test_functions_with_an_index():
    latex, text, mathml = shown(sp.Function("gA")(i) + sp.Function("h_0")(m))
    assert (latex, text, mathml) == ("g_{A}(i)+h_{0}(m)", "g_A(i) + h_0(m)", "gA\u2061(i)+h0\u2061(m)")


def test_a_power_of_a_count_is_in_brackets():
    assert expression_latex(Ways(i, m, q, p) ** 2) == r"(N_{q}^{p}(i,\, m))^{2}"


def test_counts_are_not_in_the_grammar():
    with pytest.raises(NotInGrammar):
        expression_text(Ways(i, m, q, p), grammar=True)

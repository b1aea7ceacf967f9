"""MathML: well formed, with every limit, and only elements that browsers draw."""

from xml.etree import ElementTree

import pytest
import sympy as sp

from netlemma.derive import keys
from netlemma.derive import lemma as derived_lemma
from netlemma.derive.algebra import notation
from netlemma.derive.algebra.notation import parameter
from netlemma.derive.typeset.expressions import expression_latex
from netlemma.derive.typeset.lemma_pages import as_mathml
from tests.lemma_keys import drawn

from .mathml_of import expression_mathml

w, D = parameter("w"), parameter("D")
i, j = sp.symbols("i j", integer=True)
PREFIX = "{http://www.w3.org/1998/Math/MathML}"
CORE = set(
    "math mrow mi mn mo mtext mspace msup msub msubsup mfrac msqrt munder munderover mtable mtr mtd mstyle".split()  # noqa: SIM905
)
ARITY = {"msup": 2, "msub": 2, "msubsup": 3, "mfrac": 2, "munder": 2, "munderover": 3}


def parsed(markup):
    root = ElementTree.fromstring(markup)
    for element in root.iter():
        name = element.tag.removeprefix(PREFIX)
        if element.tag.startswith(PREFIX):
            assert name in CORE
            assert len(element) == ARITY.get(name, len(element)), name
    return root


def words(element):
    return "".join(element.itertext())


def test_both_limits_of_a_nested_sum_appear_the_last_one_outermost():
    root = parsed(expression_mathml(sp.Sum(i * j, (j, 0, i + 7), (i, 3, w - 5))))
    sums = [[words(part) for part in head] for head in root.iter(PREFIX + "munderover")]
    assert sums == [["∑", "i=3", "w−5"], ["∑", "j=0", "i+7"]]


def test_cases_are_a_table_behind_a_brace():
    root = parsed(expression_mathml(sp.Piecewise((w**2, sp.Eq(sp.Mod(w, 2), 0)), (D, True))))
    rows = [[words(cell) for cell in row] for row in root.iter(PREFIX + "mtr")]
    assert rows == [["w2", "w\u00a0even"], ["D", "w\u00a0odd"]]
    assert [mo.text for mo in root.iter(PREFIX + "mo")] == ["{"]


def test_a_binomial_has_no_bar():
    (fraction,) = parsed(expression_mathml(sp.binomial(D, i))).iter(PREFIX + "mfrac")
    assert fraction.get("linethickness") == "0"
    assert [words(part) for part in fraction] == ["D", "i"]


@pytest.mark.parametrize(
    "expr",
    [
        notation.PairSum(notation.distance) / w,
        notation.DeviceSum(notation.PairSum(notation.crossings)),
        notation.DimensionProduct(notation.a, w, D, sp.Symbol("<ring> & co")) * sp.Sum(i, (i, 0, w)),
        notation.Coefficient((1 + i) ** D, i, j),
        sp.Piecewise((sp.sqrt(w), (w > 3) & (D < 2)), (-w / 2, sp.Eq(sp.Mod(w, 4), 1))),
        sp.factorial(w - 1) * sp.floor(w / 2) * sp.ceiling(w / 3) * sp.Abs(i) * sp.Max(w, D) * sp.Mod(w, 3),
        w ** (D / 2) - sp.Product(i, (i, 1, w)),
        sp.Symbol("lambda_bus") + sp.oo * sp.Symbol("x1"),
    ],
    ids=str,
)
def test_every_kind_of_expression_is_well_formed(expr):
    parsed(expression_mathml(expr))


def test_a_page_is_well_formed_and_needs_nothing_from_elsewhere():
    lemmas = [derived_lemma(key) for key in ("toroid.mean_distance", "mesh.diameter", "toroid.nodes_at_distance")]
    page = as_mathml(lemmas, steps=True, title="Toroids & <others>")
    root = parsed(page.removeprefix("<!DOCTYPE html>\n"))
    assert root.get("lang") == "en"
    assert root.find("head/title").text == "Toroids & <others>"
    assert root.find("head/meta").get("charset") == "utf-8"
    assert len(root.findall("body/section")) == 2
    assert not [e for e in root.iter() if e.get("src") or (e.get("href") or "#")[0] != "#"]
    ids = {e.get("id") for e in root.iter()}
    assert all(link.get("href")[1:] in ids for link in root.iter("a"))


def test_a_fragment_brings_no_styles_into_another_page():
    fragment = as_mathml(derived_lemma("ring.diameter"), document=False)
    assert parsed(fragment).tag == "div" and "<style" not in fragment


@pytest.mark.in_turn
@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.long)])
def test_lemmas_of_every_family_are_well_formed(every):
    lemmas = [derived_lemma(key) for key in (keys() if every else sorted(drawn(keys(), 3)))]
    parsed(as_mathml(lemmas, steps=True).removeprefix("<!DOCTYPE html>\n"))


def test_names_of_several_letters_do_not_run_together_in_a_product():
    product = parameter("lift") * parameter("terminals") * (D + 1)
    assert "·".join(["lift", "terminals", "(D+1)"]) in words(parsed(expression_mathml(product)))
    assert r"\mathit{lift} \cdot \mathit{terminals} \cdot (D+1)" in expression_latex(product)
    assert "·" not in words(parsed(expression_mathml(w * D))) and r"\cdot" not in expression_latex(w * D)

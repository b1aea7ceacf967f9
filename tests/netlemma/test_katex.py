"""Every formula that netlemma prints as LaTeX is valid in KaTeX in strict mode, which knows less than pdflatex and guesses nothing.

It takes node and the package katex (npm), in a folder that ``NETLEMMA_KATEX`` names: ``.../node_modules/katex``.
"""

import random

import pytest

from netlemma.derive.discovery import keys
from netlemma.derive.networks.product_lemmas import lemma_builders
from netlemma.derive.networks.products.cartesian_products import parse

from .latex_checks import KATEX, NODE, refused
from .latex_formulas import Formula, formulas_of, formulas_of_keys, latex_formulas

SEED = 6
PARTS = 6  # of all formulas, which processes share
pytestmark = [
    pytest.mark.skipif(NODE is None, reason="KaTeX needs node, which is not installed: apt-get install nodejs npm"),
    pytest.mark.skipif(not KATEX, reason="NETLEMMA_KATEX does not name the folder of KaTeX: npm install katex"),
]


@pytest.mark.in_turn
def test_formulas_are_valid():
    """Of some lemmas of families and of a product; all are read with ``-m ci``."""
    chance = random.Random(SEED)
    product = "line(a) x ring(b)^2 x clique(c)"
    quantities = chance.sample(list(lemma_builders(parse(product))), 4)
    drawn = chance.sample(keys(), 20) + [f"{product}.{each}" for each in quantities]
    formulas = list(formulas_of_keys(drawn))
    assert len(formulas) > 100
    assert not refused(formulas)


@pytest.mark.in_turn
@pytest.mark.ci
@pytest.mark.parametrize("part", range(PARTS))
def test_every_formula_is_valid(part):
    formulas = list(latex_formulas(part, PARTS))
    named = " ".join(each.name for each in formulas)
    kinds = ["closed_form", "definition", "step 1, after", "on a page", "in a notebook"]
    if part == 0:
        kinds += ["reed1982 Table II", "model mesh", "model oneway-torus", "traffic"]
    assert [kind for kind in kinds if kind not in named] == []
    assert len(formulas) > 1000
    assert not refused(formulas)


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"\frac{w}{2} + \undefined", "Undefined control sequence"),
        (r"\frac{w}{2", "expected '}'"),
        (r"\begin{cases} 1 & w \end{array}", "Mismatch"),
        (r"\begin{array}{c} 1 & w \end{array}", "textEnv"),
        ("Σ x é", "unicodeTextInMathMode"),
        ("w % even", "commentAtEnd"),
        (r"\text{w_1}", "Expected 'EOF', got '_'"),
    ],
)
def test_what_is_not_valid_is_refused(latex, message):
    assert message in refused([Formula("right", "w^{2}"), Formula("wrong", latex)])[0][2]


def test_a_wrong_formula_in_a_document_is_refused():
    document = r"for $w$: \begin{align*} L &= 1 \intertext{because $\undefined$.} &= \wrong \end{align*} \[ 2^3^4 \]"
    found = refused(formulas_of("page", document))
    assert [latex for _, latex, _ in found] == [
        r"\begin{align*} L &= 1 \\ &= \wrong \end{align*}",
        r"\undefined",
        "2^3^4",
    ]

"""Formulas evaluated by the pages of the site give the values that Python gives."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from netlemma.checks.formula.formula import parse_formula
from netlemma.checks.lemmas.lemma_sizes import default_sizes
from netlemma.derive import lemma
from netlemma.derive.discovery import keys
from netlemma.derive.typeset.expressions import formula_text
from netlemma.errors import FormulaError
from netlemma.reporting.results.expression_trees import condition_tree, expression_tree, formula_tree

SCRIPT = Path(__file__).parents[2] / "netlemma" / "reporting" / "assets" / "evaluate.js"
FAMILIES = ("ring", "mesh", "livefly", "odd-graph")
OWN = ("mod(-7, 3) + binomial(n, 2)/3 - floor(-n/2)", "piecewise(n, n odd and not n = 3, factorial(n))", "abs(-n)^(1/2)",
       "sum(i^2/n, i, 0, n)", "min(n, 5)^-2*max(1, n)", "ceil(n/4)/(n - 4)")  # fmt: skip


def evaluated(rows):
    """What the script gives for trees at sizes."""
    return on_the_page("(([t, s]) => { try { return e.value(t, s); } catch (x) { return x.message; } })(r)", rows)


def on_the_page(expression, rows):
    """An expression in the script `e` for each row `r`, in one run of Node."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node here")
    program = (
        f"const e = require({json.dumps(str(SCRIPT))});"
        "const rows = JSON.parse(require('fs').readFileSync(0, 'utf8'));"
        f"console.log(JSON.stringify(rows.map(r => {expression})));"
    )
    done = subprocess.run([node, "-e", program], input=json.dumps(rows), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


OF_WORDS = (
    "cube-connected-cycles",
    "de-bruijn",
    "kautz",
    "dcell",
    "ring-shuffle",
    "r-ary-m-cube",
)  # their formulas count words


@pytest.mark.in_turn
@pytest.mark.parametrize("family", OF_WORDS)
def test_formulas_that_the_grammar_has_not_are_evaluated_too(family):
    rows, values = [], []
    for key in keys(family):
        found = lemma(key)
        if formula_tree(formula_text(found.closed_form)) is None:
            for size in default_sizes(found)[:: 1 if len(values) < 20 else 5]:
                tree = expression_tree(found.closed_form)
                rows.append([tree, {name: str(value) for name, value in size.items()}])
                values.append(str(found.value(size)))
    assert len(values) > 5 and evaluated(rows) == values


@pytest.mark.in_turn
def test_pages_give_the_values_of_python():
    cases = []
    texts = [(text, {"n": n}) for text in OWN for n in (1, 3, 4, 9, 10**20) if n < 10 or "sum" not in text]
    for family in FAMILIES:
        for key in keys(family):
            found = lemma(key)
            size = {str(name): 4 + i for i, name in enumerate(found.domain.names)}
            texts.append((formula_text(found.closed_form), size))
    for text, size in texts:
        tree = formula_tree(text)
        if tree is None:
            continue
        try:
            value = str(parse_formula(text).evaluate(size))
        except FormulaError:
            value = None
        cases.append((text, size, tree, value))
    shown = evaluated([[tree, size] for _, size, tree, _ in cases])
    wrong = [
        (text, size, value, page)
        for (text, size, _, value), page in zip(cases, shown, strict=True)
        if value is not None and not value.startswith("Enclosure") and value != page and page != "too large a number"
    ]
    assert not wrong
    assert sum(value == page for (*_, value), page in zip(cases, shown, strict=True)) > 90


def test_conditions_and_what_is_no_formula():
    assert condition_tree("w >= 2, D odd") == ["and", [">=", ["v", "w"], ["n", "2", "1"]], ["odd", ["v", "D"]]]
    assert formula_tree("W(i, k)") is None and condition_tree("") == ["and"]

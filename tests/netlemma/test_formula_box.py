"""The box of the site reads, evaluates and compares formulas as ``netlemma check`` does; it needs Node."""

import json
import random
import shutil
import subprocess
import sys
from fractions import Fraction
from itertools import chain
from pathlib import Path

import pytest

from netlemma.checks.base.time_budget import TimeBudget
from netlemma.checks.formula import grammar
from netlemma.checks.formula.arithmetic import Enclosure
from netlemma.checks.formula.latex.clauses import read_bindings
from netlemma.checks.judging.claim_entry import ClaimedRelation, ClaimEntry
from netlemma.checks.judging.judge import answer
from netlemma.checks.judging.readings import WrittenFormula, _last_digit, _readings, _with_node_count
from netlemma.checks.judging.reference_values import reference_values_of
from netlemma.derive import lemma
from netlemma.derive.typeset.expressions import formula_text
from netlemma.errors import FormulaError, InputError
from netlemma.graphs.sources import source
from netlemma.reporting.formula_box import notation
from netlemma.reporting.results.expression_trees import condition_tree, expression_tree, formula_tree
from netlemma.reporting.results.lemmas import tried

from .formula_texts import Texts

ASSETS = Path(__file__).parents[2] / "netlemma" / "reporting" / "assets"
COMMAND = "is not read in the page; use the command"
FEW = 300
SPREAD_BEYOND = 20  # sum of a size, above which not all sizes are compared
KEYS = ("toroid.mean_distance", "hypercube.links", "ring.diameter", "express-torus.nodes")
MORE = ("mesh.diameter", "hypercube.mean_distance", "ring.mean_distance", "dragonfly.diameter", "kautz.mean_distance", "toroid.diameter",
        "cube-connected-cycles.mean_distance", "slim-fly.diameter", "multicube.mean_distance", "fat-tree.nodes")  # fmt: skip


@pytest.fixture(scope="module")
def scripts(tmp_path_factory):
    folder = tmp_path_factory.mktemp("box")
    for name in ("read.js", "evaluate.js", "check.js"):
        shutil.copy(ASSETS / name, folder)
    (folder / "notation.js").write_text(notation(), encoding="utf-8")
    return folder


def on_the_page(scripts, expression, rows):
    """An expression for each row `r`, in which R reads, E evaluates and C compares; a refusal is ["error", words]."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node here")
    program = (
        f"const [R, E, C] = ['read', 'evaluate', 'check'].map(name => require({json.dumps(str(scripts))} + '/' + name + '.js'));"
        "const tried = work => { try { return work(); } catch (error) { if (error instanceof R.FormulaError) { return ['error', error.message]; } throw error; } };"
        "const rows = JSON.parse(require('fs').readFileSync(0, 'utf8'));"
        f"console.log(JSON.stringify(rows.map(r => tried(() => {expression}))));"
    )
    done = subprocess.run([node, "-e", program], input=json.dumps(rows), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


class Sizes:
    """What the reader wants of the truth."""

    def __init__(self, names):
        self.names = names


def readings(text, names):
    return _readings(WrittenFormula(text), Sizes(names), read_bindings((), names))


def plain(node):
    """A syntax tree as lists."""
    inner = [plain(part) for part in node.parts()]
    match node:
        case grammar.Number():
            return ["number", f"{node.value.numerator}/{node.value.denominator}"]
        case grammar.Name():
            return ["name", node.name]
        case grammar.Chain():
            return ["chain", *inner, *node.operators]
        case grammar.Call():
            return ["call", node.function, *inner]
        case grammar.Sum():
            return [type(node).__name__.lower(), node.index, *inner]
        case grammar.Comparison():
            return ["comparison", node.operator, *inner]
        case grammar.Parity():
            return ["parity", node.parity, *inner]
        case grammar.Junction():
            return ["junction", node.word, *inner]
    return [type(node).__name__.lower(), *inner]


def read(text, names):
    """The readings of a text, as the page shows them, or the refusal."""
    try:
        return [
            [
                [[plain(each.formula.root), str(each.formula), each.relation] for each in found.stated],
                found.where and plain(found.where.root),
                found.words,
                found.error and str(found.error),
            ]
            for found in readings(text, names)
        ]
    except FormulaError as error:
        return ["error", str(error)]


READ = (
    "R.readings(r[0], '', r[1]).map(f => [f.stated.map(x => [R.plain(x.root), R.unparse(x.root), x.relation]),"
    " f.where && R.plain(f.where), f.words, f.error && f.error.message])"
)


def differing(scripts, cases):
    """Cases that the page reads otherwise, and how many it leaves to the command."""
    left, wrong = 0, []
    for (text, names), page in zip(cases, on_the_page(scripts, READ, cases), strict=True):
        if page[0] == "error" and page[1].endswith(COMMAND):
            left += 1
        elif page != (expected := read(text, names)):
            wrong.append((text, names, expected, page))
    return wrong, left


@pytest.mark.parametrize("count", [FEW, pytest.param(10_000, marks=pytest.mark.long)])
def test_texts_are_read_as_the_command_reads_them(scripts, count):
    wrong, left = differing(scripts, list(Texts(count).cases(count)))
    assert not wrong
    assert left < count / 50


def test_what_is_written_in_papers_is_read(scripts):
    texts = (r"\bar d = \frac{n}{2}\left(1+\frac{1}{2^n-1}\right), \text{ where $n$ is even}", r"\left\lfloor\frac{n}{2}\right\rfloor", "nodes/2",
             "½n² + ⌊n/3⌋", r"\begin{cases} n/2 & n \text{ even} \\ (n-1)/2 & n \text{ odd} \end{cases}", "-2^2n", "n mod 2k", "n(n+1", "foor(n/2)")  # fmt: skip
    assert differing(scripts, [(text, ("n", "k")) for text in texts]) == ([], 0)
    growth, macro, bound = on_the_page(
        scripts, READ, [("O(n)", ("n",)), (r"\def\x{n}\x", ("n",)), (r"$N/2$, where $N = 2^n$", ("n",))]
    )
    assert all(each[0] == "error" and each[1].endswith(COMMAND) for each in (growth, macro, bound))


VALUES = """(() => {
  const value = (x, s) => { const v = E.written(r[0], R.FormulaError).value(R.tree(x.root), s); return E.exact(v) ? E.text(v) : [E.text(v.low), E.text(v.high)]; };
  return R.readings(r[0], '', r[1]).filter(f => f.stated.length).map(f => r[2].map(s => tried(() => value(f.stated[0], s))));
})()"""


EACH = ("ceil(n/2) - ceil(-n/4)", "floor(n/2) + floor(-n/3)", "mod(-n, 3)/mod(n, 1/2 + k)", "|1/2 - n|", "min(n, k, 3/2)^-2", "max(n/2, k)", "C(n, k)", "binomial(k, n-1)",
        "n! - k!", "log2(n/8) + log(n, k)", "sqrt(n) sqrt(n) + ln(k)", "fibonacci(n) - lucas(k)/2", "harmonic(n)", "product(1 + k/i, i, 1, n)", "sum(i^k, i, 2, n)",
        "piecewise(n, n even and not k = 1, 2 <= n < 4, k, 0)", "((1+sqrt(5))/2)^n - ((1-sqrt(5))/2)^n", "2^(n/k)", "n^sqrt(2)", "floor(sqrt(n) + k/7)", "1/(n - 2)", "binomial(-n, 2)")  # fmt: skip


@pytest.mark.parametrize("count", [60, pytest.param(2000, marks=pytest.mark.long)])
def test_values_are_those_of_the_command(scripts, count):
    sys.set_int_max_str_digits(0)
    rows = [
        (text, names, [dict(zip(names, size, strict=False)) for size in ((1, 1, 1), (2, 3, 1), (3, 2, 5), (7, 4, 3))])
        for text, names in (*((text, ("n", "k")) for text in EACH), *Texts(count + 1).cases(count))
    ]
    compared = irrational = 0
    for (text, names, sizes), page in zip(rows, on_the_page(scripts, VALUES, rows), strict=True):
        for found, values in zip(
            [each for each in readings(text, names) if each.stated] if page[:1] != ["error"] else [], page, strict=False
        ):
            for size, shown in zip(sizes, values, strict=True):
                compared += 1
                try:
                    value = found.stated[0].formula.evaluate(size)
                except FormulaError as error:
                    assert shown[0] == "error" and (str(error).startswith(shown[1]) or "operations" in shown[1]), text
                    continue
                if isinstance(value, Enclosure):
                    irrational += 1
                    low, high = map(Fraction, shown)
                    assert max(low, value.lo) <= min(high, value.hi), text
                else:
                    assert shown == str(value), text
    assert compared > count and irrational


CHECKED = """C.check(r[0], r[1], r[2]).map(f => f.all ? f.all.map(x => x.counterexample
  ? ["fails", x.counterexample.size, E.exact(x.counterexample.claimed) ? E.text(x.counterexample.claimed) : "irrational", E.text(x.counterexample.true)]
  : [x.open.length ? "unknown" : x.equal.length ? "agrees" : "no size"]) : ["unread"])"""


def altered(key, chance):
    """Formulas that are nearly those of a lemma, with conditions."""
    found = lemma(key)
    names, text = found.domain.names, formula_text(found.closed_form)
    ways = [text, f"({text})/2", f"({text}) + 1/2^9", f"floor({text})", f"min({text}, 40)", f"({text}) + floor({names[0]}/7)", "N/2", "2.5",
            f"({text}) + floor({names[-1]}/30)", text.replace("2", "3"), text.replace("-", "+"), f"<= {text}", f"< {text}",
            f"sqrt({text})", f"log(2^({text}), 2)", f"({text})*{names[0]}/({names[0]} - 3)", f"log({text})/log(2)"]  # fmt: skip
    ways += [text.replace(name, f"({name}+1)") for name in names]
    ways += [f"({text}) + mod({name}, 5)*({name} - 3)*({name} - 2)" for name in names]
    wheres = ("", "", "", f"{names[0]} even", f"{names[-1]} odd", f"{names[0]} >= 4", f"{names[0]} mod 3 = 1")
    return [(text, chance.choice(wheres)) for text in ways]


def judged(truth, key, text, where):
    """What the command says of a formula, as the page says it."""
    family, quantity = key.split(".", 1)
    try:
        found, _ = _with_node_count(WrittenFormula(text, where), truth, read_bindings((), truth.names))
        verdicts = []
        for each in found:
            verdicts.append([])
            for stated in each.stated:
                unit = _last_digit(stated.formula)
                relation = ClaimedRelation("≈", unit=unit) if unit else ClaimedRelation(stated.relation)
                claim = ClaimEntry(family, quantity, stated.formula, each.where, relation=relation)
                verdict = answer(claim, truth, None, TimeBudget(60))
                known = verdict.counterexample
                value = (
                    "irrational"
                    if known and known["claimed"].startswith(("about", "between"))
                    else known and known["claimed"]
                )
                verdicts[-1].append(
                    ["fails", known["size"], value, known["true"]]
                    if known
                    else [verdict.verdict.replace("holds", "agrees")]
                )
        return verdicts
    except (FormulaError, InputError) as error:
        return ["error", str(error)]


def alike(shown, expected):
    """Whether answers differ as they may: in sizes that are spread at random, in a long value, or for want of a proof."""
    if "error" in (shown[0], expected[0]) or len(shown) != len(expected):
        return False
    for one, other in zip(chain(*shown), chain(*expected), strict=True):
        if one[0] == other[0] == "fails":
            here, there = (sum(each[1].values()) for each in (one, other))
            further = one[1] != other[1] and SPREAD_BEYOND < there >= here
            if not further and (one[1] != other[1] or "... (" not in str(other)):
                return False
        elif one != ["unknown"] or other != ["agrees"]:
            return False
    return True


@pytest.mark.in_turn
@pytest.mark.parametrize("keys, most", [(KEYS, 4), pytest.param((*KEYS, *MORE), 40, marks=pytest.mark.long)])
def test_the_smallest_counterexample_is_that_of_the_command(scripts, keys, most):
    chance, cases, rows = random.Random(most), [], []
    for key in keys:
        found = lemma(key)
        text = formula_text(found.closed_form)
        row = {
            **tried(found),
            "tree": formula_tree(text) or expression_tree(found.closed_form),
            "domain": condition_tree(found.domain.describe()),
        }
        picked = altered(key, chance)
        for formula, where in picked if most > len(picked) else chance.sample(picked, most):
            cases.append((key, formula, where))
            rows.append((row, formula, where))
    truths = {key: reference_values_of(source(key.split(".", 1)[0]), key.split(".", 1)[1]) for key in keys}
    page = on_the_page(scripts, CHECKED, rows)
    wrong = []
    for (key, text, where), shown in zip(cases, page, strict=True):
        expected = judged(truths[key], key, text, where)
        if shown == [[["no size"]]]:
            assert expected[0] == "error" and "no size where" in expected[1]
        elif shown != expected and not alike(shown, expected):
            wrong.append((key, text, where, expected, shown))
    assert not wrong
    assert sum("fails" in str(each) for each in page) > len(page) / 3

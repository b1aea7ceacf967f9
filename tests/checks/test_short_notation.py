"""Formulas as people write them: what they mean, and that wrong ones never hold."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp

from netlemma.api.verdicts import check
from netlemma.checks.formula import equality
from netlemma.checks.formula.ambiguity import ReadingChoices, every_reading
from netlemma.checks.formula.equality import same_for_all_sizes
from netlemma.checks.formula.formula import Formula, parse_formula
from netlemma.checks.formula.grammar import unparse
from netlemma.checks.formula.latex.reading import StatedFormula
from netlemma.checks.formula.short_notation import parse_short
from netlemma.checks.judging.claim_entry import ClaimEntry
from netlemma.checks.judging.growth import GrowthClaim
from netlemma.checks.judging.reference_values import reference_values_of
from netlemma.errors import FormulaError, InputError
from netlemma.graphs.sources import source

SIZES = ("k", "n")


def read(text):
    return [
        unparse(each.root)
        for each in every_reading(
            lambda choices: type("Read", (), {"choices": choices, "root": parse_short(text, SIZES, ("f",), choices)})
        )
    ]


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("2k", ["2*k"]),
        ("6n^2", ["6*n^2"]),
        ("n(k-1)", ["n*(k - 1)"]),
        ("nk/4", ["n*k/4"]),
        ("(k-1)(n+1)", ["(k - 1)*(n + 1)"]),
        ("k^(n-1)n", ["k^(n - 1)*n"]),
        ("2 k n", ["2*k*n"]),
        ("-2k^2", ["-2*k^2"]),
        ("sqrt(12n-3)", ["(12*n - 3)^(1/2)"]),
        ("log2(n)", ["log(n, 2)"]),
        ("lg n / 2", ["log(n, 2)/2"]),
        ("ln(n)", ["log(n)"]),
        ("log(n)", ["log(n, 2)", "log(n)"]),
        ("log(n, 3)", ["log(n, 3)"]),
        ("C(n,2)", ["binomial(n, 2)"]),
        ("binom(n, k)", ["binomial(n, k)"]),
        ("2n!", ["2*factorial(n)"]),
        ("|n-k|", ["abs(n - k)"]),
        ("2|n-k|k", ["2*abs(n - k)*k"]),
        ("f(n) + 1", ["f(n) + 1"]),
        ("1/2n", ["1/(2*n)", "1/2*n"]),
        ("n/3(k-1/k)", ["n/(3*(k - 1/k))", "n/3*(k - 1/k)"]),
        ("2^2n", ["2^2*n", "2^(2*n)"]),
        ("16/3", ["16/3"]),
    ],
)
def test_products_need_no_sign_and_functions_have_their_usual_names(text, means):
    assert read(text) == means


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("n 2", "no operator between 'n' and '2'"),
        ("x(n)", "there is no function 'x'"),
        ("sqrt(n, 2)", "sqrt has 2 arguments here"),
        ("C(n)", "binomial(n, k)"),
        ("|n", "this | is not closed"),
        ("log2(n, 3)", "log2 has 2 arguments"),
    ],
)
def test_what_cannot_be_read_is_refused(text, said):
    with pytest.raises(FormulaError) as refused:
        parse_short(text, SIZES, (), ReadingChoices())
    assert said in str(refused.value)


def test_without_choices_ambiguous_notation_is_refused():
    with pytest.raises(FormulaError, match="write signs and parentheses"):
        parse_short("1/2n", SIZES)
    assert unparse(parse_short("log(n)", SIZES)) == "log(n)"


def test_letters_that_are_no_sizes_are_named_in_one_line():
    with pytest.raises(InputError, match="unknown name 'nx'"):
        check("mesh", "diameter", "nx/4")


def written(tree):
    """A random tree without signs of multiplication, and its value; quotients are in parentheses."""
    kind, *parts = tree
    if kind == "number":
        return str(parts[0]), lambda size: Fraction(parts[0])
    if kind == "name":
        return parts[0], lambda size: Fraction(size[parts[0]])
    (a, f), (b, g) = map(written, parts)
    if kind == "+":
        return f"({a} + {b})", lambda size: f(size) + g(size)
    if kind == "-":
        return f"({a} - {b})", lambda size: f(size) - g(size)
    if kind == "/":
        return f"({a}/({b}))", lambda size: f(size) / g(size)
    if b[0].isdigit():
        return f"{a}*{b}", lambda size: f(size) * g(size)
    return f"{a} {b}" if a[-1].isdigit() and chance.random() < 0.3 else f"{a}{b}", lambda size: f(size) * g(size)


chance = random.Random(11)


def tree(depth):
    if not depth or chance.random() < 0.2:
        return ("number", chance.randint(1, 9)) if chance.random() < 0.4 else ("name", chance.choice(SIZES))
    return chance.choice("+-/***"), tree(depth - 1), tree(depth - 1)


def test_random_formulas_mean_what_their_trees_do():
    compared = 0
    for _ in range(400):
        text, value = written(tree(3))
        root = parse_short(text, SIZES)
        for size in ({"k": 2, "n": 3}, {"k": 7, "n": 5}):
            try:
                true = value(size)
            except ZeroDivisionError:
                continue
            assert Formula(root, text).evaluate(size) == true, text
            compared += 1
    assert compared > 600


@pytest.mark.parametrize("name", ["N", "n"])
def test_the_number_of_nodes_may_be_written_as_n(name):
    found = check("toroid", "diameter", f"2sqrt({name})/2", where="w even", at="D=2")[0]
    assert (found.verdict, found.evidence["names"]) == ("holds", {name: "w^D"})
    assert check("hypercube", "nodes", "N")[0].evidence["names"] == {"N": "2^n"}
    assert "names" not in check("hypercube", "diameter", "n")[0].evidence


@pytest.mark.parametrize(
    ("formula", "verdict"),
    [("5.33", "holds"), ("5.3", "holds"), ("5.333", "holds"), ("5.34", "fails"), ("5.25", "fails"), ("5", "fails"), ("5.0", "fails")],
)  # fmt: skip
def test_a_decimal_number_is_rounded_as_written(formula, verdict):
    assert check("mesh", "mean_distance", formula, at="k=8 n=2").verdict == verdict


@pytest.mark.in_turn
def test_random_decimals_hold_within_half_a_unit_alone():
    for _ in range(12):
        k, places = chance.randint(2, 9), chance.randint(1, 3)
        true, unit = Fraction(2 * k, 3), Fraction(1, 10**places)
        shown = round(true / unit) + chance.randint(-1, 1)
        text = f"{shown // 10**places}.{shown % 10**places:0{places}}"
        found = check("mesh", "mean_distance", text, at=f"k={k} n=2").verdict
        assert (found == "holds") == (abs(shown * unit - true) <= unit / 2), text


def test_a_tolerance_applies_to_equality_and_to_nothing_else():
    assert check("hypercube", "mean_distance", "n/2", tolerance="5%", where="n >= 6").verdict == "holds"
    assert check("hypercube", "mean_distance", "n/2", tolerance="1%", where="n >= 6").verdict == "fails"
    with pytest.raises(InputError, match="`tolerance` applies"):
        check("hypercube", "mean_distance", "<= n", tolerance="5%")


@pytest.mark.in_turn
def test_roots_of_squares_are_proved():
    assert check("hexagonal-mesh", "diameter", "(sqrt(12N-3)-3)/3").verdict == "holds"
    assert check("hexagonal-mesh", "diameter", "(sqrt(12N+3)-3)/3").verdict == "fails"
    n = sp.Symbol("n", integer=True, positive=True)
    for _ in range(60):
        a, b, c = chance.randint(-3, 3), chance.randint(-4, 4), chance.choice([1, 1, 4, Fraction(1, 9)])
        line = a * n + b
        square = sp.expand(line**2 * sp.Rational(c)) + chance.choice([0, 0, 1])
        root = sp.sqrt(sp.Rational(c)) * line
        if same_for_all_sizes(sp.sqrt(square, evaluate=False), root, {n: 1}):
            assert all(square.subs(n, at) == root.subs(n, at) ** 2 and root.subs(n, at) >= 0 for at in range(1, 9))
        else:
            assert any(square.subs(n, at) != root.subs(n, at) ** 2 or root.subs(n, at) < 0 for at in range(1, 9))


def term(symbol, powers):
    base, power, logs = powers
    return sp.Integer(base) ** symbol * symbol ** sp.Rational(power) * sp.log(symbol + 1) ** logs


@pytest.mark.parametrize("relation", ["O", "o", "Theta", "Omega", "omega", "~"])
def test_growth_with_roots_and_logarithms(relation):
    truth = reference_values_of(source("hypercube"), "diameter")
    symbol = truth.symbols["n"]
    for _ in range(12):
        orders = [
            (chance.choice((1, 1, 2)), Fraction(chance.choice((0, 1, 2, 3)), 2), chance.choice((-1, 0, 1)))
            for _ in range(2)
        ]
        scale = chance.choice((1, 1, 3))
        truth = replace(truth, closed=scale * term(symbol, orders[0]) + chance.choice((0, 1)) / (symbol + 5))
        base, power, logs = orders[1]
        text = f"{base}^n*n^({power})*log(n + 1)^({logs})"
        stated = StatedFormula(parse_formula(text), relation)
        found = GrowthClaim(stated, "").judged(ClaimEntry("hypercube", "diameter", stated.formula), truth)
        order = (orders[0] > orders[1]) - (orders[0] < orders[1])
        expected = {
            "O": order <= 0, "o": order < 0, "Theta": order == 0, "Omega": order >= 0, "omega": order > 0,
            "~": order == 0 and scale == 1,
        }[relation]  # fmt: skip
        assert found.verdict == ("holds" if expected else "fails"), (orders, scale)


@pytest.mark.parametrize("relation", ["O", "Theta", "Omega"])
def test_growth_in_two_sizes_at_once(relation):
    truth = reference_values_of(source("mesh"), "diameter")
    k, n = truth.symbols["k"], truth.symbols["n"]
    for p in range(3):
        for q in range(3):
            a, b = chance.randint(0, 2), chance.randint(0, 2)
            closed = (k + chance.randint(0, 2)) ** p * n**q
            value = {"value": lambda size, closed=closed: Fraction(int(closed.subs({k: size["k"], n: size["n"]})))}
            stated = StatedFormula(parse_formula(f"k^{a}*n^{b}"), relation)
            claim = ClaimEntry("mesh", "diameter", stated.formula)
            found = GrowthClaim(stated, "").judged(claim, replace(truth, closed=closed, **value))
            expected = {"O": p <= a and q <= b, "Omega": p >= a and q >= b, "Theta": (p, q) == (a, b)}[relation]
            assert found.verdict == ("holds" if expected else "fails"), (p, q, a, b)


@pytest.mark.in_turn
def test_growth_along_both_sizes_at_once_is_not_taken_for_bounded(monkeypatch):
    monkeypatch.setattr(equality, "MOST_SECONDS", 0.5)
    truth = reference_values_of(source("mesh"), "diameter")
    k, n = truth.symbols["k"], truth.symbols["n"]
    closed = k**2 * n**2 / (k**4 + n**3)  # bounded along each size alone, not where n^3 = k^4
    value = {"value": lambda size: Fraction(size["k"] ** 2 * size["n"] ** 2, size["k"] ** 4 + size["n"] ** 3)}
    stated = StatedFormula(parse_formula("1"), "O")
    claim = ClaimEntry("mesh", "diameter", stated.formula)
    assert GrowthClaim(stated, "").judged(claim, replace(truth, closed=closed, **value)).verdict == "unknown"
    monkeypatch.undo()
    assert check("mesh", "mean_distance", "Theta(nk)").verdict == "holds"
    assert [each.verdict for each in check("mesh", "mean_distance", r"\sim nk/3")] == ["holds", "fails"]


MUTATED = "n*k^(n-1)(k^2-1)/(3(k^n-1))"


@pytest.mark.in_turn
def test_a_mutated_formula_never_holds():
    right = parse_short(MUTATED, SIZES)
    truth = reference_values_of(source("mesh"), "mean_distance")
    wrong = 0
    for _ in range(10):
        at = chance.choice([i for i, c in enumerate(MUTATED) if c.isalnum()])
        other = chance.choice([c for c in "kn123" if c != MUTATED[at]])
        text = MUTATED[:at] + other + MUTATED[at + 1 :]
        try:
            verdict = check("mesh", "mean_distance", text).verdict
        except InputError:
            continue
        values = [
            Formula(right, MUTATED).evaluate(size) for size in ({"k": 3, "n": 2}, {"k": 4, "n": 3}, {"k": 5, "n": 1})
        ]
        if verdict == "holds":
            own = [
                Formula(parse_short(text, SIZES, (), ReadingChoices()), text).evaluate(size)
                for size in ({"k": 3, "n": 2}, {"k": 4, "n": 3}, {"k": 5, "n": 1})
            ]
            assert own == values == [truth.value(s) for s in ({"k": 3, "n": 2}, {"k": 4, "n": 3}, {"k": 5, "n": 1})]
        wrong += verdict == "fails"
    assert wrong > 4

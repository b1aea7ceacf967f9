"""Users' formulas: meaning, smallest sizes, refusals."""

import subprocess
import sys
import time
from fractions import Fraction

import pytest
import sympy as sp

from netlemma.checks.formula.arithmetic import Enclosure
from netlemma.checks.formula.formula import Formula, parse_formula
from netlemma.checks.formula.grammar import LONGEST_TEXT
from netlemma.errors import FormulaError, InputError


def value(text, **size):
    return parse_formula(text).evaluate(size)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("-3^2", -9),
        ("2^-2", Fraction(1, 4)),
        ("2^3^2", 512),
        ("2**3", 8),
        ("7-4-2", 1),
        ("8/4/2", 1),
        ("8/4*2", 4),
        ("2*-3", -6),
        ("1 - -1", 2),
        ("0.1 + 0.2", Fraction(3, 10)),
        (".5", Fraction(1, 2)),
        ("0^0", 1),
        ("(-1)^(10^3)", 1),
        ("floor(-7/2)", -4),
        ("ceil(-7/2)", -3),
        ("mod(-7, 3)", 2),
        ("mod(7/2, 1)", Fraction(1, 2)),
        ("7 mod 3", 1),
        ("min(3, 1, 2) + max(5)", 6),
        ("abs(-2/3)", Fraction(2, 3)),
        ("binomial(5, 2)", 10),
        ("binomial(5, 6) + binomial(5, -1)", 0),
        ("binomial(0, 0)", 1),
        ("factorial(0) + factorial(5)", 121),
        ("sum(i, i, 1, 4)", 10),
        ("sum(i, i, 1, 0)", 0),
        ("sum(1, i, 3, -3)", 0),
        ("sum(sum(i*j, j, 1, i), i, 1, 3)", 25),
        ("piecewise(1, 2 > 3, 5)", 5),
        ("piecewise(1/2, 2 = 2 and not 3 odd, 1, 3 odd, 5)", 1),
        ("log(8, 2)", 3),
        ("log(4, 8)", Fraction(2, 3)),
        ("log(1/9, 3)", -2),
        ("log(4/9, 3/2)", -2),
        ("log(1)", 0),
        ("4^(1/2)", 2),
        ("(8/27)^(-2/3)", Fraction(9, 4)),
        ("0^(1/2)", 0),
        ("5·4 − 3×2", 14),
    ],
)
def test_value(text, expected):
    found = value(text)
    assert type(found) is Fraction and found == expected


def test_names_are_free_ones_only():
    formula = parse_formula("sum(i*w, i, 0, D) + 0*x")
    assert formula.names == {"w", "D", "x"}
    assert formula.evaluate({"w": 2, "D": 3, "x": 1, "unused": 7}) == 12


def test_equal_formulas_are_equal_and_hashable():
    assert parse_formula("w*(D)") == parse_formula(" w * D ") != parse_formula("D*w")
    assert len({parse_formula("w^2"), parse_formula("w**2")}) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a-(b-c)", "a - (b - c)"),
        ("(a-b)-c", "a - b - c"),
        ("a/(b*c)", "a/(b*c)"),
        ("(a^b)^c", "(a^b)^c"),
        ("a^(b^c)", "a^b^c"),
        ("(-a)^2", "(-a)^2"),
        ("-(a+b)", "-(a + b)"),
        ("--a", "--a"),
        ("2.50", "2.5"),
        ("piecewise(1, 1 < w < 3, 2)", "piecewise(1, 1 < w and w < 3, 2)"),
    ],
)
def test_text(text, expected):
    formula = parse_formula(text)
    assert str(formula) == expected
    assert parse_formula(expected) == formula


class TestIrrational:
    @pytest.mark.parametrize("text", ["log(3)", "log(3, 2)", "log(10, 4)", "2^(1/2)", "2^0.3", "log(2)*3 - 1/7"])
    def test_enclosure_is_narrow_and_right(self, text):
        found = value(text)
        exact = parse_formula(text).to_sympy({})
        assert isinstance(found, Enclosure)
        assert 0 < found.hi - found.lo < Fraction(1, 10**50)
        low, high = (sp.Rational(end.numerator, end.denominator) for end in (found.lo, found.hi))
        assert (exact - low).evalf(90) >= 0 and (high - exact).evalf(90) >= 0

    def test_decides_where_apart(self):
        assert value("piecewise(1, log(3, 2) > 3/2, 2)") == 1
        assert value("floor(log(w, 2))", w=1000) == 9
        assert value("max(log(3), 2)") == 2
        assert value("0*log(3)") == 0

    def test_never_claims_equality(self):
        for text in ("piecewise(1, log(3) = log(3), 2)", "floor(2^(1/3)*4^(1/3))", "1/(log(3) - log(3))"):
            with pytest.raises(FormulaError, match="told"):
                value(text)

    def test_interval_arithmetic(self):
        texts = "log(3)^2 - 1", "log(1/3)^2", "(log(2) - log(3))^3", "abs(log(1/2))", "log(log(3))", "log(3)/log(2)"
        for text in (*texts, "log(3)^(1/2)", "2^log(3)", "min(log(2), log(3), 5)", "mod(log(9), 2)", "-log(5)"):
            found = value(text)
            exact = parse_formula(text).to_sympy({}).doit().evalf(40)
            assert found.lo <= Fraction(str(exact)) + Fraction(1, 10**38)
            assert found.hi >= Fraction(str(exact)) - Fraction(1, 10**38)


HOSTILE = [
    "9^9^9^9", "__import__('os')", "(" * 10_000, "(" * 3000, "-" * 3999, "2^" * 1999 + "1", "not " * 900 + "1",
    "sum(1,i,0,10^12)", "factorial(10^9)", "2^(10^9)", "w^(10^9)", "(2*w)^(10^9)", "binomial(10^30, 10^29)",
    "\N{GRINNING FACE}" * 100_000, "é" * 3000, "\n", "\0", "w\0", "w\n+1", "", "   ", "sum(1/i, i, 1, 99999)",
    "sum(sum(sum(i*j*k, k, 1, 500), j, 1, 500), i, 1, 500)", "factorial(factorial(factorial(9)))", "((10^999)^999)^999",
    "lambda: 0", "w.real", "w[0]", "exec(1)", "2^(1/10^300)^(10^300)", "1/0", "log(0)", "log(-1)",
    "log(5, 1)", "mod(5, 0)", "(-8)^(1/3)", "factorial(-1)", "factorial(1/2)", "binomial(-1, 2)", "binomial(1/2, 1)",
    "0^(-1)", "sum(1, i, 0, 1/2)",
]  # fmt: skip


@pytest.mark.in_turn
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_is_refused_in_one_line_and_soon(text):
    start = time.thread_time()
    with pytest.raises(FormulaError) as refusal:
        parse_formula(text)
    assert time.thread_time() - start < 3  # half a second on a machine with nothing else to do
    message = str(refusal.value)
    assert message.isprintable() and len(message) < 200


@pytest.mark.parametrize("text", ["2^(2^w)", "factorial(10^w)", "sum(1, i, 0, 10^w)", "sum(1/i, i, 1, 999*w)", "w^w^w"])
def test_costly_sizes_are_refused_within_a_second(text):
    formula = parse_formula(text)
    start = time.perf_counter()
    with pytest.raises(FormulaError):
        formula.evaluate({"w": 49})
    assert time.thread_time() - start < 3  # half a second on a machine with nothing else to do


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("D*w//4", 5, "expected a number, a name or '('"),
        ("2w", 2, "no operator between '2' and 'w'; for a product write 2*w"),
        ("D (w)", 1, "for a product write D*"),
        ("w evn", 3, "'evn' after 'w' is no condition (did you mean 'even'?)"),
        ("(w+1)(w-1)", 6, "no operator between"),
        ("w+", 3, "the formula ends where a number, a name or"),
        ("(w", 3, "the formula ends where an operator or ')' is expected"),
        ("w)", 2, "expected an operator or the end of the formula, found ')'"),
        ("binomial(w)", 1, "write binomial(n, k)"),
        ("piecewise(w, w even)", 1, "write piecewise(expression, condition, ..., default)"),
        ("piecewise(w, w, 1)", 14, "condition such as"),
        ("w even", 1, "a condition stands where"),
        ("1 + (w even)", 6, "a condition stands where a number"),
        ("binomal(w, 2)", 1, "did you mean 'binomial'"),
        ("sqrt(w)", 1, "write x^(1/2)"),
        ("log", 1, "write log(x)"),
        ("w + 1 mod 4", 7, "not clear what mod applies to"),
        ("w mod 4*D", 3, "not clear what mod applies to"),
        ("-w mod 4", 4, "not clear what mod applies to"),
        ("sum(1, 2, 3, 4)", 8, "name of its index"),
        ("sum(w, w, 1, w)", 1, "another meaning"),
        ("sum(sum(i, i, 1, 2), i, 1, 2)", 5, "another meaning"),
        ("1e400", 2, "no operator"),
        ("w!", 2, "write factorial(n)"),
        ("w == ", 6, "the formula ends where"),
        ("and", 1, "found 'and'"),
        ("2*9^9999", 4, "exponent is larger"),
        ("w*(3/(2-2))", 7, "division by zero"),
    ],
)
def test_wrong_text_is_pointed_at(text, column, message):
    with pytest.raises(FormulaError) as refusal:
        parse_formula(text)
    assert message in str(refusal.value) and f"column {column}:" in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "column", "hint"), [("D*W/4", 3, "(did you mean 'w'?)"), ("hops*D", 1, "; expected w, D")]
)
def test_unknown_name(text, column, hint):
    with pytest.raises(FormulaError, match="unknown name") as refusal:
        parse_formula(text, names=["w", "D"])
    assert str(refusal.value).startswith(f"column {column}:") and str(refusal.value).endswith(hint)


def test_index_may_not_be_a_parameter():
    with pytest.raises(FormulaError, match="another meaning"):
        parse_formula("sum(D, D, 0, 3)", names=["w", "D"])


def test_missing_value():
    with pytest.raises(FormulaError, match="no value given for D, w"):
        parse_formula("D*w").evaluate({"x": 1})


def test_no_value_at_a_size_points_at_the_part():
    with pytest.raises(FormulaError, match="column 5: division by zero") as refusal:
        parse_formula("(1/(w-2) + D)").evaluate({"w": 2, "D": 1})
    assert isinstance(refusal.value, InputError)


def test_not_a_text():
    with pytest.raises(FormulaError, match="not int"):
        parse_formula(3)


def test_longest_and_deepest_that_are_read():
    long = "1+" * (LONGEST_TEXT // 2 - 1) + "1"
    assert value(long) == LONGEST_TEXT // 2
    assert value("(" * 59 + "1" + ")" * 59) == 1
    with pytest.raises(FormulaError, match="deep"):
        value("(" * 61 + "1" + ")" * 61)


def test_to_sympy_structure():
    w, n = sp.symbols("w n", integer=True, positive=True)
    i = sp.Symbol("i", integer=True)
    assert parse_formula("sum(binomial(n, i), i, 0, n)").to_sympy({"n": n}) == sp.Sum(sp.binomial(n, i), (i, 0, n))
    assert parse_formula("0.5*w + w/4").to_sympy({"w": w}) == sp.Rational(3, 4) * w
    assert parse_formula("log(w, 2)").to_sympy({"w": w}) == sp.log(w, 2)
    with pytest.raises(FormulaError, match="unknown name 'n'"):
        parse_formula("n").to_sympy({"w": w})


def test_parsing_does_not_import_sympy():
    code = """
import sys, types
import netlemma
checks = sys.modules["netlemma.checks"] = types.ModuleType("netlemma.checks")  # without what the package itself imports
checks.__path__ = [f"{netlemma.__path__[0]}/checks"]
from netlemma.checks.formula.formula import parse_condition, parse_formula
parse_formula("w^2").evaluate({"w": 3}), parse_condition("w even").holds({"w": 3})
sys.exit("sympy" in sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_formula_is_immutable():
    formula = parse_formula("w")
    assert isinstance(formula, Formula)
    with pytest.raises(AttributeError):
        formula.text = "D"


def test_the_marked_line_has_no_blanks_at_its_end():
    with pytest.raises(FormulaError) as refusal:
        parse_formula("sum(1/i, i, 1, ")
    assert refusal.value.marked() == ["sum(1/i, i, 1,", " " * 15 + "^"]

r"""Formulas in LaTeX: each is read as a person reads it, ambiguous ones in every way, others are refused at their place."""

import random
import time

import pytest

from netlemma.checks.formula.formula import parse_formula
from netlemma.checks.formula.latex.clauses import read_bindings
from netlemma.checks.formula.latex.reading import read_condition, read_latex
from netlemma.checks.judging.readings import WrittenFormula, check_written
from netlemma.errors import FormulaError, InputError

NAMES = ["n", "k", "w"]
READ = {
    r"\frac{n2^{n-1}}{2^n-1}": "n*2^(n - 1)/(2^n - 1)",
    r"\dfrac12 n + \tfrac{1}{3}": "1/2*n + 1/3",
    r"$\left\lfloor \frac{n}{2} \right\rfloor$": "floor(n/2)",
    "⌊n/2⌋ + ⌈n/2⌉": "floor(n/2) + ceil(n/2)",
    r"\[ {n \over 2} \]": "n/2",
    r"n^2\left(1-\frac1n\right)": "n^2*(1 - 1/n)",
    r"\sqrt{n} + \sqrt[3]{k}": "n^(1/2) + k^(1/3)",
    r"\binom{n}{k} + {n \choose 2} + n!": "binomial(n, k) + binomial(n, 2) + factorial(n)",
    r"\sum_{i=1}^{n} i^2 / n": "sum(i^2/n, i, 1, n)",
    r"\sum_{0 \le i < n} (i+1) + 1": "sum(i + 1, i, 0, n - 1) + 1",
    r"\prod_{j=1}^k (n-j)": "product(n - j, j, 1, k)",
    r"\sum_{i=0}^{n}\sum_{j=0}^{i} \binom{i}{j}": "sum(sum(binomial(i, j), j, 0, i), i, 0, n)",
    r"\min(n,k) + \max\{n, 2k\}": "min(n, k) + max(n, 2*k)",
    r"\min{(n, 2k)} + \max{n, k}": "min(n, 2*k) + max(n, k)",
    r"\left|n-k\right| + \lvert k \rvert": "abs(n - k) + abs(k)",
    r"\log_2 n + \lg n + \ln k": "log(n, 2) + log(n, 2) + log(k)",
    r"n\log_{2}^{2} 4n": "n*log(4*n, 2)^2",
    r"H_n + F_{n+1} - L_{2k}": "harmonic(n) + fibonacci(n + 1) - lucas(2*k)",
    r"n \bmod 2": "mod(n, 2)",
    r"2nk(n+1)(k-1)": "2*n*k*(n + 1)*(k - 1)",
    r"n2^{n-1} \cdot 3 \times k": "n*2^(n - 1)*3*k",
    "½n² − n·k⁻¹": "1/2*n^2 - n*k^(-1)",
    r"0.25n + 1{,}000 + 2\,000": "0.25*n + 1000 + 2000",
    r"\mathrm{floor}(n/2)": "floor(n/2)",
    r"\newcommand{\half}[1]{\frac{#1}{2}} \def\N{2^n} \half{\N} - \half 1": "2^n/2 - 1/2",
    r"\begin{cases} \frac{n}{4} & \text{if } n \text{ is even} \\ \frac{n^2-1}{4n} & \text{otherwise.} \end{cases}": (
        "piecewise(n/4, n even, (n^2 - 1)/(4*n))"
    ),
    r"\begin{cases} n/4, & n \text{ even,}\\ (n^2-1)/(4n), & \mbox{$n$ odd}. \end{cases}": (
        "piecewise(n/4, n even, (n^2 - 1)/(4*n))"
    ),
    r"\left\{\begin{array}{ll} 1 & n \equiv 1 \pmod 4 \\ 2 & 3 \mid n \\ 0 & \text{else} \end{array}\right.": (
        "piecewise(1, mod(n - 1, 4) = 0, 2, mod(n, 3) = 0, 0)"
    ),
    r"-\frac{-n}{2}\,.": "-(-n/2)",
    r"2^\frac{n}{2}": "2^(n/2)",
    r"(-1)^n n": "(-1)^n*n",
    r"\frac12\left(\sum_{j=1}^{n} j + \sum_{j=n}^{k} \binom{j}{2}\right)": "1/2*(sum(j, j, 1, n) + sum(binomial(j, 2), j, n, k))",
}


@pytest.mark.parametrize("text", READ)
def test_a_formula_is_read_as_a_person_reads_it(text):
    (found,) = read_latex(text, NAMES)
    wanted = parse_formula(READ[text])
    assert str(found.formula) == str(wanted) or found.formula == wanted
    for n, k in ((1, 1), (4, 2), (5, 3), (6, 5)):
        size = {"n": n, "k": k, "w": 3}
        ours, theirs = found.formula.evaluate(size), wanted.evaluate(size)
        assert ours == theirs


AMBIGUOUS = {
    "1/2n": ["1/(2*n)", "1/2*n"],
    "2^n^2": ["2^n^2", "(2^n)^2"],
    r"\log n": ["log(n, 2)", "log(n)"],
    r"n + k \bmod 2": ["n + mod(k, 2)", "mod(n + k, 2)"],
    r"\log n / 2k": ["log(n, 2)/(2*k)", "log(n)/(2*k)", "log(n, 2)/2*k", "log(n)/2*k"],
}


@pytest.mark.parametrize("text", AMBIGUOUS)
def test_both_ways_to_read_are_given(text):
    found = read_latex(f"${text}$", NAMES)
    assert sorted(str(each.formula) for each in found) == sorted(AMBIGUOUS[text])
    assert all(each.words for each in found)
    assert len({each.words for each in found}) == len(found)


def test_a_letter_before_parentheses_is_a_product_or_a_function():
    assert [str(each.formula) for each in read_latex("$n(n+1)$", NAMES)] == ["n*(n + 1)"]
    product, function = read_latex("$f(n+1)$", ["n", "f"])
    assert str(product.formula) == "f*(n + 1)" and function.formula is None
    bound = read_bindings(["f(x)=2^x"], ["n"])
    assert str(read_latex("$f(n+1)$", ["n"], bound)[0].formula) == "2^(n + 1)"


REFUSED = {
    r"\frac{n}{x}": 9,
    r"\frac{n}{2": 8,
    r"\frac{n}": 8,
    r"\left(n+1": 5,
    r"n + \foo": 4,
    r"\sum i": 0,
    r"2^{n": 2,
    r"n +": 2,
    r"\sum_{i=1}^{\infty} i": 0,
    r"0 < \infty": 0,
    r"$n 2 3$": 5,
    r"\begin{cases} n & n even": 0,
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_cannot_be_read_is_marked(text):
    with pytest.raises(FormulaError) as refused:
        read_latex(text, NAMES)
    assert refused.value.column == REFUSED[text]
    shown, caret = refused.value.marked()
    assert shown == text and caret.index("^") == REFUSED[text]


def test_clauses_state_conditions_and_bind_names():
    (found,) = read_latex(r"$N/2$ where $N = 2^n$ and $n \ge 2$", ["n"])
    assert (str(found.formula), str(found.where)) == ("2^n/2", "n >= 2")
    (found,) = read_latex(r"\frac{n}{4} \quad \text{for even } n", ["n"])
    assert (str(found.formula), str(found.where)) == ("n/4", "n even")
    (found,) = read_latex(r"\begin{cases} 1 & n = 1\\ 2 & n \ge 3 \end{cases}", ["n"])
    assert str(found.where) == "n = 1 or n >= 3"  # nothing is said of n = 2
    assert str(read_condition(r"$n \not= 2$".replace(r"\not=", r"\ne"), ["n"])) == "n != 2"


def test_a_condition_may_stand_in_parentheses_or_behind_a_quantor():
    for text in (
        r"\frac{n}{4} \quad (n \text{ even})",
        r"$$\frac n4$$ for all even $n$",
        r"n/4 \quad \forall n \bmod 2 = 0",
    ):
        (found,) = read_latex(text, ["n"])
        assert str(found.formula) == "n/4" and found.where.holds({"n": 4}) and not found.where.holds({"n": 5})
    assert read_latex("(n + 1)(n - 1)$".strip("$"), ["n"])[0].where is None


def test_names_can_be_exchanged():
    bound = read_bindings(["w=n", "n=w"], ["w", "n"])
    assert str(read_latex("$w^n$", ["w", "n"], bound)[0].formula) == "n^w"


def test_names_may_have_marks_and_indices():
    bound = read_bindings([r"\bar{d}=n/2", r"\lambda_{net}=2n".replace("2n", "2*n"), r"d_{\max}=n"], ["n"])
    (found,) = read_latex(r"\bar d \lambda_{net} + d_{\max}", ["n"], bound)
    assert str(found.formula) == "n/2*(2*n) + n"
    (found,) = read_latex(r"$x_0 / 2$ where $x_0 = n^2$", ["n"])
    assert str(found.formula) == "n^2/2"


@pytest.mark.parametrize("text", ["N", "N=", "2=n", "N=x", "N=n even", "N=N"])
def test_a_binding_that_cannot_be_read_is_refused(text):
    with pytest.raises(InputError):
        read_bindings([text], ["n"])


@pytest.mark.in_turn
def test_each_reading_has_its_verdict():
    found = check_written("hypercube", "mean_distance", WrittenFormula(r"\frac{N\log N}{2(N-1)}", let=["N=2^n"]))
    assert [(each.reading, each.verdict) for each in found] == [
        ("log to base 2", "holds"),
        ("natural logarithm", "fails"),
    ]
    assert (found.verdict, found.exit_status()) == ("holds", 0)
    assert check_written("hypercube", "diameter", WrittenFormula("$2n$")).exit_status() == 1


PIECES = [
    *[
        r"\frac",
        r"\sqrt",
        r"\binom",
        r"\sum",
        r"\prod",
        r"\min",
        r"\max",
        r"\log",
        r"\log_2",
        r"\lfloor",
        r"\rfloor",
        r"\left",
        r"\right",
        r"\begin{cases}",
        r"\end{cases}",
        r"\over",
    ],
    *[
        r"{",
        r"}",
        r"{",
        r"}",
        r"(",
        r")",
        r"[",
        r"]",
        r"|",
        r"^",
        r"_",
        r"&",
        r"\\",
        r",",
        r".",
        r"=",
        r"<",
        r">",
        r"+",
        r"-",
        r"*",
        r"/",
        r"!",
        r"$",
        r"%",
        r"#",
        r"~",
        r"\;",
        r"\text{if}",
        r"\text",
        r"\mathrm{n}",
        r"\newcommand",
        r"\def",
        r"\x",
        r"#1",
        r"\bmod",
    ],
    *[
        "n",
        "k",
        "w",
        "N",
        "H",
        "F_n",
        "0",
        "1",
        "2",
        "9",
        "10",
        "99",
        "½",
        "²",
        "⌊",
        "⌋",
        "√",
        "∑",
        "even",
        "odd",
        "where",
        "otherwise",
        "é",
        "中",
        "\x00",
        "\\",
        "\n",
    ],
    r"\def\x{\x\x}",
    r"\newcommand{\y}[2]{#1#2#1}",
    r"\y",
    r"\sum_{i=1}^{n}",
    "^{9^{9^9}}",
    "!!!!",
]


def _fuzzed(count: int, seed: int) -> None:
    """No other error than a refusal, none that takes long: the limit leaves room for a busy machine."""
    chance = random.Random(seed)
    read = 0
    for _ in range(count):
        text = "".join(chance.choice(PIECES) for _ in range(chance.randint(1, 30)))
        if chance.random() < 0.2:
            text *= chance.randint(2, 60)
        start = time.thread_time()
        try:
            read += bool(read_latex(text, NAMES))
        except FormulaError as error:
            assert "\n" not in str(error)
            assert error.column is None or 0 <= error.column <= len(text)
            error.marked()
        assert time.thread_time() - start < 1, text
    assert read > count // 200


@pytest.mark.in_turn
def test_fuzzed_texts_are_read_or_refused():
    _fuzzed(600, 1)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 6))
def test_many_fuzzed_texts_are_read_or_refused(seed):
    _fuzzed(10_000, seed)

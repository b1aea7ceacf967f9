"""Judges of ring sizes for a given number of nodes: exact values, and limits as networks grow.

For N = r g^r nodes and L = log_g N, r + log_g r = L. So with l = ln g, the remainder of r after two terms is r - L +
log_g L = ln(L/r)/l = ln(1 + ln r/(l r))/l.
"""

from collections.abc import Iterator
from functools import cache

import sympy

from netlemma.checks.claims.evidence import ClaimedValue, compare_formula
from netlemma.checks.claims.judgement import Judgement, fails, holds
from netlemma.checks.claims.statements.formulas import by_cases
from netlemma.checks.claims.statements.johnson1991.networks import SHUFFLE, domain_of, sizes_of
from netlemma.checks.formula.condition import parse_condition
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Size

R = sympy.Symbol("r", positive=True)
DIGITS = 12


def of_shuffle(reading: Reading) -> Judgement:
    """r = log_f N of the shuffle, exact where it is compared."""
    domain = domain_of(SHUFFLE)
    judgement = compare_formula(reading.says["r"], lambda size: size["r"], sizes_of(SHUFFLE), domain)
    if judgement.counterexample:
        return judgement
    return holds("argued: the logarithm of f^r to base f, exact at the sizes compared", judgement.sizes)


@by_cases
def small_rings(reading: Reading) -> Iterator[ClaimedValue]:
    """Where r is at most log_f N for N = r^f, so r^f >= f^r, compared in whole numbers."""
    condition = parse_condition(reading.says["where"])
    for size in filter(condition.holds, ({"f": f, "r": r} for f in range(2, 41) for r in range(2, 41))):
        f, r = size["f"], size["r"]
        same = f**r <= r**f
        about = "" if same else f"the logarithm is about {sympy.log(r**f, f).evalf(5)}"
        yield ClaimedValue(size, f"{r} <= log_{f}({r**f})", about, same=same)


@cache
def third_term() -> sympy.Expr:
    """The limit of (r - L + log_g L) L / ln L as r grows, in l = ln g."""
    scale = sympy.Symbol("l", positive=True)
    L = R + sympy.log(R) / scale
    return sympy.simplify(
        sympy.limit(sympy.log(1 + sympy.log(R) / (scale * R)) / scale * L / sympy.log(L), R, sympy.oo)
    )


def third_term_text() -> str:
    """The limit as text.

    >>> third_term_text()
    'l^(-2)'
    """
    return str(third_term()).replace("**", "^")


def coefficient(base: int) -> sympy.Expr:
    """The coefficient of the third term."""
    (scale,) = third_term().free_symbols
    return third_term().xreplace({scale: sympy.log(base)})


def bases(reading: Reading, family: str) -> list[tuple[int, int]]:
    """The fanouts of a statement, each with the base of the logarithms.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    family : str
        Name of the family.

    Returns
    -------
    list of tuple of (int, int)
        Pairs (fanout, base).
    """
    less = 1 if family == "livefly" else 0
    return [(f, f - less) for f in range(int(reading.says["least"]), int(reading.says["most"]) + 1)]


def approximation(reading: Reading, family: str) -> Judgement:
    """Judge the limit of the rest after two terms over the printed third term.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    family : str
        Name of the family.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
    L = sympy.Symbol("L", positive=True)
    for f, base in bases(reading, family):
        rest = sympy.limit((coefficient(base) - 1) * sympy.log(L) / L, L, sympy.oo)
        if rest != sympy.Rational(reading.says["limit"]):
            return fails({"f": f}, f"a limit {reading.says['limit']}", rest)
    return holds(
        f"limits by SymPy: two terms leave {third_term_text()} ln L/L, which tends to 0 as the printed third term does"
    )


def third(reading: Reading, family: str) -> Judgement:
    """Judge the limit of the rest over the printed third term.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    family : str
        Name of the family.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
    claimed = sympy.Rational(reading.says["coefficient"])
    for f, base in bases(reading, family):
        true = coefficient(base)
        if sympy.simplify(true - claimed) != 0:
            said, found = f"what is left over the third term tends to {claimed}", f"it tends to {true}"
            letter = "f" if family != "livefly" else "(f-1)"
            right = f"the third term over (ln {letter})^2; {third_term_text()} in l = ln of the base"
            return fails({"f": f}, said, f"{found}, about {sympy.N(true, DIGITS)}", right)
    return holds(f"limits by SymPy: {third_term_text()}")


def better(reading: Reading, family: str) -> Judgement:
    """Judge whether a coefficient of the third term leaves less than none.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    family : str
        Name of the family.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
    claimed = sympy.Rational(reading.says["coefficient"])
    good: list[Size] = []
    for f, base in bases(reading, family):
        true = coefficient(base)
        if not bool(abs(true - claimed) < abs(true)):
            right = f"nearer at fanouts {', '.join(str(size['f']) for size in good) or 'none'}"
            rest = f"what is left is about {sympy.N(true, DIGITS)} ln L/L"
            return fails({"f": f}, f"nearer with {claimed} ln L/L", rest, right, good)
        good.append({"f": f})
    return holds(f"limits by SymPy: {third_term_text()} at each fanout", good)

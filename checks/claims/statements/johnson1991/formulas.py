"""Judges of printed formulas: of a family of topologies, and of ring sizes for a given number of nodes."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, partial

import sympy

from netlemma.checks.claims.judgement import ClaimedValue, Judgement, compare_formula, fails, holds, together
from netlemma.checks.claims.statements.formulas import by_cases
from netlemma.checks.claims.statements.johnson1991.networks import (
    LARGEST,
    by_lemmas,
    closed_form,
    counted_number,
    domain_of,
    sizes_of,
)
from netlemma.checks.formula.formula import Formula, parse_condition, parse_formula
from netlemma.checks.performance.ring_curves import SHUFFLE
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Domain, Parameter, Size

# Printed formulas of a family of topologies, compared with counts on explicit networks and with correct formulas.


RATIO = "e"  # the size of an echo packet over that of a send packet
COMPLETE = "ring-complete"
Texts = str | Mapping[str, str]  # one for all formulas of a statement, or one for each


def printed(
    reading: Reading,
    family: str,
    right: Texts,
    because: Texts = "",
    counted: Texts = "",
    lemmas: Mapping[str, str] | None = None,
    where: str = "",
    ratio: bool = False,
    largest: int = LARGEST,
) -> Judgement:
    """Compare every formula of a statement with counts, and at all sizes with the correct formula."""
    fixed = {"f": int(reading.says["f"])} if "f" in reading.says else {}
    domain, sizes = spoken_of(family, fixed, largest)
    condition = parse_condition(where) if where else None
    sizes = [size for size in sizes if condition is None or condition.holds(size)][:12]
    if ratio:
        domain = Domain((*domain.parameters, Parameter(RATIO, 0, "size of an echo over that of a send packet")))
        sizes = [{**size, RATIO: e} for size in sizes for e in (0, 1, 2)]
    known = {p.name: p.symbol for p in domain.parameters}
    legal = True if condition is None else condition.to_sympy(known)
    found = {name: closed_form(key) for name, key in (lemmas or {}).items()}
    reason = by_lemmas(*lemmas.values()) if lemmas else ""
    parts = []
    for name, text in reading.says.items():
        if name not in fixed:
            true = partial(value, parse_formula(_of(counted, name) or name), family, fixed)
            closed = parse_formula(_of(right, name)).to_sympy({**known, **found})
            parts.append(compare_formula(text, true, sizes, domain, closed, reason + _of(because, name), legal))
    return together(*parts)


def spoken_of(family: str, fixed: Size, largest: int = LARGEST) -> tuple[Domain, list[dict[str, int]]]:
    """The legal sizes, and small ones."""
    if family == COMPLETE:
        return Domain((Parameter("f", 2),)), [{"f": n} for n in range(2, 10)]
    if fixed:
        return Domain((Parameter("r", 2),)), [{"r": n} for n in range(2, 8)]
    return domain_of(family), sizes_of(family, 40, largest)


def value(formula: Formula, family: str, fixed: Size, size: Size) -> Fraction:
    """A formula of counted numbers at a size."""
    symbols = {name: sympy.Symbol(name) for name in formula.names}
    counted = {symbol: Fraction(counted_number(name, family, {**fixed, **size})) for name, symbol in symbols.items()}
    return evaluate(formula.to_sympy(symbols), counted)


def _of(texts: Texts, name: str) -> str:
    return texts if isinstance(texts, str) else texts[name]


# Judges of ring sizes for a given number of nodes: exact values, and limits as networks grow.
#
# For N = r g^r nodes and L = log_g N, r + log_g r = L. So with l = ln g, the remainder of r after two terms is r - L +
# log_g L = ln(L/r)/l = ln(1 + ln r/(l r))/l.


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
    """The fanouts of a statement, each with the base of the logarithms."""
    less = 1 if family == "livefly" else 0
    return [(f, f - less) for f in range(int(reading.says["least"]), int(reading.says["most"]) + 1)]


def approximation(reading: Reading, family: str) -> Judgement:
    """Judge the limit of the rest after two terms over the printed third term."""
    L = sympy.Symbol("L", positive=True)
    for f, base in bases(reading, family):
        rest = sympy.limit((coefficient(base) - 1) * sympy.log(L) / L, L, sympy.oo)
        if rest != sympy.Rational(reading.says["limit"]):
            return fails({"f": f}, f"a limit {reading.says['limit']}", rest)
    return holds(
        f"limits by SymPy: two terms leave {third_term_text()} ln L/L, which tends to 0 as the printed third term does"
    )


def third(reading: Reading, family: str) -> Judgement:
    """Judge the limit of the rest over the printed third term."""
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
    """Judge whether a coefficient of the third term leaves less than none."""
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

"""Common parts of the lemmas on the shuffle: domains, reasons, polynomials for each word length."""

from collections.abc import Callable, Sequence
from fractions import Fraction

import sympy as sp

from netlemma.derive.core.derivation import Writer
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Definition, Lemma, Measured
from netlemma.derive.networks.shuffle.brute_force_shuffle import ShuffleTotals, traffic
from netlemma.derive.networks.shuffle.shuffle_detours import FARTHEST
from netlemma.derive.networks.shuffle.shuffle_patterns import LONGEST
from netlemma.derive.networks.shuffle.shuffle_proofs import f, r

NODES = f**r
FANOUT, DIGITS = Parameter("f", 2, "links of each node"), Parameter("r", 1, "digits of a node's word")
EVERY_LENGTH = Domain((FANOUT, DIGITS))
SHORT = Domain((FANOUT, DIGITS), (r <= LONGEST,))
LONG = Domain((FANOUT, DIGITS), (r <= FARTHEST,))
UP_TO = f"up to r = {LONGEST} no shortest route visits a ring twice"
BEYOND = (
    f"From r = {LONGEST + 1} on some packets take detours, since their shortest route would visit a ring twice. Which links these take "
    "depends on the numbers of links, and no closed form was found."
)
FARTHER = f"Detours are counted for each r, up to r = {FARTHEST}; no closed form for all r was found."
BY_PATTERNS = "what packets do depends only on which digits are equal, so every count is a polynomial in f"
OVERLAP = "x ends as y begins in m letters for f^(2r-m) pairs, of which those that overlap in more are taken away"


def node_count(size: Size) -> int:
    """The number of nodes."""
    return size["f"] ** size["r"]


def shuffle_lemma(
    quantity: str,
    symbol: str,
    statement: str,
    words: str,
    write: Writer,
    value: Callable[[Size], Fraction],
    domain: Domain = SHORT,
    measured: str = "",
) -> Lemma:
    """A lemma on the shuffle with the general router, or with shortest routes if its key names them.

    Parameters
    ----------
    quantity : str
        Quantity in the key of the lemma.
    symbol : str
        Name of its symbol.
    statement : str
        Meaning of the quantity, in words.
    words : str
        Definition in words.
    write : Writer
        Derivation.
    value : callable
        Definition as a plain loop at one size.
    domain : Domain, default SHORT
        Sizes for which the closed form holds.
    measured : str, default ""
        Measured quantity, if it differs from ``quantity``.

    Returns
    -------
    Lemma
        Lemma with its derivation.
    """
    routing = "shortest" if quantity.startswith("shortest") else "general"
    return Lemma(
        key=f"shuffle.{quantity}",
        symbol=sp.Symbol(symbol),
        statement=statement,
        definition=Definition(words, write.start, value, node_count),
        domain=domain,
        derivation=write.derivation(),
        measured=Measured("shuffle", measured or f"ring.{quantity}", ("f", "r"), "link", routings=(routing,)),
    )


def traffic_at(size: Size) -> ShuffleTotals:
    """All packets of the general router, by brute force."""
    return traffic(size["f"], size["r"])


def by_digits(polynomials: Sequence[sp.Expr]) -> sp.Expr:
    """A polynomial in f for r = 1, 2, ...; the last one for the largest r."""
    *before, last = polynomials
    return sp.Piecewise(*((p, sp.Eq(r, n)) for n, p in enumerate(before, 1)), (last, True))


def divided_by_nodes(polynomials: sp.Expr, power: int) -> sp.Expr:
    """Each polynomial divided by N^power, where N = f^r for the r of its case.

    Parameters
    ----------
    polynomials : Expr
        Polynomials by case of r.
    power : int
        Exponent of N.

    Returns
    -------
    Expr
        Quotients by case.
    """
    cases = [(sp.expand(value / f ** (power * n)), case) for n, (value, case) in enumerate(polynomials.args, 1)]
    return sp.Piecewise(*cases)

"""The topologies of the paper: their lemmas, small sizes and explicit networks."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache

import sympy

from checks.claims.evidence import compare, together
from checks.claims.judgement import Judge, Judgement
from checks.formula.condition import parse_condition
from checks.performance.ring_curves import BUTTERFLY, DEADFLY, FAMILIES, LIVEFLY, MULTICUBE, SHUFFLE, nodes
from derive.core.claim import Statement
from derive.core.domain import Domain, Parameter, Size
from derive.discovery import lemma
from graphs import RingNetwork, ring_network

__all__ = ["BUTTERFLY", "DEADFLY", "FAMILIES", "LIVEFLY", "MULTICUBE", "SHUFFLE", "nodes"]

LARGEST = 130  # nodes of the networks that statements are compared with
Counter = Callable[[Size], int | Fraction]
RATIO = "e"  # the size of an echo packet over that of a send packet


def domain_of(family: str) -> Domain:
    """The sizes f and r of a family that are legal."""
    return Domain(lemma(f"{family}.mean_distance").domain.parameters)


def sizes_of(family: str, most: int = 12, largest: int = LARGEST) -> list[dict[str, int]]:
    """The smallest sizes of a family, the smallest first."""
    return list(domain_of(family).sizes(most, lambda size: nodes(family, size["f"], size["r"]) <= largest))


@cache
def _network(family: str, size: tuple[tuple[str, int], ...]) -> RingNetwork:
    return ring_network(family, **dict(size))


def explicit(family: str, size: Size | None = None) -> RingNetwork:
    """The explicit network; what else is in the size is left out."""
    return _network(family, tuple((name, n) for name, n in (size or {}).items() if name in ("f", "r", "k", "n")))


def printed(
    family: str,
    counted: Counter,
    closed: Callable[[], sympy.Expr],
    because: str,
    where: str = "",
    ratio: bool = False,
    largest: int = LARGEST,
) -> Judge:
    """Judge every formula that the statement has: against what is counted, and at all sizes against what is right.

    ``ratio``: the formulas have the ratio e of packet sizes too, at which they are linear, so that whole numbers e decide.
    """

    def judge(statement: Statement) -> Judgement:
        domain = domain_of(family)
        if ratio:
            domain = Domain((*domain.parameters, Parameter(RATIO, 0, "size of an echo over that of a send packet")))
        condition = parse_condition(where) if where else None
        sizes = [size for size in sizes_of(family, 40, largest) if condition is None or condition.holds(size)][:12]
        if ratio:
            sizes = [{**size, RATIO: e} for size in sizes for e in (0, 1, 2)]
        known = {p.name: p.symbol for p in domain.parameters}
        legal = True if condition is None else condition.to_sympy(known)
        return together(
            *(
                compare(text, counted, sizes, domain, closed(), with_strengths(because), legal)
                for text in statement.says.values()
            )
        )

    return judge


def closed_form(key: str) -> sympy.Expr:
    """The closed form of a lemma."""
    return lemma(key).closed_form


def by_lemmas(*keys: str) -> str:
    """What a value follows from, with a place for how well each lemma is shown, see :func:`with_strengths`."""
    return "from the lemmas " + ", ".join(f"{key} ({{{key}}})" for key in keys)


def with_strengths(because: str) -> str:
    """A reason with the strengths of its lemmas, which are derived only here.

    >>> with_strengths(by_lemmas("multicube.mean_distance"))
    'from the lemmas multicube.mean_distance (proved)'
    """
    return re.sub(r"\{([^{}]+)\}", lambda named: lemma(named[1]).strength, because)

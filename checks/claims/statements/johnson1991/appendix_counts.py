"""What packets load in the networks of the appendix: counted by following them, and by the lemmas."""

from __future__ import annotations

from fractions import Fraction

import sympy

from checks.claims.judgement import Judge
from checks.claims.statements.johnson1991.networks import (
    DEADFLY,
    Counter,
    by_lemmas,
    closed_form,
    explicit,
    printed,
)
from checks.claims.statements.johnson1991.rounds import Rounds, two_rounds
from checks.performance.ring_curves import measurement
from derive.algebra.expressions.notation import parameter
from derive.core.domain import Size
from graphs import RingMeasurement

f, r = parameter("f", 2), parameter("r", 1)
LARGEST_FOLLOWED = 40  # nodes of the networks whose packets are followed for two rounds
e = parameter("e", 0)


def measured(family: str, size: Size) -> RingMeasurement:
    """The network measured by following all packets."""
    return measurement(family, size["f"], size["r"])


def load(family: str, name: str, size: Size) -> tuple[int, int]:
    """The packets and echoes that all links of the class carry."""
    (found,) = next(c.loads for c in measured(family, size).classes if c.name == name)
    return found[0], found[1]


def at_ratio(family: str, name: str) -> Counter:
    """Packets and e times the echoes on a link of the class; both together without e."""

    def counted(size: Size) -> Fraction:
        send, echo = load(family, name, size)
        return send + size.get("e", 1) * Fraction(echo)

    return counted


def rings_entered(family: str) -> Counter:
    """Rings that a packet visits on average."""

    def counted(size: Size) -> Fraction:
        found = measured(family, size)
        return Fraction(int(found.counts.entries.sum()), found.nodes**2)

    return counted


def rings_of_class(family: str, name: str) -> Counter:
    """Rings of one class that a packet visits on average."""

    def counted(size: Size) -> Fraction:
        net, found = explicit(family, size), measured(family, size)
        chosen = net.link_class == net.class_names.index(name)
        return Fraction(int(found.counts.entries[chosen].sum()), found.nodes**2)

    return counted


def followed(size: Size, family: str = DEADFLY) -> Rounds:
    """Packets followed for whole rounds."""
    return two_rounds(family, size["f"], size["r"])


def both_by_lemmas(family: str, name: str, ratio: sympy.Expr | int = 1) -> sympy.Expr:
    return closed_form(f"{family}.send.{name}") + ratio * closed_form(f"{family}.echo.{name}")


def lemmas_of_both(family: str, name: str) -> str:
    return by_lemmas(f"{family}.send.{name}", f"{family}.echo.{name}")


def on_link(family: str, name: str, ratio: bool = False) -> Judge:
    """Judge packets and echoes on a link of a class."""
    return printed(
        family,
        at_ratio(family, name),
        lambda: both_by_lemmas(family, name, e if ratio else 1),
        lemmas_of_both(family, name),
        ratio=ratio,
    )

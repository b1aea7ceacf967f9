"""The sides of a lemma at one size: closed form, brute-force definition and measurement."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from netlemma.checks.lemmas import further_sizes, lemma_sizes
from netlemma.checks.lemmas.measured import measured_value
from netlemma.derive.algebra.expressions.evaluate import EvaluationError
from netlemma.derive.core.domain import Size
from netlemma.derive.core.lemma import Lemma
from netlemma.graphs.base.errors import NotDecided

LARGEST_LITERAL = 1600  # pairs of nodes that a plain loop visits

TERM_BY_TERM = "closed form term by term"


class Disagreement(ValueError):
    """Different values of two of the three sides of a lemma at a size."""

    def __init__(self, size: Size, values: Mapping[str, str]) -> None:
        super().__init__(f"{dict(size)}: " + ", ".join(f"{side} {value}" for side, value in values.items()))
        self.counterexample = {"size": dict(size), **values}


def compare_sides(found: Lemma, size: Size) -> Iterator[str]:
    """Compare the sides of a lemma at one size.

    Parameters
    ----------
    found : Lemma
        Lemma.
    size : mapping from str to int
        Size of the network, by parameter name.

    Yields
    ------
    str
        Name of each side that agrees with the closed form.

    Raises
    ------
    Disagreement
        At the first difference, with the values.
    """
    value = _value(found.value, size)
    if found.fast is not None and found.definition.nodes(size) <= further_sizes.LARGEST_TERM_BY_TERM:
        yield from compare_formulas(found, size)
    for side, other in other_sides(found, size):
        _agree(size, value, side, other)
        yield side


def other_sides(found: Lemma, size: Size) -> Iterator[tuple[str, Fraction]]:
    """The sides that a closed form is compared with at one size, if it is small enough.

    Parameters
    ----------
    found : Lemma
        Lemma.
    size : mapping from str to int
        Size of the network, by parameter name.

    Yields
    ------
    tuple of (str, Fraction)
        Name and value of each side: the definition by a plain loop, and the measurement under each routing, if it decides.

    Raises
    ------
    Disagreement
        If a measurement decides bounds only, and the closed form is beyond them.
    """
    if found.definition.work(size) <= LARGEST_LITERAL:
        yield "definition", found.definition.literal(size)
    first, *others = found.measured.routings
    for routing in (first, *(others if found.definition.nodes(size) <= lemma_sizes.LARGEST_USUAL else ())):
        side = f"measured ({routing})"
        try:
            measured = measured_value(found, size, routing)
        except NotDecided as bounds:
            if not bounds.least <= found.value(size) <= bounds.most:
                raise Disagreement(size, {"closed form": str(found.value(size)), side: str(bounds)}) from None
        else:
            yield side, measured


def compare_formulas(found: Lemma, size: Size) -> Iterator[str]:
    """Compare the closed form, evaluated term by term, with the tables that compute it, at any size.

    Parameters
    ----------
    found : Lemma
        Lemma.
    size : mapping from str to int
        Size of the network, by parameter name.

    Yields
    ------
    str
        Name of the side that agrees.

    Raises
    ------
    Disagreement
        If they differ, with the values.
    """
    _agree(size, _value(found.value, size), TERM_BY_TERM, _value(found.closed_value, size))
    yield TERM_BY_TERM


def _value(side: Callable[[Size], Fraction], size: Size) -> Fraction:
    try:
        return side(size)
    except (ZeroDivisionError, EvaluationError) as error:
        raise Disagreement(size, {"closed form": f"no value: {error}"}) from None


def _agree(size: Size, value: Fraction, side: str, other: Fraction) -> None:
    if value != other:
        raise Disagreement(size, {"closed form": str(value), side: str(other)})

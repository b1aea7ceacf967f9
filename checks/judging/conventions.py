"""Other conventions under which a formula may have been meant, tried when it fails under ours."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import reduce
from itertools import combinations

from netlemma.checks.base.inputs import InputError, nearest, quoted_text
from netlemma.checks.judging.convention_rules import (
    CONVENTIONS,
    DIRECTED,
    MAXIMA,
    OPTIONS,
    Convention,
    is_one_way,
    shift,
    shifted,
)
from netlemma.checks.judging.quantity_list import COUNT, NODE_LOAD
from netlemma.checks.judging.truth import Truth

ORDER = ("of", "links", "pairs", "direction", "per", "length", "shift")  # those that take other true values come first


def usual(truth: Truth) -> Iterator[Convention]:
    """The conventions that may apply to a quantity, the commonest first."""
    for (option, value), convention in CONVENTIONS.items():
        if option != "links" or (value == "one-way") != is_one_way(truth):
            yield convention
    for name in truth.source.parameters or truth.names:
        if name in truth.names:
            yield from (shift(name, by) for by in (1, -1))


def usual_together(truth: Truth) -> Iterator[Convention]:
    """Two different conventions at once, for those that may apply to a quantity, and the three of channel loads.

    Parameters
    ----------
    truth : Truth
        True values.

    Yields
    ------
    Convention
        All of them, with their flags.

    References
    ----------
    W. J. Dally and B. Towles, Principles and Practices of Interconnection Networks, 2004, section 3.3.1: the load of a
    channel, in one direction, while each node sends one message, to all nodes with itself.

    Examples
    --------
    >>> from netlemma.checks.judging.truth import truth_of
    >>> from netlemma.graphs.sources import source
    >>> [each.flag for each in usual_together(truth_of(source("hypercube"), "mean_distance"))][:3]
    ['--pairs all --per node', '--pairs all --per link', '--pairs all --length nodes']
    """
    applying = [each for each in usual(truth) if each.apply(truth) is not None]
    for both in combinations(applying, 2):
        if both[0].option != both[1].option:
            yield _both(*sorted(both, key=lambda each: ORDER.index(each.option)))
    load = [CONVENTIONS[each] for each in (("pairs", "all"), ("direction", "each"), ("per", "node"))]
    if all(each in applying for each in load):
        yield reduce(_both, load)


def _both(first: Convention, second: Convention) -> Convention:
    def apply(truth: Truth) -> Truth | None:
        found = first.apply(truth)
        return None if found is None else second.apply(found)

    words, flag = f"{first.words} and {second.words}", f"{first.flag} {second.flag}"
    return Convention(words, flag, apply, {**first.moved, **second.moved})


def under(truth: Truth, chosen: Mapping[str, str]) -> Truth:
    """The true values under the conventions that a user selects.

    Parameters
    ----------
    truth : Truth
        True values under our conventions.
    chosen : mapping from str to str
        Value of each option of :data:`OPTIONS`, and of ``shift``; empty ones are ours.

    Returns
    -------
    Truth
        True values under the conventions.

    Raises
    ------
    InputError
        For an unknown value, or a convention that does not apply to the quantity.

    Examples
    --------
    >>> from netlemma.checks.judging.truth import truth_of
    >>> from netlemma.graphs.sources import source
    >>> under(truth_of(source("hypercube"), "mean_distance"), {"pairs": "all"}).value({"n": 4})
    Fraction(2, 1)
    """
    for option, value in sorted(chosen.items(), key=lambda each: ORDER.index(each[0])):
        if not value:
            continue
        if option == "shift":
            truth = _shifts(truth, value)
            continue
        if value not in OPTIONS[option]:
            legal = " or ".join(OPTIONS[option])
            raise InputError(f"--{option} is {quoted_text(value)}{nearest(value, OPTIONS[option])}; it is {legal}")
        if _is_ours(truth, option, value):
            continue
        convention = CONVENTIONS.get((option, value))
        found = convention.apply(truth) if convention else None
        if found is None:
            raise InputError(f"--{option} {value} does not apply to {truth.quantity} of {truth.source.title}")
        truth = replace(found, cited=f"{truth.cited}, if {convention.words}") if convention else found
    return truth


def _is_ours(truth: Truth, option: str, value: str) -> bool:
    """Whether a convention is the one of a quantity anyway."""
    worst = truth.quantity.startswith("max_") or truth.quantity in MAXIMA.values()
    return {
        "pairs": value != "ordered" and truth.counts_self == (value == "all"),
        "per": value == ("node" if truth.kind == NODE_LOAD else "message") and truth.kind != COUNT,
        "length": value == "hops",
        "of": worst == (value == "maximum"),
        "direction": (value == "each") == (truth.quantity in DIRECTED),
        "links": is_one_way(truth) == (value == "one-way"),
    }[option]


def _shifts(truth: Truth, text: str) -> Truth:
    name, equals, number = text.partition("=")
    if not equals or number not in ("1", "-1", "+1") or name not in truth.names:
        raise InputError(
            f"--shift is {quoted_text(text)}; it is a size of {truth.source.title} and 1 or -1, such as {truth.names[0]}=1"
            if truth.names
            else f"{truth.source.title} is a network of one size: --shift does not apply"
        )
    chosen = shift(name, int(number))
    return replace(shifted(truth, name, int(number)), cited=f"{truth.cited}, if {chosen.words}")

"""Other quantities, and simple changes of them, that a sequence fits."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import partial

from netlemma.checks.base.inputs import InputError
from netlemma.checks.base.time_budget import TimeBudget
from netlemma.checks.judging.quantity_list import QUANTITIES
from netlemma.checks.judging.truth import Truth, truth_of
from netlemma.checks.lemmas.subject import lemma_keys
from netlemma.checks.sequences.terms import Terms
from netlemma.derive.core.domain import Size
from netlemma.graphs.base.errors import FormatError, NetworkError
from netlemma.graphs.base.errors import InputError as SourceError
from netlemma.graphs.sources import Source

LEAST = 4  # terms that fit; a smaller number of them says nothing
MOST_NAMED = 3
SHIFTS = (0, 1, -1, 2, -2)
SECONDS = 15  # for all quantities together

Change = Callable[[Fraction, Callable[[], int]], Fraction]
CHANGES: tuple[tuple[str, Change], ...] = (
    ("", lambda value, nodes: value),
    ("twice ", lambda value, nodes: 2 * value),
    ("half of ", lambda value, nodes: value / 2),
    ("1 more than ", lambda value, nodes: value + 1),
    ("1 less than ", lambda value, nodes: value - 1),
    ("per node, ", lambda value, nodes: value / nodes()),
    ("times the number of nodes, ", lambda value, nodes: value * nodes()),
)


def fitting(source: Source, truth: Truth, name: str, fixed: Size, terms: Terms, budget: TimeBudget) -> list[str]:
    """What a sequence is instead: the quantity or others of the network, at another index, or under a simple change.

    Parameters
    ----------
    source : Source
        Network.
    truth : Truth
        True values that it was compared with.
    name : str
        Size that is the index.
    fixed : mapping from str to int
        Other sizes.
    terms : Terms
        Sequence.
    budget : TimeBudget
        Time of the answer.

    Returns
    -------
    list of str
        Readings in words, the simplest first, at most three; all terms in the domain fit, and at least four of them.
    """
    if len(terms.values) < LEAST:
        return []
    budget = TimeBudget(min(SECONDS, budget.left))
    truths = list(_truths(source, truth, budget))
    found: list[str] = []
    for shift in SHIFTS:
        for words, change in CHANGES:
            for other in truths:
                if budget.over or len(found) == MOST_NAMED:
                    return found
                if (shift or words or other is not truth) and _fits(other, name, fixed, shift, change, terms):
                    found.append(
                        f"{words}{other.quantity}" + (f" at {name}{shift:+d} instead of {name}" if shift else "")
                    )
    return found


def _truths(source: Source, truth: Truth, budget: TimeBudget) -> Iterator[Truth]:
    """The quantity itself, those of lemmas on the same sizes, and those that are measured."""
    yield truth
    lemmas = [key.quantity for key in lemma_keys(source.subject)] if source.subject else []
    cheap = [each.name for each in QUANTITIES.values() if not (each.extra or each.most_nodes)]
    for quantity in dict.fromkeys([*lemmas, *cheap]):
        if quantity == truth.quantity or budget.over:
            continue
        with suppress(InputError, SourceError):  # one of several classes, or of the other kind of networks
            other = truth_of(source, quantity, budget)
            if set(other.names) == set(truth.names):
                yield other


def _fits(truth: Truth, name: str, fixed: Size, shift: int, change: Change, terms: Terms) -> bool:
    """Whether all terms in the domain are the changed values, enough of them, and not all the same."""
    seen = []
    for index in terms.indices:
        size = {each: fixed.get(each, index + shift) for each in truth.names}
        if not truth.domain.contains(size):
            continue
        try:
            value = change(truth.value(size), partial(truth.node_count, size))
        except (InputError, SourceError, FormatError, NetworkError):  # no time, or no such value
            return False
        if value != terms.at(index):
            return False
        seen.append(value)
    return len(seen) >= LEAST and len(set(seen)) > 1

"""Sequences of users compared with a quantity of a family: their terms read, judged, and found again under simple changes."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from netlemma.base.names import assignments
from netlemma.checks.base.inputs import parse_parameters, parse_sizes, quoted_text
from netlemma.checks.base.time_budget import TimeBudget
from netlemma.checks.judging.claim_entry import require_sizes
from netlemma.checks.judging.conventions import under
from netlemma.checks.judging.judge import compare_by_size
from netlemma.checks.judging.quantity_list import QUANTITIES
from netlemma.checks.judging.reference_values import ReferenceValues, reference_values_of
from netlemma.checks.lemmas.lemma_lookup import lemma_keys
from netlemma.derive.core.claim import Verdict
from netlemma.derive.core.domain import Size
from netlemma.errors import InputError, OutOfTime
from netlemma.graphs.base.text_files import printable, read_text
from netlemma.graphs.sources import source
from netlemma.graphs.sources.network_sources import Source

# Terms of a sequence: read from a text such as ``1, 4, 9, 16``, or from a b-file of the OEIS.


MOST_TERMS = 100_000
MOST_DIGITS = 4000  # of a term
MOST_BYTES = 64 << 20  # of a b-file
_TERM = re.compile(r"-?[0-9]+(/0*[1-9][0-9]*)?")
_INDEX = re.compile(r"-?[0-9]{1,10}")


@dataclass(frozen=True)
class Terms:
    """A finite sequence.

    first: Index of the first term.
    values: Terms, one for each index.
    place: File that they are from.
    """

    first: int
    values: Sequence[Fraction]
    place: str = ""

    @property
    def indices(self) -> range:
        """The indices."""
        return range(self.first, self.first + len(self.values))

    def at(self, index: int) -> Fraction:
        """The term of an index."""
        return self.values[index - self.first]


@dataclass(frozen=True)
class Listed:
    """Terms in the place of a formula: they have values at the sizes that are listed.

    terms: Terms.
    name: Size that is the index.
    """

    terms: Terms
    name: str
    names: frozenset[str] = field(default=frozenset())

    def evaluate(self, size: Any, budget: Any = None) -> Fraction:
        """The term at a size."""
        return self.terms.at(size[self.name])


def parse_terms(text: str) -> list[Fraction]:
    """Terms with commas, semicolons or blanks between them: whole numbers, or fractions.

    >>> parse_terms("1, 4/3, 9")
    [Fraction(1, 1), Fraction(4, 3), Fraction(9, 1)]
    >>> parse_terms("1, 4, x")
    Traceback (most recent call last):
        ...
    netlemma.errors.InputError: term 3 is 'x': a sequence is whole numbers or fractions with commas, such as "1, 4, 9, 16"
    """
    words = [word for word in re.split(r"\s*[,;]\s*|\s+", text.strip()) if word]
    if not words or len(words) > MOST_TERMS:
        raise InputError(
            f'a sequence has from 1 to {MOST_TERMS} terms, such as "1, 4, 9, 16"; this one has {len(words)}'
        )
    for number, word in enumerate(words, 1):
        if not _TERM.fullmatch(word) or len(word) > MOST_DIGITS:
            raise InputError(
                f"term {number} is {quoted_text(word)}: a sequence is whole numbers or fractions with commas, "
                'such as "1, 4, 9, 16"'
            )
    return list(map(Fraction, words))


def read_bfile(path: str | Path) -> Terms:
    """The terms of a b-file: lines ``index value``, the indices one after the other, and comments behind ``#``.

    OEIS Foundation, Format of b-files, https://oeis.org/SubmitB.html.
    """
    source = read_text(path, MOST_BYTES)
    first, values = 0, list[Fraction]()
    for number, line in source.lines():
        words = line.removeprefix("\ufeff").partition("#")[0].split()
        if not words:
            continue
        if len(words) != 2 or not _INDEX.fullmatch(words[0]) or not _TERM.fullmatch(words[1]):
            source.refuse(number, f"{printable(line)} is no line of a b-file: an index and a value, such as 4 16")
        if len(words[1]) > MOST_DIGITS or len(values) == MOST_TERMS:
            source.refuse(number, f"at most {MOST_TERMS:,} terms of {MOST_DIGITS:,} digits are read")
        first = first if values else int(words[0])
        if int(words[0]) != first + len(values):
            source.refuse(
                number, f"the index is {words[0]}, and {first + len(values)} is next: a b-file leaves none out"
            )
        values.append(Fraction(words[1]))
    if not values:
        source.refuse(None, "the b-file has no terms")
    return Terms(first, values, source.name)


# Other quantities, and simple changes of them, that a sequence fits.


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


def fitting(
    source: Source, truth: ReferenceValues, name: str, fixed: Size, terms: Terms, budget: TimeBudget
) -> list[str]:
    """What a sequence is instead: the quantity or others of the network, at another index, or under a simple change."""
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


def _truths(source: Source, truth: ReferenceValues, budget: TimeBudget) -> Iterator[ReferenceValues]:
    """The quantity itself, those of lemmas on the same sizes, and those that are measured."""
    yield truth
    lemmas = [key.quantity for key in lemma_keys(source.subject)] if source.subject else []
    cheap = [each.name for each in QUANTITIES.values() if not (each.extra or each.most_nodes)]
    for quantity in dict.fromkeys([*lemmas, *cheap]):
        if quantity == truth.quantity or budget.over:
            continue
        with suppress(InputError):  # one of several classes, or of the other kind of networks
            other = reference_values_of(source, quantity, budget)
            if set(other.names) == set(truth.names):
                yield other


def _fits(truth: ReferenceValues, name: str, fixed: Size, shift: int, change: Change, terms: Terms) -> bool:
    """Whether all terms in the domain are the changed values, enough of them, and not all the same."""
    seen = []
    for index in terms.indices:
        size = {each: fixed.get(each, index + shift) for each in truth.names}
        if not truth.domain.contains(size):
            continue
        try:
            value = change(truth.value(size), partial(truth.node_count, size))
        except InputError:  # no time, or no such value
            return False
        if value != terms.at(index):
            return False
        seen.append(value)
    return len(seen) >= LEAST and len(set(seen)) > 1


# A sequence judged term by term: ``netlemma check --sequence`` and ``--bfile``.


SHOWN_NEXT = 3


def check_sequence(
    network: Any,
    quantity: str,
    terms: str | Terms,
    start: str = "",
    sizes: str = "",
    seconds: float | None = None,
    **conventions: str,
) -> Verdict:
    """Judge a sequence of numbers as the values of a quantity at consecutive sizes.

    The claim is about the sizes listed, which are a finite domain: ``holds`` says that all terms were compared, and
    nothing of further ones. Terms at sizes that the network does not have are left out, and the domain says so.

    >>> found = check_sequence("hypercube", "links", "1, 4, 12, 32")
    >>> found.verdict, found.domain
    ('holds', 'n=1..4')
    >>> found = check_sequence("hypercube", "links", "1, 4, 12, 31", "n=1")
    >>> found.verdict, found.counterexample
    ('fails', {'size': {'n': 4}, 'claimed': '31', 'true': '32'})
    """
    named, budget = source(network), TimeBudget(seconds)
    truth = under(reference_values_of(named, quantity, budget), conventions)
    first = parse_parameters([start]) if start else {}
    name, fixed = _index(truth, sizes, first)
    if not isinstance(terms, Terms):
        least = next(p.minimum for p in truth.domain.parameters if p.name == name)
        terms = Terms(first.get(name, least), parse_terms(terms))
    elif start:
        raise InputError(f"`start` says the size of the first term, and the b-file says it already: {terms.first}")
    listed = [{each: fixed.get(each, index) for each in truth.names} for index in terms.indices]
    legal = [size for size in listed if truth.domain.contains(size)]
    if not legal:
        raise InputError(
            f"{truth.key}: none of {_range(name, terms.indices)} is in the domain {truth.domain.describe()}"
        )
    comparison = compare_by_size(Listed(terms, name), truth, legal, budget)  # type: ignore[arg-type]
    others = assignments(fixed)
    judged = Verdict(
        key=truth.key, source="user", locator=terms.place, reading="", verdict="unknown", proof=None,
        sizes=tuple(comparison.equal), remark="no term was compared" if not comparison.stopped else comparison.stopped,
        domain=", ".join(filter(None, [_range(name, [size[name] for size in legal]), others])),
        evidence={**({"lemma": truth.lemma.key} if truth.lemma else {}), "terms": len(terms.values)},
    )  # fmt: skip
    if comparison.counterexample:
        instead = fitting(named, truth, name, fixed, terms, budget)
        other = {"other": {"text": f"the sequence fits: {'; '.join(instead)}"}} if instead else {}
        return replace(
            judged,
            verdict="fails",
            counterexample=comparison.counterexample,
            remark="",
            evidence={**judged.evidence, **other},
        )
    left = f"{len(listed) - len(legal)} terms are at no legal size" if len(listed) > len(legal) else ""
    if comparison.stopped or len(comparison.equal) < len(legal):
        words = f"{len(comparison.equal)} of {len(legal)} terms agree; {comparison.stopped}"
        return replace(
            judged, verdict="agrees" if comparison.equal else "unknown", remark="; ".join(filter(None, [words, left]))
        )
    proof = f"all {len(legal)} terms compared with {truth.cited}"
    further = _further(truth, {**legal[-1]}, name)
    return replace(judged, verdict="holds", proof=proof, remark="; ".join(filter(None, [left, further])))


def _index(truth: ReferenceValues, sizes: str, start: Mapping[str, int]) -> tuple[str, dict[str, int]]:
    """The size that is the index, and the others, which stay the same."""
    given = parse_sizes(sizes) if sizes.strip() else {}
    require_sizes(truth, {**given, **dict.fromkeys(start, ())})
    fixed: dict[str, int] = {}
    for name, values in given.items():
        if len(values) != 1:
            raise InputError(f"{name} stays the same along a sequence: give one value, such as {name}={values[0]}")
        fixed[name] = values[0]
    defaults = truth.source.defaults
    free = [name for name in truth.names if name not in fixed]
    open_ones = [name for name in free if name not in defaults] or free
    index = next(iter(start), open_ones[0] if open_ones else "")
    if index not in free or not set(open_ones) <= {index}:
        if not truth.names:
            raise InputError(f"{truth.source.title} is a network of one size: it has no sequence")
        raise InputError(
            f"{truth.source.title} has the sizes {', '.join(truth.names)}: one of them is the index of the sequence, and "
            f"each other one is given a value, such as {truth.names[0]}=4"
        )
    return index, {**{name: defaults[name] for name in free if name != index}, **fixed}


def _range(name: str, indices: Sequence[int]) -> str:
    return f"{name}={indices[0]}" + (f"..{indices[-1]}" if len(indices) > 1 else "")


def _further(truth: ReferenceValues, last: dict[str, int], name: str) -> str:
    """Whether more is proved than the terms listed: the closed form, with the next terms."""
    if truth.closed is None:
        return "nothing is proved of further terms"
    from netlemma.derive.typeset.expressions import formula_text

    following, form = [], truth.by_closed_form()
    for size in ({**last, name: last[name] + by} for by in range(1, SHOWN_NEXT + 1)):
        try:
            following += [str(form.value(size))] if truth.domain.contains(size) else []
        except OutOfTime:
            break
    return f"the lemma gives all further terms: {formula_text(truth.closed)}, next {', '.join(following)}"

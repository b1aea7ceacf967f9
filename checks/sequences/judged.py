"""A sequence judged term by term: ``netlemma check --sequence`` and ``--bfile``."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from netlemma.checks.base.inputs import InputError
from netlemma.checks.base.sizes import parse_parameters, parse_sizes
from netlemma.checks.base.time_budget import OutOfTime, TimeBudget
from netlemma.checks.judging.claimed_domain import require_sizes
from netlemma.checks.judging.comparison import compare_by_size
from netlemma.checks.judging.conventions import under
from netlemma.checks.judging.truth import Truth, truth_of
from netlemma.checks.sequences.changes import fitting
from netlemma.checks.sequences.terms import Listed, Terms, parse_terms
from netlemma.derive.core.claim import Verdict
from netlemma.graphs.sources import source

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

    Parameters
    ----------
    network : object
        Network, as in :func:`netlemma.checks.judging.check.check`.
    quantity : str
        Quantity, as there.
    terms : str or Terms
        Sequence, see :func:`netlemma.checks.sequences.terms.parse_terms`, or the terms of a b-file.
    start : str, default ""
        Size of the first term, such as ``n=1``; the smallest legal one if empty.
    sizes : str, default ""
        Sizes that stay the same, such as ``w=4``.
    seconds : float or None, optional
        Time of the answer; no limit if None.
    **conventions : str
        Conventions of counting, as in :func:`netlemma.checks.judging.check.check`.

    Returns
    -------
    Verdict
        ``holds`` for the terms, ``fails`` with the first term that differs and what the sequence is instead, or
        ``agrees`` if the time ended before the last term.

    Raises
    ------
    InputError
        For an unknown network, quantity or size, or a sequence that cannot be read.

    Examples
    --------
    >>> found = check_sequence("hypercube", "links", "1, 4, 12, 32")
    >>> found.verdict, found.domain
    ('holds', 'n=1..4')
    >>> found = check_sequence("hypercube", "links", "1, 4, 12, 31", "n=1")
    >>> found.verdict, found.counterexample
    ('fails', {'size': {'n': 4}, 'claimed': '31', 'true': '32'})
    """
    named, budget = source(network), TimeBudget(seconds)
    truth = under(truth_of(named, quantity, budget), conventions)
    first = parse_parameters([start]) if start else {}
    name, fixed = _index(truth, sizes, first)
    if not isinstance(terms, Terms):
        least = next(p.minimum for p in truth.domain.parameters if p.name == name)
        terms = Terms(first.get(name, least), parse_terms(terms))
    elif start:
        raise InputError(f"--from says the size of the first term, and the b-file says it already: {terms.first}")
    listed = [{each: fixed.get(each, index) for each in truth.names} for index in terms.indices]
    legal = [size for size in listed if truth.domain.contains(size)]
    if not legal:
        raise InputError(
            f"{truth.key}: none of {_range(name, terms.indices)} is in the domain {truth.domain.describe()}"
        )
    comparison = compare_by_size(Listed(terms, name), truth, legal, budget)  # type: ignore[arg-type]
    others = " ".join(f"{each}={value}" for each, value in fixed.items())
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


def _index(truth: Truth, sizes: str, start: Mapping[str, int]) -> tuple[str, dict[str, int]]:
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


def _further(truth: Truth, last: dict[str, int], name: str) -> str:
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

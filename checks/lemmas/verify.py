"""Comparison of lemmas with explicit networks: closed form, brute-force definition and measurement, size by size."""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from netlemma.base.names import assignments, nearest
from netlemma.checks.base.time_budget import Forecast, TimeBudget
from netlemma.checks.base.verdicts import ComparedValues, LemmaValues, Verdicts
from netlemma.checks.lemmas import lemma_sizes
from netlemma.checks.lemmas import lemma_sizes as further_sizes
from netlemma.checks.lemmas.lemma_lookup import subject, wanted_keys
from netlemma.checks.lemmas.measured_quantities import measured_value
from netlemma.derive.algebra.proof import ENUMERATED
from netlemma.derive.core.claim import Verdict
from netlemma.derive.core.domain import Size
from netlemma.derive.core.lemma import Lemma, LemmaKey, is_product
from netlemma.derive.discovery import lemma
from netlemma.derive.networks.products.cartesian_products import with_names
from netlemma.errors import Disagreement, EvaluationError, InputError, NotDecided, ProofError
from netlemma.graphs.base.worker_pool import check_workers, fan_out

# The sides of a lemma at one size: closed form, brute-force definition and measurement.


LARGEST_LITERAL = 1600  # pairs of nodes that a plain loop visits

TERM_BY_TERM = "closed form term by term"


def compare_sides(found: Lemma, size: Size) -> Iterator[str]:
    """Compare the sides of a lemma at one size."""
    value = _value(found.value, size)
    if found.fast is not None and found.definition.nodes(size) <= further_sizes.LARGEST_TERM_BY_TERM:
        yield from compare_formulas(found, size)
    for side, other in other_sides(found, size):
        _agree(size, value, side, other)
        yield side


def other_sides(found: Lemma, size: Size) -> Iterator[tuple[str, Fraction]]:
    """The sides that a closed form is compared with at one size, if it is small enough."""
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
    """Compare the closed form, evaluated term by term, with the tables that compute it, at any size."""
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


# Comparison of lemmas with explicit networks: closed form, brute-force definition and measurement, size by size.
#
# A long finite sum that is also computed by tables is compared with them term by term in each case, even if it begins
# beyond the largest measured networks.


Progress = Callable[[str], None] | None
TWO_DIMENSIONS = {"n": 2}  # of networks that lemmas on channels do not name
Part = tuple[str, dict[str, list[int]] | None, float | None]  # key of a lemma, sizes, seconds


def verify_lemma(
    found: Lemma,
    sizes: Iterable[Size] | None = None,
    budget: TimeBudget | None = None,
    usual: Sequence[Size] | None = None,
) -> Verdict:
    """Re-run the proof of a lemma and compare its three sides.

    Parameters
    ----------
    found : Lemma
        Lemma.
    sizes : iterable of mapping from str to int or None, optional
        Sizes to compare; the default sizes and one in each further case of the closed form if None.
    budget : TimeBudget or None, optional
        Time for the comparisons; no limit if None. The verdict says which sizes were reached.
    usual : sequence of mapping from str to int or None, optional
        The default sizes, if they are known already.

    Returns
    -------
    Verdict
        ``holds`` if every step re-checks and all sides agree at every size (``proof`` says whether the steps are proved
        or argued), ``fails`` with the first disagreement, ``agrees`` if a step is only enumerated, ``unknown`` if a step
        does not re-check or no size was compared.
    """
    verdict, proof, remark = _proved(found)
    tried: list[dict[str, int]] = []
    agreed: dict[str, int] = {}
    counterexample, stopped = None, ""
    forecast = Forecast(budget or TimeBudget())
    try:
        for comparison, size in _comparisons(found, sizes, usual):
            nodes = found.definition.nodes(size)
            if not forecast.allows(nodes):
                stopped = _reached(tried, size)
                break
            start = time.monotonic()
            for side in comparison(found, size):
                agreed[side] = agreed.get(side, 0) + 1
            forecast.took(nodes, time.monotonic() - start)
            tried.append(dict(size))
    except Disagreement as disagreement:
        counterexample = disagreement.counterexample
    if counterexample:
        verdict, proof = "fails", None
    elif verdict == "agrees":
        remark += f"; equal at the {len(tried)} sizes tried"
        verdict = verdict if tried else "unknown"
    remark = "; ".join(filter(None, (remark, stopped)))
    return Verdict(
        key=found.key, source="netlemma", locator=f"derivation of {len(found.derivation.steps)} steps", reading=found.domain.describe(),
        verdict=verdict, proof=proof, sizes=tuple(tried), counterexample=counterexample, remark=remark, evidence=agreed,
        domain=found.domain.describe(),
    )  # fmt: skip


def _reached(tried: Sequence[Size], size: Size) -> str:
    """Which sizes were compared before the time was over."""
    at = assignments(size)
    if not tried:
        return f"not even {at} was reached in the time given; `time` raises it"
    last = assignments(tried[-1])
    reached = f"{len(tried)} size{'s' if len(tried) > 1 else ''} reached in the time given, the last {last}"
    return f"{reached}; {at} was not; `time` raises it"


def _proved(found: Lemma) -> tuple[str, str | None, str]:
    """Verdict, proof and remark of a lemma whose sides agree wherever they are compared."""
    try:
        found.check()
    except ProofError as error:
        return "unknown", None, f"the proof does not re-check: {error}"
    if found.strength != ENUMERATED:
        return "holds", f"{found.strength} for all sizes: {', '.join(found.proof_kinds)}", ""
    return "agrees", None, "a step is only enumerated"


def _comparisons(
    found: Lemma, sizes: Iterable[Size] | None, usual: Sequence[Size] | None
) -> Iterator[tuple[Callable, Size]]:
    if sizes is not None:
        yield from ((compare_sides, size) for size in sizes)
        return
    usual = lemma_sizes.default_sizes(found) if usual is None else usual
    yield from ((compare_sides, size) for size in usual)
    yield from ((compare_formulas, size) for size in further_sizes.case_sizes(found, usual))


def verify(
    subjects: str | Sequence[str] = (),
    sizes: Mapping[str, Sequence[int]] | None = None,
    progress: Progress = None,
    seconds: float | None = None,
    workers: int | None = None,
    dask: str = "",
) -> Verdicts:
    """Verify the lemmas of the subjects.

    Parameters are those of :func:`netlemma.verify`.

    >>> [verdict.verdict for verdict in verify("ring.diameter")]
    ['holds']
    """
    check_workers(workers, dask)
    verdicts = Verdicts()
    subjects, sizes = _with_names(subjects, sizes)
    wanted = wanted_keys(subjects)
    _names_are_known(wanted, sizes)
    for key in wanted if sizes is not None else ():
        _refuse_too_large(lemma(key), lemma_sizes.chosen_sizes(lemma(key), sizes))
    families = [list(keys) for _, keys in groupby(wanted, key=lambda key: LemmaKey.parse(key).subject)]
    if workers is not None or dask:
        values = None if sizes is None else {name: list(each) for name, each in sizes.items()}
        parts = [(key, values, None if seconds is None else seconds / len(keys)) for keys in families for key in keys]
        return _shared(parts, workers or 1, dask, progress)
    done = 0
    for keys in families:
        budget, members = TimeBudget(seconds), keys
        for number, key in enumerate(members):
            done += 1
            if progress:
                progress(f"{done} of {len(wanted)}: {key}")
            found = lemma(key)
            chosen = None if sizes is None else lemma_sizes.chosen_sizes(found, sizes)
            verdicts.append(verify_lemma(found, chosen, budget.share(len(members) - number)))
    return verdicts


def _shared(parts: Sequence[Part], workers: int, dask: str, progress: Progress) -> Verdicts:
    """Verdicts of lemmas that workers share, in the order of the lemmas."""
    found: dict[str, Verdict] = {}
    for key, verdict in fan_out(verify_part, map(json.dumps, parts), min(workers, max(1, len(parts))), dask):
        found[key] = verdict
        if progress:
            progress(f"{len(found)} of {len(parts)}: {key}")
    return Verdicts(found[key] for key, *_ in parts)


def verify_part(part: str) -> tuple[str, Verdict]:
    """The verdict on one lemma, for a worker.

    >>> verify_part('["ring.diameter", {"K": [3, 4]}, null]')[1].verdict
    'holds'
    """
    key, sizes, seconds = json.loads(part)
    found = lemma(key)
    chosen = None if sizes is None else lemma_sizes.chosen_sizes(found, sizes)
    return key, verify_lemma(found, chosen, TimeBudget(seconds))


def _with_names(
    subjects: str | Sequence[str], sizes: Mapping[str, Sequence[int]] | None
) -> tuple[list[str], Mapping[str, Sequence[int]] | None]:
    """Products with names for long factors, whose values are the sizes: a proof for all sizes takes no longer."""
    texts = [subjects] if isinstance(subjects, str) else subjects
    found = [with_names(each) if is_product(each) else (each, {}) for each in texts]
    named = {name: (value,) for _, values in found for name, value in values.items()}
    if named.keys() & (sizes or {}).keys() or (named and len(texts) > 1):
        raise InputError(f"{', '.join(texts)}: write names instead of long sizes, and verify one product at a time")
    return [text for text, _ in found], {**(sizes or {}), **named} if named else sizes


def _refuse_too_large(found: Lemma, sizes: Iterable[Size]) -> None:
    """Refuse sizes whose network cannot be built, or whose closed form takes too long, before anything is compared."""
    network = subject(found.measured.subject)
    for size in sizes:
        built = {name: size[name] for name in found.measured.network}
        network.require_fits(built if built.keys() >= network.minima.keys() else {**TWO_DIMENSIONS, **built})
        lemma_sizes.require_value(found, size)


def _names_are_known(wanted: Sequence[str], sizes: Mapping[str, Sequence[int]] | None) -> None:
    """:raises InputError: for the size of a parameter that none of the lemmas has, which would change nothing"""
    known: dict[str, None] = {}
    left = list(sizes or ())
    for key in wanted:
        if not left:  # the other lemmas need not be derived before a size is refused
            return
        known |= dict.fromkeys(lemma(key).domain.names)
        left = [name for name in left if name not in known]
    if left:
        hint = nearest(left[0], known)
        raise InputError(f"no lemma asked for has a parameter {left[0]!r}{hint}; they have {', '.join(known)}")


def values_by_side(
    subjects: str | Sequence[str] = (), sizes: Mapping[str, Sequence[int]] | None = None, most: int | None = None
) -> ComparedValues:
    """The closed form and the other sides of each lemma at its sizes, as plain data.

    >>> values_by_side(["ring.diameter"], {"K": [5]})[0].values
    [{'size': {'K': 5}, 'closed form': '2', 'definition': '2', 'measured (shortest)': '2'}]
    """
    rows = ComparedValues()
    subjects, sizes = _with_names(subjects, sizes)
    wanted = wanted_keys(subjects)
    _names_are_known(wanted, sizes)
    for key in wanted:
        found = lemma(key)
        shown = values_at(found, lemma_sizes.chosen_sizes(found, sizes)[:most])
        rows.append(LemmaValues(key, shown))
    return rows


def values_at(found: Lemma, sizes: Iterable[Size]) -> list[dict[str, Any]]:
    """The closed form and the other sides of a lemma at some sizes, as plain data.

    >>> values_at(lemma("ring.diameter"), [{"K": 5}])
    [{'size': {'K': 5}, 'closed form': '2', 'definition': '2', 'measured (shortest)': '2'}]
    """
    return [
        {
            "size": dict(size),
            "closed form": str(found.value(size)),
            **{side: str(value) for side, value in other_sides(found, size)},
        }
        for size in sizes
    ]

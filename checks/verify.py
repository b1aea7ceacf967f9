"""Lemmas against explicit networks: closed form, literal definition and measurement, size by size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice, product

from checks.inputs import InputError, nearest
from checks.measured import measured_value
from checks.sizes import grid
from derive.evaluate import EvaluationError
from derive.lemma import Domain, Lemma, Size, Verdict, keys, lemma
from derive.products import product_builders
from derive.proof import ENUMERATED, ProofError

SIZES = 24
LARGEST_NETWORK = 2**20  # nodes, where one parameter makes a family grow fast and 20 sizes are wanted
LARGEST_USUAL = 1100  # nodes, where there are parameters enough for many small sizes
LARGEST_RELATION = 170  # nodes, where routes are followed relation by relation
LARGEST_TERM_BY_TERM = 400  # nodes, where a long finite sum is also evaluated as it is written
LARGEST_LITERAL = 1600  # pairs of nodes that a plain loop visits
EXTRA_VALUES = 10

FAST_ROUTINGS = ("shortest", "dimension-order")

Progress = Callable[[str], None] | None


class Disagreement(ValueError):
    """Two of the three sides of a lemma have different values at a size."""

    def __init__(self, size: Size, values: Mapping[str, str]) -> None:
        super().__init__(f"{dict(size)}: " + ", ".join(f"{side} {value}" for side, value in values.items()))
        self.counterexample = {"size": dict(size), **values}


def subject_keys(subject: str) -> list[str]:
    """The keys of all lemmas of a family, or of a product given as text.

    :raises InputError: for an unknown family, naming the nearest
    """
    if not subject.strip():
        raise InputError("the name of a family or product is empty")
    if "(" in subject:
        return [f"{subject}.{quantity}" for quantity in product_builders(subject)]
    found = keys(subject)
    if not found:
        known = sorted({key.partition(".")[0] for key in keys()})
        raise InputError(f"no family {subject!r} has lemmas{nearest(subject, known)}; families: {', '.join(known)}")
    return found


def find(subject: str, quantity: str = "") -> list[Lemma]:
    """The lemmas of a subject whose quantity is, or begins with, the one given.

    :raises InputError: for an unknown family or quantity

    >>> [found.key for found in find("toroid", "visit_ratio")]
    ['toroid.visit_ratio.link']
    """
    every = subject_keys(subject)
    names = {key[len(subject) + 1 :]: key for key in every}
    if quantity in names:
        return [lemma(names[quantity])]
    chosen = [key for name, key in names.items() if not quantity or name.startswith(quantity + ".")]
    if not chosen:
        raise InputError(f"{subject} has no quantity {quantity!r}{nearest(quantity, names)}; it has {', '.join(names)}")
    return [lemma(key) for key in chosen]


def default_sizes(found: Lemma, most: int = SIZES) -> list[dict[str, int]]:
    """The smallest sizes of a lemma: networks first, then a few values of what is left (a distance, a position)."""
    built = found.measured.network
    networks = Domain(tuple(p for p in found.domain.parameters if p.name in built))
    extras = [p for p in found.domain.parameters if p.name not in built]
    largest = LARGEST_NETWORK if len(found.domain.parameters) == 1 else LARGEST_USUAL
    if found.measured.routings[0] not in FAST_ROUTINGS:
        largest = LARGEST_RELATION
    chosen = []
    for size in networks.sizes(most, lambda size: _nodes(found, size, extras) <= largest):
        values = product(*(range(p.minimum, p.minimum + EXTRA_VALUES) for p in extras))
        candidates = ({**size, **dict(zip((p.name for p in extras), rest, strict=True))} for rest in values)
        chosen += list(islice(filter(found.domain.contains, candidates), EXTRA_VALUES))
    return chosen


def _nodes(found: Lemma, size: Size, extras: Sequence) -> int:
    return found.definition.nodes({**size, **{p.name: p.minimum for p in extras}})


def chosen_sizes(found: Lemma, wanted: Mapping[str, Sequence[int]] | None) -> list[dict[str, int]]:
    """The sizes a user asked for, as far as they are in the domain; parameters not mentioned take default values.

    :raises InputError: if none is legal
    """
    if wanted is None:
        return default_sizes(found)
    mentioned = {name: values for name, values in wanted.items() if name in found.domain.names}
    missing = [p for p in found.domain.parameters if p.name not in mentioned]
    for p in missing:
        mentioned[p.name] = range(p.minimum, p.minimum + (EXTRA_VALUES if p.name not in found.measured.network else 4))
    sizes = [
        size for size in grid({name: mentioned[name] for name in found.domain.names}) if found.domain.contains(size)
    ]
    if not sizes:
        raise InputError(f"{found.key}: none of the sizes is in the domain {found.domain.describe()}")
    return sizes


def compare(found: Lemma, size: Size) -> Iterator[str]:
    """Compare the sides of a lemma at one size; yields the name of each side that agreed with the closed form.

    :raises Disagreement: with the values
    """
    try:
        value = found.value(size)
    except (ZeroDivisionError, EvaluationError) as error:
        raise Disagreement(size, {"closed form": f"no value: {error}"}) from None
    if found.fast is not None and found.definition.nodes(size) <= LARGEST_TERM_BY_TERM:
        _agree(size, value, "closed form term by term", found.closed_value(size))
        yield "closed form term by term"
    if found.definition.work(size) <= LARGEST_LITERAL:
        _agree(size, value, "definition", found.definition.literal(size))
        yield "definition"
    first, *others = found.measured.routings
    for routing in (first, *(others if found.definition.nodes(size) <= LARGEST_USUAL else ())):
        _agree(size, value, f"measured ({routing})", measured_value(found, size, routing))
        yield f"measured ({routing})"


def _agree(size: Size, value: Fraction, side: str, other: Fraction) -> None:
    if value != other:
        raise Disagreement(size, {"closed form": str(value), side: str(other)})


def verify_lemma(found: Lemma, sizes: Iterable[Size] | None = None) -> Verdict:
    """Re-run the proof of a lemma and compare its three sides at the sizes.

    Returns
    -------
    Verdict : ``holds`` if every step re-checks and all sides agree at every size (``proof`` says whether the steps are proved
        or argued), ``fails`` with the first disagreement, ``unknown`` if a step is only enumerated or does not re-check.
    """
    tried: list[dict[str, int]] = []
    agreed: dict[str, int] = {}
    counterexample = None
    try:
        for size in sizes if sizes is not None else default_sizes(found):
            for side in compare(found, size):
                agreed[side] = agreed.get(side, 0) + 1
            tried.append(dict(size))
    except Disagreement as disagreement:
        counterexample = disagreement.counterexample
    proof: str | None = f"{found.strength} for all sizes: {', '.join(found.proof_kinds)}"
    remark = ""
    try:
        found.check()
    except ProofError as error:
        proof, remark = None, f"the proof does not re-check: {error}"
    if found.strength == ENUMERATED:
        proof, remark = None, "a step is only enumerated"
    verdict = "fails" if counterexample else "holds" if proof else "unknown"
    return Verdict(
        key=found.key, source="netlemma", locator=f"derivation of {len(found.derivation.steps)} steps", reading=found.domain.describe(),
        verdict=verdict, proof=proof, sizes=tuple(tried), counterexample=counterexample, remark=remark, evidence=agreed,
    )  # fmt: skip


def verify(
    subjects: Sequence[str] = (), sizes: Mapping[str, Sequence[int]] | None = None, progress: Progress = None
) -> list[Verdict]:
    """Verify the lemmas of the subjects (families or products; all families if none is given).

    Parameters
    ----------
    subjects : family names, product texts, or keys of single lemmas.
    sizes : values of the parameters, see :func:`checks.sizes.parse_sizes`; the smallest sizes if None.
    progress : called with the key of each lemma before it is verified.

    >>> [verdict.verdict for verdict in verify(["ring.diameter"])]
    ['holds']
    """
    wanted = [key for subject in subjects or sorted({k.partition(".")[0] for k in keys()}) for key in _keys(subject)]
    verdicts = []
    for key in wanted:
        if progress:
            progress(key)
        found = lemma(key)
        verdicts.append(verify_lemma(found, chosen_sizes(found, sizes)))
    return verdicts


def _keys(subject: str) -> list[str]:
    if "." not in subject:
        return subject_keys(subject)
    family, _, quantity = subject.partition(".")
    return [found.key for found in find(family, quantity)]

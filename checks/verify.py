"""Lemmas against explicit networks: closed form, literal definition and measurement, size by size.

The sizes are small, and where a closed form has cases they are in each case and on its edges. A long finite sum that is also
computed by tables is compared with them term by term in each case, even if it begins where networks are too large to be
measured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product

from sympy import Basic, Piecewise, ordered

from checks.inputs import InputError, nearest
from checks.measured import measured_value
from checks.sizes import grid
from checks.verdicts import Verdicts
from derive.evaluate import EvaluationError, holds
from derive.lemma import Domain, Lemma, Size, Verdict, keys, lemma
from derive.products import product_builders
from derive.proof import ENUMERATED, ProofError
from derive.smt import SolverMissing

SIZES = 24
LARGEST_NETWORK = 2**20  # nodes, where one parameter makes a family grow fast and 20 sizes are wanted
LARGEST_USUAL = 1100  # nodes, where there are parameters enough for many small sizes
LARGEST_RELATION = 170  # nodes, where routes are followed relation by relation
LARGEST_TERM_BY_TERM = 2100  # nodes, where a long finite sum is also evaluated as it is written
LEAST_VALUES = 8  # of each parameter, as far as networks with the others at their smallest have this many nodes:
LARGEST_LONG = 2100
SCANNED_FOR_CASES = 400  # sizes, for one in each case of a closed form
LARGEST_AT_EDGE = 2**13  # nodes, where a case of a closed form begins
LARGEST_LITERAL = 1600  # pairs of nodes that a plain loop visits
EXTRA_VALUES = 10

TERM_BY_TERM = "closed form term by term"
FAST_ROUTINGS = ("shortest", "dimension-order", "concise", "general")

Progress = Callable[[str], None] | None
Case = tuple[Piecewise, int]  # a choice between cases, and which of them


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
    """The smallest sizes of a lemma, and some in each case of its closed form.

    Networks are chosen first, then a few values of what is left (a distance, a position).
    """
    built = found.measured.network
    networks = Domain(tuple(p for p in found.domain.parameters if p.name in built))
    extras = [p for p in found.domain.parameters if p.name not in built]
    largest = LARGEST_NETWORK if len(found.domain.parameters) == 1 else LARGEST_USUAL
    if found.measured.routings[0] not in FAST_ROUTINGS:
        largest = LARGEST_RELATION
    chosen: list[dict[str, int]] = []
    usual = list(networks.sizes(most, lambda size: _nodes(found, size, extras) <= largest))
    if most >= SIZES and found.measured.routings[0] in FAST_ROUTINGS:
        usual += _long_sizes(found, networks, extras, usual)
        usual += _edge_sizes(found, networks, extras, usual)
    for size in usual:
        values = sorted(product(*(range(p.minimum, p.minimum + EXTRA_VALUES) for p in extras)), key=sum)
        candidates = ({**size, **dict(zip((p.name for p in extras), rest, strict=True))} for rest in values)
        legal = list(filter(found.domain.contains, candidates))
        chosen += legal[:EXTRA_VALUES]
        if len(extras) > 1:  # the smallest sums leave each of them small
            chosen += legal[EXTRA_VALUES :: max(1, len(legal) // EXTRA_VALUES)]
    return chosen


def _nodes(found: Lemma, size: Size, extras: Sequence) -> int:
    return found.definition.nodes({**size, **{p.name: p.minimum for p in extras}})


def _long_sizes(found: Lemma, networks: Domain, extras: Sequence, usual: Sequence[Size]) -> list[dict[str, int]]:
    """For a long finite sum, which has terms of other kinds at larger sizes: one parameter larger than in the usual sizes,
    the others as small as can be, until it has taken enough values."""
    if found.fast is None:
        return []
    smallest = {p.name: p.minimum for p in networks.parameters}
    chosen = []
    for p in networks.parameters:
        reached = max((size[p.name] for size in usual), default=p.minimum)
        for value in range(reached + 1, p.minimum + LEAST_VALUES):
            size = {**smallest, p.name: value}
            if networks.contains(size) and _nodes(found, size, extras) <= LARGEST_LONG:
                chosen.append(size)
    return chosen


def _edge_sizes(found: Lemma, networks: Domain, extras: Sequence, usual: Sequence[Size]) -> list[dict[str, int]]:
    """The first network in each case of a closed form and those next to it, as far as they are not among the usual ones.

    A case that one size is in is so compared there, and its condition on both sides of each edge. Long finite sums have
    :func:`case_sizes`.
    """
    if found.fast is not None:
        return []
    chosen: list[dict[str, int]] = []
    for first in _first_sizes(found).values():
        here = {name: first[name] for name in networks.names}
        for size in (here, *({**here, name: here[name] + step} for step in (-1, 1) for name in here)):
            if networks.contains(size) and _nodes(found, size, extras) <= LARGEST_AT_EDGE:
                chosen += [size] if size not in usual and size not in chosen else []
    return chosen


def _first_sizes(found: Lemma) -> dict[Case, Size]:
    """The first size in each case of a closed form that is reached within so many sizes."""
    cases = _deciding(found)
    wanted = sum(len(c.args) for c in cases)
    first: dict[Case, Size] = {}
    for size in found.domain.sizes(SCANNED_FOR_CASES) if cases else ():
        for case in _reached(found, cases, size):
            first.setdefault(case, size)
        if len(first) == wanted:
            break
    return first


def _deciding(found: Lemma) -> list[Piecewise]:
    """Those parts of a closed form whose cases the size decides."""
    symbols = {p.symbol for p in found.domain.parameters}
    return [c for c in ordered(found.closed_form.atoms(Piecewise)) if _conditions(c) <= symbols]


def _reached(found: Lemma, cases: Sequence[Piecewise], size: Size) -> list[Case]:
    point = {p.symbol: size[p.name] for p in found.domain.parameters}
    return [(c, next(i for i, (_, when) in enumerate(c.args) if holds(when, point))) for c in cases]


def case_sizes(found: Lemma, sizes: Iterable[Size]) -> list[dict[str, int]]:
    """Sizes for the cases of a closed form in which it is not compared term by term at any of ``sizes``.

    Each is the first size in such a case, together with the size before it, so that the edge between them is seen.

    >>> found = lemma("cube-connected-cycles.bottleneck")
    >>> case_sizes(found, default_sizes(found))
    [{'D': 21}, {'D': 22}]
    """
    cases = _deciding(found)
    if found.fast is None or not cases:
        return []
    small = [size for size in sizes if found.definition.nodes(size) <= LARGEST_TERM_BY_TERM]
    seen = {case for size in small for case in _reached(found, cases, size)}
    chosen: list[dict[str, int]] = []
    previous: dict[str, int] | None = None
    for size in found.domain.sizes(SCANNED_FOR_CASES):
        if new := set(_reached(found, cases, size)) - seen:
            seen |= new
            if found.definition.nodes(size) > LARGEST_TERM_BY_TERM:
                chosen += [edge for edge in (previous, size) if edge is not None and edge not in chosen]
        previous = size
    return chosen


def _conditions(cases: Piecewise) -> set[Basic]:
    """The symbols that decide which case holds."""
    return set().union(*(when.free_symbols for _, when in cases.args))


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
    value = _value(found.value, size)
    if found.fast is not None and found.definition.nodes(size) <= LARGEST_TERM_BY_TERM:
        yield from compare_formulas(found, size)
    for side, other in other_sides(found, size):
        _agree(size, value, side, other)
        yield side


def other_sides(found: Lemma, size: Size) -> Iterator[tuple[str, Fraction]]:
    """What a closed form is compared with at one size, where it is small enough: its definition computed by a plain loop, and
    what is measured under each routing."""
    if found.definition.work(size) <= LARGEST_LITERAL:
        yield "definition", found.definition.literal(size)
    first, *others = found.measured.routings
    for routing in (first, *(others if found.definition.nodes(size) <= LARGEST_USUAL else ())):
        yield f"measured ({routing})", measured_value(found, size, routing)


def compare_formulas(found: Lemma, size: Size) -> Iterator[str]:
    """Compare the closed form, evaluated as it is written, with the tables that compute it, at any size.

    :raises Disagreement: with the values
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


def verify_lemma(found: Lemma, sizes: Iterable[Size] | None = None) -> Verdict:
    """Re-run the proof of a lemma and compare its three sides at the sizes (if none are given, at the default ones and
    one in each further case of the closed form).

    Returns
    -------
    Verdict : ``holds`` if every step re-checks and all sides agree at every size (``proof`` says whether the steps are proved
        or argued), ``fails`` with the first disagreement, ``unknown`` if a step is only enumerated or does not re-check.
    """
    tried: list[dict[str, int]] = []
    agreed: dict[str, int] = {}
    counterexample = None
    try:
        for comparison, size in _comparisons(found, sizes):
            for side in comparison(found, size):
                agreed[side] = agreed.get(side, 0) + 1
            tried.append(dict(size))
    except Disagreement as disagreement:
        counterexample = disagreement.counterexample
    proof: str | None = f"{found.strength} for all sizes: {', '.join(found.proof_kinds)}"
    remark = ""
    try:
        found.check()
    except SolverMissing as error:
        proof, remark = None, f"the proof cannot be re-run: {error}"
    except ProofError as error:
        proof, remark = None, f"the proof does not re-check: {error}"
    if found.strength == ENUMERATED:
        proof, remark = None, "a step is only enumerated"
    verdict = "fails" if counterexample else "holds" if proof else "unknown"
    return Verdict(
        key=found.key, source="netlemma", locator=f"derivation of {len(found.derivation.steps)} steps", reading=found.domain.describe(),
        verdict=verdict, proof=proof, sizes=tuple(tried), counterexample=counterexample, remark=remark, evidence=agreed,
    )  # fmt: skip


def _comparisons(found: Lemma, sizes: Iterable[Size] | None) -> Iterator[tuple[Callable, Size]]:
    usual = list(default_sizes(found) if sizes is None else sizes)
    yield from ((compare, size) for size in usual)
    if sizes is None:
        yield from ((compare_formulas, size) for size in case_sizes(found, usual))


def verify(
    subjects: str | Sequence[str] = (), sizes: Mapping[str, Sequence[int]] | None = None, progress: Progress = None
) -> Verdicts:
    """Verify the lemmas of the subjects (families or products; all families if none is given).

    Parameters
    ----------
    subjects : a family's name, a product's text or the key of a lemma, or several of them.
    sizes : values of the parameters, see :func:`checks.sizes.parse_sizes`; the smallest sizes if None.
    progress : called with the key of each lemma before it is verified.

    >>> [verdict.verdict for verdict in verify("ring.diameter")]
    ['holds']
    """
    verdicts = Verdicts()
    for key in _wanted(subjects):
        if progress:
            progress(key)
        found = lemma(key)
        verdicts.append(verify_lemma(found, None if sizes is None else chosen_sizes(found, sizes)))
    return verdicts


def values(
    subjects: str | Sequence[str] = (), sizes: Mapping[str, Sequence[int]] | None = None, most: int | None = None
) -> list[dict[str, object]]:
    """What is compared, as plain data: for each lemma the closed form and its other sides at the sizes.

    Parameters
    ----------
    subjects, sizes : as in :func:`verify`.
    most : of the sizes of a lemma, the first so many.

    >>> values(["ring.diameter"], {"K": [5]})[0]["values"]
    [{'size': {'K': 5}, 'closed form': '2', 'definition': '2', 'measured (shortest)': '2'}]
    """
    rows: list[dict[str, object]] = []
    for key in _wanted(subjects):
        found = lemma(key)
        shown = [
            {
                "size": dict(size),
                "closed form": str(found.value(size)),
                **{s: str(v) for s, v in other_sides(found, size)},
            }
            for size in chosen_sizes(found, sizes)[:most]
        ]
        rows.append({"key": key, "values": shown})
    return rows


def _wanted(subjects: str | Sequence[str]) -> list[str]:
    subjects = [subjects] if isinstance(subjects, str) else subjects
    return [key for subject in subjects or sorted({k.partition(".")[0] for k in keys()}) for key in _keys(subject)]


def _keys(subject: str) -> list[str]:
    if "." not in subject:
        return subject_keys(subject)
    family, _, quantity = subject.partition(".")
    return [found.key for found in find(family, quantity)]

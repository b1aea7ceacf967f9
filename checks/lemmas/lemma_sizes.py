"""Sizes at which lemmas are compared: small ones by default, and further ones where these see too little of a closed form."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import product

from sympy import Basic, Max, Min, Piecewise, ceiling, floor, fraction, ordered, together

from netlemma.checks.base.inputs import grid
from netlemma.checks.lemmas.lemma_lookup import subject
from netlemma.derive.algebra.evaluate import evaluate, holds
from netlemma.derive.core.domain import Domain, Size
from netlemma.derive.core.lemma import Lemma
from netlemma.errors import EvaluationError, InputError
from netlemma.graphs import Family, families
from netlemma.graphs.base.limits import require, title
from netlemma.graphs.topology.symmetry import orbits

# Comparison sizes beyond the smallest ones, where these see too little of a closed form.


SCANNED_FOR_CASES = 400  # sizes, for one in each case of a closed form
SCANNED_FOR_EXTREMES = 600
LARGEST_TERM_BY_TERM = 2100  # nodes, where a long finite sum is also evaluated as it is written
Branch = tuple[Piecewise, int]  # a choice between cases, and which of them


def further_sizes(found: Lemma, usual: Sequence[Size], largest: float) -> list[dict[str, int]]:
    """Sizes of a closed form besides the usual ones.

    They are the default sizes of the family, if some usual sizes are illegal; for each argument of a maximum or
    minimum, the first size above all minima where it alone is attained, if no usual size is such; and for each rounded
    quotient by a number that depends on the size, the first size at which both exceed 1.

    >>> from netlemma.derive import lemma
    >>> further_sizes(lemma("megafly.max_channel_load.uniform"), [], 256)
    [{'p': 2, 's': 2, 'h': 2}, {'p': 3, 's': 2, 'h': 2}, {'p': 3, 's': 3, 'h': 2}]
    """
    fits = lambda size: found.definition.nodes(size) <= largest  # noqa: E731
    own = [] if all(map(found.domain.contains, usual)) else filter(fits, _family_sizes(found))
    chosen: list[dict[str, int]] = []
    for size in (*own, *_extreme_sizes(found, usual, fits), *_rounded_sizes(found, usual, fits)):
        chosen += [size] if size not in usual and size not in chosen else []
    return chosen


def _family_sizes(found: Lemma) -> list[dict[str, int]]:
    family, legal = families().get(found.measured.subject), found.domain.contains
    if not isinstance(family, Family):
        return []
    names = found.domain.names
    sizes = [{name: size[name] for name in names} for size in family.default_sizes if set(names) <= set(size)]
    return list(filter(legal, sizes))


def _extreme_sizes(found: Lemma, usual: Sequence[Size], fits: Callable[[Size], bool]) -> list[dict[str, int]]:
    symbols = {p.symbol for p in found.domain.parameters}
    chosen: list[dict[str, int]] = []
    for extreme in ordered(part for part in found.closed_form.atoms(Max, Min) if part.free_symbols <= symbols):
        seen = {_only_extreme(found, extreme, size) for size in usual} | {None}
        for size in found.domain.sizes(SCANNED_FOR_EXTREMES, fits):
            if (number := _only_extreme(found, extreme, size)) not in seen:
                seen.add(number)
                chosen.append(size)
    return chosen


def _only_extreme(found: Lemma, extreme: Max | Min, size: Size) -> int | None:
    """Which argument of a maximum or minimum has its value at a size of large parameters, if only one has it."""
    if not found.domain.contains(size) or any(size[p.name] == p.minimum for p in found.domain.parameters):
        return None
    point = {p.symbol: size[p.name] for p in found.domain.parameters}
    values = [evaluate(part, point) for part in extreme.args]
    value = max(values) if isinstance(extreme, Max) else min(values)
    return values.index(value) if values.count(value) == 1 else None


def _rounded_sizes(found: Lemma, usual: Sequence[Size], fits: Callable[[Size], bool]) -> Iterator[dict[str, int]]:
    symbols = {p.symbol for p in found.domain.parameters}
    for rounding in ordered(found.closed_form.atoms(floor, ceiling)):
        divisor = fraction(together(rounding.args[0]))[1]
        if not divisor.free_symbols or not rounding.free_symbols <= symbols:
            continue
        for size in (*filter(found.domain.contains, usual), *found.domain.sizes(SCANNED_FOR_EXTREMES, fits)):
            point = {p.symbol: size[p.name] for p in found.domain.parameters}
            if min(evaluate(rounding.args[0], point), evaluate(divisor, point)) > 1:
                yield dict(size)
                break


def first_sizes(formula: Basic, domain: Domain, above: bool = False) -> dict[Branch, Size]:
    """The first size in each case of a formula that is reached within the smallest sizes of a domain."""
    cases = _deciding(formula, domain)
    wanted = sum(len(c.args) for c in cases)
    first: dict[Branch, Size] = {}
    for size in domain.sizes(SCANNED_FOR_CASES) if cases else ():
        if above and any(size[p.name] <= max(p.minimum, 1) for p in domain.parameters):
            continue
        for case in _reached(domain, cases, size):
            first.setdefault(case, size)
        if len(first) == wanted:
            break
    return first


def sizes_separating_cases(
    formula: Basic, domain: Domain, usual: Iterable[Size], fits: Callable[[Size], bool]
) -> list[Size]:
    """The first size in each case of a formula at which another case would have another value, if no usual size is such.

    Cases that agree at all usual sizes could be exchanged unseen.

    >>> from netlemma.derive import lemma
    >>> found = lemma("express-torus.mean_distance")
    >>> usual = [*found.domain.sizes(8), {"k": 9, "n": 1, "e": 3}]  # e = 2 wherever it is even
    >>> sizes_separating_cases(found.closed_form, found.domain, usual, lambda size: True)
    [{'k': 8, 'n': 1, 'e': 4}, {'k': 12, 'n': 1, 'e': 4}]
    """
    cases = _deciding(formula, domain)
    symbols = {p.symbol for p in domain.parameters}
    cases = [c for c in cases if all(value.free_symbols <= symbols for value, _ in c.args)]
    pairs = {
        (c, one, other) for c in cases for one in range(len(c.args)) for other in range(len(c.args)) if one != other
    }
    chosen: list[Size] = []
    for size in (*filter(domain.contains, usual), *filter(fits, domain.sizes(SCANNED_FOR_CASES) if pairs else ())):
        here = dict(_reached(domain, cases, size))
        new = {pair for pair in pairs if here[pair[0]] == pair[1] and _differs(domain, *pair, size)}
        chosen += [size] if new and size not in usual else []
        pairs -= new
    return chosen


def _differs(domain: Domain, cases: Piecewise, one: int, other: int, size: Size) -> bool:
    """Whether two cases have different values at a size, at which the second need not have any."""
    point = {p.symbol: size[p.name] for p in domain.parameters}
    try:
        return evaluate(cases.args[one].expr, point) != evaluate(cases.args[other].expr, point)
    except (EvaluationError, ZeroDivisionError):
        return True


def _deciding(formula: Basic, domain: Domain) -> list[Piecewise]:
    """Those parts of a formula whose cases the size decides."""
    symbols = {p.symbol for p in domain.parameters}
    return [c for c in ordered(formula.atoms(Piecewise)) if _conditions(c) <= symbols]


def _reached(domain: Domain, cases: Sequence[Piecewise], size: Size) -> list[Branch]:
    point = {p.symbol: size[p.name] for p in domain.parameters}
    return [(c, next(i for i, (_, when) in enumerate(c.args) if holds(when, point))) for c in cases]


def case_sizes(found: Lemma, sizes: Iterable[Size]) -> list[dict[str, int]]:
    """Sizes for the cases of a closed form that are not compared term by term at any of the given sizes.

    Each is the first size in such a case, together with the size before it, so that both sides of the edge are
    compared.

    >>> from netlemma.derive import lemma
    >>> from netlemma.checks.lemmas.lemma_sizes import default_sizes
    >>> found = lemma("cube-connected-cycles.bottleneck")
    >>> case_sizes(found, default_sizes(found))
    [{'D': 21}, {'D': 22}]
    """
    cases = _deciding(found.closed_form, found.domain)
    if found.fast is None or not cases:
        return []
    small = [size for size in sizes if found.definition.nodes(size) <= LARGEST_TERM_BY_TERM]
    seen = {case for size in small for case in _reached(found.domain, cases, size)}
    chosen: list[dict[str, int]] = []
    previous: dict[str, int] | None = None
    for size in found.domain.sizes(SCANNED_FOR_CASES):
        if new := set(_reached(found.domain, cases, size)) - seen:
            seen |= new
            if found.definition.nodes(size) > LARGEST_TERM_BY_TERM:
                chosen += [edge for edge in (previous, size) if edge is not None and edge not in chosen]
        previous = size
    return chosen


def _conditions(cases: Piecewise) -> set[Basic]:
    """The symbols that decide which case holds."""
    return set().union(*(when.free_symbols for _, when in cases.args))


# Default comparison sizes of lemmas.
#
# They are small; where a closed form has cases, they include each case and its edges. For a long finite sum they continue
# beyond the largest measured networks.


SIZES, FEWEST = 24, 10
LARGEST_NETWORK = (
    2**20
)  # nodes, where one parameter makes a family grow fast, 20 sizes are wanted and all nodes are alike
LARGEST_HOPS = 2**22  # of such a network
LARGEST_USUAL = 1100  # nodes, where there are parameters enough for many small sizes
LARGEST_MATCHED = 100  # nodes, where sources are matched with destinations
LARGEST_FAILING = 100  # nodes, where each link fails
LARGEST_PERMUTED = 7  # nodes, where all permutations are tried
LARGEST_TRAFFIC = 256  # nodes, where the loads of directed channels are counted
LARGEST_RELATION = 170  # nodes, where routes are followed relation by relation
LEAST_VALUES = 8  # of each parameter, as far as networks with the others at their smallest have this many nodes:
LARGEST_LONG = 2100
LARGEST_AT_EDGE = 2**13  # nodes, where a case of a closed form begins, or one parameter is enough and nodes differ
EXTRA_VALUES = 10
# of Python's integers; the numbers of a table are half as long as the longest
BYTES_OF_INTEGER, BYTES_BY_DIGIT = (40, 0.415)
LARGEST_CUT = 36  # nodes, where all halves are searched through
FAST_ROUTINGS = ("shortest", "dimension-order", "concise", "general")


def default_sizes(found: Lemma, most: int = SIZES) -> list[dict[str, int]]:
    """The smallest sizes of a lemma, and some in each case of its closed form.

    Networks are chosen first, then a few values of the other parameters (a distance, a position).
    """
    built = found.measured.network
    networks = Domain(tuple(p for p in found.domain.parameters if p.name in built))
    extras = [p for p in found.domain.parameters if p.name not in built]
    first, largest = found.measured.routings[0], largest_measured(found)
    if first in FAST_ROUTINGS and largest == LARGEST_USUAL and len(found.domain.parameters) == 1:
        named = families().get(found.measured.subject)
        if named is None or named.kind == "network":  # few named graphs have nodes that are all alike
            small = networks.sizes(most, lambda size: _nodes(found, size, extras) <= largest)
            *_, last = (size for size in small if subject(found.measured.subject).is_legal(size))
            alike = _nodes_alike(found.measured.subject, tuple(last.items()))
            largest = LARGEST_NETWORK if alike else LARGEST_AT_EDGE
    chosen: list[dict[str, int]] = []
    fits = lambda size: _nodes(found, size, extras) <= largest and (largest < LARGEST_NETWORK or _is_quick(found, size))  # noqa: E731
    usual = list(networks.sizes(most, fits))
    symbols = {p.symbol for p in networks.parameters}
    about = tuple(relation for relation in found.domain.relations if relation.free_symbols <= symbols)
    allowed = replace(networks, relations=about, legal=None if extras else found.domain.legal)
    if sum(map(allowed.contains, usual)) < FEWEST <= most:  # few sizes are legal
        usual = list(allowed.sizes(FEWEST, fits))
    if not extras and most >= SIZES and found.fast is None:
        usual += further_sizes(found, usual, min(largest, LARGEST_TRAFFIC))
    if most >= SIZES and first in FAST_ROUTINGS and found.measured.quantity not in ("bisection", "deadlock_rank"):
        usual += _long_sizes(found, networks, extras, usual)
        usual += _edge_sizes(found, networks, extras, usual)
        if not extras and found.fast is None:
            usual += map(dict, sizes_separating_cases(found.closed_form, found.domain, usual, fits))
    for size in usual:
        values = sorted(product(*(range(p.minimum, p.minimum + EXTRA_VALUES) for p in extras)), key=sum)
        candidates = ({**size, **dict(zip((p.name for p in extras), rest, strict=True))} for rest in values)
        legal = list(filter(found.domain.contains, candidates))
        chosen += legal[:EXTRA_VALUES]
        if len(extras) > 1:  # the smallest sums leave each of them small
            chosen += legal[EXTRA_VALUES :: max(1, len(legal) // EXTRA_VALUES)]
    return chosen


def _is_quick(found: Lemma, size: Size) -> bool:
    """Whether the explicit network of a size is a product, whose factors are measured, or has few hops."""
    about = subject(found.measured.subject)
    if not isinstance(about.kind, Family) or not about.has_channels or not about.is_legal(size):
        return True
    sizes = about.kind.log_sizes(**about.kind.check(size))
    return 10 ** sizes[1] <= LARGEST_HOPS or bool(about.network(next(found.domain.sizes(1))).factors)


@cache
def _nodes_alike(text: str, size: tuple[tuple[str, int], ...]) -> bool:
    """Whether one source stands for all nodes of a network, by its checked symmetries; networks of rings are small."""
    about = subject(text)
    return not about.has_channels or len(orbits(about.network(dict(size))).sources) == 1


def largest_measured(found: Lemma) -> int:
    """The most nodes of networks on which a lemma is compared with measurements unasked."""
    first, quantity = found.measured.routings[0], found.measured.quantity
    if quantity == "bisection":
        return LARGEST_CUT
    if quantity.endswith("_after_failure"):
        return LARGEST_FAILING
    if quantity == "average":
        return LARGEST_PERMUTED
    if "worst_case" in quantity or first.startswith("valiant"):
        return LARGEST_MATCHED
    if quantity == "deadlock_rank" and first == "shortest":
        return LARGEST_RELATION
    if first in FAST_ROUTINGS:
        return LARGEST_USUAL
    usual_traffic = LARGEST_USUAL if len(found.domain.parameters) == 1 else LARGEST_TRAFFIC
    return usual_traffic if first.partition(" ")[0] in FAST_ROUTINGS else LARGEST_RELATION


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
    """The first network in each case of a closed form, those next to it, and the first one whose sizes are all above 1 and their
    minima, as far as they are not among the usual ones.

    A case that one size is in is so compared there, and its condition on both sides of each edge. Long finite sums have
    :func:`case_sizes`.
    """
    if found.fast is not None:
        return []
    chosen: list[dict[str, int]] = []
    for first in first_sizes(found.closed_form, found.domain).values():
        here = {name: first[name] for name in networks.names}
        chosen += [here, *({**here, name: here[name] + step} for step in (-1, 1) for name in here)]
    above = first_sizes(found.closed_form, found.domain, above=True).values() if extras else ()
    chosen += [{name: first[name] for name in networks.names} for first in above]
    fits = lambda size: networks.contains(size) and _nodes(found, size, extras) <= LARGEST_AT_EDGE  # noqa: E731
    return [size for n, size in enumerate(chosen) if size not in usual and size not in chosen[:n] and fits(size)]


def chosen_sizes(found: Lemma, wanted: Mapping[str, Sequence[int]] | None) -> list[dict[str, int]]:
    """The sizes that a user asked for, as far as they are in the domain; other parameters take default values."""
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


def require_value(found: Lemma, size: Size) -> None:
    """Check that the closed form of a lemma can be evaluated at a size, by an estimate of its tables."""
    if found.tables is None:
        return
    numbers, kept = found.tables(size)
    text = found.measured.subject
    longest = subject(text).log_nodes({name: size[name] for name in found.measured.network}) * BYTES_BY_DIGIT
    require("tables", title(text, size), numbers, kept=kept * (BYTES_OF_INTEGER + longest / 2))

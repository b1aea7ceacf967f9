"""Comparison sizes beyond the smallest ones, where these see too little of a closed form."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from sympy import Basic, Max, Min, Piecewise, ceiling, floor, fraction, ordered, together

from netlemma.derive.algebra.expressions.evaluate import EvaluationError, evaluate, holds
from netlemma.derive.core.domain import Domain, Size
from netlemma.derive.core.lemma import Lemma
from netlemma.graphs import Family, families

SCANNED_FOR_CASES = 400  # sizes, for one in each case of a closed form
SCANNED_FOR_EXTREMES = 600
LARGEST_TERM_BY_TERM = 2100  # nodes, where a long finite sum is also evaluated as it is written
Branch = tuple[Piecewise, int]  # a choice between cases, and which of them


def further_sizes(found: Lemma, usual: Sequence[Size], largest: float) -> list[dict[str, int]]:
    """Sizes of a closed form besides the usual ones.

    They are the default sizes of the family, if some usual sizes are illegal; for each argument of a maximum or
    minimum, the first size above all minima where it alone is attained, if no usual size is such; and for each rounded
    quotient by a number that depends on the size, the first size at which both exceed 1.

    Parameters
    ----------
    found : Lemma
        Lemma.
    usual : sequence of mapping from str to int
        Usual sizes.
    largest : float
        Most nodes.

    Returns
    -------
    list of dict from str to int
        Further sizes.

    Examples
    --------
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
    """The first size in each case of a formula that is reached within the smallest sizes of a domain.

    Parameters
    ----------
    formula : Basic
        Formula in the parameters.
    domain : Domain
        Legal sizes.
    above : bool, default False
        Whether each parameter must be above its minimum, and above 1.

    Returns
    -------
    dict from tuple to mapping from str to int
        Size by case: the choice between cases, and the number of the case in it.
    """
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


def told_apart(formula: Basic, domain: Domain, usual: Iterable[Size], fits: Callable[[Size], bool]) -> list[Size]:
    """The first size in each case of a formula at which another case would have another value, if no usual size is such.

    Cases that agree at all usual sizes could be exchanged unseen.

    Parameters
    ----------
    formula : Basic
        Formula in the parameters.
    domain : Domain
        Legal sizes.
    usual : iterable of mapping from str to int
        Sizes that are compared anyway.
    fits : callable
        Whether a size is small enough.

    Returns
    -------
    list of mapping from str to int
        Further sizes.

    Examples
    --------
    >>> from netlemma.derive import lemma
    >>> found = lemma("express-torus.mean_distance")
    >>> usual = [*found.domain.sizes(8), {"k": 9, "n": 1, "e": 3}]  # e = 2 wherever it is even
    >>> told_apart(found.closed_form, found.domain, usual, lambda size: True)
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

    Parameters
    ----------
    found : Lemma
        Lemma.
    sizes : iterable of mapping from str to int
        Sizes that are compared anyway.

    Returns
    -------
    list of dict from str to int
        Further sizes.

    Examples
    --------
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

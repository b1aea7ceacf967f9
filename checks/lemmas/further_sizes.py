"""Comparison sizes beyond the smallest ones, where these see too little of a closed form."""

from collections.abc import Callable, Iterator, Sequence

from sympy import Max, Min, ceiling, floor, fraction, ordered, together

from derive.algebra.expressions.evaluate import evaluate
from derive.core.domain import Size
from derive.core.lemma import Lemma
from graphs import Family, families

SCANNED_FOR_CASES = 400  # sizes, for one in each case of a closed form
SCANNED_FOR_EXTREMES = 600


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
    >>> from derive import lemma
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

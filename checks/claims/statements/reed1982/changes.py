"""Judges of changes of networks: quantities that become longer, larger or unequal."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction

import sympy
from sympy.core.relational import Relational

from netlemma.checks.claims.judgement import Judgement, agrees, fails, holds
from netlemma.checks.claims.statements.reed1982.counts import explicit_devices
from netlemma.checks.claims.statements.reed1982.networks import DUAL, SPANNING, TOROID, lemmas_of, sizes_of
from netlemma.checks.claims.theorems import follows, symbols
from netlemma.checks.formula.condition import parse_condition
from netlemma.checks.formula.equality.signs import never_below
from netlemma.derive import lemma
from netlemma.derive.algebra.expressions.notation import parameter
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Size
from netlemma.graphs import measure

before, after = symbols("before", "after")
MORE = sympy.Gt(after, before)
Change = tuple[Size, Fraction, Fraction]


def ordered(reading: Reading, what: str, changes: str, because: str = "") -> Judgement:
    """Judge a relation between the values ``before`` and ``after`` changes.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    what : str
        Name of the quantity.
    changes : str
        Name of the changes.
    because : str, default ""
        Reason why ``after > before`` at all sizes.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
    condition = parse_condition(reading.says.get("where", "1 = 1"))
    relation = parse_condition(reading.says["relation"]).to_sympy({"before": before, "after": after})
    spoken_of = [each for each in CHANGES[changes]() if condition.holds(each[0])]
    for size, old, new in spoken_of:
        if not relation.xreplace({before: sympy.Rational(old), after: sympy.Rational(new)}):
            sign = getattr(relation, "rel_op", "?")
            return fails(size, f"{what} {sign} {old}, that before", f"{what} = {new}", _found(spoken_of))
    sizes = [size for size, _, _ in spoken_of]
    if because and isinstance(relation, Relational) and follows(relation, MORE):
        return holds(f"argued: {because}; compared at {len(sizes)} sizes", sizes)
    return agrees(f"true at the {len(sizes)} sizes compared; not shown for the others", sizes)


def _found(changes: list[Change]) -> str:
    """Which relation was found where."""
    by_sign: dict[str, list[Size]] = {}
    for size, old, new in changes:
        by_sign.setdefault("<" if new < old else "=" if new == old else ">", []).append(size)
    parts = (f"after {sign} before at {len(sizes)} sizes, from {_at(sizes[0])}" for sign, sizes in by_sign.items())
    return "; ".join(parts)


def _at(size: Size) -> str:
    return " ".join(f"{name}={value}" for name, value in size.items())


def pruned_visits() -> Iterator[Change]:
    """The visit ratio of a bus before buses are pruned, and the least of the remaining ones, of either class."""
    for size in sizes_of(DUAL, 24):
        for each in measure(explicit_devices(DUAL, size)).classes:
            yield size, lemma(f"{SPANNING}.visit_ratio.bus").value(size), each.min


def distances(old: str, new: str, sizes: Iterable[tuple[Size, Size]]) -> Iterator[Change]:
    """The mean distances of networks before and after a change.

    Parameters
    ----------
    old : str
        Family before.
    new : str
        Family after.
    sizes : iterable of tuple of (mapping from str to int, mapping from str to int)
        Size before and size after.

    Yields
    ------
    Change
        Size before, and both distances.
    """
    earlier, later = (lemma(f"{family}.mean_distance") for family in (old, new))
    for size, changed in sizes:
        yield size, earlier.value(size), later.value(changed)


def narrower() -> Iterator[tuple[Size, Size]]:
    """Width w^e in D dimensions, and width w in e*D dimensions, of the same number of nodes."""
    for size in sizes_of(SPANNING):
        for e in (2, 3):
            yield {"w": size["w"] ** e, "D": size["D"]}, {"w": size["w"], "D": size["D"] * e}


CHANGES: Mapping[str, Callable[[], Iterator[Change]]] = {
    "more dimensions": lambda: distances(
        SPANNING, SPANNING, ((size, {**size, "D": size["D"] + 1}) for size in sizes_of(SPANNING))
    ),
    "more and narrower dimensions": lambda: distances(SPANNING, SPANNING, narrower()),
    "rings for buses": lambda: distances(SPANNING, TOROID, ((size, size) for size in sizes_of(TOROID, 24))),
    "pruned distance": lambda: distances(SPANNING, DUAL, ((size, size) for size in sizes_of(DUAL, 40, 5000))),
    "pruned visits": pruned_visits,
}


def longer_from_four_on(reading: Reading) -> Judgement:
    """The mean distance with rings for buses from w = 4 on, where the ratio of both exceeds 1.

    Raises
    ------
    ArithmeticError
        If that is not proved.
    """
    ratio = lemma(f"{TOROID}.hops_ratio.{SPANNING}")
    if not never_below(ratio.closed_form - 1, parameter("w", 2), 4):
        raise ArithmeticError(f"{ratio.key} is not shown to exceed 1")
    because = f"the {ratio.strength} lemma {ratio.key} less 1 is positive in w - 4 (w even) and w - 5 (w odd)"
    return ordered(reading, "mean distance with rings", "rings for buses", because)


def unequal(reading: Reading, family: str) -> Judgement:
    """Judge whether the two classes of links have different visit ratios, in general.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    family : str
        Name of the family.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
    one, other = (each.mean for each in lemmas_of(family).classes)
    sizes = sizes_of(family, 40, 10**6)
    differ = [size for size in sizes if one.value(size) != other.value(size)]
    size = (differ or sizes)[0]
    values = f"{one.value(size)} and {other.value(size)}"
    if reading.says["visit_ratios"] != ("differ" if differ else "agree"):
        return fails(size, f"visit ratios {reading.says['visit_ratios']}", values)
    if not differ:
        return agrees(f"they agree at the {len(sizes)} sizes compared", sizes)
    return holds(
        f"such as {values} at {_at(size)}, by the {one.strength} lemmas {one.key} and {other.key}",
        differ,
        equal_at=[dict(size) for size in sizes if size not in differ],
    )

"""The formulas of the appendix on multicube and butterfly: against packets followed, and against the lemmas on what they load."""

from __future__ import annotations

from fractions import Fraction

import sympy

from checks.claims.judgement import Judge, Judgement, fails, holds, unknown
from checks.claims.statements.johnson1991.appendix_counts import (
    LARGEST_FOLLOWED,
    both_by_lemmas,
    f,
    followed,
    lemmas_of_both,
    load,
    measured,
    on_link,
    r,
    rings_entered,
    rings_of_class,
)
from checks.claims.statements.johnson1991.networks import (
    BUTTERFLY,
    MULTICUBE,
    Counter,
    by_lemmas,
    closed_form,
    printed,
    sizes_of,
    with_strengths,
)
from checks.formula.condition import parse_condition
from checks.formula.equality.signs import smallest
from derive.core.claim import Statement
from derive.core.domain import Size

N_CUBE, N = r**f, r * f**r


def cube(counted: Counter, closed: sympy.Expr, key: str) -> Judge:
    """Judge a formula of the multicube that follows from a lemma: ``closed`` has the symbol of its value."""
    return printed(MULTICUBE, counted, lambda: closed.xreplace({value: closed_form(key)}), by_lemmas(key))


value = sympy.Symbol("value")


def _cube_links(size: Size) -> Fraction:
    return measured(MULTICUBE, size).mean_distance / size["f"]


def _cube_links_both(size: Size) -> Fraction:
    found = measured(MULTICUBE, size).counts
    return Fraction(int((found.send + found.echo).sum()), size["f"] * size["r"] ** (2 * size["f"]))


def hot_links(statement: Statement) -> Judgement:
    """Which of two classes carries more echoes and more packets: the differences of the lemmas, and counted."""
    sizes = sizes_of(BUTTERFLY, 24)
    for what in ("send", "echo"):
        relation = parse_condition(statement.says[what])
        for size in sizes:
            values = {name: load(BUTTERFLY, name, size)[what == "echo"] for name in ("short", "long")}
            if not relation.holds(values):
                shown = ", ".join(f"{name} {number}" for name, number in values.items())
                return fails(size, f"{what} packets {statement.says[what]}", shown)
        sides = {name: closed_form(f"butterfly.{what}.{name}") for name in ("short", "long")}
        found = relation.to_sympy(sides)
        if not always_positive(found.gts - found.lts):
            return unknown(f"true at the {len(sizes)} sizes compared; the sign of the difference was not shown", sizes)
    keys = [f"butterfly.{what}.{name}" for what in ("send", "echo") for name in ("short", "long")]
    return holds(
        f"{with_strengths(by_lemmas(*keys))}: the factors of the differences have no negative terms in f - 2 and r - 1",
        sizes,
    )


def always_positive(difference: sympy.Expr) -> bool:
    """Whether all factors are seen to be positive at all f >= 2 and r >= 1.

    >>> always_positive(r**2 * f ** (r - 2) * (f * r - r + 1)), always_positive(f - r)
    (True, False)
    """
    shift = {f: sympy.Symbol("a", nonnegative=True) + 2, r: sympy.Symbol("b", nonnegative=True) + 1}
    for factor in sympy.Mul.make_args(sympy.factor(sympy.expand(difference))):
        if not (factor.is_Pow and factor.base in (f, r)):
            least = smallest(sympy.expand(factor.xreplace(shift)))
            if least is None or least <= 0:
                return False
    return True


def _once_entries(size: Size) -> Fraction:
    found = followed(size, BUTTERFLY)
    return Fraction(int(found.entries.sum()), len(found.entries))


JUDGES: dict[str, Judge] = {
    "multicube.mean.links": cube(_cube_links, value / f, "multicube.mean_distance"),
    "multicube.total.send": cube(
        lambda size: measured(MULTICUBE, size).total_distance, value * N_CUBE**2, "multicube.mean_distance"
    ),
    "multicube.links": printed(
        MULTICUBE,
        lambda size: sum(c.devices for c in measured(MULTICUBE, size).classes),
        lambda: f * N_CUBE,
        "argued: f links lead away from each of the r^f nodes",
    ),
    "multicube.mean.links.echo": printed(
        MULTICUBE,
        _cube_links_both,
        lambda: both_by_lemmas(MULTICUBE, "ring") / N_CUBE,
        lemmas_of_both(MULTICUBE, "ring"),
    ),
    "multicube.total.both": printed(
        MULTICUBE,
        lambda size: int((measured(MULTICUBE, size).counts.send + measured(MULTICUBE, size).counts.echo).sum()),
        lambda: both_by_lemmas(MULTICUBE, "ring") * f * N_CUBE,
        lemmas_of_both(MULTICUBE, "ring"),
    ),
    "multicube.link.both": on_link(MULTICUBE, "ring"),
    "multicube.link": on_link(MULTICUBE, "ring", ratio=True),
    "multicube.rings.mean": cube(rings_entered(MULTICUBE), value / N_CUBE, "multicube.mean_queue"),
    "butterfly.sends.alike": printed(
        BUTTERFLY,
        lambda size: load(BUTTERFLY, "short", size)[0],
        lambda: closed_form("butterfly.send.short"),
        by_lemmas("butterfly.send.short"),
    ),
    "butterfly.sends.alike.once-around": printed(
        BUTTERFLY,
        lambda size: followed(size, BUTTERFLY).first_send["short"],
        lambda: closed_form("butterfly.send.short") + r**2,
        f"{by_lemmas('butterfly.send.short')}, and argued: r^2 packets within each row on top",
        largest=LARGEST_FOLLOWED,
    ),
    "butterfly.hot-links": hot_links,
    "butterfly.rings.long": printed(
        BUTTERFLY,
        rings_of_class(BUTTERFLY, "long"),
        lambda: both_by_lemmas(BUTTERFLY, "long") * (f - 1) * N / (2 * r) / N**2,
        lemmas_of_both(BUTTERFLY, "long"),
    ),
    "butterfly.rings": printed(
        BUTTERFLY,
        rings_entered(BUTTERFLY),
        lambda: closed_form("butterfly.mean_queue") / N,
        by_lemmas("butterfly.mean_queue"),
    ),
    "butterfly.rings.once-around": printed(
        BUTTERFLY,
        lambda size: _once_entries(size) / (size["r"] * size["f"] ** size["r"]),
        lambda: (closed_form("butterfly.mean_queue") + r) / N,
        f"{by_lemmas('butterfly.mean_queue')}, and argued: one short ring more for r^2 packets within each row",
        largest=LARGEST_FOLLOWED,
    ),
    "butterfly.queue.once-around": printed(
        BUTTERFLY,
        _once_entries,
        lambda: closed_form("butterfly.mean_queue") + r,
        f"{by_lemmas('butterfly.mean_queue')}, and argued: one short ring more for r^2 packets within each row",
        largest=LARGEST_FOLLOWED,
    ),
    "butterfly.queue.once-around.most": printed(
        BUTTERFLY,
        lambda size: int(followed(size, BUTTERFLY).entries.max()),
        lambda: closed_form("butterfly.hot_queue") + r**2,
        f"{by_lemmas('butterfly.hot_queue')}, and argued: r^2 packets within each row on top, which enter at stage 0",
        largest=LARGEST_FOLLOWED,
    ),
}

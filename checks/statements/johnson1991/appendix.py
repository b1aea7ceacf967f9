"""The formulas of the appendix: against packets followed as its derivations say, and against the lemmas on what packets load."""

from __future__ import annotations

from fractions import Fraction

import sympy

from checks.condition import parse_condition
from checks.evidence import compare, together
from checks.judgement import Judge, Judgement, fails, holds, unknown
from checks.ring_curves import measurement
from checks.signs import smallest
from checks.statements.johnson1991.networks import (
    BUTTERFLY,
    DEADFLY,
    MULTICUBE,
    Counter,
    by_lemmas,
    closed_form,
    domain_of,
    explicit,
    printed,
    sizes_of,
    with_strengths,
)
from checks.statements.johnson1991.rounds import Rounds, two_rounds
from derive.lemma import Size, Statement
from derive.notation import parameter
from graphs import RingMeasurement

f, r = parameter("f", 2), parameter("r", 1)
LARGEST_FOLLOWED = 40  # nodes of the networks whose packets are followed for two rounds
e = parameter("e", 0)
N_CUBE, N = r**f, r * f**r
EVEN = (
    "argued: the digits of the targets are equally likely, so that each of the f links of a node is taken equally often"
)
LATER = "argued: after a link of one ring, the chance that the next one is a link of another ring, all digits equally likely"


def measured(family: str, size: Size) -> RingMeasurement:
    """The network measured by following all packets."""
    return measurement(family, size["f"], size["r"])


def load(family: str, name: str, size: Size) -> tuple[int, int]:
    """The packets and echoes that all links of the class carry."""
    (found,) = next(c.loads for c in measured(family, size).classes if c.name == name)
    return found[0], found[1]


def at_ratio(family: str, name: str) -> Counter:
    """Packets and e times the echoes on a link of the class; both together without e."""

    def counted(size: Size) -> Fraction:
        send, echo = load(family, name, size)
        return send + size.get("e", 1) * Fraction(echo)

    return counted


def rings_entered(family: str) -> Counter:
    """Rings that a packet visits on average."""

    def counted(size: Size) -> Fraction:
        found = measured(family, size)
        return Fraction(int(found.counts.entries.sum()), found.nodes**2)

    return counted


def rings_of_class(family: str, name: str) -> Counter:
    """Rings of one class that a packet visits on average."""

    def counted(size: Size) -> Fraction:
        net, found = explicit(family, size), measured(family, size)
        chosen = net.link_class == net.class_names.index(name)
        return Fraction(int(found.counts.entries[chosen].sum()), found.nodes**2)

    return counted


def on_nodes(name: str) -> Counter:
    """How many links of the deadfly with rings of r (short) or 2r (long) nodes each node has."""

    def counted(size: Size) -> int:
        net = explicit(DEADFLY, size)
        rings = {"short": size["r"], "long": 2 * size["r"]}
        (found,) = {sum(net.ring_sizes[x] == rings[name] for x in row) for row in net.ring.tolist()}
        return int(found)

    return counted


def links_of_node(statement: Statement) -> Judgement:
    """How many links with rings of r and of 2r nodes each node of the deadfly has."""
    domain, sizes = domain_of(DEADFLY), sizes_of(DEADFLY)
    because = "argued: of the f links of a node one keeps the digit of its stage, and a ring of another one comes by both rows"
    right = {"short": sympy.Integer(1), "long": f - 1}
    return together(
        *(compare(text, on_nodes(name), sizes, domain, right[name], because) for name, text in statement.says.items())
    )


def followed(size: Size, family: str = DEADFLY) -> Rounds:
    """Packets followed for whole rounds."""
    return two_rounds(family, size["f"], size["r"])


def deadfly(counted: Counter, closed: sympy.Expr, because: str, where: str = "") -> Judge:
    """Judge a formula on packets of the deadfly followed for two rounds."""
    return printed(DEADFLY, counted, lambda: closed, because, where, largest=LARGEST_FOLLOWED)


def _link_rings(name: str) -> sympy.Expr:
    """Rings of a class visited by a packet: what its links carry, each ring counted as often as it has links."""
    count, size = ((f - 1) * N, 2 * r) if name == "long" else (N, r)
    return (closed_form(f"deadfly.send.{name}") + closed_form(f"deadfly.echo.{name}")) * count / size / N**2


def _both(family: str, name: str, ratio: sympy.Expr | int = 1) -> sympy.Expr:
    return closed_form(f"{family}.send.{name}") + ratio * closed_form(f"{family}.echo.{name}")


def _pair(family: str, name: str) -> str:
    return by_lemmas(f"{family}.send.{name}", f"{family}.echo.{name}")


def on_link(family: str, name: str, ratio: bool = False) -> Judge:
    """Judge packets and echoes on a link of a class."""
    return printed(
        family, at_ratio(family, name), lambda: _both(family, name, e if ratio else 1), _pair(family, name), ratio=ratio
    )


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


CHANCE_LONG, CHANCE_SHORT = (f - 1) ** 2 / f**2, (f - 1) / f**2
FIRST_SHORT = 1 / f + (r - 1) * CHANCE_SHORT
MEETS = "argued: f^k targets are met after k links, for k = 0 to r-1, all in different stages or rows"
TOO_MANY = (
    "argued: of the f^k targets met after k = 1 to r links, one short ring too many is counted for the (f-1)/f that are met by a "
    "long-ring link, and one for the packet of the source to itself"
)

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
        MULTICUBE, _cube_links_both, lambda: _both(MULTICUBE, "ring") / N_CUBE, _pair(MULTICUBE, "ring")
    ),
    "multicube.total.both": printed(
        MULTICUBE,
        lambda size: int((measured(MULTICUBE, size).counts.send + measured(MULTICUBE, size).counts.echo).sum()),
        lambda: _both(MULTICUBE, "ring") * f * N_CUBE,
        _pair(MULTICUBE, "ring"),
    ),
    "multicube.link.both": on_link(MULTICUBE, "ring"),
    "multicube.link": on_link(MULTICUBE, "ring", ratio=True),
    "multicube.rings.mean": cube(rings_entered(MULTICUBE), value / N_CUBE, "multicube.mean_queue"),
    "deadfly.links": links_of_node,
    "deadfly.first-round.long": deadfly(lambda size: followed(size).first_send["long"], r * N / f, EVEN),
    "deadfly.first-round.chance.long": deadfly(
        lambda size: Fraction(followed(size).new_later["long"], followed(size).later), CHANCE_LONG, LATER, "r >= 2"
    ),
    "deadfly.rings.long": printed(
        DEADFLY, rings_of_class(DEADFLY, "long"), lambda: _link_rings("long"), _pair(DEADFLY, "long")
    ),
    "deadfly.link.long.both": on_link(DEADFLY, "long"),
    "deadfly.link.long": on_link(DEADFLY, "long", ratio=True),
    "deadfly.first-round.short": deadfly(lambda size: followed(size).first_send["short"], r * N / f, EVEN),
    "deadfly.second-round.total": deadfly(
        lambda size: followed(size).second_links,
        N**2 * (r - 1) / 2,
        "argued: the stages of target and source differ by 0 to r-1, equally often",
    ),
    "deadfly.second-round.link": deadfly(
        lambda size: Fraction(followed(size).second_links, followed(size).links["short"]),
        N * (r - 1) / 2,
        "argued: the stages of target and source differ by 0 to r-1, equally often, and all short-ring links are alike",
    ),
    "deadfly.erroneous-targets": deadfly(lambda size: followed(size).met, (f**r - 1) / (f - 1), MEETS),
    "deadfly.error.links": printed(
        DEADFLY,
        lambda size: (
            load(DEADFLY, "short", size)[0]
            - followed(size).first_send["short"]
            - Fraction(followed(size).second_links, followed(size).links["short"])
        ),
        lambda: closed_form("deadfly.send.short") - r * N / f - N * (r - 1) / 2,
        f"{by_lemmas('deadfly.send.short')}, less what both rounds have (argued)",
        largest=LARGEST_FOLLOWED,
    ),
    "deadfly.link.short.send": printed(
        DEADFLY,
        lambda size: load(DEADFLY, "short", size)[0],
        lambda: closed_form("deadfly.send.short"),
        by_lemmas("deadfly.send.short"),
    ),
    **{
        f"deadfly.first-round.chance.short{name}": deadfly(
            lambda size: Fraction(followed(size).new_later["short"], followed(size).later),
            CHANCE_SHORT,
            LATER,
            "r >= 2",
        )
        for name in ("", ".zero")
    },
    "deadfly.first-round.rings.short": deadfly(
        lambda size: Fraction(followed(size).first_rings["short"], followed(size).packets), FIRST_SHORT, LATER
    ),
    "deadfly.first-round.short.both": deadfly(
        lambda size: Fraction(followed(size).first_rings["short"] * size["r"], followed(size).links["short"]),
        r * N * FIRST_SHORT,
        f"{LATER}; a packet and its echo cover each ring",
    ),
    "deadfly.second-round.chance": deadfly(
        lambda size: Fraction(followed(size).second_rings, followed(size).packets), (f - 1) / f, EVEN
    ),
    "deadfly.second-round.both": deadfly(
        lambda size: Fraction(followed(size).second_rings * size["r"], followed(size).links["short"]),
        r * N * (f - 1) / f,
        f"{EVEN}; a packet and its echo cover each ring",
    ),
    "deadfly.erroneous-targets.rings": deadfly(lambda size: followed(size).too_many, f**r, TOO_MANY),
    "deadfly.error.rings": printed(
        DEADFLY,
        lambda size: (
            sum(load(DEADFLY, "short", size))
            - Fraction(
                (followed(size).first_rings["short"] + followed(size).second_rings) * size["r"],
                followed(size).links["short"],
            )
        ),
        lambda: _both(DEADFLY, "short") - r * N * (FIRST_SHORT + (f - 1) / f),
        f"{_pair(DEADFLY, 'short')}, less what both rounds have (argued)",
        largest=LARGEST_FOLLOWED,
    ),
    "deadfly.link.short.both": on_link(DEADFLY, "short"),
    "deadfly.link.short": on_link(DEADFLY, "short", ratio=True),
    "deadfly.rings.short": printed(
        DEADFLY, rings_of_class(DEADFLY, "short"), lambda: _link_rings("short"), _pair(DEADFLY, "short")
    ),
    "deadfly.queue.mean": printed(
        DEADFLY,
        lambda size: measured(DEADFLY, size).mean_queue,
        lambda: closed_form("deadfly.mean_queue"),
        by_lemmas("deadfly.mean_queue"),
    ),
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
        lambda: _both(BUTTERFLY, "long") * (f - 1) * N / (2 * r) / N**2,
        _pair(BUTTERFLY, "long"),
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

"""The formulas of the appendix on the deadfly: its derivation round by round, against packets followed as it says."""

from __future__ import annotations

from fractions import Fraction

import sympy

from checks.claims.evidence import compare, together
from checks.claims.judgement import Judge, Judgement
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
    rings_of_class,
)
from checks.claims.statements.johnson1991.networks import (
    DEADFLY,
    Counter,
    by_lemmas,
    closed_form,
    domain_of,
    explicit,
    printed,
    sizes_of,
)
from derive.core.claim import Statement
from derive.core.domain import Size

N = r * f**r
EVEN = (
    "argued: the digits of the targets are equally likely, so that each of the f links of a node is taken equally often"
)
LATER = "argued: after a link of one ring, the chance that the next one is a link of another ring, all digits equally likely"


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


def deadfly(counted: Counter, closed: sympy.Expr, because: str, where: str = "") -> Judge:
    """Judge a formula on packets of the deadfly followed for two rounds."""
    return printed(DEADFLY, counted, lambda: closed, because, where, largest=LARGEST_FOLLOWED)


def _link_rings(name: str) -> sympy.Expr:
    """Rings of a class visited by a packet: what its links carry, each ring counted as often as it has links."""
    count, size = ((f - 1) * N, 2 * r) if name == "long" else (N, r)
    return (closed_form(f"deadfly.send.{name}") + closed_form(f"deadfly.echo.{name}")) * count / size / N**2


CHANCE_LONG, CHANCE_SHORT = (f - 1) ** 2 / f**2, (f - 1) / f**2
FIRST_SHORT = 1 / f + (r - 1) * CHANCE_SHORT
MEETS = "argued: f^k targets are met after k links, for k = 0 to r-1, all in different stages or rows"
TOO_MANY = (
    "argued: of the f^k targets met after k = 1 to r links, one short ring too many is counted for the (f-1)/f that are met by a "
    "long-ring link, and one for the packet of the source to itself"
)

JUDGES: dict[str, Judge] = {
    "deadfly.links": links_of_node,
    "deadfly.first-round.long": deadfly(lambda size: followed(size).first_send["long"], r * N / f, EVEN),
    "deadfly.first-round.chance.long": deadfly(
        lambda size: Fraction(followed(size).new_later["long"], followed(size).later), CHANCE_LONG, LATER, "r >= 2"
    ),
    "deadfly.rings.long": printed(
        DEADFLY, rings_of_class(DEADFLY, "long"), lambda: _link_rings("long"), lemmas_of_both(DEADFLY, "long")
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
        lambda: both_by_lemmas(DEADFLY, "short") - r * N * (FIRST_SHORT + (f - 1) / f),
        f"{lemmas_of_both(DEADFLY, 'short')}, less what both rounds have (argued)",
        largest=LARGEST_FOLLOWED,
    ),
    "deadfly.link.short.both": on_link(DEADFLY, "short"),
    "deadfly.link.short": on_link(DEADFLY, "short", ratio=True),
    "deadfly.rings.short": printed(
        DEADFLY, rings_of_class(DEADFLY, "short"), lambda: _link_rings("short"), lemmas_of_both(DEADFLY, "short")
    ),
    "deadfly.queue.mean": printed(
        DEADFLY,
        lambda size: measured(DEADFLY, size).mean_queue,
        lambda: closed_form("deadfly.mean_queue"),
        by_lemmas("deadfly.mean_queue"),
    ),
}

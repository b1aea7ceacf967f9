"""Judges of sizes of packets, latency and throughput, and of their combination in the paper."""

from __future__ import annotations

from fractions import Fraction

import sympy

from checks.claims.evidence import compare_formula, stated_number
from checks.claims.judgement import Judgement, fails, holds, unknown
from checks.claims.statements.johnson1991.networks import explicit_rings, sizes_of
from checks.formula.formula import parse_formula
from checks.performance.ring_curves import FAMILIES, SIZE_RATIO, measurement
from derive.core.claim import Statement
from derive.core.domain import Domain, Parameter, Size
from derive.discovery import lemma
from graphs.rings.routing import ring_routing, route, visits

LINK_RATE = 1  # gigabytes per second
SHARE_STEPS = 100
LARGEST_PACKETS = 64  # nodes of the networks where single packets are looked at


def stated_values(statement: Statement) -> dict[str, Fraction]:
    """The numbers in a statement."""
    return {name: stated_number(text) for name, text in statement.says.items() if name != "of"}


def equal_numbers(claimed: Fraction, true: Fraction, how: str) -> Judgement:
    """Compare two numbers that do not depend on a size.

    Parameters
    ----------
    claimed : Fraction
        Number in the statement.
    true : Fraction
        Correct number.
    how : str
        Computation of the correct number, in words.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
    return holds(f"{how} = {true}") if claimed == true else fails({}, claimed, true, f"{how} = {true}")


def send_bytes(statement: Statement) -> Judgement:
    """The mean size of a send packet, idle symbol included."""
    said = stated_values(statement)
    return equal_numbers(
        said["bytes"], (said["request"] + said["data"]) / 2 + said["idle"], "(request + data)/2 + idle"
    )


def ratio(statement: Statement) -> Judgement:
    """The ratio of sizes of a send and an echo packet, either way around."""
    said = stated_values(statement)
    sizes = {"send": said["send"], "echo": said["echo"] + said["idle"]}
    over, under = statement.says["of"].split("/")
    return equal_numbers(
        said["ratio"], sizes[over] / sizes[under], f"{over}/{under} = {sizes[over]}/{sizes[under]} bytes"
    )


def upper(statement: Statement) -> Judgement:
    """The greatest ratio of send to echo packets over mixtures of 16-byte and 80-byte packets."""
    said = stated_values(statement)
    for share in (said["greatest_share"] * Fraction(i, SHARE_STEPS) for i in range(SHARE_STEPS + 1)):
        true = (18 + share * (82 - 18)) / 10
        if true > said["ratio"]:
            whole = (18 + said["greatest_share"] * 64) / 10
            return fails(
                {},
                f"at most {said['ratio']}",
                f"{true}, at a share {share} of data packets",
                f"{whole} for data packets alone",
            )
    return holds("argued: (18 + 64 p)/10 grows with the share p of data packets, and is the bound at the greatest")


def weights(statement: Statement) -> Judgement:
    """The weight of the ring hops, from the lemma on latency: the effect of one unit of ring hops."""
    said, found = stated_values(statement), lemma("butterfly.latency")
    hops, links = (lemma(f"butterfly.{name}").closed_form for name in ("ring_hops", "distance"))
    c = next(p.symbol for p in found.domain.parameters if p.name == "c")
    weight = sympy.cancel((found.closed_form - links) / hops).xreplace({c: sympy.Integer(int(said["hop_penalty"]))})
    how = f"c - 1 at c = {said['hop_penalty']}, from the {found.strength} lemma {found.key},"
    return equal_numbers(said["weight"], Fraction(str(weight)), how)


def one_packet(statement: Statement, because: str = "") -> Judgement:
    """Judge whether some packet has both the most links and the most rings.

    Parameters
    ----------
    statement : Statement
        Statement to judge.
    because : str, default ""
        Reason why the correct value holds at all sizes.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
    tried: list[Size] = []
    for family in statement.says["families"].split():
        for size in sizes_of(family, 20, LARGEST_PACKETS):
            net, found = explicit_rings(family, size), measurement(family, size["f"], size["r"])
            rule, ends = ring_routing(net), [u for u in range(net.node_count) if net.processors[u]]
            ways = (route(net, rule, s, t) for s in ends for t in ends if s != t)
            if not any(len(way) == found.distance and len(visits(net, way)) == found.ring_hops for way in ways):
                missing = f"no packet with {found.distance} links visits {found.ring_hops} rings"
                return fails(size, "one packet has both", missing, None, tried, net.title)
            tried.append(size)
    if not because:
        return unknown(f"so in the {len(tried)} networks where all packets were looked at", tried)
    return holds(f"{because}; all packets looked at in {len(tried)} networks", tried)


def visited(statement: Statement, source: bool) -> Judgement:
    """Judge the number of nodes that a packet visits.

    Parameters
    ----------
    statement : Statement
        Statement to judge.
    source : bool
        Whether the source is counted.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
    for family in FAMILIES:
        for size in sizes_of(family, 4, LARGEST_PACKETS):
            net, found = explicit_rings(family, size), measurement(family, size["f"], size["r"])
            rule, ends = ring_routing(net), [u for u in range(net.node_count) if net.processors[u]]
            most = max(
                len({*(u for u, _ in way), t} - (set() if source else {s}))
                for s in ends
                for t in ends
                if s != t
                for way in [route(net, rule, s, t)]
            )
            claimed = getattr(found, statement.says["visited"])
            if claimed != most:
                return fails(size, claimed, most, "distance + 1", (), net.title)
    return holds("argued: each link leads to one node more; counted in small networks of all five families")


def inverse(statement: Statement) -> Judgement:
    """The product of throughput and hot link, which may depend on N only."""
    formula = parse_formula(statement.says["product"], ["N"])
    for family in FAMILIES:
        for size in sizes_of(family, 5):
            found = measurement(family, size["f"], size["r"])
            claimed, true = formula.evaluate({"N": found.nodes}), found.throughput() * found.hot_link()
            if claimed != true:
                return fails(size, claimed, true, None, (), family)
    return holds(
        "argued: while each processor sends N - 1 packets, the hot link is busy with its load; measured in all five families"
    )


def throughput(statement: Statement) -> Judgement:
    """The printed rate, compared with the time that the hot link needs while each processor sends N - 1 packets of 48
    bytes.
    """
    unit = {"send packets": Fraction(1), "bytes": 10 * SIZE_RATIO}[statement.says["unit"]]
    domain = Domain((Parameter("N", 2), Parameter("hot", 1)))
    N, hot = (p.symbol for p in domain.parameters)
    sizes = [{"N": n, "hot": h} for n in (2, 3, 9) for h in (1, 2, 7)]

    def true(size: Size) -> Fraction:
        seconds = size["hot"] * 50 / unit / LINK_RATE  # of the hot link, in nanoseconds
        return Fraction((size["N"] - 1) * 48) / seconds

    right = sympy.Rational(48, 50) * (N - 1) / hot * unit.numerator
    return compare_formula(
        statement.says["rate"],
        true,
        sizes,
        domain,
        right,
        "argued: 48 of the 50 bytes of a send packet are the processor's",
    )

"""Figures 13 to 18 of Johnson and Goodman (1991); only the captions of the printed figures survive."""

from __future__ import annotations

from fractions import Fraction

from checks.performance.ring_curves import HOP_PENALTY, Metric
from netlemma.figures.named import Figure
from netlemma.figures.plan import Panel, Panels
from netlemma.figures.ring_panels import FANOUTS, LEAST, MEASURED_TO, MOST, by_fanout, drawn_from, panel

SOURCE = "johnson1991"
PENALTIES, PENALTY_FANOUT = (1, 5, 8, 16), 4
LINK_NS = 10
ALL_PAIRS = "one packet between every pair of nodes"
ONLY_BIG = "the livefly needs a fanout of 3"
RANGE = (
    f"{LEAST} to {MOST:,} nodes, shuffles that have to be measured up to {MEASURED_TO:,}; "
    f"the paper left out large shuffles, whose simulations took too long"
)
ONE_KEY = "one key for all panels, where the paper has keys that follow the order at 1,024 nodes"
MARKS = "a marker is a network, the lines guide the eye"
SAME_NODE = "packets within a node cross nothing"
CLUSTERS = "of the butterfly each of the r processors of a cluster is counted"


def _plot(
    number: int,
    title: str,
    y: str,
    panels: list[Panel],
    given: tuple[str, ...],
    guessed: tuple[str, ...],
    logarithmic: bool = False,
) -> Panels:
    return Panels(
        title=title,
        source=SOURCE,
        locator=f"Figure {number}",
        x="processors N",
        y=y,
        panels=tuple(panels),
        columns=len(FANOUTS) if len(panels) > len(FANOUTS) else 2,
        given=given,
        guessed=(*guessed, RANGE, MARKS, ONE_KEY),
        drawn_from=drawn_from(panels),
        logarithmic=logarithmic,
    )


def _fanouts(*said: int) -> tuple[str, str]:
    """What the paper says of the fanouts that it shows, and what was chosen."""
    there = " and ".join(map(str, said))
    others = ", ".join(str(f) for f in FANOUTS if f not in said)
    return (
        f"fanouts from 2 to 8, some not shown; the text names the graphs of fanout {there}",
        f"the graphs of fanouts {others}",
    )


def _hops(number: int, quantity: str, title: str, y: str) -> Panels:
    said, chosen = _fanouts(*((5,) if number == 13 else (2, 5)))
    given = ("semi-log graphs", said, ONLY_BIG)
    return _plot(number, title, y, by_fanout(Metric(quantity)), given, (chosen,))


def _latency() -> Panels:
    said, chosen = _fanouts(2, 5)
    panels = by_fanout(Metric("latency"), f", hop penalty {HOP_PENALTY}", Fraction(LINK_NS))
    panels += [
        panel(
            f"fanout {PENALTY_FANOUT}, hop penalty {c}",
            Metric("latency", hop_penalty=c),
            PENALTY_FANOUT,
            Fraction(LINK_NS),
        )
        for c in PENALTIES
    ]
    return _plot(
        15,
        "Worst-case latency of one packet",
        "latency in ns",
        panels,
        (
            "(c - 1) ring hops + distance",
            f"{LINK_NS} ns for each link",
            f"hop penalty c = {HOP_PENALTY} on the top, fanout {PENALTY_FANOUT} with hop penalties from 1 to 16 on the bottom",
            said,
            ONLY_BIG,
        ),
        (
            chosen,
            f"hop penalties {', '.join(map(str, PENALTIES))}",
            "the greatest ring hops and the greatest distance are added up even where no packet has both (shuffles from r = 6 on)",
        ),
    )


def _hot_link() -> Panels:
    said, chosen = _fanouts(5)
    return _plot(
        16,
        "Hot-link traffic: the most bytes through one link",
        "bytes",
        by_fanout(Metric("hot_bytes"), ", ratio 5"),
        (ALL_PAIRS, "a ratio of 5 of send to echo packets: 50 and 10 bytes", said, ONLY_BIG),
        (chosen, SAME_NODE, "both axes logarithmic"),
        logarithmic=True,
    )


def _throughput() -> Panels:
    said, chosen = _fanouts(5)
    panels = [
        panel
        for ratio in (5, 2)
        for panel in by_fanout(Metric("throughput", ratio=Fraction(ratio)), f", ratio {ratio}")
    ]
    return _plot(
        17,
        "Maximum throughput as limited by the hot link",
        "GB/s per processor",
        panels,
        (
            "1 GB/s on every link",
            "ratios of 5 (top) and 2 (bottom) of send to echo packets",
            "2 bytes of every send packet are idle",
            said,
            ONLY_BIG,
        ),
        (chosen, SAME_NODE, "echo packets have 10 bytes at both ratios, send packets 50 and 20"),
    )


def _hot_queue() -> Panels:
    said, chosen = _fanouts(5)
    return _plot(
        18,
        "Hot-queue traffic: the most packets through one queue",
        "packets, times partitions",
        by_fanout(Metric("hot_queue")),
        (ALL_PAIRS, "shuffle and deadfly are multiplied by the number of partitions that they need", said, ONLY_BIG),
        (
            chosen,
            "the multiplier: as many partitions as a packet visits rings at most (partition by hop count; the fewest that "
            "were found to be "
            "enough are 2, at small sizes)",
            "a queue is a node, where packets enter rings",
            CLUSTERS,
            SAME_NODE,
            "both axes logarithmic",
        ),
        logarithmic=True,
    )


FIGURES = (
    Figure(
        "johnson-13",
        "most rings that a packet visits, over the number of nodes",
        lambda: _hops(13, "ring_hops", "Ring hops: the most rings visited by one packet", "rings"),
    ),
    Figure(
        "johnson-14",
        "most links that a packet crosses, over the number of nodes",
        lambda: _hops(14, "distance", "Distance: the most links crossed by one packet", "links"),
    ),
    Figure("johnson-15", "worst-case latency over the number of nodes, by fanout and hop penalty", _latency),
    Figure("johnson-16", "most bytes through a link when all pairs communicate", _hot_link),
    Figure("johnson-17", "throughput as limited by the hot link", _throughput),
    Figure("johnson-18", "most packets through a queue when all pairs communicate", _hot_queue),
)

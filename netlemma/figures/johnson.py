"""Figures 13 to 18 of Johnson and Goodman (1991); only the captions of the printed figures survive."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import count as numbers

from netlemma.checks.performance import ring_curves
from netlemma.console import progress
from netlemma.figures.captions import Captions
from netlemma.figures.plan import Panel, Panels, PlannedCurve, PlannedPoint

LOOKS = {"multicube": 1, "ring-shuffle": 3, "deadfly": 4, "livefly": 5, "ring-butterfly": 0}  # as in drawing.LOOKS


def panel(
    title: str,
    metric: ring_curves.Metric,
    fanout: int,
    nodes: Mapping[str, int],
    scale: Fraction = Fraction(1),
    say: Callable[[str], None] = lambda family: None,
) -> Panel:
    """The lines of all topologies at one fanout."""
    curves = []
    for family in ring_curves.FAMILIES:
        say(family)
        points = []
        for found in _line(metric, family, fanout, nodes):
            about = {"size": {"f": fanout, "r": found.r}, "known": found.known}
            if metric.quantity == "hot_queue" and metric.partitioned:
                about["partitions"] = str(ring_curves.multiplier(family, fanout, found.r).value)
            points.append(PlannedPoint(Fraction(found.nodes), found.value * scale, about))
        if points:
            lemmas = "lemmas or measured" if family == ring_curves.SHUFFLE else "lemmas"
            curves.append(
                PlannedCurve(
                    family, LOOKS[family], tuple(points), True, {"family": family, "fanout": fanout, "from": lemmas}
                )
            )
    return Panel(title, tuple(curves))


def _line(
    metric: ring_curves.Metric, family: str, fanout: int, nodes: Mapping[str, int]
) -> list[ring_curves.RingPoint]:
    """The points of a line; large shuffles only as far as they have lemmas."""
    found = metric.line(family, fanout, nodes["least"], nodes["measured_to"])
    for r, count in ring_curves.sizes_by_processors(family, fanout, nodes["measured_to"] + 1, nodes["most"]):
        if family != ring_curves.SHUFFLE or (r < fanout and r <= 5):
            found.append(ring_curves.RingPoint(r, count, *metric.at(family, fanout, r)))
    return found


def drawn_from(panels: Iterable[Panel]) -> str:
    """The origins of the points, in words."""
    known: dict[str, set[str]] = {}
    measured: list[int] = []
    for panel in panels:
        for curve in panel.curves:
            for point in curve.points:
                known.setdefault(point.about["known"], set()).add(curve.label)
                if point.about["known"] == "measured":
                    measured.append(int(point.x))
    parts = [f"from {how} lemmas: {', '.join(sorted(who))}" for how, who in known.items() if how != "measured"]
    if measured:
        parts.append(
            f"measured on explicit networks of {min(measured)} to {max(measured):,} nodes: {', '.join(sorted(known['measured']))}"
        )
    return f"Drawn {'; '.join(parts)} (of every point the data say which)"


CAPTIONS = Captions(__file__)


def _plot(name: str) -> Panels:
    chosen = CAPTIONS.parameters(name)
    panels: list[Panel] = []
    number = numbers(1)
    every = len(ring_curves.FAMILIES) * sum(len(row["fanouts"]) for row in chosen["panels"])
    with progress() as tell:
        for row in chosen["panels"]:
            ratio, scale = Fraction(row.get("ratio", ring_curves.SIZE_RATIO)), Fraction(row.get("scale", 1))
            metric = ring_curves.Metric(row["quantity"], row.get("hop_penalty", ring_curves.HOP_PENALTY), ratio)
            for fanout in row["fanouts"]:
                title = row["title"].format(fanout=fanout)
                say = lambda family, title=title: tell(f"{next(number)} of {every}: {family}, {title}")  # noqa: E731
                panels.append(panel(title, metric, fanout, chosen, scale, say))
    return Panels(panels=tuple(panels), **CAPTIONS.described(name, origins=drawn_from(panels)))


FIGURES = tuple(CAPTIONS.redrawn(f"johnson-{number}", _plot) for number in range(13, 19))

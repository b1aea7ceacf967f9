"""Figures II to VI of Reed (1982), from the lemmas of his six networks.

Only the captions of the printed figures survive.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from netlemma.base.names import assignments
from netlemma.derive.performance.throughput_bounds import exact_mva, stations
from netlemma.figures.captions import Captions
from netlemma.figures.plan import PlannedCurve, PlannedPoint, Plot
from netlemma.figures.reed_networks import GRIDS_AND_CUBES, NETWORKS, DrawnNetwork, Size

CAPTIONS = Captions(__file__)
EXAMPLE = GRIDS_AND_CUBES[0]  # the network of Figure V
LIKE_THE_KEY = (0, 1, 2, 4)  # looks whose dashes are those of the key of Figure V, as far as it survives


def _plot(name: str, networks: Iterable[DrawnNetwork], curves: Iterable[PlannedCurve], **values: object) -> Plot:
    shown: dict[str, list[str]] = {}
    for network in networks:
        shown.setdefault(network.strength, []).append(network.label)
    strengths = "; ".join(f"{strength}: {', '.join(labels)}" for strength, labels in shown.items())
    return Plot(curves=tuple(curves), **CAPTIONS.described(name, strengths=strengths, **values))


def _span(network: DrawnNetwork, sizes: list[tuple[int, Size]]) -> str:
    """The sizes of a curve in words, such as ``D=3, w=2..6``."""
    first, last, runs = sizes[0][1], sizes[-1][1], network.runs
    fixed = "".join(f"{name}={value}, " for name, value in network.fixed.items())
    steps = f" in steps of {network.step}" if network.step > 1 else ""
    return f"{fixed}{runs}={first[runs]}..{last[runs]}{steps}"


def _curve(
    network: DrawnNetwork, span: str, points: Iterable[PlannedPoint], marked: bool = True, **about: object
) -> PlannedCurve:
    look = NETWORKS.index(network)
    about = {"family": network.family, "lemmas": network.strength, **about}
    return PlannedCurve(f"{network.label}\n({span})", look, tuple(points), marked, about)


def _over_nodes(
    networks: Sequence[DrawnNetwork], value: Callable[[DrawnNetwork, Size], tuple[Fraction, dict[str, Any]]], name: str
) -> Plot:
    """A curve of a value, which comes with what else is said of its point, over the nodes of each network."""
    chosen = CAPTIONS.parameters(name)
    curves = []
    for network in networks:
        sizes, points = list(network.sizes(chosen["least"], chosen["most"])), []
        for K, size in sizes:
            y, about = value(network, size)
            points.append(PlannedPoint(Fraction(K), y, {"size": size, **about}))
        curves.append(_curve(network, _span(network, sizes), points))
    return _plot(name, networks, curves)


def _completion(network: DrawnNetwork, size: Size) -> tuple[Fraction, dict[str, Any]]:
    bounds = network.bounds(size)
    return bounds.X0_bound, {"bottleneck": list(bounds.bottleneck)}


def _distance(network: DrawnNetwork, size: Size) -> tuple[Fraction, dict[str, Any]]:
    return network.mean_distance(size), {}


def _of_nodes(network: DrawnNetwork, nodes: int) -> Size:
    return next(size for _, size in network.sizes(nodes, nodes))


def _finite(name: str) -> Plot:
    size = _of_nodes(EXAMPLE, CAPTIONS.parameters(name)["nodes"])
    bounds = EXAMPLE.bounds(size)
    rate, corner, end = bounds.X0_bound, bounds.N_star, 3 * bounds.N_star
    served = stations(bounds.demands)
    populations = [*range(1, 16), *range(16, int(end), 4), int(end)]
    zero = Fraction(0)
    curves = (
        ("1 / (V_b S_b)", [PlannedPoint(x, rate) for x in (zero, corner, end)]),
        ("N / R0", [PlannedPoint(n, n / bounds.R0) for n in (zero, Fraction(1), corner, corner * 5 / 4)]),
        (f"N* = {corner}", [PlannedPoint(corner, y) for y in (zero, rate)]),
        ("X0(N), exact", [PlannedPoint(Fraction(n), exact_mva(served, n).throughput) for n in populations]),
    )
    drawn = [
        PlannedCurve(label, look, tuple(points), marked=False)
        for look, (label, points) in zip(LIKE_THE_KEY, curves, strict=True)
    ]
    return _plot(name, [EXAMPLE], drawn, network=f"{EXAMPLE.label}, {assignments(size)}")


def _bottleneck(name: str) -> Plot:
    chosen = CAPTIONS.parameters(name)
    curves = []
    for network in NETWORKS:
        size = _of_nodes(network, chosen["nodes"])
        bounds = network.bounds(size)
        corner = bounds.N_star
        at = sorted({Fraction(n) for n in (1, *range(10, chosen["population"] + 1, 10))} | {corner})
        points = [PlannedPoint(n, min(n / bounds.R0, bounds.X0_bound)) for n in at]
        values = {"R0": bounds.R0, "X0_bound": bounds.X0_bound, "N_star": corner}
        about = {name: str(value) for name, value in values.items()}
        bottleneck = list(bounds.bottleneck)
        curves.append(_curve(network, assignments(size), points, False, size=size, bottleneck=bottleneck, **about))
    return _plot(name, NETWORKS, curves)


FIGURES = (
    CAPTIONS.redrawn("reed-2", partial(_over_nodes, GRIDS_AND_CUBES, _completion)),
    CAPTIONS.redrawn("reed-3", partial(_over_nodes, GRIDS_AND_CUBES, _completion)),
    CAPTIONS.redrawn("reed-4", partial(_over_nodes, NETWORKS, _distance)),
    CAPTIONS.redrawn("reed-5", _finite),
    CAPTIONS.redrawn("reed-6", _bottleneck),
)

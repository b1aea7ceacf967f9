"""Figures II to VI of Reed (1982), from the lemmas of his six networks.

Only the captions of the printed figures survive.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from derive.performance.bounds.asymptotic_bounds import stations
from derive.performance.bounds.mva import exact_mva
from netlemma.figures.named import Figure
from netlemma.figures.plan import PlannedCurve, PlannedPoint, Plot
from netlemma.figures.reed_networks import GRIDS_AND_CUBES, NETWORKS, DrawnNetwork, Size

SMALL, LARGE = (8, 256), (64, 2**20)  # numbers of nodes
LOCATORS = {2: "Figure II", 3: "Figure III", 4: "Figure IV", 5: "Figure V", 6: "Figure VI"}
NODES_COMPARED = 64  # Figure VI, as its caption says
POPULATION = 300
EXAMPLE = GRIDS_AND_CUBES[0]  # the network of Figure V
UNIFORM = "uniform messages on shortest paths, ties equally likely"
UNIT = "service times of one at nodes and links"
LINES = "the grids have D=3, as in Figure I, and grow in width w; the R-ary M-cube has R=2, as there, and grows in M"
EVEN = "dual bus hypercubes have even width (at odd width, D-1=2 does not divide w and buses of a class differ in load)"
DOUBLE = "rings of two nodes (toroid w=2, CCC D=2) and columns of two rows (M=2) have two parallel links"
SCALES = "logarithmic axes"
RING_SHOWN = "the simple ring is shown, since the paper leaves it out of Figures II and III only"
LIKE_THE_KEY = (0, 1, 2, 4)  # looks whose dashes are those of the key of Figure V, as far as it survives
MARKS = "a marker is a network (where there is room for it), the lines guide the eye"


def _drawn_from(networks: Iterable[DrawnNetwork]) -> str:
    """Where the values come from, and how well that is shown."""
    shown: dict[str, list[str]] = {}
    for network in networks:
        shown.setdefault(network.strength, []).append(network.label)
    strengths = "; ".join(f"{strength}: {', '.join(labels)}" for strength, labels in shown.items())
    return (
        f"Drawn from netlemma's own lemmas ({strengths}), not from Table II, parts of which fail "
        "(netlemma errata --paper reed1982)"
    )


def _text(size: Size) -> str:
    return " ".join(f"{name}={value}" for name, value in size.items())


def _span(network: DrawnNetwork, sizes: list[tuple[int, Size]]) -> str:
    """The sizes of a curve in words, such as ``D=3, w=2..6``."""
    first, last, runs = sizes[0][1], sizes[-1][1], network.runs
    fixed = "".join(f"{name}={value}, " for name, value in first.items() if name != runs)
    steps = f" in steps of {network.step}" if network.step > 1 else ""
    return f"{fixed}{runs}={first[runs]}..{last[runs]}{steps}"


def _curve(
    network: DrawnNetwork, span: str, points: Iterable[PlannedPoint], marked: bool = True, **about: object
) -> PlannedCurve:
    look = NETWORKS.index(network)
    about = {"family": network.family, "lemmas": network.strength, **about}
    return PlannedCurve(f"{network.label}\n({span})", look, tuple(points), marked, about)


def _completion(number: int, extent: str, nodes: tuple[int, int], remarks: tuple[str, ...]) -> Plot:
    curves = []
    for network in GRIDS_AND_CUBES:
        sizes, points = list(network.sizes(*nodes)), []
        for K, size in sizes:
            found = network.bounds(size)
            points.append(
                PlannedPoint(Fraction(K), found.X0_bound, {"size": size, "bottleneck": list(found.bottleneck)})
            )
        curves.append(_curve(network, _span(network, sizes), points))
    return Plot(
        title=f"Upper bound on message completion rate, {extent} networks",
        source="reed1982",
        locator=LOCATORS[number],
        x="nodes K",
        y="upper bound on X0: 1 / (V_b S_b)",
        curves=tuple(curves),
        given=(UNIFORM, UNIT, "the simple ring is left out", "V_b S_b is the largest over all links and nodes (eq. 2)"),
        guessed=(f"{nodes[0]} to {nodes[1]:,} nodes", LINES, EVEN, *remarks, SCALES),
        drawn_from=_drawn_from(GRIDS_AND_CUBES),
        logarithmic=True,
    )


def _distance() -> Plot:
    curves = []
    for network in NETWORKS:
        sizes = list(network.sizes(*SMALL))
        points = [PlannedPoint(Fraction(K), network.mean_distance(size), {"size": size}) for K, size in sizes]
        curves.append(_curve(network, _span(network, sizes), points))
    return Plot(
        title="Mean internode distance, uniform routing, small networks",
        source="reed1982",
        locator=LOCATORS[4],
        x="nodes K",
        y="mean path length L, in links or buses",
        curves=tuple(curves),
        given=(UNIFORM, "small networks"),
        guessed=(
            f"{SMALL[0]} to {SMALL[1]} nodes, as in Figure II",
            LINES,
            "dual bus hypercubes have even width, as in Figure II",
            DOUBLE,
            RING_SHOWN,
            MARKS,
            SCALES,
        ),
        drawn_from=_drawn_from(NETWORKS),
        logarithmic=True,
    )


def _of_64_nodes(network: DrawnNetwork) -> Size:
    return next(size for _, size in network.sizes(NODES_COMPARED, NODES_COMPARED))


def _finite() -> Plot:
    size = _of_64_nodes(EXAMPLE)
    found = EXAMPLE.bounds(size)
    rate, corner, end = found.X0_bound, found.N_star, 3 * found.N_star
    served = stations(found.demands)
    populations = [*range(1, 16), *range(16, int(end), 4), int(end)]
    zero = Fraction(0)
    curves = (
        ("1 / (V_b S_b)", [PlannedPoint(x, rate) for x in (zero, corner, end)]),
        ("N / R0", [PlannedPoint(n, n / found.R0) for n in (zero, Fraction(1), corner, corner * 5 / 4)]),
        (f"N* = {corner}", [PlannedPoint(corner, y) for y in (zero, rate)]),
        ("X0(N), exact", [PlannedPoint(Fraction(n), exact_mva(served, n).throughput) for n in populations]),
    )
    return Plot(
        title=f"Finite population bounds on the message completion rate X0: {EXAMPLE.label}, {_text(size)}",
        source="reed1982",
        locator=LOCATORS[5],
        x="message population N",
        y="message completion rate X0(N)",
        curves=tuple(
            PlannedCurve(label, look, tuple(points), marked=False)
            for look, (label, points) in zip(LIKE_THE_KEY, curves, strict=True)
        ),
        given=(
            "the bounds (1), (4) and (5), the population N* where they meet, the true rate X0(N) below them",
            "N* dashed, X0(N) in dashes and dots",
        ),
        guessed=(
            f"the network ({EXAMPLE.label}, {_text(size)}, one of the {NODES_COMPARED} node networks of Figure VI)",
            UNIFORM,
            UNIT,
            "exponential service for X0(N), found by exact mean value analysis; the bounds hold for any service",
            "populations up to 3 N*",
        ),
        drawn_from=_drawn_from([EXAMPLE]),
    )


def _bottleneck() -> Plot:
    curves = []
    for network in NETWORKS:
        size = _of_64_nodes(network)
        found = network.bounds(size)
        corner = found.N_star
        at = sorted({Fraction(n) for n in (1, *range(10, POPULATION + 1, 10))} | {corner})
        points = [PlannedPoint(n, min(n / found.R0, found.X0_bound)) for n in at]
        values = {"R0": found.R0, "X0_bound": found.X0_bound, "N_star": corner}
        about = {name: str(value) for name, value in values.items()}
        bottleneck = list(found.bottleneck)
        curves.append(_curve(network, _text(size), points, False, size=size, bottleneck=bottleneck, **about))
    return Plot(
        title=f"Bottleneck bound on message completion rate, uniform message routing, {NODES_COMPARED} node networks",
        source="reed1982",
        locator=LOCATORS[6],
        x="message population N",
        y="min(N / R0, 1 / (V_b S_b))",
        curves=tuple(curves),
        given=(f"{NODES_COMPARED} nodes", UNIFORM, UNIT),
        guessed=(
            f"grids of D=3 as in Figure I, which have {NODES_COMPARED} nodes at w=4 (w=8 D=2 would have as many)",
            "R=2 M=4 as in Figure I",
            RING_SHOWN,
            f"populations up to {POPULATION}, so that every bend N* is seen",
        ),
        drawn_from=_drawn_from(NETWORKS),
    )


FIGURES = (
    Figure(
        "reed-2",
        "upper bound on the message completion rate, small networks",
        lambda: _completion(2, "small", SMALL, (DOUBLE, MARKS)),
    ),
    Figure(
        "reed-3",
        "upper bound on the message completion rate, medium and large networks",
        lambda: _completion(3, "medium and large", LARGE, (MARKS,)),
    ),
    Figure("reed-4", "mean internode distance, small networks", _distance),
    Figure("reed-5", "bounds at a finite population and the exact completion rate", _finite),
    Figure("reed-6", "bottleneck bound over the message population, 64 nodes", _bottleneck),
)

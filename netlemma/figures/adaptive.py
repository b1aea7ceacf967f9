"""Figure 1 of Khonsari, Ould-Khaoua and Ferguson, figures 1 and 2 of Min, Ferguson and Ould-Khaoua 2001: latency over load."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from checks.performance.comparisons.adaptive import case, simulated
from checks.performance.model_vs_simulation import LatencyComparison, SimulationCase, compare_latencies
from netlemma.console import progress
from netlemma.figures.latencies import model_line, simulated_points
from netlemma.figures.named import Figure
from netlemma.figures.plan import Panel, Panels, PlannedCurve

KHONSARI = ((8, 3, "8-ary 3-cube"), (10, 3, "10-ary 3-cube"), (2, 3, "3-dimensional hypercube"))
LENGTHS, CHANNELS = (32, 64), (3, 5, 7)
MIN = {
    1: (16, 3, 48, {"a": ("1/5", "4/5"), "b": ("3/5", "3/5")}),
    2: (24, 5, 32, {"a": ("9/100", "9/100"), "b": ("1/20", "4/5")}),
}
NODE_CYCLES = 4_000_000
MOST_CYCLES = 100_000
SHARES = tuple(Fraction(i, 10) for i in (2, 5, 8, 11, 14))  # of the model's saturation load, simulated
FINER = tuple(Fraction(i, 10) for i in (1, 2, 4, 6, 8, 10, 12, 14))
LOOKS = {3: (1, 2), 5: (3, 5), 7: (4, 0)}  # of the corrected and of the printed model, by virtual channels
GUESSED = (
    "lines end short of the model's own saturation; points where the simulator finds no stable state, or the half-width of the "
    "95 % confidence interval of the mean is 5 % of it or more, are left out",
    "buffers of 2 flits, V virtual channels of injection channels too, ejection that never blocks, a blocked header waits for any "
    "channel that it may take; a point leaves out the cycle in which the header crosses the injection channel, as the models do",
)
DRAWN_FROM = "Lines are the models, corrected and printed; points are simulated with their half-widths"
CYCLES_SAID = f"{NODE_CYCLES // 10**6} million cycles for all nodes together, at most {MOST_CYCLES:,}, of which a tenth is discarded"


def _cycles(nodes: int) -> int:
    return min(MOST_CYCLES, NODE_CYCLES // nodes)


def _compared(cases: list[SimulationCase], shares: tuple[Fraction, ...]) -> list[LatencyComparison]:
    with progress() as say:
        say("follow routes")
        return compare_latencies(cases, shares, progress=say)


def _curves(found: LatencyComparison, label: str, looks: tuple[int, int]) -> list[PlannedCurve]:
    """The corrected and the printed model, and the simulation."""
    case = found.case
    about: Mapping[str, Any] = {"size": dict(case.size)}
    both = ((case.model, looks[0], ""), (case.others["printed"], looks[1], " printed"))
    lines = [
        PlannedCurve(
            f"{label}model{name}", look, model_line(curve), marked=False,
            about={**about, "kind": f"model{name}", "saturation": curve.saturation().load},
        )
        for curve, look, name in both
    ]  # fmt: skip
    points = simulated_points(found.rows)
    seen = PlannedCurve(f"{label}simulated", looks[0], points, joined=False, about={**about, "kind": "simulated"})
    return [*lines, seen] if points else lines


def _khonsari() -> Panels:
    sizes = [
        {"k": k, "n": n, "flits": flits, "vcs": vcs} for flits in LENGTHS for k, n, _ in KHONSARI for vcs in CHANNELS
    ]
    found = _compared([case(size, _cycles(size["k"] ** size["n"])) for size in sizes], SHARES)
    panels = []
    for flits in LENGTHS:
        for k, _, name in KHONSARI:
            mine = {
                each.case.size["vcs"]: each
                for each in found
                if (each.case.size["k"], each.case.size["flits"]) == (k, flits)
            }
            curves = [curve for vcs, each in mine.items() for curve in _curves(each, f"V={vcs}: ", LOOKS[vcs])]
            panels.append(Panel(f"{name}, M = {flits}", tuple(curves)))
    return Panels(
        title="Latency under Duato's adaptive routing",
        source="khonsari",
        locator="Figure 1",
        x="load (messages per node and cycle)",
        y="latency (cycles)",
        panels=tuple(panels),
        columns=len(KHONSARI),
        given=(
            "networks, M = 32 and 64 flits, V = 3, 5 and 7 by the caption of figure 1 (the text has a 10-ary 5-cube, and V = 3 alone for "
            "the hypercube)",
        ),
        guessed=(
            "which V goes with which network; the scales, since the figure's numbers cannot be read; the three other models of the figure "
            "are not printed and not drawn",
            *GUESSED,
            CYCLES_SAID,
        ),
        drawn_from=DRAWN_FROM,
        linear=True,
        legend=len(CHANNELS),
    )


def _min(number: int) -> Panels:
    k, vcs, flits, rates = MIN[number]
    cycles = _cycles(k * k)
    sizes = [
        {"k": k, "flits": flits, "vcs": vcs, "sigma1": first, "sigma2": second} for first, second in rates.values()
    ]
    cases = [case(size, cycles) for size in sizes]
    poisson = [
        replace(each, simulate=partial(simulated, "min", each.size, cycles, sources="poisson")) for each in cases
    ]
    found = _compared([*cases, *poisson], FINER)
    panels = []
    for i, letter in enumerate(rates):
        size = sizes[i]
        points = simulated_points(found[len(cases) + i].rows)
        smooth = PlannedCurve("simulated, Poisson sources of the same mean rate", 3, points, joined=False,
                       about={"size": dict(size), "kind": "simulated, Poisson"})  # fmt: skip
        title = (
            f"{letter}) sigma1 = {float(Fraction(rates[letter][0])):g}, sigma2 = {float(Fraction(rates[letter][1])):g}"
        )
        panels.append(Panel(title, (*_curves(found[i], "", (1, 0)), smooth)))
    return Panels(
        title=f"Latency of the torus of {k * k} nodes with bursty sources, M = {flits}, V = {vcs}",
        source="min2001",
        locator=f"Figure {number}",
        x="load mu1 (messages per node and cycle in state 1)",
        y="latency (cycles)",
        panels=tuple(panels),
        columns=len(panels),
        given=(f"N = {k}^2, V = {vcs}, M = {flits}, sigma1 and sigma2; x is mu1, of which nodes send sigma2/(sigma1 + sigma2) on average",
               "interrupted Poisson sources, mu2 = 0"),
        guessed=(
            "messages of fixed length; the scales, since the figure's numbers cannot be read", *GUESSED, CYCLES_SAID,
        ),
        drawn_from=DRAWN_FROM,
        linear=True,
    )  # fmt: skip


FIGURES = (
    Figure("khonsari-1", "latency of k-ary 3-cubes and hypercube under adaptive routing, model and simulation", _khonsari),
    *(
        Figure(f"min-{number}", f"latency of the torus of {k * k} nodes with bursty sources, model and simulation", partial(_min, number))
        for number, (k, *_) in MIN.items()
    ),
)  # fmt: skip

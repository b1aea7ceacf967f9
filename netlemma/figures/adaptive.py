"""Figure 1 of Khonsari, Ould-Khaoua and Ferguson, figures 1 and 2 of Min, Ferguson and Ould-Khaoua 2001: latency over load."""

from dataclasses import replace
from fractions import Fraction
from functools import partial

from netlemma.checks.performance.comparisons.adaptive import case, simulated
from netlemma.checks.performance.model_vs_simulation import LatencyComparison
from netlemma.figures.captions import Captions
from netlemma.figures.latencies import compared, model_curve, simulated_curve
from netlemma.figures.plan import Panel, Panels, PlannedCurve

CAPTIONS = Captions(__file__)
NODE_CYCLES = 4_000_000
MOST_CYCLES = 100_000
SHARES = tuple(Fraction(i, 10) for i in (2, 5, 8, 11, 14))  # of the model's saturation load, simulated
FINER = tuple(Fraction(i, 10) for i in (1, 2, 4, 6, 8, 10, 12, 14))
LOOKS = {3: (1, 2), 5: (3, 5), 7: (4, 0)}  # of the corrected and of the printed model, by virtual channels


def _cycles(nodes: int) -> int:
    return min(MOST_CYCLES, NODE_CYCLES // nodes)


def _curves(found: LatencyComparison, label: str, looks: tuple[int, int]) -> list[PlannedCurve]:
    """The corrected and the printed model, and the simulation."""
    about = {"size": dict(found.case.size)}
    lines = [
        model_curve(f"{label}model", looks[0], found.case.model, about),
        model_curve(f"{label}model printed", looks[1], found.case.others["printed"], about, "model printed"),
    ]
    seen = simulated_curve(f"{label}simulated", looks[0], found.rows, about)
    return [*lines, seen] if seen.points else lines


def _panels(name: str, panels: list[Panel], **values: object) -> Panels:
    said = {"millions": NODE_CYCLES // 10**6, "most_cycles": MOST_CYCLES}
    return Panels(panels=tuple(panels), **CAPTIONS.described(name, **said, **values))


def _khonsari(name: str) -> Panels:
    chosen = CAPTIONS.parameters(name)
    shown = [(network, flits) for flits in chosen["lengths"] for network in chosen["networks"]]
    sizes = [
        {"k": network["k"], "n": network["n"], "flits": flits, "vcs": vcs} for network, flits in shown for vcs in LOOKS
    ]
    found = iter(compared([case(size, _cycles(size["k"] ** size["n"])) for size in sizes], SHARES))
    panels = []
    for network, flits in shown:
        curves = [curve for vcs, looks in LOOKS.items() for curve in _curves(next(found), f"V={vcs}: ", looks)]
        panels.append(Panel(f"{network['name']}, M = {flits}", tuple(curves)))
    return _panels(name, panels)


def _min(name: str) -> Panels:
    chosen = CAPTIONS.parameters(name)
    nodes = chosen["k"] ** 2
    cycles = _cycles(nodes)
    sizes = [{**{key: chosen[key] for key in ("k", "flits", "vcs")}, "sigma1": each["sigma1"], "sigma2": each["sigma2"]}
             for each in chosen["panels"]]  # fmt: skip
    cases = [case(size, cycles) for size in sizes]
    poisson = [
        replace(each, simulate=partial(simulated, "min", each.size, cycles, sources="poisson")) for each in cases
    ]
    comparisons = compared([*cases, *poisson], FINER)
    panels = []
    for each, size, bursty, smooth in zip(
        chosen["panels"], sizes, comparisons, comparisons[len(sizes) :], strict=False
    ):
        label = "simulated, Poisson sources of the same mean rate"
        points = simulated_curve(label, 3, smooth.rows, {"size": size}, "simulated, Poisson")
        panels.append(Panel(each["title"], (*_curves(bursty, "", (1, 0)), points)))
    return _panels(name, panels, nodes=nodes)


FIGURES = (CAPTIONS.redrawn("khonsari-1", _khonsari), CAPTIONS.redrawn("min-1", _min), CAPTIONS.redrawn("min-2", _min))

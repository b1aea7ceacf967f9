"""Figures 5 and 6 of Greenberg and Guan 1997: latency over load, models as lines and simulations as points."""

from fractions import Fraction

from netlemma.checks.performance.comparisons.wormhole import case
from netlemma.figures.captions import Captions
from netlemma.figures.latencies import compared, model_curve, simulated_curve
from netlemma.figures.plan import Plot

CAPTIONS = Captions(__file__)
SHARES = tuple(Fraction(i, 10) for i in range(1, 12))  # of the model's saturation load, simulated
LOOKS = {"mesh": 1, "oneway-torus": 3}  # the first length of messages; the second one has the next look


def _plot(name: str) -> Plot:
    chosen = CAPTIONS.parameters(name)
    sizes = [(family, {"k": chosen["k"], "flits": flits}) for family in LOOKS for flits in chosen["lengths"]]
    comparisons = compared([case(family, size, chosen["cycles"]) for family, size in sizes], SHARES)
    curves, drawn = [], 0
    for (family, size), each in zip(sizes, comparisons, strict=True):
        look = LOOKS[family] + chosen["lengths"].index(size["flits"])
        label = f"{family}, {size['flits']} flits"
        about = {"family": family, "size": size}
        seen = simulated_curve(f"{label}: simulated", look, each.rows, about)
        curves += [model_curve(f"{label}: model", look, each.case.model, about), seen]
        drawn += len(seen.points)
    simulated = sum(len(each.rows) for each in comparisons)
    values = {"nodes": chosen["k"] ** 2, "left_out": simulated - drawn, "simulated": simulated}
    return Plot(curves=tuple(curves), **CAPTIONS.described(name, **values))


FIGURES = (CAPTIONS.redrawn("greenberg-5", _plot), CAPTIONS.redrawn("greenberg-6", _plot))

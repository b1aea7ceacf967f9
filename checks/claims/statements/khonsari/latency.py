"""Judges of equations 1, 7 to 9 and 23 to 30 and of the figures of two papers, by queues in exact numbers and by the simulator."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import sympy

from netlemma.base.names import assignments
from netlemma.checks.claims.judgement import ClaimedValue, Judgement, evaluated, fails, holds, stated_number, unknown
from netlemma.checks.claims.statements.formulas import FormulaSample, at_samples, by_cases
from netlemma.checks.formula.formula import parse_formula
from netlemma.checks.performance.comparisons.adaptive import PARAMETERS, case
from netlemma.checks.performance.model_vs_simulation import (
    OPEN,
    OUTSIDE,
    UNSTABLE,
    LatencyRow,
    Tolerance,
    compare_latencies,
)
from netlemma.derive.core.claim import Reading
from netlemma.derive.discovery import lemma
from netlemma.derive.performance.latency.adaptive_blocking import blocking_terms
from netlemma.derive.performance.latency.models.khonsari import MODEL
from netlemma.graphs import device_network
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.loads.measure import measure
from netlemma.graphs.routings import routing

# Judges of equations 1 and 7 to 9 and of figure 1; the others are in blocking and queues.


NETWORKS = [{"k": k, "n": n} for k, n in ((2, 1), (2, 2), (3, 1), (2, 3), (3, 2), (4, 2), (2, 4), (3, 3), (4, 3))]
FIGURES = [
    {"k": 8, "n": 3, "flits": 32, "vcs": 3},
    {"k": 10, "n": 3, "flits": 64, "vcs": 5},
    {"k": 2, "n": 3, "flits": 32, "vcs": 3},
]


@by_cases
def least_channels(reading: Reading) -> Iterator[ClaimedValue]:
    """The numbers of virtual channels with and without deadlock, decided on small networks."""
    for k, n, name in ((4, 2, "rings"), (3, 2, "rings"), (2, 3, "hypercube")):
        said, size = int(stated_number(reading.says[name])), {"k": k, "n": n}
        for escape in range(1, said + 1):
            found = routing(device_network("oneway-torus", **size), f"duato escape={escape} adaptive=1")
            claimed = "deadlock-free" if escape + 1 >= said else "deadlock"
            yield ClaimedValue({**size, "vcs": escape + 1}, claimed, decide(found).verdict, of=size)


def scaled(reading: Reading) -> Judgement:
    """The effect of the alternative; neither follows from the assumptions."""
    changes = {}
    for size in FIGURES:
        curve, other = (MODEL.curve(size, reading) for reading in ("corrected", "corrected scaling=network"))
        load = np.array([curve.saturation().load / 2])
        name = assignments(size)
        changes[name] = round(float(curve.latency(load)[0] / other.latency(load)[0] - 1), 4)
    remark = (
        "a step of modelling: neither form follows from the assumptions; at half the load of saturation they differ by "
    )
    decided = (
        "; simulations that tell the wait at the source from that in the network, near saturation, would decide it"
    )
    return unknown(
        f"{remark}{min(changes.values()):.1%} to {max(changes.values()):.1%}{decided}", FIGURES, changes=changes
    )


@at_samples
def channel_rate() -> Iterator[FormulaSample]:
    """Messages on each channel for each message of a node; the least and the greatest rate are compared, too."""
    lemma("oneway-torus.mean_distance").check()
    for size in NETWORKS:
        measurement = measure(device_network("oneway-torus", **size))
        (links,) = measurement.classes
        for share in (links.max, links.visit_ratio, links.min):
            values = {"n": size["n"], "d": measurement.mean_distance}
            yield FormulaSample(size, values, share * measurement.nodes, "one-way k-ary n-cube", size)


@by_cases
def even(reading: Reading) -> Iterator[ClaimedValue]:
    """The least and the most used channel, every shortest path equally likely."""
    for size in NETWORKS:
        (links,) = measure(device_network("oneway-torus", **size), symmetry=False).classes
        same = links.min == links.max
        yield ClaimedValue(size, "the same on all channels", f"{links.min} to {links.max}", same=same)


@by_cases
def mean_latency(reading: Reading) -> Iterator[ClaimedValue]:
    """Without load the model gives the length and the counted mean distance."""
    for size in NETWORKS:
        true = 8 + measure(device_network("oneway-torus", **size)).mean_distance
        yield ClaimedValue(size, MODEL.curve({**size, "flits": 8, "vcs": 3}).zero_load(), true)


@by_cases
def text_and_caption(reading: Reading, name: str) -> Iterator[ClaimedValue]:
    """The text and the caption give a parameter of the figure the same values, which are separated by blanks."""
    said = {place: [int(value) for value in reading.says[place].split()] for place in ("text", "caption")}
    size = {of: int(stated_number(value)) for of, value in reading.says.items() if of not in said}
    claimed, true = (f"{name} = {', '.join(map(str, values))} ({place})" for place, values in said.items())
    yield ClaimedValue(size, claimed, true, same=said["text"] == said["caption"])


def hypercube_figure(reading: Reading) -> Judgement:
    """In the hypercube a message of i hops has i - h + 1 dimensions left at its h-th channel, under every weighting."""
    tried = [{"k": 2, "n": n} for n in range(1, 7)]
    for n in range(1, 7):
        terms = [
            blocking_terms(2, n, MODEL.reading(f"selectable={way} weighting={weighting}").options)
            for way in ("distribution", "mean")
            for weighting in ("walk", "paths", "distributions")
        ]
        if any(each != terms[0] for each in terms):
            raise ArithmeticError(f"readings differ in the hypercube of {n} dimensions")
    remark = "that model is not printed; in the hypercube all readings of phi agree, so only equations 12 and 13 of [4] could differ"
    remark += f"; tried for all hypercubes up to {tried[-1]['n']} dimensions; the equations of [4] would decide it"
    return unknown(remark, tried)


def not_printed(reading: Reading, remark: str) -> Judgement:
    """A statement without a printed formula: it is unknown."""
    return unknown(remark)


# Judges of equations 23 to 30: waiting times as identities, and the birth and death process in exact numbers.


UTILISATIONS = [Fraction(1, 7), Fraction(1, 2), Fraction(5, 6)]
MOST = 6  # virtual channels for which the process is solved


@cache
def stationary(vcs: int, use: Fraction) -> tuple[Fraction, ...]:
    """The stationary distribution of the process, from its balance equations; the unit of time is S.

    >>> [str(p) for p in stationary(2, Fraction(1, 2))]
    ['1/2', '1/4', '1/4']
    """
    up, down = sympy.Rational(use), [0, *[sympy.Integer(1)] * (vcs - 1), 1 - sympy.Rational(use)]
    generator = sympy.zeros(vcs + 1)
    for v in range(vcs):
        generator[v, v + 1], generator[v + 1, v] = up, down[v + 1]
    for v in range(vcs + 1):
        generator[v, v] = -sum(generator[v, w] for w in range(vcs + 1) if w != v)
    balance = generator.T.copy()
    balance[vcs, :] = sympy.ones(1, vcs + 1)
    found = balance.LUsolve(sympy.Matrix([*[0] * vcs, 1]))
    return tuple(Fraction(int(x.p), int(x.q)) for x in found)


@by_cases
def steady_state(reading: Reading) -> Iterator[ClaimedValue]:
    """Printed weights over their sum, compared with the solution of the balance equations."""
    weight = parse_formula(reading.says.get("weight", "rho^v"))
    last = parse_formula(reading.says.get("last", "rho^V/(1 - rho)"))
    for vcs, use in product(range(1, MOST + 1), UTILISATIONS):
        at: dict[str, int | Fraction] = {"rho": use, "V": vcs}
        printed = [evaluated(weight, {**at, "v": v}) for v in range(vcs)] + [evaluated(last, {**at, "v": vcs})]
        for v, (share, chance) in enumerate(zip(printed, stationary(vcs, use), strict=True)):
            yield ClaimedValue({"V": vcs, "v": v, "rho": str(use)}, share / sum(printed), chance, of={"V": vcs})  # type: ignore[dict-item]


@by_cases
def who_is_busy(reading: Reading) -> Iterator[ClaimedValue]:
    """Whether there are as many adaptive channels as are stated to be busy."""
    adaptive, most = (parse_formula(reading.says[name], ("V",)) for name in ("adaptive", "most"))
    for vcs in range(3, 9):
        there, said = adaptive.evaluate({"V": vcs}), most.evaluate({"V": vcs})
        claimed = f"up to {said} adaptive channels busy"
        yield ClaimedValue({"V": vcs}, claimed, f"at most {there}", same=there == said)


@by_cases
def seen_by_a_message(reading: Reading) -> Iterator[ClaimedValue]:
    """A message is chosen at random: a channel with v busy virtual channels is chosen v times as often as one with 1."""
    above, below = (parse_formula(reading.says[name]) for name in ("above", "below"))
    for vcs, use in product(range(1, MOST + 1), UTILISATIONS):
        P, states = stationary(vcs, use), range(1, vcs + 1)
        seen = [v for v in states for _ in range(v)]  # of channels in each state, by the messages on them
        claimed = (sum(evaluated(each, {"v": v, "V": vcs}) * P[v] for v in states) for each in (above, below))
        true = sum(P[v] * v for v in seen) / sum(P[v] for v in seen)
        yield ClaimedValue({"V": vcs, "rho": str(use)}, Fraction(next(claimed) / next(claimed)), true, of={"V": vcs})  # type: ignore[dict-item]


# Judges of statements of two papers on their figures: by the simulator, at the sizes and loads that each reading
# names.
#
# A simulation proves nothing; these verdicts hold in the sense of their readings, within the confidence intervals.


NODE_CYCLES = 4_000_000
SIMULATED = "simulated, not proved"


@cache
def _seen(size: tuple[tuple[str, Any], ...], share: Fraction) -> LatencyRow:
    """Model and simulation at a share of the model's saturation load; they serve several statements."""
    sizes = dict(size)
    here = case(sizes, NODE_CYCLES // sizes["k"] ** sizes.get("n", 2))
    return compare_latencies([here], (share,))[0].rows[0]


def _row(size: Mapping[str, Any], share: Fraction) -> LatencyRow:
    return _seen(tuple(size.items()), share)


def _cubes(text: str) -> list[dict[str, int]]:
    return [dict(zip(PARAMETERS["khonsari"], map(int, words.split()), strict=True)) for words in text.split(",")]


def _torus(reading: Reading) -> dict[str, Any]:
    rates = dict(zip(("sigma1", "sigma2"), reading.says["a"].split(), strict=True))
    return {**{name: int(stated_number(reading.says[name])) for name in ("k", "flits", "vcs")}, **rates}


def _told(row: LatencyRow) -> str:
    if row.simulated is None:
        return f"{row.state}, simulated"
    return f"{row.simulated:.2f} ± {row.half_width or 0:.2f}, simulated"


def _counted(size: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in size.items() if isinstance(value, int)}


def overestimating(reading: Reading) -> Judgement:
    """Whether the model is above the interval of the simulated mean at every load."""
    sizes = _cubes(reading.says["networks"])
    seen: dict[str, str] = {}
    for size in sizes:
        for share in map(Fraction, reading.says["shares"].split()):
            row = _row(size, share)
            seen[f"{size} at {share}"] = f"{row.model}, {_told(row)}"
            if row.model is None or row.simulated is None or row.half_width is None:
                return unknown("no latency to compare", sizes, latencies=seen)
            if row.model < row.simulated - row.half_width:
                right = (
                    "the model is too low at this load: worms that share any link of their ways slow each other down"
                )
                claim = f"less than {row.model:.2f}"
                return fails(_counted(size), claim, _told(row), right, load=row.load, latencies=seen)
            if row.model <= row.simulated + row.half_width:
                return unknown("the model is within the interval", sizes, latencies=seen)
    return holds(f"{SIMULATED}: the model is above all intervals", sizes, latencies=seen)


def slightly(reading: Reading) -> Judgement:
    """Whether the model exceeds the simulated mean by at most the stated share."""
    (size,) = _cubes(reading.says["network"])
    return _within(size, [Fraction(reading.says["share"])], Fraction(reading.says["most"]))


def match(reading: Reading) -> Judgement:
    """Whether the model differs from the simulated mean by at most the stated share."""
    shares = [Fraction(word) for word in reading.says["shares"].split()]
    return _within(_torus(reading), shares, Fraction(reading.says["most"]))


def _within(size: Mapping[str, Any], shares: list[Fraction], most: Fraction) -> Judgement:
    kept = Tolerance(most, max(shares), "")
    rows = [_row(size, share) for share in shares]
    seen = {f"{row.share} of saturation": f"{row.model}, {_told(row)}" for row in rows}
    judged = [row.judged(kept) for row in rows]
    for row, answer in zip(rows, judged, strict=True):
        if answer == OUTSIDE:
            right = f"at this load the model is off by {row.error or 0:+.1%}"
            return fails(_counted(size), f"{row.model:.2f}", _told(row), right, load=row.load, latencies=seen)
    if OPEN in judged:
        return unknown(f"too close to {float(most):.0%} to tell", [_counted(size)], latencies=seen)
    errors = ", ".join(f"{row.error or 0:+.1%}" for row in rows)
    return holds(f"{SIMULATED}: the model is off by {errors}", [_counted(size)], latencies=seen)


def earlier(reading: Reading) -> Judgement:
    """Whether the simulation is stable at loads at which the model has no steady state any more."""
    sizes = _cubes(reading.says["networks"])
    factor = Fraction(reading.says["factor"])
    seen = {}
    for size in sizes:
        row = _row(size, factor)
        seen[str(size)] = f"load {row.load:.6f}: {_told(row)}"
        if row.state == UNSTABLE:
            return fails(
                _counted(size), "stable", _told(row), "both saturate below this load", load=row.load, latencies=seen
            )
        if row.simulated is None:
            return unknown(f"the simulation ends in a {row.state}", sizes, latencies=seen)
    return holds(f"{SIMULATED}: stable at {float(factor):.0%} of the model's saturation load", sizes, latencies=seen)

"""Judges of statements of two papers on their figures: by the simulator, at the sizes and loads that each reading
names.

A simulation proves nothing; these verdicts hold in the sense of their readings, within the confidence intervals.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from netlemma.checks.claims.evidence import stated_number
from netlemma.checks.claims.judgement import Judgement, fails, holds, unknown
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

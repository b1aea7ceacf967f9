"""Judges of comparisons between mesh and torus, by their models and by the simulator."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache

import numpy as np
import sympy

from netlemma.checks.claims.judgement import ClaimedValue, Judgement, agrees, fails, holds, stated_number, unknown
from netlemma.checks.claims.statements.formulas import FormulaSample, at_samples, by_cases
from netlemma.checks.claims.statements.greenberg1997.networks import GRAPHS, sizes_of, words_of
from netlemma.checks.formula.formula import parse_formula
from netlemma.checks.performance.comparisons.wormhole import case
from netlemma.checks.performance.model_vs_simulation import UNSTABLE, LatencyComparison, Tolerance, compare_latencies
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Size
from netlemma.derive.discovery import lemma
from netlemma.derive.performance.latency.channel_graphs import WormholeLatency

# Judges of comparisons between mesh and torus, by their models.


LOADS = 400
ROUNDING = 1e-6  # cycles; far above the rounding of the models


def model(family: str, size: Size) -> WormholeLatency:
    """The model of a network at a size.

    Parameters
    ----------
    family : str
        Name of the family.
    size : mapping from str to int
        ``k``, and the length ``flits`` of a message.

    Returns
    -------
    WormholeLatency
        Latency over load.
    """
    return WormholeLatency(GRAPHS[family](size["k"]), size["flits"])


@at_samples
def low_load() -> Iterator[FormulaSample]:
    """The latency of the models without load."""
    for k in range(2, 9):
        for family in GRAPHS:
            size = {"k": k, "flits": 2 * k}
            values = {"flits": 2 * k, "distance": lemma(f"{family}.mean_distance").at(k=k, n=2)}
            yield FormulaSample(size, values, model(family, size).zero_load(), family, size)


@by_cases
def slightly_higher(reading: Reading) -> Iterator[ClaimedValue]:
    """The latency of the models without load: the torus is a little slower than the mesh."""
    for size in sizes_of(reading.says["figures"]):
        mesh, torus = (model(family, size).zero_load() for family in ("mesh", "oneway-torus"))
        told = {"differences": {words_of(size): str(torus - mesh)}}
        yield ClaimedValue(size, f"more than {mesh}", torus, same=torus > mesh, told=told)


@by_cases
def saturation(reading: Reading) -> Iterator[ClaimedValue]:
    """The ratio of the loads at which both models saturate."""
    least, most = stated_number(reading.says["least"]), stated_number(reading.says["most"])
    for size in sizes_of(reading.says["figures"]):
        ends = {family: model(family, size).saturation().load for family in ("mesh", "oneway-torus")}
        ratio = ends["oneway-torus"] / ends["mesh"]
        told = {"loads": {words_of(size): {**ends, "oneway-torus/mesh": round(ratio, 4)}}}
        same = least <= ratio <= most
        yield ClaimedValue(size, f"between {least} and {most}", f"{ratio:.4f}", same=same, told=told)


def any_load(reading: Reading, because: str) -> Judgement:
    """Compare both latencies over all loads.

    Both increase with the load, so between two loads the mesh is faster if it is faster at the upper one than the torus
    at the lower one; where the torus is saturated, the mesh has a latency.
    """
    tried: list[Size] = []
    least = {}
    for size in sizes_of(reading.says["figures"]):
        mesh, torus = (model(family, size) for family in ("mesh", "oneway-torus"))
        loads = np.linspace(0, torus.saturation().load, LOADS + 1)
        one, other = mesh.latency(loads), torus.latency(loads[:-1])
        worse = np.flatnonzero(~(one[:-1] < other))
        if len(worse):
            i = int(worse[0])
            return fails(size, f"mesh below {other[i]:.6g}", f"{one[i]:.6g}", None, tried, load=float(loads[i]))
        margin = float((other - one[1:]).min())
        if not margin > ROUNDING:
            return agrees(f"so at {LOADS} loads; not shown between them", tried)
        least[words_of(size)] = round(margin, 3)
        tried.append(size)
    return holds(because, tried, least_difference=least)


def distances_differ(reading: Reading, least: int) -> Judgement:
    """The mean distances of mesh and one-way torus in two dimensions, by their lemmas."""
    mesh, torus = lemma("mesh.mean_distance"), lemma("oneway-torus.mean_distance")
    sizes = [{"k": k} for k in range(least, 13)]
    for name, found in (("mesh", mesh), ("torus", torus)):
        printed = parse_formula(reading.says[name])
        for size in sizes:
            claimed, true = printed.evaluate(size), found.value({**size, "n": 2})
            if claimed != true:
                return fails(size, f"{name} {claimed}", f"{name} {true}", str(found.closed_form))
    k = sympy.Symbol("k", positive=True)
    printed_mesh, printed_torus = (parse_formula(reading.says[name]).to_sympy({"k": k}) for name in ("mesh", "torus"))
    if not equal(printed_torus - printed_mesh, k * (k - 2) / (3 * (k + 1))):
        return agrees("the printed distances are those of the lemmas at the sizes tried", sizes)
    for size in sizes:
        of_mesh, of_torus = mesh.value({**size, "n": 2}), torus.value({**size, "n": 2})
        if of_mesh == of_torus:
            right = "torus - mesh = k*(k - 2)/(3*(k + 1)), which is 0 at k = 2"
            return fails(size, "the distances differ", f"both are {of_mesh}", right)
    return holds("argued: torus - mesh = k*(k - 2)/(3*(k + 1)), positive for k > 2; compared with both lemmas", sizes)


# Judges of statements on simulations: by the simulator, at the sizes and loads that each reading names.
#
# A simulation proves nothing; these verdicts hold in the sense of their readings, within the confidence intervals.


CYCLES = 200_000
CYCLES_AT_ENDS = 100_000
SHARES = (Fraction(1, 5), Fraction(1, 2), Fraction(4, 5))
# of the model's saturation load: stable at the first, not at the second
ENDS = {"mesh": (1.1, 1.22), "oneway-torus": (1.05, 1.25)}


@cache
def compared(family: str, text: str) -> Sequence[LatencyComparison]:
    """Model and simulation of a network at the sizes of a statement, cached for several statements."""
    return compare_latencies([case(family, size, CYCLES) for size in sizes_of(text)], SHARES)


def agreement(reading: Reading) -> Judgement:
    """Errors of the model at three loads."""
    error, up_to = stated_number(reading.says["error"]), stated_number(reading.says["up_to"])
    kept = Tolerance(Fraction(error), Fraction(up_to), reading.reading)
    rows = [
        (found.case.size, row)
        for found in compared(reading.says["family"], reading.says["figures"])
        for row in found.rows
    ]
    sizes = sizes_of(reading.says["figures"])
    shown = {
        f"k={size['k']} flits={size['flits']} at {row.share}": f"{row.model:.2f}, simulated {row.simulated:.2f} ± {row.half_width:.2f}"
        for size, row in rows
        if row.simulated is not None
    }
    judged = [row.judged(kept) for _, row in rows]
    for (size, row), found in zip(rows, judged, strict=True):
        if found == "outside":
            true = "not stable" if row.simulated is None else f"{row.simulated:.2f} ± {row.half_width:.2f}"
            return fails(size, row.model, f"{true}, simulated", None, load=row.load, errors=shown)
    if "open" in judged:
        return unknown(
            f"within or too close to {float(error):.0%} to tell, at {len(rows)} loads simulated", sizes, errors=shown
        )
    return holds(f"simulated, not proved: within {float(error):.0%} at {len(rows)} loads", sizes, errors=shown)


def mesh_is_faster(reading: Reading) -> Judgement:
    """Confidence intervals of both networks at the same loads, up to where the torus saturates."""
    sizes = sizes_of(reading.says["figures"])
    seen: dict[str, str] = {}
    for torus in compared("oneway-torus", reading.says["figures"]):
        mesh = case("mesh", torus.case.size, CYCLES)
        for other in torus.rows:
            one = mesh.simulate(other.load)
            if one.latency is None or other.simulated is None:
                return unknown("a simulation is not stable", sizes, latencies=seen)
            seen[f"k={mesh.size['k']} flits={mesh.size['flits']} load={other.load:.6f}"] = (
                f"mesh {one.latency:.2f} ± {one.half_width:.2f}, torus {other.simulated:.2f} ± {other.half_width:.2f}"
            )
            apart = other.simulated - one.latency
            widths = (one.half_width or 0) + (other.half_width or 0)
            if apart < -widths:
                return fails(mesh.size, "the mesh is faster", "the torus is, simulated", None, latencies=seen)
            if apart <= widths:
                return unknown("confidence intervals overlap", sizes, latencies=seen)
    return holds(f"simulated, not proved: intervals do not overlap at {len(seen)} loads", sizes, latencies=seen)


def about_half(reading: Reading) -> Judgement:
    """A stable and an unstable load of each network enclose the ratio of their loads of saturation."""
    least, most = stated_number(reading.says["least"]), stated_number(reading.says["most"])
    sizes = sizes_of(reading.says["figures"])
    found = {}
    for size in sizes:
        ends: dict[str, tuple[float, float]] = {}
        for family, shares in ENDS.items():
            here = case(family, size, CYCLES_AT_ENDS)
            low, high = (share * here.model.saturation().load for share in shares)
            states = here.simulate(low).state, here.simulate(high).state
            if states != ("stable", UNSTABLE):
                return unknown(f"{family}: {states[0]} at load {low:.6f}, {states[1]} at {high:.6f}", sizes)
            ends[family] = low, high
        low, high = ends["oneway-torus"][0] / ends["mesh"][1], ends["oneway-torus"][1] / ends["mesh"][0]
        found[f"k={size['k']} flits={size['flits']}"] = {
            **{family: f"between {a:.6f} and {b:.6f}" for family, (a, b) in ends.items()},
            "oneway-torus/mesh": f"between {low:.4f} and {high:.4f}",
        }
        if high < least or low > most:
            return fails(size, f"between {least} and {most}", f"between {low:.4f} and {high:.4f}", None, loads=found)
        if low < least or high > most:
            return unknown(f"between {low:.4f} and {high:.4f}", sizes, loads=found)
    return holds(
        "simulated, not proved: the larger load of each network was not stable, the smaller one was", sizes, loads=found
    )

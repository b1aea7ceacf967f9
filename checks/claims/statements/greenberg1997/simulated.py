"""Judges of statements on simulations: by the simulator, at the sizes and loads that each reading names.

A simulation proves nothing; these verdicts hold in the sense of their readings, within the confidence intervals.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from netlemma.checks.claims.evidence import stated_number
from netlemma.checks.claims.judgement import Judgement, fails, holds, unknown
from netlemma.checks.claims.statements.greenberg1997.figures import sizes_of
from netlemma.checks.performance.comparisons.wormhole import case
from netlemma.checks.performance.model_vs_simulation import UNSTABLE, LatencyComparison, Tolerance, compare_latencies
from netlemma.derive.core.claim import Reading

CYCLES = 200_000
CYCLES_AT_ENDS = 100_000
SHARES = (Fraction(1, 5), Fraction(1, 2), Fraction(4, 5))
# of the model's saturation load: stable at the first, not at the second
ENDS = {"mesh": (1.1, 1.22), "oneway-torus": (1.05, 1.25)}


@cache
def compared(family: str, text: str) -> Sequence[LatencyComparison]:
    """Model and simulation of a network at the sizes of a statement, cached for several statements.

    Parameters
    ----------
    family : str
        Name of the family.
    text : str
        Sizes, as in the statement.

    Returns
    -------
    sequence of LatencyComparison
        One comparison for each size.
    """
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

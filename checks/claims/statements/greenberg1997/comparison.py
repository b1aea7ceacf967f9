"""Judges of comparisons between mesh and torus, by their models."""

from collections.abc import Iterator

import numpy as np
import sympy

from netlemma.checks.claims.evidence import ClaimedValue, stated_number
from netlemma.checks.claims.judgement import Judgement, agrees, fails, holds
from netlemma.checks.claims.statements.formulas import FormulaSample, at_samples, by_cases
from netlemma.checks.claims.statements.greenberg1997.figures import GRAPHS, sizes_of, words_of
from netlemma.checks.formula.formula import parse_formula
from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Size
from netlemma.derive.discovery import lemma
from netlemma.derive.performance.latency.framework import WormholeLatency

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

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    because : str
        Reason why that suffices.

    Returns
    -------
    Judgement
        Verdict with its evidence.
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
    """The mean distances of mesh and one-way torus in two dimensions, by their lemmas.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    least : int
        Smallest side that the reading is about.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
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

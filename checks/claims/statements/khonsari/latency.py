"""Judges of equations 1 and 7 to 9 and of figure 1; the others are in :mod:`blocking` and :mod:`queues`."""

from collections.abc import Iterator

import numpy as np

from netlemma.checks.claims.evidence import ClaimedValue, stated_number
from netlemma.checks.claims.judgement import Judgement, unknown
from netlemma.checks.claims.statements.formulas import FormulaSample, at_samples, by_cases
from netlemma.derive.core.claim import Reading
from netlemma.derive.discovery import lemma
from netlemma.derive.performance.latency.blocking import blocking_terms
from netlemma.derive.performance.latency.models.khonsari import MODEL
from netlemma.graphs import device_network
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.loads.measure import measure
from netlemma.graphs.routings import routing

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
        name = " ".join(f"{key}={value}" for key, value in size.items())
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
    """In the hypercube a message of i hops has i - h + 1 dimensions left at its h-th channel, under every weighting.

    Raises
    ------
    ArithmeticError
        If the readings differ in the hypercube.
    """
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
    """A statement without a printed formula: it is unknown.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    remark : str
        What is missing, and what was tried instead.

    Returns
    -------
    Judgement
        Judgement ``unknown``.
    """
    return unknown(remark)

"""Judges of equations 1 and 7 to 9 and of figure 1; the others are in :mod:`blocking` and :mod:`queues`."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from checks.claims.evidence import ClaimedValue, agree, stated_number
from checks.claims.judgement import Judgement, fails, holds, unknown
from checks.claims.statements.greenberg1997.framework import unblocked_worm
from checks.formula.formula import parse_formula
from derive.core.claim import Statement
from derive.core.domain import Size
from derive.discovery import lemma
from derive.performance.latency.blocking import blocking_terms
from derive.performance.latency.models.khonsari import MODEL
from graphs import device_network
from graphs.loads.measure import measure

NETWORKS = [{"k": k, "n": n} for k, n in ((2, 1), (2, 2), (3, 1), (2, 3), (3, 2), (4, 2), (2, 4), (3, 3), (4, 3))]
FIGURES = [
    {"k": 8, "n": 3, "flits": 32, "vcs": 3},
    {"k": 10, "n": 3, "flits": 64, "vcs": 5},
    {"k": 2, "n": 3, "flits": 32, "vcs": 3},
]


def least_channels(statement: Statement) -> Judgement:
    """Duato's protocol with the stated number of channels.

    With one less there is no adaptive or one escape channel too few.
    """
    from graphs.deadlock.decide import decide
    from graphs.routings import routing as routing_of

    tried: list[Size] = []
    for k, n, name in ((4, 2, "rings"), (3, 2, "rings"), (2, 3, "hypercube")):
        said = int(stated_number(statement.says[name]))
        for escape in range(1, said + 1):
            routing = routing_of(device_network("oneway-torus", k=k, n=n), f"duato escape={escape} adaptive=1")
            free = decide(routing).verdict == "deadlock-free"
            if free != (escape + 1 >= said):
                size = {"k": k, "n": n, "vcs": escape + 1}
                true = "free of deadlock" if free else "deadlock"
                return fails(size, f"{said} virtual channels are needed", true, None, tried)
        tried.append({"k": k, "n": n})
    return unknown("so in the networks decided: that many virtual channels, and no fewer, have no deadlock", tried)


def scaled(statement: Statement) -> Judgement:
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
    return unknown(remark + f"{min(changes.values()):.1%} to {max(changes.values()):.1%}", FIGURES, changes=changes)


def channel_rate(statement: Statement) -> Judgement:
    """Messages on every channel of explicit networks, counted for one message per node and cycle."""
    formula = parse_formula(statement.says["rate"])
    lemma("oneway-torus.mean_distance").check()
    tried: list[Size] = []
    for size in NETWORKS:
        found = measure(device_network("oneway-torus", **size))
        (links,) = found.classes
        true = {share * found.nodes for share in (links.visit_ratio, links.min, links.max)}
        d = found.mean_distance
        claimed = Fraction(str(formula.evaluate({"n": size["n"] * d.denominator, "d": d.numerator})))
        if true != {claimed}:
            return fails(size, claimed, max(true), "d/n", tried, "one-way k-ary n-cube")
        tried.append(size)
    because = (
        "argued: N messages in a cycle cross d channels each, and the N n channels are alike; counted on every channel"
    )
    return holds(because, tried)


def even(statement: Statement) -> Judgement:
    """All channels have the same load on explicit networks."""
    for position, size in enumerate(NETWORKS):
        (links,) = measure(device_network("oneway-torus", **size), symmetry=False).classes
        if links.min != links.max:
            return fails(size, "the same on all channels", f"{links.min} to {links.max}", None, NETWORKS[:position])
    because = "argued: shifts of nodes and exchanges of dimensions keep traffic and routing and take each channel to each other"
    return holds(f"{because}; counted with every shortest path equally likely", NETWORKS)


def unblocked(statement: Statement) -> Judgement:
    """A worm simulated flit by flit over i channels and the ejection channel."""
    formula = parse_formula(statement.says["latency"], ("M", "i"))
    sizes = ({"M": flits, "i": hops} for hops in range(1, 8) for flits in range(1, 13))
    cases = (ClaimedValue(size, formula.evaluate(size), unblocked_worm(size["M"], size["i"] + 1)) for size in sizes)
    because = "argued: the last flit follows M - 1 steps behind the header, which takes i + 1; moved flit by flit"
    return agree(cases, because, "M + i")


def mean_latency(statement: Statement) -> Judgement:
    """The counted probabilities of the numbers of hops, which add up to 1; without blocking the mean is M + d."""
    for position, size in enumerate(NETWORKS):
        found = measure(device_network("oneway-torus", **size))
        model = MODEL.curve({**size, "flits": 8, "vcs": 3})
        if model.zero_load() != 8 + found.mean_distance:
            return fails(size, model.zero_load(), 8 + found.mean_distance, None, NETWORKS[:position])
    return holds(
        "argued: a mean over destinations grouped by their hops; without blocking equal to M and the counted mean distance",
        NETWORKS,
    )


def figure_networks(statement: Statement) -> Judgement:
    """The text names one network and the caption another."""
    text, caption, k = (int(stated_number(statement.says[name])) for name in ("text", "caption", "k"))
    if text == caption:
        return holds("text and caption name the same network")
    right = f"by its caption the figure has {k}-ary {caption}-cubes"
    return fails({"k": k}, f"n = {text} (text)", f"n = {caption} (caption)", right)


def hypercube_figure(statement: Statement) -> Judgement:
    """In the hypercube a message of i hops has i - h + 1 dimensions left at its h-th channel, under every weighting.

    Raises
    ------
    ArithmeticError
        If the readings differ in the hypercube.
    """
    tried: list[Size] = []
    for n in range(1, 7):
        terms = [
            blocking_terms(2, n, MODEL.reading(f"selectable={way} weighting={weighting}").options)
            for way in ("distribution", "mean")
            for weighting in ("walk", "paths", "distributions")
        ]
        if any(each != terms[0] for each in terms):
            raise ArithmeticError(f"readings differ in the hypercube of {n} dimensions")
        tried.append({"k": 2, "n": n})
    remark = "that model is not printed; in the hypercube all readings of phi agree, so only equations 12 and 13 of [4] could differ"
    return unknown(remark, tried)


def not_printed(statement: Statement) -> Judgement:
    """A statement without a printed formula: it is unknown."""
    return unknown("that model is not printed, and the figure's numbers cannot be read in the text")

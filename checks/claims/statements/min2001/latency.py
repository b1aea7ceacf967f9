"""Judges of equations 1, 4 to 6 and 27 to 29, of the source queue and the figures.

Others are in :mod:`queue` and :mod:`blocking`.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np

from checks.claims.evidence import stated_number
from checks.claims.judgement import Judgement, fails, holds, unknown
from checks.formula.formula import parse_formula
from derive.core.claim import Statement
from derive.core.domain import Size
from derive.performance.latency.model import models
from derive.performance.latency.models.burstiness import against_poisson
from graphs import device_network
from graphs.loads.distance_distribution import levels

FIGURES: tuple[dict[str, Any], ...] = (
    {"k": 16, "flits": 48, "vcs": 3, "sigma1": Fraction(1, 5), "sigma2": Fraction(4, 5)},
    {"k": 16, "flits": 48, "vcs": 3, "sigma1": Fraction(3, 5), "sigma2": Fraction(3, 5)},
    {"k": 24, "flits": 32, "vcs": 5, "sigma1": Fraction(9, 100), "sigma2": Fraction(9, 100)},
    {"k": 24, "flits": 32, "vcs": 5, "sigma1": Fraction(1, 20), "sigma2": Fraction(4, 5)},
)


def modelling(statement: Statement, other: str) -> Judgement:
    """The effect of an alternative reading; neither follows from the assumptions.

    Parameters
    ----------
    statement : Statement
        Statement to judge.
    other : str
        The alternative, in words.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
    changes = []
    for size in FIGURES:
        curve, changed = (models()["min"].curve(size, reading) for reading in ("corrected", f"corrected {other}"))
        load = np.array([curve.saturation().load / 2])
        changes.append(float(changed.latency(load)[0] / curve.latency(load)[0] - 1))
    remark = (
        "a step of modelling: neither form follows from the assumptions; at half the load of saturation the alternative changes "
        f"latency by {min(changes):+.1%} to {max(changes):+.1%} for the parameters of the figures"
    )
    return unknown(remark, [{"k": size["k"], "flits": size["flits"]} for size in FIGURES])


def hops(k: int) -> list[int]:
    """The distance of each other node of an explicit torus."""
    nodes = levels(device_network("toroid", w=k, D=2), 0).nodes
    return [far for far, many in enumerate(nodes) for _ in range(many) if far]


def variance(statement: Statement) -> Judgement:
    """The variance of t without blocking, which is that of the distances."""
    claimed = stated_number(statement.says["variance"])
    for k in range(3, 6):
        far = hops(k)
        mean = Fraction(sum(far), len(far))
        true = Fraction(sum(i * i for i in far), len(far)) - mean**2
        if claimed != true:
            return fails({"k": k}, claimed, true, "t = m + D + b with a random distance D, of mean d", (), "torus")
    return holds("all nodes are equally far in the tori counted", [{"k": k} for k in range(3, 6)])


def transform(statement: Statement) -> Judgement:
    """The generating function of a sum of whole numbers of cycles, compared with the product of theirs.

    z stands for e^-s. Messages are 1 or 2 flits long. Before each hop a message waits 1 cycle with probability 1/2.
    """
    tried: list[Size] = []
    for k in (3, 4):
        far = hops(k) if "d" in statement.says["parts"].split() else [2]
        together: Counter[tuple[int, int, int]] = Counter()
        for flits in (1, 2):
            for hop_count in far:
                for waits in range(2**hop_count):
                    chance = Fraction(1, 2 * len(far) * 2**hop_count)
                    together[flits, hop_count, waits.bit_count()] += chance  # type: ignore[assignment]
        z = Fraction(1, 2)
        true = sum((p * z ** sum(parts) for parts, p in together.items()), Fraction(0))
        claimed = Fraction(1)
        for part in range(3):
            claimed *= sum((p * z ** parts[part] for parts, p in together.items()), Fraction(0))
        if claimed != true:
            right = (
                "messages that go farther are blocked more often: the mean over distances i of M*(s) e^(-s i) B_i*(s)"
            )
            return fails({"k": k}, f"{claimed} at e^-s = {z}", f"{true} at e^-s = {z}", right, tried, "torus")
        tried.append({"k": k})
    return holds("argued: the transform of a sum of independent variables is the product of theirs; computed", tried)


def steps_held(flits: int, channels: int) -> list[int]:
    """Number of steps in which a flit of an unblocked worm stands behind each channel, simulated flit by flit.

    Parameters
    ----------
    flits : int
        Length of the worm.
    channels : int
        Number of channels on the route.

    Returns
    -------
    list of int
        Number of steps by channel.

    Examples
    --------
    >>> steps_held(4, 2)
    [4, 4]
    """
    held, steps, waiting = [False] * channels, [0] * channels, flits
    while waiting or any(held):
        held = [waiting > 0, *held[:-1]]
        waiting -= held[0]
        steps = [before + now for before, now in zip(steps, held, strict=True)]
    return steps


def service(statement: Statement) -> Judgement:
    """The time that an unblocked worm holds each channel of its route."""
    formula = parse_formula(statement.says["held"], ("M", "i"))
    tried: list[Size] = []
    for far in range(1, 5):
        for flits in range(1, 7):
            claimed = formula.evaluate({"M": flits, "i": far})
            for true in steps_held(flits, far):
                if claimed != true:
                    right = "M steps, and what the message waits ahead while it holds the channel"
                    return fails({"M": flits, "i": far}, claimed, true, right, tried)
            tried.append({"M": flits, "i": far})
    return unknown("agrees for the worms moved", tried)


def bursts(statement: Statement) -> Judgement:
    """The difference of the model from Poisson sources at the parameters of a figure."""
    size = {name: int(stated_number(statement.says[name])) for name in ("k", "flits", "vcs")}
    found = {}
    for part in ("a", "b"):
        sigmas = dict(zip(("sigma1", "sigma2"), map(stated_number, statement.says[part].split()), strict=True))
        compared = against_poisson({**size, **sigmas})
        found[part] = compared
    words = "; ".join(
        f"{part}) {compared.latency:+.2%} at half the load of saturation, and saturation {compared.saturation:+.2%}"
        for part, compared in found.items()
    )
    return unknown(
        f"nothing is claimed in numbers; against Poisson sources of equal mean rate latency is {words}", [size]
    )

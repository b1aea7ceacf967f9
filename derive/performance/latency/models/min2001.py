"""Adaptive wormhole routing in bidirectional two-dimensional tori with bursty sources: Min, Ferguson and Ould-Khaoua 2001.

Duato's protocol with V - 2 adaptive and 2 escape virtual channels. Each point that the paper leaves open or gets wrong
is a choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from derive.performance.latency.model import Curve, Keyword, ModelError, ModelReading, Need, Real, model_with_data
from derive.performance.latency.models.min_latency import ESCAPE, MinLatency
from derive.performance.traffic.mmpp import MMPP2


def _build(parameters: Mapping[str, Any], reading: ModelReading) -> Curve:
    vcs = parameters["vcs"]
    if vcs <= ESCAPE:
        raise ModelError(
            f"vcs={vcs}: Duato's protocol needs 2 escape and at least 1 adaptive virtual channel of each physical channel; take "
            "vcs=3 or more"
        )
    source = MMPP2(Fraction(1), parameters["ratio"], parameters["sigma1"], parameters["sigma2"])
    return MinLatency(parameters["k"], parameters["flits"], vcs, source, parameters["lengths"], reading.options)


MODEL = model_with_data(
    __file__,
    (
        Need("k", 3, 256, "nodes of each ring"),
        Need("flits", 1, 10**9, "flits of a message, on average"),
        Need("vcs", 1, 256, "virtual channels of each physical channel"),
        Real("sigma1", Fraction(0), Fraction(10**6), "rate at which a source leaves state 1, per cycle", above=True),
        Real("sigma2", Fraction(0), Fraction(10**6), "rate at which a source leaves state 2, per cycle", above=True),
        Real("ratio", Fraction(0), Fraction(1000), "arrival rate in state 2 over that in state 1", Fraction(0)),
        Keyword(
            "lengths",
            {"fixed": "all alike", "exponential": "memoryless"},
            "how the lengths of messages are distributed",
            "fixed",
        ),
    ),
    _build,
)

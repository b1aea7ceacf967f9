"""Adaptive wormhole routing in bidirectional two-dimensional tori with bursty sources: Min, Ferguson and Ould-Khaoua 2001.

Duato's protocol with V - 2 adaptive and 2 escape virtual channels. Each point that the paper leaves open or gets wrong
is a choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from derive.performance.latency.model import Choice, Curve, Example, Model, ModelError, Need, Reading, Real, Word
from derive.performance.latency.models.min_latency import ESCAPE, MinLatency
from derive.performance.traffic.mmpp import MMPP2

CHOICES = (
    Choice(
        "distances",
        {
            "others": "every other node is a destination, at its own distance in each dimension",
            "mean": "messages make the mean number of hops in each dimension, those to their own source included (2), (3), (23)",
        },
        "others",
        "mean",
    ),
    Choice(
        "weighting",
        {
            "walk": "in each hop every dimension left is equally likely, as where all channels are free",
            "paths": "every shortest path is equally likely",
            "distributions": "every way to spread the hops made over the dimensions is equally likely (23)",
        },
        "walk",
        "distributions",
    ),
    Choice(
        "sum",
        {
            "below": "a message is blocked before each of its d hops, i = 0..d-1",
            "through": "the sum goes to i = d (5), where (23) goes on to 2; of distances=mean alone",
        },
        "below",
        "through",
    ),
    Choice(
        "escape",
        {
            "own": "blocked if all adaptive channels and the one escape channel that the message may take are busy",
            "either": "blocked if all adaptive channels and at least one of both escape channels are busy: 2 P_V-1 / V (26)",
            "both": "blocked if all V virtual channels are busy, as the words before (24) and (25) have it",
        },
        "own",
        "either",
    ),
    Choice(
        "scaling",
        {
            "all": "multiplexing lengthens network latency and the wait at the source (1)",
            "network": "multiplexing lengthens the network latency alone",
        },
        "all",
        "all",
    ),
    Choice(
        "source",
        {
            "node": "messages queue at the source in one queue, an MMPP/G/1 with all arrivals of the node",
            "channel": "messages queue at the source for one of V virtual channels, each with 1/V of the arrival rates",
        },
        "node",
        "node",
    ),
)


def _build(parameters: Mapping[str, Any], reading: Reading) -> Curve:
    vcs = parameters["vcs"]
    if vcs <= ESCAPE:
        raise ModelError(
            f"vcs={vcs}: Duato's protocol needs 2 escape and at least 1 adaptive virtual channel of each physical channel; take "
            "vcs=3 or more"
        )
    source = MMPP2(Fraction(1), parameters["ratio"], parameters["sigma1"], parameters["sigma2"])
    return MinLatency(parameters["k"], parameters["flits"], vcs, source, parameters["lengths"], reading.options)


MODEL = Model(
    name="min",
    summary="torus of k by k nodes under Duato's adaptive routing with bursty sources (Min, Ferguson and Ould-Khaoua 2001); load is mu1",
    parameters=(
        Need("k", 3, 256, "nodes of each ring"),
        Need("flits", 1, 10**9, "flits of a message, on average"),
        Need("vcs", 1, 256, "virtual channels of each physical channel"),
        Real("sigma1", Fraction(0), Fraction(10**6), "rate at which a source leaves state 1, per cycle", above=True),
        Real("sigma2", Fraction(0), Fraction(10**6), "rate at which a source leaves state 2, per cycle", above=True),
        Real("ratio", Fraction(0), Fraction(1000), "arrival rate in state 2 over that in state 1", Fraction(0)),
        Word(
            "lengths",
            {"fixed": "all alike", "exponential": "memoryless"},
            "how the lengths of messages are distributed",
            "fixed",
        ),
    ),
    build=_build,
    example=Example(
        "min2001",
        "Figure 1a",
        {"k": "16", "flits": "48", "vcs": "3", "sigma1": "0.2", "sigma2": "0.8", "ratio": "0", "lengths": "fixed"},
        guessed={
            "lengths": "the length m is a random variable, M = 48 in the figure; how it is distributed is not said"
        },
    ),
    choices=CHOICES,
    load="mu1: messages per node and cycle in state 1",
)

"""How far bursty sources are from Poisson sources of equal mean rate, in Min's model."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from derive.performance.latency.model import models
from derive.performance.traffic.mmpp import MMPP2


class Burstiness(NamedTuple):
    """Relative differences: of latency at half the load of saturation of the Poisson sources, and of that load (in messages).

    ``latency`` is NaN where the bursty sources saturate before.
    """

    latency: float
    saturation: float


def against_poisson(parameters: Mapping[str, Any], reading: str = "corrected") -> Burstiness:
    """Bursty sources compared with Poisson sources that send as many messages.

    Parameters
    ----------
    parameters : those of the model ``min``; sigma1 and sigma2 as fractions.
    reading : of the model.

    >>> size = {"k": 16, "flits": 48, "vcs": 3, "sigma1": Fraction(1, 5), "sigma2": Fraction(4, 5)}
    >>> [f"{difference:+.2%}" for difference in against_poisson(size)]
    ['+0.04%', '-0.08%']
    """
    model = models()["min"]
    values = model.values(parameters)
    mean = MMPP2(Fraction(1), values["ratio"], values["sigma1"], values["sigma2"]).mean_rate
    bursty, poisson = (model.curve({**parameters, "ratio": ratio}, reading) for ratio in (values["ratio"], 1))
    end = poisson.saturation().load
    half = [curve.latency(np.array([load]))[0] for curve, load in ((bursty, end / 2 / float(mean)), (poisson, end / 2))]
    return Burstiness(float(half[0] / half[1] - 1), bursty.saturation().load * float(mean) / end - 1)

"""Difference between bursty sources and Poisson sources of equal mean rate, in Min's model."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from netlemma.derive.performance.latency.model import models
from netlemma.derive.performance.traffic.mmpp import MMPP2


class Burstiness(NamedTuple):
    """Relative differences of bursty sources to Poisson sources.

    ``latency`` is that of the latency at half the saturation load of the Poisson sources, NaN if the bursty sources
    saturate before; ``saturation`` is that of the saturation load (in messages).
    """

    latency: float
    saturation: float


def against_poisson(parameters: Mapping[str, Any], reading: str = "corrected") -> Burstiness:
    """Bursty sources compared with Poisson sources of the same mean rate.

    Parameters
    ----------
    parameters : mapping from str to Any
        Parameters of the model ``min``; sigma1 and sigma2 as fractions.
    reading : str, default "corrected"
        Reading of the model.

    Returns
    -------
    Burstiness
        Relative differences.

    Examples
    --------
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

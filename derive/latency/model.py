"""What a model of latency is: parameters, readings, and a curve of latency over load; models are found by name."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Protocol

import numpy as np

from derive.latency.saturation import Saturation


class ModelError(ValueError):
    """Parameters for which a model says nothing; the message is one line."""


class Curve(Protocol):
    """Latency over load, at one size."""

    def latency(self, loads: np.ndarray) -> np.ndarray:
        """Mean latency in cycles at loads in messages per cycle and node; NaN where the network is saturated."""

    def sensitivity(self, loads: np.ndarray) -> np.ndarray:
        """Derivative of the latency by the load."""

    def zero_load(self) -> Fraction:
        """The limit of the latency as the load goes to 0."""

    def saturation(self) -> Saturation:
        """Where the model ceases to have a steady state."""


@dataclass(frozen=True)
class Need:
    """A parameter of a model: its name, least and greatest legal values, and what it means."""

    name: str
    least: int
    most: int
    meaning: str


@dataclass(frozen=True)
class Model:
    """A model of latency.

    ``readings`` has, for each way to read the source, what was decided where it leaves something open; the first one is
    the default. ``build`` makes the curve from parameters that :meth:`curve` has checked.
    """

    name: str
    summary: str
    parameters: tuple[Need, ...]
    readings: Mapping[str, tuple[str, ...]]
    build: Callable[[Mapping[str, int], str], Curve]

    def curve(self, parameters: Mapping[str, int], reading: str = "corrected") -> Curve:
        """The latency over load at these parameters.

        :raises ModelError: for an unknown reading, a parameter that is missing, unknown or out of its range

        >>> models()["mesh"].curve({"k": 8, "flits": 20}).zero_load()
        Fraction(79, 3)
        """
        if reading not in self.readings:
            raise ModelError(f"no reading {reading!r} of model {self.name}: readings are {', '.join(self.readings)}")
        names = [need.name for need in self.parameters]
        for name in parameters:
            if name not in names:
                raise ModelError(f"model {self.name} has no parameter {name!r}: it takes {', '.join(names)}")
        for need in self.parameters:
            if need.name not in parameters:
                raise ModelError(
                    f"model {self.name} needs {need.name} ({need.meaning}), such as {need.name}={need.least + 6}"
                )
            if not need.least <= parameters[need.name] <= need.most:
                given = parameters[need.name]
                raise ModelError(
                    f"{need.name}={given}: model {self.name} takes {need.name} ({need.meaning}) from {need.least} to {need.most}"
                )
        return self.build(parameters, reading)


@cache
def models() -> Mapping[str, Model]:
    """Every model by its name: ``MODEL`` of each module in derive/latency."""
    package = importlib.import_module("derive.latency")
    found = [importlib.import_module(f"derive.latency.{m.name}") for m in pkgutil.iter_modules(package.__path__)]
    return {module.MODEL.name: module.MODEL for module in found if hasattr(module, "MODEL")}


def long_worms(flits: int, diameter: int, where: str) -> None:
    """The models of wormhole routing assume that worms are longer than the diameter of the network.

    :raises ModelError: if they are not
    """
    if flits <= diameter:
        raise ModelError(
            f"flits={flits}: the model assumes that messages are longer than the diameter of the network, which is {diameter} "
            f"in {where}; take flits={diameter + 1} or more"
        )

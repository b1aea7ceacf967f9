"""Latency models: parameters, readings, and a curve of latency over load; models are found by name."""

import importlib
import pkgutil
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from netlemma.derive.performance.latency.example import Example
from netlemma.derive.performance.latency.parameters import Keyword, ModelError, Need, Parameter, Real, Value, complete
from netlemma.derive.performance.latency.readings import ModelReading, OpenPoint, make_reading, single_switches
from netlemma.derive.performance.latency.saturation import Saturation

__all__ = [
    "Curve",
    "Keyword",
    "Model",
    "ModelError",
    "ModelReading",
    "Need",
    "Real",
    "long_worms",
    "model_with_data",
    "models",
]

PER_NODE = "messages per node and cycle"


class Curve(Protocol):
    """Latency over load, at one size."""

    def latency(self, loads: np.ndarray) -> np.ndarray:
        """Mean latency in cycles at loads in the model's unit; NaN where the network is saturated."""

    def sensitivity(self, loads: np.ndarray) -> np.ndarray:
        """Derivative of the latency by the load."""

    def zero_load(self) -> Fraction:
        """The limit of the latency as the load goes to 0."""

    def saturation(self) -> Saturation:
        """The load at which the model ceases to have a steady state."""


@dataclass(frozen=True)
class Model:
    """A model of latency.

    Where a source leaves something open, a model has either ``readings`` (complete ones by name, each with its
    decisions) or ``choices``, which are decided one by one (:func:`netlemma.derive.performance.latency.readings.make_reading`).
    ``build`` makes the curve from the reading and the parameters that :meth:`curve` has checked and completed. ``load``
    is the unit of the load, and ``example`` has the parameters of a figure of the source, used in examples.
    """

    name: str
    summary: str
    parameters: tuple[Parameter, ...]
    build: Callable[[Mapping[str, Any], ModelReading], Curve]
    example: Example
    readings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    choices: tuple[OpenPoint, ...] = ()
    load: str = PER_NODE

    def values(self, parameters: Mapping[str, object]) -> dict[str, Value]:
        """All parameters, with defaults for those not given; illegal ones raise ModelError.

        Raises
        ------
        ModelError
            For a parameter that is missing, unknown or out of its range.
        """
        return complete(self.name, self.parameters, parameters, self.example)

    def reading(self, text: str = "corrected") -> ModelReading:
        """The reading with a given name.

        Raises
        ------
        ModelError
            If the reading is unknown.

        Examples
        --------
        >>> models()["mesh"].reading("printed").name
        'printed'
        """
        if self.choices:
            return make_reading(self.choices, text)
        if text not in self.readings:
            raise ModelError(f"no reading {text[:40]!r} of model {self.name}: readings are {', '.join(self.readings)}")
        return ModelReading(text, {}, self.readings[text])

    def compared(self) -> tuple[str, ...]:
        """The readings of a comparison: all named ones, and each single switch."""
        return single_switches(self.choices) if self.choices else tuple(self.readings)

    def curve(self, parameters: Mapping[str, object], reading: str = "corrected") -> Curve:
        """The latency over load at given parameters.

        Parameters
        ----------
        parameters : mapping from str to object
            Values by name.
        reading : str, default "corrected"
            Name of the reading.

        Returns
        -------
        Curve
            Curve of latency over load.

        Raises
        ------
        ModelError
            If the reading is unknown, or a parameter is missing, unknown or out of its range.

        Examples
        --------
        >>> models()["mesh"].curve({"k": 8, "flits": 20}).zero_load()
        Fraction(79, 3)
        """
        return self.build(self.values(parameters), self.reading(reading))


def model_with_data(
    module: str, parameters: tuple[Parameter, ...], build: Callable[[Mapping[str, Any], ModelReading], Curve]
) -> Model:
    """A model whose name, summary, example, and readings or choices are data beside its module.

    Parameters
    ----------
    module : str
        File of the module; the data are in the file with the ending ``.toml``, whose fields are those of :class:`Model`.
    parameters : tuple of Parameter
        Parameters of the model.
    build : callable
        Function that makes the curve from checked parameters and a reading.

    Returns
    -------
    Model
        The model.

    Raises
    ------
    TypeError
        If the file has an unknown field, or lacks one.

    Examples
    --------
    >>> models()["mesh"].example.words
    ('k=8', 'flits=20')
    """
    data = tomllib.loads(Path(module).with_suffix(".toml").read_text(encoding="utf-8"))
    data["example"] = Example(**data["example"])
    data["readings"] = {reading: tuple(notes) for reading, notes in data.get("readings", {}).items()}
    data["choices"] = tuple(OpenPoint(**choice) for choice in data.get("choices", ()))
    return Model(parameters=parameters, build=build, **data)


@cache
def models() -> Mapping[str, Model]:
    """Every model by name: ``MODEL`` of each module in derive/performance/latency/models."""
    package = importlib.import_module("netlemma.derive.performance.latency.models")
    found = [
        importlib.import_module(f"netlemma.derive.performance.latency.models.{m.name}")
        for m in pkgutil.iter_modules(package.__path__)
    ]
    return {module.MODEL.name: module.MODEL for module in found if hasattr(module, "MODEL")}


def long_worms(flits: int, diameter: int, where: str) -> None:
    """Check that messages are longer than the diameter of the network, as the models of wormhole routing assume.

    Parameters
    ----------
    flits : int
        Message length in flits.
    diameter : int
        Diameter of the network in hops.
    where : str
        Name of the network in the error message.

    Raises
    ------
    ModelError
        If messages are not longer.
    """
    if flits <= diameter:
        raise ModelError(
            f"flits={flits}: the model assumes that messages are longer than the diameter of the network, which is {diameter} "
            f"in {where}; take flits={diameter + 1} or more"
        )

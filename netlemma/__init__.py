"""Closed forms of interconnection networks: derived, proved, measured, judged, simulated, drawn.

``import netlemma as nl`` is the whole public interface. Every command has a function of its name here, which takes what the
command takes and returns an object whose ``as_json()`` is what the command prints with ``--json``.

>>> import netlemma as nl
>>> nl.lemma("toroid.mean_distance").at(w=4, D=3)
Fraction(64, 21)
"""

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from netlemma import errors as errors
from netlemma.base.lazy import attach


class _Interface(ModuleType):
    """The package, whose function ``derive`` stays when the subpackage of that name is imported."""

    @property
    def derive(self) -> Callable[..., Any]:
        return __getattr__("derive")

    @derive.setter
    def derive(self, subpackage: ModuleType) -> None:
        """The import system binds a subpackage to its name; ``from netlemma.derive import ...`` does without."""


sys.modules[__name__].__class__ = _Interface

__version__ = "0.1.0"
__getattr__, __dir__, __all__ = attach(__name__)

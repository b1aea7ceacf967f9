"""Displays of lemmas, derivations, claims, verdicts and curves, from the parts in :mod:`netlemma.derive.typeset.notebook_displays`."""

from collections.abc import Iterable
from functools import singledispatch
from typing import Any

from netlemma.base import displays
from netlemma.base.displays import Part


@singledispatch
def parts_of(shown: object) -> Iterable[Part]:
    """The parts of an object's display; :mod:`netlemma.derive.typeset.notebook_displays` registers them by class."""
    raise NotImplementedError(f"no display is registered for {type(shown).__name__}")


@singledispatch
def json_of(shown: object, steps: bool = False) -> dict[str, Any]:
    """An object as plain data for JSON; registered by class as the parts are."""
    raise NotImplementedError(f"no JSON is registered for {type(shown).__name__}")


@singledispatch
def latex_of(shown: object) -> str:
    """The LaTeX of an object; unless a shorter form is registered, that of all its parts."""
    return str(shown._repr_mimebundle_()["text/latex"])  # type: ignore[attr-defined]


class Shown(displays.Shown):
    """An object that displays itself, from the parts registered with :func:`parts_of` for its class.

    >>> from netlemma.derive.core.claim import Claim
    >>> print(Claim("ring.diameter", "K/2", "handbook", "p. 7"))
    ring.diameter
      claim: K/2
      source: handbook p. 7
    """

    def _parts(self) -> Iterable[Part]:
        return parts_of(self)

    def _repr_latex_(self) -> str:
        return latex_of(self)

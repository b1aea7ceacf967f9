"""Notebook displays of lemmas, derivations, claims, verdicts and curves: one description, several formats.

Notebooks ask an object for its display in all formats at once (``_repr_mimebundle_``) and use the best supported one:
HTML with MathML on a screen, LaTeX in a PDF, plain text in a terminal. All are written from the same parts
(:mod:`netlemma.derive.typeset.notebook_displays`).
"""

from collections.abc import Iterable
from functools import singledispatch
from typing import Any, Protocol


class Part(Protocol):
    """A piece of a display that can be written in every format."""

    def html(self) -> str:
        """The part as HTML."""

    def latex(self) -> str:
        """The part as LaTeX."""

    def text(self) -> str:
        """The part as plain text."""


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


class Shown:
    """An object that displays itself in a notebook, from the parts registered with :func:`parts_of` for its class.

    >>> from netlemma.derive.core.claim import Claim
    >>> print(Claim("ring.diameter", "K/2", "handbook", "p. 7")._repr_mimebundle_()["text/plain"])
    ring.diameter
      claim: K/2
      source: handbook p. 7
    """

    def _parts(self) -> Iterable[Part]:
        return parts_of(self)

    def _repr_html_(self) -> str:
        return self._repr_mimebundle_()["text/html"]

    def _repr_latex_(self) -> str:
        return latex_of(self)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        parts = list(self._parts())
        return {
            "text/plain": "\n".join(part.text() for part in parts),
            "text/html": f"<div>{''.join(part.html() for part in parts)}</div>",
            "text/latex": "\n".join(part.latex() for part in parts),
        }

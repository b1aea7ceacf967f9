"""Notebook displays of networks, measurements, simulations and sweeps: one description in several formats.

Notebooks request all formats of an object at once (``_repr_mimebundle_``) and use the best that they support: HTML on a
screen, LaTeX in a PDF, plain text in a terminal. All three are written from the same parts (:mod:`netlemma.graphs.base.tables`).
"""

from collections.abc import Iterable
from typing import Protocol


class Part(Protocol):
    """A piece of a display that can be written in every form."""

    def html(self) -> str:
        """The part as HTML."""

    def latex(self) -> str:
        """The part as LaTeX."""

    def text(self) -> str:
        """The part as plain text."""


class Shown:
    """An object with a notebook display, which consists of its ``_parts``.

    >>> from netlemma.graphs import network
    >>> sorted(network("ring", K=5)._repr_mimebundle_())
    ['text/html', 'text/latex', 'text/plain']
    """

    def _parts(self) -> Iterable[Part]:
        raise NotImplementedError(f"{type(self).__name__} has no display")

    def _repr_html_(self) -> str:
        return self._repr_mimebundle_()["text/html"]

    def _repr_latex_(self) -> str:
        return self._repr_mimebundle_()["text/latex"]

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        parts = list(self._parts())
        return {
            "text/plain": "\n".join(part.text() for part in parts),
            "text/html": "".join(part.html() for part in parts),
            "text/latex": "\n".join(part.latex() for part in parts),
        }

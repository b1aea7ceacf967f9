"""What networks, measurements, simulations and sweeps show of themselves in a notebook: one description, several forms.

Notebooks ask an object for its display in all forms at once (``_repr_mimebundle_``) and take the best that they can show: HTML on a
screen, LaTeX in a PDF, plain text in a terminal. All three are written from the same parts (:mod:`graphs.base.tables`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol


class Part(Protocol):
    """A piece of a display that can be written in every form."""

    def html(self) -> str: ...

    def latex(self) -> str: ...

    def text(self) -> str: ...


class Shown:
    """An object that shows itself; what it shows are its ``_parts``.

    >>> from graphs import network
    >>> sorted(network("ring", K=5)._repr_mimebundle_())
    ['text/html', 'text/latex', 'text/plain']
    """

    def _parts(self) -> Iterable[Part]:
        raise NotImplementedError(f"{type(self).__name__} says nothing of itself")

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

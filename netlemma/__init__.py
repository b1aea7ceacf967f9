"""Closed forms of interconnection networks: derived, proved, measured, judged, simulated, drawn.

``import netlemma as nl`` is the whole public interface. Every command has a function of its name here, which takes what the
command takes and returns an object whose ``as_json()`` is what the command prints with ``--json``.

>>> import netlemma as nl
>>> nl.lemma("toroid.mean_distance").at(w=4, D=3)
Fraction(64, 21)
"""

from graphs.base.lazy import attach

__version__ = "0.1.0"
__getattr__, __dir__, __all__ = attach(__name__)

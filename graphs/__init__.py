"""Explicit networks: every node and device is built, routes are followed one by one, all counts are exact.

Nothing here knows a formula: :mod:`derive` has those, and :mod:`checks` compares the two.
"""

from netlemma.base.lazy import attach
from netlemma.graphs.families import families as families  # its module has the same name

__getattr__, __dir__, __all__ = attach(__name__)

"""Points at which expressions are evaluated: the values of symbols, kept so that they are found fast."""

from collections.abc import Mapping
from typing import Any
from weakref import WeakValueDictionary

import sympy as sp

MOST_KNOWN = 10_000  # symbols whose places are kept by their identity


class Place:
    """The key of a symbol's value in a point: a symbol itself takes long to hash and to compare."""

    __slots__ = ("__weakref__", "symbol")

    def __init__(self, symbol: sp.Symbol) -> None:
        self.symbol = symbol


Point = dict[Place, Any]
_places: WeakValueDictionary[sp.Symbol, Place] = WeakValueDictionary()
_known: dict[int, tuple[sp.Symbol, Place]] = {}  # by the identity of the symbol, which lives as long


def place_of(symbol: sp.Symbol) -> Place:
    """The place of a symbol, the same one for equal symbols.

    >>> place_of(sp.Symbol("w")) is place_of(sp.Symbol("w")), place_of(sp.Symbol("w")) is place_of(sp.Dummy("w"))
    (True, False)
    """
    known = _known.get(id(symbol))
    if known is None:
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        known = _known[id(symbol)] = symbol, _places.setdefault(symbol, Place(symbol))
    return known[1]


def placed(values: Mapping[sp.Symbol, Any]) -> Point:
    """A point for compiled expressions: the values of symbols by their places."""
    return {place_of(symbol): value for symbol, value in values.items()}

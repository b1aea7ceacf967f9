"""One point of a sweep: all parameters of one simulation, and its canonical key."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any

from netlemma.errors import SweepError
from netlemma.graphs.simulate.options import OPTIONS, SimulationOptions
from netlemma.graphs.sources.place import Place

LONGEST_KEY = 10_000


@dataclass(frozen=True, order=True, kw_only=True)
class SweepPoint(SimulationOptions, Place):
    """A simulation without defaults, so that equal simulations have equal keys.

    The fields are those of :class:`Place`, then those of :class:`netlemma.graphs.simulate.SimulationOptions`.
    """

    def as_json(self) -> dict[str, Any]:
        """All parameters as plain data."""
        place = {"family": self.family, "parameters": dict(self.sizes), "routing": self.routing, "vcs": self.vcs}
        files = {"files": self.files} if self.files else {}
        return {**place, **files, **super().as_json()}

    @cached_property
    def key(self) -> str:
        """All parameters as canonical JSON: in this order, without blanks, floats with the shortest digits that
        identify them.
        """
        return json.dumps(self.as_json(), separators=(",", ":"), allow_nan=False)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the key."""
        return digest_of(self.key)

    @staticmethod
    def from_key(key: str) -> SweepPoint:
        """The point with this key.

        >>> from netlemma.graphs.simulate.sweep.planning import plan
        >>> [one] = plan("mesh", k=4, flits=8, loads=0.1)
        >>> one.key[:42], SweepPoint.from_key(one.key) == one
        ('{"family":"mesh","parameters":{"k":4,"n":2', True)
        """
        try:
            if len(key) > LONGEST_KEY:
                raise ValueError
            data = json.loads(key)
            sizes = {n: tuple(each) if type(each) is list else each for n, each in data.pop("parameters").items()}
            words = (data["family"], data["routing"], data.get("files", ""))
            parts = [part for each in sizes.values() for part in (each if type(each) is tuple else (each,))]
            typed = all(type(word) is str for word in words) and all(
                type(part) is int or (type(part) is str and part[:1].isalpha()) for part in parts
            )
            if not typed or type(data["vcs"]) is not int or any(data[name] is None for name in OPTIONS):
                raise ValueError
            point = SweepPoint(**data, sizes=tuple(sizes.items()))
            if point.key != key:
                raise ValueError
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise SweepError(f"{key[:60]!r} is not the key of a point of a sweep") from None
        return point


def digest_of(key: str) -> str:
    """The digest under which a key is stored.

    >>> digest_of("")[:8]
    'e3b0c442'
    """
    return sha256(key.encode()).hexdigest()

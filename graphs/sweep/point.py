"""One point of a sweep: everything that the numbers of one simulation depend on, and its canonical key."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from hashlib import sha256
from typing import Any

from graphs.sweep.errors import SweepError

LONGEST_KEY = 10_000


@dataclass(frozen=True, order=True)
class Point:
    """A simulation with nothing left to defaults, so that two ways to ask for the same one have the same key.

    Parameters
    ----------
    family, sizes : a network by name with its parameters, or a product as text without any.
    routing, vcs : a routing by name, with those of its options that are not usual, and its virtual channels.
    flits, buffers, ejection, vc_rule, injection_vcs, reuse, selection, waiting : see :class:`graphs.simulate.settings.Settings`.
    sources : as :func:`graphs.simulate.simulate` takes them, with all of their parameters.
    load : messages per node and cycle.
    cycles, warmup, seed, engine, level : see :func:`graphs.simulate.simulate`.
    """

    family: str
    sizes: tuple[tuple[str, int], ...]
    routing: str
    vcs: int
    flits: int
    buffers: int
    ejection: str
    vc_rule: str
    injection_vcs: int
    reuse: str
    selection: str
    waiting: str
    sources: str
    load: float
    cycles: int
    warmup: int
    seed: int
    engine: str
    level: float

    @property
    def network(self) -> tuple[Any, ...]:
        """What the routes depend on."""
        return self.family, self.sizes, self.routing, self.vcs

    @property
    def title(self) -> str:
        """The network with its sizes in one line."""
        return " ".join([self.family, *(f"{name}={value}" for name, value in self.sizes)])

    def as_json(self) -> dict[str, Any]:
        """All parameters as plain data."""
        fields = asdict(self)
        return {"family": fields.pop("family"), "parameters": dict(fields.pop("sizes")), **fields}

    @cached_property
    def key(self) -> str:
        """All parameters as canonical JSON: in this order, without blanks, floats by the shortest digits that give them back."""
        return json.dumps(self.as_json(), separators=(",", ":"), allow_nan=False)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the key."""
        return digest_of(self.key)

    @staticmethod
    def from_key(key: str) -> Point:
        """The point with this key.

        :raises SweepError: for text that is not exactly the key of a point

        >>> from graphs.sweep.planning import plan
        >>> [one] = plan("mesh", k=4, flits=8, loads=0.1)
        >>> one.key[:42], Point.from_key(one.key) == one
        ('{"family":"mesh","parameters":{"k":4,"n":2', True)
        """
        try:
            if len(key) > LONGEST_KEY:
                raise ValueError
            data = json.loads(key)
            sizes = data.pop("parameters")
            typed = [type(data[field.name]).__name__ == field.type for field in fields(Point) if field.name != "sizes"]
            if not all(typed) or not all(type(value) is int for value in sizes.values()):
                raise ValueError
            point = Point(**data, sizes=tuple(sizes.items()))
            if point.key != key:
                raise ValueError
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise SweepError(f"{key[:60]!r} is not the key of a point of a sweep") from None
        return point


def digest_of(key: str) -> str:
    """The digest under which a key is found.

    >>> digest_of("")[:8]
    'e3b0c442'
    """
    return sha256(key.encode()).hexdigest()

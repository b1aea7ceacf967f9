"""One point of a sweep: all parameters of one simulation, and its canonical key."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Any

from graphs.routing.channel_routing import ChannelRouting
from graphs.simulate.options import OPTIONS, SimulationOptions
from graphs.simulate.simulation import channels_of
from graphs.simulate.sweep.errors import SweepError
from graphs.sources import Source, resolve

LONGEST_KEY = 10_000
KEPT = 4  # networks, as many as routes are kept
Sizes = tuple[tuple[str, int], ...]
FILE, DIGEST = "file ", " sha256="  # a routing of a user's file
Network = tuple[str, Sizes, str, int, str]  # family, sizes, routing, virtual channels, files


@dataclass(frozen=True, order=True, kw_only=True)
class Place:
    """A network and a routing by name.

    Parameters
    ----------
    family : str
        Name of a network, or text of a product.
    sizes : Sizes
        Sizes of the network.
    routing : str
        Name of the routing, with the options that differ from their defaults, or its file with the digest of its
        contents.
    vcs : int
        Number of virtual channels.
    files : str, default ''
        For a network of files, JSON with their words, formats, scope and digest, and ``family`` is then the title; ""
        for others.
    """

    family: str
    sizes: Sizes
    routing: str
    vcs: int
    files: str = ""

    @property
    def title(self) -> str:
        """The network with its sizes in one line."""
        return " ".join([self.family, *(f"{name}={value}" for name, value in self.sizes)])

    @property
    def network(self) -> Network:
        """The parameters on which the routes depend."""
        return self.family, self.sizes, self.routing, self.vcs, self.files


@dataclass(frozen=True, order=True, kw_only=True)
class SweepPoint(SimulationOptions, Place):
    """A simulation without defaults, so that equal simulations have equal keys.

    The fields are those of :class:`Place`, then those of :class:`graphs.simulate.SimulationOptions`.
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

        Raises
        ------
        SweepError
            If the text is not exactly the key of a point.

        Examples
        --------
        >>> from graphs.simulate.sweep.planning import plan
        >>> [one] = plan("mesh", k=4, flits=8, loads=0.1)
        >>> one.key[:42], SweepPoint.from_key(one.key) == one
        ('{"family":"mesh","parameters":{"k":4,"n":2', True)
        """
        try:
            if len(key) > LONGEST_KEY:
                raise ValueError
            data = json.loads(key)
            sizes = data.pop("parameters")
            words = (data["family"], data["routing"], data.get("files", ""))
            numbers = (data["vcs"], *sizes.values())
            typed = all(type(word) is str for word in words) and all(type(number) is int for number in numbers)
            if not typed or any(data[name] is None for name in OPTIONS):
                raise ValueError
            point = SweepPoint(**data, sizes=tuple(sizes.items()))
            if point.key != key:
                raise ValueError
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise SweepError(f"{key[:60]!r} is not the key of a point of a sweep") from None
        return point


@lru_cache(maxsize=KEPT)
def routing_of(network: Network) -> ChannelRouting:
    """The routing of points on a network; those of the last few are kept.

    Raises
    ------
    SweepError
        If a file of the routing has changed.
    """
    family, sizes, routing, vcs, files = network
    named = _source_of(files) if files else family
    if not routing.startswith(FILE):
        return channels_of(named, routing, vcs, dict(sizes))
    path, _, digest = routing.removeprefix(FILE).rpartition(DIGEST)
    found = channels_of(named, None, vcs, dict(sizes), path)
    if found.options["sha256"] != digest:
        raise SweepError(f"{path} has changed since the sweep was planned")
    return found


def files_of(source: Source) -> str:
    """The ``files`` of a point for a source; "" for a family or product.

    Raises
    ------
    SweepError
        If the network is a Python object, which other processes cannot find.
    """
    if not source.words:
        raise SweepError(
            f"{source.title} has no name by which a sweep finds it: give a family, a product, files or my.py:function"
        )
    if not source.digest:
        return ""
    data = {"words": source.words, "format": source.format, "scope": source.scope, "sha256": source.digest}
    return json.dumps(data, separators=(",", ":"))


def _source_of(files: str) -> Source:
    """The network of files.

    Raises
    ------
    SweepError
        If they have changed.
    """
    data = json.loads(files)
    source, _ = resolve(data["words"], format=data["format"], scope=data["scope"])
    if source.digest != data["sha256"]:
        raise SweepError(f"{source.title} has changed since the sweep was planned: begin it again")
    return source


def digest_of(key: str) -> str:
    """The digest under which a key is stored.

    >>> digest_of("")[:8]
    'e3b0c442'
    """
    return sha256(key.encode()).hexdigest()

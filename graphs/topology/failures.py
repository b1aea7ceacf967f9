"""Sets of links and switches that may fail: all of one size, one of each kind up to symmetry, or some of them drawn at random."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import numpy as np

from netlemma.errors import InputError
from netlemma.graphs.base.limits import WITHOUT
from netlemma.graphs.topology.left_out import hanging_on, listed, reduced
from netlemma.graphs.topology.structure import Network, show
from netlemma.graphs.topology.symmetry import checked_symmetries, orbits_of

KINDS = ("links", "switches", "both")
MOST_SETS = 2_000_000


@dataclass(frozen=True, eq=False)
class Failures:
    """Sets of parts of a network that fail together.

    net: The network.
    of: Kind of the parts: links (buses among them), switches (all nodes that forward), or both.
    together: Number of parts of each set.
    devices, nodes: Numbers of the parts, devices first.
    sets: Sets that are followed, as places among the parts, shape (sets, together).
    counts: How many sets each stands for.
    every: Number of all sets of this kind.
    seed: Seed with which sets were drawn; None if all are tried.
    """

    net: Network
    of: str
    together: int
    devices: np.ndarray
    nodes: np.ndarray
    sets: np.ndarray
    counts: np.ndarray
    every: int
    seed: int | None

    @property
    def tried(self) -> int:
        """Number of sets that are tried, those that a symmetry maps onto others among them."""
        return int(self.counts.sum())

    @property
    def kind(self) -> str:
        """What fails, in words."""
        node = "switch" if self.net.forwards is not None else "node"
        name = {"links": "link", "switches": node, "both": f"link or {node}"}[self.of]
        if self.together == 1:
            return f"1 {name}"
        return f"{self.together} {name.replace('link', 'links').replace('node', 'nodes').replace('switch', 'switches')}"

    @property
    def words(self) -> str:
        """Which sets fail, and how many of them are followed."""
        some = (
            f"{self.tried:,} of {self.every:,}, drawn with seed {self.seed}"
            if self.seed is not None
            else f"all {self.every:,}"
        )
        alike = f" ({len(self.sets):,} followed, the others by symmetry)" if self.symmetric else ""
        return f"{self.kind}, {some}{alike}"

    def as_json(self) -> dict[str, Any]:
        """Which sets fail, as data for JSON."""
        found = {
            "of": self.of,
            "together": self.together,
            "sets": self.every,
            "tried": self.tried,
            "followed": len(self.sets),
        }
        return found | ({} if self.seed is None else {"seed": self.seed})

    def failed(self, place: int) -> tuple[np.ndarray, np.ndarray]:
        """Whether each node, and each device, fails in a set; hosts that hang on a failed switch alone go with it."""
        gone, cut = np.zeros(self.net.node_count, dtype=bool), np.zeros(self.net.device_count, dtype=bool)
        parts = self.sets[place]
        cut[self.devices[parts[parts < len(self.devices)]]] = True
        gone[self.nodes[parts[parts >= len(self.devices)] - len(self.devices)]] = True
        gone[hanging_on(self.net, gone)] = True
        return gone, cut

    def names(self, place: int) -> list[str]:
        """The parts of a set by name."""
        return [
            self.net.devices[int(self.devices[part])].name
            if part < len(self.devices)
            else show(self.net.labels(int(self.nodes[part - len(self.devices)])))
            for part in self.sets[place].tolist()
        ]

    def network(self, place: int) -> Network:
        """The network after a set has failed."""
        return reduced(self.net, *self.failed(place), f"{self.net.family}{WITHOUT}{listed(self.names(place))}")

    @cached_property
    def symmetric(self) -> bool:
        """Whether fewer sets are followed than tried."""
        return len(self.sets) < self.tried


def failures(
    net: Network,
    together: int,
    of: str = "links",
    sample: int | None = None,
    seed: int = 1,
    symmetry: bool = True,
) -> Failures:
    """All sets of so many links or switches, or some of them; with symmetry one of each orbit.

    >>> from netlemma.graphs import network
    >>> found = failures(network("torus", k=4, n=2), 2)
    >>> found.tried, len(found.sets) < 60
    (496, True)
    """
    if of not in KINDS:
        raise InputError(f"`of` is {of[:40]!r}: what fails is one of {', '.join(KINDS)}")
    if together < 1:
        raise InputError(f"`failures={together}`: 1 link or switch fails, or more")
    devices, nodes = _parts(net, of)
    parts = len(devices) + len(nodes)
    if together > parts:
        raise InputError(
            f"`failures={together}`: {net.title} has {parts:,} {of if of != 'both' else 'links and switches'}"
        )
    every = comb(parts, together)
    if sample is not None and sample < 1:
        raise InputError(f"`sample={sample}`: 1 set or more is drawn")
    if sample is not None and sample < every:
        drawn = Random(seed).sample(range(every), sample) if every < 1 << 62 else _drawn(parts, together, sample, seed)
        sets = np.array([each if isinstance(each, tuple) else _unranked(each, together) for each in drawn])
        return Failures(net, of, together, devices, nodes, sets, np.ones(len(sets), dtype=np.int64), every, seed)
    if every > MOST_SETS:
        raise InputError(
            f"`failures={together}`: {every:,} sets of {together} of {parts:,} are more than {MOST_SETS:,}: draw some with `sample=1000`"
        )
    sets = np.array(list(combinations(range(parts), together)), dtype=np.int64).reshape(-1, together)
    number = np.arange(every)
    images = [_moved(sets, image, parts) for image in _images(net, devices, nodes)] if symmetry else []
    if images:
        number = orbits_of(every, images)
    _, first, counts = np.unique(number, return_index=True, return_counts=True)
    return Failures(net, of, together, devices, nodes, sets[first], counts, every, None)


def some(net: Network, of: str, sets: Sequence[Sequence[int]]) -> Failures:
    """These sets of parts alone, as places among the parts."""
    rows = np.array(sets, dtype=np.int64)
    return Failures(net, of, rows.shape[1], *_parts(net, of), rows, np.ones(len(rows), dtype=np.int64), len(rows), None)


def _parts(net: Network, of: str) -> tuple[np.ndarray, np.ndarray]:
    """The devices and the nodes that may fail."""
    devices = np.arange(net.device_count if of != "switches" else 0)
    return devices, np.flatnonzero(net.forwarding) if of != "links" else np.arange(0)


def _images(net: Network, devices: np.ndarray, nodes: np.ndarray) -> Iterator[np.ndarray]:
    """The image of each part under each symmetry of the network."""
    place = np.full(net.node_count, -1)
    place[nodes] = len(devices) + np.arange(len(nodes))
    for of_nodes, of_devices in checked_symmetries(net):
        yield np.concatenate([of_devices[devices], place[of_nodes[nodes]]]).astype(np.int64)


def _moved(sets: np.ndarray, image: np.ndarray, parts: int) -> np.ndarray:
    """Place of the image of each set among all sets, which are in order."""
    power = parts ** np.arange(sets.shape[1] - 1, -1, -1, dtype=np.int64)
    return np.searchsorted(sets @ power, np.sort(image[sets], axis=1) @ power)


def _unranked(number: int, together: int) -> tuple[int, ...]:
    """The set of this number, by the order of their largest parts.

    >>> [_unranked(i, 2) for i in range(4)]
    [(0, 1), (0, 2), (1, 2), (0, 3)]
    """
    found = []
    for size in range(together, 0, -1):
        low, high = size - 1, size
        while comb(high, size) <= number:
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if comb(middle, size) <= number else (low, middle)
        number -= comb(low, size)
        found.append(low)
    return tuple(found[::-1])


def _drawn(parts: int, together: int, sample: int, seed: int) -> list[tuple[int, ...]]:
    """Different sets, of more than can be numbered."""
    draw, found = Random(seed), dict[tuple[int, ...], None]()
    while len(found) < sample:
        found[tuple(sorted(draw.sample(range(parts), together)))] = None
    return list(found)

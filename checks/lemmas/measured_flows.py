"""Rates, branching and blocking of channels counted on explicit meshes and one-way tori, for e-cube routing with y
first.

x is dimension 0 and y dimension 1. A lemma names a channel by its direction; all equivalent channels are counted and
must agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from netlemma.derive.core.domain import Size
from netlemma.derive.core.lemma import Lemma, Measured

if TYPE_CHECKING:
    from netlemma.graphs.loads.flows import Flows

ROUTING = "dimension-order order=falling"
RingPosition = tuple[int, int]
ChannelStep = tuple[RingPosition, str, str]  # node, direction, direction of the next channel

MESH = {"W": (-1, 0), "E": (1, 0), "S": (0, -1), "N": (0, 1)}
MIRRORED = ({"W": "E", "E": "W"}, {"S": "N", "N": "S"})
STEPS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "mesh": {
        "rate.x": ("W", ""),
        "rate.y": ("S", ""),
        "x.eject": ("W", "out"),
        "x.on": ("W", "W"),
        "y.eject": ("S", "out"),
        "y.on": ("S", "S"),
        "y.west": ("S", "W"),
        "y.east": ("S", "E"),
        "injection.north": ("in", "N"),
        "injection.south": ("in", "S"),
        "injection.east": ("in", "E"),
        "injection.west": ("in", "W"),
    },
    "oneway-torus": {
        "on": ("x", "x"),
        "exit": ("x", "out"),
        "turn.before": ("y", "x"),
        "turn.behind": ("y'", "x"),
        "y.eject": ("y", "out"),
        "y.turn": ("y", "x"),
        "behind.eject": ("y'", "out"),
        "behind.turn": ("y'", "x"),
        "behind.on": ("y'", "y'"),
        "injection.x": ("in", "x"),
        "injection.y": ("in", "y"),
    },
}  # fmt: skip


@lru_cache(32)
def channel_flows(family: str, k: int, n: int = 2) -> Flows:
    """The flows of a k-ary mesh, or of a one-way torus with two virtual channels."""
    from netlemma.graphs import device_network
    from netlemma.graphs.loads.flows import flows
    from netlemma.graphs.routings import routing

    return flows(routing(device_network(family, k=k, n=n), ROUTING, vcs=2 if family == "oneway-torus" else None))


class ExplicitChannels:
    """Channels of an explicit two-dimensional network by node and direction.

    On the one-way torus node (x, y) has the positions k-1-x and k-1-y, so that messages go from position j to j-1.

    >>> ExplicitChannels("mesh", 3).rate(ExplicitChannels("mesh", 3).channel((1, 0), "W"))
    Fraction(3, 4)
    """

    def __init__(self, family: str, k: int) -> None:
        self.family, self.k, self.flows = family, k, channel_flows(family, k)
        net = self.flows.routing.network
        self._node = {net.labels(node): node for node in range(net.node_count)}
        self._number = {channel: i for i, channel in enumerate(self.flows.channels) if channel is not None}
        self._hop = {(int(net.origin[h]), int(net.target[h])): h for h in range(net.hop_count)}

    def node(self, place: RingPosition) -> int:
        """The number of the node at a position."""
        x, y = place
        return self._node[(x, y) if self.family == "mesh" else (self.k - 1 - x, self.k - 1 - y)]

    def ahead(self, place: RingPosition, direction: str) -> RingPosition:
        """The position to which a channel leads."""
        x, y = place
        if direction == "in":
            return place
        if self.family == "mesh":
            dx, dy = MESH[direction]
            return x + dx, y + dy
        return ((x - 1) % self.k, y) if direction[0] == "x" else (x, (y - 1) % self.k)

    def channel(self, place: RingPosition, direction: str) -> int | None:
        """The number of a channel; the crossing from position 0 is called x or y."""
        node = self.node(place)
        if direction in ("in", "out"):
            return node + (self.flows.ends if direction == "out" else 0)
        ahead = self.ahead(place, direction)
        if not all(0 <= digit < self.k for digit in ahead):
            return None
        vcs = self.flows.routing.vcs
        crossing = vcs == 2 and (place[0] if direction[0] == "x" else place[1]) == 0
        vc = int(vcs == 2 and (crossing or direction.endswith("'")))
        return self._number.get(self._hop[node, self.node(ahead)] * vcs + vc)

    def rate(self, channel: int | None) -> Fraction:
        """The rate of a channel: messages on it for each message that a node sends."""
        return Fraction(0) if channel is None else self.flows.rates[channel]

    def flow(self, step: ChannelStep) -> Fraction:
        """The rate of messages that go from a channel to one in the next direction."""
        place, direction, following = step
        first, second = self.channel(place, direction), self.channel(self.ahead(place, direction), following)
        if first is None or second is None:
            return Fraction(0)
        return self.flows.rates[first] * self.flows.branches[first].get(second, Fraction(0))

    def turning(self, x: int, y: int) -> Fraction:
        """The rate of messages that come from the y ring of a one-way torus and turn into x."""
        above = (x, (y + 1) % self.k)
        directions = ("y", "y'") if above[1] else ("y",)  # the crossing is one channel
        return sum((self.flow((above, direction, "x")) for direction in directions), Fraction(0))


@lru_cache(32)
def explicit_channels(family: str, k: int) -> ExplicitChannels:
    """The explicit network, cached."""
    return ExplicitChannels(family, k)


def equivalent_steps(family: str, k: int, steps: tuple[str, str], size: Size) -> Iterator[ChannelStep]:
    """The channel of a size and the next channel, with all equivalent pairs."""
    names = ("p", "q") if family == "mesh" else ("c", "j") if steps[0][0] in "yi" else ("j", "c")
    xs, ys = ([size[name]] if name in size else range(k) for name in names)
    for x in xs:
        for y in ys:
            yield (x, y), *steps
            if family == "mesh":
                a, b = ([MIRRORED[0].get(d, d) for d in steps], [MIRRORED[1].get(d, d) for d in steps])
                yield (k - 1 - x, y), a[0], a[1]
                yield (x, k - 1 - y), b[0], b[1]


def rate(family: str, quantity: str, size: Size) -> Fraction:
    """The measured rate of a lemma."""
    k, channels = size["k"], explicit_channels(family, size["k"])
    values: set[Fraction] = set()
    if family == "mesh":
        steps = equivalent_steps(family, k, STEPS[family][quantity], size)
        values = {channels.rate(channels.channel(place, direction)) for place, direction, _ in steps}
    else:

        def on(x: int, y: int, direction: str) -> Fraction:
            return channels.rate(channels.channel((x, y), direction))

        each: dict[str, Callable[[int, int], Fraction]] = {
            "rate.net": lambda j, c: on(j, c, "x") + (on(j, c, "x'") if j else 0),
            "rate.before": lambda j, c: on(j, c, "x"),
            "rate.behind": lambda j, c: on(j, c, "x'"),
            "rate.new": lambda j, c: channels.flow(((c, j), "in", "y")),
            "rate.switch": lambda j, c: channels.turning(c, j),
        }
        values = {each[quantity](size["j"], c) for c in ([size["c"]] if "c" in size else range(k))}
    return _one(values, quantity, size)


def branching(family: str, quantity: str, size: Size) -> Fraction:
    """The share of the messages on a channel that take another one next."""
    channels, steps = explicit_channels(family, size["k"]), STEPS[family][quantity.partition(".")[2]]
    ways = equivalent_steps(family, size["k"], steps, size)
    values = {channels.flow(step) / channels.rate(channels.channel(*step[:2])) for step in ways}
    return _one(values, quantity, size)


def blocking(family: str, quantity: str, size: Size) -> Fraction:
    """The share of the messages on a channel that do not come from a given channel."""
    channels, steps = explicit_channels(family, size["k"]), STEPS[family][quantity.partition(".")[2]]
    values = set()
    for place, direction, following in equivalent_steps(family, size["k"], steps, size):
        entered = channels.rate(channels.channel(channels.ahead(place, direction), following))
        values.add(1 - channels.flow((place, direction, following)) / entered)
    return _one(values, quantity, size)


def _one(values: set[Fraction], quantity: str, size: Size) -> Fraction:
    if len(values) != 1:
        raise ValueError(
            f"{quantity} at {dict(size)}: channels that should be alike have {len(values)} different values"
        )
    return min(values)


def _measured(
    quantity: Callable[[str, str, Size], Fraction],
) -> Callable[[Lemma, Measured, Size, tuple, str], Fraction]:
    def value(lemma: Lemma, what: Measured, size: Size, built: tuple, routing: str) -> Fraction:
        assert what.device_class is not None
        return quantity(what.subject, what.device_class, size)

    return value


FLOW_QUANTITIES = {
    "channel.rate": _measured(rate),
    "channel.branching": _measured(branching),
    "channel.blocking": _measured(blocking),
}

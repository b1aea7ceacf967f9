"""Routings on channels: a channel is a hop with one of its virtual channels, and has a buffer of its own."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

from netlemma.base.displays import Facts, Part, Shown
from netlemma.errors import RoutingError
from netlemma.graphs.routing.capabilities import Arrays, KnownDependencies, LoadMethod, RoutingSymmetry
from netlemma.graphs.topology.structure import Network, show

KINDS = DETERMINISTIC, OBLIVIOUS, ADAPTIVE = ("deterministic", "oblivious", "adaptive")
Label = Hashable
ChannelChoice = tuple[int, Fraction]
ChannelRelation = Callable[[int, "int | None", int, Label], Sequence[ChannelChoice]]
MOST_VCS = 256  # of each hop: dependencies grow with their square
ALL = Fraction(1)  # weight of a choice that is alone, or that an adaptive routing allows


def no_label(source: int, destination: int) -> tuple[Label, ...]:
    """Labels of packets that carry only their destination."""
    return (None,)


@dataclass(frozen=True)
class Escape:
    """The escape channels of Duato's protocol, of an adaptive routing.

    holds: Function that says whether a channel is one of them.
    escape_routing: Routing that every packet may follow from any position, on virtual channels of its own, the lowest ones; a
    packet that comes from another channel follows it as from a source.
    """

    holds: Callable[[int], bool]
    escape_routing: ChannelRouting | None = None

    def __call__(self, channel: int) -> bool:
        return self.holds(channel)


@dataclass(frozen=True)
class Phases:
    """Two phases of a routing whose labels are nodes.

    Packets follow the first routing, without a label, to the node that is their label, and from there the second one, as
    from a source. A packet that meets its destination in the first phase goes on, see
    :meth:`netlemma.graphs.routing.channel_routing.ChannelRouting.delivers`.

    parts: The two routings, each with the lowest of its virtual channels; none for a routing without phases.
    by_shortest: Whether the labels are all nodes on shortest paths of a product, equally likely.
    """

    parts: tuple[tuple[ChannelRouting, int], ...] = ()
    by_shortest: bool = False


@dataclass(frozen=True, eq=False)
class ChannelRouting(Shown):
    """A routing relation on channels, with optional capabilities: hop ``h`` has the channels ``h * vcs`` to ``h * vcs + vcs - 1``.

    Parameters
    ----------
    name : str
        Name of the routing.
    network : Network
        Its network.
    kind : str
        "deterministic" (one choice at every place), "oblivious" (one is drawn by weight, and waited for), or "adaptive"
        (whichever becomes free first).
    next_channels : ChannelRelation
        Function (node, came_by, destination, label) -> (channel, weight) pairs; ``came_by`` is the channel by which the
        packet came, None at its source. Weights add up to 1; those of adaptive routings are ignored.
    vcs : int, default 1
        Virtual channels of each hop.
    labels : Callable, optional
        Function (source, destination) -> labels that packets may carry beside their destination, fixed at their start:
        a service level, Valiant's intermediate node, the source. Without a label there are no such packets.
    terminals : tuple of int, optional
        Nodes between which packets run, None for all.
    description : str, default ''
        Description of the rule, for the scope of a verdict.
    options : Mapping of str to object, optional
        Options beside its network and number of virtual channels, if it was made by name.
    arrays : Arrays, optional
        The same relation as arrays.
    escape : Escape, optional
        For adaptive routings, the escape channels of Duato's protocol.
    phases : Phases, optional
        Its two phases.
    loads : LoadMethod, optional
        Fast ways to count its loads.
    dependencies : KnownDependencies, optional
        What is known of its channel dependencies.
    symmetry : RoutingSymmetry, optional
        Its symmetries.
    talking : Mapping of str to object, optional
        Description of the traffic between whose pairs its packets run; None for messages between all ends.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> ring = network("oneway-torus", k=3, n=1)
    >>> around = ChannelRouting("around", ring, "deterministic", lambda node, *_: [(node, ALL)])
    >>> around.channel_count, around.channel_name(0), around.end(0)
    (3, '(0)->(1)', 1)
    """

    name: str
    network: Network
    kind: str
    next_channels: ChannelRelation
    vcs: int = 1
    labels: Callable[[int, int], Sequence[Label]] = no_label
    terminals: tuple[int, ...] | None = None
    description: str = ""
    options: Mapping[str, object] = field(default_factory=dict)
    arrays: Arrays = field(default_factory=Arrays)
    escape: Escape | None = None
    phases: Phases = field(default_factory=Phases)
    loads: LoadMethod = field(default_factory=LoadMethod)
    dependencies: KnownDependencies = field(default_factory=KnownDependencies)
    symmetry: RoutingSymmetry = field(default_factory=RoutingSymmetry)
    talking: Mapping[str, Any] | None = None

    has_channels: ClassVar[bool] = True  # of its network

    def _parts(self) -> list[Part]:
        about: list[tuple[str, object]] = [("routing", self.title), ("kind", self.kind), ("rule", self.description)]
        return [Facts([*about, ("virtual channels of a hop", self.vcs), ("channels", f"{self.channel_count:,}")])]

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise RoutingError(f"routing {self.name} is of kind {self.kind!r}: it must be one of {', '.join(KINDS)}")
        if self.vcs < 1:
            raise RoutingError(f"routing {self.name} has vcs={self.vcs}: a hop needs at least 1 virtual channel")

    @property
    def channel_count(self) -> int:
        """Number of channels, used or not."""
        return self.network.hop_count * self.vcs

    @property
    def ends(self) -> Sequence[int]:
        """Nodes between which packets run."""
        return range(self.network.node_count) if self.terminals is None else self.terminals

    @property
    def by_any_node(self) -> bool:
        """Whether it has two phases that do not depend on each other, since all nodes are labels of all packets."""
        return bool(self.phases.parts) and self.arrays.goals_to is None

    def start(self, channel: int) -> int:
        """Node at which the channel starts."""
        return int(self.network.origin[channel // self.vcs])

    def end(self, channel: int) -> int:
        """Node to which the channel leads, which holds its buffer."""
        return int(self.network.target[channel // self.vcs])

    def delivers(self, channel: int, destination: int, label: Label) -> bool:
        """Whether a packet has arrived behind a channel.

        In two phases it arrives in the second one, or with the first one if its intermediate node is its destination.

        Parameters
        ----------
        channel : int
            Channel by which the packet came.
        destination : int
            Number of its destination.
        label : Label
            Its label.

        Returns
        -------
        bool
            Whether it goes no further.
        """
        there = self.end(channel) == destination
        return there and (
            not self.phases.parts or label == destination or channel % self.vcs >= self.phases.parts[1][1]
        )

    def node_name(self, node: int) -> str:
        """Name of a node in its network."""
        return show(self.network.labels(node))

    def channel_name(self, channel: int) -> str:
        """Name of a channel: its ends; parallel hops are distinguished by #2, #3, ..., virtual channels by vc 0, vc 1,
        ...
        """
        net, (hop, vc) = self.network, divmod(channel, self.vcs)
        first = int(net.indptr[net.origin[hop]])
        beside = sum(int(net.target[h]) == int(net.target[hop]) for h in range(first, hop))
        name = f"{self.node_name(self.start(channel))}->{self.node_name(self.end(channel))}"
        return name + (f" #{beside + 1}" if beside else "") + (f" vc {vc}" if self.vcs > 1 else "")

    @property
    def title(self) -> str:
        """Routing, virtual channels and network in one line."""
        count = f" with {self.vcs} virtual channels" if self.vcs > 1 else ""
        return f"{self.name}{count} on {self.network.title}"

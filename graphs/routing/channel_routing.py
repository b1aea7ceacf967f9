"""Routings on channels: a channel is a hop with one of its virtual channels, and has a buffer of its own."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from netlemma.graphs.base.displays import Facts, Part, Shown
from netlemma.graphs.base.errors import RoutingError
from netlemma.graphs.topology.structure import Network, show

if TYPE_CHECKING:
    from netlemma.graphs.routing.capabilities import Symmetry, Turns

KINDS = DETERMINISTIC, OBLIVIOUS, ADAPTIVE = ("deterministic", "oblivious", "adaptive")
Label = Hashable
ChannelChoice = tuple[int, Fraction]
ChannelRelation = Callable[[int, "int | None", int, Label], Sequence[ChannelChoice]]
MOST_VCS = 256  # of each hop: dependencies grow with their square
ALL = Fraction(1)  # weight of a choice that is alone, or that an adaptive routing allows


def no_label(source: int, destination: int) -> tuple[Label, ...]:
    """Labels of packets that carry only their destination."""
    return (None,)


@dataclass(frozen=True, eq=False)
class ChannelRouting(Shown):
    """A routing relation on channels: hop ``h`` has the channels ``h * vcs`` to ``h * vcs + vcs - 1``.

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
    escape : Callable, optional
        For adaptive routings, function that identifies the escape channels of Duato's protocol.
    description : str, default ''
        Description of the rule, for the scope of a verdict.
    line_by_line : bool, default False
        Whether packets correct one dimension of a product after the other, dimension 0 first, and their channels depend
        on the digits of that dimension and on the channel by which they came, in the same way on all of its lines.
    orders : tuple of (bool, str), default ()
        Of dimension orders one of which is drawn for each message, all equally likely: whether the last dimension is first,
        and the direction half-way around a ring, see :func:`netlemma.graphs.routings.dimension_order.dimension_order`.
    way_out : ChannelRouting, optional
        Routing that every packet may follow from any position, on virtual channels of its own, the lowest ones; a
        packet that comes from another channel follows it as from a source.
    options : Mapping of str to object, optional
        Options beside its network and number of virtual channels, if it was made by name.
    counting : str, optional
        Description of the rule for a measurement, which counts links and not their virtual channels; None for
        ``description``.
    loads_by : str, default ''
        Fast method of :mod:`netlemma.graphs.loads` for the loads of devices: "shortest" (every shortest path equally likely),
        "hops" (every hop that leads nearer equally likely at each node), "first" (the first of them) or "lines"
        (dimension 0 of a product first, by shortest paths inside each dimension, tied ones by one rule at all nodes
        alike); "" for none.
    tables : tuple of (object, str), optional
        Routes of a file that it follows, with their scope; None for a routing that is a rule.
    choices_to : Callable, optional
        Function (destination, label) -> :class:`netlemma.graphs.routing.choices.Choices`, the choices of ``next_channels`` at
        all places as arrays; None for a routing that can only be asked place by place.
    goals_to : Callable, optional
        Function from a destination to a list of labels, each with an array of the sources that have it among their
        ``labels``; None to ask ``labels`` for each source.
    paths_to : Callable, optional
        Function from a destination to :class:`netlemma.graphs.routing.choices.Paths`, the ways of all packets to it, for a routing each of
        whose packets has only one way.
    phases : tuple of (ChannelRouting, int), optional
        Two routings, each with the lowest of its virtual channels, for a routing whose labels are nodes: packets
        follow the first routing, without a label, to the node that is their label, and from there the second one, as
        from a source. A packet that meets its destination in the first phase goes on, see :meth:`delivers`.
    by_shortest : bool, default False
        Whether the labels of its two phases are all nodes on shortest paths of a product, equally likely.
    talking : Mapping of str to object, optional
        Description of the traffic between whose pairs its packets run; None for messages between all ends.
    alike_ends : bool, default False
        Whether exchanging two ends on the same switch, each with one link, is a symmetry of the routing.
    symmetry : Callable, optional
        Function that returns a :class:`netlemma.graphs.routing.capabilities.Symmetry` of the routing.
    turns : Callable, optional
        Function that returns :class:`netlemma.graphs.routing.capabilities.Turns`, the turns that packets take at most, if the rule sets
        them and every packet is delivered for certain; otherwise it returns None.

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
    escape: Callable[[int], bool] | None = None
    description: str = ""
    line_by_line: bool = False
    orders: tuple[tuple[bool, str], ...] = ()
    way_out: ChannelRouting | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    counting: str | None = None
    loads_by: str = ""
    tables: tuple[Any, str] | None = None
    choices_to: Callable[[int, Label], Any] | None = None
    goals_to: Callable[[int], Sequence[tuple[Label, Any]]] | None = None
    paths_to: Callable[[int], Any] | None = None
    phases: tuple[tuple[ChannelRouting, int], ...] = ()
    by_shortest: bool = False
    turns: Callable[[], Turns | None] | None = None
    talking: Mapping[str, Any] | None = None
    alike_ends: bool = False
    symmetry: Callable[[], Symmetry] | None = None

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
        return bool(self.phases) and self.goals_to is None

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
        return there and (not self.phases or label == destination or channel % self.vcs >= self.phases[1][1])

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

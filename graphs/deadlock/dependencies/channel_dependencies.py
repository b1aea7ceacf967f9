"""Channel dependencies of all packets of a routing, found in the cheapest way that fits it."""

from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.deadlock.dependencies.every import every_packet
from netlemma.graphs.deadlock.dependencies.followed import Followed
from netlemma.graphs.deadlock.dependencies.phases import has_independent_phases, phase_dependencies
from netlemma.graphs.deadlock.dependencies.symmetric import by_symmetry
from netlemma.graphs.routing.following.channel_orbits import channel_orbits
from netlemma.graphs.routing.following.goal_graph import Frame


def channel_dependencies(frame: Frame, progress: Progress = None) -> Followed:
    """Follow all packets of a routing and keep their channel dependencies.

    Parameters
    ----------
    frame : Frame
        The routing, and arrays of its network.
    progress : Progress, optional
        Function called now and then with (destinations done, all destinations).

    Returns
    -------
    Followed
        Dependencies, channels that are used, and number of packets.

    Raises
    ------
    RoutingError
        If a packet is stranded or the routing is wrong otherwise.
    Livelock
        If packets can go in circles.
    SizeError
        If nodes have so many channels that pairs of them cannot be kept.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> found = channel_dependencies(Frame(channel_routing(network("oneway-torus", k=3, n=1), "dimension-order")))
    >>> found.graph.tail.tolist(), found.graph.head.tolist(), found.packets
    ([0, 1, 2], [1, 2, 0], 6)
    """
    if has_independent_phases(frame.routing):
        return phase_dependencies(frame, progress)
    orbits = channel_orbits(frame.routing)
    return every_packet(frame, progress) if orbits is None else by_symmetry(frame, orbits, progress)

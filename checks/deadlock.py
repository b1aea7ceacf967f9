"""Whether a routing can deadlock, for any network and routing by name or as objects: the question that users ask.

Channels are decided by :mod:`graphs.deadlock.channels`, rings by :mod:`graphs.deadlock.rings.ring_deadlock`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from checks.base.inputs import InputError
from graphs.deadlock.verdict import DeadlockVerdict

if TYPE_CHECKING:
    from graphs.rings import RingNetwork
    from graphs.routing.channel_routing import ChannelRouting
    from graphs.routing.routes import Progress
    from graphs.topology.structure import Network


def deadlock(
    subject: str | Network | RingNetwork | ChannelRouting,
    routing: str | None = None,
    *,
    vcs: int | None = None,
    switching: str | None = None,
    routing_file: str | Path | None = None,
    queues: str | None = None,
    fewest: bool = False,
    progress: Progress = None,
    **sizes: Any,
) -> DeadlockVerdict:
    """Whether a routing can deadlock, with a certificate either way.

    Parameters
    ----------
    subject, sizes : a family or product as text, with its sizes; a network; or a routing on channels, which has its network.
    routing : a routing in words, such as "duato escape=1"; dimension order if none is named, and on rings their concise one.
    vcs : virtual channels of each hop; None for the routing's own default.
    switching : "wormhole" (if it is not said), "cut-through" or "store-and-forward".
    routing_file : a Python file with a routing of the user, which is run.
    queues : of rings, the queue model.
    fewest : show a deadlock of the fewest packets.
    progress : called now and then with (done, in all).

    Raises
    ------
    InputError, RoutingError, FormatError, SizeError, UnknownFamily, Livelock : one line that says what is wrong.

    >>> deadlock("oneway-torus", k=4, n=2).verdict, deadlock("oneway-torus", k=4, n=2, vcs=2).verdict
    ('deadlock', 'deadlock-free')
    >>> deadlock("deadfly", f=2, r=2).verdict
    'deadlock'
    """
    from graphs.deadlock.channels import decide
    from graphs.deadlock.rings.queues import DEFAULT
    from graphs.deadlock.rings.ring_deadlock import ring_deadlock
    from graphs.routing.channel_routing import ChannelRouting
    from graphs.sources import network
    from graphs.topology.ring_structure import RingNetwork

    if isinstance(subject, ChannelRouting):
        own = {"routing": routing, "vcs": vcs, "routing_file": routing_file, "queues": queues, **sizes}
        _refuse(own, "a routing on channels has its network and virtual channels")
        return decide(subject, switching or "wormhole", fewest=fewest, progress=progress)
    net = network(subject, **sizes) if isinstance(subject, str) else subject
    if not isinstance(subject, str):
        _refuse(sizes, f"{net.title} has its sizes")
    if isinstance(net, RingNetwork):
        others = {"vcs": vcs, "switching": switching, "routing_file": routing_file, "fewest": fewest or None}
        _refuse(others, f"{net.title} is made of point-to-point rings")
        return ring_deadlock(net, routing, queues or DEFAULT, progress)
    _refuse({"queues": queues}, f"{net.title} has channels, and no queues of rings")
    by = _routing(net, routing, routing_file, vcs)
    return decide(by, switching or "wormhole", fewest=fewest, progress=progress)


def _routing(net: Network, routing: str | None, file: str | Path | None, vcs: int | None) -> ChannelRouting:
    from graphs.routing.routing_file import file_routing
    from graphs.routings import routing_in_words

    if file is None:
        return routing_in_words(net, routing or "dimension-order", vcs)
    if routing is not None:
        raise InputError("routing and routing_file are two routings: give one")
    return file_routing(net, file, vcs)


def _refuse(given: dict[str, Any], because: str) -> None:
    """:raises InputError: naming the first that is given"""
    for name, value in given.items():
        if value is not None:
            raise InputError(f"{because}: {name}={value} does not go with it")

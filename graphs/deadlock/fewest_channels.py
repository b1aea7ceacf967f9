"""How many virtual channels free the hops of a routing of deadlock: a number that suffices, and one that is necessary."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from graphs.base.errors import InputError, RoutingError
from graphs.base.parallel import Progress
from graphs.deadlock.decide import decide
from graphs.deadlock.verdict import DEADLOCK, FREE, DeadlockVerdict
from graphs.rings.routing import RingRouting
from graphs.routing.channel_routing import ChannelRouting
from graphs.routings import channel_routing
from graphs.routings.ascending import BASES, ORDERS
from graphs.topology.structure import Network

MOST_TRIED = 16  # virtual channels


def fewest_channels(
    net: Network,
    routing: str = "shortest",
    *,
    switching: str | None = None,
    described: Mapping[str, Any] | None = None,
    progress: Progress = None,
) -> DeadlockVerdict:
    """The verdict with the fewest virtual channels that were found to free the hops of a routing of deadlock.

    One virtual channel is tried first, then more that rise whenever a packet goes against one of several orders of the
    hops (:mod:`graphs.routings.ascending`), or are those of layers of paths
    (:mod:`graphs.routings.lash`). With one virtual channel there is no choice, so that a deadlock shows that
    two are necessary.

    Parameters
    ----------
    net : Network
        The network.
    routing : str, default 'shortest'
        A routing that chooses hops: one of :data:`graphs.routings.ascending.BASES`.
    switching : str, optional
        Switching, see :func:`graphs.deadlock.decide.decide`.
    described : Mapping of str to object, optional
        Description of the network in certificates.
    progress : Progress, optional
        Function called now and then with (done, all).

    Returns
    -------
    DeadlockVerdict
        The verdict with the number that suffices, and ``fewest_vcs``; without such a number the verdict with one.

    Raises
    ------
    InputError
        If the routing chooses more than hops.

    Examples
    --------
    >>> from graphs import network
    >>> found = fewest_channels(network("dragonfly", p=1, a=2, h=1), "minimal")
    >>> found.fewest_vcs["suffices"], found.fewest_vcs["necessary"]
    (2, 2)
    """
    if routing not in BASES:
        raise InputError(f"--fewest-vcs asks about the hops of {', '.join(BASES)}, not of {routing}")

    def verdict(by: ChannelRouting | RingRouting) -> DeadlockVerdict:
        return decide(by, switching, described=described, progress=progress)

    alone = verdict(channel_routing(net, routing))
    if alone.verdict == FREE:
        return replace(alone, fewest_vcs={"suffices": 1, "necessary": 1, "routing": routing, "why": "one suffices"})
    necessary = 2 if alone.verdict == DEADLOCK else 1
    why = f"{routing} with one virtual channel: {alone.verdict}"
    layers = _layers(net) if routing == "shortest-first" else 0
    for vcs in range(2, MOST_TRIED + 1):
        for order in ORDERS:
            words = f"ascending of={routing} by={order} vcs={vcs}"
            found = verdict(channel_routing(net, "ascending", vcs, of=routing, by=order))
            if found.verdict != FREE and routing == "shortest-first" and vcs == layers:
                words, found = f"lash vcs={vcs}", verdict(channel_routing(net, "lash", vcs))
            if found.verdict == FREE:
                about = {"suffices": vcs, "necessary": necessary, "routing": words, "why": why}
                return replace(found, fewest_vcs=about)
    return replace(alone, fewest_vcs={"suffices": None, "necessary": necessary, "routing": routing, "why": why})


def _layers(net: Network) -> int:
    """Layers of the first shortest paths; 0 if there are too many."""
    try:
        return channel_routing(net, "lash").vcs
    except RoutingError:  # more layers than are looked for
        return 0

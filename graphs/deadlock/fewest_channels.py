"""How many virtual channels free the hops of a routing of deadlock: a number that suffices, and one that is necessary."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from graphs.base.errors import InputError, RoutingError
from graphs.base.parallel import Progress
from graphs.deadlock.decide import decide
from graphs.deadlock.search.channel_orders import MOST_ROUNDS, ChannelOrder, channel_order
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
    most_rounds: int = MOST_ROUNDS,
) -> DeadlockVerdict:
    """The verdict with the fewest virtual channels that were found to free the hops of a routing of deadlock.

    One virtual channel is tried first, then more that rise whenever a packet goes against one of several orders of the
    hops (:mod:`graphs.routings.ascending`), or are those of layers of paths
    (:mod:`graphs.routings.lash`), and then an order of the channels that a search finds
    (:mod:`graphs.deadlock.search.channel_orders`). With one virtual channel there is no choice, so that a deadlock shows
    that two are necessary; beyond that more are necessary if routes rise in no order of fewer channels. Certificates show
    both in small networks.

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
    most_rounds : int, default 2000
        Limit of the search, see :func:`graphs.deadlock.search.channel_orders.channel_order`.

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

    base = channel_routing(net, routing)
    alone = verdict(base)
    if alone.verdict == FREE:
        return replace(alone, fewest_vcs={"suffices": 1, "necessary": 1, "routing": routing, "why": "one suffices"})
    necessary, shown = 1 + (alone.verdict == DEADLOCK), channel_order(base, 1, most_rounds).proof
    why = f"{routing} with one virtual channel: {alone.verdict}"
    layers = _layers(net) if routing == "shortest-first" else 0
    for vcs in range(2, MOST_TRIED + 1):
        words = found = None
        for order in ORDERS:
            words = f"ascending of={routing} by={order} vcs={vcs}"
            found = verdict(channel_routing(net, "ascending", vcs, of=routing, by=order))
            if found.verdict != FREE and routing == "shortest-first" and vcs == layers:
                words, found = f"lash vcs={vcs}", verdict(channel_routing(net, "lash", vcs))
            if found.verdict == FREE:
                break
        else:
            other = channel_order(base, vcs, most_rounds)
            if other.proof is not None:
                necessary, shown = vcs + 1, other.proof
                why = f"{routing} on {vcs} virtual channels: its routes rise in no order of them"
            if not other.order:
                continue
            words, found = f"{routing} on {vcs} virtual channels, by an order of them", _by_order(alone, other, vcs)
        if shown is not None and found.certificate is not None:
            found = replace(found, certificate={**found.certificate, "fewer": shown})
        return replace(found, fewest_vcs={"suffices": vcs, "necessary": necessary, "routing": words, "why": why})
    return replace(alone, fewest_vcs={"suffices": None, "necessary": necessary, "routing": routing, "why": why})


def _by_order(alone: DeadlockVerdict, found: ChannelOrder, vcs: int) -> DeadlockVerdict:
    """The verdict that an order of the channels gives, in the words of that with one virtual channel."""
    about: dict[str, Any] = {} if alone.certificate is None else alone.certificate
    kept: dict[str, Any] = {
        name: about[name] for name in ("network", "routing", "switching", "traffic") if name in about
    }
    return DeadlockVerdict(
        FREE,
        "an order of the channels in which all routes rise (Dally and Seitz 1987), found by a search",
        alone.scope,
        len(found.order),
        found.dependencies,
        certificate={"kind": "order", "verdict": FREE, **kept, "vcs": vcs, "order": found.order} if kept else None,
    )


def _layers(net: Network) -> int:
    """Layers of the first shortest paths; 0 if there are too many."""
    try:
        return channel_routing(net, "lash").vcs
    except RoutingError:  # more layers than are looked for
        return 0

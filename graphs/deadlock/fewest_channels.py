"""How many virtual channels free the hops of a routing of deadlock: a number that suffices, and one that is necessary."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from netlemma.graphs.base.errors import RoutingError
from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.deadlock.search.channel_orders import MOST_ROUNDS, ChannelOrder, channel_order
from netlemma.graphs.deadlock.verdict import DEADLOCK, FREE, DeadlockVerdict
from netlemma.graphs.rings.routing import RingRouting
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.routings import routing as named
from netlemma.graphs.routings.ascending import BASES, ORDERS
from netlemma.graphs.topology.structure import Network

MOST_TRIED = 16  # virtual channels
RULED = ("dimwar", "dal")  # bases of ascending that have a rule of their own


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

    One virtual channel is tried first, then more: those that the routing itself has by a rule, such as datelines or escape
    channels; those that rise whenever a packet goes against one of several orders of the hops
    (:mod:`netlemma.graphs.routings.ascending`), or are those of layers of paths
    (:mod:`netlemma.graphs.routings.lash`); and an order of the channels that a search finds
    (:mod:`netlemma.graphs.deadlock.search.channel_orders`). With one virtual channel there is no choice, so that a deadlock shows
    that two are necessary; beyond that more are necessary if routes rise in no order of fewer channels. Certificates show
    both in small networks.

    Parameters
    ----------
    net : Network
        The network.
    routing : str, default 'shortest'
        Name of a routing with options behind it; its hops are those that it takes with one virtual channel.
    switching : str, optional
        Switching, see :func:`netlemma.graphs.deadlock.decide.decide`.
    described : Mapping of str to object, optional
        Description of the network in certificates.
    progress : Progress, optional
        Function called now and then with (done, all).
    most_rounds : int, default 2000
        Limit of the search, see :func:`netlemma.graphs.deadlock.search.channel_orders.channel_order`.

    Returns
    -------
    DeadlockVerdict
        The verdict with the number that suffices, and ``fewest_vcs``; without such a number the verdict with one.

    Raises
    ------
    RoutingError
        If there is no such routing, it does not fit the network, or its options say how many virtual channels it has.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> found = fewest_channels(network("dragonfly", p=1, a=2, h=1), "minimal")
    >>> found.fewest_vcs["suffices"], found.fewest_vcs["necessary"]
    (2, 2)
    """

    def verdict(by: ChannelRouting | RingRouting) -> DeadlockVerdict:
        return decide(by, switching, described=described, progress=progress)

    if any(word.startswith("vcs=") for word in routing.split()):
        raise RoutingError(f"{routing}: the fewest virtual channels are sought, so leave out vcs=")
    base = _with(net, routing, 1)
    if base is None:
        return _by_its_rule(net, routing, verdict)
    alone = verdict(base)
    if alone.verdict == FREE:
        return replace(alone, fewest_vcs={"suffices": 1, "necessary": 1, "routing": routing, "why": "one suffices"})
    necessary, shown = 1 + (alone.verdict == DEADLOCK), channel_order(base, 1, most_rounds).proof
    why = f"{routing} with one virtual channel: {alone.verdict}"
    layers = _layers(net) if routing == "shortest-first" else 0
    for vcs in range(2, MOST_TRIED + 1):
        tried = ((words, verdict(by)) for words, by in _candidates(net, routing, vcs, layers))
        words, found = next((each for each in tried if each[1].verdict == FREE), ("", alone))
        if not words:
            other = channel_order(base, vcs, most_rounds)
            if other.proof is not None:
                necessary, shown = vcs + 1, other.proof
                why = f"{routing} on {vcs} virtual channels: its routes rise in no order of them"
            if not other.order:
                continue
            words, found = f"{routing} on {vcs} virtual channels, by an order of them", _by_order(alone, other, vcs)
        if found.certificate is not None:
            less = {"fewer": shown} if shown is not None else _stuck(alone)
            found = replace(found, certificate={**found.certificate, **less})
        return replace(found, fewest_vcs={"suffices": vcs, "necessary": necessary, "routing": words, "why": why})
    return replace(alone, fewest_vcs={"suffices": None, "necessary": necessary, "routing": routing, "why": why})


def _stuck(alone: DeadlockVerdict) -> dict[str, Any]:
    """The part of a certificate that shows a deadlock with one virtual channel, where no proof about orders is known."""
    if alone.verdict != DEADLOCK or alone.certificate is None:
        return {}
    return {"deadlock": {name: alone.certificate[name] for name in ("routing", "packets", "moves")}}


def _with(net: Network, routing: str, vcs: int) -> ChannelRouting | None:
    """The routing on so many virtual channels; None if it needs more of them."""
    try:
        return named(net, routing, vcs=vcs)  # type: ignore[no-any-return]
    except RoutingError:
        named(net, routing)  # which says what else is wrong
        return None


def _candidates(net: Network, routing: str, vcs: int, layers: int) -> Iterator[tuple[str, ChannelRouting]]:
    """Routings on so many virtual channels with the hops of a routing, in words and made."""
    if routing in RULED or routing not in BASES:
        own = _with(net, routing, vcs)
        if own is not None:
            yield f"{routing} vcs={vcs}", own
    if layers == vcs:
        yield f"lash vcs={vcs}", channel_routing(net, "lash", vcs)
    if routing in BASES:
        for order in ORDERS:
            words = f"ascending of={routing} by={order} vcs={vcs}"
            yield words, channel_routing(net, "ascending", vcs, of=routing, by=order)


def _by_its_rule(
    net: Network, routing: str, verdict: Callable[[ChannelRouting | RingRouting], DeadlockVerdict]
) -> DeadlockVerdict:
    """The verdict with the fewest virtual channels of a routing that needs several, such as two phases, by its own rule."""
    least, found = 0, None
    for vcs in range(2, MOST_TRIED + 1):
        own = _with(net, routing, vcs)
        if own is None:
            continue
        least, found = least or vcs, verdict(own)
        if found.verdict == FREE:
            break
    if found is None:
        raise RoutingError(f"{routing} takes more than {MOST_TRIED} virtual channels on {net.title}")
    suffices = vcs if found.verdict == FREE else None
    why = f"{routing} is made of layers, and takes {least} virtual channels or more"
    words = f"{routing} vcs={vcs}" if suffices else routing
    return replace(found, fewest_vcs={"suffices": suffices, "necessary": least, "routing": words, "why": why})


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

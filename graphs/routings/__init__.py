"""Routings on channels, built from combinators and found by name: modules of this folder list theirs in ``ROUTINGS``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from inspect import signature
from pkgutil import iter_modules
from types import MappingProxyType

from graphs.base.errors import RoutingError
from graphs.routing.channel_routing import ChannelRouting
from graphs.topology.structure import Network

__all__ = ["channel_routing", "channel_routings", "routing_in_words"]

MOST_VCS = 256  # of each hop: dependencies grow with their square


@cache
def channel_routings() -> Mapping[str, Callable[..., ChannelRouting]]:
    """Every routing that has a name, as a function of the network and its options.

    >>> "duato" in channel_routings()
    True
    """
    found: dict[str, Callable[..., ChannelRouting]] = {}
    for module in iter_modules(__path__):
        found |= getattr(import_module(f"{__name__}.{module.name}"), "ROUTINGS", {})
    return MappingProxyType(dict(sorted(found.items())))


def channel_routing(net: Network, name: str, vcs: int | None = None, **options: object) -> ChannelRouting:
    """The routing of this name on a network.

    Parameters
    ----------
    vcs : virtual channels of each hop; None for the routing's own default, mostly the fewest that it needs.
    options : what else the routing takes, see its function in :func:`channel_routings`.

    Raises
    ------
    RoutingError : no such routing, no such option, or the network is not one for it.

    >>> from graphs import network
    >>> channel_routing(network("toroid", w=4, D=2), "dimension-order", vcs=2).title
    'dimension-order with 2 virtual channels on toroid w=4 D=2'
    """
    known = channel_routings()
    if name not in known:
        near = get_close_matches(name, known, 1)
        hint = f": did you mean {near[0]}?" if near else ""
        raise RoutingError(f"no routing on channels is called {name[:40]!r}{hint}; routings: {', '.join(known)}")
    legal = [p for p in signature(known[name]).parameters if p != "net"]
    given = options if vcs is None else {"vcs": vcs, **options}
    for option in given:
        if option not in legal:
            raise RoutingError(f"routing {name} has no option {option!r}: it takes {', '.join(legal)}")
    for option, value in given.items():
        number = signature(known[name]).parameters[option].annotation in ("int", "int | None")
        if number != isinstance(value, int):
            raise RoutingError(f"{option}={value}: routing {name} takes a {'whole number' if number else 'word'} there")
        if option == "vcs" and isinstance(value, int) and value < 1:
            raise RoutingError(f"vcs={value}: a hop needs at least 1 virtual channel")
    made = known[name](net, **given)
    if made.vcs > MOST_VCS:
        raise RoutingError(f"{made.vcs:,} virtual channels of each hop are too many to follow: at most {MOST_VCS}")
    return replace(made, options=options, terminals=net.terminals)


def routing_in_words(net: Network, text: str, vcs: int | None = None) -> ChannelRouting:
    """A routing as users write it: its name, and options as name=value behind it.

    >>> from graphs import network
    >>> routing_in_words(network("ring", K=5), "up-down root=3").description.partition("first tree of ")[2]
    'node (3); no virtual channels'
    """
    name, *words = text.split() or [""]
    options: dict[str, object] = {}
    for word in words:
        option, equals, value = word.partition("=")
        if not equals or not value or option in options:
            raise RoutingError(f"{word!r} behind routing {name}: options are written once each as name=value")
        options[option] = int(value) if value.isascii() and value.isdigit() and len(value) < 10 else value
    if vcs is not None:
        options["vcs"] = vcs
    return channel_routing(net, name, **options)  # type: ignore[arg-type]

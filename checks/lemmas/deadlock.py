"""Deadlock verdicts for a routing, on a network or at all sizes of a family."""

from typing import Any

from netlemma.errors import InputError
from netlemma.graphs.deadlock.bubbles import BUBBLES, LOCAL, WORM
from netlemma.graphs.deadlock.decide import deadlock as of_network
from netlemma.graphs.deadlock.decide import of_routing
from netlemma.graphs.deadlock.fewest_channels import fewest_channels
from netlemma.graphs.deadlock.message_deadlock import at_all_sizes
from netlemma.graphs.deadlock.verdict import OPTIONS, SWITCHING, DeadlockVerdict
from netlemma.graphs.rings.routing import RingRouting
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.sources import source as source_of
from netlemma.graphs.sources.definition_files import defined
from netlemma.graphs.sources.network_sources import BuiltSource, Source
from netlemma.plugins import plugin_definitions

ALL_SIZES = "all sizes are decided for the routing of the family itself"
ABOUT = ("source", "described", "progress", "fewest_vcs")


def deadlock(
    subject: Any,
    routing: str | ChannelRouting | RingRouting | None = None,
    *,
    all_sizes: bool = False,
    read_as: str | None = None,
    scope: str | None = None,
    **options: Any,
) -> DeadlockVerdict:
    """Whether a routing can deadlock, with a certificate either way; options and sizes as in :func:`netlemma.deadlock`.

    >>> deadlock("oneway-torus", k=4, n=2).verdict, deadlock("oneway-torus", k=4, n=2, vcs=2).verdict
    ('deadlock', 'deadlock-free')
    """
    chosen = {name: value for name, value in options.items() if name in (*OPTIONS, *ABOUT)}
    sizes = {name: value for name, value in options.items() if name not in (*OPTIONS, *ABOUT)}
    if all_sizes:
        from netlemma.checks.lemmas.deadlock_ranks import all_sizes as of_all_sizes  # which imports SymPy

        vcs, _ = chosen.pop("vcs", None), chosen.pop("progress", None)
        words = routing if isinstance(routing, str) and routing else None
        if bubble := chosen.get("bubble"):
            kind = LOCAL if bubble is True else bubble
            right = SWITCHING[:1] if kind == WORM else SWITCHING[1:]
            least = 2 if kind == LOCAL else 1
            if (
                kind not in BUBBLES
                or (chosen.get("switching") or SWITCHING[0]) not in right
                or (chosen.get("buffers") or least) < least
                or vcs not in (None, 1)
            ):
                raise InputError(
                    'bubbles at all sizes: give `switching="cut-through"` or "store-and-forward", `buffers` of 2 or more (critical: 1), or '
                    '`bubble="worm"` under wormhole switching, and no `vcs`'
                )
            _refuse(
                {**{k: v for k, v in chosen.items() if k not in ("bubble", "switching", "buffers")}, **sizes}, ALL_SIZES
            )
            from netlemma.checks.lemmas.deadlock_ranks import with_bubbles

            return with_bubbles(subject if isinstance(subject, str) else subject.title, words, kind)
        messages, networks = chosen.pop("messages", None), chosen.pop("networks", None)
        _refuse({**chosen, **sizes, "routing": None if words else routing}, ALL_SIZES)
        name = defined(subject) if isinstance(subject, str) else subject.title
        definition = next((each for each in plugin_definitions() if each.name == name), None)
        if definition is None:
            verdict = of_all_sizes(name, vcs, words)
        else:
            from netlemma.checks.lemmas.deadlock_routes import all_sizes_of_route

            verdict = all_sizes_of_route(definition, words, vcs)
        return verdict if messages is None else at_all_sizes(verdict, messages, networks)
    if isinstance(subject, ChannelRouting | RingRouting):
        own = {each: chosen.pop(each, None) for each in ("vcs", "routing_file", "source")}
        _refuse({"routing": routing, **own, **sizes}, "a routing has its network and virtual channels")
        return of_routing(subject, **chosen)
    source = source_of(subject, read_as=read_as, scope=scope)
    own = {"source": source, "described": network_description(source, sizes)}
    if chosen.pop("fewest_vcs", False):
        return _fewest_vcs(source.build(**sizes), routing, {**own, **chosen})
    return of_network(source.build(**sizes), routing, **{**own, **chosen})


def _fewest_vcs(net: Any, routing: Any, given: dict[str, Any]) -> DeadlockVerdict:
    _refuse(
        {name: given.get(name) for name in OPTIONS if name != "switching"},
        "`fewest_vcs` finds the virtual channels of a routing",
    )
    net = net.require_channels(", which have no virtual channels: ask for `queue_classes=True`")
    if not isinstance(routing, str | None):
        raise InputError("`fewest_vcs` takes the name of a routing, such as shortest")
    options: dict[str, Any] = {name: given.get(name) for name in ("switching", "described", "progress")}
    return fewest_channels(net, routing or "shortest", **options)


def network_description(source: Source, sizes: dict[str, Any]) -> dict[str, Any] | None:
    """The description of a network in certificates, if family and sizes do not identify it."""
    if source.subject is not None or type(source) is BuiltSource:  # and no graph
        return None
    about = source.description(**sizes)
    return {"fabric": about} if getattr(source, "fabric", None) else about


def _refuse(given: dict[str, Any], because: str) -> None:
    """:raises InputError: naming the first that is given"""
    for name, value in given.items():
        if value is not None and value not in (False, ""):
            raise InputError(f"{because}: {name}={value} cannot be combined with it")

"""The registry of routings: every command and function finds a routing by its name here.

Modules of this folder list theirs in ``ROUTINGS`` (on channels) or ``RING_ROUTINGS`` (of point-to-point rings), and in
``USUAL`` the families that take them where no routing is named; discovery finds them.

Besides these a routing may be ``tables``, the routes of the files of a network, or a user's
Python file; a family that a text defines brings those of its ``route`` rules."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from inspect import signature
from pathlib import Path
from typing import Any

from netlemma.base.remarks import remark
from netlemma.base.synonyms import ROUTING, leading, meant, suggestion
from netlemma.definitions import ROUTE
from netlemma.errors import InputError, RoutingError, legal_names, one_line
from netlemma.graphs.base.text_files import is_whole
from netlemma.graphs.families import families
from netlemma.graphs.rings.routing import RingRouting
from netlemma.graphs.routing.channel_routing import MOST_VCS, OBLIVIOUS, ChannelRouting
from netlemma.graphs.routing.choices import UNIFORM, uniform
from netlemma.graphs.routing.hop_routing import Routing
from netlemma.graphs.routing.routing_file import file_routing
from netlemma.graphs.routings.d_mod_k import require_tree
from netlemma.graphs.routings.defined import defined_routing, own_routings
from netlemma.graphs.routings.grids import LIKE
from netlemma.graphs.routings.hops import hop_relation
from netlemma.graphs.routings.minimal import DRAGONFLY
from netlemma.graphs.routings.rings import ring_file_routing
from netlemma.graphs.topology.ring_structure import AnyNetwork, RingNetwork
from netlemma.graphs.topology.structure import Network
from netlemma.plugins import offered, registry

__all__ = ["channel_routing", "channel_routings", "ring_routings", "routing", "routing_names"]

TABLES, DIMENSION_ORDER, SHORTEST = "tables", "dimension-order", "shortest"
TIES = "ties"  # option of dimension order and of what is made of it
NCA = "nca"  # up to a nearest common ancestor and down, which in a tree is any shortest path
OF_OPENSM = {  # routing engines, and how ours differ
    "minhop": (
        SHORTEST + "-first",
        "one shortest path for each destination; OpenSM spreads destinations over equal ports",
    ),
    "updn": ("up-down", "the tree of the node root=NAME, one in the middle if not said; OpenSM chooses its roots"),
    "ftree": ("d-mod-k", "the upward port by a digit of the destination, in the order of the ends"),
    "dfsssp": ("lash", "shortest paths in layers of virtual channels; OpenSM chooses among equal paths by their loads"),
}
OF_QUEUES = {  # routings that compare queues, and whose routes they have
    "ugal-l": (
        "ugal",
        "its routes; UGAL-L chooses between them by the queues of the source's switch, which no verdict depends on",
    ),
    "ugal-g": ("ugal", "its routes; UGAL-G chooses between them by all queues, which no verdict depends on"),
}
CHOICE = "choice"  # option of every adaptive routing
Made = ChannelRouting | RingRouting


@registry
def channel_routings() -> Mapping[str, Callable[..., ChannelRouting]]:
    """Every routing on channels that has a name, as a function of the network and its options.

    >>> "duato" in channel_routings()
    True
    """
    return offered(__name__, "ROUTINGS", "routing")


@registry
def ring_routings() -> Mapping[str, Callable[[RingNetwork], RingRouting]]:
    """Every routing of point-to-point rings that has a name, as a function of the network.

    >>> list(ring_routings())
    ['concise', 'general', 'shortest']
    """
    return offered(__name__, "RING_ROUTINGS", "routing of rings")


@registry
def _usual() -> Mapping[str, Any]:
    """The usual routing of families that have one of their own: words, or a function that says them of a network."""
    return offered(__name__, "USUAL", "usual routing of a family")


def routing_names(net: AnyNetwork, source: Any = None) -> list[str]:
    """Names of the routings that apply to a kind of network; whether one fits the network shows when it is made."""
    of: Any = net
    return [*own_routings(of), *_channel_routing_names(source)] if of.has_channels else _ring_routing_names(of)


def _ring_routing_names(net: RingNetwork) -> list[str]:
    return [name for name in ring_routings() if name != "concise" or net.concise is not None]


def _channel_routing_names(source: Any) -> list[str]:
    return [*channel_routings(), *([TABLES] if source is not None and source.routes is not None else [])]


def routing(
    net: AnyNetwork,
    words: str | Routing | Made | None = None,
    *,
    vcs: int | None = None,
    file: str | Path | None = None,
    source: Any = None,
    ties: str | None = None,
) -> Any:
    """The routing of a network that a user names.

    Half-way around a ring of an even number of nodes, dimension order and the routings made of it go up unless their
    words say otherwise, so that they are deterministic. This loads directed channels unevenly; callers that count such
    loads pass ``ties="split"``, which applies wherever the words choose nothing.

    Parameters are those of :func:`netlemma.routing`.

    >>> from netlemma.graphs import network
    >>> routing(network("toroid", w=4, D=2), vcs=2).title
    'dimension-order with 2 virtual channels on toroid w=4 D=2'
    >>> routing(network("ring", K=5), "up-down root=3").description.partition("first tree of ")[2]
    'node (3); no virtual channels'
    >>> routing(network("clock")).kind
    'deterministic'
    """
    if file is not None and words is not None:
        raise InputError("a routing by name and a routing file are two routings: give one")
    if isinstance(words, ChannelRouting | RingRouting | Routing):
        return _given(net, words, vcs)
    if vcs is not None:
        net.require_option(f"vcs={vcs}", channels=True, error=RoutingError)
    # the routes of a file take time to find: only where nothing else is named
    own = words is None and file is None and source is not None and source.routes is not None
    name, options = _read(words, net) if words is not None else (TABLES if own else None, {})
    if name is not None and isinstance(net, Network):
        name = _meant(net, name)
    if isinstance(net, RingNetwork):
        return _of_rings(net, name, options) if file is None else ring_file_routing(net, file)
    if file is not None:
        return file_routing(net, file, vcs)
    if name == TABLES:
        return _of_tables(net, source, vcs, options)
    if name is None:
        name, options = _read(usual_words(net), net)
        if vcs is not None:
            options.pop("vcs", None)
    if vcs is not None and options.setdefault("vcs", vcs) != vcs:
        raise RoutingError(f"vcs={options['vcs']} after routing {name}, and {vcs} virtual channels besides: give one")
    if ties is not None and name in channel_routings() and TIES in signature(channel_routings()[name]).parameters:
        options.setdefault(TIES, ties)
    return channel_routing(net, name, **options)


def usual_words(net: Network) -> str:
    """The routing of a network where none is named: dimension order of products, and what its family usually takes.

    >>> from netlemma.graphs import network
    >>> usual_words(network("dragonfly", p=1, a=2, h=1)), usual_words(network("pancake", n=3))
    ('ascending of=minimal vcs=2', 'shortest')
    """
    if net.factors:
        return DIMENSION_ORDER
    if ROUTE in own_routings(net):
        return ROUTE
    if net.family not in families():
        raise RoutingError(
            f"{net.title} has no usual routing, since it is neither a Cartesian product nor of a family, and brings no routes "
            "of its own: name a routing such as up-down, or give a file of its routes, too"
        )
    own = _usual().get(net.family, SHORTEST)
    return own(net) if callable(own) else own


def channel_routing(net: Network, name: str, vcs: int | None = None, **options: object) -> ChannelRouting:
    """The routing on channels of this name on a network.

    >>> from netlemma.graphs import network
    >>> channel_routing(network("toroid", w=4, D=2), "dimension-order", vcs=2).title
    'dimension-order with 2 virtual channels on toroid w=4 D=2'
    """
    if name in own_routings(net):
        if options:
            raise RoutingError(f"routing {name} has no option {next(iter(options))!r}: its rules say it all")
        return replace(defined_routing(net, name, vcs), terminals=net.terminals)
    known = channel_routings()
    name = _meant(net, name)
    if name not in known:
        raise _unknown(net, name, [*own_routings(net), *known])
    if CHOICE in options:
        rest: dict[str, Any] = {option: value for option, value in options.items() if option != CHOICE}
        made = channel_routing(net, name, vcs, **rest)
        if options[CHOICE] != UNIFORM:
            raise RoutingError(
                f"{CHOICE}={options[CHOICE]}: the choices of an adaptive routing are drawn by {CHOICE}={UNIFORM}"
            )
        return replace(uniform(made), options=options)
    legal = {p: each for p, each in signature(known[name]).parameters.items() if p != "net"}
    given = options if vcs is None else {"vcs": vcs, **options}
    for option in given:
        if option not in legal:
            raise RoutingError(f"routing {name} has no option {option!r}: it takes {', '.join(legal)}")
    for option, value in given.items():
        number, text = (kind in str(legal[option].annotation) for kind in ("int", "str"))  # which may be a text
        if not (number if isinstance(value, int) else text):
            raise RoutingError(f"{option}={value}: routing {name} takes a {'whole number' if number else 'word'} there")
        if option == "vcs" and isinstance(value, int) and value < 1:
            raise RoutingError(f"vcs={value}: a hop needs at least 1 virtual channel")
    made = known[name](net, **given)
    if made.vcs > MOST_VCS:
        raise RoutingError(f"{made.vcs:,} virtual channels of each hop are too many to follow: at most {MOST_VCS}")
    return replace(made, options={**made.options, **options}, terminals=net.terminals)


def _meant(net: Network, name: str) -> str:
    """The routing that a name stands for on a network."""
    if name in own_routings(net):
        return name
    known = channel_routings()
    name = name if name in known else meant(ROUTING, name, known) or name
    read_as = {**OF_OPENSM, **OF_QUEUES}
    if name in read_as and name not in known:
        instead, how = read_as[name]
        remark(f"routing {name} is read as {instead}: {how}")
        return instead
    if name == NCA and name not in known:
        require_tree(net, NCA)
        return SHORTEST
    if name == "minimal" and net.family != DRAGONFLY:
        return SHORTEST
    if (
        net.family in LIKE
        and not net.factors
        and (name == DIMENSION_ORDER or (name == "xy" and len(net.labels(0)) == 2))
    ):
        return "hyperx-order"
    return name


def _unknown(net: AnyNetwork, name: str, known: Sequence[str]) -> RoutingError:
    """The error for an unknown name: the nearest name, and all names."""
    if name.endswith(".py"):
        return RoutingError(
            one_line(f"routing {name[:80]} looks like a Python file: `routing_file={name[:80]}` runs it")
        )
    if re.search(r"[./]", name):
        return RoutingError(
            f"{net.title} has no routing called {name[:40]!r}: routes in a file stand beside the network, with `routing=tables`",
            code="unknown-routing",
        )
    near = suggestion(ROUTING, name, known)
    hint = f", did you mean {near}?" if near else ";"
    return RoutingError(
        f"{net.title} has no routing called {name[:40]!r}{hint} {legal_names('routings', known, 'list routings')}",
        code="unknown-routing",
    )


def _read(words: str, net: AnyNetwork) -> tuple[str, dict[str, Any]]:
    """A name, and the options behind it."""
    rest: Sequence[str]
    name, *rest = words.split() or [""]
    if not (isinstance(net, Network) and name in own_routings(net)):
        name, rest = leading(ROUTING, [name, *rest], channel_routings())
    options: dict[str, Any] = {}
    for word in rest:
        option, equals, value = word.partition("=")
        if not equals or not value or option in options:
            raise RoutingError(f"{word!r} behind routing {name}: options are written once each as name=value")
        options[option] = int(value) if is_whole(value) else value
    return name, options


def _given(net: Any, by: Any, vcs: int | None) -> Made:
    """A routing that is an object."""
    if vcs is not None:
        raise RoutingError(f"routing {by.name} has its virtual channels: vcs={vcs} cannot be combined with it")
    if by.has_channels != net.has_channels:
        raise RoutingError(
            f"routing {by.name} is not one of {net.title}: {net.title} {net.described}; its routings: {', '.join(routing_names(net))}"
        )
    if not isinstance(by, Routing):
        return by

    def hops(node: int, came_by: int | None, destination: int) -> Any:
        return by.next_hops(net, node, came_by, destination)

    return replace(hop_relation(by.name, net, OBLIVIOUS, hops, by.counting), terminals=net.terminals)


def _of_rings(net: RingNetwork, name: str | None, options: Mapping[str, Any]) -> RingRouting:
    known = _ring_routing_names(net)
    name = known[0] if name is None else name
    if name not in known:
        raise _unknown(net, name, known)
    if options:
        raise RoutingError(f"routing {name} has no option {next(iter(options))!r}: it takes none")
    return ring_routings()[name](net)


def _of_tables(net: Network, source: Any, vcs: int | None, options: Mapping[str, Any]) -> ChannelRouting:
    if source is not None and source.without:
        raise RoutingError(
            f"the tables are those of the whole network, not of {net.title}: name a routing such as up-down or shortest"
        )
    if source is None or source.routes is None:
        raise RoutingError(
            f"{net.title} has no routing called 'tables': it brings no routes of its own; give the file of its routes or "
            f"forwarding tables, too, or name another routing: {', '.join(channel_routings())}"
        )
    made = source.routes.routing(source.scope)
    if options or vcs not in (None, made.vcs):
        raise RoutingError("the tables determine the virtual channels of packets: leave out vcs and options")
    return replace(made, name=TABLES, network=net)

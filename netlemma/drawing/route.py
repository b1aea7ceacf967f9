"""Routes of the messages of one pair: all permitted ones with their shares, or the single one."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from netlemma.checks.base.inputs import nearest, quoted_text
from netlemma.drawing.links import Link, node_names
from netlemma.drawing.look import END, START, Look, Scale
from netlemma.errors import InputError

MOST_SHARES, LONGEST_SHARE = 60, 7  # links with their shares beside them, and their characters; else shares are colours
SHARE = "the share of messages that cross"


def node_number(net: Any, name: Any) -> int:
    """The number of a node by its printed name (with or without brackets), coordinates or number.

    >>> from netlemma.graphs import network
    >>> net = network("mesh", k=4, n=2)
    >>> node_number(net, "(0,2)"), node_number(net, "0,2"), node_number(net, (0, 2)), node_number(net, 2)
    (2, 2, 2, 2)
    """
    if isinstance(name, int) and 0 <= name < net.node_count:
        return name
    names = node_names(net)
    text = f"({','.join(map(str, name))})" if isinstance(name, tuple) else str(name).replace(" ", "")
    for wanted in (str(name), text, f"({text})"):
        if wanted in names:
            return names.index(wanted)
    hint = nearest(text, names) or f"; nodes are called {names[0]} to {names[-1]}"
    raise InputError(f"no node of {net.title} is called {quoted_text(str(name))}{hint}")


def of_route(links: Sequence[Link], net: Any, source: Any, destination: Any, routing: Any = None) -> Look:
    """The links that messages from source to destination cross, with shares if there is a choice."""
    s, t = node_number(net, source), node_number(net, destination)
    names = node_names(net)
    if s == t:
        raise InputError(f"a message from {names[s]} to itself crosses nothing: give two different nodes")
    crossed, said = (_shares if net.has_channels else _on_rings)(net, s, t, routing)
    place = {link.number: i for i, link in enumerate(links)}
    ways: dict[int, int] = {}
    share: dict[int, Fraction] = {}
    for number, tail, part in crossed:
        i = place[number]
        way = 0 if links[i].kind == "bus" else 1 if links[i].nodes[0] == tail else -1
        ways[i] = way if ways.get(i, way) == way else 0
        share[i] = share.get(i, Fraction(0)) + part
    texts = {i: str(part) for i, part in share.items() if part != 1}
    caption = f"from {names[s]} (green) to {names[t]} (blue): {said}"
    nodes = {s: START, t: END}
    if not texts:
        return Look(ways=ways, nodes=nodes, caption=(caption,))
    if len(texts) <= MOST_SHARES and max(map(len, texts.values())) <= LONGEST_SHARE:
        return Look(ways=ways, texts=texts, nodes=nodes, caption=(f"{caption}; a fraction is {SHARE}",), room=1.3)
    values = tuple(float(share.get(i, 0)) for i in range(len(links)))
    scale = Scale(0, max(values), "share of messages")
    return Look(values, scale, ways=ways, nodes=nodes, caption=(f"{caption}; colour and width are {SHARE}",))


def _shares(net: Any, source: int, target: int, routing: Any) -> tuple[list[tuple[int, int, Fraction]], str]:
    """(device, node from which it is crossed, expected crossings), and the routing in words."""
    from netlemma.graphs.loads.channel_loads import pair_flow
    from netlemma.graphs.routings import routing as routing_of

    rule = routing_of(net, routing or "shortest")
    flow = pair_flow(rule, source, target)
    crossed = [(int(net.device[hop]), int(net.origin[hop]), part) for hop, part in flow.items()]
    links = sum(flow.values(), Fraction(0))
    one = all(part == 1 for part in flow.values())
    hops = f"{links} hop{'s' if links != 1 else ''}"
    return crossed, f"{rule.name} routing, {f'one route of {hops}' if one else hops}"


def _on_rings(net: Any, source: int, target: int, routing: Any) -> tuple[list[tuple[int, int, Fraction]], str]:
    from netlemma.graphs.rings.routing import route, visits
    from netlemma.graphs.routings import routing as routing_of

    for u in (source, target):
        if not net.processors[u]:
            raise InputError(
                f"node {node_names(net)[u]} of {net.title} has no processor, so no packet begins or ends there"
            )
    rule = routing_of(net, routing or None)
    hops = route(net, rule, source, target)
    rings = len(visits(net, hops))
    crossed = [(u * net.fanout + link, u, Fraction(1)) for u, link in hops]
    links = f"{len(hops)} link{'s' if len(hops) > 1 else ''}"
    return crossed, f"{rule.name} routing, {links}, {rings} ring{'s' if rings > 1 else ''}"

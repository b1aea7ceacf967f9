"""What files say of nodes, links and names: roles of nodes, attributes that mean the same, and what is left unused."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from netlemma.graphs.base.text_files import TextFile, printable

SWITCH, HOST, BUS, IDLE = "switch", "host", "bus", "idle"
BOTH = ""  # forwards messages, and sends and receives them
_MEANT = {
    SWITCH: "switch router leaf spine superspine tor core aggregation agg edge border sw rtr bridge nvswitch pod root ru",
    HOST: "host server nic gpu adapter terminal node ca hca processor compute computenode cpu npu tpu accelerator "
    "endpoint endnode endhost end client storage pc vm workstation station pe hfi",
    BUS: "bus",
    IDLE: "idle",
}
ROLES = {word: role for role, words in _MEANT.items() for word in words.split()}
ROLE_COLUMNS = ("type", "role", "nodetype", "noderole", "devicetype")
CLASS_COLUMNS = ("class", "deviceclass", "linkclass")
NAME_COLUMNS = ("name", "label")
OWN = ("device", "index", "kind")  # of an exported network, which follow from the rest
PLACES = ("pos", "x", "y", "z")  # in a drawing
FARTHEST = 1e12
_DRAWN = (  # how a drawing looks, and numbers of what has a name
    "id key edgeid edgelabel nodelabel arrows shape color colour style fillcolor fontname fontsize fontcolor "
    "penwidth width height fixedsize arrowhead arrowtail arrowsize dir graphics labelgraphics description url "
    "tooltip xlabel taillabel headlabel margin image rank group ranksep nodesep bgcolor size viz lp bb mlabel r g "
    "b "
)
DRAWN = frozenset(_DRAWN.split())
MOST_NAMED = 8


def plain(name: str) -> str:
    """The name of an attribute or column, or a role, without case and punctuation.

    >>> plain("Device_Class "), plain("Compute Node")
    ('deviceclass', 'computenode')
    """
    return re.sub(r"[\s_\-.]+", "", name).lower()


def places_of(nodes: Mapping[str, Mapping[str, Any]]) -> tuple[dict[str, tuple[float, float]], list[str]]:
    """The place of each node in a drawing by its attributes ``pos``, or ``x`` and ``y``, if all have different ones; and remarks.

    >>> places_of({"a": {"pos": [0, 1]}, "b": {"pos": "(2.5, 0)"}, "c": {"x": "1", "y": 3}})
    ({'a': (0.0, 1.0), 'b': (2.5, 0.0), 'c': (1.0, 3.0)}, [])
    """
    found = {name: place for name, about in nodes.items() if (place := _place(about)) is not None}
    if not found or len(set(found.values())) == len(nodes):
        return found, []
    if without := next((name for name in nodes if name not in found), None):
        return {}, [f"the places of nodes are not used: {printable(without)} has none of two numbers"]
    first: dict[tuple[float, float], str] = {}
    one, other = next((first[p], name) for name, p in found.items() if first.setdefault(p, name) != name)
    return {}, [f"the places of nodes are not used: {printable(one)} and {printable(other)} have the same"]


def _place(about: Mapping[str, Any]) -> tuple[float, float] | None:
    given = about.get("pos", (about.get("x"), about.get("y")))
    if isinstance(given, str):
        given = [part for part in re.split(r"[\s,;]+", given.strip(" ()[]!")) if part]
    try:
        x, y, *_ = map(float, given)
    except (TypeError, ValueError):
        return None
    return (x, y) if abs(x) < FARTHEST and abs(y) < FARTHEST else None


def roles_of(
    file: TextFile, given: Mapping[str, tuple[int | None, str]], known: str = "switch, router, host, server"
) -> tuple[dict[str, str], list[str]]:
    """The role of each node, from the text that the file has for it with its line, and remarks.

    Texts none of which is a role, such as regions of an atlas, are left unused; one that is unknown beside known ones is
    refused.
    """
    found = {name: ROLES.get(plain(text), BOTH) for name, (_, text) in given.items()}
    strange = {name: text for name, (_, text) in given.items() if text and plain(text) not in ROLES}
    if not strange:
        return found, []
    if any(found.values()):
        name, text = next(iter(strange.items()))
        file.refuse(
            given[name][0], f"node {printable(name)} is of type {printable(text)}: a role such as {known} is expected"
        )
    some = ", ".join(printable(text) for text in dict.fromkeys(strange.values()))
    return found, [
        f"the types of nodes are not used: {some[:120]} are no roles such as {known}, so every node sends and receives"
    ]


def unused(edges: Iterable[str], nodes: Iterable[str] = (), what: str = "attribute") -> list[str]:
    """One remark that names the attributes or columns that are left alone.

    >>> unused(["weight", "weight"], ["x"])
    ['not used: the edge attribute weight (every link counts as one hop), the node attribute x']
    """
    parts = []
    for kind, names in (("edge ", list(dict.fromkeys(edges))), ("node ", list(dict.fromkeys(nodes)))):
        if names:
            some = ", ".join(printable(name, quotes=False) for name in names[:MOST_NAMED])
            more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
            kind = kind if what == "attribute" else ""
            hops = " (every link counts as one hop)" if any(map(is_weight, names)) else ""
            parts.append(f"the {kind}{what}{'s' if len(names) > 1 else ''} {some}{more}{hops}")
    return [f"not used: {', '.join(parts)}"] if parts else []


def is_weight(name: str) -> bool:
    """Whether an attribute is a weight, which links do not have."""
    return plain(name) in {"weight", "cost", "metric", "latency", "delay", "length", "distance", "bandwidth", "capacity",
                           "bw", "speed", "linkspeedraw"}  # fmt: skip


def loops_left_out(count: int) -> list[str]:
    """The remark on links that join a node to itself."""
    return [f"{count:,} self-loop{'s are' if count > 1 else ' is'} left out: no message leaves a node by it"] * bool(
        count
    )


def called(ids: Sequence[str], *names: Mapping[str, str]) -> dict[str, str]:
    """The name of each node: of the attributes that name every node, the first that names most of them apart.

    >>> called(["n0", "n1"], {"n0": "a"}, {"n0": "R0", "n1": "R1"})
    {'n0': 'R0', 'n1': 'R1'}
    """
    whole = [each for each in names if all(each.get(name, "").strip() for name in ids)]
    if not whole:
        return {name: name for name in ids}
    best = max(whole, key=lambda each: len(Counter(each[name].strip() for name in ids)))
    return {name: best[name].strip() for name in ids}

"""Certificates of every kind on small networks, forgeries made from them, and an oracle that knows the criteria of none.

The oracle visits every state of a network, every route, or every assignment of partitions. Networks and routings are built
by the same code as everywhere.
"""

import json
import random
from functools import cache

from netlemma.checks import deadlock
from netlemma.graphs import network
from netlemma.graphs.deadlock.decide import decide_by_turns
from netlemma.graphs.rings.routing import ring_routing, route
from netlemma.graphs.routing.routing_file import file_routing
from netlemma.graphs.routings import channel_routing, routing
from netlemma.graphs.sources import source

from .exhaustive import can_deadlock
from .ring_oracles import deadlock_reachable, partitions_enough, plain_queues, some_routing

LABELS = """\
kind, vcs = "oblivious", 1
def labels(source, destination):
    return ["up", ("down", 1)] if source[0] else ["up"]
def next_channels(node, came_by, destination, label):
    return [((node[0] + (1 if label == "up" else -1)) % 3,)]
"""
ADAPTIVE = """\
kind, vcs = "adaptive", 3
def next_channels(node, came_by, destination):
    after = ((node[0] + 1) % 3,)
    return [(after, 2), (after, int(destination > node))]
"""
GRAPH = (
    '<graphml><graph edgedefault="directed"><node id="a"/><node id="b"/><node id="c"/><edge source="a" target="b"/>'
    '<edge source="b" target="c"/><edge source="c" target="a"/></graph></graphml>'
)
ROUTES = "source,destination,route,vcs\n{}"
FREE_ROUTES = ROUTES.format("a,c,a;b;c,0;0\nb,a,b;c;a,0;1\nc,b,c;a;b,1;1\n")
DEAD_ROUTES = ROUTES.format("a,c,a;b;c,0;0\nb,a,b;c;a,0;0\nc,b,c;a;b,0;0\n")
RINGS = {  # link to node, null where there is none
    "one.json": [[1], [2], [0]],
    "opposite.json": [[1, 2], [2, 0], [0, 1]],
    "crossed.json": [[1, 2], [2, 3], [3, 0], [0, 1]],
    "chain.json": [[1, None], [0, 2], [3, 1], [2, None]],
    "cycle.json": [[1, 3], [0, 2], [3, 1], [2, 0]],
}
CHANNELS = {
    "ring free": ("oneway-torus", {"k": 3, "n": 1, "vcs": 2}),
    "ring dead": ("oneway-torus", {"k": 3, "n": 1}),
    "ring of four dead": ("oneway-torus", {"k": 4, "n": 1, "switching": "store-and-forward"}),
    "mesh whole packets": ("mesh", {"k": 2, "n": 2, "switching": "cut-through"}),
    "line": ("mesh", {"k": 3, "n": 1, "switching": "cut-through"}),
    "adaptive dead": ("mesh", {"k": 2, "n": 2, "routing": "shortest-adaptive"}),
    "adaptive dead whole": ("mesh", {"k": 2, "n": 2, "routing": "shortest-adaptive", "switching": "cut-through"}),
    "west-first": ("mesh", {"k": 2, "n": 2, "routing": "west-first", "switching": "cut-through"}),
    "up-down": ("ring", {"K": 3, "routing": "up-down", "switching": "cut-through"}),
    "up-down rooted": ("ring", {"K": 3, "routing": "up-down root=2"}),
    "duato": ("ring", {"K": 3, "routing": "duato", "switching": "cut-through"}),
    "valiant": ("mesh", {"k": 2, "n": 1, "routing": "valiant"}),
    "shortest": ("toroid", {"w": 3, "D": 1, "routing": "shortest"}),
}
RING_CASES = {
    **{f"{name} {queues}": (name, {"queues": queues}) for name in RINGS for queues in ("output", "input", "node")},
    **{f"{name} exists": (name, {"any_routing": True, "queues": "output"}) for name in RINGS},
    **{f"{name} shortest": (name, {"any_routing": True, "queues": "node", "routes": "shortest"}) for name in RINGS},
    "chain.json links": ("chain.json", {"any_routing": True, "queues": "transit", "routes": "links=3"}),
    "crossed.json partitions": ("crossed.json", {"queue_classes": True, "queues": "node"}),
    "cycle.json partitions": ("cycle.json", {"queue_classes": True, "queues": "node"}),
    "chain.json partitions": ("chain.json", {"queue_classes": True, "queues": "transit"}),
    "one.json partitions": ("one.json", {"queue_classes": True}),
    "multicube": ("multicube", {"f": 2, "r": 2, "queues": "output"}),
    "multicube nodes": ("multicube", {"f": 2, "r": 2, "queues": "transit"}),
    "ring-complete": ("ring-complete", {"f": 2}),
    "ring-shuffle": ("ring-shuffle", {"f": 2, "r": 2, "queues": "output"}),
    "livefly": ("livefly", {"f": 3, "r": 1, "queues": "output"}),
    "deadfly": ("deadfly", {"f": 2, "r": 1, "queues": "input"}),
}


def written(folder):
    """The files that the certificates are about, in a folder."""
    for name, rows in RINGS.items():
        (folder / name).write_text(json.dumps({"successor": rows}))
    for name, text in (
        ("net", GRAPH),
        ("free", FREE_ROUTES),
        ("dead", DEAD_ROUTES),
        ("labels.py", LABELS),
        ("ranks.py", ADAPTIVE),
    ):
        (folder / name).write_text(text)
    return folder


def certificates(folder):
    """Real certificates of every kind by name, as JSON, each with the routing file that it needs."""
    found = {}
    for name, (what, options) in {**CHANNELS, **RING_CASES}.items():
        found[name] = deadlock(str(folder / what) if what in RINGS else what, **options).certificate, None
    for name in ("free", "dead"):
        found[f"routes {name}"] = deadlock([str(folder / "net"), str(folder / name)]).certificate, None
    for name, words in ("mesh", "west-first"), ("mesh", "negative-first"), ("ring", "up-down-adaptive"):
        net = network(name, **({"K": 3} if name == "ring" else {"k": 3, "n": 1}))
        found[f"turns {words}"] = decide_by_turns(routing(net, words), "wormhole").certificate, None
    file = str(folder / "labels.py")
    own = str(folder / "ranks.py")
    found["ranks"] = deadlock("oneway-torus", k=3, n=1, routing_file=own, switching="cut-through").certificate, own
    found["file"] = deadlock("ring", K=3, routing_file=file).certificate, file
    return {name: (json.loads(json.dumps(data)), file) for name, (data, file) in found.items()}


# --- the oracle


def is_true(certificate, file):
    """Whether the claim that a certificate names is true; the rest of its contents matter only for routes and classes."""
    about = {
        key: certificate.get(key)
        for key in ("verdict", "kind", "network", "routing", "switching", "queues", "rule", "classes")
    }
    return _is_true(json.dumps(about), file)


@cache
def _is_true(text, file):
    about = json.loads(text)
    net, files = _network(about["network"])
    if about["switching"] is not None:
        by = about["routing"]
        if file is not None:
            rule = file_routing(net, file, by["vcs"])
        elif by is None or by["name"] == "tables":
            rule = routing(net, "tables", source=files)
        else:
            rule = channel_routing(net, by["name"], by["vcs"], **by.get("options", {}))
        dead = can_deadlock(rule, about["switching"] == "wormhole", 400_000, 2)
        return about["verdict"] == ("deadlock" if dead else "deadlock-free")
    pairs = [(s, t) for s in range(net.node_count) for t in range(net.node_count) if s != t]
    if about["routing"] is None:
        exists = some_routing(net, about["queues"], pairs, about["rule"])
        return about["verdict"] == ("deadlock-free" if exists else "deadlock")
    rule = ring_routing(net, about["routing"]["name"])
    taken = [plain_queues(net, about["queues"], route(net, rule, s, t)) for s, t in pairs]
    if about["classes"] is not None:
        return about["verdict"] == "deadlock-free" and partitions_enough(taken, about["classes"])
    return about["verdict"] == ("deadlock" if deadlock_reachable([way for way in taken if way]) else "deadlock-free")


def _network(about):
    if "family" in about:
        return network(about["family"], **about["parameters"]), None
    inner = about.get("fabric", about)
    files = source(list(inner["files"].values()), scope=inner.get("scope") if "fabric" in about else None)
    return files.build(), files


# --- forgeries

NUMBERS = (0, 1, 2, 3, 4, 5, 7, -1, 10**9, 10**30, 0.5, True, None, "1", float("inf"))
WORDS = (
    "", "x", "deadlock", "deadlock-free", "unknown", "wormhole", "cut-through", "store-and-forward", "virtual", "dimension-order",
    "shortest", "shortest-adaptive", "west-first", "up-down", "valiant", "concise", "general", "tables", "output", "input", "node",
    "transit", "input-output", "any", "links=2", "rings=1", "links=x", "mesh", "ring", "toroid", "oneway-torus", "multicube",
    "numbers", "turns", "ranks", "configuration", "numbering", "cycle", "no-routing", "search", "output 0 of node 0", "node 1", "(0)",
    "(1,1)", "terminals", "all",
)  # fmt: skip


def forged(draw, every):
    """A forgery of one of the certificates, with the routing file to give with it; one to three changes."""
    name = draw.choice(sorted(every))
    data, file = every[name]
    data = json.loads(json.dumps(data))
    for _ in range(draw.choice((1, 1, 1, 2, 3))):
        data = _changed(draw, data, every) if isinstance(data, dict) else data
    return name, data, file


def places(value, path=()):
    """The places of all parts of a value, itself first."""
    yield path
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from places(part, (*path, key))


def _changed(draw, data, every):
    top = draw.random()
    if top < 0.15:  # a part of another certificate
        other = draw.choice(sorted(every))
        shared = sorted(set(every[other][0]) | set(data))
        key = draw.choice(shared)
        if key in every[other][0]:
            return {**data, key: json.loads(json.dumps(every[other][0][key]))}
        return {k: v for k, v in data.items() if k != key}
    every_place = list(places(data))
    path = draw.choice([p for p in every_place if len(p) == 1] if top < 0.35 else every_place)
    return put_at(data, path, lambda value: _other(draw, value))


def put_at(value, path, change):
    """The value with the part at a place changed."""
    if not path:
        return change(value)
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = put_at(copy[path[0]], path[1:], change)
    return copy


def _other(draw, value):
    """Something else in place of a value."""
    if isinstance(value, bool) or value is None:
        return draw.choice([0, 1, "", [], {}, not value])
    if isinstance(value, (int, float)):
        return draw.choice(
            [value + 1, value - 1, value * 2, -value, str(value), value + 0.5, [value], draw.choice(NUMBERS)]
        )
    if isinstance(value, str):
        return draw.choice(
            [draw.choice(WORDS), draw.choice(WORDS), value[:-1], value + " ", value.upper(), None, 0, [value]]
        )
    if isinstance(value, list):
        if not value:
            return draw.choice([[0], [[]], {}, None])
        i, j = draw.randrange(len(value)), draw.randrange(len(value))
        swapped = list(value)
        swapped[i], swapped[j] = value[j], value[i]
        cut = value[:i] + value[i + 1 :]
        return draw.choice([cut, swapped, value[::-1], value[:i], [], [*value, value[i]], value + value, {}, None, 0])
    if not value:
        return draw.choice([{"x": 1}, [], None, 0])
    one, two = draw.choice(list(value)), draw.choice(list(value))
    without = {k: v for k, v in value.items() if k != one}
    return draw.choice(
        [
            without,
            {**value, one: value[two], two: value[one]},
            {**value, draw.choice(WORDS): 1},
            {**without, one + "s": value[one]},
            [],
            None,
        ]
    )


def random_forgeries(count, every, seed=0):
    """Forgeries that differ from the certificates from which they are made."""
    draw = random.Random(seed)
    while count:
        name, data, file = forged(draw, every)
        if json.dumps(data, sort_keys=True) != json.dumps(every[name][0], sort_keys=True):
            count -= 1
            yield name, data, file

"""Random fabrics of all kinds with names shuffled and some cables swapped, missing, doubled or of wrong rate, and what an answer
about them may be: exactly these cables, or explanations among which they are."""

import random
import re
from collections import Counter
from dataclasses import dataclass
from functools import partial, reduce
from math import prod

import networkx as nx

from netlemma.graphs.fabrics.identity import wiring_of_network
from netlemma.graphs.fabrics.recognition import recognise
from netlemma.graphs.fabrics.wiring import Cable, Wiring
from netlemma.graphs.sources import network

FEWEST = 6  # switches
GOOD = ("right", "among explanations", "fewer")
DAMAGES = ("swapped", "missing", "doubled", "rate")


def _sides(draw, dimensions, least, most, largest):
    while True:
        sides = [draw.randint(least, most) for _ in range(draw.choice(dimensions))]
        if FEWEST <= prod(sides) <= largest:
            return tuple(sides)


def _leaf_spine(draw):
    leaves, spines = draw.randint(4, 24), draw.randint(2, 12)
    return "pgft", {"m": (draw.randint(2, 12), leaves), "w": (1, spines), "p": (1, draw.choice((1, 1, 2, 3)))}


def _three_levels(draw):
    hosts, leaves, pods = draw.randint(2, 8), draw.randint(2, 8), draw.randint(3, 8)
    return "xgft", {"m": (hosts, leaves, pods), "w": (1, draw.randint(2, 6), draw.randint(1, 6))}


def _many_cores(draw):
    """Three levels of which each has several switches of a kind, so that a missing one is told."""
    m = draw.randint(2, 8), draw.randint(2, 8), draw.randint(3, 8)
    return "xgft", {"m": m, "w": (1, draw.randint(3, 6), draw.randint(3, 6))}


def _dragonfly(draw):
    a = draw.randint(3, 8)
    h = draw.randint(1, max(1, min(4, 120 // a**2)))
    return "dragonfly", {"p": draw.randint(1, 4), "a": a, "h": h}


KINDS = {
    "fat tree k": lambda draw: ("fat-tree", {"k": draw.choice((4, 6, 8, 10))}),
    "leaf-spine, also tapered": _leaf_spine,
    "three levels, also tapered": _three_levels,
    "three levels, a spine or core missing": _many_cores,
    "dragonfly": _dragonfly,
    "dragonfly+": lambda draw: ("megafly", {"p": draw.randint(1, 4), "s": draw.randint(2, 5), "h": draw.randint(1, 2)}),
    "torus": lambda draw: ("rectangular-torus", {"S": _sides(draw, (2, 2, 3), 3, 9, 130)}),
    "mesh": lambda draw: ("rectangular-mesh", {"S": _sides(draw, (2, 2, 3), 3, 9, 130)}),
    "hyperx": lambda draw: ("hyperx", {"S": _sides(draw, (2, 2, 3), 2, 7, 130), "T": draw.randint(1, 4)}),
    "hypercube": lambda draw: ("hypercube", {"n": draw.randint(3, 7)}),
    "full mesh": lambda draw: ("complete", {"n": draw.randint(FEWEST, 20)}),
}


@dataclass(frozen=True)
class Damaged:
    """A damaged fabric.

    whole, wiring: Its cables before and after.
    extra, missing: Pairs of switches with one cable too many, and too few.
    rates: Names of cables of wrong rate.
    group: Group of each switch of a dragonfly by name, of which only the number of cables to another group is known.
    """

    kind: str
    family: str
    sizes: dict
    whole: Wiring
    wiring: Wiring
    damages: tuple
    extra: Counter
    missing: Counter
    rates: frozenset
    group: dict


def build(kind, draw):
    """A fabric of a kind, family and sizes, and the group of each switch, None if it is no dragonfly."""
    family, sizes = KINDS[kind](draw)
    net = network(family, **sizes)
    wiring = wiring_of_network(net)
    if not wiring.hosts:  # the built ones of some families are switches alone
        count, each = len(wiring.names), draw.randint(1, 4)
        hosts = [Cable(v, 1000 + i, count + each * v + i, 1) for v in range(count) for i in range(each)]
        names = wiring.names + tuple(f"host {i}" for i in range(len(hosts)))
        wiring = Wiring(names, (True,) * count + (False,) * len(hosts), wiring.cables + tuple(hosts))
    if "missing" in kind:
        upper = [s for s in wiring.switches if not wiring.hosts[s]]
        wiring = _without(wiring, draw.sample(upper, 1))
    group = None
    if kind.startswith("dragonfly"):
        local = nx.Graph()
        local.add_nodes_from(wiring.switches)
        size = sizes["a"] if family == "dragonfly" else 2 * sizes["s"]
        local.add_edges_from((c.one, c.other) for c in wiring.inside if c.one // size == c.other // size)
        parts = list(nx.connected_components(local))
        assert all(len(part) == size for part in parts)
        group = {s: g for g, part in enumerate(parts) for s in part}
    return family, sizes, wiring, group


def _without(wiring, nodes):
    left = [v for v in range(len(wiring.names)) if v not in nodes]
    place = {v: i for i, v in enumerate(left)}
    cables = tuple(
        c._replace(one=place[c.one], other=place[c.other]) for c in wiring.cables if not {c.one, c.other} & set(nodes)
    )
    return Wiring(tuple(wiring.names[v] for v in left), tuple(wiring.switch[v] for v in left), cables)


def shuffled(wiring, draw):
    """Other names in another order, other ports, and rates, which are those of hosts and switches or all the same."""
    order = list(range(len(wiring.names)))
    draw.shuffle(order)
    switch, names = [False] * len(order), [""] * len(order)
    for node, place in enumerate(order):
        switch[place] = wiring.switch[node]
        names[place] = f"{'s' if switch[place] else 'h'}{place:04}"
    cables = list(wiring.cables)
    draw.shuffle(cables)
    ports, found = Counter(), []
    rate = draw.choice(("4x HDR", "4x NDR"))
    for c in cables:
        one, other = order[c.one], order[c.other]
        ports.update((one, other))
        inner = switch[one] and switch[other]
        found.append(Cable(one, ports[one], other, ports[other], "4x NDR" if inner else rate))
    return Wiring(tuple(names), tuple(switch), tuple(found)), order


def pairs(wiring):
    """How often each two switches are joined, by name."""
    return Counter(tuple(sorted((wiring.names[c.one], wiring.names[c.other]))) for c in wiring.inside)


def broken(whole, draw, most=3, kinds=DAMAGES):
    """The cables after one to so many damages, and what these are."""
    cables, damages = list(whole.cables), []
    ports = Counter(end for c in cables for end in (c.one, c.other))
    for _ in range(draw.randint(1, most)):
        inside = [i for i, c in enumerate(cables) if whole.switch[c.one] and whole.switch[c.other]]
        damages.append(damage := draw.choice(kinds))
        i = draw.choice(inside)
        a = cables[i]
        if damage == "swapped":
            apart = [j for j in inside if len({a.one, a.other, cables[j].one, cables[j].other}) == 4]
            if not apart:
                damages.pop()
                continue
            j = draw.choice(apart)
            b = cables[j]
            if draw.random() < 0.5:
                b = Cable(b.other, b.far_port, b.one, b.port, b.rate)
            cables[i] = a._replace(other=b.other, far_port=b.far_port)
            cables[j] = b._replace(other=a.other, far_port=a.far_port)
        elif damage == "missing":
            del cables[i]
        elif damage == "doubled":
            ports.update((a.one, a.other))
            cables.append(a._replace(port=ports[a.one], far_port=ports[a.other]))
        else:
            cables[i] = a._replace(rate=draw.choice(("4x EDR", "1x HDR")))
    return tuple(cables), tuple(damages)


def damaged(kind, seed, most=3):
    """A random fabric of a kind with one to so many damages."""
    draw = random.Random(seed)
    family, sizes, wiring, group = build(kind, draw)
    whole, order = shuffled(wiring, draw)
    cables, damages = broken(whole, draw, most)
    now = Wiring(whole.names, whole.switch, cables)
    bad = frozenset(_ends(now.cable_name(c)) for c in now.cables if c.rate in ("4x EDR", "1x HDR"))
    extra, missing = pairs(now) - pairs(whole), pairs(whole) - pairs(now)
    groups = {} if group is None else {whole.names[order[s]]: g for s, g in group.items()}
    return Damaged(kind, family, sizes, whole, now, damages, extra, missing, bad, groups)


def subnet(wiring):
    """The fabric as ``ibnetdiscover -p`` prints it."""

    def end(node, port):
        return f"{'SW' if wiring.switch[node] else 'CA'} {node + 1} {port} 0x{node + 1:016x}"

    lines = []
    for c in wiring.cables:
        for a, p, b, q in ((c.one, c.port, c.other, c.far_port), (c.other, c.far_port, c.one, c.port)):
            lines.append(f"{end(a, p)} {c.rate} - {end(b, q)} ( '{wiring.names[a]}' - '{wiring.names[b]}' )\n")
    return "".join(lines)


def _told(answer, group):
    """Pairs that an answer calls too many and too few, the groups of switches for them where it knows no more, and rates."""
    extra, missing, rates, notes = Counter(), Counter(), set(), []
    for each in answer:
        between = [tuple(sorted(pair)) for pair in each["between"]]
        if each["kind"] == "swapped":
            extra.update(between[:2])
            missing.update(between[2:])
        elif each["kind"] in ("doubled", "extra"):
            extra[between[0]] += 1
            if len({_joined(pair, group) for pair in between}) > 1:
                notes.append(f"groups: {each['words']}")
        elif each["kind"] == "missing":
            missing[
                between[0] if between else tuple(sorted(re.findall(r"groups of (\w+) and (\w+)", each["words"])[0]))
            ] += 1
        elif each["kind"] == "rate":
            rates.update(map(_ends, each["cables"]))
        elif each["kind"] != "kind":
            notes.append(each["words"])
    return *_known(extra, missing, group), frozenset(rates), notes


def _ends(cable):
    return tuple(sorted(cable.split("-")))


def _joined(pair, group):
    """Two switches, or their groups if they are in two groups."""
    a, b = (group.get(name, -1) for name in pair)
    return pair if a == b else ("groups", *sorted((a, b)))


def _known(extra, missing, group):
    more, less = Counter(), Counter()
    for found, some in ((more, extra), (less, missing)):
        for pair, count in some.items():
            found[_joined(pair, group)] += count
    return more - less, less - more


def judged(case, data):
    """What is to be said of an answer, the JSON of ``netlemma fabric``: right, among explanations, fewer, or what is wrong."""
    expected = recognise(case.whole)
    truth = _known(case.extra, case.missing, case.group)
    if expected.difference.size or len(expected.notes) != ("missing" in case.kind):
        return f"before any damage: {expected.kind} {expected.sizes} {expected.difference} {expected.notes}"
    if (data["kind"], data["sizes"]) != (expected.kind, dict(expected.sizes)):
        if any(
            each["kind"] == "kind" and _told(found, case.group)[:2] == truth
            for found in data["explanations"]
            for each in found
        ):
            return "among explanations"
        if not case.group and _handled(*_told(data["deviations"], {})[:2]) < _handled(*truth) and _mended(case, data):
            return "fewer"
        return f"kind {data['kind']} {data['sizes']} instead of {expected.kind} {dict(expected.sizes)}"
    answers = [data["deviations"], *data["explanations"]]
    extra, missing, rates, notes = _told(answers[0], case.group)
    if rates != case.rates:
        return "rates"
    if sorted(re.sub(r" \d+ ", " ", each) for each in notes) != sorted(
        re.sub(r" \d+ ", " ", each.words) for each in expected.notes if each.kind == "switches"
    ):
        return f"notes {notes}"
    if (extra, missing) == truth:
        return "right" if len(answers) == 1 else "among explanations"
    for each in answers[1:]:
        if _told(each, case.group)[:2] == truth:
            return "among explanations"
    if not case.group and _handled(extra, missing) < _handled(*truth) and _mended(case, data):
        return "fewer"
    return f"cables: {dict(extra)} {dict(missing)} for {dict(truth[0])} {dict(truth[1])}"


def _handled(extra, missing):
    """How many cables are to be plugged in, pulled out, or both."""
    return max(extra.total(), missing.total())


def _mended(case, data):
    """Whether a fabric of the kind and sizes of an answer remains if what it calls a deviation is mended."""
    extra, missing, *_ = _told(data["deviations"], {})
    cables = pairs(case.wiring) - extra + missing
    if data["kind"] == "fat tree":
        return nx.vf2pp_is_isomorphic(
            *map(partial(_graph, case.wiring), (cables, pairs(case.whole))), node_label="label"
        )
    count = len(case.wiring.switches)
    wanted = {
        "ring": lambda: nx.cycle_graph(count),
        "line": lambda: nx.path_graph(count),
        "full mesh": lambda: nx.complete_graph(count),
        "hypercube": lambda: nx.hypercube_graph(data["sizes"]["n"]),
        "mesh": lambda: nx.grid_graph(data["sizes"]["sides"]),
        "torus": lambda: nx.grid_graph(data["sizes"]["sides"], periodic=True),
        "hyperx": lambda: nx.convert_node_labels_to_integers(
            reduce(nx.cartesian_product, map(nx.complete_graph, data["sizes"]["sides"]))
        ),
    }.get(data["kind"])
    many = {count // data["sizes"].get("cables_between", 1) for count in cables.values()}
    return wanted is not None and many == {1} and nx.vf2pp_is_isomorphic(nx.Graph(list(cables)), wanted())


def _graph(wiring, cables):
    graph = nx.Graph()
    for s in wiring.switches:
        graph.add_node(wiring.names[s], label=wiring.hosts[s])
    for pair, count in cables.items():  # a cable is a node, since VF2 knows no labels of edges
        graph.add_node(pair, label=-count)
        graph.add_edges_from((pair, name) for name in pair)
    return graph

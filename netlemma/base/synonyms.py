"""Other names of the field for families, routings, quantities and traffic patterns: one table that all look-ups, suggestions,
explanations, completions and the site share.

Capital letters, blanks, hyphens and underscores do not count in a name.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from netlemma.base.names import spelled_like

CAPACITY = "capacity"  # the throughput of uniform traffic
FAMILY, ROUTING, QUANTITY, PATTERN = "family", "routing", "quantity", "pattern"

# Names by what they mean: a name here means exactly that.
SYNONYMS: Mapping[str, Mapping[str, Sequence[str]]] = {
    FAMILY: {
        "complete": (
            "complete-graph",
            "fully-connected",
            "completely-connected",
            "full-mesh",
            "fully-connected-mesh",
            "all-to-all-network",
            "k-n",
        ),
        "butterfly": ("k-ary-n-fly", "fly", "banyan", "banyan-network"),
        "augmented-cube": ("aq-n",),
        "crossed-cube": ("cq-n",),
        "cycle": ("c-n", "cycle-graph"),
        "folded-hypercube": ("fq-n",),
        "mobius-cube": ("möbius-cube", "moebius-cube"),
        "twisted-cube": ("tq-n",),
        "concentrated-mesh": ("cmesh",),
        "cube-connected-cycles": ("ccc", "cube-connected-cycle"),
        "dragonfly": ("canonical-dragonfly",),
        "fat-tree": ("k-ary-fat-tree",),
        "flattened-butterfly": ("flat-fly", "flattened-fly"),
        "hypercube": ("binary-n-cube", "binary-hypercube", "boolean-cube", "n-cube", "2-ary-n-cube", "q-n"),
        "k-ary-n-tree": ("k-ary-n-fat-tree",),
        "megafly": ("dragonfly+",),
        "mesh": ("k-ary-n-mesh", "n-dimensional-mesh", "grid"),
        "oneway-torus": ("unidirectional-torus", "unidirectional-k-ary-n-cube"),
        "pgft": ("parallel-ports-generalised-fat-tree", "parallel-ports-generalized-fat-tree"),
        "path": ("line", "linear-array", "path-graph", "chain", "p-n"),
        "polarfly": ("erdos-renyi-polarity-graph",),
        "ring": ("bidirectional-ring",),
        "slim-fly": ("mms-graph", "slim-fly-mms"),
        "torus": (
            "k-ary-n-cube",
            "bidirectional-k-ary-n-cube",
            "bidirectional-torus",
            "toroidal-mesh",
            "toroidal-grid",
            "wraparound-mesh",
            "wrapped-mesh",
        ),
        "xgft": ("extended-generalised-fat-tree", "extended-generalized-fat-tree"),
    },
    ROUTING: {
        "dimension-order": ("dor", "e-cube", "dimension-ordered", "dimension-order-routing"),
        "minimal": ("min", "minimal-routing"),
        "minhop": ("min-hop",),
        "updn": ("up-dn",),
        "nca": ("nearest-common-ancestor", "least-common-ancestor"),
        "up-down": ("up*/down*", "up/down"),
        "valiant": ("val", "vlb", "valiant-load-balancing"),
        "west-first": ("wf",),
    },
    QUANTITY: {
        "mean_distance": (
            "average_distance",
            "aspl",
            "apl",
            "average_shortest_path_length",
            "average_path_length",
            "mean_path_length",
            "average_hop_count",
            "mean_hop_count",
            "mean_hops",
            "average_hops",
            "mean_internode_distance",
            "avg_distance",
            "average_dist",
            "avg_dist",
            "avg_path_length",
            "avg_hops",
        ),
        "diameter": ("diam", "network_diameter", "maximum_distance", "longest_distance", "max_distance"),
        "bisection": ("bisection_bandwidth", "bisection_width", "bisection_cut"),
        "max_channel_load": ("maximum_channel_load", "largest_channel_load", "gamma_max"),
        "throughput": ("ideal_throughput", "saturation_throughput"),
        "nodes": (
            "number_of_nodes",
            "node_count",
            "vertices",
            "number_of_vertices",
            "hosts",
            "number_of_hosts",
            "terminals",
            "number_of_terminals",
            "servers",
            "number_of_servers",
            "endpoints",
            "number_of_endpoints",
        ),
        "switches": ("number_of_switches", "routers", "number_of_routers", "switch_count"),
        "links": ("edges", "number_of_links", "number_of_edges", "link_count", "cables", "number_of_cables"),
        "max_degree": ("maximum_degree", "radix"),
        "min_degree": ("minimum_degree",),
        "mean_degree": ("average_degree", "avg_degree"),
        "wiener_index": ("wiener",),
    },
    PATTERN: {
        "uniform": ("random", "uniform-random", "rand"),
        "transpose": ("matrix-transpose",),
        "bit-complement": ("bitcomp",),
        "bit-reverse": ("bitrev", "bit-reversal"),
        "bit-rotation": ("bitrot",),
        "shuffle": ("perfect-shuffle",),
        "permutation": ("randperm", "random-permutation"),
        "all-to-all": ("a2a",),
        "neighbor": ("neighbour",),
    },
}
# Names of several meanings, and of networks that are sizes of another one: what to write.
ADVICE: Mapping[str, Mapping[str, str]] = {
    FAMILY: {
        "tree": "complete-binary-tree, fat-tree, k-ary-n-tree or xgft",
        "one-way-ring": "oneway-torus n=1",
        "unidirectional-ring": "oneway-torus n=1",
        "butterfly-graph": "wrapped-butterfly, or benes, two butterflies back to back",
        "leaf-spine": "xgft m=HOSTS,LEAVES w=1,SPINES",
        "folded-clos": "xgft m=HOSTS,LEAVES w=1,SPINES, or k-ary-n-tree",
        "all-to-all": "complete, whose nodes are all linked",
        "octagon": "moebius-ladder n=4, the octagon of eight nodes",
        "quarc": "moebius-ladder n=HALF, whose spokes Quarc has twice",
        "slim-noc": "slim-fly",
        "rail-optimized": "xgft, or a file of links in which each rail is a switch of its own",
        "rail-optimised": "xgft, or a file of links in which each rail is a switch of its own",
        "nvl72": "star n=72, one switch with its terminals",
        "nvlink": "star n=TERMINALS, one switch with its terminals",
        "balanced-dragonfly": "dragonfly p=H a=2H h=H, with numbers",
        "w-n": "wheel n=NUMBER, nodes with the hub",
        "spidergon": "moebius-ladder n=HALF, a spidergon of 2*HALF nodes",
        "express-cube": "express-torus, whose own nodes are the interchanges",
        "generalised-hypercube": "hyperx S=SIZES T=0, or hamming if all sizes are equal",
        "generalized-hypercube": "hyperx S=SIZES T=0, or hamming if all sizes are equal",
        "cube": "hypercube, or mesh n=3",
        "petersen": "generalised-petersen n=5 k=2",
        "folded-torus": "torus, whose folding changes the lengths of wires and nothing else",
        "crossbar": "star n=TERMINALS, one switch with its terminals",
        "bus": "a product with a bus in it, bus(8), or spanning-bus-hypercube and dual-bus-hypercube",
        "chordal-ring": "circulant n=NODES jumps=1,CHORD",
        "complete-bipartite": "a file of links, or xgft with one level of hosts",
        "hypermesh": "hyperx S=SIZES T=0, whose lines are cliques, or spanning-bus-hypercube",
        "honeycomb": "honeycomb-mesh or honeycomb-torus",
        "random-regular": "jellyfish",
        "random-graph": "jellyfish",
        "multistage": "butterfly, omega, baseline or benes",
        "three-tier": "fat-tree",
        "ring-of-rings": "a product of rings such as 'ring(4)^2', or multicube",
        "k-m-n": "a file of links, or K_{n,n} as circulant n=2N jumps=1,3,..",
        "s-n": "permutation-star n=NUMBER, whose nodes are permutations, or star n=NUMBER, a node and its leaves",
        "petersen-graph": "generalised-petersen n=5 k=2",
        "hoffman-singleton": "slim-fly q=5, which is that graph",
        "paley": "circulant n=PRIME jumps=SQUARES, the squares modulo the prime up to half of it",
        "mesh-of-trees": "a file of links, or my.net of a few lines: netlemma has no such family",
        "cayley": "permutation-star, pancake, bubble-sort, transposition-graph or circulant",
        **dict.fromkeys(
            ("2-level-fat-tree", "two-level-fat-tree", "2-tier-fat-tree"), "xgft m=HOSTS,LEAVES w=1,SPINES"
        ),
        "leaf-and-spine": "xgft m=HOSTS,LEAVES w=1,SPINES",
        "spine-leaf": "xgft m=HOSTS,LEAVES w=1,SPINES",
        "two-tier": "xgft m=HOSTS,LEAVES w=1,SPINES",
        "slingshot": "dragonfly, which Slingshot and Aries are",
        "frontier": "dragonfly, which the Slingshot of Frontier is",
        "fugaku": "'ring(X) x ring(Y) x ring(Z) x line(2) x ring(3) x line(2)', the six dimensions of its Tofu",
        "summit": "xgft, the fat tree of Summit",
        "polarstar": "polarfly, one of its factors, or a file of links",
        "bundlefly": "slim-fly, one of its factors, or a file of links",
        "hammingmesh": "a file of links, or a .net file: netlemma has no such family",
        "demi-pn": "polarfly, the polarity graph of the projective plane",
        "moebius-kantor": "generalised-petersen n=8 k=3",
        "mobius-kantor": "generalised-petersen n=8 k=3",
        "heawood": "a file of links: its fourteen nodes are the points and lines of the Fano plane",
        "desargues": "generalised-petersen n=10 k=3",
        "nauru": "generalised-petersen n=12 k=5",
        "dodecahedron": "generalised-petersen n=10 k=2",
        "octahedron": "circulant n=6 jumps=1,2",
        "clebsch": "folded-hypercube n=4",
        "aries": "dragonfly, which Slingshot and Aries are",
        "cascade": "dragonfly, which Slingshot and Aries are",
        "cray": "dragonfly of Slingshot and Aries, or torus n=3 of Gemini and SeaStar",
        "gemini": "torus n=3, which Gemini and SeaStar are",
        "seastar": "torus n=3, which Gemini and SeaStar are",
        "tofu": "'ring(X) x ring(Y) x ring(Z) x line(2) x ring(3) x line(2)', the six dimensions of Tofu",
        "tofu-d": "'ring(X) x ring(Y) x ring(Z) x line(2) x ring(3) x line(2)', the six dimensions of Tofu",
        "blue-gene": "torus n=3, or of Blue Gene/Q torus SIZES such as 4x4x4x4x2",
        "blue-gene/q": "torus with five SIZES, such as torus 4x4x4x4x2",
        "blue-gene/p": "torus n=3",
        "blue-gene/l": "torus n=3",
        "infiniband": "fat-tree or xgft, or the file that ibnetdiscover prints",
        "omni-path": "fat-tree or xgft",
        "nvswitch": "star n=TERMINALS, one switch with its terminals",
        "shuffle": "ring-shuffle, the rings of Johnson and Goodman, or shuffle-exchange",
    },
    ROUTING: {
        "adaptive": "shortest-adaptive, duato or odd-even",
        "ugal-l": "ugal, the routes among which UGAL-L and UGAL-G choose",
        "ugal-g": "ugal, the routes among which UGAL-L and UGAL-G choose",
        "par": "ugal, the routes among which UGAL chooses at the source",
        "sssp": "shortest-first, or `routing=tables` with the tables that OpenSM dumps",
        "torus-2qos": "dimension-order vcs=2",
        "omniwar": "dal or dimwar",
        "deterministic": "dimension-order or shortest-first",
        "destination-tag": "minimal, which in a butterfly, omega or baseline network has no choice",
        "turn-model": "west-first, north-last or negative-first",
        "dateline": "dimension-order vcs=2, whose packets change to the second virtual channel at the dateline",
        "fully-adaptive": "shortest-adaptive, or duato with escape channels",
        "minimal-adaptive": "shortest-adaptive, or duato with escape channels",
        "table": "`routing=tables` with the tables of a fabric, or `routing_file=` with your own",
        "oblivious": "valiant, romm or o1turn",
        "random-nca": "nca, which takes every shortest path equally likely",
    },
    QUANTITY: {
        "bandwidth": "bisection or throughput",
        "channels": "links, each of which is two channels where it leads both ways",
        "hop_count": "mean_distance or diameter",
        "hops": "mean_distance or diameter",
        "channel_load": "max_channel_load, or netlemma measure with `traffic=uniform`",
        "link_load": "max_channel_load, or netlemma measure with `traffic=uniform`",
        "connectivity": "min_degree, which no connectivity exceeds; it is not computed itself",
        "arc_connectivity": "min_degree, which no connectivity exceeds; it is not computed itself",
        "edge_connectivity": "min_degree, which no connectivity exceeds; it is not computed itself",
        "cost": "links or ports, or both: netlemma compare has all of them",
        "path_diversity": "netlemma measure with `routing=shortest`, whose loads count all shortest paths",
        "latency": "mean_distance, or the commands model and simulate",
        "oversubscription": "bisection, over half of the ends",
        "girth": "netlemma list quantities, which names all that is measured; the girth is not",
        "node_degree": "degree, min_degree or max_degree",
        "saturation": "throughput, or the command saturation",
    },
    PATTERN: {
        "nearest-neighbour": "neighbor, one step up in each dimension, or stencil, all neighbours",
        "nearest-neighbor": "neighbor, one step up in each dimension, or stencil, all neighbours",
        "adversarial": "group+1 or tornado, or the command worst-case",
        "adv+1": "group+1, every end to all ends of the next group",
        "adv": "group+1, or the command worst-case",
        "worst-case": "the command worst-case, which finds it",
        "hot-spot": "hotspot nodes=0 share=1/4",
        "neighbour-exchange": "neighbor, or stencil",
    },
}

# Families whose names were those of rings of Johnson and Goodman, by size: what to write for the rings.
FORMER: Mapping[str, str] = {"complete": "ring-complete", "butterfly": "ring-butterfly"}


def squeezed(name: str) -> str:
    """A name in which capital letters, blanks, hyphens and underscores do not count.

    >>> squeezed("Slim Fly"), squeezed("mean_distance")
    ('slimfly', 'meandistance')
    """
    return re.sub(r"[ _-]+", "", name[:200].casefold())


_MEANT = {kind: {squeezed(also): name for name, every in of.items() for also in every} for kind, of in SYNONYMS.items()}
_ADVICE = {kind: {squeezed(name): text for name, text in of.items()} for kind, of in ADVICE.items()}


_ENDINGS = {  # that add nothing to a name
    FAMILY: re.compile("(graph|network|topology)$"),
    ROUTING: re.compile("(routing|algorithm|routingalgorithm)$"),
    PATTERN: re.compile("(traffic|pattern|trafficpattern|permutation)$"),
    QUANTITY: re.compile("$^"),
}


def meant(kind: str, name: str, known: Iterable[str] = ()) -> str | None:
    """The name that another name stands for: one of the table, or a known one that is spelled otherwise; None if there is none.

    >>> meant(FAMILY, "k-ary n-cube"), meant(QUANTITY, "bisection-bandwidth"), meant(FAMILY, "Slim Fly", ["slim-fly"])
    ('torus', 'bisection', 'slim-fly')
    >>> meant(FAMILY, "torus network", ["torus"]), meant(FAMILY, "butterfly graph", ["butterfly"])
    ('torus', None)
    """
    names, short = {**_MEANT[kind], **{squeezed(each): each for each in known}}, squeezed(name)
    if short in names or short in _ADVICE[kind]:
        return names.get(short)
    return names.get(_ENDINGS[kind].sub("", short))


def named(kind: str, name: str, known: Iterable[str] = ()) -> bool:
    """Whether a name means something, or there is advice for it.

    >>> named(FAMILY, "folded torus"), named(FAMILY, "folded")
    (True, False)
    """
    short = squeezed(name)
    return bool(meant(kind, name, known)) or {short, _ENDINGS[kind].sub("", short)} & _ADVICE[kind].keys() != set()


def leading(kind: str, words: Sequence[str], known: Iterable[str]) -> tuple[str, Sequence[str]]:
    """The name that words begin with, of several words perhaps, and the words behind it; the first one if none is known.

    >>> leading(ROUTING, ["West", "first", "vcs=2"], ["west-first"])
    ('west-first', ['vcs=2'])
    """
    for count in range(len(words), 0, -1):
        together = " ".join(words[:count])
        if named(kind, together, known):
            return meant(kind, together, known) or together, words[count:]
    return words[0], words[1:]


def ending(kind: str, words: Sequence[str], known: Iterable[str] = ()) -> tuple[Sequence[str], str]:
    """Words before a name, and the name that the words end with, of several words perhaps; the last word if none is known.

    >>> ending(QUANTITY, ["torus", "average", "distance"])
    (['torus'], 'average distance')
    """
    known = [*known, *SYNONYMS[kind]]
    for start in range(1, len(words)):
        together = " ".join(words[start:])
        if named(kind, together, known):
            return words[:start], together
    return words[:-1], words[-1]


def quantity_meant(name: str, known: Sequence[str] = ()) -> str:
    """A quantity by the name that netlemma gives it; one of traffic that is not named is that of uniform traffic.

    >>> quantity_meant("average-distance"), quantity_meant("throughput", ["throughput.tornado", "capacity"])
    ('mean_distance', 'capacity')
    """
    first, dot, rest = name.partition(".")
    if first not in (each.partition(".")[0] for each in known):
        first = meant(QUANTITY, first, [*known, *SYNONYMS[QUANTITY]]) or first
    name = f"{first}{dot}{rest}"
    if name in ("throughput", "throughput.uniform") and CAPACITY in known:
        return CAPACITY
    return f"{name}.uniform" if name not in known and f"{name}.uniform" in known else name


def also_called(kind: str, name: str) -> tuple[str, ...]:
    """The other names of a name.

    >>> also_called(FAMILY, "path")[:2]
    ('line', 'linear-array')
    """
    return tuple(SYNONYMS[kind].get(name, ()))


def beginning(kind: str, incomplete: str) -> list[str]:
    """The other names that begin so, for completion; none as long as nothing is written."""
    return [also for every in SYNONYMS[kind].values() for also in every if incomplete and also.startswith(incomplete)]


def advice(name: str, *kinds: str) -> str:
    """What to write for a name of several meanings, to append to an error; empty for other names.

    >>> advice("spidergon"), advice("spidergon", QUANTITY)
    (' (did you mean moebius-ladder n=HALF, a spidergon of 2*HALF nodes?)', '')
    """
    texts = (_ADVICE[kind].get(squeezed(name)) for kind in kinds or ADVICE)
    return next((f" (did you mean {text}?)" for text in texts if text), "")


_FORMS = {
    re.compile(r"K_?\{?\d{1,9},\s*\d{1,9}\}?"): "k-m-n",
    re.compile(r"S_?\{?\d{1,9}\}?"): "s-n",
    re.compile(r"W_?\{?\d{1,9}\}?"): "w-n",
}


def suggestion(kind: str, name: str, known: Iterable[str]) -> str:
    """What may have been meant by an unknown name: what to write, or the nearest name; empty if nothing is near.

    >>> suggestion(FAMILY, "leaf-spine", []), suggestion(FAMILY, "liner-array", ["mesh"])
    ('xgft m=HOSTS,LEAVES w=1,SPINES', 'path')
    >>> suggestion(FAMILY, "three-level fat tree", ["fat-tree"])
    'fat-tree'
    """
    short = squeezed(next((also for form, also in _FORMS.items() if form.fullmatch(name)), name))
    for called in (short, _ENDINGS[kind].sub("", short)):
        if called in _ADVICE[kind]:
            return _ADVICE[kind][called]
    spelled = {squeezed(each): each for each in sorted(known, reverse=True)}
    if inside := _inside(kind, name, spelled.values()):
        return inside
    meant = {**_MEANT[kind], **spelled}
    return next((meant[near] for near in spelled_like(short, meant)), "")


def _inside(kind: str, text: str, known: Iterable[str]) -> str:
    """The longest known name among the words of a text of several words, or what to write for it; empty if there is none."""
    words = text[:200].split()
    spans = [(i, j) for i in range(len(words)) for j in range(i + 1, len(words) + 1) if j - i < len(words)]
    for i, j in sorted(spans, key=lambda span: span[0] - span[1]):
        part = " ".join(words[i:j])
        if found := _ADVICE[kind].get(squeezed(part)) or meant(kind, part, known):
            return found
    return ""


class Grid(NamedTuple):
    """How a grid names its sizes: nodes of a side, dimensions, and the family with a size for each dimension; ``more`` are the
    dimensions beyond the sides that are written.
    """

    side: str
    dimensions: str
    of_lists: str
    more: int = 0


GRIDS: Mapping[str, Grid] = {
    "mesh": Grid("k", "n", "rectangular-mesh"),
    "torus": Grid("k", "n", "rectangular-torus"),
    "toroid": Grid("w", "D", "rectangular-torus"),
    "oneway-torus": Grid("k", "n", ""),
    "rectangular-mesh": Grid("", "", "rectangular-mesh"),
    "rectangular-torus": Grid("", "", "rectangular-torus"),
    "hyperx": Grid("", "", "hyperx"),
    "hamming": Grid("q", "d", ""),
    "concentrated-mesh": Grid("k", "", ""),
    "flattened-butterfly": Grid("k", "n", "", 1),
}
_BY = re.compile(r"(?<=\d)\s*(?:[x×*]|\bby\b)\s*(?=\d)", re.I)  # between two sides
_COUNT = r"(?P<count>\d{1,3})[\s-]?(?:(?:d|dim|dimensional)\b|d(?=mesh|torus|grid))"
_EXTENTS = r"(?P<extents>\d{1,9}(?:x\d{1,9})+)"
_NAME = r"(?P<name>[a-z][a-z\s_-]*?)"
_SHAPED = re.compile(rf"(?:{_COUNT}|{_EXTENTS})[\s_-]*{_NAME}", re.I)
_NAMED = re.compile(rf"{_NAME}[\s_-]*(?:{_COUNT}|{_EXTENTS})", re.I)
_BOTH = re.compile(rf"{_COUNT}[\s_-]*{_NAME}[\s_-]*{_EXTENTS}", re.I)
_BEHIND = re.compile(rf"{_NAME}[\s_-]*{_COUNT}[\s_-]*{_EXTENTS}", re.I)
_CUBE = re.compile(r"(?P<n>\d{1,3})[\s_-]*(?:cube|(?:d|dimensional)?[\s_-]*(?:binary[\s_-]*)?hypercube)", re.I)
_ARY = re.compile(r"(?P<k>\d{1,9})[\s_-]*ary[\s_-]+(?P<n>\d{1,3})[\s_-]*(?P<name>cube|mesh|fly|tree)", re.I)
_LETTER = re.compile(
    r"(?P<name>[A-Z]{1,3})_?(?:\{?(?P<n>\d{1,9})\}?|\((?P<inner>\d{1,9})\))"
)  # as graph theory names them
_OF_LETTER = {
    **{"Q": ("hypercube", "n"), "K": ("complete", "n"), "C": ("cycle", "n"), "P": ("path", "n")},
    **{"FQ": ("folded-hypercube", "n"), "CQ": ("crossed-cube", "n"), "TQ": ("twisted-cube", "n")},
    **{"AQ": ("augmented-cube", "n"), "CCC": ("cube-connected-cycles", "D")},
}
_PAIR = re.compile(r"(?P<name>[A-Z]{1,2})_?\(\s*(?P<one>\d{1,9})\s*,\s*(?P<other>\d{1,9})\s*\)")
_OF_PAIR = {
    **dict.fromkeys(("GP", "P", "G"), ("generalised-petersen", "n", "k")),
    **dict.fromkeys(("B", "DB"), ("de-bruijn", "d", "D")),
    **{"H": ("hamming", "d", "q"), "J": ("johnson-graph", "n", "k"), "KG": ("kneser", "n", "k")},
}
_JUMPS = re.compile(
    r"(?:C|Ci|Circ)(?:_?\{?(?P<index>\d{1,9})\}?\(|\(\s*(?P<n>\d{1,9})\s*;)\s*(?P<jumps>\d{1,9}(?:\s*,\s*\d{1,9})*)\s*\)"
)
_OF_ARY = {"cube": "torus", "mesh": "mesh", "fly": "butterfly", "tree": "k-ary-n-tree"}


def in_sizes(text: str) -> tuple[str, dict[str, str]] | None:
    """A network whose dimensions or sides are part of its name, as a family with sizes; None for other texts.

    >>> in_sizes("2d mesh"), in_sizes("torus 4x4x4"), in_sizes("mesh 4x6"), in_sizes("2d ring")
    (('mesh', {'n': '2'}), ('torus', {'k': '4', 'n': '3'}), ('rectangular-mesh', {'S': '4,6'}), None)
    >>> in_sizes("8-ary 2-cube"), in_sizes("2-ary 4-cube")
    (('torus', {'k': '8', 'n': '2'}), ('hypercube', {'n': '4'}))
    >>> in_sizes("4 by 4 mesh"), in_sizes("3d torus 8x8x8"), in_sizes("2d torus 8x8x8"), in_sizes("6-cube")
    (('mesh', {'k': '4', 'n': '2'}), ('torus', {'k': '8', 'n': '3'}), None, ('hypercube', {'n': '6'}))
    >>> in_sizes("Q4"), in_sizes("K_8"), in_sizes("4x4 grid graph")
    (('hypercube', {'n': '4'}), ('complete', {'n': '8'}), ('mesh', {'k': '4', 'n': '2'}))
    >>> in_sizes("GP(7,2)"), in_sizes("C_{12}(1,5)"), in_sizes("S_4")
    (('generalised-petersen', {'n': '7', 'k': '2'}), ('circulant', {'n': '12', 'jumps': '1,5'}), None)
    """
    text = _BY.sub("x", text.strip())
    if match := _ARY.fullmatch(text):
        k, n, name = match.groups()
        is_hypercube = (int(k), name.casefold()) == (2, "cube")
        return ("hypercube", {"n": n}) if is_hypercube else (_OF_ARY[name.casefold()], {"k": k, "n": n})
    if (match := _LETTER.fullmatch(text)) and match["name"] in _OF_LETTER:
        name, size = _OF_LETTER[match["name"]]
        return name, {size: match["n"] or match["inner"]}
    if (match := _PAIR.fullmatch(text)) and match["name"] in _OF_PAIR:
        name, one, other = _OF_PAIR[match["name"]]
        return name, {one: match["one"], other: match["other"]}
    if match := _JUMPS.fullmatch(text):
        return "circulant", {"n": match["index"] or match["n"], "jumps": re.sub(r"\s", "", match["jumps"])}
    if match := _CUBE.fullmatch(text):
        return "hypercube", {"n": match["n"]}
    match = _BOTH.fullmatch(text) or _BEHIND.fullmatch(text) or _SHAPED.fullmatch(text) or _NAMED.fullmatch(text)
    name = (meant(FAMILY, match["name"], GRIDS) if match else None) or ""
    if match is None or name not in GRIDS:
        return None
    grid, count = GRIDS[name], match["count"] or ""
    if not match["extents"]:
        return (name, {grid.dimensions: count}) if grid.dimensions else None
    sides = match["extents"].lower().split("x")
    if count and int(count) != len(sides):
        return None
    if grid.side and len(set(sides)) == 1 and (grid.dimensions or len(sides) == 2):
        count = str(len(sides) + grid.more)
        return name, {grid.side: sides[0], **({grid.dimensions: count} if grid.dimensions else {})}
    return (grid.of_lists, {"S": ",".join(sides)}) if grid.of_lists else None

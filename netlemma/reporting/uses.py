"""Families by what they are used for, with the names that people say, and networks that stand under two names."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from netlemma.derive.core.lemma import LemmaKey
from netlemma.derive.typeset.lemma_pages import capital

NAMED = "Named graphs"
OTHERS = "Added by plug-ins"
USES: Mapping[str, Mapping[str, str]] = {
    "Direct networks": {
        "torus": "torus", "mesh": "mesh", "hypercube": "hypercube", "ring": "ring", "oneway-torus": "one-way torus",
        "rectangular-torus": "rectangular torus", "rectangular-mesh": "rectangular mesh", "concentrated-mesh": "concentrated mesh",
        "express-torus": "express torus", "twisted-torus-2d": "twisted torus in two dimensions",
        "twisted-torus-3d": "twisted torus in three dimensions", "hamming": "Hamming graph", "complete": "complete graph",
        "spanning-bus-hypercube": "spanning bus hypercube", "dual-bus-hypercube": "dual bus hypercube",
        "toroid": "torus in Reed's letters",
    },
    "Fabrics and data centres": {
        "fat-tree": "fat tree", "dragonfly": "dragonfly", "slim-fly": "Slim Fly", "hyperx": "HyperX", "k-ary-n-tree": "k-ary n-tree",
        "xgft": "XGFT", "pgft": "PGFT", "megafly": "Megafly", "polarfly": "PolarFly", "flattened-butterfly": "flattened butterfly",
        "jellyfish": "Jellyfish", "xpander": "Xpander", "bcube": "BCube", "dcell": "DCell", "clos": "Clos network",
        "benes": "Beneš network",
        "butterfly": "butterfly", "omega": "omega network", "baseline": "baseline network",
    },
    "Hypercube variants": {
        "folded-hypercube": "folded hypercube", "augmented-cube": "augmented cube", "crossed-cube": "crossed cube",
        "mobius-cube": "Möbius cube",
        "twisted-cube": "twisted cube", "cube-connected-cycles": "cube-connected cycles", "wrapped-butterfly": "wrapped butterfly",
        "halved-cube": "halved cube", "fibonacci-cube": "Fibonacci cube", "lucas-cube": "Lucas cube",
    },
    "Groups and words": {
        "permutation-star": "star graph of permutations", "pancake": "pancake graph", "bubble-sort": "bubble-sort graph",
        "transposition-graph": "transposition graph", "de-bruijn": "de Bruijn graph", "undirected-de-bruijn": "undirected de Bruijn graph",
        "kautz": "Kautz graph", "undirected-kautz": "undirected Kautz graph", "shuffle-exchange": "shuffle-exchange network",
        "r-ary-m-cube": "R-ary M-cube", "wk-recursive": "WK-recursive network", "sierpinski": "Sierpiński graph",
        "johnson-graph": "Johnson graph", "kneser": "Kneser graph", "odd-graph": "odd graph",
    },
    "Lattices": {
        "circulant": "circulant graph", "midimew": "midimew network", "gaussian-network": "Gaussian network",
        "eisenstein-jacobi": "Eisenstein–Jacobi network", "hexagonal-mesh": "hexagonal mesh",
        "wrapped-hexagonal-mesh": "wrapped hexagonal mesh", "honeycomb-mesh": "honeycomb mesh", "honeycomb-torus": "honeycomb torus",
    },
    "Rings of 1991": {
        "multicube": "multicube", "ring-butterfly": "ring butterfly", "deadfly": "deadfly", "livefly": "livefly",
        "ring-shuffle": "ring shuffle", "ring-complete": "complete network of rings", "ring-mesh": "mesh of rings", "clock": "clock",
        "four-rings": "four rings",
    },
    NAMED: {
        "cycle": "cycle graph", "path": "path", "star": "star", "wheel": "wheel", "complete-binary-tree": "complete binary tree",
        "binomial-tree": "binomial tree", "generalised-petersen": "generalised Petersen graph", "moebius-ladder": "Möbius ladder",
        "prism": "prism", "antiprism": "antiprism", "crown": "crown graph", "triangular": "triangular graph",
        "tetrahedral": "tetrahedral graph",
        "mycielski": "Mycielski graph", "hanoi": "Hanoi graph", "apollonian": "Apollonian network", "king": "king's graph",
        "queen": "queen's graph", "rook": "rook's graph", "bishop": "bishop's graph", "knight": "knight's graph",
        "banana-tree": "banana tree",
        "comb": "comb", "helm": "helm", "lollipop": "lollipop", "pan": "pan", "sunlet": "sunlet", "tadpole": "tadpole", "web": "web",
    },
}  # fmt: skip
PLURALS = ("cube-connected-cycles", "four-rings")
_NAMES = {family: name for members in USES.values() for family, name in members.items()}


@dataclass(frozen=True)
class Same:
    """The same network under another name.

    family: The family whose page says all.
    size: Its parameters in the letters of this one.
    whose: Whose letters these are.
    """

    family: str
    size: Mapping[str, str]
    whose: str


SAME: Mapping[str, Same] = {
    "toroid": Same("torus", {"k": "w", "n": "D"}, "Reed's letters"),
    "cycle": Same("ring", {"K": "n"}, "the letters of graph theory"),
    "rook": Same("hamming", {"d": "2", "q": "n"}, "the letters of the chessboard"),
}


def also_under(family: str) -> str:
    """Further names of a family: those under which the whole of it stands, too.

    >>> also_under("torus"), also_under("hamming")
    ('toroid', '')
    """
    return " ".join(name for name, same in SAME.items() if same.family == family and whole_name(name))


def whole_name(family: str) -> bool:
    """Whether a name is only another one, and not that of some sizes.

    >>> whole_name("toroid"), whole_name("rook")
    (True, False)
    """
    return family in SAME and all(map(str.isalpha, SAME[family].size.values()))


def called(family: str) -> str:
    """What people call a family.

    >>> called("slim-fly"), called("fat-tree")
    ('Slim Fly', 'Fat tree')
    """
    return capital(within(family))


def within(family: str) -> str:
    """A family's name within a sentence.

    >>> within("de-bruijn"), within("my-own")
    ('de Bruijn graph', 'my own')
    """
    return _NAMES.get(family, family.replace("-", " "))


def headed(quantity: str, family: str) -> str:
    """A lemma as people say it.

    >>> headed("mean_distance", "torus"), headed("visit_ratio.cube", "cube-connected-cycles")
    ('Mean distance of the torus', 'Visit ratio, cube, of cube-connected cycles')
    """
    words = quantity.replace("_", " ").replace(".", ", ")
    return f"{capital(words)}{', of' if ',' in words else ' of'} {the(family)}"


def the(family: str) -> str:
    """A family's name with its article.

    >>> the("torus"), the("cube-connected-cycles")
    ('the torus', 'cube-connected cycles')
    """
    return f"{'' if family in PLURALS else 'the '}{within(family)}"


def lemma_title(key: str) -> str:
    """A lemma as people say it, by its key.

    >>> lemma_title("slim-fly.diameter")
    'Diameter of the Slim Fly'
    >>> lemma_title("mean-path-length"), lemma_title("V_PE")
    ('Mean path length', 'V_PE')
    """
    named = LemmaKey.parse(key)
    if not named.quantity:
        return key if key != key.lower() else capital(re.sub("[_-]", " ", key))
    return headed(named.quantity, named.subject)


def by_use(
    listed: Iterable[Any], name: Callable[[Any], str] = lambda each: each["name"]
) -> list[tuple[str, list[Any]]]:
    """Families under the headings of their uses, named graphs last; those of plug-ins before them.

    >>> by_use([{"name": "star"}, {"name": "mine"}, {"name": "torus"}])
    [('Direct networks', [{'name': 'torus'}]), ('Added by plug-ins', [{'name': 'mine'}]), ('Named graphs', [{'name': 'star'}])]
    """
    there = {name(each): each for each in listed}
    found = {use: [there.pop(each) for each in members if each in there] for use, members in USES.items()}
    named = found.pop(NAMED)
    ordered = [*found.items(), (OTHERS, [*there.values()]), (NAMED, named)]
    return [(use, members) for use, members in ordered if members]

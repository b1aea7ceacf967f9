"""Every figure and table of the papers, in their order: drawn again, a drawing of networks, or why neither."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

RINGS, ORDER = "--rings", "--deadlock"


@dataclass(frozen=True)
class Drawing:
    """A network of a figure as ``netlemma draw`` takes it: family, sizes, and the option that says what is shown."""

    family: str
    sizes: str = ""
    option: str = ""

    @property
    def command(self) -> str:
        """Without the file.

        >>> Drawing("multicube", "f=2 r=3", "--rings").command
        'netlemma draw multicube f=2 r=3 --rings'
        """
        return " ".join(filter(None, ("netlemma draw", self.family, self.sizes, self.option)))


@dataclass(frozen=True)
class Printed:
    """A figure or a table of a paper.

    Parameters
    ----------
    name : by which ``netlemma figure`` draws it again, if it does; its drawings are numbered with it.
    source : BibTeX key of the paper.
    locator : such as "Figure 5" or "Table II".
    shows : what it shows, in the paper's terms.
    drawings : networks that it draws.
    remark : of these, what differs from the paper; of others, why they are not drawn again and what to run instead.
    """

    name: str
    source: str
    locator: str
    shows: str
    drawings: tuple[Drawing, ...] = ()
    remark: str = ""

    @property
    def files(self) -> Iterator[tuple[str, Drawing]]:
        """A name for the file of each drawing, without its ending."""
        for letter, drawing in zip("abcdefgh", self.drawings, strict=False):
            yield self.name + (letter if len(self.drawings) > 1 else ""), drawing


def _judged(source: str) -> str:
    return f"formulas, each judged: netlemma errata --all --paper {source}"


def _of(prefix: str, source: str, *rows: tuple[str, str, tuple[Drawing, ...], str]) -> tuple[Printed, ...]:
    found = []
    for locator, shows, drawings, remark in rows:
        kind, _, number = locator.partition(" ")
        digits = ROMAN.get(number, number)
        found.append(
            Printed(
                f"{prefix}-{'' if kind == 'Figure' else 'table-'}{digits}", source, locator, shows, drawings, remark
            )
        )
    return tuple(found)


ROMAN = {"I": "1", "II": "2", "III": "3", "IV": "4", "V": "5", "VI": "6"}
NAMES = "nodes have their coordinates, not numbers"
LETTERS = f"{NAMES}; numbers of the queues stand for the letters, and rise along every way as these do"

REED = _of(
    "reed",
    "reed1982",
    (
        "Figure I",
        "interconnection networks",
        (
            Drawing("ring", "K=5"),
            Drawing("spanning-bus-hypercube", "w=2 D=3"),
            Drawing("dual-bus-hypercube", "w=4 D=3"),
            Drawing("toroid", "w=2 D=3"),
            Drawing("cube-connected-cycles", "D=3"),
            Drawing("r-ary-m-cube", "R=2 M=4"),
        ),
        "sizes as printed",
    ),
    ("Table I", "notation", (), "words, nothing to draw"),
    ("Table II", "mean path lengths and visit ratios", (), _judged("reed1982")),
    ("Figure II", "upper bound on message completion rate, small networks", (), ""),
    ("Figure III", "upper bound on message completion rate, medium and large networks", (), ""),
    ("Figure IV", "mean internode distance, uniform routing, small networks", (), ""),
    ("Figure V", "finite population bottleneck bounds on the message completion rate", (), ""),
    ("Figure VI", "bottleneck bound on message completion rate, 64 node networks", (), ""),
)
JOHNSON = _of(
    "johnson",
    "johnson1991",
    ("Figure 1", "mesh of 16 nodes and 24 rings", (Drawing("ring-mesh", "k=4 n=2", RINGS),), NAMES),
    (
        "Figure 2",
        "completely connected topology of 4 nodes",
        (Drawing("complete", "f=4", RINGS),),
        f"{NAMES}; nodes are drawn once, unneeded links as dotted loops",
    ),
    (
        "Figure 3",
        "12 nodes and 4 rings without a deadlock-1 routing",
        (Drawing("four-rings", "", RINGS), Drawing("four-rings", "", ORDER)),
        f"{NAMES}; the second drawing is a deadlock of one routing, the claim is of all: netlemma errata --all --paper johnson1991",
    ),
    (
        "Figure 4",
        "torus of 9 nodes and its deadlock-1 routing",
        (Drawing("multicube", "f=2 r=3", RINGS), Drawing("multicube", "f=2 r=3", ORDER)),
        LETTERS,
    ),
    ("Figure 5", "clock topology", (Drawing("clock", "", RINGS),), NAMES),
    ("Figure 6", "torus of 27 nodes in three dimensions", (Drawing("multicube", "f=3 r=3", RINGS),), NAMES),
    (
        "Figure 7",
        "two single-stage shuffles",
        (Drawing("shuffle", "f=2 r=4", RINGS), Drawing("shuffle", "f=3 r=3", RINGS)),
        NAMES,
    ),
    ("Figure 8", "butterfly of 81 nodes", (Drawing("butterfly", "f=3 r=3", RINGS),), NAMES),
    (
        "Figure 9",
        "livefly of 24 nodes and its deadlock-1 routing",
        (Drawing("livefly", "f=3 r=3", RINGS), Drawing("livefly", "f=3 r=3", ORDER)),
        LETTERS,
    ),
    ("Figure 10", "list of the metrics", (), "words, nothing to draw; netlemma measure livefly f=3 r=3 prints each metric"),
    ("Figure 11", "ring hops, distance and latency", (), _judged("johnson1991")),
    ("Figure 12", "hot-link and hot-queue traffic", (), _judged("johnson1991")),
    ("Figure 13", "most rings visited by one packet", (), ""),
    ("Figure 14", "most links visited by one packet", (), ""),
    ("Figure 15", "worst-case latency of packet delivery", (), ""),
    ("Figure 16", "most bytes through one link", (), ""),
    ("Figure 17", "maximum throughput as limited by the hot link", (), ""),
    ("Figure 18", "most packets through one queue", (), ""),
)  # fmt: skip
GREENBERG = _of(
    "greenberg",
    "greenberg1997",
    (
        "Figure 1",
        "4 x 4 mesh and one-way torus",
        (Drawing("mesh", "k=4 n=2"), Drawing("oneway-torus", "k=4 n=2")),
        "sizes as printed",
    ),
    ("Figure 2", "a node: routing and processing element", (), "a scheme of the inside of a node, no network"),
    ("Figure 3", "channels that may follow an incoming channel", (), "a scheme for any channel, no network"),
    ("Figure 4", "service times of the channels of the mesh", (), _judged("greenberg1997")),
    ("Figure 5", "latency of mesh and one-way torus with 64 nodes, model and simulation", (), ""),
    ("Figure 6", "latency of mesh and one-way torus with 256 nodes, model and simulation", (), ""),
)
KHONSARI = _of(
    "khonsari",
    "khonsari",
    (
        "Figure 1",
        "latency of k-ary n-cubes and hypercubes, models and simulation",
        (),
        "three of its four models are those of other papers, which it does not print: they are left out",
    ),
)
MIN = _of(
    "min",
    "min2001",
    ("Figure 1", "latency of the torus of 256 nodes, model and simulation", (), ""),
    ("Figure 2", "latency of the torus of 576 nodes, model and simulation", (), ""),
)
PRINTED = (*GREENBERG, *JOHNSON, *KHONSARI, *MIN, *REED)


def by_paper() -> dict[str, tuple[Printed, ...]]:
    """All figures and tables by paper, in the order in which they are printed.

    >>> [each.locator for each in by_paper()["min2001"]]
    ['Figure 1', 'Figure 2']
    """
    return {source: tuple(found) for source, found in groupby(PRINTED, key=lambda each: each.source)}


def printed(name: str) -> Printed | None:
    """The figure or table of this name, drawn again or not."""
    return next((each for each in PRINTED if each.name == name), None)


def instead(each: Printed) -> str:
    """What to do to see what ``netlemma figure`` does not draw."""
    commands = "; ".join(f"{drawing.command} -o {file}.svg" for file, drawing in each.files)
    return commands or each.remark

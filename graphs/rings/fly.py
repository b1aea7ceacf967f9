"""The butterfly fabric of rings, and parts of the families that are built on it.

Node (s, x) is at stage s of r on row x, a word of r digits to the base g; links from stage s lead to stage s+1 mod r
and may change digit s. The link that leaves the digit unchanged stays on the row: these straight links close after one
cycle, in short rings of r nodes. A link that adds d != 0 to the digit belongs to the ring that leads from a row x
through all stages to the row x + d(1, ..., 1), and back to x in a second cycle: a long ring of 2r nodes.

The link of node (s, x) that adds d has the number 2 x_{r-1} + d modulo g. It is the same all along a ring: the last
digit changes only at stage r-1, from a to a + d in the first cycle, where d is added, and back in the second, where -d
is; 2a + d = 2(a + d) - d. For odd g, no numbering gives all straight links the same number: at r=1 the two-node rings
of g nodes need all g numbers."""

from collections.abc import Callable
from math import log10

import numpy as np

from netlemma.graphs.topology.family import Parameter
from netlemma.graphs.topology.product import HUGE
from netlemma.graphs.topology.ring_structure import BuiltInRouting, Grow, RingNetwork, acts_on_digits
from netlemma.graphs.topology.structure import Label

CLASSES = ("short", "long")
PARAMETERS = (Parameter("f", 2, "links of each node"), Parameter("r", 1, "stages, and nodes of each short ring"))
DEFAULT_SIZES = tuple(
    {"f": f, "r": r} for f, r in ((2, 1), (2, 2), (3, 1), (2, 3), (3, 2), (4, 1), (4, 2), (3, 3), (5, 2), (2, 4))
)


def fabric(g: int, r: int) -> tuple[np.ndarray, np.ndarray]:
    """The ring mapping of the fabric with g links at each node.

    Node (s, x) has the number s g^r + x, digit 0 being the most significant of x.

    Returns: Successor by each link, and the number that each link adds to its digit.
    """
    rows = g**r
    s, x = np.divmod(np.arange(r * rows, dtype=np.int32), np.int32(rows))
    place = np.array([g ** (r - 1 - i) for i in range(r)], dtype=np.int32)[s]
    shift = (np.arange(g, dtype=np.int32) - 2 * (x % g)[:, None]) % g
    digit = x // place % g
    moved = x[:, None] + ((digit[:, None] + shift) % g - digit[:, None]) * place[:, None]
    return (s[:, None] + 1) % r * rows + moved, shift


def round_and_row(successor: np.ndarray, g: int, r: int) -> BuiltInRouting:
    """The routing of the fabric: at stage s set digit s to that of the target, and stop as soon as the target is
    reached.

    After at most one round all digits are those of the target, and the packet continues along the target's row.

    successor (ndarray of int32, shape (r g^r, g)): Ring mapping.
    """
    set_digit = _digit_setter(successor, g, r)
    return BuiltInRouting(
        "at stage s the link that sets digit s to the target's, until the target is reached",
        lambda source, node, target, last: set_digit(node, target),
        grower=lambda before: _round_grower(before, g, r),
        most_states=r * g**r,
        kept_by=lambda image: _kept(image, g, r, turned=True),
    )


def three_phases(successor: np.ndarray, g: int, r: int) -> BuiltInRouting:
    """The routing of the livefly, whose link g leads along the row.

    By link g to stage 0 (or to the target, on the same row); one round, in which the target may be reached; by link g
    to the target.

    successor (ndarray of int32, shape (r g^r, g + 1)): Ring mapping.
    """
    set_digit = _digit_setter(successor, g, r)
    rows = g**r

    def next_link(source: int, node: int, target: int, last: int | None) -> int:
        one_row = source % rows == target % rows
        on_the_way_to_or_from_stage_0 = last in (None, g) and node >= rows
        round_over = node < rows and node % rows == target % rows
        return g if one_row or on_the_way_to_or_from_stage_0 or round_over else set_digit(node, target)

    return BuiltInRouting(
        "by secondary links to stage 0; one round, setting digit s at stage s; by secondary links to the target; the round "
        "is left out on the target's row, and ends where the target is reached",
        next_link,
        grower=lambda before: _phase_grower(before, rows),
        most_states=(r + 1) * rows + r,
        kept_by=lambda image: _kept(image, g, r, turned=False),
    )


def _round_grower(before: np.ndarray, g: int, r: int) -> Grow:
    from netlemma.graphs.rings.route_kernels import grow_rounds

    places = np.array([g ** (r - 1 - (stage - 1) % r) for stage in range(r)], dtype=np.int64)
    return lambda target, *tree: grow_rounds(before, places, g**r, target, *tree)


def _phase_grower(before: np.ndarray, rows: int) -> Grow:
    from netlemma.graphs.rings.route_kernels import grow_phases

    return lambda target, *tree: grow_phases(before, rows, target, *tree)


def _kept(image: np.ndarray, g: int, r: int, turned: bool) -> bool:
    """Whether a permutation maps stage s to stage s + c for some c (0 unless turned), and digit s to digit s + c."""
    stage, row = np.divmod(image.reshape(r, -1), np.int32(g**r))
    turn = int(stage[0, 0])
    if (turn and not turned) or (stage != (np.arange(r)[:, None] + turn) % r).any():
        return False
    place = np.array([g ** (r - 1 - i) for i in range(r)], dtype=np.int32)[:, None]
    digits = (np.arange(g**r, dtype=np.int32) // place % g).astype(np.int16 if g < 1 << 15 else np.int32)
    different = row[:1] if (row == row[0]).all() else row
    return all(acts_on_digits(digits, moved, turn) for moved in different)


def translations(g: int, r: int) -> list[np.ndarray]:
    """Permutations of the nodes that add 1 to one digit, for each digit.

    Returns: Permutations, arrays of r g^r nodes.
    """
    row = np.arange(g**r, dtype=np.int32)
    found = []
    for place in (g**i for i in range(r)):
        moved = row + ((row // place + 1) % g - row // place % g) * place
        found.append((np.arange(r, dtype=np.int32)[:, None] * np.int32(len(row)) + moved).ravel())
    return found


def turns(g: int, r: int) -> list[np.ndarray]:
    """Two permutations that generate a transitive group: 1 added to digit 0, and a turn by one stage.

    The turn maps digit s to digit s + 1, and the last digit with its sign changed to digit 0, since the links of a ring
    change their sign there.

    Returns: Permutations, arrays of r g^r nodes.
    """
    row = np.arange(g**r, dtype=np.int32)
    turned = row // g + (-row % g) * g ** (r - 1)
    stage = (np.arange(r, dtype=np.int32)[:, None] + 1) % r
    return [translations(g, r)[-1], (stage * np.int32(len(row)) + turned).ravel()]


def _digit_setter(successor: np.ndarray, g: int, r: int) -> Callable[[int, int], int]:
    """Function from (node, target) to the link of the fabric that sets the digit of the node's stage to the target's."""
    rows = g**r

    def set_digit(node: int, target: int) -> int:
        place = g ** (r - 1 - node // rows)
        wanted = target % rows // place % g
        return next(link for link in range(g) if successor[node, link] % rows // place % g == wanted)

    return set_digit


def fabric_network(
    name: str, f: int, r: int, processors: np.ndarray, symmetries: Callable[[int, int], list[np.ndarray]]
) -> RingNetwork:
    """The fabric as a network of short and long rings.

    processors (ndarray of int, shape (r,)): Processors of each node of a stage.
    """
    successor, shift = fabric(f, r)
    stage = np.arange(len(successor), dtype=np.int32) // f**r
    return RingNetwork(
        family=name,
        parameters={"f": f, "r": r},
        successor=successor,
        class_names=CLASSES,
        link_class=(shift != 0).astype(np.int8),
        processors=processors[stage],
        labels=labels(f, r),
        concise=round_and_row(successor, f, r),
        symmetries=lambda: symmetries(f, r),
        stage=stage,
    )


def labels(g: int, r: int) -> Callable[[int], Label]:
    """Function from node number to (stage, row)."""
    return lambda node: divmod(int(node), g**r)


def log_sizes(g: int, r: int, fanout: int) -> tuple[float, float]:
    """Log10 of the numbers of nodes and of links."""
    nodes = log10(min(r, HUGE)) + min(r, HUGE) * log10(min(g, HUGE))
    return nodes, nodes + log10(min(fanout, HUGE))

"""The state of the cycle-by-cycle simulator as named arrays, which its compiled loops share."""

from collections import namedtuple
from typing import Any, NamedTuple

import numpy as np

from netlemma.graphs.simulate.layouts.layout import Layout
from netlemma.graphs.simulate.layouts.numbering import Numbering
from netlemma.graphs.simulate.options import OPTIONS, SimulationOptions

UNKNOWN = 1 << 20  # the length of a path, greater than any
ASLEEP, QUEUED, GRANTED = 0, 1, 2  # a header is in a buffer, has asked for a channel, or has got it
NOW, SEEN, INJECTED, ACTIVE, LOOSE, WAITING, CHECKS, STUCK = range(8)  # numbers that are kept between calls
# virtual channels in use now, summed over links, and their squares; the sums of both over time
BUSY, SQUARES, BUSY_SUM, SQUARES_SUM = range(4)


def word(name: str, value: str | None) -> int:
    """The number of a word of an option in the compiled loops, -1 for None.

    >>> word("ejection", "single")
    1
    """
    return -1 if value is None else OPTIONS[name].words.index(value)


IDEAL, EMPTY, RANDOM, ESCAPE = (
    word(*each) for each in (("ejection", "ideal"), ("reuse", "empty"), ("selection", "random"), ("waiting", "escape"))
)
OF_THE_RUN = (
    "injection_vcs", "network_channels", "first_ejection", "ends", "turns", "shared", "measured_from", "measured_to",
)  # fmt: skip

# All numbers that never change: the options that loops read, words by their numbers; of the layout, with ``turns``, the most virtual
# channels of a link, and ``shared``, whether they share its bandwidth; the first measured cycle and the one after the last.
OF_THE_OPTIONS = [name for name, each in OPTIONS.items() if each.in_loops]
Rules: Any = namedtuple("Rules", [*OF_THE_OPTIONS, *OF_THE_RUN])  # type: ignore[misc]


class AllowedChannels(NamedTuple):
    """Channels that worms may take next, see :class:`netlemma.graphs.simulate.layouts.goal_tables.GoalTables`; of each channel its
    link, its number on it, its origin, the node, row and first channel at its end, and whether it is one of injection or of
    the first of two phases.
    """

    seed: int
    adaptive: bool
    link: np.ndarray
    turn: np.ndarray
    origin: np.ndarray
    node: np.ndarray
    row: np.ndarray
    base: np.ndarray
    early: np.ndarray
    goal_node: np.ndarray
    block: np.ndarray
    low: np.ndarray
    high: np.ndarray
    lists: np.ndarray
    rows: np.ndarray
    others: np.ndarray
    first: np.ndarray
    escapes: np.ndarray
    offers: np.ndarray
    chances: np.ndarray


class Worms(NamedTuple):
    """Worms in the network, each in a slot. ``sent[worm, j]`` flits have crossed channel ``way[worm, j]``, from
    ``tail`` up to ``header``.

    ``via`` is the goal in the first of two phases, -1 if there is one phase.
    ``way`` is -1 where an adaptive worm has not chosen yet; ``length`` is then UNKNOWN. ``moved``
    is the last cycle in which a flit could move, ``spot`` the beginning of the channels for which its header waits,
    ``serial[worm, j]`` the number of worms that had crossed that channel before.
    """

    message: np.ndarray
    flits: np.ndarray
    destination: np.ndarray
    goal: np.ndarray
    via: np.ndarray
    way: np.ndarray
    length: np.ndarray
    header: np.ndarray
    tail: np.ndarray
    asked: np.ndarray
    spot: np.ndarray
    state: np.ndarray
    sent: np.ndarray
    serial: np.ndarray
    moved: np.ndarray
    blocked: np.ndarray
    active: np.ndarray
    loose: np.ndarray
    waiting: np.ndarray


class Channels(NamedTuple):
    """Owner of each channel, flits in its buffer, and worms that have entered and left that; of links, the virtual
    channel that crossed last, the cycles that a flit takes, the first one in which another may cross, and the number in use.
    ``freed`` is the last cycle in which a channel that begins at a spot was released.
    """

    owner: np.ndarray
    held: np.ndarray
    entered: np.ndarray
    gone: np.ndarray
    last_turn: np.ndarray
    period: np.ndarray
    again: np.ndarray
    freed: np.ndarray
    busy: np.ndarray
    usage: np.ndarray


class SourceQueues(NamedTuple):
    """First and last message in the queue of each terminal, and the terminals to check."""

    first: np.ndarray
    last: np.ndarray
    checks: np.ndarray


class Moves(NamedTuple):
    """Moves of a cycle: flits, each as worm and position in one number; of each link the flit that will cross it, -1 if
    none; and the links that one will cross.
    """

    flits: np.ndarray
    rivals: np.ndarray
    links: np.ndarray


def rules(where: Numbering, options: SimulationOptions, shared: bool, window: tuple[int, int]) -> Any:
    """The options and sizes of a simulation as numbers."""
    given = {name: getattr(options, name) for name in OF_THE_OPTIONS} | {"seed": options.seed % 2**64}
    numbers = {name: word(name, value) if OPTIONS[name].words else value for name, value in given.items()}
    injection, turns = where.injection_vcs, max(where.routing.vcs, where.injection_vcs)
    known = (injection, where.network_channels, where.first_ejection, where.ends, turns, shared, *window)
    return Rules(**numbers, **dict(zip(OF_THE_RUN, known, strict=True)))


def ways(where: Layout, seed: int) -> AllowedChannels:
    """The channels that worms may take next, as they are known now."""
    tables = where.tables
    known = (
        tables.node,
        tables.block,
        tables.low,
        tables.high,
        tables.lists,
        tables.rows,
        tables.others,
        *tables.offers,
    )
    return AllowedChannels(
        seed % 2**64, not where.deterministic, where.link, where.turn, where.origin, where.node, where.row, where.base,
        where.early, *known,
    )  # fmt: skip


def worms(where: Layout, options: SimulationOptions) -> Worms:
    """No worms, and slots for the greatest possible number: each has a channel, is about to be consumed, or lies in one
    buffer.
    """
    slots = where.channels * (2 + options.buffers // options.flits) + where.ends
    short, long = (slots, np.int32), (slots, np.int64)
    table = (slots, 0)
    return Worms(
        np.zeros(*short), np.zeros(*short), np.zeros(*short), np.zeros(*short), np.zeros(*short), np.zeros(table, np.int32),
        np.zeros(*short), np.zeros(*short), np.zeros(*short), np.zeros(*long), np.zeros(*short),
        np.full(slots, ASLEEP, np.int8), np.zeros(table, np.int32), np.zeros(table, np.int64), np.full(slots, -1, np.int64),
        np.zeros(slots, np.bool_), np.zeros(*short), np.arange(slots, dtype=np.int32), np.zeros(*short),
    )  # fmt: skip


def with_longer_paths(old: Worms, active: np.ndarray, longest: int) -> Worms:
    """The same worms with room for longer paths.

    active (ndarray of int): Slots in use.
    """
    width = longest + 1
    way, sent, serial = (
        wider(old.way, active, width, -1),
        wider(old.sent, active, width, 0),
        wider(old.serial, active, width, 0),
    )
    return old._replace(way=way, sent=sent, serial=serial)


def wider(table: np.ndarray, rows: np.ndarray, columns: int, value: int) -> np.ndarray:
    """A table with more columns, which copies and fills only some rows, since most are never used.

    table (ndarray, shape (n, m)): The table.
    rows (ndarray of int): Rows in use.

    Returns: The table; rows that are not in use are 0.
    """
    found = np.zeros((len(table), columns), table.dtype)
    if len(rows):
        found[rows, : table.shape[1]] = table[rows]
        found[rows, table.shape[1] :] = value
    return found


def channels(where: Numbering) -> Channels:
    """All channels free and empty."""
    count, links = where.channels, where.routing.network.hop_count + where.ends
    last = np.full(links, max(where.routing.vcs, where.injection_vcs) - 1, dtype=np.int32)
    return Channels(
        np.full(count, -1, np.int32), np.zeros(count, np.int32), np.zeros(count, np.int64), np.zeros(count, np.int64), last,
        where.period[:links], np.zeros(links, np.int64), np.full(int(where.origin.max()) + 1, -1, np.int64),
        np.zeros(links, np.int64), np.zeros(4, np.int64),
    )  # fmt: skip


def sources(where: Numbering) -> SourceQueues:
    """Empty queues."""
    nobody = np.full(where.ends, -1, np.int32)
    return SourceQueues(nobody, nobody.copy(), np.zeros(where.ends * (2 + where.injection_vcs), np.int32))


class Search(NamedTuple):
    """Work space of the search for worms that will never move: the worm whose flit is the first in each buffer; for each
    blocked worm the first entry of those that wait for it; entries, as worms with the next entry; worms to visit.
    """

    front: np.ndarray
    first: np.ndarray
    worm: np.ndarray
    following: np.ndarray
    visit: np.ndarray


def search(where: Layout, worms: Worms) -> Search:
    """Work space for all worms.

    Returns: Empty arrays.
    """
    slots = len(worms.state)
    choices = max(1, int(np.diff(where.routing.network.indptr).max()) * where.routing.vcs)
    entries = (slots if where.deterministic else slots * choices, np.int32)
    return Search(
        np.full(where.channels, -1, np.int32), np.zeros(slots, np.int32), np.zeros(*entries), np.zeros(*entries), np.zeros(slots, np.int32)
    )  # fmt: skip


def moves(worms: Worms, channels: Channels) -> Moves:
    """No moves, with arrays for the greatest possible number.

    Returns: Empty arrays.
    """
    links = len(channels.last_turn)
    return Moves(np.zeros(worms.way.size, np.int64), np.full(links, -1, np.int64), np.zeros(links, np.int64))

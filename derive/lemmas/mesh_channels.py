"""The two-dimensional mesh under e-cube routing, y first: rates, branching and blocking of its channels.

p is the column and q the row where a channel starts. Channels to the west and south represent their mirror images.
"""

from netlemma.derive.algebra.notation import a, b, parameter
from netlemma.derive.core.domain import Size
from netlemma.derive.networks.brute_force_worms import Channel, mesh_route
from netlemma.derive.networks.channel_lemmas import ChannelLemma, ChannelNetwork, at, builders, when
from netlemma.derive.networks.products.cartesian_products import parse

_SUBJECT = ChannelNetwork("mesh", parse("line(k)^2"), mesh_route)
_k = _SUBJECT.k
_p, _q, _row = parameter("p"), parameter("q"), parameter("r", 0)
_p0, _q0 = parameter("p", 0), parameter("q", 0)
_COLUMN = [(_p, "column where the channel starts", 1, _k - 1)]
_ROW = [(_q, "row where the channel starts", 1, _k - 1)]
_ANY_COLUMN = [(_p0, "column where the channel starts", 0, _k - 1)]
_ANY_ROW = [(_q0, "row where the channel starts", 0, _k - 1)]

_WEST = (when(a >= _p, b <= _p - 1), when(at(b, _row)))  # all messages west from column p in row r
_WEST_BEFORE = (when(a >= _p - 1, b <= _p - 2), when(at(b, _row)))
_EAST = (when(a <= _p0, b >= _p0 + 1), when(at(b, _row)))
_COLUMN_ONLY = when(at(a, _p0))
_DOWN = when(a >= _q, b <= _q - 1)
_SOUTH = (_COLUMN_ONLY, _DOWN)
_STOPS = when(a >= _q, at(b, _q - 1))  # messages that leave the column one row below
_SENT_FROM = when(at(a, _q0), at(b, _q0))


def _west(size: Size) -> Channel:
    return "W", size["p"], 0


def _south(size: Size) -> Channel:
    return "S", size.get("p", 0), size["q"]


def _in(size: Size) -> Channel:
    return "in", size.get("p", 0), size.get("q", 0)


_BLOCKED = "The share of the messages on the channel {} that come from others than {}"

LEMMAS = builders(
    _SUBJECT,
    [
        ChannelLemma(
            "rate.x",
            "The rate of messages on the channel west from column p, for a rate of 1 of each node",
            _WEST,
            None,
            _COLUMN,
            lambda s: [(_west(s),)],
            [_row],
        ),
        ChannelLemma(
            "rate.y",
            "The rate of messages on the channel south from row q, for a rate of 1 of each node",
            _SOUTH,
            None,
            [*_ROW, *_ANY_COLUMN],
            lambda s: [(_south(s),)],
        ),
        ChannelLemma(
            "branching.x.eject",
            "The share of the messages going west from column p that end at the next node",
            (when(a >= _p, at(b, _p - 1)), when(at(b, _row))),
            _WEST,
            _COLUMN,
            lambda s: [_west(s), ("out", s["p"] - 1, 0)],
            [_row],
        ),
        ChannelLemma(
            "branching.x.on",
            "The share of the messages going west from column p that go on west",
            (when(a >= _p, b <= _p - 2), when(at(b, _row))),
            _WEST,
            _COLUMN,
            lambda s: [_west(s), ("W", s["p"] - 1, 0)],
            [_row],
        ),
        ChannelLemma(
            "branching.y.eject",
            "The share of the messages going south from row q in column p that end at the next node",
            (when(at(a, _p0), at(b, _p0)), _STOPS),
            _SOUTH,
            [*_ROW, *_ANY_COLUMN],
            lambda s: [_south(s), ("out", s["p"], s["q"] - 1)],
        ),
        ChannelLemma(
            "branching.y.on",
            "The share of the messages going south from row q that go on south",
            (_COLUMN_ONLY, when(a >= _q, b <= _q - 2)),
            _SOUTH,
            [*_ROW, *_ANY_COLUMN],
            lambda s: [_south(s), ("S", s["p"], s["q"] - 1)],
        ),
        ChannelLemma(
            "branching.y.west",
            "The share of the messages going south from row q in column p that turn west",
            (when(at(a, _p0), b <= _p0 - 1), _STOPS),
            _SOUTH,
            [*_ROW, *_ANY_COLUMN],
            lambda s: [_south(s), ("W", s["p"], s["q"] - 1)],
        ),
        ChannelLemma(
            "branching.y.east",
            "The share of the messages going south from row q in column p that turn east",
            (when(at(a, _p0), b >= _p0 + 1), _STOPS),
            _SOUTH,
            [*_ROW, *_ANY_COLUMN],
            lambda s: [_south(s), ("E", s["p"], s["q"] - 1)],
        ),
        ChannelLemma(
            "branching.injection.north",
            "The share of the messages of a node in row q that go north",
            (_COLUMN_ONLY, when(at(a, _q0), b >= _q0 + 1)),
            None,
            [*_ANY_ROW, *_ANY_COLUMN],
            lambda s: [_in(s), ("N", s["p"], s["q"])],
        ),
        ChannelLemma(
            "branching.injection.south",
            "The share of the messages of a node in row q that go south",
            (_COLUMN_ONLY, when(at(a, _q0), b <= _q0 - 1)),
            None,
            [*_ANY_ROW, *_ANY_COLUMN],
            lambda s: [_in(s), ("S", s["p"], s["q"])],
        ),
        ChannelLemma(
            "branching.injection.east",
            "The share of the messages of a node in column p that go east",
            (when(at(a, _p0), b >= _p0 + 1), _SENT_FROM),
            None,
            [*_ANY_ROW, *_ANY_COLUMN],
            lambda s: [_in(s), ("E", s["p"], s["q"])],
        ),
        ChannelLemma(
            "branching.injection.west",
            "The share of the messages of a node in column p that go west",
            (when(at(a, _p0), b <= _p0 - 1), _SENT_FROM),
            None,
            [*_ANY_ROW, *_ANY_COLUMN],
            lambda s: [_in(s), ("W", s["p"], s["q"])],
        ),
        ChannelLemma(
            "blocking.x.on",
            _BLOCKED.format("west from column p - 1", "the channel west from column p"),
            (when(a >= _p, b <= _p - 2), when(at(b, _row))),
            _WEST_BEFORE,
            [(_p, "column where the first channel starts", 2, _k - 1)],
            lambda s: [_west(s), ("W", s["p"] - 1, 0)],
            [_row],
            3,
        ),
        ChannelLemma(
            "blocking.y.on",
            _BLOCKED.format("south from row q - 1", "the channel south from row q"),
            (_COLUMN_ONLY, when(a >= _q, b <= _q - 2)),
            (_COLUMN_ONLY, when(a >= _q - 1, b <= _q - 2)),
            [(_q, "row where the first channel starts", 2, _k - 1), *_ANY_COLUMN],
            lambda s: [_south(s), ("S", s["p"], s["q"] - 1)],
            (),
            3,
        ),
        ChannelLemma(
            "blocking.y.west",
            _BLOCKED.format("west from column p", "the channel south from row q"),
            (when(at(a, _p), b <= _p - 1), _STOPS),
            (when(a >= _p, b <= _p - 1), when(at(b, _q - 1))),
            [*_COLUMN, *_ROW],
            lambda s: [_south(s), ("W", s["p"], s["q"] - 1)],
        ),
        ChannelLemma(
            "blocking.y.east",
            _BLOCKED.format("east from column p", "the channel south from row q"),
            (when(at(a, _p0), b >= _p0 + 1), _STOPS),
            (when(a <= _p0, b >= _p0 + 1), when(at(b, _q - 1))),
            [(_p0, "column where the channel starts", 0, _k - 2), *_ROW],
            lambda s: [_south(s), ("E", s["p"], s["q"] - 1)],
        ),
        ChannelLemma(
            "blocking.injection.north",
            _BLOCKED.format("north from row q", "the node there"),
            (_COLUMN_ONLY, when(at(a, _q0), b >= _q0 + 1)),
            (_COLUMN_ONLY, when(a <= _q0, b >= _q0 + 1)),
            [(_q0, "row of the node", 0, _k - 2), *_ANY_COLUMN],
            lambda s: [_in(s), ("N", s["p"], s["q"])],
        ),
        ChannelLemma(
            "blocking.injection.south",
            _BLOCKED.format("south from row q", "the node there"),
            (_COLUMN_ONLY, when(at(a, _q), b <= _q - 1)),
            _SOUTH,
            [*_ROW, *_ANY_COLUMN],
            lambda s: [_in(s), ("S", s["p"], s["q"])],
        ),
        ChannelLemma(
            "blocking.injection.east",
            _BLOCKED.format("east from column p", "the node there"),
            (when(at(a, _p0), b >= _p0 + 1), _SENT_FROM),
            (_EAST[0], when(at(b, _q0))),
            [(_p0, "column of the node", 0, _k - 2), *_ANY_ROW],
            lambda s: [_in(s), ("E", s["p"], s["q"])],
        ),
        ChannelLemma(
            "blocking.injection.west",
            _BLOCKED.format("west from column p", "the node there"),
            (when(at(a, _p), b <= _p - 1), _SENT_FROM),
            (_WEST[0], when(at(b, _q0))),
            [*_COLUMN, *_ANY_ROW],
            lambda s: [_in(s), ("W", s["p"], s["q"])],
        ),
    ],
)

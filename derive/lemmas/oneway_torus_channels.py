"""The one-way two-dimensional torus under e-cube routing, y first: rates, branching and blocking of its channels.

Messages go from position j of a ring to j - 1, and from 0 to k - 1. Before they cross from 0 to k - 1 they take one
virtual channel of each link, "before j" of the link from j (before 0 is the crossing), and after it the other, "behind
j".
"""

import sympy as sp

from netlemma.derive.algebra.notation import a, b, parameter
from netlemma.derive.core.domain import Size
from netlemma.derive.networks.brute_force_worms import Channel, oneway_torus_route
from netlemma.derive.networks.channel_lemmas import ChannelLemma, ChannelNetwork, at, builders, when
from netlemma.derive.networks.products.cartesian_products import parse

_SUBJECT = ChannelNetwork("oneway-torus", parse("oneway-ring(k)^2"), oneway_torus_route)
_k = _SUBJECT.k
_j, _j0, _c0 = parameter("j"), parameter("j", 0), parameter("c", 0)
_row = parameter("r", 0)
_FROM = [(_j, "position where the link starts", 1, _k - 1)]
_ANY = [(_j0, "position where the link starts", 0, _k - 1)]
_BEHIND = [(_j, "position where the link starts", 2, _k - 1)]
_COLUMN = [(_c0, "column of the ring", 0, _k - 1)]
_SHARE, _RATE = "The share of the messages ", "The rate, for a rate of 1 of each node, of messages "
_BLOCKED = "The share of the messages on the channel {} that come from others than {}"
_THIS_ROW, _THIS_COLUMN = when(at(b, _row)), when(at(a, _c0))


def _before(j: sp.Expr) -> sp.Expr:
    """Messages from j or above to below j, and to positions above their source."""
    return when(a >= j, (b <= j - 1) | (b >= a + 1))


def _behind(j: sp.Expr) -> sp.Expr:
    """Messages to positions above their source that lie below j."""
    return when(a <= b - 1, b <= j - 1)


def _on(j: sp.Expr) -> sp.Expr:
    """Messages before the crossing that take the link from j and the next one."""
    return when(a >= j, (b <= j - 2) | (b >= a + 1))


# other destinations on the ring of a source at j
_START = when(at(a, _j0), b <= _j0 - 1) + when(at(a, _j0), b >= _j0 + 1)
_EXIT_BEFORE = when(a >= _j, at(b, _j - 1))
_EXIT_BEHIND = when(a <= b - 1, at(b, _j - 1))
_TURN = when(at(a, _c0), (b <= _c0 - 1) | (b >= _c0 + 1))  # messages from column c to another one


def _x(size: Size, crossed: int = 0) -> Channel:
    return "x", size["j"], 0, crossed


def _y(size: Size, crossed: int = 0) -> Channel:
    return "y", size.get("c", 0), size["j"], crossed


def _above(size: Size, crossed: int) -> Channel:
    """The channel of the y ring that leads to row j."""
    return "y", size["c"], (size["j"] + 1) % size["k"], crossed


def _at_exit(size: Size) -> tuple[int, int]:
    return size["c"], size["j"] - 1


LEMMAS = builders(
    _SUBJECT,
    [
        ChannelLemma(
            "rate.net",
            f"{_RATE}on a link, with both its virtual channels",
            (_before(_j) + _behind(_j), _THIS_ROW),
            None,
            _FROM,
            lambda s: [(_x(s),), (_x(s, 1),)],
            [_row],
        ),
        ChannelLemma(
            "rate.new",
            f"{_RATE}that enter a ring of y at a node",
            (_THIS_COLUMN, _START),
            None,
            [*_ANY, *_COLUMN],
            lambda s: [(("in", s["c"], s["j"]), _y(s))],
        ),
        ChannelLemma(
            "rate.switch",
            f"{_RATE}that turn from y into x at a node",
            (_TURN, when(at(b, _j0), (a <= _j0 - 1) | (a >= _j0 + 1))),
            None,
            [*_ANY, *_COLUMN],
            lambda s: [(_above(s, crossed), ("x", s["c"], s["j"], 0)) for crossed in (0, 1)],
        ),
        ChannelLemma(
            "rate.before",
            f"{_RATE}on the channel before j",
            (_before(_j0), _THIS_ROW),
            None,
            _ANY,
            lambda s: [(_x(s),)],
            [_row],
        ),
        ChannelLemma(
            "rate.behind",
            f"{_RATE}on the channel behind j",
            (_behind(_j), _THIS_ROW),
            None,
            _FROM,
            lambda s: [(_x(s, 1),)],
            [_row],
        ),
        ChannelLemma(
            "branching.on",
            f"{_SHARE}on the channel before j that stay on the ring",
            (_on(_j), _THIS_ROW),
            (_before(_j), _THIS_ROW),
            _FROM,
            lambda s: [_x(s), ("x", s["j"] - 1, 0, 0)],
            [_row],
        ),
        ChannelLemma(
            "branching.exit",
            f"{_SHARE}on the channel before j that leave the ring at the next node",
            (_EXIT_BEFORE, _THIS_ROW),
            (_before(_j), _THIS_ROW),
            _FROM,
            lambda s: [_x(s), ("out", s["j"] - 1, 0)],
            [_row],
        ),
        ChannelLemma(
            "branching.y.eject",
            f"{_SHARE}on the channel before j in y that end at the next node",
            (when(at(a, _c0), at(b, _c0)), _EXIT_BEFORE),
            (_THIS_COLUMN, _before(_j)),
            [*_FROM, *_COLUMN],
            lambda s: [_y(s), ("out", *_at_exit(s))],
        ),
        ChannelLemma(
            "branching.y.turn",
            f"{_SHARE}on the channel before j in y that turn into x at the next node",
            (_TURN, _EXIT_BEFORE),
            (_THIS_COLUMN, _before(_j)),
            [*_FROM, *_COLUMN],
            lambda s: [_y(s), ("x", *_at_exit(s), 0)],
        ),
        ChannelLemma(
            "branching.behind.eject",
            f"{_SHARE}on the channel behind j in y that end at the next node",
            (when(at(a, _c0), at(b, _c0)), _EXIT_BEHIND),
            (_THIS_COLUMN, _behind(_j)),
            [*_BEHIND, *_COLUMN],
            lambda s: [_y(s, 1), ("out", *_at_exit(s))],
            least=3,
        ),
        ChannelLemma(
            "branching.behind.turn",
            f"{_SHARE}on the channel behind j in y that turn into x at the next node",
            (_TURN, _EXIT_BEHIND),
            (_THIS_COLUMN, _behind(_j)),
            [*_BEHIND, *_COLUMN],
            lambda s: [_y(s, 1), ("x", *_at_exit(s), 0)],
            least=3,
        ),
        ChannelLemma(
            "branching.behind.on",
            f"{_SHARE}on the channel behind j in y that stay on the ring",
            (_THIS_COLUMN, when(a <= b - 1, b <= _j - 2)),
            (_THIS_COLUMN, _behind(_j)),
            [*_BEHIND, *_COLUMN],
            lambda s: [_y(s, 1), ("y", s["c"], s["j"] - 1, 1)],
            least=3,
        ),
        ChannelLemma(
            "branching.injection.x",
            f"{_SHARE}of a node that begin in x",
            (_TURN, when(at(a, _j0), at(b, _j0))),
            None,
            [*_ANY, *_COLUMN],
            lambda s: [("in", s["c"], s["j"]), ("x", s["c"], s["j"], 0)],
        ),
        ChannelLemma(
            "branching.injection.y",
            f"{_SHARE}of a node that begin in y",
            (_THIS_COLUMN, _START),
            None,
            [*_ANY, *_COLUMN],
            lambda s: [("in", s["c"], s["j"]), _y(s)],
        ),
        ChannelLemma(
            "blocking.on",
            _BLOCKED.format("before j - 1", "the channel before j"),
            (_on(_j), _THIS_ROW),
            (_before(_j - 1), _THIS_ROW),
            _FROM,
            lambda s: [_x(s), ("x", s["j"] - 1, 0, 0)],
            [_row],
        ),
        ChannelLemma(
            "blocking.turn.before",
            _BLOCKED.format("before c in x", "the channel before j in y"),
            (_TURN, _EXIT_BEFORE),
            (_before(_c0), when(at(b, _j - 1))),
            [*_FROM, *_COLUMN],
            lambda s: [_y(s), ("x", *_at_exit(s), 0)],
        ),
        ChannelLemma(
            "blocking.turn.behind",
            _BLOCKED.format("before c in x", "the channel behind j in y"),
            (_TURN, _EXIT_BEHIND),
            (_before(_c0), when(at(b, _j - 1))),
            [*_FROM, *_COLUMN],
            lambda s: [_y(s, 1), ("x", *_at_exit(s), 0)],
        ),
        ChannelLemma(
            "blocking.injection.x",
            _BLOCKED.format("before c in x", "the node there"),
            (_TURN, when(at(a, _j0), at(b, _j0))),
            (_before(_c0), when(at(b, _j0))),
            [*_ANY, *_COLUMN],
            lambda s: [("in", s["c"], s["j"]), ("x", s["c"], s["j"], 0)],
        ),
        ChannelLemma(
            "blocking.injection.y",
            _BLOCKED.format("before j in y", "the node there"),
            (_THIS_COLUMN, _START),
            (_THIS_COLUMN, _before(_j0)),
            [*_ANY, *_COLUMN],
            lambda s: [("in", s["c"], s["j"]), _y(s)],
        ),
    ],
)

"""Shuffle of rings: largest link and node loads, for words of up to five digits, and the packets in a node's queue.

For longer words some packets take detours, and the links of these depend on the numbers of links.
"""

from collections.abc import Callable
from fractions import Fraction

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.notation import DeviceMax, PairSum
from netlemma.derive.core.derivation import COLLECTED, DerivationBuilder
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.networks.shuffle import shuffle_lemmas as common
from netlemma.derive.networks.shuffle.brute_force_shuffle import ShuffleTotals
from netlemma.derive.networks.shuffle.shuffle_lemmas import DigitsAlike, ForEachLength, f, r
from netlemma.derive.networks.shuffle.shuffle_patterns import LONGEST, largest, patterned

_SENT = (r * f ** (r + 1) - (r + 1) * f**r + 1) / (f - 1) ** 2
_ON_RING = r * (r + 1) * f ** (r - 1)
_ENTERED = r * f**r - (f**r - f) / (f - 1) - r
_DISTINCT = "where all digits of the link's word differ"


def _hot(name: str, usual: sp.Expr) -> sp.Expr:
    """``usual``, except where another link or node has the largest load for small f."""
    at_r = {n: largest(patterned(n).loads[name]) for n in range(1, LONGEST + 1)}
    cases = [
        (sp.Integer(value), sp.And(sp.Eq(r, n), sp.Eq(f, fanout)))
        for n, found in at_r.items()
        for fanout, value in sorted(found.small.items())
    ]
    return sp.Piecewise(*cases, (usual, True))


def _hottest(
    name: str, symbol: str, usual: sp.Expr, what: str, where: str, value: Callable[[ShuffleTotals], int]
) -> Lemma:
    whole = {
        "hot_send": PairSum(at.crossings),
        "hot_echo": PairSum(at.echoes),
        "hot_total": PairSum(at.crossings + at.echoes),
        "hot_queue": PairSum(at.entries),
    }[name]
    write = DerivationBuilder(DeviceMax(whole))
    closed = _hot(name, usual)
    write.step(
        closed, f"{common.BY_PATTERNS}, and one polynomial is the largest; {common.UP_TO}", DigitsAlike(name, closed)
    )
    return common.shuffle_lemma(
        name, symbol, f"{what[:1].upper()}{what[1:]}, {where}. {common.BEYOND}",
        f"{what}, packets sent between all N^2 ordered pairs of nodes", write, lambda size: Fraction(value(common.traffic_at(size))),
    )  # fmt: skip


def hot_send() -> Lemma:
    """The lemma on the largest number of send packets on a link."""
    what = "the most send packets that cross a link"
    where = f"for f > r those of a link {_DISTINCT}"
    return _hottest("hot_send", "S_max", _SENT, what, where, lambda found: max(found.send.values()))


def hot_echo() -> Lemma:
    """The lemma on the largest number of echo packets on a link."""
    what = "the most echo packets that cross a link"
    where = f"for f > r those of a link {_DISTINCT}, which has the most send packets too"
    return _hottest("hot_echo", "E_max", _ON_RING - _SENT, what, where, lambda found: max(found.echo.values()))


def hot_total() -> Lemma:
    """The lemma on the largest number of send and echo packets together on a link."""
    what = "the most packets that cross a link, echo packets counted like send packets"
    where = f"for f > r those of a link {_DISTINCT}: all packets that visit its ring"
    return _hottest("hot_total", "H_max", _ON_RING, what, where, lambda found: max((found.send + found.echo).values()))


def hot_queue() -> Lemma:
    """The lemma on the largest number of packets that enter rings at a node."""
    what = "the most packets that enter rings at one node"
    where = "for f >= r at a node all of whose digits differ"
    return _hottest("hot_queue", "Q_max", _ENTERED, what, where, lambda found: max(found.entries.values()))


def mean_queue() -> Lemma:
    """The lemma on the packets that enter the rings at a node, averaged over nodes."""
    write = DerivationBuilder(PairSum(at.rings) / common.NODES)
    polynomials = common.by_digits([patterned(n).visits.as_expr() for n in range(1, LONGEST + 1)])
    write.step(
        write.now.xreplace({PairSum(at.rings): polynomials}),
        f"{common.BY_PATTERNS}; {common.UP_TO}",
        DigitsAlike("visits", polynomials),
    )
    write.step(common.divided_by_nodes(polynomials, 1), COLLECTED, ForEachLength(LONGEST))
    return common.shuffle_lemma(
        "mean_queue", "Q_mean", "The packets that enter rings at a node, on average over nodes. " + common.BEYOND,
        "the rings that packets visit, added up over all ordered pairs of nodes and divided by the number of nodes", write,
        lambda size: Fraction(sum(h * n for h, n in common.traffic_at(size).visits.items()), common.node_count(size)),
    )  # fmt: skip


LEMMAS = {
    "ring-shuffle.hot_send": hot_send,
    "ring-shuffle.hot_echo": hot_echo,
    "ring-shuffle.hot_total": hot_total,
    "ring-shuffle.hot_queue": hot_queue,
    "ring-shuffle.mean_queue": mean_queue,
}

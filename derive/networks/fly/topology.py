"""Rows of packets in a butterfly fabric, and its rings, decided for all sizes by affine conditions on hops and stages.

A packet sets digits in the order of the stages. Places are counted from the stage where it starts: hop h sets place h
to the target's digit. So after h hops the row has the target's digits at the places before h and the source's digits at
all others (:func:`certify_rows`, by induction over the hops), and it is the target's row exactly if the words agree at
all places from h on. With K the first such number of hops, every question about a packet is one about K, the number of
the hop and the stages, all affine; digits matter only where they meet those of the link, place by place
(:mod:`netlemma.derive.networks.fly.fabric_links`).

Rings: a short ring follows the links that change no digit. A long ring adds d to the digit of each stage, and after the
last stage -d, so that it closes after two rounds (:func:`certify_rings`). A packet enters a ring at place k exactly if,
one place earlier, it had a digit other than the digit p from which the ring comes.
"""

from collections.abc import Sequence

import sympy as sp

from netlemma.derive.algebra.affine.implications import impossible, shows
from netlemma.derive.algebra.expressions.notation import a, b
from netlemma.derive.algebra.expressions.proof import require
from netlemma.derive.networks.fly.digit_conditions import DigitPlaces, v

aligned = sp.Symbol("K", integer=True)  # first number of hops after which the row is the target's
k = sp.Symbol("k", integer=True)  # number of a hop
_i, _h = sp.symbols("i h", integer=True)


def row_digit(place: sp.Expr, hops: sp.Expr) -> tuple[tuple[sp.Basic, sp.Symbol], ...]:
    """The digit of the row at a place after a number of hops, by cases: the target's before that place, otherwise the
    source's.

    Parameters
    ----------
    place : Expr
        Place, counted from the first stage of the route.
    hops : Expr
        Number of hops made.

    Returns
    -------
    tuple of tuple of (Basic, Symbol)
        Pairs (condition, digit).
    """
    return ((place <= hops - 1, b), (place >= hops, a))


def certify_rows(r: sp.Expr) -> None:
    """Check the rows on the route, by induction over the hops, and the condition for the target's row.

    Before the first hop the row is the source's; hop h < r finds the source's digit at place h, sets it to the target's
    and leaves the others; after r hops all digits are the target's. The row is the target's exactly if the words agree
    where it still has the source's digits, that is from place h on.

    Raises
    ------
    ProofError
        If a condition fails; the message names it.
    """
    inside = [_i >= 0, _i <= r - 1, r >= 1]
    for when, digit in row_digit(_i, sp.Integer(0)):
        require(digit == a or impossible([*inside, when]), "the first row is not the source's")
    for (now, before), (then, after) in ((x, y) for x in row_digit(_i, _h) for y in row_digit(_i, _h + 1)):
        both = [*inside, _h >= 0, _h <= r - 1, now, then]
        require(after == b or impossible([*both, sp.Eq(_i, _h)]), "a hop does not set its digit")
        for elsewhere in (_i <= _h - 1, _i >= _h + 1):
            require(before == after or impossible([*both, elsewhere]), "a hop changes another digit")
    for when, digit in row_digit(_i, _i):
        require(digit == a or impossible([*inside, when]), "a hop does not find the source's digit at its place")
    for when, digit in row_digit(_i, _h):
        require(digit == b or impossible([*inside, when, _h >= r]), "a digit is wrong after a whole round")
        lined_up = [*inside, _h >= 0, when]
        require(
            shows(lined_up, _i >= _h if digit == a else _i <= _h - 1),
            "agreement from place h on is not what is missing",
        )


def certify_row(places: Sequence[DigitPlaces], hops: sp.Expr, r: sp.Expr, same: bool = False) -> None:
    """Check the conditions at a node that is reached before or after the round: the row has the digits v.

    Parameters
    ----------
    places : sequence of DigitPlaces
        Places of the words with their conditions.
    hops : Expr
        Hops of the round made before, 0 or r.
    r : Expr
        Number of stages.
    same : bool, default False
        True if source and target have the same row.

    Raises
    ------
    ProofError
        If a condition fails; the message names it.
    """
    last = sp.Integer(0)
    for part in places:
        require(part.first == last, "the places are not consecutive")
        last = part.stop
        for when, digit in row_digit(_i, hops):
            if not impossible([r >= 1, _i >= part.first, _i <= part.stop - 1, when]):
                wanted = sp.And(sp.Eq(a, v), sp.Eq(b, v)) if same else sp.Eq(digit, v)
                require(part.condition == wanted, f"digits with {part.condition} at a place with {wanted}")
    require(last == r, "the places do not cover the word")


def certify_rings(r: sp.Expr) -> None:
    """Check that hop h of a long ring, 0 <= h < 2r, adds d to its digit in the first round and -d in the second.

    Each digit gets d once and -d once, so that the ring closes after 2r links, which pass each stage twice; the shift
    changes its sign exactly after the last stage. So one digit p of the previous stage belongs to each link: that from
    which its ring comes.

    Raises
    ------
    ProofError
        If a condition fails; the message names it.
    """
    first, second = [_h >= 0, _h <= r - 1], [_h >= r, _h <= 2 * r - 1]
    place = [_i >= 0, _i <= r - 1, r >= 1]
    require(shows([*place, sp.Eq(_h, _i)], _h <= r - 1) and shows([*place, sp.Eq(_h, _i + r)], _h >= r), "d twice")
    require(shows([*place, sp.Eq(_h, _i + r)], _h <= 2 * r - 1), "a digit gets no -d")
    for one, other, wraps in ((first, first, False), (first, second, True), (second, second, False)):
        both = [*one, *(relation.xreplace({_h: _h + 1}) for relation in other), r >= 1]
        stage = _h if one is first else _h - r
        require(shows(both, stage >= r - 1) if wraps else shows(both, stage <= r - 2), "the sign changes elsewhere")

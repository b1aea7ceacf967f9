"""Links of a butterfly fabric: conditions on the pairs of words that cross one, place by place, for any hop number."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import sympy as sp

from netlemma.derive.algebra.affine.implications import Relations, covers, impossible, shows
from netlemma.derive.algebra.expressions.notation import a, b
from netlemma.derive.algebra.expressions.proof import require
from netlemma.derive.networks.fly.digit_conditions import DigitPlaces, forbids_agreement, forces_agreement, p, v, w
from netlemma.derive.networks.fly.topology import aligned, certify_rings, certify_rows, k, row_digit

_i = sp.Symbol("i", integer=True)


@dataclass(frozen=True)
class PacketPairs:
    """The pairs of words whose packet makes hop k over the link, if it makes hop k at all, for some numbers k."""

    when: Relations
    places: tuple[DigitPlaces, ...]

    def implied(self, radix: sp.Expr, known: Sequence[sp.Basic]) -> list[sp.Basic]:
        """The conditions on K that follow from the digits: K exceeds each place at which they differ, and no place from which on
        they agree.

        Parameters
        ----------
        radix : Expr
            Number of values of a digit.
        known : sequence of Basic
            Conditions that hold.

        Returns
        -------
        list of Basic
            Affine conditions.
        """
        there = [part for part in self.places if shows([*known, *self.when], part.count >= 1)]
        found = [aligned >= part.stop for part in there if forbids_agreement(part.condition, radix)]
        if there == list(self.places):
            for part in reversed(there):
                if not forces_agreement(part.condition, radix):
                    break
                found.append(aligned <= part.first)
        return found


def options(r: sp.Expr, long: bool, entering: bool) -> tuple[PacketPairs, ...]:
    """The options for a link of the fabric, short or long, for any crossing or as the first link on its ring.

    The link is at place k and its node has the digits v; a long link leads to another digit w at place k. The digit p
    at the previous place is that from which the ring comes; on a short ring it is v. After a round only short links are
    crossed, and only the first of them can be the first on its ring.

    Parameters
    ----------
    r : Expr
        Number of stages.
    long : bool
        True for a long link, False for a short one.
    entering : bool
        True for the first link of a packet on its ring, False for any crossing.

    Returns
    -------
    tuple of PacketPairs
        Options by number of the hop.
    """
    first, start = k, sp.Integer(0)
    comes = sp.And(sp.Eq(b, v), sp.Ne(a, p if long else v))
    here = sp.And(sp.Eq(a, v), sp.Eq(b, w if long else v))
    rest = (DigitPlaces(k, k + 1, here), DigitPlaces(k + 1, r, sp.Eq(a, v)))
    if not entering:
        crossed = PacketPairs((k >= 0, k <= r - 1), (DigitPlaces(start, first, sp.Eq(b, v)), *rest))
        return (crossed,) if long else (crossed, PacketPairs((k >= r,), (DigitPlaces(start, r, sp.Eq(b, v)),)))
    packet_pairs = [
        PacketPairs(
            (sp.Eq(k, 0),), tuple(DigitPlaces(x.first.subs(k, 0), x.stop.subs(k, 0), x.condition) for x in rest)
        ),
        PacketPairs(
            (k >= 1, k <= r - 1), (DigitPlaces(start, k - 1, sp.Eq(b, v)), DigitPlaces(k - 1, k, comes), *rest)
        ),
    ]
    if not long:
        packet_pairs.append(
            PacketPairs((sp.Eq(k, r),), (DigitPlaces(start, r - 1, sp.Eq(b, v)), DigitPlaces(r - 1, r, comes)))
        )
    return tuple(packet_pairs)


def certify_options(found: Sequence[PacketPairs], r: sp.Expr, long: bool, entering: bool) -> None:
    """Check the options against the rows on the route, place by place, for every hop and every r.

    Parameters
    ----------
    found : sequence of PacketPairs
        Options to check.
    r : Expr
        Number of stages.
    long : bool
        True for a long link, False for a short one.
    entering : bool
        True for the first link of a packet on its ring, False for any crossing.

    Raises
    ------
    ProofError
        If a condition fails; the message names it.
    """
    for option in found:
        last = sp.Integer(0)
        for part in option.places:
            require(part.first == last, "the places are not consecutive")
            last = part.stop
            known = [*option.when, r >= 1, _i >= part.first, _i <= part.stop - 1]
            require(shows([*option.when, r >= 1], part.count >= 0), "a negative number of places")
            for when, digit in row_digit(_i, k):
                for where, wanted in _wanted(digit, long, entering):
                    if not impossible([*known, when, *where]):
                        require(part.condition == wanted, f"digits with {part.condition} at a place with {wanted}")
        require(shows([*option.when, r >= 1], sp.Eq(last, r)), "the places do not cover the word")
    hops = [k >= 0, r >= 1]
    if long:
        hops.append(k <= r - 1)  # after a round every digit is correct, and no link that changes a digit is taken
    elif entering:
        hops.append(k <= r)  # before the second and later links there is a short one on the same ring
    require(covers(hops, [option.when for option in found]), "a hop is left out")
    for one, other in combinations(found, 2):
        require(impossible([*hops, *one.when, *other.when]), "a hop is counted twice")


def certify_links(r: sp.Expr) -> None:
    """Check the rows on the route, the rings, and the options of every kind of link.

    Raises
    ------
    ProofError
        If a condition fails; the message names it.
    """
    certify_rows(r)
    certify_rings(r)
    for long in (False, True):
        for entering in (False, True):
            certify_options(options(r, long, entering), r, long, entering)


def _wanted(digit: sp.Symbol, long: bool, entering: bool) -> Iterator[tuple[list[sp.Basic], sp.Basic]]:
    """The condition on a place by its position: the node's digit is v; the hop leads to w or stays; the previous link counts."""
    met = sp.Eq(digit, v)
    yield [_i >= k + 1], met
    yield [sp.Eq(_i, k)], sp.And(met, sp.Eq(b, w if long else v))
    yield [sp.Eq(_i, k - 1)], sp.And(met, sp.Ne(a, p if long else v)) if entering else met
    yield [_i <= k - 2], met


def at_hop(found: Sequence[PacketPairs], number: int, hop: sp.Expr) -> tuple[DigitPlaces, ...]:
    """The places of an option at one hop.

    Parameters
    ----------
    found : sequence of PacketPairs
        Options of a link.
    number : int
        Number of the option.
    hop : Expr
        Number of the hop.

    Returns
    -------
    tuple of DigitPlaces
        Places with the hop substituted.
    """
    return tuple(
        DigitPlaces(sp.S(x.first).xreplace({k: hop}), sp.S(x.stop).xreplace({k: hop}), x.condition)
        for x in found[number].places
    )

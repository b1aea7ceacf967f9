"""Shuffle of rings (Johnson and Goodman 1991, section 3.2): what they had by simulation only.

A packet from word x to word y shifts in what y has beyond the longest end of x that is a beginning of y. The words along its
way, r + 1 digits wide, are the links; those that are rotations of each other are on one ring. Up to r = 5 no shortest route
visits a ring twice. From r = 6 on some do, and their packets take detours. How long these are is known up to r = 8; which
links they take depends on the numbers of links. Lemmas about distances alone, whose keys have ``shortest``, hold for every r.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import sympy as sp

from derive import literal_shuffle as literal
from derive import notation as at
from derive.derivation import COLLECTED, Derived, Writer
from derive.evaluate import evaluate
from derive.lemma import Definition, Domain, Lemma, Measured, Parameter, Size
from derive.letter_patterns import interpolated
from derive.literal_shuffle import Traffic, traffic
from derive.necklaces import Burnside, least_rotation, necklaces
from derive.notation import DeviceMax, DeviceSum, PairMax, PairSum, WordSum
from derive.proof import PROVED, Proof, require
from derive.shuffle_detour_proofs import Detoured, EnoughPoints, ForEachLength, LongestRoute, extra_links
from derive.shuffle_detours import FARTHEST
from derive.shuffle_patterns import LONGEST, largest, patterned
from derive.shuffle_proofs import (
    ALL_PAIRS,
    PAIRS_APART,
    DigitsAlike,
    Farthest,
    LongestOverlap,
    NoRingTwice,
    crossed,
    f,
    k,
    pairs_apart,
    r,
    total_of_distances,
)

c = at.parameter("c")
NODES = f**r
_F, _R = Parameter("f", 2, "links of each node"), Parameter("r", 1, "digits of a node's word")
_ALL = Domain((_F, _R))
_SHORT = Domain((_F, _R), (r <= LONGEST,))
_LONG = Domain((_F, _R), (r <= FARTHEST,))
_UP_TO = f"up to r = {LONGEST} no shortest route visits a ring twice"
_BEYOND = (
    f"From r = {LONGEST + 1} on some packets take detours, since their shortest route would visit a ring twice. Which links these take "
    "depends on the numbers of links, and no closed form was found."
)
_FARTHER = f"Detours are counted for each r, up to r = {FARTHEST}; no closed form for all r was found."
_BY_PATTERNS = "what packets do depends only on which digits are equal, so every count is a polynomial in f"


def _count(size: Size) -> int:
    return size["f"] ** size["r"]


def _lemma(
    quantity: str,
    symbol: str,
    statement: str,
    words: str,
    write: Writer,
    value: Callable[[Size], Fraction],
    **more: object,
) -> Lemma:
    domain = more.pop("domain", _SHORT)
    measured = more.pop("measured", f"ring.{quantity}")
    routing = "shortest" if quantity.startswith("shortest") else "general"
    return Lemma(
        key=f"shuffle.{quantity}",
        symbol=sp.Symbol(symbol),
        statement=statement,
        definition=Definition(words, write.start, value, _count),
        domain=domain,  # type: ignore[arg-type]
        derivation=write.derivation(),
        measured=Measured("shuffle", measured, ("f", "r"), "link", routings=(routing,)),  # type: ignore[arg-type]
    )


def _traffic(size: Size) -> Traffic:
    return traffic(size["f"], size["r"])


def _distances(size: Size) -> list[int]:
    """The distances of all ordered pairs, by a search from every node."""
    return [d for source in literal.nodes(size["f"], size["r"]) for d in literal.distances(size["f"], source).values()]


class WordsCounted(Proof):
    """There is one word without letters, and each word of r letters goes on with any of f."""

    kind = "induction over the letters"
    strength = PROVED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before == WordSum(sp.Integer(1), r, f), "not the number of words")
        length = sp.Symbol("n", integer=True, nonnegative=True)
        at_length = after.xreplace({r: length})
        require(at_length.xreplace({length: sp.Integer(0)}) == 1, "the empty word is one")
        longer = at_length.xreplace({length: length + 1}) / at_length
        require(sp.simplify(longer - f) == 0, "each word goes on in f ways")


def nodes() -> Lemma:
    """The number of nodes."""
    write = Writer(WordSum(sp.Integer(1), r, f))
    write.step(NODES, "each of the r digits is one of f", WordsCounted())
    return _lemma(
        "nodes", "N", "The number of nodes.", "words of r digits out of f, counted", write,
        lambda size: Fraction(len(literal.nodes(size["f"], size["r"]))), domain=_ALL, measured="nodes",
    )  # fmt: skip


def ring_count() -> Lemma:
    """The number of rings, as a finite sum."""
    whole = DeviceSum(sp.Integer(1), sp.Symbol("ring"))
    write = Writer(whole)
    small = tuple({f: a, r: b} for a, b in ((2, 1), (2, 2), (2, 3), (2, 5), (3, 1), (3, 3), (4, 2)))
    write.step(
        necklaces(r + 1, f),
        "a ring is a word of r + 1 digits up to rotation, a necklace",
        Burnside(whole, r + 1, f, small),
    )

    def value(size: Size) -> Fraction:
        links = literal.nodes(size["f"], size["r"] + 1)
        return Fraction(len({least_rotation(link) for link in links}))

    statement = "The number of rings, those of one node included, which are f. The size of each ring divides r + 1."
    return _lemma("ring_count", "R", statement, "rings, counted", write, value, domain=_ALL)


def _by_digits(polynomials: Sequence[sp.Expr]) -> sp.Expr:
    """A polynomial in f for r = 1, 2, ...; the last one for the largest r."""
    *before, last = polynomials
    return sp.Piecewise(*((p, sp.Eq(r, n)) for n, p in enumerate(before, 1)), (last, True))


def _spread(polynomials: sp.Expr, power: int) -> sp.Expr:
    """Each polynomial divided by N^power, where N = f^r for the r of its case."""
    cases = [(sp.expand(value / f ** (power * n)), case) for n, (value, case) in enumerate(polynomials.args, 1)]
    return sp.Piecewise(*cases)


_MOST_LINKS = sp.Piecewise((r, r <= LONGEST), (r + 1, True))
_MOST_RINGS = sp.Piecewise((r, sp.Or(r <= LONGEST, sp.Eq(f, 2))), (r + 1, True))
_STRAIGHT = "from 0...0 to 1...1 r links on different rings are needed, and no shortest route has more; detours may"


def distance() -> Lemma:
    """The largest number of links that a packet crosses."""
    write = Writer(PairMax(crossed))
    write.step(_MOST_LINKS, _STRAIGHT, LongestRoute(False, _MOST_LINKS))
    statement = (
        f"The most links that a packet crosses. From r = {LONGEST + 1} on it is more than r for every r: on the way from 0...011 to "
        "0101...10 (even r) or from 0...0111 to 01...01110 (odd r) the only route of r links visits a ring twice. "
        + _FARTHER
    )
    return _lemma(
        "distance", "d_max", statement, "the most links that the general router sends a packet across", write,
        lambda size: Fraction(max(_traffic(size).lengths)), domain=_LONG,
    )  # fmt: skip


def ring_hops() -> Lemma:
    """The largest number of rings that a packet visits."""
    write = Writer(PairMax(at.rings))
    write.step(_MOST_RINGS, _STRAIGHT, LongestRoute(True, _MOST_RINGS))
    return _lemma(
        "ring_hops", "h_max", "The most rings that a packet visits. " + _FARTHER, "the most rings that a packet visits", write,
        lambda size: Fraction(max(_traffic(size).visits)), domain=_LONG,
    )  # fmt: skip


def latency() -> Lemma:
    """The latency of an idle network for hop penalty c."""
    write = Writer((c - 1) * PairMax(at.rings) + PairMax(crossed))
    write.step(write.now.xreplace({PairMax(at.rings): _MOST_RINGS}), _STRAIGHT, LongestRoute(True, _MOST_RINGS))
    write.step(write.now.xreplace({PairMax(crossed): _MOST_LINKS}), _STRAIGHT, LongestRoute(False, _MOST_LINKS))
    write.normal(sp.Piecewise((c * r, r <= LONGEST), (c * r + 1, sp.Eq(f, 2)), (c * (r + 1), True)), COLLECTED)

    def value(size: Size) -> Fraction:
        found = _traffic({"f": size["f"], "r": size["r"]})
        return Fraction((size["c"] - 1) * max(found.visits) + max(found.lengths))

    return _lemma(
        "latency", "T", "The latency of an idle network, if to change rings takes as long as c links. " + _FARTHER,
        "c - 1 for each of the most rings that a packet visits, and 1 for each of the most links that it crosses", write, value,
        domain=Domain((_F, _R, Parameter("c", 1, "links that take as long as a change of rings")), (r <= FARTHEST,)),
    )  # fmt: skip


def _detours(write: Writer) -> sp.Expr:
    """The steps from the links that packets cross to a polynomial in f for each r, which is returned."""
    write.step(
        write.now.xreplace({PairSum(crossed): ALL_PAIRS + extra_links()}),
        _UP_TO + "; then detours take the place of those that do",
        Detoured(),
    )
    write.step(
        write.now.xreplace({ALL_PAIRS: total_of_distances()}),
        _OVERLAP + "; what is left are smallest periods",
        LongestOverlap(),
    )
    total = total_of_distances() + extra_links()
    return _by_digits([_interpolated(total, n) for n in range(1, FARTHEST + 1)])


def _interpolated(total: sp.Expr, digits: int) -> sp.Expr:
    """The polynomial in f of degree 2r at most with the values of ``total`` at r = digits."""
    return interpolated([evaluate(total, {f: n, r: digits}) for n in range(1, 2 * digits + 2)]).as_expr()


def total_distance() -> Lemma:
    """The links that packets between all pairs cross, as a polynomial in f for each r."""
    write = Writer(PairSum(crossed))
    write.step(_detours(write), _POINTS, EnoughPoints())
    return _lemma(
        "total_distance", "D", "The links crossed by packets between all N^2 ordered pairs. " + _FARTHER,
        "the links that packets cross, added up over all ordered pairs of nodes", write,
        lambda size: Fraction(sum(d * n for d, n in _traffic(size).lengths.items())), domain=_LONG,
    )  # fmt: skip


def mean_distance() -> Lemma:
    """The mean number of links that a packet crosses, all N^2 ordered pairs counted."""
    earlier = total_distance()
    write = Writer(PairSum(crossed) / NODES**2)
    write.step(
        write.now.xreplace({PairSum(crossed): earlier.closed_form}),
        "the links that all packets cross",
        Derived(earlier.derivation),
    )
    write.step(_spread(earlier.closed_form, 2), COLLECTED, ForEachLength(FARTHEST))
    return _lemma(
        "mean_distance", "L", "The links that a packet crosses on average, packets to their own node counted. " + _FARTHER,
        "the links that packets cross, added up over all ordered pairs of nodes and divided by their number", write,
        lambda size: Fraction(sum(d * n for d, n in _traffic(size).lengths.items()), _count(size) ** 2), domain=_LONG,
    )  # fmt: skip


def mean_queue() -> Lemma:
    """The packets that enter the rings at a node, on average over nodes."""
    write = Writer(PairSum(at.rings) / NODES)
    polynomials = _by_digits([patterned(n).visits.as_expr() for n in range(1, LONGEST + 1)])
    write.step(
        write.now.xreplace({PairSum(at.rings): polynomials}),
        f"{_BY_PATTERNS}; {_UP_TO}",
        DigitsAlike("visits", polynomials),
    )
    write.step(_spread(polynomials, 1), COLLECTED, ForEachLength(LONGEST))
    return _lemma(
        "mean_queue", "Q_mean", "The packets that enter rings at a node, on average over nodes. " + _BEYOND,
        "the rings that packets visit, added up over all ordered pairs of nodes and divided by the number of nodes", write,
        lambda size: Fraction(sum(h * n for h, n in _traffic(size).visits.items()), _count(size)),
    )  # fmt: skip


def pairs_at_distance() -> Lemma:
    """How many packets cross k links."""
    routed = PAIRS_APART.xreplace({at.distance: crossed})
    write = Writer(routed)
    write.step(PAIRS_APART, _UP_TO, NoRingTwice())
    write.step(pairs_apart(), _OVERLAP, LongestOverlap())
    return _lemma(
        "pairs_at_distance", "A", "How many of the N^2 ordered pairs have a packet that crosses k links.",
        "ordered pairs of nodes whose packet crosses k links, counted", write,
        lambda size: Fraction(traffic(size["f"], size["r"]).lengths[size["k"]]),
        domain=Domain((_F, _R, Parameter("k", 0, "links crossed")), (r <= LONGEST, k <= r)),
    )  # fmt: skip


_POINTS = "for each r a polynomial in f, known by its values"
_OVERLAP = "x ends as y begins in m letters for f^(2r-m) pairs, of which those that overlap in more are taken away"


def shortest_distance() -> Lemma:
    """The diameter, whatever rings routes visit."""
    write = Writer(PairMax(at.distance))
    write.step(r, "r digits shifted in make any word, and from 0...0 to 1...1 none can be saved", Farthest())
    return _lemma(
        "shortest.distance", "d_max", "The largest distance between two nodes, whichever rings the way visits.",
        "the largest distance between two nodes", write, lambda size: Fraction(max(_distances(size))), domain=_ALL,
    )  # fmt: skip


def shortest_total_distance() -> Lemma:
    """The sum of all distances, by smallest periods."""
    write = Writer(ALL_PAIRS)
    write.step(total_of_distances(), _OVERLAP + "; what is left are smallest periods", LongestOverlap())
    return _lemma(
        "shortest.total_distance", "D",
        "The sum of the distances of all N^2 ordered pairs, whichever rings the ways visit; P(m, f) is the sum of the smallest "
        "periods of all words of m letters out of f.",
        "the sum of the distances over all ordered pairs of nodes", write, lambda size: Fraction(sum(_distances(size))),
        domain=_ALL,
    )  # fmt: skip


def shortest_mean_distance() -> Lemma:
    """The mean distance, by smallest periods."""
    write = Writer(ALL_PAIRS / NODES**2)
    write.step(
        write.now.xreplace({ALL_PAIRS: total_of_distances()}),
        _OVERLAP + "; what is left are smallest periods",
        LongestOverlap(),
    )
    return _lemma(
        "shortest.mean_distance", "L",
        "The mean distance over all N^2 ordered pairs, whichever rings the ways visit; P(m, f) is the sum of the smallest periods of "
        "all words of m letters out of f.",
        "the sum of the distances over all ordered pairs of nodes, divided by their number", write,
        lambda size: Fraction(sum(_distances(size)), _count(size) ** 2), domain=_ALL,
    )  # fmt: skip


def shortest_pairs_at_distance() -> Lemma:
    """How many pairs are k links apart, by longest borders."""
    write = Writer(PAIRS_APART)
    write.step(pairs_apart(), _OVERLAP, LongestOverlap())
    return _lemma(
        "shortest.pairs_at_distance", "A",
        "How many of the N^2 ordered pairs are k links apart, whichever rings the way visits; B(j, m, f) words of j letters out of f have "
        "a longest border of m letters.",
        "ordered pairs of nodes at distance k, counted", write,
        lambda size: Fraction(_distances({"f": size["f"], "r": size["r"]}).count(size["k"])),
        domain=Domain((_F, _R, Parameter("k", 0, "the distance")), (k <= r,)),
    )  # fmt: skip


_SENT = (r * f ** (r + 1) - (r + 1) * f**r + 1) / (f - 1) ** 2
_ON_RING = r * (r + 1) * f ** (r - 1)
_ENTERED = r * f**r - (f**r - f) / (f - 1) - r
_DISTINCT = "where all digits of the link's word differ"


def _hot(name: str, usual: sp.Expr) -> sp.Expr:
    """``usual`` but where small f make another link or node the busiest."""
    at_r = {n: largest(patterned(n).loads[name]) for n in range(1, LONGEST + 1)}
    cases = [
        (sp.Integer(value), sp.And(sp.Eq(r, n), sp.Eq(f, fanout)))
        for n, found in at_r.items()
        for fanout, value in sorted(found.small.items())
    ]
    return sp.Piecewise(*cases, (usual, True))


def _hottest(name: str, symbol: str, usual: sp.Expr, what: str, where: str, value: Callable[[Traffic], int]) -> Lemma:
    whole = {
        "hot_send": PairSum(at.crossings),
        "hot_echo": PairSum(at.echoes),
        "hot_total": PairSum(at.crossings + at.echoes),
        "hot_queue": PairSum(at.entries),
    }[name]
    write = Writer(DeviceMax(whole))
    closed = _hot(name, usual)
    write.step(closed, f"{_BY_PATTERNS}, and one polynomial is the largest; {_UP_TO}", DigitsAlike(name, closed))
    return _lemma(
        name, symbol, f"{what[:1].upper()}{what[1:]}, {where}. {_BEYOND}",
        f"{what}, packets sent between all N^2 ordered pairs of nodes", write, lambda size: Fraction(value(_traffic(size))),
    )  # fmt: skip


def hot_send() -> Lemma:
    """The most send packets on a link."""
    what = "the most send packets that cross a link"
    where = f"for f > r those of a link {_DISTINCT}"
    return _hottest("hot_send", "S_max", _SENT, what, where, lambda found: max(found.send.values()))


def hot_echo() -> Lemma:
    """The most echo packets on a link."""
    what = "the most echo packets that cross a link"
    where = f"for f > r those of a link {_DISTINCT}, which has the most send packets too"
    return _hottest("hot_echo", "E_max", _ON_RING - _SENT, what, where, lambda found: max(found.echo.values()))


def hot_total() -> Lemma:
    """The most packets on a link, send and echo packets together."""
    what = "the most packets that cross a link, echo packets counted like send packets"
    where = f"for f > r those of a link {_DISTINCT}: all packets that visit its ring"
    return _hottest("hot_total", "H_max", _ON_RING, what, where, lambda found: max((found.send + found.echo).values()))


def hot_queue() -> Lemma:
    """The most packets that enter rings at a node."""
    what = "the most packets that enter rings at one node"
    where = "for f >= r at a node all of whose digits differ"
    return _hottest("hot_queue", "Q_max", _ENTERED, what, where, lambda found: max(found.entries.values()))


LEMMAS = {
    "shuffle.nodes": nodes,
    "shuffle.ring_count": ring_count,
    "shuffle.distance": distance,
    "shuffle.ring_hops": ring_hops,
    "shuffle.latency": latency,
    "shuffle.pairs_at_distance": pairs_at_distance,
    "shuffle.total_distance": total_distance,
    "shuffle.mean_distance": mean_distance,
    "shuffle.hot_send": hot_send,
    "shuffle.hot_echo": hot_echo,
    "shuffle.hot_total": hot_total,
    "shuffle.hot_queue": hot_queue,
    "shuffle.mean_queue": mean_queue,
    "shuffle.shortest.distance": shortest_distance,
    "shuffle.shortest.pairs_at_distance": shortest_pairs_at_distance,
    "shuffle.shortest.total_distance": shortest_total_distance,
    "shuffle.shortest.mean_distance": shortest_mean_distance,
}

"""Networks of permutations that are linked by exchanges of two places: a distance by induction on the number of symbols.

A permutation of n symbols is one of n - 1 symbols, the rest, with the place of the last symbol. What an exchange does to both is
decided for permutations of every length, each an unknown function of the place. A distance that grows from the rest by a cost of
the place of the last symbol is certified so, and numbers of permutations by their distance follow from the costs.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import combinations, permutations
from typing import Any, ClassVar

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra import smt
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import DeviceMax, PairSum, k, parameter
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.algebra.summation.sums import close
from netlemma.derive.core.derivation import ByLemma, DerivationBuilder, quantity_of
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.networks.brute_force_networks import Construction
from netlemma.derive.networks.distance_lemmas import (
    COLLECTED,
    EARLIER,
    KINDS,
    LOAD,
    Builder,
    as_lemma,
    compare_small,
    in_one_step,
    visits_by_mean,
    wiener_by_mean,
)

n = parameter("n", 2)
NODES = sp.factorial(n)
HARMONIC = sp.Sum(1 / k, (k, 1, n))
Word = Callable[[Any], Any]  # from a place to the symbol there, for the solver


class _Unknown:
    """An unknown permutation of 1..length: the places that occur, and what is known of the symbols there."""

    def __init__(self, name: str, length: Any) -> None:
        z3 = smt.z3()
        self.length, self._places = length, dict[int, Any]()
        self._symbol = z3.Function(name, z3.IntSort(), z3.IntSort())
        self.last = z3.Int(f"place of the last of {name}")

    def __call__(self, place: Any) -> Any:
        z3 = smt.z3()
        plain = z3.simplify(z3.IntVal(place) if isinstance(place, int) else place)
        self._places.setdefault(plain.get_id(), plain)
        return self._symbol(place)

    def facts(self) -> Iterator[Any]:
        z3 = smt.z3()
        yield z3.And(self.last >= 1, self.last <= self.length, self(self.last) == self.length)
        inside = {key: z3.And(p >= 1, p <= self.length) for key, p in self._places.items()}
        for key, p in self._places.items():
            yield z3.Implies(inside[key], z3.And(self._symbol(p) >= 1, self._symbol(p) <= self.length))
        for (one, p), (two, q) in combinations(self._places.items(), 2):
            yield z3.Implies(z3.And(inside[one], inside[two], p != q), self._symbol(p) != self._symbol(q))


def _exchanged(word: Word, i: Any, j: Any) -> Word:
    z3 = smt.z3()
    return lambda p: word(z3.If(p == i, j, z3.If(p == j, i, p)))


Hop = tuple[Any, Any]  # the places that are exchanged
_place = sp.Symbol("a", integer=True)


@dataclass(frozen=True)
class Reduction:
    """How the last symbol is taken out of a permutation, and what its place costs; ``back`` puts it in.

    rest, back: From a word, its length and the place of the last symbol to the rest; from the rest, length and place to the word.
    cost: By the place and the length n.
    becomes: For two places that are exchanged, the place of the last symbol and the length: cases with the hop of the rest,
        None where the rest stays.
    lower: By the place and the length, a hop that lowers the cost where it is not 0.
    """

    rest: Callable[[Word, Any, Any], Word]
    back: Callable[[Word, Any, Any], Word]
    cost: sp.Expr
    becomes: Callable[[Any, Any, Any, Any], list[tuple[Any, Hop | None]]]
    lower: Callable[[Any, Any], Hop]

    def cost_at(self, place: Any, length: Any) -> Any:
        """The cost in the solver's terms."""
        z3 = smt.z3()
        return z3.substitute(smt.translated(self.cost), (z3.Int("a"), place), (z3.Int("n"), length))


def _last_is_moved(word: Word, length: Any, place: Any) -> Word:
    return lambda p: smt.z3().If(p == place, word(length), word(p))


def _is_moved_back(rest: Word, length: Any, place: Any) -> Word:
    z3 = smt.z3()
    return lambda p: z3.If(p == place, length, z3.If(p == length, rest(place), rest(p)))


def _with_last(i: Any, j: Any, last: Any, length: Any) -> list[tuple[Any, Hop | None]]:
    z3 = smt.z3()
    stays = z3.And(j == length, z3.Or(last == i, last == j))
    return [(j < length, (i, j)), (stays, None), (z3.And(j == length, last != i, last != j), (i, last))]


def _is_left_out(word: Word, length: Any, place: Any) -> Word:
    return lambda p: word(smt.z3().If(p < place, p, p + 1))


def _is_put_in(rest: Word, length: Any, place: Any) -> Word:
    z3 = smt.z3()
    return lambda p: z3.If(p == place, length, rest(z3.If(p < place, p, p - 1)))


def _of_neighbours(i: Any, j: Any, last: Any, length: Any) -> list[tuple[Any, Hop | None]]:
    z3 = smt.z3()
    return [(j < last, (i, j)), (z3.Or(last == i, last == j), None), (last < i, (i - 1, j - 1))]


# The symbol at the last place comes in place of the last symbol, which is one exchange if that is elsewhere.
BY_EXCHANGE = Reduction(
    _last_is_moved,
    _is_moved_back,
    sp.Piecewise((0, sp.Eq(_place, n)), (1, True)),
    _with_last,
    lambda last, length: (last, length),
)
# The symbols behind the last symbol move up, each of them by one exchange with it.
BY_NEIGHBOURS = Reduction(_is_left_out, _is_put_in, n - _place, _of_neighbours, lambda last, length: (last, last + 1))


@dataclass(frozen=True)
class Exchanges:
    """A network of all permutations; ``allowed`` says which two places i < j a hop exchanges, of numbers or of the solver's terms."""

    name: str
    allowed: Callable[[Any, Any], Any]
    small: tuple[Size, ...] = field(default=tuple({"n": value} for value in (2, 3, 4, 5)), compare=False)

    @cached_property
    def made(self) -> Construction:
        """The family as plain loops count it."""

        def near(size: Size, word: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
            for i, j in combinations(range(size["n"]), 2):
                if self.allowed(i + 1, j + 1):
                    yield (*word[:i], word[j], *word[i + 1 : j], word[i], *word[j + 1 :])

        domain = Domain((Parameter("n", 2, "symbols"),))
        return Construction(self.name, domain, NODES, lambda size: permutations(range(size["n"])), near, self.small)

    def hop(self, i: Any, j: Any, length: Any) -> Any:
        """That a hop exchanges two places of a word, in either order."""
        z3 = smt.z3()
        return z3.And(
            i >= 1,
            j >= 1,
            i <= length,
            j <= length,
            z3.Or(z3.And(i < j, self.allowed(i, j)), z3.And(j < i, self.allowed(j, i))),
        )

    def certify_alike(self) -> None:
        """Check that renamings of places that keep the hops lead from any hop to any other.

        Two hops with a place in common are exchanged by exchanging their other places; all are joined by such pairs.
        """
        z3 = smt.z3()
        i, j, a, b, x, y, length = z3.Ints("i j a b x y n")
        moved = _exchanged(lambda p: p, j, b)
        shared = [self.hop(i, j, length), self.hop(i, b, length), self.hop(x, y, length)]
        _require(shared, self.hop(moved(x), moved(y), length), "a renaming of places that keeps no hops")
        middle = [self.hop(p, q, length) for p in (i, j) for q in (a, b)]
        joined = z3.Or(i == a, i == b, j == a, j == b, *middle)
        _require([self.hop(i, j, length), self.hop(a, b, length)], joined, "hops that no renaming joins")


def _require(known: Sequence[Any], claim: Any, complaint: str, *words: _Unknown) -> None:
    facts = [fact for word in words for fact in word.facts()]
    facts += [fact for word in words for fact in word.facts()]  # with the places that these bring in
    require(smt.solution([*known, *facts, smt.z3().Not(claim)]) is None, complaint)


def certify_reduction(by: Reduction) -> None:
    """Check that permutations are those of one symbol less with a place of the last symbol, each once, for every length."""
    z3 = smt.z3()
    length, p, r, a = z3.Ints("n p r a")
    word = _Unknown("word", length)
    rest = by.rest(word, length, word.last)
    known = [length >= 2, p >= 1, p <= length - 1, r >= 1, r <= length - 1, p != r]
    fine = z3.And(rest(p) >= 1, rest(p) <= length - 1, rest(p) != rest(r))
    _require(known, fine, "the rest is no permutation", word)
    again = by.back(rest, length, word.last)
    _require(
        [length >= 2, p >= 1, p <= length],
        again(p) == word(p),
        "the rest and the place are those of another word",
        word,
    )
    less = _Unknown("rest", length - 1)
    made = by.back(less, length, a)
    known = [length >= 2, a >= 1, a <= length]
    fine = z3.And(made(p) >= 1, made(p) <= length, made(p) != made(r), made(a) == length)
    _require(
        [*known, p >= 1, p <= length, r >= 1, r <= length, p != r], fine, "no permutation with a rest and a place", less
    )
    _require([*known, p >= 1, p <= length - 1], by.rest(made, length, a)(p) == less(p), "another rest", less)


def _moved(i: Any, j: Any, place: Any) -> Any:
    z3 = smt.z3()
    return z3.If(place == i, j, z3.If(place == j, i, place))


def certify_distance(by: Reduction, net: Exchanges) -> None:
    """Check that the sum of the costs is the distance from the word in order, for every length.

    By induction: a hop changes the cost by one and leaves the rest, or it is a hop of the rest and leaves the cost. Where the cost
    is not 0 a hop lowers it by one and leaves the rest; where it is, hops of the rest are hops.
    """
    z3 = smt.z3()
    length, p, i, j = z3.Ints("n p i j")
    word = _Unknown("word", length)
    last, rest = word.last, by.rest(word, length, word.last)
    cost, here = by.cost_at(last, length), [length >= 2, p >= 1, p <= length - 1]

    def behind(a: Any, b: Any) -> tuple[Any, Word]:
        place = _moved(a, b, last)
        return by.cost_at(place, length), by.rest(_exchanged(word, a, b), length, place)

    changed, new = behind(i, j)
    known = [*here, i < j, net.hop(i, j, length)]
    cases = by.becomes(i, j, last, length)
    _require(known, z3.Or(*(when for when, _ in cases)), "a hop in no case", word)
    for when, hop in cases:
        if hop is None:
            claim = z3.And(new(p) == rest(p), z3.Or(changed == cost - 1, changed == cost + 1))
        else:
            claim = z3.And(net.hop(*hop, length - 1), new(p) == _exchanged(rest, *hop)(p), changed == cost)
        _require([*known, when], claim, "a hop changes the rest or the cost in another way", word)
    a, b = by.lower(last, length)
    lowered, left = behind(a, b)
    _require(here, z3.And(cost >= 0, z3.Or(cost != 0, last == length)), "a cost of 0 elsewhere, or less", word)
    _require(
        [*here, cost != 0],
        z3.And(net.hop(a, b, length), left(p) == rest(p), lowered == cost - 1),
        "no hop is nearer",
        word,
    )
    lifted = z3.And(net.hop(i, j, length), changed == 0, new(p) == _exchanged(rest, i, j)(p))
    _require([*here, cost == 0, i < j, net.hop(i, j, length - 1)], lifted, "a hop of the rest that is none", word)
    ordered = [word(p) == p, word(length) == length]
    _require([*here, *ordered], z3.And(cost == 0, rest(p) == p), "the word in order is elsewhere", word)


def certify_fixed(by: Reduction, net: Exchanges) -> None:
    """Check by the same induction that a hop which puts a symbol in its own place lowers the distance by one."""
    z3 = smt.z3()
    length, i, j = z3.Ints("n i j")
    word = _Unknown("word", length)
    after, place = _exchanged(word, i, j), _moved(i, j, word.last)
    new, known = (
        by.rest(after, length, place),
        [length >= 2, i < j, net.hop(i, j, length), z3.Or(after(i) == i, after(j) == j)],
    )
    for when, hop in by.becomes(i, j, word.last, length):
        if hop is None:
            claim = by.cost_at(place, length) == by.cost_at(word.last, length) - 1
        else:
            claim = z3.Or(*(new(q) == q for q in hop))
        _require([*known, when], claim, "a symbol comes to its place, and the distance does not fall", word)


@dataclass(frozen=True)
class Ranked:
    """A distance that a reduction gives: its largest value and its mean over all nodes are sums over numbers of symbols."""

    net: Exchanges
    by: Reduction

    def certify(self) -> None:
        """Check that it is the distance; it raises ProofError."""
        certify_reduction(self.by)
        certify_distance(self.by, self.net)

    def require_largest(self, most: sp.Expr) -> None:
        """Check the largest value by what a symbol more adds; it raises ProofError."""
        more = sp.expand(most - most.xreplace({n: n - 1}))
        known = [n >= 2, _place >= 1, _place <= n]
        attained = sp.Eq(self.by.cost.xreplace({_place: sp.S.One}), more)
        require(smt.always(known, sp.And(self.by.cost <= more, attained)), "a symbol more adds another number")
        require(most.xreplace({n: sp.S.One}) == 0, "one symbol is at a distance")

    def require_mean(self, mean: sp.Expr) -> None:
        """Check the mean value by what a symbol more adds at its n places; it raises ProofError."""
        total = close(sp.Sum(self.by.cost, (_place, 1, n)), [n >= 2])
        total.check()
        h = sp.Symbol("h", positive=True)
        more = mean.xreplace({HARMONIC: h}) - mean.xreplace({n: n - 1, HARMONIC: h - 1 / n})
        require(equal(more, total.expression / n), "a symbol more adds another number")
        require(sp.S(mean.xreplace({HARMONIC: sp.S.One, n: sp.S.One})) == 0, "one symbol is at a distance")


class Star(Ranked):
    """The distance by exchanges with the first place: 2 m - D - 2 f, where m symbols are not at their own places, D exchanges of any
    two places would do, and f is 1 if the first place has another symbol.
    """

    anywhere: ClassVar[Exchanges] = Exchanges("transposition-graph", lambda i, j: True)

    def certify(self) -> None:
        z3 = smt.z3()
        Ranked(self.anywhere, self.by).certify()
        certify_fixed(self.by, self.anywhere)
        length, j, m, d, e, r = z3.Ints("n j m d e r")
        word = _Unknown("word", length)
        after = _exchanged(word, 1, j)

        def other(of: Word, place: Any) -> Any:
            return z3.If(of(place) == place, 0, 1)

        misplaced = m + other(after, z3.IntVal(1)) + other(after, j) - other(word, z3.IntVal(1)) - other(word, j)
        far = 2 * m - d - 2 * other(word, z3.IntVal(1))
        further = 2 * misplaced - e - 2 * other(after, z3.IntVal(1))
        hop = [
            self.net.hop(z3.IntVal(1), j, length),
            z3.Or(e == d + 1, e == d - 1),
            z3.Implies(z3.Or(after(1) == 1, after(j) == j), e == d - 1),
            z3.Implies(z3.Or(word(1) == 1, word(j) == j), e == d + 1),  # the hop back puts a symbol in its place
        ]
        _require(
            hop, z3.And(further - far <= 1, far - further <= 1), "a hop changes the distance by more than one", word
        )
        nearer, first = further == far - 1, z3.IntVal(1)
        away = [r >= 1, r <= length, word(r) != r]
        _require(
            [*away, word(first) != 1],
            self.net.hop(first, word(first), length),
            "no hop with the first symbol's place",
            word,
        )
        _require([*away, *hop, word(first) != 1, j == word(first)], nearer, "a hop is not nearer", word)
        _require([*away, word(first) == 1], self.net.hop(first, r, length), "no hop with a place", word)
        _require([*away, *hop, word(first) == 1, j == r], nearer, "a hop is not nearer", word)

    def require_mean(self, mean: sp.Expr) -> None:
        z3 = smt.z3()
        length, p = z3.Ints("n p")
        word = _Unknown("word", length)
        turned = _moved(
            p, length, word(_moved(p, length, length))
        )  # the symbol at the last place, places and symbols renamed
        here = [length >= 2, p >= 1, p <= length]
        _require(
            here, (turned == length) == (word(p) == p), "places have their own symbols in unlike numbers of words", word
        )
        own = 1 - 1 / n  # as the last one has in (n - 1)! of the n! words: those with any rest
        Ranked(self.anywhere, self.by).require_mean(anywhere := n - HARMONIC)
        require(equal(mean, 2 * n * own - anywhere - 2 * own), "another mean")

    def require_largest(self, most: sp.Expr) -> None:
        """At most by D >= m/2, as an exchange puts two symbols in place at most; pairs of neighbours exchanged attain it."""
        z3 = smt.z3()
        length, i, j, p = z3.Ints("n i j p")
        word = _Unknown("word", length)
        after = _exchanged(word, i, j)
        fewer = sum(z3.If(word(q) == q, 0, 1) - z3.If(after(q) == q, 0, 1) for q in (i, j))
        _require([], fewer <= 2, "an exchange puts more than two symbols in place", word)
        m, d, f = sp.symbols("m d f", integer=True)
        known = [n >= 2, f >= 0, f <= 1, m >= f, m <= n - 1 + f, 2 * d >= m]
        require(smt.always(known, 2 * m - d - 2 * f <= most), "a word may be farther")
        # the words of n symbols in which neighbours are exchanged, from the last place on: their rests without two symbols are such words
        first = sp.Mod(n, 2)
        exchanged = sp.Eq(most, 2 * (n - first) - sp.floor(n / 2) - 2 * (1 - first))
        require(smt.always([n >= 2], exchanged), "neighbours exchanged are at another distance")

        def pairs(of: Any) -> Word:
            return lambda q: z3.If((of - q) % 2 == 0, z3.If(q == 1, 1, q - 1), q + 1)

        here = [length >= 2, p >= 1]
        whole, one = pairs(length), self.by.rest(pairs(length), length, length - 1)
        _require(
            here, z3.And(whole(length - 1) == length, one(length - 1) == length - 1), "the last symbol is elsewhere"
        )
        less = self.by.rest(one, length - 1, length - 1)
        _require([*here, p <= length - 2], less(p) == pairs(length - 2)(p), "the rest is another word")
        costs = self.by.cost_at(length - 1, length) + self.by.cost_at(length - 1, length - 1)
        _require(
            here,
            z3.And(costs == 1, whole(1) == z3.If(length % 2 == 1, 1, 2)),
            "two symbols more add more than one exchange",
        )
        _require(
            [*here, p <= length],
            (whole(p) == p) == z3.And(p == 1, length % 2 == 1),
            "other places have their own symbols",
        )


@dataclass(frozen=True)
class ByRank(Proof):
    """The distance is decided for permutations of every length; its mean and largest value grow by what a symbol more adds.

    The closed form is compared with plain loops at small sizes.
    """

    ranked: Ranked
    name: str
    kind: ClassVar[str] = "induction over symbols"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        made = self.ranked.net.made
        require(before == KINDS[self.name].expression(made), "not the definition")
        self.ranked.certify()
        if self.name == "diameter":
            self.ranked.require_largest(after)
        else:
            share = NODES / (NODES - 1)
            self.ranked.require_mean(_without(after, share))
        compare_small(made, self.name, after)

    def describe(self) -> list[str]:
        return [
            "z3: what a hop does to the place of the last symbol and to the rest, for permutations of every length",
            f"compared with plain loops at {len(self.ranked.net.made.small)} small sizes",
        ]


def _without(product: sp.Expr, share: sp.Expr) -> sp.Expr:
    """The other factors of a product."""
    factors = list(sp.Mul.make_args(product))
    for each in sp.Mul.make_args(share):
        require(each in factors, f"{product} is no multiple of {share}")
        factors.remove(each)
    return sp.Mul(*factors)


@dataclass(frozen=True)
class HopsAlike(Proof):
    """Names of symbols lead from any node to any other, renamings of places from any hop to any other: all channels carry the same."""

    net: Exchanges
    mean: Lemma
    links: Lemma
    kind: ClassVar[str] = "all hops alike"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        self.net.certify_alike()
        require(before == DeviceMax(PairSum(at.crossings)) / (NODES - 1), "not the largest load")
        require(
            after == NODES * quantity_of(self.mean) / (2 * quantity_of(self.links)), "not the mean over all channels"
        )

    def describe(self) -> list[str]:
        return [
            "z3: exchanging two places keeps the hops and leads from one hop to another, for every number of symbols"
        ]


def exchange_lemmas(
    ranked: Ranked, diameter: sp.Expr, mean: sp.Expr, links: Builder | None = None
) -> dict[str, Builder]:
    """The lemmas on distances of a network of permutations, and with the lemma on ``links`` those on loads.

    mean: The mean distance to all nodes, that to the node itself included.
    """
    made = ranked.net.made

    def lemma(name: str, form: sp.Expr, because: str) -> Lemma:
        return in_one_step(made, name, form, because, ByRank(ranked, name))

    share = NODES / (NODES - 1)
    far = partial(
        lemma, "mean_distance", mean * share, "each place of the last symbol leaves any rest, and adds its cost"
    )
    found: dict[str, Builder] = {
        made.key("diameter"): partial(lemma, "diameter", diameter, "the largest cost is added with each symbol"),
        made.key("mean_distance"): far,
        **wiener_by_mean(made, far),
    }
    if links is not None:

        def load() -> Lemma:
            by = (far(), links())
            write = DerivationBuilder(KINDS[LOAD].expression(made))
            because = "every hop crosses one of the channels, which all carry the same"
            write.step(NODES * quantity_of(by[0]) / (2 * quantity_of(by[1])), because, HopsAlike(ranked.net, *by))
            write.step(write.now.xreplace({quantity_of(x): x.closed_form for x in by}), EARLIER, ByLemma(by))
            write.normal(sp.powsimp(NODES * by[0].closed_form / (2 * by[1].closed_form)), COLLECTED)
            return as_lemma(made, LOAD, made.domain.parameters, write, lambda size: made.network(size).largest_load())

        found[made.key(LOAD)] = load
        found |= visits_by_mean(made, "link", far, links().closed_form)
    return found

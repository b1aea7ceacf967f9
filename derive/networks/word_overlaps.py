"""Words with a shift as a hop: distances by the longest overlap of two words, and how many pairs have which, for words of every length.

A hop drops the first letter of a word and adds one behind the last. Two words overlap in m letters if the last m letters of the first
one are the first m of the second one; a border of a word is an overlap of the word with itself that is not all of it.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, ClassVar

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra import smt
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import PairMax, PairSum
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.algebra.word_counts import Bordered, BorderedApart, Periods, PeriodsApart
from netlemma.derive.core.derivation import COLLECTED, DerivationBuilder
from netlemma.derive.core.domain import Parameter, Size
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.networks.brute_force_networks import Construction
from netlemma.derive.networks.distance_lemmas import KINDS, as_lemma

overlap = sp.Function("overlap")(at.source, at.destination)
_j, _m = sp.symbols("j m", integer=True)


@cache
def _certify_walks(apart: bool) -> None:
    """Check by induction over the hops that t < D of them lead from x to a word w if and only if both overlap in D - t letters, and D
    hops if, with neighbours that differ, the last letter of x is not the first of w.

    One hop leads from v to w, one hop more than from x to v. Letters are numbered from 1 on.
    """
    z3 = smt.z3()
    v, w, x = (z3.Function(name, z3.IntSort(), z3.IntSort()) for name in "vwx")
    p, t, length = z3.Ints("p t D")
    known = [length >= 1, t >= 0, t < length]
    last = t + 1 == length

    def differ(word: Any, at_: Any) -> Any:
        return z3.Implies(z3.And(at_ >= 1, at_ < length), word(at_) != word(at_ + 1))

    def hop(before: Any, at_: Any) -> Any:
        shifted = z3.Implies(z3.And(at_ >= 1, at_ < length), w(at_) == before(at_ + 1))
        return z3.And(shifted, w(length) != before(length)) if apart else shifted

    def overlaps(word: Any, hops: Any, at_: Any) -> Any:
        return z3.Implies(z3.And(at_ >= 1, at_ <= length - hops), word(at_) == x(at_ + hops))

    there = [*known, hop(v, p), hop(v, 1), overlaps(v, t, p + 1), overlaps(v, t, 1), differ(v, 1)]
    claim = [overlaps(w, t + 1, p), *([z3.Implies(last, w(1) != x(length))] if apart else [])]
    require(smt.solution([*there, z3.Not(z3.And(*claim))]) is None, "a hop leads to other words")

    def between(at_: Any) -> Any:
        return z3.If(at_ <= length - t, x(at_ + t), w(at_ - 1))

    back = [*known, p >= 1, *(overlaps(w, t + 1, q) for q in (p, p - 1, length - 1))]
    claim = [overlaps(between, t, p)]
    if apart:
        back += [z3.Implies(last, w(1) != x(length)), differ(x, p + t)]
        back += [differ(w, q) for q in (p - 1, length - 1)]
        claim += [differ(between, p)]
    claim += [hop(between, p)]
    require(smt.solution([*back, z3.Not(z3.And(*claim))]) is None, "no hop leads there from a word before")


@cache
def _certify_borders() -> None:
    """Check for words x and y that overlap in j letters that they overlap in m < j if and only if the first j of y have a border of m."""
    z3 = smt.z3()
    x, y = (z3.Function(name, z3.IntSort(), z3.IntSort()) for name in "xy")
    p, j, m, length = z3.Ints("p j m D")
    known = [m >= 0, m < j, j <= length, p >= 1, p <= m, x(length - j + (j - m + p)) == y(j - m + p)]
    overlaps, border = x(length - m + p) == y(p), y(j - m + p) == y(p)
    require(smt.solution([*known, overlaps != border]) is None, "borders are no overlaps")


@cache
def _certify_next() -> None:
    """Check by induction over k, for any set of numbers up to k, that m is the last one but for those with exactly one next to m, that is
    with none between; and that the numbers less those before them, or 0, add up to the last one.

    The lengths of the overlaps of two words are such a set, in which that before j is the longest border of the overlap of j letters.
    """
    z3 = smt.z3()
    belongs, some = z3.Bools("belongs some")  # whether k + 1 is one, and any between m and k + 1
    k, after, last, total = z3.Ints(
        "k after last total"
    )  # how many are next to m up to k; the last number up to k, or 0

    def one_if(truth: Any) -> Any:
        return z3.If(truth, 1, 0)

    counted = after + one_if(z3.And(belongs, z3.Not(some)))
    found = [after == one_if(some), counted != one_if(z3.Or(some, belongs))]
    require(smt.solution(found) is None, "not one next overlap")
    added = total + z3.If(belongs, k + 1 - last, 0)
    require(smt.solution([total == last, added != z3.If(belongs, k + 1, last)]) is None, "not the last overlap")


@dataclass(frozen=True)
class ShiftedWords:
    """All words of some letters, a hop being a shift; neighbouring letters differ if they are ``apart``.

    >>> ShiftedWords(sp.Symbol("f"), sp.Symbol("r")).words(sp.Symbol("r"))
    f**r
    """

    letters: sp.Expr
    length: sp.Expr
    apart: bool = False

    @property
    def more(self) -> sp.Expr:
        """The letters that may stand before or behind a given one."""
        return self.letters - 1 if self.apart else self.letters

    def words(self, length: sp.Expr) -> sp.Expr:
        """The number of words of so many letters, at least one."""
        return sp.powsimp(self.letters * self.more ** (length - 1))

    @property
    def nodes(self) -> sp.Expr:
        """The number of words."""
        return self.words(self.length)

    @property
    def hops(self) -> sp.Expr:
        """The distance by the longest overlap."""
        return self.length - overlap

    def around(self, length: sp.Expr) -> sp.Expr:
        """The pairs of words of which the first ends, and the second begins, with a given word of so many letters, at least one."""
        return self.more ** (2 * (self.length - length))

    def bordered(self, length: sp.Expr, border: sp.Expr) -> sp.Expr:
        """The number of words whose longest border has so many letters."""
        kind = BorderedApart if self.apart else Bordered
        return kind(length, border, self.more)

    def periods(self, length: sp.Expr) -> sp.Expr:
        """The sum of the smallest periods of words."""
        return (PeriodsApart if self.apart else Periods)(length, self.more)

    def overlapping(self, length: sp.Expr) -> sp.Expr:
        """The pairs of words that overlap in so many letters, and may overlap in more."""
        some = sp.powsimp(self.around(length) * self.words(length))
        return sp.Piecewise((some, length > 0), (self.nodes**2, True)) if self.apart else some

    def longest(self, length: sp.Expr) -> sp.Expr:
        """The pairs of words whose longest overlap has so many letters: of those that overlap in m the others overlap in more, in j at
        the least, in a word of j letters whose longest border has m.
        """
        others = self.around(_j) * self.bordered(_j, length)
        return self.overlapping(length) - sp.Sum(others, (_j, length + 1, self.length))

    def total(self) -> sp.Expr:
        """The sum of all distances, by smallest periods."""
        return self.length * self.nodes**2 - sp.Sum(self.around(_m) * self.periods(_m), (_m, 1, self.length))

    def certify(self) -> None:
        """Check what the numbers rest on: hops and borders, and the letters of words, chosen one by one; it raises ProofError."""
        _certify_walks(self.apart)
        _certify_borders()
        _certify_next()
        n = sp.Symbol("n", integer=True, positive=True)
        require(equal(self.words(sp.S.One), self.letters), "not as many words of one letter as letters")
        require(equal(self.words(n + 1), self.more * self.words(n)), "another number of letters behind one")
        require(equal(self.around(self.length), sp.S.One), "a pair is not two times the word itself")
        require(equal(self.around(n - 1), self.more**2 * self.around(n)), "another number of letters around a word")


@dataclass(frozen=True)
class _OfWords(Proof):
    """What proofs about shifted words share."""

    words: ShiftedWords

    def replaced(self, part: sp.Expr) -> sp.Expr | None:
        """What stands for an inert part of an expression, if anything."""
        raise NotImplementedError

    def after(self, before: sp.Expr) -> sp.Expr:
        """The expression with each part replaced."""
        table = {part: self.replaced(part) for part in before.atoms(PairSum, PairMax)}
        table = {part: value for part, value in table.items() if value is not None}
        require(bool(table), f"{before} is not counted by overlaps")
        return before.xreplace(table)

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(after == self.after(before), "not what the overlaps of words say")
        self.words.certify()


@dataclass(frozen=True)
class Overlaps(_OfWords):
    """The distance from x to y is the length of words less that of their longest overlap."""

    kind: ClassVar[str] = "shifts of words"
    about_whole: ClassVar[bool] = True

    def replaced(self, part: sp.Expr) -> sp.Expr | None:
        return part.xreplace({at.distance: self.words.hops}) if part.has(at.distance) else None

    def describe(self) -> list[str]:
        return [
            "z3: t hops lead to the words that overlap in all but t letters, by induction over the hops, for words of every length"
        ]


@dataclass(frozen=True)
class LongestOverlap(_OfWords):
    """Pairs of words by their longest overlap; the result is compared with a search from every word at small sizes.

    A given word of j letters ends x and begins y for as many pairs as there are letters around it. If x and y overlap in m letters but
    in more too, the shortest overlap beyond m is a word whose longest border has m letters, since the overlaps shorter than j are the
    borders of that of j. So the longest overlaps of all pairs have m letters for those that overlap in m, less B(j, m) words, each
    with the letters around it, for each j. In the sum over all pairs a word of j letters adds j where it is an overlap, and its longest
    border is taken away where it is the next one: j - m in all, which is its smallest period.

    sizes: Sizes at which the pairs at each distance are compared with those of a search.
    searched: Function from a size to the numbers of ordered pairs at each distance, by a search from every word.
    within: Whether distances are at most the length of words, as the domain says.
    """

    sizes: tuple[Size, ...]
    searched: Callable[[Size], Counter[int]]
    within: bool = False
    kind: ClassVar[str] = "longest overlap"
    about_whole: ClassVar[bool] = True

    def replaced(self, part: sp.Expr) -> sp.Expr | None:
        words, body = self.words, part.args[0]
        if isinstance(part, PairMax):
            return words.length if body == words.hops else None
        if body == words.hops:
            return words.total()
        for i in body.free_symbols:
            if body in (sp.KroneckerDelta(words.hops, i), sp.Piecewise((1, sp.Eq(words.hops, i)), (0, True))):
                pairs = words.longest(words.length - i)
                return pairs if self.within else sp.Piecewise((pairs, i <= words.length), (0, True))
        return None

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        super().check(before, after)
        words = self.words
        if before.has(PairMax):
            self._certify_none()
            return
        z3 = smt.z3()
        j, m, length = z3.Ints("j m D")
        by_overlap = z3.And(m >= 1, m <= length, j >= m + 1, j <= length)
        by_word = z3.And(j >= 1, j <= length, m >= 0, m < j, m != 0)
        require(smt.solution([by_overlap != by_word]) is None, "words with other borders are counted")
        times = words.around(_j)
        require(equal(times * _j - _m * times, times * (_j - _m)), "not the smallest periods")
        self._compare()

    def _certify_none(self) -> None:
        """Check that words of two letters, each with one of them alone, do not overlap."""
        require(not self.words.apart, "no words without overlap")
        z3 = smt.z3()
        m, length = z3.Ints("m D")
        x, y = (z3.Function(name, z3.IntSort(), z3.IntSort()) for name in "xy")
        known = [m >= 1, m <= length, x(length - m + 1) == 0, y(1) == 1, x(length - m + 1) == y(1)]
        require(smt.solution(known) is None, "these words overlap")

    def _compare(self) -> None:
        words, i = self.words, sp.Symbol("i", integer=True, nonnegative=True)
        require(len(self.sizes) >= 5, "too few sizes are compared")
        for size in self.sizes:
            apart = self.searched(size)
            at_size = {symbol: size[symbol.name] for symbol in words.nodes.free_symbols}
            for hops in range(size[words.length.name] + 1):
                counted = evaluate(words.longest(words.length - i), {**at_size, i: hops})
                said = f"pairs at distance {hops} at {dict(size)}"
                require(counted == apart[hops], f"{apart[hops]} {said}, not {counted}")
            total = sum(hops * pairs for hops, pairs in apart.items())
            require(evaluate(words.total(), at_size) == total, f"the sum of distances differs at {dict(size)}")

    def describe(self) -> list[str]:
        return [
            "z3: the overlaps shorter than one of j letters are its borders; of those beyond m one has longest border m, if there are any, "
            "and all less their longest borders add up to the longest one",
            "letters around a word are chosen one by one; a word of j letters counts j less its longest border in the sum, its period",
            f"compared with a search from every word at {len(self.sizes)} sizes",
        ]


LEAST = "the distance is the length of words less that of their longest overlap, the longest end of the one that begins the other"
BY_BORDERS = (
    "it has m letters where the words overlap in m letters and in no more, and the shortest overlap beyond m is a word of j letters whose "
    "longest border, which begins and ends it, has m"
)
NONE = "words of different letters, each of a single one, do not overlap"
BY_PERIODS = (
    f"{BY_BORDERS}; all overlaps together leave a word's smallest period, its length less that of its longest border"
)


def add_overlaps(write: DerivationBuilder, proof: LongestOverlap) -> None:
    """Add the steps from a quantity by distances to one by words."""
    parts, first = write.now.atoms(PairSum, PairMax), Overlaps(proof.words)
    because = NONE if PairMax(at.distance) in parts else BY_PERIODS if PairSum(at.distance) in parts else BY_BORDERS
    write.step(first.after(write.now), LEAST, first)
    write.step(proof.after(write.now), because, proof)


def by_overlaps(made: Construction, name: str, form: sp.Expr, words: ShiftedWords) -> Lemma:
    """A lemma on distances of a family whose hops are shifts of words."""
    kind, extra = KINDS[name], name == "nodes_at_distance"

    def searched(size: Size) -> Counter[int]:
        network = made.network(size)
        return Counter({0: len(network.ends)}) + Counter(network.all_distances())

    write = DerivationBuilder(kind.expression(made))
    add_overlaps(write, LongestOverlap(words, made.small, searched))
    if write.now != form:
        write.normal(form, COLLECTED)
    parameters = (*made.domain.parameters, *([Parameter("i", 0, "distance in hops")] if extra else []))
    return as_lemma(made, name, parameters, write, lambda size: Fraction(kind.literal(made, size)))

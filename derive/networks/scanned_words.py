"""Networks of words whose links and distances finite automata read letter by letter: what holds for words of every length.

A link is read as a pair of words by an automaton that gives the letters of the second from those of the first; a distance is the sum
of weights on the way of an automaton that reads both words. All that they can do together is finitely much: that no link changes the
distance by more than one, that some link lowers it by one, sums over all pairs by a linear recurrence, and largest values by one of
maxima.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from itertools import product
from typing import Any, ClassVar

import sympy as sp

from netlemma.derive.algebra import smt
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.networks.brute_force_networks import Construction
from netlemma.derive.networks.distance_lemmas import KINDS, Builder, i, in_one_step, mean_by_wiener, wiener_by_mean

State = Any
Letter = Any
Word = tuple[Letter, ...]
Weighted = tuple[State, int] | None  # no words go on so if it is None
FARTHEST_OFF = 3  # sums of weights of two words that are followed differ by so much at most
MOST_STATES, LONGEST = 5_000, 60
READ, AHEAD = 4, 3  # letters of words that lead to states, and of those that tell states apart
m = sp.Symbol("m", integer=True, nonnegative=True)


@dataclass(frozen=True)
class Lengths:
    """Sizes n = ``size`` in the number m of letters, from ``least`` on; ``first`` are those of another letter before them.

    others: Values of other sizes.
    """

    size: sp.Expr
    least: int = 0
    first: tuple[Letter, ...] = ()
    others: tuple[tuple[sp.Symbol, sp.Expr], ...] = ()


_E, _X = sp.symbols("E x")  # a letter more, and a hop more


@dataclass(frozen=True)
class Part:
    """``factor`` times a sequence in m and i, moved by some letters and hops, with its recurrence as a polynomial in E and x."""

    factor: sp.Expr
    sequence: sp.Expr
    recurrence: sp.Expr
    letters: int = 0
    hops: int = 0

    def at(self, distance: int | None) -> sp.Expr:
        """Its terms, at a distance or at any one behind those that stand alone."""
        index = i - self.hops if distance is None else sp.Integer(distance - self.hops)
        if distance is None and self.sequence.has(sp.Piecewise):
            return sp.S.Zero
        return self.factor * self.sequence.xreplace({i: index, m: m - self.letters})

    def require_recurrence(self) -> None:
        """Check the recurrence by the factorials of binomial coefficients, and where these begin and end at small numbers."""
        terms = [(c, letters, hops) for (letters, hops), c in sp.Poly(self.recurrence, _E, _X).terms()]
        moved = [c * self.sequence.xreplace({m: m + letters, i: i - hops}) for c, letters, hops in terms]
        if not self.sequence.has(sp.Piecewise):
            quotient = sp.Add(*((each / self.sequence).rewrite(sp.gamma) for each in moved))
            require(sp.simplify(sp.gammasimp(quotient)) == 0, "the sequence does not satisfy its recurrence")
        for letters, distance in product(range(8), range(12)):
            total = sum(
                c * evaluate(self.sequence, {m: letters + more, i: distance - hops})
                for c, more, hops in terms
                if distance >= hops
            )
            require(total == 0, "the sequence does not satisfy its recurrence")


@dataclass(frozen=True)
class ScannedWords:
    """A network of words.

    links: From a state and a letter to the next states, each with the letter of the word at the other end; it begins with ``before``
        and ends with ``behind``.
    far: From a state and the letters of two words to the next state and what they add to the distance; it begins with ``begin``.
    """

    name: str
    domain: Domain
    nodes: sp.Expr
    lengths: tuple[Lengths, ...]
    letters: tuple[Letter, ...]
    links: Callable[[State, Letter], Iterable[tuple[State, Letter]]]
    before: State
    behind: tuple[State, ...]
    far: Callable[[State, Letter, Letter], Weighted]
    begin: State
    small: tuple[Size, ...] = field(compare=False)

    @property
    def n(self) -> sp.Symbol:
        """The size."""
        return self.domain.parameters[0].symbol

    # Plain loops

    def _alphabets(self, size: Size) -> list[tuple[Letter, ...]]:
        known = (each for each in self.lengths if all(size[x.name] == value for x, value in each.others))
        every = ((each, number) for each in known for number in range(size[self.n.name] + 1))
        found, number = next(
            (each, m_) for each, m_ in every if each.size.xreplace({m: sp.Integer(m_)}) == size[self.n.name]
        )
        return [*([found.first] if found.first else []), *[self.letters] * number]

    def _listed(self, size: Size) -> list[Word]:
        found: list[tuple[State, Word]] = [(self.begin, ())]
        for letters in self._alphabets(size):
            going = ((self.far(state, x, x), (*word, x)) for state, word in found for x in letters)
            found = [(then[0], word) for then, word in going if then is not None]
        return [word for _, word in found]

    def _reached(self, word: Word) -> Iterator[Word]:
        found: list[tuple[State, Word]] = [(self.before, ())]
        for x in word:
            found = [(then, (*other, y)) for state, other in found for then, y in self.links(state, x)]
        return (other for state, other in found if state in self.behind)

    @cached_property
    def made(self) -> Construction:
        """The family as plain loops count it."""

        @cache
        def near(values: tuple[int, ...]) -> dict[Word, set[Word]]:
            size = dict(zip(self.domain.names, values, strict=True))
            found: dict[Word, set[Word]] = {word: set() for word in self._listed(size)}
            for word in found:
                for other in self._reached(word):
                    found[word].add(other)
                    found[other].add(word)
            return found

        def of(size: Size, word: Word) -> set[Word]:
            return near(tuple(size[name] for name in self.domain.names))[word]

        return Construction(self.name, self.domain, self.nodes, self._listed, of, self.small)

    # What the automata do together

    def _spread(self, start: Any, after: Callable[[Any, Letter, Letter], Iterable[Any]]) -> set[Any]:
        """All that follows from a beginning, by words of any length."""
        found, border = {start}, [start]
        for first in dict.fromkeys(each.first for each in self.lengths if each.first):
            border += [then for x in first for y in first for then in after(start, x, y)]
        found.update(border)
        for each in border:
            for x in self.letters:
                for y in self.letters:
                    for then in after(each, x, y):
                        if then not in found:
                            require(len(found) < MOST_STATES, "too many states")
                            found.add(then)
                            border.append(then)
        return found

    @cache  # noqa: B019
    def certify(self) -> None:
        """Check that the formula is the distance, for words of every length.

        Raises
        ------
        ProofError
            If it is not shown.
        """
        self._require_hops()
        self._require_nearer()

    def _require_hops(self) -> None:
        """No link changes the distance by more than one, and none leads to a word that is no node."""

        def after(each: Any, x: Letter, y: Letter) -> Iterator[Any]:
            state, here, there, apart = each
            own = self.far(here, x, y)
            for then, changed in self.links(state, x) if own is not None else ():
                other = self.far(there, changed, y)
                dead = not self._ends_well(then)
                if dead:
                    continue
                require(other is not None, "a link leads to no node")
                assert own is not None and other is not None
                off = apart + other[1] - own[1]
                require(abs(off) <= FARTHEST_OFF, "a link changes the distance by more than one")
                yield then, own[0], other[0], off

        for state, _, _, off in self._spread((self.before, self.begin, self.begin, 0), after):
            require(state not in self.behind or abs(off) <= 1, "a link changes the distance by more than one")

    @cache  # noqa: B019
    def _ends_well(self, state: State) -> bool:
        """Whether some letters lead to the end of a link."""
        found, border = {state}, [state]
        for each in border:
            new = {then for x in self.letters for then, _ in self.links(each, x)} - found
            found |= new
            border += new
        return bool(found & {*self.behind})

    def _require_nearer(self) -> None:
        """The distance of a word to itself is 0, no distance is less, and from every other word a link lowers it by one."""

        def after(each: Any, x: Letter, y: Letter) -> Iterator[Any]:
            here, ways, unlike = each
            own = self.far(here, x, y)
            if own is None:
                return
            require(own[1] >= 0, "a distance below 0")
            unlike = unlike or x != y
            require(unlike or own[1] == 0, "a word is not at distance 0 from itself")
            going: dict[tuple[State, State], int] = {}
            for state, there, off in ways:
                for then, changed in self.links(state, x):
                    other = self.far(there, changed, y)
                    if other is not None:
                        nearest = off + other[1] - own[1]  # the others are no nearer
                        going[then, other[0]] = min(nearest, going.get((then, other[0]), nearest))
            near = ((then, there, off) for (then, there), off in going.items() if off <= FARTHEST_OFF)
            yield own[0], frozenset(near), unlike

        start = (self.begin, frozenset({(self.before, self.begin, 0)}), False)
        for _, ways, unlike in self._spread(start, after):
            nearer = any(state in self.behind and off == -1 for state, _, off in ways)
            require(not unlike or nearer, "no link lowers the distance")

    @cached_property
    def _states(self) -> tuple[State, ...]:
        def after(state: State, x: Letter, y: Letter) -> Iterator[State]:
            then = self.far(state, x, y)
            if then is not None:
                yield then[0]

        return tuple(sorted(self._spread(self.begin, after), key=repr))

    def _steps(self, letters: tuple[Letter, ...]) -> list[tuple[int, int, int]]:
        """The steps of the automaton by two letters: numbers of both states, and the weight."""
        place = {state: number for number, state in enumerate(self._states)}
        begins = self._states if letters is self.letters else (self.begin,)
        every = ((state, self.far(state, x, y)) for state in begins for x in letters for y in letters)
        return [(place[state], place[then[0]], then[1]) for state, then in every if then is not None]

    def totals(self, lengths: Lengths) -> Iterator[int]:
        """The sum of the distances over all ordered pairs, for 0, 1, .. letters."""
        size = len(self._states)
        count, total = [0] * size, [0] * size
        count[self._states.index(self.begin)] = 1
        alphabets = [lengths.first] if lengths.first else []
        while True:
            for letters in alphabets:
                more, sums = [0] * size, [0] * size
                for state, then, weight in self._steps(letters):
                    more[then] += count[state]
                    sums[then] += total[state] + weight * count[state]
                count, total = more, sums
            yield sum(total)
            alphabets = [self.letters]

    def largest(self, lengths: Lengths) -> Iterator[dict[int, int]]:
        """The largest distance of two words that lead to each state, for 0, 1, .. letters."""
        most = {self._states.index(self.begin): 0}
        alphabets = [lengths.first] if lengths.first else []
        while True:
            for letters in alphabets:
                more: dict[int, int] = {}
                for state, then, weight in self._steps(letters):
                    if state in most:
                        more[then] = max(more.get(then, 0), most[state] + weight)
                most = more
            yield most
            alphabets = [self.letters]

    def require_total(self, claimed: sp.Expr) -> None:
        """Check a closed form of the sum over all ordered pairs: it satisfies the recurrence of the automaton, and begins as it does.

        Numbers of pairs are multiplied by one matrix with each letter, so that they satisfy its characteristic polynomial, and sums of
        distances the square of it.
        """
        matrix = sp.zeros(len(self._states))
        for state, then, _ in self._steps(self.letters):
            matrix[then, state] += 1
        x = sp.Symbol("x")
        polynomial = sp.Poly(matrix.charpoly(x).as_expr() ** 2, x)
        order = polynomial.degree()
        coefficients = list(reversed(polynomial.all_coeffs()))
        for lengths in self.lengths:
            form = claimed.xreplace({self.n: lengths.size, **dict(lengths.others)})
            shifted = (c * form.xreplace({m: m + shift}) for shift, c in enumerate(coefficients) if c)
            require(equal(sp.Add(*shifted), sp.S.Zero), "the closed form does not satisfy the recurrence")
            for number, total in zip(range(lengths.least + order), self.totals(lengths), strict=False):
                known = number < lengths.least or evaluate(form, {m: number}) == total
                require(known, f"the sum of all distances is {total} with {number} letters")

    def by_distance(self, lengths: Lengths) -> Iterator[sp.Poly]:
        """The numbers of ordered pairs by their distance, as coefficients of a polynomial, for 0, 1, .. letters."""
        zero, x = sp.Poly(0, _X), sp.Poly(_X, _X)
        counts = [zero] * len(self._states)
        counts[self._states.index(self.begin)] = sp.Poly(1, _X)
        alphabets = [lengths.first] if lengths.first else []
        while True:
            for letters in alphabets:
                more = [zero] * len(self._states)
                for state, then, weight in self._steps(letters):
                    more[then] += counts[state] * x**weight
                counts = more
            yield sum(counts, zero)
            alphabets = [self.letters]

    def require_at_distance(self, claimed: sp.Expr, parts: Sequence[Sequence[Part]]) -> None:
        """Check a closed form of the number of nodes at distance i: a sum of sequences, each of which satisfies a recurrence in m and i
        that is a factor of that of the automaton, so that the sum does, and it begins as the automaton does.

        parts: For each of ``lengths`` the sequences.
        """
        matrix = sp.zeros(len(self._states))
        for state, then, weight in self._steps(self.letters):
            matrix[then, state] += _X**weight
        polynomial = matrix.charpoly(_E).as_expr()
        for lengths, each in zip(self.lengths, parts, strict=True):
            put_in = {self.n: lengths.size, **dict(lengths.others)}
            form, nodes = claimed.xreplace(put_in), self.nodes.xreplace(put_in)
            require(isinstance(form, sp.Piecewise), "no cases of the distance")
            more = sp.simplify(nodes.xreplace({m: m + 1}) / nodes)
            for part in each:
                part.require_recurrence()
                rest = sp.rem(polynomial.xreplace({_E: more * _E}), part.recurrence, _E)
                require(sp.expand(rest) == 0, "a sequence that does not satisfy the recurrence")
            for value, when in form.args:
                here = next(
                    (range_ for condition, range_ in ((sp.Eq(i, 0), 0), (sp.Eq(i, 1), 1)) if when == condition), None
                )
                there = {} if here is None else {i: sp.Integer(here)}
                if value != 0:
                    total = sp.Add(*(part.at(here) for part in each))
                    require(equal(value.xreplace(there), total), "the closed form is not the sum of the sequences")
            for number, pairs in zip(range(lengths.least + len(self._states)), self.by_distance(lengths), strict=False):
                for distance in range(number * 2 + 4) if number >= lengths.least else ():
                    counted = pairs.coeff_monomial(_X**distance)
                    value = evaluate(form * nodes, {m: number, i: distance})
                    require(value == counted, f"{counted} pairs are {distance} apart with {number} letters")

    def require_most_links(self, claimed: sp.Expr) -> None:
        """Check a closed form of the largest number of links that the automaton gives at a word: one letter leads to as many words by
        each of its states as any other letter, so that the word of this letter has most.
        """
        states = [self.before]
        for each in states:
            states += {then for x in self.letters for then, _ in self.links(each, x)}.difference(states)
        steps = {x: sp.zeros(len(states)) for x in self.letters}
        for x, matrix in steps.items():
            for number, each in enumerate(states):
                for then, _ in self.links(each, x):
                    matrix[states.index(then), number] += 1
        most = next((a for a in steps.values() if all(min(a - b) >= 0 for b in steps.values())), None)
        require(most is not None and len(self.lengths) == 1 and not self.lengths[0].first, "no letter has most links")
        assert most is not None
        x, form, counts = sp.Symbol("x"), claimed.xreplace({self.n: self.lengths[0].size}), sp.eye(len(states))[:, 0]
        coefficients = list(reversed(sp.Poly(most.charpoly(x).as_expr(), x).all_coeffs()))
        shifted = (c * form.xreplace({m: m + shift}) for shift, c in enumerate(coefficients))
        require(equal(sp.Add(*shifted), sp.S.Zero), "the closed form does not satisfy the recurrence")
        for number in range(self.lengths[0].least + len(states)):
            links = sum(counts[states.index(each)] for each in self.behind if each in states)
            require(
                number < self.lengths[0].least or evaluate(form, {m: number}) == links,
                f"{links} links with {number} letters",
            )
            counts = most * counts

    def require_largest(self, claimed: sp.Expr) -> None:
        """Check a closed form of the largest distance: from some length on the largest value of each state grows by as much in each
        period, since those that lead to it grow by no more, and those that lead to its value by as much.
        """
        for lengths in self.lengths:
            form, seen = claimed.xreplace({self.n: lengths.size, **dict(lengths.others)}), list[dict[int, int]]()
            for number, most in zip(range(LONGEST), self.largest(lengths), strict=False):
                known = number < lengths.least or evaluate(form, {m: number}) == max(most.values())
                require(known, f"the largest distance is {max(most.values())} with {number} letters")
                seen.append(most)
                period = self._period(seen[lengths.least :])
                if period is not None:
                    alike = sp.Eq(form.xreplace({m: m + period[0]}), form + period[1])
                    require(smt.always([m >= number - period[0]], alike), "the largest distance grows otherwise")
                    break
            else:
                require(False, "no period of the largest distances is found")

    def _period(self, seen: list[dict[int, int]]) -> tuple[int, int] | None:
        """A number of letters with which the largest values grow for ever as they did before, and how much the largest of all grows."""
        for period in range(1, (len(seen) + 1) // 2):
            first, last = seen[-1 - period], seen[-1]
            if first.keys() != last.keys():
                continue
            growth = {state: last[state] - first[state] for state in last}
            if all(self._grows(seen[-1 - period + step], seen[-period + step], growth) for step in range(period)):
                return period, max(growth.values())
        return None

    def _grows(self, now: dict[int, int], then: dict[int, int], growth: dict[int, int]) -> bool:
        """Whether the values of a letter more follow from those that grow as fast, and the largest of all is one that grows fastest."""
        if not now.keys() == then.keys() == growth.keys():
            return False
        steps = [each for each in self._steps(self.letters) if each[0] in now]
        fastest = max(then.values()) == max(then[state] for state in then if growth[state] == max(growth.values()))
        attained = {b for a, b, weight in steps if growth[a] == growth[b] and now[a] + weight == then[b]}
        return fastest and attained == then.keys() and all(growth[a] <= growth[b] for a, b, _ in steps)


def learned(
    links: Callable[[Word], Iterable[Word]], letters: tuple[Letter, ...], first: tuple[Letter, ...]
) -> Callable[[State, Letter, Letter], Weighted]:
    """An automaton that has the distances of small networks, whose words of so many letters are linked: it is to be certified.

    Words that begin alike in as far as all distances of longer ones, less their own, are the same lead to one state.
    """
    words = {n: [(one, *rest) for one in first for rest in product(letters, repeat=n)] for n in range(READ + AHEAD + 1)}
    far: dict[tuple[Word, Word], int] = {}
    for every in words.values():
        for source in every:
            far[source, source], border = 0, [source]
            for u in border:
                for v in links(u):
                    if (source, v) not in far:
                        far[source, v] = far[source, u] + 1
                        border.append(v)
    pairs = {n: [(one, two) for one in every for two in every if one[0] == two[0]] for n, every in words.items()}
    behind = [
        (x, y) for n in range(1, AHEAD + 1) for x in product(letters, repeat=n) for y in product(letters, repeat=n)
    ]
    state = {
        (one, two): tuple(far[one + x, two + y] - far[one, two] for x, y in behind)
        for n in range(READ + 1)
        for one, two in pairs[n]
    }
    table: dict[tuple[State, Letter, Letter], tuple[State, int]] = {((), x, x): (state[(x,), (x,)], 0) for x in first}
    for n in range(READ):
        for (one, two), x, y in product(pairs[n], letters, letters):
            then = (*one, x), (*two, y)
            table[state[one, two], x, y] = state[then], far[then] - far[one, two]
    names: dict[State, int] = {}
    numbered = {
        (names.setdefault(a, len(names)), x, y): (names.setdefault(b, len(names)), w)
        for (a, x, y), (b, w) in table.items()
    }
    return lambda state, one, other: numbered.get((state, one, other))


@dataclass(frozen=True)
class ByScanning(Proof):
    """The distance is decided for words of every length; the closed form satisfies what the automaton says, and is compared with plain
    loops at small sizes.
    """

    about: ScannedWords
    name: str
    parts: tuple[tuple[Part, ...], ...] = ()
    kind: ClassVar[str] = "words read by automata"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        about = self.about
        require(before == KINDS[self.name].expression(about.made), "not the definition")
        if self.name != "max_degree":
            about.certify()
        pairs = about.nodes * (about.nodes - 1)
        if self.name == "max_degree":
            about.require_most_links(after)
        elif self.name == "diameter":
            about.require_largest(after)
        elif self.name == "nodes_at_distance":
            about.require_at_distance(after, self.parts)
        else:
            about.require_total(sp.cancel(after * pairs) if self.name == "mean_distance" else 2 * after)
        for size in about.small:
            there = {p.symbol: size[p.name] for p in about.domain.parameters}
            for more in [{"i": far} for far in range(4)] if self.name == "nodes_at_distance" else [{}]:
                value = evaluate(after, {**there, **({i: more["i"]} if more else {})})
                counted = KINDS[self.name].literal(about.made, {**size, **more})
                require(value == counted, f"{value} instead of {counted} at {dict(size)}")

    def describe(self) -> list[str]:
        return [
            "all that the automata of links and distances do together: no link changes the distance by more than one, and one lowers it",
            f"compared with plain loops at {len(self.about.small)} small sizes",
        ]


def scanned_lemmas(
    about: ScannedWords,
    diameter: tuple[sp.Expr, str],
    mean: tuple[sp.Expr, str] | None = None,
    wiener: tuple[sp.Expr, str] | None = None,
    max_degree: tuple[sp.Expr, str] | None = None,
    at_distance: tuple[sp.Expr, str, tuple[tuple[Part, ...], ...]] | None = None,
) -> dict[str, Builder]:
    """The lemmas on distances of a network of words, with the closed form and the reason of the mean distance or of the Wiener index."""
    made = about.made

    def lemma(name: str, form: sp.Expr, because: str, parts: tuple[tuple[Part, ...], ...] = ()) -> Lemma:
        extra = (Parameter("i", 0, "distance in hops"),) if parts else ()
        return in_one_step(made, name, form, because, ByScanning(about, name, parts), extra)

    found: dict[str, Builder] = {made.key("diameter"): partial(lemma, "diameter", *diameter)}
    if at_distance is not None:
        found[made.key("nodes_at_distance")] = partial(lemma, "nodes_at_distance", *at_distance)
    if max_degree is not None:
        found[made.key("max_degree")] = partial(lemma, "max_degree", *max_degree)
    if mean is not None:
        found[made.key("mean_distance")] = far = partial(lemma, "mean_distance", *mean)
        return found | wiener_by_mean(made, far)
    if wiener is None:
        return found
    found[made.key("wiener_index")] = total = partial(lemma, "wiener_index", *wiener)
    return found | mean_by_wiener(made, total)

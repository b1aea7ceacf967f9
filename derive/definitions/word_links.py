"""Numbers of links where letters of words depend on other letters, or on other coordinates: counted over the network as a whole.

A word is an unknown function of the number of a letter. That a link is given once, or by both ends, is a condition on all
letters, which z3 decides for words of every length: what is to be shown for each letter is shown for any one, and of what is
known for each letter the instances at the places that occur are used.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import combinations, islice, product
from typing import Any

import sympy as sp

from netlemma.definitions import Coordinate, Definition, Range, Rule, Term
from netlemma.derive.algebra import smt
from netlemma.derive.algebra.notation import PRIME
from netlemma.derive.core.domain import Domain
from netlemma.derive.definitions.factors import Factor, FactorRule, Names, symbolic, within
from netlemma.derive.definitions.link_counts import ONCE, CountedRule
from netlemma.errors import NotDerived, ProofError

MOST_CHOICES = 40  # tried for the choice that gives a link from its other end
PATIENCE = 5_000  # milliseconds for a condition
BOTH_ENDS = "both ends give each link: decided for words of every length"

Word = Callable[[Any], Any]  # from the number of a letter to the letter


# The network as one factor


@dataclass(frozen=True)
class WordFactor(Factor):
    """A network whose coordinates are those of ``ranges`` and words, of which there are ``words`` for each choice of the others."""

    text: Definition | None = None
    words: sp.Expr = sp.S.One

    def total(self, body: sp.Expr) -> sp.Expr:
        """The sum of an expression in the coordinates that are numbers over all nodes."""
        if self.words.free_symbols.isdisjoint(self.symbols):
            return self.words * (super().total(body) if self.ranges else body)
        return super().total(self.words * body)


def whole(text: Definition, domain: Domain) -> WordFactor:
    """A network with words as one factor.

    Raises
    ------
    NotDerived
        If its words are not counted.
    """
    names: Names = {(p.name, False): p.symbol for p in domain.parameters}
    ranges: list[tuple[sp.Symbol, sp.Expr, sp.Expr]] = []
    conditions = {each.name: [] for each in text.coordinates if each.is_word}  # type: dict[str, list]
    among = []
    for over, condition in text.among:
        on = {name for name, _ in condition.names()} & conditions.keys()
        if on:
            for name in on:
                conditions[name].append((over, condition))
        elif over:
            raise NotDerived("conditions over ranges")
        else:
            among.append(condition)
    number: sp.Expr = sp.S.One
    for each in text.coordinates:
        low, high = symbolic(each.low, names), symbolic(each.high, names)
        if each.is_word:
            known = [*domain.assumptions(), *within(tuple(ranges))]
            number *= _words(each, low, high, conditions[each.name], names, known)
            continue
        symbol = sp.Symbol(each.name + PRIME, integer=True)
        names[each.name, False] = symbol
        ranges.append((symbol, low, high))
    return WordFactor(
        tuple(ranges), sp.And(*(symbolic(each, names) for each in among)), (), sp.S.One, text=text, words=number
    )


def _words(
    word: Coordinate,
    letters: sp.Expr,
    length: sp.Expr,
    conditions: Sequence[tuple],
    names: Names,
    known: Sequence[sp.Basic],
) -> sp.Expr:
    """The number of words, whose letters are chosen one after the other."""
    if not (letters.is_Atom or letters.is_Add) or any(x.name.endswith(PRIME) for x in (letters + length).free_symbols):
        raise NotDerived(f"words {word.name} whose letters or length depend on coordinates")
    if not conditions:
        return letters**length
    if conditions == [((), Term("distinct", (Term("name", (word.name, False)),)))] and letters == length:
        return sp.factorial(length)
    if len(conditions) == 1 and _neighbours_differ(word, *conditions[0]):
        return letters * (letters - 1) ** (length - 1)
    if len(conditions) == 1 and (fixed := _fixed(word, *conditions[0])) is not None:
        low, high = (symbolic(end, names) for end in (fixed.low, fixed.high))
        try:
            if high == length and smt.always(known, sp.And(low >= 1, low <= high + 1)):
                return letters ** sp.expand(low - 1)
        except ProofError as error:
            raise NotDerived(f"the letters of words {word.name} that are 0: {error}") from error
    total = Term(
        "sum",
        (Range("i", Term("number", (1,)), word.high), Term("letter", (word.name, False, Term("name", ("i", False))))),
    )
    if letters == 2 and len(conditions) == 1 and conditions[0][1].op == "=" and conditions[0][1].args[0] == total:
        return sp.binomial(length, symbolic(conditions[0][1].args[1], names))
    raise NotDerived(f"a condition on the words {word.name}")


def _fixed(word: Coordinate, over: tuple[Range, ...], condition: Term) -> Range | None:
    """The range of the letters that a condition says are 0, if it is of that kind."""
    if len(over) != 1:
        return None
    here = Term("letter", (word.name, False, Term("name", (over[0].name, False))))
    return over[0] if condition == Term("=", (here, Term("number", (0,)))) else None


def _neighbours_differ(word: Coordinate, over: tuple[Range, ...], condition: Term) -> bool:
    """Whether a condition says that each letter differs from the next one."""
    if condition.op == "all":
        over, condition = (*over, condition.args[0]), condition.args[1]
    if len(over) != 1 or condition.op != "!=":
        return False
    one, last = Term("number", (1,)), over[0].high
    here = Term("name", (over[0].name, False))
    expected = [Term("letter", (word.name, False, each)) for each in (here, Term("+", (here, one)))]
    return [*condition.args] == expected and over[0].low == one and last == Term("-", (word.high, one))


# Nodes, rules and conditions in the solver's terms


def _keep(kept: dict[int, Any], place: Any) -> None:
    """Note a place, once; the solver has one object for each expression."""
    plain = smt.z3().simplify(place)
    kept.setdefault(plain.get_id(), plain)


@dataclass
class _Letters:
    """An unknown word: the places at which its letters occur, and what is known of these."""

    function: Any
    word: Coordinate
    count: Any
    length: Any
    distinct: bool
    neighbours: bool
    places: dict[int, Any] = field(default_factory=dict)

    def __call__(self, place: Any) -> Any:
        _keep(self.places, place)
        return self.function(place)

    def facts(self) -> Iterator[Any]:
        z3, at = smt.z3(), self.function
        if self.neighbours:
            for p in [*self.places.values()]:
                yield z3.Implies(z3.And(p >= 1, p < self.length), at(p) != self(p + 1))
                yield z3.Implies(z3.And(p > 1, p <= self.length), at(p) != self(p - 1))
        every = [*self.places.values()]
        for p in every:
            yield z3.Implies(self.inside(p), z3.And(at(p) >= 0, at(p) < self.count))
        for p, q in combinations(every, 2) if self.distinct else ():
            yield z3.Implies(z3.And(self.inside(p), self.inside(q), p != q), at(p) != at(q))

    def inside(self, place: Any) -> Any:
        return smt.z3().And(place >= 1, place <= self.length)


@dataclass(frozen=True)
class _Applied:
    """A rule at a node with its choices: the condition under which it applies, and the node at the other end."""

    choices: tuple[Any, ...]
    inside: Any
    target: dict[tuple[str, bool], Any]


class _Network:
    """A definition at any size: conditions on nodes and links for the solver."""

    def __init__(self, text: Definition, domain: Domain) -> None:
        z3 = smt.z3()
        self.text = text
        self.limits: list[Any] = []
        self.marks: dict[int, Any] = {}  # places of letters that change
        self.fresh = 0
        self.changed: list[Any] = []  # that numbers of letters that change are those of letters
        self.everywhere: list[tuple[Any, Any, Callable[[Any], Any]]] = []  # what is known of all numbers of a range
        self.sums: list[tuple[Any, Any, Callable[[Any], Any], Any]] = []
        self.sizes = {(p.name, False): z3.Int(p.name) for p in domain.parameters}
        self.known = [self.sizes[p.name, False] >= p.minimum for p in domain.parameters]
        for condition in text.conditions:
            try:
                self.known.append(self.term(condition, self.sizes))
            except NotDerived:  # fewer conditions are known
                continue
        self.node = dict(self.sizes)
        self.letters: dict[str, _Letters] = {}
        self.lengths: dict[str, Any] = {}
        for each in text.coordinates:
            low, high = self.term(each.low, self.node), self.term(each.high, self.node)
            if each.is_word:
                told = [(over, c) for over, c in text.among if (each.name, False) in c.names()]
                apart = any(_neighbours_differ(each, *one) for one in told)
                unlike = any(c.op == "distinct" for _, c in told)
                made = _Letters(
                    z3.Function(each.name + "[]", z3.IntSort(), z3.IntSort()), each, low, high, unlike, apart
                )
                self.letters[each.name] = made
                self.lengths[each.name] = high
                self.node[each.name, False] = made
                for place in (z3.IntVal(1), high):
                    self.mark(place)
            else:
                x = self.int(each.name)
                self.node[each.name, False] = x
                self.known += [x >= low, x <= high]
        self.known += [self.term(c, self.node) for _, c in text.among if not self._on_words(c)]
        self.everywhere += [self.ranged(Term("all", (over[0], c)), self.node) for over, c in self._of_letters()]

    def _of_letters(self) -> Iterator[tuple[tuple[Range, ...], Term]]:
        """Conditions on all letters of a range."""
        for over, condition in self.text.among:
            apart = any(_neighbours_differ(each.word, over, condition) for each in self.letters.values())
            if len(over) == 1 and not apart:
                yield over, condition

    def _on_words(self, condition: Term) -> bool:
        return bool({name for name, _ in condition.names()} & self.letters.keys())

    def int(self, name: str) -> Any:
        """A new whole number."""
        self.fresh += 1
        return smt.z3().Int(f"{name} {self.fresh}")

    def mark(self, place: Any) -> None:
        """Use a place where nodes are compared letter by letter."""
        _keep(self.marks, place)

    def term(self, term: Term, names: dict[tuple[str, bool], Any]) -> Any:
        """A number or a condition."""
        z3 = smt.z3()
        match term.op:
            case "number":
                return z3.IntVal(term.args[0])
            case "name":
                return names[term.args]
            case "letter":
                return names[term.args[:2]](self.term(term.args[2], names))
            case "sum":
                low, high, of = self.ranged(term, names)
                self.sums.append((low, high, of, total := self.int("sum")))
                return total
        if term.op in ("with", "distinct") or any(isinstance(each, Range) for each in term.args):
            raise NotDerived(f"{term.op} in conditions or letters")
        args = [self.term(each, names) for each in term.args]
        x, *rest = args
        y = rest[0] if rest else None
        match term.op:
            case "+":
                return x + y
            case "-":
                return x - y
            case "*" if z3.is_int_value(x) or z3.is_int_value(y):
                return x * y
            case "*":
                for one, other in ((term.args[0], y), (term.args[1], x)):
                    if one.op == "count":
                        return z3.If(self.term(one.args[0], names), other, z3.IntVal(0))
            case "//" if z3.is_int_value(y):
                return x / y
            case "mod":
                return smt.remainder(x, y, self.limits)
            case "min":
                return z3.If(x <= y, x, y)
            case "max":
                return z3.If(x >= y, x, y)
            case "abs":
                return z3.If(x >= 0, x, -x)
            case "count":
                return z3.If(x, z3.IntVal(1), z3.IntVal(0))
            case "not":
                return z3.Not(x)
            case "and":
                return z3.And(x, y)
            case "or":
                return z3.Or(x, y)
            case "=":
                return x == y
            case "!=":
                return x != y
            case "<":
                return x < y
            case "<=":
                return x <= y
            case ">":
                return x > y
            case ">=":
                return x >= y
        raise NotDerived(f"{term} in conditions or letters")

    def ranged(self, term: Term, names: dict[tuple[str, bool], Any]) -> tuple[Any, Any, Callable[[Any], Any]]:
        """The range of a term over a range, and what stands for each of its numbers."""
        over, body = term.args
        low, high = self.term(over.low, names), self.term(over.high, names)
        return low, high, lambda number: self.term(body, {**names, (over.name, False): number})

    def condition(self, term: Term, names: dict[tuple[str, bool], Any], shown: bool) -> Any:
        """A condition on letters that is known, or is to be shown."""
        z3 = smt.z3()
        if term.op == "and":
            return z3.And(*(self.condition(each, names, shown) for each in term.args))
        opposite = term.op == "not" and term.args[0].op == "all"
        if term.op != "all" and not opposite:
            return self.term(term, names)
        low, high, of = self.ranged(term.args[0] if opposite else term, names)
        if opposite == shown:
            if opposite:
                return z3.Or(*(z3.And(x >= low, x <= high, z3.Not(of(x))) for x in [*self.marks.values()]))
            for end in (low, high):
                self.mark(end)
            self.everywhere.append((low, high, of))
            return z3.BoolVal(True)
        any_one = self.int("any")
        if opposite:  # the last number at which it does not hold
            self.mark(any_one)
            self.everywhere.append((any_one + 1, high, of))
            return z3.And(any_one >= low, any_one <= high, z3.Not(of(any_one)))
        return z3.Implies(z3.And(any_one >= low, any_one <= high), of(any_one))

    def word(self, term: Term, names: dict[tuple[str, bool], Any]) -> Word:
        """A word, some of whose letters may be changed."""
        z3 = smt.z3()
        if term.op == "name":
            return names[term.args]
        base, changes, over = term.args
        old = self.word(base, names)
        own = next(self.letters[part.args[0]] for part in base.parts() if part.args[0] in self.letters)
        pairs = [*zip(changes[::2], changes[1::2], strict=True)]
        if over is None:
            changed = [(self.term(at, names), self.term(letter, names)) for at, letter in pairs]
            for place, _ in changed:
                self.mark(place)
                self.changed.append(own.inside(place))

            def of(place: Any) -> Any:
                found = old(place)
                for at, letter in changed:
                    found = z3.If(place == at, letter, found)
                return found

            return of
        if len(pairs) != 1:
            raise NotDerived("several letters that change over a range")
        low, high = self.term(over.low, names), self.term(over.high, names)
        (at, letter) = pairs[0]
        number = _choice_at(over.name, at)
        bound = {over.name: number}
        for end in (low, high):
            self.mark(place := self.term(at, {**names, (over.name, False): end}))
            self.changed.append(z3.Implies(low <= high, own.inside(place)))

        def over_range(place: Any) -> Any:
            one = self.term(bound[over.name], {**names, ("place", True): place})
            inside = z3.And(one >= low, one <= high)
            return z3.If(inside, self.term(letter, {**names, (over.name, False): one}), old(place))

        return over_range

    def applied(self, rule: Rule, node: dict[tuple[str, bool], Any], choices: Sequence[Any] | None = None) -> _Applied:
        """A rule at a node with any choices, or with given ones, of which it is to be shown that they are its choices."""
        names, inside, made = dict(node), [], []
        for number, each in enumerate(rule.ranges):
            low, high = self.term(each.low, names), self.term(each.high, names)
            x = self.int(each.name) if choices is None else choices[number]
            names[each.name, False] = x
            inside += [x >= low, x <= high]
            made.append(x)
            self.mark(x)
        if rule.where is not None:
            inside.append(self.condition(rule.where, names, shown=choices is not None))
        target = dict(self.sizes)
        for coordinate, term in zip(self.text.coordinates, rule.target, strict=True):
            target[coordinate.name, False] = self.word(term, names) if coordinate.is_word else self.term(term, names)
        return _Applied(tuple(made), smt.z3().And(*inside), target)

    def given_choices(self, rule: Rule, other: Rule, choices: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        """Choices with which another rule may give a link from its other end: those of this end, and old letters."""
        names = dict(self.node)
        for each, x in zip(rule.ranges, choices, strict=True):
            names[each.name, False] = x
        likely: list[list[Any]] = []
        old = [
            self.term(Term("letter", (word.args[0].args[0], False, at)), names)
            for word in rule.target
            if word.op == "with" and word.args[2] is None and word.args[0].op == "name"
            for at in word.args[1][::2]
        ]
        for number, each in enumerate(other.ranges):
            low, high = self.term(each.low, names), self.term(each.high, names)
            x = choices[number] if number < len(choices) else low
            likely.append([x, *old, low + high - x, *choices, low, high])
        if not likely:
            yield ()
            return
        yield from islice(product(*likely), MOST_CHOICES)

    # Conditions

    def same(self, one: dict, two: dict) -> Any:
        """That two nodes are the same, to be shown: for any one letter."""
        z3, parts = smt.z3(), []
        for each in self.text.coordinates:
            x, y = one[each.name, False], two[each.name, False]
            if each.is_word:
                place = self.int("place")
                parts.append(z3.Implies(self.letters[each.name].inside(place), x(place) == y(place)))
            else:
                parts.append(x == y)
        return z3.And(*parts)

    def taken_as_same(self, one: dict, two: dict) -> list[Any]:
        """What is known if two nodes are the same, at the places that occur."""
        z3, parts = smt.z3(), []
        for each in self.text.coordinates:
            x, y = one[each.name, False], two[each.name, False]
            if not each.is_word:
                parts.append(x == y)
                continue
            for place in [*self.marks.values()]:
                parts.append(z3.Implies(self.letters[each.name].inside(place), x(place) == y(place)))
        return parts

    def is_node(self, node: dict) -> Any:
        """That coordinates are those of a node, to be shown: for any letters."""
        z3, parts = smt.z3(), []
        for each in self.text.coordinates:
            x = node[each.name, False]
            if not each.is_word:
                low, high = self.term(each.low, node), self.term(each.high, node)
                parts += [x >= low, x <= high]
                continue
            about = self.letters[each.name]
            p, q = self.int("place"), self.int("place")
            parts.append(z3.Implies(about.inside(p), z3.And(x(p) >= 0, x(p) < about.count)))
            if about.distinct:
                parts.append(z3.Implies(z3.And(about.inside(p), about.inside(q), p != q), x(p) != x(q)))
            if about.neighbours:
                parts.append(z3.Implies(z3.And(about.inside(p), about.inside(p + 1)), x(p) != x(p + 1)))
        parts += [self.term(c, node) for _, c in self.text.among if not self._on_words(c)]
        for over, condition in self._of_letters():
            parts.append(self.condition(Term("all", (over[0], condition)), node, shown=True))
        if any(c.op == "=" and c.args[0].op == "sum" for _, c in self.text.among):
            raise NotDerived("links between words of a sum")
        return z3.And(*parts)

    def always(self, known: Sequence[Any], claim: Any) -> bool:
        """Whether conditions imply a claim for all nodes of all sizes; False where the solver does not say so."""
        facts: dict[int, Any] = {}
        z3, known = smt.z3(), [*known]
        places = {**self.marks, **{key: x for each in self.letters.values() for key, x in each.places.items()}}
        for low, high, of in self.everywhere:
            known += [z3.Implies(z3.And(x >= low, x <= high), of(x)) for x in places.values()]
        for (low, high, of, one), (low_2, high_2, of_2, two) in combinations(self.sums, 2):
            x = self.int("summand")  # the one in which they differ, if they do
            alike = z3.Implies(z3.And(x >= low, x <= high), of(x) == of_2(x))
            known.append(z3.Implies(z3.And(low == low_2, high == high_2, alike), one == two))
        for _ in range(
            1 + any(each.neighbours for each in self.letters.values())
        ):  # whose facts bring in other letters
            for each in self.letters.values():
                facts |= {fact.get_id(): fact for fact in each.facts()}
        conditions = [*self.known, *known, *facts.values(), *self.limits, z3.Not(claim)]
        try:
            return smt.solution(conditions, PATIENCE) is None
        except ProofError:
            return False

    def never(self, known: Sequence[Any]) -> bool:
        """Whether conditions exclude each other."""
        return self.always(known, smt.z3().BoolVal(False))


def _choice_at(name: str, index: Term) -> Term:
    """The number of a range at which a letter with an index in it is that of a place."""
    here, place = Term("name", (name, False)), Term("name", ("place", True))
    if index == here:
        return place
    if index.op in ("+", "-"):
        one, two = index.args
        if one == here and here not in [*two.parts()]:
            return Term("-" if index.op == "+" else "+", (place, two))
        if two == here and here not in [*one.parts()]:
            return Term("-", (place, one)) if index.op == "+" else Term("-", (one, place))
    raise NotDerived(f"letters [{index}] that change")


# Links counted


@dataclass(frozen=True)
class CountedWordRule(CountedRule):
    """A counted rule of a network with words.

    ends: The links that end at a node, if they are not those that begin there.
    words: The number of words at which a choice applies; None if it is all of them.
    """

    ends: Callable[[], FactorRule] | None = field(default=None, compare=False)
    words: sp.Expr | None = None

    def sum(self, factor: Factor) -> sp.Expr:
        """The number of its links, as a sum over nodes and choices."""
        if self.words is None:
            return super().sum(factor)
        assert isinstance(factor, WordFactor)
        links = replace(self, part=self.part * self.words, words=None).at_node()
        return replace(factor, words=sp.S.One).total(links)

    def at_node(self) -> sp.Expr:
        """The number of its links that begin at a node, as a sum over choices."""
        if self.words is not None:
            raise NotDerived(
                f"links {self.rule.class_name} at a node, of which there are more at some words than at others"
            )
        return super().at_node()

    def into(self, factor: Factor) -> sp.Expr:
        """The number of its links that end at a node, as a sum over choices."""
        return self.at_node() if self.ends is None else replace(self, rule=self.ends(), ends=None).at_node()


@lru_cache(64)
def counted_word_rules(factor: WordFactor, domain: Domain) -> tuple[CountedWordRule, ...]:
    """The rules of a network with words, each with what its choices count for.

    Raises
    ------
    NotDerived
        If it is not decided how often a link is given.
    """
    text = factor.text
    assert text is not None
    found = []
    for number, rule in enumerate(text.rules):
        own, words = _symbolic(text, domain, rule)
        name = rule.class_name
        net = _Network(text, domain)
        link = net.applied(rule, net.node)
        here = [link.inside]
        if not net.always(here, smt.z3().And(net.is_node(link.target), *net.changed)):
            raise NotDerived(f"links {name} that may lead to no node")
        if not net.never([*here, *net.taken_as_same(link.target, net.node)]):
            raise NotDerived(f"links {name} that may lead back to their node")
        _require_once(text, domain, rule)
        for other in text.rules[:number]:
            if not _apart(text, domain, rule, other):
                raise NotDerived(f"links that {other.class_name} and {name} may both give")
        if rule.one_way or _apart(text, domain, rule, rule, turned_only=True):
            found.append(CountedWordRule(own, sp.S.One, ONCE, partial(_ends, text, domain, rule), words))
        elif _given_back(text, domain, rule, rule):
            found.append(CountedWordRule(own, sp.S.Half, BOTH_ENDS, words=words))
        else:
            raise NotDerived(f"links {name} some of which both ends may give")
    return tuple(found)


def _symbolic(text: Definition, domain: Domain, rule: Rule) -> tuple[FactorRule, sp.Expr | None]:
    """A rule by its choices alone, and the number of words at which a choice applies, if they are not all."""
    names: Names = {(p.name, False): p.symbol for p in domain.parameters}
    for each in text.coordinates:
        if not each.is_word:
            names[each.name, False] = sp.Symbol(each.name + PRIME, integer=True)
    words = {each.name for each in text.coordinates if each.is_word}
    if words & {name for each in rule.ranges for bound in (each.low, each.high) for name, _ in bound.names()}:
        raise NotDerived(f"ranges by letters ({rule.class_name})")
    numbers: list[Term] = []
    letters: list[Term] = []
    for condition in _conjuncts(rule.where):
        (letters if words & {name for name, _ in condition.names()} else numbers).append(condition)
    ranges: list[tuple[sp.Symbol, sp.Expr, sp.Expr]] = []
    for over in rule.ranges:
        low, high = symbolic(over.low, names), symbolic(over.high, names)
        names[over.name, False] = sp.Symbol(over.name + PRIME, integer=True)
        ranges.append((names[over.name, False], low, high))
    where = sp.And(*(symbolic(each, names) for each in numbers))
    own = FactorRule(rule.class_name, (), tuple(ranges), where, rule.one_way)
    return own, _applying(text, domain, rule, letters, names) if letters else None


def _conjuncts(condition: Term | None) -> Iterator[Term]:
    """The parts of a condition that hold all at once."""
    if condition is not None and condition.op == "and":
        for each in condition.args:
            yield from _conjuncts(each)
    elif condition is not None:
        yield condition


def _applying(text: Definition, domain: Domain, rule: Rule, conditions: Sequence[Term], names: Names) -> sp.Expr:
    """The number of words at which conditions hold, by the letters that each fixes or excludes when the others are chosen.

    Raises
    ------
    NotDerived
        If the letters of one condition are not apart from those of another, or from those that say what they are.
    """
    words = {each.name: each for each in text.coordinates if each.is_word}
    if any(name in words for _, c in text.among for name, _ in c.names()):
        raise NotDerived(f"conditions on letters ({rule.class_name})")
    letters = {name: symbolic(each.low, names) for name, each in words.items()}
    free = {name: symbolic(each.high, names) for name, each in words.items()}
    every = sp.Mul(*(letters[name] ** free[name] for name in words))
    net, z3 = _Network(text, domain), smt.z3()
    link = net.applied(rule._replace(where=None), net.node)
    here = {**net.node, **{(each.name, False): x for each, x in zip(rule.ranges, link.choices, strict=True)}}
    known = [link.inside, *(net.term(c, here) for c in _conjuncts(rule.where) if c not in conditions)]
    fixed: list[tuple[str, Any, Any]] = []
    others: list[tuple[str, Any]] = []
    factor = sp.S.One
    for condition in conditions:
        opposite = condition.op == "not" and len(conditions) == 1
        inner = condition.args[0] if opposite else condition
        over = inner.args[0] if inner.op == "all" else None
        relation = inner.args[1] if over else inner
        if relation.op not in (("=",) if over else ("=", "!=")) or relation.args[0].op != "letter":
            raise NotDerived(f"the condition {condition} on letters")
        (word, prime, place), value = relation.args[0].args, relation.args[1]
        if prime or (over and place != Term("name", (over.name, False))):
            raise NotDerived(f"the condition {condition} on letters")
        low, high = (over.low, over.high) if over else (place, place)
        first, last, is_value = net.term(low, here), net.term(high, here), net.term(value, here)
        fixed.append((word, first, last))
        others += [(part.args[0], net.term(part.args[2], here)) for part in value.parts() if part.op == "letter"]
        many = symbolic(high, names) - symbolic(low, names) + 1
        inside = [first >= 1, last <= net.lengths[word], last >= first - 1, is_value >= 0]
        if not net.always(known, z3.And(*inside, is_value < net.letters[word].count)):
            raise NotDerived(f"the letters of {condition}")
        free[word] -= many
        factor *= letters[word] - 1 if relation.op == "!=" else 1
    apart = [
        z3.Or(place < first, place > last) for one, place in others for other, first, last in fixed if one == other
    ]
    apart += [
        z3.Or(last < first, last_2 < first_2, last < first_2, last_2 < first)
        for (one, first, last), (other, first_2, last_2) in combinations(fixed, 2)
        if one == other
    ]
    if not net.always(known, z3.And(*apart)):
        raise NotDerived(f"letters that several conditions ask for ({rule.class_name})")
    found = factor * sp.Mul(*(letters[name] ** sp.expand(free[name]) for name in words))
    return every - found if conditions[0].op == "not" else found


def _require_once(text: Definition, domain: Domain, rule: Rule) -> None:
    """Check that two choices at one node do not give the same link; it raises NotDerived."""
    net = _Network(text, domain)
    one, two = net.applied(rule, net.node), net.applied(rule, net.node)
    alike = smt.z3().And(*(x == y for x, y in zip(one.choices, two.choices, strict=True)))
    if not net.always([one.inside, two.inside, *net.taken_as_same(one.target, two.target)], alike):
        raise NotDerived(f"links {rule.class_name} that one node may give twice")


def _apart(text: Definition, domain: Domain, rule: Rule, other: Rule, turned_only: bool = False) -> bool:
    """Whether no link of a rule is one of another rule, or of the same rule from its other end."""
    if not turned_only:
        net = _Network(text, domain)
        one, two = net.applied(rule, net.node), net.applied(other, net.node)
        if not net.never([one.inside, two.inside, *net.taken_as_same(one.target, two.target)]):
            return False
    if rule.one_way:
        return True
    net = _Network(text, domain)
    one = net.applied(rule, net.node)
    back = net.applied(other, one.target)
    return net.never([one.inside, back.inside, *net.taken_as_same(back.target, net.node)])


def _given_back(text: Definition, domain: Domain, rule: Rule, other: Rule) -> bool:
    """Whether another rule gives each link of a rule from its other end, with a choice that is tried."""
    net = _Network(text, domain)
    one = net.applied(rule, net.node)
    for choices in net.given_choices(rule, other, one.choices):
        back = net.applied(other, one.target, choices)
        if net.always([one.inside], smt.z3().And(back.inside, net.same(back.target, net.node))):
            return True
    return False


@lru_cache(64)
def _ends(text: Definition, domain: Domain, rule: Rule) -> FactorRule:
    """The links of a rule that end at a node."""
    return _symbolic(text, domain, _reversed(text, domain, rule))[0]


def _reversed(text: Definition, domain: Domain, rule: Rule) -> Rule:
    """The rule that gives the links of a rule, all of them and no others, from their other ends.

    Raises
    ------
    NotDerived
        If it is not found.
    """
    before: dict[str, Term] = {}
    inside: list[Term] = [rule.where] if rule.where else []
    for each, term in zip(text.coordinates, rule.target, strict=True):
        if not each.is_word:
            here = Term("name", (each.name, False))
            before[each.name] = back = _undone(term, here)
            if back.op in ("+", "-"):
                inside += [Term("<=", (each.low, here)), Term("<=", (here, each.high))]
    moved = replaced_names(before)
    target = tuple(
        moved(term) if each.is_word else before[each.name]
        for each, term in zip(text.coordinates, rule.target, strict=True)
    )
    where: Term | None = None
    for condition in inside:
        where = moved(condition) if where is None else Term("and", (where, moved(condition)))
    ranges = tuple(Range(each.name, moved(each.low), moved(each.high)) for each in rule.ranges)
    likely = rule._replace(target=target, ranges=ranges, where=where)
    zero = replaced_names({each.name: Term("number", (0,)) for each in ranges})
    for found in (likely, likely._replace(target=tuple(map(zero, target)), ranges=())):
        net = _Network(text, domain)
        link = net.applied(found, net.node)
        if (
            net.always([link.inside], net.is_node(link.target))
            and _given_back(text, domain, rule, found)
            and _given_back(text, domain, found, rule)
        ):
            _require_once(text, domain, found)
            return found
    raise NotDerived(f"the links {rule.class_name} that end at a node")


def _undone(term: Term, here: Term) -> Term:
    """The coordinate from which a rule leads to a coordinate."""
    if term == here:
        return here
    if term.op == "mod":
        return Term("mod", (_undone(term.args[0], here), term.args[1]))
    if term.op in ("+", "-") and term.args[0] == here and here not in [*term.args[1].parts()]:
        return Term("-" if term.op == "+" else "+", (here, term.args[1]))
    raise NotDerived(f"the links to {term} from their other ends")


def replaced_names(table: dict[str, Term]) -> Callable[[Term], Term]:
    """The function that replaces names of coordinates in a term."""

    def of(term: Term) -> Term:
        if term.op == "name" and not term.args[1]:
            return table.get(term.args[0], term)
        return replace(term, args=tuple(part(each) for each in term.args))

    def part(each: Any) -> Any:
        if isinstance(each, Range):
            return Range(each.name, of(each.low), of(each.high))
        if isinstance(each, tuple):
            return tuple(part(one) for one in each)
        return of(each) if isinstance(each, Term) else each

    return of

"""Networks of words in the terms of a solver: nodes, rules and the conditions under which links are the same.

A word is an unknown function of the number of a letter. z3 decides conditions for words of every length: what is to be shown
for each letter is shown for any one, and of what is known for each letter the instances at the places that occur are used.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice, product
from typing import Any

from netlemma.definitions import Coordinate, Definition, Range, Rule, Term
from netlemma.derive.algebra import smt
from netlemma.derive.core.domain import Domain
from netlemma.errors import NotDerived, ProofError

MOST_CHOICES = 40  # tried for the choice that gives a link from its other end
PATIENCE = 5_000  # milliseconds for a condition

Word = Callable[[Any], Any]  # from the number of a letter to the letter


def neighbours_differ(word: Coordinate, over: tuple[Range, ...], condition: Term) -> bool:
    """Whether a condition says that each letter differs from the next one."""
    if condition.op == "all":
        over, condition = (*over, condition.args[0]), condition.args[1]
    if len(over) != 1 or condition.op != "!=":
        return False
    one, last = Term("number", (1,)), over[0].high
    here = Term("name", (over[0].name, False))
    expected = [Term("letter", (word.name, False, each)) for each in (here, Term("+", (here, one)))]
    return [*condition.args] == expected and over[0].low == one and last == Term("-", (word.high, one))


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
class AppliedRule:
    """A rule at a node with its choices: the condition under which it applies, and the node at the other end."""

    choices: tuple[Any, ...]
    inside: Any
    target: dict[tuple[str, bool], Any]


class WordNetwork:
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
                apart = any(neighbours_differ(each, *one) for one in told)
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
            apart = any(neighbours_differ(each.word, over, condition) for each in self.letters.values())
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

    def applied(
        self, rule: Rule, node: dict[tuple[str, bool], Any], choices: Sequence[Any] | None = None
    ) -> AppliedRule:
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
        return AppliedRule(tuple(made), smt.z3().And(*inside), target)

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

"""Terms of a definition as conditions of an SMT solver, words and conditions on all their letters included.

A word is a function from places to letters. A condition for all values of a range is a truth of its own: if it is false there
is a value that breaks it, and if it is true it holds at every place that is named; what no place names is left out. So what is
unsatisfiable here holds of no network.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from netlemma.definitions import Coordinate, Definition, Range, Term
from netlemma.derive.algebra.smt import remainder, z3
from netlemma.errors import NotDerived

PATIENCE = 5_000  # milliseconds for a query
MOST_FACTS = 4000
MOST_LEVELS = 1  # of conditions on ranges within others


class Word(NamedTuple):
    """The letters of a word by their places, and how many there are."""

    letter: Callable[[Any], Any]
    length: Any


Names = Mapping[tuple[str, bool], Any]  # numbers and words of the solver by names, each with whether it has a prime


class Everywhere(NamedTuple):
    """A truth that says a condition of all numbers of a range."""

    truth: Any
    low: Any
    high: Any
    body: Callable[[Any], Any]


class Encoder:
    """Terms in the solver, with the facts that belong to them."""

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.facts: list[Any] = []
        self.limits: list[Any] = []  # what is known of remainders
        self.done: set[tuple[int, int]] = set()
        self.places: dict[int, Any] = {}
        self.shifted: dict[int, Any] = {}  # the places whose letters are at these
        self.everywhere: list[Everywhere] = []
        self.remainders: dict[tuple[int, int], tuple[Any, ...]] = {}
        self.level: dict[int, int] = {}  # of places, how many conditions on ranges led to them
        self.used: dict[int, tuple[Term, list[tuple[str, bool]]]] = {}  # the names in terms
        self.held: dict[tuple[int, tuple[int, ...]], tuple[Any, list[Any]]] = {}
        self.made = self.inside = 0
        self.sizes: dict[tuple[str, bool], Any] = {(name, False): z3().Int(name) for name in definition.sizes}
        self.facts += [self.sizes[name, False] >= least for name, least in definition.least.items()]
        self.facts += [self.holds(each, self.sizes) for each in definition.conditions]
        self.shifts = list(self._shifts())

    def _shifts(self) -> Iterator[tuple[Any, int]]:
        """The places of letters by a name of a range, such as d+1-j, as the place of j = 0 and 1 or -1."""
        definition, solver = self.definition, z3()
        seen = set()
        said = [(each.ranges, each.target, each.where) for each in definition.rules]
        said += [(each.ranges, each.target, each.where) for each in definition.routes]
        for ranges, target, where in said:
            bound = {over.name for over in ranges}
            for part in (part for each in (*target, where) if each is not None for part in each.parts()):
                for index in part.args[2:] if part.op == "letter" else part.args[1][::2] if part.op == "with" else ():
                    names = {name for name, _ in index.names()}
                    if (
                        index.op == "name"
                        or index in seen
                        or len(names & bound) != 1
                        or not names <= {*bound, *definition.sizes}
                    ):
                        continue
                    seen.add(index)
                    first, second = (
                        self.number(index, {**self.sizes, ((names & bound).pop(), False): solver.IntVal(j)})
                        for j in (0, 1)
                    )
                    slope = solver.simplify(second - first)
                    if solver.is_int_value(slope) and abs(slope.as_long()) == 1:
                        yield first, slope.as_long()

    def fresh(self, name: str) -> Any:
        """A number of its own."""
        self.made += 1
        return z3().Int(f"{name} {self.made}")

    def node(self, prime: bool = False, mark: str = "") -> dict[tuple[str, bool], Any]:
        """The coordinates of any node of the network."""
        found: dict[tuple[str, bool], Any] = {}
        names = {**self.sizes}  # of the coordinates before
        for each in self.definition.coordinates:
            low, high = self.number(each.low, names), self.number(each.high, names)
            label = each.name + "'" * prime + mark
            value: Any = z3().Int(label)
            if each.is_word:
                value = Word(z3().Function(label, z3().IntSort(), z3().IntSort()), high)
                self.facts.append(high >= 0)
                self.everywhere.append(Everywhere(z3().BoolVal(True), z3().IntVal(1), high, self._inside(value, low)))
            else:
                self.facts += [low <= value, value <= high]
            found[each.name, prime] = names[each.name, False] = value
        self.facts += self.conditions(names)
        return found

    def _inside(self, word: Word, letters: Any) -> Callable[[Any], Any]:
        """The condition that the letter at a place is one of so many."""
        return lambda place: z3().And(word.letter(place) >= 0, word.letter(place) < letters)

    def conditions(self, names: Names) -> list[Any]:
        """What the definition asks of the coordinates of a node beside their ranges."""
        return [
            self.for_all(ranges, partial(self.holds, condition), names) for ranges, condition in self.definition.among
        ]

    def is_node(self, names: Names) -> Any:
        """The condition that coordinates are those of a node."""
        found, before = [], {**self.sizes}
        for each in self.definition.coordinates:
            low, high = self.number(each.low, before), self.number(each.high, before)
            value = names[each.name, False]
            if each.is_word:
                found.append(self.all_in(z3().IntVal(1), high, self._inside(value, low)))
            else:
                found += [low <= value, value <= high]
            before[each.name, False] = value
        return z3().And(*found, *self.conditions(before))

    def same(self, one: Any, other: Any) -> Any:
        """Whether two numbers or words are equal."""
        if not isinstance(one, Word):
            return one == other
        return self.all_in(z3().IntVal(1), one.length, lambda place: one.letter(place) == other.letter(place))

    def all_in(self, low: Any, high: Any, body: Callable[[Any], Any]) -> Any:
        """Whether a condition holds of all numbers of a range."""
        self.made += 1
        truth, breaks = z3().Bool(f"all {self.made}"), self.fresh("place")
        self.facts.append(z3().Or(truth, z3().And(low <= breaks, breaks <= high, z3().Not(body(breaks)))))
        self.named(breaks)
        self.everywhere.append(Everywhere(truth, low, high, body))
        return truth

    def for_all(self, ranges: Sequence[Range], body: Callable[[Names], Any], names: Names) -> Any:
        """Whether a condition holds for all values in ranges."""
        if not ranges:
            return body(names)
        first, *rest = ranges
        low, high = self.number(first.low, names), self.number(first.high, names)
        return self.all_in(low, high, lambda value: self.for_all(rest, body, {**names, (first.name, False): value}))

    def named(self, place: Any) -> None:
        """Keep a number at which conditions on whole ranges are asked."""
        if self.inside <= MOST_LEVELS:
            self.places.setdefault(place.get_id(), place)
            self.level.setdefault(place.get_id(), self.inside)

    def all_facts(self) -> list[Any]:
        """All facts, with conditions on whole ranges at every place."""
        done = self.done
        for place in list(self.places.values()):
            for first, slope in self.shifts:
                shifted = z3().simplify((place - first) * slope)
                self.shifted.setdefault(shifted.get_id(), shifted)
        while todo := [
            (number, place)
            for number in range(len(self.everywhere))
            for place in {**self.shifted, **self.places}
            if (number, place) not in done
        ]:
            for number, key in todo:
                done.add((number, key))
                truth, low, high, body = self.everywhere[number]
                place = self.places.get(key, self.shifted.get(key))
                self.inside = self.level.get(key, 0) + 1
                self.facts.append(z3().Implies(z3().And(truth, low <= place, place <= high), body(place)))
                self.inside = 0
                if len(self.facts) > MOST_FACTS:
                    raise NotDerived("conditions on letters that depend on one another")
        return [*self.facts, *self.limits]

    def impossible(self, *conditions: Any) -> bool:
        """Whether no whole numbers satisfy all conditions and facts; False if the solver does not decide it."""
        solver = z3().Solver()
        solver.set("timeout", PATIENCE)
        solver.add(*self.all_facts(), *conditions)
        return str(solver.check()) == "unsat"

    # Terms

    def holds(self, term: Term, names: Names) -> Any:
        """A condition, the same one if it is asked again."""
        if id(term) not in self.used:
            self.used[id(term)] = term, sorted(term.names())
        values = [names[name] for name in self.used[id(term)][1] if name in names]
        key = id(term), tuple(id(each) if isinstance(each, Word) else each.get_id() for each in values)
        if key not in self.held:
            self.held[key] = self._holds(term, names), values  # kept, so that the key stays theirs
        return self.held[key][0]

    def _holds(self, term: Term, names: Names) -> Any:
        solver = z3()
        match term.op:
            case "and" | "or":
                return {"and": solver.And, "or": solver.Or}[term.op](*(self.holds(each, names) for each in term.args))
            case "not":
                return solver.Not(self.holds(term.args[0], names))
            case "all":
                over, body = term.args
                return self.for_all([over], lambda here: self.holds(body, here), names)
            case "distinct":
                raise NotDerived(f"{term}")
        one, other = term.args
        if self.is_word(one, names):
            same = self.same(self.word(one, names), self.word(other, names))
            return same if term.op == "=" else solver.Not(same)
        (a, b), (c, d) = self._ratio(one, names), self._ratio(other, names)
        x, y = a * d if d > 1 else a, c * b if b > 1 else c
        return {
            "=": lambda: x == y,
            "!=": lambda: x != y,
            "<": lambda: x < y,
            "<=": lambda: x <= y,
            ">": lambda: x > y,
            ">=": lambda: x >= y,
        }[term.op]()

    def is_word(self, term: Term, names: Names) -> bool:
        """Whether a term is a word, and no number."""
        return term.op == "with" or (term.op == "name" and isinstance(names[term.args], Word))

    def value(self, term: Term, names: Names) -> Any:
        """A coordinate: a number or a word."""
        return self.word(term, names) if self.is_word(term, names) else self.number(term, names)

    def word(self, term: Term, names: Names) -> Word:
        """A word."""
        if term.op == "name":
            return names[term.args]  # type: ignore[no-any-return]
        base, changes, over = term.args
        if over is not None:
            raise NotDerived("words all of whose letters change")
        old = self.word(base, names)
        letter = old.letter
        for index, new in zip(changes[::2], changes[1::2], strict=True):
            place, value = self.number(index, names), self.number(new, names)
            self.named(place)

            def letter(at: Any, before: Any = letter, place: Any = place, value: Any = value) -> Any:
                return z3().If(at == place, value, before(at))

        return Word(letter, old.length)

    def number(self, term: Term, names: Names) -> Any:
        """A whole number."""
        solver = z3()
        match term.op:
            case "number":
                return solver.IntVal(term.args[0])
            case "name":
                return names[term.args]
            case "letter":
                place = self.number(term.args[2], names)
                self.named(place)
                return names[term.args[:2]].letter(place)
            case "count":
                return solver.If(self.holds(term.args[0], names), solver.IntVal(1), solver.IntVal(0))
            case "floor" | "+" | "-" | "*" | "/" if any(part.op == "/" for part in term.parts()):
                above, below = self._ratio(term.args[0] if term.op == "floor" else term, names)
                return above / below
            case "floor":
                return self.number(term.args[0], names)
        if term.args and isinstance(term.args[0], Range):
            raise NotDerived(f"{term.op} over {term.args[0].name} in a rule of a route")
        args = [self.number(each, names) for each in term.args]
        constants = [each for each in args if solver.is_int_value(solver.simplify(each))]
        match term.op:
            case "+":
                return args[0] + args[1]
            case "-":
                return args[0] - args[1]
            case "*" if constants:
                return args[0] * args[1]
            case "*" if counted := [i for i, each in enumerate(term.args) if each.op == "count"]:
                return solver.If(
                    self.holds(term.args[counted[0]].args[0], names), args[1 - counted[0]], solver.IntVal(0)
                )
            case "mod":
                return self._remainder(args[0], solver.simplify(args[1]))
            case "//" if constants and args[1] is constants[-1] and solver.simplify(args[1]).as_long() > 0:
                return args[0] / args[1]
            case "^" if len(constants) == 2:
                base, exponent = (solver.simplify(each).as_long() for each in args)
                if 0 <= exponent <= 64:
                    return solver.IntVal(base**exponent)
            case "abs":
                return solver.If(args[0] >= 0, args[0], -args[0])
            case "min" | "max":
                found = args[0]
                for each in args[1:]:
                    found = solver.If(found <= each if term.op == "min" else found >= each, found, each)
                return found
        raise NotDerived(f"{term} is not linear")

    def _ratio(self, term: Term, names: Names) -> tuple[Any, int]:
        """Numerator and denominator of a fraction; the denominator is above 0."""
        if term.op not in ("+", "-", "*", "/") or not any(part.op == "/" for part in term.parts()):
            return self.number(term, names), 1
        (a, b), (c, d) = (self._ratio(each, names) for each in term.args)
        if term.op in ("+", "-"):
            return (a * d + c * b, b * d) if term.op == "+" else (a * d - c * b, b * d)
        number = z3().simplify(c)
        if not z3().is_int_value(number) or (term.op == "/" and not number.as_long()):
            raise NotDerived(f"{term} is not linear")
        if term.op == "*":
            return a * c, b * d
        by = number.as_long()
        return (a * d if by > 0 else -a * d), b * abs(by)

    def _remainder(self, number: Any, modulus: Any) -> Any:
        key = number.get_id(), modulus.get_id()
        if key not in self.remainders:
            found = remainder(number, modulus, self.limits)
            self.remainders[key] = found, number, modulus  # kept, so that the key stays theirs
        return self.remainders[key][0]


def own(coordinate: Coordinate) -> Term:
    """The coordinate as a term."""
    return Term("name", (coordinate.name, False))

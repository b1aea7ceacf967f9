"""Routings of a definition for all sizes: packets arrive, and a rank of channels rises on every step."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, combinations_with_replacement, islice, product, zip_longest
from typing import Any, NamedTuple

from netlemma.definitions import Coordinate, Definition, Range, RouteRule, Rule, Term
from netlemma.derive.algebra.smt import z3
from netlemma.derive.definitions.encoded_terms import Encoder, Names, own
from netlemma.errors import NotDerived

MOST_RULES = 24  # of a routing: every two of them may follow one another
MOST_CHOICES = 60  # values of the ranges of a link that are tried for a hop


class Part(NamedTuple):
    """A part of the rank of channels: for each rule a value of the hops by it, which depends on their channels alone."""

    words: str
    values: Mapping[int, Term]


@dataclass(frozen=True)
class RouteProof:
    """What is proved of a routing for all sizes.

    arrives: Why packets arrive.
    rank: The parts of a rank that rises on every step; None if none is found.
    missing: What is not proved, with what was tried; "" if all is.
    """

    arrives: tuple[str, ...] = ()
    rank: tuple[Part, ...] | None = None
    missing: str = ""


def route_proof(definition: Definition, name: str) -> RouteProof:
    """Prove that the packets of a routing arrive at all sizes, and that they do not wait for one another.

    >>> from netlemma.definitions import read_definition
    >>> ring = "family r\\nsizes n >= 3\\nnode i: 0..n-1\\nlink ring: i -> (i+1) mod n\\n"
    >>> found = route_proof(read_definition(ring + "route i -> (i+1) mod n vc [i < i']"), "route")
    >>> [part.words for part in found.rank]
    ['the virtual channel', 'i']
    """
    route = Route(definition, definition.routings[name])
    if len(route.rules) > MOST_RULES:
        return RouteProof(missing=f"a routing of {len(route.rules)} rules: at most {MOST_RULES} are looked at together")
    try:
        route.require_hops()
        arrives = route.arrives()
        if isinstance(arrives, str):
            return RouteProof(missing=arrives)
        rank = route.rank()
    except NotDerived as error:
        return RouteProof(missing=f"the rules say more than is decided for all sizes: {error}")
    if isinstance(rank, str):
        return RouteProof(arrives, missing=rank)
    return RouteProof(arrives, rank)


class Hop(NamedTuple):
    """A packet that takes a rule at a node.

    before, after: Names of sizes, coordinates and destination, at the node and behind the hop; ``before`` those of the choices, too.
    taken: The condition that the rule is the first that applies.
    vc: Virtual channel.
    """

    before: Names
    after: Names
    taken: list[Any]
    vc: Any


class Route:
    """The rules of a routing in the solver."""

    def __init__(self, definition: Definition, rules: Sequence[RouteRule]) -> None:
        self.definition, self.rules = definition, rules

    # Hops

    def at_node(self, mark: str = "") -> tuple[Encoder, dict[tuple[str, bool], Any]]:
        """Any node and any other one, to which packets may go."""
        encoder = Encoder(self.definition)
        here = {**encoder.sizes, **encoder.node(), **self.destination(encoder, mark)}
        encoder.facts.append(self.away(encoder, here))
        return encoder, here

    def destination(self, encoder: Encoder, mark: str = "") -> dict[tuple[str, bool], Any]:
        """A node to which packets may go."""
        there = encoder.node(prime=True, mark=mark)
        on = self.definition.terminals
        if on is not None and on.where is not None:
            own = {(name, False): value for (name, _), value in there.items()}
            encoder.facts.append(encoder.holds(on.where, {**encoder.sizes, **own}))
        return there

    def away(self, encoder: Encoder, names: Names) -> Any:
        """The condition that a packet is not at its destination."""
        return z3().Not(
            z3().And(*(encoder.same(names[each.name, False], names[each.name, True]) for each in self.coordinates))
        )

    @property
    def coordinates(self) -> tuple[Coordinate, ...]:
        return self.definition.coordinates

    def hop(self, encoder: Encoder, names: Names, number: int) -> Hop:
        """The hop of a packet that takes a rule."""
        rule = self.rules[number]
        here = dict(names)
        conditions = [self.passed(encoder, self.rules[i], names) for i in range(number)]
        for over in rule.ranges:
            choice = encoder.fresh(over.name)
            conditions += [encoder.number(over.low, here) <= choice, choice <= encoder.number(over.high, here)]
            encoder.named(choice)
            here[over.name, False] = choice
        if rule.where is not None:
            conditions.append(encoder.holds(rule.where, here))
        if len(rule.ranges) == 1 and rule.where is not None:  # of several ranges any choice is taken to be possible
            over, key = rule.ranges[0], (rule.ranges[0].name, False)
            low = encoder.number(over.low, names)
            conditions.append(
                encoder.all_in(low, here[key] - 1, lambda value: self._not(encoder, rule, {**names, key: value}))
            )
        after = dict(names)
        for each, term in zip(self.coordinates, rule.target, strict=True):
            value = encoder.value(term, here)
            if not each.is_word and term != own(each):
                known, value = value, encoder.fresh(each.name)
                conditions.append(value == known)
            after[each.name, False] = value
        vc = z3().IntVal(0) if rule.vc is None else encoder.number(rule.vc, here)
        return Hop(here, after, conditions, vc)

    def _not(self, encoder: Encoder, rule: RouteRule, names: Names) -> Any:
        return z3().Not(z3().BoolVal(True) if rule.where is None else encoder.holds(rule.where, names))

    def passed(self, encoder: Encoder, rule: RouteRule, names: Names) -> Any:
        """The condition that a rule does not apply."""
        return encoder.for_all(rule.ranges, lambda here: self._not(encoder, rule, here), names)

    # Hops are links, and packets arrive

    def require_hops(self) -> None:
        """Check that each hop is a link between nodes, and that some rule applies everywhere.

        Raises
        ------
        NotDerived
            If that is not proved.
        """
        for number, rule in enumerate(self.rules):
            encoder, hop = self._one(number)
            places = [
                encoder.number(term, hop.before)
                for each, target in zip(self.coordinates, rule.target, strict=True)
                if each.is_word and target != own(each)
                for term in (
                    *changed_letter(target, each),
                    Term("letter", (each.name, False, changed_letter(target, each)[0])),
                )
            ]
            ways = ((hop.before, hop.after, False), (hop.after, hop.before, True))
            links = [link for way in ways for link in self._links(encoder, *way, places)]
            if not encoder.impossible(*hop.taken, z3().Not(z3().And(encoder.is_node(hop.after), z3().Or(*links)))):
                raise NotDerived(f"it is not proved that the hop of line {rule.place.line} is a link")
        encoder, here = self.at_node()
        if not encoder.impossible(*(self.passed(encoder, rule, here) for rule in self.rules)):
            raise NotDerived("it is not proved that a rule applies wherever packets come")

    def _links(self, encoder: Encoder, one: Names, other: Names, back: bool, places: Sequence[Any]) -> Iterator[Any]:
        """Conditions that a link leads from one node to another, for likely choices of its ranges."""
        here = {key: value for key, value in one.items() if not key[1]}
        likely = [
            *places,
            *(names[each.name, False] for names in (other, one) for each in self.coordinates if not each.is_word),
        ]
        for rule in self.definition.rules:
            if not (back and rule.one_way):
                for values in islice(product(likely, repeat=len(rule.ranges)), MOST_CHOICES):
                    yield self._is_link(encoder, rule, here, other, values)

    def _is_link(self, encoder: Encoder, rule: Rule, one: Names, other: Names, values: Sequence[Any]) -> Any:
        here, conditions = dict(one), []
        for over, value in zip(rule.ranges, values, strict=True):
            conditions += [encoder.number(over.low, here) <= value, value <= encoder.number(over.high, here)]
            here[over.name, False] = value
        if rule.where is not None:
            conditions.append(encoder.holds(rule.where, here))
        for each, term in zip(self.coordinates, rule.target, strict=True):
            conditions.append(encoder.same(encoder.value(term, here), other[each.name, False]))
        return z3().And(*conditions)

    def arrives(self) -> tuple[str, ...] | str:
        """Values that together fall on every hop, or what was tried."""
        tried = list(self.potentials())
        found: dict[
            tuple[Term, bool], list[list[int]]
        ] = {}  # the rules by which it falls, and the others by which it does not rise
        todo = self.circles(range(len(self.rules)))
        while todo:
            left = todo.pop(0)
            for term in tried:
                if strict := self._falls(term, left):
                    others = [number for number in left if number not in strict]
                    falls = found.setdefault((term, bool(others)), [[], []])
                    falls[0] += strict
                    falls[1] += others
                    todo = [*self.circles(others), *todo]
                    break
            else:
                names = ", ".join(map(str, tried))
                return (
                    f"it is not proved that packets arrive: by the rules of {self._lines(left)} none of these is found to fall and "
                    f"never to rise: {names}"
                )
        words = [
            f"{term} falls by {self._lines(strict)}" + (f" and never rises by {self._lines(others)}" if others else "")
            for (term, _), (strict, others) in found.items()
        ]
        words = words or ["no rule is taken twice"]
        if self._is_shortest():
            words.append("the claimed distance falls by one on every hop, so that routes are shortest")
        return tuple(words)

    def _is_shortest(self) -> bool:
        """Whether the claimed distance is shown to fall by one on every hop."""
        claim = self.definition.distance
        if claim is None:
            return False
        for number in range(len(self.rules)):
            encoder, hop = self._one(number)
            try:
                change = self.change(encoder, number, hop, claim)
            except NotDerived:  # a distance of another form: nothing is said of it
                return False
            if not encoder.impossible(*hop.taken, change != -1):
                return False
        return True

    def circles(self, rules: Iterable[int]) -> list[list[int]]:
        """The rules of some that packets may take again and again, those that may follow one another in a circle together."""
        reach = _reached({r: {s for s in rules if (r, s) in self.steps} for r in rules})
        return [sorted(group) for group in _groups(reach) if any(r in reach[r] for r in group)]

    def _falls(self, term: Term, numbers: Sequence[int]) -> list[int]:
        """The rules on whose hops a value falls; none if it may rise on some."""
        strict = []
        for number in numbers:
            encoder, hop = self._one(number)
            change = self.change(encoder, number, hop, term)
            if not encoder.impossible(*hop.taken, change > 0):
                return []
            if encoder.impossible(*hop.taken, change >= 0):
                strict.append(number)
        return strict

    def change(self, encoder: Encoder, number: int, hop: Hop, term: Term) -> Any:
        """By how much a value changes on a hop; of a sum over all letters, by that of the one that is changed."""
        if term.op == "+":
            first, second = (self.change(encoder, number, hop, each) for each in term.args)
            return first + second
        if term.op != "sum":
            return encoder.number(term, {**encoder.sizes, **hop.after}) - encoder.number(term, hop.before)
        over, body = term.args
        used = {name for name, prime in body.names() if not prime}
        changed = [
            (each, target)
            for each, target in zip(self.coordinates, self.rules[number].target, strict=True)
            if target != own(each) and each.name in used
        ]
        if not changed:
            return z3().IntVal(0)
        word, target = changed[0]
        alone = len(changed) == 1 and word.is_word and (over.low, over.high) == (_number(1), word.high)
        if not alone or not _of_one_letter(body, over, word):
            raise NotDerived(f"{term}, which is no sum over all letters of {word.name} alone")
        place = encoder.number(changed_letter(target, word)[0], hop.before)
        before, after = ({**names, (over.name, False): place} for names in (hop.before, hop.after))
        return encoder.number(body, after) - encoder.number(body, before)

    def _lines(self, numbers: Sequence[int]) -> str:
        lines = [str(self.rules[number].place.line) for number in sorted(numbers)]
        return f"line{'s' * (len(lines) > 1)} {', '.join(lines)}"

    def potentials(self) -> Iterator[Term]:
        """Values that are never negative."""
        known = {*self.definition.sizes, *(each.name for each in self.coordinates)}
        place = next(name for name in ("j", "t", "place") if name not in known)
        for each in self.coordinates:
            index = Term("name", (place, False))
            x, there = (
                Term(*(("letter", (each.name, prime, index)) if each.is_word else ("name", (each.name, prime))))
                for prime in (False, True)
            )
            ahead, back = Term("-", (there, x)), Term("-", (x, there))
            forms = [Term("count", (Term("!=", (x, there)),)), Term("abs", (ahead,))]
            for modulus in self._moduli(each):
                both = [Term("mod", (way, modulus)) for way in (ahead, back)]
                forms += [*both, Term("min", tuple(both))]
            if not each.is_word:
                yield from [*forms, Term("-", (x, each.low)), Term("-", (each.high, x))]
                continue
            for form in forms:
                yield Term("sum", (Range(place, _number(1), each.high), form))

    def _moduli(self, coordinate: Coordinate) -> Iterator[Term]:
        """The numbers by which links divide a coordinate."""
        names = {each.name for each in self.coordinates}
        parts = (part for link in self.definition.rules for each in link.target for part in each.parts())
        found: dict[Term, None] = {}
        for of, modulus in (part.args for part in parts if part.op == "mod"):
            if coordinate.name in {n for n, _ in of.names()} and not {n for n, _ in modulus.names()} & names:
                found[modulus] = None
        return iter(found)

    # Ranks of channels

    def rank(self) -> tuple[Part, ...] | str:
        """The parts of a rank that rises on every step, or what was tried."""
        rules, shared = range(len(self.rules)), self.shared
        reach = _reached({r: {s for s in rules if {(r, s), (s, r)} & shared or (r, s) in self.steps} for r in rules})
        groups = _groups(reach)
        level: dict[int, int] = {}  # the longest chain of groups that leads to that of a rule
        for group in groups:
            before = [level[r] for r in level if r not in group and reach[r] & group]
            level |= dict.fromkeys(group, 1 + max(before, default=-1))
        found = []
        if max(level.values()):
            by_level = [self._lines([r for r in rules if level[r] == each]) for each in range(max(level.values()) + 1)]
            found.append(Part(", then ".join(by_level), {r: _number(level[r]) for r in rules}))
        parts: list[list[tuple[Part, frozenset[int]]]] = []
        for group in groups:
            own_parts = self._parts(group, [step for step in self.steps if set(step) <= group])
            if isinstance(own_parts, str):
                return own_parts
            parts.append([(part, group) for part in own_parts])
        for beside in zip_longest(*parts):
            values, lines = {r: _number(0) for r in rules}, dict[str, list[int]]()
            for part, group in filter(None, beside):
                values |= part.values
                lines.setdefault(part.words, []).extend(sorted(group))
            of = {words: f" ({self._lines(those)})" if len(groups) > 1 else "" for words, those in lines.items()}
            found.append(Part(", ".join(f"{words}{of[words]}" for words in lines), values))
        return tuple(found)

    @cached_property
    def steps(self) -> frozenset[tuple[int, int]]:
        """Rules that packets may take one after the other."""
        found = set()
        for r, s in product(range(len(self.rules)), repeat=2):
            encoder, first, second = self._step(r, s)
            if not encoder.impossible(*first.taken, *second.taken):
                found.add((r, s))
        return frozenset(found)

    @cached_property
    def shared(self) -> frozenset[tuple[int, int]]:
        """Different rules by which packets may take the same channel."""
        found = set()
        for r, s in combinations(range(len(self.rules)), 2):
            encoder, first, second, same = self._same_channel(r, s)
            if not encoder.impossible(*first.taken, *second.taken, same):
                found.add((r, s))
        return frozenset(found)

    def _one(self, number: int) -> tuple[Encoder, Hop]:
        """A packet that takes a rule."""
        encoder, here = self.at_node()
        return encoder, self.hop(encoder, here, number)

    def _step(self, r: int, s: int) -> tuple[Encoder, Hop, Hop]:
        """A packet that takes two rules one after the other."""
        encoder, here = self.at_node()
        first = self.hop(encoder, here, r)
        second = self.hop(encoder, first.after, s)
        encoder.facts.append(self.away(encoder, first.after))
        return encoder, first, second

    def _same_channel(self, r: int, s: int) -> tuple[Encoder, Hop, Hop, Any]:
        """Two packets at a node, and the condition that they take the same channel."""
        encoder, here = self.at_node()
        there = {**here, **self.destination(encoder, "'")}
        encoder.facts.append(self.away(encoder, there))
        first, second = self.hop(encoder, here, r), self.hop(encoder, there, s)
        ends = (
            encoder.same(first.after[each.name, False], second.after[each.name, False]) for each in self.coordinates
        )
        return encoder, first, second, z3().And(first.vc == second.vc, *ends)

    def _parts(self, group: frozenset[int], steps: Sequence[tuple[int, int]]) -> tuple[Part, ...] | str:
        """Parts of a rank that rise, one after the other, on the steps within some rules."""
        made = {step: self._step(*step) for step in steps}
        equal = {step: [*first.taken, *second.taken] for step, (_, first, second) in made.items()}
        found: list[Part] = []
        tried = [part for part in self.rank_parts(group) if self._of_channels(part, group)]
        while equal:
            for part in tried:
                values = {step: self._values(part, step, *made[step]) for step in equal}
                if not all(made[step][0].impossible(*equal[step], one > two) for step, (one, two) in values.items()):
                    continue
                if all(made[step][0].impossible(*equal[step], one < two) for step, (one, two) in values.items()):
                    continue
                found.append(part)
                for step, (one, two) in values.items():
                    equal[step].append(one == two)
                equal = {step: left for step, left in equal.items() if not made[step][0].impossible(*left)}
                break
            else:
                lines = " and ".join(dict.fromkeys(self._lines([r]) for step in equal for r in step))
                names = ", ".join(part.words for part in tried)
                return f"no rank of channels is found that rises on every step by the rules of {lines}: tried {names}"
        return tuple(found)

    def _values(self, part: Part, step: tuple[int, int], encoder: Encoder, first: Hop, second: Hop) -> tuple[Any, Any]:
        """The values of a part at two hops."""
        return encoder.number(part.values[step[0]], first.before), encoder.number(part.values[step[1]], second.before)

    def _of_channels(self, part: Part, group: frozenset[int]) -> bool:
        """Whether the value of a part depends on the channel alone, whichever packet takes it."""
        for r, s in combinations_with_replacement(sorted(group), 2):
            if r == s or (r, s) in self.shared:
                encoder, first, second, same = self._same_channel(r, s)
                one, two = self._values(part, (r, s), encoder, first, second)
                if not encoder.impossible(*first.taken, *second.taken, same, one != two):
                    return False
        return True

    def rank_parts(self, group: frozenset[int]) -> Iterator[Part]:
        """Values of channels that may rise: virtual channels, coordinates along the hops, letters and their places."""
        rules = sorted(group)

        def both(words: str, values: Mapping[int, Term]) -> Iterator[Part]:
            yield Part(words, values)
            yield Part(f"minus {words}", {r: _minus(value) for r, value in values.items()})

        if any(self.rules[r].vc is not None for r in rules):
            yield from both("the virtual channel", {r: self.rules[r].vc or _number(0) for r in rules})
        for at, each in enumerate(self.coordinates):
            targets = {r: self.rules[r].target[at] for r in rules}
            signs = {r: _direction(target, each) for r, target in targets.items()}
            words, values = each.name, {r: own(each) for r in rules}
            if each.is_word:
                places = {r: changed_letter(target, each)[0] for r, target in targets.items() if target != own(each)}
                yield from both(f"the place in {each.name}", {r: places.get(r, _number(0)) for r in rules})
                letters = {r: Term("letter", (each.name, False, place)) for r, place in places.items()}
                words, values = f"the letter of {each.name}", {r: letters.get(r, _number(0)) for r in rules}
            yield from both(words, values)
            if len(set(signs.values())) > 1:
                along = {r: (_minus(value), _number(0), value)[signs[r] + 1] for r, value in values.items()}
                yield Part(f"{words} in the direction of the hop", along)


def _reached(near: Mapping[int, Set[int]]) -> dict[int, Set[int]]:
    """All that chains lead to from each."""
    reach = dict(near)
    for _ in near:
        reach = {r: frozenset(those).union(*(reach[s] for s in those)) for r, those in reach.items()}
    return reach


def _groups(reach: Mapping[int, Set[int]]) -> list[frozenset[int]]:
    """Those that lead to one another together; groups that lead to others come first."""
    groups = list(dict.fromkeys(frozenset({r} | {s for s in reach[r] if r in reach[s]}) for r in reach))
    return sorted(groups, key=lambda group: (-len(frozenset().union(*(reach[r] for r in group)) - group), min(group)))


def _minus(value: Term) -> Term:
    return Term("-", (_number(0), value))


def _number(value: int) -> Term:
    return Term("number", (value,))


def _of_one_letter(term: Term, over: Range, word: Coordinate) -> bool:
    """Whether a term depends on a word by one of its letters, and on the place by these alone."""
    if term.op == "letter":
        return term.args[0] == word.name and term.args[2] == Term("name", (over.name, False))
    if term.op == "name":
        return term.args[0] not in (word.name, over.name)
    return all(_of_one_letter(each, over, word) for each in term.args)


def changed_letter(target: Term, coordinate: Coordinate) -> tuple[Term, Term]:
    """The place of the letter of a word that a hop changes, and the new letter."""
    word, changes, over = target.args if target.op == "with" else (target, (), None)
    if over is not None or len(changes) != 2 or word != own(coordinate):
        raise NotDerived(f"{target}, which changes several letters")
    return changes


def _direction(target: Term, coordinate: Coordinate) -> int:
    """1 if a hop leads up a coordinate, or a letter of it, -1 if it leads down, and 0 if its form does not say it."""
    if coordinate.is_word:
        if target == own(coordinate):
            return 0
        place, target = changed_letter(target, coordinate)
        here = Term("letter", (coordinate.name, False, place))
    else:
        here = own(coordinate)
    step = target.args[0] if target.op == "mod" else target
    return {"+": 1, "-": -1}.get(step.op, 0) if step.args[0] == here else 0

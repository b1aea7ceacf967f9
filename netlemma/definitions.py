"""Definitions of networks in text: the sizes, coordinates and links of a family, read by a grammar of their own.

    family ring-of-cubes
    sizes  n >= 3, d >= 1
    node   i: 0..n-1, b: words(2, d)
    link   ring: (i, b) - ((i+1) mod n, b)
    link   cube: (i, b) - (i, b with [j] = 1 - b[j]) for j: 1..d where b[j] = 0
    distance min(mod(i'-i, n), mod(i-i', n)) + sum(j: 1..d, [b[j] != b'[j]])
    route  (i, b) -> ((i+1) mod n, b) vc [i <= i'] where i != i'
    route  (i, b) -> (i, b with [j] = b'[j]) for j: 1..d where b[j] != b'[j]

A packet takes the hop of the first ``route`` that applies, and with ``for`` the first value of the range; ``route NAME: ...`` are
the rules of another routing, and ``route: if i != i' then ring`` takes the hop that the line of ``link ring`` gives.

What is read is a :class:`Definition` of :class:`Term`; nothing of it is evaluated here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from netlemma.base.names import did_you_mean
from netlemma.errors import DefinitionError

T = TypeVar("T")

MOST_CHARACTERS = 20_000
MOST_DEPTH = 40
MOST_DIGITS = 9
RELATIONS = ("=", "!=", "<", "<=", ">", ">=")
CONDITIONS = (*RELATIONS, "and", "or", "not", "distinct", "all")
FUNCTIONS = ("min", "max", "abs", "floor", "ceil", "mod")
OVER = ("sum", "min", "max", "count", "all")


class Place(NamedTuple):
    """Line and column of a text, both from 1 on."""

    line: int
    column: int


@dataclass(frozen=True)
class Term:
    """An expression, a condition or a word.

    op: ``number`` (args: the number), ``name`` (the name, whether it has a prime), ``letter`` (name, prime, index), ``with``
    (word, then a tuple of index, new letter, index, new letter, ..., then a :class:`Range` over which letters are changed, or None),
    ``sum``, ``min``, ``max`` or ``all`` (a :class:`Range`, then the term), ``count`` (a condition, which counts 1 or 0), or an
    operation on terms.
    """

    op: str
    args: tuple
    place: Place = field(compare=False, default=Place(1, 1))

    @property
    def is_condition(self) -> bool:
        """Whether it is true or false, and no number."""
        return self.op in CONDITIONS

    @property
    def start(self) -> Place:
        """Where it begins; ``place`` is that of its sign."""
        return min(part.place for part in self.parts())

    def parts(self) -> Iterator[Term]:
        """The term itself and all terms in it."""
        yield self
        for each in self.args:
            for inner in each if isinstance(each, tuple) and not isinstance(each, Range) else (each,):
                if isinstance(inner, Range):
                    yield from inner.low.parts()
                    yield from inner.high.parts()
                elif isinstance(inner, Term):
                    yield from inner.parts()

    def __str__(self) -> str:
        return _shown(self)

    def names(self) -> set[tuple[str, bool]]:
        """All names in it, each with whether it has a prime; those that it binds are among them."""
        return {part.args[:2] for part in self.parts() if part.op in ("name", "letter")}


class Range(NamedTuple):
    """A name for all whole numbers from ``low`` to ``high``."""

    name: str
    low: Term
    high: Term


_BINDS = {
    "or": 1,
    "and": 2,
    "not": 3,
    **dict.fromkeys(RELATIONS, 4),
    "+": 5,
    "-": 5,
    "*": 6,
    "/": 6,
    "//": 6,
    "mod": 4.5,
    "^": 8,
}


def _shown(term: Term, above: float = 0) -> str:
    """A term as text; ``above`` says how tightly the operation around it binds."""
    op, args = term.op, term.args
    if op in ("number", "name", "letter"):
        return f"{args[0]}{chr(39) * (op != 'number' and args[1])}" + (f"[{args[2]}]" if op == "letter" else "")
    if op == "with":
        changed = ", ".join(f"[{a}] = {b}" for a, b in zip(args[1][::2], args[1][1::2], strict=True))
        over = "" if args[2] is None else f" (for {_ranged(args[2])})"
        return f"({args[0]} with {changed}{over})" if above else f"{args[0]} with {changed}{over}"
    if op == "count":
        return f"[{args[0]}]"
    if op not in _BINDS:
        return f"{op}({', '.join(_ranged(each) if isinstance(each, Range) else _shown(each) for each in args)})"
    own = _BINDS[op]
    if op == "not":
        text = f"not {_shown(args[0], own)}"
    elif op == "-" and args[0] == Term("number", (0,)):
        text = f"-{_shown(args[1], own + 1)}"
    else:
        tighter = (7, 7) if op == "mod" else (own + 1, own) if op == "^" else (own, own + 1)
        first, second = (_shown(each, least) for each, least in zip(args, tighter, strict=True))
        text = f"{first}{op}{second}" if op in ("*", "/", "^") else f"{first} {op} {second}"
    return f"({text})" if own < above else text


def _ranged(over: Range) -> str:
    return f"{over.name}: {over.low}..{over.high}"


class Coordinate(NamedTuple):
    """A coordinate of the nodes: a number from ``low`` to ``high``, or a word of ``high`` letters from 0 to ``low`` - 1."""

    name: str
    low: Term
    high: Term
    is_word: bool


class Rule(NamedTuple):
    """Links of one class: from each node at which the condition holds, for all values in the ranges, to the node ``target``."""

    class_name: str
    target: tuple[Term, ...]
    one_way: bool
    ranges: tuple[Range, ...]
    where: Term | None
    place: Place


class RouteRule(NamedTuple):
    """Hops of a routing: from each node at which the condition holds, for the first value in the ranges, to the node ``target``.

    vc: The virtual channel that packets take, 0 if it is None.
    """

    routing: str
    target: tuple[Term, ...]
    vc: Term | None
    ranges: tuple[Range, ...]
    where: Term | None
    place: Place


class Terminals(NamedTuple):
    """How many ends of messages there are on each node at which the condition holds."""

    number: Term
    where: Term | None


@dataclass(frozen=True)
class Definition:
    """A family of networks as a text defines it.

    name: Of the family.
    sizes: Names of the sizes, in order.
    conditions: On the sizes.
    coordinates: Of the nodes; ``among`` are conditions on them, each with its ranges.
    rules: For links; a link between two nodes that two rules give, or its two ends, is one link.
    distance: From a node to another one, whose coordinates have primes, as it is claimed.
    text: As it was given; ``source`` names it in errors.
    routes: Rules of routings, the first of which that applies says the hop of a packet.
    """

    name: str
    sizes: tuple[str, ...]
    conditions: tuple[Term, ...]
    coordinates: tuple[Coordinate, ...]
    among: tuple[tuple[tuple[Range, ...], Term], ...]
    rules: tuple[Rule, ...]
    terminals: Terminals | None
    distance: Term | None
    text: str
    source: str
    routes: tuple[RouteRule, ...] = ()

    @property
    def routings(self) -> dict[str, tuple[RouteRule, ...]]:
        """The rules of each routing by its name, in order."""
        names = dict.fromkeys(rule.routing for rule in self.routes)
        return {name: tuple(rule for rule in self.routes if rule.routing == name) for name in names}

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes of links, in order."""
        return tuple(dict.fromkeys(rule.class_name for rule in self.rules))

    @property
    def one_way(self) -> bool:
        """Whether links are used in one direction only."""
        return self.rules[0].one_way

    @property
    def least(self) -> dict[str, int]:
        """The least value of each size: 1, unless a condition such as ``n >= 3`` or ``d > -1`` says another one."""
        found: dict[str, int] = {}
        for condition in self.conditions:
            for part in _parts_of_and(condition):
                if part.op not in (">=", ">", "<", "<="):
                    continue
                name, bound = part.args if part.op[0] == ">" else part.args[::-1]
                if name.op == "name" and (number := _constant(bound)) is not None:
                    number += "=" not in part.op
                    found[name.args[0]] = max(number, found.get(name.args[0], number))
        return {name: found.get(name, 1) for name in self.sizes}

    @property
    def place(self) -> Place:
        """Of its name."""
        for number, line in enumerate(self.text.splitlines(), 1):
            if found := re.match(r"\s*family\s+", line):
                return Place(number, found.end() + 1)
        return Place(1, 1)

    def error(self, place: Place, message: str) -> DefinitionError:
        """An error at a place of the text."""
        return DefinitionError(f"{self.source}:{place.line}:{place.column}: {message}")


def _parts_of_and(condition: Term) -> Iterator[Term]:
    """The conditions that ``and`` joins."""
    if condition.op == "and":
        for each in condition.args:
            yield from _parts_of_and(each)
    else:
        yield condition


def _constant(term: Term) -> int | None:
    """The value of a number that is written down, or of its negative."""
    if term.op == "-" and term.args[0] == Term("number", (0,)):
        value = _constant(term.args[1])
        return None if value is None else -value
    return term.args[0] if term.op == "number" else None


def is_definition(path: str, head: str) -> bool:
    """Whether a file is a definition, by its name and its first characters: its first line begins with a word of the language.

    >>> is_definition("my.net", "# Rings of cubes\\n\\nfamily ring-of-cubes"), is_definition("my.net", "*Vertices 3")
    (True, False)
    """
    lines = (line.partition("#")[0].split() for line in head.splitlines())
    first = next((words[0] for words in lines if words), "")
    return first == "family" or (path.lower().endswith(".net") and not first.startswith(("*", "%")))


KEYWORDS = {
    "family": "family NAME",
    "sizes": "sizes n >= 3, d >= 1",
    "node": "node i: 0..n-1, b: words(2, d)",
    "link": "link NAME: (i, b) - ((i+1) mod n, b)",
    "terminals": "terminals 2",
    "distance": "distance abs(i - i')",
    "route": "route (i, b) -> ((i+1) mod n, b) where i != i'",
}
ROUTE = "route"  # the routing whose rules give no name
_ONCE = ("family", "sizes", "node", "terminals", "distance")
_TOKEN = re.compile(r"\s*(?:(\d+)|([A-Za-z][A-Za-z_0-9]*)|(\.\.|->|<=|>=|!=|==|//|\*\*|[-+*/^()\[\],:=<>'|{}]))")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*")
_RESERVED = {*KEYWORDS, *FUNCTIONS, *OVER, *CONDITIONS, "where", "for", "with", "words", "even", "odd", "prime", "vc"}
_SAME = {"==": "=", "**": "^"}


def read_definition(text: str, source: str = "definition") -> Definition:
    """The definition that a text is.

    Raises
    ------
    DefinitionError
        If it cannot be read, with the line and the column.

    Examples
    --------
    >>> read_definition("family ladder\\nsizes n >= 2\\nnode x: 0..n-1, y: 0..1\\nlink rail: (x, y) - (x+1, y) where x < n-1").sizes
    ('n',)
    >>> read_definition("family ring\\nsizes n >= 3\\nnode i: 0..n-1\\nlink ring: i - (i+1) mod m")
    Traceback (most recent call last):
    netlemma.errors.DefinitionError: definition:4:26: there is no m: the names are n, i
    """
    return _Reader(text, source).definition()


class _Token(NamedTuple):
    kind: str  # "number", "name", "sign" or "end"
    text: str
    place: Place
    before: str  # what stands before it, of what is joined without a blank


class _Reader:
    """The statements of a text, one after the other."""

    def __init__(self, text: str, source: str) -> None:
        self.text, self.source = text, source
        self.sizes: list[str] = []
        self.coordinates: list[Coordinate] = []

    def fail(self, place: Place, message: str) -> DefinitionError:
        return DefinitionError(f"{self.source}:{place.line}:{place.column}: {message}")

    def statements(self) -> Iterator[tuple[str, _Parser, Place]]:
        """Keyword, the rest as tokens, and place of each statement; a line that begins with no keyword goes on with the last one."""
        found: list[tuple[str, list[tuple[int, int, str]]]] = []
        for number, line in enumerate(self.text.splitlines(), 1):
            bare = line.partition("#")[0].rstrip()
            if not bare.strip():
                continue
            start = len(bare) - len(bare.lstrip())
            word = re.match(r"[A-Za-z]*", bare[start:])[0]  # type: ignore[index]
            if word in KEYWORDS:
                found.append((word, [(number, start + len(word), bare)]))
            elif found and start:
                found[-1][1].append((number, start, bare))
            else:
                near = did_you_mean(word, KEYWORDS, "", f"a line begins with {', '.join(KEYWORDS)}")
                raise self.fail(Place(number, start + 1), f"{word or bare[start:][:20]!r} begins no statement: {near}")
        for keyword, lines in found:
            yield keyword, _Parser(self, lines), Place(lines[0][0], max(1, lines[0][1] - len(keyword) + 1))

    def definition(self) -> Definition:
        if len(self.text) > MOST_CHARACTERS:
            raise self.fail(
                Place(1, 1), f"a definition has at most {MOST_CHARACTERS:,} characters, not {len(self.text):,}"
            )
        seen: dict[str, Place] = {}
        name, terminals, distance = "", None, None
        conditions: tuple[Term, ...] = ()
        among: tuple[tuple[tuple[Range, ...], Term], ...] = ()
        rules: list[Rule] = []
        routes: list[RouteRule] = []
        for keyword, parser, place in self.statements():
            if keyword in seen and keyword in _ONCE:
                raise self.fail(place, f"there are two lines of {keyword}: the first is line {seen[keyword].line}")
            seen[keyword] = place
            if keyword in ("link", "terminals", "distance", "route") and "node" not in seen:
                raise self.fail(place, f"{keyword} comes before node, which names the coordinates: {KEYWORDS['node']}")
            match keyword:
                case "family":
                    name = parser.hyphenated("a name of letters, digits and hyphens")
                case "sizes":
                    conditions = parser.size_conditions()
                case "node":
                    among = parser.node()
                case "link":
                    rules.append(parser.rule(place))
                case "terminals":
                    terminals = Terminals(parser.number(), parser.where_alone())
                case "distance":
                    parser.skip(":")
                    parser.primes = True
                    distance = parser.number()
                case "route":
                    for found in parser.route(place, rules):
                        self.need_of_route(found, routes)
                        routes.append(found)
            parser.end()
        for keyword in ("family", "node", "link"):
            if keyword not in seen:
                raise self.fail(Place(1, 1), f"there is no line of {keyword}, such as: {KEYWORDS[keyword]}")
        if len({rule.one_way for rule in rules}) > 1:
            odd = next(rule for rule in rules if rule.one_way != rules[0].one_way)
            raise self.fail(
                odd.place, "links are all two-way (-) or all one-way (->): write a two-way link as two one-way ones"
            )
        said: dict[tuple, Rule] = {}
        for rule in rules:
            other = said.setdefault((rule.target, rule.one_way, rule.ranges, rule.where), rule)
            if other is not rule:
                raise self.fail(rule.place, f"these links are written twice: first in line {other.place.line}")
        return Definition(
            name,
            tuple(self.sizes),
            conditions,
            tuple(self.coordinates),
            among,
            tuple(rules),
            terminals,
            distance,
            self.text,
            self.source,
            tuple(routes),
        )

    def need_of_route(self, rule: RouteRule, earlier: Iterable[RouteRule]) -> None:
        """Refuse a rule of a routing that earlier ones never leave anything."""
        for other in earlier:
            always = other.where is None and not other.ranges
            if other.routing == rule.routing and (always or (other.ranges, other.where) == (rule.ranges, rule.where)):
                raise self.fail(rule.place, f"this rule never applies: that of line {other.place.line} comes first")


class _Parser:
    """The tokens of one statement, and the grammar of terms: conditions, sums, products, powers."""

    def __init__(self, reader: _Reader, lines: list[tuple[int, int, str]]) -> None:
        self.reader, self.lines = reader, lines
        self.tokens = list(self._tokens())
        self.at = self.depth = 0
        self.bound: list[str] = []
        self.primes = False

    def _tokens(self) -> Iterator[_Token]:
        for number, start, line in self.lines:
            position = start
            while position < len(line):
                match = _TOKEN.match(line, position)
                if match is None:
                    column = position + len(line[position:]) - len(line[position:].lstrip()) + 1
                    raise self.reader.fail(Place(number, column), f"{line[column - 1]!r} is no part of a definition")
                begin = match.start(match.lastindex or 0)
                kind = ("number", "name", "sign")[(match.lastindex or 1) - 1]
                text = match[match.lastindex or 0]
                joined = line[begin - 1] if begin and not line[begin - 1].isspace() else ""
                yield _Token(kind, _SAME.get(text, text), Place(number, begin + 1), joined)
                position = match.end()
        number, _, line = self.lines[-1]
        yield _Token("end", "", Place(number, len(line) + 1), "")

    # Tokens

    @property
    def now(self) -> _Token:
        return self.tokens[self.at]

    def fail(self, message: str, place: Place | None = None) -> DefinitionError:
        return self.reader.fail(place or self.now.place, message)

    def next(self) -> _Token:
        token = self.now
        self.at += token.kind != "end"
        return token

    def skip(self, text: str) -> bool:
        if self.now.kind in ("sign", "name") and self.now.text == text:
            self.at += 1
            return True
        return False

    def need(self, text: str, what: str) -> _Token:
        if self.now.kind == "end" or self.now.text != text:
            raise self.fail(f"{text!r} is expected {what}, not {self.shown()}")
        return self.next()

    def shown(self) -> str:
        return repr(self.now.text) if self.now.text else "the end of the line"

    def end(self) -> None:
        if self.now.kind != "end":
            raise self.fail(f"{self.shown()} is not expected here")

    def hyphenated(self, what: str) -> str:
        """A name with hyphens."""
        place = self.now.place
        line = next(line for number, _, line in self.lines if number == place.line)
        match = _NAME.match(line, place.column - 1)
        if match is None:
            raise self.fail(f"{what} is expected, not {self.shown()}")
        while self.now.kind != "end" and self.now.place.line == place.line and self.now.place.column <= match.end():
            self.at += 1
        return match[0]

    def new_name(self, what: str) -> str:
        """A name that nothing has yet."""
        token = self.next()
        if token.kind != "name":
            raise self.fail(f"the name of {what} is expected, not {token.text or 'the end of the line'!r}", token.place)
        if token.text in _RESERVED:
            raise self.fail(f"{token.text} is a word of the language and cannot name {what}", token.place)
        if token.text in self.known():
            raise self.fail(f"there are two things of the name {token.text}", token.place)
        return token.text

    def known(self) -> list[str]:
        return [*self.reader.sizes, *(each.name for each in self.reader.coordinates), *self.bound]

    # Statements

    def size_conditions(self) -> tuple[Term, ...]:
        """Conditions with commas between; a name is a size where it comes first."""
        for token, following in zip(self.tokens, self.tokens[1:], strict=False):
            name = token.text
            if token.kind == "name" and name not in (*_RESERVED, *self.reader.sizes) and following.text != "(":
                self.reader.sizes.append(name)
        if self.now.kind == "end":
            return ()
        found: list[Term] = []
        while True:
            if self.now.kind == "name" and self.tokens[self.at + 1].text in (",", ""):
                self.next()  # a name alone is a size of any value from 1 on
            else:
                found.append(self.condition())
            if not self.skip(","):
                return tuple(found)

    def node(self) -> tuple[tuple[tuple[Range, ...], Term], ...]:
        self.skip(":")
        while True:
            name = self.new_name("a coordinate")
            self.need(":", f"behind the coordinate {name}")
            if self.skip("words"):
                self.need("(", "behind words")
                low = self.number()
                self.need(",", "between the number of letters to choose from and the length of a word")
                high, is_word = self.number(), True
                self.need(")", "behind the length of a word")
            else:
                low = self.number()
                self.need("..", "between the least and the greatest value")
                high, is_word = self.number(), False
            self.reader.coordinates.append(Coordinate(name, low, high, is_word))
            if not self.skip(","):
                break
        among = []
        while self.now.text in ("where", "for"):
            among.append(self.condition_with_ranges())
            self.skip(",")
        return tuple((ranges, condition) for ranges, condition in among if condition is not None)

    def condition_with_ranges(self, channels: list[Term] | None = None) -> tuple[tuple[Range, ...], Term | None]:
        """``for j: a..b`` and ``where`` in either order, of which a condition may use names that a range behind it binds.

        A virtual channel, ``vc e``, may stand among them where there is a list for it.
        """
        start, condition = self.at, None
        ranges: list[Range] = []
        self.names_ahead(start, ranges)
        self.at = start
        while True:
            if self.skip("for"):
                self.skip_ranges()
            elif self.now.text in ("where", "if") and condition is None:
                self.next()
                condition = self.condition()
                while self.now.text == "," and self.tokens[self.at + 1].text not in ("for", "where", "vc"):
                    self.next()
                    other = self.condition()
                    condition = Term("and", (condition, other), condition.place)
            elif channels == [] and self.skip("vc"):
                channels.append(self.number())
            else:
                break
        del self.bound[len(self.bound) - len(ranges) :]
        return tuple(ranges), condition

    def names_ahead(self, start: int, ranges: list[Range]) -> None:
        """Read the ranges behind ``for`` from here on, and keep their names bound."""
        depth = 0
        while self.now.kind != "end":
            if self.now.text in ("(", "["):
                depth += 1
            elif self.now.text in (")", "]"):
                depth -= 1
                if depth < 0:
                    break
            elif self.now.text == "for" and not depth:
                self.next()
                while True:
                    ranges.append(self.range())
                    if not (self.now.text == "," and self.tokens[self.at + 2].text == ":"):
                        break
                    self.next()
                continue
            self.next()

    def skip_ranges(self) -> None:
        depth = 0
        while self.now.kind != "end":
            if not depth and self.now.text in ("for", "where", "if", "vc", ")", "]"):
                break
            if not depth and self.now.text == "," and self.tokens[self.at + 2].text != ":":
                break
            depth += (self.now.text in ("(", "[")) - (self.now.text in (")", "]"))
            self.next()

    def range(self) -> Range:
        """A name and its bounds; the name is bound from here on."""
        name = self.new_name("a range")
        self.need(":", f"behind {name}, as in for {name}: 1..n")
        low = self.number()
        self.need("..", "between the least and the greatest value")
        high = self.number()
        self.bound.append(name)
        return Range(name, low, high)

    def where_alone(self) -> Term | None:
        return self.condition() if self.skip("where") else None

    def rule(self, place: Place) -> Rule:
        class_name = self.hyphenated("the name of a class of links")
        self.need(":", f"behind the class of links {class_name}")
        target, arrow, ranges, where = self.ends_and_conditions("a link", ("-", "->"))
        return Rule(class_name, target, arrow == "->", ranges, where, place)

    def route(self, place: Place, rules: Iterable[Rule]) -> list[RouteRule]:
        """A rule of a routing: to which node it leads, or ``if CONDITION then CLASS`` over the links that rules give."""
        name, one = ROUTE, len(self.reader.coordinates) == 1
        if self.now.kind == "name" and self.now.text != "if" and not (one and self.tokens[self.at + 1].text == "->"):
            name = self.hyphenated("the name of a routing")
            self.need(":", f"behind the routing {name}")
        else:
            self.skip(":")
        self.primes = True
        if self.skip("if"):
            return self.hops_of_class(name, place, rules)
        channels: list[Term] = []
        target, _, ranges, where = self.ends_and_conditions("a hop", ("->",), channels)
        return [RouteRule(name, target, channels[0] if channels else None, ranges, where, place)]

    def hops_of_class(self, name: str, place: Place, rules: Iterable[Rule]) -> list[RouteRule]:
        """The hops over links of a class, each as its line gives it, where a condition holds."""
        start = self.at
        while self.now.text not in ("then", ""):
            self.next()
        self.need("then", "between the condition and a class of links")
        at, class_name = self.now.place, self.hyphenated("the name of a class of links")
        over = [rule for rule in rules if rule.class_name == class_name]
        if not over:
            raise self.fail(f"there is no link {class_name} above", at)
        found = []
        for rule in over:
            self.at = start
            names = [each.name for each in rule.ranges]
            self.bound.extend(names)
            condition = self.condition()
            self.need("then", "behind the condition")
            self.hyphenated("the name of a class of links")
            channel = self.number() if self.skip("vc") else None
            del self.bound[len(self.bound) - len(names) :]
            where = condition if rule.where is None else Term("and", (rule.where, condition), condition.place)
            found.append(RouteRule(name, rule.target, channel, rule.ranges, where, place))
        return found

    def ends_and_conditions(
        self, what: str, arrows: tuple[str, ...], channels: list[Term] | None = None
    ) -> tuple[tuple[Term, ...], str, tuple[Range, ...], Term | None]:
        """The node at the end, the arrow, the ranges, and the condition, to which terms at the begin belong."""
        start = self.at
        bound: list[Range] = []
        self.names_ahead(start, bound)  # which the target uses, too
        self.at = start
        source = self.tuple_of(source=True)
        arrow = self.next()
        if arrow.text not in arrows:
            signs = " or ".join(map(repr, arrows))
            raise self.fail(
                f"{signs} is expected between the ends of {what}, not {arrow.text or 'the end of the line'!r}",
                arrow.place,
            )
        target = self.tuple_of()
        del self.bound[len(self.bound) - len(bound) :]
        ranges, where = self.condition_with_ranges(channels)
        conditions = [] if where is None else [where]
        for coordinate, given in zip(self.reader.coordinates, source, strict=True):
            if (given.op, given.args) != ("name", (coordinate.name, False)):
                own = Term("name", (coordinate.name, False), given.place)
                conditions.append(Term("=", (own, given), given.place))
        joined = conditions[0] if conditions else None
        for each in conditions[1:]:
            joined = Term("and", (joined, each), each.place)
        return target, arrow.text, ranges, joined

    def tuple_of(self, source: bool = False) -> tuple[Term, ...]:
        """A node: as many terms as there are coordinates, in brackets unless there is one."""
        coordinates = self.reader.coordinates
        place = self.now.place
        if len(coordinates) == 1:
            given = [self.primary() if source else self.entry()]
        else:
            self.need("(", "before the coordinates of a node")
            self.depth += 1
            given = [self.entry()]
            while self.skip(","):
                given.append(self.entry())
            self.depth -= 1
            self.need(")", "behind the coordinates of a node")
        if len(given) != len(coordinates):
            names = ", ".join(each.name for each in coordinates)
            raise self.fail(f"a node has {len(coordinates)} coordinates ({names}), not {len(given)}", place)
        for coordinate, term in zip(coordinates, given, strict=True):
            if self.is_word(term) != coordinate.is_word:
                kind = "a word, such as v with [j] = 0" if coordinate.is_word else "a number"
                raise self.fail(f"{coordinate.name} is {kind}", term.place)
        return tuple(given)

    # Terms

    def words(self) -> set[str]:
        return {each.name for each in self.reader.coordinates if each.is_word}

    def is_word(self, term: Term) -> bool:
        return term.op == "with" or (term.op == "name" and term.args[0] in self.words())

    def number(self) -> Term:
        found = self.sum()
        if self.is_word(found):
            raise self.fail("a number is expected, not a word", found.place)
        return found

    def entry(self) -> Term:
        """A coordinate of a node: a number or a word."""
        found = self.sum()
        return self.changes(found) if self.now.text == "with" else found

    def changes(self, word: Term) -> Term:
        """``v with [j] = e``, several of them with commas between, or all letters with a range behind them."""
        if not self.is_word(word):
            raise self.fail("only a word has letters to change", word.place)
        place = self.next().place
        bracket = self.now.text == "(" and self.tokens[self.at + 1].text == "["
        if bracket:
            self.next()
        start = self.at
        ranges: list[Range] = []
        if not bracket and (behind := self.range_in_brackets()) is not None:
            self.at = behind
            ranges.append(self.range())
        elif bracket or self.depth:
            self.names_ahead(start, ranges)
        if len(ranges) > 1:
            raise self.fail("the letters of a word are changed over one range", place)
        self.at = start
        changed: list[Term] = []
        while True:
            self.need("[", "before the number of a letter")
            changed.append(self.number())
            self.need("]", "behind the number of a letter")
            self.need("=", "before the new letter")
            changed.append(self.number())
            if not (self.now.text == "," and self.tokens[self.at + 1].text == "[" and self.is_change(self.at + 1)):
                break
            self.next()
        if ranges:
            opened = self.skip("(")
            self.skip("for")
            self.skip_ranges()
            if opened:
                self.need(")", "behind the range")
            self.bound.pop()
        if bracket:
            self.need(")", "behind the changed letters")
        return Term("with", (word, tuple(changed), ranges[0] if ranges else None), place)

    def range_in_brackets(self) -> int | None:
        """Where the range of ``v with [j] = e (for j: 1..n)`` begins."""
        depth = 0
        for at in range(self.at, len(self.tokens) - 1):
            text, following = self.tokens[at].text, self.tokens[at + 1].text
            if not depth and text == "(" and following == "for":
                return at + 2
            depth += (text in ("(", "[")) - (text in (")", "]"))
            other = text == "," and not (following == "[" and self.is_change(at + 1))
            if depth < 0 or (not depth and (other or text in ("for", "where", "if", "with"))):
                return None
        return None

    def is_change(self, at: int) -> bool:
        """Whether ``[`` here begins a changed letter, and no condition in brackets."""
        depth = 0
        for index in range(at, len(self.tokens) - 1):
            depth += (self.tokens[index].text == "[") - (self.tokens[index].text == "]")
            if not depth:
                return self.tokens[index + 1].text == "="
        return False

    def condition(self) -> Term:
        found = self.alternatives()
        if not found.is_condition:
            raise self.fail("a condition is expected, such as x < n, not a number", found.place)
        return found

    def alternatives(self) -> Term:
        return self.joined("or", lambda: self.joined("and", self.negated))

    def joined(self, word: str, part: Callable[[], Term]) -> Term:
        found = part()
        while self.now.text == word:
            place = self.next().place
            other = part()
            for each in (found, other):
                if not each.is_condition:
                    raise self.fail(f"{word} stands between conditions", each.place)
            found = Term(word, (found, other), place)
        return found

    def negated(self) -> Term:
        if self.now.text == "not":
            place = self.next().place
            return Term("not", (self.negated(),), place)
        return self.comparison()

    def comparison(self) -> Term:
        first = self.sum()
        if self.now.text in ("even", "odd"):
            word = self.next()
            two = Term("mod", (first, Term("number", (2,), word.place)), word.place)
            return Term("=", (two, Term("number", (int(word.text == "odd"),), word.place)), word.place)
        found: Term | None = None
        while self.now.kind == "sign" and self.now.text in RELATIONS:
            sign = self.next()
            second = self.sum()
            if self.is_word(first) != self.is_word(second) or (self.is_word(first) and sign.text not in ("=", "!=")):
                raise self.fail("words are compared with words, by = or !=", sign.place)
            one = Term(sign.text, (first, second), sign.place)
            found = one if found is None else Term("and", (found, one), sign.place)
            first = second
        return first if found is None else found

    def sum(self) -> Term:
        with_sign = self.now.text in ("+", "-") and self.now.kind == "sign"
        found = Term("number", (0,), self.now.place) if with_sign else self.product(alone=True)
        while self.now.kind == "sign" and self.now.text in ("+", "-"):
            sign = self.next()
            other = self.product(alone=False)
            found = Term(sign.text, (found, other), sign.place)
        return found

    def product(self, alone: bool) -> Term:
        found = self.power()
        while self.now.text in ("*", "/", "//", "mod", "div") or (
            self.now.kind in ("name", "number") and self.implied(found)
        ):
            sign = self.next() if self.now.text in ("*", "/", "//", "mod", "div") else self.now
            op = {"div": "//"}.get(sign.text, sign.text) if sign.text in ("*", "/", "//", "mod", "div") else "*"
            if op == "mod" and not alone:
                raise self.fail(
                    "it is not clear what mod belongs to: put brackets around it, as in (x + 1) mod k", sign.place
                )
            found = Term(op, (found, self.power()), sign.place)
            if op == "mod" and self.now.kind == "sign" and self.now.text == "*":
                raise self.fail("it is not clear what mod belongs to: put brackets, as in (x mod k)*2", self.now.place)
        return found

    def implied(self, found: Term) -> bool:
        """Whether a product without a sign goes on, such as 2k."""
        return (
            found.op == "number" and self.now.kind == "name" and bool(self.now.before) and self.now.text in self.known()
        )

    def power(self) -> Term:
        found = self.primary()
        if self.now.text == "^":
            place = self.next().place
            sign = self.skip("-")
            exponent = self.power()
            if sign:
                raise self.fail("an exponent is not negative", place)
            found = Term("^", (found, exponent), place)
        return found

    def primary(self) -> Term:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise self.fail(f"brackets are nested more than {MOST_DEPTH} deep")
        try:
            return self.inner_primary()
        finally:
            self.depth -= 1

    def inner_primary(self) -> Term:
        token = self.next()
        place = token.place
        if token.kind == "number":
            if len(token.text) > MOST_DIGITS:
                raise self.fail(f"a number has at most {MOST_DIGITS} digits", place)
            return Term("number", (int(token.text),), place)
        if token.text == "-" and token.kind == "sign":
            return Term("-", (Term("number", (0,), place), self.power()), place)
        if token.text == "(":
            found = self.alternatives()
            found = self.changes(found) if self.now.text == "with" else found
            self.need(")", "to close the bracket")
            return found
        if token.text == "|":
            found = self.sum()
            self.need("|", "to close the absolute value")
            return Term("abs", (found,), place)
        if token.text == "[":
            found = self.condition()
            self.need("]", "behind the condition")
            return Term("count", (found,), place)
        if token.kind == "name" and self.now.text == "(" and token.text in (*FUNCTIONS, *OVER, "distinct"):
            return self.function(token)
        if token.kind == "name":
            return self.name(token)
        raise self.fail(
            f"a number, a name or a bracket is expected, not {token.text or 'the end of the line'!r}", place
        )

    def function(self, token: _Token) -> Term:
        self.next()
        if token.text in OVER and self.now.kind == "name" and self.tokens[self.at + 1].text == ":":
            over = self.range()
            self.need(",", "behind the range")
            body = self.condition() if token.text in ("count", "all") else self.sum()
            self.bound.pop()
            self.need(")", f"to close {token.text}(")
            if token.text == "count":
                return Term("sum", (over, Term("count", (body,), body.place)), token.place)
            return Term(token.text, (over, body), token.place)
        if token.text in ("sum", "count", "all"):
            raise self.fail(f"{token.text} takes a range, as in {token.text}(j: 1..n, ...)", token.place)
        args = [self.sum()]
        while self.skip(","):
            args.append(self.sum())
        self.need(")", f"to close {token.text}(")
        wanted = {"abs": 1, "floor": 1, "ceil": 1, "mod": 2, "distinct": 1}.get(token.text)
        if wanted not in (None, len(args)) or (wanted is None and len(args) < 2):
            raise self.fail(f"{token.text} takes {wanted or 'at least 2'} arguments, not {len(args)}", token.place)
        if token.text == "distinct" and not self.is_word(args[0]):
            raise self.fail("distinct says of a word that all its letters are different", token.place)
        if token.text == "ceil":
            zero = Term("number", (0,), token.place)
            below = Term("floor", (Term("-", (zero, args[0]), token.place),), token.place)
            return Term("-", (zero, below), token.place)
        return Term(token.text, tuple(args), token.place)

    def name(self, token: _Token) -> Term:
        coordinates = {each.name for each in self.reader.coordinates}
        primed = self.now.text == "'" and self.skip("'")
        if token.text not in self.known():
            if token.text in _RESERVED:
                raise self.fail(f"a number or a name is expected, not the word {token.text}", token.place)
            if self.now.text == "(":
                raise self.fail(
                    f"there is no function {token.text}: there are {', '.join(FUNCTIONS)}, sum and count", token.place
                )
            near = did_you_mean(
                token.text, self.known(), ": did you mean ", f": the names are {', '.join(self.known())}"
            )
            raise self.fail(f"there is no {token.text}{near}", token.place)
        if primed and token.text not in coordinates:
            raise self.fail(f"only coordinates have a prime, for the destination: {token.text} is none", token.place)
        if primed and not self.primes:
            raise self.fail(f"{token.text}' is of the destination, which only a distance and a route have", token.place)
        if self.now.text == "[" and token.text in self.words():
            self.next()
            index = self.sum()
            self.need("]", "behind the number of a letter")
            return Term("letter", (token.text, primed, index), token.place)
        return Term("name", (token.text, primed), token.place)

"""The factors of a defined network: coordinates that no rule links with the others, in symbols.

A rule that changes one letter of a word, whichever it is, makes the word a power of a network of letters.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import sympy as sp

from netlemma.definitions import Coordinate, Definition, Range, Rule, Term
from netlemma.derive.algebra.affine_conditions import affine_row, read_congruence
from netlemma.derive.algebra.notation import PRIME
from netlemma.derive.core.domain import Domain, Parameter
from netlemma.derive.definitions import plain_loops
from netlemma.errors import NotAffine, NotDerived

Names = dict[tuple[str, bool], sp.Expr]
Ranges = tuple[tuple[sp.Symbol, sp.Expr, sp.Expr], ...]


# Sizes


def domain_of(definition: Definition) -> Domain:
    """The legal sizes of a definition.

    >>> from netlemma.definitions import read_definition
    >>> text = "family f\\nsizes k >= 3, m, k mod 2 = 0, m <= k\\nnode i: 0..k-1\\nlink a: i - (i+1) mod k"
    >>> domain_of(read_definition(text)).describe()
    'k >= 3, m >= 1, k even, m <= k'
    """
    least: dict[str, int] = {}
    others = []
    for condition in definition.conditions:
        if bound := _lower_bound(condition):
            name, number = bound
            least[name] = max(number, least.get(name, 0))
        else:
            others.append(condition)
    parameters = tuple(Parameter(name, least.get(name, 1)) for name in definition.sizes)
    names: Names = {(p.name, False): p.symbol for p in parameters}
    relations, rest = [], []
    for condition in others:
        found = symbolic(condition, names)
        try:
            for part in found.args if isinstance(found, sp.And) else (found,):
                if read_congruence(part) is None and not divides(part):
                    affine_row(part.args[0] - part.args[1])
            relations.append(found)
        except (NotAffine, AttributeError, IndexError, TypeError):
            rest.append(condition)
    legal = (lambda size: plain_loops.holds(tuple(rest), size)) if rest else None
    return Domain(parameters, tuple(relations), legal)


def divides(condition: sp.Basic) -> bool:
    """Whether a condition says that a size divides another one."""
    return isinstance(condition, sp.Eq) and condition.rhs == 0 and isinstance(condition.lhs, sp.Mod)


def _lower_bound(condition: Term) -> tuple[str, int] | None:
    """The size and its least value that a condition says: n >= 3, n > 2, 3 <= n."""
    if condition.op not in ("<", "<=", ">", ">="):
        return None
    left, right = condition.args if condition.op in (">", ">=") else reversed(condition.args)
    if left.op != "name" or right.op != "number":
        return None
    return left.args[0], right.args[0] + (condition.op in ("<", ">"))


# Terms in symbols


def symbolic(term: Term, names: Names) -> sp.Basic:
    """A term as a SymPy expression or condition."""
    match term.op:
        case "number":
            return sp.Integer(term.args[0])
        case "name":
            return names[term.args]
        case "letter":
            return names[term.args[:2]]
        case "with" | "distinct":
            raise NotDerived("a word as a whole")
    if term.args and isinstance(term.args[0], Range):
        raise NotDerived(f"{term.op} over {term.args[0].name}")
    args = [symbolic(each, names) for each in term.args]
    x, *rest = args
    match term.op:
        case "+":
            return x + rest[0]
        case "-":
            return x - rest[0]
        case "*":
            return _product(x, rest[0])
        case "/":
            return x / rest[0]
        case "//":
            return sp.floor(x / rest[0])
        case "mod":
            return sp.Mod(x, rest[0])
        case "^":
            return x ** rest[0]
        case "min":
            return sp.Min(*args)
        case "max":
            return sp.Max(*args)
        case "abs":
            return sp.Abs(x)
        case "floor":
            return sp.floor(x)
        case "count":
            return sp.Piecewise((1, x), (0, True))
        case "not":
            return sp.Not(x)
        case "and":
            return sp.And(*args)
        case "or":
            return sp.Or(*args)
        case "=":
            return sp.Eq(x, rest[0])
        case "!=":
            return sp.Ne(x, rest[0])
        case "<":
            return sp.Lt(x, rest[0])
        case "<=":
            return sp.Le(x, rest[0])
        case ">":
            return sp.Gt(x, rest[0])
        case ">=":
            return sp.Ge(x, rest[0])
    raise NotDerived(term.op)


def _product(x: sp.Expr, y: sp.Expr) -> sp.Expr:
    """A product, of which a condition in brackets is a case of the other factor."""
    for one, other in ((x, y), (y, x)):
        if isinstance(one, sp.Piecewise) and one.args[0][0] == 1 and one.args[-1][0] == 0 and not other.is_Number:
            return sp.Piecewise((other, one.args[0][1]), (0, True))
    return x * y


# Factors


@dataclass(frozen=True)
class FactorRule:
    """Links of a factor: from each choice of its coordinates and of ``ranges`` at which ``where`` holds."""

    class_name: str
    target: tuple[sp.Expr, ...]
    ranges: Ranges
    where: sp.Basic
    one_way: bool

    def inside(self) -> sp.Basic:
        """The condition, and the choices within their ranges."""
        return sp.And(self.where, *within(self.ranges))

    @property
    def periodic(self) -> bool:
        """Whether it applies by remainders by a size."""
        return any(not each.args[1].is_Integer for each in self.where.atoms(sp.Mod))

    def back(self, ranges: Ranges, around_ranges: bool = False) -> dict[sp.Symbol, sp.Expr] | None:
        """The coordinates of the one node from which the rule leads to a node, if it adds the same to those of all, maybe around ranges."""
        fixed = {c.lhs: c.rhs for c in sp.And.make_args(self.where) if isinstance(c, sp.Eq) and c.rhs.is_Integer}
        found = {}
        for to, (x, low, high) in zip(self.target, ranges, strict=True):
            around = around_ranges and isinstance(to, sp.Mod) and low == 0 and to.args[1] == high + 1
            by = sp.expand((to.args[0] if around else sp.S(to)) - fixed.get(x, x))
            if self.ranges or not by.free_symbols.isdisjoint(y for y, _, _ in ranges):
                return None
            found[x] = sp.Mod(x - by, high + 1) if around else x - by
        return found

    def renamed(self, mark: str) -> "FactorRule":
        """The rule with other symbols for its choices."""
        table = {x: sp.Symbol(x.name + mark, integer=True) for x, _, _ in self.ranges}
        return replace(
            self,
            target=tuple(each.xreplace(table) for each in self.target),
            ranges=tuple((table[x], low.xreplace(table), high.xreplace(table)) for x, low, high in self.ranges),
            where=self.where.xreplace(table),
        )

    def at(self, table: dict[sp.Symbol, sp.Expr]) -> "FactorRule":
        """The rule with its coordinates replaced."""
        return replace(
            self,
            target=tuple(each.xreplace(table) for each in self.target),
            ranges=tuple((x, sp.S(low).xreplace(table), sp.S(high).xreplace(table)) for x, low, high in self.ranges),
            where=self.where.xreplace(table),
        )


def within(ranges: Ranges) -> list[sp.Basic]:
    """The conditions that symbols are in their ranges."""
    return [condition for x, low, high in ranges for condition in (x >= low, x <= high)]


def where(body: sp.Expr, condition: sp.Basic) -> sp.Expr:
    """An expression where a condition holds, 0 elsewhere; in sums the condition is that of each summand.

    >>> from sympy.abc import j, x
    >>> where(sp.Sum(j, (j, 0, x)), x > 2)
    Sum(Piecewise((j, x > 2), (0, True)), (j, 0, x))
    """
    if condition is sp.true:
        return body
    if isinstance(body, sp.Sum):
        return sp.Sum(where(body.function, condition), *body.limits)
    return sp.Piecewise((body, condition), (0, True))


@dataclass(frozen=True)
class Factor:
    """A network whose copies make up a defined network.

    ranges: Its coordinates with their least and greatest values, those of a node, and ``among`` conditions on them.
    count: How many copies of it there are: 1, or the length of a word.
    distance: From a node to the one whose coordinates are :meth:`elsewhere`, as it is claimed; None without a claim.
    """

    ranges: Ranges
    among: sp.Basic
    rules: tuple[FactorRule, ...]
    count: sp.Expr
    distance: sp.Expr | None = None

    @property
    def symbols(self) -> tuple[sp.Symbol, ...]:
        """The symbols of the coordinates."""
        return tuple(x for x, _, _ in self.ranges)

    @property
    def sizes(self) -> set[sp.Symbol]:
        """The sizes on which the factor depends."""
        own = {*self.symbols, *self.elsewhere.values()}
        parts = [each for x, low, high in self.ranges for each in (low, high)]
        for rule in self.rules:
            own |= {x for x, _, _ in rule.ranges}
            parts += [*rule.target, rule.where, *(each for x, low, high in rule.ranges for each in (low, high))]
        return set().union(*(sp.S(each).free_symbols for each in parts), self.among.free_symbols) - own

    @property
    def elsewhere(self) -> dict[sp.Symbol, sp.Symbol]:
        """The symbols of another node by those of a node."""
        return {x: sp.Symbol(x.name + PRIME, integer=True) for x in self.symbols}

    def inside(self, table: dict[sp.Symbol, sp.Symbol] | None = None) -> sp.Basic:
        """The condition that coordinates are those of a node."""
        return sp.And(*within(self.ranges), self.among).xreplace(table or {})

    def total(self, body: sp.Expr) -> sp.Expr:
        """The sum of an expression over all nodes."""
        return sp.Sum(where(body, self.among), *reversed(self.ranges))

    def nodes(self) -> sp.Expr:
        """The number of nodes, as a sum over the coordinates."""
        return self.total(sp.S.One)


def factors_of(definition: Definition, domain: Domain) -> tuple[Factor, ...]:
    """The factors of a definition, in the order of their coordinates.

    Raises
    ------
    NotDerived
        If words are linked as a whole, or with other coordinates.
    """
    sizes: Names = {(p.name, False): p.symbol for p in domain.parameters}
    coordinates = {each.name: each for each in definition.coordinates}
    group = {name: {name} for name in coordinates}

    def join(names: Iterable[str]) -> None:
        joined = set().union(*(group[name] for name in names))
        for name in joined:
            group[name] = joined

    for each in definition.coordinates:
        used = {name for name, _ in each.low.names() | each.high.names()} & coordinates.keys()
        if used:
            join({each.name, *used})
    for ranges, condition in definition.among:
        words = {name for name, _ in condition.names() if name in coordinates and coordinates[name].is_word}
        if words or ranges:
            raise NotDerived(
                f"a condition on the words {', '.join(sorted(words))}" if words else "conditions over ranges"
            )
        join({name for name, _ in condition.names()} & coordinates.keys())
    own = [_of_rule(definition, rule, coordinates) for rule in definition.rules]
    for names, _ in own:
        join(names)
    claims = _claims(definition, coordinates)
    for names, _ in claims:
        if len(names) > 1:
            if any(coordinates[name].is_word for name in names):
                raise NotDerived("a distance in which words and other coordinates are not summands of their own")
            join(names)
    if any(coordinates[name].is_word and len(group[name]) > 1 for name in coordinates):
        raise NotDerived("words that are linked with other coordinates")
    found = []
    for members in dict.fromkeys(frozenset(group[name]) for name in coordinates):
        ordered = [each for name, each in coordinates.items() if name in members]
        found.append(_factor(definition, sizes, ordered, own, claims))
    return tuple(found)


def _of_rule(definition: Definition, rule: Rule, coordinates: dict[str, Coordinate]) -> tuple[set[str], Rule]:
    """The coordinates that a rule changes or asks for, and the rule."""
    used = set()
    terms = [rule.where] if rule.where else []
    for name, target in zip(coordinates, rule.target, strict=True):
        if (target.op, target.args) != ("name", (name, False)):
            used.add(name)
            terms.append(target)
    terms += [bound for each in rule.ranges for bound in (each.low, each.high)]
    used |= {name for term in terms for name, _ in term.names()} & coordinates.keys()
    return used, rule


def _claims(definition: Definition, coordinates: dict[str, Coordinate]) -> list[tuple[set[str], Term]]:
    """The summands of the claimed distance, each with its coordinates."""
    if definition.distance is None:
        return []

    def summands(term: Term) -> Iterator[Term]:
        if term.op == "+":
            for each in term.args:
                yield from summands(each)
        else:
            yield term

    return [({name for name, _ in term.names()} & coordinates.keys(), term) for term in summands(definition.distance)]


def _factor(
    definition: Definition,
    sizes: Names,
    members: Sequence[Coordinate],
    rules: Iterable[tuple[set[str], Rule]],
    claims: Iterable[tuple[set[str], Term]],
) -> Factor:
    names = dict(sizes)
    ranges: list[tuple[sp.Symbol, sp.Expr, sp.Expr]] = []
    for each in members:
        symbol = sp.Symbol(each.name + PRIME, integer=True)
        low, high = symbolic(each.low, names), symbolic(each.high, names)
        ranges.append((symbol, sp.S.Zero, low - 1) if each.is_word else (symbol, low, high))
        names[each.name, False] = symbol
        names[each.name, True] = sp.Symbol(each.name + 2 * PRIME, integer=True)
    labels = {each.name for each in members}
    among = sp.And(
        *(symbolic(condition, names) for _, condition in definition.among if {n for n, _ in condition.names()} & labels)
    )
    word = members[0] if members[0].is_word else None
    length = symbolic(word.high, sizes) if word else sp.S.One
    found = tuple(_rule(definition, rule, names, members, word) for used, rule in rules if used & labels)
    distance = None
    if definition.distance is not None:
        parts = [term for used, term in claims if used & labels]
        letter = [_letter_sum(term, word) for term in parts] if word else parts
        distance = sp.Add(*(symbolic(term, names) for term in letter))
    return Factor(tuple(ranges), among, found, length, distance)


def _rule(
    definition: Definition, rule: Rule, names: Names, members: Sequence[Coordinate], word: Coordinate | None
) -> FactorRule:
    here, ranges = dict(names), list(rule.ranges)
    targets = [term for term, each in zip(rule.target, definition.coordinates, strict=True) if each in members]
    if word:
        _, changes, over = targets[0].args
        if over is not None or len(changes) != 2 or changes[0].op != "name":
            raise NotDerived(f"words of which several letters change ({rule.class_name})")
        place, targets = changes[0], [changes[1]]
        chosen = next((each for each in ranges if each.name == place.args[0]), None)
        if chosen is None or (chosen.low, chosen.high) != (Term("number", (1,)), word.high):
            raise NotDerived(f"words of which not all letters change alike ({rule.class_name})")
        ranges.remove(chosen)
        terms = [
            *targets,
            *([rule.where] if rule.where else []),
            *(b for each in ranges for b in (each.low, each.high)),
        ]
        if not all(_of_letter(term, word.name, place) for term in terms):
            raise NotDerived(f"letters that depend on other letters or on their place ({rule.class_name})")
    chosen_ranges = []
    for each in ranges:
        low, high = symbolic(each.low, here), symbolic(each.high, here)
        here[each.name, False] = sp.Symbol(each.name + PRIME, integer=True)
        chosen_ranges.append((here[each.name, False], low, high))
    where = symbolic(rule.where, here) if rule.where else sp.true
    return FactorRule(
        rule.class_name, tuple(symbolic(each, here) for each in targets), tuple(chosen_ranges), where, rule.one_way
    )


def _of_letter(term: Term, word: str, place: Term) -> bool:
    """Whether a term depends on a word by its letter at this place alone, and on the place by that letter alone."""
    if term.op == "letter":
        return (term.args[0], term.args[2]) == (word, place)
    if term.op == "name":
        return term.args[0] not in (word, place.args[0])
    return all(_of_letter(each, word, place) for each in term.args if isinstance(each, Term)) and not (
        term.args and isinstance(term.args[0], Range)
    )


def _letter_sum(term: Term, word: Coordinate) -> Term:
    """What is summed over all letters of a word."""
    if term.op == "sum":
        over, body = term.args
        if (over.low, over.high) == (Term("number", (1,)), word.high) and _of_letter(
            body, word.name, Term("name", (over.name, False))
        ):
            return body
    raise NotDerived("a distance of words that is no sum over all their letters")

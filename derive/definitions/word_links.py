"""Numbers of links where letters of words depend on other letters, or on other coordinates: counted over the network as a whole.

That a link is given once, or by both ends, is a condition on all letters, see :mod:`netlemma.derive.definitions.word_networks`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import combinations, product
from typing import Any

import sympy as sp

from netlemma.definitions import Coordinate, Definition, Range, Rule, Term
from netlemma.derive.algebra import smt
from netlemma.derive.algebra.notation import PRIME
from netlemma.derive.core.domain import Domain
from netlemma.derive.definitions.factors import Factor, FactorRule, Names, symbolic, within
from netlemma.derive.definitions.link_counts import ONCE, CountedRule
from netlemma.derive.definitions.word_networks import WordNetwork, neighbours_differ
from netlemma.errors import NotDerived, ProofError

BOTH_ENDS = "both ends give each link: decided for words of every length"


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
    if conditions == [((), Term("distinct", (Term("name", (word.name, False)),)))]:
        if not smt.always(known, sp.Le(length, letters)):
            raise NotDerived(f"words {word.name} of different letters, as there may be more places than letters")
        return sp.factorial(letters) / sp.factorial(letters - length)
    if len(conditions) == 1 and neighbours_differ(word, *conditions[0]):
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


def extreme_at_words(factor: WordFactor, domain: Domain, rules: Mapping[Rule, CountedWordRule], sign: int) -> sp.Expr:
    """The largest number of links at a word, or the least one, of rules that apply at some words: each with one choice at most.

    It is attained at a word of letters 0 but for a first or last letter 1, or of one letter, at which all of them apply that have a
    choice at all, or none.

    Raises
    ------
    NotDerived
        If it is not decided.
    """
    text = factor.text
    assert text is not None
    where = f"links {', '.join(rule.class_name for rule in rules)} at a node"
    if text.among or len(text.coordinates) > 1 or any(each.part != sp.S.Half for each in rules.values()):
        raise NotDerived(f"{where}, of which there are more at some words than at others")
    z3 = smt.z3()
    for rule in rules:
        net = WordNetwork(text, domain)
        one, two = net.applied(rule, net.node), net.applied(rule, net.node)
        if not net.always(
            [one.inside, two.inside], z3.And(*(x == y for x, y in zip(one.choices, two.choices, strict=True)))
        ):
            raise NotDerived(f"links {rule.class_name} of which a word may have several")
    (word,) = (each.name for each in text.coordinates)
    plain = WordNetwork(text, domain)
    if not plain.always([], z3.And(plain.letters[word].count >= 2, plain.lengths[word] >= 1)):
        raise NotDerived(f"{where}: words of a single letter")
    for unlike in (None, plain.lengths[word], z3.IntVal(1)):  # the place of the letter that is not 0
        if all(_at_word(text, domain, rule, word, unlike, sign) for rule in rules):
            break
    else:
        raise NotDerived(f"{where}: a word with the most or fewest")
    if sign < 0:
        return sp.S.Zero
    own = [each.rule for each in rules.values()]
    some = (sp.And(each.where, *(low <= high for _, low, high in each.ranges)) for each in own)
    return sp.Add(*(sp.Piecewise((1, condition), (0, True)) for condition in some))


def _at_word(text: Definition, domain: Domain, rule: Rule, word: str, unlike: Any, sign: int) -> bool:
    """Whether a rule that has a choice applies at the word of letters 0 but for one place, or never does."""
    z3, net = smt.z3(), WordNetwork(text, domain)
    letters = net.letters[word]
    said = z3.IntVal(-1) if unlike is None else unlike
    net.everywhere.append((z3.IntVal(1), letters.length, lambda p: letters.function(p) == z3.If(p == said, 1, 0)))
    if sign < 0:
        return net.never([net.applied(rule, net.node).inside])
    ends = [[net.term(end, net.node) for end in (each.low, each.high)] for each in rule.ranges]
    some = [low <= high for low, high in ends]
    return any(net.always(some, net.applied(rule, net.node, choices).inside) for choices in product(*ends))


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
        net = WordNetwork(text, domain)
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
            ends = partial(_ends, text, domain, rule)
            found.append(CountedWordRule(own, sp.S.One, ONCE, ends=ends, words=words))
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
    net, z3 = WordNetwork(text, domain), smt.z3()
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
    net = WordNetwork(text, domain)
    one, two = net.applied(rule, net.node), net.applied(rule, net.node)
    alike = smt.z3().And(*(x == y for x, y in zip(one.choices, two.choices, strict=True)))
    if not net.always([one.inside, two.inside, *net.taken_as_same(one.target, two.target)], alike):
        raise NotDerived(f"links {rule.class_name} that one node may give twice")


def _apart(text: Definition, domain: Domain, rule: Rule, other: Rule, turned_only: bool = False) -> bool:
    """Whether no link of a rule is one of another rule, or of the same rule from its other end."""
    if not turned_only:
        net = WordNetwork(text, domain)
        one, two = net.applied(rule, net.node), net.applied(other, net.node)
        if not net.never([one.inside, two.inside, *net.taken_as_same(one.target, two.target)]):
            return False
    if rule.one_way:
        return True
    net = WordNetwork(text, domain)
    one = net.applied(rule, net.node)
    back = net.applied(other, one.target)
    return net.never([one.inside, back.inside, *net.taken_as_same(back.target, net.node)])


def _given_back(text: Definition, domain: Domain, rule: Rule, other: Rule) -> bool:
    """Whether another rule gives each link of a rule from its other end, with a choice that is tried."""
    net = WordNetwork(text, domain)
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
        net = WordNetwork(text, domain)
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

"""Numbers of links of a factor of a defined network: each link counted once, though two rules or both its ends give it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import sympy as sp

from netlemma.derive.algebra.smt import always
from netlemma.derive.definitions.factors import Factor, FactorRule, divides, within
from netlemma.derive.definitions.potentials import MOST_CHOICES
from netlemma.errors import NotDerived

ONCE = "no two choices give one link: decided for all sizes"
BOTH = "both ends give each link: decided for all sizes"


@dataclass(frozen=True)
class CountedRule:
    """A rule of a factor with the part of a link that each of its choices counts for: 1, 1/2 if both ends give it, 0 if another does.

    because: Why, in words.
    divisors: What is known of sizes that others divide.
    """

    rule: FactorRule
    part: sp.Expr
    because: str
    divisors: tuple[sp.Basic, ...] = ()

    def sum(self, factor: Factor) -> sp.Expr:
        """The number of its links, as a sum over nodes and choices."""
        return factor.total(self.at_node())

    @property
    def both(self) -> bool:
        """Whether each of its links is one of its choices at either end, so that those at a node are all its links there."""
        return self.because == BOTH

    def at_node(self) -> sp.Expr:
        """The number of its links that begin at a node, as a sum over choices."""
        weighted = self.part if self.rule.where is sp.true else sp.Piecewise((self.part, self.rule.where), (0, True))
        return sp.Sum(weighted, *reversed(self.rule.ranges)) if self.rule.ranges else weighted

    def into(self, factor: Factor) -> sp.Expr:
        """The number of its links that end at the node whose coordinates are those of ``factor``, as a sum over nodes and choices."""
        periodic = any(rule.periodic for rule in factor.rules)
        if (back := self.rule.back(factor.ranges, periodic)) is not None:
            own = tuple(each for each in factor.ranges if not back[each[0]].has(sp.Mod))  # others stay in their ranges
            inside = sp.And(self.rule.where, factor.among, *within(own)).xreplace(back)
            return sp.Piecewise((sp.S(self.part).xreplace(back), of_remainders(inside, self.divisors)), (0, True))
        begin = {x: sp.Symbol(f"{x.name}_0", integer=True) for x in factor.symbols}
        rule = self.rule.at(begin)
        ends = [sp.Eq(there, x) for there, x in zip(rule.target, factor.symbols, strict=True)]
        inside = sp.And(rule.where, factor.among.xreplace(begin), *ends)
        body = sp.Piecewise((self.part.xreplace(begin), inside), (0, True))
        weighted = sp.Sum(body, *reversed(rule.ranges)) if rule.ranges else body
        ranges = [(begin[x], sp.S(low).xreplace(begin), sp.S(high).xreplace(begin)) for x, low, high in factor.ranges]
        return sp.Sum(weighted, *reversed(ranges))


@lru_cache(256)
def counted_rules(factor: Factor, assumptions: tuple[sp.Basic, ...]) -> tuple[CountedRule, ...]:
    """The rules of a factor, each with what its choices count for.

    Raises
    ------
    NotDerived
        If it is not decided how often a link is given.
    """
    known = [*assumptions, factor.inside()]
    found: list[CountedRule] = []
    for number, rule in enumerate(factor.rules):
        here = [*known, rule.inside()]
        if not rule.ranges and all(not other.ranges for other in factor.rules[:number]):
            found.append(_exactly(factor, number, known))
            continue
        if not always([*here, rule.renamed("_2").inside()], _one_choice(rule)):
            raise NotDerived(f"links {rule.class_name} that one node gives twice")
        for other in factor.rules[:number]:
            if not _apart(factor, known, rule, other):
                raise NotDerived(f"links that {other.class_name} and {rule.class_name} both give")
        if rule.one_way or _apart(factor, known, rule, rule, turned_only=True):
            found.append(CountedRule(rule, sp.S.One, ONCE))
        elif always(here, sp.Or(*_turned(factor, rule))):
            found.append(CountedRule(rule, sp.S.Half, BOTH))
        else:
            raise NotDerived(f"links {rule.class_name} some of which both ends give")
    return tuple(found)


def _one_choice(rule: FactorRule) -> sp.Basic:
    """Two choices at one node do not give the same link."""
    other = rule.renamed("_2")
    same_end = [sp.Eq(one, two) for one, two in zip(rule.target, other.target, strict=True)]
    same = [sp.Eq(one, two) for (one, _, _), (two, _, _) in zip(rule.ranges, other.ranges, strict=True)]
    return sp.Or(sp.Not(sp.And(*same_end)), sp.And(*same))


def _gives(factor: Factor, rule: FactorRule, start: Sequence[sp.Expr], end: Sequence[sp.Expr]) -> sp.Basic:
    """The condition that a rule, with its choices, gives the link from one node to another."""
    moved = rule.at(dict(zip(factor.symbols, start, strict=True)))
    return sp.And(moved.inside(), *(sp.Eq(one, two) for one, two in zip(moved.target, end, strict=True)))


def _apart(
    factor: Factor, known: list[sp.Basic], rule: FactorRule, other: FactorRule, turned_only: bool = False
) -> bool:
    """Whether no link of a rule is one of another rule, or of the same rule from its other end."""
    second = other.renamed("_2")
    given = [_gives(factor, second, rule.target, factor.symbols)] if not rule.one_way else []
    if not turned_only:
        given.append(_gives(factor, second, factor.symbols, rule.target))
    return always([*known, rule.inside()], sp.Not(sp.Or(*given))) if given else True


def _turned(factor: Factor, rule: FactorRule) -> Iterator[sp.Basic]:
    """Conditions under which the other end gives the link, too, with one of the likely choices."""
    values = [[*factor.symbols, x, low, high, low + high - x] for x, low, high in rule.ranges]
    for number, choice in enumerate(product(*values)):
        if number == MOST_CHOICES:
            return
        second = rule.renamed("_2")
        table = {x: sp.S(value) for (x, _, _), value in zip(second.ranges, choice, strict=True)}
        yield _gives(factor, second, rule.target, factor.symbols).xreplace(table)


def _exactly(factor: Factor, number: int, known: list[sp.Basic]) -> CountedRule:
    """What a rule without choices counts for: nothing where an earlier rule gives the link, a half where its other end does."""
    rule = factor.rules[number]
    here = [*known, rule.inside()]
    earlier, words = [], []
    for other in factor.rules[:number]:
        given = [_gives(factor, other, factor.symbols, rule.target)]
        if not rule.one_way:
            given.append(_gives(factor, other, rule.target, factor.symbols))
        if not always(here, sp.Not(sp.Or(*given))):
            earlier.append(sp.Or(*given))
            words.append(f"links that {other.class_name} gives, too, are left out")
    part: sp.Expr = sp.S.One
    turned = _gives(factor, rule, rule.target, factor.symbols)
    divisors = tuple(each for each in known if divides(each))
    if rule.periodic:
        turned = _by_sizes(of_remainders(turned, divisors), factor, here)
    if not rule.one_way and not always(here, sp.Not(turned)):
        part = sp.S.Half if always(here, turned) else sp.Piecewise((sp.S.Half, turned), (1, True))
        words.append("a link that both ends give is counted half at each")
    if earlier:
        part = sp.Piecewise((0, sp.Or(*earlier)), (part, True))
    return CountedRule(rule, part, "; ".join(words) or ONCE, divisors)


def of_remainders(expr: sp.Basic, divisors: Sequence[sp.Basic]) -> sp.Basic:
    """An expression in which remainders by a number that divides another one are not taken of remainders by that one.

    >>> x, n, e = sp.symbols("x n e", integer=True, positive=True)
    >>> of_remainders(sp.Mod(sp.Mod(x - e, n), e), [sp.Eq(sp.Mod(n, e), 0)])
    Mod(x, e)
    """
    for each in divisors:
        number, by = each.lhs.args
        inner = {m: sp.Mod(m.args[0].args[0], by) for m in expr.atoms(sp.Mod) if _of_remainder(m, number, by)}
        expr = expr.xreplace(inner)
    return expr


def _of_remainder(expr: sp.Mod, number: sp.Expr, by: sp.Expr) -> bool:
    inner = expr.args[0]
    return expr.args[1] == by and isinstance(inner, sp.Mod) and inner.args[1] == number


def _by_sizes(condition: sp.Basic, factor: Factor, known: list[sp.Basic]) -> sp.Basic:
    """A condition without the parts that are known, where a coordinate with a number added is the same around its range."""
    found = []
    for each in sp.And.make_args(condition):
        for x, low, high in factor.ranges:
            there = next((m for m in each.args if isinstance(m, sp.Mod) and m.args[1] == high + 1), None)
            if low == 0 and isinstance(each, sp.Eq) and x in each.args and there is not None:
                by = sp.expand(there.args[0] - x)
                if not by.has(x) and always(known, sp.And(by >= 1, by <= 2 * high + 1)):
                    each = sp.Eq(by, high + 1)
        if not always(known, each):
            found.append(each)
    return sp.And(*found)

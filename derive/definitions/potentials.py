"""Distances of a factor of a defined network, proved for all sizes: the claimed formula is a potential."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, product

import sympy as sp

from netlemma.derive.algebra.evaluate import Point, Program, compiled, evaluate, holds, placed
from netlemma.derive.algebra.proof import require
from netlemma.derive.algebra.smt import insist
from netlemma.derive.definitions.factors import Factor, FactorRule

MOST_CHOICES = 400  # values of the choices of a rule, or of a node, that are tried for the next hop
LARGEST_TRIED, MOST_PAIRS = 9, 3000  # sizes of small networks, and pairs of their nodes, that suggest hops


@lru_cache(256)
def certify(factor: Factor, assumptions: tuple[sp.Basic, ...]) -> None:
    """Check that the claimed distance is the distance, at all sizes.

    It is 0 at the destination alone and never negative; no link lowers it by more than one, in either direction if it has two; and
    from everywhere else some link lowers it by one. Of two-way links, those at the destination may do so as well.

    Raises
    ------
    ProofError
        If a condition does not hold, with sizes and nodes, or is not decided.
    """
    there = factor.elsewhere
    far = factor.distance
    require(far is not None, "there is no formula of the distance")
    assert far is not None
    known = [*assumptions, factor.inside(), factor.inside(there)]
    same = sp.And(*(sp.Eq(x, y) for x, y in there.items()))
    insist(known, sp.Ge(far, 0), "the distance is negative")
    insist([*known, same], sp.Eq(far, 0), "the distance of a node to itself is not 0")
    insist([*known, sp.Eq(far, 0)], same, "the distance to another node is 0")
    for rule in factor.rules:
        after = _after(far, factor, rule)
        here = [*known, *_conjuncts(rule.inside())]
        insist(here, sp.Ge(after, far - 1), f"a link {rule.class_name} lowers the distance by more than one")
        if not rule.one_way:
            insist(here, sp.Ge(far, after - 1), f"a link {rule.class_name} lowers the distance by more than one")
    taken = descents(factor, assumptions)
    insist([*known, sp.Not(same)], sp.Or(*taken), "no link is found that lowers the distance")


def _conjuncts(condition: sp.Basic) -> Iterable[sp.Basic]:
    return condition.args if isinstance(condition, sp.And) else (condition,)


def _after(far: sp.Expr, factor: Factor, rule: FactorRule) -> sp.Expr:
    """The distance behind a link."""
    return far.xreplace(dict(zip(factor.symbols, rule.target, strict=True)))


# Hops that come nearer


def descents(factor: Factor, assumptions: Sequence[sp.Basic]) -> list[sp.Basic]:
    """Conditions under which some hop lowers the distance by one: those that suffice on the smallest networks.

    The hop is one of the node, or of the destination where links have two directions.
    """
    found: list[tuple[sp.Basic, Program]] = []
    possible: list[tuple[sp.Basic, Program]] = []
    waiting = _hops(factor)
    for at in _pairs(factor, assumptions):
        if any(truth(at) for _, truth in found):
            continue
        for each in possible:
            if each[1](at):
                found.append(each)
                break
        else:
            for condition in waiting:
                possible.append((condition, compiled(condition)))
                if possible[-1][1](at):
                    found.append(possible[-1])
                    break
    return [condition for condition, _ in found]


def _pairs(factor: Factor, assumptions: Sequence[sp.Basic]) -> Iterator[Point]:
    """Pairs of different nodes of the smallest networks of a factor."""
    sizes = sorted(factor.sizes, key=str)
    ranges = [
        *factor.ranges,
        *(
            (factor.elsewhere[x], low.xreplace(factor.elsewhere), high.xreplace(factor.elsewhere))
            for x, low, high in factor.ranges
        ),
    ]
    left = MOST_PAIRS
    for numbers in sorted(
        product(range(LARGEST_TRIED + 1), repeat=len(sizes)), key=lambda numbers: (sum(numbers), numbers)
    ):
        at = dict(zip(sizes, numbers, strict=True))
        own = [c for c in assumptions if c.free_symbols <= set(sizes)]
        if not all(holds(c, at) for c in own):
            continue
        for pair in _within(ranges, at):
            same = all(pair[x] == pair[y] for x, y in factor.elsewhere.items())
            if not same and (
                factor.among is sp.true
                or (holds(factor.inside(), pair) and holds(factor.inside(factor.elsewhere), pair))
            ):
                left -= 1
                yield placed(pair)
            if not left:
                return


def _within(
    ranges: Sequence[tuple[sp.Symbol, sp.Expr, sp.Expr]], at: dict[sp.Symbol, int]
) -> Iterator[dict[sp.Symbol, int]]:
    if not ranges:
        yield at
        return
    (x, low, high), *rest = ranges
    for number in range(int(evaluate(low, at)), int(evaluate(high, at)) + 1):
        yield from _within(rest, {**at, x: number})


def _hops(factor: Factor) -> Iterator[sp.Basic]:
    """Conditions under which a hop lowers the distance, the likely ones first: forwards, then backwards along two-way links."""
    far, there = factor.distance, factor.elsewhere
    assert far is not None
    turned = {**there, **{y: x for x, y in there.items()}}
    for rule in factor.rules:
        for _, chosen in _chosen(rule, [*there, *there.values()]):
            yield sp.And(chosen, sp.Le(_after(far, factor, rule), far - 1).xreplace(_))
            if not rule.one_way:
                lower = sp.Le(
                    far.xreplace(
                        dict(zip(there.values(), (each.xreplace(turned) for each in rule.target), strict=True))
                    ),
                    far - 1,
                )
                yield sp.And(
                    chosen.xreplace(turned), lower.xreplace({x: sp.S(v).xreplace(turned) for x, v in _.items()})
                )
    two_way = [rule for rule in factor.rules if not rule.one_way]
    for rule in two_way:
        if (back := rule.back(factor.ranges)) is not None:
            begins = sp.And(rule.where, factor.inside()).xreplace(back)
            yield sp.And(begins, sp.Le(far.xreplace(back), far - 1))
    for rule in two_way:
        yield from _backwards(factor, rule, far)


def _chosen(rule: FactorRule, symbols: Sequence[sp.Symbol]) -> Iterator[tuple[dict[sp.Symbol, sp.Expr], sp.Basic]]:
    """Likely choices of a rule, each with the condition that it is one."""
    for values in islice(product(*(_likely(symbols, low, high) for _, low, high in rule.ranges)), MOST_CHOICES):
        table = {x: sp.S(value) for (x, _, _), value in zip(rule.ranges, values, strict=True)}
        yield table, rule.inside().xreplace(table)


def _likely(symbols: Sequence[sp.Symbol], low: sp.Expr, high: sp.Expr) -> list[sp.Expr]:
    ends = [low, high, low + 1, low + 2, high - 1]
    return [*symbols, *ends, *(x + step for x in symbols for step in (1, -1))]


def _backwards(factor: Factor, rule: FactorRule, far: sp.Expr) -> Iterator[sp.Basic]:
    """Conditions under which the node from which a rule leads here is nearer."""
    there = factor.elsewhere
    begins = product(*(_likely([x, there[x]], low, high) for x, low, high in factor.ranges))
    for values in islice(begins, MOST_CHOICES):
        begin = dict(zip(factor.symbols, values, strict=True))
        moved = rule.at(begin)
        inside = factor.inside().xreplace(begin)
        for table, chosen in _chosen(moved, [*there, *there.values()]):
            leads = [sp.Eq(end.xreplace(table), x) for end, x in zip(moved.target, factor.symbols, strict=True)]
            yield sp.And(inside, chosen, *leads, sp.Le(far.xreplace(begin), far - 1))

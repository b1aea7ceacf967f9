"""Networks of a definition by plain loops over its coordinates, node by node."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import sympy as sp

from netlemma.definitions import Definition, Range, RouteRule, Rule, Term
from netlemma.derive.core.domain import Domain, Size
from netlemma.derive.networks.brute_force_networks import Construction, Node
from netlemma.errors import DefinitionError

Names = Mapping[
    tuple[str, bool], Any
]  # values of names, each with whether it has a prime: numbers, and words as tuples

_RELATIONS = {
    "=": lambda x, y: x == y,
    "!=": lambda x, y: x != y,
    "<": lambda x, y: x < y,
    "<=": lambda x, y: x <= y,
    ">": lambda x, y: x > y,
    ">=": lambda x, y: x >= y,
}
_OPERATIONS: dict[str, Callable[..., Any]] = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "/": lambda x, y: Fraction(x) / y,
    "//": lambda x, y: x // y,
    "mod": lambda x, y: x % y,
    "^": lambda x, y: x**y,
    "min": min,
    "max": max,
    "abs": abs,
    "floor": lambda x: x // 1,
    "count": int,
    "not": lambda x: not x,
    "and": lambda x, y: x and y,
    "or": lambda x, y: x or y,
    "distinct": lambda word: len(set(word)) == len(word),
    **_RELATIONS,
}
_OVER: dict[str, Callable[..., Any]] = {"sum": sum, "all": all, "min": min, "max": max}


def value(term: Term, names: Names) -> Any:
    """The value of a term: a number, a truth or a word.

    >>> from netlemma.definitions import read_definition
    >>> ring = read_definition("family ring\\nsizes n >= 3\\nnode i: 0..n-1\\nlink ring: i - (i+1) mod n")
    >>> value(ring.rules[0].target[0], {("n", False): 5, ("i", False): 4})
    0
    """
    match term.op:
        case "number":
            return term.args[0]
        case "name":
            return names[term.args]
        case "letter":
            word, prime, index = term.args
            return names[word, prime][value(index, names) - 1]
        case "with":
            return _changed(term, names)
    if term.args and isinstance(term.args[0], Range):
        over, body = term.args
        return _OVER[term.op](value(body, here) for here in _bound((over,), names))
    return _OPERATIONS[term.op](*(value(each, names) for each in term.args))


def whole(term: Term, names: Names) -> int:
    """The value of a term that is a whole number.

    Raises
    ------
    DefinitionError
        If it is none.
    """
    found = value(term, names)
    if found != int(found):
        raise DefinitionError(f"{term} is {found}, no whole number")
    return int(found)


def _changed(term: Term, names: Names) -> tuple[int, ...]:
    word, changes, over = term.args
    letters = list(value(word, names))
    for here in _bound((over,) if over else (), names):
        for index, letter in zip(changes[::2], changes[1::2], strict=True):
            letters[value(index, here) - 1] = value(letter, here)
    return tuple(letters)


def _bound(ranges: tuple[Range, ...], names: Names) -> Iterator[Names]:
    """The names with each choice of values in the ranges."""
    if not ranges:
        yield names
        return
    first, *rest = ranges
    for number in range(whole(first.low, names), whole(first.high, names) + 1):
        yield from _bound(tuple(rest), {**names, (first.name, False): number})


def nodes(definition: Definition, size: Size) -> Iterator[Names]:
    """The nodes of a size, as values of the coordinates beside the sizes."""
    found: list[Names] = [{(name, False): number for name, number in size.items()}]
    for each in definition.coordinates:
        longer: list[Names] = []
        for names in found:
            low, high = whole(each.low, names), whole(each.high, names)
            values = product(range(low), repeat=high) if each.is_word else range(low, high + 1)
            longer += [{**names, (each.name, False): choice} for choice in values]
        found = longer
    for names in found:
        if all(value(condition, here) for ranges, condition in definition.among for here in _bound(ranges, names)):
            yield names


def targets(definition: Definition, rule: Rule, names: Names) -> Iterator[Node]:
    """The nodes to which a rule links a node."""
    for here in _bound(rule.ranges, names):
        if rule.where is None or value(rule.where, here):
            yield tuple(value(each, here) for each in rule.target)


def node_of(definition: Definition, names: Names) -> Node:
    """The coordinates of a node."""
    return tuple(names[each.name, False] for each in definition.coordinates)


def names_of(definition: Definition, size: Size, node: Node, goal: Node) -> Names:
    """The values of sizes, and of coordinates of a node and of a destination, which have primes."""
    found: dict[tuple[str, bool], Any] = {(name, False): number for name, number in size.items()}
    for prime, place in ((False, node), (True, goal)):
        found |= {(each.name, prime): x for each, x in zip(definition.coordinates, place, strict=True)}
    return found


def applying(rules: Sequence[RouteRule], names: Names) -> Iterator[tuple[int, Names]]:
    """The rules of a routing that apply at a node, by their numbers, each with the names of its choice; packets take the first."""
    for number, rule in enumerate(rules):
        for here in _bound(rule.ranges, names):
            if rule.where is None or value(rule.where, here):
                yield number, here


def terminals(definition: Definition, size: Size) -> dict[Node, int]:
    """The number of ends of messages on each node; 1, the node itself, if the definition has none."""
    found = {}
    for names in nodes(definition, size):
        on = definition.terminals
        carries = on is not None and (on.where is None or value(on.where, names))
        found[node_of(definition, names)] = 1 if on is None else value(on.number, names) if carries else 0
    return found


def construction(definition: Definition, domain: Domain, ends: sp.Expr, small: tuple[Size, ...]) -> Construction:
    """The family as plain loops count it."""
    kept: dict[tuple[int, ...], dict[Node, list[Node]]] = {}

    def of(size: Size) -> dict[Node, list[Node]]:
        key = tuple(size[name] for name in domain.names)
        if key not in kept:
            near: dict[Node, list[Node]] = {node_of(definition, names): [] for names in nodes(definition, size)}
            for names in nodes(definition, size):
                for rule in definition.rules:
                    for other in targets(definition, rule, names):
                        near[node_of(definition, names)].append(other)
                        if not rule.one_way:
                            near[other].append(node_of(definition, names))
            kept[key] = near
        return kept[key]

    return Construction(
        definition.name,
        domain,
        ends,
        of,
        lambda size, node: of(size)[node],
        small,
        one_way=definition.one_way,
        between="switches" if definition.terminals else "",
    )


def holds(conditions: tuple[Term, ...], size: Size) -> bool:
    """Whether conditions on the sizes hold."""
    names = {(name, False): number for name, number in size.items()}
    return all(value(each, names) for each in conditions)


def work(definition: Definition, size: Size) -> float:
    """About how many nodes there are at a size, infinite if a bound depends on other coordinates in no simple way."""
    names = {(name, False): number for name, number in size.items()}
    spans = []
    for each in definition.coordinates:
        try:
            low, high = value(each.low, names), value(each.high, names)
        except KeyError:
            low, high = 0, max(size.values(), default=1)
        spans.append(float(low) ** min(high, 300) if each.is_word else max(1.0, float(high - low + 1)))
    return prod(spans)

"""Mutants of users' formulas: texts that differ from a formula, or from its condition, in one place, by kind of change."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

import mpmath

from netlemma.checks.formula import grammar
from netlemma.checks.formula.formula import Condition, Formula
from netlemma.checks.formula.grammar import Node, unparse

KINDS = ("operator", "constant", "exponent", "name", "rounding", "parity", "domain", "sum")
ONE, TWO = grammar.Number(Fraction(1)), grammar.Number(Fraction(2))
OTHERS = {"+": "-*", "-": "+", "*": "/+", "/": "*-"}
EDGES = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "=": "!=", "!=": "="}
ROUNDINGS = {"floor": "ceil", "ceil": "floor", "min": "max", "max": "min"}
PARITIES = {"even": "odd", "odd": "even"}

Change = tuple[str, Node]


@dataclass(frozen=True)
class Mutant:
    """A formula and its condition, one of them changed in one place."""

    kind: str
    formula: str
    where: str


def mutants(formula: Formula, where: Condition | None, names: Sequence[str]) -> list[Mutant]:
    """Every mutant with another text than the original, each text once."""
    condition = str(where or "")
    found: dict[tuple[str, str], str] = {}
    for kind, changed in (*_whole(formula.root), *_changes(formula.root, names, exponent=False)):
        found.setdefault((unparse(changed), condition), kind)
    if where is not None:
        for kind, changed in _changes(where.root, names, exponent=False):
            found.setdefault((str(formula), unparse(changed)), kind if kind == "parity" else "domain")
        found.setdefault((str(formula), ""), "domain")
    found.pop((str(formula), condition), None)
    return [Mutant(kind, *texts) for texts, kind in found.items()]


def _whole(root: Node) -> Iterator[Change]:
    """The coefficient, constant and sign that are not written."""
    yield "operator", grammar.Negative(root)
    yield "constant", grammar.Chain((root, ONE), ("+",))
    yield "constant", grammar.Chain((root, ONE), ("-",))
    yield "constant", grammar.Chain((TWO, root), ("*",))
    yield "constant", grammar.Chain((root, TWO), ("/",))
    yield "exponent", grammar.Power(root, TWO)


def _changes(node: Node, names: Sequence[str], exponent: bool) -> Iterator[Change]:
    """All changes of a node or of one node below it."""
    for kind, changed in _here(node, names):
        yield "exponent" if exponent and kind in ("constant", "operator") else kind, changed
    for field, part, put in _parts(node):
        inside = exponent or (isinstance(node, grammar.Power) and field == "exponent")
        limit = isinstance(node, grammar.Sum) and field in ("lower", "upper")
        for kind, changed in _changes(part, [*names, node.index] if _in_body(node, field) else names, inside):
            yield "sum" if limit and kind in ("constant", "operator") else kind, put(changed)


def _in_body(node: Node, field: str) -> bool:
    return isinstance(node, grammar.Sum) and field == "body"


def _parts(node: Node) -> Iterator[tuple]:
    """The parts below a node: name of the field, part, and the node with another part there."""
    for field in ("operand", "base", "exponent", "left", "right", "body", "lower", "upper", "default"):
        if isinstance(part := getattr(node, field, None), Node):
            yield field, part, lambda new, field=field: replace(node, **{field: new})
    for field in ("operands", "arguments"):
        parts = getattr(node, field, ())
        for place, part in enumerate(parts):
            yield (
                field,
                part,
                lambda new, f=field, p=parts, n=place: replace(node, **{f: (*p[:n], new, *p[n + 1 :])}),
            )
    pieces = getattr(node, "pieces", ())
    for place, (value, when) in enumerate(pieces):
        before, after = pieces[:place], pieces[place + 1 :]
        yield "value", value, lambda new, b=before, w=when, a=after: replace(node, pieces=(*b, (new, w), *a))
        yield "when", when, lambda new, b=before, v=value, a=after: replace(node, pieces=(*b, (v, new), *a))


def _here(node: Node, names: Sequence[str]) -> Iterator[Change]:
    match node:
        case grammar.Number():
            for value in (node.value + 1, node.value - 1, 2 * node.value):
                yield "constant", grammar.Number(value) if value >= 0 else grammar.Negative(grammar.Number(-value))
        case grammar.Name():
            for operator in "+-":
                yield "constant", grammar.Chain((node, ONE), (operator,))
            yield from (("name", grammar.Name(other)) for other in names if other != node.name)
        case grammar.Negative():
            yield "operator", node.operand
        case grammar.Chain():
            yield from _of_chain(node)
        case grammar.Power():
            for operator in "+-":
                yield "exponent", grammar.Power(node.base, grammar.Chain((node.exponent, ONE), (operator,)))
            yield "exponent", grammar.Power(node.base, grammar.Negative(node.exponent))
            yield "exponent", node.base
        case grammar.Call(function="floor" | "ceil" | "min" | "max" as function):
            yield "rounding", replace(node, function=ROUNDINGS[function])
            yield from (("rounding", argument) for argument in node.arguments)
        case grammar.Call(function="binomial"):
            top, bottom = node.arguments
            yield "name", replace(node, arguments=(bottom, top))
        case grammar.Sum():
            yield from _of_sum(node)
        case grammar.Piecewise():
            yield from _of_cases(node)
        case grammar.Parity():
            yield "parity", replace(node, parity=PARITIES[node.parity])
        case grammar.Comparison():
            yield "domain", replace(node, operator=EDGES[node.operator])
            for operator in "+-":
                yield "domain", replace(node, right=grammar.Chain((node.right, ONE), (operator,)))
        case grammar.Junction():
            yield "domain", replace(node, word="or" if node.word == "and" else "and")
            yield from (("domain", operand) for operand in node.operands)


def _of_chain(node: grammar.Chain) -> Iterator[Change]:
    for place, operator in enumerate(node.operators):
        for other in OTHERS[operator]:
            if (operator in "+-") == (other in "+-"):
                operators = (*node.operators[:place], other, *node.operators[place + 1 :])
                yield "operator", replace(node, operators=operators)
            else:
                yield "operator", _regrouped(node, place, other)
        rest = (*node.operands[: place + 1], *node.operands[place + 2 :])
        kept = (*node.operators[:place], *node.operators[place + 1 :])
        yield "operator", grammar.Chain(rest, kept) if kept else rest[0]
    if "/" in node.operators:
        yield from (("rounding", grammar.Call(function, (node,))) for function in ("floor", "ceil"))


def _regrouped(node: grammar.Chain, place: int, operator: str) -> Node:
    """The operands on both sides of an operator joined by one of another precedence."""
    joined = grammar.Chain(node.operands[place : place + 2], (operator,))
    operands = (*node.operands[:place], joined, *node.operands[place + 2 :])
    operators = (*node.operators[:place], *node.operators[place + 1 :])
    return grammar.Chain(operands, operators) if operators else joined


def _of_sum(node: grammar.Sum) -> Iterator[Change]:
    for operator in "+-":
        yield "sum", replace(node, lower=grammar.Chain((node.lower, ONE), (operator,)))
        yield "sum", replace(node, upper=grammar.Chain((node.upper, ONE), (operator,)))
        moved = grammar.Chain((grammar.Name(node.index), ONE), (operator,))
        yield "sum", replace(node, body=_replaced(node.body, node.index, moved))


def _replaced(node: Node, name: str, other: Node) -> Node:
    """The node with another one in place of each name."""
    if isinstance(node, grammar.Name):
        return other if node.name == name else node
    if isinstance(node, grammar.Sum) and node.index == name:
        return node
    for number in range(len(list(_parts(node)))):
        _, part, put = list(_parts(node))[number]
        node = put(_replaced(part, name, other))
    return node


def _of_cases(node: grammar.Piecewise) -> Iterator[Change]:
    cases = [*node.pieces, (node.default, None)]
    kind = [_kind_of(when) for _, when in node.pieces]
    for place, ((one, _), (other, _)) in enumerate(pairwise(cases)):
        values = [value for value, _ in cases]
        values[place : place + 2] = other, one
        pieces = tuple((value, when) for value, (_, when) in zip(values, node.pieces, strict=False))
        yield kind[place], replace(node, pieces=pieces, default=values[-1])
    for place in range(len(node.pieces)):
        left = (*node.pieces[:place], *node.pieces[place + 1 :])
        yield kind[place], replace(node, pieces=left) if left else node.default
        yield kind[place], node.pieces[place][0]


def _kind_of(when: Node) -> str:
    return "parity" if any(isinstance(part, grammar.Parity) for part in grammar.walk(when)) else "domain"


# Values by plain Python, beside the evaluation of formulas.


class NoValue(ArithmeticError):
    """The formula has no value at this size."""


class Irrational(ArithmeticError):
    """The value may be irrational."""


def value(formula: Formula, size: dict[str, int]) -> Fraction | mpmath.mpf:
    """The value at a size by recursion over the tree; with 60 digits if it may be irrational."""
    try:
        return _value(formula.root, {name: Fraction(number) for name, number in size.items()}, Fraction)
    except Irrational:
        with mpmath.workdps(60):
            return _value(formula.root, {name: mpmath.mpf(number) for name, number in size.items()}, mpmath.mpf)


def holds(condition: Condition, size: dict[str, int]) -> bool:
    """Whether a condition is true at a size, by recursion over the tree."""
    return _holds(condition.root, {name: Fraction(number) for name, number in size.items()}, Fraction)


def _value(node: Node, names: dict, number: type) -> Fraction:
    def of(part: Node) -> Fraction:
        return _value(part, names, number)

    match node:
        case grammar.Number():
            return number(node.value.numerator) / number(node.value.denominator)
        case grammar.Name():
            return names[node.name]
        case grammar.Negative():
            return -of(node.operand)
        case grammar.Chain():
            total = of(node.operands[0])
            for operator, operand in zip(node.operators, node.operands[1:], strict=True):
                total = _combined(total, operator, of(operand))
            return total
        case grammar.Power():
            return _power(of(node.base), of(node.exponent), number)
        case grammar.Call():
            return _called(node.function, [of(argument) for argument in node.arguments], number)
        case grammar.Sum():
            low, high = _whole_number(of(node.lower)), _whole_number(of(node.upper))
            terms = (_value(node.body, {**names, node.index: number(i)}, number) for i in range(low, high + 1))
            return sum(terms, number(0))
        case grammar.Piecewise():
            for part, when in node.pieces:
                if _holds(when, names, number):
                    return of(part)
            return of(node.default)
    raise TypeError(type(node).__name__)


def _combined(left: Fraction, operator: str, right: Fraction) -> Fraction:
    if operator == "/":
        if right == 0:
            raise NoValue
        return left / right
    return {"+": left + right, "-": left - right, "*": left * right}[operator]


def _power(base: Fraction, exponent: Fraction, number: type) -> Fraction:
    if base == 0 and exponent < 0:
        raise NoValue
    if exponent == int(exponent):
        return base ** int(exponent)
    if base < 0:
        raise NoValue
    if number is Fraction:
        raise Irrational
    return base**exponent


def _whole_number(found: Fraction) -> int:
    if found != int(found):
        raise NoValue
    return int(found)


def _called(function: str, values: list, number: type) -> Fraction:
    first = values[0]
    match function:
        case "floor" | "ceil":
            return number(int({"floor": math.floor, "ceil": math.ceil}[function](first)))
        case "min" | "max":
            return {"min": min, "max": max}[function](values)
        case "abs":
            return abs(first)
        case "mod":
            if values[1] == 0:
                raise NoValue
            return first - values[1] * number(math.floor(first / values[1]))
        case "factorial" | "binomial":
            numbers = [_whole_number(found) for found in values]
            if numbers[0] < 0:
                raise NoValue
            if function == "factorial":
                return number(math.factorial(numbers[0]))
            return number(math.comb(*numbers) if numbers[1] >= 0 else 0)
        case "log":
            if number is Fraction:
                raise Irrational
            if min(values) <= 0 or (len(values) > 1 and values[1] == 1):
                raise NoValue
            return mpmath.log(*values)
    raise TypeError(function)


def _holds(node: Node, names: dict, number: type) -> bool:
    match node:
        case grammar.Comparison():
            left, right = (_value(part, names, number) for part in (node.left, node.right))
            return {
                "<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right,
                "=": left == right, "!=": left != right,
            }[node.operator]  # fmt: skip
        case grammar.Parity():
            found = _value(node.operand, names, number)
            return found == int(found) and int(found) % 2 == (node.parity == "odd")
        case grammar.Not():
            return not _holds(node.operand, names, number)
        case grammar.Junction():
            return {"and": all, "or": any}[node.word](_holds(part, names, number) for part in node.operands)
    raise TypeError(type(node).__name__)

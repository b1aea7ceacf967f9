"""Exact values of syntax trees at given sizes, within a budget."""

import math
from collections.abc import Mapping
from operator import eq, ge, gt, le, lt, ne

from netlemma.checks.base.time_budget import TimeBudget
from netlemma.checks.formula import arithmetic, grammar
from netlemma.checks.formula.arithmetic import LARGEST_EXPONENT, Budget, Enclosure, Value, order, size_in_bits
from netlemma.checks.formula.grammar import Node
from netlemma.errors import FormulaError, Undefined

ENCLOSED = 20  # operations on small numbers that one on enclosures takes
COMPARED = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}


class Evaluation:
    """Evaluates the parts of one formula.

    >>> from netlemma.checks.formula.grammar import parse
    >>> Evaluation("w^2/4").value(parse("w^2/4"), {"w": 3})
    Fraction(9, 4)
    """

    def __init__(self, text: str, time: TimeBudget | None = None) -> None:
        self.text = text
        self.budget = Budget(text, time)

    def fail(self, message: str, node: Node) -> FormulaError:
        """An error that points at a part of the formula."""
        return FormulaError(message, self.text, node.column)

    def value(self, node: Node, size: Mapping[str, Value]) -> Value:
        """The value of an expression, an int if it is whole."""
        if isinstance(node, grammar.Name):
            return size[node.name]
        if isinstance(node, grammar.Number):
            return arithmetic.simplest(node.value)
        try:
            value = arithmetic.simplest(self._operation(node, size))
        except Undefined as error:
            raise self.fail(str(error), node) from None
        self._computed(value, node)
        return value

    def _computed(self, value: Value, node: Node) -> None:
        """Count the work that a value took."""
        self.budget.work(node.column, ENCLOSED if isinstance(value, Enclosure) else 1)
        if not isinstance(value, Enclosure):
            self.budget.bits(size_in_bits(value), node.column)

    def _operation(self, node: Node, size: Mapping[str, Value]) -> Value:
        match node:
            case grammar.Chain():
                return self._chain(node, size)
            case grammar.Power():
                return arithmetic.power(
                    self.value(node.base, size), self.value(node.exponent, size), self.budget, node.column
                )
            case grammar.Negative():
                return arithmetic.negate(self.value(node.operand, size))
            case grammar.Sum():
                return self._sum(node, size)
            case grammar.Piecewise():
                chosen = (expression for expression, condition in node.pieces if self.holds(condition, size))
                return self.value(next(chosen, node.default), size)
            case grammar.Call():
                return self._call(node, [self.value(argument, size) for argument in node.arguments])
        raise TypeError(f"{type(node).__name__} has no value")

    def _chain(self, node: grammar.Chain, size: Mapping[str, Value]) -> Value:
        total = self.value(node.operands[0], size)
        for operator, operand in zip(node.operators, node.operands[1:], strict=True):
            value = self.value(operand, size)
            if operator == "+":
                total = arithmetic.add(total, value)
            elif operator == "-":
                total = arithmetic.add(total, arithmetic.negate(value))
            elif operator == "*":
                total = arithmetic.multiply(total, value)
            else:
                try:
                    total = arithmetic.divide(total, value)
                except Undefined as error:
                    raise self.fail(str(error), operand) from None
            total = arithmetic.simplest(total)
            self._computed(total, operand)
        return total

    def _sum(self, node: grammar.Sum, size: Mapping[str, Value]) -> Value:
        lower = arithmetic.whole(self.value(node.lower, size), "the lower limit of a sum")
        upper = arithmetic.whole(self.value(node.upper, size), "the upper limit of a sum")
        self.budget.terms(upper - lower + 1, node.column)
        inside = dict(size)
        product = isinstance(node, grammar.Product)
        combine = arithmetic.multiply if product else arithmetic.add
        total: Value = int(product)
        for index in range(lower, upper + 1):
            inside[node.index] = index
            total = arithmetic.simplest(combine(total, self.value(node.body, inside)))
            self._computed(total, node)
        return total

    def _call(self, node: grammar.Call, values: list[Value]) -> Value:
        match node.function:
            case "floor":
                return arithmetic.rounded(values[0], math.floor)
            case "ceil":
                return arithmetic.rounded(values[0], math.ceil)
            case "abs":
                return arithmetic.absolute(values[0])
            case "min":
                return arithmetic.extreme(values, min)
            case "max":
                return arithmetic.extreme(values, max)
            case "mod":
                return arithmetic.modulo(*values)
            case "binomial":
                return arithmetic.binomial(values[0], values[1], self.budget, node.column)
            case "factorial":
                return arithmetic.factorial(values[0], self.budget, node.column)
            case "fibonacci" | "lucas":
                return arithmetic.fibonacci(values[0], node.function == "lucas", self.budget, node.column)
            case "harmonic":
                return arithmetic.harmonic(values[0], self.budget, node.column)
            case "log":
                return arithmetic.log(*values)
        raise TypeError(f"no function {node.function}")

    def holds(self, node: Node, size: Mapping[str, Value]) -> bool:
        """Whether a predicate is true."""
        self.budget.work(node.column)
        match node:
            case grammar.Comparison():
                compared = order(self.value(node.left, size), self.value(node.right, size))
                if compared is None:
                    raise self.fail("the two sides cannot be told apart", node)
                return bool(COMPARED[node.operator](compared, 0))
            case grammar.Parity():
                value = self.value(node.operand, size)
                return isinstance(value, int) and value % 2 == (node.parity == "odd")
            case grammar.Not():
                return not self.holds(node.operand, size)
            case grammar.Junction():
                decide = all if node.word == "and" else any
                return decide(self.holds(operand, size) for operand in node.operands)
        raise TypeError(f"{type(node).__name__} is not a condition")


def check_constants(node: Node, text: str) -> None:
    """Refuse parts without names that cost too much or have no value, and exponents above the limit.

    >>> from netlemma.checks.formula.grammar import parse
    >>> check_constants(parse("w + 9^9^9"), "w + 9^9^9")
    Traceback (most recent call last):
        ...
    netlemma.errors.FormulaError: column 6: the exponent is larger than 1000
    """
    evaluation = Evaluation(text)
    for power in reversed(list(grammar.walk(node))):
        if isinstance(power, grammar.Power) and not grammar.free_names(power.exponent):
            exponent = evaluation.value(power.exponent, {})
            if order(arithmetic.absolute(exponent), LARGEST_EXPONENT) == 1:
                raise evaluation.fail(f"the exponent is larger than {LARGEST_EXPONENT}", power)
    _evaluate_constants(node, evaluation)


def _evaluate_constants(node: Node, evaluation: Evaluation) -> None:
    if grammar.free_names(node):
        for part in node.parts():
            _evaluate_constants(part, evaluation)
    elif isinstance(node, grammar.Predicate):
        evaluation.holds(node, {})
    else:
        evaluation.value(node, {})

"""Syntax trees of users' formulas.

Expressions have a number as value; predicates are true or false. Trees are immutable and compare by structure; the
column where a part begins is kept for error messages and ignored in comparisons.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

# How tightly operators bind, the loosest first.
OR, AND, NOT, COMPARE, MOD, ADD, MULTIPLY, NEGATE, POWER, ATOM = range(1, 11)


@dataclass(frozen=True)
class Node:
    """A part of a formula that begins at ``column`` of its text."""

    column: int = field(default=0, compare=False, repr=False, kw_only=True)

    def parts(self) -> tuple[Node, ...]:
        """The parts directly below this one."""
        return ()


class Expression(Node):
    """A part with a number as value."""


class Predicate(Node):
    """A part that is true or false."""


@dataclass(frozen=True)
class Number(Expression):
    """A number."""

    value: Fraction


@dataclass(frozen=True)
class Name(Expression):
    """The name of a size, or of the index of a sum."""

    name: str


@dataclass(frozen=True)
class Negative(Expression):
    """A part with the opposite sign."""

    operand: Node

    def parts(self) -> tuple[Node, ...]:
        return (self.operand,)


@dataclass(frozen=True)
class Chain(Expression):
    """``a + b - c`` or ``a * b / c``: operands from left to right, and the operators between them."""

    operands: tuple[Node, ...]
    operators: tuple[str, ...]

    def parts(self) -> tuple[Node, ...]:
        return self.operands

    @property
    def precedence(self) -> int:
        """The precedence of the operators."""
        return ADD if self.operators[0] in "+-" else MULTIPLY


@dataclass(frozen=True)
class Power(Expression):
    """A power."""

    base: Node
    exponent: Node

    def parts(self) -> tuple[Node, ...]:
        return (self.base, self.exponent)


@dataclass(frozen=True)
class Call(Expression):
    """A function applied to arguments."""

    function: str
    arguments: tuple[Node, ...]

    def parts(self) -> tuple[Node, ...]:
        return self.arguments


@dataclass(frozen=True)
class Sum(Expression):
    """A sum over an index between two limits."""

    body: Node
    index: str
    lower: Node
    upper: Node

    def parts(self) -> tuple[Node, ...]:
        return (self.body, self.lower, self.upper)


@dataclass(frozen=True)
class Product(Sum):
    """A product over an index between two limits."""


@dataclass(frozen=True)
class Piecewise(Expression):
    """The value of the first piece (expression, predicate) whose predicate holds, or else the default."""

    pieces: tuple[tuple[Node, Node], ...]
    default: Node

    def parts(self) -> tuple[Node, ...]:
        return (*(part for piece in self.pieces for part in piece), self.default)


@dataclass(frozen=True)
class Comparison(Predicate):
    """A comparison of two numbers."""

    left: Node
    operator: str
    right: Node

    def parts(self) -> tuple[Node, ...]:
        return (self.left, self.right)


@dataclass(frozen=True)
class Parity(Predicate):
    """``w even`` or ``w odd``; neither holds for a number that is not whole."""

    operand: Node
    parity: str

    def parts(self) -> tuple[Node, ...]:
        return (self.operand,)


@dataclass(frozen=True)
class Not(Predicate):
    """The negation of a predicate."""

    operand: Node

    def parts(self) -> tuple[Node, ...]:
        return (self.operand,)


@dataclass(frozen=True)
class Junction(Predicate):
    """Predicates joined by ``and`` or by ``or``."""

    word: str
    operands: tuple[Node, ...]

    def parts(self) -> tuple[Node, ...]:
        return self.operands


def walk(node: Node) -> Iterator[Node]:
    """The node and all parts below it."""
    yield node
    for part in node.parts():
        yield from walk(part)


def free_names(node: Node) -> frozenset[str]:
    """The names that need a value: all but the indices of sums."""
    if isinstance(node, Name):
        return frozenset({node.name})
    if isinstance(node, Sum):
        return free_names(node.body) - {node.index} | free_names(node.lower) | free_names(node.upper)
    return frozenset().union(*map(free_names, node.parts()))

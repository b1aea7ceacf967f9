"""Summands as small trees of nodes, each with one meaning.

`derive.algebra.summation.from_sympy` reads an expression into these nodes, and `derive.algebra.summation.resolve` gives
them values in a region.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from fractions import Fraction

from derive.algebra.summation.terms import Term, affine_parts, number


class Node:
    """A part of a summand."""


@dataclass(frozen=True)
class Plain(Node):
    """An exponential polynomial."""

    term: Term


@dataclass(frozen=True)
class Plus(Node):
    """The sum of its arguments."""

    arguments: tuple[Node, ...]


@dataclass(frozen=True)
class Times(Node):
    """The product of its arguments."""

    arguments: tuple[Node, ...]


@dataclass(frozen=True)
class Raised(Node):
    """A node to a whole power, negative ones included."""

    base: Node
    exponent: int


@dataclass(frozen=True)
class Exponential(Node):
    """A prime or a named base to an affine power."""

    base: str
    exponent: Node


@dataclass(frozen=True)
class Extreme(Node):
    """The least (`largest` False) or the greatest of its arguments."""

    arguments: tuple[Node, ...]
    largest: bool


@dataclass(frozen=True)
class Magnitude(Node):
    """The absolute value."""

    argument: Node


@dataclass(frozen=True)
class Quotient(Node):
    """floor(dividend / divisor)."""

    dividend: Node
    divisor: Node


@dataclass(frozen=True)
class Choice(Node):
    """The value of the first case whose condition holds."""

    cases: tuple[tuple[Node, Node], ...]


@dataclass(frozen=True)
class Total(Node):
    """The sum of `body` for index = lower, ..., upper; 0 if upper < lower."""

    index: str
    lower: Node
    upper: Node
    body: Node


@dataclass(frozen=True)
class Compare(Node):
    """A condition: the argument is >= 0 (`kind` "ge"), > 0 ("gt"), = 0 ("eq") or not 0 ("ne")."""

    kind: str
    argument: Node


@dataclass(frozen=True)
class Connective(Node):
    """A condition made of conditions by "and", "or" or "not"."""

    kind: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True)
class Truth(Node):
    """A condition that always or never holds."""

    value: bool


def totals_in(node: Node) -> Iterator[Total]:
    """The outermost sums in a tree."""
    if isinstance(node, Total):
        yield node
        return
    for field in fields(node):  # type: ignore[arg-type]
        value = getattr(node, field.name)
        for part in value if isinstance(value, tuple) else (value,):
            for inner in part if isinstance(part, tuple) else (part,):
                if isinstance(inner, Node):
                    yield from totals_in(inner)


def plus(*arguments: Node) -> Node:
    """The sum of nodes; plain nodes are added at once."""
    flat = [a for node in arguments for a in (node.arguments if isinstance(node, Plus) else (node,))]
    plain = sum((a.term for a in flat if isinstance(a, Plain)), number(0))
    rest = tuple(a for a in flat if not isinstance(a, Plain))
    if not rest:
        return Plain(plain)
    if plain.parts:
        rest = (Plain(plain), *rest)
    return rest[0] if len(rest) == 1 else Plus(rest)


def times(*arguments: Node) -> Node:
    """The product of nodes; plain nodes are multiplied at once."""
    flat = [a for node in arguments for a in (node.arguments if isinstance(node, Times) else (node,))]
    plain = number(1)
    for a in flat:
        if isinstance(a, Plain):
            plain = plain * a.term
    rest = tuple(a for a in flat if not isinstance(a, Plain))
    if not rest or not plain.parts:
        return Plain(plain)
    if plain != number(1):
        rest = (Plain(plain), *rest)
    return rest[0] if len(rest) == 1 else Times(rest)


def constant_of(node: Node) -> Fraction | None:
    """The value of a constant node, None for other nodes."""
    if isinstance(node, Plain):
        found = affine_parts(node.term)
        if found is not None and not found[0]:
            return Fraction(found[1])
    return None

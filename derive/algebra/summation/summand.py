"""Summands as small trees of nodes, each with one meaning.

`netlemma.derive.algebra.summation.from_sympy` reads an expression into these nodes, and `netlemma.derive.algebra.summation.resolve` gives
them values in a region.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from fractions import Fraction

from netlemma.derive.algebra.summation.terms import Term, affine_parts, number


class SummandNode:
    """A part of a summand."""


@dataclass(frozen=True)
class Plain(SummandNode):
    """An exponential polynomial."""

    term: Term


@dataclass(frozen=True)
class Plus(SummandNode):
    """The sum of its arguments."""

    arguments: tuple[SummandNode, ...]


@dataclass(frozen=True)
class SummandProduct(SummandNode):
    """The product of its arguments."""

    arguments: tuple[SummandNode, ...]


@dataclass(frozen=True)
class Raised(SummandNode):
    """A node to a whole power, negative ones included."""

    base: SummandNode
    exponent: int


@dataclass(frozen=True)
class Exponential(SummandNode):
    """A prime or a named base to an affine power."""

    base: str
    exponent: SummandNode


@dataclass(frozen=True)
class MinOrMax(SummandNode):
    """The least (`largest` False) or the greatest of its arguments."""

    arguments: tuple[SummandNode, ...]
    largest: bool


@dataclass(frozen=True)
class Magnitude(SummandNode):
    """The absolute value."""

    argument: SummandNode


@dataclass(frozen=True)
class Quotient(SummandNode):
    """floor(dividend / divisor)."""

    dividend: SummandNode
    divisor: SummandNode


@dataclass(frozen=True)
class FirstCase(SummandNode):
    """The value of the first case whose condition holds."""

    cases: tuple[tuple[SummandNode, SummandNode], ...]


@dataclass(frozen=True)
class Total(SummandNode):
    """The sum of `body` for index = lower, ..., upper; 0 if upper < lower."""

    index: str
    lower: SummandNode
    upper: SummandNode
    body: SummandNode


@dataclass(frozen=True)
class Compare(SummandNode):
    """A condition: the argument is >= 0 (`kind` "ge"), > 0 ("gt"), = 0 ("eq") or not 0 ("ne")."""

    kind: str
    argument: SummandNode


@dataclass(frozen=True)
class Connective(SummandNode):
    """A condition made of conditions by "and", "or" or "not"."""

    kind: str
    arguments: tuple[SummandNode, ...]


@dataclass(frozen=True)
class FixedCondition(SummandNode):
    """A condition that always or never holds."""

    value: bool


def totals_in(node: SummandNode) -> Iterator[Total]:
    """The outermost sums in a tree."""
    if isinstance(node, Total):
        yield node
        return
    for field in fields(node):  # type: ignore[arg-type]
        value = getattr(node, field.name)
        for part in value if isinstance(value, tuple) else (value,):
            for inner in part if isinstance(part, tuple) else (part,):
                if isinstance(inner, SummandNode):
                    yield from totals_in(inner)


def plus(*arguments: SummandNode) -> SummandNode:
    """The sum of nodes; plain nodes are added at once."""
    flat = [a for node in arguments for a in (node.arguments if isinstance(node, Plus) else (node,))]
    plain = sum((a.term for a in flat if isinstance(a, Plain)), number(0))
    rest = tuple(a for a in flat if not isinstance(a, Plain))
    if not rest:
        return Plain(plain)
    if plain.parts:
        rest = (Plain(plain), *rest)
    return rest[0] if len(rest) == 1 else Plus(rest)


def times(*arguments: SummandNode) -> SummandNode:
    """The product of nodes; plain nodes are multiplied at once."""
    flat = [a for node in arguments for a in (node.arguments if isinstance(node, SummandProduct) else (node,))]
    plain = number(1)
    for a in flat:
        if isinstance(a, Plain):
            plain = plain * a.term
    rest = tuple(a for a in flat if not isinstance(a, Plain))
    if not rest or not plain.parts:
        return Plain(plain)
    if plain != number(1):
        rest = (Plain(plain), *rest)
    return rest[0] if len(rest) == 1 else SummandProduct(rest)


def constant_of(node: SummandNode) -> Fraction | None:
    """The value of a constant node, None for other nodes."""
    if isinstance(node, Plain):
        found = affine_parts(node.term)
        if found is not None and not found[0]:
            return Fraction(found[1])
    return None

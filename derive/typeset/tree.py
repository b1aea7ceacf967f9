"""Formula trees: numbers, names, terms, fractions, cases. Printers use these nodes only, never SymPy.

All layout decisions (factors below the bar, signs in front, names of bound variables) are made once, in
:mod:`netlemma.derive.typeset.sympy_to_tree`; text, LaTeX and MathML then differ in notation only.
"""

from __future__ import annotations

from dataclasses import dataclass

from netlemma.derive.typeset.prose import GREEK


class Node:
    """Base class of all nodes."""


@dataclass(frozen=True)
class Name(Node):
    """A symbol; the part after the first underscore is a subscript."""

    text: str

    @property
    def parts(self) -> tuple[str, str]:
        """The letter and its subscript; trailing digits are a subscript too.

        >>> Name("V_bus").parts, Name("x1").parts, Name("w").parts
        (('V', 'bus'), ('x', '1'), ('w', ''))
        """
        head, mark, subscript = self.text.partition("_")
        if not mark:
            head = self.text.rstrip("0123456789")
            subscript = self.text[len(head) :]
        return (head, subscript) if head else (self.text, "")


@dataclass(frozen=True)
class PlainWords(Node):
    """Upright text inside a formula: the label of a group of dimensions, "otherwise"."""

    text: str


@dataclass(frozen=True)
class Listed(Node):
    """Several nodes, separated by commas."""

    items: tuple[Node, ...]


@dataclass(frozen=True)
class SetName(Node):
    """A set: V, all nodes, or C, the devices of one class."""

    text: str


@dataclass(frozen=True)
class Number(Node):
    """A nonnegative number (a sign is part of :class:`Terms`)."""

    text: str


@dataclass(frozen=True)
class Terms(Node):
    """A sum of pairs (subtracted, term). One subtracted term is a negative."""

    terms: tuple[tuple[bool, Node], ...]


@dataclass(frozen=True)
class Bracketed(Node):
    """Parentheses of the source, kept even where they are not needed."""

    inside: Node


@dataclass(frozen=True)
class Times(Node):
    """A product; a factor that could hide the end of the formula (a sum, cases) is last."""

    factors: tuple[Node, ...]


@dataclass(frozen=True)
class Fraction(Node):
    top: Node
    bottom: Node


@dataclass(frozen=True)
class Power(Node):
    base: Node
    exponent: Node


@dataclass(frozen=True)
class Call(Node):
    """A function: floor, ceil, abs, min, max, mod, binomial, factorial have a notation of their own."""

    function: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True)
class Indexed(Node):
    """A function with an index below and one above: ``N_q^p(i, m)``."""

    name: Name
    below: Node
    above: Node
    arguments: tuple[Node, ...]


@dataclass(frozen=True)
class Phrase(Node):
    """Words and symbols in a row."""

    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Big(Node):
    """A sum, product or max with its range written below (and above): ``under`` is a relation."""

    kind: str
    under: Relation
    over: Node | None
    body: Node


@dataclass(frozen=True)
class CoefficientOf(Node):
    """[variable^index] series."""

    variable: Node
    index: Node
    series: Node


@dataclass(frozen=True)
class Cases(Node):
    """Values, each with its condition; with ``default`` the last one holds wherever no other does.

    Without ``shortened``, 1 and 0 are written as cases like other values.
    """

    rows: tuple[tuple[Node, Node], ...]
    default: bool
    shortened: bool = True

    @property
    def indicator(self) -> Node | None:
        """The condition, where the value is 1 if it holds and 0 otherwise: written [condition], as Iverson did."""
        values = tuple(value for value, _ in self.rows) if self.shortened else ()
        one_or_nothing = values == (Number("1"), Number("0")) and self.rows[1][1] == PlainWords("otherwise")
        return self.rows[0][1] if one_or_nothing else None


@dataclass(frozen=True)
class Relation(Node):
    """left = right, and so on; the operators are = != < <= > >= and "in"."""

    left: Node
    operator: str
    right: Node


@dataclass(frozen=True)
class Congruent(Node):
    """``value`` is ``residue`` modulo ``modulus``; modulo 2 that is even or odd."""

    value: Node
    residue: int
    modulus: int

    @property
    def parity(self) -> str:
        """Even, odd, or nothing when the modulus is not 2."""
        return ("even", "odd")[self.residue] if self.modulus == 2 else ""


@dataclass(frozen=True)
class Joined(Node):
    """Conditions joined by "and" or "or"."""

    word: str
    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Negated(Node):
    """A condition that must not hold."""

    condition: Node


def is_wide(node: Node) -> bool:
    """Whether the end of the node is ambiguous when another factor follows it on the line."""
    if isinstance(node, Cases):
        return node.indicator is None
    return isinstance(node, Big | CoefficientOf) or (isinstance(node, Times) and is_wide(node.factors[-1]))


def holds_wide(node: object) -> bool:
    """Whether the node contains cases or sums, which are not placed above a fraction bar."""
    if isinstance(node, tuple):
        return any(map(holds_wide, node))
    if isinstance(node, Cases) and node.indicator is not None:
        return False
    return isinstance(node, Big | Cases) or (isinstance(node, Node) and any(map(holds_wide, vars(node).values())))


def joined(node: Node) -> bool:
    """Whether the node needs parentheses as a factor that is not the last."""
    return isinstance(node, Terms) or is_wide(node)


def ends_in_digit(node: Node) -> bool:
    """Whether a number directly after the node would merge with it."""
    return isinstance(node, Number) or (isinstance(node, Power) and isinstance(node.base, Number))


def is_word(node: Node) -> bool:
    """Whether the node is a name of several letters, or a power of one, which runs together with its neighbours in a product.

    >>> is_word(Name("terminals")), is_word(Name("S_PE")), is_word(Name("lambda"))
    (True, False, False)
    """
    if isinstance(node, Power):
        return is_word(node.base)
    return isinstance(node, Name) and len(node.parts[0]) > 1 and node.parts[0] not in GREEK


def is_plain_base(node: Node) -> bool:
    """Whether an exponent may follow the node without parentheses."""
    if isinstance(node, Call):
        return node.function in ("floor", "ceil", "abs", "binomial", "mod")
    if isinstance(node, Cases):
        return node.indicator is not None
    return isinstance(node, Name | Number | Bracketed)


def storeys(node: object) -> int:
    """Nesting depth of fractions; exponents count as 0, since fractions in them are written with a slash.

    >>> half = Fraction(Number("1"), Number("2"))
    >>> storeys(Times((half, half))), storeys(Fraction(Terms(((False, half), (True, Name("w")))), Name("k")))
    (1, 2)
    """
    if isinstance(node, tuple):
        return max(map(storeys, node), default=0)
    if isinstance(node, Power):
        return storeys(node.base)
    inside = max(map(storeys, vars(node).values()), default=0) if isinstance(node, Node) else 0
    return inside + isinstance(node, Fraction)

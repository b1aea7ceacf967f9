"""Cartesian products with symbolic sizes, and the parser of their text.

A product is written ``line(a) x ring(b)^2 x clique(c)``; sizes and exponents are integers or names. Their lemmas are in
:mod:`netlemma.derive.networks.product_lemmas`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import sympy as sp

from netlemma.base.names import did_you_mean
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.notation import free_name, parameter
from netlemma.derive.core.derivation import DerivationBuilder
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Definition, Lemma, Measured
from netlemma.derive.networks.products.brute_force_products import Dimensions
from netlemma.derive.networks.products.factors import KINDS
from netlemma.derive.networks.products.path_counting import Group, Groups, node_count
from netlemma.errors import ProductError

_FACTOR = re.compile(r"\s*(?P<kind>[a-z-]+)\s*\(\s*(?P<size>\w+)\s*\)\s*(\^\s*(?P<count>\w+))?\s*")
_VALUE = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,15}|[0-9]{1,9}")
MOST_FACTORS = 12
SIZES, COUNTS = (2, 1_000_000), (1, 100)  # bounds of numeric sizes and of numeric exponents
MOST_TERMS = 200  # numeric size up to which the terms of its polynomials are written out
_NUMBER = re.compile(r"\(\s*([0-9]{1,9})\s*\)")


@dataclass(frozen=True)
class DeviceClass:
    """A class of devices: those of one group of dimensions, with its name in keys and in measurements."""

    name: str
    group: int
    measured: str | None = None


@dataclass(frozen=True)
class Product:
    """A Cartesian product of factors with symbolic or numeric sizes.

    >>> product = parse("ring(w)^D x line(4)")
    >>> product.nodes, product.names, [c.name for c in product.classes]
    (4*w**D, ('w', 'D'), ['ring(w)', 'line(4)'])
    """

    subject: str
    groups: Groups
    parameters: tuple[Parameter, ...]
    classes: tuple[DeviceClass, ...]

    @cached_property
    def nodes(self) -> sp.Expr:
        return node_count(self.groups)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(p.name for p in self.parameters)

    def free_name(self, name: str) -> str:
        """``name`` for a further parameter or a quantity, or another one if a size has this name."""
        return free_name(name, self.names)

    @property
    def domain(self) -> Domain:
        return Domain(self.parameters)

    @cached_property
    def alike(self) -> bool:
        """Whether all nodes are equivalent."""
        return all(g.kind.alike for g in self.groups)

    def first_dimension(self, group: int) -> sp.Expr:
        """The number of the first dimension of a group."""
        return sp.Add(*(g.count for g in self.groups[:group]))

    def dimensions(self, size: Size) -> Dimensions:
        """The factors one by one, with their numbers of nodes, at one size."""
        values = {p.symbol: sp.Integer(size[p.name]) for p in self.parameters}
        return [
            (g.kind.name, int(g.size.xreplace(values)))
            for g in self.groups
            for _ in range(int(g.count.xreplace(values)))
        ]

    def dimensions_of(self, group: int, size: Size) -> list[int]:
        """The numbers of the dimensions of a group at one size."""
        values = {p.symbol: sp.Integer(size[p.name]) for p in self.parameters}
        first = int(sp.S(self.first_dimension(group)).xreplace(values))
        return list(range(first, first + int(self.groups[group].count.xreplace(values))))

    def node_count_at(self, size: Size) -> int:
        """The number of nodes at one size."""
        return int(evaluate(self.nodes, {p.symbol: size[p.name] for p in self.parameters}))

    def counted(self, count: Callable[[Dimensions], Fraction | int]) -> Callable[[Size], Fraction | int]:
        """A count over the factors one by one, at each size."""
        return lambda size: count(self.dimensions(size))

    def lemma(
        self, quantity: str, symbol: str, statement: str, words: str, write: DerivationBuilder,
        literal: Callable[[Size], Fraction | int], *, domain: Domain | None = None, kind: type[Definition] = Definition,
        measured: str | Measured = "", routings: tuple[str, ...] = ("shortest",),
    ) -> Lemma:  # fmt: skip
        """The lemma on a quantity of this product; ``measured``: what is measured, if it has another name."""
        if not isinstance(measured, Measured):
            measured = Measured(self.subject, measured or quantity, self.names, routings=routings)
        return Lemma(
            key=f"{self.subject}.{quantity}",
            symbol=sp.Symbol(self.free_name(symbol)),
            statement=statement,
            definition=kind(words, write.start, lambda size: Fraction(literal(size)), self.node_count_at, self.nodes),
            domain=domain or self.domain,
            derivation=write.derivation(),
            measured=measured,
        )


def _value(text: str, bounds: tuple[int, int], found: dict[str, Parameter], what: str, where: str) -> sp.Expr:
    minimum, most = bounds
    if not _VALUE.fullmatch(text):
        long = re.fullmatch("[0-9]+", text)
        reason = "a whole number of too many digits" if long else "neither a whole number nor a name"
        raise ProductError(f"{where}: {text!r} is {reason}")
    if text.isdigit():
        if int(text) < minimum:
            raise ProductError(f"{where}: {what} is {text}, it must be at least {minimum}")
        if int(text) > most:
            raise ProductError(f"{where}: {what} is {text}, the largest legal number is {most}; write a name instead")
        return sp.Integer(text)
    known = found.get(text)
    found[text] = Parameter(text, max(minimum, known.minimum if known else 0), what)
    return parameter(text)


def with_names(text: str) -> tuple[str, dict[str, int]]:
    """A product with names instead of numeric sizes above :data:`MOST_TERMS`, and the values of the names.

    >>> from netlemma.derive.networks.products.cartesian_products import with_names
    >>> with_names("ring(5000) x line(3)^a")
    ('ring(b) x line(3)^a', {'b': 5000})
    """
    free = (name for name in "abcdhjklmnostuvwxy" if not re.search(rf"\b{name}\b", text))
    names: dict[int, str] = {}

    def named(number: re.Match[str]) -> str:
        value = int(number[1])
        if value <= MOST_TERMS:
            return number[0]
        if value not in names:
            names[value] = next(free)
        return f"({names[value]})"

    return _NUMBER.sub(named, text), {name: value for value, name in names.items()}


def parse(text: str) -> Product:
    """Read a product.

    >>> parse("ring(w)^D x disk(3)")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    netlemma.errors.ProductError: 'ring(w)^D x disk(3)', character 12: no factor 'disk' (...
    """
    if len(text) > 200:
        raise ProductError(f"a product of {len(text)} characters; at most 200 are read")
    found: dict[str, Parameter] = {}
    groups: list[Group] = []
    position = 0
    while True:
        where = f"{text!r}, character {position + 1}"
        match = _FACTOR.match(text, position)
        if not match:
            raise ProductError(f"{where}: expected a factor such as ring(w) or line(4)^2")
        kind = KINDS.get(match["kind"])
        if kind is None:
            hint = did_you_mean(match["kind"], KINDS, "", f"factors: {', '.join(KINDS)}")
            raise ProductError(f"{where}: no factor {match['kind']!r} ({hint})")
        here = [f"{text!r}, character {match.start(part) + 1}" for part in ("size", "count")]
        size = _value(match["size"], SIZES, found, f"nodes of a {kind.name}", here[0])
        count = _value(match["count"] or "1", COUNTS, found, f"number of {kind.name} dimensions", here[1])
        groups.append(Group(kind, size, count))
        position = match.end()
        if position == len(text):
            break
        if text[position : position + 1] != "x" or len(groups) == MOST_FACTORS:
            raise ProductError(f"{text!r}, character {position + 1}: expected ' x ' and a factor, or the end")
        position += 1
    canonical = " x ".join(g.label + (f"^{g.count}" if g.count != 1 else "") for g in groups)
    labels = [g.label for g in groups]
    groups = [replace(g, mark="" if labels.count(g.label) == 1 else f"#{i}") for i, g in enumerate(groups)]
    classes = tuple(DeviceClass(g.label, i) for i, g in enumerate(groups))
    return Product(canonical, tuple(groups), tuple(found.values()), classes)

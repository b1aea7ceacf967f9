"""Expressions without a SymPy notation: sums over the nodes of a product network, and coefficients of a series.

They are inert: nothing evaluates them; steps of a derivation rewrite them, each with a proof for that notation. Nodes
of a product of factors are digit vectors; ``a`` and ``b`` stand for the digits of source and destination.

Sizes may have any name that a user writes, so the names of other symbols end with a prime; pages of lemmas leave it
out, and write another letter where a size has the name (:mod:`netlemma.derive.typeset.sympy_to_tree`).
"""

from collections.abc import Container

import sympy as sp

PRIME = "'"
source, destination, device, word, routing = sp.symbols("s' t' e' x' rho'")
a, b, k = sp.symbols("a' b' k'", integer=True)
distance = sp.Function("d")(source, destination)
distance_without = sp.Function("d")(source, destination, device)
crossings = sp.Function("c")(device, source, destination)
entries = sp.Function("q")(device, source, destination)
echoes = sp.Function("echo")(device, source, destination)
rings = sp.Function("h")(source, destination)
rate = sp.Function("r")(source, destination)


_LETTERS = "ijhlmnpqruvxyabcdefgkopstwz"
_INSTEAD: dict[str, str | tuple[str, ...]] = {"a": "xpg", "b": "yqh", "s": "uf", "t": "vg", "e": "cl", "i": "mn"}
_INSTEAD |= {"p": "xy", "z": "xyuv", "V": "UW", "L": "MH", "c": ("crossings",), "d": ("dist",)}


def free_name(name: str, taken: Container[str]) -> str:
    """A name that is not taken: the given one, or a letter (a capital one for a capital letter).

    >>> free_name("z", ()), free_name("z", ("z", "x")), free_name("L", ("L",))
    ('z', 'y', 'M')
    """
    letters = _LETTERS if name[0].islower() else _LETTERS.upper()
    choices = [name, *_INSTEAD.get(name, ()), *letters]
    return next((choice for choice in choices if choice not in taken), None) or free_name(f"{name}_0", taken)


class SeriesVariable(sp.Symbol):
    """The variable of a power series, which is written in ascending order."""

    @classmethod
    def class_key(cls) -> tuple[int, int, str]:
        """The place among symbols, which are sorted by their names alone."""
        return sp.Symbol.class_key()


class Inert(sp.Expr):
    """An expression that only steps of a derivation rewrite."""

    is_commutative = True
    is_number = False


class PairSum(Inert):
    """``PairSum(body)``: the sum of ``body`` over all ordered pairs (s, t) of nodes."""

    @property
    def body(self) -> sp.Expr:
        return self.args[0]


class PairMax(Inert):
    """``PairMax(body)``: the largest value of ``body`` over all pairs (s, t) of nodes."""

    @property
    def body(self) -> sp.Expr:
        return self.args[0]


class PositionMax(Inert):
    """``PositionMax(expr, p, upper)``: the largest value of ``expr`` over positions p = 1..upper."""


class PathCount(Inert):
    """``PathCount(s, t)``: the number of shortest paths between two nodes that are as far apart as any."""


class WordSum(Inert):
    """``WordSum(body, n, R)``: the sum of ``body`` over all words x of n letters from an alphabet of R; the letter 0 is
    unmarked.
    """


class Quantity(Inert):
    """``Quantity(sp.Symbol(key), sp.Symbol(name))``: the quantity of the lemma with this key, displayed by a name."""

    @property
    def key(self) -> str:
        return str(self.args[0])


class DeviceSum(Inert):
    """``DeviceSum(body)``: the sum of ``body`` over all devices e of one class; ``DeviceSum(body, name)`` names the class."""

    @property
    def body(self) -> sp.Expr:
        return self.args[0]


class LinkSum(Inert):
    """The sum of ``body`` over links.

    ``LinkSum(body, R)`` is the sum over all links e of the ring R, ``LinkSum(body, N, s)`` over the links that leave a
    node N of stage s.
    """

    @property
    def links(self) -> str:
        """The name of the set of links."""
        return "_".join(map(str, self.args[1:]))


class WordPairs(Inert):
    """``WordPairs(n, (m, c), ...)``: pairs of words over n digits whose digits (a, b) at m places satisfy the condition c, ..."""

    @property
    def radix(self) -> sp.Expr:
        return self.args[0]

    @property
    def places(self) -> tuple[tuple[sp.Expr, sp.Basic], ...]:
        """Numbers of places, each with the condition on the digits there."""
        return tuple((part.args[0], part.args[1]) for part in self.args[1:])


class RangeMax(Inert):
    """``RangeMax(body, (i, 0, m), ...)``: the largest value of ``body`` over the ranges of the indices, each a symbol of its own."""

    @property
    def ranges(self) -> tuple[tuple[sp.Symbol, sp.Expr, sp.Expr], ...]:
        """The indices with their lowest and highest values."""
        return tuple((part.args[0], part.args[1], part.args[2]) for part in self.args[1:])

    @property
    def free_symbols(self) -> set[sp.Basic]:
        """The symbols on which the value depends: all but the indices."""
        return super().free_symbols - {index for index, _, _ in self.ranges}


class Maximum(Inert):
    """``Maximum(x, y, ...)``: the largest of several expressions, none of which is evaluated."""


class AdmissibleMax(Inert):
    """``AdmissibleMax(body)``: the largest value of ``body`` over all rates r of messages that are admissible: each node sends
    and gets at most one message per unit of time.
    """

    @property
    def body(self) -> sp.Expr:
        return self.args[0]


class DeviceMax(Inert):
    """``DeviceMax(body)``: the largest value of ``body`` over all devices e of one class."""

    @property
    def body(self) -> sp.Expr:
        return self.args[0]


class Extreme(Inert):
    """``Extreme(body, kind, element, of)``: the least or the greatest value (``min``, ``max``) of ``body`` over the elements of a
    set: nodes V, routings R, halves of the nodes H.
    """

    @property
    def body(self) -> sp.Expr:
        return self.args[0]


def least(body: sp.Expr, element: sp.Symbol, of: str) -> Extreme:
    """The least value over the elements of a set."""
    return Extreme(body, sp.Symbol("min"), element, sp.Symbol(of))


def greatest(body: sp.Expr, element: sp.Symbol, of: str) -> Extreme:
    """The greatest value over the elements of a set."""
    return Extreme(body, sp.Symbol("max"), element, sp.Symbol(of))


class _OverDimensions(Inert):
    """args: body in the digits a and b, size n of the factor, number m of dimensions with that factor, a label."""

    @property
    def body(self) -> sp.Expr:
        return self.args[0]

    @property
    def size(self) -> sp.Expr:
        return self.args[1]

    @property
    def count(self) -> sp.Expr:
        return self.args[2]

    @property
    def label(self) -> str:
        return str(self.args[3])


class DimensionSum(_OverDimensions):
    """``DimensionSum(body, n, m, label)``: the sum of ``body(s_j, t_j)`` over the m dimensions j of a factor of n nodes."""


class DimensionProduct(_OverDimensions):
    """``DimensionProduct(body, n, m, label)``: the product of ``body(s_j, t_j)`` over the m dimensions of a factor."""


class Coefficient(Inert):
    """``Coefficient(series, z, i)``: the coefficient of z**i in a power series in z."""


class Lexicographic(Inert):
    """``Lexicographic(x, y, ...)``: a rank of several parts, compared lexicographically."""


class NotRising(Inert):
    """Number of pairs of resources along which the rank does not increase.

    ``NotRising(r, s, step, (i, 0, m), ...)`` counts the pairs of resources c_1, c_2 for which the condition ``step``
    holds for some packet and the rank r of c_1 is not below the rank s of c_2; coordinates and packets have these
    ranges.
    """

    @property
    def ranks(self) -> tuple[tuple[sp.Expr, ...], tuple[sp.Expr, ...]]:
        """The parts of both ranks."""
        first, second = (r.args if isinstance(r, Lexicographic) else (r,) for r in self.args[:2])
        return first, second

    @property
    def ranges(self) -> dict[tuple[sp.Expr, sp.Expr], list[sp.Symbol]]:
        """The symbols by their lowest and highest values."""
        found: dict[tuple[sp.Expr, sp.Expr], list[sp.Symbol]] = {}
        for part in self.args[3:]:
            found.setdefault((part.args[1], part.args[2]), []).append(part.args[0])
        return found

    @property
    def step(self) -> sp.Basic:
        """Condition under which a packet may go from c_1 to c_2."""
        inside = [sp.And(low <= x, x <= high) for (low, high), symbols in self.ranges.items() for x in symbols]
        return sp.And(*inside, self.args[2])


def pair_sum(body: sp.Expr, size: sp.Expr) -> sp.Sum:
    """The sum of ``body`` over the digits a and b of one factor with ``size`` nodes."""
    return sp.Sum(body, (b, 0, size - 1), (a, 0, size - 1))


def parameter(name: str, minimum: int = 1) -> sp.Symbol:
    """The symbol of a size: a positive integer, or a nonnegative one if its minimum is 0.

    >>> parameter("w").is_positive, parameter("i", 0).is_positive
    (True, None)
    """
    return (
        sp.Symbol(name, integer=True, positive=True) if minimum > 0 else sp.Symbol(name, integer=True, nonnegative=True)
    )

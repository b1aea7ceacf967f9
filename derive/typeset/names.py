"""Names of the symbols of expressions in print.

A size of a network may have the name of a digit (``line(a) x ring(b)``) or of a summation index; the two differ as
SymPy symbols but would look alike. The size keeps its name and the other symbol gets the next free letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from copy import copy

import sympy as sp
from sympy.core.function import AppliedUndef

from netlemma.derive.algebra.expressions import notation
from netlemma.derive.algebra.expressions.notation import PRIME, free_name

DIMENSION = sp.Symbol(f"j{PRIME}")
_LOCAL = (notation.source, notation.destination, notation.device, notation.a, notation.b, DIMENSION)
_PRIMED = re.compile(rf"(?<![\w{PRIME}])([A-Za-z](?:_\d+)?){PRIME}({PRIME}*)(?!\w)")


class Names:
    """The names of the symbols of expressions, the same in all of them.

    >>> k = notation.parameter("k")
    >>> names = Names([sp.Sum(notation.k, (notation.k, 0, k - 1))])
    >>> names(k), names(notation.k), names.words("the offset k'")
    ('k', 'i', 'the offset i')
    """

    def __init__(self, expressions: Iterable[sp.Basic], avoid: Iterable[str] = ()) -> None:
        symbols: set[sp.Symbol] = set()
        functions: set[str] = set()
        self.local = set(_LOCAL)
        for expr in expressions:
            symbols |= expr.atoms(sp.Symbol)
            functions |= {function.func.__name__ for function in expr.atoms(AppliedUndef)}
            self.local |= bound_symbols(expr)
        self.local |= {s for s in symbols if s.name.endswith(PRIME)}
        self.avoid = set(avoid)
        self.taken = {s.name for s in symbols - self.local} | self.avoid
        self.used = self.taken | functions | {s.name.rstrip(PRIME) for s in self.local}
        self.given: dict[sp.Symbol, str] = {}

    def within(self, expr: sp.Basic) -> Names:
        """The same names for one of the expressions, in which only its own symbols are in the way."""
        names = copy(self)
        names.taken = {s.name for s in expr.atoms(sp.Symbol) - self.local} | self.avoid
        return names

    def __call__(self, symbol: sp.Symbol) -> str:
        if symbol not in self.local and not symbol.name.endswith(PRIME):
            return str(symbol.name)
        name = symbol.name.rstrip(PRIME)
        if name in self.taken and symbol not in self.given:
            self.given[symbol] = free_name(name, {*self.used, *self.given.values()})
        return self.given[symbol] if name in self.taken else name

    def words(self, text: str) -> str:
        """Words of a reason or a proof, whose primed names become those of the formulas."""
        return _PRIMED.sub(lambda found: self._named(found[1]) + found[2], text)

    def _named(self, base: str) -> str:
        known = {s.name: s for s in self.local}
        symbol = known.get(base + PRIME) or known.get(base) or sp.Symbol(base + PRIME)
        self.local.add(symbol)
        return self(symbol)


def bound_symbols(expr: sp.Basic) -> set[sp.Symbol]:
    """The variables bound by sums, products and coefficients."""
    found = {index for e in expr.atoms(sp.Sum, sp.Product) for index in e.variables}
    return found | {e.args[1] for e in expr.atoms(notation.Coefficient)}

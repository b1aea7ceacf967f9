"""Names of the symbols of an expression in print.

A size of a network may have the name of a digit (``line(a) x ring(b)``) or of a summation index; the two differ as
SymPy symbols but would look alike. The size keeps its name and the other symbol gets the next free letter.
"""

from __future__ import annotations

from collections.abc import Iterable

import sympy as sp

from derive.algebra.expressions import notation

_LOCAL = (notation.source, notation.destination, notation.device, notation.a, notation.b)
_SECOND_CHOICE = {"a": "xpg", "b": "yqh", "s": "uf", "t": "vg", "e": "cl"}
_LETTERS = "ijhlmnpqruvxyabcdefgkopstwz"


class Names:
    """The names of the symbols of one expression.

    >>> k = notation.parameter("k")
    >>> names = Names(sp.Sum(notation.k, (notation.k, 0, k - 1)))
    >>> names(k), names(notation.k)
    ('k', 'i')
    """

    def __init__(self, expr: sp.Basic, avoid: Iterable[str] = ()) -> None:
        self.local = bound_symbols(expr) | set(_LOCAL)
        self.taken = {s.name for s in expr.atoms(sp.Symbol) - self.local} | set(avoid)
        self.given: dict[sp.Symbol, str] = {}

    def __call__(self, symbol: sp.Symbol) -> str:
        if symbol not in self.local:
            return str(symbol.name)
        if symbol not in self.given:
            self.given[symbol] = self.fresh(symbol.name)
        return self.given[symbol]

    def fresh(self, name: str) -> str:
        """``name`` if no size has it, otherwise another letter; the result is reserved."""
        used = self.taken | set(self.given.values())
        choices = (name, *_SECOND_CHOICE.get(name, ""), *_LETTERS, *(f"x{n}" for n in range(len(used) + 1)))
        return next(choice for choice in choices if choice not in (self.taken if choice == name else used))


def bound_symbols(expr: sp.Basic) -> set[sp.Symbol]:
    """The variables bound by sums, products and coefficients."""
    found = {index for e in expr.atoms(sp.Sum, sp.Product) for index in e.variables}
    return found | {e.args[1] for e in expr.atoms(notation.Coefficient)}

"""Limits of the throughput bound as a network grows (Reed 1982, "Size Independent Performance Bounds").

X0 is at most 1/max of the demands. Each demand has a limit along the residue classes of the growing size; the maximum
is continuous, so the bound tends to one over the greatest limit. If all demands vanish there is no bound that is
independent of size: ``none``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import lcm

import sympy as sp

from netlemma.derive.performance.bounds.limits import Limit, limits, modulus_of


@dataclass(frozen=True)
class SizeLimit:
    """The limit of the X0 bound along each residue class modulo ``modulus``.

    ``demands`` has the limits of each demand, in order of the residues; ``values`` those of the X0 bound, where oo
    means that the bound grows without limit.
    """

    symbol: sp.Symbol
    modulus: int
    demands: Mapping[str, Sequence[Limit]]
    values: tuple[sp.Expr, ...]

    def check(self) -> None:
        """Re-run every argument; it raises NoLimit if one does not hold."""
        for each in self.demands.values():
            for found in each:
                found.check()

    @property
    def text(self) -> str:
        """The limit; ``none`` if the bound grows without limit; one value for each residue class where they differ."""
        shown = ["none" if value == sp.oo else str(value) for value in self.values]
        if len(set(shown)) == 1:
            return shown[0]
        return ", ".join(f"{s} ({self.symbol} mod {self.modulus} = {r})" for r, s in enumerate(shown))

    def describe(self) -> list[str]:
        """The limit of each demand with its argument, one line each."""
        return [f"{name} -> {x.value} ({x.describe()})" for name, each in self.demands.items() for x in each]


def size_limit(demands: Mapping[str, sp.Expr], symbol: sp.Symbol) -> SizeLimit:
    """The limit of 1/max of the demands as the size ``symbol`` grows.

    Parameters
    ----------
    demands : mapping from str to Expr
        Demands by class.
    symbol : Symbol
        Symbol of the growing size.

    Returns
    -------
    SizeLimit
        Limit along each residue class.

    Raises
    ------
    NoLimit
        If the limit of a demand is not found.

    References
    ----------
    D. A. Reed, 1982, "Size Independent Performance Bounds".

    Examples
    --------
    >>> K, pe, cl = sp.Symbol("K", integer=True, positive=True), *sp.symbols("S_PE S_CL", positive=True)
    >>> found = size_limit({"processor": pe / K, "link": cl * (K + 1) / (4 * K)}, K)
    >>> found.text, found.describe()[1]
    ('4/S_CL', 'link -> S_CL/4 (leading terms S_CL/4*K over K)')
    >>> size_limit({"processor": pe / 2**K, "link": cl / (2**K - 1)}, K).text
    'none'
    """
    modulus = lcm(1, *(modulus_of(demand, symbol) for demand in demands.values()))
    found = {name: limits(demand, symbol, modulus) for name, demand in demands.items()}
    values = []
    for residue in range(modulus):
        greatest = sp.Max(*(each[residue].value for each in found.values()))
        values.append(sp.oo if greatest == 0 else 1 / greatest)
    return SizeLimit(symbol, modulus, found, tuple(values))

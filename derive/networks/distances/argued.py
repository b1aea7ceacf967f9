"""The proof by a written argument, whose conclusion is compared with plain loops at small sizes."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.expressions.evaluate import evaluate
from netlemma.derive.algebra.expressions.proof import ARGUED, ENUMERATED, Proof, require
from netlemma.derive.core.domain import Size


@dataclass(frozen=True)
class Argued(Proof):
    """A written argument for all sizes; at small ones the conclusion is compared with the definition, node by node."""

    argument: str
    literal: Callable[[Size], Fraction]
    sizes: tuple[Size, ...]
    symbols: tuple[sp.Symbol, ...]
    kind: ClassVar[str] = "written argument"
    strength: ClassVar[str] = ARGUED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(len(self.sizes) > 1, "no sizes are compared")
        for size in self.sizes:
            value = evaluate(after, {s: size[s.name] for s in self.symbols})
            counted = self.literal(size)
            require(value == counted, f"{value} instead of {counted} at {dict(size)}")

    def describe(self) -> list[str]:
        return [f"compared with the definition, node by node, at {len(self.sizes)} small sizes"]


@dataclass(frozen=True)
class Conjectured(Argued):
    """A formula without an argument for all sizes; at small ones it is compared with the definition, node by node."""

    kind: ClassVar[str] = "comparison at small sizes"
    strength: ClassVar[str] = ENUMERATED

"""Largest loads of defined networks whose factors are complete graphs, with as many ends of messages on each node."""

from dataclasses import dataclass
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.affine_conditions import shows
from netlemma.derive.algebra.notation import DeviceMax, Maximum
from netlemma.derive.algebra.proof import require
from netlemma.derive.algebra.smt import always
from netlemma.derive.core.derivation import DerivationBuilder
from netlemma.derive.core.domain import Domain
from netlemma.derive.definitions.theorems import DefinedFamily
from netlemma.derive.networks.coordinate_fabrics import LargestOfAll, Structure
from netlemma.errors import NotDerived


@dataclass(frozen=True, eq=False)
class CliqueLoads(Structure):
    """A defined network any two of whose nodes that differ in the coordinates of one factor alone are linked.

    Coordinates of a factor may be permuted, so that all links along a factor carry the same in both directions.
    """

    family: DefinedFamily
    kind: ClassVar[str] = "permuted coordinates"

    @property
    def domain(self) -> Domain:  # type: ignore[override]
        return self.family.domain

    def value(self, part: sp.Expr) -> sp.Expr:
        if not isinstance(part, DeviceMax):
            raise NotDerived(f"{part} of complete graphs")
        number, each = self.family.terminals
        if self.family.text.terminals is None or each.free_symbols & {*self.family.factors[number].symbols}:
            raise NotDerived("nodes with different numbers of ends of messages")
        nodes = self.family.node_count
        loads = [each * nodes - 1]  # the link of an end, by which it sends to all others
        for own in self.family.of_factor:
            # of messages between nodes with two values of a factor, as many go by each copy of it
            one = sp.powsimp(each**2 * nodes / own)
            alone = not shows(self.domain.assumptions(), own >= 2)
            loads.append(one * sp.Min(1, own - 1) if alone else one)
        return Maximum(*dict.fromkeys(loads))

    def because(self, part: sp.Expr) -> str:
        return (
            "an end sends a message to each other one; all links along a factor are alike, and a message takes one of a copy of it if "
            "its ends differ there"
        )

    def certify(self) -> None:
        self.family.certify_distance()
        for factor in self.family.with_distances:
            assert factor.distance is not None
            known = [*self.domain.assumptions(), factor.inside(), factor.inside(factor.elsewhere)]
            require(factor.among is sp.true, "coordinates with conditions")
            require(always(known, factor.distance <= 1), "two nodes of a factor are not linked")

    def lines(self) -> list[str]:
        return ["z3: the distance is that of the definition, and at most 1 in each factor, at all sizes"]

    def finish(self, write: DerivationBuilder, form: sp.Expr) -> None:
        least = LargestOfAll(tuple((p.symbol, p.minimum) for p in self.domain.parameters))
        write.step(form, "the others are never larger", least)

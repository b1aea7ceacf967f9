"""Translations of networks of words around a cycle, by which the hops from one source stand for those of all pairs."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.expressions import notation as at
from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.algebra.expressions.notation import DeviceSum, PairSum
from netlemma.derive.algebra.expressions.proof import ARGUED, PROVED, Proof, ProofError, require
from netlemma.derive.networks.cycles.cycle_walks import MarkedCycle, marked, over_words, shortest_length, walk
from netlemma.derive.networks.cycles.walk_certificate import certify_walk


def class_crossings(name: str) -> sp.Expr:
    """Crossings of all links of a class in all messages."""
    return DeviceSum(PairSum(at.crossings), sp.Symbol(name))


@dataclass(frozen=True)
class NodesAlike(Proof):
    """Left multiplication: translation of positions by q and of words by a fixed word maps hops to hops, so one source
    suffices.

    The sum ``whole`` over all pairs is therefore ``hops``, with the number of sources as a factor. The hops from one
    source are compared with a search at small sizes; that they hold at all sizes is argued.
    """

    whole: sp.Expr
    hops: sp.Expr
    compare: Callable[[], bool]
    on_positions: bool = False
    kind: ClassVar[str] = "group translation"
    strength: ClassVar[str] = ARGUED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before.has(self.whole), f"{self.whole} does not occur")
        require(equal(before.xreplace({self.whole: self.hops}), after), "not N times the hops from one source")
        translations(self.on_positions)
        require(self.compare(), "the distance differs from the search at a small size")

    def describe(self) -> list[str]:
        return [
            "translations move hops to hops, so all sources are alike; distances compared with a search at small sizes"
        ]


@dataclass(frozen=True)
class WalksAlike(NodesAlike):
    """As :class:`NodesAlike`, where a potential certifies the hops for all sizes.

    With marks on links every hop is one of the walk. With marks on positions a message also corrects m letters, one hop
    each: a hop of either kind changes its own number by at most one and leaves the other number unchanged.
    """

    cycle: MarkedCycle | None = None
    classes: tuple[str, ...] = ()
    strength: ClassVar[str] = PROVED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        super().check(before, after)
        if self.cycle is None:
            raise ProofError("no cycle is given")
        n, radix, on_positions = self.cycle.size, self.cycle.radix, self.cycle.on_positions
        require(self.on_positions == on_positions, "marks on positions and on links are confused")
        certify_walk(shortest_length(n), n, on_positions)
        parts = [over_words(body, n, radix) for body in ((marked, walk) if on_positions else (walk,))]
        known = {PairSum(at.distance): sp.Add(*parts)}
        known |= {class_crossings(name): part for name, part in zip(self.classes, parts, strict=False)}
        require(self.whole in known, f"{self.whole} is not a certified number of hops")
        require(equal(self.hops, n * radix**n * known[self.whole]), "the hops are not the certified ones")

    def describe(self) -> list[str]:
        return [
            "translations move hops to hops, so all sources are alike; the walk's hops and the letters to correct are potentials",
            "a hop changes one of the two numbers, by at most one: decided for all n; compared with a search at small sizes",
        ]


_p, _q, _i, _c = sp.symbols("p q i c", integer=True)
_at_place, _u, _v = (sp.Function(name) for name in ("one_at", "u", "v"))  # one_at(j) is 1 for j = 0 and 0 otherwise
NodeOfSymbols = tuple[sp.Expr, sp.Expr]  # a position and the letter at place i


def translations(on_positions: bool) -> None:
    """Check on symbols that translation of positions by q and of words by u maps hops to hops, and any node to the source.

    A hop corrects the letter of its position, or moves one position on or back; with marks on links it does both, and
    the letter is that of the link.

    Raises
    ------
    ProofError
        If the image of a hop is not a hop.
    """
    node = (_p, _v(_i))
    for step, place in [(0, 0), (1, None), (-1, None)] if on_positions else [(1, 0), (-1, -1)]:
        first, second = _moved(*_hop(*node, step, place)), _hop(*_moved(*node), step, place)
        same = all(sp.expand(_flat(x) - _flat(y)) == 0 for x, y in zip(first, second, strict=True))
        require(same, "the image of a hop is not a hop")
    position, letter = (x.xreplace({_u(_i): -_v(_i + _p)}).xreplace({_q: -_p}) for x in _moved(*node))
    require(position == 0 and letter == 0, "a node is not mapped to the source")


def _moved(position: sp.Expr, letter: sp.Expr) -> NodeOfSymbols:
    return position + _q, _u(_i) + letter.xreplace({_i: _i - _q})


def _hop(position: sp.Expr, letter: sp.Expr, step: int, place: int | None) -> NodeOfSymbols:
    """Move by ``step``, and add c to the letter at this place counted from the position."""
    change = 0 if place is None else _c * _at_place(_i - (position + place))
    return position + step, letter + change


def _flat(expr: sp.Expr) -> sp.Expr:
    """Expand the arguments of functions, so that equal places have equal expressions."""
    return expr.replace(
        lambda e: isinstance(e, sp.core.function.AppliedUndef), lambda e: e.func(*map(sp.expand, e.args))
    )

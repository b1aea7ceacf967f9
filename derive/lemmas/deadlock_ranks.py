"""Ranks that increase along every step of a routing, at all sizes; they exclude a cycle of waiting packets.

The number of steps along which the rank does not increase is a quantity like others: its closed form is 0, and its
plain loop follows packets one by one. A routing whose steps close a cycle has no such rank.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise

import sympy as sp

from derive.core.derivation import Writer
from derive.core.domain import Domain, Parameter, Size
from derive.core.lemma import Definition, Lemma, Measured
from derive.networks.fly.brute_force_flies import livefly_queues
from derive.networks.ranks import brute_force_order
from derive.networks.ranks.livefly_steps import livefly_steps
from derive.networks.ranks.ordered_steps import line_steps, oneway_ring_steps, ring_steps
from derive.networks.ranks.smt import RankRises
from derive.networks.ranks.steps import StepFormula, rank_at

QUANTITY = "deadlock_rank"
Followed = Callable[[Size], Iterable[Sequence[Mapping[str, int]]]]  # the resources of each packet, in order


@dataclass(frozen=True)
class Ordered:
    """A routing of a family with its steps and their rank, or with None if the steps close a cycle at some size.

    ``vcs`` is the number of virtual channels of each hop, 0 if packets wait in queues of rings.
    """

    family: str
    routing: str
    vcs: int
    parameters: tuple[Parameter, ...]
    steps: StepFormula
    rank: tuple[sp.Expr, ...] | None
    statement: str
    nodes: Callable[[Size], int]
    followed: Followed

    @property
    def key(self) -> str:
        """The key of the lemma."""
        return f"{self.family}.{QUANTITY}" + (f".{self.routing}" if self.vcs else "")

    @property
    def domain(self) -> Domain:
        """All legal sizes."""
        return Domain(self.parameters)

    def rank_at(self, size: Size) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
        """The rank at one size, as a function of the coordinates."""
        assert self.rank is not None
        return rank_at(self.rank, self.steps.held, {s: size[s.name] for s in self.steps.sizes})

    def lemma(self) -> Lemma:
        """The lemma that the rank rises on every step."""
        assert self.rank is not None
        write = Writer(self.steps.not_rising(self.rank))
        assumptions = tuple(c for c in self.domain.assumptions() if c.free_symbols <= set(self.steps.sizes))
        write.step(sp.Integer(0), "the rank rises on every step, whatever the sizes", RankRises(assumptions))
        names = tuple(p.name for p in self.parameters)
        return Lemma(
            key=self.key,
            symbol=sp.Symbol("F"),
            statement=self.statement,
            definition=Definition(
                f"steps from a resource c_1 to c_2 that do not rise; {self.steps.words}", write.start, self._literal, self.nodes
            ),
            domain=self.domain,
            derivation=write.derivation(),
            measured=Measured(
                self.family, QUANTITY, names, routings=("dimension-order" if self.vcs else "concise",)
            ),
        )  # fmt: skip

    def _literal(self, size: Size) -> Fraction:
        rank = self.rank_at(size)
        ranks = ([rank(tuple(x[letter] for letter in self.steps.letters)) for x in way] for way in self.followed(size))
        return Fraction(sum(not one < two for way in ranks for one, two in pairwise(way)))


def _along(kind: str, k: str, n: str) -> Followed:
    return lambda size: brute_force_order.channels(kind, size[k], size[n])


_KINDS = {"secondary": 0, "primary": 1, "long": 2}


def _livefly_followed(size: Size) -> Iterable[Sequence[Mapping[str, int]]]:
    return ([{"m": _KINDS[m], "s": s} for m, s in way] for way in livefly_queues(size["f"], size["r"]))


_MESH = (Parameter("k", 2, "nodes along a dimension"), Parameter("n", 1, "dimensions"))
_RING = (Parameter("k", 2, "nodes of each ring"), Parameter("n", 1, "dimensions"))
_TOROID = (Parameter("w", 2, "nodes of each ring"), Parameter("D", 1, "dimensions"))
_FLY = (Parameter("f", 3, "links of a node"), Parameter("r", 1, "stages, and nodes of a short ring"))


def _by_letter(steps: StepFormula) -> dict[str, sp.Symbol]:
    return dict(zip(steps.letters, steps.held, strict=True))


def _nodes(side: str, dimensions: str) -> Callable[[Size], int]:
    return lambda size: size[side] ** size[dimensions]


_RISES = "rises on every legal step of dimension order"
_BARE = "Dimension order with one channel for each hop closes a cycle."


def _both_ways(family: str, parameters: tuple[Parameter, Parameter]) -> tuple[Ordered, Ordered]:
    """Dimension order on a bidirectional torus, with two dateline channels and with one channel."""
    (side, dimensions), names = (p.symbol for p in parameters), (parameters[0].name, parameters[1].name)
    steps, about = ring_steps(side, dimensions, True), (_nodes(*names), _along("ring", *names))
    z = _by_letter(steps)
    return (
        Ordered(
            family, "dateline", 2, parameters, steps, (z["d"], z["v"], z["x"]),
            f"The rank of a channel by dimension, then virtual channel, then how far along its direction it leads, {_RISES} with two "
            "dateline channels on the bidirectional torus.",
            *about,
        ),
        Ordered(family, "one-channel", 1, parameters, ring_steps(side, dimensions, False), None, _BARE, *about),
    )  # fmt: skip


@cache
def ordered() -> tuple[Ordered, ...]:
    """All routings with a step formula."""
    k, n = (p.symbol for p in _MESH)
    r = _FLY[1].symbol
    mesh, oneway, bare_oneway = line_steps(k, n), oneway_ring_steps(k, n, True), oneway_ring_steps(k, n, False)
    fly = livefly_steps(r)
    x, y, m = map(_by_letter, (mesh, oneway, fly))
    return (
        Ordered(
            "mesh", "dimension-order", 1, _MESH, mesh, (x["d"], x["x"]),
            f"The rank of a channel by dimension, then by how far along its direction it leads, {_RISES} on the mesh.",
            _nodes("k", "n"), _along("line", "k", "n"),
        ),
        Ordered(
            "oneway-torus", "dateline", 2, _RING, oneway, (y["d"], y["v"], y["x"]),
            f"The rank of a channel by dimension, then virtual channel, then the digit to which it leads, {_RISES} with two dateline "
            "channels on the unidirectional torus.",
            _nodes("k", "n"), _along("oneway-ring", "k", "n"),
        ),
        Ordered("oneway-torus", "one-channel", 1, _RING, bare_oneway, None, _BARE, _nodes("k", "n"), _along("oneway-ring", "k", "n")),
        *_both_ways("toroid", _TOROID), *_both_ways("torus", _RING),
        Ordered(
            "livefly", "three-phases", 0, _FLY, fly,
            (sp.Piecewise((m["s"] + 1, sp.Ne(m["m"], 0)), (0, m["s"] >= 1), (r + 1, True)),),
            "The rank of an output queue of the livefly, 0 on secondary links at other stages than 0, s + 1 on the links of the round "
            "at stage s, and r + 1 on secondary links at stage 0, rises on every step of its three phases.",
            lambda size: size["r"] * (size["f"] - 1) ** size["r"], _livefly_followed,
        ),
    )  # fmt: skip


LEMMAS: dict[str, Callable[[], Lemma]] = {
    each.key: partial(Ordered.lemma, each) for each in ordered() if each.rank is not None
}

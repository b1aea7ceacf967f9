"""Routings of a family with their steps and the rank of each resource, and the lemma that the rank rises on every step."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

import sympy as sp

from netlemma.derive.core.derivation import Writer
from netlemma.derive.core.domain import Domain, Size
from netlemma.derive.core.lemma import Definition, Lemma, Measured
from netlemma.derive.networks.ranks.smt import RankRises
from netlemma.derive.networks.ranks.steps import StepFormula, rank_at

QUANTITY = "deadlock_rank"
Followed = Callable[[Size], Iterable[Sequence[Mapping[str, int]]]]  # the resources of each packet, in order


@dataclass(frozen=True)
class Ordered:
    """A routing of a family with its steps and their rank, or with None if the steps close a cycle at some size.

    Both are made when they are needed, the rank from the symbols of the coordinates by their letters. ``vcs`` is the number
    of virtual channels of each hop, 0 if packets wait in queues of rings; ``explicit`` are the words of the routing on
    networks, and ``about`` says what packets do.
    """

    family: str
    routing: str
    vcs: int
    domain: Domain
    make_steps: Callable[[], StepFormula]
    rank_of: Callable[[Mapping[str, sp.Symbol]], tuple[sp.Expr, ...]] | None
    statement: str
    nodes: Callable[[Size], int]
    followed: Followed
    explicit: str
    about: str

    @property
    def key(self) -> str:
        """The key of the lemma."""
        return f"{self.family}.{QUANTITY}" + (f".{self.routing}" if self.vcs else "")

    @cached_property
    def steps(self) -> StepFormula:
        """The legal steps."""
        return self.make_steps()

    @cached_property
    def rank(self) -> tuple[sp.Expr, ...] | None:
        """The rank of a resource."""
        return self.rank_of and self.rank_of(dict(zip(self.steps.letters, self.steps.held, strict=True)))

    @property
    def assumptions(self) -> tuple[sp.Basic, ...]:
        """The conditions of the domain on sizes that steps depend on."""
        return tuple(c for c in self.domain.assumptions() if c.free_symbols <= set(self.steps.sizes))

    def rank_at(self, size: Size) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
        """The rank at one size, as a function of the coordinates."""
        assert self.rank is not None
        return rank_at(self.rank, self.steps.held, {s: size[s.name] for s in self.steps.sizes})

    def lemma(self) -> Lemma:
        """The lemma that the rank rises on every step."""
        assert self.rank is not None
        write = Writer(self.steps.not_rising(self.rank))
        write.step(sp.Integer(0), "the rank rises on every step, whatever the sizes", RankRises(self.assumptions))
        return Lemma(
            key=self.key,
            symbol=sp.Symbol("F"),
            statement=self.statement,
            definition=Definition(
                f"steps from a resource c_1 to c_2 that do not rise; {self.steps.words}", write.start, self._literal, self.nodes
            ),
            domain=self.domain,
            derivation=write.derivation(),
            measured=Measured(self.family, QUANTITY, self.domain.names, routings=(self.explicit,)),
        )  # fmt: skip

    def _literal(self, size: Size) -> Fraction:
        rank = self.rank_at(size)
        ranks = ([rank(tuple(x[letter] for letter in self.steps.letters)) for x in way] for way in self.followed(size))
        return Fraction(sum(not one < two for way in ranks for one, two in pairwise(way)))

"""Proofs for all sizes, by an SMT solver, that a rank rises on every step of a routing."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import count, pairwise
from typing import Any, ClassVar

import sympy as sp
from sympy.core.relational import Ge

from netlemma.derive.algebra.notation import NotRising
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.algebra.smt import solution, translated, z3
from netlemma.derive.core.derivation import DerivationBuilder
from netlemma.derive.core.domain import Domain, Size
from netlemma.derive.core.lemma import Definition, Lemma, Measured
from netlemma.derive.networks.ranks.routing_steps import StepFormula, rank_at
from netlemma.errors import ProofError

# Proofs for all sizes by an SMT solver: a formula over the integers that no sizes and no packets satisfy.


Values = dict[str, int]


def given(symbols: set[sp.Symbol]) -> Iterator[sp.Basic]:
    """The assumptions of symbols, as conditions for the solver."""
    for symbol in sorted(symbols, key=str):
        if symbol.is_positive or symbol.is_nonnegative:
            yield Ge(symbol, 1 if symbol.is_positive else 0, evaluate=False)


def below(first: Sequence[Any], second: Sequence[Any]) -> Any:
    """The condition that a rank of several parts is lexicographically below another one."""
    solver, (x, *rest), (y, *others) = z3(), first, second
    return solver.Or(x < y, solver.And(x == y, below(rest, others))) if rest else x < y


def _values(model: Any, names: Sequence[str]) -> Values:
    return {name: model.evaluate(z3().Int(name), model_completion=True).as_long() for name in names}


@dataclass(frozen=True)
class RankRises(Proof):
    """``NotRising(...) = 0``: no sizes, packet and pair of resources satisfy the step formula but not the rise of the rank."""

    assumptions: tuple[sp.Basic, ...]
    kind: ClassVar[str] = "SMT"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(isinstance(before, NotRising) and after == 0, "the statement is not that the rank rises on every step")
        assert isinstance(before, NotRising)
        known = [translated(c) for c in (*given(before.free_symbols), *self.assumptions, before.step)]
        require(solution(known) is not None, "there are no legal steps at all")
        first, second = ([translated(x) for x in rank] for rank in before.ranks)
        model = solution([*known, z3().Not(below(first, second))])
        if model is not None:
            found = _values(model, sorted(s.name for s in before.free_symbols))
            raise ProofError("a step does not rise: " + ", ".join(f"{name}={x}" for name, x in found.items()))

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        from netlemma.derive.algebra.affine_conditions import implies

        for assumed in self.assumptions:
            require(assumed.free_symbols <= parameters, f"{assumed} is not a condition on sizes")
            require(implies(assumptions, assumed), f"ranks rise for {assumed} only")

    def describe(self) -> list[str]:
        return [
            "z3: no whole numbers satisfy the ranges, the step formula and rank(c_1) >= rank(c_2); some satisfy the others"
        ]


@dataclass(frozen=True)
class WaitingCycle:
    """Resources at one size, each held by a packet that requests the next one; the last packet requests the first."""

    size: Values
    resources: tuple[tuple[int, ...], ...]


def shortest_cycle(steps: StepFormula, assumptions: Sequence[sp.Basic], longest: int) -> WaitingCycle | None:
    """A cycle of the fewest legal steps, at sizes with the smallest sum; it refutes all ranks, as no rank rises along a cycle."""
    sizes = [s.name for s in steps.sizes]
    rules = [translated(c) for c in (*given(set(steps.sizes)), *assumptions)]
    for length in range(1, longest + 1):
        names = [[f"{x.name} {i}" for x in steps.held] for i in range(length)]
        loose = (*(x for x, _, _ in steps.packet), *steps.between)
        around = []
        for i in range(length):
            held, wanted = (
                zip(xs, names[j % length], strict=True) for xs, j in ((steps.held, i), (steps.wanted, i + 1))
            )
            around.append(
                translated(steps.condition, {**dict(held), **dict(wanted), **{x: f"{x.name} {i}" for x in loose}})
            )
        apart = [z3().Or(*(z3().Int(x) != z3().Int(y) for x, y in zip(names[i], names[j], strict=True)))
                 for i in range(length) for j in range(i)]  # fmt: skip
        model = solution([*rules, *around, *apart])
        if model is None:
            continue
        least = sum(_values(model, sizes).values())
        for total in count():
            fits = solution([*rules, *around, *apart, sum(map(z3().Int, sizes)) == total]) if total < least else model
            if fits is not None:
                return WaitingCycle(_values(fits, sizes), tuple(tuple(_values(fits, x).values()) for x in names))
    return None


# Routings of a family with their steps and the rank of each resource, and the lemma that the rank rises on every step.


QUANTITY = "deadlock_rank"
Followed = Callable[[Size], Iterable[Sequence[Mapping[str, int]]]]  # the resources of each packet, in order


@dataclass(frozen=True)
class Ordered:
    """A routing of a family with its steps and their rank, or with None if the steps close a cycle at some size.

    Both are made when they are needed, the rank from the symbols of the coordinates by their letters. ``vcs`` is the number
    of virtual channels of each hop, 0 if packets wait in queues of rings; ``explicit`` are the words of the routing on
    networks, and ``about`` says what packets do. Steps that are not ``exact`` are those of packets and others, on which the
    rank rises too.
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
    exact: bool = True

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
        write = DerivationBuilder(self.steps.not_rising(self.rank))
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

"""Deadlocked configurations found by a SAT solver: packets on disjoint channels, each blocked by the others.

Every combination of held and wanted channels is a truth assignment, so if there is none the solver proves it."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from netlemma.graphs.deadlock.search.configuration import Packet
from netlemma.graphs.deadlock.search.hard_core import HardCore


class Configurations:
    """The search for configurations among the states that elimination left.

    Literals state that a packet with its head in a state waits for a set (``heads``), or that a packet extends from one
    state to another with its body (``bodies``, in wormhole routing).
    """

    def __init__(self, core: HardCore, wormhole: bool) -> None:
        self.states = core.states
        self.solver = _solver()
        self.count = 0
        self.heads: dict[int, tuple[int, tuple[int, ...]]] = {}
        self.bodies: dict[int, tuple[int, int]] = {}
        self._write(core, wormhole)

    def _new(self) -> int:
        self.count += 1
        return self.count

    def _write(self, core: HardCore, wormhole: bool) -> None:
        states, add = self.states, self.solver.add_clause
        channel = states.channel
        here = {s: self._new() for s in sorted(core.stuck)}  # the channel of the state is held by a packet in it
        used = {c: self._new() for c in sorted(core.held)}
        into: dict[int, list[int]] = {s: [] for s in here}
        for s in here:
            roles = []
            for waits in states.waits(s):
                if all(channel[t] in core.held for t in waits):
                    head = self._new()
                    self.heads[head] = (s, waits)
                    roles.append(head)
                    for t in waits:
                        add([-head, used[channel[t]]])
            for t in states.after[s] if wormhole else ():
                if t in here:
                    body = self._new()
                    self.bodies[body] = (s, t)
                    roles.append(body)
                    into[t].append(body)
                    add([-body, here[t]])
            add([-here[s], *roles])
            for role in roles:
                add([-role, here[s]])
            self._at_most_one(roles)
        for bodies in into.values():
            self._at_most_one(bodies)
        for c, u in used.items():
            there = [here[s] for s in states.at.get(c, ()) if s in here]
            add([-u, *there])
            self._at_most_one(there)
        add(list(self.heads))
        self._limits: list[int] = []
        self._assumed: list[int] = []

    def limit(self, most: int, bound: int) -> None:
        """Search only for at most the given number of packets, from now on.

        Parameters
        ----------
        most : int
            Largest number of packets.
        bound : int
            Highest limit of all calls.
        """
        if not self._limits:
            self._limits = self._counter(bound + 1)
        self._assumed = [-self._limits[most]] if most < len(self._limits) else []

    def through(self, channels: Iterable[int]) -> None:
        """Search only for deadlocks in which some packet has its head in one of these channels."""
        wanted = set(channels)
        self.solver.add_clause([head for head, (s, _) in self.heads.items() if self.states.channel[s] in wanted])

    def _counter(self, bound: int) -> list[int]:
        """Literals of which the i-th is true if there are more than i packets, for i below a bound."""
        behind: dict[int, list[int]] = {}
        for head, (s, _) in self.heads.items():
            behind.setdefault(self.states.channel[s], []).append(head)
        before: list[int] = []
        for heads in behind.values():  # counted channel by channel: so many packets up to this one
            one, sums = self._new(), [self._new() for _ in range(min(bound, len(before) + 1))]
            for head in heads:
                self.solver.add_clause([-head, one])
            for i, more in enumerate(sums):
                if i < len(before):
                    self.solver.add_clause([-before[i], more])
                self.solver.add_clause([-one, more] if i == 0 else [-one, -before[i - 1], more])
            before = sums
        return before

    def _at_most_one(self, literals: list[int]) -> None:
        """Pairwise if they are few, else by a chain of marks: from the first that is true on."""
        if len(literals) <= 5:
            for a, b in combinations(literals, 2):
                self.solver.add_clause([-a, -b])
            return
        mark = None
        for literal in literals:
            if mark is not None:
                self.solver.add_clause([-mark, -literal])
            after = self._new()
            self.solver.add_clause([-literal, after])
            if mark is not None:
                self.solver.add_clause([-mark, after])
            mark = after

    def __iter__(self) -> Iterator[list[Packet]]:
        """Deadlocks that :meth:`forbid` has not excluded, until there is none."""
        while self.solver.solve(assumptions=self._assumed):
            true = {literal for literal in self.solver.get_model() if literal > 0}
            came = {t: s for literal, (s, t) in self.bodies.items() if literal in true}
            found = []
            for literal, (head, waits) in self.heads.items():
                if literal in true:
                    held = [head]
                    while held[0] in came:
                        held.insert(0, came[held[0]])
                    found.append(Packet(tuple(held), waits))
            yield found

    def forbid(self, packets: Iterable[Packet]) -> None:
        """Exclude all configurations with these packets, also with longer tails."""
        wanted = {(p.held[-1], p.waits) for p in packets}
        joined = {pair for p in packets for pair in zip(p.held, p.held[1:], strict=False)}
        clause = [-literal for literal, head in self.heads.items() if head in wanted]
        clause += [-literal for literal, body in self.bodies.items() if body in joined]
        self.solver.add_clause(clause)

    def close(self) -> None:
        """Free the memory of the solver."""
        self.solver.delete()


def _solver() -> Any:
    from pysat.solvers import Solver

    return Solver(name="cadical153")

"""Messages from Poisson sources, with a seed."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from netlemma.errors import SimulationError
from netlemma.graphs.simulate.traffic.pairs import UniformPairs

MOST_MESSAGES = 200_000_000


@dataclass(frozen=True, eq=False)
class Messages:
    """Messages in the order in which they were generated; their numbers break ties.

    ``cycle[m]`` is the cycle from whose beginning on message m can enter the network, ``source[m]`` and
    ``destination[m]`` are terminals.
    """

    cycle: np.ndarray
    source: np.ndarray
    destination: np.ndarray

    def __len__(self) -> int:
        return len(self.cycle)

    @classmethod
    def at(cls, times: np.ndarray, source: np.ndarray, destination: np.ndarray, start: int, stop: int) -> Messages:
        """Messages generated at increasing times in continuous time; each can enter from the next cycle on.

        times (ndarray of float64, shape (messages,)): Times since the start, in cycles.
        source, destination (ndarray of int32, shape (messages,)): Terminals of each message.
        """
        return cls(np.clip(start + np.ceil(times).astype(np.int64), start + 1, stop), source, destination)

    def __add__(self, later: Messages) -> Messages:
        return Messages(
            np.concatenate([self.cycle, later.cycle]),
            np.concatenate([self.source, later.source]),
            np.concatenate([self.destination, later.destination]),
        )


def written(rows: list[tuple[int, int, int]]) -> Messages:
    """Messages given one by one, those of earlier cycles first.

    >>> len(written([(1, 0, 2), (1, 2, 0)]))
    2
    """
    if any(a[0] > b[0] for a, b in pairwise(rows)) or any(s == d for _, s, d in rows):
        raise SimulationError("messages are given by rising cycles, each to another end than its own")
    columns = np.array(rows, dtype=np.int64).reshape(-1, 3)
    return Messages(columns[:, 0].copy(), columns[:, 1].astype(np.int32), columns[:, 2].astype(np.int32))


class PoissonSources:
    """Poisson processes in continuous time, one for each terminal; to all other terminals with equal probability, if not
    said.

    A message generated within a cycle can enter the network from the beginning of the next one on, from which its
    latency counts. Several messages of a terminal may come in one cycle.

    ends: Number of terminals.
    load: Messages per terminal and cycle, of a terminal that sends one per unit of time in its traffic.
    seed: Seed of NumPy's default generator.
    pairs: What draws sources and destinations.

    >>> sources = PoissonSources(ends=4, load=0.5, seed=1)
    >>> found = sources.between(0, 1000)
    >>> 1900 < len(found) < 2100, int(found.cycle.min()) >= 1, int(found.cycle.max()) <= 1000
    (True, True, True)
    """

    def __init__(self, ends: int, load: float, seed: int, pairs: UniformPairs | None = None) -> None:
        self.ends, self.load, self.pairs = ends, load, pairs or UniformPairs(ends)
        self.random = np.random.default_rng(seed)

    def expected(self, start: int, stop: int) -> float:
        """Mean number of messages between two cycles."""
        expected = self.load * float(self.pairs.moving.sum()) * (stop - start)
        if expected > MOST_MESSAGES:
            raise SimulationError(
                f"{expected:.3g} messages are expected in {stop - start:,} cycles at load {self.load:g}: at most {MOST_MESSAGES:,}"
            )
        return expected

    @property
    def dispersion(self) -> float:
        """Variance of the number of messages of a terminal in a long time, divided by its mean."""
        return 1.0

    def as_json(self) -> dict[str, Any]:
        """Kind of the sources, with their rates in messages and changes per cycle."""
        return {"kind": "poisson", "mu": self.load}

    def between(self, start: int, stop: int) -> Messages:
        """The messages between two cycles; they can enter in cycles start + 1 to stop."""
        return Messages.at(*self.drawn(start, stop), start, stop)

    def drawn(self, start: int, stop: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Random times, sources and destinations of the messages between two cycles.

        Returns: Times since the start in continuous time, sources and destinations.
        """
        count = int(self.random.poisson(self.expected(start, stop)))
        # gaps of a Poisson process, scaled so that its next point falls on the end: the order statistics of `count` uniform times
        times = np.cumsum(self.random.exponential(size=count + 1))
        times *= (stop - start) / times[-1]
        return times[:-1], *self.pairs.drawn(self.random, count)

"""Messages of a simulation: pairs of ends, arrival processes, and the messages drawn from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from netlemma.errors import SimulationError
from netlemma.graphs.traffic.traffic import Traffic

# Sources and destinations of messages, drawn at random with the rates of a traffic.


class UniformPairs:
    """Ordered pairs of different terminals, all equally likely.

    ends: Number of terminals.

    >>> source, destination = UniformPairs(4).drawn(np.random.default_rng(1), 1000)
    >>> bool((source != destination).all()), int(destination.min()), int(destination.max())
    (True, 0, 3)
    """

    def __init__(self, ends: int) -> None:
        self.ends = ends

    @property
    def moving(self) -> np.ndarray:
        """Messages that each terminal sends to others for each message per unit of time that it may send."""
        return np.ones(self.ends)

    def drawn(self, random: np.random.Generator, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Sources and destinations of some messages.

        Returns: Terminals, each of shape (count,).
        """
        source = random.integers(0, self.ends, size=count, dtype=np.int32)
        destination = random.integers(0, self.ends - 1, size=count, dtype=np.int32)
        destination += destination >= source
        return source, destination


class TrafficPairs(UniformPairs):
    """Ordered pairs of different terminals with the rates of a traffic; messages to the own terminal are not sent.

    traffic: The traffic, with messages that move.
    ends: Nodes of the terminals, in the order of their numbers.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.traffic.named import traffic
    >>> net = network("ring", K=8)
    >>> source, destination = TrafficPairs(traffic(net, "tornado"), net.ends).drawn(np.random.default_rng(1), 100)
    >>> set(((destination - source) % 8).tolist())
    {3}
    """

    def __init__(self, traffic: Traffic, ends: Sequence[int]) -> None:
        super().__init__(len(ends))
        number = np.full(traffic.network.node_count, -1, dtype=np.int32)
        number[np.asarray(ends)] = np.arange(self.ends)
        single = traffic.source != traffic.destination
        self.source, self.destination = number[traffic.source[single]], number[traffic.destination[single]]
        rates = traffic.rate[single] / traffic.denominator
        self._alike = float(traffic.uniform)
        self._of_single = np.cumsum(rates)
        self._moving = self._alike + np.bincount(self.source, rates, minlength=self.ends)

    @property
    def moving(self) -> np.ndarray:
        """Messages that each terminal sends to others for each message per unit of time that it may send."""
        return self._moving

    def drawn(self, random: np.random.Generator, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Sources and destinations of some messages: to all others alike, or of a single pair."""
        alike = self._alike * self.ends
        at = random.random(count) * (alike + (self._of_single[-1] if len(self._of_single) else 0.0)) - alike
        among = at < 0
        source, destination = super().drawn(random, count) if self._alike else (np.empty((2, count), dtype=np.int32))
        pair = np.searchsorted(self._of_single, at[~among], side="right")
        pair = np.minimum(pair, len(self._of_single) - 1)  # rounding of the last sum
        source[~among], destination[~among] = self.source[pair], self.destination[pair]
        return source, destination


def pairs_of(traffic: Traffic, ends: Sequence[int]) -> UniformPairs:
    """The pairs of a traffic."""
    return UniformPairs(len(ends)) if traffic.is_uniform and traffic.uniform == 1 else TrafficPairs(traffic, ends)


# Messages from Poisson sources, with a seed.


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


# Bursty sources: Poisson processes whose rate alternates between two values by a Markov chain in continuous time.


@dataclass(frozen=True)
class Modulation:
    """A Markov-modulated Poisson process with two states, up to its mean rate.

    sigma1, sigma2: Rates at which state 1 changes to state 2 and back, per cycle.
    ratio: Rate of messages in state 2 divided by that in state 1; 0 for an interrupted Poisson process.

    >>> Modulation(0.25, 0.75).rates(0.375)
    (0.5, 0.0)
    """

    sigma1: float
    sigma2: float
    ratio: float = 0.0

    def __post_init__(self) -> None:
        for name in ("sigma1", "sigma2"):
            if not 0 < getattr(self, name) < float("inf"):
                raise SimulationError(
                    f"{name}={getattr(self, name):g}: a source changes its state at a rate above 0 per cycle"
                )
        if not 0 <= self.ratio < float("inf"):
            raise SimulationError(f"ratio={self.ratio:g}: the rate in state 2 is 0 or more times that in state 1")

    @property
    def share(self) -> float:
        """The fraction of time in state 1."""
        return self.sigma2 / (self.sigma1 + self.sigma2)

    def rates(self, load: float) -> tuple[float, float]:
        """Messages per cycle in state 1 and in state 2, for a mean of ``load``."""
        first = load * (self.sigma1 + self.sigma2) / (self.sigma2 + self.ratio * self.sigma1)
        return first, self.ratio * first

    def dispersion(self, load: float) -> float:
        """Variance of the number of messages in a long time, divided by its mean (Fischer and Meier-Hellstern 1993)."""
        first, second = self.rates(load)
        return 1 + 2 * self.share * (1 - self.share) * (first - second) ** 2 / ((self.sigma1 + self.sigma2) * load)


class ModulatedSources(PoissonSources):
    """Markov-modulated Poisson processes, one for each terminal; to all other terminals with equal probability, if not said.

    Messages are candidates of a Poisson process with the higher rate, kept with the probability that belongs to the
    state of their terminal. Only the states at those times are drawn: after a time t the chain is as before with
    probability exp(-(sigma1 + sigma2) t), and otherwise in a state drawn from its stationary distribution, in which it
    starts too. That is exact.

    ends: Number of terminals.
    load: Messages per terminal and cycle, the mean over both states.
    seed: Seed of NumPy's default generator.
    modulation: Modulation of the rate.
    pairs: What draws sources and destinations.

    >>> sources = ModulatedSources(ends=4, load=0.5, seed=1, modulation=Modulation(0.2, 0.8))
    >>> 1800 < len(sources.between(0, 1000)) < 2200
    True
    """

    def __init__(
        self, ends: int, load: float, seed: int, modulation: Modulation, pairs: UniformPairs | None = None
    ) -> None:
        super().__init__(ends, load, seed, pairs)
        self.modulation = modulation
        self._rates = np.array(modulation.rates(load))
        self._candidates = PoissonSources(ends, float(self._rates.max()), seed, pairs)
        self._random = self._candidates.random
        self._state = self._stationary(ends)

    @property
    def dispersion(self) -> float:
        """Variance of the number of messages of a terminal in a long time, divided by its mean."""
        return self.modulation.dispersion(self.load)

    def as_json(self) -> dict[str, Any]:
        """Kind of the sources, with their rates in messages and changes per cycle."""
        rates = {"mu1": float(self._rates[0]), "mu2": float(self._rates[1])}
        return {"kind": "mmpp", **rates, "sigma1": self.modulation.sigma1, "sigma2": self.modulation.sigma2}

    def expected(self, start: int, stop: int) -> float:
        """Mean number of messages between two cycles.

        Raises SimulationError also if there would be too many candidates.
        """
        self._candidates.expected(start, stop)
        return super().expected(start, stop)

    def between(self, start: int, stop: int) -> Messages:
        """The messages between two cycles; they can enter in cycles start + 1 to stop."""
        times, source, destination = self._candidates.drawn(start, stop)
        state = self._states(times, source, start, stop)
        keep = self._random.random(len(times)) * self._candidates.load < self._rates[state]
        return Messages.at(times[keep], source[keep], destination[keep], start, stop)

    def _stationary(self, count: int) -> np.ndarray:
        return (self._random.random(count) >= self.modulation.share).astype(np.int8)

    def _states(self, times: np.ndarray, source: np.ndarray, start: int, stop: int) -> np.ndarray:
        """The state of each candidate's source at its time; those of all sources at ``stop`` are kept for the next call."""
        ends = np.arange(self.ends)
        span = float(stop - start)
        end = np.concatenate([ends, source, ends])
        time = np.concatenate([np.zeros(self.ends), times, np.full(self.ends, span)])
        order = np.argsort(end, kind="stable")  # times rise for each end
        gaps = np.diff(time[order], prepend=0.0)
        rate = self.modulation.sigma1 + self.modulation.sigma2
        drawn = np.concatenate([self._state, self._stationary(len(time) - self.ends)])[order]
        fresh = self._random.random(len(time)) < -np.expm1(-rate * np.maximum(gaps, 0))
        fresh |= order < self.ends  # the state at the start is known
        last_fresh = np.maximum.accumulate(np.where(fresh, np.arange(len(time)), 0))
        state = np.empty(len(time), dtype=np.int8)
        state[order] = drawn[last_fresh]
        self._state = state[-self.ends :]
        return state[self.ends : -self.ends]

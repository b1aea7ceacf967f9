"""Bursty sources: Poisson processes whose rate alternates between two values by a Markov chain in continuous time."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from netlemma.errors import SimulationError
from netlemma.graphs.simulate.traffic.messages import Messages, PoissonSources
from netlemma.graphs.simulate.traffic.pairs import UniformPairs


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

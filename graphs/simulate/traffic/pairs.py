"""Sources and destinations of messages, drawn at random with the rates of a traffic."""

from collections.abc import Sequence

import numpy as np

from netlemma.graphs.traffic.traffic import Traffic


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

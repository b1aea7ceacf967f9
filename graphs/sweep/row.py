"""A point with its result, as it is stored."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from graphs.simulate.result import STATES
from graphs.sweep.errors import SweepError
from graphs.sweep.point import Point

RESULT = (
    "state", "reason", "latency", "half_width", "network_latency", "multiplexing", "messages", "backlog", "growth", "throughput",
    "seconds", "version", "finished",
)  # fmt: skip
NUMBERS = RESULT[: RESULT.index("seconds")]  # what the parameters alone decide


@dataclass(frozen=True)
class Row:
    """One simulation.

    Parameters
    ----------
    point : its parameters.
    state, reason, latency, half_width, network_latency, multiplexing, messages, throughput : see :class:`graphs.simulate.SimulationResult`.
    backlog, growth : messages generated and not delivered at the last cycle, and how many more than at the end of the warm-up.
    seconds : that the simulation took, the following of routes not counted.
    version : of netlemma and NumPy.
    finished : when the result was stored, in UTC.
    """

    point: Point
    state: str
    reason: str
    latency: float | None
    half_width: float | None
    network_latency: float | None
    multiplexing: float | None
    messages: int
    backlog: int
    growth: int
    throughput: float
    seconds: float
    version: str
    finished: str

    def __post_init__(self) -> None:
        if self.state not in STATES or (self.state == "stable") != (self.latency is not None):
            raise SweepError(f"state {self.state!r} with latency {self.latency} is no result of a simulation")

    @property
    def numbers(self) -> tuple[Any, ...]:
        """What any run of this point must give again, bit by bit."""
        return tuple(getattr(self, name) for name in NUMBERS)

    def as_json(self) -> dict[str, Any]:
        """Parameters and result as plain data."""
        result = asdict(self)
        del result["point"]
        return {**self.point.as_json(), **result}

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

LAYOUT = 1  # of the table, to be raised with every change of it
TABLE = """CREATE TABLE result (
    id INTEGER PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    point TEXT NOT NULL,
    state TEXT NOT NULL,
    reason TEXT NOT NULL,
    latency REAL,
    half_width REAL,
    network_latency REAL,
    multiplexing REAL,
    messages INTEGER NOT NULL,
    backlog INTEGER NOT NULL,
    growth INTEGER NOT NULL,
    throughput REAL NOT NULL,
    seconds REAL NOT NULL,
    version TEXT NOT NULL,
    finished TEXT NOT NULL
) STRICT"""


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

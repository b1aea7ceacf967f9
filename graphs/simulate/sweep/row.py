"""A point with its result, as it is stored."""

from dataclasses import dataclass, fields
from typing import Any
from zlib import crc32

from netlemma.errors import SweepError
from netlemma.graphs.simulate.options import OPTIONS
from netlemma.graphs.simulate.result import STATES
from netlemma.graphs.simulate.sweep.point import SweepPoint

SQL: dict[Any, str] = {str: "TEXT NOT NULL", int: "INTEGER NOT NULL", float: "REAL NOT NULL", float | None: "REAL"}


@dataclass(frozen=True)
class Outcome:
    """The result of one simulation as a worker sends it.

    state, reason: See :class:`netlemma.graphs.simulate.SimulationResult`.
    latency, half_width, network_latency, multiplexing: See :class:`netlemma.graphs.simulate.SimulationResult`.
    messages: See :class:`netlemma.graphs.simulate.SimulationResult`.
    backlog: Messages generated and not delivered at the last cycle.
    growth: Difference of that to the end of the warm-up.
    throughput: See :class:`netlemma.graphs.simulate.SimulationResult`.
    seconds: Duration of the simulation, the following of routes not counted.
    version: Versions of netlemma and NumPy.
    """

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

    def __post_init__(self) -> None:
        if self.state not in STATES or (self.state == "stable") != (self.latency is not None):
            raise SweepError(f"state {self.state!r} with latency {self.latency} is no result of a simulation")

    @property
    def numbers(self) -> tuple[Any, ...]:
        """The numbers that every run of this point must reproduce, bit by bit."""
        return tuple(getattr(self, name) for name in NUMBERS)


@dataclass(frozen=True)
class Row(Outcome):
    """A point and the result of its simulation.

    finished: Time when the result was stored, in UTC.
    point: Parameters of the simulation.
    """

    finished: str
    point: SweepPoint

    def as_json(self) -> dict[str, Any]:
        """Parameters and result as plain data."""
        return {**self.point.as_json(), **{name: getattr(self, name) for name in RESULT}}


NUMBERS = tuple(each.name for each in fields(Outcome) if each.name not in ("seconds", "version"))
RESULT = tuple(each.name for each in fields(Row) if each.name != "point")  # columns of the table
TABLE = (
    "CREATE TABLE result (\n    id INTEGER PRIMARY KEY,\n    digest TEXT NOT NULL UNIQUE,\n"
    "    point TEXT NOT NULL,\n    checksum TEXT NOT NULL,\n"
    + ",\n".join(f"    {each.name} {SQL[each.type]}" for each in fields(Row) if each.name in RESULT)
    + "\n) STRICT"
)
# of files: another one with each change of columns or options
LAYOUT = crc32("\n".join([TABLE, *OPTIONS]).encode()) >> 1

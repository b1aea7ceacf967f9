"""What a simulation has shown."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from graphs.base.shown import Part, Shown
from graphs.base.tables import Facts, Table, rounded
from graphs.simulate.deadlock import Deadlock
from graphs.simulate.layout import Layout
from graphs.simulate.settings import Settings

STATES = ("stable", "unstable", "deadlock")


@dataclass(frozen=True, repr=False)
class SimulationResult(Shown):
    """Mean latency in cycles with its half-width, or why there is none.

    Parameters
    ----------
    layout, settings : what was simulated.
    sources : what kind of, with their rates per cycle.
    load, cycles, warmup, seed, engine : as given.
    state : "stable", "unstable" or "deadlock"; there is a latency only in the first one.
    reason : of the state, in words.
    latency : mean over the messages that were generated after the warm-up, from generation to the consumption of the last flit.
    half_width : of the confidence interval at ``level``, by batch means; None with too few messages for two batches.
    messages : generated after the warm-up.
    backlog : messages generated and not delivered, at the end of the warm-up and at the last cycle.
    throughput : messages delivered after the warm-up, for each node and cycle.
    network_latency : the part of the latency from the cycle in which the header crosses the injection channel; before, it waits
        at its source.
    multiplexing : of a link, as one of its virtual channels in use sees it, how many are in use: sum v^2 P(v) / sum v P(v),
        over links and measured cycles. None if virtual channels share nothing.
    deadlock : the worms that wait for each other.
    """

    layout: Layout
    settings: Settings
    sources: dict[str, Any]
    load: float
    cycles: int
    warmup: int
    seed: int
    engine: str
    state: str
    reason: str
    latency: float | None
    half_width: float | None
    level: float
    batches: int
    messages: int
    backlog: tuple[int, int]
    throughput: float
    network_latency: float | None
    multiplexing: float | None
    deadlock: Deadlock | None

    @property
    def source_wait(self) -> float | None:
        """The part of the latency before the header crosses the injection channel."""
        if self.latency is None or self.network_latency is None:
            return None
        return self.latency - self.network_latency

    @property
    def title(self) -> str:
        """Routing and network in one line."""
        return self.layout.routing.title

    def __repr__(self) -> str:
        latency = "" if self.latency is None else f", latency {self.latency:.6g}"
        return f"<SimulationResult {self.title}, load {self.load:g}: {self.state}{latency}>"

    def _parts(self) -> list[Part]:
        width = "" if self.half_width is None else f" ± {self.half_width:.3g} ({self.level:.0%})"
        about: list[tuple[str, object]] = [("simulated", self.title), ("flits", self.settings.flits)]
        about += [("load", f"{self.load:g} messages per node and cycle"), ("state", f"{self.state}: {self.reason}")]
        about += [("latency", "" if self.latency is None else f"{self.latency:.6g}{width} cycles")]
        about += [("messages", f"{self.messages:,}"), ("throughput", rounded(self.throughput))]
        shown = Facts([*about, ("cycles", f"{self.cycles:,}, of which {self.warmup:,} warm-up"), ("seed", self.seed)])
        if self.deadlock is None:
            return [shown]
        keys = ("message", "source", "destination", "holds", "waits_for", "blocked_by")
        worms = self.deadlock.as_json(self.layout)["worms"]
        rows = [[_listed(worm[key]) for key in keys] for worm in worms]
        columns = [key.replace("_", " ") for key in keys]
        return [shown, Table(columns, rows, f"deadlock in cycle {self.deadlock.cycle:,}")]

    def as_json(self) -> dict[str, Any]:
        """All of it as plain data."""
        net = self.layout.routing.network
        return {
            "family": net.family,
            "parameters": dict(net.parameters),
            "routing": self.layout.routing.name,
            "options": dict(self.layout.routing.options),
            "vcs": self.layout.routing.vcs,
            **asdict(self.settings),
            "sources": self.sources,
            "load": self.load,
            "cycles": self.cycles,
            "warmup": self.warmup,
            "seed": self.seed,
            "engine": self.engine,
            "state": self.state,
            "reason": self.reason,
            "latency": self.latency,
            "half_width": self.half_width,
            "level": self.level,
            "batches": self.batches,
            "messages": self.messages,
            "backlog": list(self.backlog),
            "throughput": self.throughput,
            "network_latency": self.network_latency,
            "source_wait": self.source_wait,
            "multiplexing": self.multiplexing,
            "deadlock": self.deadlock.as_json(self.layout) if self.deadlock else None,
        }


def _listed(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)

"""How a simulation is run, as somebody asks for it: what is not said is what is usual, and some of that depends on the routing."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from graphs.routing.channel_routing import ChannelRouting
from graphs.simulate.flits import FlitSimulator
from graphs.simulate.layout import checked_routing, usual_injection_vcs
from graphs.simulate.settings import Settings, SimulationError, one_of
from graphs.simulate.worms import WormSimulator

ENGINES: dict[str, type[WormSimulator] | type[FlitSimulator]] = {"fast": WormSimulator, "flits": FlitSimulator}
LEVEL = 0.95
MOST_CYCLES = 10**12
OF_THE_RUN = ("sources", "cycles", "warmup", "engine", "level")


@dataclass(frozen=True)
class Asked:
    """The options that a simulation and a sweep have in common.

    Parameters
    ----------
    sources : "poisson", or "mmpp sigma1=0.2 sigma2=0.8 ratio=0", see :class:`graphs.simulate.modulated.Modulation`.
    cycles, warmup : messages generated in cycles warmup + 1 to cycles are measured; the warm-up is a tenth if not said.
    buffers, ejection, vc_rule, selection, waiting : see :class:`graphs.simulate.settings.Settings`.
    injection_vcs, reuse : by default as many as links have, and "empty", under adaptive routings; 1 and "tail" under others.
    engine : "fast" or "flits", which is slow; they give the same.
    level : of the confidence interval.

    Raises
    ------
    SimulationError : the run cannot be made.

    >>> Asked(cycles=1000).discarded
    100
    """

    sources: str = "poisson"
    cycles: int = 100_000
    warmup: int | None = None
    buffers: int = 2
    ejection: str = "ideal"
    vc_rule: str = "shared"
    injection_vcs: int | None = None
    reuse: str | None = None
    selection: str = "random"
    waiting: str = "any"
    engine: str = "fast"
    level: float = LEVEL

    def __post_init__(self) -> None:
        one_of("engine", self.engine, tuple(ENGINES))
        if not 1 <= self.cycles <= MOST_CYCLES:
            raise SimulationError(f"cycles={self.cycles}: 1 to {MOST_CYCLES:.0e} cycles are simulated")
        if not 0 <= self.discarded < self.cycles:
            raise SimulationError(f"warmup={self.discarded}: it is 0 to {self.cycles - 1} of the {self.cycles} cycles")
        if not 0 < self.level < 1:
            raise SimulationError(f"level={self.level:g}: a confidence level lies between 0 and 1")

    @classmethod
    def apart(cls, options: dict[str, Any]) -> tuple[Asked, dict[str, Any]]:
        """What is asked, and the options that are none of its fields: sizes of a network.

        >>> Asked.apart({"buffers": 4, "k": 8})[1]
        {'k': 8}
        """
        known = {field.name for field in fields(cls)} & options.keys()
        asked = cls(**{name: options[name] for name in known})
        return asked, {name: value for name, value in options.items() if name not in known}

    @property
    def discarded(self) -> int:
        """The cycles of the warm-up."""
        return self.cycles // 10 if self.warmup is None else self.warmup

    def settings(self, channels: ChannelRouting, flits: int, seed: int) -> Settings:
        """The settings of a routing, with what is usual under it where nothing is said.

        >>> from graphs.simulate.run import channels_of
        >>> Asked().settings(channels_of("mesh", "duato", None, "", {"k": 3}), 8, 1).reuse
        'empty'
        """
        checked_routing(channels)
        said = {name: value for name, value in asdict(self).items() if name not in OF_THE_RUN}
        if self.injection_vcs is None:
            said["injection_vcs"] = usual_injection_vcs(channels)
        said["reuse"] = self.reuse or ("empty" if channels.kind == "adaptive" else "tail")
        settings = Settings(flits, draws=seed, **said)
        if self.waiting == "escape" and channels.escape is None:
            raise SimulationError(f"waiting=escape: routing {channels.title} has no escape channels to wait for")
        return settings

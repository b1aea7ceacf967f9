"""The load at which a network saturates, by bisection of simulations below the exact limit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from netlemma.base.displays import Facts, Part, Shown, Table, Words, exact_or_short, four_decimals, rounded
from netlemma.errors import SimulationError
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.simulate.layouts.layout import layout
from netlemma.graphs.simulate.options import SimulationOptions
from netlemma.graphs.simulate.result import UNITS, SimulationResult, Simulations
from netlemma.graphs.simulate.saturation import SaturationLimit, saturation_limit
from netlemma.graphs.simulate.simulation import require_simulations, run_simulation
from netlemma.graphs.traffic.named import traffic as traffic_of


@dataclass(frozen=True, repr=False)
class Saturation(Shown):
    """An interval in which a network saturates, and the exact limit above it.

    Parameters
    ----------
    title : str
        Routing and network.
    traffic : str
        Traffic pattern.
    limit : SaturationLimit
        The load that no run can carry more than.
    stable : float
        Largest load at which a run was stable, in messages per node and cycle; 0 if there was none.
    unstable : float
        Smallest load at which a run was not, or that of the limit.
    runs : Simulations
        The runs, with rising load.
    """

    title: str
    traffic: str
    limit: SaturationLimit
    stable: float
    unstable: float
    runs: Simulations

    @property
    def share(self) -> tuple[float, float]:
        """The interval in parts of the limit."""
        return self.stable / float(self.limit.load), self.unstable / float(self.limit.load)

    def as_json(self) -> dict[str, Any]:
        """The output of ``netlemma saturation --json``."""
        return {
            "title": self.title,
            "traffic": self.traffic,
            "flits": self.limit.flits,
            "stable": self.stable,
            "unstable": self.unstable,
            "exact": self.limit.as_json(),
            "share": list(self.share),
            "runs": self.runs.as_json(),
        }

    def _parts(self) -> list[Part]:
        low, high = self.share
        flits = self.limit.flits
        facts = [
            ("routing", self.title),
            ("traffic", f"{self.traffic}, messages of {flits} {'flit' if flits == 1 else 'flits'}"),
            ("saturates", f"between {rounded(self.stable)} and {rounded(self.unstable)}"),
            ("exact limit", f"{exact_or_short(self.limit.load)}, of {self.limit.channel}"),
            ("share of it", f"{low:.1%} to {high:.1%}"),
        ]
        rows = [
            (
                rounded(r.options.load),
                four_decimals(r.latency),
                four_decimals(r.half_width),
                f"{r.throughput:.4g}",
                r.state,
            )
            for r in self.runs
        ]
        return [Facts(facts), Table(("load", "latency", "±", "throughput", "state"), rows), Words(UNITS)]


def find_saturation(
    channels: ChannelRouting,
    given: dict[str, Any],
    traffic: Any = None,
    tolerance: float = 0.05,
    progress: Callable[[str], None] | None = None,
) -> Saturation:
    """Halve the loads below the exact limit until the interval is as short as a part of that limit.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> found = find_saturation(channel_routing(network("mesh", k=3, n=1), "dimension-order"), {"flits": 4, "cycles": 4000}, tolerance=0.2)
    >>> found.stable < found.unstable <= found.limit.load, str(found.limit.load)
    (True, '1/4')
    """
    if not 0.001 <= tolerance < 1:
        raise SimulationError(f"tolerance={tolerance:g}: give a part of the exact limit from 0.001 to 1")
    options = SimulationOptions(**{**given, "load": 1.0}).under(channels)
    loaded = traffic_of(channels.network, options.traffic if traffic is None else traffic)
    limit = saturation_limit(layout(channels, options.injection_vcs), options, loaded)
    low, high = Fraction(0), limit.load
    runs: list[SimulationResult] = []
    while high - low > Fraction(str(tolerance)) * limit.load:
        middle = replace(options, load=float((low + high) / 2))
        require_simulations(channels, [middle])
        if progress:
            progress(f"run {len(runs) + 1}: load {middle.load:g}")
        runs.append(run_simulation(channels, middle, None, traffic))
        if runs[-1].state == "stable":
            low = (low + high) / 2
        else:
            high = (low + high) / 2
    every = Simulations(sorted(runs, key=lambda run: run.options.load))
    return Saturation(channels.title, loaded.name, limit, float(low), float(high), every)

"""Results of latency models and bounds on the throughput, with their JSON and notebook displays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from fractions import Fraction
from typing import Any

from derive.performance.latency.saturation import Saturation
from graphs.base.shown import Part, Shown
from graphs.base.tables import Facts, Folded, Table, exact, rounded


@dataclass(frozen=True)
class LatencyPoint:
    """A model at one load.

    Parameters
    ----------
    load : float
        Messages, in the unit of :attr:`LatencyPrediction.load_is`.
    latency : float or None
        Mean latency in cycles; None if the network is saturated.
    state : str
        ``steady`` or ``saturated``.
    sensitivity : float or None, optional
        Derivative of the latency by the load, if requested and not saturated.
    """

    load: float
    latency: float | None
    state: str
    sensitivity: float | None = None


@dataclass(frozen=True)
class LatencyPrediction(Shown):
    """The result of a latency model.

    Parameters
    ----------
    model : str
        Name of the model.
    parameters : mapping from str to object
        Parameters of the model.
    reading : str
        Name of the reading.
    readings : tuple of str
        Decisions in this reading.
    load_is : str
        Unit of loads.
    saturation : Saturation
        Load from which on there is no steady state, and the channel that saturates.
    zero_load : Fraction
        Limit of the latency as the load goes to 0, in cycles.
    points : tuple of LatencyPoint
        Latency at each load.
    options : mapping from str to str or None, optional
        Selected option of each choice in this reading; None for the model of any network.
    sensitivity : bool, default False
        Whether points have the derivative of the latency.
    compared : tuple of LatencyPrediction, default ()
        Results of all readings, if requested.

    Examples
    --------
    >>> from checks import latency_model
    >>> found = latency_model("mesh", {"k": 4, "flits": 16}, [0.001, 0.5])
    >>> [round(latency, 3) for latency in found.curve[1]], found.curve[0]
    ([19.943], [0.001])
    """

    model: str
    parameters: Mapping[str, Any]
    reading: str
    readings: tuple[str, ...]
    load_is: str
    saturation: Saturation
    zero_load: Fraction
    points: tuple[LatencyPoint, ...]
    options: Mapping[str, str] | None = None
    sensitivity: bool = False
    compared: tuple[LatencyPrediction, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The shape of ``netlemma model --json``."""
        about = {"model": self.model, "parameters": dict(self.parameters)}
        compared = {"compared": [each._of_reading({}) for each in self.compared]} if self.compared else {}
        return {**about, **self._of_reading({"load_is": self.load_is}), **compared}

    def _of_reading(self, unit: dict[str, str]) -> dict[str, Any]:
        """What depends on the reading, with the unit of loads where it belongs."""
        options = {} if self.options is None else {"options": dict(self.options)}
        names = ("load", "latency", "state", *(["sensitivity"] if self.sensitivity else []))
        return {
            "reading": self.reading,
            **options,
            "readings": list(self.readings),
            **unit,
            "saturation": asdict(self.saturation),
            "zero_load": str(self.zero_load),
            "points": [{name: getattr(point, name) for name in names} for point in self.points],
        }

    @property
    def curve(self) -> tuple[list[float], list[float]]:
        """Loads and latencies of the points below saturation."""
        steady = [(point.load, point.latency) for point in self.points if point.latency is not None]
        return [load for load, _ in steady], [latency for _, latency in steady]

    def _parts(self) -> list[Part]:
        end = self.saturation
        sizes = " ".join(f"{name}={value}" for name, value in self.parameters.items() if value is not None)
        about = [("model", f"{self.model} {sizes}"), ("reading", self.reading)]
        about += [("latency without load", f"{exact(self.zero_load)} cycles")]
        about += [("saturation", f"load {rounded(end.load)}: {end.channel} {end.why}")]
        rows = [(f"{p.load:g}", rounded(p.latency), p.state) for p in self.points]
        shown: list[Part] = [Facts(about), Table((f"load ({self.load_is})", "latency (cycles)", "state"), rows)]
        if self.compared:
            shown.append(self._compared())
        if self.readings:
            shown.append(Folded("What was decided", [Table(("in this reading",), [(each,) for each in self.readings])]))
        return shown

    def _compared(self) -> Table:
        loads = [f"load {point.load:g}" for point in self.points]
        rows = [
            (each.reading, rounded(each.saturation.load), *(rounded(p.latency) or p.state for p in each.points))
            for each in self.compared
        ]
        return Table(("reading", "saturation", *loads), rows, "latency in cycles by reading")


@dataclass(frozen=True)
class BoundsReport(Shown):
    """Bounds on the throughput of a network; exact numbers are text, because some have thousands of digits.

    The attributes from ``source`` to ``population`` belong to a network of one size.

    Parameters
    ----------
    family : str
        Name of the network.
    parameters : mapping from str to int
        Sizes of the network.
    routing : str
        Routing of the visit ratios.
    traffic : str or None, optional
        Traffic of the visit ratios, if it is not uniform.
    source : str or None, optional
        Origin of the visit ratios.
    remark : str or None, optional
        Remark on the visit ratios.
    nodes : int or None, optional
        Number of processors.
    bandwidth : mapping from str to object or None, optional
        Sharing of a node's bandwidth.
    demands : tuple of mapping from str to object or None, optional
        Each class of devices with its demand.
    R0 : str or None, optional
        Response time without waiting.
    bottleneck : tuple of str or None, optional
        Classes with the greatest demand.
    X0_bound : str or None, optional
        Bound on the throughput.
    N_star : str or None, optional
        Population at which the bounds meet.
    quantum : str or None, optional
        Least service time of a processor in units of that of a link.
    least_S_PE : str or None, optional
        Least service time of a processor at which links are no bottleneck.
    limits : mapping from str to object or None, optional
        X0 bound as each size grows.
    population : mapping from str to object or None, optional
        Bounds and exact throughput at a population.
    versus : mapping from str to object or None, optional
        Comparison with another network as both grow.

    Examples
    --------
    >>> from checks.performance.bounds_report import bounds_report
    >>> from checks.performance.service_times import ServiceTimes
    >>> found = bounds_report("ring", {"K": 5}, ServiceTimes(), population=8)
    >>> found.X0_bound, found.bottleneck
    ('10/3', ('link',))
    >>> found._repr_mimebundle_()["text/plain"].splitlines()[3].split()
    ['bottleneck', 'link']
    """

    family: str
    parameters: Mapping[str, int]
    routing: str
    traffic: str | None = None
    source: str | None = None
    remark: str | None = None
    nodes: int | None = None
    bandwidth: Mapping[str, Any] | None = None
    demands: tuple[Mapping[str, Any], ...] | None = None
    R0: str | None = None
    bottleneck: tuple[str, ...] | None = None
    X0_bound: str | None = None
    N_star: str | None = None
    quantum: str | None = None
    least_S_PE: str | None = None
    limits: Mapping[str, Any] | None = None
    population: Mapping[str, Any] | None = None
    versus: Mapping[str, Any] | None = None

    def as_json(self) -> dict[str, Any]:
        """The shape of ``netlemma bounds --json``; what does not apply is left out."""
        data = {each.name: getattr(self, each.name) for each in fields(self)}
        null = {"quantum"} if self.demands is not None else set()  # links of different service times have no quantum
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in data.items()
            if value is not None or name in null
        }

    def _parts(self) -> list[Part]:
        sizes = " ".join(f"{name}={value}" for name, value in self.parameters.items())
        about: list[tuple[str, object]] = [("network", f"{self.family} {sizes}".rstrip()), ("routing", self.routing)]
        about += [("traffic", self.traffic)] if self.traffic else []
        shown: list[Part] = []
        if self.demands is not None:
            about += [("nodes", f"{self.nodes:,}"), ("bottleneck", ", ".join(self.bottleneck or ()))]
            named = (("throughput at most", self.X0_bound), ("response without waiting", self.R0), ("N*", self.N_star))
            about += [(words, exact(value)) for words, value in named]
            about += [("least S_PE", exact(self.least_S_PE)), ("remark", self.remark)]
            columns = ("class", "devices", "visit ratio", "service time", "demand")
            shown.append(Table(columns, [[exact(value) for value in row.values()] for row in self.demands]))
        if self.population is not None:
            shown.append(_population(self.population))
        if self.versus is not None:
            about.append(("compared with", self.versus["networks"][1]))
            ranges = [(each["from_nodes"], each["better"]) for each in self.versus["at_most"]]
            shown.append(Table(("from nodes", "greater bound of throughput"), ranges))
        return [Facts(about), *shown]


def _population(found: Mapping[str, Any]) -> Table:
    names = ("asymptotic", "balanced", "geometric")
    rows = [(name, exact(found[name]["lower"]), exact(found[name]["upper"])) for name in names]
    rows.append(("exact (mean value analysis)", exact(found["exact"]), exact(found["exact"])))
    return Table(("bounds", "lower", "upper"), rows, f"throughput with {found['N']:,} messages")

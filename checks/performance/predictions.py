"""Latency predictions and bounds on the throughput as objects, with exact numbers of any length, JSON and notebook displays."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, fields
from decimal import Decimal
from fractions import Fraction
from typing import Any

from netlemma.base.displays import Facts, Part, Shown, Table, Words, exact, four_decimals, rounded
from netlemma.derive.performance.latency.latency_model import PER_NODE, Saturation
from netlemma.graphs.base.limits import title as titled

# Exact numbers of any length as text: the limit of Python on digits lifted, and short forms for displays.


DIGITS_SHOWN, ENDS_SHOWN = 60, 20


@contextmanager
def long_numbers() -> Iterator[None]:
    """Allow texts of integers with more than 4300 digits, which exact values of large populations need."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def decimal(text: str) -> str:
    """A decimal approximation of an exact number given as text.

    >>> decimal("256/63"), decimal(f"{10**400}/3")
    ('4.06349', '3.33333e+399')
    """
    with long_numbers():
        value = Fraction(text)
        try:
            near = value.numerator / value.denominator
        except OverflowError:
            near = 0.0
        if near or not value:
            return f"{near:.6g}"
        return f"{Decimal(value.numerator) / Decimal(value.denominator):.6g}"  # of exponents that floats lack


def shortened(value: object) -> str:
    """A number as text; of a long one the first and the last digits.

    >>> shortened("1/3"), shortened(10**99)
    ('1/3', '10000000000000000000...00000000000000000000')
    """
    text = str(value)
    return text if len(text) <= DIGITS_SHOWN else f"{text[:ENDS_SHOWN]}...{text[-ENDS_SHOWN:]}"


def with_decimal(value: object) -> str:
    """An exact number, followed by its decimal value if it is no integer; of a long one the decimal value alone.

    >>> with_decimal("64/21"), with_decimal("6"), with_decimal(f"{10**99}/7")
    ('64/21 = 3.04762', '6', '1.42857e+98')
    """
    text = str(value)
    if "/" not in text:
        return shortened(text)
    return f"{text} = {decimal(text)}" if len(text) <= DIGITS_SHOWN else decimal(text)


# Results of latency models and bounds on the throughput, with their JSON and notebook displays.


LOADS_OF_A_TABLE, COMMON_SHOWN, RANGES_SHOWN = 8, 12, 8


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
    >>> from netlemma.checks import latency_model
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
        sizes = (f"{name}={value}" for name, value in self.parameters.items() if value is not None)
        about = [("model", " ".join([self.model, *sizes]))]
        if self.compared:
            alone = any("=" in each.reading for each in self.compared)
            about += [("load", self.load_is if self.load_is != PER_NODE else "")]
            about += [("readings", "CHOICE=option is corrected with that choice alone switched" if alone else "")]
            return [Facts(about), *self._compared()]
        end = self.saturation
        others = f" and {end.alike - 1} more" if end.alike > 1 else ""
        about += [
            ("reading", self.reading),
            ("saturated", f"from load {end.load:.9g} on, where {end.channel}{others} {end.why}"),
        ]
        about += [("busiest then", f"{end.busiest} between nodes, utilisation {end.utilisation:.4f}")]
        about += [("latency without load", f"{exact(self.zero_load)} cycles")]
        slope = ("derivative",) if self.sensitivity else ()
        rows = [
            (f"{p.load:.6g}", four_decimals(p.latency) or p.state, *([rounded(p.sensitivity)] if slope else []))
            for p in self.points
        ]
        shown: list[Part] = [Facts(about)]
        if self.readings:
            shown.append(Table(("decided in this reading",), [(each,) for each in self.readings]))
        return [*shown, Table((f"load ({self.load_is})", "latency (cycles)", *slope), rows)]

    def _compared(self) -> Iterator[Table]:
        """Readings down, loads across, some loads to a table; a switch of the corrected reading by the switch alone."""
        caption = "latency in cycles by reading, and the load of saturation"
        for first in range(0, len(self.points), LOADS_OF_A_TABLE):
            shown = slice(first, first + LOADS_OF_A_TABLE)
            rows = [
                (
                    each.reading.removeprefix("corrected "),
                    f"{each.saturation.load:.7g}",
                    rounded(float(each.zero_load)),
                    *(rounded(p.latency) or p.state for p in each.points[shown]),
                )
                for each in self.compared
            ]
            loads = [f"load {rounded(point.load)}" for point in self.points[shown]]
            yield Table(("reading", "saturation", "no load", *loads), rows, caption)


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
    scope : str, default ""
        The ends of messages in a network that was read, in words.

    Examples
    --------
    >>> from netlemma.checks.performance.bounds_report import bounds_report
    >>> from netlemma.checks.performance.bounds import ServiceTimes
    >>> found = bounds_report("ring", {"K": 5}, ServiceTimes(), population=8)
    >>> found.X0_bound, found.bottleneck
    ('10/3', ('link',))
    >>> next(line for line in str(found).splitlines() if line.startswith("bottleneck")).split()
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
    scope: str = field(default="", repr=False)

    def as_json(self) -> dict[str, Any]:
        """The shape of ``netlemma bounds --json``; what does not apply is left out."""
        data = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "scope"}
        null = {"quantum"} if self.demands is not None else set()  # links of different service times have no quantum
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in data.items()
            if value is not None or name in null
        }

    def _parts(self) -> list[Part]:
        title = titled(self.family, self.parameters)
        shown: list[Part] = [Words(f"{title}, traffic {self.traffic}" if self.traffic else title)]
        shown += [Words(self.scope)] if self.scope else []
        if self.demands is not None:
            shown += self._of_size()
        for name, each in (self.limits or {}).items():
            strength = f" ({each['strength']})" if each["strength"] else ""
            shown.append(Words(f"X0 bound as {name} grows: {each['limit'] or 'not known'}{strength}"))
            shown += [Words(f"    {line}") for line in each["because"]]
        if self.population is not None:
            shown.append(_population(self.population))
        if self.versus is not None:
            shown += map(Words, _versus(self.versus))
        return shown

    def _of_size(self) -> Iterator[Part]:
        assert self.demands is not None and self.bandwidth is not None
        slower = f"a link takes {self.bandwidth['connections']} times as long" if self.bandwidth["limited"] else ""
        yield Facts(
            [
                ("nodes", shortened(self.nodes)),
                ("routing", self.routing),
                ("visit ratios", self.source),
                ("remark", self.remark),
                ("limited bandwidth", slower),
            ]
        )
        columns = ("class", "devices", "visit ratio", "service time", "demand")
        yield Table(columns, [[shortened(value) for value in row.values()] for row in self.demands])
        quantum = with_decimal(self.quantum) if self.quantum else "links differ: see least S_PE"
        named = (("X0 <= 1/(V_b S_b)", self.X0_bound), ("R0", self.R0), ("N* = R0/(V_b S_b)", self.N_star))
        yield Facts(
            [("bottleneck", ", ".join(self.bottleneck or ()))]
            + [(words, with_decimal(value)) for words, value in (*named, ("least S_PE", self.least_S_PE))]
            + [("quantum S_PE/S_CL", quantum)]
        )


def _population(found: Mapping[str, Any]) -> Table:
    bounds = {name: tuple(found[name].values()) for name in ("asymptotic", "balanced", "geometric")}
    rows = {**bounds, "exact MVA": (found["exact"], found["exact"])}
    cells = [(name, *map(with_decimal, values)) for name, values in rows.items()]
    return Table(("bounds", "lower", "upper"), cells, f"throughput with {found['N']} messages")


def _versus(found: Mapping[str, Any]) -> Iterator[str]:
    one, other = found["networks"]
    yield f"X0 bounds of {one} and {other}"
    for each in found["common"][:COMMON_SHOWN]:
        a, b = map(with_decimal, each["X0_bound"])
        both = f"{a} both" if each["better"] == "equal" else f"{a} and {b}, greater in {each['better']}"
        yield f"    at {each['nodes']} nodes: {both}"
    if len(found["common"]) > COMMON_SHOWN:
        yield f"    ... {len(found['common'])} common numbers of nodes in all"
    for each in found["crossings"]:
        low, high = each["between"]
        yield f"    crossing between {low} and {high} nodes: {each['from']}, then {each['to']}"
    if not found["crossings"]:
        yield "    no crossing at common numbers of nodes"
    ranges = [f"{each['better']} from N = {each['from_nodes']}" for each in found["at_most"]]
    more = ", ..." if len(ranges) > RANGES_SHOWN else ""
    yield f"    greater bound among networks of at most N nodes: {', '.join(ranges[:RANGES_SHOWN])}{more}"
    limit = found["limit"]
    ratio = f", ratio {limit['ratio']}" if limit.get("ratio") else ""
    yield f"    in the limit: {limit['better'] or limit['because']}{ratio}"
    if "X0_bound" in limit:
        yield f"    bounds grow as {limit['X0_bound'][0]} and {limit['X0_bound'][1]}"

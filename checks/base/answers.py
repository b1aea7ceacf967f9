"""Results of latency models and bounds: plain data in the format of the command line, with a notebook display."""

from __future__ import annotations

from typing import Any

from graphs.base.shown import Part, Shown
from graphs.base.tables import Facts, Folded, Table, exact, rounded


class Answer(Shown, dict[str, Any]):
    """A dictionary with ``model``, ``parameters``, ``saturation``, ``zero_load`` and ``points``.

    ``curve`` for drawing.

    >>> from checks import latency_model
    >>> found = latency_model("mesh", {"k": 4, "flits": 16}, [0.001, 0.5])
    >>> [round(latency, 3) for latency in found.curve[1]], found.curve[0]
    ([19.943], [0.001])
    """

    @property
    def curve(self) -> tuple[list[float], list[float]]:
        """Loads and latencies of the points below saturation."""
        steady = [point for point in self["points"] if point["latency"] is not None]
        return [point["load"] for point in steady], [point["latency"] for point in steady]

    def _parts(self) -> list[Part]:
        end, unit = self["saturation"], self.get("load_is", "messages per node and cycle")
        sizes = " ".join(f"{name}={value}" for name, value in self["parameters"].items() if value is not None)
        about = [("model", f"{self['model']} {sizes}"), ("reading", self["reading"])]
        about += [("latency without load", f"{exact(self['zero_load'])} cycles")] if self["zero_load"] else []
        about += [("saturation", f"load {rounded(end['load'])}: {end['channel']} {end['why']}")]
        rows = [(f"{p['load']:g}", rounded(p["latency"]), p["state"]) for p in self["points"]]
        shown: list[Part] = [Facts(about), Table((f"load ({unit})", "latency (cycles)", "state"), rows)]
        if self.get("compared"):
            shown.append(self._readings())
        if self.get("readings"):
            shown.append(
                Folded("What was decided", [Table(("in this reading",), [(line,) for line in self["readings"]])])
            )
        return shown

    def _readings(self) -> Table:
        loads = [f"load {point['load']:g}" for point in self["points"]]
        rows = [
            (
                each["reading"],
                rounded(each["saturation"]["load"]),
                *(rounded(p["latency"]) or p["state"] for p in each["points"]),
            )
            for each in self["compared"]
        ]
        return Table(("reading", "saturation", *loads), rows, "latency in cycles by reading")


class Bounds(Shown, dict[str, Any]):
    """A dictionary in the format of ``netlemma bounds --json``; with open sizes, it only compares two networks.

    >>> from checks.performance.bounds_report import bounds_report
    >>> from checks.performance.service_times import ServiceTimes
    >>> found = bounds_report("ring", {"K": 5}, ServiceTimes(), population=8)
    >>> found._repr_mimebundle_()["text/plain"].splitlines()[3].split()
    ['bottleneck', 'link']
    """

    def _parts(self) -> list[Part]:
        sizes = " ".join(f"{name}={value}" for name, value in self["parameters"].items())
        about: list[tuple[str, object]] = [
            ("network", f"{self['family']} {sizes}".rstrip()),
            ("routing", self["routing"]),
        ]
        shown: list[Part] = []
        if "demands" in self:
            about += [("nodes", f"{self['nodes']:,}"), ("bottleneck", ", ".join(self["bottleneck"]))]
            named = (("throughput at most", "X0_bound"), ("response without waiting", "R0"), ("N*", "N_star"))
            about += [(words, exact(self[name])) for words, name in named]
            about += [("least S_PE", exact(self["least_S_PE"])), ("remark", self.get("remark"))]
            columns = ("class", "devices", "visit ratio", "service time", "demand")
            shown.append(Table(columns, [[exact(value) for value in row.values()] for row in self["demands"]]))
        if "population" in self:
            shown.append(self._population())
        if "versus" in self:
            about.append(("compared with", self["versus"]["networks"][1]))
            ranges = [(each["from_nodes"], each["better"]) for each in self["versus"]["at_most"]]
            shown.append(Table(("from nodes", "greater bound of throughput"), ranges))
        return [Facts(about), *shown]

    def _population(self) -> Table:
        found = self["population"]
        names = ("asymptotic", "balanced", "geometric")
        rows = [(name, exact(found[name]["lower"]), exact(found[name]["upper"])) for name in names]
        rows.append(("exact (mean value analysis)", exact(found["exact"]), exact(found["exact"])))
        return Table(("bounds", "lower", "upper"), rows, f"throughput with {found['N']:,} messages")

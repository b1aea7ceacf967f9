"""What a model of latency answers: plain data, as the command line prints it, that shows itself in a notebook."""

from __future__ import annotations

from typing import Any


class Answer(dict[str, Any]):
    """A dictionary with ``model``, ``parameters``, ``saturation``, ``zero_load`` and ``points``; ``curve`` for drawing.

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

    def _repr_html_(self) -> str:
        from graphs.tables import exact, facts, rounded, table

        end, unit = self["saturation"], self.get("load_is", "messages per node and cycle")
        sizes = " ".join(f"{name}={value}" for name, value in self["parameters"].items() if value is not None)
        about = [("model", f"{self['model']} {sizes}"), ("reading", self["reading"])]
        about += [("latency without load", f"{exact(self['zero_load'])} cycles")] if self["zero_load"] else []
        about += [("saturation", f"load {rounded(end['load'])}: {end['channel']} {end['why']}")]
        rows = [(f"{p['load']:g}", rounded(p["latency"]), p["state"]) for p in self["points"]]
        return facts(about) + table((f"load ({unit})", "latency (cycles)", "state"), rows)

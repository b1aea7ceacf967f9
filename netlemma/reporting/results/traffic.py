"""Loads of the channels of one network under a traffic pattern and several routings, with a heat map; worst cases."""

from shlex import quote
from typing import Any

from netlemma.drawing.drawn import draw
from netlemma.drawing.files import as_svg
from netlemma.graphs import network
from netlemma.graphs.routings import routing as routing_of
from netlemma.graphs.traffic.measurement import TrafficMeasurement, measure_traffic
from netlemma.graphs.traffic.named import traffic as traffic_of
from netlemma.graphs.traffic.worst.worst_case import worst_case
from netlemma.reporting.results.networks import as_from_json, in_words

FAMILY = "toroid"
SIZE: dict[str, Any] = {"w": 8, "D": 2}
ROUTINGS = {
    "dimension-order": "dimension-order ties=split",
    "o1turn": "o1turn ties=split",
    "valiant": "valiant ties=split",
    "romm": "romm ties=split",
    "ecmp": "ecmp",
    "shortest": "shortest",
}
DRAWN = next(iter(ROUTINGS))  # the routing of the heat map
OPTIONS = {"hotspot": "nodes=0 share=1/4", "local": "radius=2", "permutation": "seed=1"}  # of patterns that need some
FILES = ("matrix",)  # patterns that need a file


def pattern_result(pattern: str) -> dict[str, Any]:
    """The loads under a pattern by each routing, and a heat map."""
    words = " ".join([pattern, *OPTIONS.get(pattern, "").split()])
    net = network(FAMILY, **SIZE)
    asked = traffic_of(net, words)
    found = {name: measure_traffic(routing_of(net, by), asked) for name, by in ROUTINGS.items()}
    of_network = f"netlemma {{}} {FAMILY} {in_words(SIZE)} --traffic {quote(words)} --routing "
    shown = {}
    for name, loads in found.items():
        data = loads.as_json()
        shown[name] = {
            "command": f"{of_network.format('measure')}{quote(ROUTINGS[name])} --channels",
            **{key: as_from_json(data[key]) for key in ("mean_hops", "throughput")},
            "max": data["channel_loads"]["max"],
        }
    return {
        "name": pattern,
        "words": words,
        "definition": asked.description,
        "network": net.title,
        "routings": shown,
        "drawn": DRAWN,
        "command": f"{of_network.format('draw')}{quote(ROUTINGS[DRAWN])} -o {pattern}.svg",
        "svg": as_svg(_heat_map(net, found[DRAWN], words), words),
    }


def worst_case_result(routing: str) -> dict[str, Any]:
    """The output of ``netlemma worst-case``, without its certificate."""
    found = worst_case(routing_of(network(FAMILY, **SIZE), ROUTINGS[routing]))
    kept = {
        "gamma": str(found.gamma),
        "channel": found.channel,
        "throughput": str(found.throughput),
        "fraction_of_capacity": str(found.fraction_of_capacity),
    }
    command = f"netlemma worst-case {FAMILY} {in_words(SIZE)} --routing {quote(ROUTINGS[routing])}"
    return {"routing": routing, "command": command, **kept}


def _heat_map(net: Any, loads: TrafficMeasurement, title: str) -> Any:
    return draw(net, loads=loads, labels=False, title=title)

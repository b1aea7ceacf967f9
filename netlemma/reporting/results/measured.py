"""Measurements of explicit networks."""

from collections.abc import Mapping
from json import dumps, loads
from typing import Any

from netlemma.graphs.base.limits import title


def in_words(size: Mapping[str, Any]) -> str:
    """A size in the form of the command line.

    >>> in_words({"w": 4, "D": 3})
    'w=4 D=3'
    """
    return title("", size).strip()


def measured_result(family: str, size: dict[str, int]) -> dict[str, Any]:
    """The output of ``netlemma measure``.

    >>> measured_result("ring", {"K": 5})["shown"]["mean_distance"]
    '3/2'
    >>> found = measured_result("fat-tree", {"k": 2})  # 2 ends of messages, 5 switches
    >>> found["ends"], found["shown"]["nodes"]
    (2, 7)
    """
    from netlemma.graphs import families, measure
    from netlemma.graphs.topology.structure import Network

    net = families()[family].build(**size)
    ends = len(net.ends) if isinstance(net, Network) else net.processor_count
    shown = as_from_json(measure(net).as_json())
    return {"size": size, "ends": ends, "command": f"netlemma measure {net.title}", "shown": shown}


def as_from_json(data: Any) -> Any:
    """Data as it comes back from JSON, so that kept and new results are equal."""
    return loads(dumps(data))

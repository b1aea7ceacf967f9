"""The networks of figures 5 and 6, and their models."""

from collections.abc import Callable, Mapping

from netlemma.derive.performance.latency.framework import ChannelGraph
from netlemma.derive.performance.latency.models.mesh import mesh_graph
from netlemma.derive.performance.latency.models.oneway_torus import oneway_torus_graph

GRAPHS: Mapping[str, Callable[[int], ChannelGraph]] = {"mesh": mesh_graph, "oneway-torus": oneway_torus_graph}


def sizes_of(text: str) -> list[dict[str, int]]:
    """The sizes in the text of a statement.

    >>> sizes_of("k=8 flits=20; k=8 flits=32")
    [{'k': 8, 'flits': 20}, {'k': 8, 'flits': 32}]
    """
    parts = (dict(word.split("=") for word in size.split()) for size in text.split(";"))
    return [{name: int(value) for name, value in part.items()} for part in parts]


def words_of(size: Mapping[str, int]) -> str:
    """A size as statements write it.

    >>> words_of({"k": 8, "flits": 20})
    'k=8 flits=20'
    """
    return f"k={size['k']} flits={size['flits']}"

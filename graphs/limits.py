"""How large a network may be, decided before anything is built."""

from __future__ import annotations

from math import log10

from graphs.errors import SizeError

MAX_NODES = 5_000_000
MAX_HOPS = 50_000_000
LIMIT = f"at most {MAX_NODES:,} nodes and {MAX_HOPS:,} hops can be built"


def fits(log_nodes: float, log_hops: float) -> bool:
    """Whether a network with these log10 of nodes and hops can be built."""
    return log_nodes < 15 and log_hops < 15 and round(10**log_nodes) <= MAX_NODES and round(10**log_hops) <= MAX_HOPS


def about(log: float) -> str:
    """A count given by its log10, in words."""
    return f"{round(10**log):,}" if log < 12 else f"10^{log:.0f}"


def refuse_too_large(
    what: str, parameters: dict[str, int], log_nodes: float, log_hops: float, advice: str = ""
) -> None:
    """Raise SizeError if the network would have too many nodes or hops."""
    if not fits(log_nodes, log_hops):
        title = " ".join([what, *(f"{k}={v if v < 10**18 else about(log10(v))}" for k, v in parameters.items())])
        raise SizeError(f"{title} has about {about(log_nodes)} nodes and {about(log_hops)} hops: {LIMIT}{advice}")

"""Limits on the size of a network, checked before anything is built."""

from __future__ import annotations

from collections.abc import Mapping
from math import log10
from typing import Any

from graphs.base.errors import SizeError

MAX_NODES = 5_000_000
MAX_HOPS = 50_000_000
SHOWN = 20  # sizes of a list that are written out
LIMIT = f"at most {MAX_NODES:,} nodes and {MAX_HOPS:,} hops can be built"


def fits(log_nodes: float, log_hops: float) -> bool:
    """Whether a network with these numbers of nodes and hops can be built.

    Parameters
    ----------
    log_nodes : float
        Log10 of the number of nodes.
    log_hops : float
        Log10 of the number of hops.

    Returns
    -------
    bool
        Whether both numbers are within the limits.
    """
    return log_nodes < 15 and log_hops < 15 and round(10**log_nodes) <= MAX_NODES and round(10**log_hops) <= MAX_HOPS


def about(log: float) -> str:
    """A count given by its log10, in words."""
    return f"{round(10**log):,}" if log < 12 else f"10^{log:.0f}"


def title(what: str, parameters: Mapping[str, Any]) -> str:
    """Name of a network with its sizes as they are typed; numbers too long to read are given by their magnitude.

    Parameters
    ----------
    what : str
        Name of the family or text of the product.
    parameters : Mapping of str to object
        Value of each size.

    Returns
    -------
    str
        The title.

    Examples
    --------
    >>> title("multicube", {"r": (3, 4, 5)})
    'multicube r=3,4,5'
    """
    return " ".join([what, *(f"{name}={_typed(value)}" for name, value in parameters.items())])


def _typed(value: int | tuple[int, ...]) -> str:
    if isinstance(value, tuple):
        return ",".join(map(_typed, value[:SHOWN])) + (f",... ({len(value)} sizes)" if len(value) > SHOWN else "")
    return str(value) if value < 10**18 else about(log10(value))


def refuse_too_large(
    what: str, parameters: Mapping[str, Any], log_nodes: float, log_hops: float, advice: str = ""
) -> None:
    """Raise SizeError if the network would have too many nodes or hops.

    Parameters
    ----------
    what : str
        Name of the family or text of the product.
    parameters : Mapping of str to object
        Value of each size.
    log_nodes : float
        Log10 of the number of nodes.
    log_hops : float
        Log10 of the number of hops.
    advice : str, default ''
        Text that follows the limit in the message.

    Raises
    ------
    SizeError
        If a limit is exceeded.
    """
    if not fits(log_nodes, log_hops):
        raise SizeError(
            f"{title(what, parameters)} has about {about(log_nodes)} nodes and {about(log_hops)} hops: {LIMIT}{advice}"
        )

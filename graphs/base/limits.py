"""Limits on the size of a network and on the work that is done on it, checked before either begins.

:data:`WORK` estimates the seconds and the memory of each kind of work; :func:`require` refuses what takes more than
:data:`MOST_SECONDS` or :data:`MOST_BYTES`. Within :func:`forced` (``--force``) estimates refuse nothing, and networks may
be as large as hops can be numbered.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from math import isfinite, log10
from typing import Any, NamedTuple

from netlemma.errors import SizeError, WorkError

MAX_NODES = 5_000_000
MAX_HOPS = 50_000_000
WITHOUT = " without "  # between the name of a network and what is left out of it
SHOWN = 20  # sizes of a list that are written out
MOST_NUMBERED = 2**31 - 1  # hops, which are numbers of 32 bits
MOST_SECONDS = 180
MOST_BYTES = 3 * 10**9
LIMIT = f"at most {MAX_NODES:,} nodes and {MAX_HOPS:,} hops can be built"


class Work(NamedTuple):
    """A kind of work: what its units are, and seconds and bytes for each, on one core of a usual machine, and
    the most seconds if they are not :data:`MOST_SECONDS`."""

    what: str
    seconds: float
    bytes: float = 0.0
    most: float | None = None


WORK = {
    "shortest paths": Work("hops to follow from all sources", 1e-8),
    "packets": Work("channels that packets to all destinations may take", 5e-8),
    "shares": Work("shares of messages to all destinations that cross a channel, for each of its class", 5e-9),
    "relations": Work("answers of a routing to packets at all places", 1e-5),
    "messages in chains": Work("messages between all pairs of ends", 1.5e-5, 1_000),
    "ring trees": Work("nodes with a route to each target", 1e-8),
    "ring dependencies": Work("nodes with a route to each target, followed through its queues", 1e-7),
    "ring routes": Work("routes of all pairs, followed one by one", 5e-5),
    "certified flows": Work("hops for the flows of all pairs, followed again", 1e-6, 30),
    "flows": Work("hops for the flows of all pairs that no symmetry makes alike", 1e-6, 100),
    "linear program": Work(
        "units of work on the flows of all pairs, which grow as their number to the power 1.6", 3e-6
    ),
    "links of a definition": Work("links that the rules of a definition may give", 5e-7, 40),
    "tables of a file": Work("routers, ends and links that shortest paths from all routers visit", 2.5e-7),
    "layers of routes": Work("routes of switches to hosts, shared out among layers", 4e-4, most=600),
    "routes in a dependency graph": Work("hops that routes to all nodes may take", 3e-8, most=600),
    "tables after failures": Work("hops that tables to all nodes visit after each failure", 1e-8, most=900),
    "simulated paths": Work("channels in the tables of paths of messages", 2e-9, 8),
    "simulation": Work("channels that messages cross", 3e-7),
    "simulation by flits": Work("channels that flits cross", 2e-5),
    "sweep": Work("channels that messages of all points cross", 3e-7, most=86_400),
    "tables": Work("numbers in the tables of a closed form", 6e-7),
}
_FORCED: ContextVar[bool] = ContextVar("forced", default=False)
_SECONDS: ContextVar[float | None] = ContextVar("seconds", default=None)


@contextmanager
def forced(force: bool = True) -> Iterator[None]:
    """Disable the cost limits inside the context.

    >>> with forced():
    ...     require("ring routes", "a network", 1e12)
    """
    token = _FORCED.set(force or _FORCED.get())
    try:
        yield
    finally:
        _FORCED.reset(token)


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Let estimates refuse what takes longer than some seconds inside the context, instead of :data:`MOST_SECONDS`.

    >>> from netlemma.errors import SizeError
    >>> try:
    ...     with within(10):
    ...         require("ring routes", "a network", 1e6)
    ... except SizeError as error:
    ...     print("the limit is 10 seconds" in str(error))
    True
    """
    token = _SECONDS.set(max(seconds, 1.0) if isfinite(seconds) else _SECONDS.get())
    try:
        yield
    finally:
        _SECONDS.reset(token)


def require(
    kind: str, title: str, units: float, *, nodes: int | None = None, power: float = 2, kept: float = 0
) -> None:
    """Refuse work that would take too long, or too much memory.

    >>> from netlemma.errors import SizeError
    >>> try:
    ...     require("ring routes", "ring-shuffle f=300 r=2", 180_000**2, nodes=180_000)
    ... except SizeError as error:
    ...     print(str(error).partition("; ")[2])
    choose a size of at most about 1,800 nodes, or `force=True`
    """
    work = WORK[kind]
    most = _SECONDS.get() or work.most or MOST_SECONDS
    seconds, size = units * work.seconds, units * work.bytes + kept
    excess = max(seconds / most, size / MOST_BYTES)
    if excess <= 1 or _FORCED.get():
        return
    has = f"{nodes:,} nodes and " if nodes is not None else ""
    takes = " and ".join([_duration(seconds), *([_memory(size)] if size > MOST_BYTES / 100 else [])])
    largest = "choose a smaller size"
    if nodes is not None and isfinite(excess):
        scale = 10 ** (len(str(int(nodes / excess ** (1 / power)))) - 2)  # two digits
        largest = f"choose a size of at most about {int(nodes / excess ** (1 / power) / scale) * scale:,.0f} nodes"
    raise WorkError(
        f"{title} has {has}about {about(log10(units))} {work.what}, which take about {takes}: "
        f"the limit is {_duration(most)} and {_memory(MOST_BYTES)}; {largest}, or `force=True`"
    )


def _duration(seconds: float) -> str:
    for unit, length in (("years", 31_557_600), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{about(log10(seconds / length))} {unit}"
    return f"{seconds:.0f} seconds"


def _memory(size: float) -> str:
    return f"{about(log10(size / 1e9))} GB" if size >= 1e9 else f"{size / 1e6:.0f} MB"


def fits(log_nodes: float, log_hops: float) -> bool:
    """Whether a network with these numbers of nodes and hops can be built."""
    if _FORCED.get():
        return max(log_nodes, log_hops) < log10(MOST_NUMBERED)
    return log_nodes < 15 and log_hops < 15 and round(10**log_nodes) <= MAX_NODES and round(10**log_hops) <= MAX_HOPS


def about(log: float) -> str:
    """A count given by its log10, in words."""
    return f"{round(10**log):,}" if log < 12 else f"10^{log:.0f}"


def title(what: str, parameters: Mapping[str, Any]) -> str:
    """Name of a network with its sizes as they are typed; numbers too long to read are given by their magnitude.

    >>> title("multicube", {"r": (3, 4, 5)})
    'multicube r=3,4,5'
    >>> title("ring without (0)-(1)", {"K": 5})
    'ring K=5 without (0)-(1)'
    """
    whole, but, left_out = what.partition(WITHOUT) if parameters else (what, "", "")
    return " ".join([whole, *(f"{name}={_typed(value)}" for name, value in parameters.items())]) + but + left_out


def _typed(value: int | str | Sequence[int]) -> str:
    if isinstance(value, str):
        return value
    if not isinstance(value, int):
        return ",".join(map(_typed, value[:SHOWN])) + (f",... ({len(value)} sizes)" if len(value) > SHOWN else "")
    return str(value) if value < 10**18 else about(log10(value))


def refuse_too_large(
    what: str, parameters: Mapping[str, Any], log_nodes: float, log_hops: float, advice: str = ""
) -> None:
    """Raise SizeError if the network would have too many nodes or hops."""
    if not fits(log_nodes, log_hops):
        raise SizeError(
            f"{title(what, parameters)} has about {about(log_nodes)} nodes and {about(log_hops)} hops: "
            + (f"at most {MOST_NUMBERED:,} hops can be numbered" if _FORCED.get() else f"{LIMIT}{advice}")
        )

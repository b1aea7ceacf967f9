"""Simulation options: the one place where an option of the simulator is declared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, replace
from inspect import Parameter, signature
from math import inf
from typing import Any, TypeVar

from netlemma.base.synonyms import PATTERN, leading, suggestion
from netlemma.errors import SimulationError
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.simulate.arrivals import in_full
from netlemma.graphs.simulate.layouts.numbering import usual_injection_vcs
from netlemma.graphs.simulate.schema import Option, add_options, documented, option, options_of
from netlemma.graphs.traffic.named import MIX
from netlemma.graphs.traffic.patterns import patterns

RATES = "rates"  # name of traffic that is given as an object
Function = TypeVar("Function", bound=Callable[..., Any])


def in_words(text: str) -> str:
    """The words of a traffic pattern, by the name that netlemma gives it, with one space between two of them.

    >>> in_words(" hotspot  nodes=0 "), in_words("bit complement traffic")
    ('hotspot nodes=0', 'bit-complement')
    """
    legal = [*patterns(), MIX, RATES]
    name, options = leading(PATTERN, text.split() or [""], legal)
    if name not in legal:
        near = suggestion(PATTERN, text, legal)
        hint = f"did you mean {near}?" if near else f"it is one of {', '.join(legal[:-1])}"
        raise SimulationError(f"traffic={text[:40]!r} is no pattern; {hint}")
    return " ".join([name, *options])


@documented
@dataclass(frozen=True, kw_only=True)
class SimulationOptions:
    """All parameters of a simulation besides network and routing.

    Parameters
    ----------
    OPTIONS

    Raises
    ------
    SimulationError
        If a value is not legal.

    Examples
    --------
    >>> SimulationOptions(flits=20, load=0.005, cycles=1000).warmup
    100
    """

    flits: int = option("Length of every message.", unit="flits", low=1, high=1_000_000)
    buffers: int = option(
        "Buffer depth in flits; with 1, worms move at half speed.", 2, unit="flits", low=1, high=1_000, in_loops=True
    )
    ejection: str = option(
        "Ejection at the destination: ideal (never blocks) or single (one worm at a time).",
        "ideal",
        words=("ideal", "single"),
        in_loops=True,
    )
    vc_rule: str = option(
        "Virtual channels share a link's bandwidth, or each has its own: shared or private.",
        "shared",
        words=("shared", "private"),
    )
    injection_vcs: int | None = option(
        "Virtual channels of injection; by default 1 under deterministic routings, else as many as links have.",
        None,
        low=1,
        high=64,
    )
    reuse: str | None = option(
        "When a channel is released: after the tail passes, or when its buffer is empty (default of adaptive routings).",
        None,
        words=("tail", "empty"),
        in_loops=True,
    )
    selection: str = option(
        "How a worm picks among free channels: random or first.", "random", words=("random", "first"), in_loops=True
    )
    waiting: str = option(
        "What a blocked adaptive worm waits for: any channel, or escape channels only.",
        "any",
        words=("any", "escape"),
        in_loops=True,
    )
    sources: str = option(
        'Sources of messages: poisson, or "mmpp sigma1=0.2 sigma2=0.8 ratio=0" (ratio is mu2/mu1).',
        "poisson",
        read=in_full,
    )
    traffic: str = option(
        "Traffic pattern with options behind it, such as tornado; the rate of a pair is the load times its rate there.",
        "uniform",
        read=in_words,
    )
    load: float = option(
        "Messages per node and cycle, on the mean.", unit="messages per node and cycle", low=0, high=inf, between=True
    )
    cycles: int = option("Cycles in which messages are generated.", 100_000, unit="cycles", low=1, high=10**12)
    warmup: int | None = option("Warm-up cycles to discard (default: cycles/10).", None, unit="cycles", low=0)
    seed: int = option("Seed of the random numbers.", 1, low=0, in_loops=True)
    engine: str = option(
        "Engine: fast, or reference (a slow reference implementation).",
        "fast",
        words=("fast", "reference"),
        former={"flits": "reference"},
    )
    confidence: float = option("Level of the confidence interval.", 0.95, low=0, high=1, between=True)

    def __post_init__(self) -> None:
        for name, each in OPTIONS.items():
            object.__setattr__(self, name, each.checked(getattr(self, name)))
        if self.warmup is None:
            object.__setattr__(self, "warmup", self.cycles // 10)
        elif self.warmup >= self.cycles:
            raise SimulationError(
                f"warmup={self.warmup}: give a whole number from 0 to {self.cycles - 1}, less than the {self.cycles} cycles"
            )

    def under(self, routing: ChannelRouting) -> SimulationOptions:
        """The same options with the defaults that depend on the routing filled in.

        Raises
        ------
        SimulationError
            If the routing has no escape channels to wait for.

        Examples
        --------
        >>> from netlemma.graphs import network
        >>> from netlemma.graphs.routings import channel_routing
        >>> duato = channel_routing(network("mesh", k=3, n=2), "duato", 3)
        >>> found = SimulationOptions(flits=8, load=0.01).under(duato)
        >>> found.reuse, found.injection_vcs
        ('empty', 3)
        """
        if self.waiting == "escape" and routing.escape is None:
            raise SimulationError(f"waiting=escape: routing {routing.title} has no escape channels to wait for")
        if self.injection_vcs is not None and self.reuse is not None:
            return self
        usual = "empty" if routing.kind == "adaptive" else "tail"
        injection_vcs = self.injection_vcs or usual_injection_vcs(routing)
        return replace(self, injection_vcs=injection_vcs, reuse=self.reuse or usual)

    def as_json(self) -> dict[str, Any]:
        """All options as plain data."""
        return {name: getattr(self, name) for name in OPTIONS}


OPTIONS: Mapping[str, Option] = options_of(SimulationOptions)


def split_options(keywords: Mapping[str, Any], left_out: Iterable[str] = ()) -> tuple[dict[str, Any], dict[str, Any]]:
    """Keywords that are options, and the others, which are sizes of a network.

    >>> split_options({"flits": 4, "load": 0.1, "k": 8})
    ({'flits': 4, 'load': 0.1}, {'k': 8})
    """
    for name, each in OPTIONS.items():
        if each.default is MISSING and name not in keywords and name not in left_out:
            raise SimulationError(f"{name} is missing: {each.help}")
    options = {name: value for name, value in keywords.items() if name in OPTIONS}
    return options, {name: value for name, value in keywords.items() if name not in OPTIONS}


def split_traffic(given: Mapping[str, Any]) -> tuple[dict[str, Any], Any]:
    """Options with the name of their traffic, and the traffic itself if it is an object.

    >>> split_traffic({"flits": 4, "traffic": {(0, 1): 1}})
    ({'flits': 4, 'traffic': 'rates'}, {(0, 1): 1})
    """
    traffic = given.get("traffic", "")
    if isinstance(traffic, str):
        return dict(given), None
    return {**given, "traffic": RATES}, traffic


def takes_options(*left_out: str) -> Callable[[Function], Function]:
    """Decorator of a function that takes options as ``**keywords``: adds them to its signature and to its docstring,
    but for some.
    """

    def documented_function(function: Function) -> Function:
        *own, rest = signature(function).parameters.values()
        taken = [each for name, each in OPTIONS.items() if name not in left_out]
        words = [each.keyword for each in taken]
        own += [*words, rest.replace(name="sizes")] if rest.kind is Parameter.VAR_KEYWORD else [rest, *words]
        vars(function).update(
            __signature__=signature(function).replace(parameters=own), options={each.name: each for each in taken}
        )
        add_options(function, taken)
        return function

    return documented_function

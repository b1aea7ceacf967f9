"""The result of a simulation."""

from dataclasses import asdict, dataclass
from typing import Any

from netlemma.base.displays import Part, Shown, Table, Words, four_decimals
from netlemma.graphs.deadlock.message_chains import MessageChains
from netlemma.graphs.simulate.deadlock import Deadlock
from netlemma.graphs.simulate.layouts.numbering import Numbering
from netlemma.graphs.simulate.options import SimulationOptions
from netlemma.graphs.simulate.saturation import SaturationLimit

UNITS = "load and throughput in messages per node and cycle, latency in cycles"
STATES = ("stable", "unstable", "deadlock")


@dataclass(frozen=True)
class OfKind:
    """The messages of a kind that were generated, or caused, after the warm-up.

    Parameters
    ----------
    kind : str
        Name of the kind.
    network : int
        Its virtual network.
    messages : int
        Number of messages.
    throughput : float
        Messages delivered after the warm-up, per node and cycle.
    latency : float or None
        Mean latency in cycles, of caused messages from their place in an injection queue on; None in a run that is not stable.
    half_width : float or None
        Half-width of its confidence interval.
    """

    kind: str
    network: int
    messages: int
    throughput: float
    latency: float | None
    half_width: float | None


@dataclass(frozen=True, repr=False)
class SimulationResult(Shown):
    """Mean latency in cycles with its half-width, or the reason why there is none.

    Parameters
    ----------
    layout : Numbering
        Channels of the simulation.
    options : SimulationOptions
        Options of the simulation, defaults filled in.
    sources : dict of str to object
        Kind of the sources, with their rates per cycle.
    state : str
        "stable", "unstable" or "deadlock"; there is a latency only in the first one.
    reason : str
        Reason of the state.
    latency : float or None
        Mean over the messages that were generated after the warm-up, from generation to the consumption of the last
        flit, in cycles.
    half_width : float or None
        Half-width of the confidence interval at the level of the options, by batch means, in cycles; None with too few
        messages for two batches.
    batches : int
        Number of batches.
    messages : int
        Messages generated after the warm-up.
    backlog : tuple of (int, int)
        Messages generated and not delivered, at the end of the warm-up and at the last cycle.
    throughput : float
        Messages delivered after the warm-up, per node and cycle.
    network_latency : float or None
        Part of the latency from the cycle in which the header crosses the injection channel; before, it waits at its
        source.
    multiplexing : float or None
        Mean number of virtual channels in use on a link, seen from one of them: sum v^2 P(v) / sum v P(v), over links
        and measured cycles; None if virtual channels share nothing.
    deadlock : Deadlock or None
        Worms that wait for each other.
    saturation : SaturationLimit
        The load beyond which no run is stable, by the exact loads of the channels; of messages in chains by those that nodes send by
        themselves.
    chains : MessageChains, optional
        Messages that cause messages; latency and throughput are of those that nodes send by themselves.
    kinds : tuple of OfKind, default ()
        Of messages in chains what each kind did.
    """

    layout: Numbering
    options: SimulationOptions
    sources: dict[str, Any]
    state: str
    reason: str
    latency: float | None
    half_width: float | None
    batches: int
    messages: int
    backlog: tuple[int, int]
    throughput: float
    network_latency: float | None
    multiplexing: float | None
    deadlock: Deadlock | None
    saturation: SaturationLimit
    chains: MessageChains | None = None
    kinds: tuple[OfKind, ...] = ()

    @property
    def source_wait(self) -> float | None:
        """The part of the latency before the header crosses the injection channel."""
        if self.latency is None or self.network_latency is None:
            return None
        return self.latency - self.network_latency

    @property
    def title(self) -> str:
        """Routing and network in one line."""
        return self.layout.routing.title

    def __repr__(self) -> str:
        latency = "" if self.latency is None else f", latency {self.latency:.6g}"
        return f"<SimulationResult {self.title}, load {self.options.load:g}: {self.state}{latency}>"

    def _parts(self) -> list[Part]:
        return Simulations([self])._parts()

    def stuck(self) -> list[str]:
        """The worms of a deadlock, with what they hold and wait for, one a line; nothing without a deadlock."""
        if self.deadlock is None:
            return []
        told = self.deadlock.as_json(self.layout)
        lines = [f"deadlock at load {self.options.load:g}, cycle {told['cycle']}"]
        for worm in told["worms"]:
            kind = f" ({worm['kind']})" if "kind" in worm else ""
            lines.append(
                f"    message {worm['message']}{kind} from {worm['source']} to {worm['destination']} holds {', '.join(worm['holds'])}; "
                f"waits for {', '.join(worm['waits_for'])}, blocked by message {', '.join(map(str, worm['blocked_by']))}"
            )
        return lines

    def as_json(self) -> dict[str, Any]:
        """All of it as plain data."""
        net = self.layout.routing.network
        shown = ("state", "reason", "latency", "half_width", "batches", "messages", "throughput", "network_latency",
                 "source_wait", "multiplexing")  # fmt: skip
        return {
            "family": net.family,
            "parameters": dict(net.parameters),
            "routing": self.layout.routing.name,
            "options": dict(self.layout.routing.options),
            "vcs": self.layout.routing.vcs,
            **self.options.as_json(),
            "draws": self.options.seed,
            "sources": self.sources,
            **{name: getattr(self, name) for name in shown},
            "backlog": list(self.backlog),
            "saturation": self.saturation.as_json(),
            "deadlock": self.deadlock.as_json(self.layout) if self.deadlock else None,
            **({"chains": self.chains.title, "kinds": [asdict(each) for each in self.kinds]} if self.chains else {}),
        }


class Simulations(Shown, list[SimulationResult]):
    """Simulations, one a load; what there is of a single one, such as ``latency``, is an attribute of the list, too.

    ``print`` shows them as ``netlemma simulate`` does. ``as_json()`` is its ``--json``: one object for one load, else a list.
    """

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in {*SimulationResult.__dataclass_fields__, *vars(SimulationResult)}:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)
        if len(self) != 1:
            raise AttributeError(f"{name} of {len(self)} simulations: say of which one, as in [0].{name}")
        return getattr(self[0], name)

    def as_json(self) -> Any:
        """The results as data for JSON."""
        return self[0].as_json() if len(self) == 1 else [each.as_json() for each in self]

    def _parts(self) -> list[Part]:
        if not self:
            return [Words("no simulations")]
        asked, sources = self[0].options, self[0].sources
        lines = [
            f"{self[0].title}: {asked.flits} flits, buffers of {asked.buffers}, ejection {asked.ejection}, links {asked.vc_rule}",
            f"{asked.cycles} cycles, of which {asked.warmup} warm-up, seed {asked.seed}",
            UNITS,
        ]
        capacity = self[0].layout.routing.network.capacity
        if capacity is not None and len(set(capacity)) > 1:
            lines.append(f"a cycle is the time of a flit on links of capacity {max(capacity)}, the fastest")
        if asked.traffic != "uniform":
            lines.append(f"traffic {asked.traffic}; the rate of a pair is the load times its rate in this pattern")
        if sources["kind"] != "poisson":
            rates = (f"{name}={rate:g}" for name, rate in sources.items() if name != "kind")
            lines.append(f"sources {sources['kind']} {' '.join(rates)}; the load is their mean rate")
        chains = self[0].chains
        if chains is not None:
            lines.append(f"messages {chains.title}; latency and throughput of those that nodes send by themselves")
        rows = [
            (f"{each.options.load:g}", four_decimals(each.latency), four_decimals(each.half_width), each.messages,
             f"{each.throughput:.4g}", each.state, "" if each.state == "stable" else each.reason)
            for each in self
        ]  # fmt: skip
        columns = ("load", "latency", f"± ({asked.confidence:.0%})", "messages", "throughput", "state", "why")
        kinds = [
            (f"{each.options.load:g}", one.kind, four_decimals(one.latency), four_decimals(one.half_width), one.messages,
             f"{one.throughput:.4g}")
            for each in self for one in each.kinds
        ]  # fmt: skip
        by_kind = [Table(("load", "kind", *columns[1:5]), kinds)] if kinds else []
        return [
            *map(Words, lines),
            Table(columns, rows),
            *by_kind,
            *(Words(line) for each in self for line in each.stuck()),
        ]

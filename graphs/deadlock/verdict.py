"""Verdicts on deadlock: the answer, its criterion, its scope, and a certificate."""

from collections import Counter
from dataclasses import dataclass, field, fields
from typing import Any

from netlemma.base.displays import Facts, Part, Shown, Table, Words

FREE, DEADLOCK, UNKNOWN = "deadlock-free", "deadlock", "unknown"
RULES = {  # of certificates with a number for each channel
    "numbers": "rise along every dependency: the longest chain of dependencies that leads to each channel",
    "turns": "rise along every permitted turn: the longest chain of turns that leads to each channel",
    "bubbles": "equal inside a ring of channels, and rise along every dependency that is not inside one",
    "ranks": "every packet has a choice of lower rank than all channels that it holds",
}
SWITCHING = ("wormhole", "cut-through", "store-and-forward")
OF_RINGS, OF_CHANNELS = (
    ("queues", "queue_classes", "any_routing", "routes"),
    ("vcs", "switching", "smallest_deadlock", "traffic", "messages", "buffers", "bubble", "flow", "modules"),
)
OF_PAUSES = ("flow", "paths", "priorities", "fewest_priorities")
OPTIONS = (*OF_RINGS, *OF_CHANNELS, *OF_PAUSES[1:], "routing_file", "networks", "injection", "fewest_networks")


@dataclass(frozen=True, repr=False)
class DeadlockVerdict(Shown):
    """A verdict on a network and its routing.

    Parameters
    ----------
    verdict : str
        "deadlock-free", "deadlock" or "unknown".
    criterion : str
        Theorem or search that gave the verdict; for "unknown", the methods that were tried.
    scope : str
        Scope of the verdict: the messages, the switching, the rule for virtual channels.
    channels : int or None
        Number of channels in the dependency graph; None for all sizes at once.
    dependencies : int or None
        Number of dependencies; None for all sizes at once.
    cycle : list of dict of str to object, optional
        For "deadlock", dictionaries with source, destination, holds and wants, each wanting the channel that the next
        one holds; of messages in chains also with their kind, and ``place``, network or queue.
    certificate : dict of str to object, optional
        JSON data, checked independently by :mod:`netlemma.checks.certificates.certification`.
    partitions : dict of str to object, optional
        For rings, the ``least`` number of classes of queues that free the routing of deadlock, the number that is
        ``enough``, ``why``, and the number ``by_hops``; None where it was not requested.
    fewest_vcs : dict of str to object, optional
        The number of virtual channels that ``suffices`` for the hops of a routing, the number that is ``necessary``, the
        ``routing`` with the former, and ``why`` fewer do not do; None where it was not requested.
    fewest_networks : dict of str to object, optional
        The number of virtual networks that ``suffices`` for the kinds of messages, with ``networks`` of the kinds, the number that
        is ``necessary``, and ``why``; None where it was not requested.
    fewest_priorities : dict of str to object, optional
        The number of priorities of lossless Ethernet that ``suffices``, and ``why`` fewer do not; None where it was not requested.
    modules : dict of str to object, optional
        Where modules were decided apart, the ``modules`` with whether each is ``free`` by itself, its inner ``channels`` and the pairs of
        its ``summary``, and the ``circle`` of crossing channels that summaries close, if any.
    failures : FailureVerdicts, optional
        Verdicts after each failure of some links or switches; None where they were not requested.
    title : str, default ""
        Name of the network with its sizes, for the display.
    """

    verdict: str
    criterion: str
    scope: str
    channels: int | None
    dependencies: int | None
    cycle: list[dict[str, Any]] = field(default_factory=list)
    certificate: dict[str, Any] | None = None
    partitions: dict[str, Any] | None = None
    fewest_vcs: dict[str, Any] | None = None
    fewest_networks: dict[str, Any] | None = None
    fewest_priorities: dict[str, Any] | None = None
    modules: dict[str, Any] | None = None
    failures: Any = None
    title: str = field(default="", compare=False)

    def as_json(self) -> dict[str, Any]:
        """The verdict as data for JSON."""
        found = {
            each.name: getattr(self, each.name) for each in fields(self) if each.name != "title"
        }  # asdict would copy every number
        found["failures"] = None if self.failures is None else self.failures.as_json()
        optional = ("partitions", "fewest_vcs", "fewest_networks", "fewest_priorities", "modules", "failures")
        return {k: v for k, v in found.items() if v is not None or k not in optional}

    def __repr__(self) -> str:
        return f"<DeadlockVerdict {self.verdict}: {self.criterion}>"

    def _certified(self) -> str:
        """Description of the contents of the certificate; empty if there is none."""
        if self.certificate is None:
            return ""
        held = [f"{len(each):,} {name}" for name, each in self.certificate.items() if isinstance(each, list)]
        contents = ", ".join(held) or self.certificate.get("kind", "of all sizes")
        return f"{contents}: `certificate=FILE` writes it, netlemma certify FILE checks it"

    def _parts(self) -> list[Part]:
        graph = None if self.channels is None else f"{self.channels:,}, with {self.dependencies:,} dependencies"
        shown = [("criterion", self.criterion), ("scope", self.scope), ("resources", graph)]
        title: Part = Words(f"{self.title}: {self.verdict}") if self.title else Facts([("verdict", self.verdict)])
        if self.partitions is not None:
            least, enough, why, by_hops = (self.partitions[name] for name in ("least", "enough", "why", "by_hops"))
            count = f"{enough}" if least == enough else f"{least} to {enough}"
            shown.append(("partitions", f"{count} ({why}{f'; by hop count {by_hops}' if by_hops else ''})"))
        if self.fewest_vcs is not None:
            suffices, necessary, by, why = (self.fewest_vcs[x] for x in ("suffices", "necessary", "routing", "why"))
            shown.append(("virtual channels", f"{suffices or 'no number tried'} suffice: {by}"))
            shown.append(("", f"{necessary} necessary: {why}"))
        if self.fewest_networks is not None:
            count, networks, why = (self.fewest_networks[name] for name in ("suffices", "networks", "why"))
            enough = f"{count} suffice: {networks}" if count else "no number of them suffices"
            shown.append(("virtual networks", f"{enough} ({why})"))
        if self.fewest_priorities is not None:
            count, why = self.fewest_priorities["suffices"], self.fewest_priorities["why"]
            shown.append(("priorities", f"{count or 'no number of them'} suffice{'s' * ((count or 1) == 1)} ({why})"))
        if self.modules is not None and self.modules["circle"]:
            shown.append(("across modules", f"{' -> '.join(self.modules['circle'])} -> back"))
        shown += [] if self.failures is None else self.failures.rows()
        if self.cycle and "place" in self.cycle[0]:
            shown.append(("deadlock of", _in_places(self.cycle)))
        shown.append(("certificate", self._certified()))
        names = ("kind", "source", "destination", "holds", "wants", "path")
        columns = tuple(name for name in names if self.cycle and name in self.cycle[0])
        packets = [tuple(p[name] for name in columns) for p in self.cycle]
        return [
            title,
            Facts(shown),
            *([_modules(self.modules["modules"])] if self.modules else []),
            *([Table(columns, packets, "packets that wait for one another")] if packets else []),
        ]


def _in_places(cycle: list[dict[str, Any]]) -> str:
    """How many messages of each kind wait in the network, and how many in injection queues."""
    words = []
    for place, told in (("network", "packets in the network"), ("queue", "messages in injection queues")):
        count_of = Counter(step["kind"] for step in cycle if step["place"] == place)
        if count_of:
            number, kinds = count_of.total(), ", ".join(f"{n} {kind}" for kind, n in count_of.items())
            words.append(f"{number} {told if number > 1 else told.replace('s ', ' ', 1)} ({kinds})")
    return ", ".join(words)


def _modules(listed: list[dict[str, Any]]) -> Table:
    """Modules as a table."""
    rows = [(each["module"], "yes" if each["free"] else "no", each["channels"], each["summary"]) for each in listed]
    return Table(("module", "free by itself", "inner channels", "pairs that may cross"), rows, "modules")

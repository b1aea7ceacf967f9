"""What is said about deadlock: the verdict, the criterion that gave it, its scope, and a certificate to check it by."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from graphs.base.shown import Part, Shown

FREE, DEADLOCK, UNKNOWN = "deadlock-free", "deadlock", "unknown"
SWITCHING = ("wormhole", "cut-through", "store-and-forward")


@dataclass(frozen=True, repr=False)
class DeadlockVerdict(Shown):
    """A verdict on a network and its routing.

    Parameters
    ----------
    verdict : "deadlock-free", "deadlock" or "unknown".
    criterion : the theorem or search that gave the verdict; for "unknown", what was tried.
    scope : what the verdict is about: the messages, the switching, the rule for virtual channels.
    channels, dependencies : how many there are in the dependency graph; None for all sizes at once.
    cycle : for "deadlock", dictionaries with source, destination, holds and wants, each wanting what the next one holds.
    certificate : what :mod:`checks.certificates.certificate` checks again, as JSON data.
    partitions : of rings, the ``least`` classes of queues that free the routing of deadlock and how many are ``enough``, ``why``,
        and how many there are ``by_hops``; None where it was not asked for.
    """

    verdict: str
    criterion: str
    scope: str
    channels: int | None
    dependencies: int | None
    cycle: list[dict[str, Any]] = field(default_factory=list)
    certificate: dict[str, Any] | None = None
    partitions: dict[str, Any] | None = None

    def as_json(self) -> dict[str, Any]:
        """The verdict as data for JSON."""
        found = asdict(self)
        return found if self.partitions is not None else {k: v for k, v in found.items() if k != "partitions"}

    def __repr__(self) -> str:
        return f"<DeadlockVerdict {self.verdict}: {self.criterion}>"

    def _certified(self) -> str:
        """What the certificate has, in words."""
        if self.certificate is None:
            return "none"
        held = [f"{len(each):,} {name}" for name, each in self.certificate.items() if isinstance(each, list)]
        kind = (
            f"{self.certificate.get('kind', 'of all sizes')}, {', '.join(held)}"
            if held
            else self.certificate.get("kind", "")
        )
        return f"{kind}; checks.certificates.certificate.check checks it by code that the search does not use"

    def _parts(self) -> list[Part]:
        from graphs.base.tables import Facts, Table

        graph = None if self.channels is None else f"{self.channels:,}, with {self.dependencies:,} dependencies"
        shown = [("verdict", self.verdict), ("criterion", self.criterion), ("scope", self.scope), ("resources", graph)]
        shown.append(("certificate", self._certified()))
        packets = [(p["source"], p["destination"], p["holds"], p["wants"]) for p in self.cycle]
        columns = ("source", "destination", "holds", "wants")
        return [Facts(shown), *([Table(columns, packets, "packets that wait for one another")] if packets else [])]

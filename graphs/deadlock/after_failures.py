"""Verdicts on deadlock after each failure of some links or switches of a network."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.deadlock.verdict import DEADLOCK, FREE, UNKNOWN
from netlemma.graphs.topology.failures import Failures
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.traffic.after_failures import NAMED, Followed

DISCONNECTED = "disconnected"


@dataclass(frozen=True, eq=False)
class FailureVerdicts:
    """Verdicts on a routing, made anew after each failure.

    failed: The sets that fail.
    verdicts: Verdict after each set that is followed: "deadlock-free", "deadlock", "unknown" or "disconnected".
    reroute: How given paths are found after a failure, in words; empty where there are none.
    certified: Makes one certificate of all of them, None if one has none.
    """

    failed: Failures
    verdicts: tuple[str, ...]
    reroute: str = ""
    certified: Callable[[], dict[str, Any] | None] = lambda: None

    @cached_property
    def certificate(self) -> dict[str, Any] | None:
        """One certificate of the whole network and of all failures, for which each of them is decided once more."""
        return self.certified()

    @property
    def counts(self) -> Counter[str]:
        """How many sets have each verdict."""
        found: Counter[str] = Counter()
        for many, verdict in zip(self.failed.counts.tolist(), self.verdicts, strict=True):
            found[verdict] += many
        return found

    def first(self, verdict: str) -> list[str] | None:
        """The first set with a verdict, by name."""
        return self.failed.names(self.verdicts.index(verdict)) if verdict in self.verdicts else None

    @property
    def safe(self) -> bool:
        """Whether the routing is free of deadlock after every failure that disconnects nothing."""
        return not set(self.verdicts) - {FREE, DISCONNECTED}

    def as_json(self) -> dict[str, Any]:
        """The verdicts as data for JSON; ``worst`` is the first set after which there is a deadlock, or one is not excluded."""
        failed = self.failed
        cut = [place for place, verdict in enumerate(self.verdicts) if verdict == DISCONNECTED]
        return {
            **failed.as_json(),
            **self.counted_as_json(),
            "disconnecting": [failed.names(place) for place in cut[:NAMED]],
            "worst": self.first(DEADLOCK) or self.first(UNKNOWN),
            **({"reroute": self.reroute} if self.reroute else {}),
        }

    def counted_as_json(self) -> dict[str, int]:
        """How many sets have each verdict, as data for JSON."""
        counts = self.counts
        kinds = {"free": FREE, "deadlock": DEADLOCK, "unknown": UNKNOWN, "disconnected": DISCONNECTED}
        return {name: counts[verdict] for name, verdict in kinds.items()}

    def said(self) -> str:
        """How many sets have each verdict, in words, those that disconnect ends apart."""
        counts = self.counts
        return "; ".join(
            f"{verdict} after {counts[verdict]:,}" for verdict in (FREE, DEADLOCK, UNKNOWN) if counts[verdict]
        )

    def rows(self) -> list[tuple[str, str]]:
        """The verdicts in words."""
        counts = self.counts
        said = [self.said()] * any(counts[verdict] for verdict in (FREE, DEADLOCK, UNKNOWN))
        if counts[DISCONNECTED]:
            said.append(
                f"{counts[DISCONNECTED]:,} disconnect ends, such as {' and '.join(self.first(DISCONNECTED) or ())}"
            )
        worst = self.first(DEADLOCK) or self.first(UNKNOWN)
        rows = [("failures", f"{self.failed.words}: {'; '.join(said)}")]
        rows += [("worst", f"without {' and '.join(worst)}")] if worst else []
        return rows + ([("re-routes", self.reroute)] if self.reroute else [])


def verdicts_after(
    failed: Failures, decide: Callable[[Network, int], str], progress: Progress = None, reroute: str = ""
) -> FailureVerdicts:
    """The verdict on each network that a failure leaves, unless ends are not connected any more.

    decide: Makes the verdict from the network that is left and the place of the failure.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.deadlock.decide import deadlock
    >>> from netlemma.graphs.topology.failures import failures
    >>> failed = failures(network("ring", K=4), 1)
    >>> dict(verdicts_after(failed, lambda net, _: deadlock(net, "shortest").verdict).counts)
    {'deadlock-free': 4}
    """
    follow, found = Followed(failed.net), list[str]()
    for place in range(len(failed.sets)):
        connected = follow.outcome(*failed.failed(place)) is not None
        found.append(decide(failed.network(place), place) if connected else DISCONNECTED)
        if progress:
            progress(place + 1, len(failed.sets))
    return FailureVerdicts(failed, tuple(found), reroute)

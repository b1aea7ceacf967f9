"""Distances and largest loads of a network after each failure of some of its links or switches."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from netlemma.base.displays import Facts, Part, exact, exact_or_short
from netlemma.errors import NetworkError
from netlemma.graphs.base.compiled import compiled
from netlemma.graphs.base.limits import require
from netlemma.graphs.base.measurement import Measurement
from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.topology.failures import Failures
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.topology.symmetry import hanging
from netlemma.graphs.traffic.building import uniform
from netlemma.graphs.traffic.channel_loads import traffic_loads
from netlemma.graphs.traffic.channels import channel_capacities, channels_of
from netlemma.graphs.traffic.failure_loops import after_failure
from netlemma.graphs.traffic.traffic import Traffic

NEAR = 1e-9  # relative difference below which two loads in floating point are one
NAMED = 20  # sets that are named
WORST = ("failed", "sets", "disconnected", "diameter", "mean", "load", "times", "worst without")  # columns of tables
WORST_IN_CSV = [
    "after_disconnected",
    "after_diameter",
    "after_mean_distance",
    "after_load",
    "after_times",
    "after_worst",
]
COUNTED = (
    "distances of ends by shortest paths; traffic {}, by {}; load of a channel, "
    "divided by its capacity where links have capacities; the largest loads are found in floating point, those shown are exact"
)
Made = Callable[[Network], Any]  # the routing of a network
Sent = Callable[[Network], Traffic]  # its traffic


@dataclass(frozen=True)
class Outcome:
    """What a network is like, whole or after a failure: None if ends are not connected.

    mean_distance: Mean distance of two ends.
    diameter: Greatest distance.
    load: Largest load, in floating point.
    """

    mean_distance: Fraction
    diameter: int
    load: float


@dataclass(frozen=True, eq=False)
class FailureMeasurement(Measurement):
    """A measurement of the whole network, and what it is like after each failure.

    whole: Measurement of the whole network.
    failed: The sets that fail.
    before: The whole network.
    after: Outcome of each set that is followed; None if ends are not connected any more.
    largest: Largest load of the whole network, exactly.
    worst_load: Place of the set with the largest load, and that load, exactly; None if every failure disconnects ends.
    routing: Name of the routing after a failure.
    traffic: Name of the traffic.
    """

    whole: Measurement
    failed: Failures
    before: Outcome
    after: list[Outcome | None]
    largest: Fraction
    worst_load: tuple[int, Fraction] | None
    routing: str
    traffic: str = "uniform"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "whole":
            raise AttributeError(name)
        return getattr(self.whole, name)

    @property
    def disconnected(self) -> int:
        """Number of sets whose failure disconnects ends."""
        return sum(many for many, each in zip(self._counts, self.after, strict=True) if each is None)

    @property
    def _counts(self) -> list[int]:
        return self.failed.counts.tolist()  # type: ignore[no-any-return]

    @property
    def diameters(self) -> Mapping[int, int]:
        """How many of the sets leave each diameter."""
        found: Counter[int] = Counter()
        for many, each in zip(self._counts, self.after, strict=True):
            if each is not None:
                found[each.diameter] += many
        return dict(sorted(found.items()))

    @property
    def farthest(self) -> int | None:
        """Place of the first set that leaves the greatest mean distance."""
        left = [(each.mean_distance, -place) for place, each in enumerate(self.after) if each is not None]
        return -max(left)[1] if left else None

    @property
    def as_loaded(self) -> int:
        """Number of sets whose largest load is the worst, as far as floating point tells."""
        most = max((each.load for each in self.after if each is not None), default=0.0)
        near = (each is not None and each.load >= most * (1 - NEAR) for each in self.after)
        return sum(many for many, same in zip(self._counts, near, strict=True) if same)

    def as_json(self) -> dict[str, Any]:
        """The measurement of the whole network, with the key "failures"."""
        return {**self.whole.as_json(), "failures": self.after_as_json()}

    def after_as_json(self) -> dict[str, Any]:
        """What the network is like after each failure, as data for JSON."""
        failed, cut = self.failed, [place for place, each in enumerate(self.after) if each is None]
        found: dict[str, Any] = {
            **failed.as_json(),
            "routing": self.routing,
            "traffic": self.traffic,
            "disconnected": self.disconnected,
            "disconnecting": [failed.names(place) for place in cut[:NAMED]],
            "diameter": {str(value): many for value, many in self.diameters.items()},
            "worst": None,
        }
        farthest = self.farthest
        if farthest is not None and self.worst_load is not None:
            left, (place, load) = self.after[farthest], self.worst_load
            assert left is not None
            found["mean_distance"] = {
                "before": str(self.before.mean_distance),
                "max": str(left.mean_distance),
                "set": failed.names(farthest),
            }
            found["largest_load"] = {
                "before": str(self.largest),
                "max": str(load),
                "times": str(load / self.largest),
                "sets": self.as_loaded,
            }
            found["worst"] = failed.names(place)
        return found

    def row(self) -> tuple[Any, ...]:
        """What is left after the worst failures, a cell for each of :data:`WORST`."""
        failed, farthest = self.failed, self.farthest
        cells = [failed.kind, f"{failed.tried:,}", self.disconnected]
        if farthest is None or self.worst_load is None:
            return *cells, *[""] * (len(WORST) - len(cells))
        left, (place, load) = self.after[farthest], self.worst_load
        assert left is not None
        times = f"{float(load / self.largest):.4g}"
        without = " and ".join(failed.names(place))
        return *cells, max(self.diameters), f"{float(left.mean_distance):.4g}", f"{float(load):.4g}", times, without

    def _parts(self) -> list[Part]:
        failed, tried = self.failed, self.failed.tried
        rows = [("failures", failed.words)]
        rows.append(("disconnected", disconnected(failed, [each is None for each in self.after])))
        farthest = self.farthest
        if farthest is not None and self.worst_load is not None:
            left, (place, load) = self.after[farthest], self.worst_load
            assert left is not None
            diameters = ", ".join(f"{value} after {many:,}" for value, many in self.diameters.items())
            more = float(left.mean_distance / self.before.mean_distance) - 1
            times = float(load / self.largest)
            rows += [
                ("diameter", f"{self.before.diameter}; {diameters}"),
                (
                    "mean distance",
                    f"{exact(self.before.mean_distance)}; at most {exact(left.mean_distance)} ({more:+.1%}), without "
                    f"{' and '.join(failed.names(farthest))}",
                ),
                (
                    "largest load",
                    f"{exact_or_short(self.largest)}; at most {exact_or_short(load)}, {times:.4g} times that, after "
                    f"{self.as_loaded:,} of {tried:,}",
                ),
                ("worst", f"without {' and '.join(failed.names(place))}"),
            ]
        rows.append(("counted", COUNTED.format(self.traffic, self.routing)))
        return [*self.whole._parts(), Facts(rows)]


def measure_failures(
    whole: Measurement,
    failed: Failures,
    made: Made | None = None,
    sent: Sent = uniform,
    names: tuple[str, str] = ("shortest", "uniform"),
    progress: Progress = None,
) -> FailureMeasurement:
    """Distances and largest loads after each failure, by shortest paths under uniform traffic, or by the routing that a function
    makes and under the traffic that another one does; ``names`` are theirs.

    >>> from netlemma.graphs import measure, network
    >>> from netlemma.graphs.topology.failures import failures
    >>> net = network("ring", K=5)
    >>> found = measure_failures(measure(net), failures(net, 1))
    >>> found.disconnected, found.diameters, found.worst_load[1] / found.largest
    (0, {4: 5}, Fraction(2, 1))
    """
    net = failed.net
    after: list[Outcome | None] = []
    if made is None:
        follow = Followed(net)
        require("shortest paths", f"{len(failed.sets):,} failures of {net.title}", len(failed.sets) * follow.work)
        before = follow.outcome(np.zeros(net.node_count, dtype=bool), np.zeros(net.device_count, dtype=bool))
    else:
        before = _outcome(net, made, sent)
    if before is None:
        raise NetworkError(f"{net.title} is not connected")
    for place in range(len(failed.sets)):
        if made is None:
            after.append(follow.outcome(*failed.failed(place)))
        else:
            after.append(_outcome(failed.network(place), made, sent))
        if progress:
            progress(place + 1, len(failed.sets))
    left = [(each.load, -place) for place, each in enumerate(after) if each is not None]
    worst = -max(left)[1] if left else None
    load = None if worst is None else (worst, _exactly(failed.network(worst), made, sent))
    return FailureMeasurement(whole, failed, before, after, _exactly(net, made, sent), load, *names)


def _exactly(net: Network, made: Made | None, sent: Sent) -> Fraction:
    """Largest load of a network, divided by the capacity."""
    from netlemma.graphs.routings import routing as routing_of

    by = routing_of(net, "shortest") if made is None else made(net)
    return traffic_loads(by, sent(net)).over(channel_capacities(net)).largest


def _outcome(net: Network, made: Made, sent: Sent) -> Outcome | None:
    """What a network is like under a routing."""
    follow = Followed(net)
    plain = follow.outcome(np.zeros(net.node_count, dtype=bool), np.zeros(net.device_count, dtype=bool))
    if plain is None:
        return None
    loads = traffic_loads(made(net), sent(net)).over(channel_capacities(net))
    return Outcome(plain.mean_distance, plain.diameter, float(loads.largest))


class Followed:
    """A network as the loop follows it: ends that hang on a switch, each by one link of its own, are counted with the switch."""

    def __init__(self, net: Network) -> None:
        self.net = net
        leaves = np.flatnonzero(hanging(net) & net.is_end)
        owner = net.target[net.indptr[leaves]]
        if net.terminals is None or not len(leaves) or (hanging(net) | net.is_end)[owner].any():
            leaves = owner = leaves[:0]
        self.weight = net.is_end.astype(np.int64)
        self.weight[leaves] = 0
        self.leaves, self.owner = leaves, owner
        self.leaf_device = net.device[net.indptr[leaves]]
        channels = channels_of(net)
        self.channel = channels.astype(np.int32)
        capacities = channel_capacities(net)
        count = int(channels.max(initial=-1)) + 1
        self.inverse = np.ones(count) if capacities is None else np.array([float(1 / each) for each in capacities])
        into = np.zeros(net.node_count, dtype=np.int64)
        back = np.flatnonzero(np.isin(net.target, leaves))
        into[net.target[back]] = back
        self.leaf_inverse = np.maximum(self.inverse[channels[net.indptr[leaves]]], self.inverse[channels[into[leaves]]])
        self.is_leaf = np.zeros(net.node_count, dtype=bool)
        self.is_leaf[leaves] = True
        self.room = [np.zeros(net.node_count, dtype=kind) for kind in (np.int64, np.int64, np.float64, np.float64)]

    @property
    def work(self) -> int:
        """Hops that are followed from all sources."""
        ends = int((self.weight > 0).sum()) + len(set(self.owner.tolist()))
        return ends * 2 * self.net.hop_count

    def outcome(self, gone: np.ndarray, cut: np.ndarray) -> Outcome | None:
        """What the network is like without some nodes and devices; None if ends are not connected any more."""
        net, weight = self.net, self.weight
        extra = 0
        if len(self.leaves):
            left = ~gone[self.leaves]
            if cut[self.leaf_device[left]].any():
                return None
            weight = weight + np.bincount(self.owner[left], minlength=net.node_count)
            extra = 2
        ends = int(weight[~gone].sum())
        if ends < 2:
            return None
        load = np.zeros(len(self.inverse))
        total, longest = compiled(after_failure)(
            net.indptr,
            net.target,
            self.channel,
            net.forwarding,
            weight,
            gone | self.is_leaf,
            cut[net.device],
            *self.room,
            load,
        )
        if total < 0:
            return None
        pairs = ends * (ends - 1)
        most = float((load * self.inverse).max(initial=0.0)) / (ends - 1)
        if extra:
            total, longest = total + extra * pairs, longest + extra
            most = max(most, float(self.leaf_inverse[left].max()))
        return Outcome(Fraction(int(total), pairs), int(longest), most)


@dataclass(frozen=True, eq=False)
class LargestLoads:
    """The largest load, of some kind, of the whole network and after each failure.

    failed: The sets that fail.
    before: Load of the whole network.
    after: Load after each set that is followed; None if ends are not connected any more.
    """

    failed: Failures
    before: Fraction
    after: tuple[Fraction | None, ...]

    @property
    def worst(self) -> int | None:
        """Place of the first set with the largest load."""
        left = [(load, -place) for place, load in enumerate(self.after) if load is not None]
        return -max(left)[1] if left else None

    @property
    def largest(self) -> Fraction | None:
        """The largest load after any failure."""
        return None if self.worst is None else self.after[self.worst]

    @property
    def counts(self) -> Counter[Fraction | None]:
        """How many sets have each load."""
        found: Counter[Fraction | None] = Counter()
        for many, load in zip(self.failed.counts.tolist(), self.after, strict=True):
            found[load] += many
        return found

    def as_json(self, load: str) -> dict[str, Any]:
        """The loads as data for JSON, under this name."""
        failed, cut = self.failed, [place for place, each in enumerate(self.after) if each is None]
        found: dict[str, Any] = {
            **failed.as_json(),
            "disconnected": self.counts[None],
            "disconnecting": [failed.names(place) for place in cut[:NAMED]],
            "worst": None,
        }
        if self.worst is not None and self.largest is not None:
            found[load] = {
                "before": str(self.before),
                "max": str(self.largest),
                "times": str(self.largest / self.before),
                "sets": self.counts[self.largest],
            }
            found["worst"] = failed.names(self.worst)
        return found

    def rows(self, load: str) -> list[tuple[str, str]]:
        """The loads in words."""
        failed = self.failed
        rows = [
            ("failures", failed.words),
            ("disconnected", disconnected(failed, [each is None for each in self.after])),
        ]
        if self.worst is None or self.largest is None:
            return rows
        times = float(self.largest / self.before)
        most = f"{exact_or_short(self.before)}; at most {exact_or_short(self.largest)}, {times:.4g} times that"
        return [
            *rows,
            (f"{load} after failure", f"{most}, after {self.counts[self.largest]:,} of {failed.tried:,}"),
            ("worst", f"without {' and '.join(failed.names(self.worst))}"),
        ]


def disconnected(failed: Failures, cut: Sequence[bool]) -> str:
    """How many sets disconnect ends, and the first of them."""
    count = sum(many for many, each in zip(failed.counts.tolist(), cut, strict=True) if each)
    some = [" and ".join(failed.names(place)) for place, each in enumerate(cut) if each][:4]
    return f"{count:,} of {failed.tried:,}" + (f", such as {'; '.join(some)}" if some else "")


def largest_loads(
    failed: Failures, load: Callable[[Network], Fraction], before: Fraction, progress: Progress = None
) -> LargestLoads:
    """The largest load after each failure, as a function counts it on the network that is left.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.topology.failures import failures
    >>> net = network("ring", K=4)
    >>> found = largest_loads(failures(net, 1), lambda left: Fraction(left.hop_count), Fraction(net.hop_count))
    >>> found.largest, found.counts
    (Fraction(6, 1), Counter({Fraction(6, 1): 4}))
    """
    follow, found = Followed(failed.net), list[Fraction | None]()
    for place in range(len(failed.sets)):
        connected = follow.outcome(*failed.failed(place)) is not None
        found.append(load(failed.network(place)) if connected else None)
        if progress:
            progress(place + 1, len(failed.sets))
    return LargestLoads(failed, before, tuple(found))


def worst_in_csv(found: Mapping[str, Any], diameters: Iterable[int] = ()) -> list[str]:
    """What is left after the worst failures, from data for JSON, a cell for each of :data:`WORST_IN_CSV`."""
    load, distance = found.get("largest_load", {}), found.get("mean_distance", {})
    cells = max(diameters, default=""), distance.get("max", ""), load.get("max", ""), load.get("times", "")
    return [str(cell) for cell in (found["disconnected"], *cells, " and ".join(found["worst"] or ()))]

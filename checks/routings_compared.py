"""Routings of one network side by side under several traffic patterns: loads, worst cases, deadlock and latency without load."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import partial
from io import StringIO
from typing import Any, TypeVar

from netlemma.base.displays import Part, Table, Words, exact_or_short
from netlemma.checks.lemmas.deadlock import network_description
from netlemma.checks.side_by_side import Comparison
from netlemma.errors import InputError, RoutingError, WorkError
from netlemma.graphs.base.limits import within
from netlemma.graphs.deadlock.after_failures import FailureVerdicts, verdicts_after
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.deadlock.verdict import UNKNOWN
from netlemma.graphs.routing.channel_routing import ADAPTIVE, ChannelRouting
from netlemma.graphs.routings import TABLES, channel_routings
from netlemma.graphs.routings import routing as routing_of
from netlemma.graphs.sources.network_sources import Source
from netlemma.graphs.topology.failures import Failures
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.traffic.after_failures import WORST_IN_CSV, LargestLoads, largest_loads, worst_in_csv
from netlemma.graphs.traffic.channel_loads import traffic_loads
from netlemma.graphs.traffic.channels import channel_capacities, channel_latencies
from netlemma.graphs.traffic.named import MIX
from netlemma.graphs.traffic.named import traffic as traffic_of
from netlemma.graphs.traffic.patterns import patterns
from netlemma.graphs.traffic.worst.worst_case import worst_case

Result = TypeVar("Result")
SECONDS = 30.0  # of a worst case or a verdict, by its estimate
COLUMNS = {  # of the table, with the field of each
    "routing": "routing",
    "traffic": "traffic",
    "largest load": "largest_load",
    "throughput": "throughput",
    "worst case": "worst_case",
    "vcs": "vcs",
    "verdict": "verdict",
    "latency": "zero_load_latency",
}
DISTANCES = ("after_diameter", "after_mean_distance")  # which no routing changes
AFTER = ("routing", "traffic", "largest load", "times", "worst without", "verdict")
ABOUT = (
    "largest load = messages that cross the busiest channel while every end sends one; throughput = 1 / largest load, in messages "
    "per node and unit of time; worst case = largest load of any permutation; vcs = virtual channels of a hop; "
    "latency = cycles of a message alone in the network, mean hops + flits + 1, with messages of {flits} {words}"
)
ADAPTIVE_LOADS = "adaptive routings: loads with every legal choice equally likely; none of their worst cases, which depend on what is free"


@dataclass(frozen=True)
class RoutingRow:
    """A routing under a traffic pattern; what takes too long to compute is None.

    network: Network with its sizes.
    routing: Name of the routing with its options.
    traffic: Traffic pattern.
    vcs: Virtual channels of each hop.
    largest_load: Crossings of the busiest channel while every end sends one message.
    throughput: Its inverse, in messages per node and unit of time.
    worst_case: Largest load of any permutation; None for adaptive routings.
    verdict: Deadlock verdict under the messages between all ends.
    mean_hops: Channels that a message crosses on average.
    zero_load_latency: Cycles of a message alone in the network, injection and ejection included.
    kind: Kind of the routing: deterministic, oblivious or adaptive.
    failures: Verdicts and largest loads after each failure, as data; None where they are not asked for, or the routing is not
        one of the networks that are left.
    """

    network: str
    routing: str
    traffic: str
    vcs: int
    largest_load: Fraction
    throughput: Fraction
    worst_case: Fraction | None
    verdict: str
    mean_hops: Fraction
    zero_load_latency: Fraction
    kind: str
    failures: tuple[LargestLoads, FailureVerdicts] | None = None

    def as_json(self) -> dict[str, Any]:
        """Plain data; rationals are strings."""
        found = {name: str(value) if isinstance(value, Fraction) else value for name, value in vars(self).items()}
        del found["failures"]
        if self.failures is not None:
            loads, verdicts = self.failures
            found["failures"] = {**loads.as_json("largest_load"), **verdicts.counted_as_json()}
        return found

    @property
    def after(self) -> tuple[str, str, str, str]:
        """Largest load after the worst failure, how many times that of the whole network, the failure, and verdicts; empty
        where the routing is not one of the networks that are left.
        """
        if self.failures is None:
            return "", "", "", ""
        loads, verdicts = self.failures
        said = verdicts.said()
        if loads.worst is None or loads.largest is None:
            return "", "", "", said
        times = f"{float(loads.largest / loads.before):.4g}"
        return exact_or_short(loads.largest), times, " and ".join(loads.failed.names(loads.worst)), said


@dataclass(frozen=True)
class RoutingComparison(Comparison):
    """Rows of routings under traffic patterns, and what was not computed.

    rows: One for each pattern and routing, in the order in which they were given.
    flits: Length of the messages whose latency is given.
    notes: What takes too long to compute, and what else is to be said.
    """

    rows: tuple[RoutingRow, ...]
    flits: int
    notes: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The output of ``netlemma compare --routing --json``."""
        return {"flits": self.flits, "rows": [each.as_json() for each in self.rows], "notes": list(self.notes)}

    def as_csv(self) -> str:
        """A line for each row, below one with the names of the columns; beside each rational its decimals."""
        own = [each for each in fields(RoutingRow) if each.name != "failures"]
        rational = [each.name for each in own if "Fraction" in str(each.type)]
        names = [n for each in own for n in (each.name, f"{each.name}_decimal")[: 1 + (each.name in rational)]]
        text = StringIO()
        out = csv.writer(text, lineterminator="\n")
        followed = any(row.failures is not None for row in self.rows)
        after = [*(name for name in WORST_IN_CSV if name not in DISTANCES), "after_verdict"] * followed
        out.writerow([*names, *after])
        for row in self.rows:
            cells = {**vars(row), **{f"{n}_decimal": _decimal(getattr(row, n)) for n in rational}}
            if row.failures is not None:
                loads, verdicts = row.failures
                cells |= dict(zip(WORST_IN_CSV, worst_in_csv(loads.as_json("largest_load")), strict=True))
                cells["after_verdict"] = verdicts.said()
            out.writerow(["" if cells.get(name) is None else cells[name] for name in [*names, *after]])
        return text.getvalue()

    def _parts(self) -> list[Part]:
        rows = [
            [
                exact_or_short(each) if isinstance(each := getattr(row, name), Fraction) else each
                for name in COLUMNS.values()
            ]
            for row in self.rows
        ]
        about = [ABOUT.format(flits=self.flits, words="flit" if self.flits == 1 else "flits")]
        if any(row.kind == ADAPTIVE for row in self.rows):
            about.append(ADAPTIVE_LOADS)
        title = self.rows[0].network if self.rows else ""
        tables = [Table(tuple(COLUMNS), rows, title, most=len(rows))]
        after = [(row.routing, row.traffic, *row.after) for row in self.rows if row.failures is not None]
        if after:
            failed = next(row.failures[0].failed for row in self.rows if row.failures is not None)
            tables.append(Table(AFTER, after, f"after failures: {failed.words}", most=len(after)))
        return [*tables, *map(Words, [*about, *self.notes])]


def _decimal(value: Fraction | None) -> str:
    return "" if value is None else f"{float(value):.6g}"


def listed_routings(words: str | Iterable[Any]) -> list[Any]:
    """Routings as a user lists them with commas; commas inside of options stay.

    >>> listed_routings("xy, duato escape=0,adaptive=1,2,odd-even")
    ['xy', 'duato escape=0,adaptive=1,2', 'odd-even']
    """
    return _listed(words, [*channel_routings(), TABLES])


def listed_patterns(words: str | Iterable[Any]) -> list[Any]:
    """Traffic patterns as a user lists them with commas.

    >>> listed_patterns("hotspot nodes=0,5 share=1/4,tornado;transpose")
    ['hotspot nodes=0,5 share=1/4', 'tornado', 'transpose']
    """
    return _listed(words, [*patterns(), MIX])


def _listed(words: str | Iterable[Any], known: Sequence[str]) -> list[Any]:
    if not isinstance(words, str):
        return list(words)
    found: list[str] = []
    for piece in (part for text in words.split(";") for part in [*text.split(","), ";"]):
        name = (piece.split() or [""])[0]
        inside = found and found[-1] != ";" and "=" in found[-1].rpartition(" ")[2]
        if inside and piece != ";" and name not in known:
            found[-1] += f",{piece}"
        else:
            found.append(piece.strip())
    listed = [each for each in found if each not in (";", "")]
    if not listed or any(not text.strip() for text in words.replace(";", ",").split(",")):
        raise InputError(f"{words[:60]!r}: names are listed with one comma between two of them", code="bad-list")
    return listed


def routings_compared(
    net: Network,
    routings: Sequence[Any],
    traffics: Sequence[Any],
    *,
    vcs: int | None = None,
    files: Sequence[str] = (),
    flits: int = 1,
    source: Source | None = None,
    sizes: dict[str, Any] | None = None,
    failed: Callable[[Network, bool], Failures] | None = None,
    progress: Callable[[str], None] | None = None,
) -> RoutingComparison:
    """Every routing under every traffic pattern; half-way around rings dimension order splits messages unless its words choose.

    failed: Sets of links or switches that fail, with or without symmetries; each routing and pattern of these names is followed
        after each of them.

    >>> from netlemma.graphs import network
    >>> found = routings_compared(network("mesh", k=4, n=2), ["xy", "odd-even"], ["transpose"])
    >>> [(row.routing, str(row.largest_load), str(row.worst_case), row.verdict) for row in found.rows]
    [('xy', '3', '3', 'deadlock-free'), ('odd-even', '2', 'None', 'deadlock-free')]
    """
    if flits < 1:
        raise InputError(f"flits={flits}: a message has one flit or more")
    named = [(words, None) for words in routings] + [(None, file) for file in files]
    made = [routing_of(net, words, vcs=vcs, file=file, source=source, ties="split") for words, file in named]
    loaded = [traffic_of(net, each) for each in traffics]
    described = None if source is None else network_description(source, sizes or {})
    of_use = "largest load and worst case are divided by the capacities of their channels"
    of_flits = "latency counts one flit in a unit of time on every link, whatever its capacity"
    notes: dict[str, None] = {} if net.capacity is None else dict.fromkeys([of_use, *[of_flits] * (flits > 1)])
    if (times := channel_latencies(net)) is not None:
        notes["latency has the mean latency of the links on a path in place of mean hops"] = None
    known: list[tuple[Fraction | None, str]] = []
    after: list[tuple[Callable[[Network], ChannelRouting], FailureVerdicts] | None] = []
    steps = len(made) * (1 + len(loaded))

    def say(done: int, by: ChannelRouting) -> None:
        if progress:
            progress(f"{done} of {steps} steps: {by.title}")

    for at, by in enumerate(made):
        say(at, by)
        known.append((_worst(by, notes), _verdict(by, described, notes)))
        again = partial(routing_of, words=named[at][0], vcs=vcs, file=named[at][1], ties="split")
        after.append(
            None if failed is None else _verdicts_after(by, failed(net, by.loads.by == "shortest"), again, notes)
        )
    rows: list[RoutingRow] = []
    for words, pattern in zip(traffics, loaded, strict=True):
        for by, (worst, verdict), followed in zip(made, known, after, strict=True):
            say(len(made) + len(rows), by)
            loads = traffic_loads(by, pattern)
            if not loads.largest:
                raise InputError(f"no message of traffic {pattern.name} crosses a channel of {net.title}")
            hops, used = loads.total / pattern.moved, loads.over(channel_capacities(net))
            left = None
            if failed is not None and followed is not None:
                sets = failed(net, by.loads.by == "shortest" and words in (None, "uniform"))
                left = largest_loads(sets, partial(_load, followed[0], words), used.largest), followed[1]
            path = hops if times is None else loads.over(1 / times).total / pattern.moved
            rows.append(
                RoutingRow(net.title, _words(by), pattern.name, by.vcs, used.largest, 1 / used.largest, worst, verdict, hops,
                           path + flits + 1, by.kind, left)
            )  # fmt: skip
    return RoutingComparison(tuple(rows), flits, tuple(notes))


def _verdicts_after(
    by: ChannelRouting, failed: Failures, again: Callable[[Network], ChannelRouting], notes: dict[str, None]
) -> tuple[Callable[[Network], ChannelRouting], FailureVerdicts] | None:
    """How a routing is made anew, and its verdicts after each failure; None, with a note, if there is no such routing then."""
    try:
        return again, verdicts_after(failed, lambda left, _: _verdict(again(left), None, notes))
    except RoutingError as error:
        notes[f"{by.name} is not followed after failures: {error}"] = None
        return None


def _load(again: Callable[[Network], ChannelRouting], words: Any, left: Network) -> Fraction:
    """Largest load of a network under a routing and a traffic pattern, divided by the capacity."""
    return traffic_loads(again(left), traffic_of(left, words)).over(channel_capacities(left)).largest


def _words(by: ChannelRouting) -> str:
    told = [f"{name}={value}" for name, value in by.options.items() if name not in ("vcs", "ties")]
    return " ".join([by.name, *told])


def _worst(by: ChannelRouting, notes: dict[str, None]) -> Fraction | None:
    if by.kind == ADAPTIVE:
        return None
    return _within_limits(lambda: worst_case(by).gamma, f"worst case of {by.name}", notes)


def _verdict(by: ChannelRouting, described: Any, notes: dict[str, None]) -> str:
    found = _within_limits(lambda: decide(by, described=described).verdict, f"deadlock under {by.name}", notes)
    return UNKNOWN if found is None else found


def _within_limits(work: Callable[[], Result], what: str, notes: dict[str, None]) -> Result | None:
    """The result of work; None, with a note, if it takes too long by its estimate."""
    try:
        with within(SECONDS):
            return work()
    except WorkError as error:
        notes[f"{what} is not computed: {error}"] = None
        return None

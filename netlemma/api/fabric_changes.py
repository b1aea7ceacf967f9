"""What becomes of a fabric if cables or switches fail, or cables are added."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from netlemma.base.displays import Facts, Part, Shown, Table, Words, exact
from netlemma.errors import InputError
from netlemma.graphs.base.limits import require
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.deadlock.verdict import DEADLOCK, FREE
from netlemma.graphs.fabrics.changes import (
    Cut,
    cable_names,
    cut_of,
    diameter,
    in_full,
    main_part,
    of_remaining,
    port_names,
    unreached,
    with_cables,
    without_parts,
)
from netlemma.graphs.fabrics.engines import as_tables, engine_tables
from netlemma.graphs.fabrics.load_bounds import Utilisation
from netlemma.graphs.fabrics.repairs import Repairs
from netlemma.graphs.formats.fabric.fabric import Fabric
from netlemma.graphs.formats.fabric.tables import ForwardingTables
from netlemma.graphs.loads.table_loads import table_loads

SHOWN = 8  # names in a line


@dataclass(frozen=True)
class FabricState:
    """Routes of a fabric in one state.

    Attributes
    ----------
    routing : str
        Routes that it is about.
    verdict : str
        Verdict on deadlock, "deadlock-free" or "deadlock".
    cycle : tuple of str
        The channels of a deadlock, with switch and port at both ends; empty if there is none.
    diameter : int
        Largest number of cables between two hosts that reach each other, by shortest paths.
    longest : int
        Cables of the longest route.
    max : int
        Largest load of a cable between switches, in one direction, while each host sends one message to each other.
    worst : str
        The cable with this load, or the most utilised one, with switch and port at both ends.
    unreached : int
        Number of ordered pairs of hosts between which the routes lead no message, though cables join them.
    examples : tuple of str
        Some of these pairs.
    utilisation : Fraction or None
        Largest load divided by the capacity of its cable; None if all cables between switches have one capacity.
    """

    routing: str
    verdict: str
    cycle: tuple[str, ...]
    diameter: int
    longest: int
    max: int
    worst: str
    unreached: int = 0
    examples: tuple[str, ...] = ()
    utilisation: Fraction | None = None

    @property
    def most(self) -> Fraction | int:
        """Largest utilisation, or largest load where all capacities are alike."""
        return self.max if self.utilisation is None else self.utilisation

    def as_json(self) -> dict[str, Any]:
        """The state as plain data."""
        used = None if self.utilisation is None else str(self.utilisation)
        return {**vars(self), "cycle": list(self.cycle), "examples": list(self.examples), "utilisation": used}


@dataclass(frozen=True)
class FabricWhatIf(Shown):
    """A fabric before and after a change.

    Attributes
    ----------
    removed, added : tuple of str
        Cables and switches that fail, and cables that are added.
    lost_hosts, lost_switches : tuple of str
        Hosts and switches that are cut off from the part with the most hosts, among them those that fail.
    cut_off : tuple of str
        Of these, hosts that do not fail themselves.
    before : FabricState
        The fabric as it is.
    configured : FabricState or None
        With its tables as they are, which nobody has changed; None if the files have none.
    rerouted : FabricState
        With tables of an engine for what remains.
    """

    removed: tuple[str, ...]
    added: tuple[str, ...]
    lost_hosts: tuple[str, ...]
    lost_switches: tuple[str, ...]
    cut_off: tuple[str, ...]
    before: FabricState
    configured: FabricState | None
    rerouted: FabricState

    @property
    def well(self) -> bool:
        """Whether no other host is cut off and, after the change, no routes can deadlock."""
        states = [self.rerouted, *([self.configured] if self.configured else [])]
        return not self.cut_off and all(each.verdict == FREE for each in states)

    def as_json(self) -> dict[str, Any]:
        """The output of ``netlemma fabric FILES what-if --json``."""
        return {
            "well": self.well,
            "without": list(self.removed),
            "added": list(self.added),
            "disconnected": {"hosts": list(self.lost_hosts), "switches": list(self.lost_switches)},
            "cut_off": list(self.cut_off),
            "before": self.before.as_json(),
            "configured": None if self.configured is None else self.configured.as_json(),
            "rerouted": self.rerouted.as_json(),
        }

    def _parts(self) -> list[Part]:
        states = {"before": self.before, "tables as they are": self.configured, "re-routed": self.rerouted}
        given = {name: each for name, each in states.items() if each is not None}

        def row(name: str, *texts: str) -> tuple[str, ...]:
            return (name, *texts)

        every = list(given.values())
        used = any(each.utilisation is not None for each in every)
        rows = [
            row("deadlock", *(each.verdict for each in every)),
            row("farthest hosts", *(f"{each.diameter} cables" for each in every)),
            row("longest route", *(f"{each.longest} cables" for each in every)),
            row("largest load", *(f"{each.max:,}" for each in every)),
            *([row("largest utilisation", *(exact(Fraction(each.most)) for each in every))] if used else []),
            row("most utilised" if used else "most loaded", *(each.worst or "-" for each in every)),
            row("pairs not reached", *(f"{each.unreached:,}" for each in every)),
        ]
        parts: list[Part] = [
            Facts(
                [
                    ("without", some(self.removed)),
                    ("with", some(self.added)),
                    ("hosts cut off", some(self.lost_hosts) or "none"),
                    ("switches cut off", some(self.lost_switches) or "none"),
                    ("before", self.before.routing),
                    ("re-routed", _again(self.rerouted.routing, self.before.routing)),
                ]
            ),
            Table(["", *given], rows),
        ]
        if self.configured is not None and self.configured.unreached:
            parts.append(
                Words(
                    f"Until tables are changed, {self.configured.unreached:,} pairs of hosts do not reach each other: "
                    f"{some(self.configured.examples, self.configured.unreached)}"
                )
            )
        for name, each in given.items():
            if each.cycle:
                parts.append(Words(f"Messages that wait for one another, {name}: {', '.join(each.cycle[:SHOWN])}"))
        return parts


@dataclass(frozen=True)
class OneFailure:
    """What becomes of a fabric if one cable or switch fails.

    Attributes
    ----------
    name : str
        The cable or switch.
    cut_off : tuple of str
        Hosts that are cut off though they do not fail.
    unreached : int or None
        Ordered pairs of hosts, which remain, that the tables of the files do not lead to each other any more; None without tables.
    verdict : str
        Verdict on deadlock, re-routed.
    diameter : int
        Cables between the farthest hosts.
    max : int
        Largest load, re-routed.
    worst : str
        The cable with this load, or the most utilised one.
    utilisation : Fraction or None
        Largest load divided by the capacity of its cable; None if all cables between switches have one capacity.
    """

    name: str
    cut_off: tuple[str, ...]
    unreached: int | None
    verdict: str
    diameter: int
    max: int
    worst: str
    utilisation: Fraction | None = None

    @property
    def most(self) -> Fraction | int:
        """Largest utilisation, or largest load where all capacities are alike."""
        return self.max if self.utilisation is None else self.utilisation

    def as_json(self) -> dict[str, Any]:
        """The failure as plain data."""
        used = None if self.utilisation is None else str(self.utilisation)
        return {**vars(self), "cut_off": list(self.cut_off), "utilisation": used}


@dataclass(frozen=True)
class FabricFailures(Shown):
    """A fabric after each single failure.

    Attributes
    ----------
    of : str
        What fails: links (cables between switches), switches or both.
    before : FabricState
        The fabric as it is.
    routing : str
        Routes after a failure.
    failures : tuple of OneFailure
        Each failure, the worst first: by hosts that are cut off, then by deadlock, then by the largest load or utilisation.
    """

    of: str
    before: FabricState
    routing: str
    failures: tuple[OneFailure, ...]

    @property
    def well(self) -> bool:
        """Whether no failure cuts a host off that does not fail itself, and none leads to routes that can deadlock."""
        return all(not each.cut_off and each.verdict == FREE for each in self.failures)

    def as_json(self) -> dict[str, Any]:
        """The output of ``netlemma fabric FILES what-if --failures 1 --json``."""
        return {
            "well": self.well,
            "of": self.of,
            "before": self.before.as_json(),
            "routing": self.routing,
            "failures": [each.as_json() for each in self.failures],
        }

    def _parts(self) -> list[Part]:
        every = self.failures
        cutting = [each for each in every if each.cut_off]
        unsafe = [each for each in every if each.verdict != FREE]
        loads = [each.max for each in every]
        what = {
            "links": "cables between switches",
            "switches": "switches",
            "both": "cables between switches, and switches",
        }
        own = "" if self.of == "links" else ", not counting the hosts at a failed switch"
        facts = [
            ("failures", f"{len(every):,}, one at a time: {what[self.of]}"),
            ("before", f"{self.before.verdict}, largest load {self.before.max:,}, {self.before.routing}"),
            ("re-routed", _again(self.routing, self.before.routing)),
            ("cut off hosts", f"{len(cutting):,} failures{own}"),
            ("can deadlock", f"{len(unsafe):,} failures"),
            ("largest load", _range(loads)),
            ("farthest hosts", f"{_range([each.diameter for each in every])} cables"),
        ]
        known = any(each.unreached is not None for each in every)
        used = any(each.utilisation is not None for each in every)
        if used:
            facts.append(("utilisation", f"at most {exact(Fraction(max(each.most for each in every)))}"))
        header = [
            "worst failures",
            "cut off",
            "deadlock",
            "utilisation" if used else "load",
            "at",
            *(["pairs lost by tables"] * known),
        ]
        if known:
            facts.append(("pairs lost", "pairs of hosts that the tables, as they are, do not lead to each other"))
        rows = [
            (
                each.name,
                f"{len(each.cut_off):,}",
                each.verdict,
                exact(Fraction(each.most)) if used else f"{each.max:,}",
                each.worst or "-",
                *([f"{each.unreached:,}"] if each.unreached is not None else []),
            )
            for each in every[:10]
        ]
        return [Facts(facts), Table(header, rows)]


def _range(numbers: Sequence[int]) -> str:
    return f"{min(numbers):,}" + (f" to {max(numbers):,}" if max(numbers) > min(numbers) else "")


def _again(routing: str, before: str) -> str:
    return f"likewise{routing[len(before) :]}" if routing.startswith(before) else routing


def some(names: Sequence[str], count: int | None = None) -> str | None:
    """The first names, and how many more there are; None if there are none."""
    more = (len(names) if count is None else count) - len(names[:SHOWN])
    return (", ".join(names[:SHOWN]) + (f" and {more:,} more" if more else "")) if names else None


def state(tables: ForwardingTables, partial: bool = False, before: FabricState | None = None) -> FabricState:
    """Verdict and loads of tables between the ends of their fabric; ``partial``: they may reach only some.

    before: The fabric before a change, which says whether utilisations are compared.
    """
    fabric = tables.fabric
    hosts = np.flatnonzero(fabric.adapter)
    lost = unreached(tables) if partial else []
    verdict = decide(tables.routing("terminals"), progress=None)
    found = table_loads(tables, hosts)
    if found.lost > len(lost):
        raise InputError(f"{found.lost:,} messages have no way to their destination: see safety")
    cycle = tuple(str(row["holds"]) for row in verdict.as_json().get("cycle") or ())
    examples = tuple(f"{fabric.name(one)} -> {fabric.name(other)}" for one, other in lost[:SHOWN])
    most, worst, used = _worst(fabric, found.load, before)
    return FabricState(tables.rule, verdict.verdict, cycle, 0, found.longest, most, worst, len(lost), examples, used)


def _worst(fabric: Fabric, load: np.ndarray, before: FabricState | None) -> tuple[int, str, Fraction | None]:
    """The largest load between switches, the cable that is most loaded or utilised, and its utilisation if they differ."""
    net = fabric.network
    inside = np.flatnonzero(fabric.forwards[net.origin] & fabric.forwards[net.target])
    used, own = Utilisation.of(net, inside, before is None or before.utilisation is None), load[inside]
    worst = port_names(fabric, int(inside[used.weighed(own).argmax()])) if own.max(initial=0) > 0 else ""
    return int(own.max(initial=0)), worst, used.largest(own)


def what_if(
    tables: ForwardingTables, assumed: bool, engine: str, scope: str, removed: Sequence[str], added: Sequence[str]
) -> FabricWhatIf:
    """The fabric of some tables without parts of it and with further cables.

    assumed: Whether the tables are those of an engine.
    engine: Engine that routes what remains.
    """
    fabric = tables.fabric
    hosts = fabric.ends(scope)
    ends = np.zeros(fabric.network.node_count, dtype=bool)
    ends[hosts] = True
    removed = [in_full(fabric, name) for name in removed]
    out = cut_of(fabric, removed)
    none = Cut(np.zeros_like(out.gone), np.zeros_like(out.cut))
    before = state(of_remaining(tables, none, np.ones_like(out.gone), scope), partial=True)
    before = replace(before, diameter=diameter(replace(fabric, adapter=ends), hosts))
    larger, names = with_cables(replace(fabric, adapter=ends), added)
    wide = Cut(out.gone, np.append(out.cut, np.zeros(len(names), dtype=bool)))
    stays = main_part(larger, wide)
    left = _left(larger, wide, stays)
    remain = np.flatnonzero(left.adapter)
    if len(remain) < 2:
        raise InputError(f"without {some(removed)} {len(remain)} host is left: at least two hosts send to each other")
    far = diameter(left, remain)
    configured = None
    if not assumed:
        joined = stays if not names else main_part(replace(fabric, adapter=ends), out) & stays
        now = state(of_remaining(tables, out, joined, scope), True, before)
        configured = replace(now, diameter=far)
    rerouted = replace(state(as_tables(left, engine_tables(left, engine)), before=before), diameter=far)
    lost = np.flatnonzero(~stays)
    shown = [fabric.name(int(node)) for node in np.flatnonzero(out.gone & fabric.forwards)]
    shown += [
        fabric.name(int(node))
        for node in np.flatnonzero(out.gone & ~fabric.forwards)
        if fabric.name(int(node)) in removed
    ]
    cables = cable_names(fabric)
    return FabricWhatIf(
        (*(cables[device] for device in np.flatnonzero(out.cut).tolist()), *shown),
        tuple(names),
        tuple(fabric.name(node) for node in lost.tolist() if ends[node]),
        tuple(fabric.name(node) for node in lost.tolist() if fabric.forwards[node] and not ends[node]),
        tuple(fabric.name(node) for node in lost.tolist() if ends[node] and not out.gone[node]),
        before,
        configured,
        rerouted,
    )


def _left(fabric: Fabric, out: Cut, stays: np.ndarray) -> Fabric:
    """What is in service of the part that stays."""
    return without_parts(fabric, ~stays, out.cut)


def each_failure(tables: ForwardingTables, assumed: bool, engine: str, scope: str, of: str) -> FabricFailures:
    """The fabric of some tables after each failure of a cable between switches, or of a switch."""
    fabric = tables.fabric
    net, hosts = fabric.network, fabric.ends(scope)
    ends = np.zeros(net.node_count, dtype=bool)
    ends[hosts] = True
    fabric = replace(fabric, adapter=ends)
    if of not in ("links", "switches", "both"):
        raise InputError(f"`of` is {of[:40]!r}: what fails is one of links, switches, both")
    inside = fabric.forwards[net.origin] & fabric.forwards[net.target]
    devices = np.unique(net.device[inside]).tolist() if of != "switches" else []
    nodes = np.flatnonzero(fabric.forwards).tolist() if of != "links" else []
    if not devices and not nodes:
        raise InputError(f"{fabric.files[0]} has no cables between switches: `of=switches` fails switches")
    none = Cut(np.zeros(net.node_count, dtype=bool), np.zeros(net.device_count, dtype=bool))
    repairs = Repairs.of(fabric, engine) if main_part(fabric, none).all() else None
    if repairs is None:
        work = (len(devices) + len(nodes)) * net.hop_count * net.node_count
        require("tables after failures", fabric.title, work)
    before = state(of_remaining(tables, none, ~none.gone, scope), partial=True)
    before = replace(before, diameter=diameter(fabric, hosts))
    names = cable_names(fabric)
    loads = None if assumed else table_loads(tables, hosts)
    found: list[OneFailure] = []
    routing = "" if repairs is None else f"{repairs.rule}, entries changed only where they must be"
    for device in [*devices, *(-1 - node for node in nodes)]:
        name = names[device] if device >= 0 else fabric.name(-1 - device)
        out = cut_of(fabric, [name]) if device < 0 else Cut(none.gone, none.cut.copy())
        if device >= 0:
            out.cut[device] = True
        joined = repairs is not None and device >= 0 and device not in repairs.bridges
        stays = ~none.gone if joined else main_part(fabric, out)
        cut_off = tuple(fabric.name(node) for node in np.flatnonzero(~stays & ends & ~out.gone).tolist())
        remain = np.flatnonzero(stays & ends)
        if len(remain) < 2:
            found.append(OneFailure(name, cut_off, None if assumed else 0, FREE, 0, 0, ""))
            continue
        lost = None
        if loads is not None and device >= 0 and not cut_off:
            lost = int(loads.load[net.device == device].sum())  # a message crosses a cable once
        elif loads is not None and device >= 0 and not before.unreached:
            lost = 0  # no message crosses a bridge and comes back
        elif loads is not None:
            lost = len(unreached(of_remaining(tables, out, stays, scope)))
        after = None if repairs is None else repairs.after(out, stays)
        if after is not None:
            most, worst, used = _worst(fabric, after.load, before)
            verdict = FREE if after.free else DEADLOCK
            found.append(OneFailure(name, cut_off, lost, verdict, after.diameter, most, worst, used))
            continue
        left = _left(fabric, out, stays)
        now = state(as_tables(left, engine_tables(left, engine)), before=before)
        routing = routing or now.routing
        far = diameter(left, np.flatnonzero(left.adapter))
        found.append(OneFailure(name, cut_off, lost, now.verdict, far, now.max, now.worst, now.utilisation))
    found.sort(key=lambda each: (-len(each.cut_off), each.verdict == FREE, -each.most, -(each.unreached or 0)))
    return FabricFailures(of, before, routing, tuple(found))

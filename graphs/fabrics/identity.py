"""What a fabric is: its switches, hosts and cables, its kind, and whether it is wired as it should be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from netlemma.base.displays import Facts, Part, Shown, Table, Words
from netlemma.graphs.fabrics.recognition import all_deviations, described, recognise
from netlemma.graphs.fabrics.shapes import Deviation, Shape, deviations
from netlemma.graphs.fabrics.wiring import Cable, Wiring
from netlemma.graphs.topology.structure import Network, show

MOST_SHOWN = 40  # deviations in a terminal


@dataclass(frozen=True)
class FabricIdentity(Shown):
    """What a fabric is, and whether it is wired as it should be; it displays itself as ``netlemma fabric FILE`` does.

    Attributes
    ----------
    title : str
        The files.
    wiring : Wiring
        Switches, hosts and cables by name.
    shape : Shape
        Kind and sizes of the network that it is, or nearly is.
    deviations : tuple of Deviation
        What deviates from it.
    tables : Mapping of str to object
        What the files say of routes: the rule, and the number of switches with tables; empty if they say nothing.
    remarks : tuple of str
        What the files hold and was left out.
    """

    title: str
    wiring: Wiring
    shape: Shape
    deviations: tuple[Deviation, ...]
    tables: Mapping[str, Any]
    remarks: tuple[str, ...] = ()

    @property
    def well(self) -> bool:
        """Whether nothing deviates."""
        return not self.deviations

    @property
    def explanations(self) -> list[list[Deviation]]:
        """Other deviations that explain the cables as well, if it cannot be told which."""
        found = [deviations(self.wiring, each) for each in self.shape.explanations]
        for rival in self.shape.rivals:
            kind = Deviation("kind", f"kind: {described(rival)}")
            found.append([kind, *deviations(self.wiring, rival.difference), *rival.notes])
        return found

    def as_json(self) -> dict[str, Any]:
        """The output of ``netlemma fabric --json``."""
        wiring, found = self.wiring, self.shape
        return {
            "switches": len(wiring.switches),
            "hosts": len(wiring.names) - len(wiring.switches),
            "cables": len(wiring.cables),
            "switch_cables": len(wiring.inside),
            "kind": found.kind,
            "sizes": dict(found.sizes),
            "levels": list(found.levels),
            "deviations": [each.as_json() for each in self.deviations],
            "explanations": [[each.as_json() for each in one] for one in self.explanations],
            "tables": dict(self.tables),
            "rates": dict(Counter(each.rate for each in wiring.cables if each.rate)),
            "remarks": list(self.remarks),
        }

    def _parts(self) -> list[Part]:
        data, found = self.as_json(), self.shape
        names = ("leaves", "spines", "cores") if found.kind.startswith(("fat", "dragonfly")) else ()
        levels = ", ".join(f"{count} {name}" for count, name in zip(found.levels, names, strict=False))
        rates = ", ".join(f"{count:,} at {rate}" for rate, count in sorted(data["rates"].items()))
        parts: list[Part] = [
            Facts(
                [
                    ("fabric", self.title),
                    ("switches", f"{data['switches']:,}"),
                    ("hosts", f"{data['hosts']:,}"),
                    ("cables", f"{data['cables']:,}, {data['switch_cables']:,} of them between switches"),
                    ("rates", rates),
                    ("kind", described(found)),
                    ("levels", levels),
                    ("tables", self.tables.get("rule", "none: no routes are in the files")),
                    ("deviations", f"{len(self.deviations):,}" if self.deviations else self._none()),
                ]
            )
        ]
        if self.deviations:
            rows = [(each.kind, each.words.removeprefix(f"{each.kind}: ")) for each in self.deviations]
            parts.append(Table(["deviation", "cable"], rows, most=MOST_SHOWN))
        if others := self.explanations:
            parts.append(Words(f"The cables can be explained in {len(others) + 1} ways; instead of the above also by:"))
            parts += [Words("- " + "; ".join(each.words for each in one), 2) for one in others]
        return parts

    def _none(self) -> str:
        return "not known, since the kind is not" if self.shape.kind == "irregular" else "none"


def identity(
    title: str,
    wiring: Wiring,
    like: Wiring | None = None,
    tables: Mapping[str, Any] | None = None,
    remarks: tuple[str, ...] = (),
) -> FabricIdentity:
    """What a fabric is; ``like`` is the wiring that it should have."""
    shape = recognise(wiring, None if like is None else recognise(like))
    return FabricIdentity(title, wiring, shape, tuple(all_deviations(wiring, shape)), tables or {}, remarks)


def wiring_of_network(net: Network) -> Wiring:
    """The cables of a network that was built, with ports numbered in the order of its hops."""
    ends: dict[int, list[tuple[int, int]]] = {}
    port = [0] * net.node_count
    for node, device in zip(net.origin.tolist(), net.device.tolist(), strict=True):
        port[node] += 1
        ends.setdefault(device, []).append((node, port[node]))
    cables = tuple(Cable(*each[0], *each[1]) for each in ends.values() if len(each) == 2)
    names = tuple(show(net.labels(node)) for node in range(net.node_count))
    return Wiring(names, tuple(bool(each) for each in net.forwarding), cables)

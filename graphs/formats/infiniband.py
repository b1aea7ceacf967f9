"""An InfiniBand fabric with its routes, from the files of OpenSM or of the diagnostic programs."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from graphs.base.text_files import read
from graphs.formats.ibnetdiscover import read_ibnetdiscover
from graphs.formats.lfts import Tables, read_tables
from graphs.formats.opensm_subnet import Subnet, read_subnet
from graphs.formats.service_levels import read_lanes, read_levels
from graphs.formats.table_kernels import DROPPED, NO_OUTPUT, UNKNOWN, UNREACHABLE
from graphs.formats.tables import ForwardingTables, Lanes


def read_infiniband(
    subnet: str | Path,
    tables: str | Path,
    *,
    levels: str | Path | None = None,
    lanes: str | Path | None = None,
    lmc: int = 0,
) -> ForwardingTables:
    """Read a fabric and its routes.

    Parameters
    ----------
    subnet : ``opensm-subnet.lst``, or what ``ibnetdiscover`` printed.
    tables : ``opensm.fdbs``, ``opensm-lfts.dump``, or what ``dump_lfts`` or ``dump_fts`` printed.
    levels : service levels of paths, see :func:`graphs.formats.service_levels.read_levels`; level 0 everywhere if absent.
    lanes : SL2VL tables, ``opensm-sl2vl.dump``; if absent, the lane is the service level.
    lmc : end ports have 2^lmc LIDs each, from 0 to 7 (``ibnetdiscover`` says so itself).

    Raises
    ------
    FormatError : a file is not what it should be, or the files do not fit together.
    """
    head = read(subnet).data[:4096].lstrip()
    known = read_subnet(subnet, lmc) if head.startswith(b"{") else read_ibnetdiscover(subnet)
    return assemble(known, read_tables(tables, known), levels, lanes)


def assemble(
    subnet: Subnet, tables: Tables, levels: str | Path | None = None, lanes: str | Path | None = None
) -> ForwardingTables:
    """Put subnet and tables together, with service levels and lanes from files if there are some."""
    fabric = subnet.fabric
    net = fabric.network
    lids = np.array(sorted(subnet.lids), dtype=np.int64)
    goal = np.array([subnet.lids[lid] for lid in lids.tolist()], dtype=np.int64)
    nodes = sorted({*tables.ports, *np.flatnonzero(fabric.forwards).tolist()})
    row = np.full(net.node_count, -1, dtype=np.int32)
    row[nodes] = np.arange(len(nodes))
    empty = np.full(len(lids), NO_OUTPUT, dtype=np.uint16)
    out = np.array([tables.ports[node][lids] if node in tables.ports else empty for node in nodes], dtype=np.uint16)
    hop_at = np.full((len(nodes), int(fabric.port.max()) + 1), -1, dtype=np.int32)
    inside = row[net.origin] >= 0
    hop_at[row[net.origin[inside]], fabric.port[inside]] = np.flatnonzero(inside)
    level = None if levels is None else read_levels(levels, subnet, goal, lids)
    lane = Lanes() if lanes is None else read_lanes(lanes, subnet)

    def explain(node: int, column: int) -> str:
        lid = int(lids[column])
        if not fabric.forwards[node]:
            return "sends nothing"
        if node not in tables.ports:
            return f"has no table in {tables.file.name}"
        port = int(tables.ports[node][lid])
        if port in (NO_OUTPUT, UNREACHABLE):
            return "has no entry for it" if port == NO_OUTPUT else "calls it unreachable"
        return f"sends it to port {port}, to which nothing is joined"

    return ForwardingTables(
        fabric=fabric,
        goal=goal,
        row=row,
        out=np.ascontiguousarray(out.T),
        hop_at=hop_at,
        destination_name=lambda column: f"LID {lids[column]} ({fabric.name(int(goal[column]))})",
        where=lambda node, column: f"{tables.file.name}:{tables.line(node, int(lids[column]))}",
        explain=explain,
        rule=_rule(tables.file.name, levels, lanes),
        vcs=_lane_count(level, lane),
        levels=level,
        lanes=lane,
    )


def _lane_count(levels: np.ndarray | None, lanes: Lanes) -> int:
    """One more than the highest lane that a service level in use can get; lane 15 carries no messages."""
    used = [0] if levels is None else np.unique(levels[levels != UNKNOWN]).tolist()
    mapped = lanes.lanes[:, used].reshape(-1)
    highest = [*used, *mapped[mapped != DROPPED].tolist()] if len(lanes.first) else used
    return max(highest, default=0) + 1


def _rule(tables: str, levels: str | Path | None, lanes: str | Path | None) -> str:
    """The routing in words."""
    level = "all messages on service level 0" if levels is None else f"service levels of {levels}"
    lane = "each on the virtual lane of its number" if lanes is None else f"virtual lanes of {lanes}"
    return f"forwarding tables of {tables}, {level}, {lane}"

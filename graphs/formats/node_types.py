"""Types of nodes as a table beside a table of links: ``node,type``, as Gephi and people export it."""

from dataclasses import replace

import numpy as np

from netlemma.graphs.base.text_files import TextFile, printable
from netlemma.graphs.formats.fabric.format import Format
from netlemma.graphs.formats.fabric.roles import BOTH, HOST, ROLE_COLUMNS, SWITCH, plain, roles_of, unused
from netlemma.graphs.formats.fabric.text_tables import rows_of, sample
from netlemma.graphs.formats.fabric.topology import Topology

_NODES = ("id", "node", "name", "host", "hostname", "device", "label")


def read_types(file: TextFile, net: Topology) -> Topology:
    """The network with the roles of its nodes; a node without a row forwards, sends and receives messages."""
    rows = rows_of(file)
    line, cells = next(rows, (1, [""]))
    names = [plain(cell) for cell in cells]
    node = next((names.index(each) for each in _NODES if each in names), -1)
    role = next((names.index(each) for each in ROLE_COLUMNS if each in names), -1)
    if node < 0 or role < 0:
        file.refuse(line, f"the columns are {printable(','.join(cells))}: 'node,type' is expected")
    given: dict[str, tuple[int | None, str]] = {}
    for number, row in rows:
        if len(row) != len(cells):
            file.refuse(number, f"the row has {len(row)} cells: {len(cells)} are expected, {','.join(cells)}")
        if row[node] not in net.node:
            file.refuse(number, f"{printable(row[node])} is no node of {net.file.name}")
        if row[node] in given:
            file.refuse(number, f"node {printable(row[node])} is there before, in line {given[row[node]][0]}")
        given[row[node]] = number, row[role]
    roles, said = roles_of(file, given)
    forwards, adapter = net.fabric.forwards.copy(), net.fabric.adapter.copy()
    for name, found in roles.items():
        forwards[net.node[name]] = found in (SWITCH, BOTH)
        adapter[net.node[name]] = found in (HOST, BOTH)
    left = [cell for i, cell in enumerate(cells) if i not in (node, role) and names[i] not in _NODES]
    remarks = tuple(f"{file.name}: {text}" for text in (*said, *unused([], left, "column")))
    fabric = replace(net.fabric, forwards=np.array(forwards), adapter=np.array(adapter))
    return replace(net, fabric=fabric, remarks=(*net.remarks, *remarks))


def _recognises(text: str) -> bool:
    _, rows, _ = sample(text)
    names = {plain(cell) for cell in rows[0]} if rows else set()
    return bool(names & {*_NODES} and names & {*ROLE_COLUMNS}) and not names & {
        "source",
        "target",
        "from",
        "to",
        "src",
        "dst",
    }


FORMAT = Format(
    "node-types",
    "a table of the types of nodes, node,type",
    _recognises,
    read_types,
    joins=Topology,
    adds="types of nodes",
)

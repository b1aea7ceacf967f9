"""A list of cables with the ports at both ends: a table whose columns are two nodes and their ports, such as
``from,from_port,to,to_port``.
"""

import re

from netlemma.graphs.base.text_files import TextFile, printable
from netlemma.graphs.formats.fabric.fabric import FabricBuilder
from netlemma.graphs.formats.fabric.format import Format
from netlemma.graphs.formats.fabric.roles import unused
from netlemma.graphs.formats.fabric.text_tables import port_columns, rows_of, sample
from netlemma.graphs.formats.fabric.topology import Topology

_LAST = re.compile(r".*?([0-9]{1,5})[^0-9]*")
MOST_CABLES = 1_000_000


def read_cables(file: TextFile) -> Topology:
    """The fabric of a list of cables. Ports have the last number of their names, or their place if these are not different.

    >>> net = read_cables(TextFile("c.csv", b"from,from_port,to,to_port\\nl1,swp3,s1,swp1\\nl2,swp3,s1,swp2"))
    >>> sorted(net.fabric.hop_at)
    [(0, 3), (1, 1), (1, 2), (2, 3)]
    """
    rows = rows_of(file)
    _, names = next(rows, (1, []))
    places = port_columns(names) or file.refuse(1, "columns such as from,from_port,to,to_port are expected")
    builder = FabricBuilder("cables")
    listed: list[tuple[int, list[tuple[int, str]]]] = []
    texts: dict[int, dict[str, None]] = {}
    for number, cells in rows:
        if len(cells) != len(names) or len(listed) >= MOST_CABLES:
            file.refuse(number, f"the row has {len(cells)} cells: {len(names)} are expected, {','.join(names)}")
        ends = []
        for node, port in (places[:2], places[2:]):
            if not cells[node] or not cells[port]:
                file.refuse(
                    number,
                    f"the cable has no {'node' if not cells[node] else 'port'} in column {printable(names[port])}",
                )
            at = builder.node(cells[node], cells[node], forwards=True, adapter=True)
            texts.setdefault(at, {})[cells[port]] = None
            ends.append((at, cells[port]))
        listed.append((number, ends))
    if not listed:
        file.refuse(None, "the file has no rows below the names of the columns")
    ports = {node: _numbers(list(each)) for node, each in texts.items()}
    for number, ((one, here), (other, far)) in listed:
        builder.link(file, number, (one, ports[one][here]), (other, ports[other][far]))
    fabric = builder.build(file)
    outputs = {(node, text): fabric.hop_at[node, at] for node, each in ports.items() for text, at in each.items()}
    rest = [name for i, name in enumerate(names) if i not in places]
    return Topology(fabric, file, outputs=outputs, remarks=tuple(unused(rest, what="column")))


def _numbers(texts: list[str]) -> dict[str, int]:
    """A number of each port of a node."""
    last = {text: match[1] for text in texts if (match := _LAST.fullmatch(text))}
    if len(last) == len(texts) == len({int(each) for each in last.values()}):
        return {text: int(each) for text, each in last.items()}
    return {text: number for number, text in enumerate(sorted(texts), 1)}


FORMAT = Format(
    "cables",
    "a list of cables with their ports, such as from,from_port,to,to_port",
    lambda text: any(port_columns(row) is not None for row in sample(text)[1][:1]),
    read_cables,
)

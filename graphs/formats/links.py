"""A network as a table of its links: ``from,to`` and optionally ``class``, one link a row."""

from __future__ import annotations

from graphs.base.text_files import TextFile, printable
from graphs.formats.fabric.csv_table import table
from graphs.formats.fabric.fabric import FabricBuilder
from graphs.formats.fabric.format import Format, csv_columns
from graphs.formats.fabric.topology import Topology

MAX_LINKS = 1_000_000
MAX_CLASSES = 1_000
MAX_NAME = 1_000  # characters
_NEEDED, _POSSIBLE = {"from", "to"}, {"from", "to", "class"}
_LEGAL = "'from,to', or 'from,to,class' if links are of several classes,"


def read_links(file: TextFile) -> Topology:
    """The network of a CSV file whose first line names the columns.

    Every row is a link in both directions; rows with the same ends are parallel links. Nodes are the ends of links, in
    the order in which they are named; messages run between all of them. A link without a class is in class "link".

    Raises
    ------
    FormatError
        If the columns are others, a link lacks an end or joins a node to itself, or there are more than a million links
        or 1000 classes.

    Examples
    --------
    >>> net = read_links(TextFile("l.csv", b"from,to,class\\na,b,rim\\nb,c,rim\\na,b,chord")).fabric.network
    >>> net.classes, [device.name for device in net.devices]
    ([('rim', 2), ('chord', 1)], ['a-b', 'a-b #2', 'b-c'])
    """
    builder = FabricBuilder("links")
    ports: dict[int, int] = {}
    classes: set[str] = set()
    for count, (line, row) in enumerate(table(file, lambda found: _NEEDED <= found <= _POSSIBLE, _LEGAL), start=1):
        if count > MAX_LINKS:
            file.refuse(line, f"the table has more than {MAX_LINKS:,} links, the most that are read")
        group = row.get("class", "")
        classes.add(group)
        if len(group) > MAX_NAME or len(classes) > MAX_CLASSES:
            file.refuse(
                line, f"links have more than {MAX_CLASSES:,} classes, or one of more than {MAX_NAME:,} characters"
            )
        ends = []
        for column in ("from", "to"):
            name = row[column]
            if not name or len(name) > MAX_NAME:
                file.refuse(
                    line, f"the link has no node in column {column}, or one of more than {MAX_NAME:,} characters"
                )
            node = builder.node(name, name, forwards=True, adapter=True)
            ports[node] = ports.get(node, 0) + 1
            ends.append((node, ports[node]))
        if ends[0][0] == ends[1][0]:
            file.refuse(line, f"the link joins {printable(row['from'])} to itself")
        builder.link(file, line, ends[0], ends[1], printable(group, quotes=False))
    fabric = builder.build(file)
    exits = {(node, str(port)): hop for (node, port), hop in fabric.hop_at.items()}
    return Topology(fabric, file, exits)


FORMAT = Format(
    "links",
    "a table of links with the columns from,to and perhaps class",
    lambda text: bool({"from", "to"} & csv_columns(text)),
    read_links,
    suffixes=(".csv",),
)

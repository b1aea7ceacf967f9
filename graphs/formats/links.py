"""A network as a table of its links: ``from,to`` or ``source,target``, and optionally ``class``, one link a row."""

from array import array
from typing import cast

import numpy as np

from netlemma.graphs.base.text_files import TextFile, printable
from netlemma.graphs.formats.fabric.csv_table import rows
from netlemma.graphs.formats.fabric.fabric import Fabric, by_number, unique_names
from netlemma.graphs.formats.fabric.format import Format, csv_columns
from netlemma.graphs.formats.fabric.topology import Topology
from netlemma.graphs.topology.structure import DeviceClass, Label, Network

MAX_LINKS = 1_000_000
MAX_CLASSES = 1_000
MAX_NAME = 1_000  # characters
_ENDS = {"from": "to", "source": "target", "Source": "Target"}
_COLUMNS = (tuple(_ENDS), tuple(_ENDS.values()), ("class",))
_LEGAL = "'from,to' or 'source,target', and 'class' besides if links are of several classes,"


def read_links(file: TextFile) -> Topology:
    """The network of a CSV file whose first line names the columns.

    Every row is a link in both directions; rows with the same ends are parallel links. Nodes are the ends of links, in
    the order in which they are named, or in that of their numbers if all names are whole numbers; messages run between
    all of them. A link without a class is in class "link".

    >>> net = read_links(TextFile("l.csv", b"from,to,class\\na,b,rim\\nb,c,rim\\na,b,chord")).fabric.network
    >>> net.classes, [device.name for device in net.devices]
    ([('rim', 2), ('chord', 1)], ['a-b', 'a-b #2', 'b-c'])
    """
    number: dict[str, int] = {}
    classes: dict[str, int] = {}
    ends, groups = array("i"), array("i")  # both ends of every link, and its class
    for count, (line, (one, other, group)) in enumerate(rows(file, _legal_columns, _LEGAL, _COLUMNS), 1):
        if count > MAX_LINKS:
            file.refuse(line, f"the table has more than {MAX_LINKS:,} links, the most that are read")
        groups.append(classes.setdefault(group, len(classes)))
        if len(group) > MAX_NAME or len(classes) > MAX_CLASSES:
            file.refuse(
                line, f"links have more than {MAX_CLASSES:,} classes, or one of more than {MAX_NAME:,} characters"
            )
        if not (one and other and len(one) <= MAX_NAME >= len(other)):
            column = "to" if 0 < len(one) <= MAX_NAME else "from"
            file.refuse(line, f"the link has no node in column {column}, or one of more than {MAX_NAME:,} characters")
        if one == other:
            file.refuse(line, f"the link joins {printable(one)} to itself")
        ends.append(number.setdefault(one, len(number)))
        ends.append(number.setdefault(other, len(number)))
    names = by_number(number)
    place = np.empty(len(names), dtype=np.int32)
    place[[number[name] for name in names]] = np.arange(len(names))
    return Topology(_fabric(file, names, place[np.array(ends)], np.array(groups), list(classes)), file)


def _legal_columns(found: set[str]) -> bool:
    return found - {"class"} in map(set, _ENDS.items())


def _fabric(file: TextFile, names: list[str], ends: np.ndarray, groups: np.ndarray, classes: list[str]) -> Fabric:
    """The fabric of links ``ends[2 * i], ends[2 * i + 1]``; each takes the next port of both nodes."""
    order = np.argsort(ends, kind="stable")  # hops, by node and port: of link i the ends 2 * i and 2 * i + 1
    hop = np.empty_like(order)
    hop[order] = np.arange(len(order))
    link = order // 2
    first = np.minimum(hop[::2], hop[1::2])[link]  # the earlier hop of its link numbers the device
    devices, device = np.unique(first, return_inverse=True)
    number: dict[str, int] = {}
    own = [number.setdefault(printable(group, quotes=False) or "link", len(number)) for group in classes]
    kind = np.array(own, dtype=np.int16)[groups[link[devices]]]
    kinds, earliest = np.unique(kind, return_index=True)  # classes in the order of their devices
    place = np.empty(len(number), dtype=np.int16)
    place[kinds[np.argsort(earliest)]] = np.arange(len(kinds))
    by_place = sorted(number, key=lambda name: place[number[name]])
    indptr = np.searchsorted(ends[order], np.arange(len(names) + 1)).astype(np.int64)
    shown = unique_names([printable(name, quotes=False).strip() or name for name in names], names)
    network = Network(
        family="links",
        parameters={},
        indptr=indptr,
        target=ends[order ^ 1].astype(np.int32),
        device=device.astype(np.int32),
        device_classes=tuple(DeviceClass(name, "link") for name in by_place),
        device_class=place[kind],
        labels=lambda node: cast(Label, (shown[node],)),
    )
    flags = np.ones((2, len(names)), dtype=bool)
    ports = (np.arange(len(order)) - np.repeat(indptr[:-1], np.diff(indptr)) + 1).astype(np.int32)
    return Fabric(network, flags[0], flags[1], ports, hop[order ^ 1], (file.name,))


FORMAT = Format(
    "links",
    "a table of links with the columns from,to or source,target and perhaps class",
    lambda text: bool({"from", *_ENDS.values()} & csv_columns(text)),
    read_links,
    suffixes=(".csv",),
)

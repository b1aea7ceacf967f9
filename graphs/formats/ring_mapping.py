"""Ring mappings: JSON with the target of each link of each node of a network of rings.

A JSON object with ``successor``, a list with one list for each node: the number of the node to which each of its links
leads, or null where the node lacks that link. ``name`` is optional. Every node has one processor."""

import json
import re
from typing import Any

import numpy as np

from netlemma.errors import FormatError, NetworkError
from netlemma.graphs.base.limits import MAX_NODES
from netlemma.graphs.base.text_files import TextFile
from netlemma.graphs.formats import json_graph, lldp
from netlemma.graphs.formats.fabric.format import Format
from netlemma.graphs.topology.ring_structure import ABSENT, RingNetwork

MOST_BYTES = 20_000_000
LONGEST_NAME = 100
EXAMPLE = '{"successor": [[1, 0], [2, null], [0, null]]}'


def read_mapping(file: TextFile) -> RingNetwork:
    """The network of a file."""
    try:
        return parse_mapping(file.data.decode("utf-8"))
    except UnicodeDecodeError:
        raise FormatError(f"{file.name} is no text in UTF-8") from None
    except NetworkError as error:
        raise FormatError(f"{file.name}: {error}") from None


def parse_mapping(text: str) -> RingNetwork:
    """The network that a text in JSON describes.

    >>> parse_mapping(EXAMPLE)
    <RingNetwork mapping: 3 nodes, 2 rings>
    >>> parse_mapping('{"successor": [[1], [1]]}')  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    netlemma.errors.NetworkError: mapping: link 0 of node 0 leads to node 1 of 0..1, where its ring does not close...
    """
    try:
        found = json.loads(text, parse_constant=_refuse, parse_float=_refuse)
    except (ValueError, RecursionError) as error:
        raise NetworkError(
            f"the file is not JSON that can be read ({str(error) or 'nested too deeply'}); a mapping is {EXAMPLE}"
        ) from None
    rows = found.get("successor") if isinstance(found, dict) else None
    if not isinstance(rows, list) or not rows:
        raise NetworkError(f"the file has no list of nodes called successor; a mapping is {EXAMPLE}")
    unknown = sorted(set(found) - {"successor", "name"})
    if unknown:
        raise NetworkError(f"{unknown[0][:LONGEST_NAME]!r} is not known; a mapping has successor and, if wanted, name")
    name = found.get("name", "mapping")
    if not isinstance(name, str) or not name.isprintable() or not 0 < len(name) <= LONGEST_NAME:
        raise NetworkError(f"the name of a mapping is a text of 1 to {LONGEST_NAME} characters on one line")
    if len(rows) > MAX_NODES:
        raise NetworkError(f"{len(rows):,} nodes; at most {MAX_NODES:,} can be built")
    return _network(name, rows)


def _refuse(text: str) -> Any:
    raise ValueError(f"{text[:20]} is no whole number")


def _network(name: str, rows: list[Any]) -> RingNetwork:
    width = len(rows[0]) if isinstance(rows[0], list) else 0
    for node, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != width or not row:
            raise NetworkError(f"node {node} is no list of {width or 'one or more'} links: every node has the same number "
                               "of them, null where there is none")  # fmt: skip
        for link, to in enumerate(row):
            if to is not None and (type(to) is not int or not 0 <= to < len(rows)):
                raise NetworkError(
                    f"link {link} of node {node} leads to {str(to)[:20]}; nodes are 0 to {len(rows) - 1}"
                )
    successor = np.array([[ABSENT if to is None else to for to in row] for row in rows], dtype=np.int32)
    if not (successor != ABSENT).any():
        raise NetworkError("no node has a link")
    return RingNetwork(
        family=name,
        parameters={},
        successor=successor,
        class_names=("link",),
        link_class=np.zeros(successor.shape, dtype=np.int8),
        processors=np.ones(len(rows), dtype=np.int64),
        labels=lambda node: (node,),
        stage=np.zeros(len(rows), dtype=np.int32),
    )


def write_mapping(net: RingNetwork) -> tuple[str, tuple[str, ...]]:
    """The successors of each node by each link."""
    rows = [[None if to == ABSENT else to for to in row] for row in net.successor.tolist()]
    lost = (
        *["names of nodes"],
        *["classes of links"] * (len(net.class_names) > 1),
        *["processors"] * bool((net.processors != 1).any()),
        *["the routing of the family"] * (net.concise is not None),
    )
    return json.dumps({"name": net.title[:LONGEST_NAME], "successor": rows}) + "\n", lost


FORMAT = Format(
    "ring-mapping",
    "a network of rings as JSON",
    lambda text: (
        re.match(r'\s*\{\s*["}]', text) is not None
        and not json_graph.FORMAT.recognises(text)
        and not lldp.FORMAT.recognises(text)
    ),
    read_mapping,
    write=write_mapping,
    suffixes=(".json",),
    limit=MOST_BYTES,
)

"""Links of Cray routers as ``rtr --interconnect`` lists them, one line for each tile of a Gemini or Aries router."""

import re

from netlemma.graphs.base.text_files import TextFile, printable
from netlemma.graphs.formats.fabric.fabric import FabricBuilder
from netlemma.graphs.formats.fabric.format import Format, any_line
from netlemma.graphs.formats.fabric.topology import Topology

_TILE = r"(c\d{1,4}-\d{1,4}c\d{1,2}s\d{1,2}[ag]\d)l(\d)(\d)"
_AT = r"(?:\[\(\d{1,4},\d{1,4},\d{1,4}\)\]|\(\d{1,4}:\d{1,4}:\d{1,4}\))"
_LINE = re.compile(
    rf"{_TILE}{_AT}\s+(?P<way>[XYZ][+-]|green|black|blue|ptile|host)\s+->\s+"
    rf"(?:{_TILE}{_AT}|(?P<end>processor|unused))(?:\s+LinkType:\s+\w{{1,40}})?\s*"
)
_LEGAL = "'c0-0c0s0g0l00[(0,0,0)] Z+ -> c0-0c0s1g0l32[(0,0,1)] LinkType: backplane' or '... -> unused' is expected"


def read_cray(file: TextFile) -> Topology:
    """The routers and cables of a list as printed by ``rtr --interconnect``.

    A router is named by its place (``c0-0c0s0g0``), its outputs by their tiles (``l00``). Messages run between the
    routers with a processor's tile; if the list shows none, between all. A cable may be listed from one end or both.
    """
    builder = FabricBuilder("Cray")
    processors: set[int] = set()
    for number, line in file.lines():
        if not line.strip() or line.startswith("#"):
            continue
        if len(line) > 1024 or not (match := _LINE.fullmatch(line)):
            file.refuse(number, f"{printable(line)} is no link of a router: {_LEGAL}")
        ends = []
        for name, i, j in (match.group(1, 2, 3), match.group(5, 6, 7)):
            if name:
                node = builder.node(name, name, forwards=True, adapter=True)
                ends.append((node, 8 * int(i) + int(j) if int(j) < 8 else -1))
        if any(tile < 0 for _, tile in ends):
            file.refuse(number, "a tile has a row and a column from 0 to 7, as in l07")
        if match["end"] == "processor":
            processors.add(ends[0][0])
        elif match["end"] is None:
            if ends[0][0] == ends[1][0]:
                file.refuse(number, "the cable joins a router to itself")
            builder.link(file, number, ends[0], ends[1])
    if processors:
        builder.adapter = [node in processors for node in range(len(builder.names))]
    fabric = builder.build(file)
    exits = {(node, f"l{port // 8}{port % 8}"): hop for (node, port), hop in fabric.hop_at.items()}
    return Topology(fabric, file, exits)


FORMAT = Format(
    "cray",
    "what rtr --interconnect prints of Gemini and Aries routers",
    lambda text: any_line(text, re.compile(rf"{_TILE}.*")),
    read_cray,
)

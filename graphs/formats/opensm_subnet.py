"""``opensm-subnet.lst``: the fabric discovered by OpenSM, one line for each connected port."""

import re

from netlemma.graphs.base.text_files import TextFile
from netlemma.graphs.formats.fabric.format import Format, any_line
from netlemma.graphs.formats.fabric.subnet import Subnet, SubnetBuilder

_SIDE = (
    r"\{ (CA|SW|Rt)(?:-SM)? Ports:([0-9A-Fa-f]{2}) SystemGUID:[0-9A-Fa-f]{16} NodeGUID:([0-9A-Fa-f]{16}) "
    r"PortGUID:([0-9A-Fa-f]{16}) VenID:[0-9A-Fa-f]{1,8} DevID:[0-9A-Fa-f]{1,8} Rev:[0-9A-Fa-f]{1,8} "
    r"\{(.{0,64}?)\} LID:([0-9A-Fa-f]{4}) PN:([0-9A-Fa-f]{2}) \}"
)
_LINE = re.compile(rf"{_SIDE} {_SIDE} PHY=(\S+) LOG=(ACT|ARM|INI|DWN)(?: SPD=(\S+))?\s*")
_LEGAL = "'{ SW|CA Ports:.. ... {name} LID:.. PN:.. } { the other end } PHY=.. LOG=.. SPD=..' is expected"
MOST_LMC = 7


def read_subnet(file: TextFile, lmc: int = 0) -> Subnet:
    """Read ``opensm-subnet.lst``. Cables that are down are left out, as ibdmchk does."""
    if not 0 <= lmc <= MOST_LMC:
        file.refuse(None, f"lmc={lmc}: a port has 2^lmc LIDs, with lmc from 0 to {MOST_LMC}")
    subnet = SubnetBuilder("InfiniBand", file)
    for number, line in file.lines():
        if not line.strip():
            continue
        if len(line) > 1024 or not (match := _LINE.fullmatch(line)):
            file.refuse(number, f"this is no line of opensm-subnet.lst: {_LEGAL}")
        *sides, width, state, speed = match.groups()
        if state == "DWN":
            continue
        ends = [_side(subnet, number, sides[i : i + 7], lmc) for i in (0, 7)]
        subnet.rates[ends[0]] = f"{width.lower()} {speed}" if speed else width.lower()
        subnet.builder.half(file, number, *ends)
    return subnet.build()


def _side(subnet: SubnetBuilder, line: int, side: list[str], lmc: int) -> tuple[int, int]:
    kind, ports, guid, port_guid, name, lid, port = side
    node = subnet.node(line, kind == "SW", int(guid, 16), int(port, 16), name, int(ports, 16))
    subnet.guid(int(port_guid, 16), node)
    subnet.lid(line, int(lid, 16), node, 0 if kind == "SW" else lmc)
    return node, int(port, 16)


FORMAT = Format(
    "opensm-subnet",
    "an InfiniBand subnet, opensm-subnet.lst",
    lambda text: any_line(text, re.compile(r"\{ (?:CA|SW|Rt)\b.*")),
    read_subnet,
    suffixes=(".lst",),
    options=("lmc",),
)

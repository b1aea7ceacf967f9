"""Reports of links: ``ibnetdiscover -p`` and ``iblinkinfo -l``, with a line for each connected port."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from netlemma.graphs.base.text_files import TextFile, printable
from netlemma.graphs.formats.fabric.format import Format, any_line, is_message
from netlemma.graphs.formats.fabric.subnet import MAX_LID, Subnet, SubnetBuilder

_GUID = r"0x([0-9a-fA-F]{1,16})"
_PORTS = re.compile(
    rf"(SW|CA|RT)\s+([0-9]+)\s+([0-9]+) {_GUID} (\S+ \S+)\s+- (SW|CA|RT)\s+([0-9]+)\s+([0-9]+) {_GUID} "
    r"\( '(.{0,64}?)' - '(.{0,64}?)' \)\s*"
)
_OPEN = re.compile(rf"(?:SW|CA|RT)\s+[0-9]+\s+[0-9]+ {_GUID} .{{0,100}}'.{{0,64}}'\s*")  # a port without a cable
_ARROW = r"\s*([0-9]+)\s+([0-9]+)\[[^\]]{0,8}\] ==\((.{0,80})\)==>\s+"
_FAR = r'([0-9]+)\s+([0-9]+)\[[^\]]{0,8}\] "(.{0,64}?)"(?: \(.{0,200}\)?)?\s*'
_LINE = re.compile(rf'{_GUID} "(.{{0,64}}?)"{_ARROW}{_GUID}\s+{_FAR}')
_DOWN = re.compile(r".{0,200}==\(.{0,80}(?:Down|Disabled|Polling).{0,80}\)==>.{0,300}")
_RATE = re.compile(r"\s*(\S+)\s+(\S+(?: Gbps)?)(?: \((\w{1,9})\))?\s+Active")
_SIGN = re.compile(rf"{_PORTS.pattern}|{_LINE.pattern}")
MOST_PORTS = 254


class _End(NamedTuple):
    """An end of a link; "" where the report does not say whether it is a switch."""

    kind: str
    guid: str
    lid: int
    port: int
    name: str


def read_report(file: TextFile) -> Subnet:
    """The subnet of a report of links. A GUID with several ports is a switch, where the report does not say it."""
    rows, said = list[tuple[int, _End, _End, str]](), list[int]()
    for row in _rows(file, said):
        rows.append(row)
    if not rows:
        file.refuse(None, "the file holds no links")
    ports: dict[str, set[int]] = {}
    for _, *ends, _ in rows:
        for end in ends:
            ports.setdefault(end.guid, set()).add(end.port)
    subnet = SubnetBuilder("InfiniBand", file)
    for number, one, other, rate in rows:
        numbered = []
        for end in (one, other):
            switch = end.kind == "SW" or (not end.kind and len(ports[end.guid]) > 1)
            node = subnet.node(number, switch, int(end.guid, 16), end.port, end.name, MOST_PORTS)
            if end.lid:
                subnet.lid(number, end.lid, node)
            numbered.append((node, end.port))
        subnet.rates[numbered[0]] = rate
        subnet.builder.link(file, number, numbered[0], numbered[1])
    remarks = (f"{len(said)} messages of a program are left out",) * bool(said)
    return replace(subnet.build(), remarks=remarks)


def _rows(file: TextFile, said: list[int]) -> Iterator[tuple[int, _End, _End, str]]:
    """(line, this end, the other end, rate) of each line with a cable."""
    for number, line in file.lines():
        if not line.strip() or line.startswith("#"):
            continue
        line = line[:1024]
        if match := _PORTS.fullmatch(line):
            a, lid, port, near, rate, b, far_lid, far_port, far, near_name, far_name = match.groups()
            here = _end(file, number, a, near, lid, port, near_name)
            yield number, here, _end(file, number, b, far, far_lid, far_port, far_name), rate
        elif match := _LINE.fullmatch(line):
            near, near_name, lid, port, state, far, far_lid, far_port, far_name = match.groups()
            here = _end(file, number, "", near, lid, port, near_name)
            yield number, here, _end(file, number, "", far, far_lid, far_port, far_name), rate_of(state)
        elif _DOWN.fullmatch(line) or _OPEN.fullmatch(line):
            continue
        elif is_message(line):
            said.append(number)
        else:
            file.refuse(
                number,
                f"{printable(line.strip())} is no line of a report of links by iblinkinfo -l or ibnetdiscover -p",
            )


def _end(file: TextFile, line: int, kind: str, guid: str, lid: str, port: str, name: str) -> _End:
    number = file.number(line, lid, "the LID", 0, MAX_LID)
    return _End(kind, guid.lower(), number, file.number(line, port, "the port", 0, MOST_PORTS), name.strip())


def rate_of(state: str) -> str:
    """The width and speed in the state of a port that iblinkinfo prints, "" if it is not active.

    >>> rate_of("                4X     25.78125 Gbps Active/  LinkUp")
    '4X 25.78125 Gbps'
    >>> rate_of(" 4X  10.0 Gbps (FDR10) Active/  LinkUp")
    '4X FDR10'
    """
    match = _RATE.match(state)
    return f"{match[1]} {match[3] or match[2]}" if match else ""


FORMAT = Format(
    "link-report",
    "links of an InfiniBand subnet as ibnetdiscover -p and iblinkinfo -l print them",
    lambda text: any_line(text, _SIGN),
    read_report,
)

"""Output of ``iblinkinfo``: the ports of each node, with the node and port at the other end."""

import re
from dataclasses import replace

from netlemma.graphs.base.text_files import TextFile
from netlemma.graphs.formats.fabric.format import Format, any_line, is_message
from netlemma.graphs.formats.fabric.subnet import Subnet, SubnetBuilder
from netlemma.graphs.formats.link_report import rate_of

MOST_PORTS = 254
_HEAD = re.compile(
    r"(?:Switch|Router):? (?:0x(?P<guid>[0-9a-fA-F]{1,16}) )?(?P<switch>.{0,100}):|(?:CA|HCA): (?P<name>.{0,100}):"
)
_LINK = re.compile(
    r"(?:0x(?P<guid>[0-9a-fA-F]{1,16})\s+)?(?P<lid>\d{1,5})\s+(?P<port>\d{1,3})\[.{0,4}\]\s+==\((?P<state>.{0,80})\)==>\s+"
    r"(?:(?P<far_lid>\d{1,5})\s+(?P<far_port>\d{1,3}))?\s*\[.{0,4}\]\s+\"(?P<far_name>.{0,100})\"\s*\(.{0,200}\)"
)
_LEGAL = "this is no line of iblinkinfo: 'Switch: GUID NAME:' or 'LID PORT[ ] ==( ... )==> LID PORT[ ] \"NAME\" ( )' is expected"
_SIGN = re.compile(r"(?!\s*0x[0-9a-fA-F]{1,16} \").{0,60}==\(.{0,80}\)==>.{0,200}")


def read_iblinkinfo(file: TextFile) -> Subnet:
    """Read the output of ``iblinkinfo``; ports without a neighbour are left out.

    A port line has no identifier of the node at the other end but its LID, so that nodes without lines of their own, which
    --switches-only leaves out, are adapters.
    """
    links: list[tuple[int, int, int, int, int]] = []  # line, and LID and port of both ends
    rates: dict[tuple[int, int], str] = {}
    said = 0
    names: dict[int, str] = {}
    guids: dict[int, int] = {}
    switches: set[int] = set()
    of_switch, owner, guid = False, "", 0
    for number, line in file.lines():
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if len(line) <= 1024 and (head := _HEAD.fullmatch(line)):
            of_switch, owner = head["switch"] is not None, (head["switch"] or head["name"] or "").strip()
            guid = int(head["guid"] or "0", 16)
        elif len(line) <= 1024 and (link := _LINK.fullmatch(line)):
            lid = int(link["lid"])
            names[lid] = owner
            if of_switch:
                switches.add(lid)
            if own := guid if of_switch else int(link["guid"] or "0", 16):
                guids[lid] = own
            if link["far_lid"]:
                far = int(link["far_lid"])
                links.append((number, lid, int(link["port"]), far, int(link["far_port"])))
                rates[lid, int(link["port"])] = rate_of(link["state"])
                names.setdefault(far, link["far_name"].strip())
        elif is_message(line):
            said += 1
        else:
            file.refuse(number, _LEGAL)
    subnet = SubnetBuilder("InfiniBand", file)
    node = {}
    for number, *ends in links:
        for lid, port in (ends[:2], ends[2:]):
            if lid not in node:
                node[lid] = subnet.node(number, lid in switches, guids.get(lid, -lid), port, names[lid], MOST_PORTS)
                subnet.lid(number, lid, node[lid])
    for number, lid, port, far, far_port in links:
        subnet.rates[node[lid], port] = rates[lid, port]
        subnet.builder.link(file, number, (node[lid], port), (node[far], far_port))
    return replace(subnet.build(), remarks=(f"{said} messages of a program are left out",) * bool(said))


FORMAT = Format(
    "iblinkinfo",
    "an InfiniBand subnet as iblinkinfo prints it",
    lambda text: any_line(text, _SIGN),
    read_iblinkinfo,
)

"""Output of ``ibnetdiscover``: a block for each node, with a line for each connected port."""

import re
from dataclasses import dataclass, replace

from netlemma.graphs.base.text_files import TextFile
from netlemma.graphs.formats.fabric.format import Format, any_line, is_message
from netlemma.graphs.formats.fabric.subnet import MAX_LID, Subnet, SubnetBuilder

_NODE = re.compile(r'(Switch|Ca|Rt)\s+([0-9]{1,3})\s+"([SHR])-([0-9a-fA-F]{16})"\s+#\s+"(.{0,64}?)"(.{0,200})')
_PORT = re.compile(
    r'\[([0-9]{1,3})\]\s*(?:\[ext [0-9]+\])?\s*(?:\(([0-9a-fA-F]{1,16})\))?\s+"([SHR])-([0-9a-fA-F]{16})"\s*\[([0-9]{1,3})\]'
    r"\s*(?:\[ext [0-9]+\])?\s*(?:\([0-9a-fA-F]{1,16}\))?(?:\s*#(.{0,400}))?"
)
_RATE = re.compile(r"\b[0-9]{1,2}x[A-Z0-9]{1,8}\s*")
_SWITCH_LID = re.compile(r"\blid ([0-9]+)(?: lmc ([0-7]))?\b")
_LEGAL = '\'Switch|Ca PORTS "S-GUID" # "name" ...\' or \'[PORT] "S-GUID"[PORT] # ...\' is expected'
_HEADS = re.compile(
    r"(vendid|devid|sysimgguid|switchguid|caguid|rtguid)=.{0,100}|(?:Non-)?Chassis .{0,200}|DR path .{0,500}"
)
_LISTED = re.compile(r"(?:Switch|Ca|Rt)\s*: 0x[0-9a-fA-F]{1,16} ports \d{1,3} .{0,100}")  # of ibhosts and ibswitches
_SIGNS = re.compile(
    rf"{_NODE.pattern}|{_LISTED.pattern}|(?:vendid|devid|sysimgguid|switchguid|caguid|rtguid)=.{{0,100}}|Non-Chassis Nodes"
)


@dataclass
class _Block:
    """The node whose lines are being read."""

    switch: bool
    guid: int
    name: str
    ports: int


def read_ibnetdiscover(file: TextFile) -> Subnet:
    """Read the output of ``ibnetdiscover``."""
    blocks: dict[int, _Block] = {}
    ports: list[tuple[int, _Block, re.Match[str]]] = []
    lids: list[tuple[int, _Block, str]] = []
    block, begun, said = None, False, list[int]()
    for number, line in file.lines():
        line = line.strip()
        if not line or line.startswith("#") or (len(line) <= 1024 and _HEADS.fullmatch(line)):
            begun = begun or bool(line and not line.startswith("#"))
            continue
        if len(line) <= 1024 and (node := _NODE.fullmatch(line)):
            block = _block(file, number, node, blocks)
            if block.switch:
                lids.append((number, block, node[6]))
        elif block and len(line) <= 1024 and (port := _PORT.fullmatch(line)):
            ports.append((number, block, port))
        elif len(line) <= 1024 and _LISTED.fullmatch(line):
            file.refuse(number, "ibhosts and ibswitches list nodes without cables: give the output of ibnetdiscover")
        elif not (begun or block) or is_message(line):
            said.append(number)  # what programs print beside the data
        else:
            file.refuse(number, f"this is no line of ibnetdiscover: {_LEGAL}")
    subnet, found = SubnetBuilder("InfiniBand", file), list[int]()
    for number, owner, comment in lids:
        switch = subnet.node(number, True, owner.guid, 0, owner.name, owner.ports)
        found.append(_lid(subnet, number, comment, switch))
    for number, owner, match in ports:
        found += _port(subnet, number, owner, match, blocks)
    lines = ", ".join(map(str, said[:5])) + ", ..." * (len(said) > 5)
    remarks = (f"messages of a program are left out: line{'s' * (len(said) > 1)} {lines}",) * bool(said)
    if without := sum(lid == 0 for lid in found):
        remarks += (f"{without:,} ports have no LID: no subnet manager has run yet",)
    return replace(subnet.build(), remarks=remarks)


def _block(file: TextFile, number: int, node: re.Match[str], blocks: dict[int, _Block]) -> _Block:
    kind, count, letter, guid, name, _ = node.groups()
    if (kind, letter) not in (("Switch", "S"), ("Ca", "H"), ("Rt", "R")):
        file.refuse(
            number, f"a {kind} has the identifier {letter}-{guid}: S is for switches, H for adapters, R for routers"
        )
    if int(guid, 16) in blocks:
        file.refuse(number, f"the node with GUID 0x{guid} has a block before this one")
    block = _Block(kind == "Switch", int(guid, 16), name, file.number(number, count, "the number of ports", 1, 254))
    blocks[block.guid] = block
    return block


def _lid(subnet: SubnetBuilder, number: int, comment: str, node: int) -> int:
    """Record the LID of a node, if it has one; 0 before a subnet manager has run, and where a program writes none."""
    match = _SWITCH_LID.search(comment)
    if not match:
        return 0
    lid = subnet.file.number(number, match[1], "the LID", 0, MAX_LID)
    if lid:
        subnet.lid(number, lid, node, int(match[2] or 0))
    return lid


def _port(
    subnet: SubnetBuilder, number: int, block: _Block, port: re.Match[str], blocks: dict[int, _Block]
) -> list[int]:
    """Record a cable; the LID of an adapter, if it is at this end."""
    here_port, port_guid, letter, far_guid, far_port, comment = port.groups()
    far = blocks.get(int(far_guid, 16))
    if far is None or far.switch != (letter == "S"):
        subnet.file.refuse(number, f"{letter}-{far_guid} has no block in the file: is it cut short?")
    ends = []
    for which, text in ((block, here_port), (far, far_port)):
        p = subnet.file.number(number, text, f"the port of {which.name}", 1, 254)
        ends.append((subnet.node(number, which.switch, which.guid, p, which.name, which.ports), p))
    lids = []
    if not block.switch:
        lids.append(_lid(subnet, number, comment or "", ends[0][0]))
        if port_guid:
            subnet.guid(int(port_guid, 16), ends[0][0])
    if rate := _RATE.search(comment or "", (comment or "").rfind('"') + 1):
        subnet.rates[ends[0]] = rate[0].strip()
    subnet.builder.half(subnet.file, number, *ends)
    return lids


FORMAT = Format(
    "ibnetdiscover",
    "an InfiniBand subnet as ibnetdiscover prints it",
    lambda text: any_line(text, _SIGNS),
    read_ibnetdiscover,
)

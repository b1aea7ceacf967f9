"""Net files of ibsim, the simulator of InfiniBand subnets: a block for each node, with a line for each cable."""

import re

from netlemma.graphs.base.text_files import TextFile, printable
from netlemma.graphs.formats.fabric.fabric import FabricBuilder
from netlemma.graphs.formats.fabric.format import Format, any_line
from netlemma.graphs.formats.fabric.topology import Topology

_NODE = re.compile(r'(Switch|Hca|Ca|Rt)\s+([0-9]{1,3})\s+"([^"]{1,64})"(?:\s+"([^"]{0,64})")?.{0,200}', re.IGNORECASE)
_PORT = re.compile(
    r'\[([0-9]{1,3})\](?:@[^"]{0,40})?\s*"([^"]{1,64})"\s*(?:\[([0-9]{1,3})\])?(?:@\S{0,40})?[^"\[\]]{0,200}'
)
_OTHER = re.compile(
    r"(?:module|include|do|sysimgguid|switchguid|caguid|nodeguid|vendid|devid|nodeprefix|nodebase)\b.{0,200}",
    re.IGNORECASE,
)
_SIGN = re.compile(
    r'(?:Switch|Hca)\s+[0-9]{1,3}\s+"(?!S-[0-9a-f]{16})[^"]{1,64}"\s*(?:"[^"]{0,64}")?\s*(?:#.*)?', re.IGNORECASE
)
_LEGAL = "'Switch PORTS \"name\"', 'Hca PORTS \"name\"' or '[PORT] \"name\"[PORT]' is expected"


def read_net(file: TextFile) -> Topology:
    """The fabric of a net file. A cable may be listed at one of its ends alone."""
    builder = FabricBuilder("ibsim")
    rows: list[tuple[int, str, int, str, int]] = []
    counts: dict[str, tuple[bool, int, str]] = {}
    here = ""
    for number, line in file.lines():
        line = line.split("#", 1)[0].strip()[:1024]
        if not line or _OTHER.fullmatch(line):
            continue
        if node := _NODE.fullmatch(line):
            here = node[3]
            if here in counts:
                file.refuse(number, f"{printable(here)} has a block before this one")
            counts[here] = (
                node[1].lower() == "switch",
                file.number(number, node[2], "the number of ports", 1, 254),
                node[4] or here,
            )
        elif here and (port := _PORT.fullmatch(line)):
            far = file.number(number, port[3] or "1", "the other port", 1, 254)
            rows.append((number, here, file.number(number, port[1], "the port", 1, counts[here][1]), port[2], far))
        else:
            file.refuse(number, f"{printable(line)} is no line of a net file of ibsim: {_LEGAL}")
    for number, one, here_port, other, far_port in rows:
        ends = []
        for name, at in ((one, here_port), (other, far_port)):
            if name not in counts:
                file.refuse(number, f"{printable(name)} has no block in the file: is it cut short?")
            switch, _, shown = counts[name]
            key = name if switch else (name, at)
            ends.append((builder.node(key, shown, forwards=switch, adapter=not switch, distinct=f"port {at}"), at))
        builder.link(file, number, ends[0], ends[1])
    return Topology(builder.build(file), file)


FORMAT = Format(
    "ibsim",
    "a fabric for ibsim, the simulator of InfiniBand subnets",
    lambda text: any_line(text, _SIGN),
    read_net,
)

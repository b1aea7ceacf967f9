"""Neighbours as lldpd knows them: the output of ``lldpctl -f json`` or ``-f json0``, of one device in a file that is called like it,
or of several in one file, by their names.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from netlemma.errors import FormatError
from netlemma.graphs.base.text_files import TextFile, printable
from netlemma.graphs.formats.fabric.fabric import FabricBuilder
from netlemma.graphs.formats.fabric.format import Format
from netlemma.graphs.formats.fabric.topology import Topology

LIMIT = 50_000_000  # bytes
_LEGAL = '{"lldp": {"interface": ...}} as lldpctl -f json prints it, or {"leaf1": {"lldp": ...}, ...} is expected'
_LAST = re.compile(r".*?([0-9]{1,5})[^0-9]*")


@dataclass(frozen=True)
class Seen:
    """What a device says of one of its ports.

    device, port: The device and its port.
    peer: Name of the neighbour.
    names: Names of the neighbour's port.
    forwards: Whether the neighbour is a bridge or router; None if it does not say.
    file, line: Where.
    """

    device: str
    port: str
    peer: str
    names: tuple[str, ...]
    forwards: bool | None
    file: TextFile
    line: int

    @property
    def text(self) -> str:
        """The sentence, for contradictions."""
        return f"port {self.port} of {self.device} is joined to port {self.names[0]} of {self.peer}"


def read_lldp(file: TextFile) -> Topology:
    """The fabric of the neighbours of one file.

    >>> port = '{"id": {"type": "ifname", "value": "swp1"}}'
    >>> text = '{"lldp": {"interface": {"eth0": {"chassis": {"leaf1": {}}, "port": %s}}}}' % port
    >>> net = read_lldp(TextFile("node1.json", text.encode()))
    >>> sorted(net.node)
    ['leaf1', 'node1']
    """
    return read_together([file])


def read_together(files: Sequence[TextFile]) -> Topology:
    """The fabric of the neighbours of several files; what two devices say of one cable has to agree."""
    found = [each for file in files for each in _neighbours(file)]
    if not found:
        files[0].refuse(None, f"no neighbour is named: {_LEGAL}")
    devices = {each.device for each in found}
    builder = FabricBuilder("LLDP")
    forwards: dict[str, bool] = {}
    at: dict[tuple[str, str], Seen] = {}
    for each in found:
        peer = _known(each.peer, devices)
        if each.forwards is not None:
            forwards[peer] = forwards.get(peer, False) or each.forwards
        before = at.setdefault((each.device, each.port), each)
        if before is not each and (before.peer, before.names) != (each.peer, each.names):
            raise FormatError(
                f"{each.file.name}:{each.line}: {each.text}, but in {before.file.name}:{before.line} {_to(before)}"
            )
    for device in devices:
        forwards.setdefault(device, not forwards or sum(each.device == device for each in at.values()) > 1)
    ends: dict[tuple[str, str], tuple[str, str, Seen]] = {}
    for (device, port), each in at.items():
        peer = _known(each.peer, devices)
        far = _far(each, peer, at, devices)
        for here, there in (((device, port), (peer, far)), ((peer, far), (device, port))):
            known = ends.setdefault(here, (*there, each))
            if known[:2] != there:
                other = known[2]
                raise FormatError(
                    f"{each.file.name}:{each.line}: {each.text}, but by {other.file.name}:{other.line} {other.text}"
                )
    texts: dict[str, list[str]] = {}
    for device, port in ends:
        texts.setdefault(device, []).append(port)
    roles = any(each.forwards is not None for each in found)
    number = {device: _numbers(each) for device, each in texts.items()}
    node = {
        name: builder.node(
            name, name, forwards=not roles or forwards.get(name, True), adapter=not (roles and forwards.get(name, True))
        )
        for name in texts
    }
    for (device, port), (peer, far, each) in ends.items():
        if (device, port) <= (peer, far):
            builder.link(each.file, each.line, (node[device], number[device][port]), (node[peer], number[peer][far]))
    fabric = builder.build(files[0])
    outputs = {(node[device], port): fabric.hop_at[node[device], number[device][port]] for device, port in ends}
    return Topology(fabric, files[0], outputs=outputs)


def _to(seen: Seen) -> str:
    return f"to port {seen.names[0]} of {seen.peer}"


def _known(name: str, devices: set[str]) -> str:
    """The name of a neighbour, or that of the device with a file whose name it has without its domain."""
    short = name.partition(".")[0]
    return name if name in devices or short not in devices else short


def _far(seen: Seen, peer: str, at: dict[tuple[str, str], Seen], devices: set[str]) -> str:
    """The port of a neighbour, by the name that the neighbour itself uses if it has been read, too."""
    own = [port for port in seen.names if (peer, port) in at]
    back = (
        [
            port
            for (device, port), each in at.items()
            if device == peer and _known(each.peer, devices) == seen.device and seen.port in each.names
        ]
        if peer in devices
        else []
    )
    if back and own and own[0] not in back:
        other = at[peer, own[0]]
        raise FormatError(
            f"{seen.file.name}:{seen.line}: {seen.text}, but by {other.file.name}:{other.line} {other.text}"
        )
    return (own or back or list(seen.names))[0]


def _numbers(texts: list[str]) -> dict[str, int]:
    last = {text: match[1] for text in texts if (match := _LAST.fullmatch(text))}
    if len(last) == len(texts) == len({int(each) for each in last.values()}):
        return {text: int(each) for text, each in last.items()}
    return {text: number for number, text in enumerate(sorted(texts), 1)}


def _neighbours(file: TextFile) -> Iterator[Seen]:
    try:
        text = file.data.decode("utf-8-sig")
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        file.refuse(line, f"the file is not JSON that can be read: {printable(str(error), quotes=False)}")
    if not isinstance(found, dict):
        file.refuse(None, _LEGAL)
    several = found if "lldp" not in found else {Path(file.name).name.partition(".")[0]: found}
    place = 0
    for device, each in several.items():
        if "lldp" not in found:
            place = max(text.find(json.dumps(device), place), place)
        if not isinstance(each, dict) or "lldp" not in each:
            file.refuse(None, f"{printable(device)} has no entry lldp: {_LEGAL}")
        whole = each["lldp"]
        parts = whole if isinstance(whole, list) else [whole]
        for part in parts:
            if not isinstance(part, dict):
                file.refuse(None, f"lldp of {printable(device)} is no object: {_LEGAL}")
            for port, about in _interfaces(file, part.get("interface", [])):
                place = max(text.find(json.dumps(port), place), place)
                line = text.count("\n", 0, place) + 1
                yield _seen(file, line, device, port, about)


def _interfaces(file: TextFile, given: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Ports and what is seen there: objects by name, lists of such, or as in json0 objects with an entry name."""
    for each in given if isinstance(given, list) else [given]:
        if not isinstance(each, dict):
            file.refuse(None, f"an interface is {printable(str(each)[:40])}: {_LEGAL}")
        rows = [(each["name"], each)] if isinstance(each.get("name"), str) else list(each.items())
        for port, about in rows:
            if not isinstance(about, dict) or not port:
                file.refuse(None, f"interface {printable(str(port)[:40])} is no object: {_LEGAL}")
            yield port, about


def _first(given: Any) -> Any:
    """The only object of a list, as json0 has them, or the object itself."""
    return given[0] if isinstance(given, list) and given else given


def _value(given: Any) -> str:
    """The value of an entry, which is a text or an object."""
    given = _first(given)
    given = given.get("value", "") if isinstance(given, dict) else given
    return given.strip() if isinstance(given, str) else ""


def _seen(file: TextFile, line: int, device: str, port: str, about: dict[str, Any]) -> Seen:
    chassis, far = _first(about.get("chassis")), _first(about.get("port"))
    if not isinstance(chassis, dict) or not isinstance(far, dict):
        file.refuse(
            line, f"port {printable(port)} of {printable(device)} has no chassis and port of a neighbour: {_LEGAL}"
        )
    name = _value(chassis.get("name"))
    if (
        not name
        and len(chassis) == 1
        and isinstance(inner := next(iter(chassis.values())), dict)
        and "type" not in inner
    ):
        name, chassis = next(iter(chassis)), inner
    name = name or _value(chassis.get("id"))
    ident, told = _first(far.get("id")), _value(far.get("descr"))
    kind = ident.get("type") if isinstance(ident, dict) else ""
    value = _value(ident)
    names = [value, told] if kind not in ("mac", "local") or not told else [told, value]
    names = [printable(each, quotes=False) for each in names if each]
    if not name or not names:
        file.refuse(
            line, f"the neighbour at port {printable(port)} of {printable(device)} has no {'port' if name else 'name'}"
        )
    given = chassis.get("capability", [])
    roles = [each for each in (given if isinstance(given, list) else [given]) if isinstance(each, dict)]
    on = {str(each.get("type")) for each in roles if each.get("enabled") is True}
    forwards = bool(on & {"Bridge", "Router"}) if roles else None
    clean = [printable(each, quotes=False) for each in (device, port, name)]
    return Seen(clean[0], clean[1], clean[2], tuple(names), forwards, file, line)


FORMAT = Format(
    "lldp",
    "neighbours by LLDP as JSON, as lldpctl -f json prints them",
    lambda text: re.match(r"\s*\{", text) is not None and re.search(r'"lldp"\s*:\s*[\[{]', text) is not None,
    read_lldp,
    limit=LIMIT,
    together=read_together,
)

"""Slurm's ``topology.conf`` and ``topology.yaml``: switches with their switches or nodes, as lists of hosts such as ``tor[1-4]``."""

import re
from collections.abc import Iterator
from itertools import islice

from netlemma.graphs.base.text_files import MAX_LINE, TextFile, printable
from netlemma.graphs.formats.fabric.fabric import FabricBuilder
from netlemma.graphs.formats.fabric.format import MOST_LOOKED_AT, Format, any_line
from netlemma.graphs.formats.fabric.topology import Topology

MOST_NAMES = 1_000_000
_SIGN = re.compile(r"\s*(?:SwitchName|BlockName)\s*=\s*\S.*", re.IGNORECASE)
_YAML = re.compile(r"\s*(?:-\s+)?(?:topology|switch)\s*:\s*\S.*")
_ENTRY = re.compile(r"\s*(-\s+)?(\w+)\s*:\s*[\"']?([^\"']*?)[\"']?\s*")
_WORD = re.compile(r"(\w+)\s*=\s*((?:[^\s\[]|\[[^\]]*\])+)")
_RANGE = re.compile(r"([^\[\]]*)\[([0-9,\s-]+)\]")
_LEGAL = "'SwitchName=NAME Switches=NAME[1-4]' or 'SwitchName=NAME Nodes=NAME[1-4]' is expected"


def read_topology(file: TextFile) -> Topology:
    """The tree of switches and nodes of a ``topology.conf``; the speed of links is not used."""
    builder, lines = FabricBuilder("Slurm"), dict[str, tuple[int, str, str]]()
    remarks: dict[str, None] = {}
    yaml = any(_YAML.fullmatch(line) for _, line in islice(file.lines(), MOST_LOOKED_AT))
    for number, text in _of_yaml(file) if yaml else _whole_lines(file):
        words = {name.lower(): value for name, value in _WORD.findall(text)}
        name = words.pop("switchname", "")
        if "blockname" in words or "blocksizes" in words:
            file.refuse(
                number,
                "blocks of nodes say nothing of switches and links: a topology of the plugin topology/tree is read",
            )
        if _WORD.sub("", text).strip() or not name or len({"switches", "nodes"} & words.keys()) != 1:
            file.refuse(number, f"{printable(text.strip())} is no line of topology.conf: {_LEGAL}")
        for left in words.keys() - {"switches", "nodes"}:
            remarks[f"not used: {left} (every link counts as one hop)"] = None
        kind = "nodes" if "nodes" in words else "switches"
        for each in hosts(file, number, name):
            if each in lines:
                file.refuse(number, f"switch {printable(each)} is there before, in line {lines[each][0]}")
            lines[each] = number, kind, words[kind]
    ports: dict[int, int] = {}
    above: dict[str, str] = {}
    links: list[tuple[int, int, int]] = []
    for name, (number, kind, below) in lines.items():
        up = builder.node(name, name, forwards=True, adapter=False)
        for each in hosts(file, number, below):
            if kind == "switches" and each not in lines:
                file.refuse(number, f"switch {printable(each)} has no line of its own")
            if kind == "nodes" and each in lines:
                file.refuse(number, f"{printable(each)} is a switch, in line {lines[each][0]}, and a node here")
            if above.setdefault(each, name) != name:
                file.refuse(
                    number,
                    f"{printable(each)} is below {printable(above[each])} and {printable(name)}: one is expected",
                )
            down = builder.node(each, each, forwards=kind == "switches", adapter=kind == "nodes")
            links.append((number, up, down))
    for number, up, down in links:
        if up == down:
            file.refuse(number, f"switch {printable(builder.names[up])} is below itself")
        ports[up], ports[down] = ports.get(up, 0) + 1, ports.get(down, 0) + 1
        builder.link(file, number, (up, ports[up]), (down, ports[down]))
    return Topology(builder.build(file), file, remarks=tuple(remarks))


def _whole_lines(file: TextFile) -> Iterator[tuple[int, str]]:
    """The lines with those that a backslash continues, without comments and blank lines."""
    before, start = "", 0
    for number, line in file.lines():
        line = line.split("#", 1)[0].rstrip()
        start = start or number
        if line.endswith("\\"):
            before += line[:-1] + " "
            continue
        if (text := before + line).strip():
            yield start, text
        before, start = "", 0


def _of_yaml(file: TextFile) -> Iterator[tuple[int, str]]:
    """The switches of the tree in a ``topology.yaml``, as lines of a ``topology.conf``."""
    start, words = 0, ""
    for number, line in file.lines():
        line = line.split(" #", 1)[0].rstrip()[:MAX_LINE]
        if not line.strip() or line.lstrip().startswith(("#", "---")):
            continue
        match = _ENTRY.fullmatch(line)
        if match and match[2].lower() == "switch":
            if words:
                yield start, words
            start, words = number, f"SwitchName={match[3]}"
        elif match and words and match[2].lower() in ("children", "nodes"):
            words += f" {'Switches' if match[2].lower() == 'children' else 'Nodes'}={match[3]}"
        elif match and match[2].lower() in ("block", "blocks", "block_sizes"):
            file.refuse(number, "blocks of nodes say nothing of switches and links: a tree is read")
        elif not match or match[2].lower() not in ("topology", "cluster_default", "tree", "switches", "flat"):
            file.refuse(
                number,
                f"{printable(line.strip())} is no line of topology.yaml: 'switch: NAME' and 'children:' or 'nodes:' are expected",
            )
    if words:
        yield start, words


def hosts(file: TextFile, line: int, text: str) -> list[str]:
    """The names in a list of hosts of Slurm.

    >>> hosts(TextFile("t", b""), 1, "tor[1-2],n[08-10,12]x[0-1]")
    ['tor1', 'tor2', 'n08x0', 'n08x1', 'n09x0', 'n09x1', 'n10x0', 'n10x1', 'n12x0', 'n12x1']
    """
    found: list[str] = []
    for part in re.split(r",(?![^\[]*\])", text):
        names, rest = [""], part.strip()
        while match := _RANGE.match(rest):
            numbers = list(_numbers(file, line, match[2]))
            if len(names) * len(numbers) + len(found) > MOST_NAMES:
                file.refuse(line, f"the line names more than {MOST_NAMES:,} nodes, the most that are read")
            names, rest = [name + match[1] + number for name in names for number in numbers], rest[match.end() :]
        if "[" in rest or "]" in rest:
            file.refuse(line, f"{printable(part)} is no list of hosts such as node[1-4,7]")
        found += [name + rest for name in names if name + rest]
    return found


def _numbers(file: TextFile, line: int, text: str) -> Iterator[str]:
    for part in text.split(","):
        low, dash, high = part.strip().partition("-")
        least = file.number(line, low, "the first number of a range", 0, MOST_NAMES)
        most = file.number(line, high, "the last number of a range", least, MOST_NAMES) if dash else least
        for number in range(least, most + 1):
            yield f"{number:0{len(low)}}"


FORMAT = Format(
    "slurm-topology",
    "the tree of switches in Slurm's topology.conf or topology.yaml",
    lambda text: (
        any_line(text, _SIGN) or (any_line(text, _YAML) and any_line(text, re.compile(r"(?:-\s+)?switch\s*:.*")))
    ),
    read_topology,
)

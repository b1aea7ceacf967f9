"""What two files say differently of one fabric: cables, rates and LIDs, each with both places."""

from collections import Counter
from collections.abc import Iterator

from netlemma.graphs.base.text_files import printable
from netlemma.graphs.fabrics.changes import port_names
from netlemma.graphs.fabrics.shapes import Deviation
from netlemma.graphs.formats.fabric.subnet import Subnet, gigabits
from netlemma.graphs.formats.fabric.topology import Topology

WITH_PORTS = ("cables", "ibsim")  # formats besides those with GUIDs whose ports are those of the devices
Pair = tuple[str, str]


def contradictions(one: Topology, other: Topology) -> list[Deviation]:
    """What a file says of cables, rates and LIDs, and another one contradicts, by names: of hosts their first words."""
    by_port = all(isinstance(each, Subnet) or each.fabric.network.family in WITH_PORTS for each in (one, other))
    found = list(_cables_by_port(one, other) if by_port else _cables_by_ends(one, other))
    if isinstance(one, Subnet) and isinstance(other, Subnet):
        found += _lids(one, other)
    return [Deviation("contradiction", f"contradiction: {words}") for words in found]


def _names(read: Topology) -> list[str]:
    """The name of each node: of a host the first word of its description, if no other one has it."""
    fabric = read.fabric
    full = [fabric.name(node) for node in range(fabric.network.node_count)]
    first = [name.partition(" ")[0] for name in full]
    count = Counter(first)
    return [
        short if count[short] == 1 and not forwards else name.strip()
        for name, short, forwards in zip(full, first, fabric.forwards.tolist(), strict=True)
    ]


def _place(read: Topology, hop: int) -> str:
    lines = read.fabric.lines
    return printable(read.file.name, quotes=False) + ("" if lines is None else f":{lines[hop]}")


def _ports(read: Topology) -> dict[tuple[str, int], tuple[str, int, int]]:
    """The port at the other end of each port that has a cable, and the hop."""
    fabric, names = read.fabric, _names(read)
    net = fabric.network
    ends = zip(net.origin.tolist(), fabric.port.tolist(), net.target.tolist(), fabric.reverse.tolist(), strict=True)
    return {(names[u], p): (names[v], int(fabric.port[r]), h) for h, (u, p, v, r) in enumerate(ends) if r >= 0}


def _cables_by_port(one: Topology, other: Topology) -> Iterator[str]:
    """Ports of unlike cables, cables of one file alone, and rates that differ; each cable once."""
    first, second = _ports(one), _ports(other)
    done: set[frozenset[tuple[str, int]]] = set()
    for mine, theirs, here, there in ((first, second, one, other), (second, first, other, one)):
        for end, (far, port, hop) in mine.items():
            cable = frozenset([end, (far, port)])
            if cable in done:
                continue
            done.add(cable)
            meant = next((each for each in (end, (far, port)) if each in theirs), None)
            if meant is None:
                yield f"cable {port_names(here.fabric, hop, '-')} is in {_place(here, hop)}, but not in {there.file.name}"
                continue
            name, number, back = theirs[meant]
            if frozenset([meant, (name, number)]) != cable:
                own = mine[meant]
                done.add(frozenset([meant, (name, number)]))
                yield (
                    f"port {meant[1]} of {meant[0]} is joined to port {own[1]} of {own[0]} in {_place(here, hop)}, "
                    f"but to port {number} of {name} in {_place(there, back)}"
                )
                continue
            rates = _rate(here, hop), _rate(there, back)
            if all(rates) and gigabits(rates[0]) != gigabits(rates[1]):
                yield (
                    f"cable {port_names(here.fabric, hop, '-')} has the rate {rates[0]} in {_place(here, hop)}, "
                    f"but {rates[1]} in {_place(there, back)}"
                )


def _rate(read: Topology, hop: int) -> str:
    """The rate of a cable as its file has it, "" if it has none."""
    if not isinstance(read, Subnet):
        return ""
    fabric = read.fabric
    ends = (h for h in (hop, int(fabric.reverse[hop])) if h >= 0)
    ports = ((int(fabric.network.origin[h]), int(fabric.port[h])) for h in ends)
    return next((read.rates[port] for port in ports if port in read.rates), "")


def _cables_by_ends(one: Topology, other: Topology) -> Iterator[str]:
    """Pairs of nodes with more cables in one file than in the other, where a file has no ports."""
    counts: list[Counter[Pair]] = []
    hops: list[dict[Pair, int]] = []
    for read in (one, other):
        fabric, names = read.fabric, _names(read)
        net = fabric.network
        ends = [
            tuple(sorted((names[u], names[v]))) for u, v in zip(net.origin.tolist(), net.target.tolist(), strict=True)
        ]
        pairs: list[Pair] = [(u, v) for u, v in ends]
        first = {int(device): hop for hop, device in reversed(list(enumerate(net.device.tolist())))}
        counts.append(Counter(pairs[hop] for hop in first.values()))
        hops.append({pairs[hop]: hop for hop in reversed(list(first.values()))})
    for pair in sorted(counts[0].keys() | counts[1].keys()):
        mine, theirs = counts[0][pair], counts[1][pair]
        if mine != theirs:
            places = [
                _place(read, at[pair]) if pair in at else printable(read.file.name, quotes=False)
                for read, at in zip((one, other), hops, strict=True)
            ]
            yield f"{mine} cables join {pair[0]} and {pair[1]} in {places[0]}, but {theirs} in {places[1]}"


def _lids(one: Subnet, other: Subnet) -> Iterator[str]:
    """Nodes whose lowest LID differs."""
    mine: dict[str, int] = {}
    theirs: dict[str, int] = {}
    for read, lids in ((one, mine), (other, theirs)):
        names = _names(read)
        for lid, node in sorted(read.lids.items()):
            lids.setdefault(names[node], lid)
    for name in sorted(mine.keys() & theirs.keys()):
        if mine[name] != theirs[name]:
            places = [
                f"{read.file.name}:{read.lid_lines[lid]}" if lid in read.lid_lines else read.file.name
                for read, lid in ((one, mine[name]), (other, theirs[name]))
            ]
            yield f"{name} has LID {mine[name]} in {places[0]}, but {theirs[name]} in {places[1]}"

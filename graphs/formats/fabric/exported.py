"""A network as nodes and links by name, which the writers of formats share."""

from dataclasses import dataclass

from netlemma.errors import InputError
from netlemma.graphs.formats.fabric.fabric import unique_names
from netlemma.graphs.formats.fabric.roles import BUS
from netlemma.graphs.topology.structure import Network, node_roles, show


@dataclass(frozen=True)
class Exported:
    """Nodes with their roles, links with their ends, class and whether they lead one way; buses are nodes of their own.

    ``numbers`` are capacity and latency of each link as texts, without those that the network has not; ``lost`` says what
    does not fit a link.
    """

    title: str
    nodes: dict[str, str]
    links: list[tuple[str, str, str, bool]]
    numbers: list[dict[str, str]]
    lost: tuple[str, ...] = ()

    def lost_without(self, *kept: str) -> tuple[str, ...]:
        """What a format loses that has no capacities and latencies, but those that are ``kept``."""
        names = {"capacity": "capacities of links", "latency": "latencies of links"}
        given = next(iter(self.numbers), {})
        return (*(names[each] for each in given if each not in kept), *self.lost)

    @property
    def one_way(self) -> int:
        """Number of one-way links."""
        return sum(link[3] for link in self.links)

    @property
    def roles(self) -> bool:
        """Whether a node has a role other than both."""
        return any(self.nodes.values())


def exported(net: Network) -> Exported:
    """The nodes and links of a network; rings of one node are left out."""
    shown = [show(net.labels(node)) for node in range(net.node_count)]
    names = unique_names(shown, [str(node) for node in range(net.node_count)])
    nodes = dict(zip(names, node_roles(net), strict=True))
    links: list[tuple[str, str, str, bool]] = []
    of_devices = {"capacity": net.capacity, "latency": net.latency_of_links}
    given = {name: values for name, values in of_devices.items() if values is not None}
    numbers: list[dict[str, str]] = []
    for number, device in enumerate(net.devices):
        ends = [names[node] for node in device.nodes]
        if device.kind == "bus":
            nodes[device.name] = BUS
            links += [(end, device.name, device.class_name, False) for end in ends]
        elif ends[0] != ends[1]:
            links.append((ends[0], ends[1], device.class_name, device.kind == "one-way link"))
        numbers += [{name: str(each[number]) for name, each in given.items()}] * (len(links) - len(numbers))
    lost = ("latencies of links, which differ by direction",) * (net.latency is not None and "latency" not in given)
    return Exported(net.title, nodes, links, numbers, lost)


def require_plain(found: Exported, form: str, parallel: bool = False, one_way: bool = False) -> None:
    """Refuse networks that a format cannot hold."""
    ends = {(min(u, v), max(u, v)) for u, v, *_ in found.links} if not one_way else {link[:2] for link in found.links}
    wrong = {
        "buses": BUS in found.nodes.values(),
        "one-way links": not one_way and found.one_way > 0,
        "parallel links": not parallel and len(ends) < len(found.links),
    }
    for what, given in wrong.items():
        if given:
            raise InputError(
                f"{form} holds no {what}, which {found.title} has: write GraphML, links in CSV, DOT or JSON"
            )

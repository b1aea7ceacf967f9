"""A network as nodes and links by name, which the writers of formats share."""

from dataclasses import dataclass

from netlemma.errors import InputError
from netlemma.graphs.formats.fabric.fabric import unique_names
from netlemma.graphs.formats.fabric.roles import BUS
from netlemma.graphs.topology.structure import Network, node_roles, show


@dataclass(frozen=True)
class Exported:
    """Nodes with their roles, links with their ends, class and whether they lead one way; buses are nodes of their own.

    ``capacities`` are those of the links as texts, "" if the network has none.
    """

    title: str
    nodes: dict[str, str]
    links: list[tuple[str, str, str, bool]]
    capacities: list[str]

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
    capacities: list[str] = []
    for number, device in enumerate(net.devices):
        ends = [names[node] for node in device.nodes]
        if device.kind == "bus":
            nodes[device.name] = BUS
            links += [(end, device.name, device.class_name, False) for end in ends]
        elif ends[0] != ends[1]:
            links.append((ends[0], ends[1], device.class_name, device.kind == "one-way link"))
        capacities += ["" if net.capacity is None else str(net.capacity[number])] * (len(links) - len(capacities))
    return Exported(net.title, nodes, links, capacities)


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

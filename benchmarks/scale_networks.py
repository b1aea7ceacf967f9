"""Networks for bench_scale.py as files, made from a seed: random regular graphs, dragonflies, trees, fat trees with tables.

python scale_networks.py regular FILE NODES DEGREE      tree FILE NODES      mesh FILE WIDTH DIMENSIONS
                         dragonfly FILE H               fat-tree FOLDER PORTS PODS
"""

import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np

SEED = 15
SIDE = "{{ {kind} Ports:{ports:02X} SystemGUID:{guid:016x} NodeGUID:{guid:016x} PortGUID:{port_guid:016x} VenID:000000 DevID:0000 Rev:000000A1 {{{name}}} LID:{lid:04X} PN:{port:02X} }}"  # noqa: E501


def random_regular(nodes: int, degree: int, seed: int = SEED) -> np.ndarray:
    """Links of a random regular graph without parallel links: pairs of ends are drawn, and wrong ones exchanged.

    Parameters
    ----------
    nodes : int
        Number of nodes.
    degree : int
        Links of each node; ``nodes * degree`` is even.
    seed : int, optional
        Seed of NumPy's default generator.

    Returns
    -------
    ndarray of int, shape (nodes * degree / 2, 2)
        Ends of the links.
    """
    draw = np.random.default_rng(seed)
    ends = draw.permutation(np.repeat(np.arange(nodes), degree)).reshape(-1, 2)
    while True:
        low, high = ends.min(axis=1), ends.max(axis=1)
        _, first = np.unique(low * nodes + high, return_index=True)
        wrong = np.ones(len(ends), dtype=bool)
        wrong[first] = False
        wrong |= low == high
        if not wrong.any():
            return ends
        those = np.flatnonzero(wrong)
        others = draw.choice(len(ends), size=len(those), replace=False)
        both = np.union1d(those, others)
        ends[both] = draw.permutation(ends[both].ravel()).reshape(-1, 2)


def write_links(path: Path, links: Iterable[tuple[int, int]]) -> None:
    """Write links.csv.

    Parameters
    ----------
    path : Path
        The file.
    links : iterable of (int, int)
        Ends of the links.
    """
    path.write_text("from,to\n" + "".join(f"n{u},n{v}\n" for u, v in links))


def mesh_links(width: int, dimensions: int) -> np.ndarray:
    """Links of a mesh as a plain graph.

    Parameters
    ----------
    width : int
        Nodes of each row.
    dimensions : int
        Number of dimensions.

    Returns
    -------
    ndarray of int, shape (links, 2)
        Ends of the links.
    """
    number = np.arange(width**dimensions).reshape((width,) * dimensions)
    parts = []
    for d in range(dimensions):
        low, high = np.take(number, range(width - 1), axis=d), np.take(number, range(1, width), axis=d)
        parts.append(np.stack([low.ravel(), high.ravel()], axis=1))
    return np.concatenate(parts)


def random_tree(nodes: int, seed: int = SEED) -> np.ndarray:
    """Links of a random recursive tree: each node hangs on one drawn among those before it.

    Parameters
    ----------
    nodes : int
        Number of nodes.
    seed : int, optional
        Seed of NumPy's default generator.

    Returns
    -------
    ndarray of int, shape (nodes - 1, 2)
        Ends of the links.
    """
    later = np.arange(1, nodes)
    return np.stack([np.random.default_rng(seed).integers(0, later), later], axis=1)


def write_dragonfly(path: Path, h: int) -> int:
    """Write a balanced dragonfly (a = 2h routers in a group, h terminals and h global links of each, a h + 1 groups) as
    BookSim's anynet.

    Parameters
    ----------
    path : Path
        The file.
    h : int
        Global links of a router.

    Returns
    -------
    int
        Number of terminals; 1,056 for h = 4.
    """
    a = 2 * h
    groups = a * h + 1
    links: dict[int, list[int]] = {router: [] for router in range(groups * a)}
    for group in range(groups):
        for i in range(a):
            links[group * a + i] += [group * a + j for j in range(i + 1, a)]
    for group in range(groups):
        for other in range(group + 1, groups):
            here, there = other - group - 1, groups - 1 - (other - group)
            links[group * a + here // h].append(other * a + there // h)
    lines = []
    for router, others in links.items():
        nodes = "".join(f" node {router * h + t}" for t in range(h))
        lines.append(f"router {router}{nodes}" + "".join(f" router {other}" for other in others))
    path.write_text("\n".join(lines) + "\n")
    return groups * a * h


def write_fat_tree(folder: Path, ports: int, pods: int) -> tuple[int, int]:
    """Write a three-level fat tree as OpenSM dumps it: opensm-subnet.lst, opensm.fdbs, and the tables as arrays in tables.npz.

    Hosts are spread over upward ports by their number (destination modulo ports).

    Parameters
    ----------
    folder : Path
        Folder of the files.
    ports : int
        Ports of a switch, even.
    pods : int
        Number of pods, at most ``ports``; each has ports/2 leaves, ports/2 spines and (ports/2)^2 hosts.

    Returns
    -------
    tuple of (int, int)
        Numbers of hosts and switches.
    """
    half = ports // 2
    hosts, leaves, cores = pods * half * half, pods * half, half * half
    switches = 2 * leaves + cores  # leaves, spines, cores
    cables = [((hosts + host // half, 1 + host % half), (host, 1)) for host in range(hosts)]
    for pod in range(pods):
        for i in range(half):
            leaf, spine = hosts + pod * half + i, hosts + leaves + pod * half + i
            cables += [((leaf, half + 1 + j), (hosts + leaves + pod * half + j, 1 + i)) for j in range(half)]
            cables += [((spine, half + 1 + j), (hosts + 2 * leaves + i * half + j, 1 + pod)) for j in range(half)]

    def side(end: tuple[int, int]) -> str:
        node, port = end
        kind = "CA" if node < hosts else "SW"
        known = {
            "kind": kind,
            "ports": 1 if node < hosts else ports,
            "guid": (node + 1) << 8,
            "port_guid": ((node + 1) << 8) + (node < hosts),
        }
        return SIDE.format(**known, name=f"{'H' if node < hosts else 'S'}{node}", lid=node + 1, port=port)

    with open(folder / "opensm-subnet.lst", "w") as file:
        for one, other in cables:
            file.write(f"{side(one)} {side(other)} PHY=4x LOG=ACT SPD=2.5\n")
            file.write(f"{side(other)} {side(one)} PHY=4x LOG=ACT SPD=2.5\n")
    host = np.arange(hosts)
    pod, leaf = host // (half * half), host // half
    out = np.zeros((switches, hosts), dtype=np.uint8)
    for switch in range(switches):
        if switch < leaves:
            out[switch] = np.where(leaf == switch, 1 + host % half, half + 1 + host % half)
        elif switch < 2 * leaves:
            here = (switch - leaves) // half
            out[switch] = np.where(pod == here, 1 + leaf % half, half + 1 + host // half % half)
        else:
            out[switch] = 1 + pod
    np.savez(folder / "tables.npz", out=out, half=half, pods=pods)
    port_text = np.array([f" : {port:03d}  : 00   : yes\n" for port in range(ports + 1)])
    lids = np.array([f"0x{lid:04X}" for lid in range(1, hosts + 1)])
    with open(folder / "opensm.fdbs", "w") as file:
        for switch in range(switches):
            file.write(
                f"dump_ucast_routes: Switch 0x{(hosts + switch + 1) << 8:016x}\nLID    : Port : Hops : Optimal\n"
            )
            file.write("".join(np.char.add(lids, port_text[out[switch]]).tolist()))
            file.write("\n")
    return hosts, switches


def main() -> None:
    """Make a network, and print how large it is."""
    kind, where, *words = sys.argv[1:]
    path, numbers = Path(where), [int(word) for word in words]
    if kind == "dragonfly":
        print(write_dragonfly(path, *numbers))
    elif kind == "fat-tree":
        print(*write_fat_tree(path, *numbers))
    else:
        links = {"regular": random_regular, "tree": random_tree, "mesh": mesh_links}[kind](*numbers)
        write_links(path, links.tolist())
        print(len(links))


if __name__ == "__main__":
    main()

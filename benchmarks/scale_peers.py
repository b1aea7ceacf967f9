"""Plain NumPy counts of what bench_scale.py measures, run as processes of their own.

python scale_peers.py west-first WIDTH        turn rule of a mesh: is the dependency graph of its channels acyclic?
python scale_peers.py up-down links.csv       the same for up*/down* from node 0
python scale_peers.py tables tables.npz       loads of all cables of a fat tree under its tables, from arrays
python scale_peers.py igraph links.csv        edge betweenness by igraph, in floating point
"""

import sys
from pathlib import Path

import numpy as np


def acyclic(channels: int, before: np.ndarray, after: np.ndarray) -> bool:
    """Whether dependencies have no cycle: channels that nothing left waits for are removed, round by round."""
    order = np.argsort(before, kind="stable")
    after = after[order]
    start = np.searchsorted(before[order], np.arange(channels + 1))
    waiting = np.bincount(after, minlength=channels)
    ready, done = np.flatnonzero(waiting == 0), 0
    while len(ready):
        done += len(ready)
        count = start[ready + 1] - start[ready]
        at = np.repeat(start[ready] - np.cumsum(count) + count, count) + np.arange(count.sum())
        freed, times = np.unique(after[at], return_counts=True)
        waiting[freed] -= times
        ready = freed[waiting[freed] == 0]
    return done == channels


def turns(tail: np.ndarray, head: np.ndarray, nodes: int) -> tuple[np.ndarray, np.ndarray]:
    """All pairs of a channel and one that begins where it ends, but for those back."""
    order = np.argsort(tail, kind="stable")
    start = np.searchsorted(tail[order], np.arange(nodes + 1))
    count = (start[1:] - start[:-1])[head]
    before = np.repeat(np.arange(len(tail)), count)
    after = order[np.repeat(start[head] - np.cumsum(count) + count, count) + np.arange(count.sum())]
    other = head[after] != tail[before]
    return before[other], after[other]


def links(path: str) -> tuple[np.ndarray, int]:
    """Links of a file and number of nodes."""
    text = Path(path).read_text().split("\n", 1)[1].replace("n", "")
    ends = np.array(text.replace(",", " ").split(), dtype=np.int64).reshape(-1, 2)
    return ends, int(ends.max()) + 1


def west_first(width: int) -> str:
    number = np.arange(width * width).reshape(width, width)  # the first digit falls to the west
    low = np.concatenate([number[:-1].ravel(), number[:, :-1].ravel()])
    high = np.concatenate([number[1:].ravel(), number[:, 1:].ravel()])
    tail, head = np.concatenate([low, high]), np.concatenate([high, low])
    west = tail - head == width
    before, after = turns(tail, head, width * width)
    legal = west[before] | ~west[after]
    return f"acyclic: {acyclic(len(tail), before[legal], after[legal])}"


def up_down(path: str) -> str:
    ends, nodes = links(path)
    tail, head = np.concatenate([ends[:, 0], ends[:, 1]]), np.concatenate([ends[:, 1], ends[:, 0]])
    level = np.full(nodes, nodes)
    level[0], here, depth = 0, np.zeros(nodes, dtype=bool), 0
    here[0] = True
    while here.any():
        depth += 1
        fresh = np.unique(head[here[tail]])
        fresh = fresh[level[fresh] == nodes]
        level[fresh] = depth
        here[:] = False
        here[fresh] = True
    up = (level[head] < level[tail]) | ((level[head] == level[tail]) & (head < tail))
    before, after = turns(tail, head, nodes)
    legal = up[before] | ~up[after]
    return f"acyclic: {acyclic(len(tail), before[legal], after[legal])}"


def tables(path: str) -> str:
    found = np.load(path)
    out, half, pods = found["out"].astype(np.int64), int(found["half"]), int(found["pods"])
    switches, hosts = out.shape
    leaves = pods * half
    ports = 2 * half + 1
    target = np.full((switches, ports), -1)  # switch behind each port, -1 for hosts
    for pod in range(pods):
        for i in range(half):
            for j in range(half):
                target[pod * half + i, half + 1 + j] = leaves + pod * half + j
                target[leaves + pod * half + i, 1 + j] = pod * half + j
                target[leaves + pod * half + i, half + 1 + j] = 2 * leaves + i * half + j
                target[2 * leaves + i * half + j, 1 + pod] = leaves + pod * half + i
    loads = np.zeros(switches * ports, dtype=np.int64)
    start = np.bincount(np.arange(hosts) // half, minlength=switches)
    for host in range(hosts):
        sent = start.copy()  # messages to this host at each switch
        sent[host // half] -= 1
        at = np.flatnonzero(sent)
        while len(at):
            port = out[at, host]
            loads[at * ports + port] += sent[at]
            there, many = target[at, port], sent[at]
            onward = there >= 0
            sent = np.bincount(there[onward], weights=many[onward], minlength=switches).astype(np.int64)
            at = np.flatnonzero(sent)
    return f"largest load {loads.max()}"


def igraph(path: str) -> str:
    from igraph import Graph

    ends, nodes = links(path)
    return f"largest load {2 * max(Graph(nodes, ends.tolist()).edge_betweenness())}"


if __name__ == "__main__":
    kind, what = sys.argv[1:]
    print({"west-first": lambda: west_first(int(what)), "up-down": lambda: up_down(what), "tables": lambda: tables(what),
           "igraph": lambda: igraph(what)}[kind]())  # fmt: skip

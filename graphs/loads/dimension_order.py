"""Dimension-order loads of a product, followed hop by hop for many messages at once.

Messages with the same remaining corrections are followed together: when dimension d is corrected, all messages at one
node that head for the same digit of dimension d take the same hops, whatever the rest of their destinations."""

from math import lcm, prod

import numpy as np

from netlemma.graphs.base.errors import RoutingError
from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.loads.loads import Loads, gather, shortest_loads
from netlemma.graphs.loads.paths import Counted
from netlemma.graphs.routing.hop_routing import inside
from netlemma.graphs.topology.factors import Factor
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.topology.symmetry import trivial_orbits

WORD = 1 << 62  # whole numbers below are safe in 64 bits


def dimension_order_loads(net: Network, progress: Progress = None) -> Loads:
    """Loads when dimension 0 is corrected first, then 1, and so on, every shortest path inside a dimension equally
    likely.

    They are the same if half-way around a ring all messages rise: in both cases every link of a ring carries as many of
    the tied messages of all nodes as any other link of it, since a rotation of the ring maps one link to the other.

    No symmetry is used. All numbers are integers: the messages of dimension d are counted in units of one over the
    product of the least common multiples of the path counts inside dimensions 0 to d.

    Parameters
    ----------
    net : Network
        The product.
    progress : Progress, optional
        Function called now and then with (sources done, all sources).

    Returns
    -------
    Loads
        Visit ratios.

    Raises
    ------
    RoutingError
        If the network is not a product.
    NetworkError
        If it is not connected.
    """
    if len(net.factors) == 1:
        return shortest_loads(net, False, progress)
    shape = [f.size for f in net.factors]
    units = [lcm(*(count for row in inside(f)[1] for count in row)) for f in net.factors]
    whole = net.node_count**2 * sum(shape) * prod(units)  # no sum is larger than that of all loads
    kind = np.int64 if whole < WORD else object
    flow = np.ones(net.node_count, dtype=kind)
    farthest = np.zeros(net.node_count, dtype=np.int64)  # hops behind the message that came the longest way
    loads = np.zeros(net.device_count, dtype=kind)
    for d, factor in enumerate(net.factors):
        view = (prod(shape[:d]), factor.size, prod(shape[d + 1 :]))
        unit = units[d]
        later = prod(units[d + 1 :]) * view[2]  # later units, and how many destinations share the digits up to d
        devices = _devices(net, factor, view)
        distance, paths = inside(factor)
        arrived, longest = np.empty(view, dtype=kind), np.empty(view, dtype=np.int64)
        for goal in range(factor.size):
            here = flow.reshape(view) * unit
            for digit in sorted(range(factor.size), key=lambda x: -distance[x][goal]):
                moving = here[:, digit, :].copy()
                for head, device in devices[digit]:
                    if distance[head][goal] == distance[digit][goal] - 1:
                        part = moving * paths[head][goal] // paths[digit][goal]
                        here[:, head, :] += part
                        loads[device] += part * later
            arrived[:, goal, :] = here[:, goal, :]
            hops = np.array([row[goal] for row in distance])
            longest[:, goal, :] = (farthest.reshape(view) + hops[:, None]).max(axis=1)
        flow, farthest = arrived.ravel(), longest.ravel()
        if progress:
            progress((d + 1) * net.node_count // len(shape), net.node_count)
    counted = Counted(loads.tolist(), prod(units), int(loads.sum()) // prod(units), int(farthest.max()))
    return gather(net, trivial_orbits(net), counted, [1] * net.device_count)


def _devices(net: Network, factor: Factor, view: tuple[int, int, int]) -> list[list[tuple[int, np.ndarray]]]:
    """For each digit its hops along the dimension: head, and the devices by the coordinates before and after."""
    after = view[2]
    tail, head = net.origin // after % factor.size, net.target // after % factor.size
    along = np.flatnonzero(tail != head)
    along = along[net.target[along] - net.origin[along] == (head[along] - tail[along]) * after]
    inner = factor.hops()
    result = []
    for digit in range(factor.size):
        heads = inner.head[inner.tail == digit]
        hops = along[tail[along] == digit].reshape(view[0], after, len(heads))  # nodes in order, each with its hops
        if (head[hops] != heads).any():
            raise RoutingError(f"{net.title} is not the product of its factors")
        result.append([(int(to), net.device[hops[:, :, j]]) for j, to in enumerate(heads)])
    return result

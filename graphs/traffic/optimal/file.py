"""A routing with given flows as a Python file, in the form that the option --routing-file reads."""

from pprint import pformat

import numpy as np

from netlemma.graphs.traffic.optimal.program import Best

TEXT = '''"""{description}

FLOWS has the flows of one {commodity} of each class, multiplied by a number: (node, node, which of parallel links) -> flow.
Symmetries map them to the others: an image of each node, and whether links are followed backwards. A node sends messages
on in proportion to the flow. The n-th hop of a route is on virtual channel n - 1, at most the last one: with as many virtual
channels as the longest route has hops there is no deadlock.
"""

from fractions import Fraction

kind = "oblivious"
vcs = 1
description = {description!r}
SYMMETRIES = {symmetries}
FLOWS = {flows}


def prepare(network):
    global numbers, names, flows, nearest
    names = [network.labels(node) for node in range(network.node_count)]
    numbers = {{name: node for node, name in enumerate(names)}}
    flows, todo = {{}}, list(FLOWS.items())
    for commodity, flow in todo:
        if commodity not in flows:
            flows[commodity] = flow
            for backwards, image in SYMMETRIES:
                turn = -1 if backwards else 1
                key = tuple(image[node] for node in commodity[::turn])
                moved = {{}}
                for (tail, head, link), share in flow.items():
                    moved[(*(image[node] for node in (tail, head)[::turn]), link)] = share
                todo.append((key, moved))
    nearest = {{}}
    for end in range(network.node_count):
        nearest[end], found = {{}}, [end]
        for node in found:
            for tail in network.origin[network.target == node].tolist():
                if tail != end and tail not in nearest[end] and (node == end or network.forwards is None or network.forwards[node]):
                    nearest[end][tail] = node
                    found.append(tail)

{labels}
def next_channels(node, came_by, destination{label}):
    here, end = numbers[node], numbers[destination]
    vc = 0 if came_by is None else min(came_by.vc + 1, vcs - 1)
    flow = flows.get({key}, {{}})
    shares = {{(names[head], vc, link): share for (tail, head, link), share in flow.items() if tail == here}}
    if not shares:
        return names[nearest[end][here]], vc
    return {{choice: Fraction(share, sum(shares.values())) for choice, share in shares.items()}}
'''
LABELS = """
def labels(source, destination):
    return [numbers[source]]

"""


def routing_file(best: Best, description: str, of_pairs: bool) -> str:
    """Text of a Python file with the routing."""
    symmetry, count = best.classes.symmetry, best.classes.symmetry.network.node_count
    net = symmetry.network
    _, beside = np.unique(net.origin.astype(np.int64) * count + net.target, return_inverse=True)
    order = np.argsort(beside, kind="stable")
    starts = np.searchsorted(beside[order], beside[order])
    link = np.empty(net.hop_count, dtype=np.int64)
    link[order] = np.arange(net.hop_count) - starts
    flows = {}
    for key, row in zip(best.classes.first, best.flows, strict=True):
        hops = np.flatnonzero(row)
        ends = zip(net.origin[hops].tolist(), net.target[hops].tolist(), link[hops].tolist(), strict=True)
        flows[divmod(key, count) if of_pairs else (key,)] = dict(zip(ends, row[hops].tolist(), strict=True))
    moves = [(bool(symmetry.reversing[g]), symmetry.nodes[g].tolist()) for g in symmetry.generators]
    return TEXT.format(
        description=description,
        commodity="pair of nodes" if of_pairs else "destination",
        symmetries=pformat(moves, width=120, compact=True),
        flows=pformat(flows, width=120, compact=True),
        labels=LABELS if of_pairs else "",
        label=", source" if of_pairs else "",
        key="(source, end)" if of_pairs else "(end,)",
    )

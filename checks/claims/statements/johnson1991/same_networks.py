"""Judges of isomorphic networks: the butterfly fabric and omega networks, the livefly of fanout 2 and one ring."""

from collections.abc import Iterator

import networkx as nx

from netlemma.checks.claims.evidence import ClaimedValue
from netlemma.checks.claims.statements.formulas import by_cases
from netlemma.checks.claims.statements.johnson1991.networks import BUTTERFLY, LIVEFLY, explicit_rings, sizes_of
from netlemma.checks.claims.statements.johnson1991.rounds import row
from netlemma.derive.core.claim import Reading
from netlemma.graphs import families, measure
from netlemma.graphs.rings.written import from_rings


@by_cases
def omega(reading: Reading) -> Iterator[ClaimedValue]:
    """The butterfly fabric compared with omega networks: isomorphic by rotating the digits of each row by its stage."""
    place = {"last": -1, "first": 0}[reading.says["digit"]]
    for size in sizes_of(BUTTERFLY, 9, 30):
        f, r = size["f"], size["r"]
        net = explicit_rings(BUTTERFLY, size)
        fabric: nx.MultiDiGraph = nx.MultiDiGraph()
        for u, after in enumerate(net.successor.tolist()):
            fabric.add_edges_from((u, v) for v in after)
        stages: nx.MultiDiGraph = nx.MultiDiGraph()
        for u in range(net.node_count):
            digits, stage = row(net, u), int(net.stage[u])
            shuffled = digits[1:] + digits[:1]
            for d in range(f):
                shuffled[place] = d
                stages.add_edge((stage, *digits), ((stage + 1) % r, *shuffled))
        where = {u: (s := int(net.stage[u]), *(row(net, u)[s:] + row(net, u)[:s])) for u in fabric}
        same = sorted(nx.relabel_nodes(fabric, where).edges()) == sorted(stages.edges())
        otherwise = not same and nx.is_isomorphic(fabric, stages)
        open = "isomorphic, but not by rotating digits" if otherwise else ""
        yield ClaimedValue(size, "isomorphic", "not isomorphic", same=same, open=open)


@by_cases
def one_row(reading: Reading) -> Iterator[ClaimedValue]:
    """The livefly of fanout 2, written out, compared with one ring."""
    for stages in range(2, 9):
        size = {"f": 2, "r": stages}
        whole = measure(families()[LIVEFLY].make(2, stages))
        ring = measure(from_rings("ring", [(tuple(range(stages)), 0)], labels=[(i,) for i in range(stages)]))
        used = [c for c in whole.classes if c.devices and any(send for send, _, _ in c.loads)]
        yield ClaimedValue(size, f"{reading.says['rings_used']} rings used", f"{len(used)} rings used", of=size)
        yield ClaimedValue(size, ring.classes[0].loads, used[0].loads, of=size)
        for name in ("nodes", "distance", "ring_hops", "total_distance", "hot_queue", "mean_queue"):
            yield ClaimedValue(size, getattr(ring, name), getattr(whole, name), of=size)

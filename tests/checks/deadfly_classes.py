"""A deadlock-2 routing for the deadfly, of which Johnson and Goodman (1991, section 3.5) say that it exists as a corollary.

The livefly has a second ring along each row, by which packets go to stage 0 first and to their target's stage last. The deadfly
has one ring there, with two classes of queues instead, and a packet may not visit it twice. So a packet that goes along its row to
stage 0 stays on that ring until the first digit that must change, and does not go to stage 0 at all where no digit before its own
stage must change: then it would come round to where it entered. A packet that has reached its target's row stays there.

In the order of the queues that follows, only those of short rings occur twice: in the output queues of a row, packets on
their way to stage 0 before others; in the input queues, packets that have arrived behind others.
"""

from collections.abc import Iterator
from typing import Any

from netlemma.graphs.deadlock.ring_queues import certificate_network, pairs, scope
from netlemma.graphs.deadlock.verdict import FREE
from netlemma.graphs.rings.routing import RingRouting, route
from netlemma.graphs.sources import ring_network
from netlemma.graphs.topology.ring_structure import RingNetwork

SHORT, LONG = 0, 1
QUEUES = "input-output"


def deadlock_2_routing(net: RingNetwork) -> RingRouting:
    """The routing, for a deadfly.

    >>> net = ring_network("deadfly", f=2, r=3)
    >>> [net.labels(node) for node, _ in route(net, deadlock_2_routing(net), 11, 2)]  # from (1, 3) to (0, 2)
    [(1, 3), (2, 3)]
    """
    f, r = net.parameters["f"], net.parameters["r"]
    rows = f**r
    places = [f ** (r - 1 - i) for i in range(r)]
    after = net.successor.tolist()

    def next_link(source: int, node: int, target: int, last: int | None) -> int:
        (start, x), (stage, z), y = divmod(source, rows), divmod(node, rows), target % rows
        must_wrap = any(x // place % f != y // place % f for place in places[:start])
        to_stage_0 = z == x and must_wrap and stage >= start
        wanted = (z if to_stage_0 else y) // places[stage] % f
        return next(link for link, v in enumerate(after[node]) if v % rows // places[stage] % f == wanted)

    return RingRouting(
        "two-classes",
        "along the row to stage 0 if an earlier digit must change; at stage s the link that sets digit s to the target's",
        next_link,
    )


def order(net: RingNetwork) -> Iterator[str]:
    """The queues in an order in which every packet finds its own; each occurs at most twice."""
    rows, r = net.parameters["f"] ** net.parameters["r"], net.parameters["r"]

    def queues(side: str, stage: int, *classes: int) -> Iterator[str]:
        for node in range(stage * rows, (stage + 1) * rows):
            into = net.successor[:, :] == node if side == "input" else None
            for link in range(net.fanout):
                tail = node if into is None else int(into[:, link].argmax())
                if net.link_class[tail, link] in classes:
                    yield f"{side} {link} of node {node}"

    for stage in range(1, r):
        yield from queues("output", stage, SHORT)
    yield from queues("input", 0, SHORT)
    for stage in range(r):
        if stage:
            yield from queues("input", stage, SHORT, LONG)
        yield from queues("output", stage, SHORT, LONG)
    yield from queues("input", 0, LONG)
    yield from queues("output", 0, SHORT)
    for stage in range(r):
        yield from queues("input", stage, SHORT)


def two_classes(f: int, r: int) -> dict[str, Any]:
    """The certificate of one size, with all routes: packets use at most two classes of each queue, in rising order.

    >>> from netlemma.checks.certificates.certification import check_certificate
    >>> check_certificate(two_classes(2, 2))
    'deadlock-free: some routing of deadfly f=2 r=2, ...: with at most 2 partitions of each queue, numbers rise along 56 routes'
    """
    net = ring_network("deadfly", f=f, r=r)
    by = deadlock_2_routing(net)
    numbers: dict[str, list[int]] = {}
    for number, queue in enumerate(order(net)):
        numbers.setdefault(queue, []).append(number)
    return {
        "verdict": FREE,
        "network": certificate_network(net),
        "routing": None,
        "rule": "any",
        "queues": QUEUES,
        "classes": max(map(len, numbers.values())),
        "scope": scope(net),
        "kind": "numbering",
        "routes": [[s, t, [list(hop) for hop in route(net, by, s, t)]] for s, t in pairs(net)],
        "numbers": numbers,
    }

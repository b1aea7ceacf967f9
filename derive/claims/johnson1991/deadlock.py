"""What the paper says of deadlock and of partitions of queues."""

from derive.claims.johnson1991.words import said

_LETTERS = 'queue models input-output ("we name every input and output queue with a letter"), output and input'
_OWN = f"its own routing; {_LETTERS}"
_NONE_3 = "Figure 3 shows a 12-node topology for which there is no deadlock-1 routing function ... No matter how the routing is chosen"
_CYCLES_3 = "these routes form queue cycles that can lead to deadlock"
_BELIEF = "we do not believe that any deadlock-1 routing exists for the Shuffle"
_NEED = "like the Shuffle, the Deadfly requires queue partitioning to avoid deadlock"
_SHUFFLE_NEED = (
    "we do not have a deadlock-1 routing for the Shuffle and so we must use queue partitioning for deadlock avoidance"
)
_RING_HOPS = (
    "some topologies do not have deadlock-constant routings and need non-constant queue partitioning for deadlock "
    "avoidance; this requires "
    "queue resources that can hold at least ring-hops packets"
)

STATEMENTS = (
    said(
        "four-rings.no-routing",
        _NONE_3,
        "Section 2.2.1; Figure 3",
        f"routes that visit no ring twice; {_LETTERS}",
        routes="any",
        exists="no",
    ),
    said(
        "four-rings.no-routing.shortest",
        _NONE_3,
        "Section 2.2.1; Figure 3",
        f"shortest routes; {_LETTERS}",
        routes="shortest",
        exists="no",
    ),
    said(
        "four-rings.cycles",
        _CYCLES_3,
        "Section 2.2.1; Figure 3",
        f"shortest routes, by the general router; {_LETTERS}",
        networks="four-rings",
        verdict="deadlock",
    ),
    said(
        "torus.deadlock-1",
        "Figure 4 shows a topology for which there exists a simple deadlock-1 routing ... packet are always transferred to "
        "queues with names "
        "that are strictly greater, alphabetically",
        "Section 2.2.1; Figure 4",
        _OWN,
        networks="multicube f=2 r=3",
        verdict="deadlock-free",
    ),
    said(
        "torus.deadlock-1.node-queues",
        "Figure 4 shows a topology for which there exists a simple deadlock-1 routing",
        "Section 2.2.1; Figure 4",
        "queue model node: one queue for each node, where packets wait at the source, at ring changes and at the target",
        networks="multicube f=2 r=3",
        queues="node",
        verdict="deadlock-free",
    ),
    said(
        "multicube.deadlock-1",
        "Note that this deadlock-1 routing generalizes to arbitrary dimensions and ring sizes; Deadlock-1 routing is "
        "simple: move packets "
        "through the dimensions in a fixed order",
        "Sections 2.2.1 and 3.1",
        _OWN,
        networks="multicube f=2 r=2, multicube f=2 r=4, multicube f=3 r=2, multicube f=3 r=3, multicube f=4 r=2",
        verdict="deadlock-free",
    ),
    said(
        "butterfly.deadlock-1",
        "The proof-sketch that this routing is deadlock-1 is that there exists a partial ordering of the queues (no "
        "cycles) such that packets "
        "visit queues in strictly increasing order",
        "Section 3.3",
        _OWN,
        networks="butterfly f=2 r=1, butterfly f=2 r=2, butterfly f=3 r=2, butterfly f=2 r=3, butterfly f=4 r=2, butterfly f=3 r=3",
        verdict="deadlock-free",
    ),
    said(
        "livefly.deadlock-1",
        "The letters in the figure are an example of the proof-sketch that the routing for Livefly is deadlock-1",
        "Section 3.5; Figure 9",
        _OWN,
        networks="livefly f=3 r=1, livefly f=3 r=2, livefly f=4 r=2, livefly f=3 r=3, livefly f=5 r=2",
        verdict="deadlock-free",
    ),
    said(
        "deadfly.deadlock",
        "when we embed processors in the stages and use the same routing, we get the possibility of deadlock",
        "Section 3.4",
        f"{_OWN}; all sizes",
        networks="deadfly f=2 r=1, deadfly f=2 r=2, deadfly f=3 r=2, deadfly f=2 r=3",
        verdict="deadlock",
    ),
    said(
        "deadfly.deadlock.stages",
        "when we embed processors in the stages and use the same routing, we get the possibility of deadlock",
        "Section 3.4",
        f"{_OWN}; the smallest sizes with more than one stage",
        networks="deadfly f=2 r=2, deadfly f=3 r=2, deadfly f=2 r=3, deadfly f=4 r=2",
        verdict="deadlock",
    ),
    said(
        "deadfly.needs-partitions",
        _NEED,
        "Section 3.4",
        f"whatever the routing, routes that visit no ring twice; {_LETTERS}",
        networks="deadfly f=2 r=2",
        routes="any",
        exists="no",
    ),
    said(
        "deadfly.needs-partitions.shortest",
        _NEED,
        "Section 3.4",
        f"with shortest routes, at the smallest sizes with more than one stage; {_LETTERS}",
        networks="deadfly f=2 r=2",
        routes="shortest",
        exists="no",
    ),
    said(
        "shuffle.needs-partitions",
        _SHUFFLE_NEED,
        "Section 3.2",
        f"the general router; all sizes; {_LETTERS}",
        networks="shuffle f=2 r=1, shuffle f=2 r=2, shuffle f=3 r=2, shuffle f=2 r=3",
        verdict="deadlock",
    ),
    said(
        "shuffle.needs-partitions.large",
        _SHUFFLE_NEED,
        "Section 3.2",
        f"the general router; the smallest sizes with more than one digit but f=2 r=2; {_LETTERS}",
        networks="shuffle f=3 r=2, shuffle f=2 r=3, shuffle f=4 r=2, shuffle f=5 r=2",
        verdict="deadlock",
    ),
    said(
        "shuffle.no-routing",
        _BELIEF,
        "Section 3.2",
        f"routes that visit no ring twice; {_LETTERS}",
        networks="shuffle f=2 r=3, shuffle f=3 r=2",
        routes="any",
        exists="no",
    ),
    said(
        "shuffle.no-routing.shortest",
        _BELIEF,
        "Section 3.2",
        f"shortest routes, at the smallest sizes with more than one digit; {_LETTERS}",
        networks="shuffle f=2 r=2, shuffle f=2 r=3, shuffle f=3 r=2",
        routes="shortest",
        exists="no",
    ),
    said(
        "shuffle.no-routing.shortest.large",
        _BELIEF,
        "Section 3.2",
        f"shortest routes, at these sizes; {_LETTERS}",
        networks="shuffle f=2 r=3, shuffle f=3 r=2",
        routes="shortest",
        exists="no",
    ),
    said(
        "deadfly.deadlock-2",
        "a corollary to this proof-sketch shows that there exists a deadlock-2 routing for the Deadfly",
        "Section 3.5",
        f"already its own; {_LETTERS}",
        networks="deadfly f=2 r=2, deadfly f=3 r=2, deadfly f=2 r=3",
        partitions="2",
    ),
    said(
        "general-router.deadlock-constant",
        "we do not know how to define our general router such that it is deadlock-1 (or even deadlock-constant), so "
        "deadlock avoidance must be "
        "guaranteed by queue partitioning",
        "Section 2.2.3",
        f"as it is, on shuffles: partitions that the queues need at least and at most, where these sizes are concerned; "
        f"{_LETTERS}",
        networks="shuffle f=2 r=3, shuffle f=2 r=4, shuffle f=3 r=2, shuffle f=3 r=3",
        partitions="2",
    ),
    said(
        "partitions.ring-hops",
        _RING_HOPS,
        "Section 4.1",
        f"a queue needs at least as many partitions as a packet visits rings; {_LETTERS}",
        networks="deadfly f=2 r=2, deadfly f=2 r=3, shuffle f=2 r=3, shuffle f=2 r=4",
        at_least="ring_hops",
    ),
    said(
        "partitions.ring-hops.enough",
        _RING_HOPS,
        "Section 4.1",
        f"so many are enough, told apart by the rings that packets have visited; {_LETTERS}",
        networks="deadfly f=2 r=2, deadfly f=2 r=3, shuffle f=2 r=3, shuffle f=2 r=4",
        at_most="ring_hops",
    ),
)

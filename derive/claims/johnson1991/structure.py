"""What the paper says of how topologies are made of rings, and of routes through them."""

from derive.claims.johnson1991.words import said

_UNNEEDED = "one-node rings (dotted, unneeded links) are counted"
_TWICE = "no ring may be visited twice"
_REACH = "Simulating bidirectional links, a node with fanout f (f interfaces) can only reach an upper bound of O((f-1)^k) nodes in k hops"
_RINGS_9 = "There are a total of (f+2)/2 (f-1)^r rings of sizes r and 2r"

STATEMENTS = (
    said(
        "mesh.figure-1",
        "In this 2D mesh topology, 16 nodes are connected by 24 rings, where each node is connected to at most 4 rings. "
        "Each 2-node ring "
        "simulates a bidirectional link",
        "Figure 1",
        size="k=4 n=2",
        nodes="16",
        rings="24",
        at_most="4",
        ring_nodes="2",
    ),
    said(
        "mesh.link-numbers",
        "link 1 defines the ring that connects nodes 1 and 2, but link 1 also defines another ring that connects nodes 5 and 6",
        "Section 2.1",
        "some link number does so: dimensions and their links may be numbered otherwise",
        size="k=4 n=2",
        one="1 2",
        other="5 6",
    ),
    said(
        "complete.figure-2",
        "a completely connected topology with four nodes ... each node is on four rings ... in this topology there are 6 "
        "rings, but only 4 "
        "ring numbers",
        "Section 2.1",
        "a node is on four rings with its one-node ring; 6 rings without those",
        size="f=4",
        nodes="4",
        at_most="4",
        rings_of_two="6",
        numbers="4",
    ),
    said(
        "complete.link-numbers",
        "link 3 of node 2 goes to node 1 and the ring is completed by following link 3 from node 1 to node 2 ... link 3 "
        "also forms a ring "
        "between nodes 0 and 3",
        "Section 2.1",
        size="f=4",
        one="1 2",
        other="0 3",
    ),
    said("complete.rings", "f nodes are connected by (f+3)f/2 rings", "Figure 2", _UNNEEDED, rings="(f + 3)*f/2"),
    said(
        "complete.rings.duplicated",
        "f nodes are connected by (f+3)f/2 rings",
        "Figure 2",
        "one-node rings are counted twice, since the figure draws their nodes twice",
        rings="(f + 3)*f/2",
    ),
    said(
        "complete.rings-of-two",
        "Excepting unneeded links, each node is connected to f rings of size 2",
        "Figure 2",
        on_node="f",
    ),
    said(
        "naive.reach",
        _REACH,
        "Section 2.1",
        "at most so many nodes within k hops, over (f-1)^k, stay below a bound that does not depend on k; every fanout",
        fanouts="2 8",
    ),
    said(
        "naive.reach.three",
        _REACH,
        "Section 2.1",
        "the same, with three or more links, without which the paper calls no such topology interesting",
        fanouts="3 8",
    ),
    said(
        "four-rings.figure-3",
        "There are 12 nodes and 4 rings ... the center 4 nodes are not on the same ring",
        "Figure 3",
        "the four nodes on two rings",
        nodes="12",
        rings="4",
        center="4",
        center_on_one_ring="0",
    ),
    said(
        "torus.figure-4",
        "In the 2D torus topology, r^2 nodes are connected by 2r rings ... Each node is connected to at most 2 rings and "
        "each ring has r nodes",
        "Figure 4",
        f="2",
        nodes="r^2",
        rings="2*r",
        on_node="2",
        ring_nodes="r",
    ),
    said(
        "torus.route",
        "a packet sent from node 3 to 2 goes through nodes 3, 6, 0, 1, and 2 in that order. And, the packet visits only "
        "the queues in nodes "
        "3, 0, and 2",
        "Section 2.2.1",
        "nodes are numbered 3 i + j, link 1 changes i and link 0 changes j",
        source="3",
        target="2",
        through="3 6 0 1 2",
        queues="3 0 2",
    ),
    said(
        "torus.changes",
        "because the packet changes rings at most once",
        "Section 2.2.1",
        "any packet of a two-dimensional torus",
        changes="1",
    ),
    said(
        "clock.figure-5",
        "In the clock topology, similar to a chordal ring, 12 nodes are connected by two rings",
        "Figure 5",
        nodes="12",
        rings="2",
    ),
    said(
        "clock.twice",
        "It would seem that node 2 could send a packet to node 7 by using the internal ring (entering at 3 and exiting at "
        "6). However, this "
        "would generate two echo packets on the first ring, one echo from 3 to 2 and another echo from 7 to 6",
        "Section 2.2.2",
        through="2 3 6 7",
        entries="2 6",
    ),
    said(
        "general-router",
        "Our general router uses breadth-first search and prevents packets from visiting the same ring twice (for the "
        "topologies analyzed in "
        "this paper)",
        "Section 2.2.3",
        f"of this project's general router, whose routes are searched again where the shortest ones break the rule that {_TWICE}",
        visits="1",
        networks="multicube butterfly deadfly livefly shuffle",
    ),
    said(
        "general-router.plain",
        "Our general router uses breadth-first search and prevents packets from visiting the same ring twice (for the "
        "topologies analyzed in "
        "this paper)",
        "Section 2.2.3",
        f"for every packet of the shuffle some way of the least number of links keeps the rule that {_TWICE}",
        detour="0",
    ),
    said(
        "multicube.nodes",
        "A Multicube is an r-ary f-cube with r^f nodes ... Each node is connected to one ring in each dimension",
        "Section 3.1",
        nodes="r^f",
        on_node="f",
    ),
    said(
        "multicube.unequal",
        "If r varies with f, then the number of nodes is the product of r_i, i = 0 to f-1",
        "Section 3.1",
        nodes="product",
    ),
    said(
        "torus.figure-6",
        "The 3D torus with r^3 nodes is synthesized using 3r^2 rings of size r. Each node is on 3 rings",
        "Figure 6",
        f="3",
        nodes="r^3",
        rings="3*r^2",
        on_node="3",
        ring_nodes="r",
    ),
    said(
        "shuffle.figure-7",
        "the single-stage shuffle topology with f^r nodes ... Each node is connected to f rings and the rings have maximum "
        "size of r+1",
        "Figure 7; Section 3.2",
        "rings of one node are counted",
        nodes="f^r",
        on_node="f",
        greatest_ring="r + 1",
    ),
    said(
        "shuffle.figure-7.needed",
        "Each node is connected to f rings",
        "Figure 7",
        "rings of one node are left out, and a node is on so many rings at least",
        least_needed="f",
    ),
    said(
        "butterfly.ratio",
        "replace each processor with O(log(N)) processors so that there are constant switches per processor; The Butterfly "
        "makes the "
        "processor-switch ratio equal to 1",
        "Sections 3.3 and 3.4",
        processors_per_node="1",
    ),
    said(
        "butterfly.ring-sizes",
        "our goal is to have ring sizes that are no larger than two times the number of stages in the interconnect. We "
        "have solved this "
        "problem",
        "Section 3.3",
        "r is the number of stages",
        greatest_ring="2*r",
    ),
    said(
        "butterfly.omega",
        "Incidentally, the Butterfly is isomorphic to multistage omega networks",
        "Section 3.3",
        "of r stages, each a perfect shuffle of the rows followed by switches that set the last digit, the last stage "
        "joined to the first",
        digit="last",
    ),
    said(
        "butterfly.figure-8",
        "This is the Butterfly with r f^r nodes. Each node is connected to f rings and each of the (f+1)/2 f^r rings is "
        "connected to either r "
        "or 2r nodes",
        "Figure 8; Section 3.3",
        nodes="r*f^r",
        on_node="f",
        rings="(f + 1)/2*f^r",
        short_ring="r",
        long_ring="2*r",
    ),
    said(
        "livefly.figure-9",
        f"2 short-ring links per node and r (f-1)^r nodes ... Each node is connected to f rings. {_RINGS_9}",
        "Figure 9",
        nodes="r*(f - 1)^r",
        on_node="f",
        rings="(f + 2)/2*(f - 1)^r",
        short_ring="r",
        long_ring="2*r",
    ),
    said(
        "rings.once",
        "a packet can not visit the same ring twice; the second problem is to determine a deadlock-1 routing such that no "
        "packet visits the "
        "same ring twice",
        "Sections 2.2.2 and 3.3",
        "under the concise routings of these topologies",
        visits="1",
        networks="multicube butterfly deadfly livefly",
    ),
    said(
        "livefly.fanout-2",
        "the Livefly with fanout 2 is functionally equivalent to a single ring",
        "Section 5",
        "one row of r nodes, whose secondary links are the only ones that packets use: the same loads of every link and "
        "node as in one ring "
        "of r nodes",
        rings_used="1",
    ),
)

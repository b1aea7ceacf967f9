"""What the paper says of its graphs, figures 13 to 18: which topology is above which, where lines cross, how they grow.

Of the graphs only the captions survive. ``relations`` are of the form ``fanouts: one < other @ from-to``, in numbers of nodes, or
``@ nodes``; ``order`` is that at 1024 nodes.
"""

from derive.claims.johnson1991.words import said

_LINES = "16 to 4096 nodes; between two networks a line is straight over the logarithm of N"
_LOGS = "16 to 4096 nodes; lines are straight on logarithmic axes"
_AT = "at 1024 nodes, where the keys order the topologies"
_FIVE = (
    f"the order of any two {_AT} is that of fanout 5, as far as the caption excepts none; the graphs' own order is lost"
)
_QUARTER = '"about" is within a quarter'
_FIFTH = '"about equal" is within a fifth'
_HOPS = "partitions are counted by ring hops: deadfly and shuffle have their hot queues multiplied by the most rings that a packet visits"
_ONCE = "the butterfly with the formula of figure 12, a mean over nodes"
_CROSS_MULTICUBE = "Multicube crosses the others at fanouts 3 and 4"
_SHUFFLE_LOWER = "Shuffle is always slightly lower than Multicube"
_LOWEST = "Multicube is the lowest for fanouts of 2 and 3 for more than about 100 and 500 nodes respectively"
_SHUFFLE_LOWEST = "the Shuffle is the lowest for fanout 2 and up to 128 nodes"
_BEST_QUEUE = "For the hot queue overall, the Butterfly is best, except for fanouts 2 and 3, when the Multicube is best"
_CHOICES = "The graphs also show that Multicube has more choices of system size for a given fanout"
_CLEARLY = "Clearly, Butterfly has the lowest latency for all configurations"
_LIVEFLY_8 = "Livefly is lower than Multicube at fanout 8"
_OTHERS = "butterfly < multicube, shuffle, deadfly, livefly"

STATEMENTS = (
    said(
        "butterfly.throughput.best",
        "In general, the Butterfly performed better, by both metrics of latency and throughput",
        "Section 6",
        f"throughput at a ratio of 5 of send to echo packets; {_AT}",
        metric="throughput ratio=5",
        relations="2-8: butterfly >= multicube, shuffle, deadfly, livefly @ 1024",
    ),
    said(
        "butterfly.throughput.best.ratio-2",
        "In general, the Butterfly performed better, by both metrics of latency and throughput",
        "Section 6",
        f"throughput at a ratio of 2 of send to echo packets; {_AT}",
        metric="throughput ratio=2",
        relations="2-8: butterfly >= multicube, shuffle, deadfly, livefly @ 1024",
    ),
    said(
        "ring-hops.shapes",
        "The ring hops for the Multicube is constant, making the shape of the curve significantly different than the "
        "others that have logarithmic "
        "shapes",
        "Section 5.1; Figure 13",
        "growth with N at fanout 5 of those with lemmas for all sizes: N^a (log N)^b",
        quantity="ring_hops",
        fanout="5",
        growth="multicube 0 0, butterfly 0 1, deadfly 0 1, livefly 0 1",
    ),
    said(
        "figure-13.always",
        "Livefly, Deadfly, and Butterfly are always ordered as given for fanout 5",
        "Figure 13",
        f"Livefly above Deadfly above Butterfly; {_LINES}",
        metric="ring_hops",
        relations="3-8: livefly > deadfly; 2-8: deadfly > butterfly",
    ),
    said(
        "figure-13.multicube",
        _CROSS_MULTICUBE,
        "Figure 13",
        f"all of the others, and at no other fanouts; {_LINES}",
        metric="ring_hops",
        crossing="multicube",
        others="shuffle deadfly livefly butterfly",
        fanouts="3 4",
        each="all",
    ),
    said(
        "figure-13.multicube.some",
        _CROSS_MULTICUBE,
        "Figure 13",
        f"at least one of the others, and at no other fanouts; {_LINES}",
        metric="ring_hops",
        crossing="multicube",
        others="shuffle deadfly livefly butterfly",
        fanouts="3 4",
        each="some",
    ),
    said(
        "figure-13.shuffle",
        "Shuffle crosses Deadfly at fanout 3 (at about 80 nodes)",
        "Figure 13",
        f"{_QUARTER}; {_LINES}",
        metric="ring_hops",
        pair="shuffle deadfly",
        fanout="3",
        about="80",
    ),
    said(
        "figure-13.shuffle.only",
        "Shuffle crosses Deadfly at fanout 3 (at about 80 nodes)",
        "Figure 13",
        f"and at no other fanout; {_LINES}",
        metric="ring_hops",
        crossing="shuffle",
        others="deadfly",
        fanouts="3",
        each="all",
    ),
    said(
        "distance.shapes",
        "the graph with fanout 2, where the distance grows as the square root for Multicube, rather than as approximately "
        "log (base two) for the "
        "others",
        "Section 5.1; Figure 14",
        "growth with N at fanout 2 of those with lemmas for all sizes: N^a (log N)^b",
        quantity="distance",
        fanout="2",
        growth="multicube 1/2 0, butterfly 0 1, deadfly 0 1",
    ),
    said(
        "figure-14.always",
        "The topologies are always ordered as given for fanout 5, except that Multicube is lower than Livefly for fanout 3 "
        "and up to 128 nodes",
        "Figure 14",
        f"any two are never the other way around than at fanout 5 and 1024 nodes; {_LINES}",
        metric="distance",
        base="5",
        order="always",
        excepted="3 multicube livefly",
    ),
    said(
        "figure-14.multicube",
        "Multicube is lower than Livefly for fanout 3 and up to 128 nodes",
        "Figure 14",
        f"and higher from there on, from a quarter more nodes; {_LINES}",
        metric="distance",
        relations="3: multicube < livefly @ 16-128; 3: multicube > livefly @ 160-4096",
    ),
    said(
        "figure-15.butterfly",
        _CLEARLY,
        "Section 5.1; Figure 15",
        f"those of the figure: hop penalty 4 with fanouts 2 to 8, and fanout 4 with hop penalties 1, 2, 4, 8 and 16; {_LINES}",
        metric="latency c=4",
        relations=f"2-8: {_OTHERS}",
        penalties="1 2 8 16",
        penalty_relations=f"4: {_OTHERS}",
    ),
    said(
        "figure-15.butterfly.every",
        _CLEARLY,
        "Section 5.1; Figure 15",
        f"fanouts 2 to 8, each with hop penalties 4 and 16; {_LINES}",
        metric="latency c=4",
        relations=f"2-8: {_OTHERS}",
        penalties="16",
        penalty_relations=f"2-8: {_OTHERS}",
    ),
    said(
        "figure-15.competitive",
        "For low fanout and small systems, Multicube is competitive because it has fewer ring hops",
        "Section 5.1; Figure 15",
        f"fanout 2, 16 to 100 nodes: lower than all but Butterfly, hop penalty 4; {_LINES}",
        metric="latency c=4",
        relations="2: multicube < shuffle, deadfly @ 16-100",
    ),
    said(
        "multicube.choices",
        _CHOICES,
        "Section 5.1; Figure 15",
        "than any other, up to 4096 nodes; fanouts 2 to 8",
        more="multicube",
        fanouts="2 8",
    ),
    said(
        "multicube.choices.small",
        _CHOICES,
        "Section 5.1; Figure 15",
        "than any other, up to 4096 nodes; fanouts 2 to 4",
        more="multicube",
        fanouts="2 4",
    ),
    said(
        "figure-15.order",
        "As the fanout varies from 2 to 8 with fixed hop penalty of 4 (on the top), the topologies usually remain ordered "
        "as shown for fanout 5. "
        "Fanout 2 is an exception, as shown, and Multicube is lower than Livefly for fanout 3",
        "Figure 15",
        _FIVE,
        metric="latency c=4",
        base="5",
        order="at 1024",
        excepted="2 *, 3 multicube livefly",
    ),
    said(
        "figure-15.multicube",
        "Multicube is lower than Livefly for fanout 3",
        "Figure 15",
        f"hop penalty 4; {_LINES}",
        metric="latency c=4",
        relations="3: multicube < livefly",
    ),
    said(
        "figure-15.order.penalties",
        "As the hop penalty varies from 1 to 16 with fixed fanout of 4 (on the bottom), the topologies are ordered as shown",
        "Figure 15",
        f"the order {_AT} is that of hop penalty 4 at every hop penalty",
        metric="latency c=4",
        fanout="4",
        penalties="1 16",
    ),
    said(
        "figure-15.crossover",
        "The crossover point shown on the right begins at hop penalty 5 and stays fixed around 100 nodes as the hop "
        "penalty increases",
        "Figure 15",
        f"two lines cross once at every hop penalty from 5 on, and not so at hop penalty 4; {_QUARTER}; {_LINES}",
        metric="latency c=4",
        fanout="4",
        begins="5",
        ends="16",
        about="100",
    ),
    said(
        "figure-16.order",
        "Generally, for fanouts of 2 to 8, the topologies are ordered as shown for fanout 5. But for fanouts of 2 to 4, "
        "Multicube is higher than "
        "Deadfly. At fanout 2, Deadfly and Butterfly are equal. Shuffle ... is about equal with Butterfly for fanouts 6 to 8",
        "Figure 16",
        _FIVE,
        metric="hot_bytes ratio=5",
        base="5",
        order="at 1024",
        excepted="2 multicube deadfly, 3 multicube deadfly, 4 multicube deadfly, 2 deadfly butterfly, "
        "6 shuffle butterfly, 7 shuffle butterfly, 8 shuffle butterfly",
    ),
    said(
        "figure-16.multicube",
        "for fanouts of 2 to 4, Multicube is higher than Deadfly",
        "Figure 16",
        _AT,
        metric="hot_bytes ratio=5",
        relations="2-4: multicube > deadfly @ 1024",
    ),
    said(
        "figure-16.multicube.always",
        "for fanouts of 2 to 4, Multicube is higher than Deadfly",
        "Figure 16",
        _LOGS,
        metric="hot_bytes ratio=5",
        relations="2-4: multicube > deadfly",
    ),
    said(
        "figure-16.fanout-2",
        "At fanout 2, Deadfly and Butterfly are equal",
        "Figure 16",
        _LOGS,
        metric="hot_bytes ratio=5",
        relations="2: deadfly = butterfly",
    ),
    said(
        "figure-16.shuffle",
        _SHUFFLE_LOWER,
        "Figure 16",
        f"at all sizes; {_LOGS}",
        metric="hot_bytes ratio=5",
        relations="2-8: shuffle < multicube",
    ),
    said(
        "figure-16.shuffle.at",
        _SHUFFLE_LOWER,
        "Section 5.2; Figure 16",
        _AT,
        metric="hot_bytes ratio=5",
        relations="2-8: shuffle < multicube @ 1024",
    ),
    said(
        "figure-16.shuffle.equal",
        "it is about equal with Butterfly for fanouts 6 to 8",
        "Figure 16",
        f"{_AT}; {_FIFTH}",
        metric="hot_bytes ratio=5",
        relations="6-8: shuffle ~ butterfly @ 1024",
    ),
    said(
        "figure-16.butterfly",
        "Generally, Butterfly is best by this metric",
        "Section 5.2; Figure 16",
        f"none is lower {_AT}",
        metric="hot_bytes ratio=5",
        relations="2-8: butterfly <= multicube, shuffle, deadfly, livefly @ 1024",
    ),
    said(
        "shuffle.cold-links",
        "its asymmetry can be better characterized by its few cold links rather than its many near-average hot links",
        "Section 5.2",
        "the coldest link is farther from the mean load than the hottest one; shuffles of 200 to 1100 nodes with fanouts 3 "
        "to 8, rings of one node "
        "left aside",
        farther="coldest",
        fanouts="3 8",
    ),
    said(
        "figure-17.order",
        "Generally, for fanouts of 2 to 8 and a ratio of 5 (on the top), the topology ordering is as shown for fanout 5. "
        "However, Deadfly is higher "
        "than Multicube for fanouts 2 and 3 and larger system sizes; they are about equal for fanout 4",
        "Figure 17",
        _FIVE,
        metric="throughput ratio=5",
        base="5",
        order="at 1024",
        excepted="2 multicube deadfly, 3 multicube deadfly, 4 multicube deadfly",
    ),
    said(
        "figure-17.deadfly",
        "Deadfly is higher than Multicube for fanouts 2 and 3 and larger system sizes",
        "Figure 17",
        f"ratio 5, from 64 nodes; {_LINES}",
        metric="throughput ratio=5",
        relations="2-3: deadfly > multicube @ 64-4096",
    ),
    said(
        "figure-17.deadfly.equal",
        "they are about equal for fanout 4",
        "Figure 17",
        f"ratio 5, from 64 nodes; {_FIFTH}; {_LINES}",
        metric="throughput ratio=5",
        relations="4: deadfly ~ multicube @ 64-4096",
    ),
    said(
        "figure-17.multicube",
        "these graphs point out that Multicube is best for small fanouts and very small system sizes",
        "Section 5.2; Figure 17",
        f"ratio 5, fanout 2 and up to 25 nodes; {_LINES}",
        metric="throughput ratio=5",
        relations="2: multicube > shuffle, deadfly, butterfly @ 16-25",
    ),
    said(
        "figure-17.ratios",
        "The bottom graphs show that smaller ratios with small fanouts make Multicube look better",
        "Section 5.2; Figure 17",
        f"its throughput over that of each other one is greater at ratio 2 than at ratio 5; fanouts 2 to 4, {_AT}",
        better="multicube",
        small="2",
        large="5",
        fanouts="2 4",
    ),
    said(
        "figure-17.order.ratio-2",
        "Generally, for fanouts of 2 to 8 and a ratio of 2 (on the bottom), the topology ordering is as shown for fanout 5",
        "Figure 17",
        f"{_FIVE}; equal ones are in any order",
        metric="throughput ratio=2",
        base="5",
        order="at 1024",
        excepted="2 multicube *, 3 multicube *, 2 shuffle *, 6 shuffle deadfly, 7 shuffle deadfly, 8 shuffle deadfly",
    ),
    said(
        "figure-17.multicube.lowest",
        _LOWEST,
        "Figure 17",
        f"ratio 2, all topologies that have this fanout; {_QUARTER}; {_LINES}",
        metric="throughput ratio=2",
        relations="2: multicube < shuffle, deadfly, butterfly @ 125-4096; 3: multicube < shuffle, deadfly, butterfly, livefly @ 625-4096",
    ),
    said(
        "figure-17.multicube.lowest.ratio-5",
        _LOWEST,
        "Figure 17",
        f"ratio 5, and Livefly left aside: the reading under which it is so; {_QUARTER}; {_LINES}",
        metric="throughput ratio=5",
        relations="2: multicube < shuffle, deadfly, butterfly @ 125-4096; 3: multicube < shuffle, deadfly, butterfly @ 625-4096; "
        "2: multicube > shuffle @ 16-75; 3: multicube > shuffle @ 27-375",
    ),
    said(
        "figure-17.shuffle",
        "the Shuffle is higher than Deadfly for fanouts 6 to 8",
        "Figure 17",
        f"ratio 2; {_AT}",
        metric="throughput ratio=2",
        relations="6-8: shuffle > deadfly @ 1024",
    ),
    said(
        "figure-17.shuffle.lowest",
        _SHUFFLE_LOWEST,
        "Figure 17",
        f"ratio 2, and not from a quarter more nodes on; {_LINES}",
        metric="throughput ratio=2",
        relations="2: shuffle < multicube, deadfly, butterfly @ 16-100; 2: shuffle > multicube @ 160-4096",
    ),
    said(
        "figure-17.shuffle.lowest.ratio-5",
        _SHUFFLE_LOWEST,
        "Figure 17",
        f"ratio 5, and not from a quarter more nodes on: the reading under which it is so; {_LINES}",
        metric="throughput ratio=5",
        relations="2: shuffle < multicube, deadfly, butterfly @ 16-100; 2: shuffle > multicube @ 160-4096",
    ),
    said(
        "figure-18.order",
        "Generally, for fanouts of 2 to 8, the topologies are ordered as shown by fanout 5. However, Multicube is the "
        "lowest for fanouts 2 and 3 "
        "and Livefly is lower than Multicube at fanout 8. Shuffle is the highest for fanouts 2 to 4 and slightly better "
        "than Deadfly for fanout 8",
        "Figure 18",
        f"{_FIVE}; {_HOPS}",
        metric="hot_queue",
        base="5",
        order="at 1024",
        excepted="2 multicube *, 3 multicube *, 8 multicube livefly, 2 shuffle *, 3 shuffle *, 4 shuffle *, 8 shuffle deadfly",
    ),
    said(
        "figure-18.best",
        _BEST_QUEUE,
        "Section 5.2; Figure 18",
        f"{_AT}; {_HOPS}",
        metric="hot_queue",
        relations="2-3: multicube < shuffle, deadfly, livefly, butterfly @ 1024; "
        "4-8: butterfly < shuffle, deadfly, livefly, multicube @ 1024",
    ),
    said(
        "figure-18.best.mean",
        _BEST_QUEUE,
        "Section 5.2; Figure 18",
        f"{_ONCE}; {_AT}; {_HOPS}",
        metric="hot_queue butterfly=mean",
        relations="2-3: multicube < shuffle, deadfly, livefly, butterfly @ 1024; "
        "4-8: butterfly < shuffle, deadfly, livefly, multicube @ 1024",
    ),
    said(
        "figure-18.livefly",
        _LIVEFLY_8,
        "Figure 18",
        f"{_AT}; {_LOGS}",
        metric="hot_queue",
        relations="8: livefly < multicube @ 1024",
    ),
    said(
        "figure-18.livefly.linear",
        _LIVEFLY_8,
        "Figure 18",
        "512 to 1029 nodes; lines are straight on linear axes, with multicubes of 256 and 6561 nodes",
        metric="hot_queue axes=linear",
        relations="8: livefly < multicube @ 512-1029",
    ),
    said(
        "figure-18.shuffle",
        "Shuffle is the highest for fanouts 2 to 4 and slightly better than Deadfly for fanout 8",
        "Figure 18",
        f"{_AT}; {_HOPS}",
        metric="hot_queue",
        relations="2-4: shuffle > multicube, deadfly, livefly, butterfly @ 1024; 8: shuffle < deadfly @ 1024",
    ),
)

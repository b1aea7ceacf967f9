"""What the paper says of which network is better: rankings, crossings, limited bandwidth, small workloads."""

from derive.claims.reed1982.words import said

_COMPARING = "text, Comparing Interconnection Networks"
_LIMITED = "text, Nodes with Limited Communication Bandwidth"
_LINES = "grids have D = 3 and the R-ary M-cube R = 2, as in Figure I; service times of one"
_EACH = f"at the numbers of nodes from 8 to 2200 that all five networks have; {_LINES}"
_GROWING = f"as the networks grow; {_LINES}"
_HYPERCUBES = "spanning-bus-hypercube dual-bus-hypercube"
_RING = (
    "We have omitted the simple ring from these figures because its performance bound is significantly worse than that of the other "
    "networks"
)
_SHORTER = "Notice that the hypercubes have small mean path lengths relative to the other networks"
_SLOWER = "but the bounds on their message completion rates are considerably less than that of the other networks"

STATEMENTS = (
    said(
        "ring.slowest",
        _RING,
        f"{_COMPARING}; Figures II-III",
        f"less than that of each network with as many nodes, from 8 to 2200; {_LINES}",
        factor="1",
    ),
    said("ring.slowest.growing", _RING, f"{_COMPARING}; Figures II-III", _GROWING, networks="ring"),
    said("hypercubes.shorter", _SHORTER, f"{_COMPARING}; Figure IV", f"less {_EACH}", networks=_HYPERCUBES),
    said("hypercubes.shorter.growing", _SHORTER, f"{_COMPARING}; Figure IV", _GROWING, networks=_HYPERCUBES),
    said("hypercubes.slower", _SLOWER, f"{_COMPARING}; Figures II-III", f"less {_EACH}", networks=_HYPERCUBES),
    said(
        "hypercubes.slower.growing",
        _SLOWER,
        f"{_COMPARING}; Figures II-III",
        f"by a factor of 4 in the limit, or by one that grows; {_GROWING}",
        networks=_HYPERCUBES,
        factor="4",
    ),
    said(
        "length.misleading",
        "the mean path length fails to capture any notion of the message density on links",
        _COMPARING,
        f"of two networks with 64 nodes, the one with the shorter mean path has the lesser bound; {_LINES}",
        nodes="64",
    ),
    said(
        "rates.linear",
        "As the figures clearly show, the message completion rate is not, in general, such a linear function",
        "text, Feasible Computation Quanta; Figures II-III",
        f"the X0 bound is not proportional to the number of nodes; {_LINES}",
        linear="no",
    ),
    said(
        "rates.crossing",
        "one might be justified in using one interconnection for ten nodes and a different one for one hundred nodes",
        "text, Feasible Computation Quanta; Figures II-III",
        "the largest networks of at most so many nodes, of two families, change places; grids with D = 2 or 3",
        few="10",
        many="100",
    ),
    said(
        "limited.scale",
        "two networks, one with C connections per node and the other with C', would be perceived as having effective message "
        "transmission times of C S_CL and C' S_CL ... By scaling each of the communication link visit ratios by the number of links "
        "connected to each node",
        _LIMITED,
        "the bounds are the same whether times or visit ratios are scaled",
        relation="demand = (C*V)*S",
    ),
    said(
        "limited.ranking",
        "Interestingly, this change of scale does not radically affect the relative rankings of the networks",
        _LIMITED,
        f"no two networks change places {_EACH}",
        reversed="0",
    ),
    said(
        "workloads",
        "even though the asymptotic message passing rate of network A is greater than that of network B, the message passing rate of B "
        "may actually be larger than that of A for all workloads of interest",
        "text, Bounds for Finite Workloads",
        "two of the networks of 64 nodes, from one message up to several; service times of one",
        nodes="64",
    ),
)

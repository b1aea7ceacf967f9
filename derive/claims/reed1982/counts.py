"""What the paper says of how many nodes, links, buses and connections there are."""

from derive.claims.reed1982.words import said

_TABLE = "Table II"
_ENDS = "ends of links and buses are counted"

STATEMENTS = (
    said("ring.devices", "Simple Ring (K nodes and K links)", _TABLE, nodes="K", link="K"),
    said(
        "spanning-bus-hypercube.devices",
        "Spanning Bus Hypercube (w^D nodes and Dw^(D-1) buses)",
        _TABLE,
        nodes="w^D",
        bus="D*w^(D - 1)",
    ),
    said(
        "dual-bus-hypercube.devices",
        "Dual Bus Hypercube (w^D nodes and 2w^(D-1) buses)",
        _TABLE,
        "w^(D-1) buses in dimension 0 and as many others",
        **{"nodes": "w^D", "bus-0": "2*w^(D - 1)/2", "bus-other": "2*w^(D - 1)/2"},
    ),
    said("toroid.devices", "Toroid (w^D nodes and Dw^D links)", _TABLE, nodes="w^D", link="D*w^D"),
    said(
        "cube-connected-cycles.devices",
        "Cube-connected Cycles (D2^D nodes, D2^(D-1) cube links, and D2^D ring links)",
        _TABLE,
        nodes="D*2^D",
        cube="D*2^(D - 1)",
        ring="D*2^D",
    ),
    said(
        "r-ary-m-cube.devices",
        "R-ary M-cube (MR^M nodes, M(R-1)R^M cylinder links, and MR^M column links)",
        _TABLE,
        nodes="M*R^M",
        cylinder="M*(R - 1)*R^M",
        column="M*R^M",
    ),
    said(
        "spanning-bus-hypercube.connections",
        "each of the w^D nodes has D connections",
        "text, Spanning Bus Hypercube",
        connections="D",
    ),
    said(
        "spanning-bus-hypercube.bus",
        "each bus is in turn connected to w nodes",
        "text, Spanning Bus Hypercube",
        nodes="w",
    ),
    said(
        "dual-bus-hypercube.connections",
        "all nodes are connected to a 0-th dimension bus ... all nodes have their second connection",
        "text, Dual Bus Hypercube",
        connections="2",
    ),
    said(
        "dual-bus-hypercube.pruned",
        "obtained by pruning D - 2 bus connections from each network node",
        "text, Dual Bus Hypercube",
        pruned="D - 2",
    ),
    said(
        "toroid.connections",
        "the number of connections to each node is increased from D to 2D",
        "text, Toroid",
        f"from the spanning bus hypercube to the toroid; {_ENDS}",
        before="D",
        after="2*D",
    ),
    said(
        "toroid.links-for-buses",
        "there are w times as many links",
        "text, Toroid",
        "as buses in the spanning bus hypercube",
        ratio="w",
    ),
    said(
        "cube-connected-cycles.connections",
        "the number of connections to each node is fixed at three",
        "text, Cube-connected Cycles",
        f"{_ENDS}; D >= 2, since the one node of a ring has no neighbours there",
        connections="3",
        where="D >= 2",
    ),
    said(
        "r-ary-m-cube.connections",
        "MR^M nodes, each of which is connected to 2R other nodes",
        "text, R-ary M-cube",
        f"{_ENDS}; M >= 2, since with one row a column link leads from a node to itself",
        connections="2*R",
        where="M >= 2",
    ),
    said(
        "r-ary-m-cube.neighbours",
        "MR^M nodes, each of which is connected to 2R other nodes",
        "text, R-ary M-cube",
        "different nodes, at all sizes",
        neighbours="2*R",
    ),
    said(
        "figure-1.networks",
        "Simple Ring (K=5), Spanning Bus Hypercube (D=3, w=2), Dual Bus Hypercube (D=3, w=4), Toroid (D=3, w=2), "
        "Cube-connected Cycles (D=3), R-ary M-cube (R=2, M=4)",
        "Figure I",
        "these are legal sizes",
        **{
            "ring": "K=5",
            "spanning-bus-hypercube": "w=2 D=3",
            "dual-bus-hypercube": "w=4 D=3",
            "toroid": "w=2 D=3",
            "cube-connected-cycles": "D=3",
            "r-ary-m-cube": "R=2 M=4",
        },
    ),
    said(
        "networks.equal-size",
        "This is illustrated for networks of 64 nodes",
        "text, Bounds for Finite Workloads; Figure VI",
        "networks of all six kinds have exactly so many nodes",
        nodes="64",
    ),
)

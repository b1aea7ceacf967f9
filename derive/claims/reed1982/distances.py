"""What the paper says of mean path lengths and visit ratios, beside the formulas that lemmas are about."""

from derive.claims.reed1982.words import said

_SPANNING = "text, Spanning Bus Hypercube"
_DUAL = "text, Dual Bus Hypercube"
_TOROID = "text, Toroid"
_DIGITS_FIRST = "digits are put right row by row before the column is left (not a shortest path)"
_REDUCES = "Increasing the number of dimensions is desirable from a performance standpoint because it reduces the mean internode distance"
_CYLINDER = "M*((R - 1)/R)*(M*R^M/(M*R^M - 1))"
_COLUMN = (
    "(M*R^M/(M*R^M - 1))*((M - 1)*R^M - M*R^(M - 1) + 1)/(R^M*(R - 1))"
    " + (M*R^M/(M*R^M - 1))*piecewise(M/4, M even, M/4 - 1/(4*M))"
)
_L_CYLINDER = "L^cylinder = M((R-1)/R)(MR^M/(MR^M - 1))"
_L_COLUMN = "L^column = (MR^M/(MR^M - 1))(((M-1)R^M - MR^(M-1) + 1)/(R^M(R-1))) + (MR^M/(MR^M - 1)){M/4, M/4 - 1/(4M)}"

STATEMENTS = (
    said(
        "mean-path-length",
        "Since V_i represents the average number of visits to device i, the mean message path length is obtained directly as "
        "L = sum of V_i over the links",
        "text, Definitions and Assumptions",
        relation="L = V_sum",
    ),
    said(
        "V_PE",
        "the uniform message routing assumption implies that all nodes generate and receive messages with equal probability so "
        "the node visit ratios for a network with K nodes are simply V_PE = 1/K",
        "text, Definitions and Assumptions",
        V_PE="1/K",
    ),
    said(
        "spanning-bus-hypercube.more-dimensions",
        _REDUCES,
        _SPANNING,
        "a dimension is added, the width stays",
        relation="after < before",
    ),
    said(
        "spanning-bus-hypercube.more-dimensions.same-nodes",
        _REDUCES,
        _SPANNING,
        "more dimensions and a smaller width for the same number of nodes",
        relation="after < before",
    ),
    said(
        "dual-bus-hypercube.longer",
        "the reduction in the number of buses lengthens the average distance between nodes",
        _DUAL,
        "from the spanning to the dual bus hypercube with D >= 3, where buses are pruned",
        relation="after > before",
        where="D >= 3",
    ),
    said(
        "dual-bus-hypercube.busier",
        "and results in larger visit ratios for the remaining buses",
        _DUAL,
        "of every bus, from the spanning to the dual bus hypercube with D >= 3, where buses are pruned",
        relation="after > before",
        where="D >= 3",
    ),
    said(
        "dual-bus-hypercube.unequal",
        "the message traffic on the two different types of buses, 0-th dimension and others, is not in general the same",
        _DUAL,
        "mean visit ratios of the classes",
        visit_ratios="differ",
    ),
    said(
        "toroid.one-dimension",
        "the average distance moved in each destination is sum of min{k, w - k} / w = (2 sum of k - w/2)/w = w/4 (w even), "
        "2 sum of k / w = (w^2 - 1)/(4w) (w odd), sums of k to floor(w/2)",
        f"{_TOROID}, first equation",
        '"destination" is read as dimension; all w offsets are equally likely, 0 included',
        sum="sum(min(k, w - k), k, 0, w - 1)/w",
        even_sum="(2*sum(k, k, 0, floor(w/2)) - w/2)/w",
        even="w/4",
        odd_sum="2*sum(k, k, 0, floor(w/2))/w",
        odd="(w^2 - 1)/(4*w)",
    ),
    said(
        "toroid.links-alike",
        "Network symmetry and the existence of only one type of communication link allow us to immediately obtain the link visit "
        "ratios by dividing the mean message path length by the number of communication links",
        f"{_TOROID}, before the last equation",
        "all links have the mean visit ratio",
        greatest_over_mean="1",
    ),
    said(
        "toroid.longer",
        "First, the mean message path length increases",
        _TOROID,
        "from the spanning bus hypercube to the toroid, at every width",
        relation="after > before",
    ),
    said(
        "toroid.longer.wide",
        "First, the mean message path length increases",
        _TOROID,
        "from the spanning bus hypercube to the toroid, where rings have two nodes that are not neighbours (w >= 4)",
        relation="after > before",
        where="w >= 4",
    ),
    said(
        "toroid.crossings-for-a-bus.one-way",
        "an average of w/2 link crossings are needed to achieve the same effect as a single bus crossing",
        _TOROID,
        "messages go around the rings in one direction only: the reading under which it is exactly true",
        crossings="w/2",
    ),
    said(
        "cube-connected-cycles.unequal",
        "the message traffic on the cube links present in the ordinary spanning bus hypercube and the new ring links at each "
        "vertex is not the same",
        "text, Cube-connected Cycles",
        visit_ratios="differ",
    ),
    said(
        "cube-connected-cycles.closed-forms",
        "No closed form expressions for the mean message path length and link visit ratios are known",
        "Table II",
        "as a statement of today: formulas without sums, for the mean distance and both visit ratios",
        quantities="mean_distance visit_ratio.cube visit_ratio.ring",
        closed="0",
    ),
    said(
        "r-ary-m-cube.unequal",
        "an R-ary M-cube contains two kinds of links bearing different amounts of message traffic",
        "text, R-ary M-cube",
        visit_ratios="differ",
    ),
    said("r-ary-m-cube.path.cylinder", _L_CYLINDER, "Table II", "shortest paths, equally likely", L=_CYLINDER),
    said("r-ary-m-cube.path.cylinder.digits-first", _L_CYLINDER, "Table II", _DIGITS_FIRST, L=_CYLINDER),
    said("r-ary-m-cube.path.column", _L_COLUMN, "Table II", "shortest paths, equally likely", L=_COLUMN),
    said("r-ary-m-cube.path.column.digits-first", _L_COLUMN, "Table II", _DIGITS_FIRST, L=_COLUMN),
)

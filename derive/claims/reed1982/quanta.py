"""What the paper says of the quantum of computation, and of bounds that do not depend on the size of a network."""

from derive.claims.reed1982.words import said

_QUANTA = "text, Feasible Computation Quanta"
_SIZE = "text, Size Independent Performance Bounds"

STATEMENTS = (
    said(
        "quantum",
        "the minimum ratio of computation to communication at which communication delays are not dominant is S_PE/S_CL = "
        "max{V_CL^1, ..., V_CL^T}/V_PE = K max{V_CL^1, ..., V_CL^K}",
        f"{_QUANTA}, Eq. (3)",
        "the last superscript K is read as T; V_CL is the greatest of the link visit ratios; links have one service time",
        quotient="V_CL/V_PE",
        product="K*V_CL",
    ),
    said(
        "rates.linear.condition",
        "A linear increase in the message completion rate with increasing network size could only be expected if the communication "
        "link VS products were no larger than this [S_PE/K]",
        _QUANTA,
        "the bound (2) is K/S_PE exactly under this condition",
        condition="V_CL*S_CL <= S_PE/K",
    ),
    said(
        "ring.quantum.linear",
        "the ratio of computation time to communication time must increase at least linearly with the ring size if communication "
        "delays are not to dominate performance",
        f"{_QUANTA}, after Eq. (3)",
        "the quantum of the ring, K even or odd, is at least a constant times K",
        exponent="1",
    ),
    said(
        "toroid.four-times",
        "the mean message transmission time for the toroid can be approximately four times larger than that for the spanning bus "
        "hypercube and the toroid still have the same bound on the message completion rate as the hypercube",
        _QUANTA,
        "four times as large in the limit of large w",
        ratio="4",
    ),
    said(
        "ring.limit",
        "lim of 1/max{S_PE/K, S_CL(K + 1)/(4K)} = lim of 4K/(S_CL(K + 1)) = 4/S_CL",
        _SIZE,
        "K even or odd",
        limit="4/S_CL",
    ),
    said(
        "ring.limit.bound",
        "No ring based system with uniform message routing can pass messages faster than this rate",
        _SIZE,
        "than 4/S_CL, with any number of nodes",
        rate="4/S_CL",
    ),
    said(
        "limit.which",
        "any networks possessing this property are unlikely to be suitable if performance increases by incremental network "
        "expansion are important",
        _SIZE,
        "of the six networks, the ring alone has the property (grids grow in w with D = 3, the R-ary M-cube grows in M)",
        limited="ring",
    ),
    said(
        "ring.locality",
        "If message routing exhibits more locality than the uniform message routing distribution ... message passing rates greater "
        "than these bounds can be achieved",
        _SIZE,
        "on a ring whose messages go to neighbours, with exponential service times of one",
        hops="1",
    ),
)

"""Equations 1, 7 to 13 and 23 to 30, and figure 1: latency, blocking and multiplexing.

Names: ``d`` is the mean number of hops, ``M`` the length of a message, ``S`` the network latency, ``rate`` the arrival rate of a channel
(that of a node in equations 7 and 27), ``rho`` its utilisation, ``p`` a chance of being blocked, ``w`` the mean wait then. P_v is the
probability that v virtual channels are busy, and ``all``, ``one``, ``two`` are the factors of P_V, P_V-1 and P_V-2.
"""

from derive.claims.khonsari.words import said

_WAIT = "rate*S^2*(1 + (S - M)^2/S^2)/(2*(1 - rate*S))"
_COUNTED = "every set of v busy virtual channels is equally likely; two escape channels"

STATEMENTS = (
    said(
        "channels.least",
        "Duato's algorithm requires at least three virtual channels per physical channel to ensure deadlock-freedom ... when the "
        "network is a hypercube ... at least one virtual channel in class b",
        "text, Section 2",
        "dimension order on two escape channels of each ring, on one of the hypercube; decided for channels of one flit",
        rings="3",
        hypercube="2",
    ),
    said(
        "latency",
        "Latency = (S + W_s) V",
        "Eq. 1",
        "multiplexing lengthens the wait at the source, too; the alternative is S V + W_s",
    ),
    said(
        "channel.rate",
        "lambda_c = lambda d/n",
        "Eq. 7",
        "messages per cycle on each channel of the one-way k-ary n-cube, k = 2 being the hypercube; every shortest path equally likely",
        rate="d/n",
    ),
    said(
        "channel.rate.even",
        "resulting in an evenly distributed traffic rate on all network channels",
        "text, before Eq. 7",
        "adaptive routing that treats dimensions alike",
    ),
    said(
        "network.latency",
        "S_i = M + i + sum_h B_h,i",
        "Eq. 8",
        "without blocking: steps until the last flit is consumed behind i channels; ejection is one step, injection none",
        latency="M + i",
    ),
    said(
        "network.latency.mean",
        "S = sum_i p_i S_i",
        "Eq. 9",
        "the mean over destinations, which are equally likely",
    ),
    said(
        "blocking.time",
        "B_h,i = sum_h P_block_h,i w",
        "Eq. 10",
        "B_h,i is the mean blocking time at the h-th hop, and w the mean wait when blocked; where all hops block alike",
        time="sum(p*w, h, 1, i)",
    ),
    said(
        "blocking.total",
        "S_i = M + i + sum_h B_h,i with B_h,i = sum_h P_block_h,i w",
        "Eq. 8 with Eq. 10",
        "what a message of i hops waits in all; where all hops block alike",
        total="sum(sum(p*w, h, 1, i), j, 1, i)",
    ),
    said(
        "blocking.chance",
        "P_block = P_a&d P_a^(phi - 1)",
        "Eq. 11",
        "phi dimensions are left, a whole number; channels are busy independently of each other",
        chance="both*one^(phi - 1)",
    ),
    said(
        "blocking.chance.mean",
        "P_block = P_a&d P_a^(phi - 1)",
        "Eq. 11 with Eq. 22",
        "phi is the mean number of dimensions left",
        chance="both*one^(phi - 1)",
    ),
    said(
        "busy.adaptive",
        "P_a = P_V + 2 P_V-1/C(V, V-1) + P_V-2/C(V, V-2)",
        "Eq. 12",
        f"all V - 2 adaptive virtual channels of a physical channel are busy; {_COUNTED}",
        all="1",
        one="2/binomial(V, V - 1)",
        two="1/binomial(V, V - 2)",
    ),
    said(
        "busy.both",
        "P_a&d = P_V + 2 P_V-1/C(V, V-1)",
        "Eq. 13",
        f"all adaptive virtual channels and the one escape channel that the message may take are busy; {_COUNTED}",
        all="1",
        one="2/binomial(V, V - 1)",
        two="0",
    ),
    said(
        "busy.hypercube",
        "equations 12 and 13 in the hypercube is given by [4]",
        "text, after Eq. 30",
        "V - 1 adaptive virtual channels and one escape channel",
    ),
    said(
        "waiting",
        "w = rho S(1 + C_S^2)/(2(1 - rho))",
        "Eq. 23",
        "Pollaczek and Khinchine's mean wait in an M/G/1 queue with utilisation rho and squared coefficient of variation C",
        waiting="rho*S*(1 + C)/(2*(1 - rho))",
    ),
    said(
        "waiting.utilisation",
        "rho = lambda_c S",
        "Eq. 24",
        "the share of time in which a server is busy",
        utilisation="rate*S",
    ),
    said(
        "waiting.variation",
        "C_S^2 = sigma_S^2/S^2",
        "Eq. 25",
        "variance over squared mean",
        variation="variance/S^2",
    ),
    said(
        "waiting.channel",
        "w = lambda_c S^2(1 + (S - M)^2/S^2)/(2(1 - lambda_c S))",
        "Eq. 26",
        "equations 23 to 25 with the variance (S - M)^2",
        waiting=_WAIT,
    ),
    said(
        "waiting.source",
        "W_s = (lambda/V) S^2(1 + (S - M)^2/S^2)/(2(1 - (lambda/V) S))",
        "Eq. 27",
        "equation 23 for one of V queues at the source, each with the arrival rate lambda/V",
        waiting=_WAIT.replace("rate", "(rate/V)"),
    ),
    said(
        "occupancy",
        "P_0 = 1/sum_i Q_i, P_v = P_0 Q_v",
        "Eq. 28",
        "steady state of a birth and death process with rates lambda_c up, 1/S down and 1/S - lambda_c out of the last state",
    ),
    said(
        "occupancy.weights",
        "Q_v = (lambda_c S)^v, Q_V = (lambda_c S)^V/(1 - lambda_c S)",
        "Eq. 29",
        "the same process",
        weight="rho^v",
        last="rho^V/(1 - rho)",
    ),
    said(
        "occupancy.adaptive",
        "The probability, P_v, that v adaptive virtual channels are busy at a physical channel",
        "text, before Eq. 28",
        "v runs up to V, and V - 2 virtual channels are adaptive",
        adaptive="V - 2",
        most="V",
    ),
    said(
        "multiplexing",
        "V = sum_v v^2 P_v/sum_v v P_v",
        "Eq. 30",
        "mean number of busy virtual channels of a physical channel, seen by a message on one of them",
        above="v^2",
        below="v",
    ),
    said(
        "figure.networks",
        "two different network, namely the 8-ary 3-cube and 10-ary 5-cube ... for an 8-ary 3-cube and 10-ary 3-cube",
        "Figure 1, text and caption",
        "the dimensions of the larger network in both",
        k="10",
        text="5",
        caption="3",
    ),
    said(
        "figure.hypercube",
        "the proposed model in this paper exactly matches to the Bora model",
        "Figure 1, hypercube",
        "the model of Boura, Das and Jacob 1994, which the paper does not print",
    ),
    said(
        "figure.accurate",
        "it is slightly overestimating the mean message latency which causes an earlier saturation compared to accurate model",
        "Figure 1, k-ary n-cubes",
        "the model of Sarbazi-Azad, Ould-Khaoua and Mackenzie 2001, which the paper does not print",
    ),
    said(
        "figure.overestimating",
        "it is slightly overestimating the mean message latency",
        "Figure 1, k-ary n-cubes",
        "overestimating, as far as simulations show, at 30 % and 80 % of the saturation load of the corrected model; of each k and n "
        "the virtual channels and flits listed",
        networks="8 3 32 3, 8 3 64 5",
        shares="3/10 4/5",
    ),
    said(
        "figure.slightly",
        "it is slightly overestimating ... under heavy traffic loads and near the saturation region",
        "Figure 1, k-ary n-cubes",
        "by a tenth at most, as far as simulations show, at 80 % of the saturation load of the corrected model",
        network="8 3 32 3",
        share="4/5",
        most="1/10",
    ),
    said(
        "figure.earlier",
        "which causes an earlier saturation",
        "Figure 1, k-ary n-cubes",
        "earlier than simulations, which are stable a fifth above the saturation load of the corrected model; k, n, flits, vcs",
        networks="8 3 32 3, 8 3 32 5",
        factor="6/5",
    ),
)

"""Equations 1, 4 to 6 and 19 to 29, and the figures: latency.

Names: ``M`` is the length of a message, ``d`` and ``i`` numbers of hops, ``S`` the mean network latency (t-bar) and ``t2`` its
second moment, ``rate`` the arrival rate of a channel, ``rho`` its utilisation, ``p`` a chance of being blocked, ``w`` the mean wait
then, ``h`` is k-bar and ``E`` is e^-(beta x). ``x`` in equation 19 is ((1 - rho) g + t pi Lambda)(Q + e pi)^-1 lambda. P_v is the
probability that v virtual channels are busy, and ``all``, ``one``, ``two`` are the factors of P_V, P_V-1 and P_V-2.
"""

from derive.claims.min2001.words import said

_COUNTED = "every set of v busy virtual channels is equally likely; two escape channels"
_BOTH = "P_a&b = P_V + 2 P_V-1/C(V, V-1)"
_FACTORS = {"all": "1", "one": "2/binomial(V, V - 1)", "two": "0"}
_THETA = "P_theta_i = 0 for 0 <= i < k-bar, 2/(d - i + 1) for k-bar <= i < d"
_HOPS = "a message with k-bar hops to make in each dimension, k-bar whole"
_PROCESS = "steady state of a birth and death process with rates lambda_c up, 1/t down and 1/t - lambda_c out of the last state"
_PRODUCT = "T*(s) = M*(s) e^(-s d) B*(s)"

STATEMENTS = (
    said(
        "latency",
        "Latency = (t + w_s) v",
        "Eq. 1",
        "multiplexing lengthens the wait at the source, too; the alternative is t v + w_s",
    ),
    said(
        "latency.network",
        "t = m + d + b",
        "Eq. 4",
        "without blocking, in a message of d hops: steps until its last flit is consumed; ejection is one step, injection none",
        latency="M + i",
    ),
    said(
        "latency.network.random",
        "Let t be a random variable that denotes the network latency ... d is the mean message distance",
        "Eq. 4",
        "the variance of t without blocking, for messages of fixed length to uniformly distributed other nodes",
        variance="0",
    ),
    said(
        "blocking.time",
        "b = sum_{i=0}^{d} P_b_i w_b",
        "Eq. 5",
        "what a message of d hops waits in all, d whole (here i), where it is blocked with chance p before each hop",
        time="sum(p*w, j, 0, i)",
    ),
    said(
        "transform",
        _PRODUCT,
        "Eq. 6",
        "m and b are independent and d is a constant",
        parts="m b",
    ),
    said(
        "transform.distance",
        _PRODUCT,
        "Eq. 6",
        "d is how far a message goes, to a uniformly distributed other node; before each hop it waits w with chance p",
        parts="m d b",
    ),
    said(
        "queue.service",
        "the service time seen by message at network channels is the same and is equal to t",
        "text, Section 2.2",
        "a channel is held from header to tail; without blocking",
        held="M + i",
    ),
    said(
        "waiting.virtual",
        "w_v = (2 rho + lambda_c t2 - 2 t ((1 - rho) g + t pi Lambda_c)(Q_c + e pi)^-1 lambda)/(2 (1 - rho))",
        "Eq. 19, first line",
        "mean work in the queue MMPP(2)/G/1; g is the stationary vector of the matrix G of states before and after a busy period",
        value="(2*rho + rate*t2 - 2*t*x)/(2*(1 - rho))",
    ),
    said(
        "waiting.arrivals",
        "w_b = (w_v - lambda_c t2/2)/rho",
        "Eq. 19, second line",
        "mean wait of messages in the queue MMPP(2)/G/1, first come first served; g as above",
        value="((2*rho + rate*t2 - 2*t*x)/(2*(1 - rho)) - rate*t2/2)/rho",
    ),
    said(
        "waiting.utilisation",
        "The traffic intensity, rho, is given by rho = t lambda_c",
        "Eq. 19, text",
        "the share of time in which a server is busy",
        utilisation="rate*S",
    ),
    said(
        "waiting.states",
        "pi = (delta_2, delta_1)/(delta_1 + delta_2)",
        "Eq. 19, text",
        "the stationary vector of Q_c in equation 18",
        first="delta2/(delta1 + delta2)",
        second="delta1/(delta1 + delta2)",
    ),
    said(
        "waiting.idle",
        "The algorithm to calculate matrix g is described in [6]",
        "Eq. 19, text",
        "g as it stands in equation 19, added to t pi Lambda_c",
        rows="2",
        columns="2",
    ),
    said(
        "blocking.density",
        "B(x) = beta e^(-beta x) (alpha > 0)",
        "Eq. 20",
        "a density for x >= 0; alpha is read as beta",
        density="beta*E",
        positive="beta",
    ),
    said(
        "blocking.density.printed",
        "B(x) = beta e^(-beta x) (alpha > 0)",
        "Eq. 20",
        "a density for x >= 0; alpha as printed",
        density="beta*E",
        positive="alpha",
    ),
    said(
        "blocking.exponential",
        "the distribution of the blocking time can be reasonably approximated by an exponential distribution",
        "Eq. 20, text",
        "a message that is never blocked has blocking time 0",
    ),
    said(
        "blocking.transform",
        "B*(s) = beta/(s + beta)",
        "Eq. 21",
        "of the density of equation 20",
        value="beta/(s + beta)",
    ),
    said("blocking.rate", "beta = 1/b", "Eq. 22", "the mean of the density of equation 20", value="1/b"),
    said(
        "dimensions",
        _THETA,
        "Eq. 23",
        f"{_HOPS}; every way to spread i hops over both dimensions is equally likely",
        weighting="distributions",
        early="0",
        late="2/(d - i + 1)",
    ),
    said(
        "dimensions.paths",
        _THETA,
        "Eq. 23",
        f"{_HOPS}; every shortest path is equally likely",
        weighting="paths",
        early="0",
        late="2/(d - i + 1)",
    ),
    said(
        "dimensions.walk",
        _THETA,
        "Eq. 23",
        f"{_HOPS}; before each hop every dimension left is equally likely",
        weighting="walk",
        early="0",
        late="2/(d - i + 1)",
    ),
    said(
        "dimensions.destinations",
        "When 0 <= i < k-bar, the message has not crossed any dimension since it has to make k-bar hops along each dimension",
        "Eq. 23, text",
        "before the first hop, i = 0, of messages to uniformly distributed other nodes",
        chance="0",
    ),
    said(
        "blocking.chance",
        "P_b_i = P_theta_i P_a&b + (1 - P_theta_i) P_a P_a&b",
        "Eq. 24",
        "channels of both dimensions are busy independently of each other; P_a&b is for the escape channel that the message may take",
        chance="theta*both + (1 - theta)*one*both",
    ),
    said(
        "busy.adaptive",
        "P_a = P_V + 2 P_V-1/C(V, V-1) + P_V-2/C(V, V-2)",
        "Eq. 25",
        f"all V - 2 virtual channels of class a of a physical channel are busy; {_COUNTED}",
        all="1",
        one="2/binomial(V, V - 1)",
        two="1/binomial(V, V - 2)",
    ),
    said(
        "busy.both",
        _BOTH,
        "Eq. 26",
        f"all virtual channels of class a and the one of class b that the message may take are busy; {_COUNTED}",
        **_FACTORS,
    ),
    said(
        "busy.both.all",
        _BOTH,
        "Eq. 26",
        f"all virtual channels of class a and both of class b are busy, as the words before it say; {_COUNTED}",
        **_FACTORS,
    ),
    said(
        "busy.both.either",
        _BOTH,
        "Eq. 26",
        f"all virtual channels of class a and at least one of class b are busy; {_COUNTED}",
        **_FACTORS,
    ),
    said(
        "source.queue",
        "the injection channel is modelled as an MMPP/G/1 queueing system",
        "text, Section 2.4",
        "one queue for all messages of a node; the alternative is one for each virtual channel, with 1/V of the arrivals",
    ),
    said(
        "occupancy.weights",
        "q_0 = 1, q_phi = q_phi-1 lambda_c t, q_V = q_V-1 lambda_c/(1/t - lambda_c)",
        "Eq. 27",
        _PROCESS,
        weight="rho^v",
        last="rho^(V - 1)*rho/(1 - rho)",
    ),
    said(
        "occupancy",
        "P_0 = 1/sum_l q_l, P_phi = P_phi-1 lambda_c t, P_V = P_V-1 lambda_c/(1/t - lambda_c)",
        "Eq. 28",
        f"{_PROCESS}; P_phi = P_0 q_phi",
        weight="rho^v",
        last="rho^(V - 1)*rho/(1 - rho)",
    ),
    said(
        "multiplexing",
        "v = sum_phi phi^2 P_phi/sum_phi phi P_phi",
        "Eq. 29",
        "mean number of busy virtual channels of a physical channel, seen by a message on one of them; phi = 0 adds 0",
        above="v^2",
        below="v",
    ),
    said(
        "figure.match",
        "the simulation results match those predicted by the analytical model in the steady state region",
        "text, Section 3",
        "figures 1 and 2, whose numbers cannot be read in the text",
    ),
    said(
        "figure.burstiness.1",
        "The infinitesimal generator Q_s denotes the different degree of burstiness",
        "Figure 1",
        "latency and saturation of the model against Poisson sources of equal mean rate",
        k="16",
        flits="48",
        vcs="3",
        a="1/5 4/5",
        b="3/5 3/5",
    ),
    said(
        "figure.burstiness.2",
        "The infinitesimal generator Q_s denotes the different degree of burstiness",
        "Figure 2",
        "latency and saturation of the model against Poisson sources of equal mean rate",
        k="24",
        flits="32",
        vcs="5",
        a="9/100 9/100",
        b="1/20 4/5",
    ),
)

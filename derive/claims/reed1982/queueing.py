"""What the paper says of closed queueing networks: equations (1), (2), (4) and (5), and the words around them."""

from derive.claims.reed1982.words import said

_DEFINITIONS = "text, Definitions and Assumptions"
_FINITE = "text, Bounds for Finite Workloads"
_ANY = "for any service times and queueing disciplines, as the paper says"
_EXPONENTIAL = "for exponential service times (product form)"
_BOUND = "an absolute upper bound on X0 is given by X0 < 1/(V_b S_b) where V_b S_b = max V_i S_i"
_CRITICAL = (
    "At the critical point N* message queueing begins to occur because at least two messages must be at the same device"
)

STATEMENTS = (
    said("bound.X0", _BOUND, f"{_DEFINITIONS}, Eq. (1)", f"never exceeded, {_ANY}", relation="X0 <= 1/(V_b*S_b)"),
    said("bound.X0.strict", _BOUND, f"{_DEFINITIONS}, Eq. (1)", f"never reached, {_ANY}", relation="X0 < 1/(V_b*S_b)"),
    said(
        "bound.X0.strict.exponential",
        _BOUND,
        f"{_DEFINITIONS}, Eq. (1)",
        f"never reached, {_EXPONENTIAL}",
        relation="X0 < 1/(V_b*S_b)",
    ),
    said(
        "bottleneck.utilization",
        "If the average number of messages circulating in the network is steadily increased, the utilization of at least one "
        "device must approach unity ... the device with the maximum value of V_i S_i will be the performance limiting factor",
        _DEFINITIONS,
        f"the utilization of the device with the greatest V*S, {_EXPONENTIAL}",
        utilization="1",
    ),
    said(
        "bound.X0.classes",
        "the bound of (1) can be reduced to X0 < 1/max{V_PE S_PE, V_CL^1 S_CL^1, ..., V_CL^T S_CL^T}",
        "text, Comparing Interconnection Networks, Eq. (2)",
        "never exceeded; V_CL is the greatest of the link visit ratios",
        relation="X0 <= 1/max(V_PE*S_PE, V_CL*S_CL)",
    ),
    said(
        "R0",
        "the sum R0 = sum V_i S_i must be the total amount of service required by an average message at all devices",
        _FINITE,
        "the sum is the time that a message alone in the network takes",
        relation="response = R0",
    ),
    said(
        "X0.one-message",
        "Suppose only one message were present in the network. The rate at which this message is processed must be simply 1/R0",
        _FINITE,
        "",
        relation="X0 = 1/R0",
    ),
    said(
        "bound.population",
        "X0(N), the network message passing rate when N messages are present is bounded by X0(N) <= N/R0",
        f"{_FINITE}, Eq. (4)",
        _ANY,
        relation="X0 <= N/R0",
    ),
    said(
        "bound.asymptotic",
        "Combining this with (4) we have X0(N) <= min{N/R0, 1/(V_b S_b)}",
        f"{_FINITE}, Eq. (5)",
        f'{_ANY}; "(4)" is read as (1)',
        relation="X0 <= min(N/R0, 1/(V_b*S_b))",
    ),
    said(
        "N_star",
        "the two components of the bound in (5) must intersect, and they do so at N* = R0/(V_b S_b) = sum V_i S_i/(V_b S_b)",
        f"{_FINITE}, after Eq. (5)",
        "",
        N_star="R0/(V_b*S_b)",
    ),
    said(
        "N_star.devices",
        "N* <= number of devices",
        f"{_FINITE}, after Eq. (5)",
        "nodes and links together",
        relation="N_star <= devices",
    ),
    said("N_star.queueing", _CRITICAL, f"{_FINITE}; Table I", "at N = N* and above", populations="N >= N_star"),
    said("N_star.queueing.beyond", _CRITICAL, f"{_FINITE}; Table I", "above N*: N > N*", populations="N > N_star"),
    said(
        "X0.monotone",
        "The true message passing rate X0(N) is a monotonically increasing function bounded above by (5)",
        _FINITE,
        f"X0(N) > X0(N - 1), {_EXPONENTIAL}",
        relation="X0 > X0_before",
    ),
    said(
        "X0.both-ends",
        "The technique applies to networks that are either lightly or heavily loaded and is asymptotically exact in both cases",
        "text, Summary",
        f"at one message the bound (5) is the rate, and for many their quotient tends to 1; {_EXPONENTIAL}",
        light="X0 = 1/R0",
        heavy="1",
    ),
)

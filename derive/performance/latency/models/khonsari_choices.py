"""Points that Khonsari, Ould-Khaoua and Ferguson leave open or get wrong, as choices; numbers are their equations."""

from derive.performance.latency.readings import Choice

CHOICES = (
    Choice(
        "blocking",
        {
            "hop": "B_h,i is the mean blocking time at the h-th hop, as its definition says; (8) alone sums over hops",
            "summed": "B_h,i is the sum over all hops of (10), and (8) sums it over h again: i times too much",
        },
        "hop",
        "summed",
    ),
    Choice(
        "selectable",
        {
            "distribution": "the mean of P_a^(m - 1) over the number m of dimensions left",
            "mean": "P_a^(phi - 1), phi being the mean of m: (11) takes the mean into the exponent",
            "uncrossed": "as mean, but phi is the mean of n - y with y dimensions crossed (22): dimensions never needed count",
        },
        "distribution",
        "uncrossed",
    ),
    Choice(
        "weighting",
        {
            "walk": "in each hop every dimension left is equally likely: assumption f, a free channel is chosen at random",
            "paths": "every shortest path is equally likely",
            "distributions": "every way to spread the hops made over the dimensions is equally likely (17)-(19)",
        },
        "walk",
        "distributions",
    ),
    Choice(
        "averaging",
        {
            "mean": "the mean over the n_i destinations that are i hops away",
            "sum": "the sum over them, as (21) has it: n_i times the mean",
        },
        "mean",
        "sum",
    ),
    Choice(
        "hops",
        {
            "before": "a message that takes channel h has made h - 1 hops, as the text before (22) says",
            "after": "dimensions left are those after h hops (17)-(19)",
        },
        "before",
        "after",
    ),
    Choice(
        "escape",
        {
            "own": "blocked if all adaptive channels and the one escape channel that the message may take are busy",
            "either": "blocked if all adaptive channels and at least one of both escape channels are busy: 2 P_V-1 / V (13)",
        },
        "own",
        "either",
    ),
    Choice(
        "scaling",
        {
            "all": "multiplexing lengthens network latency and the wait at the source (1)",
            "network": "multiplexing lengthens the network latency alone",
        },
        "all",
        "all",
    ),
    Choice(
        "source",
        {
            "channel": "messages queue at the source for one of V virtual channels, each at rate lambda/V (27)",
            "node": "messages queue at the source in one queue at rate lambda",
        },
        "channel",
        "channel",
    ),
)

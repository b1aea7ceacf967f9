"""What Min, Ferguson and Ould-Khaoua 2001 leave open or get wrong in their model of latency."""

from derive.latency.reading import Choice

CHOICES = (
    Choice(
        "distances",
        {
            "others": "every other node is a destination, at its own distance in each dimension",
            "mean": "messages make the mean number of hops in each dimension, those to their own source included (2), (3), (23)",
        },
        "others",
        "mean",
    ),
    Choice(
        "weighting",
        {
            "walk": "in each hop every dimension left is equally likely, as where all channels are free",
            "paths": "every shortest path is equally likely",
            "distributions": "every way to spread the hops made over the dimensions is equally likely (23)",
        },
        "walk",
        "distributions",
    ),
    Choice(
        "sum",
        {
            "below": "a message is blocked before each of its d hops, i = 0..d-1",
            "through": "the sum goes to i = d (5), where (23) goes on to 2; of distances=mean alone",
        },
        "below",
        "through",
    ),
    Choice(
        "escape",
        {
            "own": "blocked if all adaptive channels and the one escape channel that the message may take are busy",
            "either": "blocked if all adaptive channels and at least one of both escape channels are busy: 2 P_V-1 / V (26)",
            "both": "blocked if all V virtual channels are busy, as the words before (24) and (25) have it",
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
            "node": "messages queue at the source in one queue, an MMPP/G/1 with all arrivals of the node",
            "channel": "messages queue at the source for one of V virtual channels, each with 1/V of the arrival rates",
        },
        "node",
        "node",
    ),
)

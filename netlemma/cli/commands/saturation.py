"""``netlemma saturation``."""

from typing import Any

from netlemma.cli.command import Answer, call, source_of, with_sizes


def saturation(words: Any = None, *, tolerance: float = 0.05, **given: Any) -> Answer:
    """Find the load at which a network saturates, by bisection of simulations, beside the exact limit of its channels.

    Examples: netlemma saturation mesh k=8 n=2 flits=4

    netlemma saturation torus k=8 n=2 flits=4 --vcs 2 --traffic tornado --cycles 20000
    """
    from netlemma.checks.base.inputs import parse_network

    source, rest = source_of(words, given)
    found = call("saturation", source, tolerance=tolerance, **with_sizes("saturation", given, parse_network(rest)))
    return Answer(found, found)

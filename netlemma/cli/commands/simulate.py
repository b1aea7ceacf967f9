"""``netlemma simulate``."""

from typing import Any

from netlemma.cli.command import Answer, call, source_of, with_sizes


def simulate(words: Any = None, **given: Any) -> Answer:
    """Simulate wormhole switching: mean latency with its confidence half-width; exit status 1 on a deadlock.

    Examples: netlemma simulate mesh k=8 flits=20 --load 0.005 --cycles 100000 --seed 1

    netlemma simulate links.csv flits=20 --load 0.005 --routing up-down
    """
    from netlemma.checks.base.inputs import parse_network

    source, rest = source_of(words, given)
    found = call("simulate", source, **with_sizes("simulate", given, parse_network(rest)))
    return Answer(found, status=int(any(each.state == "deadlock" for each in found)))

"""``netlemma bounds``."""

from typing import Any

from netlemma.cli.command import Answer, call, source_of, with_sizes


def bounds(words: Any = None, **given: Any) -> Answer:
    """Bound the throughput: bottleneck, X0 bound, R0, N*, quantum, limits, finite populations.

    Examples: netlemma bounds toroid w=4 D=3 --node-time 1 --link-time 1 --population 64

    netlemma bounds links.csv --class-time rim=1 --class-time chord=1/2

    netlemma bounds toroid w=4 D=2 --traffic "hotspot nodes=0 share=1/4"
    """
    from netlemma.checks.base.inputs import parse_network

    source, rest = source_of(words, given)
    report = call("bounds", source, **with_sizes("bounds", given, parse_network(rest)))
    return Answer(report)

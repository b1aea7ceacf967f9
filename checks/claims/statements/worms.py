"""Worms of flits that nothing blocks, moved flit by flit."""

from collections.abc import Iterator
from typing import NamedTuple

from netlemma.checks.claims.statements.formulas import FormulaSample, at_samples


class Worm(NamedTuple):
    """The steps from the entry of the header to the exit of the last flit, and those that each channel is held."""

    latency: int
    held: list[int]


def unblocked(flits: int, channels: int) -> Worm:
    """Move a worm over free channels, of which each holds one flit.

    >>> unblocked(4, 3)
    Worm(latency=6, held=[4, 4, 4])
    """
    held, steps, waiting, moves = [False] * channels, [0] * channels, flits, 0
    while waiting or any(held):
        held = [waiting > 0, *held[:-1]]
        waiting -= held[0]
        moves += 1
        steps = [before + now for before, now in zip(steps, held, strict=True)]
    return Worm(moves - 1, steps)


@at_samples
def latency_over_channels() -> Iterator[FormulaSample]:
    """The latency of worms of s flits over D channels, at least as many flits as channels."""
    for channels in range(2, 9):
        for flits in range(channels, 13):
            size = {"s": flits, "D": channels}
            yield FormulaSample(size, size, unblocked(flits, channels).latency)


@at_samples
def latency_over_hops() -> Iterator[FormulaSample]:
    """The latency of worms of M flits over i hops and one more channel."""
    for hops in range(1, 8):
        for flits in range(1, 13):
            size = {"M": flits, "i": hops}
            yield FormulaSample(size, size, unblocked(flits, hops + 1).latency)


@at_samples
def last_channel() -> Iterator[FormulaSample]:
    """The latency of worms of s flits over one channel."""
    for flits in range(1, 13):
        yield FormulaSample({"s": flits}, {"s": flits}, unblocked(flits, 1).latency)


@at_samples
def holding() -> Iterator[FormulaSample]:
    """The steps that a worm of M flits holds each of i channels."""
    for far in range(1, 5):
        for flits in range(1, 7):
            size = {"M": flits, "i": far}
            yield from (FormulaSample(size, size, true, of=size) for true in unblocked(flits, far).held)

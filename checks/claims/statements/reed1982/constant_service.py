"""A closed network of two nodes with constant service times, followed exactly, for statements about any service times.

With two nodes, a message's next destination is always the other node, so that every route is known: node 0, the bus,
node 1, the bus, and so on.
"""

from fractions import Fraction
from typing import NamedTuple

SIZE = {"w": 2, "D": 1}  # of the spanning bus hypercube that this is: one bus with two nodes
ROUTE = ("node 0", "bus", "node 1", "bus")


class Run(NamedTuple):
    """Throughput in messages per unit of time, and the longest wait for a device, in the periodic state."""

    throughput: Fraction
    longest_wait: int


def run(population: int, processor: int = 1, bus: int = 1) -> Run:
    """Follow the messages in the order of arrival until a state returns; the result is that of one period.

    Parameters
    ----------
    population : int
        Messages in the network.
    processor : int, default 1
        Service time of a processor.
    bus : int, default 1
        Service time of the bus.

    Returns
    -------
    Run
        Throughput and longest wait.

    Examples
    --------
    >>> [run(population).throughput for population in (1, 2, 3)]
    [Fraction(1, 2), Fraction(1, 1), Fraction(1, 1)]
    >>> [run(population).longest_wait for population in (1, 2, 3)]
    [0, 0, 1]
    """
    service = {"node 0": processor, "node 1": processor, "bus": bus}
    free = dict.fromkeys(service, 0)
    waiting = [(0, number, 0) for number in range(population)]  # arrival, message, place on the route
    seen: dict[object, tuple[int, int, int]] = {}
    waits: list[int] = []
    ends = 0
    while True:
        waiting.sort()
        arrival, number, place = waiting.pop(0)
        device = ROUTE[place]
        if number == place == 0:
            others = tuple((at - arrival, other, where) for at, other, where in waiting)
            state = (others, tuple(max(0, at - arrival) for at in free.values()))
            if state in seen:
                since, before, first = seen[state]
                return Run(Fraction(ends - before, arrival - since), max(waits[first:]))
            seen[state] = arrival, ends, len(waits)
        start = max(arrival, free[device])
        free[device] = start + service[device]
        waits.append(start - arrival)
        ends += device != "bus"
        waiting.append((free[device], number, (place + 1) % len(ROUTE)))

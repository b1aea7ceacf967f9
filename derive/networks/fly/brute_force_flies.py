"""Butterfly, deadfly and livefly by brute force: rings traversed link by link, packets routed hop by hop."""

from collections.abc import Callable, Hashable, Iterator
from functools import cache
from itertools import product

from netlemma.derive.networks.fly.brute_force_rings import Link, Measurements, Rings

RowDigits = tuple[int, ...]
Node = tuple[int, RowDigits]
SECONDARY = "secondary"


def leads_to(node: Node, shift: Hashable, radix: int) -> Node:
    """The next node: at stage s a link adds its shift to digit s; a secondary link adds nothing.

    Parameters
    ----------
    node : Node
        Stage and row.
    shift : Hashable
        Shift of the link, or SECONDARY.
    radix : int
        Number of values of a digit.

    Returns
    -------
    Node
        Node at the end of the link.
    """
    stage, row = node
    digits = list(row)
    if shift != SECONDARY:
        assert isinstance(shift, int)
        digits[stage] = (digits[stage] + shift) % radix
    return (stage + 1) % len(row), tuple(digits)


def _ring(start: Node, shifts: list[int] | list[str], radix: int) -> list[Link]:
    node, ring = start, list[Link]()
    for shift in shifts:
        ring.append((node, shift))
        node = leads_to(node, shift, radix)
    assert node == start, "the ring does not close"
    return ring


def fabric(radix: int, stages: int) -> list[list[Link]]:
    """The rings of the fabric.

    Each row x has a short ring, and each pair of rows x and x + d(1, ..., 1) has a long ring from x to the other and
    back.

    Parameters
    ----------
    radix : int
        Number of values of a digit.
    stages : int
        Number of digits of a row.

    Returns
    -------
    list of list of Link
        Links of each ring, in order.
    """
    rings, taken = [], set[Link]()
    for row in product(range(radix), repeat=stages):
        rings.append(_ring((0, row), [0] * stages, radix))
        for shift in range(1, radix):
            if ((0, row), shift) not in taken:
                rings.append(_ring((0, row), [shift] * stages + [radix - shift] * stages, radix))
                taken.update(rings[-1])
    return rings


def _setting(node: Node, target: RowDigits, radix: int) -> Link:
    """The link that sets the digit of the node's stage to the target's digit."""
    stage, row = node
    return node, (target[stage] - row[stage]) % radix


def _deadfly(source: Node, target: Node, radix: int) -> Iterator[Link]:
    node = source
    while node != target:
        link = _setting(node, target[1], radix)
        yield link
        node = leads_to(*link, radix)


def _butterfly(source: Node, target: Node, radix: int) -> Iterator[Link]:
    node = source
    if source != target:
        for _ in source[1]:
            link = _setting(node, target[1], radix)
            yield link
            node = leads_to(*link, radix)


def _livefly(source: Node, target: Node, radix: int) -> Iterator[Link]:
    node = source

    def along(stage: int) -> Iterator[Link]:
        nonlocal node
        while node[0] != stage:
            yield node, SECONDARY
            node = leads_to(node, SECONDARY, radix)

    if source[1] == target[1]:
        yield from along(target[0])
        return
    yield from along(0)
    for _ in source[1]:
        link = _setting(node, target[1], radix)
        yield link
        node = leads_to(*link, radix)
        if node == target:
            return
    yield from along(target[0])


def _nodes(radix: int, stages: int) -> list[Node]:
    return list(product(range(stages), product(range(radix), repeat=stages)))


def _kind(straight: str) -> Callable[[Link], tuple[str, Hashable]]:
    return lambda link: (SECONDARY if link[1] == SECONDARY else "long" if link[1] else straight, link[0][0])


@cache
def fly(family: str, f: int, r: int) -> Measurements:
    """The packets of a butterfly, deadfly or livefly.

    Parameters
    ----------
    family : str
        ``butterfly``, ``deadfly`` or ``livefly``.
    f : int
        Fanout.
    r : int
        Number of stages.

    Returns
    -------
    Measurements
        Packets over links and rings.

    Examples
    --------
    >>> int(fly("deadfly", 2, 2).on_link("send", "long"))
    8
    """
    if family == "livefly":
        rows = list(product(range(f - 1), repeat=r))
        rings = fabric(f - 1, r) + [[((s, row), SECONDARY) for s in range(r)] for row in rows]
        return Measurements(
            Rings(rings, _kind("primary"), dict.fromkeys(_nodes(f - 1, r), 1), lambda s, t: _livefly(s, t, f - 1))
        )
    if family == "deadfly":
        everywhere = dict.fromkeys(_nodes(f, r), 1)
        return Measurements(Rings(fabric(f, r), _kind("short"), everywhere, lambda s, t: _deadfly(s, t, f)))
    first = {node: r for node in _nodes(f, r) if node[0] == 0}
    return Measurements(Rings(fabric(f, r), _kind("short"), first, lambda s, t: _butterfly(s, t, f)))


def livefly_queues(f: int, r: int) -> Iterator[list[tuple[str, int]]]:
    """For each packet of the livefly the kinds and stages of the links by which it enters rings, in order.

    Parameters
    ----------
    f : int
        Fanout.
    r : int
        Number of stages.

    Yields
    ------
    list of tuple of (str, int)
        Pairs (kind, stage) of one packet.

    Examples
    --------
    >>> max(livefly_queues(3, 2), key=len)
    [('secondary', 1), ('primary', 0), ('long', 1), ('secondary', 0)]
    """
    rows = product(range(f - 1), repeat=r)
    rings = fabric(f - 1, r) + [[((s, row), SECONDARY) for s in range(r)] for row in rows]
    ring_of = {link: i for i, ring in enumerate(rings) for link in ring}
    kind = _kind("primary")
    for source, target in product(_nodes(f - 1, r), repeat=2):
        entered, last = [], None
        for link in _livefly(source, target, f - 1):
            if ring_of[link] != last:
                entered.append((kind(link)[0], link[0][0]))
            last = ring_of[link]
        yield entered

"""Rings of a network: each link with its number, because following one number closes a ring."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from netlemma.drawing.links import Link
from netlemma.drawing.look import COLOURS, Look
from netlemma.errors import InputError


def of_rings(links: Sequence[Link], net: Any) -> Look:
    """Numbers and colours of links, as Johnson and Goodman (1991) draw their rings.

    Links back to their own node are dotted.
    """
    if not hasattr(net, "successor"):
        raise InputError(
            f"{net.title} has no rings of numbered links: draw one of a network of rings, such as multicube or livefly"
        )
    number = {i: link.number % net.fanout for i, link in enumerate(links)}
    sizes = Counter(net.ring_sizes.tolist())
    single = sizes.pop(1, 0)
    counted = ", ".join(f"{_of(count, 'ring')} of {_of(size, 'node')}" for size, count in sorted(sizes.items()))
    alone = f"; {_of(single, 'dotted link')} back to the same node, which no packet needs" if single else ""
    said = f"numbers: links of each node; links of one number, one after the other, make a ring: {counted or 'none'}{alone}"
    return Look(
        texts={i: str(link) for i, link in number.items()},
        paints={i: COLOURS[link % len(COLOURS)] for i, link in number.items()},
        caption=(said,),
        room=1.2,
    )


def _of(count: int, what: str) -> str:
    return f"{count} {what}{'s' if count != 1 else ''}"

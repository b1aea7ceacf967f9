"""A deadlock as it happens: worms that each wait for the next one, in a circle."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from graphs.simulate.layout import Layout

Worm = TypeVar("Worm", bound=Hashable)


@dataclass(frozen=True)
class BlockedWorm:
    """A worm that cannot move.

    Parameters
    ----------
    message, source, destination : which one.
    holds : the channels that no other worm can cross before it moves, in the order of its path: its tail has yet to cross
        them, or their buffers are full of its flits.
    waits_for : the next channel of its header.
    blocked_by : the message that must move before it can.
    """

    message: int
    source: int
    destination: int
    holds: tuple[int, ...]
    waits_for: int
    blocked_by: int


@dataclass(frozen=True)
class Deadlock:
    """Worms of which each is blocked by the next one, the last one by the first, and the cycle in which that was seen."""

    cycle: int
    worms: tuple[BlockedWorm, ...]

    def as_json(self, names: Layout) -> dict[str, Any]:
        """With the names of nodes and channels."""
        return {
            "cycle": self.cycle,
            "worms": [
                {
                    "message": worm.message,
                    "source": names.end_name(worm.source),
                    "destination": names.end_name(worm.destination),
                    "holds": [names.name(c) for c in worm.holds],
                    "waits_for": names.name(worm.waits_for),
                    "blocked_by": worm.blocked_by,
                }
                for worm in self.worms
            ],
        }


def circle(worms: Iterable[Worm], blocked_by: Callable[[Worm], Worm | None]) -> list[Worm]:
    """The first circle of worms that are blocked by each other; ``blocked_by`` gives None for a worm that is not blocked.

    >>> circle([1, 2, 3], {1: 2, 2: 3, 3: 2}.get)
    [2, 3]
    """
    seen: set[Worm] = set()
    for start in worms:
        path: dict[Worm, None] = {}
        worm: Worm | None = start
        while worm is not None and worm not in seen and worm not in path:
            path[worm] = None
            worm = blocked_by(worm)
        if worm is not None and worm in path:
            order = list(path)
            return order[order.index(worm) :]
        seen |= path.keys()
    return []

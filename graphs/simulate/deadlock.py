"""A deadlock at run time: worms each of which is blocked by others of them."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from netlemma.graphs.simulate.layouts.numbering import Numbering

Worm = TypeVar("Worm", bound=Hashable)


@dataclass(frozen=True)
class BlockedWorm:
    """A worm that cannot move.

    message: Number of the message.
    source: Number of its source.
    destination: Number of its destination.
    holds: Channels that no other worm can cross before it moves, in the order of its path: it owns them, or their
    buffers are full of its flits.
    waits_for: Channels of which its header waits for any; a single one under a deterministic routing.
    blocked_by: Messages of which one must move before it can.
    kind: Its kind, of messages in chains.
    """

    message: int
    source: int
    destination: int
    holds: tuple[int, ...]
    waits_for: tuple[int, ...]
    blocked_by: tuple[int, ...]
    kind: str = ""


@dataclass(frozen=True)
class Deadlock:
    """Worms each of which is blocked only by others of them, and the cycle in which that was detected.

    Under a deterministic routing they form a cycle: each is blocked by the next one, the last one by the first.
    """

    cycle: int
    worms: tuple[BlockedWorm, ...]

    def as_json(self, names: Numbering) -> dict[str, Any]:
        """With the names of nodes and channels."""
        return {
            "cycle": self.cycle,
            "worms": [
                {
                    "message": worm.message,
                    **({"kind": worm.kind} if worm.kind else {}),
                    "source": names.end_name(worm.source),
                    "destination": names.end_name(worm.destination),
                    "holds": [names.name(c) for c in worm.holds],
                    "waits_for": [names.name(c) for c in worm.waits_for],
                    "blocked_by": list(worm.blocked_by),
                }
                for worm in self.worms
            ],
        }


def never_moving(blocked_by: Mapping[Worm, Sequence[Worm]]) -> dict[Worm, Sequence[Worm]]:
    """Of worms that cannot move now, the greatest set in which each is blocked only by others of the set.

    >>> never_moving({1: [2], 2: [1, 3], 4: [5], 5: [4, 1]})  # 3 can move
    {}
    >>> sorted(never_moving({1: [2], 2: [1], 4: [5, 3], 5: [4, 1]}))
    [1, 2]
    """
    left = dict(blocked_by)
    while True:
        stays = {worm: others for worm, others in left.items() if all(other in left for other in others)}
        if len(stays) == len(left):
            return left
        left = stays


def knot(blocked_by: Mapping[Worm, Sequence[Worm]]) -> list[Worm]:
    """Smallest set that consists of one worm and all those by which it is blocked, directly or by others.

    >>> knot({1: [2], 2: [3, 4], 3: [2], 4: [2, 3]}), knot({1: [2], 2: [3], 3: [2]})
    ([2, 3, 4], [2, 3])
    """
    best: list[Worm] = []
    for start in blocked_by:
        found = {start: None}
        todo = [start]
        for worm in todo:
            if best and len(found) >= len(best):
                break
            fresh = [other for other in blocked_by[worm] if other not in found]
            found |= dict.fromkeys(fresh)
            todo += fresh
        else:
            best = list(found)
    return best

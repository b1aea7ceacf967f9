"""Lanes and table entries of fabrics."""

from dataclasses import dataclass, field

import numpy as np

from netlemma.graphs.formats.fabric.fabric import Fabric

# Numbers with a meaning in forwarding tables, and the outcomes of following messages by them.


DELIVERED, NOWHERE, STRANDED, LOOP, NO_LEVEL, NO_LANE = range(6)
NO_OUTPUT, UNREACHABLE = 65535, 65534  # no entry; an entry that says that there is no way
UNKNOWN = 255  # no service level, no virtual lane
DROPPED = 15  # the lane that switches do not have for data: a message mapped to it is dropped


# Lanes of a fabric's links, and the names of its channels.


EMPTY = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Lanes:
    """Virtual lanes by (input, output, service level) at each node, InfiniBand's SL2VL tables.

    first: First entry of each node in ``which``; -1 for a node that takes the level as lane.
    which: Row of ``lanes`` of each (slot of the input, slot of the output), -1 if there is none. Slot 0 of the inputs
    is the node itself; others are one more than the place of the port among those that are connected.
    lanes: Lane of each level; 15 drops the message.
    """

    first: np.ndarray = field(default_factory=lambda: EMPTY)
    which: np.ndarray = field(default_factory=lambda: np.zeros(0, dtype=np.int32))
    lanes: np.ndarray = field(default_factory=lambda: np.zeros((0, 16), dtype=np.uint8))


def channel_name(fabric: Fabric, vcs: int, channel: int) -> str:
    """Name of a channel: the ports at its ends, and its virtual channel if hops have several."""
    hop, vc = divmod(channel, vcs)
    net, back = fabric.network, int(fabric.reverse[hop])
    far = f"[{fabric.port[back]}]" if back >= 0 else ""
    ends = f"{fabric.name(int(net.origin[hop]))}[{fabric.port[hop]}]->{fabric.name(int(net.target[hop]))}{far}"
    return ends + (f" vc {vc}" if vcs > 1 else "")

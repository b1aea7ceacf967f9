"""Rules for virtual channels: those that a packet may take on a hop, so that rings are not closed."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.routings.dimensions import Dimensions, dimensions
from netlemma.graphs.topology.structure import Network

NONE = np.zeros(0, dtype=np.uint8)
LOWER, UPPER, ALL = 0, 1, 2  # halves of the virtual channels of a hop


@dataclass(frozen=True)
class Rule:
    """A rule for virtual channels.

    halves_to: Function from a destination to an array of uint8 that says for each hop which virtual channels a packet
    may take: LOWER, UPPER or ALL; of length 0 if all may always be taken.
    crossing: Group of each hop: a packet that comes from an upper half takes the upper half instead of the lower one on
    hops of the same group; of length 0 if it does not matter by which channel a packet came.
    """

    halves_to: Callable[[int], np.ndarray] = field(default_factory=lambda: lambda destination: NONE)
    crossing: np.ndarray = field(default_factory=lambda: NONE)


def any_channel(net: Network) -> Rule:
    """Rule that allows every virtual channel."""
    return Rule()


def dateline(net: Network) -> Rule:
    """Rule of the dateline.

    On a ring the lower half of the channels before the packet crosses from digit k-1 to 0 or back, the upper half from
    there on; each dimension begins in the lower half. Elsewhere all channels.

    W. J. Dally and C. L. Seitz, Deadlock-free message routing in multiprocessor interconnection networks, 1987.
    """
    dims = dimensions(net)
    return _crossed(dims, dims.dimension)


def dateline_kept(net: Network) -> Rule:
    """A wrong rule, for comparison: a packet that has crossed in one dimension stays in the upper half in the others."""
    return _crossed(dimensions(net), np.zeros(net.hop_count, dtype=np.uint8))


def _crossed(dims: Dimensions, crossing: np.ndarray) -> Rule:
    if not dims.any_ring:
        return Rule()
    inside = dims.inside
    halves = np.where(inside.ring, np.where(inside.wraps, UPPER, LOWER), ALL).astype(np.uint8)[dims.inner]
    return Rule(lambda destination: halves, crossing)


def dally_seitz(net: Network) -> Rule:
    """Rule of Dally and Seitz, which depends only on digits (with halves named the other way).

    On a ring the lower half of the channels while the path inside it leads over the jump between digit k-1 and 0, the
    upper half otherwise.

    W. J. Dally and C. L. Seitz, Deadlock-free message routing in multiprocessor interconnection networks, 1987.
    """
    dims = dimensions(net)
    if not dims.any_ring:
        return Rule()
    inside, inner = dims.inside, dims.inner

    def halves_to(destination: int) -> np.ndarray:
        goal = np.array([dims.digit(destination, d) for d in range(len(dims.factors))])[inside.dimension]
        ahead = np.where(inside.up, goal < inside.tail, goal > inside.tail)
        return np.where(inside.ring, np.where(ahead, LOWER, UPPER), ALL).astype(np.uint8)[inner]

    return Rule(halves_to)


RULES = {"none": any_channel, "dateline": dateline, "dally-seitz": dally_seitz, "dateline-kept": dateline_kept}


def rule_named(net: Network, name: str, vcs: int) -> Rule:
    """The rule of a name; with one virtual channel all rules are the same."""
    _check(name)
    return any_channel(net) if vcs == 1 else RULES[name](net)


def _check(name: str) -> None:
    if name not in RULES:
        raise RoutingError(f"no rule for virtual channels is called {name!r}: rules are {', '.join(RULES)}")


def words(name: str, vcs: int) -> str:
    """Description of a rule."""
    _check(name)
    if vcs == 1:
        return "no virtual channels"
    half = f"vc 0 to {vcs // 2 - 1}, then {vcs // 2} to {vcs - 1}" if vcs > 2 else "vc 0, then vc 1"
    return {
        "none": f"any of {vcs} virtual channels",
        "dateline": f"on rings {half} from the wrap-around link on, beginning anew in each dimension",
        "dally-seitz": f"on rings {half} where the way no longer leads over the wrap-around link",
        "dateline-kept": f"on rings {half} from the first wrap-around link on, in later dimensions too",
    }[name]

"""Rules for virtual channels: those that a packet may take on a hop, so that rings are not closed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from graphs.base.errors import RoutingError
from graphs.routings.dimensions import Dimensions, dimensions
from graphs.topology.structure import Network

Rule = Callable[[int, "int | None", int], Sequence[int]]  # hop, channel by which the packet came, destination


def any_channel(net: Network, vcs: int) -> Rule:
    """Rule that allows every virtual channel.

    Parameters
    ----------
    net : Network
        The network.
    vcs : int
        Virtual channels of each hop.

    Returns
    -------
    Rule
        Function (hop, came_by, destination) -> allowed virtual channels.
    """
    return lambda hop, came_by, destination: range(vcs)


def dateline(net: Network, vcs: int) -> Rule:
    """Rule of the dateline.

    On a ring the lower half of the channels before the packet crosses from digit k-1 to 0 or back, the upper half from
    there on; each dimension begins in the lower half. Elsewhere all channels.

    Parameters
    ----------
    net : Network
        The network.
    vcs : int
        Virtual channels of each hop.

    Returns
    -------
    Rule
        Function (hop, came_by, destination) -> allowed virtual channels.

    References
    ----------
    W. J. Dally and C. L. Seitz, Deadlock-free message routing in multiprocessor interconnection networks, 1987.
    """
    return _crossed(dimensions(net), vcs, True)


def dateline_kept(net: Network, vcs: int) -> Rule:
    """A wrong rule, for comparison: a packet that has crossed in one dimension stays in the upper half in the others.

    Parameters
    ----------
    net : Network
        The network.
    vcs : int
        Virtual channels of each hop.

    Returns
    -------
    Rule
        Function (hop, came_by, destination) -> allowed virtual channels.
    """
    return _crossed(dimensions(net), vcs, False)


def _crossed(dims: Dimensions, vcs: int, reset: bool) -> Rule:
    low, high, free = _halves(vcs)

    def rule(hop: int, came_by: int | None, destination: int) -> Sequence[int]:
        d = dims.dimension[hop]
        if not dims.is_ring(d):
            return free
        before = None if came_by is None else came_by // vcs
        same = before is not None and (dims.dimension[before] == d or not reset)
        return high if dims.wraps[hop] or (same and came_by is not None and came_by % vcs >= vcs // 2) else low

    return rule


def dally_seitz(net: Network, vcs: int) -> Rule:
    """Rule of Dally and Seitz, which depends only on digits (with halves named the other way).

    On a ring the lower half of the channels while the path inside it leads over the jump between digit k-1 and 0, the
    upper half otherwise.

    Parameters
    ----------
    net : Network
        The network.
    vcs : int
        Virtual channels of each hop.

    Returns
    -------
    Rule
        Function (hop, came_by, destination) -> allowed virtual channels.

    References
    ----------
    W. J. Dally and C. L. Seitz, Deadlock-free message routing in multiprocessor interconnection networks, 1987.
    """
    dims = dimensions(net)
    low, high, free = _halves(vcs)

    def rule(hop: int, came_by: int | None, destination: int) -> Sequence[int]:
        d = dims.dimension[hop]
        if not dims.is_ring(d):
            return free
        a, b = dims.digits[int(net.origin[hop])][d], dims.digits[destination][d]
        return low if (b < a if dims.up[hop] else b > a) else high

    return rule


def _halves(vcs: int) -> tuple[range, range, range]:
    return range(vcs // 2), range(vcs // 2, vcs), range(vcs)


RULES = {"none": any_channel, "dateline": dateline, "dally-seitz": dally_seitz, "dateline-kept": dateline_kept}

BY_DIGITS = ("none", "dally-seitz")  # rules that do not ask by which channel a packet came, or for other dimensions


def rule_named(net: Network, name: str, vcs: int) -> Rule:
    """The rule of a name; with one virtual channel all rules are the same.

    Parameters
    ----------
    net : Network
        The network.
    name : str
        Name of the rule.
    vcs : int
        Virtual channels of each hop.

    Returns
    -------
    Rule
        Function (hop, came_by, destination) -> allowed virtual channels.
    """
    _check(name)
    return any_channel(net, vcs) if vcs == 1 else RULES[name](net, vcs)


def _check(name: str) -> None:
    if name not in RULES:
        raise RoutingError(f"no rule for virtual channels is called {name!r}: rules are {', '.join(RULES)}")


def words(name: str, vcs: int) -> str:
    """Description of a rule.

    Parameters
    ----------
    name : str
        Name of the rule.
    vcs : int
        Virtual channels of each hop.

    Returns
    -------
    str
        The description.
    """
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

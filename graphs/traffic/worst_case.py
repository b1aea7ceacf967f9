"""The admissible traffic that loads some hop most under an oblivious routing, with a proof of optimality.

The load of a hop is linear in the rates, and admissible rates (each node sends and gets at most one message per unit of
time) are convex combinations of permutations with messages left out (Birkhoff). So the greatest load of a hop is the
greatest weight of a matching of sources with destinations, where a pair weighs the share of its messages that crosses the
hop. Potentials u_s >= 0 and v_t >= 0 with u_s + v_t >= share(s, t) whose sum is that weight prove that nothing is greater."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from graphs.base.parallel import Progress
from graphs.base.shown import Part, Shown
from graphs.base.tables import Facts, exact
from graphs.routing.channel_routing import ChannelRouting
from graphs.traffic.channel_loads import CAPACITY, channel_names, channels_of, reference_routing, traffic_loads
from graphs.traffic.routing_symmetry import hop_orbits
from graphs.traffic.shares import Shares, shares
from graphs.traffic.traffic import Traffic, permutation, uniform

BATCH = 64  # hops whose shares are counted together
MOST_PAIRS = 16  # of a permutation that a display shows


@dataclass(frozen=True, eq=False)
class WorstCase(Shown):
    """The traffic that loads a hop most.

    Attributes
    ----------
    routing : ChannelRouting
        The routing.
    gamma : Fraction
        Greatest load: messages per unit of time that cross the hop when each node sends one.
    hop : int
        Number of the hop.
    destinations : ndarray of int64, shape (ends,)
        Permutation that reaches it: destination of each end.
    sending, getting : Mapping of int to Fraction
        Potentials of sources and of destinations that prove that it is greatest for this hop; 0 where left out.
    hops : tuple of int
        One hop of each orbit of symmetries of network and routing; for the others the load is the same.
    """

    routing: ChannelRouting
    gamma: Fraction
    hop: int
    destinations: np.ndarray
    sending: dict[int, Fraction]
    getting: dict[int, Fraction]
    hops: tuple[int, ...]

    @property
    def traffic(self) -> Traffic:
        """The permutation as a traffic."""
        found = permutation(self.routing.network, self.destinations)
        return found.with_name("worst case", f"permutation that loads a link most under {self.routing.name}")

    @property
    def throughput(self) -> Fraction:
        """Greatest share of any admissible traffic that the network carries."""
        return 1 / self.gamma

    @cached_property
    def fraction_of_capacity(self) -> Fraction:
        """Throughput divided by that of uniform traffic under the reference routing of the network."""
        net = self.routing.network
        return max(traffic_loads(reference_routing(net), uniform(net))) / self.gamma

    @property
    def channel(self) -> str:
        """Name of the channel that gets the largest load."""
        net = self.routing.network
        return channel_names(net)[channels_of(net)[self.hop]]

    @property
    def certificate(self) -> dict[str, Any]:
        """Permutation, and potentials by node, which prove the largest load of the channel."""
        return {
            "gamma": str(self.gamma),
            "hop": self.hop,
            "permutation": self.destinations.tolist(),
            "sending": {str(node): str(value) for node, value in self.sending.items()},
            "getting": {str(node): str(value) for node, value in self.getting.items()},
            "hops": list(self.hops),
        }

    def as_json(self) -> dict[str, Any]:
        """The worst case in the shape of ``netlemma worst-case --json``: rationals are strings."""
        return {
            "routing": self.routing.name,
            "gamma": str(self.gamma),
            "channel": self.channel,
            "permutation": self.destinations.tolist(),
            "throughput": str(self.throughput),
            "fraction_of_capacity": str(self.fraction_of_capacity),
            "certificate": self.certificate,
        }

    def _parts(self) -> list[Part]:
        reference = reference_routing(self.routing.network).name
        pairs = [f"{s}->{t}" for s, t in zip(self.routing.ends, self.destinations.tolist(), strict=True) if s != t]
        shown = ", ".join(pairs[:MOST_PAIRS]) + (
            f", and {len(pairs) - MOST_PAIRS} more" if len(pairs) > MOST_PAIRS else ""
        )
        rows = [
            ("network", self.routing.network.title),
            ("routing", self.routing.title),
            ("largest load", f"{exact(self.gamma)} messages per unit of time, on channel {self.channel}"),
            ("throughput", exact(self.throughput)),
            ("fraction of capacity", exact(self.fraction_of_capacity)),
            ("permutation", shown),
            ("counted", CAPACITY.format(reference)),
        ]
        return [Facts(rows)]


def worst_case(routing: ChannelRouting, progress: Progress = None) -> WorstCase:
    """The admissible traffic that loads some hop most.

    Parameters
    ----------
    routing : ChannelRouting
        Deterministic or oblivious routing.
    progress : Progress, optional
        Function called now and then with (hops done, all hops).

    Returns
    -------
    WorstCase
        The traffic with its proof.

    Raises
    ------
    RoutingError
        If the routing is adaptive, does not deliver, or has shares with too long a common denominator.

    References
    ----------
    B. Towles and W. J. Dally, Worst-case traffic for oblivious routing functions, 2002.

    Examples
    --------
    >>> from graphs import network
    >>> from graphs.routings import channel_routing
    >>> worst_case(channel_routing(network("toroid", w=8, D=1), "dimension-order")).gamma
    Fraction(4, 1)
    """
    orbit = hop_orbits(routing)
    hops = np.unique(orbit, return_index=True)[1].tolist()
    best: tuple[Fraction, Shares, np.ndarray] | None = None
    for first in range(0, len(hops), BATCH):
        batch = hops[first : first + BATCH]
        for found in shares(routing, batch):
            matched = matching(found.matrix)
            at = np.flatnonzero(matched >= 0)
            gamma = Fraction(int(found.matrix[at, matched[at]].sum()), found.scale)
            if best is None or gamma > best[0]:
                best = gamma, found, matched
        if progress:
            progress(min(first + BATCH, len(hops)), len(hops))
    assert best is not None
    gamma, found, matched = best
    sending, getting = potentials(found.matrix, matched)
    return WorstCase(
        routing,
        gamma,
        found.hop,
        _completed(routing, found, matched),
        {int(s): Fraction(int(u), found.scale) for s, u in zip(found.sources, sending, strict=True) if u},
        {int(t): Fraction(int(v), found.scale) for t, v in zip(found.destinations, getting, strict=True) if v},
        tuple(hops),
    )


def matching(matrix: np.ndarray) -> np.ndarray:
    """A matching of rows with columns of the greatest weight.

    Parameters
    ----------
    matrix : ndarray of int64, shape (rows, columns)
        Weights from 0 on, whose sums are exact in a double.

    Returns
    -------
    ndarray of int64, shape (rows,)
        Column of each row, -1 for none; pairs of weight 0 are not matched.
    """
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(matrix, maximize=True)
    matched = np.full(matrix.shape[0], -1, dtype=np.int64)
    used = matrix[rows, columns] > 0
    matched[rows[used]] = columns[used]
    return matched


def potentials(matrix: np.ndarray, matched: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Least potentials of the columns, and those of the rows, that prove that a matching has the greatest weight.

    Parameters
    ----------
    matrix : ndarray of int64, shape (rows, columns)
        Weights from 0 on.
    matched : ndarray of int64, shape (rows,)
        A matching of the greatest weight.

    Returns
    -------
    tuple of (ndarray of int64, ndarray of int64)
        Potentials u of rows and v of columns, all from 0 on, with u + v at least the weight everywhere, equal to it on
        matched pairs, and 0 at all others.

    Raises
    ------
    AssertionError
        If the matching has not the greatest weight.

    Examples
    --------
    >>> matrix = np.array([[3, 2], [2, 0]])
    >>> [part.tolist() for part in potentials(matrix, matching(matrix))]
    [[2, 1], [1, 0]]
    """
    at = np.flatnonzero(matched >= 0)
    weight = matrix[at, matched[at]]
    u, v = np.zeros(matrix.shape[0], dtype=np.int64), np.zeros(matrix.shape[1], dtype=np.int64)
    u[at] = weight
    for _ in range(sum(matrix.shape) + 1):
        more = (matrix - u[:, None]).max(axis=0, initial=0)
        if (more <= v).all():
            break
        v = np.maximum(v, more)
        u[at] = weight - v[matched[at]]
    assert u.min(initial=0) >= 0 and u.sum() + v.sum() == weight.sum(), "a matching of greatest weight was expected"
    return u, v


def _completed(routing: ChannelRouting, found: Shares, matched: np.ndarray) -> np.ndarray:
    """A permutation of all ends with the matched pairs; the other ends send to themselves where they can."""
    ends = np.asarray(routing.ends)
    at = np.flatnonzero(matched >= 0)
    goes = dict(zip(found.sources[at].tolist(), found.destinations[matched[at]].tolist(), strict=True))
    taken = set(goes.values())
    free = [end for end in ends.tolist() if end not in taken]
    alone = [end for end in ends.tolist() if end not in goes]
    staying = set(free) & set(alone)
    goes |= {end: end for end in staying}
    rest = iter(end for end in free if end not in staying)
    goes |= {end: next(rest) for end in alone if end not in staying}
    return np.array([goes[end] for end in ends.tolist()])

"""Worst-case permutations of a routing, by maximum-weight matchings of each channel."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from netlemma.base.displays import Facts, Part, Result, exact
from netlemma.graphs.base.limits import require
from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.routing.channel_routing import DETERMINISTIC, OBLIVIOUS, ChannelRouting
from netlemma.graphs.routing.goal_graph import require_following
from netlemma.graphs.routings import routing as routing_of
from netlemma.graphs.routings.kinds import require_kind
from netlemma.graphs.topology.failures import Failures, some
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.traffic.after_failures import LargestLoads, largest_loads
from netlemma.graphs.traffic.building import permutation, uniform
from netlemma.graphs.traffic.channel_loads import CAPACITY, RATE, reference_routing, traffic_loads
from netlemma.graphs.traffic.channels import channel_capacities, channel_name
from netlemma.graphs.traffic.load_bounds import LoadBound, as_json, used_as, worst_case_bounds
from netlemma.graphs.traffic.traffic import Traffic
from netlemma.graphs.traffic.worst.routing_symmetry import ChannelClasses, channel_classes
from netlemma.graphs.traffic.worst.shares import Shares, Sharing, over_channels, shares

# Matchings of sources with destinations of the greatest weight, with potentials that prove it.


def matching(matrix: np.ndarray) -> np.ndarray:
    """A matching of rows with columns of the greatest weight.

    matrix (ndarray of int64, shape (rows, columns)): Weights from 0 on, whose sums are exact in a double.

    Returns: Column of each row, -1 for none; pairs of weight 0 are not matched.
    """
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(matrix, maximize=True)
    matched = np.full(matrix.shape[0], -1, dtype=np.int64)
    used = matrix[rows, columns] > 0
    matched[rows[used]] = columns[used]
    return matched


def potentials(matrix: np.ndarray, matched: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Least potentials of the columns, and those of the rows, that prove that a matching has the greatest weight.

    matrix (ndarray of int64, shape (rows, columns)): Weights from 0 on.
    matched (ndarray of int64, shape (rows,)): A matching of the greatest weight.

    Returns: Potentials u of rows and v of columns, all from 0 on, with u + v at least the weight everywhere, equal to
    it on matched pairs, and 0 at all others.

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


def completed(ends: Sequence[int], sources: np.ndarray, destinations: np.ndarray, matched: np.ndarray) -> np.ndarray:
    """A permutation of all ends with the matched pairs; the other ends send to themselves where they can.

    sources, destinations (ndarray of int): Nodes of the rows and columns of a matching.
    matched (ndarray of int64): Column of each row, -1 for none.

    Returns: Destination of each end.
    """
    at = np.flatnonzero(matched >= 0)
    goes = dict(zip(sources[at].tolist(), destinations[matched[at]].tolist(), strict=True))
    taken = set(goes.values())
    free = [end for end in ends if end not in taken]
    alone = [end for end in ends if end not in goes]
    staying = set(free) & set(alone)
    goes |= {end: end for end in staying}
    rest = iter(end for end in free if end not in staying)
    goes |= {end: next(rest) for end in alone if end not in staying}
    return np.array([goes[end] for end in ends])


# The admissible traffic that loads some channel most under an oblivious routing, with a proof of optimality.
#
# The load of a channel is linear in the rates, and admissible rates (each node sends and gets at most one message per unit of
# time) are convex combinations of permutations with messages left out (Birkhoff). So the greatest load of a channel is the
# greatest weight of a matching of sources with destinations, where a pair weighs the share of its messages that crosses the
# channel. Potentials u_s >= 0 and v_t >= 0 with u_s + v_t >= share(s, t) whose sum is that weight prove that nothing is greater.


KIND = "worst-case"  # of the certificate
BATCH, ENTRIES = 64, 1 << 24  # channels whose shares are counted together, more of them if they have few entries
MOST_PAIRS = 16  # of a permutation that a display shows


class WorstCase(Result):
    """Largest load of a channel under the traffics that a network has to admit, exactly.

    ``print`` shows it as ``netlemma worst-case`` does, ``as_json()`` is its ``--json``. Each has ``network``, ``throughput``
    and ``fraction_of_capacity``. The worst permutation of a routing and the routing with the best worst case also have the
    load ``gamma``, the ``channel`` that gets it, the ``permutation`` that causes it, the ``bounds`` of any routing, and a
    ``certificate``. An average over permutations has ``mean``, ``half_widths``, and ``loads``: how many permutations have
    each largest load.
    """

    network: Network
    throughput: Fraction

    @cached_property
    def fraction_of_capacity(self) -> Fraction:
        """Throughput divided by that of uniform traffic under the reference routing of the network."""
        loads = traffic_loads(reference_routing(self.network), uniform(self.network))
        return self.throughput * loads.over(channel_capacities(self.network)).largest


def largest_load(net: Network, gamma: Fraction, channel: int) -> tuple[str, str]:
    """The largest load, or utilisation where links have capacities, and its channel in words."""
    where, capacities = f"on channel {channel_name(net, channel)}", channel_capacities(net)
    if capacities is None:
        return "largest load", f"{exact(gamma)} messages per unit of time, {where}"
    capacity = capacities[channel]
    return "largest utilisation", f"{exact(gamma)}, {where}: load {gamma * capacity} / capacity {capacity}"


def capacity_as_json(net: Network, channel: int) -> dict[str, str]:
    """The capacity of a channel, where links have capacities."""
    capacities = channel_capacities(net)
    return {} if capacities is None else {"capacity": str(capacities[channel])}


@dataclass(frozen=True, eq=False)
class WorstPermutation(WorstCase):
    """The permutation that loads a channel most under a routing; no admissible traffic loads a channel more.

    routing: The routing.
    gamma: Greatest load: messages per unit of time that cross the channel when each node sends one, divided by its capacity.
    number: Number of the channel, see :func:`netlemma.graphs.traffic.channels.channels_of`.
    destinations: Permutation that reaches it: destination of each end.
    classes: Classes of channels under symmetries of network and routing; the worst case is the same in a class.
    described: Description of the network in the certificate, if family and sizes do not identify it.
    sharing: Workers that compute the potentials of the certificate.
    failures: Greatest loads after each failure of some links or switches, None where they are not asked for.
    """

    routing: ChannelRouting
    gamma: Fraction
    number: int
    destinations: np.ndarray
    classes: ChannelClasses
    described: Mapping[str, Any] | None = None
    sharing: Sharing | None = None
    failures: LargestLoads | None = None

    @property
    def network(self) -> Network:  # type: ignore[override]
        """The network."""
        return self.routing.network

    @property
    def permutation(self) -> list[int]:
        """Destination of each end."""
        return self.destinations.tolist()  # type: ignore[no-any-return]

    @property
    def traffic(self) -> Traffic:
        """The permutation as a traffic."""
        traffic = permutation(self.network, self.destinations)
        return traffic.with_name("worst case", f"permutation that loads a channel most under {self.routing.name}")

    @property
    def throughput(self) -> Fraction:  # type: ignore[override]
        """Greatest share of any admissible traffic that the network carries."""
        return 1 / self.gamma

    @cached_property
    def bounds(self) -> list[LoadBound]:
        """Lower bounds of the worst case of any routing, see :func:`netlemma.graphs.traffic.load_bounds.worst_case_bounds`."""
        return worst_case_bounds(self.network)

    @property
    def channel(self) -> str:
        """Name of the channel that gets the largest load."""
        return channel_name(self.network, self.number)

    @cached_property
    def certificate(self) -> dict[str, Any]:
        """Proof that no channel gets more: the permutation, and potentials of one channel of each class.

        The other channels have the same potentials, moved by a symmetry from the channel before them.
        """
        net, classes = self.network, self.classes
        parts = over_channels(proofs, self.routing, classes.first, sharing=self.sharing)
        return {
            "kind": KIND,
            "network": dict(self.described or {"family": net.family, "parameters": dict(net.parameters)}),
            "routing": {
                "name": self.routing.name,
                "vcs": self.routing.vcs,
                "options": dict(self.routing.options),
                "description": self.routing.description,
            },
            "gamma": str(self.gamma),
            "channel": self.number,
            "permutation": self.permutation,
            "potentials": [each for part in parts for each in part],
            "symmetries": [image.tolist() for image in classes.symmetries],
            "moved": [[c, int(classes.before[c]), int(classes.by[c])] for c in classes.order if classes.before[c] >= 0],
        }

    def as_json(self) -> dict[str, Any]:
        """The worst case in the shape of ``netlemma worst-case --json``: rationals are strings."""
        return {
            "routing": self.routing.name,
            "gamma": str(self.gamma),
            "channel": self.channel,
            **capacity_as_json(self.network, self.number),
            "permutation": self.permutation,
            "throughput": str(self.throughput),
            "fraction_of_capacity": str(self.fraction_of_capacity),
            "bounds": as_json(self.bounds, self.gamma),
            "certificate": self.certificate,
            **({} if self.failures is None else {"failures": self.failures.as_json("gamma")}),
        }

    def _parts(self) -> list[Part]:
        reference = reference_routing(self.network).name
        named = self.routing.node_name
        routes = zip(self.routing.ends, self.permutation, strict=True)
        pairs = [f"{named(s)}->{named(t)}" for s, t in routes if s != t]
        more = f", and {len(pairs) - MOST_PAIRS} more" if len(pairs) > MOST_PAIRS else ""
        rows = [
            ("network", self.network.title),
            ("routing", self.routing.title),
            largest_load(self.network, self.gamma, self.number),
            ("throughput", f"{exact(self.throughput)} {RATE}"),
            ("fraction of capacity", exact(self.fraction_of_capacity)),
            *(each.row(self.gamma, used_as(self.network)) for each in self.bounds),
            ("permutation", ", ".join(pairs[:MOST_PAIRS]) + more),
            *([] if self.failures is None else self.failures.rows(used_as(self.network))),
            ("rule", self.routing.description),
            ("counted", CAPACITY.format(reference)),
        ]
        return [Facts(rows)]


def _by_node(nodes: np.ndarray, values: np.ndarray, scale: int) -> dict[str, str]:
    return {str(n): str(Fraction(v, scale)) for n, v in zip(nodes.tolist(), values.tolist(), strict=True) if v}


def worst_case(
    routing: ChannelRouting,
    progress: Progress = None,
    described: Mapping[str, Any] | None = None,
    sharing: Sharing | None = None,
) -> WorstPermutation:
    """The admissible traffic that loads some directed channel most.

    Parameters are those of :func:`netlemma.worst_case`; ``described`` is the description of the network in certificates.

    B. Towles and W. J. Dally, Worst-case traffic for oblivious routing functions, 2002.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> worst_case(channel_routing(network("toroid", w=8, D=1), "dimension-order")).gamma
    Fraction(4, 1)
    """
    require_kind(routing, (DETERMINISTIC, OBLIVIOUS), "the worst case needs")
    classes = _classes(routing)
    parts = over_channels(heaviest, routing, classes.first, sharing=sharing, progress=progress)
    gamma, channel, permuted = max(parts, key=lambda part: part[0])  # the first of several
    return WorstPermutation(routing, gamma, channel, permuted, classes, described, sharing)


def _classes(routing: ChannelRouting) -> ChannelClasses:
    """The classes of channels; refused if shares of messages cannot be counted for each of them."""
    for phase in [phase for phase, _ in routing.phases.parts] if routing.by_any_node else [routing]:
        require_following(phase)
    classes, nodes = channel_classes(routing), routing.network.node_count
    units = float(len(routing.ends)) * routing.channel_count * len(classes.first)
    kept = 8 * nodes**2 * min(len(classes.first), _batch(routing)) if routing.by_any_node else 0
    require("shares", routing.title, units, nodes=nodes, power=3, kept=kept)
    return classes


def _batch(routing: ChannelRouting) -> int:
    """Number of channels whose shares are counted together."""
    return max(BATCH, ENTRIES // routing.network.node_count**2)


def heaviest(
    routing: ChannelRouting, channels: Sequence[int], progress: Progress = None
) -> tuple[Fraction, int, np.ndarray]:
    """The first of some channels that a permutation loads most.

    Returns: Load divided by the capacity, channel, and destination of each end.
    """
    best: tuple[Fraction, Shares, np.ndarray] | None = None
    capacities = channel_capacities(routing.network)
    for batch in batches(routing, channels, progress):
        for found in batch:
            matched = matching(found.matrix)
            at = np.flatnonzero(matched >= 0)
            gamma = Fraction(int(found.matrix[at, matched[at]].sum()), found.scale)
            gamma /= 1 if capacities is None else capacities[found.channel]
            if best is None or gamma > best[0]:
                best = gamma, found, matched
    assert best is not None
    gamma, found, matched = best
    return gamma, found.channel, completed(routing.ends, found.sources, found.destinations, matched)


def proofs(routing: ChannelRouting, channels: Sequence[int], progress: Progress = None) -> list[dict[str, Any]]:
    """Potentials that prove the largest loads of some channels, as certificates have them."""
    found: list[dict[str, Any]] = []
    for batch in batches(routing, channels, progress):
        for each in batch:
            sending, getting = potentials(each.matrix, matching(each.matrix))
            found.append({
                "channel": each.channel,
                "sending": _by_node(each.sources, sending, each.scale),
                "getting": _by_node(each.destinations, getting, each.scale),
            })  # fmt: skip
    return found


def batches(routing: ChannelRouting, channels: Sequence[int], progress: Progress = None) -> Iterator[list[Shares]]:
    """Shares of some channels, as many at a time as memory has room for."""
    size = _batch(routing)
    for first in range(0, len(channels), size):
        yield shares(routing, channels[first : first + size])
        if progress:
            progress(min(first + size, len(channels)), len(channels))


def worst_after(
    routing: ChannelRouting,
    failed: Failures,
    before: Fraction,
    named: tuple[str | None, int | None, str | None],
    sharing: Sharing | None = None,
    progress: Progress = None,
) -> LargestLoads:
    """The worst case of a routing, made again by its name, virtual channels and file, on the network that each failure leaves.

    sharing: Workers that share the failures; this process alone if None.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> from netlemma.graphs.topology.failures import failures
    >>> net = network("ring", K=6)
    >>> worst_after(channel_routing(net, "shortest"), failures(net, 1), Fraction(3, 2), ("shortest", None, None)).largest
    Fraction(3, 1)
    """
    parts = over_channels(_after, routing, failed.sets.tolist(), failed.of, *named, sharing=sharing, progress=progress)
    return LargestLoads(failed, before, tuple(each for part in parts for each in part))


def _after(
    routing: ChannelRouting,
    sets: Sequence[Sequence[int]],
    of: str,
    words: str | None,
    vcs: int | None,
    file: str | None,
    progress: Progress = None,
) -> list[Fraction | None]:
    """The worst cases after some sets have failed; None where ends are not connected."""

    def gamma(left: Network) -> Fraction:
        return worst_case(routing_of(left, words, vcs=vcs, file=file, ties="split")).gamma

    return list(largest_loads(some(routing.network, of, sets), gamma, Fraction(0), progress).after)

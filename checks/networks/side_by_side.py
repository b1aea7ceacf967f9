"""Networks side by side: cost, distances, loads, bisection and virtual channels, each measured on the explicit network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from inspect import Parameter, signature
from typing import Any

from netlemma.checks.base.inputs import InputError
from netlemma.checks.base.sizes import parse_network, parse_sizes
from netlemma.checks.lemmas.measured_traffic import busiest_channel
from netlemma.checks.networks.proportions import proportions
from netlemma.graphs.base.limits import title
from netlemma.graphs.base.shown import Part, Shown
from netlemma.graphs.base.tables import Table, Words, exact
from netlemma.graphs.deadlock.fewest_channels import fewest_channels
from netlemma.graphs.families import family_called
from netlemma.graphs.loads.indices.bisection import MOST_NODES, bisection
from netlemma.graphs.loads.measure import measure
from netlemma.graphs.routings import routing as routing_of
from netlemma.graphs.sources import resolve
from netlemma.graphs.topology.facts import counted
from netlemma.graphs.topology.ring_structure import RingNetwork
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.traffic.channel_loads import traffic_loads
from netlemma.graphs.traffic.patterns import patterns
from netlemma.graphs.traffic.patterns.uniform import PATTERNS as UNIFORM

FACTOR = 4  # from one number of ends to the next, in a range
MOST_FOR_PATTERNS = 2_500  # ends
MOST_FOR_CHANNELS = 20_000_000  # hops, ends and the square of the diameter multiplied
MOST_IN_ORDER = 200  # hops
FEW_ROUNDS = 400  # of the search for an order of channels
ABOUT = (
    "ends = nodes between which messages run; degree = links of a node, at most; load = messages that cross the busiest channel while "
    "every end sends one, under uniform traffic; pattern = the same under the traffic pattern by name that loads a channel most, a lower "
    "bound of the worst case; bisection in channels; vcs = virtual channels that free shortest paths of deadlock"
)


@dataclass(frozen=True)
class Bounded:
    """A number that lies between two bounds; None for an upper bound that is not known.

    >>> str(Bounded(2, 2)), str(Bounded(2, 5)), str(Bounded(2, None))
    ('2', '2..5', '>= 2')
    """

    least: int
    most: int | None

    def __str__(self) -> str:
        if self.most is None:
            return f">= {self.least}"
        return str(self.least) if self.least == self.most else f"{self.least}..{self.most}"


@dataclass(frozen=True)
class NetworkRow:
    """One network of a comparison; what was not measured is None.

    Parameters
    ----------
    network : str
        Family and sizes.
    ends, switches : int
        Nodes between which messages run, and the other nodes.
    degree : int
        Largest number of links of a node.
    links : int
        Links and buses.
    diameter : int
        Largest distance of two ends.
    mean_distance : Fraction
        Mean distance of two different ends.
    load : Fraction
        Crossings of the busiest channel while every end sends one message to any other, under shortest paths.
    pattern : Fraction or None
        The same under the traffic pattern that loads a channel most, of those that have names and need no options.
    pattern_name : str
        Its name.
    bisection : Bounded or None
        Bisection width in channels.
    vcs : Bounded or None
        Virtual channels with which shortest paths have no deadlock.
    """

    network: str
    ends: int
    switches: int
    degree: int
    links: int
    diameter: int
    mean_distance: Fraction
    load: Fraction
    pattern: Fraction | None
    pattern_name: str
    bisection: Bounded | None
    vcs: Bounded | None

    @property
    def links_per_end(self) -> Fraction:
        """Links divided by ends, as a measure of cost."""
        return Fraction(self.links, self.ends)

    def as_json(self) -> dict[str, Any]:
        """Plain data; rationals and bounds are strings."""
        return {
            name: value if value is None or isinstance(value, int | str) else str(value)
            for name, value in vars(self).items()
        }


@dataclass(frozen=True)
class NetworkComparison(Shown):
    """Rows of several networks, grouped by the words that asked for them."""

    rows: tuple[tuple[str, NetworkRow], ...]

    def as_json(self) -> list[dict[str, Any]]:
        """The output of ``netlemma compare --json``."""
        return [{"asked": asked, **row.as_json()} for asked, row in self.rows]

    def as_csv(self) -> str:
        """A line for each network, below one with the names of the columns."""
        names = [each.name for each in fields(NetworkRow)]
        lines = (
            ["" if row.as_json()[name] is None else str(row.as_json()[name]) for name in names] for _, row in self.rows
        )
        return "".join(f"{','.join(_quoted(cell) for cell in line)}\n" for line in (names, *lines))

    def _parts(self) -> list[Part]:
        rows = sorted((row for _, row in self.rows), key=lambda row: row.ends)
        shown = [
            (r.network, r.ends, r.switches, r.degree, r.links, r.diameter, *map(_short, (r.mean_distance, r.load)),
             f"{_short(r.pattern)} {r.pattern_name}" if r.pattern is not None else None, r.bisection, r.vcs) for r in rows
        ]  # fmt: skip
        columns = (
            "network",
            "ends",
            "switches",
            "degree",
            "links",
            "diameter",
            "mean",
            "load",
            "pattern",
            "bisection",
            "vcs",
        )
        return [Table(columns, shown, most=len(shown)), Words(ABOUT)]


def _quoted(cell: str) -> str:
    return f'"{cell}"' if "," in cell else cell


def _short(value: Fraction | None) -> str:
    return "" if value is None else exact(value) if value.denominator == 1 else f"{float(value):.4g}"


def numbers_of_ends(text: str) -> list[int]:
    """Numbers of ends as a user writes them: a list, or a range whose numbers are each four times the one before.

    Parameters
    ----------
    text : str
        Such as ``64..4096``, ``1000,10000`` or ``256``.

    Returns
    -------
    list of int
        The numbers.

    Raises
    ------
    InputError
        If it cannot be read, or has a number below 2.

    Examples
    --------
    >>> numbers_of_ends("64..4096")
    [64, 256, 1024, 4096]
    """
    found: list[int] = []
    for piece in text.split(","):
        values = parse_sizes(f"nodes={piece}")["nodes"]
        first, last = values[0], values[-1]
        while first > 1 and first <= last:
            found.append(first)
            first *= FACTOR
        if first < 2:
            raise InputError(f"--nodes {piece}: a network that is compared has two ends or more")
    return found


def side_by_side(networks: Sequence[str], nodes: str = "64..4096", progress: Any = None) -> NetworkComparison:
    """Measure networks side by side, families at sizes with about as many ends.

    Parameters
    ----------
    networks : sequence of str
        Each a family with sizes that may be left out or in proportion, as ``torus n=3`` and ``dragonfly p=h a=2h``, or any
        other network with all its sizes.
    nodes : str, default '64..4096'
        Numbers of ends, see :func:`numbers_of_ends`.
    progress : callable, optional
        Called with a line of text before each network is measured.

    Returns
    -------
    NetworkComparison
        The rows.

    Raises
    ------
    InputError
        For a network or numbers that cannot be read, and networks of point-to-point rings.

    Examples
    --------
    >>> found = side_by_side(["hypercube", "torus n=2"], "16")
    >>> [(row.network, row.ends, row.links, row.diameter) for _, row in found.rows]
    [('hypercube n=4', 16, 32, 4), ('torus k=4 n=2', 16, 32, 4)]
    """
    if not networks:
        raise InputError('nothing to compare: write for instance netlemma compare "torus n=3" "dragonfly p=h a=2h"')
    wanted = numbers_of_ends(nodes)
    built = [(asked, net) for asked in dict.fromkeys(networks) for net in _built(asked, wanted)]
    rows: list[tuple[str, NetworkRow]] = []
    for asked, net in built:
        if progress:
            progress(f"{len(rows)} of {len(built)} networks: {net.title}")
        rows.append((asked, row(net)))
    return NetworkComparison(tuple(rows))


def _built(asked: str, wanted: Sequence[int]) -> list[Network]:
    if family_called((asked.split() or [""])[0]):
        found = proportions(asked)
        nets = [found.family.build(**sizes) for sizes in found.nearest(wanted)]
    else:
        words = asked.split() if "=" in asked else [asked]
        source, rest = resolve(words)
        nets = [source.build(**parse_network(rest))]
    for net in nets:
        if isinstance(net, RingNetwork):
            raise InputError(
                f"{net.title} is made of point-to-point rings, which are compared by netlemma figure johnson-17"
            )
    return nets


def row(net: Network) -> NetworkRow:
    """All columns of one network.

    Parameters
    ----------
    net : Network
        The network.

    Returns
    -------
    NetworkRow
        Its row; patterns, bisection and virtual channels only where they take little time.
    """
    measurement = measure(net)
    worst, name = _worst_pattern(net)
    return NetworkRow(
        network=title(net.family, net.parameters),
        ends=len(net.ends),
        switches=net.node_count - len(net.ends),
        degree=counted(net)["degree"],
        links=net.device_count,
        diameter=measurement.diameter,
        mean_distance=measurement.mean_distance,
        load=busiest_channel(net, measurement),
        pattern=worst,
        pattern_name=name,
        bisection=_bisection(net),
        vcs=_channels(net, measurement.diameter),
    )


def _worst_pattern(net: Network) -> tuple[Fraction | None, str]:
    """The largest load of a channel under the patterns that have names and need no options, and the name."""
    if len(net.ends) > MOST_FOR_PATTERNS:
        return None, ""
    worst, worst_name = None, ""
    by = routing_of(net, "shortest")
    for name, make in patterns().items():
        options = list(signature(make).parameters.values())[1:]
        if name in UNIFORM or any(each.default is Parameter.empty for each in options):
            continue
        try:
            load = traffic_loads(by, make(net)).largest
        except InputError:
            continue  # the pattern is one of other networks
        if worst is None or load > worst:
            worst, worst_name = load, name
    return worst, worst_name


def _bisection(net: Network) -> Bounded | None:
    if net.node_count > MOST_NODES:
        return None
    try:
        found = bisection(net)
    except InputError:
        return None  # nodes that cannot be divided, such as one end
    return Bounded(found.least, found.channels)


def _channels(net: Network, diameter: int) -> Bounded | None:
    if net.hop_count * len(net.ends) * diameter**2 > MOST_FOR_CHANNELS:
        return None
    rounds = FEW_ROUNDS if net.hop_count <= MOST_IN_ORDER else 0
    found = fewest_channels(net, "shortest", most_rounds=rounds).fewest_vcs
    return None if found is None else Bounded(found["necessary"], found["suffices"])

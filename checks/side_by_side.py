"""Networks side by side: sizes with as many ends, what is measured of each, and the families in one table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cache, partial
from inspect import Parameter, signature
from itertools import count, islice
from math import ceil, exp, inf, log
from typing import Any

from netlemma.base.displays import Part, Result, Table, Words, exact
from netlemma.base.remarks import remark
from netlemma.base.synonyms import in_sizes
from netlemma.checks.base.inputs import assignment, parse_network, parse_sizes, quoted_text
from netlemma.checks.lemmas.measured_quantities import busiest_channel
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.discovery import keys, lemma
from netlemma.derive.typeset.expressions import expression_text
from netlemma.errors import InputError, SizeError, TrafficError, WorkError
from netlemma.graphs import Family, device_network, families
from netlemma.graphs.base.limits import title
from netlemma.graphs.deadlock.fewest_channels import fewest_channels
from netlemma.graphs.families import family_called
from netlemma.graphs.loads.bisection import MOST_NODES, bisection
from netlemma.graphs.loads.measure import measure
from netlemma.graphs.routings import routing as routing_of
from netlemma.graphs.sources import resolve, spelled_out
from netlemma.graphs.sources import source as source_of
from netlemma.graphs.sources.definition_files import defined
from netlemma.graphs.sources.network_sources import named_source
from netlemma.graphs.topology.failures import Failures
from netlemma.graphs.topology.family import counted
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.traffic.after_failures import (
    WORST,
    WORST_IN_CSV,
    FailureMeasurement,
    measure_failures,
    worst_in_csv,
)
from netlemma.graphs.traffic.channel_loads import traffic_loads
from netlemma.graphs.traffic.patterns import patterns
from netlemma.graphs.traffic.patterns.uniform import PATTERNS as UNIFORM

# Sizes of networks that are as large as asked: given in part, or in proportion to one another, as in ``p=h a=2h``.


LOG_MOST = 7.0  # of nodes that are counted; larger networks count as so many
REFUSED = 64  # values in a row without a network, after which no larger ones are tried
SPREAD = 0.1
REACHES = (1, 4, 16, inf)  # largest value through the smallest
STEPS = 8  # values of the other names that are tried for a network
STEPS_OF_BISECTION = 3_000_000  # some two seconds a network
PART = re.compile(r"([0-9]{1,6})?\*?([A-Za-z_]\w*)(?:/([1-9][0-9]{0,5}))?")
Value = tuple[int, str, int]  # a factor, a name, a divisor; the name is empty for a number


@dataclass(frozen=True)
class Proportions:
    """Networks of one family whose sizes are given in part; the others are free, or a multiple of one that is free.

    words: What a user writes: a family, and sizes such as ``n=3``, ``p=h``, ``a=2h`` or ``S=s,s``.
    family: The family.
    fixed: Sizes that are numbers, lists or words.
    tied: Sizes in proportion to names.
    """

    words: str
    family: Family[Any]
    fixed: Mapping[str, Any]
    tied: Mapping[str, Sequence[Value]]

    @property
    def free(self) -> tuple[str, ...]:
        """Names whose values are sought."""
        rest = [p.name for p in self.family.parameters if p.name not in {**self.fixed, **self.tied} and p.needed]
        said = [name for parts in self.tied.values() for _, name, _ in parts if name]
        return tuple(dict.fromkeys([*rest, *said]))

    def sizes(self, values: Mapping[str, int]) -> dict[str, Any]:
        """All sizes, from values of the free names."""
        found = {**self.fixed, **{name: value for name, value in values.items() if self._is_size(name)}}
        for name, parts in self.tied.items():
            numbers = tuple(factor * (values[of] if of else 1) // by for factor, of, by in parts)
            found[name] = numbers if len(numbers) > 1 else numbers[0]
        return self.family.check(found)

    def _is_size(self, name: str) -> bool:
        return name not in self.tied and any(p.name == name for p in self.family.parameters)

    def ends(self, values: Mapping[str, int]) -> int | None:
        """Number of ends of messages, None if there is no such network."""
        try:
            sizes = self.sizes(values)
        except SizeError:
            return None
        nodes = self.family.log_sizes(**sizes)[0]
        if nodes > LOG_MOST:
            return int(10**LOG_MOST)
        facts = self.family.facts(**sizes) if self.family.facts else {}
        return int(facts.get("ends", round(10**nodes)))

    def nearest(self, wanted: Sequence[int]) -> list[dict[str, Any]]:
        """For each number of ends the sizes whose number is nearest, in proportion; each of them once.

        Of several free values those that are near each other are preferred: a tenth of the logarithm of the largest through
        the smallest counts like that of the number of ends through the wanted one.
        """
        if not self.free:
            return [self.sizes({})]
        most = 4 * max(wanted)

        def farness(target: int, network: tuple[int, float, dict[str, int]]) -> float:
            return abs(log(network[0] / target)) + network[1]

        for reach in REACHES:  # networks of a larger spread than those found are none of the nearest
            every = list(self._within(most, reach))
            if every and exp(max(min(farness(target, each) for each in every) for target in wanted) / SPREAD) <= reach:
                break
        if not every:
            raise InputError(f"{self.words} has no network with at most {most:,} ends of messages")
        found: dict[int, dict[str, Any]] = {}
        for target in wanted:
            ends, _, values = min(every, key=partial(farness, target))
            found.setdefault(ends, self.sizes(values))
        return list(found.values())

    def _within(self, most: int, reach: float) -> Iterator[tuple[int, float, dict[str, int]]]:
        """Ends, spread and values of all networks with two or more ends and at most so many, whose largest value is at most
        ``reach`` times the smallest; values that do not change the number of ends do not count for that.
        """
        least = {p.name: max(1, p.minimum) for p in self.family.parameters}
        ends = cache(lambda *values: self.ends(dict(values)))

        def smallest_from(chosen: dict[str, int], others: dict[str, int]) -> int | None:
            """Ends of a small network with the chosen values: the first legal one of the others, counted up together."""
            tried = (
                ends(*chosen.items(), *((name, value + more) for name, value in others.items()))
                for more in range(STEPS if others else 1)
            )
            return next((found for found in tried if found is not None), None)

        def from_here(chosen: dict[str, int], names: Sequence[str]) -> Iterator[dict[str, int]]:
            if not names:
                yield chosen
                return
            first, *rest = names
            others = {name: least.get(name, 1) for name in rest}
            start = least.get(first, 1)
            small = (
                (value, smallest_from({**chosen, first: value}, others)) for value in range(start, start + REFUSED)
            )
            legal = [*islice((each for each in small if each[1] is not None), 2)]
            if len(legal) == 2 and legal[0][1] == legal[1][1]:
                yield from from_here({**chosen, first: legal[0][0]}, rest)
                return
            before, refused = None, 0
            low, high = max(chosen.values(), default=0) / reach, min(chosen.values(), default=inf) * reach
            for value in count(max(start, ceil(low))):
                smallest = smallest_from({**chosen, first: value}, others)
                refused = refused + 1 if smallest is None else 0
                if value > high or refused > REFUSED or (smallest or 0) > most or (smallest == before and smallest):
                    return  # no larger network of interest, or a size that does not change the number of ends
                if smallest is not None:
                    before = smallest
                    yield from from_here({**chosen, first: value}, rest)

        for values in from_here({}, self.free):
            found = ends(*values.items())
            if found is not None and 2 <= found <= most:
                yield found, SPREAD * log(max(values.values()) / min(values.values())), values


def proportions(words: str) -> Proportions:
    """Read a family and sizes that are given in part.

    >>> proportions("dragonfly p=h a=2h").nearest([1000])
    [{'p': 4, 'a': 8, 'h': 4, 'arrangement': 'consecutive'}]
    """
    name, *rest = words.split() or [""]
    family = family_called(name)
    if family is None:
        named_source(name)  # says what is near
        raise InputError(
            f"{quoted_text(words)} begins with no family: compare takes families, {', '.join(list(families())[:3])}, ..."
        )
    fixed: dict[str, Any] = {}
    tied: dict[str, list[Value]] = {}
    for word in rest:
        key, text = assignment(word, {**fixed, **tied}, [p.name for p in family.parameters], "n=3")
        parameter = next(p for p in family.parameters if p.name == key)
        parts = [PART.fullmatch(part) for part in text.split(",")]
        if parameter.words or not any(parts):
            fixed |= parse_network([word])
            continue
        tied[key] = [_value(key, part) for part in text.split(",")]
    found = Proportions(words, family, fixed, tied)
    if not found.free:
        found.sizes({})  # refuses illegal ones
    return found


def _value(key: str, text: str) -> Value:
    if re.fullmatch(r"[0-9]{1,6}", text):
        return int(text), "", 1
    if (part := PART.fullmatch(text)) is None:
        raise InputError(
            f"{key}={quoted_text(text)[1:-1]}: a size is a number, or in proportion to a name: {key}=h, {key}=2h, {key}=3q/4"
        )
    factor, name, by = part.groups()
    return int(factor or 1), name, int(by or 1)


# Networks side by side: cost, distances, loads, bisection and virtual channels, each measured on the explicit network.


FACTOR = 4  # from one number of ends to the next, in a range
MOST_FOR_PATTERNS = 2_500  # ends
MOST_FOR_CHANNELS = 20_000_000  # hops, ends and the square of the diameter multiplied
MOST_IN_ORDER = 200  # hops
FEW_ROUNDS = 400  # of the search for an order of channels
ABOUT = (
    "ends = nodes between which messages run; diameter and mean distance between switches, where there are "
    "terminals; degree = links of a node, at most; load = messages that cross the busiest channel while "
    "every end sends one, under uniform traffic and under the pattern that loads a channel most, a lower bound of "
    "the worst case; bisection in channels; vcs = virtual channels that free shortest paths of deadlock"
)
AFTER = (
    "after failures = the greatest of each after any set that disconnects no ends, diameter and mean distance between ends; "
    "times = that load divided by the load of the whole network"
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

    network: Family and sizes.
    ends, switches: Nodes between which messages run, and the other nodes.
    degree: Largest number of links of a node.
    links: Links and buses.
    diameter: Largest distance of two switches, or of two ends where no switches are apart from the ends.
    mean_distance: Mean distance of these.
    load: Crossings of the busiest channel while every end sends one message to any other, under shortest paths.
    pattern: The same under the traffic pattern that loads a channel most, of those that have names and need no options.
    pattern_name: Its name.
    bisection: Bisection width in channels.
    vcs: Virtual channels with which shortest paths have no deadlock.
    failures: What is left after each failure; None where it is not asked for, or takes too long.
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
    failures: FailureMeasurement | None = None

    @property
    def links_per_end(self) -> Fraction:
        """Links divided by ends, as a measure of cost."""
        return Fraction(self.links, self.ends)

    def as_json(self) -> dict[str, Any]:
        """Plain data; rationals and bounds are strings."""
        found = {
            name: value if value is None or isinstance(value, int | str) else str(value)
            for name, value in vars(self).items()
            if name != "failures"
        }
        return found | ({} if self.failures is None else {"failures": self.failures.after_as_json()})


class Comparison(Result):
    """Networks side by side, or routings of one network under traffic patterns: a row for each in ``rows``.

    ``print`` shows it as ``netlemma compare`` does, ``as_json()`` is its ``--json`` and ``as_csv()`` its ``--csv``.
    """


@dataclass(frozen=True)
class NetworkComparison(Comparison):
    """Rows of several networks, grouped by the words that asked for them."""

    rows: tuple[tuple[str, NetworkRow], ...]

    def as_json(self) -> list[dict[str, Any]]:
        """The output of ``netlemma compare --json``."""
        return [{"asked": asked, **row.as_json()} for asked, row in self.rows]

    def as_csv(self) -> str:
        """A line for each network, below one with the names of the columns."""
        names = [each.name for each in fields(NetworkRow) if each.name != "failures"]
        lines = [
            ["" if row.as_json()[name] is None else str(row.as_json()[name]) for name in names] for _, row in self.rows
        ]
        if any(row.failures is not None for _, row in self.rows):
            names += WORST_IN_CSV
            blank = [""] * len(WORST_IN_CSV)
            for line, (_, row) in zip(lines, self.rows, strict=True):
                line += (
                    blank
                    if row.failures is None
                    else worst_in_csv(row.failures.after_as_json(), row.failures.diameters)
                )
        return "".join(f"{','.join(_quoted(cell) for cell in line)}\n" for line in (names, *lines))

    def _parts(self) -> list[Part]:
        rows = sorted((row for _, row in self.rows), key=lambda row: row.ends)
        quantities: dict[str, Callable[[NetworkRow], object]] = {
            "ends": lambda r: r.ends,
            "switches": lambda r: r.switches,
            "degree": lambda r: r.degree,
            "links": lambda r: r.links,
            "diameter": lambda r: r.diameter,
            "mean distance": lambda r: _short(r.mean_distance),
            "load, uniform": lambda r: _short(r.load),
            "load, worst pattern": lambda r: None if r.pattern is None else f"{_short(r.pattern)} {r.pattern_name}",
            "bisection": lambda r: r.bisection,
            "vcs": lambda r: r.vcs,
        }
        shown = [(name, *map(value, rows)) for name, value in quantities.items()]
        shown = [line for line in shown if any(cell is not None for cell in line[1:])]
        tables = [Table(("", *(r.network for r in rows)), shown, most=len(shown))]
        after = [(r.network, *r.failures.row()) for r in rows if r.failures is not None]
        if after:
            tables.append(Table(("network", *WORST), after, "after failures", most=len(after)))
        return [*tables, Words(ABOUT), *[Words(AFTER)] * bool(after)]


def _quoted(cell: str) -> str:
    return f'"{cell}"' if "," in cell else cell


def _short(value: Fraction | None) -> str:
    return "" if value is None else exact(value) if value.denominator == 1 else f"{float(value):.4g}"


def numbers_of_ends(nodes: str | int | Iterable[int]) -> list[int]:
    """Numbers of ends as a user writes them: one, a list, or a range whose numbers are each four times the one before.

    >>> numbers_of_ends("64..4096"), numbers_of_ends(16), numbers_of_ends([16, 64])
    ([64, 256, 1024, 4096], [16], [16, 64])
    """
    found: list[int] = []
    pieces = nodes.split(",") if isinstance(nodes, str) else [nodes] if isinstance(nodes, int) else nodes
    for piece in pieces:
        values = parse_sizes(f"nodes={piece}")["nodes"]
        first, last = values[0], values[-1]
        while first > 1 and first <= last:
            found.append(first)
            first *= FACTOR
        if first < 2:
            raise InputError(f"`nodes={piece}`: a network that is compared has two ends or more")
    return found


def side_by_side(
    networks: Sequence[Any],
    nodes: str | int | Iterable[int] = "64..4096",
    progress: Any = None,
    failed: Callable[[Network, bool], Failures] | None = None,
) -> NetworkComparison:
    """Measure networks side by side, families at sizes with about as many ends; with what is left after each of the failed sets."""
    if not networks:
        raise InputError('nothing to compare: write for instance netlemma compare "torus n=3" "dragonfly p=h a=2h"')
    wanted = numbers_of_ends(nodes)
    once = [each for i, each in enumerate(networks) if not isinstance(each, str) or each not in networks[:i]]
    built = [(asked if isinstance(asked, str) else net.title, net) for asked in once for net in _built(asked, wanted)]
    rows: list[tuple[str, NetworkRow]] = []
    for asked, net in built:
        if progress:
            progress(f"{len(rows)} of {len(built)} networks: {net.title}")
        found = row(net)
        if failed is not None:
            try:
                found = replace(found, failures=measure_failures(measure(net), failed(net, True)))
            except WorkError as error:
                remark(f"failures of {net.title} are not followed: {error}")
        rows.append((asked, found))
    return NetworkComparison(tuple(rows))


def _built(asked: Any, wanted: Sequence[int]) -> list[Network]:
    if isinstance(asked, str):
        words = [defined(word) for each in spelled_out([asked]) for word in each.split(" ")]
        name, sizes = " ".join(word for word in words if "=" not in word), [word for word in words if "=" in word]
        if called := in_sizes(name):
            name, sizes = called[0], [*(f"{size}={value}" for size, value in called[1].items()), *sizes]
        family = family_called(name)
        asked = " ".join([family.name if family and " " in name else name, *sizes])
    if not isinstance(asked, str):
        nets = [source_of(asked).build()]
    elif family_called((asked.split() or [""])[0]):
        found = proportions(asked)
        nets = [found.family.build(**sizes) for sizes in found.nearest(wanted)]
    else:
        words = asked.split() if "=" in asked else [asked]
        source, rest = resolve(words)
        nets = [source.build(**parse_network(rest))]
    return [net.require_channels(", which are compared by netlemma figure johnson-17") for net in nets]


def row(net: Network) -> NetworkRow:
    """All columns of one network."""
    measurement = measure(net)
    between = measurement.switches or measurement
    worst, name = _worst_pattern(net)
    return NetworkRow(
        network=title(net.family, net.parameters),
        ends=len(net.ends),
        switches=net.node_count - len(net.ends),
        degree=counted(net)["degree"],
        links=net.device_count,
        diameter=between.diameter,
        mean_distance=between.mean_distance,
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
        except TrafficError:
            continue  # the pattern is one of other networks
        if worst is None or load > worst:
            worst, worst_name = load, name
    return worst, worst_name


def _bisection(net: Network) -> Bounded | None:
    if net.node_count > MOST_NODES:
        return None
    try:
        found = bisection(net, steps=STEPS_OF_BISECTION)
    except InputError:
        return None  # nodes that cannot be divided, such as one end
    return Bounded(found.least, found.channels)


def _channels(net: Network, diameter: int) -> Bounded | None:
    if net.hop_count * len(net.ends) * diameter**2 > MOST_FOR_CHANNELS:
        return None
    rounds = FEW_ROUNDS if net.hop_count <= MOST_IN_ORDER else 0
    found = fewest_channels(net, "shortest", most_rounds=rounds).fewest_vcs
    return None if found is None else Bounded(found["necessary"], found["suffices"])


# Families in one table: closed forms with their strength, and values of one network where there is none.


OPEN = "open"  # no closed form for all sizes
ONE_CHANNEL = "deadlock_rank.shortest"  # a lemma that shortest paths need one virtual channel at all sizes
Measured = Callable[[NetworkRow], Any]
COLUMNS: Mapping[str, tuple[tuple[str, ...], Measured]] = {
    "nodes": (("nodes",), lambda r: r.ends),
    "degree": (("degree", "max_degree"), lambda r: r.degree),
    "diameter": (("diameter",), lambda r: r.diameter),
    "mean_distance": (("mean_distance",), lambda r: r.mean_distance),
    "largest_load": (("max_channel_load.uniform",), lambda r: r.load),
    "bisection": (("bisection",), lambda r: r.bisection),
    "fewest_vcs": (("fewest_vcs",), lambda r: r.vcs),
}
HEADLINES: Mapping[str, tuple[tuple[str, ...], Measured]] = {**COLUMNS, "links": (("links",), lambda r: r.links)}


@dataclass(frozen=True)
class FamilyEntry:
    """One quantity of a family.

    closed_form: Closed form for all sizes; None if there is none.
    strength: Strength of its proof, or ``open``.
    value: Value at the size of the row; None if it was not measured.
    lemma: Key of the lemma with the closed form, "" if there is none.
    """

    closed_form: str | None
    strength: str
    value: Any
    lemma: str = ""

    def __str__(self) -> str:
        """The closed form or the value, with the strength.

        >>> str(FamilyEntry("n - 1", "argued", 3)), str(FamilyEntry(None, OPEN, "2..3"))
        ('n - 1 (argued)', '2..3 (open)')
        """
        if self.closed_form is None and self.value is None:
            return OPEN
        return f"{self.value if self.closed_form is None else self.closed_form} ({self.strength})"


@dataclass(frozen=True)
class FamilyRow:
    """A family of devices, with a size and the entries of :data:`HEADLINES`, of which tables show :data:`COLUMNS`."""

    name: str
    size: Mapping[str, Any]
    entries: Mapping[str, FamilyEntry]

    def as_json(self) -> dict[str, Any]:
        """Name, size and texts of the entries."""
        return {
            "name": self.name,
            "size": title("", self.size).strip(),
            **{n: str(self.entries[n]) for n in COLUMNS},
        }


def family_table(
    size_of: Callable[[str], Mapping[str, Any] | None],
    containing: str = "",
    progress: Callable[[str], None] | None = None,
) -> list[FamilyRow]:
    """The rows of all families of devices, each measured at one size; named graphs only if they are asked for."""
    shown = {
        family.name: size
        for family in families().values()
        if containing.lower() in family.name
        and (containing or family.kind != "graph")
        and family.has_channels
        and (size := size_of(family.name)) is not None
    }
    rows: list[FamilyRow] = []
    for name, size in shown.items():
        if progress:
            progress(f"{len(rows)} of {len(shown)} families: {name}")
        rows.append(family_row(name, size))
    return rows


def family_row(name: str, size: Mapping[str, Any]) -> FamilyRow:
    """The row of a family of devices.

    >>> str(family_row("hypercube", {"n": 3}).entries["diameter"])
    'n (proved)'
    """
    known, measured, there = set(keys()), row(device_network(name, **size)), families()[name].in_formulas(size)
    found = {column: _lemma(name, names, known) for column, (names, _) in HEADLINES.items()}
    entries = {column: _entry(found[column], there, value(measured)) for column, (_, value) in HEADLINES.items()}
    if f"{name}.{ONE_CHANNEL}" in known:
        free = lemma(f"{name}.{ONE_CHANNEL}")
        entries["fewest_vcs"] = FamilyEntry("1", free.strength, measured.vcs, free.key)
    nodes = next((each.definition.node_count for each in found.values() if each and each.definition.node_count), None)
    if found["nodes"] is None and nodes is not None:
        entries["nodes"] = FamilyEntry(expression_text(nodes), "by definition", measured.ends)
    return FamilyRow(name, size, entries)


def _lemma(family: str, names: Iterable[str], known: set[str]) -> Lemma | None:
    return next((lemma(key) for name in names if (key := f"{family}.{name}") in known), None)


def _entry(found: Lemma | None, size: Mapping[str, int], value: Any) -> FamilyEntry:
    if found is None or not found.domain.contains({name: size[name] for name in found.domain.names if name in size}):
        return FamilyEntry(None, OPEN, value)
    return FamilyEntry(expression_text(found.closed_form), found.strength, value, found.key)

"""Networks in service as sources: other networks with capacities of their links, or without some links and nodes."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from netlemma.errors import InputError
from netlemma.graphs.base.limits import WITHOUT
from netlemma.graphs.base.text_files import printable, read_text
from netlemma.graphs.sources.network_sources import Source, connected
from netlemma.graphs.topology.capacities import by_class, columns_of, with_capacities, with_latencies
from netlemma.graphs.topology.left_out import without
from netlemma.graphs.topology.ring_structure import AnyNetwork

SHOWN = 60  # characters of names in the title of a network that is not built


@dataclass(repr=False)
class ChangedSource(Source):
    """A network with other capacities and latencies, or without some of its links and nodes.

    >>> from netlemma.graphs.sources import source
    >>> found = ChangedSource(source("ring"), ("0-1",))
    >>> found.title, found.build(K=5).title, found.description(K=5)["without"]
    ('ring without 0-1', 'ring K=5 without (0)-(1)', ['0-1'])
    """

    whole: Source
    without: tuple[str, ...] = ()
    capacity: Mapping[str, Fraction] = field(default_factory=dict)
    latency: Mapping[str, Fraction] = field(default_factory=dict)

    def __post_init__(self) -> None:
        whole = self.whole
        names = printable(", ".join(self.without), quotes=False)
        self.title = whole.title + (f"{WITHOUT}{names[:SHOWN]}" if names else "")
        self.parameters, self.defaults = whole.parameters, whole.defaults
        self.lists, self.optional = whole.lists, whole.optional
        self.scope, self.words, self.format, self.digest = whole.scope, whole.words, whole.format, whole.digest
        self.routes_file, self.columns = "" if self.without else whole.routes_file, whole.columns

    @property
    def routes(self) -> Any:
        return None if self.without else self.whole.routes

    @property
    def fabric(self) -> Any:
        """Nodes and ports by the names of the files, if no link of them is left out."""
        return None if self.without else getattr(self.whole, "fabric", None)

    def build(self, **sizes: Any) -> AnyNetwork:
        net = self.whole.build(**sizes)
        if self.capacity:
            net = with_capacities(net.require_channels(": its links have no capacities"), self.capacity)
        if self.latency:
            net = with_latencies(net.require_channels(": its links have no latencies"), self.latency)
        if not self.without:
            return net
        net = net.require_channels(": links and nodes are left out only of networks of channels")
        return connected(without(net, self.without))

    def description(self, **sizes: Any) -> dict[str, Any]:
        found = dict(self.whole.description(**sizes))
        for what, classes in (("capacity", self.capacity), ("latency", self.latency)):
            found |= {what: {name: str(each) for name, each in classes.items()}} if classes else {}
        return found | ({"without": list(self.without)} if self.without else {})


def changed(
    whole: Source,
    left_out: Any = None,
    capacity: str | Mapping[str, Any] | None = None,
    latency: str | Mapping[str, Any] | None = None,
) -> Source:
    """A source with capacities and latencies of classes, and without the links and nodes that are named; itself if none is given."""
    names, columns = tuple(names_of(left_out)), columns_of(capacity, latency)
    capacities = {} if columns.capacity else by_class(capacity or {})
    latencies = {} if columns.latency else by_class(latency or {}, "latency")
    return ChangedSource(whole, names, capacities, latencies) if names or capacities or latencies else whole


def names_of(given: str | os.PathLike[str] | Iterable[Any] | None) -> Iterable[str]:
    """The names in what a user gave as `without`: those of a file are in it, one a line."""
    if given is None:
        return
    if isinstance(given, str | os.PathLike):
        given = [given]
    if not isinstance(given, Iterable):
        raise InputError(f"`without` is {given!r}: the name of a link or node is expected, or several")
    for each in given:
        if isinstance(each, tuple | list):
            is_pair = all(isinstance(end, tuple | list | str) for end in each)
            yield "-".join(map(_text, each)) if is_pair else _text(each)
        else:
            is_file = isinstance(each, str | os.PathLike) and os.path.isfile(each)
            yield from _of_file(each) if is_file else [_text(each)]


def _text(label: Any) -> str:
    return ",".join(map(str, label)) if isinstance(label, tuple | list) else str(label).strip()


def _of_file(path: Any) -> Iterable[str]:
    """The names in a file; a line that begins with % or with # and no number is a comment."""
    for _, line in read_text(path).lines():
        name = line.strip().removeprefix("\ufeff")
        if name and not name.startswith("%") and not (name[0] == "#" and not name[1:2].isdigit()):
            yield name

"""Networks with their routings as plain data, from which other processes build them again."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from inspect import signature
from pathlib import Path
from typing import Any
from warnings import catch_warnings, simplefilter

from netlemma.base.remarks import Remark
from netlemma.errors import WorkerError
from netlemma.graphs.base.limits import title
from netlemma.graphs.base.text_files import Columns
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routings import channel_routings
from netlemma.graphs.routings import routing as routing_in_words
from netlemma.graphs.sources import device_network, resolve, source
from netlemma.graphs.sources.in_service import changed
from netlemma.graphs.sources.network_sources import Source

KEPT = 4  # networks, as many as routes are kept
FILE, DIGEST = "file ", " sha256="  # a routing of a user's file
CHANGED = "has changed since the work was planned: begin it again"
Size = int | str | tuple[int, ...]
Sizes = tuple[tuple[str, Size], ...]
Network = tuple[str, Sizes, str, int, str]  # family, sizes, routing, virtual channels, files


@dataclass(frozen=True, order=True, kw_only=True)
class NetworkDescription:
    """A network and a routing by name.

    family: Name of a network, or text of a product.
    sizes: Sizes of the network.
    routing: Name of the routing, with the options that differ from their defaults, or its file with the digest of its
    contents.
    vcs: Number of virtual channels.
    files: For a network of files, or one with a scope, JSON with its words, formats, scope and digest, and ``family``
    is then the title; "" for others.
    """

    family: str
    sizes: Sizes
    routing: str
    vcs: int
    files: str = ""

    @property
    def title(self) -> str:
        """The network with its sizes in one line."""
        return title(self.family, dict(self.sizes))

    @property
    def network(self) -> Network:
        """The parameters on which the routes depend."""
        return self.family, self.sizes, self.routing, self.vcs, self.files


def place_of(named: Source, channels: ChannelRouting, routing_file: str | Path | None = None) -> NetworkDescription:
    """The place of a routing.

    >>> from netlemma.graphs.routings import channel_routing
    >>> ring = source("ring")
    >>> place_of(ring, channel_routing(ring.build(K=4), "dimension-order", ties="split")).routing
    'dimension-order ties=split'
    """
    net = channels.network
    return NetworkDescription(family=net.family, sizes=tuple(net.parameters.items()), vcs=channels.vcs, files=_files(named),
                 routing=_in_words(channels, named, routing_file))  # fmt: skip


@lru_cache(maxsize=KEPT)
def routing_of(network: Network) -> ChannelRouting:
    """The routing of a place; those of the last few are kept."""
    family, sizes, words, vcs, files = network
    named = _source_of(files) if files else source(family)
    net, file = device_network(named, **dict(sizes)), None
    if words.startswith(FILE):
        file, _, digest = words.removeprefix(FILE).rpartition(DIGEST)
    routing: ChannelRouting = routing_in_words(net, None if file else words, vcs=vcs, file=file, source=named)
    if file and routing.options["sha256"] != digest:
        raise WorkerError(f"{file} {CHANGED}")
    return routing


def _files(named: Source) -> str:
    """The ``files`` of a place; "" for a family or product whose usual ends send messages."""
    if not named.words:
        raise WorkerError(
            f"{named.title} has no name by which workers find it: give a family, a product, files or my.py:function"
        )
    if not (named.digest or named.scope or named.without or named.capacity or named.latency):
        return ""
    data: dict[str, Any] = {
        "words": named.words,
        "format": named.format,
        "scope": named.scope,
        "sha256": named.digest,
    }
    data |= named.columns.as_json()
    data |= {"without": named.without} if named.without else {}
    for what in ("capacity", "latency"):
        classes = getattr(named, what)
        data |= {what: {name: str(each) for name, each in classes.items()}} if classes else {}
    return json.dumps(data, separators=(",", ":"))


def _source_of(files: str) -> Source:
    data = json.loads(files)
    with catch_warnings():  # which were shown where the words were read first
        simplefilter("ignore", Remark)
        named, _ = resolve(data["words"], read_as=data["format"], scope=data["scope"], columns=Columns.of(data))
    if named.digest != data["sha256"]:
        raise WorkerError(f"{named.title} {CHANGED}")
    return changed(named, data.get("without"), data.get("capacity"), data.get("latency"))


def _in_words(channels: ChannelRouting, named: Source, file: str | Path | None) -> str:
    """A routing by name, with its options in alphabetical order, without defaults and virtual channels; or its file."""
    if file:
        return f"{FILE}{Path(file).absolute()}{DIGEST}{channels.options['sha256']}"
    if channels.name not in channel_routings():
        if named.routes is None:
            raise WorkerError(f"routing {channels.title} has no name by which workers find it: give a name or a file")
        return channels.name
    usual = signature(channel_routings()[channels.name]).parameters
    options: Mapping[str, object] = {o: value for o, value in sorted(channels.options.items()) if o != "vcs"}
    return " ".join(
        [
            channels.name,
            *(f"{o}={value}" for o, value in options.items() if o not in usual or value != usual[o].default),
        ]
    )

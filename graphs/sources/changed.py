"""Networks in service as sources: other networks without some links and nodes."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from netlemma.errors import InputError
from netlemma.graphs.base.limits import WITHOUT
from netlemma.graphs.base.text_files import printable, read_text
from netlemma.graphs.sources.network_sources import Source, connected
from netlemma.graphs.topology.left_out import without
from netlemma.graphs.topology.ring_structure import AnyNetwork

SHOWN = 60  # characters of names in the title of a network that is not built


@dataclass(repr=False)
class ChangedSource(Source):
    """A network without some of its links and nodes.

    >>> from netlemma.graphs.sources import source
    >>> found = ChangedSource(source("ring"), ("0-1",))
    >>> found.title, found.build(K=5).title, found.description(K=5)["without"]
    ('ring without 0-1', 'ring K=5 without (0)-(1)', ['0-1'])
    """

    whole: Source
    without: tuple[str, ...]

    def __post_init__(self) -> None:
        whole = self.whole
        names = ", ".join(self.without)
        self.title = f"{whole.title}{WITHOUT}{printable(names, quotes=False)[:SHOWN]}"
        self.parameters, self.defaults, self.lists, self.optional = (
            whole.parameters,
            whole.defaults,
            whole.lists,
            whole.optional,
        )
        self.scope, self.words, self.format = whole.scope, whole.words, whole.format
        self.digest = whole.digest

    def build(self, **sizes: Any) -> AnyNetwork:
        net = self.whole.build(**sizes)
        return connected(
            without(net.require_channels(": links and nodes are left out only of networks of channels"), self.without)
        )

    def description(self, **sizes: Any) -> dict[str, Any]:
        return {**self.whole.description(**sizes), "without": list(self.without)}


def changed(whole: Source, left_out: str | os.PathLike[str] | Iterable[Any] | None) -> Source:
    """A source without what is named: links, nodes, and files that name one a line; itself if nothing is."""
    names = tuple(_names(left_out))
    return ChangedSource(whole, names) if names else whole


def _names(given: Any) -> Iterable[str]:
    if given is None:
        return
    if isinstance(given, str | os.PathLike):
        given = [given]
    if not isinstance(given, Iterable):
        raise InputError(f"`without` is {given!r}: the name of a link or node is expected, or several")
    for each in given:
        if isinstance(each, tuple | list):
            yield (
                "-".join(map(_text, each)) if all(isinstance(end, tuple | list | str) for end in each) else _text(each)
            )
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

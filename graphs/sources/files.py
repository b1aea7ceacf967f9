"""Files as sources of networks, each recognised by its content."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from netlemma.graphs.base.errors import FormatError, InputError
from netlemma.graphs.base.text_files import MAX_TABLES, TextFile, printable, read_text
from netlemma.graphs.formats import formats
from netlemma.graphs.formats.fabric.fabric import SCOPES, Fabric
from netlemma.graphs.formats.fabric.format import Format
from netlemma.graphs.formats.fabric.topology import Routes, Topology
from netlemma.graphs.sources.source import AnyNetwork, Source, connected, fixed, within_scope
from netlemma.graphs.topology.ring_structure import RingNetwork


@dataclass(repr=False)
class FileSource(Source):
    """The network of one or several files.

    Parameters
    ----------
    read : Topology or RingNetwork
        Contents of the files: a fabric with its names and routes, or a network of rings.
    files : Mapping of str to str
        Name of each file by its format, that of the network first.
    scope : str, optional
        Nodes between which messages run, "adapters" (also if None) or "all".
    options : Mapping of str to int, optional
        Settings that the content does not contain.
    digest : str, default ''
        SHA-256 of the contents of the files.
    """

    read: Topology | RingNetwork
    files: Mapping[str, str]
    scope: str | None = None
    options: Mapping[str, int] = field(default_factory=dict)
    digest: str = ""

    def __post_init__(self) -> None:
        self.format = ",".join(self.files)
        self.words = (*self.files.values(), *(f"{name}={value}" for name, value in self.options.items()))
        self.title = printable(Path(next(iter(self.files.values()))).name, quotes=False)
        if isinstance(self.read, Topology):
            self.scope = self.scope or SCOPES[0]
            self.read.fabric.ends(self.scope)
        else:
            within_scope(self.read, self.scope)

    @property
    def fabric(self) -> Fabric | None:
        """Nodes and ports by the names of the files; None for networks of rings."""
        return self.read.fabric if isinstance(self.read, Topology) else None

    @property
    def routes(self) -> Routes | None:
        return self.read.routes if isinstance(self.read, Topology) else None

    @cached_property
    def _network(self) -> AnyNetwork:
        if isinstance(self.read, RingNetwork):
            return self.read
        assert self.scope is not None
        net = self.read.fabric.between(self.scope)
        return connected(net) if self.read.find_routes is None else net

    def build(self, **sizes: Any) -> AnyNetwork:
        fixed(self.title, sizes)
        return self._network

    def description(self, **sizes: Any) -> dict[str, Any]:
        scope = {} if self.scope is None else {"scope": self.scope}
        return {"files": dict(self.files), **scope, **self.options}


def file_source(
    paths: Sequence[str], format: str | None, scope: str | None, options: Mapping[str, int] | None = None
) -> FileSource:
    """The network of files in any order: one contains the network, the others additions such as its routes.

    Parameters
    ----------
    paths : Sequence of str
        Names of the files.
    format : str or None
        Names of formats with commas, in the order of the files; where a name is empty or missing, the content decides.
    scope : str or None
        Nodes between which messages run, "adapters" (also if None) or "all".
    options : Mapping of str to int, optional
        Settings that the content does not contain, such as ``{"lmc": 1}``; see
        :class:`netlemma.graphs.formats.fabric.format.Format`.

    Returns
    -------
    FileSource
        Source of the network.

    Raises
    ------
    InputError
        If a format is unknown, there is not exactly one network, two files give the same addition, or no file takes an
        option.
    FormatError
        If a file cannot be read, is not recognised, or violates its format.
    """
    names = format.split(",") if format else []
    if not paths:
        raise InputError("no file is named: give the file of the network")
    for name in names:
        if name and name not in formats():
            raise InputError(f"no format is called {printable(name)}: formats are {', '.join(formats())}")
    if len(names) > len(paths):
        raise InputError(f"{len(names)} formats are given for {len(paths)} files")
    known = [formats()[name] if name else None for name in names] + [None] * (len(paths) - len(names))
    found: list[tuple[TextFile, Format]] = []
    for path, form in zip(paths, known, strict=True):
        found.append(_recognised(path, form, MAX_TABLES - sum(len(file.data) for file, _ in found)))
    networks = [each for each in found if each[1].joins is None]
    if len(networks) > 1:
        (first, _), (second, _) = networks[:2]
        raise InputError(f"{printable(first.name)} and {printable(second.name)} are two networks: give one")
    if not networks:
        file, form = found[0]
        joined = ", ".join(name for name, each in formats().items() if each.joins is None)
        raise InputError(
            f"{printable(file.name)} holds {form.summary}: give the file of the network, too, in one of the formats {joined}"
        )
    (file, form), given = networks[0], dict(options or {})
    for name in given:
        if name not in form.options:
            raise InputError(f"{printable(file.name)} is a network of one size: it takes no {name}={given[name]}")
    net = form.read(file, **given)
    files = {form.name: file.name}
    added: dict[str, str] = {}
    others = [each for each in found if each[1].joins is not None]
    for other, joining in sorted(others, key=lambda each: each[1].adds != "routes"):
        assert joining.joins is not None
        if not isinstance(net, joining.joins):
            raise InputError(
                f"{printable(other.name)} holds {joining.summary}: {file.name} is no network that takes them"
            )
        if joining.adds in added:
            raise InputError(
                f"{printable(added[joining.adds])} and {printable(other.name)} both give {joining.adds}: give one"
            )
        added[joining.adds] = other.name
        net = joining.read(other, net)
        files[joining.name] = other.name
    digest = sha256("".join(sha256(each.data).hexdigest() for each, _ in found).encode()).hexdigest()
    return FileSource(net, files, scope, given, digest)


def _recognised(path: str, form: Format | None, left: int) -> tuple[TextFile, Format]:
    """A file and its format, either the given one or the one that recognises the beginning of the file.

    ``left`` is the number of bytes that may still be read, beside the other files of the network.
    """
    found = form

    def limit(head: bytes) -> int:
        nonlocal found
        if head.isspace() or not head:
            return left  # refused once it is read
        found = found or _format(path, head.decode("utf-8", "replace").removeprefix("\ufeff"))
        return min(found.limit, left)

    file = read_text(path, limit)
    assert found is not None
    return file, found


def _format(path: str, text: str) -> Format:
    """The format that recognises a text, or else the one of the file's suffix.

    Raises
    ------
    FormatError
        If there is none.
    """
    every = [form for form in formats().values() if form.recognises(text)]
    if not every:
        every = [form for form in formats().values() if path.lower().endswith(form.suffixes)]
    if len(every) != 1:
        said = "is of no known format" if not every else f"can be {' or '.join(form.name for form in every)}"
        raise FormatError(
            f"{printable(path, quotes=False)}: the file {said}: name its format with --format, one of {', '.join(formats())}"
        )
    return every[0]

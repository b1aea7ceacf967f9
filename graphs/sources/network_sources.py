"""Sources of networks: their base class and the checks that they share; families, products, and files recognised by their content."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from netlemma.base.remarks import remark
from netlemma.base.synonyms import FAMILY, GRIDS, suggestion
from netlemma.errors import FormatError, InputError, NetworkError, SizeError, UnknownFamily
from netlemma.graphs.base.compiled import looped
from netlemma.graphs.base.text_files import HEAD, MAX_TABLES, USUAL_COLUMNS, Columns, TextFile, printable, read_text
from netlemma.graphs.families import families, family_called
from netlemma.graphs.formats import formats
from netlemma.graphs.formats.booksim import Configuration
from netlemma.graphs.formats.fabric.fabric import FORMER_SCOPES, SCOPES, Fabric, nodes_called
from netlemma.graphs.formats.fabric.format import Format
from netlemma.graphs.formats.fabric.topology import Routes, Topology
from netlemma.graphs.loads.paths import disconnected
from netlemma.graphs.routing.choice_loops import distances
from netlemma.graphs.topology.capacities import require_columns
from netlemma.graphs.topology.family import Family
from netlemma.graphs.topology.product import build, looks_like_product, parse_product, size_names
from netlemma.graphs.topology.ring_structure import AnyNetwork, RingNetwork
from netlemma.graphs.topology.structure import Network, show

# Base class of the sources of networks, and checks that they share.


_BY_NAME = 'hosts can be given by their names, as in `scope="h*"`'


class Source:
    """A network that is named but not necessarily built.

    Attributes
    ----------
    title : str
        The name of the network, without sizes.
    parameters : tuple of str, optional
        Names of the sizes that it takes; () for a fixed network.
    defaults : Mapping of str to int, optional
        Values of sizes that may be left out, as far as they are whole numbers.
    subject : str, optional
        The name of the family or the text of the product under which there are lemmas; None for files and graphs.
    scope : str, optional
        Between which nodes messages run, "terminals", "switches" or "all"; None where no scope applies.
    words : tuple of str, optional
        The words of the command line that name the network, sizes apart; () for objects of Python.
    format : str, optional
        The formats of the files that words name, with commas; None if there are none.
    digest : str, default ''
        Of the files of the network; "" if there are none.
    lists : tuple of str, optional
        Names of the sizes that are lists of numbers.
    optional : Mapping of str to object, optional
        Sizes that may be left out, with their defaults, at which lemmas hold.
    routes_file : str, default ''
        Name of the file that was given for its routes; "" if there is none.
    without : tuple of str, default ()
        Names of the links and nodes that are left out of the network that the words name.
    capacity : Mapping of str to Fraction, optional
        Capacities that classes of its links have.
    latency : Mapping of str to Fraction, optional
        Latencies of classes of its links, in the same way.
    columns : Columns, default USUAL_COLUMNS
        Columns or attributes with the capacities and latencies of links, as far as they were named.
    """

    title: str
    parameters: tuple[str, ...] = ()
    defaults: Mapping[str, int] = MappingProxyType({})
    subject: str | None = None
    scope: str | None = None
    words: tuple[str, ...] = ()
    format: str | None = None
    digest: str = ""
    lists: tuple[str, ...] = ()
    optional: Mapping[str, Any] = MappingProxyType({})
    routes_file: str = ""
    without: tuple[str, ...] = ()
    capacity: Mapping[str, Fraction] = MappingProxyType({})
    latency: Mapping[str, Fraction] = MappingProxyType({})
    columns: Columns = USUAL_COLUMNS

    def build(self, **sizes: Any) -> AnyNetwork:
        """The network at these sizes.

        Parameters
        ----------
        **sizes : object
            Value of each size.

        Raises
        ------
        SizeError
            If a size is missing, unknown, outside its domain, or too large to build.
        FormatError
            If files or graphs are not a network; the message begins with the place.
        NotImplementedError
            If a kind of source does not define it.
        """
        raise NotImplementedError

    def description(self, **sizes: Any) -> dict[str, Any]:
        """Plain data that identify the network in a certificate, see :func:`netlemma.graphs.sources.from_description`.

        Raises
        ------
        NotImplementedError
            If a kind of source does not define it.
        """
        raise NotImplementedError

    @property
    def routes(self) -> Routes | None:
        """Routes that the files of the network contain, such as forwarding tables; None if they contain none."""
        return None

    def __repr__(self) -> str:
        sizes = f" with sizes {', '.join(self.parameters)}" if self.parameters else ""
        return f"<{type(self).__name__} {self.title}{sizes}>"


@dataclass(repr=False)
class BuiltSource(Source):
    """A network that already exists."""

    net: AnyNetwork
    scope: str | None = None

    def __post_init__(self) -> None:
        self.title = self.net.title
        self.net = within_scope(self.net, self.scope)

    def build(self, **sizes: Any) -> AnyNetwork:
        fixed(self.title, sizes)
        return self.net

    def description(self, **sizes: Any) -> dict[str, Any]:
        return {"family": self.net.family, "parameters": dict(self.net.parameters)}


def fixed(title: str, sizes: Mapping[str, Any]) -> None:
    """Refuse sizes for a network that takes none."""
    for name, value in sizes.items():
        raise SizeError(f"{title} is a network of one size: it takes no {name}={value}")


def within_scope(net: AnyNetwork, scope: str | None) -> AnyNetwork:
    """A network whose messages run between the nodes of a scope."""
    if scope is None:
        return net
    net = net.require_channels(": it takes no scope")
    if scope not in SCOPES:
        names = (show(net.labels(node)) for node in range(net.node_count))
        ends = nodes_called(scope, names, net.title)
        return replace(net, terminals=None if len(ends) == net.node_count else tuple(ends))
    if net.terminals is None and net.forwards is None:
        remark(f"`scope={scope}` changes nothing: in {net.title} every node sends, receives and forwards; {_BY_NAME}")
    if scope == "all":
        return replace(net, terminals=None)
    if scope == "terminals" or net.terminals is None:
        return net
    return replace(net, terminals=tuple(np.flatnonzero(~net.is_end & net.forwarding).tolist()))


def connected(net: Network) -> Network:
    """The network itself, if messages get from its first terminal to all others and back."""
    if len(net.ends) < 2:
        raise NetworkError(f"{net.title} has {len(net.ends)} ends of messages: at least 2 are needed")
    first = net.ends[0]
    lost = _unreached(net, first, net.indptr, net.target)
    if lost is not None:
        raise disconnected(net, first, lost)
    if any(each.kind == "one-way link" for each in net.device_classes):
        order = net.target.argsort(kind="stable")
        starts = net.target[order].searchsorted(range(net.node_count + 1))
        lost = _unreached(net, first, starts, net.origin[order])
        if lost is not None:
            raise disconnected(net, lost, first)
    return net


def _unreached(net: Network, start: int, indptr: np.ndarray, target: np.ndarray) -> int | None:
    """The first terminal that cannot be reached from a node through forwarding nodes."""
    far = looped(distances, net.hop_count)(indptr, target, net.forwarding, start)
    return next((end for end in net.ends if far[end] < 0), None)


# Families and products as sources of networks.


def named_source(name: str, what: str = "no family is called", scope: str | None = None) -> Source:
    """The family or the product of this name; files are not considered."""
    if family := family_called(name):
        return FamilySource(family.name, scope)
    if looks_like_product(name):
        if scope:
            raise InputError(
                f"scope applies to networks with terminals: every node of {name[:40]} is an end of messages"
            )
        return ProductSource(name)
    near = suggestion(FAMILY, name, families())
    if (meant := families().get(near)) and " " in name:
        sizes = [each for each in meant.parameters if each.default is None]
        meanings = ", ".join(f"{each.name}: {each.meaning}" for each in sizes)
        numbers = re.findall(r"\b\d+\b(?![\s-]*(?:level|tier|layer|stage))", name)
        numbers = numbers if len(numbers) == len(sizes) == 1 else ["NUMBER"] * len(sizes)
        written = "".join(f" {each.name}={number}" for each, number in zip(sizes, numbers, strict=True))
        extents = re.findall(r"\d+", name) if near in GRIDS else []
        near += f" {'x'.join(extents)}" if len(extents) > 1 else f"{written} ({meanings})"
    hint = f"did you mean {near}?" if near else "a product is written like 'line(4) x ring(5)^2'."
    raise UnknownFamily(f"{what} {name[:40]!r}: {hint} The command list families names all {len(families())}")


@dataclass(repr=False)
class FamilySource(Source):
    """A family; its parameters are the sizes."""

    title: str
    scope: str | None = None

    def __post_init__(self) -> None:
        self.subject = self.title if self.scope in (None, "terminals") else None
        self.words = (self.title,)
        self.parameters = tuple(each.name for each in self._family.parameters)
        self.lists = tuple(each.name for each in self._family.parameters if each.many)
        self.optional = {each.name: each.default for each in self._family.parameters if not each.needed}

    @property
    def _family(self) -> Family:
        family = family_called(self.title)
        assert family is not None  # its name comes from there
        return family

    def build(self, **sizes: Any) -> AnyNetwork:
        return within_scope(self._family.build(**sizes), self.scope)

    def description(self, **sizes: Any) -> dict[str, Any]:
        values = self._family.check(sizes)
        plain = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
        return {"family": self.title, "parameters": plain, **({"scope": self.scope} if self.scope else {})}


@dataclass(repr=False)
class ListedSource(Source):
    """A family at given values of its sizes that are lists, or may be left out; the other sizes remain.

    >>> found = ListedSource(FamilySource("circulant"), {"jumps": (1, 2)})
    >>> found.title, found.parameters, found.build(n=7).node_count
    ('circulant jumps=1,2', ('n',), 7)
    """

    family: Source
    values: Mapping[str, tuple[int, ...] | int | str]

    def __post_init__(self) -> None:
        texts = {
            name: ",".join(map(str, value)) if isinstance(value, tuple) else value
            for name, value in self.values.items()
        }
        given = [f"{name}={text}" for name, text in texts.items()]
        self.title = " ".join([self.family.title, *given])
        self.words = (*self.family.words, *given)
        self.scope = self.family.scope
        self.parameters = tuple(
            name for name in self.family.parameters if name not in {**self.values, **self.family.optional}
        )

    def build(self, **sizes: Any) -> AnyNetwork:
        return self.family.build(**self.values, **sizes)

    def description(self, **sizes: Any) -> dict[str, Any]:
        return self.family.description(**self.values, **sizes)


@dataclass(repr=False)
class ProductSource(Source):
    """A product as text; names in the text are sizes."""

    title: str

    def __post_init__(self) -> None:
        self.subject = self.title
        self.words = (self.title,)
        self.parameters = size_names(self.title)

    def build(self, **sizes: Any) -> AnyNetwork:
        for name, value in sizes.items():
            if not self.parameters:
                raise SizeError(f"a product has its sizes in its text and takes no parameter {name}")
            if name not in self.parameters:
                raise SizeError(f"{self.title} has no size called {name}: it has {', '.join(self.parameters)}")
            if not isinstance(value, int):
                raise SizeError(f"{name}={value}: a size of {self.title} is a whole number")
        return build(parse_product(self.title, sizes))

    def description(self, **sizes: Any) -> dict[str, Any]:
        return {"family": self.title, "parameters": sizes}


# Files as sources of networks, each recognised by its content.


@dataclass(repr=False)
class FileSource(Source):
    """The network of one or several files.

    read: Contents of the files: a fabric with its names and routes, or a network of rings.
    files: Name of each file by its format, that of the network first.
    scope: Nodes between which messages run, "terminals" (also if None) or "all".
    options: Settings that the content does not contain.
    digest: SHA-256 of the contents of the files.
    columns: Columns with the capacities and latencies of links, as far as they were named.
    """

    read: Topology | RingNetwork
    files: Mapping[str, str]
    scope: str | None = None
    options: Mapping[str, int] = field(default_factory=dict)
    digest: str = ""
    columns: Columns = USUAL_COLUMNS

    def __post_init__(self) -> None:
        self.format = ",".join(self.files)
        self.routes_file = next(
            (file for form, file in self.files.items() if formats()[form.partition(" ")[0]].adds == "routes"), ""
        )
        self.words = (*self.files.values(), *(f"{name}={value}" for name, value in self.options.items()))
        self.title = printable(Path(next(iter(self.files.values()))).name, quotes=False)
        if more := sum(" " in form for form in self.files):  # each has a part of the network
            self.title += f" and {more} more"
        if self.columns:
            net = self.read.fabric.network if isinstance(self.read, Topology) else self.read
            linked = net.require_channels(": its links have no capacities and latencies")
            require_columns(linked.named(self.title, {}), self.columns)
        if isinstance(self.read, Topology):
            given, self.scope = self.scope, self.scope or SCOPES[0]
            self.read.fabric.ends(self.scope)
            if given in SCOPES and not self.read.fabric.roles:
                remark(
                    f"`scope={given}` changes nothing: {self.title} says of no node whether it is a host or a switch; {_BY_NAME}"
                )
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
        if not isinstance(self.read, Topology):
            return self.read
        assert self.scope is not None
        net = self.read.fabric.between(self.scope)
        return connected(net) if self.read.find_routes is None else net

    def build(self, **sizes: Any) -> AnyNetwork:
        fixed(self.title, sizes)
        return self._network

    def description(self, **sizes: Any) -> dict[str, Any]:
        scope = {} if self.scope is None else {"scope": self.scope}
        return {"files": dict(self.files), **scope, **self.options, **self.columns.as_json()}


@dataclass(repr=False)
class ConfiguredSource(Source):
    """The network of a configuration, which also names routing, traffic and load.

    net: The network itself.
    sizes: Its sizes.
    configuration: What the file names.
    file: Name of the file.
    digest: SHA-256 of the contents of the files.
    """

    net: Source
    sizes: Mapping[str, Any]
    configuration: Configuration
    file: str
    digest: str

    def __post_init__(self) -> None:
        self.title = printable(Path(self.file).name, quotes=False)
        self.words, self.format, self.scope = (self.file,), "booksim", self.net.scope

    @property
    def routes(self) -> Routes | None:
        return self.net.routes

    def build(self, **sizes: Any) -> AnyNetwork:
        fixed(self.title, sizes)
        return self.net.build(**self.sizes)

    def description(self, **sizes: Any) -> dict[str, Any]:
        return self.net.description(**self.sizes)


def _configured(found: Configuration, file: TextFile, scope: str | None) -> ConfiguredSource:
    """The source of a configuration; a file that it names is looked for beside it, too."""
    if found.unused:
        remark(f"{printable(file.name, quotes=False)}: not modelled: {', '.join(found.unused)}")
    digest = sha256(file.data).hexdigest()
    if found.family is not None:
        return ConfiguredSource(FamilySource(found.family, scope), found.sizes, found, file.name, digest)
    assert found.file is not None
    beside = Path(file.name).parent / found.file
    net = file_source([found.file if Path(found.file).is_file() else str(beside)], "anynet", scope)
    return ConfiguredSource(net, {}, found, file.name, sha256(f"{digest}{net.digest}".encode()).hexdigest())


def file_source(
    paths: Sequence[str],
    read_as: str | None,
    scope: str | None,
    options: Mapping[str, int] | None = None,
    columns: Columns = USUAL_COLUMNS,
    again: list[Any] | None = None,
) -> Any:
    """The network of files in any order: one contains the network, the others additions such as its routes.

    again: Gets what further files say of the same network; without it they are refused.
    """
    scope, names = FORMER_SCOPES.get(scope or "", scope), read_as.split(",") if read_as else []
    names = [name.partition(" ")[0] for name in names]  # of several files of one network
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
    parts = {form.name for _, form in networks if form.together is not None}
    if len(networks) > 1 and not (len(parts) == 1 and all(form.together for _, form in networks)):
        if again is None:
            (first, _), (second, _) = networks[:2]
            raise InputError(f"{printable(first.name)} and {printable(second.name)} are two networks: give one")
        again += [form.read(file) for file, form in networks[1:]]
        networks, found = networks[:1], [each for each in found if each not in networks[1:]]
    if not networks:
        file, form = found[0]
        raise InputError(
            f"{printable(file.name)} holds {form.summary}: give the file of the network, too, in one of the formats that the "
            "command list formats names"
        )
    (file, form), given = networks[0], dict(options or {})
    for name in given:
        if name not in form.options:
            raise InputError(f"{printable(file.name)} is a network of one size: it takes no {name}={given[name]}")
    if len(networks) > 1 and form.together is not None:
        if columns.named:
            raise InputError(
                f"files of one network in parts have no columns or attributes of links: leave out `{next(iter(columns.named))}`"
            )
        net = form.together([each for each, _ in networks])
    else:
        net = form.read(file.with_columns(columns), **given)
    if isinstance(net, Configuration):
        if len(found) > 1:
            raise InputError(f"{printable(file.name)} is a configuration, which names its network: give it alone")
        if columns:
            what, column = next(iter(columns.named.items()))
            raise InputError(
                f"`{what}` is {printable(column)}: {printable(file.name)} has no columns or attributes of links"
            )
        return _configured(net, file, scope)
    files = {form.name: file.name} | {f"{form.name} {i}": each.name for i, (each, _) in enumerate(networks[1:], 2)}
    added: dict[str, str] = {}
    others = [each for each in found if each[1].joins is not None]
    for other, joining in sorted(others, key=lambda each: each[1].adds != "routes"):
        assert joining.joins is not None
        if not isinstance(net, joining.joins):
            raise InputError(
                f"{printable(other.name)} holds {joining.summary}: "
                f"{printable(file.name)}, read as {form.summary}, is no network that takes them"
            )
        if joining.adds in added:
            raise InputError(
                f"{printable(added[joining.adds])} and {printable(other.name)} both give {joining.adds}: give one"
            )
        added[joining.adds] = other.name
        net = joining.read(other, net)
        files[joining.name] = other.name
    digest = sha256("".join(sha256(each.data).hexdigest() for each, _ in found).encode()).hexdigest()
    for text in getattr(net, "remarks", ()):
        remark(f"{printable(file.name, quotes=False)}: {text}")
    return FileSource(net, files, scope, given, digest, columns)


def _recognised(path: str, form: Format | None, left: int) -> tuple[TextFile, Format]:
    """A file and its format, either the given one or the one that recognises the beginning of the file.

    ``left`` is the number of bytes that may still be read, beside the other files of the network.
    """
    found = form

    def limit(head: bytes) -> int:
        nonlocal found
        if head.isspace() or not head:
            return left  # refused once it is read
        found = found or _format(path, _beginning(head))
        return min(found.limit, left)

    file = read_text(path, limit)
    assert found is not None
    return file, found


def _beginning(head: bytes) -> str:
    """The first bytes of a file as text, without a line that is cut."""
    whole = head[: head.rfind(b"\n") + 1] if len(head) == HEAD and b"\n" in head else head
    return whole.decode("utf-8", "replace").removeprefix("\ufeff")


def _format(path: str, text: str) -> Format:
    """The format that recognises a text; or else the one that it may be, or the one of the file's suffix."""
    known, ending = list(formats().values()), path.lower()
    every = [form for form in known if form.recognises(text)]
    if not every:
        every = [form for form in known if form.may_be(text)]
    if len(every) != 1:
        named = [form for form in every or known if ending.endswith(form.suffixes)]
        every = named if len(named) == 1 or not every else every
    if len(every) == 1:
        return every[0]
    said = "is of no known format" if not every else f"can be {' or '.join(form.name for form in every)}"
    nearest = "" if every else _nearest(path, text)
    raise FormatError(
        f"{printable(path, quotes=False)}: the file {said}: name its format with `read_as`, one of {', '.join(formats())}{nearest}"
    )


def _nearest(path: str, text: str) -> str:
    """The format that reads most lines of a text, and the line that breaks it."""
    blank = len(text) - len(text.lstrip())
    best = text.count("\n", 0, blank) + 1, ""
    for form in formats().values():
        if form.joins is None:
            try:
                form.read(TextFile(Path(path).name, text.encode()))
            except FormatError as error:
                place = re.search(r":([0-9]+): (.*)", str(error))
                if place and int(place[1]) > best[0]:
                    best = int(place[1]), f"; nearest is {form.name}, but line {place[1]}: {place[2]}"
    return best[1]

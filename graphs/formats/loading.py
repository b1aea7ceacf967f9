"""A fabric with its routes from the files that a user names, whatever their format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from graphs.base.errors import FormatError
from graphs.base.text_files import shown
from graphs.formats.anynet import read_anynet, read_anynet_tables
from graphs.formats.cray import read_cray
from graphs.formats.fabric import SCOPES, Fabric
from graphs.formats.graphml import read_graphml
from graphs.formats.infiniband import read_infiniband
from graphs.formats.links import read_links
from graphs.formats.routes_csv import SourceRoutes, read_routes
from graphs.formats.tables import ForwardingTables
from graphs.routing.channel_routing import ChannelRouting
from graphs.routings import routing_in_words


@dataclass(frozen=True, eq=False)
class NamedRouting:
    """A fabric whose messages follow a routing that has a name, such as ``up-down root=3``, and so many virtual channels."""

    fabric: Fabric
    words: str
    vcs: int | None

    def routing(self, scope: str) -> ChannelRouting:
        """The routing on channels between the ends of a scope."""
        return routing_in_words(self.fabric.between(scope), self.words, self.vcs)


FabricRoutes = ForwardingTables | SourceRoutes | NamedRouting
FILES = {
    "infiniband": (("subnet", "tables"), ("levels", "lanes")),
    "anynet": (("network",), ("routes",)),
    "graphml": (("network", "routes"), ()),
    "cray": (("network", "routes"), ()),
    "links": (("network", "routes"), ()),
}
TOPOLOGIES = {"anynet": read_anynet, "graphml": read_graphml, "cray": read_cray, "links": read_links}


def load(description: Mapping[str, Any]) -> FabricRoutes:
    """Read a fabric as a description says.

    Parameters
    ----------
    description : ``format`` (infiniband, anynet, graphml, cray or links), ``files`` (for infiniband subnet, tables and perhaps
        levels and lanes; for others network and routes, which anynet can do without), ``lmc`` for infiniband, ``scope``;
        ``routing`` instead of routes, with the ``name`` of a routing on channels, its options behind it, and ``vcs``.

    Raises
    ------
    FormatError : the description is no such thing, or a file is not what it should be.
    """
    kind, files = description.get("format"), description.get("files")
    if kind not in FILES or not isinstance(files, Mapping):
        raise FormatError(f"a fabric has a format, one of {', '.join(FILES)}, and its files")
    if description.get("scope", SCOPES[0]) not in SCOPES:
        told = shown(str(description["scope"]))
        raise FormatError(f"scope {told} is unknown: it must be one of {', '.join(SCOPES)}")
    routing = description.get("routing")
    if routing is not None:
        return _by_name(kind, files, routing)
    needed, possible = FILES[kind]
    if not set(needed) <= set(files) <= {*needed, *possible} or not all(isinstance(f, str) for f in files.values()):
        raise FormatError(f"a fabric of format {kind} has the files {', '.join((*needed, *possible))}")
    lmc = description.get("lmc", 0)
    if type(lmc) is not int or not 0 <= lmc <= 7 or (lmc and kind != "infiniband"):
        raise FormatError(f"lmc is {shown(str(lmc))}: InfiniBand fabrics have one from 0 to 7, others none")
    if kind == "infiniband":
        more = {name: files[name] for name in possible if name in files}
        return read_infiniband(files["subnet"], files["tables"], lmc=lmc, **more)
    if kind == "anynet" and "routes" not in files:
        return read_anynet_tables(files["network"])
    return read_routes(files["routes"], TOPOLOGIES[kind](files["network"]))


def _by_name(kind: str, files: Mapping[str, Any], routing: object) -> NamedRouting:
    """A fabric without the routes that its files may have."""
    needed = ("subnet", "tables") if kind == "infiniband" else ("network",)
    if set(files) != set(needed) or not all(isinstance(file, str) for file in files.values()):
        raise FormatError(f"a fabric of format {kind} whose routing has a name has the files {', '.join(needed)}")
    if not isinstance(routing, Mapping) or not isinstance(routing.get("name"), str):
        raise FormatError("a routing has a name, and perhaps a number of virtual channels")
    vcs = routing.get("vcs")
    if vcs is not None and type(vcs) is not int:
        raise FormatError(f"vcs is {shown(str(vcs))}: a whole number is expected")
    found = read_fabric(kind, tuple(files[name] for name in needed) if kind == "infiniband" else files["network"])
    return NamedRouting(found, routing["name"], vcs)


def read_fabric(form: str, file: Any) -> Fabric:
    """The fabric of a file of links, or of the two files of an InfiniBand fabric.

    :raises FormatError: no such format, or the file is not what it should be
    """
    if form == "infiniband":
        return read_infiniband(*file).fabric
    if form not in TOPOLOGIES:
        raise FormatError(f"a fabric has a format, one of infiniband, {', '.join(TOPOLOGIES)}")
    return TOPOLOGIES[form](file).fabric

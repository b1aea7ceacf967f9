"""A fabric in service: what it is, and whether it is safe and balanced."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

from netlemma.api.arguments import Progress, check_keywords
from netlemma.api.deadlocks import deadlock
from netlemma.base.displays import Facts, Part, Shown
from netlemma.base.remarks import remark
from netlemma.checks.base.inputs import parse_network
from netlemma.errors import InputError
from netlemma.graphs.base.text_files import read_text
from netlemma.graphs.deadlock.verdict import FREE, DeadlockVerdict
from netlemma.graphs.fabrics.identity import FabricIdentity, identity, wiring_of_network
from netlemma.graphs.fabrics.wiring import Wiring, read_node_names, wiring_of, with_names
from netlemma.graphs.formats.fabric.tables import ForwardingTables
from netlemma.graphs.sources import resolve
from netlemma.graphs.sources.network_sources import FileSource, file_source

ASSUMED = "up-down"  # without tables


@dataclass(frozen=True)
class FabricSafety(Shown):
    """Whether a fabric can deadlock by its routes, and whether it is wired as it should be.

    Attributes
    ----------
    deadlock : DeadlockVerdict
        Verdict on the routes.
    routing : str
        Routes that it is about.
    assumed : bool
        Whether the files have no routes, so that those of a routing are assumed.
    miswired : int
        Number of deviations of the cables.
    """

    deadlock: DeadlockVerdict
    routing: str
    assumed: bool
    miswired: int

    @property
    def well(self) -> bool:
        """Whether the routes are free of deadlock and nothing deviates."""
        return self.deadlock.verdict == FREE and not self.miswired

    def as_json(self) -> dict[str, Any]:
        """The output of ``netlemma fabric FILES safety --json``."""
        data = self.deadlock.as_json()
        data.pop("certificate")
        return {**data, "routing": self.routing, "assumed": self.assumed, "deviations": self.miswired}

    def _parts(self) -> list[Part]:
        assumed = " (assumed: the files have no tables)" if self.assumed else ""
        wired = f"{self.miswired:,} deviations: see netlemma fabric FILES" if self.miswired else "no deviations"
        return [*self.deadlock._parts(), Facts([("routing", self.routing + assumed), ("wiring", wired)])]


@dataclass(frozen=True)
class Fabric(FabricIdentity):
    """A fabric in service, see :func:`netlemma.fabric`.

    Attributes
    ----------
    source : FileSource
        Files of the fabric.
    """

    source: FileSource = field(kw_only=True, repr=False)

    def safety(self, routing: str | None = None, progress: Progress = None) -> FabricSafety:
        """Decide whether the fabric can deadlock.

        Parameters
        ----------
        routing : str or None, optional
            Routing instead of that of the files; without tables up-down from a switch in the middle.
        progress : Progress, optional
            Called with a line on the progress.

        Returns
        -------
        FabricSafety
            Verdict, whose cycle has the names of switches and ports.
        """
        assumed = routing is None and self.source.routes is None
        verdict = deadlock(self.source, ASSUMED if assumed else routing, progress=progress)
        rule = str(self.tables["rule"]) if routing is None and not assumed else routing or ASSUMED
        return FabricSafety(verdict, rule, assumed, len(self.deviations))


def fabric(
    *files: str | os.PathLike[str],
    as_: str = "",
    node_names: str | os.PathLike[str] | None = None,
    read_as: str | None = None,
    scope: str | None = None,
    **options: Any,
) -> Fabric:
    """Read the files of a fabric in service, and say what it is and which cables deviate.

    Parameters
    ----------
    *files : str or PathLike of str
        Files, in any order: one has the network, others add to it, such as forwarding tables.
    as_ : str, default ""
        Network that it was built as, a family with its sizes such as "fat-tree k=8"; by default it is recognised.
    node_names : str, PathLike or None, optional
        File with a name for each GUID, as the ``node_name_map_name`` of opensm.
    read_as : str or None, optional
        Format of the files, where their contents do not tell it.
    scope : str or None, optional
        Ends of messages: ``terminals``, ``switches``, ``all``, or the names of hosts; terminals if None.
    **options : object
        Settings that the content does not contain, such as ``lmc=1``.

    Returns
    -------
    Fabric
        Number of switches, hosts and cables, kind, sizes and deviations, with methods that answer further questions.

    Raises
    ------
    InputError
        For files that do not go together.
    FormatError
        If a file violates its format.

    See Also
    --------
    read : The network of files.
    deadlock : Verdict with a certificate.

    Examples
    --------
    >>> found = fabric("tests/data/infiniband/fat-tree-ftree/opensm-subnet.lst")
    >>> found.shape.kind, found.shape.levels, found.deviations
    ('fat tree', (4, 2), ())
    """
    names = [os.fspath(file) for file in files]
    check_keywords(fabric, " ".join(names), (), options, "setting")
    source = file_source(names, read_as or None, scope or None, options)
    if not isinstance(source, FileSource) or source.fabric is None:
        raise InputError(
            f"{source.title} is no fabric with cables: give the file of a network with its switches and hosts"
        )
    if node_names is not None:
        source.read = with_names(source.read, read_node_names(read_text(node_names)))  # type: ignore[arg-type]
    read: Any = source.read
    wiring = wiring_of(read.fabric, getattr(read, "rates", None), scope or "")
    if not read.fabric.roles and not scope and len(wiring.switches) < len(wiring.names):
        remark(f"{source.title} says of no node whether it is a host: those with one cable are taken for hosts")
    routes = source.routes
    tables: dict[str, Any] = {} if routes is None else {"rule": routes.rule}
    if isinstance(routes, ForwardingTables):
        tables["switches"] = int((routes.row >= 0).sum())
    found = identity(source.title, wiring, _like(as_), tables, tuple(read.remarks))
    return Fabric(**vars(found), source=source)


def _like(text: str) -> Wiring | None:
    """The cables of the network that a fabric was built as."""
    if not text:
        return None
    source, rest = resolve(text.split())
    return wiring_of_network(source.build(**parse_network(rest)).require_channels(", which no fabric is built as"))

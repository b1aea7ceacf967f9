"""A fabric in service: what it is, and whether it is safe and balanced."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from html import escape
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from netlemma.api.arguments import Progress, check_keywords
from netlemma.api.fabric_changes import FabricFailures, FabricWhatIf, each_failure, what_if
from netlemma.base.displays import Facts, Part, Shown, Table, exact
from netlemma.base.remarks import remark
from netlemma.checks.base.inputs import parse_network
from netlemma.errors import FormatError, InputError
from netlemma.graphs.base.text_files import read_text, write_text
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.deadlock.verdict import FREE, DeadlockVerdict
from netlemma.graphs.fabrics.contradictions import contradictions
from netlemma.graphs.fabrics.identity import FabricIdentity, identity, wiring_of_network
from netlemma.graphs.fabrics.wiring import (
    Wiring,
    aggregation_nodes,
    read_node_names,
    switches_of,
    wiring_of,
    with_names,
)
from netlemma.graphs.formats import formats
from netlemma.graphs.formats.fabric.fabric import nodes_called
from netlemma.graphs.formats.fabric.subnet import Subnet
from netlemma.graphs.formats.fabric.tables import ForwardingTables
from netlemma.graphs.formats.fabric.topology import Topology
from netlemma.graphs.sources import resolve
from netlemma.graphs.sources.in_service import names_of
from netlemma.graphs.sources.network_sources import FileSource, file_source

if TYPE_CHECKING:
    from netlemma.api.arguments import Without
    from netlemma.drawing.drawn import Drawing

ASSUMED = "up-down"  # without tables
WORST = 10  # cables that are shown
LFTS, ROUTES, PAGE, DATA = "opensm-lfts.dump", "routes.csv", "index.html", "fabric.json"
LEVELS, LANES = "path-levels.txt", "opensm-sl2vl.dump"


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
        Whether the files have no routes, so that those of an engine are assumed.
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
        wired = f"{self.miswired:,} deviations: see netlemma fabric FILES" if self.miswired else "no deviations"
        shown = replace(self.deadlock, certificate=None)
        return [Facts([("routing", _assumed(self.routing, self.assumed)), ("wiring", wired)]), *shown._parts()]


def _assumed(routing: str, assumed: bool) -> str:
    return f"{routing} (assumed: the files have no tables)" if assumed else routing


@dataclass(frozen=True)
class FabricLoad(Shown):
    """How many messages cross each cable of a fabric, in each direction.

    Attributes
    ----------
    routing : str
        Routes that it is about.
    assumed : bool
        Whether the files have no routes, so that those of an engine are assumed.
    traffic : str
        What is sent.
    hosts : int
        Number of hosts that send.
    max, mean : Fraction
        Largest and mean load of the directed cables between switches.
    bound : Fraction or None
        No routes have a smaller largest load; None if no bound is known.
    histogram : tuple of (str, int)
        Numbers of directed cables by load.
    worst : tuple of (str, Fraction)
        The most loaded directed cables, or the most utilised ones, with switch and port at both ends.
    utilisation : Fraction or None
        Largest load divided by the capacity of its cable; None if all cables between switches have one capacity.
    capacities : tuple of Fraction
        Capacities of the worst cables; empty if all have one.
    """

    routing: str
    assumed: bool
    traffic: str
    hosts: int
    max: Fraction
    mean: Fraction
    bound: Fraction | None
    histogram: tuple[tuple[str, int], ...]
    worst: tuple[tuple[str, Fraction], ...]
    utilisation: Fraction | None = None
    capacities: tuple[Fraction, ...] = ()

    @property
    def well(self) -> bool:
        """True: a load is no fault."""
        return True

    def as_json(self) -> dict[str, Any]:
        """The output of ``netlemma fabric FILES load --json``: loads are strings."""
        return {
            "routing": self.routing,
            "assumed": self.assumed,
            "traffic": self.traffic,
            "hosts": self.hosts,
            "max": str(self.max),
            "mean": str(self.mean),
            "bound": None if self.bound is None else str(self.bound),
            "histogram": [list(each) for each in self.histogram],
            "worst": [
                {"cable": cable, "load": str(load), "capacity": str(capacity), "utilisation": str(load / capacity)}
                if capacity
                else {"cable": cable, "load": str(load)}
                for (cable, load), capacity in self._cables
            ],
            "utilisation": None if self.utilisation is None else str(self.utilisation),
        }

    @property
    def _cables(self) -> list[tuple[tuple[str, Fraction], Fraction | None]]:
        return list(zip_longest(self.worst, self.capacities))

    def _parts(self) -> list[Part]:
        best = None if self.bound is None else f"at least {exact(self.bound)} by any routes"
        rows = [
            ("routing", _assumed(self.routing, self.assumed)),
            ("traffic", f"{self.traffic}, between {self.hosts:,} hosts"),
            ("largest load", exact(self.max)),
            ("best possible", best),
            ("mean load", exact(self.mean)),
            ("largest utilisation", None if self.utilisation is None else exact(self.utilisation)),
        ]
        header = ["most loaded", "messages"]
        cables: list[tuple[str, ...]] = [(cable, exact(load)) for cable, load in self.worst]
        if self.capacities:
            header = ["most utilised", "messages", "capacity", "utilisation"]
            cables = [(n, exact(load), exact(c), exact(load / c)) for (n, load), c in self._cables if c]
        return [
            Facts(rows),
            Table(["load", "cables, each direction"], self.histogram),
            Table(header, cables),
        ]


@dataclass(frozen=True)
class FabricRoutes(Shown):
    """Forwarding tables that were written, and read back.

    Attributes
    ----------
    routing : str
        The engine.
    file : Path
        The file.
    safety : FabricSafety
        Verdict on the tables as read back.
    load : FabricLoad
        Their loads while each host sends to all others.
    files : tuple of Path
        All files: tables, and service levels and SL2VL tables where virtual lanes are needed.
    lanes : int
        Number of virtual lanes.
    """

    routing: str
    file: Path
    safety: FabricSafety
    load: FabricLoad
    files: tuple[Path, ...]
    lanes: int

    @property
    def well(self) -> bool:
        """Whether the tables are free of deadlock."""
        return self.safety.deadlock.verdict == FREE

    def as_json(self) -> dict[str, Any]:
        """The output of ``netlemma fabric FILES route --json``."""
        load = {"max": str(self.load.max), "bound": None if self.load.bound is None else str(self.load.bound)}
        return {
            "routing": self.routing,
            "file": str(self.file),
            "files": list(map(str, self.files)),
            "verdict": self.safety.deadlock.verdict,
            "lanes": self.lanes,
            **load,
        }

    def _parts(self) -> list[Part]:
        load = exact(self.load.max) + (
            "" if self.load.bound is None else f", at least {exact(self.load.bound)} by any routes"
        )
        rows = [("routing", self.routing), ("written to", ", ".join(map(str, self.files)))]
        rows += [("deadlock", self.safety.deadlock.verdict)]
        lanes = [("virtual lanes", self.lanes)] if self.lanes > 1 else []
        return [Facts([*rows, *lanes, ("largest load", load)])]


@dataclass(frozen=True)
class Fabric(FabricIdentity):
    """A fabric in service, see :func:`netlemma.fabric`.

    Attributes
    ----------
    source : FileSource
        Files of the fabric.
    """

    source: FileSource = field(kw_only=True, repr=False)
    _given: Mapping[str, Any] = field(kw_only=True, repr=False)
    _made: dict[tuple[str, int | None], ForwardingTables] = field(
        default_factory=dict, kw_only=True, repr=False, compare=False
    )

    def _tables(self, engine: str | None, layers: int | None = None) -> tuple[Any, bool]:
        """The routes of the files, or tables of an engine, and whether the engine is assumed."""
        from netlemma.graphs.fabrics.engines import as_tables, engine_called, engine_tables

        fabric, routes = self.source.fabric, self.source.routes
        assert fabric is not None
        if engine is None and layers is not None:
            raise InputError("`layers` goes with `engine=dfsssp`, `engine=lash` or `engine=nue`")
        if engine is None and isinstance(routes, ForwardingTables):
            return replace(routes, fabric=replace(fabric, files=routes.fabric.files)), False
        if engine is None and routes is not None:
            return routes, False
        name = engine_called(engine or ASSUMED)
        if (name, layers) not in self._made:
            self._made[name, layers] = as_tables(fabric, engine_tables(fabric, name, layers=layers))
        return self._made[name, layers], engine is None

    def safety(self, engine: str | None = None, progress: Progress = None, layers: int | None = None) -> FabricSafety:
        """Decide whether the fabric can deadlock.

        Parameters
        ----------
        engine : str or None, optional
            Engine whose tables are judged instead of those of the files; without tables up-down is assumed.
        progress : Progress, optional
            Called with a line on the progress.
        layers : int or None, optional
            Most virtual lanes that ``dfsssp``, ``lash`` or ``nue`` takes; by default 15, and 1 for ``nue``.

        Returns
        -------
        FabricSafety
            Verdict, whose cycle has the names of switches and ports.
        """
        tables, assumed = self._tables(engine, layers)
        verdict = decide(tables.routing(self.source.scope or "terminals"), progress=None)
        return FabricSafety(replace(verdict, title=self.title), tables.rule, assumed, len(self.deviations))

    def load(
        self,
        *,
        traffic: str = "",
        job: str = "",
        engine: str | None = None,
        top: int = WORST,
        progress: Progress = None,
        layers: int | None = None,
    ) -> FabricLoad:
        """Count the messages that cross each cable, in each direction.

        Parameters
        ----------
        traffic : str, default ""
            Traffic pattern, see :func:`netlemma.measure`; by default each host sends one message to each other.
        job : str, default ""
            Names of hosts, such as "node[1-16]" or "rack1*", of which each sends one message to each other; others are idle.
        engine : str or None, optional
            Engine whose tables are used instead of those of the files; without tables up-down is assumed.
        top : int, default 10
            Number of cables that are named.
        progress : Progress, optional
            Called with a line on the progress.
        layers : int or None, optional
            Most virtual lanes that ``dfsssp``, ``lash`` or ``nue`` takes; by default 15, and 1 for ``nue``.

        Returns
        -------
        FabricLoad
            Loads of the cables between switches, by name.
        """
        from netlemma.graphs.fabrics.load_bounds import Utilisation, histogram, least_largest_load
        from netlemma.graphs.formats.fabric.ports import channel_name
        from netlemma.graphs.loads.table_loads import table_loads
        from netlemma.graphs.traffic.named import traffic as traffic_of

        if traffic and job:
            raise InputError("`traffic` and `job` both say what is sent: give one of them")
        tables, assumed = self._tables(engine, layers)
        if not isinstance(tables, ForwardingTables):
            raise InputError(
                "loads are counted of tables by destination; netlemma measure counts those of whole routes"
            )
        fabric = tables.fabric
        hosts = np.asarray(
            _hosts_called(job, fabric, self.title) if job else fabric.ends(self.source.scope or "terminals")
        )
        rates = traffic_of(fabric.between(self.source.scope or "terminals"), traffic) if traffic else None
        found = table_loads(tables, hosts, rates)
        if found.lost:
            raise FormatError(f"{self.title}: {found.lost:,} messages have no way to their destination: see safety")
        net, scale = fabric.network, 1 if rates is None else rates.scale
        inside = np.flatnonzero(fabric.forwards[net.origin] & fabric.forwards[net.target])
        shown = inside if len(inside) else np.arange(net.hop_count)
        load = found.load[shown]
        used = Utilisation.of(net, shown)
        order = [h for h in np.lexsort((shown, -used.weighed(load)))[:top].tolist() if load[h]]
        worst = tuple((channel_name(fabric, 1, int(shown[h])), Fraction(int(load[h]), scale)) for h in order)
        most = used.largest(load)
        alone = rates is None and len(tables.columns("terminals")) == len(fabric.ends("terminals"))
        bound = Fraction(least_largest_load(fabric, hosts)) if alone and len(inside) else None
        return FabricLoad(
            tables.rule,
            assumed,
            traffic or "one message from each to each other",
            len(hosts),
            Fraction(int(load.max()), scale),
            Fraction(int(load.sum()), scale * len(load)),
            bound,
            tuple(histogram(load) if scale == 1 else ()),
            worst,
            None if most is None else most / scale,
            () if net.capacity is None or most is None else tuple(net.capacity[net.device[shown[order]]].tolist()),
        )

    def what_if(
        self,
        *,
        without: Without = (),
        add: Without = (),
        failures: int | None = None,
        of: str = "links",
        engine: str | None = None,
    ) -> FabricWhatIf | FabricFailures:
        """Compare the fabric before and after a change, or after each single failure.

        Parameters
        ----------
        without : str or iterable of str, default ()
            What fails: cables such as "leaf1[3]-spine1[1]" or "leaf1-spine1", ports "leaf1[3]", switches, or a file of them.
        add : str or iterable of str, default ()
            Cables that are added, such as "leaf1-spine2" at free ports, or "leaf1[7]-spine2[9]".
        failures : int or None, optional
            1: each failure of one cable between switches, or of what ``of`` says, one after the other.
        of : str, default "links"
            ``links``, ``switches`` or ``both``, with ``failures``.
        engine : str or None, optional
            Engine that routes what remains; up-down if None.

        Returns
        -------
        FabricWhatIf or FabricFailures
            What is cut off, verdicts and loads before and after, with the tables of the files as they are and re-routed.
        """
        from netlemma.graphs.fabrics.engines import engine_called

        removed, added = list(names_of(without)), list(names_of(add))
        if failures is None and not removed and not added:
            raise InputError("what-if needs `without=NAME`, `add=a-b` or `failures=1`: what changes")
        if failures is not None and (removed or added):
            raise InputError("`failures` looks at each cable alone: leave out `without` and `add`")
        if failures not in (None, 1):
            raise InputError(
                f"`failures={failures}`: failures of a fabric are looked at one at a time, with `failures=1`"
            )
        if failures is None and of != "links":
            raise InputError("`of` goes with `failures=1`")
        tables, assumed = self._tables(engine if self.source.routes is None else None)
        if not isinstance(tables, ForwardingTables):
            raise InputError("failures are followed in tables by destination; the files have whole routes")
        name, scope = engine_called(engine or ASSUMED), self.source.scope or "terminals"
        if failures is not None:
            return each_failure(tables, assumed, name, scope, of)
        return what_if(tables, assumed, name, scope, removed, added)

    def route(self, output: str | os.PathLike[str], engine: str = ASSUMED, layers: int | None = None) -> FabricRoutes:
        """Write the forwarding tables of an engine, and read them back.

        Parameters
        ----------
        output : str or PathLike of str
            Folder, which gets ``opensm-lfts.dump`` as OpenSM reads it, with ``path-levels.txt`` and ``opensm-sl2vl.dump`` where
            virtual lanes are needed; or ``routes.csv`` for a fabric without GUIDs.
        engine : str, default "up-down"
            ``minhop``, ``up-down``, ``ftree``, ``dfsssp``, ``lash`` or ``nue``.
        layers : int or None, optional
            Most virtual lanes that ``dfsssp``, ``lash`` or ``nue`` takes; by default 15, and 1 for ``nue``.

        Returns
        -------
        FabricRoutes
            Verdict and loads of the tables as they were read back.
        """
        from netlemma.graphs.fabrics.engines import (
            as_lanes,
            as_levels,
            as_lfts,
            as_routes,
            engine_called,
            engine_tables,
            lids_of,
        )

        engine = engine_called(engine)
        read: Any = self.source.read
        lids, goal = lids_of(read)
        folder = Path(output)
        if isinstance(read, Subnet) and not read.lids:
            raise InputError(f"{self.title} has no LIDs, to which tables lead: no subnet manager had run")
        tables = engine_tables(read.fabric, engine, goal, layers=layers)
        texts: dict[str, str] = {}
        if isinstance(read, Subnet):
            texts[LFTS] = as_lfts(read, tables, lids)
            if tables.levels is not None:
                texts |= {LEVELS: as_levels(read, tables, lids), LANES: as_lanes(read, lids, goal)}
        elif tables.levels is not None:
            raise InputError(
                f"{engine} needs {tables.lanes} virtual lanes by service levels here, which the tables of InfiniBand have and a "
                "routes.csv has not: take up-down or nue"
            )
        else:
            texts[ROUTES] = as_routes(read, tables)
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            write_text(folder / name, text)
        files = tuple(folder / name for name in texts)
        known = formats()
        networks = [path for name, path in self.source.files.items() if known[name.partition(" ")[0]].joins is None]
        again = replace(self, source=_opened([*networks, *map(str, files)], **self._given), _made={})
        safety, load = again.safety(), again.load()
        return FabricRoutes(engine, files[0], safety, load, files, tables.lanes)

    def topology(self) -> str:
        """The fabric as a ``topology.conf`` of Slurm."""
        from netlemma.graphs.fabrics.slurm import topology_conf

        text = topology_conf(self.wiring, self.shape)
        if not text:
            raise InputError(f"{self.title} has no hosts at switches, which a topology.conf names")
        return text

    def draw(self, output: str | os.PathLike[str] | None = None) -> Drawing:
        """Draw the fabric.

        Parameters
        ----------
        output : str, PathLike or None, optional
            File to write, .svg, .png or .pdf.

        Returns
        -------
        Drawing
            Drawing, which notebooks display.
        """
        from netlemma.api.drawings import draw

        return draw(self.source, output=None if output is None else Path(output))

    def report(self, output: str | os.PathLike[str]) -> FabricReport:
        """Write identity, safety and load as a page and as JSON.

        Parameters
        ----------
        output : str or PathLike of str
            Folder, which gets ``index.html`` and ``fabric.json``.

        Returns
        -------
        FabricReport
            The three answers.
        """
        folder = Path(output)
        found = FabricReport(folder, self, self.safety(), self.load())
        folder.mkdir(parents=True, exist_ok=True)
        write_text(folder / DATA, json.dumps(found.as_json(), indent=1) + "\n")
        write_text(folder / PAGE, found.page())
        return found


@dataclass(frozen=True)
class FabricReport(Shown):
    """A page and JSON on a fabric, for monitoring.

    Attributes
    ----------
    folder : Path
        Folder of the report.
    identity : FabricIdentity
        What the fabric is.
    safety : FabricSafety
        Whether it can deadlock.
    load : FabricLoad
        Its loads.
    """

    folder: Path
    identity: FabricIdentity
    safety: FabricSafety
    load: FabricLoad

    @property
    def well(self) -> bool:
        """Whether nothing deviates and the routes are free of deadlock."""
        return self.identity.well and self.safety.well

    def as_json(self) -> dict[str, Any]:
        """The contents of ``fabric.json``."""
        answers = {"safety": self.safety.as_json(), "load": self.load.as_json()}
        return {"well": self.well, **self.identity.as_json(), **answers}

    def page(self) -> str:
        """The report as a page of HTML."""
        title = escape(f"{self.identity.title}: {'well' if self.well else 'not well'}")
        parts = (("Fabric", self.identity), ("Safety", self.safety), ("Load", self.load))
        body = "".join(f"<h2>{name}</h2>{each._repr_html_()}" for name, each in parts)
        style = "body{font-family:sans-serif;margin:2em}td,th{padding:0 1em .2em 0}"
        head = f'<meta charset="utf-8"><title>{title}</title><style>{style}</style>'
        return f'<!DOCTYPE html><html lang="en"><head>{head}</head><body><h1>{title}</h1>{body}</body></html>\n'

    def _parts(self) -> list[Part]:
        rows = [
            ("fabric", self.identity.title),
            ("state", "well" if self.well else "not well"),
            ("deviations", f"{len(self.identity.deviations):,}"),
            ("deadlock", self.safety.deadlock.verdict),
            ("largest load", exact(self.load.max)),
            ("written to", f"{self.folder / PAGE}, {self.folder / DATA}"),
        ]
        return [Facts(rows)]


def _hosts_called(text: str, fabric: Any, title: str) -> list[int]:
    """The hosts of a job: names with * and ?, or a list of Slurm such as node[1-4]."""
    from netlemma.graphs.base.text_files import TextFile
    from netlemma.graphs.formats.slurm_topology import hosts

    ends = [int(v) for v in fabric.ends("terminals")]
    names = [fabric.name(v) for v in ends]
    words = hosts(TextFile("job", b""), 1, text) if "[" in text else text.split(",")
    short = [name.split(" ")[0] for name in names]  # of a description such as "node7 mlx5_0"
    found: set[int] = set()
    for word in words:
        same = [v for v, name, node in zip(ends, names, short, strict=True) if word in (name, node)]
        found.update(same or (ends[i] for i in nodes_called(word.strip(), names, title)))
    if len(found) < 2:
        raise InputError(f"job {text[:60]!r} has {len(found)} host: at least two hosts send to each other")
    return sorted(found)


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
        Files, in any order: one has the network, others add to it, such as forwarding tables. Of several that have the network
        the first is taken, and what others contradict is among the deviations.
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
    given: dict[str, Any] = {"node_names": node_names, "read_as": read_as, "scope": scope, "options": options}
    others: list[Any] = []
    source = _opened(names, **given, again=others)
    read: Any = source.read
    wiring = wiring_of(read.fabric, getattr(read, "rates", None))
    routes = source.routes
    tables: dict[str, Any] = {} if routes is None else {"rule": routes.rule}
    if isinstance(routes, ForwardingTables):
        tables["switches"] = int((routes.row >= 0).sum())
    found = identity(source.title, wiring, _like(as_), tables, tuple(read.remarks))
    if others:
        said = [each for other in others for each in contradictions(read, other)]
        found = replace(found, deviations=(*found.deviations, *said))
    return Fabric(**vars(found), source=source, _given={**given, "read_as": None})


def _opened(
    names: list[str],
    node_names: Any,
    read_as: str | None,
    scope: str | None,
    options: Any,
    again: list[Any] | None = None,
) -> FileSource:
    """The files, whose nodes are hosts or switches and have the names that the user wants."""
    source = file_source(names, read_as or None, scope or None, options, again=again)
    for other in again or ():
        if not isinstance(other, Topology):
            raise InputError(
                f"{names[0]} and a further file are two networks, one of which has no switches and cables: give one"
            )
    if not isinstance(source, FileSource) or source.fabric is None:
        raise InputError(
            f"{source.title} is no fabric with cables: give the file of a network with its switches and hosts"
        )
    assert isinstance(source.read, Topology)
    if node_names is not None:
        source.read = with_names(source.read, read_node_names(read_text(node_names)))
    switch = switches_of(source.read.fabric, scope or "")
    if not source.read.fabric.roles and not switch.all():
        if not scope:
            remark(f"{source.title} says of no node whether it is a host: those with one cable are taken for hosts")
        source.read = replace(source.read, fabric=replace(source.read.fabric, forwards=switch, adapter=~switch))
        source.scope = "terminals"
    inner = aggregation_nodes(source.read.fabric)
    if inner.any() and (source.read.fabric.adapter & ~inner).any():
        said = f"{inner.sum():,} aggregation nodes within switches (SHARP) are no hosts"
        changed = replace(source.read.fabric, adapter=source.read.fabric.adapter & ~inner)
        source.read = replace(source.read, fabric=changed, remarks=(*source.read.remarks, said))
    return source


def _like(text: str) -> Wiring | None:
    """The cables of the network that a fabric was built as."""
    if not text:
        return None
    source, rest = resolve(text.split())
    return wiring_of_network(source.build(**parse_network(rest)).require_channels(", which no fabric is built as"))

"""Networks written as files."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from netlemma.api.arguments import Capacity, Without, choose
from netlemma.base.displays import Facts, Part, Shown
from netlemma.errors import InputError
from netlemma.graphs.base.text_files import write_text
from netlemma.graphs.formats import formats
from netlemma.graphs.formats.fabric.format import Format
from netlemma.graphs.topology.ring_structure import AnyNetwork

RINGS = "ring-mapping"


@dataclass(frozen=True)
class Conversion(Shown):
    """A network that was written to a file.

    Attributes
    ----------
    network : str
        Title of the network.
    path : Path
        The file.
    format : str
        Its format, by which it is read back.
    nodes : int
        Number of nodes.
    links : int
        Number of links and buses.
    left_out : tuple of str
        What the format does not hold.
    """

    network: str
    path: Path
    format: str
    nodes: int
    links: int
    left_out: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The conversion as data for JSON."""
        return {
            "network": self.network,
            "file": str(self.path),
            "format": self.format,
            "nodes": self.nodes,
            "links": self.links,
            "left_out": list(self.left_out),
        }

    def _parts(self) -> Iterable[Part]:
        rows = [
            ("network", self.network),
            ("written to", f"{self.path}, as {self.format}"),
            ("holds", f"{self.nodes:,} nodes, {self.links:,} links"),
        ]
        return [Facts([*rows, *[("left out", ", ".join(self.left_out))] * bool(self.left_out)])]


def convert(
    network: Any,
    /,
    *,
    output: str | Path,
    to: str = "",
    read_as: str | None = None,
    scope: str | None = None,
    without: Without = (),
    capacity: Capacity = None,
    latency: Capacity = None,
    **sizes: Any,
) -> Conversion:
    r"""Write a network as a file that netlemma and other tools read.

    Parameters
    ----------
    network : object
        Network: a family or product as text with its sizes, names of files, a NetworkX graph, or an object, see
        :func:`netlemma.graphs.sources.network`.
    output : str or Path
        File to write: .csv, .graphml, .dot, .g6, .anynet or .json.
    to : str, optional
        Format to write, where the name of the file does not tell it: links, graphml, dot, graph6, anynet or json-graph.
    read_as : str or None, optional
        Format of the files of the network, where their contents do not tell it.
    scope : str or None, optional
        Ends of messages in a file or graph, as in :func:`netlemma.network`.
    without : str or iterable of str, default ()
        Links, nodes, and files of their names, that are left out, see :func:`netlemma.network`.
    capacity : str, mapping or None, optional
        Capacities of classes of links, such as ``"local=2 global=1"``, see :func:`netlemma.network`.
    latency : str, mapping or None, optional
        Latencies of classes of links, such as ``"local=1 global=10"``, see :func:`netlemma.network`.
    **sizes : object
        Sizes of the network.

    Returns
    -------
    Conversion
        What was written, and what the format does not hold.

    Raises
    ------
    InputError
        For an unknown format, or one that cannot hold the network, such as graph6 for one-way links.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     found = convert("mesh", k=3, n=2, output=f"{folder}/mesh.g6")
    ...     found.format, found.left_out, (Path(folder) / "mesh.g6").read_text()
    ('graph6', ('names of nodes', 'classes of links'), '>>graph6<<HkSg_SD\n')
    """
    chosen = choose(convert, network, read_as, scope, sizes, without, capacity, latency)
    form = _form(Path(output), to, chosen.net)
    assert form.write is not None
    text, lost = form.write(chosen.net)
    write_text(output, text)
    net = chosen.net
    return Conversion(net.title, Path(output), form.name, net.node_count, net.device_count, lost)


def _form(output: Path, to: str, net: AnyNetwork) -> Format:
    """The format to write, by its name or by that of the file."""
    written = {name: form for name, form in formats().items() if form.write is not None}
    if to and to not in written:
        raise InputError(f"no format {to[:40]!r} is written: it must be one of {', '.join(written)}")
    ending = [form for form in written.values() if output.name.lower().endswith(form.suffixes)]
    fitting = [form for form in ending if (form.name == RINGS) != net.has_channels]
    if not to and not ending:
        endings = ", ".join(form.suffixes[0] for form in written.values() if form.suffixes)
        raise InputError(f"{output.name} does not say a format: end it with one of {endings}, or give `to`")
    form = written[to] if to else (fitting or ending)[0]
    if (form.name == RINGS) == net.has_channels:
        kind = "links" if net.has_channels else "point-to-point rings"
        ring = "other formats" if net.has_channels else ".json"
        raise InputError(f"{form.name} holds no network of {kind}, as {net.title} is: write {ring}")
    return form

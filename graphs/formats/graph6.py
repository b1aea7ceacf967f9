"""graph6, digraph6 and sparse6: a graph as one line of printable characters. Such graphs have no names and classes."""

from netlemma.graphs.base.limits import MAX_NODES
from netlemma.graphs.base.text_files import TextFile, printable
from netlemma.graphs.formats.fabric.exported import exported, require_plain
from netlemma.graphs.formats.fabric.format import Format
from netlemma.graphs.formats.fabric.graph import graph_topology
from netlemma.graphs.formats.fabric.topology import Topology
from netlemma.graphs.topology.structure import Network

HEADERS = (">>graph6<<", ">>sparse6<<", ">>digraph6<<")
LEAST, MOST = 63, 126  # codes of characters


def _lines(text: str) -> list[str]:
    lines = [line.strip() for line in text.splitlines()]
    for header in HEADERS:
        lines = [line.removeprefix(header) for line in lines]
    return [line for line in lines if line]


def read_graph6(file: TextFile) -> Topology:
    """The network of the graph in a file; a file of several is refused."""
    import networkx

    lines = _lines(file.data.decode("utf-8", "replace"))
    if len(lines) != 1:
        file.refuse(None, f"the file has {len(lines)} graphs: one is expected")
    count = _size(lines[0])
    if count is None or not _whole(lines[0], count):
        file.refuse(1, f"{printable(lines[0])} is no graph in graph6, digraph6 or sparse6 (is it cut short?)")
    if count > MAX_NODES:
        file.refuse(1, f"{count:,} nodes; at most {MAX_NODES:,} can be built")
    data = lines[0].encode()
    try:
        if data.startswith(b":"):
            graph = networkx.from_sparse6_bytes(data)
        elif data.startswith(b"&"):
            graph = _directed(data[1:], count)
        else:
            graph = networkx.from_graph6_bytes(data)
    except (networkx.NetworkXError, ValueError, IndexError) as error:
        file.refuse(1, f"the graph cannot be read: {printable(str(error), quotes=False)}")
    return graph_topology(file, "graph6", graph, 1)


def write_graph6(net: Network) -> tuple[str, tuple[str, ...]]:
    """The graph in graph6, or in sparse6 if links are parallel; nodes are in the order of their numbers."""
    import networkx

    found = exported(net)
    require_plain(found, "graph6", parallel=True)
    number = {name: node for node, name in enumerate(found.nodes)}
    pairs = [(number[one], number[other]) for one, other, *_ in found.links]
    graph = networkx.MultiGraph(pairs) if len({*map(frozenset, pairs)}) < len(pairs) else networkx.Graph(pairs)
    ordered = networkx.empty_graph(len(number), create_using=type(graph))
    ordered.add_edges_from(pairs)
    encode = networkx.to_sparse6_bytes if ordered.is_multigraph() else networkx.to_graph6_bytes
    lost = (
        "names of nodes",
        *["classes of links"] * (len({link[2] for link in found.links}) > 1),
        *found.lost_without(),
    )
    return encode(ordered).decode(), (*lost, *["types of nodes"] * found.roles)


def _directed(data: bytes, count: int) -> object:
    import networkx

    bits = (each - LEAST >> shift & 1 for each in data[_head(data.decode()) :] for shift in range(5, -1, -1))
    graph = networkx.empty_graph(count, create_using=networkx.DiGraph)
    graph.add_edges_from((u, v) for u in range(count) for v in range(count) if next(bits))
    return graph


def _head(line: str) -> int:
    """Number of the characters that give the number of nodes."""
    return 8 if line.startswith("~~") else 4 if line.startswith("~") else 1


def _size(line: str) -> int | None:
    """The number of nodes, None for what is none."""
    body = line[1:] if line[:1] in (":", "&") else line
    digits = body[: _head(body)].lstrip("~") if len(body) > 1 else body
    if not body or any(not LEAST <= ord(each) <= MOST for each in body) or len(body) < _head(body):
        return None
    digits = body[:1] if _head(body) == 1 else body[1 if _head(body) == 4 else 2 : _head(body)]
    found = 0
    for each in digits:
        found = found << 6 | ord(each) - LEAST
    return found


def _whole(line: str, count: int) -> bool:
    """Whether a line is as long as the number of nodes demands."""
    if line.startswith(":"):
        return True
    directed = line.startswith("&")
    body = line[1:] if directed else line
    bits = count * count if directed else count * (count - 1) // 2
    return len(body) - _head(body) == -(-bits // 6)


def _recognises(text: str) -> bool:
    if text.startswith(HEADERS):
        return True
    lines = _lines(text)
    sizes = [_size(line) for line in lines]
    return bool(lines) and all(
        size is not None and size > 1 and _whole(line, size) for line, size in zip(lines, sizes, strict=True)
    )


FORMAT = Format(
    "graph6",
    "a graph in graph6, digraph6 or sparse6",
    _recognises,
    read_graph6,
    write=write_graph6,
    suffixes=(".g6", ".s6", ".d6", ".graph6", ".sparse6", ".digraph6"),
)

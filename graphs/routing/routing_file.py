"""A user's own routing on channels, from a Python file with one relation. The file is run, so only the user may name
it."""

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from functools import lru_cache
from inspect import signature
from operator import index
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import numpy as np

from netlemma.graphs.base.python_file import PythonFile, one_line_value
from netlemma.graphs.routing.channel_routing import KINDS, MOST_VCS, ChannelChoice, ChannelRouting, Label, no_label
from netlemma.graphs.routing.choice_rows import RowRelation
from netlemma.graphs.routing.choices import RowChoices, shares
from netlemma.graphs.routing.compiled_relation import compiled_on_arrays
from netlemma.graphs.routing.file_choices import ARRAY_RELATION, FileChoices
from netlemma.graphs.topology.devices import Label as Node
from netlemma.graphs.topology.devices import show
from netlemma.graphs.topology.structure import Network

RELATION = "next_channels"
CHOICE = (
    "a choice is a neighbour, (neighbour, virtual channel) or (neighbour, virtual channel, which of parallel links)"
)


class Channel(NamedTuple):
    """The channel by which a packet came, as passed to the functions of a file: nodes by their coordinates."""

    start: Node
    end: Node
    vc: int
    link: int


def file_routing(net: Network, path: str | Path, vcs: int | None = None) -> ChannelRouting:
    """The routing that a Python file describes, see docs/add-a-routing.md. The file is run.

    Parameters
    ----------
    net : Network
        The network.
    path : str or Path
        Name of the file.
    vcs : int, optional
        Virtual channels of each hop; it replaces the variable ``vcs`` of the file, before any function of it is called.

    Returns
    -------
    ChannelRouting
        The routing.

    Raises
    ------
    FormatError
        If the file cannot be run or is not a routing. The routing raises it where its relation gives no choices, or
        raises an error itself.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder) / "clockwise.py"
    ...     _ = file.write_text("def next_channels(node, came_by, destination): return ((node[0] + 1) % 5,)")
    ...     routing = file_routing(network("ring", K=5), file)
    >>> routing.name, [routing.channel_name(c) for c, _ in routing.next_channels(4, None, 2, None)]
    ('clockwise.py', ['(4)->(0)'])
    """
    file = PythonFile(path)
    if vcs is not None:
        file.names["vcs"] = vcs
    count = file.variable(
        "vcs", 1, lambda v: type(v) is int and 0 < v <= MOST_VCS, f"a whole number from 1 to {MOST_VCS}"
    )
    kind = file.variable("kind", KINDS[0], lambda v: v in KINDS, f"one of {', '.join(KINDS)}")
    text = file.variable("description", "as its file says", lambda v: isinstance(v, str), "a text")
    channels = _Channels(net, count, file)
    ends = file.variable("terminals", None, lambda v: isinstance(v, Sequence) and len(v) > 1, "a list of nodes")
    terminals = net.terminals if ends is None else tuple(channels.node(v, "terminals") for v in ends)
    labels, escape = file.function("labels", 2), file.function("escape", 1)
    counts = (4,) if labels else (3, 4)
    relation, on_arrays = file.function(RELATION, counts[0], 4), file.function(ARRAY_RELATION, counts[0], 4)
    if relation is None and on_arrays is None:
        near = get_close_matches(RELATION, (n for n, v in file.names.items() if callable(v)), 1, 0.75)
        file.refuse(1, f"there is no function {RELATION}" + (f": is {near[0]} meant to be it?" if near else ""))
    if prepare := file.function("prepare", 1):
        file.call("prepare", prepare, net)
    every = net.ends if terminals is None else terminals

    @lru_cache(maxsize=8)
    def goals_to(destination: int) -> list[tuple[Label, np.ndarray]]:
        sources: dict[Label, list[int]] = {}
        for source in every:
            if source != destination:
                for label in labels_of(source, destination) if labels else (None,):
                    sources.setdefault(label, []).append(source)
        return [(label, np.array(those, dtype=np.int32)) for label, those in sources.items()]

    def sources_of(destination: int, label: Label) -> list[int]:
        return next((those.tolist() for each, those in goals_to(destination) if each == label), [])

    choices = FileChoices(net, count, kind, file, sources_of)
    if relation is not None and hasattr(relation, "py_func"):
        if labels is not None:
            file.refuse(file.line(relation), f"{RELATION} is compiled by Numba: packets carry no labels then")
        width = count * int(np.diff(net.indptr).max(initial=0))
        on_arrays, relation, name = compiled_on_arrays(relation, width), None, RELATION
    else:
        name = ARRAY_RELATION
    many = len(signature(relation or on_arrays).parameters) == 4  # type: ignore[arg-type]
    if on_arrays is not None:
        choices_to = choices.by_array(on_arrays, len(signature(on_arrays).parameters) == 4, name)
    else:
        assert relation is not None

        def read(node: int, answer: Any, arguments: tuple[Any, ...]) -> RowChoices:
            return shares(*channels.choices(node, answer, arguments, kind), kind)

        choices_to = choices.by_state(relation, many, channels.labels, channels.seen, read)

    def next_channels(node: int, came_by: int | None, destination: int, label: Any) -> list[ChannelChoice]:
        came = None if came_by is None else channels.seen(came_by)
        arguments = (channels.labels[node], came, channels.labels[destination], *((label,) if many else ()))
        answer = file.call(RELATION, relation, *arguments)  # type: ignore[arg-type]
        return list(zip(*channels.choices(node, answer, arguments, kind), strict=True))

    def labels_of(source: int, destination: int) -> Sequence[Any]:
        assert labels is not None
        found = file.call("labels", labels, channels.labels[source], channels.labels[destination])
        if not isinstance(found, (list, tuple, range)) or not all(map(_plain, found)):
            file.refuse(
                file.line(labels), f"labels gives {one_line_value(found)}: a list of numbers, texts or tuples of them"
            )
        return tuple(found)

    return ChannelRouting(
        Path(path).name,
        net,
        kind,
        RowRelation(net, kind, count, choices_to) if relation is None else next_channels,
        count,
        labels_of if labels else no_label,
        terminals,
        None if escape is None else lambda c: bool(file.call("escape", escape, channels.seen(c))),
        text,
        options={"sha256": file.digest},
        choices_to=choices_to,
        goals_to=goals_to,
    )


class _Channels:
    """Nodes and channels by coordinates and by number."""

    def __init__(self, net: Network, vcs: int, file: PythonFile) -> None:
        self.vcs, self.file = vcs, file
        self.labels = [net.labels(u) for u in range(net.node_count)]
        self.number = {label: u for u, label in enumerate(self.labels)}
        self.hops: list[dict[Node, list[int]]] = [{} for _ in self.labels]  # of each node those to each neighbour
        self.place: list[tuple[Node, Node, int]] = []
        for hop, (u, v) in enumerate(zip(net.origin.tolist(), net.target.tolist(), strict=True)):
            beside = self.hops[u].setdefault(self.labels[v], [])
            self.place.append((self.labels[u], self.labels[v], len(beside)))
            beside.append(hop)

    def seen(self, channel: int) -> Channel:
        """A channel as passed to the file's functions."""
        hop, vc = divmod(channel, self.vcs)
        start, end, link = self.place[hop]
        return Channel(start, end, vc, link)

    def node(self, value: Any, what: str) -> int:
        """The number of a node of the file."""
        if isinstance(value, tuple) and _plain(value) and value in self.number:
            return self.number[value]
        self.file.refuse(1, f"{what} has {one_line_value(value)}: nodes are {_some(self.labels)}")

    def choices(
        self, node: int, answer: Any, arguments: tuple[Any, ...], kind: str
    ) -> tuple[list[int], list[Fraction]]:
        """The answer of the relation as channels and their weights."""

        def refuse(why: str) -> NoReturn:
            line = self.file.line(self.file.names[RELATION])
            self.file.refuse(
                line, f"{RELATION}({', '.join(map(one_line_value, arguments))}) gives {one_line_value(answer)}: {why}"
            )

        if isinstance(answer, Mapping):
            weights = [Fraction(w) if isinstance(w, (int, Fraction)) else refuse(_WEIGHTS) for w in answer.values()]
            given = list(answer)
        else:
            given = list(answer) if isinstance(answer, list) else [] if answer is None else [answer]
            weights = [Fraction(1, len(given) or 1)] * len(given)
        if kind == KINDS[0] and len(given) > 1:
            refuse("a deterministic routing has one choice; otherwise set kind = 'oblivious' or 'adaptive'")
        return [self._channel(node, choice, refuse) for choice in given], weights

    def _channel(self, node: int, choice: Any, refuse: Callable[[str], NoReturn]) -> int:
        if isinstance(choice, Channel):
            choice = (
                choice[1:]
                if choice.start == self.labels[node]
                else refuse(f"{one_line_value(choice)} starts elsewhere")
            )
        after, *rest = choice if isinstance(choice, tuple) and choice and isinstance(choice[0], tuple) else (choice,)
        if not isinstance(after, tuple) or not _plain(after) or len(rest) > 2:
            refuse(f"{CHOICE}; neighbours are {_some(list(self.hops[node]))}")
        if after not in self.hops[node]:
            refuse(
                f"no link leads from {show(self.labels[node])} to {one_line_value(after)}, "
                f"its neighbours are {_some(list(self.hops[node]))}"
            )
        beside = self.hops[node][after]
        vc, link = (*map(_index, rest), *(0, 0)[len(rest) :])
        if not 0 <= vc < self.vcs:
            refuse(f"virtual channels have numbers from 0 to {self.vcs - 1}, since vcs = {self.vcs}")
        if not 0 <= link < len(beside):
            refuse(f"links from {show(self.labels[node])} to {show(after)} have numbers from 0 to {len(beside) - 1}")
        return beside[link] * self.vcs + vc


_WEIGHTS = "weights are whole numbers or Fractions that add up to 1"


def _index(value: Any) -> int:
    """A whole number of whatever type, -1 for anything else."""
    try:
        return index(value)
    except TypeError:
        return -1


def _plain(value: Any) -> bool:
    """Whether a value can be written into a certificate."""
    return value is None or isinstance(value, (int, str)) or (isinstance(value, tuple) and all(map(_plain, value)))


def _some(nodes: Sequence[Node]) -> str:
    return ", ".join(map(str, nodes[:6])) + (", ..." if len(nodes) > 6 else "")

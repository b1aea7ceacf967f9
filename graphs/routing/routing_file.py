"""A user's own routing on channels, from a Python file with one relation, and its choices as arrays. The file is run."""

import dis
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from inspect import signature
from operator import index
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import numpy as np

from netlemma.base.names import spelled_like
from netlemma.graphs.base.python_file import PythonFile, one_line_value, plain_value
from netlemma.graphs.routing.capabilities import Arrays
from netlemma.graphs.routing.channel_routing import (
    ADAPTIVE,
    DETERMINISTIC,
    KINDS,
    MOST_VCS,
    ChannelChoice,
    ChannelRouting,
    Escape,
    Label,
    no_label,
)
from netlemma.graphs.routing.choices import (
    ALIKE,
    BY_CHANNEL,
    BY_NODE,
    GIVEN,
    Choices,
    RowChoices,
    RowRelation,
    rows_of,
    shares,
)
from netlemma.graphs.topology.structure import Label as Node
from netlemma.graphs.topology.structure import Network, show

# Choices of a user's routing file as arrays: each state that occurs is asked once, or whole arrays of them at once.


SEEING = {"locals", "vars", "eval", "exec", "dir", "sys", "inspect", "globals"}  # names that may show all arguments
RELATION = "next_channels"
ARRAY_RELATION = "next_channels_array"
MOST_COMPARED = 100_000  # places at which a relation is compared with that on arrays
SHAPE = (
    "it gives a channel for each place, as an array of whole numbers, or a row of channels for each, filled up with -1; "
    "or a tuple of these and of their weights"
)


def reads(function: Callable[..., Any], place: int) -> bool:
    """Whether a function reads one of its arguments; True where that is not certain.

    >>> reads(lambda node, came_by, destination: destination, 1), reads(lambda node, came_by: came_by, 1)
    (False, True)
    """
    code = function.__code__
    if place >= code.co_argcount or SEEING & {*code.co_names, *code.co_freevars}:
        return True
    name = code.co_varnames[place]
    used = (step.argval for step in dis.get_instructions(code))
    return any(name == value or (isinstance(value, tuple) and name in value) for value in used)


def _key(answer: Any) -> Any:
    """An answer as a dictionary key: lists and dictionaries become tuples that begin with their type."""
    if isinstance(answer, list):
        return (list, *answer)
    return (dict, *answer.items()) if isinstance(answer, dict) else answer


class FileChoices:
    """The choices of a routing file to one goal after another.

    net: The network.
    vcs: Virtual channels of each hop.
    kind: Kind of the routing.
    file: The file.
    sources_of: Function (destination, label) -> numbers of the sources of packets.
    """

    def __init__(
        self, net: Network, vcs: int, kind: str, file: PythonFile, sources_of: Callable[[int, Label], Sequence[int]]
    ) -> None:
        self.net, self.vcs, self.kind, self.file, self.sources_of = net, vcs, kind, file, sources_of
        self.head = np.repeat(net.target, vcs)
        self.heads, self.forwarding = self.head.tolist(), net.forwarding.tolist()

    def by_state(
        self,
        relation: Callable[..., Any],
        many: bool,
        nodes: Sequence[Any],
        seen: Callable[[int], Any],
        read: Callable[[int, Any, tuple[Any, ...]], RowChoices],
    ) -> Callable[[int, Label], Choices]:
        """Choices by one call of a relation for each state that occurs; two of them are asked again."""
        net, heads, forwarding, count = self.net, self.heads, self.forwarding, self.net.node_count
        by = BY_CHANNEL if reads(relation, 1) else BY_NODE
        known: list[dict[Any, RowChoices]] = [{} for _ in range(count)]
        came: list[Any] = [None] * count
        if by == BY_CHANNEL:
            came += [seen(channel) for channel in range(len(heads))]
        node_of = [*range(count), *heads]

        def learned(node: int, answer: Any, arguments: tuple[Any, ...]) -> RowChoices:
            found = read(node, answer, arguments)
            with suppress(TypeError):  # an answer that cannot be a key is read each time
                known[node][_key(answer)] = found
            return found

        def asked(row: int, rest: tuple[Any, ...]) -> RowChoices:
            """What the relation gives when it is asked again."""
            arguments = (nodes[node_of[row]], came[row], *rest)
            return read(node_of[row], self.file.call("next_channels", relation, *arguments), arguments)

        def choices_to(destination: int, label: Label) -> Choices:
            rest = (nodes[destination], label) if many else (nodes[destination],)
            rows: dict[int, RowChoices] = {}
            todo = list(self.sources_of(destination, label))[::-1]
            goal, follow = nodes[destination], by == BY_CHANNEL
            while todo:
                row = todo.pop()
                if row in rows:
                    continue
                node = node_of[row]
                try:
                    answer = (
                        relation(nodes[node], came[row], goal, label)
                        if many
                        else relation(nodes[node], came[row], goal)
                    )
                except (Exception, SystemExit) as error:
                    self.differ("next_channels", row, destination, error, asked(row, rest))
                try:
                    found = known[node][answer if answer.__class__ is tuple else _key(answer)]
                except (KeyError, TypeError):
                    found = learned(node, answer, (nodes[node], came[row], *rest))
                rows[row] = found
                channels, weights = found
                if weights is None or weights[0]:
                    for channel in channels:
                        end = heads[channel]
                        if end != destination and forwarding[end]:
                            todo.append(count + channel if follow else end)
            for row in list(rows)[:: max(1, len(rows) - 1)]:  # the first and the last one
                if (again := asked(row, rest)) != rows[row]:
                    self.differ("next_channels", row, destination, rows[row], again)
            return rows_of(by, count + (net.hop_count * self.vcs if follow else 0), rows)

        return choices_to

    def by_array(
        self, relation: Callable[..., Any], many: bool, name: str = ARRAY_RELATION
    ) -> Callable[[int, Label], Choices]:
        """Choices by calls of a function on arrays of all places that packets reach in as many hops.

        relation: Function (came, nodes, destination) on arrays of numbers, or with the label besides.
        """
        net, count = self.net, self.net.node_count
        total = count + len(self.head)
        node_of = np.concatenate([np.arange(count), self.head]).astype(np.int64)

        def ask(rows: np.ndarray, destination: int, label: Label) -> tuple[np.ndarray, np.ndarray | None]:
            came, nodes = np.where(rows < count, -1, rows - count), node_of[rows]
            rest = (destination, label) if many else (destination,)
            return self.checked(name, self.file.call(name, relation, came, nodes, *rest), nodes, destination)

        def choices_to(destination: int, label: Label) -> Choices:
            rows = np.array(self.sources_of(destination, label), dtype=np.int64)
            known = np.zeros(total, dtype=bool)
            known[rows] = True
            parts = []
            first = rows[:1]
            while len(rows):
                channel, weight = ask(rows, destination, label)
                place, column = np.nonzero(channel >= 0)
                taken = channel[place, column]
                parts.append((rows[place], taken, None if weight is None else weight[place, column]))
                ends = self.head[taken]
                behind = np.unique(count + taken[(ends != destination) & net.forwarding[ends]])
                rows = behind[~known[behind]]
                known[rows] = True
            if len(first):
                again = ask(first, destination, label)[0]
                before = parts[0][1][parts[0][0] == first[0]]
                if not np.array_equal(again[again >= 0], before):
                    self.differ(name, int(first[0]), destination, before.tolist(), again[again >= 0].tolist())
            row = np.concatenate([part[0] for part in parts]) if parts else np.zeros(0, dtype=np.int64)
            order = np.argsort(row, kind="stable")
            start = np.concatenate([[0], np.cumsum(np.bincount(row, minlength=total))])
            channel = (
                np.concatenate([part[1] for part in parts])[order].astype(np.int32) if parts else row.astype(np.int32)
            )
            if not parts or any(part[2] is None for part in parts):
                return Choices(BY_CHANNEL, start, channel, ALIKE)
            given = np.concatenate([part[2] for part in parts])[order]
            return Choices(BY_CHANNEL, start, channel, GIVEN, given)

        return choices_to

    def as_the_relation(
        self, choices_to: Callable[[int, Label], Choices], relation: Callable[..., list[ChannelChoice]]
    ) -> Callable[[int, Label], Choices]:
        """Choices on arrays that are compared with those of the same file's relation, at the first places of all, then
        at two places of each goal."""
        left = MOST_COMPARED

        def compared(destination: int, label: Label) -> Choices:
            nonlocal left
            found = choices_to(destination, label)
            rows = np.flatnonzero(np.diff(found.start)).tolist()
            left -= len(rows)
            on_arrays = RowRelation(self.net, self.kind, self.vcs, lambda *_: found)
            for row in rows if left >= 0 else rows[:: max(1, len(rows) - 1)]:
                came = None if row < self.net.node_count else row - self.net.node_count
                node = row if came is None else self.heads[came]
                one, other = (dict(each(node, came, destination, label)) for each in (relation, on_arrays))
                if one.keys() != other.keys() if self.kind == ADAPTIVE else one != other:
                    at, to = (one_line_value(self.net.own_node(each)) for each in (node, destination))
                    self.refuse(
                        ARRAY_RELATION,
                        f"{ARRAY_RELATION} gives channels {sorted(other)} at node {at} to {to}, where {RELATION} gives "
                        f"{sorted(one)}: both are one routing, so make them agree or leave one out",
                    )
            return found

        return compared

    def checked(
        self, name: str, answer: Any, nodes: np.ndarray, destination: int
    ) -> tuple[np.ndarray, np.ndarray | None]:
        """Channels of each place, row by row, -1 for none, and their weights, None if they are alike.

        nodes (ndarray of int64): Nodes of the places.

        Returns: Channels and weights, each of shape (places, choices).
        """
        channel, weight = answer if isinstance(answer, tuple) and len(answer) == 2 else (answer, None)
        arrays = [np.asarray(each) for each in (channel, weight) if each is not None]
        shape = arrays[0].shape
        if (
            any(a.dtype.kind not in "iu" or a.shape != shape for a in arrays)
            or shape[:1] != nodes.shape
            or len(shape) > 2
        ):
            given = " and ".join(f"{a.dtype} of shape {a.shape}" for a in arrays)
            self.refuse(name, f"{name} gives {given} for {len(nodes)} places: {SHAPE}")
        channel, *weights = (a.reshape(len(nodes), -1).astype(np.int64) for a in arrays)
        low, high = (self.net.indptr[nodes + i][:, None] * self.vcs for i in (0, 1))
        wrong = (channel != -1) & ((channel < low) | (channel >= high))
        if wrong.any():
            place, column = np.argwhere(wrong)[0].tolist()
            self.refuse(
                name,
                f"{name} gives channel {channel[place, column]} at node {nodes[place]} to {destination}: "
                f"its channels are {low[place, 0]} to {high[place, 0] - 1}",
            )
        if self.kind == DETERMINISTIC and ((channel >= 0).sum(axis=1) > 1).any():
            self.refuse(name, "a deterministic routing has one choice; otherwise set kind = 'oblivious' or 'adaptive'")
        if not weights or self.kind == ADAPTIVE:
            return channel, None
        if (weights[0] < 0).any() or ((channel >= 0) & (weights[0] == 0)).any():
            self.refuse(name, f"{name} gives weights below 1: weights are whole numbers from 1 on")
        return channel, weights[0]

    def differ(self, name: str, row: int, destination: int, first: Any, then: Any) -> NoReturn:
        """Refuse a function that gives two answers at one place."""
        node = row if row < self.net.node_count else self.heads[row - self.net.node_count]
        self.refuse(
            name,
            f"{name} at node {one_line_value(self.net.own_node(node))} to {one_line_value(self.net.own_node(destination))} gives channels "
            f"{one_line_value(first)} first and {one_line_value(then)} when it is asked again: a routing gives the same answer each time",
        )

    def refuse(self, name: str, why: str) -> NoReturn:
        """Refuse the file at the line of a function."""
        self.file.refuse(self.file.line(self.file.names[name]), why)


# Routings of users on arrays of packets, from functions on numbers that Numba compiles.


def compiled_on_arrays(relation: Callable[..., Any], width: int) -> Callable[..., Any]:
    """A function on arrays from a relation on numbers that Numba compiles.

    relation: Function (node, came_by, destination) on numbers, decorated with numba.njit, that gives a channel, or a
    tuple or an array of channels.
    """
    from netlemma.graphs.base.jit import njit

    @njit(nogil=True)
    def single(came, nodes, destination):  # type: ignore[no-untyped-def]
        found = np.empty(len(nodes), dtype=np.int64)
        for i in range(len(nodes)):
            found[i] = relation(nodes[i], came[i], destination)
        return found

    @njit(nogil=True)
    def several(came, nodes, destination):  # type: ignore[no-untyped-def]
        found = np.full((len(nodes), width), -1, dtype=np.int64)
        for i in range(len(nodes)):
            answer = relation(nodes[i], came[i], destination)
            for j in range(min(len(answer), width)):
                found[i, j] = answer[j]
        return found

    def next_channels_array(came: np.ndarray, nodes: np.ndarray, destination: int) -> Any:
        one = isinstance(relation(int(nodes[0]), int(came[0]), destination), (int, np.integer)) if len(nodes) else True
        return (single if one else several)(came, nodes, destination)

    return next_channels_array


# A user's own routing on channels, from a Python file with one relation. The file is run, so only the user may name
# it.


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
        near = spelled_like(RELATION, (n for n, v in file.names.items() if callable(v)), alike=0.75)
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
        if relation is not None:
            choices_to = choices.as_the_relation(choices_to, lambda *place: next_channels(*place))
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

    written: dict[Label, str] = {}

    def labels_of(source: int, destination: int) -> Sequence[Any]:
        assert labels is not None
        found = file.call("labels", labels, channels.labels[source], channels.labels[destination])
        if not isinstance(found, (list, tuple, range)) or not all(map(plain_value, found)):
            file.refuse(
                file.line(labels), f"labels gives {one_line_value(found)}: a list of numbers, texts or tuples of them"
            )
        for label in found:
            if (first := written.setdefault(label, repr(label))) != repr(label):
                file.refuse(
                    file.line(labels),
                    f"labels gives {first[:60]} and {one_line_value(label)}, which are equal in Python: use different labels",
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
        text,
        options={"sha256": file.digest},
        arrays=Arrays(choices_to, goals_to),
        escape=None if escape is None else Escape(lambda c: bool(file.call("escape", escape, channels.seen(c)))),
    )


class _Channels:
    """Nodes and channels as the user calls them and by number; the labels of nodes are understood, too."""

    def __init__(self, net: Network, vcs: int, file: PythonFile) -> None:
        self.vcs, self.file = vcs, file
        self.labels = [net.own_node(u) for u in range(net.node_count)]
        self.number = {net.labels(u): u for u in range(net.node_count)}
        self.number |= {label: u for u, label in enumerate(self.labels)}
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
        if plain_value(value) and value in self.number:
            return self.number[value]
        self.file.refuse(1, f"{what} has {one_line_value(value)}: nodes are {_some(self.labels)}")

    def _named(self, value: Any) -> bool:
        """Whether a value, the first part of a choice, is a node, or a tuple that is meant to be one."""
        return isinstance(value, tuple) or (plain_value(value) and value in self.number)

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
        whole = plain_value(choice) and choice in self.number
        after, *rest = (
            choice if isinstance(choice, tuple) and choice and not whole and self._named(choice[0]) else (choice,)
        )
        if (
            not plain_value(after)
            or after is None
            or len(rest) > 2
            or (after not in self.number and not isinstance(after, tuple))
        ):
            refuse(f"{CHOICE}; neighbours are {_some(list(self.hops[node]))}")
        after = self.labels[self.number[after]] if after in self.number else after
        if after not in self.hops[node]:
            refuse(
                f"no link leads from {_shown(self.labels[node])} to {one_line_value(after)}, "
                f"its neighbours are {_some(list(self.hops[node]))}"
            )
        beside = self.hops[node][after]
        vc, link = (*map(_index, rest), *(0, 0)[len(rest) :])
        if not 0 <= vc < self.vcs:
            refuse(f"virtual channels have numbers from 0 to {self.vcs - 1}, since vcs = {self.vcs}")
        if not 0 <= link < len(beside):
            refuse(
                f"links from {_shown(self.labels[node])} to {_shown(after)} have numbers from 0 to {len(beside) - 1}"
            )
        return beside[link] * self.vcs + vc


_WEIGHTS = "weights are whole numbers or Fractions that add up to 1"


def _index(value: Any) -> int:
    """A whole number of whatever type, -1 for anything else."""
    try:
        return index(value)
    except TypeError:
        return -1


def _shown(node: Any) -> str:
    return show(node) if isinstance(node, tuple) else str(node)


def _some(nodes: Sequence[Node]) -> str:
    return ", ".join(map(str, nodes[:6])) + (", ..." if len(nodes) > 6 else "")

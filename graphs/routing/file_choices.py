"""Choices of a user's routing file as arrays: each state that occurs is asked once, or whole arrays of them at once."""

import dis
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NoReturn

import numpy as np

from netlemma.graphs.base.python_file import PythonFile, one_line_value
from netlemma.graphs.routing.channel_routing import ADAPTIVE, DETERMINISTIC, Label
from netlemma.graphs.routing.choices import ALIKE, BY_CHANNEL, BY_NODE, GIVEN, Choices, RowChoices, rows_of
from netlemma.graphs.topology.structure import Network

SEEING = {"locals", "vars", "eval", "exec", "dir", "sys", "inspect", "globals"}  # names that may show all arguments
ARRAY_RELATION = "next_channels_array"
SHAPE = (
    "it gives a channel for each place, as an array of whole numbers, or a row of channels for each, filled up with -1; "
    "or a tuple of these and of their weights"
)


def reads(function: Callable[..., Any], place: int) -> bool:
    """Whether a function reads one of its arguments; True where that is not certain.

    Parameters
    ----------
    function : Callable
        The function.
    place : int
        Number of the argument.

    Returns
    -------
    bool
        Whether it may read it.

    Examples
    --------
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

    Parameters
    ----------
    net : Network
        The network.
    vcs : int
        Virtual channels of each hop.
    kind : str
        Kind of the routing.
    file : PythonFile
        The file.
    sources_of : Callable
        Function (destination, label) -> numbers of the sources of packets.
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
        """Choices by one call of a relation for each state that occurs; two of them are asked again.

        Parameters
        ----------
        relation : Callable
            The function ``next_channels`` of the file.
        many : bool
            Whether it takes the label, too.
        nodes : Sequence
            The nodes as the function takes them.
        seen : Callable
            Function from a channel to what the function takes for it.
        read : Callable
            Function (node, answer, arguments) -> channels and weights, which refuses an answer that is not legal.

        Returns
        -------
        Callable
            Function (destination, label) -> choices.
        """
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

        Parameters
        ----------
        relation : Callable
            Function (came, nodes, destination) on arrays of numbers, or with the label besides.
        many : bool
            Whether it takes the label, too.
        name : str, default 'next_channels_array'
            Its name, for messages.

        Returns
        -------
        Callable
            Function (destination, label) -> choices.
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

    def checked(
        self, name: str, answer: Any, nodes: np.ndarray, destination: int
    ) -> tuple[np.ndarray, np.ndarray | None]:
        """Channels of each place, row by row, -1 for none, and their weights, None if they are alike.

        Parameters
        ----------
        name : str
            Name of the function.
        answer : object
            What it gave.
        nodes : ndarray of int64
            Nodes of the places.
        destination : int
            Destination of the packets.

        Returns
        -------
        tuple of (ndarray, ndarray or None)
            Channels and weights, each of shape (places, choices).

        Raises
        ------
        FormatError
            If they are no arrays of this shape, or a channel does not start at its node.
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
        """Refuse a function that gives two answers at one place.

        Parameters
        ----------
        name : str
            Name of the function.
        row : int
            The place.
        destination : int
            Destination of the packets.
        first, then : object
            The answers.

        Raises
        ------
        FormatError
            Always.
        """
        node = row if row < self.net.node_count else self.heads[row - self.net.node_count]
        self.refuse(
            name,
            f"{name} at node {one_line_value(self.net.labels(node))} to {one_line_value(self.net.labels(destination))} gives channels "
            f"{one_line_value(first)} first and {one_line_value(then)} when it is asked again: a routing gives the same answer each time",
        )

    def refuse(self, name: str, why: str) -> NoReturn:
        """Refuse the file at the line of a function.

        Parameters
        ----------
        name : str
            Name of the function.
        why : str
            The reason.

        Raises
        ------
        FormatError
            Always.
        """
        self.file.refuse(self.file.line(self.file.names[name]), why)

"""Messages that cause messages: kinds in chains such as "request > reply", who sends them to whom, and the virtual network of
each kind."""

import csv
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from netlemma.errors import FormatError, InputError
from netlemma.graphs.base.limits import require
from netlemma.graphs.base.text_files import printable, read_text
from netlemma.graphs.routing.channel_routing import ChannelRouting

ANY, REPLY, FORWARD, ORIGIN = WHERE = ("any", "reply", "forward", "origin")
ORDERS = ("any", "fifo")
INJECTIONS = ("kinds", "shared")
SHARED, SEPARATE = ("shared", "separate")
MOST_KINDS = 16
MOST_QUEUE = 1_000
NAME = re.compile(r"[A-Za-z_][\w-]{0,39}")
EXAMPLE = '"request > reply"'


class Message(NamedTuple):
    """A message: its kind, the nodes from which and to which it is sent, and the sender of the first message of its chain (-1
    where none of the kinds needs it). In a file of messages ``row`` is its row."""

    kind: int
    source: int
    destination: int
    origin: int = -1
    row: int = -1


class Row(NamedTuple):
    """A message of a file, and for each message that it causes the rows of which one is sent."""

    kind: int
    source: int
    destination: int
    causes: tuple[tuple[int, ...], ...]
    first: bool


@dataclass(frozen=True)
class MessageChains:
    """Kinds of messages, and what a node does with them.

    kinds: Their names.
    causes: For each kind, the kinds of the messages that a node puts into its injection queues before it takes one off the network.
    to: Where a message of each kind goes, if another one causes it: ``reply`` to the node that sent its cause, ``forward`` to any
    other node, ``origin`` to the node that sent the first message of the chain.
    first: Whether nodes send messages of each kind by themselves.
    networks: Virtual network of each kind: a copy of all virtual channels of the routing.
    queue: Messages that an injection queue holds.
    order: Whether a node takes messages off the network in ``any`` order, or one after the other (``fifo``).
    injection: Whether a node has an injection queue for each of the ``kinds``, or one for each network (``shared``).
    rows: Messages of a file, instead of those between all nodes.
    """

    kinds: tuple[str, ...]
    causes: tuple[tuple[int, ...], ...]
    to: tuple[str, ...]
    first: tuple[bool, ...]
    networks: tuple[int, ...]
    queue: int = 1
    order: str = "any"
    injection: str = "kinds"
    rows: tuple[Row, ...] = ()

    @property
    def network_count(self) -> int:
        """Number of virtual networks."""
        return max(self.networks) + 1

    @property
    def title(self) -> str:
        """The kinds with what they cause, and their networks, in one line."""
        caused = [
            f"{self.kinds[k]} > {' + '.join(self._named(c) for c in after)}"
            for k, after in enumerate(self.causes)
            if after
        ]
        alone = [name for k, name in enumerate(self.kinds) if not self.causes[k] and self.first[k]]
        words = "; ".join([*caused, *alone])
        if self.network_count > 1:
            words += ", networks " + " ".join(f"{k}={w}" for k, w in zip(self.kinds, self.networks, strict=True))
        words += f", queue={self.queue}" if self.queue > 1 else ""
        words += f", order={self.order}" if self.order != "any" else ""
        return words + (", one injection queue a network" if self.injection == "shared" else "")

    def _named(self, kind: int) -> str:
        plain = self.rows or self.to[kind] == REPLY or self.to[kind] == self.kinds[kind]
        return self.kinds[kind] if plain else f"{self.kinds[kind]}:{self.to[kind]}"

    def as_json(self) -> dict[str, Any]:
        """The chains as data, as certificates have them."""
        found = {name: getattr(self, name) for name in ("queue", "order", "injection")}
        rows = [{**row._asdict(), "causes": [list(each) for each in row.causes]} for row in self.rows]
        lists = {name: list(getattr(self, name)) for name in ("kinds", "to", "first", "networks")}
        return {**lists, "causes": [list(each) for each in self.causes], **found, **({"rows": rows} if rows else {})}

    def in_networks(self, words: str | None) -> "MessageChains":
        """The same chains in the virtual networks that words give: shared, separate, or kind=number for each kind."""
        words = (words or SHARED).strip()
        if words == SHARED:
            return replace(self, networks=(0,) * len(self.kinds))
        if words == SEPARATE:
            return replace(self, networks=tuple(range(len(self.kinds))))
        given: dict[str, int] = {}
        for word in words.replace(",", " ").split():
            name, equals, number = word.partition("=")
            if name not in self.kinds or not equals or not re.fullmatch("[0-9]{1,2}", number):
                raise InputError(
                    f"`networks`: {printable(word)} is no kind with the number of its network, such as {self.kinds[0]}=0; "
                    f"kinds are {', '.join(self.kinds)}, and shared and separate say it of all"
                )
            if name in given:
                raise InputError(f"`networks` gives {name} twice")
            given[name] = int(number)
        if missing := [name for name in self.kinds if name not in given]:
            raise InputError(f"`networks` gives no network to {', '.join(missing)}: a kind without one cannot be sent")
        used = sorted(set(given.values()))
        if used != list(range(len(used))):
            raise InputError(f"`networks` uses {', '.join(map(str, used))}: networks are numbered 0, 1, 2 without gaps")
        return replace(self, networks=tuple(given[name] for name in self.kinds))


def from_json(data: Mapping[str, Any]) -> MessageChains:
    """The chains of a certificate."""
    rows = tuple(
        Row(row["kind"], row["source"], row["destination"], tuple(map(tuple, row["causes"])), row["first"])
        for row in data.get("rows", ())
    )
    kinds = len(data["kinds"])
    lists = [data[name] for name in ("causes", "to", "first", "networks")]
    numbers = [k for each in data["causes"] for k in each]
    rows_right = all(row.kind < kinds and all(r < len(rows) for put in row.causes for r in put) for row in rows)
    if any(len(each) != kinds for each in lists) or any(k >= kinds for k in numbers) or not rows_right or not kinds:
        raise InputError(
            "messages: each kind has what it causes, where it goes, and a network; kinds are numbered from 0"
        )
    return MessageChains(
        kinds=tuple(data["kinds"]),
        causes=tuple(map(tuple, data["causes"])),
        to=tuple(data["to"]),
        first=tuple(data["first"]),
        networks=tuple(data["networks"]),
        queue=data["queue"],
        order=data["order"],
        injection=data["injection"],
        rows=rows,
    )


def message_chains(
    given: str | Path | MessageChains, routing: ChannelRouting | None = None, injection: str | None = None
) -> MessageChains:
    """The chains that words, or a file about the nodes of a routing's network give.

    >>> message_chains("get > ask:forward > data:origin").title
    'get > ask:forward; ask > data:origin'
    """
    if isinstance(given, MessageChains):
        chains = given
    elif ">" not in str(given) and (isinstance(given, Path) or Path(str(given)).suffix.lower() in (".csv", ".json")):
        if routing is None:
            raise InputError(f"{printable(str(given))} has messages between the nodes of one network, not of all sizes")
        chains = _of_file(Path(given), routing)
    else:
        chains = _of_words(str(given))
    if injection is None:
        return chains
    if injection not in INJECTIONS:
        raise InputError(f"`injection` is {printable(injection)}: it is one of {', '.join(INJECTIONS)}")
    return replace(chains, injection=injection)


def _of_words(text: str) -> MessageChains:
    words = re.sub(r"\b(queue|order)\s*=\s*(\S+)", r" \1=\2 ", text.replace("→", ">").replace("->", ">"))
    options = dict(re.findall(r"\b(queue|order)=(\S+)", words))
    chains = [chain for chain in re.sub(r"\b(queue|order)=\S+", " ", words).split(";") if chain.strip()]
    names: list[str] = []
    to: dict[str, str] = {}
    causes: dict[str, tuple[str, ...]] = {}
    for chain in chains:
        steps = [[_kind(name, to) for name in re.split(r"[+,]", step)] for step in chain.split(">")]
        for step in steps:
            names += [name for name in step if name not in names]
        for i, (before, after) in enumerate(pairwise(steps)):
            if len(before) > 1:
                raise InputError(
                    f"`messages`: after {' + '.join(before)} it is not said which of them causes {' + '.join(after)}: "
                    f'write a chain for each, as in "{before[0]} > {after[0]}; {before[1]} > {after[0]}"'
                )
            if causes.get(before[0], tuple(after)) != tuple(after):
                raise InputError(
                    f"`messages`: {before[0]} causes {' + '.join(causes[before[0]])} in one chain and {' + '.join(after)} in "
                    f'another: write both at once, as in "{before[0]} > {" + ".join(dict.fromkeys([*causes[before[0]], *after]))}"'
                )
            causes[before[0]] = tuple(after)
            to.setdefault(steps[i + 1][0], REPLY)
    if not names:
        raise InputError(f"`messages` names no kind of message: give chains such as {EXAMPLE}")
    if len(names) > MOST_KINDS:
        raise InputError(f"`messages` has {len(names)} kinds: at most {MOST_KINDS} are decided")
    number = {name: k for k, name in enumerate(names)}
    caused = [tuple(number[c] for c in causes.get(name, ())) for name in names]
    first = _begun(caused)
    where = [to.get(name) or (FORWARD if name == FORWARD else ORIGIN if name == ORIGIN else REPLY) for name in names]
    return MessageChains(
        tuple(names), tuple(caused), tuple(where), tuple(first), (0,) * len(names),
        _queue(options.get("queue", "1")), _order(options.get("order", "any")),
    )  # fmt: skip


def _kind(text: str, to: dict[str, str]) -> str:
    """The name of a kind, noting where it goes if that stands behind a colon."""
    name, colon, where = (part.strip() for part in text.partition(":"))
    if not NAME.fullmatch(name):
        raise InputError(
            f"`messages`: {printable(text.strip())} is no name of a kind of message: give chains such as {EXAMPLE}, several with ';'"
        )
    if not colon:
        return name
    if where not in WHERE[1:]:
        raise InputError(
            f"`messages`: {name} goes to {printable(where)}: a message goes to the sender of its cause (reply), to any node "
            "(forward), or to the sender of the first message of its chain (origin)"
        )
    if to.setdefault(name, where) != where:
        raise InputError(f"`messages`: {name} goes to {to[name]} at one place and to {where} at another")
    return name


def _queue(text: str) -> int:
    if not re.fullmatch("[0-9]{1,4}", text) or not 1 <= int(text) <= MOST_QUEUE:
        raise InputError(f"queue={printable(text)}: an injection queue holds 1 to {MOST_QUEUE:,} messages")
    return int(text)


def _order(text: str) -> str:
    if text not in ORDERS:
        raise InputError(f"order={printable(text)}: a node takes messages in any order, or one by one: any or fifo")
    return text


def _begun(causes: Sequence[Iterable[int]]) -> list[bool]:
    """Kinds that nodes send by themselves: those that no other causes, and of kinds that cause one another the first."""
    first = [all(k not in after for after in causes) for k in range(len(causes))]
    while True:
        seen, todo = set[int](), [k for k, begun in enumerate(first) if begun]
        while todo:
            k = todo.pop()
            if k not in seen:
                seen.add(k)
                todo += causes[k]
        rest = [k for k in range(len(causes)) if k not in seen]
        if not rest:
            return first
        first[rest[0]] = True


# Files: the messages that there are, one a row.


COLUMNS = ("kind", "source", "destination", "causes")


def _of_file(path: Path, routing: ChannelRouting) -> MessageChains:
    text = read_text(path).data.decode("utf-8", "replace")
    rows = _json_rows(path, text) if path.suffix.lower() == ".json" else _csv_rows(path, text)
    if not rows:
        raise FormatError(f"{path}: the file has no messages: its columns are {', '.join(COLUMNS)}")
    nodes = {routing.node_name(u): u for u in routing.ends} | {str(u): u for u in reversed(routing.ends)}
    nodes |= {routing.node_name(u): u for u in routing.ends}
    kinds: list[str] = []
    ends: list[tuple[int, int, int]] = []
    for where, row in rows:
        if not NAME.fullmatch(row["kind"]):
            raise FormatError(f"{where}: {printable(row['kind'])} is no name of a kind of message")
        if row["kind"] not in kinds:
            kinds.append(row["kind"])
        for end in ("source", "destination"):
            if row[end] not in nodes:
                raise FormatError(
                    f"{where}: {end} {printable(row[end])} is no end of messages of {routing.network.title}: "
                    f"ends are {routing.node_name(routing.ends[0])} to {routing.node_name(routing.ends[-1])}"
                )
        source, destination = nodes[row["source"]], nodes[row["destination"]]
        if source == destination:
            raise FormatError(f"{where}: a message from {row['source']} to itself does not enter the network")
        ends.append((kinds.index(row["kind"]), source, destination))
    caused = [
        tuple(_rows_of(where, word, ends[i], ends, kinds, nodes) for word in row["causes"])
        for i, (where, row) in enumerate(rows)
    ]
    causing = {r for puts in caused for put in puts for r in put}
    found = tuple(Row(*ends[i], caused[i], i not in causing) for i in range(len(rows)))
    begun = _begun([sorted({r for put in row.causes for r in put}) for row in found])
    found = tuple(row._replace(first=first) for row, first in zip(found, begun, strict=True))
    of_kind = [
        tuple(sorted({found[r].kind for row in found if row.kind == k for put in row.causes for r in put}))
        for k in range(len(kinds))
    ]
    first = [any(row.first for row in found if row.kind == k) for k in range(len(kinds))]
    if len(kinds) > MOST_KINDS:
        raise FormatError(f"{path}: there are {len(kinds)} kinds: at most {MOST_KINDS} are decided")
    return MessageChains(tuple(kinds), tuple(of_kind), (ANY,) * len(kinds), tuple(first), (0,) * len(kinds), rows=found)


def _rows_of(
    where: str, word: str, cause: tuple[int, int, int], ends: Sequence[tuple[int, int, int]], kinds: Sequence[str],
    nodes: Mapping[str, int],
) -> tuple[int, ...]:  # fmt: skip
    """The row that a word such as reply or reply@4 names: of that kind, sent from where the cause arrives."""
    kind, at, to = word.partition("@")
    if kind not in kinds:
        raise FormatError(f"{where}: it causes {printable(kind)}, and no message of the file is of this kind")
    _, source, node = cause
    rows = [r for r, (k, s, _) in enumerate(ends) if k == kinds.index(kind) and s == node]
    if at:
        rows = [r for r in rows if ends[r][2] == nodes.get(to)]
    elif len(rows) > 1:
        rows = [r for r in rows if ends[r][2] == source] or rows
    if len(rows) != 1:
        known = "several rows are" if len(rows) > 1 else "no row is"
        raise FormatError(
            f"{where}: it causes {printable(word)}, and {known} a message of this kind from its destination"
            f"{'' if at else '; kind@node says to which node it goes'}"
        )
    return (rows[0],)


def _csv_rows(path: Path, text: str) -> list[tuple[str, dict[str, Any]]]:
    reader = csv.reader(StringIO(text))
    header = [name.strip().lower() for name in next(reader, [])]
    if not set(COLUMNS[:3]) <= set(header) or not set(header) <= set(COLUMNS):
        raise FormatError(f"{path}:1: the columns are {printable(','.join(header))}: {', '.join(COLUMNS)} are expected")
    found = []
    for cells in reader:
        if not any(cell.strip() for cell in cells):
            continue
        where = f"{path}:{reader.line_num}"
        if len(cells) > len(header) or len(cells) < len(header) - 1:
            raise FormatError(f"{where}: there are {len(cells)} cells for {len(header)} columns")
        row: dict[str, Any] = {name: cell.strip() for name, cell in zip(header, cells, strict=False)}
        found.append(
            (where, {**row, "causes": re.split(r"[\s+]+", row.get("causes", "").strip()) if row.get("causes") else []})
        )
    return found


def _json_rows(path: Path, text: str) -> list[tuple[str, dict[str, Any]]]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"{path}: the file is no JSON: {error}") from None
    if not isinstance(data, list) or not all(isinstance(each, dict) for each in data):
        raise FormatError(f"{path}: a list of objects with {', '.join(COLUMNS)} is expected")
    found = []
    for i, each in enumerate(data):
        where = f"{path}: message {i + 1}"
        causes = each.get("causes", [])
        causes = causes.split() if isinstance(causes, str) else causes
        if not set(COLUMNS[:3]) <= set(each) <= set(COLUMNS) or not isinstance(causes, list):
            raise FormatError(f"{where}: the keys are {', '.join(COLUMNS)}, and causes is a list of kinds")
        found.append((where, {**{name: str(each[name]) for name in COLUMNS[:3]}, "causes": [str(c) for c in causes]}))
    return found


# The messages that there are.


def begun(chains: MessageChains, routing: ChannelRouting, ends: Sequence[int]) -> Iterator[Message]:
    """The messages that ends send by themselves; of a routing restricted to a traffic those that it has."""
    if chains.rows:
        yield from (
            Message(row.kind, row.source, row.destination, -1, r) for r, row in enumerate(chains.rows) if row.first
        )
        return
    needed = ORIGIN in chains.to
    for kind, first in enumerate(chains.first):
        for s in ends if first else ():
            yield from (Message(kind, s, d, s if needed else -1) for d in ends if s != d and routing.labels(s, d))


def caused(chains: MessageChains, message: Message, ends: Sequence[int]) -> tuple[tuple[Message, ...], ...]:
    """What a node puts into its injection queues, one after the other, before it takes a message off the network: of each the
    messages of which it sends one.

    A message to the node itself does not enter the network: what it causes is caused at once.
    """
    if message.row >= 0:
        rows = chains.rows
        return tuple(
            tuple(Message(rows[r].kind, rows[r].source, rows[r].destination, -1, r) for r in put)
            for put in rows[message.row].causes
        )
    return tuple(_caused(chains, message, ends, frozenset()))


def _caused(
    chains: MessageChains, message: Message, ends: Sequence[int], own: frozenset[int]
) -> Iterable[tuple[Message, ...]]:
    node = message.destination
    for kind in chains.causes[message.kind]:
        where = chains.to[kind]
        if where == FORWARD:
            yield tuple(Message(kind, node, other, message.origin) for other in ends if other != node)
            continue
        to = message.origin if where == ORIGIN else message.source
        if to != node:
            yield (Message(kind, node, to, message.origin),)
        elif kind not in own:
            yield from _caused(chains, Message(kind, node, node, message.origin), ends, own | {kind})


def every_message(
    chains: MessageChains, routing: ChannelRouting, ends: Sequence[int]
) -> dict[Message, tuple[tuple[Message, ...], ...]]:
    """All messages between some ends, with what each causes."""
    power, net = 3 if ORIGIN in chains.to else 2, routing.network
    if not chains.rows:
        require(
            "messages in chains", routing.title, float(len(ends)) ** power * len(chains.kinds), nodes=net.node_count
        )
    found: dict[Message, tuple[tuple[Message, ...], ...]] = {}
    todo = list(begun(chains, routing, ends))
    while todo:
        message = todo.pop()
        if message not in found:
            found[message] = caused(chains, message, ends)
            todo += [other for put in found[message] for other in put if other not in found]
    return found

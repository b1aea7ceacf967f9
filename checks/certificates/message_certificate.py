"""Certificates about messages that cause messages, checked again from the network, the routing relation and the chains alone."""

from collections.abc import Iterable, Mapping, Sequence
from json import dumps
from typing import Any

from netlemma.checks.certificates.certificate_subject import certified_routing, choices, labels, require_following, ways
from netlemma.errors import CertificateError, InputError
from netlemma.graphs.deadlock.message_chains import FORWARD, ORIGIN, MessageChains, from_json
from netlemma.graphs.routing.channel_routing import ADAPTIVE, ChannelRouting

Resource = tuple[str, int, int]  # what it is; network or kind; channel or node
Kind = tuple[int, int, int, int]  # kind, source, destination, origin; of a file the row instead of the origin


class _Chains:
    """What nodes send and cause, read again from the certificate."""

    def __init__(self, certificate: Mapping[str, Any], routing: ChannelRouting, unrestricted: ChannelRouting) -> None:
        try:
            self.chains: MessageChains = from_json(certificate["messages"])
        except InputError as error:
            raise CertificateError(str(error)) from None
        self.sent, self.routing, self.ends = routing, unrestricted, list(unrestricted.ends)
        known = set(self.ends)
        for row in self.chains.rows:
            if row.source == row.destination or not {row.source, row.destination} <= known:
                raise CertificateError("messages.rows has a message that is not between two ends of messages")

    def queue(self, kind: int, node: int) -> Resource:
        """The injection queue of a kind at a node."""
        return ("queue", kind if self.chains.injection == "kinds" else self.chains.networks[kind], node)

    def begun(self) -> Iterable[Kind]:
        """What nodes send by themselves."""
        chains = self.chains
        if chains.rows:
            return [(row.kind, row.source, row.destination, r) for r, row in enumerate(chains.rows) if row.first]
        kinds = [k for k, first in enumerate(chains.first) if first]
        pairs = [(s, d) for s in self.ends for d in self.ends if labels(self.sent, s, d)]
        return [(k, s, d, s) for k in kinds for s, d in pairs]

    def begins(self, message: Kind) -> bool:
        """Whether its node sends a message by itself."""
        kind, source, node, last = message
        chains = self.chains
        if chains.rows:
            mine = chains.rows[last] if last < len(chains.rows) else None
            return (
                mine is not None and mine.first and (mine.kind, mine.source, mine.destination) == (kind, source, node)
            )
        return chains.first[kind] and last == source and bool(labels(self.sent, source, node))

    def puts(self, message: Kind, met: tuple[int, ...] = ()) -> list[list[Kind]]:
        """What a node puts into its queues before it takes a message: of each entry one message."""
        kind, source, node, origin = message
        if self.chains.rows:
            rows = self.chains.rows
            return [
                [(rows[r].kind, rows[r].source, rows[r].destination, r) for r in put] for put in rows[origin].causes
            ]
        found: list[list[Kind]] = []
        for after in self.chains.causes[kind]:
            to = {FORWARD: None, ORIGIN: origin}.get(self.chains.to[after], source)
            if to is None:
                found.append([(after, node, other, origin) for other in self.ends if other != node])
            elif to != node:
                found.append([(after, node, to, origin)])
            elif after not in met:
                found += self.puts((after, node, node, origin), (*met, after))
        return found


def check_messages(certificate: Mapping[str, Any], file: str | None = None, network: Any = None) -> str:
    """Check a certificate about messages in chains, but for the one about the routing alone that it may contain."""
    kind = certificate["kind"]
    if kind == "networks":
        return _in_networks(certificate)
    routing, subject = certified_routing(certificate, file, network)
    plain = {key: value for key, value in certificate.items() if key != "traffic"}
    unrestricted = certified_routing(plain, file, network)[0] if "traffic" in certificate else routing
    chains = _Chains(certificate, routing, unrestricted)
    words = f"{subject}, messages {chains.chains.title}"
    wormhole = certificate["switching"] == "wormhole"
    if wormhole and certificate.get("buffers", 1) > 1:
        raise CertificateError("buffers of several packets are not those of wormhole switching")
    if kind == "message-ranks":
        return f"{words}: {_ranked(chains, certificate['ranks'], wormhole)}"
    return f"{words}: {_Replay(chains, certificate, wormhole).reached()}"


def _in_networks(certificate: Mapping[str, Any]) -> str:
    """Kinds cause kinds of later networks alone, so the networks empty one after the other, if each does by itself."""
    try:
        chains = from_json(certificate["messages"])
    except InputError as error:
        raise CertificateError(str(error)) from None
    place = {w: i for i, w in enumerate(certificate["order"])}
    if sorted(place) != sorted(set(chains.networks)) or len(place) != len(certificate["order"]):
        raise CertificateError("order must have each virtual network once")
    if chains.order != "any":
        raise CertificateError(
            "a node that takes messages one by one has those of one network wait for those of another"
        )
    for kind, causes in enumerate(chains.causes):
        for other in causes:
            if place[chains.networks[kind]] >= place[chains.networks[other]]:
                raise CertificateError(
                    f"{chains.kinds[kind]} causes {chains.kinds[other]}, whose network is not a later one in the order"
                )
    alone = certificate["alone"]
    for key in ("network", "switching", "buffers"):
        if alone.get(key) != certificate.get(key):
            raise CertificateError(f"alone.{key} is not that of the certificate")
    if alone.get("verdict") != "deadlock-free" or "traffic" in alone or "messages" in alone:
        raise CertificateError("alone must show that the routing is free of deadlock for all packets")
    return f"messages {chains.title}: each kind causes kinds of later networks alone"


# Ranks: every message has a choice of lower rank than all that it holds.


def _ranked(chains: _Chains, given: Sequence[int | None], wormhole: bool) -> str:
    routing, protocol = chains.routing, chains.chains
    channels, nodes, networks = routing.channel_count, routing.network.node_count, protocol.network_count
    queues = len(protocol.kinds) if protocol.injection == "kinds" else networks
    if len(given) != networks * channels + (queues + 1) * nodes:
        raise CertificateError("there must be a rank, or null, for each channel, injection queue and turn")
    require_following(routing)

    def rank(resource: Resource) -> int:
        what, which, number = resource
        before = {"channel": which * channels, "queue": networks * channels + which * nodes, "turn": len(given) - nodes}
        found = given[before[what] + number]
        if found is None:
            raise CertificateError(f"{what} {number} has no rank, but messages use it")
        return found

    def lower(kind: int, held: int, wanted: Sequence[Resource], where: str) -> None:
        any_will_do = routing.kind == ADAPTIVE
        best = (min if any_will_do else max)(rank(resource) for resource in wanted)
        if best >= held:
            raise CertificateError(f"a message of kind {protocol.kinds[kind]} may wait for ever {where}")

    seen, todo, alike = set[Kind](), list(chains.begun()), dict[tuple[int, int, Any, tuple[int, ...]], set[int]]()
    while todo:
        message = todo.pop()
        if message in seen:
            continue
        seen.add(message)
        puts = chains.puts(message)
        todo += [other for put in puts for other in put]
        for label in labels(routing, message[1], message[2]):
            key = (message[0], message[2], label, tuple(put[0][0] for put in puts))
            alike.setdefault(key, set()).add(message[1])
    count = 0
    for (kind, to, label, causes), sources in alike.items():
        network = protocol.networks[kind]
        least: dict[int, int] = {}
        for source in sources:
            mine, first = rank(chains.queue(kind, source)), choices(routing, source, None, to, label)
            lower(kind, mine, [("channel", network, c) for c in first], f"in the queue of {routing.node_name(source)}")
            for c in first:
                here = rank(("channel", network, c))
                least[c] = min(least.get(c, here), here, mine if wormhole else here)
        order = ways(routing, to, label, set(least))
        for channel, later in reversed(order):
            held, name = least[channel], f"behind {routing.channel_name(channel)}"
            if later:
                lower(kind, held, [("channel", network, c) for c in later], name)
                for c in later:
                    here = rank(("channel", network, c))
                    least[c] = min(least.get(c, here), here, held if wormhole else here)
                continue
            if protocol.order == "fifo":
                lower(kind, held, [("turn", 0, to)], name)
                held = min(held, rank(("turn", 0, to)))
            for other in causes:
                lower(kind, held, [chains.queue(other, to)], name)
        count += len(order) + len(sources)
    return f"each of the {count:,} places where messages wait has a choice of lower rank than all that is held"


# A deadlock, move by move.


class _Sent:
    """A message of a certificate on its way."""

    def __init__(self, message: Kind, label: Any, flits: int, cause: int | None) -> None:
        self.message, self.label, self.flits, self.cause = message, label, flits, cause
        self.way: list[Resource] = []
        self.turn: Resource | None = None
        self.put, self.gone = 0, False

    def held(self) -> list[Resource]:
        """What it holds, tail first."""
        return [] if self.gone else self.way[-self.flits :] + ([self.turn] if self.turn else [])


class _Replay:
    """Makes the moves of a certificate, and checks that all messages that wait are then blocked by one another."""

    def __init__(self, chains: _Chains, certificate: Mapping[str, Any], wormhole: bool) -> None:
        self.chains, self.routing, self.certificate = chains, chains.routing, certificate
        self.buffers = certificate.get("buffers", 1)
        self.number = {self.routing.node_name(u): u for u in self.routing.ends}
        self.line: dict[Resource, list[int]] = {}  # messages in each channel, in the order in which they came
        self.sent = [self._read(i, each, wormhole) for i, each in enumerate(certificate["sent"])]

    def _read(self, i: int, given: Mapping[str, Any], wormhole: bool) -> _Sent:
        where, protocol = f"sent[{i}]", self.chains.chains
        if given["kind"] not in protocol.kinds or not {given["source"], given["destination"]} <= self.number.keys():
            raise CertificateError(f"{where} is of no kind, or not between two ends of messages")
        source, goal = self.number[given["source"]], self.number[given["destination"]]
        label = [each for each in labels(self.routing, source, goal) if dumps(each) == dumps(given["label"])]
        cause = given["cause"]
        if not label or (given["flits"] > 1 and not wormhole) or (cause is not None and cause >= i):
            raise CertificateError(f"{where} has a label, flits or a cause that no message has")
        if bool(protocol.rows) != ("row" in given):
            raise CertificateError(f"{where}.row must be there for messages of a file, and for them alone")
        last = given.get("row", source if cause is None else -1)
        return _Sent((protocol.kinds.index(given["kind"]), source, goal, last), label[0], given["flits"], cause)

    def _room(self, resource: Resource) -> bool:
        return sum(each.held().count(resource) for each in self.sent) < self._slots(resource)

    def _slots(self, resource: Resource) -> int:
        return {"queue": self.chains.chains.queue, "channel": self.buffers}.get(resource[0], 1)

    def _behind(self, i: int) -> bool:
        """Whether a message stands behind another one in its channel."""
        way = self.sent[i].way
        return self.buffers > 1 and bool(way) and way[-1][0] == "channel" and self.line[way[-1]][0] != i

    def _next(self, each: _Sent) -> list[Resource]:
        """What a message may take next where it is; nothing if it can be taken off the network."""
        kind, source, goal, _ = each.message
        network, last = self.chains.chains.networks[kind], each.way[-1]
        if last[0] == "queue":
            return [("channel", network, c) for c in choices(self.routing, source, None, goal, each.label)]
        if not self.routing.delivers(last[2], goal, each.label):
            onward = choices(self.routing, self.routing.end(last[2]), last[2], goal, each.label)
            return [("channel", network, c) for c in onward]
        if self.chains.chains.order == "fifo" and each.turn is None:
            return [("turn", 0, goal)]
        puts = self.chains.puts(each.message)
        return [self.chains.queue(puts[each.put][0][0], goal)] if each.put < len(puts) else []

    def _move(self, i: int, each: _Sent, resource: Resource | None) -> None:
        if each.gone or (not each.way and resource is None) or self._behind(i):
            raise CertificateError(f"message {i} is not there to be moved")
        if not each.way:
            self._begin(i, each, resource)
        elif resource is None:
            if self._next(each):
                raise CertificateError(f"message {i} is taken before all that it causes is in its queues")
            each.gone = True
            self.line[each.way[-1]].remove(i)
            return
        elif resource[0] == "queue" or resource not in self._next(each):
            raise CertificateError(f"message {i} cannot enter {' '.join(map(str, resource))}")
        assert resource is not None
        if not self._room(resource):
            raise CertificateError(f"message {i} enters {' '.join(map(str, resource))}, which is full")
        if resource[0] == "turn":
            each.turn = resource
        else:
            if each.way and each.way[-1][0] == "channel":
                self.line[each.way[-1]].remove(i)
            each.way.append(resource)
            self.line.setdefault(resource, []).append(i)

    def _begin(self, i: int, each: _Sent, resource: Resource | None) -> None:
        """A message enters its injection queue, sent by its node itself or caused by another one."""
        if resource != self.chains.queue(*each.message[:2]):
            raise CertificateError(f"message {i} does not begin in its injection queue")
        if each.cause is None:
            if not self.chains.begins(each.message):
                raise CertificateError(f"message {i} is none that its node sends by itself")
            return
        cause = self.sent[each.cause]
        if (
            self._behind(each.cause)
            or not cause.way
            or cause.gone
            or self._next(cause) != [resource]
            or cause.way[-1][0] != "channel"
        ):
            raise CertificateError(f"message {i} is not caused by message {each.cause} at this time")
        if not self.chains.chains.rows:
            each.message = (*each.message[:3], cause.message[3])
        if each.message not in self.chains.puts(cause.message)[cause.put]:
            raise CertificateError(f"message {i} is not what message {each.cause} causes")
        cause.put += 1

    def reached(self) -> str:
        """The proved statement."""
        for i, resource in self.certificate["moves"]:
            if i >= len(self.sent):
                raise CertificateError(f"there is a move of message {i}, but there are {len(self.sent)} messages")
            self._move(i, self.sent[i], None if resource is None else (resource[0], resource[1], resource[2]))
        waiting = self.certificate["waiting"]
        if not waiting or len({each["message"] for each in waiting}) < len(waiting):
            raise CertificateError("waiting must have at least one message, and none twice")
        full: dict[Resource, int] = {}
        for entry in waiting:
            each = self.sent[entry["message"]] if entry["message"] < len(self.sent) else None
            if each is None or not each.way or [list(r) for r in each.held()] != [list(r) for r in entry["holds"]]:
                raise CertificateError(f"message {entry['message']} does not hold what is said, or is gone")
            for resource in each.held():
                full[resource] = full.get(resource, 0) + 1
        for entry in waiting:
            if self._behind(entry["message"]):
                if self.line[self.sent[entry["message"]].way[-1]][0] not in {other["message"] for other in waiting}:
                    raise CertificateError(f"message {entry['message']} can go on")
                continue
            after = self._next(self.sent[entry["message"]])
            waits = [(r[0], r[1], r[2]) for r in entry["waits"]]
            right = (
                sorted(waits) == sorted(after)
                if self.routing.kind == ADAPTIVE
                else len(waits) == 1 and waits[0] in after
            )
            if not right or not after:
                raise CertificateError(f"message {entry['message']} waits for something else")
            for resource in waits:
                if full.get(resource, 0) < self._slots(resource):
                    raise CertificateError(f"message {entry['message']} can go on")
        moves = len(self.certificate["moves"])
        return f"{len(waiting)} messages come to wait for one another for ever, by {moves} moves"

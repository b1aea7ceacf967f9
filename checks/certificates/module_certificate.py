"""Certificates of modules that are decided apart, checked again: each module from its own channels, the whole from their summaries."""

from collections.abc import Mapping, Sequence
from typing import Any

from netlemma.checks.certificates.certificate_subject import certified_routing, first_channels, require_following, ways
from netlemma.errors import CertificateError
from netlemma.graphs.routing.channel_routing import ADAPTIVE, ChannelRouting

Pairs = Sequence[Sequence[int]]


def check_modules(certificate: Mapping[str, Any], file: str | None = None, network: Any = None) -> str:
    """Check that modules are free by themselves, that their summaries hold, and that these close no cycle."""
    routing, words = certified_routing(certificate, file, network)
    if routing.kind == ADAPTIVE:
        raise CertificateError("modules are decided apart where packets wait for one channel at a time")
    modules = certificate["modules"]
    home = _homes(routing, modules)
    after = [dict[int, set[int]]() for _ in modules]  # of channels in a module, or that lead into it
    require_following(routing)
    for (goal, label), first in first_channels(routing).items():
        for channel, later in ways(routing, goal, label, first):
            after[home[routing.end(channel)]].setdefault(channel, set()).update(later)
    across = _numbers(certificate["crossing"], "crossing")
    pairs = 0
    for i, module in enumerate(modules):
        where = f"modules[{i}]"
        inner = _Inner(routing, home, i)
        numbers = _numbers(module["numbers"], f"{where}.numbers")
        for channel, following in after[i].items():
            for x in following:
                if inner.has(channel) and inner.has(x):
                    _rise(routing, numbers, channel, x, where)
        summary = {(a, b) for a, b in module["summary"]}
        for channel in after[i]:
            if not inner.has(channel):
                for out in _out(after[i], inner, channel):
                    if (channel, out) not in summary:
                        raise CertificateError(
                            f"{where}.summary lacks {routing.channel_name(channel)} to {routing.channel_name(out)}, where packets may cross"
                        )
        for a, b in summary:
            _rise(routing, across, a, b, "crossing")
        pairs += len(summary)
    return (
        f"{words}: {len(modules)} modules are free by themselves, and numbers of crossing channels rise along the {pairs} pairs "
        "that may cross them"
    )


def _homes(routing: ChannelRouting, modules: Sequence[Mapping[str, Any]]) -> list[int]:
    """The module of each node, each of which is in one."""
    count = routing.network.node_count
    found: dict[int, int] = {}
    for i, module in enumerate(modules):
        for node in module["nodes"]:
            if node >= count or node in found:
                raise CertificateError(f"modules[{i}].nodes has {node}, which is no node, or in two modules")
            found[node] = i
    if len(found) < count:
        raise CertificateError(f"{count - len(found)} nodes are in no module")
    return [found[node] for node in range(count)]


class _Inner:
    """The channels whose ends are both in a module."""

    def __init__(self, routing: ChannelRouting, home: Sequence[int], module: int) -> None:
        self.routing, self.home, self.module = routing, home, module

    def has(self, channel: int) -> bool:
        """Whether a channel is one of them."""
        return {self.home[self.routing.start(channel)], self.home[self.routing.end(channel)]} == {self.module}


def _numbers(pairs: Pairs, where: str) -> dict[int, int]:
    found = {pair[0]: pair[1] for pair in pairs}
    if len(found) < len(pairs):
        raise CertificateError(f"{where} has a channel twice")
    return found


def _rise(routing: ChannelRouting, numbers: Mapping[int, int], channel: int, following: int, where: str) -> None:
    low, high = numbers.get(channel), numbers.get(following)
    if low is None or high is None or low >= high:
        last = routing.channel_count - 1
        names = " to ".join(routing.channel_name(c) if c <= last else str(c) for c in (channel, following))
        raise CertificateError(f"{where}: the number does not rise from {names}")


def _out(after: Mapping[int, set[int]], inner: _Inner, into: int) -> set[int]:
    """The crossing channels for which packets come to wait that came in by one, directly or by way of inner channels."""
    seen, todo, found = {into}, [into], set[int]()
    while todo:
        for x in after.get(todo.pop(), ()):
            if not inner.has(x):
                found.add(x)
            elif x not in seen:
                seen.add(x)
                todo.append(x)
    return found

"""Certificates of a routing after all failures of some links or switches: sets, what is left, and which ends are apart are counted
here once more.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from math import comb
from typing import Any
from warnings import catch_warnings, simplefilter

from netlemma.base.remarks import Remark
from netlemma.checks.base.inputs import quoted_text
from netlemma.checks.certificates.certificate_subject import certified_source, network_words
from netlemma.errors import CertificateError
from netlemma.graphs.sources import device_network
from netlemma.graphs.sources.in_service import ChangedSource
from netlemma.graphs.topology.structure import Network, show

ANY_ROOM = ("numbers", "turns", "ranks")  # kinds that show freedom whatever packets a channel holds
Check = Callable[[dict[str, Any]], str]
Hops = list[tuple[int, int, int]]  # node, next node, device


def check_failures(certificate: Mapping[str, Any], check: Check, network: Any = None) -> str:
    """Check that each set of parts is there once, and that each has a certificate of the network without it, or ends that it
    disconnects.

    check: Checks one of the certificates inside.
    """
    with catch_warnings():  # of parallel links and of hosts that go with their switch
        simplefilter("ignore", Remark)
        return _checked(certificate, check, network)


def _checked(certificate: Mapping[str, Any], check: Check, network: Any) -> str:
    source, sizes = certified_source(certificate, network)
    net = device_network(source, **sizes)
    parts = _parts(net, certificate["of"])
    together, after = certificate["together"], certificate["after"]
    every = comb(len(parts), together)
    if "seed" not in certificate and len(after) != every:
        raise CertificateError(f"after has {len(after):,} failures: {net.title} has {every:,} sets of {together}")
    known: set[frozenset[str]] = set()
    for place, each in enumerate(after):
        chosen = frozenset(each["failed"])
        unknown = sorted(chosen - parts.keys())
        if unknown:
            raise CertificateError(f"after[{place}]: {quoted_text(unknown[0])} is none of the {certificate['of']}")
        if len(chosen) != together or len(each["failed"]) != together or chosen in known:
            raise CertificateError(f"after[{place}]: sets of {together} different parts are expected, each once")
        known.add(chosen)
    whole = _inside(certificate, certificate["whole"], ())
    words = check(whole).partition(":")[0]
    hops = list(zip(net.origin.tolist(), net.target.tolist(), net.device.tolist(), strict=True))
    found: Counter[str] = Counter()
    for place, each in enumerate(after):
        where = f"after[{place}], without {quoted_text(' and '.join(each['failed']))}"
        gone, cut = _failed(net, hops, [parts[name] for name in each["failed"]])
        left = [hop for hop in hops if hop[2] not in cut and not gone & {hop[0], hop[1]}]
        ends = [end for end in net.ends if end not in gone]
        if ("apart" in each) == ("certificate" in each):
            raise CertificateError(f"{where}: either a certificate or ends that are apart are expected")
        if "apart" in each:
            _require_apart(net, left, ends, each["apart"], where)
            found["disconnected"] += 1
            continue
        inside = _inside(certificate, each["certificate"], each["failed"])
        by_room = not {inside.get("kind"), whole.get("kind")} & set(ANY_ROOM)
        if _conditions(inside, by_room) != _conditions(whole, by_room):
            raise CertificateError(
                f"{where}: another routing, switching, traffic or messages than those of the whole network"
            )
        again = device_network(_without(source, each["failed"]), **sizes)
        if _named(again, zip(again.origin.tolist(), again.target.tolist(), strict=True)) != _named(
            net, [h[:2] for h in left]
        ):
            raise CertificateError(f"{where}: other links are left")
        try:
            found[check(inside).partition(":")[0]] += 1
        except CertificateError as error:
            raise CertificateError(f"{where}: {error}") from None
    said = [f"{verdict} after {count:,}" for verdict, count in sorted(found.items()) if verdict != "disconnected"]
    said += [f"{found['disconnected']:,} disconnect ends"] if found["disconnected"] else []
    some = f"all {every:,} sets" if len(after) == every else f"{len(after):,} of {every:,} sets"
    kinds = {"links": "links", "switches": "switches", "both": "links and switches"}[certificate["of"]]
    by = f", routing {quoted_text(whole['routing']['name'])}" if "routing" in whole else ""
    return f"{words}: {network_words(source, net)}{by}; {some} of {together} of the {len(parts):,} {kinds}: {'; '.join(said)}"


def _parts(net: Network, of: str) -> dict[str, tuple[str, int]]:
    """The parts that may fail by their names."""
    links = (
        [(net.devices[device].name, ("link", device)) for device in range(net.device_count)] if of != "switches" else []
    )
    nodes = (
        [(show(net.labels(v)), ("node", v)) for v in range(net.node_count) if net.forwarding[v]]
        if of != "links"
        else []
    )
    found = dict([*links, *nodes])
    if len(found) < len(links) + len(nodes):
        raise CertificateError(f"two parts of {net.title} have one name")
    return found


def _failed(net: Network, hops: Hops, parts: Iterable[tuple[str, int]]) -> tuple[set[int], set[int]]:
    """Nodes that have failed, ends that hang on them alone among them, and devices that have failed."""
    listed = list(parts)
    gone, cut = {v for kind, v in listed if kind == "node"}, {d for kind, d in listed if kind == "link"}
    if gone and net.forwards is not None:
        near: dict[int, set[int]] = {}
        for u, v, _ in hops:
            if not net.forwarding[u]:
                near.setdefault(u, set()).add(v)
        gone |= {u for u, joined in near.items() if joined <= gone}
    return gone, cut


def _require_apart(net: Network, left: Hops, ends: list[int], apart: list[str], where: str) -> None:
    """Check that no message gets from the first of two ends to the second."""
    if not apart and len(ends) < 2:
        return
    number = {show(net.labels(end)): end for end in ends}
    if len(apart) != 2 or apart[0] not in number or apart[1] not in number or apart[0] == apart[1]:
        raise CertificateError(f"{where}: two ends that are left are expected")
    source, goal = (number[name] for name in apart)
    after: dict[int, list[int]] = {}
    for u, v, _ in left:
        after.setdefault(u, []).append(v)
    reached, todo = {source}, [source]
    while todo:
        u = todo.pop()
        for v in after.get(u, ()) if u == source or net.forwarding[u] else ():
            if v not in reached:
                reached.add(v)
                todo.append(v)
    if goal in reached:
        raise CertificateError(f"{where}: a way leads from {quoted_text(apart[0])} to {quoted_text(apart[1])}")


def _inside(certificate: Mapping[str, Any], part: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """A certificate inside, with the network that it is about: the whole one, or without the parts of these names."""
    if "verdict" not in part or "network" in part:
        raise CertificateError("a certificate inside is one of a verdict, and has no network of its own")
    about = dict(certificate["network"])
    if names:
        about = dict(about.get("fabric", about))
        about["without"] = [*about.get("without", ()), *names]
    return {**part, "network": about}


def _conditions(certificate: Mapping[str, Any], by_room: bool) -> list[Any]:
    """What the certificates inside have in common: the name of the routing, how messages are sent, and the room in channels."""
    by = certificate.get("routing") or {}
    messages = {name: value for name, value in certificate.get("messages", {}).items() if name != "rows"}
    names = ["switching", "flow", "priorities", "queues", *(("buffers", "bubble") if by_room else ())]
    own = [certificate.get(name) for name in names]
    return [by.get("name"), by.get("vcs"), certificate.get("traffic", {}).get("name"), messages, *own]


def _without(source: Any, names: Iterable[str]) -> ChangedSource:
    return ChangedSource(getattr(source, "whole", source), (*source.without, *names), dict(source.capacity))


def _named(net: Network, pairs: Iterable[tuple[int, int]]) -> Counter[tuple[str, str]]:
    """How often each hop is there, by the names of its nodes."""
    names = [show(net.labels(v)) for v in range(net.node_count)]
    return Counter((names[u], names[v]) for u, v in pairs)

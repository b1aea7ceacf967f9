"""One certificate for the verdicts on a routing after all failures of some links or switches."""

from collections.abc import Callable, Mapping
from typing import Any
from warnings import catch_warnings, simplefilter

from netlemma.base.remarks import Remark
from netlemma.checks.lemmas.deadlock import network_description
from netlemma.errors import InputError
from netlemma.graphs.deadlock.verdict import DeadlockVerdict
from netlemma.graphs.sources.in_service import ChangedSource
from netlemma.graphs.sources.network_sources import Source
from netlemma.graphs.topology.failures import Failures
from netlemma.graphs.topology.structure import Network, show

KIND = "failures"
Decide = Callable[
    [Network, Mapping[str, Any] | None], DeadlockVerdict
]  # the verdict on a network with this description


def failure_certificate(
    source: Source, sizes: Mapping[str, Any], failed: Failures, decide: Decide
) -> dict[str, Any] | None:
    """A certificate that has one of the whole network, and one after each failure, or two ends that it disconnects.

    failed: The sets that fail, each of them followed by itself.

    Returns: The certificate, None if one of the verdicts has none.
    """
    net = failed.net
    own = network_description(source, dict(sizes))
    whole = decide(net, own).certificate
    if whole is None:
        return None
    after: list[dict[str, Any]] = []
    for place in range(len(failed.sets)):
        names = failed.names(place)
        left = failed.network(place)
        if lost := _disconnected(left):
            after.append({"failed": names, "apart": [show(left.labels(node)) for node in lost]})
            continue
        if len(left.ends) < 2:
            after.append({"failed": names, "apart": []})
            continue
        changed = ChangedSource(getattr(source, "whole", source), (*source.without, *names), dict(source.capacity))
        if source.without and _links(changed, sizes) != left.device_count:
            raise InputError(
                f"{' and '.join(names)} of {net.title} is one of several links in parallel, one of which is left out: a certificate of "
                "all failures is of the whole network"
            )
        part = decide(left, network_description(changed, dict(sizes))).certificate
        if part is None:
            return None
        after.append({"failed": names, "certificate": {name: part[name] for name in part if name != "network"}})
    return {
        "kind": KIND,
        "network": whole["network"],
        "of": failed.of,
        "together": failed.together,
        **({} if failed.seed is None else {"seed": failed.seed}),
        "whole": {name: whole[name] for name in whole if name != "network"},
        "after": after,
    }


def _links(source: Source, sizes: Mapping[str, Any]) -> int:
    with catch_warnings():  # of parallel links, whose names were read before
        simplefilter("ignore", Remark)
        return source.build(**sizes).require_channels("").device_count


def _disconnected(net: Network) -> list[int]:
    """The first end, and one that it does not reach or that does not reach it; none if ends are connected."""
    if not net.ends:
        return []
    first = net.ends[0]
    ahead: dict[int, list[int]] = {}
    back: dict[int, list[int]] = {}
    for u, v in zip(net.origin.tolist(), net.target.tolist(), strict=True):
        ahead.setdefault(u, []).append(v)
        back.setdefault(v, []).append(u)
    for arcs, forth in ((ahead, True), (back, False)):
        reached, todo = {first}, [first]
        while todo:
            u = todo.pop()
            if u == first or net.forwarding[u]:
                new = [v for v in arcs.get(u, ()) if v not in reached]
                reached.update(new)
                todo += new
        lost = next((end for end in net.ends if end not in reached), None)
        if lost is not None:
            return [first, lost] if forth else [lost, first]
    return []

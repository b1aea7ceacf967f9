"""Explicit networks of a family: bounds on their throughput, and deadlock verdicts of routings."""

from typing import Any

from netlemma.errors import RoutingError
from netlemma.reporting.results.measured import as_from_json, in_words

ROUTINGS = (("dimension-order", None), ("dimension-order", 2), ("shortest", None), ("up-down", None))
WORDS = {"shortest": "shortest-path routing", "up-down": "up*/down* routing"}
SHOWN_PACKETS = 12  # of a cycle


def bounds_result(family: str, size: dict[str, int]) -> dict[str, Any]:
    """The output of ``netlemma bounds``, at service times of one."""
    from netlemma.checks.performance.bounds import read_service_times
    from netlemma.checks.performance.bounds_report import bounds_report

    report = bounds_report(family, size, read_service_times("1", "1", []))
    return {
        "size": size,
        "command": f"netlemma bounds {family} {in_words(size)}".rstrip(),
        "shown": as_from_json(report.as_json()),
    }


def ring_deadlock_result(family: str, size: dict[str, int]) -> dict[str, Any]:
    """The output of ``netlemma deadlock`` for a network of rings, under its own routing."""
    from netlemma.graphs import ring_network
    from netlemma.graphs.deadlock.ring_queues import ring_deadlock

    net = ring_network(family, **size)
    found = ring_deadlock(net).as_json()
    return {"size": size, "verdicts": [_verdict("its own routing", f"netlemma deadlock {net.title}", found)]}


def deadlock_result(family: str, size: dict[str, int]) -> dict[str, Any]:
    """The output of ``netlemma deadlock`` under common routings that the network has.

    >>> found = deadlock_result("oneway-torus", {"k": 3, "n": 1})["verdicts"]
    >>> [(each["routing"], each["shown"]["verdict"]) for each in found][:2]
    [('dimension-order routing', 'deadlock'), ('dimension-order routing, 2 virtual channels', 'deadlock-free')]
    """
    from netlemma.graphs import device_network
    from netlemma.graphs.deadlock.decide import decide
    from netlemma.graphs.routings import routing as routing_of

    net = device_network(family, **size)
    verdicts: list[dict[str, Any]] = []
    refused: list[str] = []
    for name, vcs in ROUTINGS:
        if vcs and not (verdicts and verdicts[-1]["shown"]["verdict"] == "deadlock"):
            continue
        if name == "shortest" and verdicts:
            continue
        try:
            found = decide(routing_of(net, name, vcs=vcs)).as_json()
        except RoutingError as error:
            refused.append(f"no {WORDS.get(name, f'{name} routing')}: {error}")
            continue
        channels = f" --vcs {vcs}" if vcs else ""
        words = WORDS.get(name, f"{name} routing") + (f", {vcs} virtual channels" if vcs else "")
        verdicts.append(_verdict(words, f"netlemma deadlock {net.title} --routing {name}{channels}", found))
    return {"size": size, "verdicts": verdicts, "refused": refused}


def _verdict(routing: str, command: str, found: dict[str, Any]) -> dict[str, Any]:
    certificate = found.pop("certificate")
    packets = len(found["cycle"])
    found["cycle"] = found["cycle"][:SHOWN_PACKETS]
    return {
        "routing": routing,
        "command": command,
        "shown": as_from_json(found),
        "packets": packets,
        "certificate": as_from_json(certificate),
    }

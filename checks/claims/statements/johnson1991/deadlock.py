"""Judges of statements on deadlock: certified verdicts on the routings of the paper, under each model of queues."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from netlemma.checks.base.inputs import parse_parameters
from netlemma.checks.claims.judgement import Judgement, agrees, fails, holds, unknown
from netlemma.checks.performance.ring_curves import measurement
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Size
from netlemma.derive.core.lemma import LemmaKey
from netlemma.graphs import RingNetwork, ring_network
from netlemma.graphs.deadlock.queue_classes import ring_partitions
from netlemma.graphs.deadlock.ring_queues import ring_deadlock
from netlemma.graphs.deadlock.routing_existence import exists
from netlemma.graphs.deadlock.verdict import DEADLOCK, FREE

LETTERS = ("input-output", "output", "input")  # models with queues for every link


def networks(reading: Reading) -> Iterator[tuple[RingNetwork, Size]]:
    """The networks that the statement names, such as ``ring-shuffle f=2 r=3``."""
    for text in reading.says.get("networks", LemmaKey.parse(reading.key).subject).split(","):
        family, *parameters = text.split()
        size = parse_parameters(parameters)
        yield ring_network(family, **size), size


class QueueAnswer(NamedTuple):
    """The answer for one network and model of queues.

    ``told`` is recorded; it differs from the statement if ``claimed`` and ``true`` are given, and is undecided if
    ``open`` says why.
    """

    told: str
    claimed: str = ""
    true: str = ""
    right: str | None = None
    open: str = ""


def by_model(reading: Reading, name: str, answer: Callable[[RingNetwork, Size, str], QueueAnswer]) -> Judgement:
    """Judge the answers for all networks and models of queues of a statement."""
    sizes: list[Size] = []
    told: dict[str, str] = {}
    models = reading.says["queues"].split() if "queues" in reading.says else LETTERS
    for net, size in networks(reading):
        for model in models:
            found = answer(net, size, model)
            told[f"{net.title}, {model}"] = found.told
            if found.open:
                return unknown(f"{net.title}: {found.open}", sizes)
            if found.claimed:
                true = f"{found.true}queue model {model})"
                return fails(size, found.claimed, true, found.right, sizes, net.title, **{name: told})
        sizes.append(size)
    return holds(f"certified under queue models {', '.join(models)}", sizes, **{name: told})


def own_routing(reading: Reading, because: str = "") -> Judgement:
    """Judge the verdict on the built-in routing of each network."""
    said = reading.says["verdict"]

    def answer(net: RingNetwork, size: Size, model: str) -> QueueAnswer:
        verdict = ring_deadlock(net, None, model)
        if verdict.verdict not in (DEADLOCK, FREE):
            return QueueAnswer(verdict.verdict, open=verdict.criterion)
        cycle = f", a cycle of {len(verdict.cycle)} queues" if verdict.cycle else ""
        return QueueAnswer(verdict.verdict, *([said, f"{verdict.verdict}{cycle} ("] if verdict.verdict != said else []))

    return _at_sizes(by_model(reading, "verdicts", answer), because)


def _at_sizes(found: Judgement, because: str) -> Judgement:
    if not found.proof:
        return found
    return replace(found, proof=f"{because}{'; ' if because else ''}{found.proof} at {len(found.sizes)} sizes")


def any_routing(reading: Reading) -> Judgement:
    """Whether some routing with the allowed routes is free of deadlock, decided by SAT."""
    said, routes = reading.says["exists"], reading.says["routes"]

    def answer(net: RingNetwork, size: Size, model: str) -> QueueAnswer:
        verdict = exists(net, routes, model)
        if verdict.verdict not in (DEADLOCK, FREE):
            return QueueAnswer(verdict.verdict, open=verdict.criterion)
        if (verdict.verdict == FREE) == (said == "yes"):
            return QueueAnswer(verdict.verdict)
        true = "none exists" if said == "yes" else "one exists, found by SAT with an order of the queues"
        claimed = {"yes": "a deadlock-1 routing", "no": "no deadlock-1 routing"}[said]
        return QueueAnswer(verdict.verdict, claimed, f"{true} (routes {routes}, ")

    found = by_model(reading, "verdicts", answer)
    if not found.proof:
        return found
    return replace(found, proof=f"decided by SAT for each of the {len(found.sizes)} networks, {found.proof}")


def partitions(reading: Reading, because: str = "", remark: str = "") -> Judgement:
    """Judge the least number of partitions of the queues, and a sufficient number."""
    says = reading.says

    def answer(net: RingNetwork, size: Size, model: str) -> QueueAnswer:
        hops = measurement(net.family, size["f"], size["r"]).ring_hops
        found, _ = ring_partitions(net, None, model)
        told, true = f"{found.lower} to {found.upper}", f"{found.lower} needed, {found.upper} enough ("
        if "partitions" in says and not found.lower <= found.upper <= int(says["partitions"]):
            return QueueAnswer(told, f"{says['partitions']} partitions", true)
        if "at_least" in says and found.upper < hops:
            return QueueAnswer(told, f"at least {hops} partitions", true, "2 at the sizes tried")
        if "at_most" in says and found.lower > hops:
            return QueueAnswer(told, f"at most {hops} partitions", true)
        return QueueAnswer(told)

    found = _at_sizes(by_model(reading, "partitions", answer), because)
    if because and found.proof:
        return replace(found, proof=f"{found.proof}, with its own routing")
    return agrees(f"{remark}: {found.proof}", found.sizes, **found.evidence) if remark and found.proof else found

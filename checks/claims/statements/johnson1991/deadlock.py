"""Judges of statements on deadlock: certified verdicts on the routings of the paper, under each model of queues."""

from __future__ import annotations

from collections.abc import Iterator

from checks.base.sizes import parse_parameters
from checks.claims.judgement import Judgement, fails, holds, unknown
from checks.performance.ring_curves import measurement
from derive.core.claim import Statement
from derive.core.domain import Size
from derive.core.lemma_key import LemmaKey
from graphs import RingNetwork, ring_network
from graphs.deadlock.rings.partitions import ring_partitions
from graphs.deadlock.rings.ring_deadlock import ring_deadlock
from graphs.deadlock.rings.routing_existence import exists
from graphs.deadlock.verdict import DEADLOCK, FREE

LETTERS = ("input-output", "output", "input")  # models with queues for every link
WHY_FREE = {
    "multicube": "argued for all sizes: queues in the order of their dimensions, along which routes go",
    "butterfly": "argued for all sizes: queues in the order of their stages, but input queues of the first stage last, "
    "along which routes go",
    "livefly": "argued for all sizes: secondary queues of other stages, then the stages of the butterfly in order, then "
    "secondary output "
    "queues of the first stage and input queues of the others",
}
WHY_TWO = (
    "argued for all sizes: the routing of the livefly goes along each row in one piece, so that on the deadfly it visits "
    "no short ring "
    "twice if its primary and secondary links are one link with two partitions"
)


def networks(statement: Statement) -> Iterator[tuple[RingNetwork, Size]]:
    """The networks that the statement names, such as ``shuffle f=2 r=3``."""
    for text in statement.says.get("networks", LemmaKey.parse(statement.key).subject).split(","):
        family, *parameters = text.split()
        size = parse_parameters(parameters)
        yield ring_network(family, **size), size


def models(statement: Statement) -> tuple[str, ...]:
    """The models of queues under which the statement is judged."""
    return tuple(statement.says["queues"].split()) if "queues" in statement.says else LETTERS


def found_by(statement: Statement) -> str:
    """The method of the verdict, in words."""
    return f"certified under queue models {', '.join(models(statement))}"


def own_routing(statement: Statement) -> Judgement:
    """The verdict on the built-in routing of each network."""
    said, argued = statement.says["verdict"], []
    sizes: list[Size] = []
    by_model: dict[str, str] = {}
    for net, size in networks(statement):
        for model in models(statement):
            found = ring_deadlock(net, None, model)
            by_model[f"{net.title}, {model}"] = found.verdict
            if found.verdict not in (DEADLOCK, FREE):
                return unknown(f"{net.title}: {found.criterion}", sizes)
            if found.verdict != said:
                cycle = f", a cycle of {len(found.cycle)} queues" if found.cycle else ""
                return fails(
                    size,
                    said,
                    f"{found.verdict}{cycle} (queue model {model})",
                    None,
                    sizes,
                    net.title,
                    verdicts=by_model,
                )
        sizes.append(size)
        argued.append(WHY_FREE.get(net.family, "") if said == FREE else "")
    why = "; ".join(dict.fromkeys([*filter(None, argued), f"{found_by(statement)} at {len(sizes)} sizes"]))
    return holds(why, sizes, verdicts=by_model)


def any_routing(statement: Statement) -> Judgement:
    """Whether some routing with the allowed routes is free of deadlock, decided by SAT."""
    said = statement.says["exists"]
    sizes: list[Size] = []
    by_model: dict[str, str] = {}
    for net, size in networks(statement):
        for model in models(statement):
            found = exists(net, statement.says["routes"], model)
            by_model[f"{net.title}, {model}"] = found.verdict
            if found.verdict not in (DEADLOCK, FREE):
                return unknown(f"{net.title}: {found.criterion}", sizes)
            answer = "yes" if found.verdict == FREE else "no"
            if answer != said:
                true = {"yes": "one exists, found by SAT with an order of the queues", "no": "none exists"}[answer]
                routes = f"routes {statement.says['routes']}, queue model {model}"
                claimed = {"yes": "a deadlock-1 routing", "no": "no deadlock-1 routing"}[said]
                return fails(size, claimed, f"{true} ({routes})", None, sizes, net.title, verdicts=by_model)
        sizes.append(size)
    return holds(
        f"decided by SAT for each of the {len(sizes)} networks, {found_by(statement)}", sizes, verdicts=by_model
    )


def partitions(statement: Statement) -> Judgement:
    """The least number of partitions of the queues, and a sufficient number."""
    sizes: list[Size] = []
    by_model: dict[str, str] = {}
    for net, size in networks(statement):
        hops = measurement(net.family, size["f"], size["r"]).ring_hops
        for model in models(statement):
            found, _ = ring_partitions(net, None, model)
            by_model[f"{net.title}, {model}"] = f"{found.lower} to {found.upper}"
            true = f"{found.lower} needed, {found.upper} enough (queue model {model})"
            if "partitions" in statement.says and not found.lower <= found.upper <= int(statement.says["partitions"]):
                return fails(
                    size,
                    f"{statement.says['partitions']} partitions",
                    true,
                    None,
                    sizes,
                    net.title,
                    partitions=by_model,
                )
            if "at_least" in statement.says and found.upper < hops:
                return fails(
                    size,
                    f"at least {hops} partitions",
                    true,
                    "2 at the sizes tried",
                    sizes,
                    net.title,
                    partitions=by_model,
                )
            if "at_most" in statement.says and found.lower > hops:
                return fails(size, f"at most {hops} partitions", true, None, sizes, net.title, partitions=by_model)
        sizes.append(size)
    return holds(f"{found_by(statement)} at {len(sizes)} sizes", sizes, partitions=by_model)


def two_for_deadfly(statement: Statement) -> Judgement:
    """Partitions of the deadfly: counted for its own routing, and argued from the livefly's."""
    found = partitions(statement)
    return (
        holds(f"{WHY_TWO}; {found.proof}, with its own routing", found.sizes, **found.evidence)
        if found.proof
        else found
    )


def as_far_as_known(statement: Statement) -> Judgement:
    """A statement on all sizes, tried at some."""
    found = partitions(statement)
    return unknown(f"true at the sizes tried: {found.proof}", found.sizes, **found.evidence) if found.proof else found

"""Channel or queue orders that show a routing free of deadlock, as numbers at the links."""

from typing import Any

from netlemma.drawing.cycle import QUEUE
from netlemma.drawing.links import Link, channels, links
from netlemma.drawing.look import Look, Scale

RULES = {
    "numbers": "numbers rise along every dependency, so packets never wait in a circle",
    "ranks": "every packet has a choice of lower rank than all channels that it holds",
    "numbering": "output queue / input queue of a link; numbers rise along every dependency",
}


def of_order(net: Any, verdict: Any) -> tuple[list[Link], Look]:
    """The drawing of a verdict without a cycle: channels with their numbers, or the network and the reason why there
    are none.
    """
    certificate = verdict.certificate or {}
    kind = certificate.get("kind")
    said = f"{verdict.verdict}: {verdict.criterion}"
    if kind in ("numbers", "ranks") and isinstance(certificate.get(kind), list):
        numbers: list[int | None] = certificate[kind]
        every = channels(net, numbers, certificate["routing"]["vcs"])
        values = [numbers[link.number] or 0 for link in every]
        return every, _look(values, {i: str(value) for i, value in enumerate(values)}, kind, said)
    every = links(net)
    if kind == "numbering" and all(QUEUE.fullmatch(name) for name in certificate["numbers"]):
        return every, _of_queues(net, every, certificate["numbers"], said)
    return every, Look(caption=(said,))


def _of_queues(net: Any, every: list[Link], numbers: dict[str, int], said: str) -> Look:
    values, texts = [], {}
    for i, link in enumerate(every):
        side = link.number % net.fanout
        out = numbers.get(f"output {side} of node {link.nodes[0]}")
        into = numbers.get(f"input {side} of node {link.nodes[1]}")
        there = [number for number in (out, into) if number is not None]
        values.append(max(there, default=0))
        texts[i] = "/".join("-" if number is None else str(number) for number in (out, into))
    return _look(values, texts, "numbering", said)


def _look(values: list[int], texts: dict[int, str], kind: str, said: str) -> Look:
    label = "rank" if kind == "ranks" else "number"
    low, high = min(values, default=0), max(values, default=0)
    scale = Scale(low, high, label, whole=True) if low < high else None
    return Look(tuple(map(float, values)), scale, texts=texts, caption=(said, RULES[kind]), room=1.5)

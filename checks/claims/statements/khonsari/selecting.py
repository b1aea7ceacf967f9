"""Judges of h, the channels of a message, and of equations 21 and 22: dimensions crossed, and channels to select
from.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from checks.claims.evidence import ClaimedValue, agree
from checks.claims.judgement import Judgement, fails, holds
from checks.claims.statements.formulas import FormulaSample, at_samples
from checks.claims.statements.khonsari.messages import NETWORKS, Message, every, messages, network, whole
from derive.core.claim import Reading
from derive.core.domain import Size
from derive.discovery import lemma
from derive.networks.channels.adaptivity import phi


def at_distance(size: Size) -> list[Message]:
    """The messages of i hops, whose destinations are equally likely."""
    return [message for message in messages(size["k"], size["n"]) if sum(message.hops) == size["i"]]


def channels() -> Iterator[Size]:
    """Small networks, numbers of hops, channels."""
    for k, n in NETWORKS:
        yield from ({"k": k, "n": n, "i": i, "h": h} for i in range(1, n * (k - 1) + 1) for h in range(1, i + 1))


@at_samples
def averaged() -> Iterator[FormulaSample]:
    """Equation 21: the probability for all messages of i hops, from the sum over them."""
    for size in channels():
        for y in range(size["n"] + 1):
            crossed = [message.crossed()[size["h"]].get(y, Fraction(0)) for message in at_distance(size)]
            true = sum(crossed, Fraction(0)) / len(crossed)
            nodes = network(size["k"], size["n"]).nodes_at[size["i"]]
            yield FormulaSample({**size, "y": y}, {"total": true * nodes, "nodes": nodes}, true)


def channels_crossed(reading: Reading) -> Judgement:
    """The numbers of the channels of a message."""

    def case(message: Message) -> ClaimedValue:
        size = message.size()
        least, most = (whole(reading.says[name], i=size["i"]) for name in ("least", "most"))
        true = [h for h, _ in enumerate(network(message.k, message.n).fronts(message.target), 1)]
        return ClaimedValue(size, list(range(least, most + 1)), true, message.name)

    because = "argued: a message of i hops crosses i channels; followed on explicit networks"
    return agree(map(case, every()), because, "1 <= h <= i, as equation 8 has it")


def crossed_before(reading: Reading) -> Judgement:
    """The number of hops before channel h is crossed, and the possible numbers of crossed dimensions then."""
    says, tried = reading.says, list[Size]()
    for k, n in NETWORKS:
        numbers: set[int] = set()
        for message in messages(k, n):
            for h, front in enumerate(network(k, n).fronts(message.target), 1):
                made = whole(says["made"], h=h)
                if made != h - 1:
                    return fails(message.size(h=h), made, h - 1, "h - 1 hops", tried, message.name)
                numbers |= {n - len(ahead) for ahead in front.values()}
        claimed = {y for y in range(n + 1) if whole(says["least"], n=n) <= y <= whole(says["most"], n=n)}
        if claimed != numbers:
            right = "0 <= y <= n - 1: a message that crosses a channel has a dimension left, at first perhaps all n"
            return fails({"k": k, "n": n}, _choices(claimed), _choices(numbers), right, tried)
        tried.append({"k": k, "n": n})
    return holds("argued: at least one dimension is left; counted on explicit networks", tried)


def _choices(numbers: set[int]) -> str:
    return " or ".join(f"y = {y}" for y in sorted(numbers))


def selected(reading: Reading) -> Judgement:
    """Equation 22: the mean number of channels that lead nearer, compared with counted places."""
    says = reading.says

    def claimed(message: Message, made: int) -> Fraction:
        n, m, chances = message.n, len(message.needed), message.crossed()[made]
        choices = {y: whole(says["choices"], n=n, y=whole(says["crossed"], y=y, m=m, n=n)) for y in chances}
        return sum((choices[y] * chance for y, chance in chances.items()), Fraction(0))

    def case(size: Size) -> ClaimedValue:
        made = whole(says["made"], h=size["h"])
        true = network(size["k"], size["n"]).mean(size["i"], size["h"], "places")
        near = at_distance(size)
        return ClaimedValue(size, sum((claimed(each, made) for each in near), Fraction(0)) / len(near), true)

    lemma("oneway-torus.dimensions_left").check()
    because = "argued: a channel for each dimension with hops left; counted place by place"
    right = "the mean over destinations of the sum over y of (m - y) Pass, after h - 1 hops"
    found = agree(map(case, channels()), because, right)
    return replace(found, evidence={"effect": _effect(says)}) if found.verdict == "fails" else found


def _effect(says) -> dict[str, str]:
    """What the formula gives at the first, a middle and the last channel of the longest messages of the 8-ary 3-cube."""
    n, right = 3, phi(8, 3, "distributions")
    found = {}
    for i, h in ((1, 1), (10, 5), (21, 21)):
        needed = right[i][1]
        after = right[i].get(whole(says["made"], h=h) + 1, Fraction(0))
        made = n - needed + after if says["crossed"] == "y" else after
        found[f"i={i} h={h}"] = f"{float(made):.4f} instead of {float(right[i][h]):.4f}"
    return found

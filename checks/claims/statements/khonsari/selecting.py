"""Judges of h, the channels of a message, and of equations 21 and 22: dimensions crossed, and channels to select
from.
"""

from collections.abc import Iterator
from fractions import Fraction

from netlemma.checks.claims.evidence import ClaimedValue
from netlemma.checks.claims.statements.formulas import FormulaSample, at_samples, by_cases
from netlemma.checks.claims.statements.khonsari.messages import NETWORKS, Message, every, messages, network, whole
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Size
from netlemma.derive.discovery import lemma
from netlemma.derive.networks.channels.adaptivity import phi


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


@by_cases
def channels_crossed(reading: Reading) -> Iterator[ClaimedValue]:
    """The numbers of the channels of a message."""
    for message in every():
        size = message.size()
        least, most = (whole(reading.says[name], i=size["i"]) for name in ("least", "most"))
        true = [h for h, _ in enumerate(network(message.k, message.n).fronts(message.target), 1)]
        yield ClaimedValue(size, list(range(least, most + 1)), true, message.name)


@by_cases
def crossed_before(reading: Reading) -> Iterator[ClaimedValue]:
    """The number of hops before channel h is crossed, and the possible numbers of crossed dimensions then."""
    says = reading.says
    for k, n in NETWORKS:
        numbers: set[int] = set()
        for message in messages(k, n):
            for h, front in enumerate(network(k, n).fronts(message.target), 1):
                made, of = whole(says["made"], h=h), {"k": k, "n": n}
                yield ClaimedValue(message.size(h=h), made, h - 1, message.name, of, right="h - 1 hops")
                numbers |= {n - len(ahead) for ahead in front.values()}
        claimed = {y for y in range(n + 1) if whole(says["least"], n=n) <= y <= whole(says["most"], n=n)}
        yield ClaimedValue(of, _choices(claimed), _choices(numbers), of=of)


def _choices(numbers: set[int]) -> str:
    return " or ".join(f"y = {y}" for y in sorted(numbers))


@by_cases
def selected(reading: Reading) -> Iterator[ClaimedValue]:
    """Equation 22: the mean number of channels that lead nearer, compared with counted places."""
    says = reading.says

    def claimed(message: Message, made: int) -> Fraction:
        n, m, chances = message.n, len(message.needed), message.crossed()[made]
        choices = {y: whole(says["choices"], n=n, y=whole(says["crossed"], y=y, m=m, n=n)) for y in chances}
        return sum((choices[y] * chance for y, chance in chances.items()), Fraction(0))

    lemma("oneway-torus.dimensions_left").check()
    for size in channels():
        made, near = whole(says["made"], h=size["h"]), at_distance(size)
        true = network(size["k"], size["n"]).mean(size["i"], size["h"], "places")
        mean = sum((claimed(each, made) for each in near), Fraction(0)) / len(near)
        yield ClaimedValue(size, mean, true, told={} if mean == true else {"effect": _effect(says)})


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

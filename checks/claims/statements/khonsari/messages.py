"""Judges of equations 16 to 22: dimensions crossed after each hop, and channels to select from, counted on explicit networks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, product

from netlemma.checks.claims.judgement import ClaimedValue
from netlemma.checks.claims.statements.formulas import FormulaSample, at_samples, by_cases
from netlemma.checks.formula.formula import parse_formula
from netlemma.checks.lemmas.measured_quantities import LIKELY, choices
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Size
from netlemma.derive.discovery import lemma
from netlemma.derive.networks.bounded_compositions import listed
from netlemma.derive.performance.latency.adaptive_blocking import phi
from netlemma.graphs.loads.adaptivity import ChoiceCounts

# Messages of explicit networks, and the number of dimensions crossed after each hop, counted place by place.


NETWORKS = ((2, 1), (3, 1), (2, 2), (4, 1), (3, 2), (2, 3), (4, 2), (3, 3))


@dataclass(frozen=True)
class Message:
    """A message of an explicit network.

    k: Nodes per dimension.
    n: Number of dimensions.
    target: Number of the destination node.
    hops: Number of hops in each dimension.
    """

    k: int
    n: int
    target: int
    hops: tuple[int, ...]

    @property
    def needed(self) -> list[int]:
        """The hops in the dimensions in which it makes any: z_1, ..., z_m."""
        return [z for z in self.hops if z]

    def size(self, **more: int) -> Size:
        """The network and the distance, with further names."""
        return {"k": self.k, "n": self.n, "i": sum(self.hops), **more}

    @property
    def name(self) -> str:
        """The message as named in a counterexample."""
        return f"oneway-torus, message of {', '.join(map(str, self.hops))} hops in the dimensions"

    def crossed(self, likely: str = "distributions") -> list[dict[int, Fraction]]:
        """By hops made, 0 first: the probability of each number of crossed dimensions, counted place by place."""
        return _crossed(self, likely)


@cache
def _crossed(message: Message, likely: str) -> list[dict[int, Fraction]]:
    rows, needed = network(message.k, message.n).to(message.target)[LIKELY[likely]], len(message.needed)
    found = [{needed - left: Fraction(weight, sum(row.values())) for left, weight in row.items()} for row in rows]
    return [*found, {needed: Fraction(1)}]


def network(k: int, n: int) -> ChoiceCounts:
    """The choices of messages on the explicit network.

    Parameters
    ----------
    k : int
        Nodes per dimension.
    n : int
        Number of dimensions.

    Returns
    -------
    ChoiceCounts
        Choices of messages.
    """
    return choices("oneway-torus", (("k", k), ("n", n)))


@cache
def messages(k: int, n: int) -> list[Message]:
    """All messages from one source, nearest first; hops in a dimension are counted along one path."""
    counts, each = network(k, n), []
    for target, distance in enumerate(counts.distance):
        node, hops = counts.source, [0] * n
        for ways in counts.fronts(target):
            ahead = ways[node][0]
            ends = zip(counts.network.labels(node), counts.network.labels(ahead), strict=True)
            (dimension,) = (d for d, (a, b) in enumerate(ends) if a != b)
            hops[dimension] += 1
            node = ahead
        if distance:
            each.append(Message(k, n, target, tuple(hops)))
    return sorted(each, key=lambda message: (sum(message.hops), message.hops))


def every() -> Iterator[Message]:
    """The messages of small networks, smallest first."""
    return (message for k, n in NETWORKS for message in messages(k, n))


_read = lru_cache(256)(parse_formula)


def whole(text: str, **values: int) -> int:
    """The whole-number value of a formula.

    >>> whole("h - s", h=3, s=1)
    2
    """
    value = _read(text).evaluate(values)
    if not isinstance(value, Fraction) or value.denominator != 1:
        raise ValueError(f"{text} is not whole at {values}")
    return int(value)


def count(objects: int, greatest: list[int]) -> int:
    """The number of ways to spread objects over cells, by enumeration."""
    return len(list(listed(objects, [(0, most) for most in greatest])))


# Judges of equations 16 to 20: hops spread over the dimensions that a message needs, counted on explicit networks.


@by_cases
def spread(reading: Reading) -> Iterator[ClaimedValue]:
    """Equation 16: ways to spread h hops, compared with the places h hops away on shortest paths."""
    says = reading.says
    for message in every():
        fronts = [*map(len, network(message.k, message.n).fronts(message.target)), 1]
        greatest = [whole(says["most"], k=whole(says["element"], z=z)) for z in message.needed]
        for h in range(1, sum(message.hops) + 1):
            yield ClaimedValue(message.size(h=h), count(h, greatest), fronts[h], message.name)
    lemma("oneway-torus.compositions.equal").check()


def passed(says: Mapping[str, str], needed: list[int], h: int, y: int) -> Fraction | None:
    """Equations 17 to 19 in the form of a statement."""
    m = len(needed)
    last = whole(says["last"], m=m, y=y)

    def greatest(element: str, hops: list[int]) -> list[int]:
        return [whole(says["most"], k=whole(says[element], z=z)) for z in hops]

    numerator = 0
    for chosen in combinations(range(m), y):
        if all(l < last for l in chosen):
            left = [z for l, z in enumerate(needed) if l not in chosen]
            hops = whole(says["hops"], h=h, s=sum(needed[l] for l in chosen))
            numerator += count(hops, greatest("others", left)) if hops >= 0 else 0
    denominator = count(h, greatest("element", needed))
    return Fraction(numerator, denominator) if denominator else None


@by_cases
def crossed(reading: Reading) -> Iterator[ClaimedValue]:
    """Equations 17 to 19: the probability that y dimensions are crossed, compared with counted places."""
    says = reading.says
    elements = "" if says["most"] == "k" else ", over Z + 1, and Z' + 1 as k_l of proposition 2"
    right = f"each l up to m_I{elements}" if _repaired() else None
    for message in every():
        m = len(message.needed)
        numbers = range(m + 1) if says["y"] == "0..m" else [int(says["y"])] if int(says["y"]) <= m else []
        for h, row in enumerate(message.crossed()):
            for y in numbers if h else []:
                claimed, true = passed(says, message.needed, h, y), row.get(y, Fraction(0))
                shown = "0/0" if claimed is None else claimed
                yield ClaimedValue(message.size(h=h, y=y), shown, true, message.name, right=right)
    lemma("oneway-torus.compositions.full").check()


@cache
def _repaired() -> bool:
    says = {"last": "m", "element": "z", "others": "z - 1", "most": "k", "hops": "h - s"}
    return all(
        passed(says, message.needed, h, y) == row.get(y, 0)
        for message in every()
        for h, row in enumerate(message.crossed())
        for y in range(len(message.needed) + 1)
    )


@by_cases
def meaning(reading: Reading) -> Iterator[ClaimedValue]:
    """The meaning of the printed counting, for messages of another kind."""
    for message in every():
        rows = zip(*(message.crossed(reading.says[name]) for name in ("counted", "likely")), strict=True)
        for h, (claimed, true) in enumerate(rows):
            for y in range(len(message.needed) + 1):
                yield ClaimedValue(message.size(h=h, y=y), claimed.get(y, 0), true.get(y, 0), message.name)


@by_cases
def elements(reading: Reading) -> Iterator[ClaimedValue]:
    """Equation 20: ways to spread hops over the dimensions that are needed and not crossed, compared with an
    enumeration.
    """
    says = reading.says
    for message in every():
        places = [d for d, z in enumerate(message.hops) if z]
        for chosen in (each for y in range(len(places) + 1) for each in combinations(places, y)):
            made = [whole(says["chosen" if d in chosen else "otherwise"], I=z) for d, z in enumerate(message.hops)]
            left = [message.hops[d] for d in places if d not in chosen]
            for hops in range(sum(left) + 1):
                claimed = count(hops, [most for most in made if most != 0])
                true = sum(sum(each) == hops for each in product(*map(range, left)))
                yield ClaimedValue(message.size(y=len(chosen), hops=hops), claimed, true, message.name)


# Judges of h, the channels of a message, and of equations 21 and 22: dimensions crossed, and channels to select
# from.


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

"""Judges of equations 16 to 20: hops spread over the dimensions that a message needs, counted on explicit networks."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, product

from netlemma.checks.claims.evidence import ClaimedValue
from netlemma.checks.claims.statements.formulas import by_cases
from netlemma.checks.claims.statements.khonsari.messages import count, every, network, whole
from netlemma.derive.core.claim import Reading
from netlemma.derive.discovery import lemma


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
    """Equations 17 to 19 in the form of a statement.

    Parameters
    ----------
    says : mapping from str to str
        Parts of the equations by name.
    needed : list of int
        Hops z_1, ..., z_m in the needed dimensions.
    h : int
        Hops made.
    y : int
        Dimensions crossed.

    Returns
    -------
    Fraction or None
        Probability; None for a division by zero.
    """
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

"""Judges of equations 16 to 20: hops spread over the dimensions that a message needs, counted on explicit networks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, product

from checks.claims.evidence import ClaimedValue, agree
from checks.claims.judgement import Judgement
from checks.claims.statements.khonsari.messages import count, every, network, whole
from derive.core.claim import Reading
from derive.discovery import lemma


def spread(reading: Reading) -> Judgement:
    """Equation 16: ways to spread h hops, compared with the places h hops away on shortest paths."""
    says = reading.says

    def cases() -> Iterator[ClaimedValue]:
        for message in every():
            fronts = [*map(len, network(message.k, message.n).fronts(message.target)), 1]
            greatest = [whole(says["most"], k=whole(says["element"], z=z)) for z in message.needed]
            for h in range(1, sum(message.hops) + 1):
                yield ClaimedValue(message.size(h=h), count(h, greatest), fronts[h], message.name)

    lemma("oneway-torus.compositions.equal").check()
    because = "argued: a place on a shortest path is a way to spread the hops; counted place by place"
    return agree(cases(), because, "at most z_l hops in dimension l: in proposition 2 k_l is z_l + 1")


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


def crossed(reading: Reading) -> Judgement:
    """Equations 17 to 19: the probability that y dimensions are crossed, compared with counted places."""
    says = reading.says

    def cases() -> Iterator[ClaimedValue]:
        for message in every():
            m = len(message.needed)
            numbers = range(m + 1) if says["y"] == "0..m" else [int(says["y"])] if int(says["y"]) <= m else []
            for h, row in enumerate(message.crossed()):
                for y in numbers if h else []:
                    claimed = passed(says, message.needed, h, y)
                    shown = "0/0" if claimed is None else claimed
                    yield ClaimedValue(message.size(h=h, y=y), shown, row.get(y, Fraction(0)), message.name)

    lemma("oneway-torus.compositions.full").check()
    because = "argued: y dimensions are crossed, the others are not; proved for z hops in each; counted place by place"
    elements = "" if says["most"] == "k" else ", over Z + 1, and Z' + 1 as k_l of proposition 2"
    return agree(cases(), because, f"each l up to m_I{elements}" if _repaired() else None)


@cache
def _repaired() -> bool:
    says = {"last": "m", "element": "z", "others": "z - 1", "most": "k", "hops": "h - s"}
    return all(
        passed(says, message.needed, h, y) == row.get(y, 0)
        for message in every()
        for h, row in enumerate(message.crossed())
        for y in range(len(message.needed) + 1)
    )


def meaning(reading: Reading) -> Judgement:
    """The meaning of the printed counting, for messages of another kind."""
    says = reading.says

    def cases() -> Iterator[ClaimedValue]:
        for message in every():
            rows = zip(message.crossed(says["counted"]), message.crossed(says["likely"]), strict=True)
            for h, (claimed, true) in enumerate(rows):
                for y in range(len(message.needed) + 1):
                    yield ClaimedValue(message.size(h=h, y=y), claimed.get(y, 0), true.get(y, 0), message.name)

    return agree(cases(), "the same thing", "ways to spread the hops, weighted by the probability of each")


def elements(reading: Reading) -> Judgement:
    """Equation 20: ways to spread hops over the dimensions that are needed and not crossed, compared with an
    enumeration.
    """
    says = reading.says

    def cases() -> Iterator[ClaimedValue]:
        for message in every():
            places = [d for d, z in enumerate(message.hops) if z]
            for chosen in (each for y in range(len(places) + 1) for each in combinations(places, y)):
                made = [
                    whole(says["chosen"] if d in chosen else says["otherwise"], I=z) for d, z in enumerate(message.hops)
                ]
                left = [message.hops[d] for d in places if d not in chosen]
                for hops in range(sum(left) + 1):
                    claimed = count(hops, [most for most in made if most != 0])
                    true = sum(sum(each) == hops for each in product(*map(range, left)))
                    yield ClaimedValue(message.size(y=len(chosen), hops=hops), claimed, true, message.name)

    because = "argued: a dimension that is not crossed has one hop left at least; all ways written down"
    return agree(cases(), because, "I_i - 1 for dimensions with hops only: max(I_i - 1, 0)")

"""Judges of the rings of the topologies: numbers in the paper, compared with counts on explicit networks."""

import math
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from netlemma.checks.base.sizes import parse_parameters
from netlemma.checks.claims.evidence import ClaimedValue
from netlemma.checks.claims.judgement import Judgement, fails, holds
from netlemma.checks.claims.statements.formulas import by_cases
from netlemma.checks.claims.statements.johnson1991.counts import NETWORK
from netlemma.checks.claims.statements.johnson1991.networks import MULTICUBE
from netlemma.derive.core.claim import Reading
from netlemma.graphs import ring_network

UNEQUAL = ((2, 3), (3, 2), (2, 5), (2, 3, 4), (3, 3, 2), (4, 2, 3, 2))
COMBINED: dict[str, Callable[[Iterable[int]], int]] = {"product": math.prod, "sum": sum}
ONE_NETWORK = "counted on the one network that it speaks of"


@by_cases
def one_network(reading: Reading, family: str) -> Iterator[ClaimedValue]:
    """Numbers of one network of a family, whose size the statement gives."""
    size = parse_parameters(reading.says.get("size", "").split())
    net = ring_network(family, **size)
    for name, said in reading.says.items():
        if name != "size":
            true = NETWORK[name](net)
            yield ClaimedValue(size, f"{name.replace('_', ' ')} {said}", true, net.title, size, true == Fraction(said))


def link_numbers(reading: Reading, family: str) -> Judgement:
    """Judge the statement that one link number forms two different rings of two nodes each.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    family : str
        Name of the family.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
    size = parse_parameters(reading.says["size"].split())
    net = ring_network(family, **size)
    (a, b), (c, d) = (map(int, reading.says[name].split()) for name in ("one", "other"))
    to = net.successor
    found = [x for x in range(net.fanout) if (to[a, x], to[b, x], to[c, x], to[d, x]) == (b, a, d, c)]
    if found and net.ring[a, found[0]] != net.ring[c, found[0]]:
        return holds(f"{ONE_NETWORK}: link {found[0]}", [size])
    shown = {f"{u} {v}": [x for x in range(net.fanout) if to[u, x] == v] for u, v in ((a, b), (c, d))}
    claimed = f"one link number joins {a} with {b} and {c} with {d}"
    return fails(size, claimed, f"links {shown}", None, (), net.title)


@by_cases
def unequal(reading: Reading) -> Iterator[ClaimedValue]:
    """The number of nodes of multicubes with different ring sizes."""
    for sizes in UNEQUAL:
        claimed = COMBINED[reading.says["nodes"]](sizes)
        yield ClaimedValue(
            {f"r_{i}": r for i, r in enumerate(sizes)}, claimed, ring_network(MULTICUBE, r=sizes).node_count
        )

"""Judges of statements on the networks: reachability, bisection, deadlock, channels and their classes."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product

from netlemma.checks.claims.evidence import ClaimedValue, compare_formula
from netlemma.checks.claims.judgement import Judgement, holds
from netlemma.checks.claims.statements.formulas import FormulaSample, at_samples, by_cases
from netlemma.checks.formula.formula import parse_formula
from netlemma.checks.lemmas.measured_flows import ExplicitChannels, explicit_channels
from netlemma.checks.performance.latency_models import channel_graph
from netlemma.derive.algebra.expressions.notation import parameter
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.performance.latency.exact import exact_times
from netlemma.graphs import device_network, measure
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.routings import channel_routing

K = parameter("k")
DOMAIN = Domain((Parameter("k", 2),))
FEW = [{"k": k} for k in range(2, 6)]
BISECTED = range(2, 5)  # all halves of k^2 nodes are tried


def reachable(reading: Reading) -> Judgement:
    """All routes are followed; a measurement refuses networks in which a node is not reached."""
    for size in FEW:
        measure(device_network("oneway-torus", k=size["k"], n=2))
    return holds("argued: going round a ring reaches each of its nodes; all routes followed", FEW)


def bisection(family: str, k: int) -> int:
    """The fewest channels between two halves of the nodes, whose numbers differ by one at most; all halves are tried.

    Parameters
    ----------
    family : str
        Name of the family.
    k : int
        Nodes per dimension.

    Returns
    -------
    int
        Number of channels, both directions counted.
    """
    net = device_network(family, k=k, n=2)
    hops = [(1 << int(u)) | (1 << int(v)) for u, v in zip(net.origin.tolist(), net.target.tolist(), strict=True)]
    halves = (sum(1 << node for node in chosen) for chosen in combinations(range(k**2), k**2 // 2))
    return min(sum(0 < (hop & half) < hop for hop in hops) for half in halves)


@by_cases
def same_bisection(reading: Reading) -> Iterator[ClaimedValue]:
    """The bisection widths of both networks."""
    for k in BISECTED:
        found = {family: bisection(family, k) for family in ("mesh", "oneway-torus")}
        mesh, torus = found.values()
        told = {"widths": {f"k={k}": found}}
        yield ClaimedValue(
            {"k": k}, f"oneway-torus {mesh}, as the mesh", f"oneway-torus {torus}", same=mesh == torus, told=told
        )


@by_cases
def decided(reading: Reading, family: str, vcs: int = 0, least: int = 2) -> Iterator[ClaimedValue]:
    """Whether e-cube routing is free of deadlock, decided from ``least`` nodes per dimension on, with ``vcs`` virtual
    channels of each link (those of the network if 0).
    """
    said = reading.says["verdict"]
    for size in FEW[least - FEW[0]["k"] :]:
        verdict = decide(channel_routing(device_network(family, **size, n=2), "dimension-order", vcs or None))
        cycle = list(verdict.cycle or ())
        true = f"a cycle of {len(cycle)} channels" if cycle else verdict.verdict
        claimed, same = {"deadlock-free": "no deadlock"}.get(said, "deadlock"), verdict.verdict == said
        yield ClaimedValue(size, claimed, true, family, same=same, told={} if same else {"cycle": cycle})


def channels(reading: Reading) -> Judgement:
    """Hops of the explicit mesh along each dimension."""

    def along(size: Size) -> int:
        net = device_network("mesh", k=size["k"], n=2)
        counts = [0, 0]
        for u, v in zip(net.origin.tolist(), net.target.tolist(), strict=True):
            counts[int(net.labels(u)[0] == net.labels(v)[0])] += 1
        if counts[0] != counts[1]:
            raise ArithmeticError(f"dimensions differ: {counts}")
        return counts[0]

    because = "argued: k lines of k - 1 links in each dimension, two channels each"
    return compare_formula(reading.says["channels"], along, FEW, DOMAIN, 2 * K * (K - 1), because)


Behaviour = tuple[Fraction, Fraction]


@cache
def behaviours(k: int) -> dict[str, dict[tuple[int, int], Behaviour]]:
    """The rate and the exact service time of the channels of the mesh, by direction and node."""
    there: ExplicitChannels = explicit_channels("mesh", k)
    times = exact_times(channel_graph(there.flows), 2 * k, Fraction(1, 16 * k * k))
    found: dict[str, dict[tuple[int, int], Behaviour]] = {direction: {} for direction in "WESN"}
    for direction, x, y in product("WESN", range(k), range(k)):
        i = there.channel((x, y), direction)
        if i is not None:
            found[direction][x, y] = there.rate(i), times.service[i]
    return found


@by_cases
def mirror_classes(reading: Reading) -> Iterator[ClaimedValue]:
    """Channels and their mirror images have the same rates and exact service times; the pairs are counted."""
    formula = parse_formula(reading.says["classes"], ("k",))
    for k in range(2, 5):
        found, size = behaviours(k), {"k": k}
        pairs = [(found["E"][x, y], found["W"].get((k - 1 - x, y))) for x, y in found["E"]]
        pairs += [(found["N"][x, y], found["S"].get((x, k - 1 - y))) for x, y in found["N"]]
        yield from (ClaimedValue(size, one, other, of=size) for one, other in pairs)
        yield ClaimedValue(size, formula.evaluate(size), Fraction(len(pairs), 2), of=size)


@at_samples
def finest(directions: str) -> Iterator[FormulaSample]:
    """The number of different rates and exact service times of the channels in two directions."""
    for k in range(2, 5):
        different = {each for direction in directions for each in behaviours(k)[direction].values()}
        yield FormulaSample({"k": k}, {"k": k}, len(different), "mesh")


@by_cases
def columns(reading: Reading) -> Iterator[ClaimedValue]:
    """The y channels that lead alike in different columns: the same rates, different service times."""
    for k in range(3, 5):
        size = {"k": k}
        rows = [[at for (_, y), at in behaviours(k)["S"].items() if y == row] for row in range(1, k)]
        rates = "independent of" if all(len({rate for rate, _ in row}) == 1 for row in rows) else "that depend on"
        yield ClaimedValue(size, "rates independent of j0", f"rates {rates} j0", "mesh", size)
        times = "that depend on" if any(len({time for _, time in row}) > 1 for row in rows) else "independent of"
        yield ClaimedValue(size, "service times that depend on j0", f"service times {times} j0", "mesh", size)


def x_position(reading: Reading) -> Judgement:
    """Destinations of a node in another column."""

    def counted(size: Size) -> Fraction:
        net = device_network("mesh", k=size["k"], n=2)
        columns_of = [net.labels(node)[0] for node in range(net.node_count)]
        found = {
            Fraction(sum(c == column for c in columns_of), net.node_count - 1)
            for own in columns_of
            for column in range(size["k"])
            if column != own
        }
        if len(found) != 1:
            raise ArithmeticError(f"columns differ: {found}")
        return found.pop()

    because = "argued: k of the k^2 - 1 destinations are in a given other column"
    return compare_formula(reading.says["probability"], counted, FEW, DOMAIN, K / (K**2 - 1), because)

"""Judges of statements on the networks: reachability, bisection, deadlock, channels and their classes."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from checks.claims.evidence import compare_formula
from checks.claims.judgement import Judgement, fails, holds, unknown
from checks.formula.formula import parse_formula
from checks.lemmas.measured_flows import ExplicitChannels, explicit_channels
from checks.performance.latency_models import channel_graph
from derive.algebra.expressions.notation import parameter
from derive.core.claim import Statement
from derive.core.domain import Domain, Parameter, Size
from derive.performance.latency.exact import exact_times
from graphs import device_network, measure

K = parameter("k")
DOMAIN = Domain((Parameter("k", 2),))
FEW = [{"k": k} for k in range(2, 6)]
BISECTED = range(2, 5)  # all halves of k^2 nodes are tried


def reachable(statement: Statement) -> Judgement:
    """All routes are followed; a measurement refuses networks in which a node is not reached."""
    for size in FEW:
        measure(device_network("oneway-torus", k=size["k"], n=2))
    return holds("argued: going round a ring reaches each of its nodes; all routes followed", FEW)


def bisection(family: str, k: int) -> int:
    """The least number of channels between two halves of the nodes, by exhaustive search.

    Parameters
    ----------
    family : str
        Name of the family.
    k : int
        Nodes per dimension.

    Returns
    -------
    int
        Number of one-way channels.
    """
    net = device_network(family, k=k, n=2)
    nodes = net.node_count
    hops = [(1 << int(u)) | (1 << int(v)) for u, v in zip(net.origin.tolist(), net.target.tolist(), strict=True)]
    best = len(hops)
    for chosen in combinations(
        range(1, nodes), nodes // 2
    ):  # node 0 is in the other half, the larger one if they differ
        half = sum(1 << node for node in chosen)
        best = min(best, sum(1 for hop in hops if 0 < (hop & half) < hop))
    if nodes % 2:  # node 0 in the smaller half
        for chosen in combinations(range(1, nodes), nodes // 2 - 1):
            half = 1 | sum(1 << node for node in chosen)
            best = min(best, sum(1 for hop in hops if 0 < (hop & half) < hop))
    return best


def same_bisection(statement: Statement) -> Judgement:
    """The bisection widths of both networks."""
    tried: list[Size] = []
    widths = {}
    for k in BISECTED:
        size = {"k": k}
        mesh, torus = bisection("mesh", k), bisection("oneway-torus", k)
        widths[f"k={k}"] = {"mesh": mesh, "oneway-torus": torus}
        if mesh != torus:
            return fails(size, f"oneway-torus {mesh}, as the mesh", f"oneway-torus {torus}", None, tried, widths=widths)
        tried.append(size)
    return unknown(f"the same at the {len(tried)} sizes at which all halves were tried", tried, widths=widths)


def deadlock_free(family: str, k: int, vcs: int | None) -> tuple[bool, list]:
    """Whether e-cube routing is free of deadlock.

    Parameters
    ----------
    family : str
        Name of the family.
    k : int
        Nodes per dimension.
    vcs : int or None
        Virtual channels of a physical channel.

    Returns
    -------
    tuple of (bool, list)
        Whether it is, and the channels of a cycle if it is not.

    Raises
    ------
    ArithmeticError
        If deadlock was not decided.
    """
    from graphs.deadlock.decide import decide
    from graphs.routings import channel_routing

    found = decide(channel_routing(device_network(family, k=k, n=2), "dimension-order", vcs))
    if found.verdict not in ("deadlock-free", "deadlock"):
        raise ArithmeticError(f"deadlock of {family} k={k} was not decided")
    return found.verdict == "deadlock-free", list(found.cycle or ())


def prevented(statement: Statement) -> Judgement:
    """No deadlock without virtual channels."""
    family = statement.says["family"]
    tried: list[Size] = []
    for size in FEW:
        free, cycle = deadlock_free(family, size["k"], None)
        if not free:
            shown = f"a cycle of {len(cycle)} channels"
            return fails(
                size, "no deadlock", shown, "with two virtual channels of each link", tried, family, cycle=cycle
            )
        tried.append(size)
    return holds("argued: along a line channels lead one way, and none leads from x back to y; decided", tried)


def not_enough(statement: Statement) -> Judgement:
    """Deadlock without virtual channels from k = 3 on."""
    sizes = [size for size in FEW if size["k"] >= 3]
    for number, size in enumerate(sizes):
        if deadlock_free("oneway-torus", size["k"], None)[0]:
            return fails(size, "deadlock", "none", None, sizes[:number], "oneway-torus")
    return holds("argued: messages of two hops from each node of a ring wait for each other; decided", sizes)


def enough(statement: Statement) -> Judgement:
    """No deadlock with two virtual channels."""
    for number, size in enumerate(FEW):
        free, cycle = deadlock_free("oneway-torus", size["k"], 2)
        if not free:
            return fails(size, "no deadlock", f"a cycle of {len(cycle)} channels", None, FEW[:number], "oneway-torus")
    return holds("argued: a ring is crossed once, with other channels before and behind it; decided", FEW)


def channels(statement: Statement) -> Judgement:
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
    return compare_formula(statement.says["channels"], along, FEW, DOMAIN, 2 * K * (K - 1), because)


def behaviours(k: int) -> dict[str, list[tuple[Fraction, Fraction]]]:
    """Rate and service time of all channels of the explicit mesh by direction, in the order of their positions."""
    there: ExplicitChannels = explicit_channels("mesh", k)
    times = exact_times(channel_graph(there.flows), 2 * k, Fraction(1, 16 * k * k))
    found: dict[str, list[tuple[Fraction, Fraction]]] = {}
    for direction in "WESN":
        for x in range(k):
            for y in range(k):
                i = there.channel((x, y), direction)
                if i is not None:
                    found.setdefault(direction, []).append((there.rate(i), times.service[i]))
    return found


def mirror_classes(statement: Statement) -> Judgement:
    """East-bound channels behave as west-bound ones of the mirror image, and north-bound as south-bound ones."""
    formula = parse_formula(statement.says["classes"], ("k",))
    tried: list[Size] = []
    for k in range(2, 5):
        there = explicit_channels("mesh", k)
        times = exact_times(channel_graph(there.flows), 2 * k, Fraction(1, 16 * k * k))
        pairs = 0
        for x in range(k):
            for y in range(k):
                for (one, a), (two, b) in (
                    (((x, y), "E"), ((k - 1 - x, y), "W")),
                    (((x, y), "N"), ((x, k - 1 - y), "S")),
                ):
                    i, j = there.channel(one, a), there.channel(two, b)
                    if i is not None and j is not None:
                        pairs += 1
                        if (there.rate(i), times.service[i]) != (there.rate(j), times.service[j]):
                            return fails({"k": k}, "the same", f"{times.service[i]}, {times.service[j]}", None, tried)
        if pairs != 2 * Fraction(str(formula.evaluate({"k": k}))):
            return fails({"k": k}, formula.evaluate({"k": k}), Fraction(pairs, 2), "k*(k - 1)", tried)
        tried.append({"k": k})
    return holds("argued: mirror images of messages are as likely as the messages themselves; in exact numbers", tried)


def finest(statement: Statement, directions: str, right: str = "") -> Judgement:
    """Judge the number of different behaviours of the channels in some directions.

    Parameters
    ----------
    statement : Statement
        Statement to judge.
    directions : str
        Directions of the channels.
    right : str, default ""
        Correct number, as a formula.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
    formula = parse_formula(statement.says["classes"], ("k",))
    tried: list[Size] = []
    for k in range(2, 5):
        found = behaviours(k)
        true = len(set(found[directions[0]]) | set(found[directions[1]]))
        if true != formula.evaluate({"k": k}):
            return fails({"k": k}, formula.evaluate({"k": k}), true, right or None, tried, "mesh")
        tried.append({"k": k})
    return unknown(f"so many different behaviours at the {len(tried)} sizes computed", tried)


def columns(statement: Statement) -> Judgement:
    """Rates of y channels in all columns, and service times in different ones."""
    tried: list[Size] = []
    for k in range(3, 5):
        south = behaviours(k)["S"]
        rows = [south[row :: k - 1] for row in range(k - 1)]
        if any(len({rate for rate, _ in row}) > 1 for row in rows):
            return fails({"k": k}, "rates independent of j0", "different rates", None, tried, "mesh")
        if all(len({time for _, time in row}) == 1 for row in rows):
            return fails({"k": k}, "service times that depend on j0", "independent", None, tried, "mesh")
        tried.append({"k": k})
    return unknown("so at the sizes computed; the rates at all sizes by the lemma mesh.rate.y", tried)


def x_position(statement: Statement) -> Judgement:
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
    return compare_formula(statement.says["probability"], counted, FEW, DOMAIN, K / (K**2 - 1), because)

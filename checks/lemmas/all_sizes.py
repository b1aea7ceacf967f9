"""Deadlock verdicts for all sizes of a family: a rank that rises on every step, steps that close a cycle at some size, or a
circle of channels at every size.
"""

from collections.abc import Sequence
from dataclasses import replace

from netlemma.checks.base.inputs import InputError, nearest
from netlemma.checks.lemmas.measured_ranks import explicit_steps, routing_of
from netlemma.derive.core.domain import Size
from netlemma.derive.lemmas.deadlock_ranks import ordered
from netlemma.derive.networks.ranks.circles import CIRCLES, Circle
from netlemma.derive.networks.ranks.ordered import Ordered
from netlemma.derive.networks.ranks.smt import shortest_cycle
from netlemma.graphs import device_network
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.deadlock.verdict import DEADLOCK, FREE, DeadlockVerdict
from netlemma.graphs.routing.channel_routing import ADAPTIVE, ChannelRouting
from netlemma.graphs.routings import channel_routing

LONGEST = 12  # steps of a cycle that is looked for


def all_sizes(family: str, vcs: int | None = None, routing: str | None = None) -> DeadlockVerdict:
    """Decide whether a routing can deadlock at any size; its steps are stated as a formula.

    Parameters
    ----------
    family : str
        Name of the family.
    vcs : int or None, optional
        Virtual channels of each hop; the smallest number with a step formula if None.
    routing : str or None, optional
        Routing in words; the first one with a step formula if None.

    Returns
    -------
    DeadlockVerdict
        Verdict for all sizes of the domain.

    Raises
    ------
    InputError
        If the family, or this routing of it, has no step formula.
    ProofError
        If the proof does not re-check.

    Examples
    --------
    >>> [all_sizes("oneway-torus", vcs).verdict for vcs in (1, 2)]
    ['deadlock', 'deadlock-free']
    """
    circle = circle_of(family, vcs, routing)
    if circle is not None and not any(
        each.family == family and routing in (None, each.explicit) and vcs in (None, each.vcs) for each in ordered()
    ):
        return deadlocks_at_all_sizes(circle)
    about = chosen(family, vcs, routing)
    ends = "all ordered pairs of different nodes; " if about.vcs else ""
    scope = f"all sizes with {about.domain.describe()}; {ends}{about.about}"
    if about.rank is None:
        return _refused(about, scope)
    about.lemma().check()
    why = f"a rank rises on every step at all sizes, proved with z3: lemma {about.key}, netlemma verify {about.key} checks it again"
    return DeadlockVerdict(FREE, why, scope, None, None)


def chosen(family: str, vcs: int | None, routing: str | None) -> Ordered:
    """The routing of a family that has a step formula.

    Parameters
    ----------
    family : str
        Name of the family.
    vcs : int or None
        Virtual channels of each hop; the smallest number with a step formula if None.
    routing : str or None
        Routing in words; the first one with a step formula if None.

    Returns
    -------
    Ordered
        Steps and rank of the routing.

    Raises
    ------
    InputError
        If the family, or this routing of it, has no step formula.
    """
    of_family = [each for each in ordered() if each.family == family]
    if not of_family:
        known = list(dict.fromkeys(each.family for each in ordered()))
        raise InputError(
            f"no routing of {family!r} has its steps stated for all sizes{nearest(family, known)}; families: {', '.join(known)}"
        )
    named = [each for each in of_family if routing in (None, each.explicit)]
    if not named:
        known = list(dict.fromkeys(each.explicit for each in of_family))
        raise InputError(f"routing {routing}: for all sizes of {family} steps are stated of {' and '.join(known)}")
    wanted = vcs if vcs is not None else min(each.vcs for each in named)
    for each in named:
        if each.vcs == wanted:
            return each
    known = [f"--vcs {each.vcs}" for each in named if each.vcs] or ["no --vcs, which rings do not have"]
    raise InputError(f"--vcs {vcs}: for all sizes of {family} steps are stated with {' or '.join(sorted(known))}")


def _refused(about: Ordered, scope: str) -> DeadlockVerdict:
    """The smallest cycle that z3 finds, looked up in the explicit network, and a deadlock there."""

    waiting_cycle = shortest_cycle(about.steps, about.assumptions, LONGEST)
    if waiting_cycle is None:
        raise ArithmeticError(f"{about.key} has no rank, and no cycle of up to {LONGEST} steps")
    size, around = waiting_cycle.size, waiting_cycle.resources
    followed = explicit_steps(about, size)
    steps = {(followed.place[c], followed.place[x]) for c, x in followed.steps}
    if not all((around[i - 1], at) in steps for i, at in enumerate(around)):
        raise ArithmeticError(f"{about.key}: no packets of the network with {size} make the steps {around}")
    named = " -> ".join(f"({', '.join(map(str, at))})" for at in (*around, around[0]))
    sizes = " ".join(f"{name}={value}" for name, value in size.items())
    why = f"no rank rises at all sizes: z3 closes a cycle of steps at {sizes}, of channels ({', '.join(about.steps.letters)}): {named}"
    verdict = decide(routing_of(about, size))
    return replace(
        verdict, criterion=why, scope=f"{scope}; {about.steps.words}; the cycle and the certificate are of {sizes}"
    )


def circle_of(family: str, vcs: int | None, routing: str | None) -> Circle | None:
    """The circle that a routing of a family has on one virtual channel; None if none is known.

    Parameters
    ----------
    family : str
        Name of the family.
    vcs : int or None
        Virtual channels of each hop.
    routing : str or None
        Routing in words.

    Returns
    -------
    Circle or None
        The first that fits; none if neither the routing nor one virtual channel is asked for.

    Examples
    --------
    >>> circle_of("slim-fly", 1, None).routing, circle_of("slim-fly", 2, None)
    ('shortest', None)
    """
    if vcs not in (None, 1) or (vcs is None and routing is None):
        return None
    return next((each for each in CIRCLES if each.family == family and routing in (None, each.routing)), None)


def deadlocks_at_all_sizes(circle: Circle) -> DeadlockVerdict:
    """Check a circle, look it up in explicit networks, and show the deadlock of the smallest.

    Parameters
    ----------
    circle : Circle
        The circle.

    Returns
    -------
    DeadlockVerdict
        The verdict; its certificate is of the smallest size.

    Raises
    ------
    ProofError
        If the circle does not follow.
    ArithmeticError
        If packets of an explicit network do not take its channels.
    """
    facts = circle.check()
    made = [_explicit(circle, size) for size in circle.smallest]
    for by, size in zip(made, circle.smallest, strict=True):
        if fault := broken(by, circle.nodes(size)):
            raise ArithmeticError(f"{by.title}: {fault}")
    sizes = " ".join(f"{name}={value}" for name, value in circle.smallest[0].items())
    verdict = decide(made[0])
    if verdict.verdict != DEADLOCK:
        raise ArithmeticError(f"{made[0].title} does not deadlock")
    why = (
        f"each of some packets holds the channel that the one before needs, at all sizes with {circle.where}, by {facts} facts about "
        f"polynomials, and by the routing itself at {len(made)} sizes; one virtual channel is too few"
    )
    scope = f"all sizes with {circle.where}; {circle.about}; the certificate is of {sizes}"
    return replace(verdict, criterion=why, scope=scope)


def _explicit(circle: Circle, size: Size) -> ChannelRouting:
    return channel_routing(device_network(circle.family, **size), circle.routing, 1)


def broken(by: ChannelRouting, nodes: Sequence[tuple[int, ...]]) -> str:
    """Whether packets from each node of a circle to the second one behind it do not take both channels along it.

    Parameters
    ----------
    by : ChannelRouting
        Routing with one virtual channel.
    nodes : sequence of tuple of int
        Switches, by their labels.

    Returns
    -------
    str
        What is wrong; empty if they do, adaptive ones without another choice of the second channel.
    """
    net = by.network
    number = {net.labels(u): u for u in range(net.node_count)}
    missing = [node for node in nodes if node not in number]
    if missing or len(set(zip(nodes, [*nodes[1:], nodes[0]], strict=True))) < len(nodes):
        return f"there is no node {missing[0]}" if missing else "a channel is there twice"
    way = [number[node] for node in nodes]
    ends = set(by.ends)
    hops = {(int(u), int(v)): hop for hop, (u, v) in enumerate(zip(net.origin, net.target, strict=True))}
    end_of = {
        u: u if u in ends else next(int(v) for v in net.target[net.indptr[u] : net.indptr[u + 1]] if int(v) in ends)
        for u in way
    }
    for i, node in enumerate(way):
        between, last = way[(i + 1) % len(way)], way[(i + 2) % len(way)]
        source, goal = end_of[node], end_of[last]
        came, held, wanted = hops.get((source, node)), hops.get((node, between)), hops.get((between, last))
        (label,) = by.labels(source, goal)
        first = {c for c, _ in by.next_channels(node, came, goal, label)}
        then = {c for c, _ in by.next_channels(between, held, goal, label)} if held in first else set()
        if wanted not in then or (by.kind == ADAPTIVE and len(then) > 1):
            return f"packets from {nodes[i]} do not take the channels by way of {net.labels(between)}"
    return ""

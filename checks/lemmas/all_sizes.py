"""Deadlock verdicts for all sizes of a family: a rank that rises on every step, or steps that close a cycle at some
size.
"""

from dataclasses import replace

from checks.base.inputs import InputError, nearest
from checks.lemmas.measured_ranks import explicit_steps, routing_of
from derive.lemmas.deadlock_ranks import ordered
from derive.networks.ranks.ordered import Ordered
from derive.networks.ranks.smt import shortest_cycle
from graphs.deadlock.decide import decide
from graphs.deadlock.verdict import FREE, DeadlockVerdict

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

    found = shortest_cycle(about.steps, about.assumptions, LONGEST)
    if found is None:
        raise ArithmeticError(f"{about.key} has no rank, and no cycle of up to {LONGEST} steps")
    size, around = found.size, found.resources
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

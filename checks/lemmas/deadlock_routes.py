"""Deadlock verdicts for all sizes of a routing that rules of a definition say: the smallest sizes, then a proof."""

from dataclasses import replace

from netlemma.base.names import assignments
from netlemma.definitions import ROUTE, Definition
from netlemma.derive.definitions.factors import domain_of
from netlemma.derive.definitions.route_proofs import route_proof
from netlemma.derive.networks.ranks.rank_proofs import QUANTITY
from netlemma.errors import InputError
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.deadlock.verdict import DEADLOCK, FREE, UNKNOWN, DeadlockVerdict
from netlemma.graphs.families import families
from netlemma.graphs.routings import channel_routing


def named(definition: Definition, routing: str | None, vcs: int | None) -> str:
    """The routing of a definition that is meant: the one without a name, or the only one, if none is named."""
    known = list(definition.routings)
    if not known:
        raise InputError(
            f"{definition.name} has no routing of its own to decide for all sizes: write its rules as lines of "
            "route in the definition, or give sizes"
        )
    name = routing or (known[0] if len(known) == 1 else ROUTE)
    if name not in known:
        what = f"routing {routing}" if routing else f"{definition.name} has several routings"
        raise InputError(f"{what}: for all sizes of {definition.name} `routing` is {' or '.join(known)}")
    if vcs is not None:
        raise InputError(f"`vcs={vcs}`: the rules of routing {name} say the virtual channels of packets")
    return name


def all_sizes_of_route(definition: Definition, routing: str | None, vcs: int | None) -> DeadlockVerdict:
    """Decide whether a routing of a definition can deadlock at any size.

    Raises
    ------
    DefinitionError
        If packets of one of the smallest sizes are not brought to their destination, with two nodes.
    """
    name = named(definition, routing, vcs)
    family = families()[definition.name]
    decided = []
    domain = domain_of(definition).describe()
    scope = f"all sizes{f' with {domain}' if domain else ''}; all ordered pairs of different ends; the first rule of {name} that applies"
    for sizes in family.default_sizes:
        verdict = decide(channel_routing(family.build(**sizes), name))
        at = assignments(sizes)
        if verdict.verdict == DEADLOCK:
            why = f"packets wait for one another at {at}, the smallest size that does: {verdict.criterion}"
            return replace(verdict, criterion=why, scope=f"{scope}; the cycle and the certificate are of {at}")
        decided.append(at or "its only size")
    proof = route_proof(definition, name)
    if proof.rank is None:
        without = f"{proof.missing}; deadlock-free at {', '.join(decided)}"
        return DeadlockVerdict(UNKNOWN, without, scope, None, None)
    arrives, rank = "; ".join(proof.arrives), "; ".join(part.words for part in proof.rank) or "that of all channels"
    why = (
        f"a rank rises on every step at all sizes, proved with z3: {rank}; packets arrive: {arrives}; lemma "
        f"{definition.name}.{QUANTITY}.{name}, which netlemma derive {definition.source} {QUANTITY}.{name} shows"
    )
    return DeadlockVerdict(FREE, why, scope, None, None)

"""Judges of statements on the numbers of virtual channels that routings need."""

from collections.abc import Iterator
from fractions import Fraction

from netlemma.checks.claims.judgement import ClaimedValue, stated_number
from netlemma.checks.claims.statements.formulas import by_cases
from netlemma.checks.claims.statements.topologies import networks_of
from netlemma.derive.core.claim import Reading
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.deadlock.fewest_channels import fewest_channels
from netlemma.graphs.deadlock.verdict import FREE
from netlemma.graphs.routing.channel_routing import ChannelChoice, ChannelRouting, Label
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.routings import routing as routing_of
from netlemma.graphs.topology.structure import Network

ANY_ORDER = "any"


@by_cases
def fewest(reading: Reading, family: str, routing: str, sizes: str, order: str = "") -> Iterator[ClaimedValue]:
    """The fewest virtual channels on which a routing is free of deadlock are ``says.vcs``: those of the routing in its own words,
    or, with ``order`` = "any", the fewest in whichever order its routes may rise.
    """
    said = stated_number(reading.says["vcs"])
    for size, net in networks_of(family, sizes):
        if order == ANY_ORDER:
            found = fewest_channels(net, routing).fewest_vcs
            assert found is not None
            known, told = found["suffices"] == found["necessary"], {"suffices": found["routing"], "fewer": found["why"]}
            yield ClaimedValue(size, said, found["suffices"], same=None if known else False, told=told)
            continue
        verdicts: list[str] = []
        while not verdicts or verdicts[-1] != FREE:
            verdicts.append(decide(routing_of(net, routing, vcs=len(verdicts) + 1)).verdict)
        yield ClaimedValue(size, said, len(verdicts), told={"verdicts": "; ".join(verdicts)})


def by_phases(net: Network, nonminimal: bool) -> ChannelRouting:
    """BookSim's routing of a dragonfly, with the phase of a packet as its virtual channel.

    Minimally, phase 0 becomes 1 on the link between groups. ``ugal`` begins in phase 0 towards a switch of another group than that of
    the source, its label, in phase 1 on the minimal way (no label), and in phase 2 within a group; at the switch of the label phase
    1 begins, and on a link between groups phase 1 becomes 2.
    """
    near, group = channel_routing(net, "minimal").next_channels, [net.labels(node)[0] for node in range(net.node_count)]
    lanes = 3 if nonminimal else 2
    switches = [node for node in range(net.node_count) if net.forwarding[node]]

    def labels(source: int, destination: int) -> list[Label]:
        others = [node for node in switches if group[node] != group[source]]
        return [None, *(others if nonminimal and group[source] != group[destination] else [])]

    def next_channels(node: int, came_by: int | None, destination: int, label: Label) -> list[ChannelChoice]:
        if came_by is not None and net.forwarding[net.origin[came_by // lanes]]:
            phase = came_by % lanes
        else:
            phase = (2 if group[node] == group[destination] else int(label is None)) if nonminimal else 0
        if nonminimal and phase == 0 and node == label:
            phase = 1
        towards = label if nonminimal and phase == 0 and isinstance(label, int) else destination
        ((hop, _),) = near(node, None, towards, None)
        across = group[int(net.target[hop])] != group[node]
        phase = lanes - 1 if across and phase == lanes - 2 else phase
        return [(hop * lanes + (phase if net.forwarding[node] else 0), Fraction(1))]

    return ChannelRouting("by phases", net, "oblivious", next_channels, lanes, labels=labels, terminals=net.terminals)


@by_cases
def phases(reading: Reading, sizes: str, nonminimal: bool) -> Iterator[ClaimedValue]:
    """Whether BookSim's routing of a dragonfly is free of deadlock with its phases as virtual channels."""
    for size, net in networks_of("dragonfly", sizes):
        found = decide(by_phases(net, nonminimal))
        cycle = list(found.cycle or ())
        true = f"{len(cycle)} packets wait for one another" if cycle else found.verdict
        yield ClaimedValue(
            size, reading.says["verdict"], true, same=found.verdict == reading.says["verdict"], told={"cycle": cycle}
        )

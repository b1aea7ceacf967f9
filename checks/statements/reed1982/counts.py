"""How many nodes, devices and connections the networks have: counted, and by a reason that covers all sizes."""

from __future__ import annotations

from checks.class_lemmas import NetworkLemmas, network_lemmas
from checks.evidence import compare, together
from checks.judgement import Judge, Judgement
from checks.measured import network_of
from derive.lemma import Size, Statement

LARGEST = 600  # nodes of the networks that are counted
COUNTED = 12  # sizes


def lemmas_of(family: str) -> NetworkLemmas:
    """The lemmas of a family that has them. :raises LookupError: if it has none"""
    found = network_lemmas(family)
    if found is None:
        raise LookupError(f"{family} has no lemmas on all of its classes")
    return found


def sizes_of(family: str, most: int = COUNTED) -> list[dict[str, int]]:
    """The smallest sizes of a family, the smallest first."""
    found = lemmas_of(family).distance
    return list(found.domain.sizes(most, lambda size: found.definition.nodes(size) <= LARGEST))


def devices(family: str) -> Judge:
    """Judge the numbers of nodes and devices: ``says`` has a formula for ``nodes`` and for each class."""

    def judge(statement: Statement) -> Judgement:
        found = lemmas_of(family)
        symbolic = {"nodes": found.nodes(), **{each.name: found.devices(each) for each in found.classes}}
        because = f"the number that the definition of the {found.strength} lemmas of {family} divides by"

        def part(what: str, printed: str) -> Judgement:
            def counted(size: Size) -> int:
                net = network_of(family, tuple(size.items()))
                return net.node_count if what == "nodes" else dict(net.classes)[what]

            return compare(printed, counted, sizes_of(family), found.distance.domain, symbolic[what], because)

        return together(*(part(what, printed) for what, printed in statement.says.items()))

    return judge


JUDGES = {"ring.devices": devices("ring")}

"""Families by use: each has one, and networks under two names are the same network."""

import pytest

from netlemma.graphs import families, measure, network
from netlemma.reporting.uses import NAMED, OTHERS, SAME, USES, by_use


def test_each_family_has_one_use_and_named_graphs_are_last():
    listed = [family for members in USES.values() for family in members]
    assert sorted(listed) == sorted(families()) and list(USES)[-1] == NAMED
    assert OTHERS not in [use for use, _ in by_use(families(), str)]
    assert len(names := [name for members in USES.values() for name in members.values()]) == len(set(names))


@pytest.mark.parametrize("name, size", [("toroid", {"w": 3, "D": 3}), ("cycle", {"n": 7}), ("rook", {"n": 4})])
def test_two_names_are_those_of_one_network(name, size):
    same = SAME[name]
    there = {letter: int(size.get(ours, ours)) for letter, ours in same.size.items()}
    one, other = (measure(network(*each[:1], **each[1])).as_json() for each in ((name, size), (same.family, there)))
    assert [one[fact] for fact in ("nodes", "mean_distance", "diameter")] == [
        other[fact] for fact in ("nodes", "mean_distance", "diameter")
    ]

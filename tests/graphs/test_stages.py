"""Multistage networks of one-way links: followed by digits, and by the textbook's values."""

from collections import deque
from fractions import Fraction

import pytest

import netlemma as nl
from netlemma.graphs import network
from netlemma.graphs.topology.symmetry import orbits

NAMES = ("butterfly", "omega", "baseline")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("k", "n"), [(2, 1), (3, 1), (2, 3), (3, 2), (2, 4)])
def test_one_way_leads_from_every_terminal_to_every_terminal(name: str, k: int, n: int) -> None:
    net = network(name, k=k, n=n)
    heads = [net.target[net.indptr[u] : net.indptr[u + 1]].tolist() for u in range(net.node_count)]
    for source in net.ends:
        ways = {source: 1}
        border = deque([source])
        while border:
            u = border.popleft()
            for v in heads[u] if u == source or u not in net.ends else ():
                if v not in ways:
                    ways[v] = 0
                    border.append(v)
                if v != source:
                    ways[v] += ways[u]
        assert all(ways[end] == 1 for end in net.ends if end != source)


@pytest.mark.parametrize("name", NAMES)
def test_sixteen_terminals_and_four_stages_of_eight_switches(name: str) -> None:
    net = network(name, k=2, n=4)
    stage = [net.labels(u)[0] for u in range(net.node_count) if u not in net.ends]
    assert len(net.ends) == 16 and [stage.count(i) for i in range(4)] == [8] * 4
    found = nl.measure(net)
    assert (found.mean_distance, found.diameter) == (5, 5)


def test_the_butterfly_sets_digit_after_digit() -> None:
    net = network("butterfly", k=3, n=3)
    first = net.node_count - len(net.ends)
    at = first + 5  # from 012 to 221
    way = []
    for stage, number in enumerate([0, 0, 0]):
        at = int(net.target[net.indptr[at]]) if stage == 0 else at
        way.append(net.labels(at))
        digit = (2, 2, 1)[stage] + number
        word = [way[-1][1] // 3, way[-1][1] % 3]
        wire = [*word[:stage], digit, *word[stage:]]
        after = [wire[i] for i in range(3) if i != stage + 1]
        goal = (stage + 1, after[0] * 3 + after[1]) if stage < 2 else (3, wire[0] * 9 + wire[1] * 3 + wire[2])
        heads = {net.labels(int(v)): int(v) for v in net.target[net.indptr[at] : net.indptr[at + 1]]}
        assert goal in heads
        at = heads[goal]
    assert net.labels(at) == (3, 2 * 9 + 2 * 3 + 1)


@pytest.mark.parametrize(("name", "load"), [("butterfly", "1"), ("omega", "1"), ("baseline", "8/7")])
def test_uniform_traffic_loads_them_by_pairs_of_a_terminal_with_itself(name: str, load: str) -> None:
    assert str(nl.measure(name, k=2, n=3, traffic="uniform").largest) == load


@pytest.mark.parametrize(("m", "n", "r"), [(1, 1, 2), (3, 2, 4), (2, 4, 3)])
def test_three_stages_of_clos_are_those_of_the_definition(m: int, n: int, r: int) -> None:
    net = network("clos", m=m, n=n, r=r)
    hops = {(net.labels(int(u)), net.labels(int(v))) for u, v in zip(net.origin, net.target, strict=True)}
    wanted = {((3, t), (0, t // n)) for t in range(n * r)} | {((2, t // n), (3, t)) for t in range(n * r)}
    wanted |= {((0, i), (1, j)) for i in range(r) for j in range(m)} | {
        ((1, j), (2, i)) for i in range(r) for j in range(m)
    }
    assert hops == wanted and net.hop_count == len(wanted) == 2 * r * (m + n)
    assert [net.labels(end) for end in net.ends] == [(3, t) for t in range(n * r)]
    assert orbits(net).weights == [n * r]  # all terminals are alike
    found = nl.measure(net, traffic="uniform")
    assert (found.mean_hops, found.largest) == (4, max(Fraction(1), Fraction(n, m)))

"""Worst cases and averages whose channels workers share, against those of one process."""

import networkx
import pytest

import netlemma as nl
from netlemma.errors import InputError, WorkerError
from netlemma.graphs.sources import source
from netlemma.graphs.sources.place import place_of
from netlemma.graphs.traffic.worst.shares import Sharing, over_channels

CASES = [
    (("mesh", {"k": 3, "n": 2}), "dimension-order"),
    (("ring(w)^D", {"w": 4, "D": 2}), "dimension-order ties=plus"),
    (("links.csv", {}), "up-down root=1"),
    (("my.py:wheel", {"n": 6}), "shortest"),
]


@pytest.fixture(autouse=True)
def files(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "links.csv").write_text("from,to\na,b\nb,c\nc,d\nd,a\na,c\n")
    (tmp_path / "my.py").write_text("import networkx\ndef wheel(n):\n    return networkx.wheel_graph(n)\n")


@pytest.mark.parametrize("network, routing", CASES)
@pytest.mark.parametrize("average", [None, 9])
def test_results_do_not_depend_on_the_parts(network, routing, average, monkeypatch):
    named, sizes = network
    alone = nl.worst_case(named, routing, average=average, **sizes).as_json()
    monkeypatch.setattr("netlemma.graphs.traffic.worst.shares.PARTS", 5)
    assert nl.worst_case(named, routing, average=average, workers=1, **sizes).as_json() == alone


@pytest.mark.in_turn
def test_processes_share_the_channels():
    alone = nl.worst_case("mesh", "o1turn", k=4, n=2).as_json()
    assert nl.worst_case("mesh", "o1turn", workers=2, k=4, n=2).as_json() == alone


def test_the_scope_goes_along():
    for name, sizes in (
        ("hyperx", {"S": (2, 3), "T": 1}),
        ("dragonfly", {"p": 1, "a": 2, "h": 1, "arrangement": "palmtree"}),
    ):
        alone = nl.worst_case(name, "shortest", scope="all", **sizes).as_json()
        assert nl.worst_case(name, "shortest", scope="all", workers=1, **sizes).as_json() == alone
        assert alone != nl.worst_case(name, "shortest", **sizes).as_json()


def test_parts_come_in_order_and_hold_every_channel(monkeypatch):
    named = source("ring")
    routing = nl.routing("ring", "dimension-order", K=5)
    for workers in (1, 3, 8):
        parts = over_channels(_numbers, routing, range(10), "x", sharing=Sharing(place_of(named, routing), workers))
        assert [each for part in parts for each in part] == [(number, "x", "ring K=5") for number in range(10)]
        if workers == 1:
            monkeypatch.setattr(
                "netlemma.graphs.traffic.worst.shares.fan_out", lambda work, keys, *_: map(work, [*keys][::-1])
            )


def _numbers(routing, channels, word, progress):
    return [(channel, word, routing.network.title) for channel in channels]


def test_what_workers_cannot_find_is_refused():
    with pytest.raises(WorkerError, match="has no name by which workers find it"):
        nl.worst_case(networkx.cycle_graph(4), "shortest", workers=1)
    with pytest.raises(WorkerError, match="workers=0: 1 to 1024 processes"):
        nl.worst_case("ring", "shortest", workers=0, K=4)
    with pytest.raises(InputError, match="`optimal` has one program"):
        nl.worst_case("ring", optimal=True, workers=2, K=4)
    made = nl.routing("ring", "shortest", K=4)
    assert nl.worst_case("ring", "shortest", workers=1, K=4).gamma == nl.worst_case(made.network, made).gamma

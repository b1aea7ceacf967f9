"""Watched channels: by hand, and against the latencies of the fast simulator."""

from functools import partial

import numpy as np
import pytest

from netlemma.graphs import network
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.simulate import SimulationOptions, simulate
from netlemma.graphs.simulate.layouts.layout import layout
from netlemma.graphs.simulate.messages import written

from .channel_times import _Watched, channel_times

options = partial(SimulationOptions, load=0.01)


def watched(rows: list[tuple[int, int, int]], flits: int) -> _Watched:
    where = layout(channel_routing(network("mesh", k=3, n=1), "dimension-order"))
    messages = written(rows)
    found = _Watched(where, options(flits=flits), messages, 0)
    found.advance(messages, 1000)
    return found


def test_two_worms_by_hand() -> None:
    """Nodes 0 and 1 send to 2 at once: the channel from 1 to 2 is wanted by 1 a cycle before 0."""
    found = watched([(10, 0, 2), (10, 1, 2)], 6)
    names = [found.where.name(c) for c in range(found.where.channels)]
    sums = {name: found.sums[:, i].tolist() for i, name in enumerate(names)}
    assert sums["(1)->(2)"] == [2, 12, 72, 5]  # free 6 cycles after the first header, 5 after the second could cross
    assert sums["(0)->(1)"] == [1, 11, 121, 0] and sums["injection at (0)"] == [1, 11, 121, 0]
    assert sums["injection at (1)"] == [1, 6, 36, 0] and sums["ejection at (2)"] == [2, 12, 72, 0]
    assert found.delivered.tolist() == [10 + 6 + 3 + 5, 10 + 6 + 2]


@pytest.mark.in_turn
@pytest.mark.parametrize("k", [2, 3, 4])
def test_waits_add_up_to_the_latency(k: int) -> None:
    """Latency is flits + channels - 1 and all waits of the header, since behind it nothing is held up."""
    routing = channel_routing(network("mesh", k=k, n=2), "dimension-order")
    flits, load, cycles = 8, 0.02, 4000
    seen = channel_times(routing, flits, load, cycles)
    worms = int(seen.worms[[seen.where.is_ejection(c) for c in range(seen.where.channels)]].sum())
    crossed = int(seen.worms.sum())
    waits = float(np.nansum(seen.waited * seen.worms))
    fast = simulate(routing, flits=flits, load=load, cycles=cycles)
    assert fast.messages == worms
    assert fast.latency == pytest.approx(flits - 1 + (crossed + waits) / worms)


def test_an_undisturbed_worm_holds_each_channel_for_its_length() -> None:
    seen = channel_times(channel_routing(network("mesh", k=3, n=2), "dimension-order"), 7, 1e-4, 20000)
    held = seen.held[seen.worms > 0]
    assert np.median(held) == 7 and held.min() == 7 and (seen.waited[seen.worms > 0] >= 0).all()

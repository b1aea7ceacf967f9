"""Adaptive worms: the compiled simulator against the plain one, by hand, and deadlock where the theory says so and only there."""

import random
from dataclasses import replace
from functools import partial
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from netlemma.graphs import network
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.routings import routing as routing_of
from netlemma.graphs.simulate import SimulationOptions, simulate
from netlemma.graphs.simulate.deadlock import knot, never_moving
from netlemma.graphs.simulate.engines.flits import FlitSimulator
from netlemma.graphs.simulate.engines.worms import WormSimulator
from netlemma.graphs.simulate.kernels.worm_kernel import draw
from netlemma.graphs.simulate.layouts.layout import layout
from netlemma.graphs.simulate.messages import ModulatedSources, Modulation, PoissonSources, written

options = partial(SimulationOptions, load=0.01)

ENGINES = (FlitSimulator, WormSimulator)
RUNS = 50
UNTIL = 240
WINDOW = (50, 200)


def drawn_routing(draw, stuck):
    if stuck:  # most likely
        return channel_routing(
            network("oneway-torus", k=draw.randint(3, 5), n=draw.randint(1, 2)), "shortest-adaptive", 1
        )
    kind = draw.choice(["oneway-torus", "oneway-torus", "toroid", "toroid", "hypercube", "mesh", "other"])
    if kind == "oneway-torus":
        net, vcs = network("oneway-torus", k=draw.randint(2, 4), n=draw.randint(1, 2)), draw.choice([3, 3, 4, 5])
    elif kind == "toroid":
        net, vcs = network("toroid", w=draw.randint(2, 5), D=draw.randint(1, 2)), draw.choice([3, 3, 4, 5])
    elif kind == "hypercube":
        net, vcs = network("hypercube", n=draw.randint(1, 3)), draw.choice([2, 3, 4])
    elif kind == "mesh":
        net, vcs = network("mesh", k=draw.randint(2, 4), n=2), draw.choice([2, 3])
    else:
        name = draw.choice(["west-first", "odd-even", "up-down-adaptive", "shortest-adaptive"])
        mesh = network("mesh", k=3, n=2) if name in ("west-first", "odd-even") else network("line(3) x ring(4)")
        return channel_routing(mesh, name, draw.choice([1, 2]))
    if draw.random() < 0.4:
        return channel_routing(net, "shortest-adaptive", draw.choice([1, 1, 2]))
    rule = (
        draw.choice(["duato", "duato", "duato", "duato rule=dateline"])
        if kind in ("oneway-torus", "toroid")
        else "duato"
    )
    return routing_of(net, rule, vcs=vcs)


def drawn(seed, stuck=False):
    """A random network with its routing, settings and messages; loads from light to far beyond saturation."""
    draw = random.Random(seed)
    routing = drawn_routing(draw, stuck)
    settings = options(
        flits=draw.choice([1, 2, 3, 5, 8, 13, 20]), buffers=draw.choice([1, 2, 2, 2, 3, 4, 6]), ejection=draw.choice(["ideal", "single"]),
        vc_rule=draw.choice(["shared", "shared", "private"]), injection_vcs=draw.choice([1, 2, 3]), reuse=draw.choice(["empty", "empty", "tail"]),
        selection=draw.choice(["random", "random", "first"]), waiting=draw.choice(["any", "escape"]) if routing.escape else "any", seed=seed,
    )  # fmt: skip
    where = layout(routing, settings.injection_vcs)
    load = draw.choice([0.2, 0.6, 1.2, 1.8, 3.0]) / settings.flits / max(1, where.ends**0.5)
    sources = PoissonSources(where.ends, load, seed)
    if draw.random() < 0.5:
        modulation = Modulation(10 ** draw.uniform(-2, 0), 10 ** draw.uniform(-2, 0), draw.choice([0, 0, 0.3]))
        sources = ModulatedSources(where.ends, load, seed, modulation)
    return where, settings, sources.between(0, 2 * UNTIL // 3)


def until(simulator, time):
    """When each message has entered and was delivered, -1 for those not delivered by then."""
    return [np.where(each <= time, each, -1).tolist() for each in (simulator.started, simulator.delivered)]


def compared(where, settings, messages, other=None):
    """Both simulators, and whether they agree up to where the first one stopped."""
    plain, fast = FlitSimulator(where, settings, WINDOW), WormSimulator(where, other or settings, WINDOW)
    for each in (plain, fast):
        each.advance(messages, UNTIL)
    time = min(plain.now, fast.now) - 1
    same = until(plain, time) == until(fast, time) and (plain.deadlock is None) == (fast.deadlock is None)
    if plain.deadlock is None and settings.vc_rule == "shared":
        same = same and plain.busy == fast.busy
    return plain, fast, same


def is_safe(where, settings):
    """Whether Duato's theorem says that worms come to no deadlock."""
    return (
        where.routing.name == "duato" and where.routing.options.get("rule") != "dateline" and settings.reuse == "empty"
    )


def compare_runs(seeds, stuck=False):
    safe = deadlocks = messages = bursts = 0
    for seed in seeds:
        where, settings, sent = drawn(seed, stuck)
        plain, fast, same = compared(where, settings, sent)
        assert same, f"seed {seed}: {where.routing.title}, {settings}"
        if plain.deadlock:
            deadlocks += 1
            assert not is_safe(where, settings), f"seed {seed}: {where.routing.title}, {settings}"
            check_stuck(where, settings, sent, fast)
        elif len(sent) < 400:  # nobody waits for ever whom neither engine calls stuck
            fast.advance(sent, 40 * UNTIL)
            assert fast.deadlock or (fast.delivered >= 0).all(), f"seed {seed}: {where.routing.title}, {settings}"
            assert not (fast.deadlock and is_safe(where, settings))
        safe += is_safe(where, settings)
        messages += int((plain.delivered >= 0).sum())
        bursts += len(set(sent.cycle.tolist())) < len(sent)
    return safe, deadlocks, messages, bursts


def check_stuck(where, settings, sent, fast):
    """The plain engine never moves the worms that the fast one calls stuck, though it goes on with the others."""
    plain = FlitSimulator(where, settings)
    plain._look_for_deadlock = lambda movable: None
    plain.advance(sent, fast.now)
    stuck = {worm.message for worm in fast.deadlock.worms}
    crossed = {message: list(plain.crossed[message]) for message in stuck}
    for worm in fast.deadlock.worms:
        assert set(worm.blocked_by) <= stuck and worm.blocked_by
        way = zip(
            plain.way[worm.message], plain.crossed[worm.message], strict=True
        )  # not what it has got and not crossed
        assert list(worm.holds) == [c for c, flits in way if flits and plain.holds(worm.message, c)]
        for channel in worm.waits_for:
            assert plain.owner[channel] in stuck | {worm.message} or worm.blocked_by
    plain.advance(sent, fast.now + UNTIL)
    assert crossed == {message: list(plain.crossed[message]) for message in stuck}


@pytest.mark.in_turn
def test_both_engines_deliver_every_adaptive_worm_at_the_same_time():
    safe, deadlocks, messages, bursts = compare_runs(range(RUNS))
    assert safe > RUNS / 5 and deadlocks > 0 and messages > 20 * RUNS and bursts > RUNS / 2


@pytest.mark.in_turn
def test_both_engines_find_the_same_worms_stuck():
    _, deadlocks, messages, _ = compare_runs(range(16), stuck=True)
    assert deadlocks > 4 and messages > 150


@pytest.mark.long
@pytest.mark.parametrize("first", range(1000, 4000, 750))
def test_both_engines_agree_on_many_more_adaptive_runs(first):
    safe, deadlocks, _, _ = compare_runs(range(first, first + 750))
    assert safe > 150 and deadlocks > 37


TORUS = channel_routing(network("oneway-torus", k=4, n=2), "duato", 3)


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "other",
    [
        {"buffers": 3}, {"flits": 7}, {"ejection": "single"}, {"vc_rule": "private"}, {"reuse": "tail"}, {"selection": "first"},
        {"waiting": "escape"}, {"seed": 2},
    ],
    ids=str,
)  # fmt: skip
def test_the_comparison_sees_other_settings(other):
    where, settings = layout(TORUS), options(flits=8, injection_vcs=3, reuse="empty")
    messages = PoissonSources(16, 0.06, 1).between(0, 60)
    assert compared(where, settings, messages)[2]
    assert not compared(where, settings, messages, replace(settings, **other))[2]


@pytest.mark.parametrize("reuse", ["tail", "empty"])
def test_a_deterministic_routing_called_adaptive_gives_the_same(reuse):
    """One choice at every place: first come, first served is the same rule."""
    for net, vcs in ((network("oneway-torus", k=4, n=2), 2), (network("mesh", k=4, n=2), 1)):
        routing = channel_routing(net, "dimension-order", vcs)
        messages = PoissonSources(16, 0.03, 1).between(0, 2000)
        found = []
        for each in (routing, replace(routing, kind="adaptive")):
            run = WormSimulator(layout(each, 1), options(flits=9, ejection="single", reuse=reuse))
            run.advance(messages, 3000)
            found.append((run.delivered.tolist(), run.started.tolist()))
        assert found[0] == found[1] and max(found[0][0]) > 2000


@pytest.mark.parametrize("engine", ENGINES)
def test_a_header_goes_around_a_busy_channel(engine):
    """Both from one corner of a square to the other, 4 flits and 4 channels: the second one takes the other way, or waits
    until the tail of the first has crossed the channel, 4 cycles later."""
    net, rows = network("mesh", k=2, n=2), [(1, 0, 3), (1, 0, 3)]
    settings = options(flits=4, vc_rule="private", injection_vcs=2)
    for name, want in (("shortest-adaptive", [8, 8]), ("dimension-order", [8, 12])):
        run = engine(layout(channel_routing(net, name), 2), settings)
        run.advance(written(rows), 100)
        assert run.delivered.tolist() == want


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "waiting, reuse, want", [("any", "empty", 12), ("escape", "empty", 13), ("any", "tail", 11), ("escape", "tail", 12)]
)
def test_waiting_for_any_channel_or_for_escape_by_hand(engine, waiting, reuse, want):
    """Three of 4 flits over one link: the first gets the adaptive channel in cycle 2, the second the escape channel in cycle 3. The
    third may cross after the tail of the one or the other, which crosses 3 cycles later and leaves the buffer in the next."""
    where = layout(channel_routing(network("oneway-torus", k=4, n=1), "duato", 3))
    run = engine(where, options(flits=4, vc_rule="private", injection_vcs=3, reuse=reuse, waiting=waiting))
    run.advance(written([(1, 0, 1), (2, 0, 1), (3, 0, 1)]), 100)
    assert run.delivered.tolist() == [7, 8, want]


@pytest.mark.in_turn
def test_selections_are_even_and_independent_of_each_other():
    for count in (2, 3, 7):
        for values in (
            [draw(1, m, 2, 30, count) for m in range(7000)], [draw(1, 5, 2, c, count) for c in range(7000)],
            [draw(s, 5, 2, 30, count) for s in range(7000)],
        ):  # fmt: skip
            seen = np.bincount(values, minlength=count)
            assert len(seen) == count and (abs(seen - 7000 / count) < 4 * (7000 / count) ** 0.5).all()
            pairs = np.bincount(np.array(values[1:]) * count + values[:-1], minlength=count**2)
            assert (abs(pairs - 7000 / count**2) < 5 * (7000 / count**2) ** 0.5).all()


def test_without_escape_channels_worms_are_stuck_on_a_torus():
    for engine in ("fast", "reference"):
        found = simulate(
            "oneway-torus", "shortest-adaptive", k=4, flits=20, load=0.02, cycles=3000, seed=2, engine=engine
        )
        assert found.state == "deadlock" and found.latency is None
        worms = {worm.message: worm for worm in found.deadlock.worms}
        for worm in worms.values():
            held = {channel for other in worm.blocked_by for channel in worms[other].holds}
            assert set(worm.waits_for) <= held
        told = found.as_json()["deadlock"]["worms"]
        assert any(len(worm["waits_for"]) == 2 for worm in told) and all(
            "->" in c for worm in told for c in worm["waits_for"]
        )


def test_escape_channels_help_only_if_buffers_are_emptied_before_another_worm_comes():
    """A header behind the end of another worm cannot take its escape channel: Duato's theorem supposes that there is none."""
    states = {"tail": set(), "empty": set()}
    for reuse, seen in states.items():
        for seed in range(6):
            options = {"k": 4, "flits": 4, "load": 0.1, "cycles": 3000, "vcs": 3, "seed": seed}
            seen.add(simulate("oneway-torus", "duato", reuse=reuse, **options).state)
    assert "deadlock" in states["tail"] and "deadlock" not in states["empty"]


@pytest.mark.in_turn
@pytest.mark.parametrize("waiting", ["any", "escape"])
@pytest.mark.parametrize(
    "family, sizes, vcs",
    [("oneway-torus", {"k": 4, "n": 2}, 3), ("toroid", {"w": 5, "D": 2}, 3), ("hypercube", {"n": 4}, 2)],
)
def test_duato_never_deadlocks_beyond_saturation(waiting, family, sizes, vcs):
    for flits, buffers in ((1, 1), (3, 4), (20, 2)):
        options = {
            "flits": flits,
            "buffers": buffers,
            "vcs": vcs,
            "waiting": waiting,
            "load": 3 / flits,
            "cycles": 4000,
        }
        assert simulate(family, "duato", **sizes, **options).state == "unstable"


@given(st.dictionaries(st.integers(0, 7), st.lists(st.integers(0, 8), min_size=1, max_size=3), max_size=8))
def test_worms_that_never_move_by_going_through_all_sets(blocked_by):
    def closed(worms):
        return all(set(blocked_by[worm]) <= set(worms) for worm in worms)

    subsets = [c for size in range(len(blocked_by) + 1) for c in combinations(sorted(blocked_by), size) if closed(c)]
    stuck = never_moving(blocked_by)
    assert set(stuck) == set().union(*subsets)
    least = min((len(c) for c in subsets if c), default=0)
    found = knot(stuck)
    assert len(found) == least and closed(found)


@pytest.mark.in_turn
def test_both_engines_give_the_same_result():
    for more in (
        {},
        {"waiting": "escape", "sources": "mmpp sigma1=0.02 sigma2=0.03 ratio=0.1"},
        {"vc_rule": "private"},
    ):
        options = {"w": 4, "D": 2, "flits": 6, "load": 0.02, "cycles": 1000, "seed": 4, "vcs": 3, **more}
        one, other = (simulate("toroid", "duato", engine=name, **options).as_json() for name in ("fast", "reference"))
        assert one.pop("engine") == "fast" and other.pop("engine") == "reference" and one == other
        assert one["state"] == "stable" and one["latency"] == pytest.approx(one["network_latency"] + one["source_wait"])
        assert one["reuse"] == "empty" and one["injection_vcs"] == 3
        assert one["multiplexing"] is None if more.get("vc_rule") else 1 < one["multiplexing"] < 3


def test_latency_without_load_is_that_of_a_worm_alone():
    """flits + hops + 1, over all pairs of nodes with the same weight; nobody waits at its source."""
    found = simulate("oneway-torus", "duato", k=3, n=2, flits=10, load=1e-5, cycles=2_000_000, vcs=3)
    assert abs(found.latency - (10 + 1 + 2 * 1 * 9 / 8)) < 2 * found.half_width
    assert found.source_wait < 0.01 and found.multiplexing < 1.01


def test_links_are_multiplexed_as_counted_by_hand():
    """Two worms of 4 flits over one link by two channels in use: alone for 2 cycles, together, and alone again."""
    where = layout(channel_routing(network("oneway-torus", k=4, n=1), "duato", 3))
    for engine in ENGINES:
        run = engine(where, options(flits=4, vc_rule="shared", injection_vcs=1, reuse="empty"), (0, 100))
        run.advance(written([(1, 0, 1)]), 100)
        assert run.busy == (5, 5)  # got in cycle 2; the tail crosses in 5 and leaves the buffer in 6


@pytest.mark.parametrize(
    "wrong, says",
    [
        ({"vcs": 2}, "vcs=2"), ({"selection": "best"}, "it is random or first"), ({"waiting": "all"}, "it is any or escape"),
        ({"reuse": "full"}, "it is tail or empty"), ({"injection_vcs": 0}, "injection_vcs=0"),
        ({"routing": "shortest-adaptive", "waiting": "escape"}, "no escape channels"), ({"routing": "duato escape=x"}, "escape"),
        ({"sources": "mmpp"}, "lack sigma1"), ({"sources": "bursty"}, "sources are poisson, or mmpp"),
    ],
)  # fmt: skip
def test_bad_input_is_refused_in_one_line(wrong, says):
    with pytest.raises(ValueError, match=says) as refused:
        simulate("oneway-torus", k=4, **{"flits": 8, "load": 0.01, "routing": "duato", **wrong})
    assert "\n" not in str(refused.value)


def test_a_hypercube_needs_two_virtual_channels():
    with pytest.raises(ValueError, match="vcs=1"):
        simulate("hypercube", "duato", n=3, vcs=1, flits=8, load=0.01)

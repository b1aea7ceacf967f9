"""Utilisations, throughputs, worst cases and bounds of networks with capacities against a plain count with NetworkX."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise, permutations
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import netlemma as nl
from netlemma.base.remarks import Remark
from netlemma.errors import FormatError, InputError, SimulationError
from netlemma.graphs.simulate.arrivals import sources_in_words
from netlemma.graphs.simulate.layouts.layout import layout
from netlemma.graphs.simulate.messages import pairs_of, written
from netlemma.graphs.simulate.options import SimulationOptions
from netlemma.graphs.simulate.simulation import ENGINES
from netlemma.graphs.traffic.named import traffic

FABRICS = Path(__file__).parents[1] / "data" / "infiniband"
RATES = st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(2), Fraction(5)])
RING = "from,to,capacity\na,b,1\nb,c,2\nc,d,2\nd,e,2\ne,a,1\n"


def plain_loads(graph, ends):
    """Load of each arc when every end sends one message to the others, every shortest path equally likely."""
    loads = dict.fromkeys([arc for edge in graph.edges for arc in (edge, edge[::-1])], Fraction(0))
    for source, goal in permutations(ends, 2):
        ways = list(nx.all_shortest_paths(graph, source, goal))
        for way in ways:
            for arc in pairwise(way):
                loads[arc] += Fraction(1, len(ways) * (len(ends) - 1))
    return loads


def plain_uses(graph, ends):
    """Utilisation of each arc."""
    return {arc: load / Fraction(str(graph.edges[arc]["capacity"])) for arc, load in plain_loads(graph, ends).items()}


def plain_worst(graph, routes):
    """Largest utilisation of an arc by any permutation, by trying all of them."""
    worst = Fraction(0)
    for permuted in permutations(graph):
        uses = dict.fromkeys([arc for edge in graph.edges for arc in (edge, edge[::-1])], Fraction(0))
        for source, goal in zip(graph, permuted, strict=True):
            if source != goal:
                for arc in pairwise(routes[source][goal]):
                    uses[arc] += 1 / Fraction(str(graph.edges[arc]["capacity"]))
        worst = max(worst, *uses.values())
    return worst


@settings(max_examples=20)
@given(st.data())
def test_graphs_with_random_capacities_are_used_as_a_plain_count_says(data):
    graph = nx.gnm_random_graph(6, 8, seed=data.draw(st.integers(0, 99)))
    if not nx.is_connected(graph):
        graph = nx.cycle_graph(6)
    for edge in graph.edges:
        graph.edges[edge]["capacity"] = str(data.draw(RATES))
    uses = plain_uses(graph, list(graph))
    found = nl.measure(graph, traffic="uniform")
    assert found.utilisations.largest == max(uses.values()) and found.throughput == 1 / max(uses.values())
    assert found.largest == max(plain_loads(graph, list(graph)).values())
    hot = found.as_json()["utilisation"]
    assert hot["at_max"] == sum(use == max(uses.values()) for use in uses.values())
    named = {f"{u}->{v}" for (u, v), use in uses.items() if use == max(uses.values())}
    assert set(hot["channels_at_max"]) == named
    assert all(each.value <= found.utilisations.largest for each in found.bounds)
    plain = nl.measure(graph)
    ratios = {
        edge: (uses[edge] + uses[edge[::-1]]) / 6 for edge in graph.edges
    }  # each message is one of 6 that are sent in a unit of time
    assert plain.hottest[1] == max(ratios.values()) == max(each.utilisation for each in plain.classes)


def test_a_ring_with_links_of_capacity_1_and_2(tmp_path):
    (tmp_path / "ring.csv").write_text(RING)
    file = str(tmp_path / "ring.csv")
    graph = nx.cycle_graph(list("abcde"))
    for u, v in graph.edges:
        graph.edges[u, v]["capacity"] = 1 if "a" in (u, v) else 2
    uses = plain_uses(graph, list(graph))
    found = nl.measure(file, traffic="uniform")
    assert found.throughput == 1 / max(uses.values()) == Fraction(4, 3)
    assert found.as_json()["channel_loads"]["max"] == "3/4"  # as without capacities
    assert set(found.as_json()["utilisation"]["channels_at_max"]) == {"a->b", "b->a", "a->e", "e->a"}
    routes = {s: {t: nx.shortest_path(graph, s, t) for t in graph} for s in graph}  # of an odd ring there is one each
    worst = nl.worst_case(file, "shortest")
    assert worst.gamma == plain_worst(graph, routes) and worst.throughput == 1 / worst.gamma
    assert worst.as_json()["capacity"] == "1"
    assert nl.certify(worst.certificate).accepted and "capacities of its links" in nl.certify(worst.certificate).words
    assert not nl.certify({**worst.certificate, "gamma": str(worst.gamma / 2)}).accepted
    assert not nl.certify({**worst.certificate, "gamma": str(worst.gamma * 2)}).accepted
    best = nl.worst_case(file, optimal=True)
    assert best.lower <= worst.gamma and best.gamma <= worst.gamma and nl.certify(best.certificate).accepted
    drawn = nl.draw(file, traffic="uniform").caption[0]
    assert drawn.startswith("hot: a-b, a-e; load of the hotter direction / capacity") and "3/4" in drawn
    without = str(tmp_path / "plain.csv")
    (tmp_path / "plain.csv").write_text("\n".join(row.rpartition(",")[0] for row in RING.split()))
    assert nl.deadlock(file, "up-down").verdict == nl.deadlock(without, "up-down").verdict == "deadlock-free"
    assert nl.deadlock(file, "shortest").verdict == nl.deadlock(without, "shortest").verdict == "deadlock"
    demands = {row["name"]: row for row in nl.bounds(file).demands if row["devices"] in (2, "2")}
    assert Fraction(demands["link"]["demand"]) == max(uses.values()) * 2 / 5
    least = nl.measure(file, "up-down", traffic="uniform").throughput
    assert nl.simulate(file, "up-down", flits=3, load=0.01, cycles=4000)[0].saturation.load == least / 2 / 3
    assert (
        nl.simulate(file, "up-down", flits=3, load=float(least / 2 / 3 * Fraction(11, 10)), cycles=4000)[0].state
        == "unstable"
    )


@pytest.mark.in_turn
@pytest.mark.parametrize("routing", ["minimal", "shortest"])
def test_a_dragonfly_with_global_links_twice_as_fast(routing):
    sizes = {"p": 2, "a": 4, "h": 2}
    plain = nl.measure("dragonfly", routing, traffic="uniform", **sizes)
    fast = nl.measure("dragonfly", routing, traffic="uniform", capacity="global=2", **sizes)
    net = nl.network("dragonfly", **sizes)
    group = [each.name for each in net.device_classes].index("global")
    uses = [load / (2 if net.device_class[net.device[hop]] == group else 1) for hop, load in enumerate(plain.loads)]
    assert list(fast.loads) == list(plain.loads) and list(fast.utilisations) == uses
    assert fast.throughput == 1 / max(uses)
    assert (
        nl.measure(nl.network("dragonfly", capacity={"global": 2}, **sizes), routing, traffic="uniform").throughput
        == fast.throughput
    )
    slow = nl.measure("dragonfly", routing, traffic="uniform", capacity="global=1/2 terminals=9", **sizes)
    assert slow.throughput < plain.throughput <= fast.throughput


def test_one_dragonfly_is_counted_alike_everywhere():
    options = {"p": 1, "a": 2, "h": 1, "capacity": "global=2", "latency": "global=5/2"}
    net = nl.network("dragonfly", **options)
    graph, ends = net.graph, [net.labels(end) for end in net.ends]
    ways = {}
    for source, goal in permutations(ends, 2):  # minimally, by the one link between two groups
        plain = [
            way
            for way in nx.all_simple_paths(graph, source, goal, cutoff=5)
            if sum(graph.edges[hop]["device_class"] == "global" for hop in pairwise(way)) == (source[0] != goal[0])
        ]
        ways[source, goal] = min(plain, key=len)

    def use(pairs):
        found = Counter()
        for pair, rate in pairs:
            for hop in pairwise(ways[pair]):
                found[hop] += rate / Fraction(str(graph.edges[hop]["capacity"]))
        return max(found.values())

    by = "minimal"
    loaded, share = net.measure(by, traffic="uniform"), Fraction(1, len(ends) - 1)
    assert loaded.throughput == 1 / use([(pair, share) for pair in ways])
    worst = net.worst_case(by)
    moved = [[pair for pair in zip(ends, goals, strict=True) if pair[0] != pair[1]] for goals in permutations(ends)]
    assert worst.gamma == max(use([(pair, Fraction(1)) for pair in pairs]) for pairs in moved if pairs)
    assert nl.certify(worst.certificate).accepted and nl.worst_case(net, optimal=True).lower <= worst.gamma
    wait = nx.DiGraph(hops for way in ways.values() for hops in pairwise(pairwise(way)))
    verdict = net.deadlock(by)
    assert (verdict.verdict == "deadlock-free") == nx.is_directed_acyclic_graph(wait)
    assert nl.certify(verdict.certificate).accepted
    times = [sum(Fraction(str(graph.edges[hop]["latency"])) for hop in pairwise(way)) for way in ways.values()]
    behind = [3 if len(way) > 1 else 0 for way in ways.values()]  # of 4 flits, on links of capacity 1 at both ends
    alone = net.measure(by, flits=4).latencies
    assert alone.routing_mean == sum(times) * share / len(ends) and alone.routing_largest == max(times)
    assert alone.message.mean == (sum(times) + sum(behind)) * share / len(ends)
    run = nl.simulate("dragonfly", "ascending of=minimal", vcs=2, flits=4, load=0.0005, cycles=20000, **options)[0]
    assert run.saturation.load == loaded.throughput / 2 / 4  # in cycles of half a unit of time
    assert run.state == "stable" and run.latency == pytest.approx(2 * float(alone.message.mean) + 2, rel=0.03)
    drawn = nl.draw("dragonfly", routing=by, traffic="uniform", **options).caption[0]
    assert drawn.startswith("hot: ") and f": {loaded.utilisations.largest}; minimal" in drawn
    compared = nl.compare("dragonfly", routing=by, **options).rows[0]
    assert (compared.worst_case, compared.throughput) == (worst.gamma, loaded.throughput)
    assert compared.zero_load_latency == alone.routing_mean + 2


def test_worst_cases_of_a_dragonfly_by_the_matching_of_each_channel():
    sizes = {"p": 1, "a": 2, "h": 1}
    for capacity in ("global=2", "local=2", "terminal=1/3", "local=3 global=3 terminals=3"):
        net = nl.network("dragonfly", capacity=capacity, **sizes)
        found = net.worst_case("minimal")
        assert nl.certify(found.certificate).accepted
        as_traffic = net.measure("minimal", traffic=found.traffic)
        assert as_traffic.utilisations.largest == found.gamma
    alike = nl.worst_case("dragonfly", "minimal", capacity="local=3 global=3 terminals=3", **sizes)
    halves = [str(nl.measure("dragonfly", bisection=True, **sizes, **more)) for more in ({}, {"capacity": "global=2"})]
    assert ["whatever their capacities" in " ".join(each.split()) for each in halves] == [False, True]
    assert 3 * alike.gamma == nl.worst_case("dragonfly", "minimal", **sizes).gamma
    terminal = nl.worst_case("dragonfly", "minimal", capacity="terminal=1/3", **sizes)
    assert (terminal.gamma, terminal.as_json()["capacity"]) == (3, "1/3")
    assert "capacity terminal=1/3" in nl.certify(terminal.certificate).words
    wrong = {**terminal.certificate, "network": {**terminal.certificate["network"], "capacity": {"terminal": "1/2"}}}
    assert not nl.certify(wrong).accepted


def test_a_torus_with_one_failed_link_and_fast_links_is_counted_alike_everywhere():
    options = {"k": 3, "n": 2, "without": ["(0,0)-(0,1)"], "capacity": "link=3"}
    graph = nx.Graph(nl.network("torus", k=3, n=2).graph)
    graph.remove_edge((0, 0), (0, 1))
    nx.set_edge_attributes(graph, 3, "capacity")
    uses = plain_uses(graph, list(graph))
    found = nl.measure("torus", "shortest", traffic="uniform", **options)
    assert found.throughput == 1 / max(uses.values())
    assert (
        max(uses.values()) * 3
        == nl.measure("torus", "shortest", traffic="uniform", **{**options, "capacity": None}).largest
    )
    hot = [
        f"({u[0]},{u[1]})-({v[0]},{v[1]})" for u, v in graph.edges if max(uses[u, v], uses[v, u]) == max(uses.values())
    ]
    caption = nl.draw("torus", traffic="uniform", routing="shortest", **options).caption[0]
    assert (all(name in caption for name in hot[:4]) and f"and {len(hot) - 4} more" in caption) or len(hot) <= 4
    assert nl.deadlock("torus", "up-down", **options).verdict == "deadlock-free"
    net = nl.network("torus", **options)
    worst = net.worst_case("up-down")
    assert net.measure("up-down", traffic=worst.traffic).utilisations.largest == worst.gamma
    assert nl.certify(worst.certificate).accepted
    assert set(worst.certificate["network"]) == {"family", "parameters", "capacity", "without"}
    network = {name: each for name, each in options.items() if name != "capacity"}
    run = nl.simulate("torus", "up-down", flits=1, load=0.9 / float(3 * worst.gamma), cycles=4000, **network)[0]
    assert run.state == "stable"


def test_optimal_routings_divide_by_capacities():
    for capacity, expected in (("link=2", Fraction(1, 2)), ("link=1/3", Fraction(3))):
        best = nl.worst_case("ring", optimal=True, K=4, capacity=capacity)
        assert best.gamma == best.lower == nl.worst_case("ring", optimal=True, K=4).gamma * expected
        assert nl.certify(best.certificate).accepted
    one = nl.worst_case("mesh", optimal=True, traffic="transpose", k=3, n=2, capacity="dimension-0=2")
    assert one.gamma == one.lower == Fraction(2, 3) and nl.certify(one.certificate).accepted


def test_averages_divide_by_capacities():
    plain = nl.worst_case("mesh", average=30, k=3, n=2)
    half = nl.worst_case("mesh", average=30, k=3, n=2, capacity="dimension-0=2 dimension-1=2")
    assert half.mean * 2 == plain.mean and half.throughput == 2 * plain.throughput


@pytest.mark.parametrize("ending", ["csv", "graphml", "dot", "json"])
def test_capacities_are_written_and_read_again(tmp_path, ending):
    file = tmp_path / f"net.{ending}"
    options = {"p": 1, "a": 2, "h": 1, "capacity": "local=1/3 global=2"}
    own = nl.measure("dragonfly", "shortest", traffic="uniform", **options)
    assert nl.convert("dragonfly", output=file, **options).left_out == ()
    again = nl.measure(str(file), "shortest", traffic="uniform")
    assert again.as_json()["utilisation"]["classes"] == own.as_json()["utilisation"]["classes"]
    assert again.throughput == own.throughput
    graph = nl.network("dragonfly", **options).graph
    assert nl.measure(graph, "shortest", traffic="uniform").throughput == own.throughput
    assert nl.network(graph).title.endswith(", capacities")


def test_formats_without_capacities_say_so(tmp_path):
    found = nl.convert("ring", output=tmp_path / "r.g6", K=5, capacity="link=2")
    assert "capacities of links" in found.left_out


def test_the_name_of_the_column_or_attribute(tmp_path):
    graph = nx.cycle_graph(4)
    nx.set_edge_attributes(graph, dict.fromkeys(graph.edges, 2), "weight")
    plain = nl.measure(nx.cycle_graph(4), traffic="uniform")
    found = nl.measure(graph, traffic="uniform", capacity="weight")
    assert found.throughput == 2 * plain.throughput
    assert nl.network(graph, capacity="weight").measure(traffic="uniform").throughput == found.throughput
    worst = nl.worst_case(graph, "up-down", capacity="weight")
    assert nl.certify(worst.certificate, network=graph).accepted
    (tmp_path / "t.csv").write_text("a,b,Gbps\nu,v,100\nv,w,25\nw,u,100\n")
    by_column = nl.measure(str(tmp_path / "t.csv"), traffic="uniform", capacity="gbps")
    assert by_column.throughput == 50  # half a message a unit of time crosses each link
    proof = nl.worst_case(str(tmp_path / "t.csv"), "shortest", capacity="gbps").certificate
    assert proof["network"]["fabric"]["column"] == "gbps" and nl.certify(proof).accepted
    with pytest.raises(InputError, match="no link of graph has a column or attribute"):
        nl.network(graph, capacity="bandwidth")
    with pytest.raises(InputError, match="numbers of classes are written class=number"):
        nl.network("ring", K=5, capacity="weight")
    with pytest.raises(InputError, match=r"no link of t.csv has a column"):
        nl.network(str(tmp_path / "t.csv"), capacity="weight")


@pytest.mark.parametrize("value", ["", "0", "-1", "fast", "1/0", "1e999", "nan"])
def test_what_is_no_capacity_is_refused_with_its_line(tmp_path, value):
    (tmp_path / "t.csv").write_text(f"from,to,capacity\na,b,1\nb,c,{value}\n")
    with pytest.raises(FormatError, match=r"t\.csv:3: the link b-c has .*capacity: a positive number is expected"):
        nl.network(str(tmp_path / "t.csv"))
    graph = nx.path_graph(3)
    graph.edges[0, 1]["capacity"] = 1
    if value:
        graph.edges[1, 2]["capacity"] = value
    with pytest.raises(FormatError, match=r"the link 1-2 has .*capacity: a positive number is expected"):
        nl.network(graph)


@pytest.mark.parametrize(
    ("capacity", "said"),
    [
        ("lnk=2", "ring K=5 has no class 'lnk'; did you mean link?"),
        ("link=0", "is '0': a positive number is expected"),
        ("link=1 link=2", "gives 'link' twice"),
        ({"link": "x"}, "is 'x': a positive number is expected"),
        ("terminals=2", "ring K=5 has no class 'terminals'"),
    ],
)
def test_capacities_of_classes_that_are_not_there_are_refused(capacity, said):
    with pytest.raises(InputError) as error:
        nl.network("ring", K=5, capacity=capacity)
    assert said in str(error.value)


def test_without_capacities_nothing_changes():
    plain = nl.measure("torus", traffic="uniform", k=4, n=2).as_json()
    assert "utilisation" not in plain and "hottest" not in nl.measure("torus", k=4, n=2).as_json()
    one = nl.measure("torus", traffic="uniform", k=4, n=2, capacity="link=1").as_json()
    assert one.pop("utilisation")["max"] == plain["channel_loads"]["max"]
    for found in (one, plain):
        del found["bounds"], found["counting"]
    assert one == plain


def times(routing, engine, **given):
    """When each message starts and arrives."""
    options = SimulationOptions(engine=engine, **given).under(routing)
    where = layout(routing, options.injection_vcs)
    pairs = pairs_of(traffic(routing.network, "uniform"), routing.ends)
    messages = sources_in_words("poisson", where.ends, options.load, options.seed, pairs).between(0, options.cycles)
    simulator = ENGINES[engine](where, options, (0, options.cycles))
    simulator.advance(messages, options.cycles)
    return simulator.started.tolist(), simulator.delivered.tolist(), simulator.deadlock and simulator.deadlock.cycle


@pytest.mark.parametrize(
    ("name", "sizes", "routing", "capacity", "flits"),
    [
        ("mesh", {"k": 3, "n": 2}, "dimension-order", "dimension-0=2", 4),
        ("mesh", {"k": 3, "n": 2}, "west-first", "dimension-0=1/3", 1),
        ("mesh", {"k": 3, "n": 2}, "dimension-order vcs=2", "dimension-1=3", 7),
        ("torus", {"k": 3, "n": 2}, "dimension-order vcs=2", "link=5", 3),
        ("dragonfly", {"p": 1, "a": 2, "h": 1}, "ascending of=minimal vcs=2", "global=2 terminals=4", 5),
    ],
    ids=lambda each: str(each),
)
@pytest.mark.parametrize("load", [0.01, 0.08])
def test_both_engines_give_every_message_the_same_times_on_links_of_unlike_speed(
    name, sizes, routing, capacity, flits, load
):
    by = nl.routing(name, routing, capacity=capacity, **sizes)
    given = {"flits": flits, "load": load, "cycles": 600}
    fast, plain = times(by, "fast", **given), times(by, "reference", **given)
    assert fast[0] == plain[0]
    done = [(one, other) for one, other in zip(fast[1], plain[1], strict=True) if other >= 0]
    assert done and all(one == other for one, other in done) and (fast[2] is None) == (plain[2] is None)


def test_messages_alone_take_the_cycles_of_the_slowest_link():
    """Of 6 flits over 2 hops and both ends the last arrives 6 + 4 - 1 cycles later, or after 5 periods of 3 cycles."""
    for capacity, cycles in (("", 9), ("dimension-0=7", 9), ("dimension-0=1 dimension-1=3", 4 + 5 * 3)):
        by = nl.routing("mesh", "dimension-order", k=3, n=2, capacity=capacity or None)
        for engine in ENGINES.values():
            one = engine(layout(by), SimulationOptions(flits=6, load=0.01))
            one.advance(written([(0, 0, 6)]), 100)  # along dimension 0
            assert one.delivered.tolist() == [cycles]


@pytest.mark.parametrize(("capacity", "fastest"), [("global=2", 2), ("local=4 global=4 terminals=2", 4)])
def test_simulated_dragonflies_saturate_where_the_loads_say(capacity, fastest):
    """A cycle is the time of a flit on the fastest links, so loads by the cycle are that much smaller."""
    net, by = nl.network("dragonfly", p=1, a=2, h=1, capacity=capacity), "ascending of=minimal vcs=2"
    limit = net.measure(by, traffic="uniform").throughput / fastest / 4
    loads = [str(round(float(share * limit), 5)) for share in (0.6, 1.05)]
    stable, beyond = (net.simulate(by, flits=4, load=load, cycles=20000)[0] for load in loads)
    assert (stable.state, beyond.state) == ("stable", "unstable")
    assert stable.saturation.load == min(limit, Fraction(1, 4))


def test_what_cannot_be_simulated_is_refused(tmp_path):
    with pytest.raises(SimulationError, match="a whole number of cycles"):
        nl.simulate("mesh", k=3, flits=2, load=0.01, capacity="dimension-0=2 dimension-1=3")
    with pytest.raises(SimulationError, match="leave out vc_rule=private"):
        nl.simulate("mesh", k=3, flits=2, load=0.01, capacity="dimension-0=2", vc_rule="private")
    with pytest.raises(InputError, match="one flit a cycle on every link"):
        nl.model("routed", "mesh", k=3, n=2, flits=9, load=0.01, capacity="dimension-0=2")


def test_rates_of_infiniband_are_capacities_if_they_differ(tmp_path):
    same = nl.network(str(FABRICS / "ring5-lash" / "opensm-subnet.lst"))
    assert same.capacity is None
    text = (FABRICS / "ring5-lash" / "opensm-subnet.lst").read_text()
    (tmp_path / "fast.lst").write_text(text.replace("SPD=2.5", "SPD=25"))
    assert nl.network(str(tmp_path / "fast.lst")).capacity is None
    lines = text.split("\n")
    hosts = [place for place, line in enumerate(lines) if "{ CA " in line]
    for place in hosts:
        lines[place] = lines[place].replace("SPD=2.5", "SPD=25")
    (tmp_path / "mixed.lst").write_text("\n".join(lines))
    with pytest.warns(Remark, match=r"in Gb/s: 4x 2\.5 = 8, 4x 25 = 100"):
        mixed = nl.network(str(tmp_path / "mixed.lst"))
    by_class = {mixed.device_classes[c].name: set() for c in mixed.device_class}
    for number, capacity in zip(mixed.device_class, mixed.capacity, strict=True):
        by_class[mixed.device_classes[number].name].add(capacity)
    assert by_class == {"link": {8}, "adapter link": {100}}
    between = max(
        same.measure("shortest", traffic="uniform").of_devices[d] for d in range(10) if mixed.capacity[d] == 8
    )
    assert mixed.measure("shortest", traffic="uniform").throughput == 8 / between == Fraction(32, 3)
    lines[hosts[0]] = lines[hosts[0]].replace("SPD=25", "SPD=7")
    (tmp_path / "strange.lst").write_text("\n".join(lines))
    with pytest.warns(Remark, match="'4x 7' is unknown"):
        assert nl.network(str(tmp_path / "strange.lst")).capacity is None


def test_rates_that_ibnetdiscover_prints(tmp_path):
    text = (FABRICS / "two-ports-lmc1" / "discovered.txt").read_text()
    assert nl.network(str(FABRICS / "two-ports-lmc1" / "discovered.txt")).capacity is None
    first = text.index("4xSDR")
    (tmp_path / "net.txt").write_text(text[:first] + "4xHDR" + text[first + 5 :])
    with pytest.warns(Remark, match="4xHDR = 200, 4xSDR = 8"):
        net = nl.network(str(tmp_path / "net.txt"))
    assert set(net.capacity) == {8}  # the other end of that cable says 4xSDR
    (tmp_path / "all.txt").write_text(text.replace("4xSDR", "4xHDR", 2))
    with pytest.warns(Remark):
        assert set(nl.network(str(tmp_path / "all.txt")).capacity) <= {8, 200}

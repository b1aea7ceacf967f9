"""Demands of networks, size-independent limits and crossings: lemmas against measurement, loops and the peer's cases."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
import sympy as sp

from netlemma.checks.performance import bounds as of_subjects
from netlemma.checks.performance.bound_comparison import compare_bounds, contender, pair, size_limits
from netlemma.checks.performance.bounds import LEMMAS as FROM_LEMMAS
from netlemma.checks.performance.bounds import (
    MEANS,
    MEASURED,
    ServiceTimes,
    bounds_subject,
    connections,
    connections_of_product,
    network_lemmas,
    read_service_times,
)
from netlemma.checks.performance.bounds_report import bounds_report
from netlemma.checks.performance.predictions import decimal
from netlemma.derive.performance.throughput_bounds import bounds
from netlemma.errors import InputError, SizeError
from netlemma.graphs import families, measure, network


def visits(name, size, *routing):
    return of_subjects.visits(bounds_subject(name), size, *routing)


def links_at_node(name, size):
    return of_subjects.links_at_node(bounds_subject(name), size)


RECORDED = json.loads((Path(__file__).parents[1] / "data" / "octave_queueing.json").read_text())
SIX = [
    ("ring", {"K": 64}),
    ("spanning-bus-hypercube", {"w": 4, "D": 3}),
    ("dual-bus-hypercube", {"w": 4, "D": 3}),
    ("toroid", {"w": 4, "D": 3}),
    ("cube-connected-cycles", {"D": 4}),
    ("r-ary-m-cube", {"R": 2, "M": 4}),
]
ONES = ServiceTimes()


@pytest.mark.parametrize(("family", "size"), SIX)
def test_the_peer_was_given_the_demands_of_the_network(family, size):
    (case,) = [c for c in RECORDED["cases"] if c["family"] == family and c["parameters"] == size]
    found = visits(family, size)
    rows = [(found.nodes, Fraction(1, found.nodes)), *((n, v) for _, n, v in found.rows)]
    assert rows == [(n, Fraction(v)) for n, v, _ in case["rows"]]
    result = bounds(found.demands(ONES))
    figures = {row["N"]: row for row in case["figures"]}
    assert float(1 / result.R0) == pytest.approx(figures[1]["exact"], rel=1e-12)
    assert float(result.X0_bound) == pytest.approx(figures[300]["asymptotic"][1], rel=1e-12) or result.N_star > 300


@pytest.mark.parametrize(
    ("case", "times", "links"),
    [("slow links", ServiceTimes(Fraction(3, 2), Fraction(1, 2)), None), ("limited", ServiceTimes(Fraction(5)), 4)],
)
def test_the_peer_was_given_these_service_times(case, times, links):
    (recorded,) = [c for c in RECORDED["cases"] if c["name"] == case]
    found = visits(recorded["family"], recorded["parameters"]).demands(times, links)
    given = [(n, Fraction(v), Fraction(s)) for n, v, s in recorded["rows"]]
    assert [(row.devices, row.visit_ratio, row.service_time) for row in found] == given
    if links:
        assert links_at_node(recorded["family"], recorded["parameters"]) == links


@pytest.mark.in_turn
def test_lemmas_give_what_is_measured():
    compared = 0
    for name in ("ring", "toroid", "spanning-bus-hypercube", "hypercube", "oneway-torus", "ring(w)^D x bus(v)"):
        sizes = families()[name].default_sizes[:9] if name in families() else [{"w": 3, "D": 2, "v": 4}]
        for size in sizes:
            found = visits(name, size)
            if found.source != FROM_LEMMAS:
                continue
            text = "ring(3)^2 x bus(4)" if "(" in name else name
            measured = measure(network(text, **({} if "(" in name else size)))
            rows = tuple((c.name, c.devices, c.visit_ratio) for c in measured.classes)
            assert (found.nodes, found.rows) == (measured.nodes, rows)
            assert all(c.min == c.max for c in measured.classes)
            compared += 1
    assert compared > 40


def test_devices_that_differ_are_rows_of_their_own():
    found = visits("mesh", {"k": 5, "n": 1})
    ratios = [Fraction(2 * p * (5 - p), 5 * 4) for p in (2, 1)]
    assert found.source == MEASURED and found.rows == (("dimension-0", 2, ratios[0]), ("dimension-0", 2, ratios[1]))
    two = visits("dual-bus-hypercube", {"w": 3, "D": 3})
    assert [name for name, _, _ in two.rows].count("bus-other") > 1
    assert bounds(two.demands(ONES)).bottleneck == ("bus-other",)


def test_means_where_a_network_is_too_large():
    large = visits("cube-connected-cycles", {"D": 30})
    assert large.source == MEANS and large.nodes == 30 * 2**30
    assert [n for _, n, _ in large.rows] == [30 * 2**29, 30 * 2**30]
    report = bounds_report("cube-connected-cycles", {"D": 30}, ONES)
    assert report.remark and not bounds_report("cube-connected-cycles", {"D": 4}, ONES).remark


def test_visits_add_up_to_the_mean_distance():
    for family, size in [*SIX, ("mesh", {"k": 4, "n": 2}), ("cube-connected-cycles", {"D": 40})]:
        found = visits(family, size)
        distance = network_lemmas(family).distance.value(size)
        assert sum(n * v for _, n, v in found.rows) == distance
        assert 1 + distance == bounds(found.demands(ONES)).R0


def test_nodes_and_devices_from_definitions():
    for family, size in SIX:
        found, net = network_lemmas(family), network(family, **size)
        at = {symbol: size[name] for name, symbol in found.symbols.items()}
        assert found.nodes().xreplace(at) == net.node_count
        assert [(c.name, found.count(c, size)) for c in found.classes] == net.classes


def test_connections():
    assert connections(network("mesh", k=3, n=2)) == (2, 4)
    assert connections(network("dual-bus-hypercube", w=4, D=3)) == (2, 2)
    assert connections(network("cube-connected-cycles", D=2)) == (3, 3)
    assert connections(network("cube-connected-cycles", D=1)) == (1, 1)
    assert connections(network("r-ary-m-cube", R=3, M=2)) == (6, 6)
    for name in ("ring", "toroid", "spanning-bus-hypercube", "hypercube", "mesh", "torus", "oneway-torus"):
        found = network_lemmas(name)
        for size in families()[name].default_sizes[:6]:
            at = {symbol: sp.Integer(size[n]) for n, symbol in found.symbols.items()}
            assert connections_of_product(found.product).xreplace(at) == connections(network(name, **size))[1]


def test_limited_bandwidth_multiplies_the_links_only():
    full = bounds_report("toroid", {"w": 4, "D": 3}, ONES)
    shared = bounds_report("toroid", {"w": 4, "D": 3}, ONES, limited=True)
    assert (full.quantum, shared.quantum) == ("64/63", "128/21")
    assert shared.demands and full.demands and shared.demands[0] == full.demands[0]
    assert Fraction(shared.X0_bound) == Fraction(full.X0_bound) / 6
    assert shared.bandwidth == {"limited": True, "connections": 6}


@pytest.mark.parametrize(
    ("family", "size", "limits"),
    [
        ("ring", {"K": 5}, {"K": "2"}),
        ("toroid", {"w": 4, "D": 3}, {"w": "none", "D": "none"}),
        ("toroid", {"w": 4, "D": 1}, {"w": "2", "D": "none"}),
        ("spanning-bus-hypercube", {"w": 4, "D": 1}, {"w": "1/2", "D": "none"}),
        ("oneway-torus", {"k": 4, "n": 1}, {"k": "1", "n": "none"}),
        ("cube-connected-cycles", {"D": 4}, {"D": "none"}),
        ("r-ary-m-cube", {"R": 2, "M": 3}, {"R": "none", "M": "none"}),
        ("dual-bus-hypercube", {"w": 4, "D": 2}, {"w": "none", "D": None}),
    ],
)
def test_size_limits(family, size, limits):
    times = ServiceTimes(link=Fraction(2))
    found = size_limits(family, size, times)
    assert {name: x.limit for name, x in found.items()} == limits
    for name, limit in limits.items():
        if limit is None:
            continue
        far = [
            {**size, name: value} for value in ((400, 401) if family in ("ring", "toroid", "oneway-torus") else (5, 6))
        ]
        values = [bounds(visits(family, each).demands(times)).X0_bound for each in far]
        if limit == "none":
            start = bounds(visits(family, size).demands(times)).X0_bound
            assert min(values) > start
        else:
            assert all(abs(x / Fraction(limit) - 1) < (1 if far[0][name] < 9 else Fraction(1, 50)) for x in values)


def test_no_limit_is_claimed_from_means_of_devices_that_differ():
    """One line of k nodes: the mean visit ratio tends to 1/3, that of the middle link to 1/2."""
    found = size_limits("mesh", {"k": 8, "n": 1}, ONES)
    assert found["k"].limit is None and "differ" in found["k"].because[0]
    assert size_limits("mesh", {"k": 8, "n": 1}, ONES, "dimension-order")["k"].limit == "2"
    assert size_limits("dual-bus-hypercube", {"w": 4, "D": 3}, ONES)["w"].limit is None
    assert size_limits("cube-connected-cycles", {"D": 4}, ONES)["D"].strength != "proved"
    assert size_limits("toroid", {"w": 4, "D": 3}, ONES)["w"].strength == "proved"


def test_toroid_and_buses_of_the_same_width():
    """Equal bounds if a link is 4w/(w + 1) times as slow as a bus, w odd; in the limit four times."""
    for w in (3, 5, 7, 9):
        times = {
            "toroid": ServiceTimes(Fraction(1, 10**6), Fraction(4 * w, w + 1)),
            "bus": ServiceTimes(Fraction(1, 10**6)),
        }
        one = bounds(visits("toroid", {"w": w, "D": 3}).demands(times["toroid"]))
        other = bounds(visits("spanning-bus-hypercube", {"w": w, "D": 3}).demands(times["bus"]))
        assert one.X0_bound == other.X0_bound
    found = compare_bounds(contender("toroid", {"D": 3}), contender("spanning-bus-hypercube", {"D": 3}), ONES).as_json()
    assert found["crossings"] == [] and found["limit"]["ratio"] == "4"
    assert {each["better"] for each in found["common"]} == {"toroid D=3"}


def test_crossing_of_a_wide_toroid_and_narrow_buses():
    found = compare_bounds(contender("toroid", {"D": 3}), contender("spanning-bus-hypercube", {"w": 4}), ONES).as_json()
    by_hand = {w**3: (min(Fraction(w**3), Fraction(4 * (w**3 - 1), w)), Fraction(w**3 - 1, 3)) for w in (4, 16, 64)}
    assert {x["nodes"]: tuple(map(Fraction, x["X0_bound"])) for x in found["common"]} == by_hand
    assert [x["between"] for x in found["crossings"]] == [[64, 4096]]
    assert found["limit"]["better"] == "spanning-bus-hypercube w=4"
    assert found["limit"]["X0_bound"] == ["4*nodes^(2/3)", "1/3*nodes"]


@pytest.mark.in_turn
def test_largest_networks_of_at_most_so_many_nodes():
    found = compare_bounds(contender("ring", {}), contender("toroid", {"D": 2}), ONES)
    rings = {K: min(Fraction(K), 1 / v) for K in range(2, 402) for v in [visits("ring", {"K": K}).rows[0][2]]}
    squares = {w * w: min(Fraction(w * w), 1 / visits("toroid", {"w": w, "D": 2}).rows[0][2]) for w in range(2, 21)}
    for one, other in found.at_most():
        nodes = max(one.nodes, other.nodes)
        assert one.nodes == max(K for K in rings if nodes >= K)
        assert other.nodes == max(K for K in squares if nodes >= K)
        assert (one.X0_bound, other.X0_bound) == (rings[one.nodes], squares[other.nodes])
    assert max(max(a.nodes, b.nodes) for a, b in found.at_most()) <= 401


def test_which_parameters_are_free():
    one, other = pair(contender("toroid", {"w": 4, "D": 3}), contender("spanning-bus-hypercube", {"w": 4}))
    assert (one.free, other.free) == ("D", "D")
    one, other = pair(contender("ring", {"K": 64}), contender("toroid", {"D": 2}))
    assert (one.free, other.free) == (None, "w")
    for subject, given in (("toroid", {}), ("toroid", {"x": 2}), ("ring(w)^D", {})):
        with pytest.raises(InputError):
            contender(subject, given)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("0", "1", []), "`node_time` is '0'; a service time must be positive"),
        (("1", "-2", []), "`link_time` is '-2'; a service time must be positive"),
        (("1", "1/0", []), "a service time is a number such as"),
        (("1", "nan", []), "a service time is a number such as"),
        (("1", "1e9", []), "a service time is a number such as"),
        (("1" * 50, "1", []), "a service time is a number such as"),
        (("1", "1", ["ring"]), "not of the form class=time"),
        (("1", "1", ["ring=0"]), "`class_time` ring is '0'"),
        (("1", "1", ["ring=1", "ring=2"]), "twice"),
        (("1", "1", ["processor=2"]), "by `node_time`"),
    ],
)
def test_refused_service_times(arguments, complaint):
    with pytest.raises(InputError, match=complaint.replace("(", r"\(")):
        read_service_times(*arguments)


def test_service_times_are_read_exactly():
    times = read_service_times("0.1", "3/2", ["ring=.5"])
    assert (times.processor, times.link, times.of("ring"), times.of("cube")) == (
        Fraction(1, 10), Fraction(3, 2), Fraction(1, 2), Fraction(3, 2),
    )  # fmt: skip
    with pytest.raises(InputError, match=r"no class 'rng' \(did you mean 'ring'"):
        read_service_times("1", "1", ["rng=2"]).require(["ring", "cube"])


@pytest.mark.parametrize(
    ("subject", "size"),
    [
        ("toroid", {"w": 1, "D": 2}),
        ("toroid", {"w": 4}),
        ("toroid", {"w": 4, "D": 10**15}),
        ("ring(w)^D", {"w": 4, "D": 10**15}),
        ("dual-bus-hypercube", {"w": 2, "D": 4}),
    ],
)
def test_refused_sizes(subject, size):
    with pytest.raises(ValueError, match=r"needs D|no size|more than 2000 digits"):
        of_subjects.check_size(bounds_subject(subject), size)


def test_reports_refuse():
    for options in ({"population": 0}, {"routing": "shortst"}, {"population": 2, "versus": ("ring", {})}):
        size = {"w": 4} if "versus" in options else {"w": 4, "D": 2}
        with pytest.raises(ValueError, match=r"population|routing"):
            bounds_report("toroid", size, ONES, **options)
    with pytest.raises(InputError, match="toroid needs D"):
        bounds_report("toroid", {"w": 4}, ONES)
    with pytest.raises(InputError, match="no class 'foo'"):
        bounds_report("toroid", {"w": 4, "D": 2}, ServiceTimes(classes={"foo": Fraction(1)}), versus=("ring", {}))
    with pytest.raises(SizeError):
        bounds_report("dual-bus-hypercube", {"w": 300, "D": 5}, ONES, limited=True)


@pytest.mark.parametrize(
    ("name", "size", "source"),
    [
        ("slim-fly", {"q": 3}, None),  # None: as without the option
        ("slim-fly", {"q": 3, "p": 0}, None),
        ("slim-fly", {"q": 3, "p": 2}, MEASURED),
        ("dragonfly", {"p": 1, "a": 3, "h": 1, "arrangement": "consecutive"}, None),
        ("dragonfly", {"p": 1, "a": 2, "h": 1, "arrangement": "palmtree"}, MEASURED),
        ("hyperx", {"S": (2, 3), "T": 1}, MEASURED),
    ],
)
def test_options_and_lists(name, size, source):
    found, options = bounds_report(name, size, ONES), bounds_subject(name).defaults
    without = {each: value for each, value in size.items() if each not in options}
    assert found.source == (source or bounds_report(name, without, ONES).source)
    distance = measure(network(name, **size)).mean_distance
    assert Fraction(found.R0) == 1 + distance  # a visit to a processor, and each hop


def test_an_option_of_no_formula_has_no_crossing():
    with pytest.raises(InputError, match="no parameter 'p'"):
        contender("slim-fly", {"q": 3, "p": 2})


def test_parameters():
    assert bounds_subject("line(4) x ring(5)").minima == {}
    with pytest.raises(ValueError, match="did you mean toroid"):
        bounds_subject("torid")


def test_long_exact_numbers_are_written():
    found = bounds_report("toroid", {"w": 3, "D": 3}, ONES, population=2500).population
    assert len(found["exact"]) > 4300
    link = pe = throughput = 0.0  # queues, by the recursion in floating point
    for n in range(1, 2501):
        at_link, at_pe = (1 + link) / 39, (1 + pe) / 27
        throughput = n / (81 * at_link + 27 * at_pe)
        link, pe = throughput * at_link, throughput * at_pe
    assert decimal(found["exact"]) == f"{throughput:.6g}"


def xy_hops(net, source, target):
    """Devices on the way of a message, dimension 0 first, one hop at a time; on meshes."""
    here, crossed = list(net.labels(source)), []
    for d, goal in enumerate(net.labels(target)):
        while here[d] != goal:
            ahead = [*here[:d], here[d] + (1 if goal > here[d] else -1), *here[d + 1 :]]
            crossed.append(
                next(i for i, e in enumerate(net.devices) if {*map(net.labels, e.nodes)} == {tuple(here), tuple(ahead)})
            )
            here = ahead
    return crossed


def test_demands_under_a_hotspot_message_by_message():
    net, share = network("mesh", k=3, n=2), Fraction(1, 4)
    rates = {(s, t): (1 - share) / 8 for s in range(9) for t in range(9) if s != t}
    for s in range(9):
        rates[s, 4] = rates.get((s, 4), 0) + share
    devices, processors = [Fraction(0)] * net.device_count, [Fraction(0)] * 9
    for (s, t), rate in rates.items():
        processors[t] += rate / 9
        for device in xy_hops(net, s, t):
            devices[device] += rate / 9
    found = of_subjects.of_network(net, "dimension-order", "hotspot nodes=4 share=1/4")
    assert sorted(v for n, v in found.processors for _ in range(n)) == sorted(processors)
    assert sorted(v for _, n, v in found.rows for _ in range(n)) == sorted(devices)
    result = bounds(found.demands(ONES))
    assert 1 + sum(devices) == result.R0 and result.greatest == max(*devices, *processors)
    assert result.least_S_PE == max(devices) / max(processors)
    assert sum(v for v in processors) == 1


def test_uniform_traffic_gives_the_bounds_without_one():
    for family, size in SIX[1:3]:
        size = {**size, "D": 2}
        plain, loaded = (bounds_report(family, size, ONES, traffic=traffic).as_json() for traffic in ("", "uniform"))
        assert all(plain[name] == loaded[name] for name in ("R0", "X0_bound", "N_star", "quantum", "bottleneck"))
        assert "limits" not in loaded and loaded["traffic"] == "uniform"


@pytest.mark.in_turn
def test_comparison_under_a_traffic_leaves_out_sizes_without_it():
    found = compare_bounds(contender("toroid", {"D": 1}), contender("ring", {}), ONES, traffic="bit-reverse").as_json()
    assert [each["nodes"] for each in found["common"]] == [4, 8, 16, 32, 64, 128, 256]
    assert all(each["better"] == "equal" for each in found["common"]) and found["limit"]["better"] is None

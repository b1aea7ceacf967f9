"""Configurations of BookSim2: what they name, what has no counterpart, and what the commands make of them."""

from fractions import Fraction

import pytest
from typer.testing import CliRunner

import netlemma as nl
from netlemma.base.remarks import Remark
from netlemma.cli import app
from netlemma.graphs.base.text_files import TextFile
from netlemma.graphs.formats.booksim import ROUTINGS, read_booksim, recognises
from netlemma.graphs.routings import routing as routing_of
from netlemma.graphs.sources import source

TORUS = """num_vcs=3;
sw_allocator=separable_input_first;
injection_rate_uses_flits=0;
packet_size=5;
routing_function=dim_order;
injection_rate =0.2;
traffic=uniform;
topology=torus;
c=1;
k=10;
n=2;
vc_buf_size=8;
"""
MESH = "// 8 x 8 mesh\ntopology = mesh;\nk = 4; n = 2;\nrouting_function = dor;\nnum_vcs = 2;\ntraffic = transpose;\n"


@pytest.fixture
def torus(tmp_path):
    (tmp_path / "torus.cfg").write_text(TORUS)
    return str(tmp_path / "torus.cfg")


def read(text):
    return read_booksim(TextFile("a.cfg", text.encode()))


def test_a_torus_in_full():
    found = read(TORUS)
    assert (found.family, found.sizes, found.missing) == ("torus", {"k": 10, "n": 2}, {})
    assert found.asked == {"routing": "dimension-order ties=split", "vcs": 3, "traffic": "uniform", "flits": 5,
                           "load": Fraction(1, 5), "buffers": 8, "ejection": "single", "reuse": "tail"}  # fmt: skip
    assert found.unused == ("sw_allocator",)


def test_measure_has_its_network_routing_and_traffic(torus):
    found = nl.measure(torus)
    assert (found.network.title, found.routing.vcs, found.traffic.name) == ("torus k=10 n=2", 3, "uniform")
    assert found.throughput == Fraction(99, 125)
    assert nl.measure(torus, traffic="tornado").throughput == Fraction(1, 4)


@pytest.mark.in_turn
def test_simulate_has_its_load_and_is_beyond_saturation(torus):
    (found,) = nl.simulate(torus, cycles=200)
    assert (found.options.flits, found.options.load, found.options.buffers) == (5, 0.2, 8)
    assert found.state == "unstable"
    assert found.reason.startswith("beyond saturation: 1 flit a cycle and node is offered") and "99/125" in found.reason


def test_what_is_said_takes_precedence(torus):
    shown = CliRunner().invoke(app, ["simulate", torus, "--load", "0.001", "--buffers", "2", "--cycles", "400"])
    assert "5 flits, buffers of 2, ejection single" in shown.output and "0.001" in shown.output
    assert nl.deadlock(torus).verdict == "deadlock-free"
    assert nl.deadlock(torus, "dimension-order rule=none").verdict == "deadlock"
    assert nl.deadlock(torus, vcs=1).verdict == "deadlock"


@pytest.mark.in_turn
def test_bounds_worst_case_and_compare_take_it(torus):
    assert nl.bounds(torus).bottleneck == ("link",)
    assert nl.worst_case(torus).gamma == nl.worst_case("torus", "dimension-order", k=10, n=2).gamma
    (row,) = nl.compare(torus, traffic="tornado").rows
    assert (row.routing, row.vcs, row.largest_load) == ("dimension-order", 3, 4)


def test_keys_without_counterpart_are_named_once(torus):
    with pytest.warns(Remark) as said:
        nl.deadlock(torus)
    assert [str(each.message) for each in said] == [f"{torus}: not modelled: sw_allocator"]


def test_defaults_are_those_of_booksim():
    found = read("topology = mesh; routing_function = dor;")
    assert found.sizes == {"k": 8, "n": 2}
    assert (found.asked["vcs"], found.asked["load"], found.asked["flits"]) == (16, Fraction(1, 10), 1)
    assert found.asked["buffers"] == 8 and found.unused == ()


@pytest.mark.parametrize(
    "line, name, value",
    [
        ("injection_rate_uses_flits=1; packet_size=10; injection_rate=0.8;", "load", Fraction(2, 25)),
        ("wait_for_tail_credit=1;", "reuse", "empty"),
        ("traffic=bitrev;", "traffic", "bit-reverse"),
        ("traffic=hotspot({0,5});", "traffic", "hotspot nodes=0,5 share=1"),
        ("traffic=hotspot({0,5},{1,3});", "traffic", "mix 1/4*hotspot nodes=0 share=1+3/4*hotspot nodes=5 share=1"),
        ("traffic=shuffle;", "routing", "dimension-order order=falling"),
        ("traffic=randperm; perm_seed=7;", "traffic", "permutation seed=7"),
        ("k=4; k=6;", "k", 6),  # as in BookSim the last one counts
    ],
)
def test_keys_one_by_one(line, name, value):
    found = read(MESH + line)
    assert {**found.asked, **found.sizes}[name] == value


@pytest.mark.parametrize("topology, sizes", [
    ("fattree", "k-ary-n-tree k=4 n=2"), ("dragonflynew", "dragonfly p=2 a=4 h=2 arrangement=consecutive"),
    ("flatfly", "hyperx S=4,4 T=3"), ("cmesh", "concentrated-mesh k=4 c=3"), ("mesh", "mesh k=4 n=2"), ("torus", "torus k=4 n=2"),
])  # fmt: skip
def test_topologies_with_all_their_routings(topology, sizes, tmp_path):
    k, n = (2, 1) if topology == "dragonflynew" else (4, 2)
    for function in ROUTINGS[topology]:
        text = f"topology={topology}; k={k}; n={n}; c={3 if topology in ('cmesh', 'flatfly') else 1}; num_vcs=4;"
        (tmp_path / "a.cfg").write_text(f"{text} routing_function={function};")
        found = source(str(tmp_path / "a.cfg"))
        net = found.build()
        assert net.title == sizes
        assert routing_of(net, found.configuration.asked["routing"], vcs=4, source=found).vcs == 4


def test_an_anynet_beside_its_configuration(tmp_path):
    (tmp_path / "net").write_text("router 0 node 0 router 1\nrouter 1 node 1 router 2\nrouter 2 node 2\n")
    (tmp_path / "a.cfg").write_text("topology=anynet; network_file=net; routing_function=min; traffic=uniform;")
    found = nl.measure(str(tmp_path / "a.cfg"))
    assert found.routing.name == "tables" and len(found.network.ends) == 3
    assert found.mean_hops == Fraction(10, 3)  # a node to its router, 4/3 links, and to a node


def test_shuffle_is_booksims_by_node_numbers():
    """BookSim corrects the lowest digit first; the loads of its channels, followed by hand."""
    k, found = 4, {}
    for node in range(16):
        at, to = node, (2 * node) % 16 + node // 8
        for low in (1, k):
            while at // low % k != to // low % k:
                step = low if at // low % k < to // low % k else -low
                found[at, at + step] = found.get((at, at + step), 0) + 1
                at += step
    measured = nl.measure("mesh", "dimension-order order=falling", traffic="shuffle", k=4, n=2)
    net = measured.network
    mine = {(int(net.origin[h]), int(net.target[h])): int(load) for h, load in enumerate(measured.loads) if load}
    assert mine == found


@pytest.mark.parametrize(
    "line, told",
    [
        (
            "routing_function = chaos;",
            "routing_function = chaos of topology mesh .* has no counterpart: give `routing`",
        ),
        ("traffic = taper64;", "traffic = taper64 .* has no counterpart: give `traffic`"),
    ],
)
def test_what_has_no_counterpart_is_refused_where_it_is_needed(line, told, tmp_path):
    (tmp_path / "a.cfg").write_text(MESH + line)
    with pytest.raises(nl.InputError, match=told):
        nl.measure(str(tmp_path / "a.cfg"))
    assert nl.measure(str(tmp_path / "a.cfg"), "xy", traffic="uniform").largest > 1


@pytest.mark.parametrize(
    "text, told",
    [
        (MESH + "topology = ring;", "a.cfg:7: topology 'ring' has no counterpart"),
        (MESH + "k = many;", "a.cfg:7: k is 'many'"),
        (MESH + "num_vcs 4;", "a.cfg:7: 'key = value;' is expected, not 'num_vcs 4'"),
        (MESH + "classes = 2;", "several classes"),
        ("topology = anynet;", "needs the name of a file"),
    ],
)
def test_malformed_files_name_the_line(text, told):
    with pytest.raises(nl.errors.FormatError, match=told):
        read(text)


def test_packets_of_several_lengths_have_no_single_load(tmp_path):
    (tmp_path / "a.cfg").write_text(MESH + "packet_size = {1,5}; injection_rate_uses_flits = 1;")
    assert nl.measure(str(tmp_path / "a.cfg")).largest == 3
    with pytest.raises(nl.InputError, match="packets of several lengths has no counterpart: give `load`"):
        nl.simulate(str(tmp_path / "a.cfg"), flits=4)


@pytest.mark.parametrize(
    "text, is_one",
    [(TORUS, True), (MESH, True), ("from,to\na,b\n", False), ("router 0 node 0\n", False), ("a = 1;\nb = 2;\n", False)],
)
def test_recognised_by_content(text, is_one):
    assert recognises(text) == is_one

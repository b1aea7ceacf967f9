"""``netlemma compare --routing``: each cell is what the command about it alone says."""

import csv
import io
from fractions import Fraction

import pytest
from typer.testing import CliRunner

import netlemma as nl
from netlemma.base.displays import exact_or_short
from netlemma.checks import routings_compared
from netlemma.checks.routings_compared import listed_patterns, listed_routings
from netlemma.cli import app

ASKED = {"routing": "xy,west-first,odd-even,valiant", "traffic": "transpose,tornado"}


@pytest.fixture(scope="module")
def found():
    return nl.compare("mesh", k=4, n=2, **ASKED)


def test_rows_are_patterns_times_routings_in_their_order(found):
    assert [(row.traffic, row.routing) for row in found.rows] == [
        (traffic, routing) for traffic in ("transpose", "tornado") for routing in ASKED["routing"].split(",")
    ]


def test_cells_are_those_of_measure_worst_case_and_deadlock(found):
    for row in found.rows:
        alone = nl.measure("mesh", row.routing, traffic=row.traffic, k=4, n=2)
        assert (row.largest_load, row.throughput) == (alone.largest, alone.throughput)
        assert row.mean_hops * alone.traffic.moved == alone.mean_hops * alone.traffic.sent
        assert row.verdict == nl.deadlock("mesh", row.routing, k=4, n=2).verdict
        assert (row.worst_case is None) == (row.kind == "adaptive")
        if row.worst_case is not None:
            assert row.worst_case == nl.worst_case("mesh", row.routing, k=4, n=2).gamma


def test_latency_without_load_is_that_of_the_simulator():
    """One message at a time, 4 flits long, between the two pairs of a pattern."""
    pairs = {(0, 3): 1, (2, 1): 1}
    (row,) = nl.compare("mesh", k=4, n=1, routing="dimension-order", traffic=[pairs], flits=4).rows
    alone = nl.simulate("mesh", k=4, n=1, flits=4, load=0.0005, cycles=20_000, traffic=pairs)
    assert row.zero_load_latency == 2 + 4 + 1 and abs(alone.latency - 7) < 0.3


def test_deadlock_and_virtual_channels_are_shown():
    one, two = (nl.compare("oneway-torus", k=4, n=2, routing="dimension-order", vcs=vcs).rows[0] for vcs in (1, 2))
    assert (one.verdict, one.vcs, two.verdict, two.vcs) == ("deadlock", 1, "deadlock-free", 2)
    assert one.traffic == "uniform" and one.largest_load == two.largest_load


def test_csv_has_decimals_beside_each_rational(found):
    rows = list(csv.DictReader(io.StringIO(found.as_csv())))
    assert len(rows) == 8
    for row, line in zip(found.rows, rows, strict=True):
        assert Fraction(line["throughput"]) == row.throughput
        assert abs(float(line["throughput_decimal"]) - row.throughput) < 1e-5
        assert line["worst_case"] == ("" if row.worst_case is None else str(row.worst_case))


@pytest.mark.parametrize("columns", (80, 110))
def test_the_table_stays_a_table(columns, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    words = ["compare", "mesh", "k=4", "n=2", "--routing", ASKED["routing"], "--traffic", ASKED["traffic"]]
    lines = CliRunner().invoke(app, words).output.splitlines()
    assert all(len(line) <= columns for line in lines)
    assert sum(line.split()[:2] == ["odd-even", "transpose"] for line in lines) >= 1
    assert lines[0] == "mesh k=4 n=2" and any(set(line) == {"─"} for line in lines)


@pytest.mark.parametrize(
    "words, listed",
    [
        ("xy", ["xy"]),
        ("xy,yx ; odd-even", ["xy", "yx", "odd-even"]),
        ("up-down root=3,lash", ["up-down root=3", "lash"]),
        ("duato escape=0 adaptive=1,2,xy", ["duato escape=0 adaptive=1,2", "xy"]),
        ("xz,yx", ["xz", "yx"]),  # refused later, by its name
    ],
)
def test_lists_of_routings(words, listed):
    assert listed_routings(words) == listed


def test_commas_inside_of_patterns_stay():
    assert listed_patterns("hotspot nodes=h1,h2,transpose,matrix a.csv") == [
        "hotspot nodes=h1,h2", "transpose", "matrix a.csv"
    ]  # fmt: skip
    for wrong in ("", "xy,,yx", ",xy"):
        with pytest.raises(nl.InputError, match="one comma between two"):
            listed_routings(wrong)


@pytest.mark.in_turn
def test_what_takes_too_long_is_said_and_left_out(monkeypatch):
    monkeypatch.setattr(routings_compared, "SECONDS", 1.0)
    found = nl.compare("mesh", k=24, n=2, routing="shortest")
    assert found.rows[0].worst_case is None and found.rows[0].largest_load > 1
    assert any(note.startswith("worst case of shortest is not computed: ") for note in found.notes)


@pytest.mark.parametrize(
    "asked, told",
    [
        ({"networks": ["mesh", "torus"], "routing": "xy"}, "on one network, and 2 are given"),
        ({"networks": ["ring K=4"], "vcs": 2}, "`vcs` applies to a comparison of routings"),
        ({"networks": ["ring"], "K": 4}, "K=4: write each network with its sizes as one text"),
        ({"networks": ["clock"], "routing": "concise"}, "point-to-point rings"),
        ({"networks": ["ring"], "K": 4, "routing": "shortest", "flits": 0}, "flits=0"),
        ({"networks": ["ring"], "K": 4, "routing": "shortest", "nodes": "8"}, "`nodes` applies to a comparison"),
    ],
)
def test_what_cannot_be_combined_is_refused(asked, told):
    networks = asked.pop("networks")
    with pytest.raises(nl.InputError, match=told):
        nl.compare(*networks, **asked)


def test_a_figure_has_a_group_of_bars_for_each_pattern(found, tmp_path):
    from netlemma.figures.routings import draw, save

    axes = draw(found)
    heights = [[bar.get_height() for bar in bars] for bars in axes.containers]
    assert heights == [
        [float(row.throughput) for row in found.rows if row.routing == name] for name in ASKED["routing"].split(",")
    ]
    save(found, tmp_path / "compare.svg")
    assert "<svg" in (tmp_path / "compare.svg").read_text(encoding="utf-8")


def test_routings_of_a_file_are_compared(tmp_path):
    """A square of switches with a host each: routes along a tree, and any shortest ones."""
    links = ["from,to", "a,b", "b,c", "c,d", "d,a", *(f"h{each},{each}" for each in "abcd")]
    (tmp_path / "links.csv").write_text("\n".join(links) + "\n")
    found = CliRunner().invoke(app, ["compare", str(tmp_path / "links.csv"), "--routing", "up-down,shortest", "--csv"])
    rows = list(csv.DictReader(io.StringIO(found.output)))
    assert [(row["routing"], row["verdict"]) for row in rows] == [
        ("up-down", "deadlock-free"),
        ("shortest", "deadlock"),
    ]
    assert Fraction(rows[0]["largest_load"]) > Fraction(rows[1]["largest_load"])


def test_long_fractions_are_shown_as_decimals():
    assert exact_or_short(Fraction(10**20 + 3, 3 * 10**20)) == "0.333333"
    assert exact_or_short(Fraction(173, 32)) == "173/32 = 5.40625"

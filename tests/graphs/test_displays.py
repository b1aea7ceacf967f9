"""What networks, measurements, simulations and sweeps show in a notebook: well-formed, escaped, with the right values."""

import xml.etree.ElementTree as ET
from fractions import Fraction
from html import escape

import pytest

from netlemma.base.displays import MOST_ROWS, Facts, Table, exact
from netlemma.graphs import from_devices, measure, network
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.simulate import simulate
from netlemma.graphs.simulate.sweep.running import sweep

HOSTILE = "<script>alert('x')</script>&\"</td>"


def cells(shown: str) -> list[list[str]]:
    """The rows of all tables of a piece of HTML, which is parsed as XML: nothing left open, nothing unescaped."""
    root = ET.fromstring(f"<div>{shown}</div>")
    assert {e.tag for e in root.iter()} <= {"div", "table", "caption", "thead", "tbody", "tr", "th", "td", "p"}
    assert all(e.get("scope") in ("row", "col") for e in root.iter("th"))
    return [["".join(cell.itertext()) for cell in row] for row in root.iter("tr")]


def test_a_table_escapes_whatever_it_is_given():
    shown = Table([HOSTILE, "n"], [(HOSTILE, 1), (None, 2)], HOSTILE).html() + Facts([(HOSTILE, HOSTILE)]).html()
    assert cells(shown) == [[HOSTILE, "n"], [HOSTILE, "1"], ["", "2"], [HOSTILE, HOSTILE]]
    assert "color" not in shown and "background" not in shown  # a dark page keeps its own


def test_the_reader_of_these_tests_refuses_what_is_not_escaped():
    with pytest.raises((ET.ParseError, AssertionError)):
        cells("<table><tr><td><script>alert(1)</script></td></tr></table>")
    with pytest.raises(ET.ParseError):
        cells("<table><tr><td>a<b</td></tr></table>")


def test_a_long_table_says_what_it_leaves_out():
    long = Table(["n"], [(i,) for i in range(MOST_ROWS + 1)])
    said = f"The first {MOST_ROWS} of {MOST_ROWS + 1} rows."
    assert len(cells(long.html())) == MOST_ROWS + 1 and said in long.html() and said in long.latex()
    assert len(long.text().splitlines()) == MOST_ROWS + 3
    assert "The first" not in Table(["n"], [(i,) for i in range(MOST_ROWS)]).html()


def test_latex_of_hostile_words_runs_nothing():
    hostile = "\\input{/etc/passwd} 5% $x$ a_b & # ~ ^ \\end{document}"
    every = (
        Facts([(hostile, hostile)]),
        Table([hostile], [[hostile]], hostile),
    )
    for part in every:
        found = part.latex()
        for wrong in (r"\input", r"\end{document}", " 5% ", "$x$", "a_b", " & # "):
            assert wrong not in found, found


def test_a_wide_table_shares_the_line():
    wide = Table(["a", "why"], [("x", "w" * 200)]).latex()
    assert wide.count(r"\linewidth") == 2 and r"\linewidth" not in Table(["a", "b"], [(1, 2)]).latex()


def test_every_form_of_a_network():
    bundle = network("mesh", k=3, n=2)._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html", "text/latex"}
    assert bundle["text/plain"].splitlines()[0].split(maxsplit=1) == ["network", "mesh k=3 n=2"]
    routing = channel_routing(network("mesh", k=3, n=2), "dimension-order")
    assert ["routing", routing.title] in cells(routing._repr_html_())


@pytest.mark.parametrize("value, said", [(Fraction(1, 3), "1/3 = 0.333333"), (Fraction(4, 2), "2"), (7, "7"), (0, "0")])
def test_rationals_stay_exact(value, said):
    assert exact(value) == said


def test_a_network_of_devices_with_a_hostile_name():
    net = from_devices([(0,), (1,)], [(HOSTILE, "link", [(0,), (1,)])], family=HOSTILE)
    assert cells(net._repr_html_()) == [["network", HOSTILE], ["nodes", "2"], [f"devices: {HOSTILE}", "1"]]
    shown = measure(net)._repr_html_()
    assert f"<p>{escape(HOSTILE)}: 2 nodes, shortest routing</p>" in shown and [HOSTILE, "1", "1", "1", "1"] in cells(
        shown
    )


def test_a_measurement_shows_what_its_json_has():
    found = measure(network("mesh", k=3, n=2))
    shown = found._repr_html_()
    assert "mesh k=3 n=2: 9 nodes, shortest routing" in shown and "mean distance 2 = 2, diameter 4" in shown
    for each in found.as_json()["classes"]:
        assert list(map(str, each.values())) in cells(shown)


@pytest.mark.in_turn
def test_rings():
    net = network("clock")
    assert ["rings", str(net.ring_count)] in cells(net._repr_html_())
    found = measure(network("deadfly", f=3, r=2))
    shown = found._repr_html_()
    assert cells(shown)[1:] == [["short", "13", "13", "18"], ["long", "12", "28", "36"]]  # as README.md has them
    assert "hot queue 33 (mean 33)" in shown


def test_a_simulation_and_why_it_has_no_latency():
    found = simulate("mesh", k=3, flits=8, load=0.004, cycles=5000)
    head, row = cells(found._repr_html_())
    shown = dict(zip(head, row, strict=True))
    assert shown["latency"] == f"{found.latency:.4f}" and shown["messages"] == str(found.messages)
    assert len(repr(found)) < 120 and "stable" in repr(found)
    stuck = simulate("oneway-torus", k=4, n=1, flits=16, load=0.05, vcs=1, cycles=5000)
    head, row = cells(stuck._repr_html_())
    assert stuck.state == "deadlock" and dict(zip(head, row, strict=True))["latency"] == ""
    for worm in stuck.as_json()["deadlock"]["worms"]:
        assert escape(f"holds {', '.join(worm['holds'])}; waits for") in stuck._repr_html_()


def test_a_sweep_and_its_means():
    found = sweep("mesh", k=3, flits=8, loads=[0.004, 0.008], seeds=[1, 2], cycles=5000, workers=1)
    rows = cells(found._repr_html_())[1:]
    assert "4 runs in memory" in found._repr_html_() and rows == cells(found.means()._repr_html_())[1:]
    assert [row[5] for row in rows] == ["2", "2"] and [row[8] for row in rows] == ["2 stable", "2 stable"]

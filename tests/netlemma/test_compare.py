"""``netlemma compare``, its figure, and the page of docs with all families."""

import random
from itertools import combinations

import pytest

import netlemma as nl
from netlemma.checks.side_by_side import family_table, side_by_side
from netlemma.derive.discovery import keys
from netlemma.figures.comparison import NARROW, PAGE, curves, draw, placed
from netlemma.graphs import RingFamily, families
from netlemma.reporting.results import networks as side_by_side_results
from netlemma.reporting.shown_sizes import shown_size

from .families_page import PAGE as FAMILIES_PAGE
from .families_page import line
from .text_places import misplaced

DEVICES = [
    name for name, family in families().items() if not isinstance(family, RingFamily) and family.kind == "network"
]


@pytest.mark.in_turn
def test_figure_has_a_point_for_each_network(tmp_path):
    found = nl.compare("hypercube", "torus n=2", nodes="4,9", output=tmp_path / "compare.svg")
    assert "<svg" in (tmp_path / "compare.svg").read_text(encoding="utf-8")
    shown = {curve.label: [(point.x, point.y) for point in curve.points] for curve in curves(found, "load")}
    assert shown == {
        "hypercube": [(row.links_per_end, row.load) for asked, row in found.rows if asked == "hypercube"],
        "torus n=2": [(row.links_per_end, row.load) for asked, row in found.rows if asked == "torus n=2"],
    }
    for width in (0.0, NARROW, PAGE):
        figure = draw(found, width).figure
        assert misplaced(figure) == []
        texts = [[each.get_text() for each in axes.texts] for axes in figure.axes]
        assert texts == [["hypercube", "torus"]] * 3  # each panel names its points
        assert len({(axes.get_xlim(), axes.get_ylim()) for axes in figure.axes}) == 1
    with pytest.raises(ValueError, match="must end in"):
        nl.compare("hypercube", nodes="4", output=tmp_path / "compare.txt")


def test_labels_of_points_that_are_near_stand_apart_and_inside():
    points = [(100.0 + 3 * i, 100.0 + 2 * i) for i in range(8)]
    boxes = [box for box, _ in placed([(point, 40.0) for point in points], [], (0, 0, 260, 220))]
    assert all(0 < left < right < 260 and 0 < low < high < 220 for left, low, right, high in boxes)
    for one, other in combinations(boxes, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@pytest.mark.in_turn
def test_what_was_not_measured_is_left_out():
    found = side_by_side(["ring"], "3000")
    assert found.rows[0][1].pattern is None and curves(found, "pattern") == []


@pytest.mark.in_turn
def test_page_of_families_is_made_from_the_data():
    """A draw of families; all of them are behind the marker ``long``."""
    written = FAMILIES_PAGE.read_text(encoding="utf-8").splitlines()
    assert [row.split("`")[1] for row in written if row.startswith("| `")] == DEVICES
    for name in random.Random(7).sample(DEVICES, 4):
        (found,) = [row for row in family_table(shown_size, name) if row.name == name]
        assert line(found) in written


@pytest.mark.long
def test_whole_page_of_families_is_made_from_the_data():
    written = FAMILIES_PAGE.read_text(encoding="utf-8").splitlines()
    assert [row for row in written if row.startswith("| `")] == [line(row) for row in family_table(shown_size)]


@pytest.mark.in_turn
def test_the_report_compares_networks_at_the_numbers_that_its_command_names(monkeypatch):
    monkeypatch.setattr(side_by_side_results, "NETWORKS", ("hypercube", "torus n=2"))
    found = side_by_side_results.comparison_result("4 and 9")
    assert found["command"] == "netlemma compare hypercube 'torus n=2' --nodes 4,9"
    assert found["rows"] == nl.compare("hypercube", "torus n=2", nodes="4,9").as_json()
    assert [row["ends"] for row in found["rows"]] == [4, 8, 4, 9] and "<svg" in found["svg"]


@pytest.mark.in_turn
def test_rows_of_the_report_have_the_values_of_the_comparison():
    row = side_by_side_results.row_result("slim-fly", shown_size("slim-fly"))
    assert row["command"] == "netlemma compare 'slim-fly q=5 p=0' --json"
    (printed,) = nl.compare("slim-fly q=5 p=0").as_json()
    assert {each["value"] for each in row["entries"].values()} == {
        str(printed[each["printed_as"]]) for each in row["entries"].values()
    }
    assert {each["lemma"] or "" for each in row["entries"].values()} <= {"", *keys("slim-fly")}

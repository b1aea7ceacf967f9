"""Figures: their points against explicit networks, what they say of themselves, how they are written, bad input."""

import json
import sys
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from netlemma.cli import main
from netlemma.drawing.look import Paper
from netlemma.errors import InputError
from netlemma.figures import figure, figures
from netlemma.figures.drawing import NARROW, WIDTH, draw, on_paper
from netlemma.figures.reed import NETWORKS, DrawnNetwork
from netlemma.graphs import measure, network

from .text_places import misplaced

NAMES = ["reed-2", "reed-3", "reed-4", "reed-5", "reed-6"]


@dataclass(frozen=True)
class Ended:
    status: object
    out: str
    err: str


Run = Callable[..., Ended]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The command ``netlemma figure``, in this process."""

    def run(*arguments: object) -> Ended:
        monkeypatch.setattr(sys, "argv", ["netlemma", "figure", *map(str, arguments)])
        with pytest.raises(SystemExit) as stop:
            main()
        return Ended(stop.value.code, *capsys.readouterr())

    return run


def test_the_figures_are_found() -> None:
    assert [name for name in figures() if name.startswith("reed")] == NAMES


@pytest.mark.parametrize("shown", NETWORKS, ids=lambda shown: shown.family)
def test_bounds_and_distances_are_those_of_explicit_networks(shown: DrawnNetwork) -> None:
    """Every device has the visit ratio that the lemmas say, so the largest demand is the largest of all devices."""
    for nodes, size in shown.sizes(8, 64):
        found = measure(network(shown.family, **size))
        assert found.nodes == nodes
        assert {c.name: c.devices for c in found.classes} == {
            c.name: shown.lemmas.count(c, size) for c in shown.lemmas.classes
        }
        greatest = max(Fraction(1, nodes), *(c.max for c in found.classes))
        bounds = shown.bounds(size)
        assert bounds.X0_bound == 1 / greatest
        assert bounds.R0 == 1 + found.mean_distance == 1 + shown.mean_distance(size)
        assert bounds.N_star == bounds.R0 / greatest


def test_at_odd_width_buses_of_the_dual_bus_hypercube_differ() -> None:
    """Which is why the figures leave these widths out."""
    other = measure(network("dual-bus-hypercube", w=3, D=3)).classes[1]
    assert other.min < other.visit_ratio < other.max
    dual = next(c for c in figure("reed-3").plot.curves if c.about["family"] == "dual-bus-hypercube")
    assert all(point.about["size"]["w"] % 2 == 0 for point in dual.points)


@pytest.mark.parametrize("name", ["reed-2", "reed-4"])
def test_small_networks_point_by_point(name: str) -> None:
    for curve in figure(name).plot.curves:
        for point in curve.points[:4]:
            found = measure(network(curve.about["family"], **point.about["size"]))
            assert point.x == found.nodes
            if name == "reed-4":
                assert point.y == found.mean_distance
            else:
                loads = {"processor": Fraction(1, found.nodes)} | {c.name: c.max for c in found.classes}
                assert 1 / point.y == max(loads.values())
                assert set(point.about["bottleneck"]) == {n for n, load in loads.items() if load == 1 / point.y}


def test_the_ring_is_left_out_where_the_paper_says_so() -> None:
    shown = {name for name in NAMES for curve in figure(name).plot.curves if curve.about.get("family") == "ring"}
    assert shown == {"reed-4", "reed-6"}


def test_where_small_networks_end_large_ones_go_on() -> None:
    small, large = (
        {(c.label.split("\n")[0], p.x): p.y for c in figure(n).plot.curves for p in c.points} for n in NAMES[:2]
    )
    shared = small.keys() & large.keys()
    assert len(shared) >= 5 and all(small[key] == large[key] for key in shared)
    assert max(x for _, x in large) > 10**6


def test_the_exact_rate_lies_below_its_bounds_and_rises() -> None:
    plot = figure("reed-5").plot
    flat, linear, corner, exact = (curve.points for curve in plot.curves)
    R0 = 1 / linear[1].y
    assert measure(network("spanning-bus-hypercube", w=4, D=3)).mean_distance == R0 - 1
    assert corner[1].x == corner[1].y * R0 and corner[1].y == flat[0].y  # the two bounds meet at N*
    assert exact[0].x == 1 and exact[0].y == 1 / R0
    assert all(point.y < min(point.x / R0, flat[0].y) for point in exact[1:])
    assert all(one.y < other.y for one, other in pairwise(exact))


def test_the_exact_rate_against_the_plain_recursion() -> None:
    """Mean value analysis device by device, in fractions."""
    found = measure(network("spanning-bus-hypercube", w=4, D=3))
    demands = [Fraction(1, 64)] * 64 + [found.classes[0].visit_ratio] * found.classes[0].devices
    queues = [Fraction(0)] * len(demands)
    exact = {point.x: point.y for point in figure("reed-5").plot.curves[3].points}
    for population in range(1, 9):
        times = [d * (1 + queue) for d, queue in zip(demands, queues, strict=True)]
        rate = population / sum(times)
        queues = [rate * time for time in times]
        assert exact[Fraction(population)] == rate


def test_bottleneck_bounds_bend_at_n_star() -> None:
    for curve in figure("reed-6").plot.curves:
        R0, rate, corner = (Fraction(curve.about[name]) for name in ("R0", "X0_bound", "N_star"))
        assert corner == R0 * rate and corner < curve.points[-1].x
        assert all(point.y == min(point.x / R0, rate) for point in curve.points)
        assert corner in [point.x for point in curve.points]
        assert network(curve.about["family"], **curve.about["size"]).node_count == 64


@pytest.mark.parametrize("name", NAMES)
def test_data_are_rationals_with_everything_that_was_chosen(name: str) -> None:
    data = json.loads(json.dumps(figure(name).as_json()))
    assert data["figure"] == name and data["guessed"] and data["source"] == "reed1982"
    for curve in data["curves"]:
        for point in curve["points"]:
            assert isinstance(point["x"], str) and str(Fraction(point["y"])) == point["y"]
    assert all(text in figure(name).plot.caption for text in data["guessed"])


@pytest.mark.in_turn
@pytest.mark.parametrize(("name", "form"), [("reed-2", "svg"), ("reed-5", "pdf"), ("reed-6", "PNG")])
def test_every_format_is_written(name: str, form: str, tmp_path: Path) -> None:
    path = tmp_path / f"figure.{form}"
    figure(name).save(str(path))
    assert path.read_bytes().startswith({"svg": b"<?xml", "PNG": b"\x89PNG", "pdf": b"%PDF"}[form])
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.in_turn
def test_bare_figures_have_neither_title_nor_caption(tmp_path: Path) -> None:
    """Texts are drawn as curves, each with a comment that says it."""
    plot, file = figure("reed-4").plot, tmp_path / "figure.svg"
    for without in (False, True):
        figure("reed-4").save(file, without)
        said = file.read_text()
        assert f"<!-- {plot.x} -->" in said
        assert (plot.drawn_from[:20] in said, f"({plot.source}, {plot.locator})" in said) == (not without, not without)


@cache
def drawn_once(name: str) -> Any:
    """The axes of the figure, drawn and laid out."""
    axes = figure(name).draw()
    axes.figure.draw_without_rendering()
    return axes


@pytest.mark.in_turn
@pytest.mark.parametrize("name", NAMES)
def test_every_figure_draws(name: str) -> None:
    axes = drawn_once(name)
    assert [line.get_xydata().tolist() for line in axes.lines] == [
        [[float(p.x), float(p.y)] for p in curve.points] for curve in figure(name).plot.curves
    ]


SOME = ("reed-3", "min-1")


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "name", [name if name in SOME else pytest.param(name, marks=pytest.mark.long) for name in figures()]
)
def test_every_text_is_inside_and_none_over_another(name: str) -> None:
    plot = figure(name).plot
    for narrow in (False, True):
        for axes in (draw(plot, narrow=narrow), on_paper(plot, Paper(NARROW if narrow else WIDTH, bare=True))):
            assert misplaced(axes.figure) == []


def test_a_text_that_is_cut_or_covered_is_seen() -> None:
    from matplotlib.figure import Figure

    drawn = Figure(figsize=(3, 2))
    drawn.text(0.1, 0.5, "one text")
    assert misplaced(drawn) == []
    drawn.text(0.2, 0.51, "another")
    drawn.text(0.9, 0.9, "beyond the edge")
    assert misplaced(drawn) == ["cut: beyond the edge", "over one another: one text | another"]


@pytest.mark.parametrize("name", ["reed-4", pytest.param("johnson-14", marks=pytest.mark.long)])
def test_on_narrow_screens_panels_are_stacked_above_the_legend(name: str) -> None:
    axes = on_paper(figure(name).plot, Paper(NARROW, bare=True))
    drawn: Any = axes.figure
    drawn.draw_without_rendering()
    (legend,) = (each.get_window_extent() for each in drawn.legends)
    boxes = [each.get_tightbbox() for each in drawn.axes if each.axison]
    assert all(above.y0 >= below.y1 for above, below in pairwise(boxes))
    assert legend.y1 <= boxes[-1].y0
    assert all(box.x0 >= 0 and box.x1 <= drawn.bbox.x1 for box in (*boxes, legend))


def test_drawing_on_given_axes() -> None:
    from matplotlib.figure import Figure

    axes = Figure().subplots()
    assert figure("reed-2").draw(ax=axes) is axes and len(axes.lines) == 5


@pytest.mark.in_turn
def test_the_same_data_give_the_same_svg() -> None:
    first = figure("reed-5")._repr_svg_()
    assert first and first == figure("reed-5")._repr_svg_()


def test_the_command_lists_prints_and_draws(run: Run, tmp_path: Path) -> None:
    listed = run().out.partition("Other figures")[0]
    assert [line.split()[0] for line in listed.splitlines() if "reed" in line] == NAMES
    assert [each["figure"] for each in json.loads(run("--list", "--json").out)] == list(figures())
    found = run("reed-6", "--data", "-o", tmp_path / "fig.svg")
    assert found.status == 0 and json.loads(found.out) == figure("reed-6").as_json()
    assert (tmp_path / "fig.svg").stat().st_size > 5000
    table = run("reed-2").out
    assert "215/2" not in table and "D=3" in table and "Chosen here" in table


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("reed-22",), "did you mean 'reed-2'"),
        (("reed-2", "-o", "fig.jpg"), "must end in .svg, .png or .pdf"),
        (("reed-2", "-o", "none/fig.svg"), "cannot be written: No such file or directory"),
        (("reed-2", "-o", "folder.svg"), "it is no plain file"),
        (("-o", "fig.svg"), "name a figure"),
        (("reed-2", "--list"), "--list takes no figure"),
        (("reed-2", "--bare"), "--bare draws one figure to a file"),
        (("--gallery", "--bare", "-o", "gallery"), "--bare draws one figure to a file"),
    ],
)
def test_bad_input_is_one_line(
    arguments: tuple[str, ...], message: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "folder.svg").mkdir()
    monkeypatch.chdir(tmp_path)
    found = run(*arguments)
    assert found.status == 2 and not found.out
    assert message in found.err and found.err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["folder.svg"]


def test_an_earlier_file_stays_if_drawing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "fig.svg"
    path.write_text("earlier")

    def full(*arguments: object) -> bytes:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("netlemma.figures.captions.rendered", full)
    with pytest.raises(InputError, match="No space left"):
        figure("reed-2").save(path)
    assert path.read_text() == "earlier" and len(list(tmp_path.iterdir())) == 1


def test_every_phrase_of_a_caption_is_known() -> None:
    """The name of a phrase that does not exist would stand in the caption as it is."""
    folder = Path(str(sys.modules["netlemma.figures"].__file__)).parent
    for name in figures():
        (tables,) = (t for p in folder.glob("*.toml") if name in (t := tomllib.loads(p.read_text(encoding="utf-8"))))
        shared = tables.get("every", {}).get(name.partition("-")[0], {})
        for entry in (*{**shared, **tables[name]}["given"], *{**shared, **tables[name]}["guessed"]):
            assert " " in entry or entry in tables["phrases"], f"{name}: {entry}"

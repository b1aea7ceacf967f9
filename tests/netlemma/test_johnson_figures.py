"""Figures 13 to 18 of Johnson and Goodman 1991: their points against explicit networks, what they say, how they are drawn."""

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from netlemma.errors import InputError
from netlemma.figures import Panels, figure, figures, johnson
from netlemma.figures.captions import Figure
from netlemma.graphs import RingMeasurement, measure, ring_network

NAMES = [f"johnson-{number}" for number in range(13, 19)]
HERE = {name: figure(name) for name in NAMES}


@pytest.fixture(autouse=True, scope="module")
def small() -> Iterator[None]:
    """Only networks of up to 300 nodes, and shuffles measured up to 100."""
    with pytest.MonkeyPatch.context() as patch:
        shared = johnson.CAPTIONS._shared("johnson-13")["parameters"]
        patch.setitem(shared, "most", 300)
        patch.setitem(shared, "measured_to", 100)
        yield


@cache
def built(name: str) -> Panels:
    plot = HERE[name].build()
    assert isinstance(plot, Panels)
    return plot


@cache
def explicit(family: str, sizes: tuple[tuple[str, int], ...]) -> RingMeasurement:
    return measure(ring_network(family, **dict(sizes)))


def test_the_figures_are_found() -> None:
    assert [name for name in figures() if name.startswith("johnson")] == NAMES


def measured(name: str, panel: str, family: str, size: dict[str, int]) -> Fraction:
    """What the figure shows, from the network alone."""
    found = explicit(family, tuple(size.items()))
    penalty = int(panel.partition("penalty ")[2] or 0)
    echo = Fraction(1, int(panel.partition("ratio ")[2] or 5))
    send_bytes = Fraction(10) / echo
    hops = found.ring_hops if family in ("ring-shuffle", "deadfly") else 1
    return {
        "johnson-13": Fraction(found.ring_hops),
        "johnson-14": Fraction(found.diameter),
        "johnson-15": Fraction(10 * ((penalty - 1) * found.ring_hops + found.diameter)),
        "johnson-16": send_bytes * found.hot_link(echo),
        "johnson-17": (found.nodes - 1) * (send_bytes - 2) / (send_bytes * found.hot_link(echo)),
        "johnson-18": Fraction(hops * found.hot_queue),
    }[name]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", NAMES)
def test_every_point_is_that_of_an_explicit_network(name: str) -> None:
    plot = built(name)
    seen = set()
    for panel in plot.panels:
        for curve in panel.curves:
            assert [point.x for point in curve.points] == sorted(point.x for point in curve.points)
            for point in curve.points:
                net = ring_network(curve.label, **point.about["size"])
                assert net.processor_count == point.x
                assert point.y == measured(name, panel.title, curve.label, point.about["size"]), (
                    panel.title,
                    curve.label,
                )
                seen.add((curve.label, point.about["known"]))
    families = {"multicube", "ring-shuffle", "deadfly", "livefly", "ring-butterfly"}
    assert {family for family, _ in seen} == families
    assert ("ring-shuffle", "measured") in seen or name in ("johnson-13", "johnson-14", "johnson-15")
    assert all(known == "proved" for family, known in seen if family != "ring-shuffle")


def test_a_wrong_value_would_be_seen() -> None:
    curve = built("johnson-17").panels[0].curves[0]
    point = curve.points[0]
    assert point.y != measured("johnson-17", "fanout 2, ratio 2", curve.label, point.about["size"])


def test_the_livefly_is_not_shown_at_fanout_2() -> None:
    plot = built("johnson-13")
    assert [len(panel.curves) for panel in plot.panels] == [4, 5, 5, 5]


def test_partitions_are_said_with_every_point() -> None:
    for curve in built("johnson-18").curves:
        family = str(curve.about["family"])
        for point in curve.points:
            hops = explicit(family, tuple(point.about["size"].items())).ring_hops
            assert point.about["partitions"] == str(hops if family in ("ring-shuffle", "deadfly") else 1)


@pytest.mark.parametrize("name", NAMES)
def test_data_are_rationals_with_everything_that_was_chosen(name: str) -> None:
    plot = built(name)
    data = json.loads(json.dumps(plot.as_json()))
    assert data["source"] == "johnson1991" and data["locator"] == f"Figure {name[-2:]}"
    assert len(data["curves"]) == len(plot.curves) and all(curve["panel"] for curve in data["curves"])
    for curve in data["curves"]:
        for point in curve["points"]:
            assert str(Fraction(point["y"])) == point["y"] and point["known"] in ("proved", "argued", "measured")
    assert all(text in plot.caption for text in (*data["guessed"], *data["given"]))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", NAMES)
def test_every_figure_draws(name: str, tmp_path: Path) -> None:
    drawn = Figure(name, "", lambda: built(name))
    if name == NAMES[0]:  # files of panels are made alike
        drawn.save(tmp_path / "figure.svg")
        assert (tmp_path / "figure.svg").read_bytes().startswith(b"<?xml")
    whole = drawn.draw().figure
    plot = drawn.plot
    assert isinstance(plot, Panels) and len(whole.axes) == len(plot.panels)
    for axes, panel in zip(whole.axes, plot.panels, strict=True):
        assert axes.get_xscale() == "log" and axes.get_yscale() == ("log" if plot.logarithmic else "linear")
        lines = [line.get_xydata().tolist() for line in axes.lines]
        assert lines == [[[float(p.x), float(p.y)] for p in curve.points] for curve in panel.curves]
        looks = [(line.get_color(), line.get_marker()) for line in axes.lines]
        assert len(set(looks)) == len(looks)
        assert axes.get_xlabel() and axes.get_ylabel() and " ".join(axes.get_title(loc="left").split()) == panel.title
    (legend,) = whole.legends
    assert {text.get_text() for text in legend.get_texts()} == {c.label for p in plot.panels for c in p.curves}


def test_panels_do_not_go_on_one_pair_of_axes() -> None:
    from matplotlib.figure import Figure as Sheet

    with pytest.raises(InputError, match="several panels do not fit"):
        Figure("johnson-13", "", lambda: built("johnson-13")).draw(Sheet().subplots())
